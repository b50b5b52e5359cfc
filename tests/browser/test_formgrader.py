"""nbgrader's formgrader, opened in Chromium on a page with every hostile proof: it asks for nothing, runs nothing,
writes nothing that an honest proof does not."""

import copy
import re
import sys
from contextlib import closing
from pathlib import Path

import lab
import nbformat
import pytest

from assignments.grading import gradebook, notebook
from assignments.grading.prose import safe

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "assignments"))
import handed  # noqa: E402
from proofs import FETCH, HONEST, PIXEL, PROOFS  # noqa: E402

ALLOWED = {"p", "br", "em", "strong", "code", "pre", "ul", "li", "olstart", "ol", "blockquote", "hr", "table", "thead",
           "tbody", "tr", "th", "td", "del", "spanclass", "imgalt,src", "h3", "h4", "h5", "h6"}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A folder graded, its server, and the address of each page: the honest proof as the grader puts it there, a cell
    for each hostile one, made safe as the grader does it."""
    patch, folder = pytest.MonkeyPatch(), tmp_path_factory.mktemp("course")
    handed.at_once(patch)
    for name in ("honest", "hostile"):
        handed.hand_in(folder / "in" / f"{name}.ipynb", name, HONEST, {"page.png": PIXEL})
    handed.graded(folder / "in", folder / "out")
    patch.undo()
    write(folder / "out", "hostile", [safe(proof, {"page.png": f"data:image/png;base64,{PIXEL}"})
                                      for proof in PROOFS.values()])
    with gradebook.Gradebook(gradebook._url(folder / "out")) as book:
        ids = {s.student.id: s.id for s in book.notebook_submissions(handed.A2.name, handed.A2.name)}
    with lab.jupyter_lab(folder / "out") as address:
        base, token = address("").split("/doc/tree/")[0], address("").rpartition("token=")[2]
        pages = {who: f"{base}/formgrader/submissions/{id}/?token={token}" for who, id in ids.items()}
        yield folder / "out", pages


def write(out: Path, student: str, proofs: list[str]) -> None:
    """These in place of the proof."""
    path = out / "autograded" / student / handed.A2.name / f"{handed.A2.name}.ipynb"
    made = nbformat.read(path, 4)
    place = next(i for i, cell in enumerate(made.cells) if notebook.name(cell) == "packing")
    cells = [copy.deepcopy(made.cells[place]) for _ in proofs]
    for i, (cell, proof) in enumerate(zip(cells, proofs)):
        cell.source = proof
        if i:
            cell.update(id=f"proof-{i}", metadata={})
    made.cells[place:place + 1] = cells
    nbformat.write(made, path)


def opened(browser, address: str):
    """What the page of a proof asks for, what it shows, and whether a script or a dialog ran."""
    with closing(lab.Watched(browser)) as window:
        page, asked, dialogs = window.page, [], []
        page.on("request", lambda request: asked.append(
            (request.method, request.url.split("?")[0].replace(address.split("?")[0], "PAGE"))))
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        page.goto(address)
        page.wait_for_function("() => document.readyState === 'complete' && "
                               "document.querySelectorAll('input.score').length > 0")
        page.wait_for_load_state("networkidle")
        return same(asked), page.content(), page.evaluate("() => window.hacked"), dialogs, page.evaluate(
            "() => [...document.querySelectorAll('.tex2jax_ignore')].map((e) => [e.innerText, "
            "[...e.querySelectorAll('*')].map((n) => n.tagName.toLowerCase() + [...n.attributes].map((a) => a.name))])")


def same(asked: list) -> set:
    """Requests by what they are for: ids of rows are each page's own."""
    return {(method, re.sub(r"/[0-9a-f]{32}\b", "/ID", url)) for method, url in asked}


def held(folder: Path) -> dict[Path, bytes]:
    """All files but those that the server writes at any page."""
    kinds = (".ipynb", ".txt", ".html", ".py")
    return {p: p.read_bytes() for p in folder.rglob("*") if p.is_file() and p.suffix in kinds}


def test_no_hostile_proof_asks_or_runs_or_writes_anything_that_an_honest_one_does_not(course, browser):
    out, pages = course
    before = held(out)
    honest, content, hacked, dialogs, ((text, tags),) = opened(browser, pages["honest"])
    assert "for all places" in text and "S_b" in text and hacked is None and not dialogs
    assert "imgalt,src" in tags and tags.count("li") == 2 and tags.count("spanclass") >= 3
    assert f"data:image/png;base64,{PIXEL}" in content
    printed = handed.A2.drawn("honest")[1]["setup"].strip()  # the student's own constants
    assert printed in content and printed not in str(handed.A2.drawn("")[1])

    asked, _, hacked, dialogs, boxes = opened(browser, pages["hostile"])
    assert asked <= honest and hacked is None and dialogs == [] and len(boxes) == len(PROOFS)
    for name, (_, tags) in zip(PROOFS, boxes):
        assert set(tags) <= ALLOWED, (name, tags)
    assert held(out) == before


def test_nothing_is_lost_without_a_word():
    """What is not shown as it was meant is shown as text."""
    for name, proof in PROOFS.items():
        made = safe(proof, {})
        assert "\n" not in made and "<script" not in made and len(made) > 40, name
        assert FETCH not in proof or "evil.example" in made, name
