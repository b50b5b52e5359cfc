"""Pages made of tiny notebooks."""

import html
import json
import re
from pathlib import Path

import nbformat
import pytest

from tools.site import pages, places
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
    assert re.search(rf'<div class="waits" data-choices="{re.escape(said)}"><div class=" highlight.*?</div>\s*'
                     r'<pre class="printed">2\n</pre></div>', body, re.S)
    assert "predict" not in body


def test_what_an_explorer_asks_stands_in_its_figure(page):
    def figure(asked):
        line = f"explore(experiments.occam, d=5{asked})"
        return page(code(line, picture(line)))

    made = figure(", predict=('thresholds', 'the others')")
    assert 'data-predict="{&quot;choices&quot;: [&quot;thresholds&quot;, &quot;the others&quot;]}"' in made.body
    assert made.explorers == [("occam", {"d": 5})] and "data-predict" not in figure("").body
    assert "{&quot;points&quot;: {&quot;exact&quot;: [30.0]}}" in figure(", predict={'exact': 30}").body


def test_what_cannot_be_read_names_notebook_and_formula(page):
    with pytest.raises(Unreadable, match=r"x\.ipynb: the formula '\\\\nonsense x'"):
        page(words_(r"See $\nonsense x$."))
    with pytest.raises(Unreadable, match="00-x.ipynb: the link 'nowhere.ipynb' leads nowhere"):
        page(words_("[there](nowhere.ipynb)"))


@pytest.mark.parametrize("place, href, led", [
    ("notebooks/deeper/1a-cheap-classes.ipynb", "../../README.md#lectures", "index.html"),
    ("notebooks/01-pac-and-occam.ipynb", "deeper/1a-cheap-classes.ipynb#x", "deeper/1a-cheap-classes.html#x"),
    ("assignments/for-students.md", "goals.md", "assignments/goals.html"),
    ("assignments/goals.md", "../notebooks/assignments/a2-private-pac.ipynb", "assignments/a2-private-pac.ipynb"),
    ("notebooks/01-pac-and-occam.ipynb", "../dplearn/ground/data/README.md", "dplearn/ground/data/README.md"),
])
def test_a_link_of_the_repository_leads_to_its_place_in_the_site(place, href, led):
    assert places.lead(href, Path(place), "../") == "../" + led
    assert places.lead("#here", Path(place), "../") == "#here"
    with pytest.raises(Unreadable, match="leads nowhere"):
        places.lead("no/such/file.md", Path(place), "../")


def test_explorers_and_other_widgets_carry_what_they_start_from(page):
    made = page(code("explore(experiments.occam, d=5)", picture("explore(experiments.occam, d=5)")),
                code("racetrack(seed=4)", picture("racetrack(seed=4, eta='hoeffding')")),
                code("release_desk(8)", picture("release_desk(8, epsilon=1.0, T=None)")))
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
