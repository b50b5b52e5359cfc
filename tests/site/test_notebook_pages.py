"""Pages made of tiny notebooks; a build that is stopped or refused."""

import html
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest

from tools.site import __main__, pages, places
from tools.site.mathml import Unreadable

PIXEL = ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


@pytest.fixture
def page(tmp_path, monkeypatch):
    """``page(cells)``: the page of a notebook with a title and these cells."""
    monkeypatch.setattr(places, "ROOT", tmp_path)
    (tmp_path / "notebooks" / "deeper").mkdir(parents=True)

    def made(*cells, name="00-x.ipynb", head="# A page\n\n*What it promises.*"):
        cells = [words_(head), *cells]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "notebooks" / name)
        return pages.made(Path(name))

    return made


def words_(source):
    return nbformat.v4.new_markdown_cell(source)


def code(source, *outputs, **metadata):
    return nbformat.v4.new_code_cell(source, outputs=list(outputs), metadata=metadata)


def printed(text):
    return nbformat.v4.new_output("stream", text=text)


def shown(**data):
    return nbformat.v4.new_output("display_data", {k.replace("_", "/"): v for k, v in data.items()})


def picture(text, alt="a picture"):
    return nbformat.v4.new_output("display_data", {"image/png": PIXEL, "text/plain": text},
                                  metadata={"image/png": {"alt": alt, "width": 800}})


def test_title_promise_contents_and_anchors(page):
    made = page(words_("## One $n$\n\n### Two"), words_("### Two"))
    assert made.title == "A page" and made.promise == "What it promises."
    anchors = [(1, "A-page"), (2, "One-n"), (3, "Two"), (3, "Two-2")]
    assert [(level, anchor) for level, anchor, _ in made.contents] == anchors
    assert made.body.count('id="Two"') == 1 and 'href="#Two-2"' in made.body


@pytest.mark.parametrize("cell, folded", [
    (code("import numpy as np\nSEED = 1"), "set-up"),
    (code("x = 1\nprint(x)", printed("1\n")), None),
    (code("def f(x):\n    return x"), None),
    (code("def f(x):\n    raise NotImplementedError", tags=["exercise"]), None),
    (code("def check_1(f, rng):\n    pass\n\n_ = report(check_1, yours=f)", printed("yours: passes\n")), "the check"),
    (code("# Exercise 1: by < and >\nx = 1", printed("passes"), tags=["solution"]), "Exercise 1: by &lt; and &gt;"),
    (code("x = 1", printed("passes"), tags=["solution"]), "a solution in code"),
    (code("x = 1\ndrawing(x)", picture("[picture]")), "code"),
])
def test_what_is_folded(page, cell, folded):
    body = page(cell).body
    assert (f"<summary>{folded}</summary>" if folded else "<details") in body or not folded and "<details" not in body
    assert ("<details" in body) == bool(folded)


def test_what_a_cell_shows_waits_for_its_prediction(page):
    asks = shown(text_plain="predict('1 (or 0)', 'it is 2')")
    body = page(code('predict("1 (or 0)",\n        "it is 2")\nprint(2)', asks, printed("2\n"))).body
    said = html.escape(json.dumps(["1 (or 0)", "it is 2"]))
    assert f'<div class="waits" data-choices="{said}"><pre class="printed">2\n</pre></div>' in body
    assert "predict" not in body and body.index("highlight") < body.index("waits")
    lone = shown(text_html="<blockquote>true</blockquote>", text_plain="Statement(LN-T1.2: holds)")
    body = page(code('predict("1 (or 0)", "it is 2")\ncard("LN-T1.2")', asks, lone)).body
    assert body.count("waits") == body.count("true") == 1 and "highlight" not in body


def test_a_lone_call_shows_what_it_shows_and_no_code(page):
    source = shown(text_markdown="```python\ndef f(x):\n    return x\n```", text_plain="...")
    body = page(code("source(f)", source)).body
    assert "<details" not in body and "highlight" in body and "source" not in body


def test_predict_and_answer(page):
    body = page(words_("**Predict.** How many?"), words_("**Answer.** Two.")).body
    assert '<p class="predict"><strong>Predict.</strong> How many?</p>' in body
    assert re.search(r'<details class="answer" data-cell="\w+"><summary>Answer</summary><p>Two.</p>', body)


def test_what_an_explorer_asks_stands_in_its_figure(page):
    def figure(asked):
        line = f"explore(experiments.occam, d=5{asked})"
        return page(code(line, picture(line)))

    made = figure(", predict=('thresholds', 'the others')")
    assert 'data-predict="{&quot;choices&quot;: [&quot;thresholds&quot;, &quot;the others&quot;]}"' in made.body
    assert made.explorers == [("occam", {"d": 5})] and "data-predict" not in figure("").body
    assert "{&quot;points&quot;: {&quot;exact&quot;: [30.0]}}" in figure(", predict={'exact': 30}").body


def test_cards_have_their_ids_once_and_their_formulas(page):
    card = shown(text_html="<blockquote>$n &lt; 2$, <code>$x$</code></blockquote>",
                 text_plain="Statement(LN-T1.2: holds)")
    made = page(code('card("LN-T1.2")', card), code('card("LN-T1.2")', card))
    assert made.body.count('id="LN-T1.2"') == 1 and set(made.cards) == {"LN-T1.2"}
    assert made.body.count("<math") == 2 and "<code>$x$</code>" in made.body


