"""What "Run live" needs beside the pages: the package's wheel, its data, and where Pyodide is.

`write(site, address)` puts it into ``site/live``; pages then load ``live/config.js`` before the joined script.  Without
an address nothing is written, and the pages offer nothing.  All is in classic scripts, so that it also works at
``file://``, where a page may fetch no file.

The address is "cdn" (the Pyodide project's own, at the pinned version), the address of another server, or a folder of
this machine with the release unpacked, which is then copied into the site.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import shutil
import zipfile
from importlib import import_module
from pathlib import Path

import dplearn
from dplearn.experiment import Experiment

from .words import Unreadable

VERSION = "314.0.7"
CDN = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
PACKAGES = ("numpy", "scipy")  # loaded before the first picture
LATER = ("scikit-learn",)      # when an experiment asks for it
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
STATIC = Path(__file__).parent / "static"
PACKAGE = Path(dplearn.__file__).parent
LEFT_OUT = (".csv.gz", ".js", ".css")  # data come one by one; scripts and styles are the page's
WHEEL = f"dplearn-{dplearn.__version__}-py3-none-any.whl"
EARLY = (1980, 1, 1, 0, 0, 0)  # the same sources give the same bytes


def write(site: Path, address: str) -> list[str]:
    """Write ``site/live``; returns the scripts that a page loads for it, relative to the site: none without an
    address."""
    folder = Path(site) / "live"
    shutil.rmtree(folder, ignore_errors=True)  # of an earlier build
    if not address:
        return []
    folder.mkdir(parents=True, exist_ok=True)
    base, megabytes = settle(address, folder)
    _pack(folder, "dplearn", wheel())
    for file in sorted((PACKAGE / "ground" / "data").glob("*.csv.gz")):
        _pack(folder, "data-" + file.name.removesuffix(".csv.gz"), file.read_bytes())
    config = {"version": VERSION, "base": base, "megabytes": megabytes, "packages": PACKAGES, "wheel": "dplearn",
              "rooms": rooms(), "worker": (STATIC / "live_worker.js").read_text(encoding="utf-8"),
              "python": (STATIC / "live_worker.py").read_text(encoding="utf-8")}
    (folder / "config.js").write_text(
        f"globalThis.dplearnLiveConfig = {json.dumps(config)};\n"
        "dplearnLiveConfig.home = new URL('.', document.currentScript.src).href;\n", encoding="utf-8")
    return ["live/config.js"]


def rooms() -> dict[str, str]:
    """The room of each experiment: a worker imports only what it shows."""
    return {e.name: room for room in ("start", *dplearn.SIDES)
            for e in vars(import_module(f"dplearn.{room}.experiments")).values() if isinstance(e, Experiment)}


def wheel() -> bytes:
    """The package as a wheel for a browser: every module and its licences, no data, no scripts, no Jupyter."""
    record, found = [], io.BytesIO()
    info = WHEEL.replace("-py3-none-any.whl", ".dist-info")
    inside = {p.relative_to(PACKAGE.parent).as_posix(): p.read_bytes() for p in sorted(PACKAGE.rglob("*"))
              if p.is_file() and "__pycache__" not in p.parts and not p.name.endswith(LEFT_OUT)}
    for licence in ("LICENSE", "LICENSE-text.md"):
        inside[f"{info}/licenses/{licence}"] = (PACKAGE.parent / licence).read_bytes()
    inside[f"{info}/METADATA"] = (f"Metadata-Version: 2.1\nName: dplearn\nVersion: {dplearn.__version__}\n"
                                  "Requires-Dist: numpy\nRequires-Dist: scipy\n").encode()
    inside[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: dplearn\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    for name, content in inside.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        record.append(f"{name},sha256={digest},{len(content)}")
    inside[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in inside.items():
            archive.writestr(zipfile.ZipInfo(name, EARLY), content, zipfile.ZIP_DEFLATED, 9)
    return found.getvalue()


def settle(address: str, folder: Path) -> tuple[str, int | None]:
    """Where the page finds Pyodide, as seen from ``site/live``, and how many megabytes that is, if it is known."""
    if address == "cdn":
        return CDN, None
    if address.startswith(("http://", "https://")):
        return address.rstrip("/") + "/", None
    here = Path(address)
    wanted = [here / name for name in (*CORE, *_wheels(here))]
    for path in wanted:
        (folder / "pyodide").mkdir(exist_ok=True)
        shutil.copyfile(path, folder / "pyodide" / path.name)
    first = [here / name for name in (*CORE, *_wheels(here, PACKAGES))]
    return "pyodide/", round(sum(p.stat().st_size for p in first) / 2**20)


def _wheels(here: Path, wanted: tuple = (*PACKAGES, *LATER)) -> list[str]:
    """The files of packages and of what they need, in an unpacked release; raises Unreadable where it is not one, not
    of this version or not whole."""
    absent = [name for name in CORE if not (here / name).is_file()]
    if absent:
        raise Unreadable(f"the address of Pyodide must be 'cdn', http(s)://... or a folder with its release; {here} "
                         f"has no {absent[0]}")
    if VERSION not in (here / "pyodide.mjs").read_text(encoding="utf-8"):
        raise Unreadable(f"{here} must hold Pyodide {VERSION}; it is another version")
    known = json.loads((here / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    names, found = list(wanted), {}
    for name in names:
        found[name] = known[name]["file_name"]
        names += [n for n in known[name]["depends"] if n not in names]
    lost = [file for file in found.values() if not (here / file).is_file()]
    if lost:
        raise Unreadable(f"{here} must hold the full release of Pyodide {VERSION}, not its core alone; it has no "
                         f"{lost[0]}")
    return list(found.values())


def _pack(folder: Path, name: str, content: bytes) -> None:
    """Bytes as a classic script."""
    text = base64.b64encode(content).decode()
    (folder / f"{name}.js").write_text(f'dplearnBytes("{name}", "{text}");\n', encoding="ascii")
