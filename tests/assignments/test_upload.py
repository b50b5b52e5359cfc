"""What goes back to a platform: points in its own columns, pages under names that it knows, nothing lost."""

import csv
import zipfile
from datetime import datetime

import handed
import pytest
from assignments.grading import batch, gradebook, report, upload
from assignments.grading.identity import Roster, on_disk

CANVAS = ('Student,ID,SIS User ID,SIS Login ID,Section,A2 Private PAC (881),Current Score\n'
          '    Points Possible,,,,,20,(read only)\n"Lovelace, Ada",71,s1,al1,01,,50\n"Li, Bo",72,s2,bl2,01,3,60\n'
          '"Zed, Cy",73,s3,cz3,01,,70\n"Student, Test",74,,x9,01,,\n')
MOODLE = ("Identifier,Full name,ID number,Status,Grade,Maximum Grade,Last modified (submission),Feedback comments\n"
          'Participant 71,Ada Lovelace,al1,Submitted,,20.00,"Wednesday, 6 October 2027, 1:30 AM",\n'
          "Participant 72,Bo Li,bl2,Submitted,,20.00,-,\nParticipant 73,Cy Zed,cz3,,,20.00,-,\n")
PLAIN = "login;name\nal1;Ada Lovelace\nbl2;Bo Li\ncz3;Cy Zed\n"
FILES = {"Canvas": ("lovelaceada_LATE_71_9001_a2-private-pac.ipynb", "libo_72_9002_a2-private-pac-1.ipynb"),
         "Moodle": tuple(f"{who}_assignsubmission_file/a2.ipynb" for who in ("Ada Lovelace_71", "Bo Li_72")),
         "plain": ("one.ipynb", "two.ipynb")}


@pytest.fixture
def class_of(tmp_path, monkeypatch):
    """Ada, whose proof is graded, Bo, whose proof waits, Cy, who handed in nothing, and a stranger; by platform."""
    handed.at_once(monkeypatch)

    def made(platform: str, text: str, twice: bool = False, ada_says: str = "al1"):
        ada, bo = FILES[platform]
        handed.hand_in(tmp_path / "in" / ada, ada_says, "a proof", **handed.RIGHT)
        handed.hand_in(tmp_path / "in" / bo, "Bo Li", "another", **handed.RIGHT)
        handed.hand_in(tmp_path / "in" / "mallory.ipynb", "Mallory")
        if twice:
            handed.hand_in(tmp_path / "in" / "again.ipynb", "Ada Lovelace", "a proof", **handed.RIGHT)
        (tmp_path / "roster.csv").write_text(text)
        out, roster = tmp_path / "out", Roster.read(tmp_path / "roster.csv")
        handed.graded(tmp_path / "in", out, roster=roster)
        handed.give(out, on_disk("al1 (1)" if twice else ada_says), "packing", 3, "=good")
        found = batch.grade(handed.A2, tmp_path / "in", out, roster=roster)
        seen = gradebook.seen(handed.A2, out)
        report.write(handed.A2, found, out, seen, {})
        told = upload.write(handed.A2, report.lines(handed.A2, found, seen), roster, datetime(2027, 10, 6), out)
        with (out / "upload.csv").open(newline="") as file:
            return told, list(csv.DictReader(file)), zipfile.ZipFile(out / "feedback.zip")
    return made


TOTAL = str(sum(q.points for q in batch.graded_questions(handed.A2)) + 3)


def test_canvas_gets_its_columns_and_those_alone(class_of):
    told, rows, packed = class_of("Canvas", CANVAS)
    assert list(rows[0]) == [*upload.CANVAS, "A2 Private PAC (881)"]
    assert [row["A2 Private PAC (881)"] for row in rows] == [str(handed.A2.points), TOTAL, "3", "", ""]
    assert set(packed.namelist()) >= {"lovelaceada_LATE_71_9001_feedback.html", "libo_72_9002_feedback.html"}
    assert told == ["feedback.zip has a page under our name, for the file's is no platform's: mallory.ipynb",
                    "upload.csv has no points for bl2: no total yet",
                    "not on the roster: mallory (mallory.ipynb)", "handed in nothing: cz3"]


@pytest.mark.parametrize("platform, text, says", [("Canvas", CANVAS, "my cat"), ("Moodle", MOODLE, "cz3")])
def test_points_and_page_go_to_who_handed_in_whatever_the_notebook_says(platform, text, says, class_of):
    told, rows, packed = class_of(platform, text, ada_says=says)
    points = "A2 Private PAC (881)" if platform == "Canvas" else "Grade"
    assert [row[points] for row in rows if "Points" not in next(iter(row.values()))][::2][:2] == [TOTAL, ""]
    assert f"handed in by al1, who gets points and page; STUDENT says {says}: {FILES[platform][0]}" in told
    assert "handed in nothing: cz3" in told and len(packed.namelist()) == 3


def test_a_column_that_canvas_has_not_is_a_new_one(class_of):
    _, rows, _ = class_of("Canvas", CANVAS.replace("A2 Private PAC (881)", "A21 (7)"))
    assert list(rows[0]) == [*upload.CANVAS, handed.A2.name] and rows[1][handed.A2.name] == TOTAL


def test_moodle_gets_its_worksheet_back(class_of):
    _, rows, packed = class_of("Moodle", MOODLE)
    assert [row["Grade"] for row in rows] == [TOTAL, "", ""] and rows[0]["Maximum Grade"] == "20.00"
    assert [row["hours late"] for row in rows] == ["1.5", "", ""] and rows[2]["Identifier"] == "Participant 73"
    page = packed.read("Ada Lovelace_71_assignfeedback_file/feedback.html").decode()
    assert "=good" in page and "Bo Li_72_assignfeedback_file/feedback.html" in packed.namelist()


def test_any_other_roster_keeps_its_columns_and_gets_ours(class_of):
    told, rows, packed = class_of("plain", PLAIN)
    assert list(rows[0]) == ["login", "name", "points", "comments", "hours late"]
    assert [row["points"] for row in rows] == [TOTAL, "", ""] and len(packed.namelist()) == 3
    assert told == ["upload.csv has no points for bl2: no total yet",
                    "not on the roster: mallory (mallory.ipynb)", "handed in nothing: cz3"]


def test_who_handed_in_twice_has_no_points_by_accident(class_of):
    told, rows, _ = class_of("plain", PLAIN, twice=True)
    assert rows[0]["points"] == "" and "upload.csv has no points for al1: several files" in told
