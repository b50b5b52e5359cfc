"""What was handed out locked is put back, and one note names it, whatever kind of cell it is."""

import copy

import nbformat
import pytest

import synthetic
from assignments.grading import notebook
from assignments.grading.assignment import Assignment, assignments
from assignments.grading.release import release

A8 = next(a for a in assignments() if a.short == "a8")
KINDS = {"setup": "code", "panel-task": "text", "panel-check": "check"}
NOTE = "locked cells were changed or missing, and were put back: "


def submitted(made, folder, release=None):
    path = folder / "a8.ipynb"
    path.write_text(nbformat.writes(made), encoding="utf-8")
    return notebook.submission(path, release or copy.deepcopy(A8.release))


def edited(cell):
    cell.source += "\n# mine"
    return [cell]


WAYS = {"edited": edited, "deleted": lambda cell: [], "emptied": lambda cell: [cell.update(source="") or cell],
        "edited beside a copy": lambda cell: [nbformat.from_dict({**cell, "id": f"{cell.id}-copy"}), *edited(cell)]}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("names", [[n] for n in KINDS] + [list(KINDS)], ids=lambda n: " and ".join(map(KINDS.get, n)))
def test_one_note_names_what_is_put_back(names, way, tmp_path):
    made = copy.deepcopy(A8.release)
    made.cells = [c for cell in made.cells for c in (WAYS[way](cell) if notebook.name(cell) in names else [cell])]
    got = submitted(made, tmp_path)
    assert got.notes == [NOTE + ", ".join(names)]
    source = next(c.source for c in copy.deepcopy(A8.release).cells if notebook.name(c) == "setup")
    assert {code for own, code in got.cells if own == "setup"} == {source}
    assert not any(own.endswith("-check") for own, _ in got.cells)


@pytest.mark.parametrize("vessel", synthetic.VESSELS)
def test_no_note_about_what_is_as_it_was(vessel, tmp_path):
    file, data = synthetic.VESSELS[vessel](copy.deepcopy(A8.release), "somebody", A8)
    (tmp_path / "a8.ipynb").write_bytes(data)
    got = notebook.submission(tmp_path / "a8.ipynb", copy.deepcopy(A8.release))
    notes, release = got.notes, A8.release.cells
    wanted = {c.source.strip() for c in release if c.cell_type == "code" and not notebook.tests(c)}
    lost = wanted - {code.strip() for _, code in got.cells}
    assert all(code.startswith("STUDENT") for code in lost)
    touched = vessel in ("checks deleted", "checks edited", "locked cells edited", "locked cells deleted")
    assert sum(note.startswith(NOTE) for note in notes) == touched
    assert len(notes) == touched + (vessel == "metadata lost")


def test_without_metadata_an_edited_cell_is_missing(tmp_path):
    made = copy.deepcopy(A8.release)
    for cell in made.cells:
        WAYS["edited"](cell) if notebook.name(cell) == "panel-check" else None
        cell.metadata = {}
    assert submitted(made, tmp_path).notes[1:] == [NOTE + "panel-check"]


def test_another_class_is_one_note(tmp_path):
    notes = submitted(release(Assignment(A8.name, "k6")), tmp_path).notes
    assert len(notes) == 1 and "of the class" in notes[0]


