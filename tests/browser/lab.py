"""A JupyterLab on a free loopback port, a Chromium, and windows that may not leave the machine, for tests and
benchmarks."""

from __future__ import annotations

import json
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import nbformat

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from ensure_chromium import find  # noqa: E402

ANSWER = 600  # seconds: tests wait for a state of the page, and a page that has not reached it by then hangs

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def write_notebook(path: Path, sources: list[str]) -> Path:
    """A notebook of code cells that nobody has run."""
    notebook = nbformat.v4.new_notebook(metadata={"kernelspec": {"name": "python3", "display_name": "Python 3",
                                                                 "language": "python"}})
    notebook.cells = [nbformat.v4.new_code_cell(s) for s in sources]
    nbformat.write(notebook, path)
    return path


def free_port() -> int:
    """A port on the loopback that nobody listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@contextmanager
def running(command: list, log: Path, address: str, **options):
    """A server that writes into `log` and answers there; asked to end after the block, and made to if it does not."""
    with log.open("w") as out, subprocess.Popen(command, stdout=out, stderr=out, stdin=subprocess.DEVNULL,
                                                **options) as server:
        try:
            _wait_for(address, server, log)
            yield
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()


class Quiet(SimpleHTTPRequestHandler):
    """Files, and no word about them; an engine that has left the page hangs up."""

    def log_message(self, *_):
        """Nothing."""

    def copyfile(self, source, outputfile):
        """As much as is wanted."""
        with suppress(ConnectionError):
            super().copyfile(source, outputfile)


@contextmanager
def served(folder: Path):
    """The address of a folder of files, as a host of a site has them."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def jupyter_lab(folder: Path):
    """A server rooted in `folder`; yields ``address(notebook name)``."""
    port, token = free_port(), secrets.token_hex(16)
    settings = folder / ".settings"
    quiet = settings / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    quiet.parent.mkdir(parents=True)
    quiet.write_text('{"fetchNews": "false", "checkForUpdates": false}')
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}",
        "--ServerApp.port_retries=0", "--LabApp.expose_app_in_browser=True", f"--IdentityProvider.token={token}",
        f"--ServerApp.root_dir={folder}", f"--LabApp.user_settings_dir={settings}",
        f"--LabApp.workspaces_dir={folder / '.workspaces'}",
    ]
    with running(command, folder / "server.log", f"http://127.0.0.1:{port}/api?token={token}", cwd=folder):
        yield lambda name: f"http://127.0.0.1:{port}/doc/tree/{name}?token={token}"


def _wait_for(address: str, server: subprocess.Popen, log: Path) -> None:
    """Until the server answers or has ended; one that does neither is left to the watchdog of the tests."""
    http = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # no proxy: the server is on this machine
    while server.poll() is None:
        try:
            http.open(address, timeout=ANSWER).close()
            return
        except urllib.error.HTTPError:
            raise
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()[-3000:]}")


@contextmanager
def chromium():
    """A headless browser."""
    from playwright.sync_api import sync_playwright

    path = find()
    if path is None:
        raise RuntimeError("no Chromium found: run python tools/ensure_chromium.py")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS, timeout=ANSWER * 1e3)
        try:
            yield browser
        finally:
            browser.close()


# ---- waiting -------------------------------------------------------------------------------------------


def until(root, condition: str) -> None:
    """Wait for a condition on the root node, a function of it."""
    root.page.wait_for_function(condition, arg=root.element_handle())


def code_says(root, words: str) -> None:
    """Wait until the code line holds these words."""
    until(root, f"r => r.querySelector('code').textContent.includes({json.dumps(words)})")


def skip(root) -> None:
    """What an explorer asks before it shows anything is not answered here."""
    if (button := root.get_by_role("button", name="Skip", exact=True)).count():
        button.click()


def past(page):
    """The page, past all predictions before what a cell shows."""
    page.evaluate("document.querySelectorAll('.waits .guess [type=button]').forEach((skip) => skip.click())")
    return page


def frames(page, number: int = 2) -> None:
    """Wait until so many frames are painted."""
    page.evaluate("(n) => new Promise((done) => { const next = () => (n-- > 0 ? requestAnimationFrame(next) : "
                  "done()); next(); })", number)


# Puts a notebook in the place of the one in front.
SHOW = """async (path) => {
  const app = globalThis.jupyterapp;
  await app.restored;
  app.shell.currentWidget?.dispose();
  await (await app.commands.execute("docmanager:open", { path })).context.ready;
}"""

# Runs all cells of the notebook in front once its kernel is there; true if all went well.
RUN_ALL = """async () => {
  const app = globalThis.jupyterapp;
  await app.restored;
  const panel = app.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  return app.commands.execute('notebook:run-all-cells');
}"""
NOTEBOOK_IN_FRONT = "() => globalThis.jupyterapp?.shell?.currentWidget?.sessionContext !== undefined"


EXPLORER = ".dplearn[data-ready=true]"

# anywidget gives a widget's script 2 s to load and then drops it ("Failed to initialize model"): a browser that is
# stopped for longer, on a busy machine, loses every explorer that was on its way.  A test waits as long as it waits.
PATIENT = f"""AbortSignal.timeout = ((timeout) => (ms) => timeout(Math.max(ms, {ANSWER * 1000})))(
  AbortSignal.timeout.bind(AbortSignal));"""


class Watched:
    """A page whose errors and whose attempts to leave the machine are written down."""

    def __init__(self, browser, width: int = 1250, height: int = 1000, **options):
        self.context = browser.new_context(viewport={"width": width, "height": height}, **options)
        self.errors: list[str] = []
        self.strangers: list[str] = []
        self.context.set_default_timeout(ANSWER * 1e3)
        self.context.add_init_script(PATIENT)
        self.context.route("**/*", self._gate)
        self.page = self.context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda e: self._met(e.stack or str(e)))

    def _gate(self, route):
        parts = urlsplit(route.request.url)
        if parts.scheme in ("data", "blob", "about", "file") or parts.hostname in ("127.0.0.1", "localhost"):
            route.continue_()
        else:
            self.strangers.append(route.request.url)
            route.abort()

    def _console(self, message):
        if message.type == "error":
            self._met(message.text)

    def _met(self, words):
        # JupyterLab's own: optional files that are not there, and what it asked of a kernel whose notebook is closed.
        if "Failed to load resource" not in words and "Canceled future for" not in words:
            self.errors.append(words)

    def open(self, address: str, ready: str = EXPLORER, count: int = 1):
        """Load JupyterLab with a notebook and run it; returns the page."""
        self.page.goto(address)
        self.page.wait_for_function(NOTEBOOK_IN_FRONT)
        return self.run(ready, count)

    def show(self, path: str) -> None:
        """Another notebook in the JupyterLab that is open."""
        self.page.evaluate(SHOW, path)

    def run(self, ready: str = EXPLORER, count: int = 1):
        """Run all cells of the notebook in front, wait for `count` nodes; returns the page."""
        assert self.page.evaluate(RUN_ALL), "a cell of the notebook raised an error"
        self.page.wait_for_function(f"() => document.querySelectorAll({ready!r}).length >= {count}")
        return self.page

    def assert_clean(self):
        """No script has failed, and none has asked another machine for anything."""
        met = self.errors + self.strangers
        assert not met, "\n".join(met)

    def close(self):
        self.context.close()

    def __enter__(self):
        return self

    def __exit__(self, error, *_):
        self.close()
        if error is None:
            self.assert_clean()
