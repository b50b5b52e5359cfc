"""A server for the tests of "Run live": the site's files, and what stand_in.mjs asks of a Python with numpy and scipy.

usage: python stand_in.py PORT FOLDER

The package is what the page sends as its wheel, unpacked into FOLDER/unpacked: no data, no file of the repository.
scikit-learn is refused until it is loaded by its name.  Under /slow/ nothing is ever answered.
"""

from __future__ import annotations

import asyncio
import base64
import io
import json
import sys
import types
import zipfile
from functools import partial
from pathlib import Path
from urllib.parse import unquote

from tornado import web


class Refused:
    """Import hook: the libraries that nobody has asked for, and what a page without Jupyter does not have."""

    names = {"sklearn", "altair", "IPython", "anywidget", "ipywidgets", "traitlets", "matplotlib"}

    def find_spec(self, name, path=None, target=None):
        """Nothing is found for a refused name."""
        if name.split(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}")


class Python:
    """The one interpreter: what runs in it, for which worker, and who listens."""

    names: dict = {}
    worker = 0
    listeners: set = set()

    @classmethod
    def post(cls, worker, number, content, buffers):
        """What the worker's Python half sends; nobody may hear what a page that is gone has still drawn."""
        if worker != cls.worker:
            return
        event = json.dumps([number, content, [base64.b64encode(b).decode() for b in buffers]])
        for queue in cls.listeners:
            queue.put_nowait(event)


class Open(web.RequestHandler):
    """Pages opened as files may ask."""

    def set_default_headers(self):
        """From any origin."""
        self.set_header("Access-Control-Allow-Origin", "*")
        self.set_header("Cache-Control", "no-store")


class Ask(Open):
    """One call of stand_in.mjs."""

    def post(self, what):
        """Its result, or its error as Pyodide would word it."""
        try:
            self.write(json.dumps(getattr(self, what)(self.request.body)))
        except Exception as error:
            self.set_status(500)
            self.write(f"Traceback (most recent call last):\n  ...\n{type(error).__name__}: {error}")

    def package(self, name):
        """Load a library."""
        Refused.names.discard({"scikit-learn": "sklearn"}.get(name.decode(), name.decode()))
        return name.decode() in ("numpy", "scipy", "scikit-learn", "altair")

    def unpack(self, wheel):
        """A fresh interpreter's packages: the wheel and nothing of ours."""
        for name in [n for n in sys.modules if n.split(".")[0] in ("dplearn", "sklearn", "altair")]:
            del sys.modules[name]
        Refused.names |= {"sklearn", "altair"}
        place = FOLDER / "unpacked" / str(len(list((FOLDER / "unpacked").glob("*"))))
        assert self.get_argument("format") == "wheel"
        zipfile.ZipFile(io.BytesIO(wheel)).extractall(place)
        sys.path[:] = [str(place), *[p for p in sys.path if not (Path(p) / "dplearn").exists()]]

    def run(self, code):
        """The worker's Python half."""
        Python.worker += 1
        sys.modules["dplearn_page"] = types.SimpleNamespace(post=partial(Python.post, Python.worker))
        sys.modules["pyodide"] = types.ModuleType("pyodide")
        sys.modules["pyodide.ffi"] = types.SimpleNamespace(to_js=list)
        Python.names = {"__name__": "__main__"}
        exec(code, Python.names)

    def value(self, code):
        """The last expression."""
        *before, last = code.decode().split(";")
        exec(";".join(before), Python.names)
        return eval(last.strip(), Python.names)

    def call(self, body):
        """A function of the worker's half."""
        name, given = json.loads(body)
        return Python.names[name](*given)

    def file(self, data):
        """Into the unpacked package."""
        path = Path(unquote(self.get_argument("path")))
        assert path.is_relative_to(FOLDER / "unpacked")
        path.write_bytes(data)


class Events(Open):
    """What sessions say, one after the other."""

    async def get(self):
        """Until the worker is gone."""
        self.set_header("Content-Type", "text/event-stream")
        self.queue = asyncio.Queue()
        Python.listeners.add(self.queue)
        self.write(":\n\n")  # Firefox opens a stream with its first bytes
        await self.flush()
        while True:
            self.write(f"data: {await self.queue.get()}\n\n")
            await self.flush()

    def on_connection_close(self):
        """Nobody hears it any more."""
        Python.listeners.discard(self.queue)


class Never(Open):
    """An address that does not answer."""

    async def get(self):
        """Wait until the browser gives up."""
        await asyncio.Event().wait()


class Files(web.StaticFileHandler):
    """The site."""

    set_default_headers = Open.set_default_headers


async def main(port: int) -> None:
    """Serve until ended."""
    app = web.Application([
        (r"/pyodide/(package|unpack|run|value|call|file)", Ask),
        (r"/pyodide/events", Events), (r"/slow/.*", Never), (r"/(.*)", Files, {"path": str(FOLDER)})])
    app.listen(port, "127.0.0.1")
    await asyncio.Event().wait()


if __name__ == "__main__":
    sys.meta_path.insert(0, Refused())
    FOLDER = Path(sys.argv[2])
    asyncio.run(main(int(sys.argv[1])))
