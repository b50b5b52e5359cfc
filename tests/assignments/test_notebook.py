"""What was handed out locked is put back, and one note names it, whatever kind of cell it is."""

import copy

import nbformat
import pytest

from assignments.grading import notebook
from assignments.grading.assignment import Assignment, assignments
from assignments.grading.release import release

A8 = next(a for a in assignments() if a.short == "a8")
LOCKED = ["setup", "panel-task", "panel-check"]  # code, text, a check
NOTE = "locked cells were changed or missing, and were put back: "


def submitted(made, folder):
    path = folder / "a8.ipynb"
    path.write_text(nbformat.writes(made), encoding="utf-8")
    return notebook.submission(path, copy.deepcopy(A8.release))


def edited(cell):
    cell.source += "\n# mine"
    return [cell]


WAYS = {"edited": edited, "deleted": lambda cell: [], "emptied": lambda cell: [cell.update(source="") or cell],
        "edited beside a copy": lambda cell: [nbformat.from_dict({**cell, "id": f"{cell.id}-copy"}), *edited(cell)]}


@pytest.mark.parametrize("way", WAYS)
def test_one_note_names_what_is_put_back(way, tmp_path):
    made = copy.deepcopy(A8.release)
    made.cells = [c for cell in made.cells for c in (WAYS[way](cell) if notebook.name(cell) in LOCKED else [cell])]
    got = submitted(made, tmp_path)
    assert got.notes == [NOTE + ", ".join(LOCKED)]
    source = next(c.source for c in A8.release.cells if notebook.name(c) == "setup")
    assert {code for own, code in got.cells if own == "setup"} == {source}
    assert not any(own.endswith("-check") for own, _ in got.cells)


def test_no_note_about_cells_of_ones_own(tmp_path):
    made = copy.deepcopy(A8.release)
    for i in range(len(made.cells), 0, -1):
        made.cells.insert(i, nbformat.v4.new_code_cell(f"mine_{i} = {i}"))
    got = submitted(made, tmp_path)
    assert got.notes == [] and sum(code.startswith("mine") for _, code in got.cells) == len(A8.release.cells)


def test_without_metadata_an_edited_cell_is_missing_and_the_others_are_known_by_their_text(tmp_path):
    made = copy.deepcopy(A8.release)
    for cell in made.cells:
        WAYS["edited"](cell) if notebook.name(cell) == "panel-check" else None
        cell.metadata = {}
    got = submitted(made, tmp_path)
    assert "lost their metadata" in got.notes[0] and got.notes[1:] == [NOTE + "panel-check"]
    assert [name for name, _ in got.cells if name] == [
        notebook.name(c) for c in A8.release.cells if c in notebook.given(A8.release.cells)]


def test_another_class_is_one_note(tmp_path):
    notes = submitted(release(Assignment(A8.name, "k6")), tmp_path).notes
    assert len(notes) == 1 and "of the class" in notes[0]


def test_a_key_of_megabytes_is_not_read():
    """Its list would take gigabytes, its dict hours."""
    cell = nbformat.v4.new_code_cell
    assert notebook.class_of([cell("CLASS = 'fall'")]) == "fall"
    assert notebook.class_of([cell(f"CLASS = {'a' * 5000!r}")]) is None
