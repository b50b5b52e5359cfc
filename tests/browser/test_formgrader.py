"""nbgrader's formgrader, opened in Chromium on every hostile proof: it asks for nothing, runs nothing, writes nothing
that an honest proof does not."""

import re
import sys
from pathlib import Path

import lab
import nbformat
import pytest

from assignments.grading import gradebook, notebook
from assignments.grading.prose import safe

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "assignments"))
import handed  # noqa: E402
from proofs import FETCH, HONEST, PIXEL, PROOFS  # noqa: E402

@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A folder graded, with a proof for each that is tried, and its server: the address of each proof's page."""
    patch, folder = pytest.MonkeyPatch(), tmp_path_factory.mktemp("course")
    handed.at_once(patch)
    everything = {"honest": HONEST, **PROOFS}
    for i, proof in enumerate(everything.values()):
        handed.hand_in(folder / "in" / f"p{i}.ipynb", f"p{i}", proof.replace("HERE", "http://127.0.0.1"),
                       {"page.png": PIXEL})
    handed.graded(folder / "in", folder / "out")
    patch.undo()
    with gradebook.Gradebook(gradebook._url(folder / "out")) as book:
        ids = {s.student.id: s.id for s in book.notebook_submissions(handed.A2.name, handed.A2.name)}
    with lab.jupyter_lab(folder / "out") as address:
        base, token = address("").split("/doc/tree/")[0], address("").rpartition("token=")[2]
        yield folder / "out", {name: f"{base}/formgrader/submissions/{ids[f'p{i}']}/?token={token}"
                               for i, name in enumerate(everything)}


def opened(browser, address: str):
    """What the page of a proof asks for beyond itself, what it shows, and whether a script or a dialog ran."""
    with browser.new_context() as context:
        asked, dialogs = [], []
        context.set_default_timeout(lab.ANSWER * 1e3)
        here = address.split("/formgrader")[0]

        def gate(route):
            url = route.request.url.split("?")[0]
            asked.append((route.request.method, url.replace(address.split("?")[0], "PAGE")))
            route.continue_() if url.startswith(here) else route.abort()

        context.route("**/*", gate)
        page = context.new_page()
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        page.goto(address)
        page.wait_for_function("() => document.readyState === 'complete' && "
                               "document.querySelectorAll('input.score').length > 0")
        page.wait_for_load_state("networkidle")
        return sorted(set(asked)), page.content(), page.evaluate("() => window.hacked"), dialogs, page.evaluate(
            "() => [...document.querySelectorAll('.tex2jax_ignore')].map((e) => [e.innerText, "
            "[...e.querySelectorAll('*')].map((n) => n.tagName.toLowerCase() + [...n.attributes].map((a) => a.name))])")


def same(asked: list) -> list:
    """Requests by what they are for: ids of rows are each page's own."""
    return sorted({(method, re.sub(r"/[0-9a-f]{32}\b", "/ID", re.sub(r"//[^/]+:\d+", "//SERVER", url)))
                   for method, url in asked})


def held(folder: Path) -> dict[Path, bytes]:
    """All files but those that the server writes at any page."""
    kinds = (".ipynb", ".txt", ".html", ".py")
    return {p: p.read_bytes() for p in folder.rglob("*") if p.is_file() and p.suffix in kinds}


def test_an_honest_proof_is_shown_with_its_picture(course, browser):
    _, content, hacked, dialogs, ((text, tags),) = opened(browser, course[1]["honest"])
    assert "for all places" in text and "S_b" in text and hacked is None and not dialogs
    assert "imgalt,src" in tags and tags.count("li") == 2 and tags.count("spanclass") >= 3
    assert f"data:image/png;base64,{PIXEL}" in content


def test_what_is_not_made_safe_would_be_seen(course, browser):
    """The same proof put into the page as it was written runs, and asks a stranger."""
    out, pages = course
    place = 1 + list(PROOFS).index("a picture that fails")
    path = out / "autograded" / f"p{place}" / handed.A2.name / f"{handed.A2.name}.ipynb"
    kept = path.read_bytes()
    made = nbformat.read(path, 4)
    cell = next(c for c in made.cells if notebook.name(c) == "packing")
    cell.source = f"{PROOFS['a picture that fails']} ![dot]({FETCH}dot.png)".replace("HERE", "")
    nbformat.write(made, path)
    asked, _, hacked, dialogs, boxes = opened(browser, pages["a picture that fails"])
    path.write_bytes(kept)
    assert hacked == 1 and dialogs and ("GET", f"{FETCH}dot.png") in asked and boxes == []


def test_no_hostile_proof_asks_or_runs_or_writes_anything(course, browser):
    out, pages = course
    before = held(out)
    honest = same(opened(browser, pages["honest"])[0])
    allowed = {"p", "br", "em", "strong", "code", "pre", "ul", "li", "olstart", "ol", "blockquote", "hr", "table",
               "thead", "tbody", "tr", "th", "td", "del", "spanclass", "imgalt,src", "h3", "h4", "h5", "h6"}
    for name in PROOFS:
        asked, _, hacked, dialogs, boxes = opened(browser, pages[name])
        assert set(same(asked)) <= set(honest), (name, set(same(asked)) - set(honest))
        assert hacked is None and dialogs == [], name
        assert len(boxes) == 1 and set(boxes[0][1]) <= allowed, (name, boxes)
    assert held(out) == before


def test_the_page_shows_the_students_own_constants(course, browser):
    _, content, *_ = opened(browser, course[1]["honest"])
    printed = handed.A2.drawn("p0")[1]["setup"].strip()
    assert printed in content and printed not in str(handed.A2.drawn("")[1])


@pytest.mark.parametrize("name", PROOFS)
def test_nothing_is_lost_without_a_word(name):
    """What is not shown as it was meant is shown as text."""
    assert len(PROOFS) >= 40
    made = safe(PROOFS[name], {})
    assert "\n" not in made and "<script" not in made and len(made) > 40
    assert FETCH not in PROOFS[name] or "evil.example" in made
