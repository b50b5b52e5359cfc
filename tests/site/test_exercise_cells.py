"""Exercises on the page, without a browser: the set-up that each gets, and the worker's Python half with the package
as a page sends it (no data, no Jupyter), against what the notebooks have printed."""

import io
import json
import re
import subprocess
import sys
import zipfile

import pytest
import solved

from tools.site import exercises, live
from tools.site.static import exercise_worker

AWAY = """
import json, shutil, sys
class Away:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("IPython", "anywidget", "ipywidgets", "traitlets", "matplotlib", "altair"):
            raise ModuleNotFoundError(f"No module named {name!r}")
sys.meta_path.insert(0, Away())
import exercise_worker, dplearn.data
brought = []
def run(given):
    said = json.loads(exercise_worker.run(json.dumps(given)))
    if not (said["lacks"] or "").endswith(".gz") or said["lacks"] in brought:
        return said
    brought.append(said["lacks"])  # as the page sends a file
    shutil.copy(f"{DATA}/{said['lacks']}", dplearn.data.__path__[0])
    return run(given)
print(json.dumps([[run(given) for given in json.load(sys.stdin)], brought]))
"""


STAND_INS = "print(*(n for n, v in globals().items() if type(v).__name__ == 'Absent'))"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """``elsewhere(cells)``: what they leave in a fresh Python that has numpy, scipy and the package's archive, and the
    files that it was sent."""
    def go(given):
        folder = tmp_path_factory.mktemp("elsewhere")
        zipfile.ZipFile(io.BytesIO(live.package())).extractall(folder)
        (folder / "exercise_worker.py").write_bytes((live.STATIC / "exercise_worker.py").read_bytes())
        code = f"DATA = {str(live.PACKAGE / 'ground' / 'data')!r}\n{AWAY}"
        done = subprocess.run([sys.executable, "-c", code], input=json.dumps(given), capture_output=True, text=True,
                              cwd=folder)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return go


def asked(page, answer, code, check):
    return {"page": page, "key": "k", "setup": answer["setup"], "others": {}, "code": code, "check": check}


def test_every_exercise_of_the_course_says_what_its_notebook_printed(elsewhere):
    """The solution as a reader would type it, the beginning, and the solution's own cell with its wrong answers.  And
    CONTRIBUTING names what of their set-ups has a stand-in."""
    cells, wanted = [], []
    for page in solved.pages():
        notebook = solved.notebook(page).cells
        for answer in exercises.answers(notebook).values():
            begin, right = notebook[answer["cell"]], solved.solution(notebook, answer["check"])
            passes = solved.printed(notebook[answer["cell"] + 1]).replace("not written yet", "passes")
            cells += [asked(page, answer, solved.typed(notebook, answer), answer["check"]),
                      asked(page, answer, begin.source, answer["check"]), asked(page, answer, "", right.source)]
            wanted += [passes, solved.printed(notebook[answer["cell"] + 1]), solved.printed(right)]
    said, brought = elsewhere(cells + [asked(page, {"setup": []}, STAND_INS, "") for page in solved.pages()])
    absent = {name for one in said[len(cells):] for _, words in one["outputs"] for name in words.split()}
    text = (solved.ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert set(re.search(r"stand-ins for (.*?) that", text)[1].replace("`", "").split(", ")) == absent
    assert len(cells) == 3 * 37 and "adult_bits.csv.gz" in brought
    for given, one, words in zip(cells, said[:len(cells)], wanted, strict=True):
        assert one["outputs"] == [["printed", words]], (given["page"], given["code"])


def test_the_set_up_is_what_the_names_ask_for():
    cell = {"cell_type": "code", "metadata": {}}
    before = [solved.nbformat.from_dict({**cell, "source": text}) for text in (
        "import numpy as np\nSEED = 1", "base = 2\nunused = 3", "def twice(x):\n    y = base * x\n    return y",
        "y = 7")]
    task = solved.nbformat.from_dict({"cell_type": "markdown", "metadata": {}, "source": "Use `unused`, not `y`."})
    given = exercises.setup([*before, task], "def answer(y):\n    return twice(y)")
    assert given == ["import numpy as np", "SEED = 1", "base = 2", "unused = 3", before[2].source]


@pytest.fixture
def run(monkeypatch):
    """``run(code, check, others, setup)`` in names of its own: [kind, text], and what it lacks."""
    monkeypatch.setattr(exercise_worker, "pages", {})

    def go(code, check="", others={}, setup=()):
        said = json.loads(exercise_worker.run(json.dumps({
            "page": "p", "key": "f", "setup": list(setup), "others": others, "code": code, "check": check})))
        return said["outputs"], said["lacks"]

    return go


def test_what_a_cell_leaves(run):
    assert run("print('a')\nx = 2\nx + 1") == ([["printed", "a\n"], ["text", "3"]], None)
    assert run("x") == ([["text", "2"]], None)  # names stay
    assert run("display(x, 'b')\nNone")[0] == [["text", "2"], ["text", "'b'"]]
    html = "class H:\n    def _repr_html_(self): return '<b>1</b>'\nH()"
    assert run(html)[0] == [["html", "<b>1</b>"]]
    chart = "import altair\naltair.Chart(altair.InlineData([{'a': 1}])).mark_point().encode(x='a:Q')"
    [[kind, spec]], lacks = run(chart)
    assert kind == "chart" and json.loads(spec)["mark"] == {"type": "point"} and lacks is None
    (_, text), (_, last) = run("for i in range(10**5): print(i)\n", "print('yours: passes')")[0]
    assert len(text) == exercise_worker.MOST and text.startswith("0\n1\n")
    assert last.startswith("... much is left out") and last.endswith("\n99999\nyours: passes\n") and len(last) < 1100


def test_an_answer_may_call_another(run):
    others = {"helper": "def helper(x):\n    return 2 * x", "b": "def under way(", "c": "def unused(): 1 / 0"}
    assert run("def f(x):\n    return helper(x)\nf(2)", others=others) == ([["text", "4"]], None)
    assert "NameError" in run("nobody(1)", others=others)[0][0][1]
    assert 'File "your answer helper", line 2, in helper\n    return 2 * x' in run("\nhelper(None)")[0][0][1]
    setup = ["def one():\n    return 1 / 0", "def two():\n    return one()"]
    said = run("two()", setup=setup)[0][0][1]  # each line is that of its own cell
    assert "return one()" in said and "return 1 / 0" in said