def test_dollars_that_are_no_formulas(page):
    body = page(words_("It costs \\$5 or `$n$`."), code("print('$n$')", printed("$n$ < 2\n"))).body
    assert "$5" in body and "<code>$n$</code>" in body and "$n$ &lt; 2" in body and "<math" not in body


def test_what_cannot_be_read_names_notebook_and_formula(page):
    with pytest.raises(Unreadable, match=r"x\.ipynb: the formula '\\\\nonsense x'"):
        page(words_(r"See $\nonsense x$."))
    with pytest.raises(Unreadable, match="00-x.ipynb: the link 'nowhere.ipynb' leads nowhere"):
        page(words_("[there](nowhere.ipynb)"))


@pytest.mark.parametrize("place, href, led", [
    ("notebooks/deeper/1a-cheap-classes.ipynb", "../../README.md#lectures", "index.html"),
    ("notebooks/01-pac-and-occam.ipynb", "deeper/1a-cheap-classes.ipynb#x", "deeper/1a-cheap-classes.html#x"),
    ("assignments/for-students.md", "../notebooks/02-private-pac.ipynb", "02-private-pac.html"),
    ("assignments/for-students.md", "goals.md", "assignments/goals.html"),
    ("assignments/goals.md", "../notebooks/assignments/a2-private-pac.ipynb", "assignments/a2-private-pac.ipynb"),
    ("notebooks/01-pac-and-occam.ipynb", "../dplearn/ground/data/README.md", "dplearn/ground/data/README.md"),
])
def test_a_link_of_the_repository_leads_to_its_place_in_the_site(place, href, led):
    assert places.lead(href, Path(place), "../") == "../" + led
    assert places.lead("#here", Path(place), "../") == "#here"
    with pytest.raises(Unreadable, match="leads nowhere"):
        places.lead("no/such/file.md", Path(place), "../")


def test_pictures_are_files_and_all_but_the_first_wait(page):
    made = page(code("draw()", picture("[picture]")), code("draw(2)", picture("[picture]", alt='say "hi"')),
                name="deeper/0a-y.ipynb")
    (name,) = made.pictures
    assert made.body.count(f'src="../pictures/{name}"') == 2 and "base64" not in made.body
    assert 'alt="say &quot;hi&quot;"' in made.body and 'width="800" height="800"' in made.body


def test_explorers_and_other_widgets_carry_what_they_start_from(page):
    made = page(code("explore(experiments.occam, d=5)", picture("explore(experiments.occam, d=5)")),
                code("racetrack(seed=4)", picture("racetrack(seed=4, eta='hoeffding')")),
                code("release_desk(8)", picture("release_desk(8, epsilon=1.0, T=None)")))
    assert made.explorers == [("occam", {"d": 5})]
    (race, race_start), (desk, desk_start) = made.widgets.values()
    assert (race, race_start) == ("racetrack", {"seed": 4, "eta": "hoeffding"})
    assert (desk, desk_start) == ("release_desk", {"columns": 8, "epsilon": 1.0, "T": None})
    assert all(f'data-kind="{kind}" data-table="{name}"' in made.body for name, (kind, _) in made.widgets.items())
    assert 'data-experiment="occam" data-setting="{&quot;d&quot;: 5}"' in made.body
    assert "<details" not in made.body


HERE = "[This page on the web](https://x.y/z.html)"


@pytest.mark.parametrize("said", [f" {HERE}; [how to run it](../README.md).",
                                  f"\n\nTo run the code, choose *Run*. {HERE} needs no kernel."])
def test_what_is_said_to_a_reader_in_a_lab_is_left_out(page, tmp_path, said):
    (tmp_path / "README.md").write_text("")
    made = page(head=f"# A page\n\n*It.*\n\n**5 minutes**.{said}\n\nMore.")
    assert made.head.count("<p>") == 3 and "<a href" not in made.head and "5 minutes" in made.head


# `make site` of one lecture, and without what needs all of them.
ONE_PAGE = """
from tools.site import __main__ as site
from pathlib import Path
site.found, site.write = (lambda *_: [Path("01-pac-and-occam.ipynb")]), (lambda to, *_: to.mkdir(exist_ok=True))
site.main()
"""


def test_ctrl_c_ends_a_build(tmp_path):
    command = [sys.executable, "-c", ONE_PAGE, "--to", tmp_path / "site", "--cache", tmp_path / "cache"]
    # In a process group of its own, as in a terminal.
    with subprocess.Popen(command, cwd=places.ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True) as build:
        while not (tmp_path / "site" / "tables").exists():
            assert build.poll() is None
            time.sleep(0.1)
        os.killpg(build.pid, signal.SIGINT)
        said = build.stderr.read()  # to its end: no worker has kept it open
    assert build.returncode == 1 and "stopped; the tables that are done stand in" in said and "Traceback" not in said


def test_a_mistyped_pyodide_is_told_in_a_line(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["site", "--to", str(tmp_path), "--pyodide", "nonsense"])
    with pytest.raises(SystemExit, match="^no site: the address of Pyodide must be .*") as told:
        __main__.main()
    assert "\n" not in str(told.value)
