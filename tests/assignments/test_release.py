"""What students get is what the source makes, holds no solution, and counts its points right."""

import re
import sys

import pytest

from assignments.grading import notebook, report
from assignments.grading.assignment import RELEASES, Assignment, assignments
from assignments.grading.question import Proof
from assignments.grading.release import main, release

ALL = assignments()
each = pytest.mark.parametrize("assignment", ALL, ids=lambda a: a.short)


def sources(made):
    return [(notebook.name(c), c.cell_type, c.source, c.metadata.get("nbgrader", {}).get("points")) for c in made.cells]


@each
def test_the_release_is_what_the_source_makes(assignment):
    given = notebook.read(RELEASES / f"{assignment.name}.ipynb")
    stale = [name for (name, *was), (_, *now) in zip(sources(given), sources(assignment.release)) if was != now]
    assert sources(given) == sources(assignment.release), f"make assignments A={assignment.short}  (stale: {stale})"
    for cell in given.cells:
        assert notebook.locked(cell) != cell.metadata.get("editable", True), notebook.name(cell)


@each
def test_no_line_of_a_solution_is_in_the_release(assignment):
    given = {line.strip() for cell in assignment.release.cells for line in cell.source.splitlines()}
    shown = {line.strip() for cell in assignment.source.cells if notebook.locked(cell)
             for line in cell.source.splitlines()}
    for cell in assignment.source.cells:
        for region in re.findall(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", cell.source, re.S):
            lines = [line.strip() for line in region.splitlines() if len(line.strip()) > 15]
            assert lines and not given & set(lines) - shown
    assert not any("SOLUTION" in line for line in given)


@each
def test_points_minutes_and_mistakes(assignment):
    names = [notebook.name(c) for c in assignment.source.cells]
    assert assignment.points in (*range(15, 26), 45) and 200 <= sum(q.minutes for q in assignment.questions) <= 900
    for q in assignment.questions:
        assert q.id not in report.COLUMNS  # of the gradebook, beside those of the questions
        assert {f"{q.id}-task", q.id} <= set(names)
        if not isinstance(q, Proof):
            assert f"{q.id}-check" in names and len(q.mistakes) >= 4
            assert all(m.most < q.points for m in q.mistakes)


@each
def test_a_class_gets_links_that_lead_to_the_web(assignment):
    made = release(Assignment(assignment.name, "k6"))
    words = "\n".join(c.source for c in made.cells if c.cell_type == "markdown")
    assert "](../" not in words and "](https://OWNER.github.io/dplearn/0" in words


def test_one_is_made_alone(tmp_path, monkeypatch, capsys):
    assignment = ALL[1]
    monkeypatch.setattr("sys.argv", ["release", assignment.short, "--class", "k6", "--to", str(tmp_path / "to")])
    main()
    path, argv = tmp_path / "to" / f"{assignment.name}.ipynb", sys.argv
    assert list((tmp_path / "to").iterdir()) == [path] and "replace OWNER" in capsys.readouterr().err
    path.write_text("another")
    with pytest.raises(SystemExit, match="Was it handed out"):
        main()
    assert path.read_text() == "another"
    monkeypatch.setattr("sys.argv", [*argv, "--force"])
    main()
    assert path.read_text() != "another"
    monkeypatch.setattr("sys.argv", ["release", "--class", "k6"])
    with pytest.raises(SystemExit, match="TO must say where"):
        main()
