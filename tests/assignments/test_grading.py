"""A class graded end to end, in students' processes."""

import json
import re

import handed
from handed import A2, FULL, hand_in, solved
from proofs import RUN

from assignments.grading import batch, fence, notebook

BOLD = """
honest = top_two_law
def top_two_law(counts, epsilon):
    return honest(counts, 3 * epsilon if len(counts) == 7 else epsilon)
"""


def without_metadata(path):
    """As some editors save it."""
    made = json.loads(path.read_text())
    path.write_text(json.dumps(made | {"cells": [cell | {"metadata": {}} for cell in made["cells"]]}))


def test_a_class_gets_the_points_expected(tmp_path, monkeypatch):
    """Honest, wrong and hostile side by side: a file, a name, a proof, a process, others' points, a law."""
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: "tests")  # else asked by a process, for seconds
    folder, out, right = tmp_path / "in", tmp_path / "out", solved()
    mistake = next(m for q in A2.questions if q.id == "top_two" for m in q.mistakes)
    hostile = right | {"leaks": "import os\nos._exit(1)", "top_two": right["top_two"] + BOLD}
    hand_in(folder / "a.ipynb", "ada", **right)
    wrong = {"leaks": "exit()", "top_two": mistake.code(right["top_two"])}
    without_metadata(hand_in(folder / "b.ipynb", "=1+1", f"<script>{RUN}</script>", **wrong))
    hand_in(folder / "c.ipynb", "ADA", **hostile)  # in another's name
    (folder / "d.ipynb").write_bytes(b'{"cells": [{"cell_type": "code", "sour')
    said, rows = handed.graded(folder, out), handed.rows_of(out)
    got = {name: [rows[f"{name}.ipynb"][q] for q in FULL] for name in "abcd"}
    assert got["a"] == list(FULL.values()) and got["d"] == ["0"] * 2
    assert got["b"][0] == got["c"][0] == "0" and int(got["b"][1]) <= mistake.most and int(got["c"][1]) < 8
    assert "4 submissions" in said and "GRADER FAILED" not in said
    pages = {name: (out / "feedback" / row["page"]).read_text() for name, row in rows.items()}
    assert len(set(pages)) == 4 == len(list((out / "feedback").iterdir())) and rows["b.ipynb"]["student"] == "'=1+1"
    assert re.search(mistake.cause, pages["b.ipynb"]) and "<script>" not in "".join(pages.values())
    summary = (out / "summary.html").read_text()
    assert "4 submissions" in summary and "Rubric of packing" in summary
    shown = notebook.read(out / "autograded" / rows["a.ipynb"]["page"][:-5] / A2.name / f"{A2.name}.ipynb")
    assert right["top_two"] in [cell.source for cell in shown.cells]


def test_a_failure_of_the_fence_is_the_graders(tmp_path, monkeypatch):
    """No student gets a zero for a process that never started."""
    def start():
        raise fence.GraderError("no student's process could be started: as a test")

    monkeypatch.setattr(fence, "start", start)
    handed.hand_in(tmp_path / "in" / "a.ipynb", "ada", top_two="right = 1")
    found = batch.grade(A2, tmp_path / "in", tmp_path / "out", workers=1)
    assert found[0].marks == [] and found[0].failed and "as a test" in found[0].notes[0]
