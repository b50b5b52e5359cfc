"""What "Run live" needs beside the pages: the package, its data, and where Pyodide is.

`write(site, address)` puts it into ``site/live``; pages then load ``live/config.js`` before the joined script.  Without
an address nothing is written, and the pages offer nothing.  All is in classic scripts, so that it also works at
``file://``, where a page may fetch no file.

The address is "cdn" (the Pyodide project's own, at the pinned version), that of another server, or "../pyodide" where
the full release stands unpacked in the site's folder ``pyodide``.
"""

from __future__ import annotations

import base64
import io
import json
import shutil
import zipfile
from importlib import import_module
from pathlib import Path

import dplearn
from dplearn.experiment import Experiment

from .mathml import Unreadable

VERSION = "314.0.7"
CDN = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
PACKAGES = ("numpy", "scipy")  # loaded before the first picture
STATIC = Path(__file__).parent / "static"
PACKAGE = Path(dplearn.__file__).parent
LEFT_OUT = (".csv.gz", ".js", ".css")  # data come one by one; scripts and styles are the page's
EARLY = (1980, 1, 1, 0, 0, 0)  # the same sources give the same bytes


def write(site: Path, address: str) -> list[str]:
    """Write ``site/live``; returns the scripts that a page loads for it, relative to the site: none without an
    address."""
    folder = Path(site) / "live"
    shutil.rmtree(folder, ignore_errors=True)  # of an earlier build
    if not address:
        return []
    base = settle(address)
    folder.mkdir(parents=True, exist_ok=True)
    _pack(folder, "dplearn", package())
    for file in sorted((PACKAGE / "ground" / "data").glob("*.csv.gz")):
        _pack(folder, "data-" + file.name.removesuffix(".csv.gz"), file.read_bytes())
    config = {"version": VERSION, "base": base, "packages": PACKAGES, "wheel": "dplearn",
              "rooms": rooms(), "worker": (STATIC / "live_worker.js").read_text(encoding="utf-8"),
              "python": "\n".join((STATIC / f"{half}_worker.py").read_text(encoding="utf-8")
                                  for half in ("live", "exercise"))}
    (folder / "config.js").write_text(
        f"globalThis.dplearnLiveConfig = {json.dumps(config)};\n"
        "dplearnLiveConfig.home = new URL('.', document.currentScript.src).href;\n", encoding="utf-8")
    return ["live/config.js"]


def rooms() -> dict[str, str]:
    """The room of each experiment: a worker imports only what it shows."""
    return {e.name: room for room in ("start", *dplearn.SIDES)
            for e in vars(import_module(f"dplearn.{room}.experiments")).values() if isinstance(e, Experiment)}


def package() -> bytes:
    """The package as an archive that Pyodide unpacks among its libraries, as it does a wheel: every module and the
    licences, no data, no scripts."""
    found, root = io.BytesIO(), PACKAGE.parent
    modules = [p for p in sorted(PACKAGE.rglob("*"))
               if p.is_file() and "__pycache__" not in p.parts and not p.name.endswith(LEFT_OUT)]
    with zipfile.ZipFile(found, "w") as archive:
        for path in (*modules, root / "LICENSE", root / "LICENSE-text.md"):
            name = path.relative_to(root).as_posix() if path in modules else f"dplearn/{path.name}"
            archive.writestr(zipfile.ZipInfo(name, EARLY), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return found.getvalue()


def settle(address: str) -> str:
    """Where the page finds Pyodide, as seen from ``site/live``."""
    if address == "cdn":
        return CDN
    if not address.startswith(("http://", "https://", "../")):
        raise Unreadable(f"the address of Pyodide must be 'cdn', http(s)://... or ../FOLDER, a folder of the site with "
                         f"its full release {VERSION}; it is {address!r}")
    return address.rstrip("/") + "/"


def _pack(folder: Path, name: str, content: bytes) -> None:
    """Bytes as a classic script."""
    text = base64.b64encode(content).decode()
    (folder / f"{name}.js").write_text(f'dplearnBytes("{name}", "{text}");\n', encoding="ascii")
