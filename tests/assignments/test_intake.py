"""Whatever lies in the folder of submissions: every file a row or a line, every job its end, every
student a row."""

import gzip
import json
import os
import shutil
import signal
import zipfile
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
from handed import A2, FULL, RIGHT, hand_in, paper, rows_of

from assignments.grading import __main__ as command
from assignments.grading import batch, handout, intake, notebook, report
from assignments.grading.identity import Roster


def dump(made) -> bytes:
    return json.dumps(made, ensure_ascii=False).encode("utf-8", "surrogatepass")


def named(line: str) -> bytes:
    """A right notebook whose first code cell is this line."""
    made = paper("", **RIGHT)
    next(c for c in made["cells"] if c["source"].startswith("STUDENT"))["source"] = line
    return dump(made)


def raw(before=(), after=(), **changes) -> bytes:
    """A right notebook with cells before and behind, and every cell's metadata or source changed."""
    made = paper("odd", **RIGHT)
    return dump(made | {"cells": [*before, *(cell | changes for cell in made["cells"]), *after]})


RAW = dump(paper("odd", **RIGHT))
MANY = [{"source": ""}] * 100_000
# An answer copied by JupyterLab, with its name; the later one counts.
COPY = {"source": "1 / 0", "metadata": {"nbgrader": {"grade_id": "leaks"}}}
# Each kept the whole class from its gradebook once, or may: a file, and what a right answer in it gets.
WAYS = {
    **{f"STUDENT = {line}"[:30]: (named(f"STUDENT = {line}"), FULL) for line in (
        "{[]: 1}", "-" * 20_000 + "1", "[" * 300, "'\\ud800'", repr("x" * 300), repr("图" * 100), "'../../../up'",
        "'nul'", "'=1+1'", "3 + 4j", "20417", "('joined-'\n   'name')", "b'bytes'", "'gone'\ndel STUDENT",
        "'a\\0b'", "'</title><script>alert(1)</script>'", "'{{ 7*7 }}{% x %}'", "'\\x1b[2J\\x07'", "'\\u202eecila'",
        "'ada\\u2028\\x85b'", "'a\",\"30\",\"30\\r\\nowned,30'", "'summary.html'", "' \\u3000 '",
        "'a' + '\\u0301' * 120", "0x" + "f" * 4000)},
    "annotated": (named("STUDENT: str = 'annotated'"), FULL),
    "metadata null": (raw(metadata=None), None),
    "attachments odd": (raw(attachments={"x": {"image/png": [1]}, "y": [], "z": {"image/png": 0}}), FULL),
    "sources are lists of anything": (raw(source=["x = 1\n", None, {}]), None),
    "ids are markup": (raw(id='"><script>alert(1)</script>'), FULL),
    "junk among the cells": (raw(after=[None, 7, [], {}]), FULL),
    "a scratch copy above": (raw(before=[COPY]), FULL),
    "a second STUDENT in text": (
        raw(before=[{"cell_type": "markdown", "source": "STUDENT = 'victim'"}]), FULL),
    "a byte order mark": (b"\xef\xbb\xbf" + RAW, FULL),
    "CRLF": (json.dumps(json.loads(RAW), indent=4).replace("\n", "\r\n").encode(), FULL),
    "UTF-16": (RAW.decode().encode("utf-16"), FULL),
    "a number of 5,000 digits": (RAW.replace(b'"nbformat": ', b'"nbformat": ' + b"9" * 5000), FULL),
    "cells twice": (b'{"cells": [],' + RAW[1:], FULL),
    "NUL in every answer": (RAW.replace(b"right = 1", b"right = '\\u0000'"), FULL),
    "nested beyond all depth": (b"[" * 200_000, {}),
    "gzip": (gzip.compress(RAW, mtime=0), {}),
    "a list": (b"[1]", {}),
    "no cells": (dump({"cells": [], "nbformat": 4}), None),
    "100,000 cells": (dump({"cells": MANY}), {}),
    "26 MB": (b" " * (26 << 20), {}),
    "empty": (b"", {}),
}
PATHS = ["-rf/--help.ipynb", "line\nfeed\u202e.ipynb", "CON/aux.ipynb", "..hidden/a2.ipynb", "%s%n{0}/[!a]*?.ipynb",
         "..\\..\\windows/a:2.ipynb", "$(touch OWNED)/`touch OWNED`;a2.ipynb", "\x1b[2J\x07/a2.ipynb",
         "n" * 240 + ".ipynb", "@SUM(1)/+1+cmd.ipynb", "<img src=x onerror=alert(1)>/a2.ipynb", "=cmd()/A2.IPYNB",
         "d/" * 60 + "a2.ipynb", "caf\udce9.ipynb", "upload (1)/a2.ipynb.txt"]
BESIDE = {"numpy.py": b"open('OWNED', 'w')", "nbgrader_config.py": b"open('OWNED', 'w')", "roster.csv": b"student\nx\n",
          "timestamp.txt": b"=cmd|' /C calc'!A0", "feedback/page.html": b"<h1>30 of 30</h1>"}


def test_no_file_stops_the_batch_or_costs_another(tmp_path, course):
    for i, path in enumerate(PATHS):
        hand_in(course.folder / path, f"path {i}", **RIGHT)
    for path, data in {**BESIDE, **{f"w{i:02d}.ipynb": data for i, (data, _) in enumerate(WAYS.values())}}.items():
        (course.folder / path).parent.mkdir(exist_ok=True)
        (course.folder / path).write_bytes(data)
    rows = course.graded(book=False)
    assert len(rows) == len(WAYS) + len(PATHS) == len({row["page"] for row in rows.values()})
    assert "GRADER FAILED" not in course.said and f"{len(BESIDE) - 1} left out" in course.said
    assert {"caf\\xe9", "line\\nfeed\\u202e"} < set(rows)
    for name, row in rows.items():
        what, (_, points) = [*WAYS.items()][int(name[1:])] if name[0] == "w" else ("a path", (b"", FULL))
        wanted = dict.fromkeys(FULL, "0") if points == {} else points
        assert wanted is None or {q: row[q] for q in FULL} == wanted, (what, row)
        assert row["notes"] or points == FULL, what
        assert len(row["student"]) <= 200 and len(row["notes"]) <= 2000 and "<script" not in course.page(row)
    assert {p.name for p in tmp_path.iterdir()} == {"in", "out", "log"} and not Path("OWNED").exists()
    assert all(len(p.name.encode()) < 100 for p in course.out.rglob("*"))


def test_everything_else_is_named_and_left_out(tmp_path):
    folder, out = tmp_path / "in", tmp_path / "in" / "out"
    for name in ("graded/gradebook.db", "graded/source/a2.ipynb",
                 "a2.ipynb", "A2.IPYNB", "b/a2.ipynb.txt", "c/timestamp.txt", "d.ipynb/inside.ipynb", "out/x.ipynb",
                 "__MACOSX/._a2.ipynb", "b/._a2.ipynb", ".ipynb_checkpoints/a2.ipynb", ".DS_Store", "proof.pdf",
                 "all.zip", "out.secret"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x")
    (folder / "link.ipynb").symlink_to("/etc/passwd")
    (folder / "folder").symlink_to("..", target_is_directory=True)
    os.mkfifo(folder / "pipe.ipynb")
    found = intake.take(folder, out)
    assert set(found.files) == {"a2.ipynb", "A2.IPYNB", "b/a2.ipynb.txt", "d.ipynb/inside.ipynb"}
    words = {"graded/": "a grader wrote",
             "__MACOSX/": "Mac", "b/._a2.ipynb": "Mac", ".DS_Store": "Mac", ".ipynb_checkpoints/": "copies",
             "proof.pdf": "ask for the .ipynb", "all.zip": "unpack", "link.ipynb": "link",
             "folder/": "link", "pipe.ipynb": "neither"}
    assert set(found.left) == set(words)
    assert all(word in found.left[name] for name, word in words.items())


@pytest.mark.parametrize("source, out, words", [
    ("", "out", "FROM must be a folder"), ("zips/all.zip", "out", "cannot be unpacked here"),
    ("in", "in/a.ipynb", "OUT must name a folder"), ("in", ".", "another folder"),
    ("zips", "out", "(?s)FROM must hold notebooks.*all.zip: no notebook")])
def test_what_cannot_be_meant_is_refused_in_a_line(source, out, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hand_in(tmp_path / "in" / "a.ipynb", "ada")
    (tmp_path / "zips").mkdir()
    (tmp_path / "zips" / "all.zip").write_text("x")
    monkeypatch.setattr("sys.argv", ["grade", "a2", source, out])
    with pytest.raises(SystemExit, match=words):
        command.main()
    assert {p.name for p in tmp_path.rglob("*")} == {"in", "a.ipynb", "zips", "all.zip"}


def test_a_platforms_zip_stays_in_its_place(tmp_path, monkeypatch):
    to = tmp_path / "out" / "handed-in"
    for names in ["Ada_71_assignsubmission_file/a2.ipynb", "/etc/a.ipynb"], ["../../up.ipynb"]:  # nothing earlier stays
        with zipfile.ZipFile(tmp_path / "all.zip", "w") as packed:
            for name in names:
                packed.writestr(name, "{}")
        found = intake.take(intake.unpacked(tmp_path / "all.zip", to), tmp_path / "out")
        assert set(found.files) == {name.strip("./") for name in names}
        assert {path.name for path in tmp_path.iterdir()} == {"all.zip", "out"}
    monkeypatch.setattr(intake, "MOST_UNPACKED", 1)
    with pytest.raises(handout.Unfit, match="or a name twice"):
        intake.unpacked(tmp_path / "all.zip", to)


@pytest.mark.parametrize("due", ["5.10.2027", "2027-10-05", "2027-10-05 18:00+02:00"])
def test_a_time_that_is_none_or_two_is_refused(due, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["grade", "a2", "in", "out", "--due", due])
    with pytest.raises(SystemExit):
        command.main()
    assert f"as 2027-10-05 18:00, in the platform's time; got {due!r}" in capsys.readouterr().err


def test_an_error_of_the_graders_takes_no_points_and_is_tried_again(tmp_path, course, monkeypatch, capsys):
    monkeypatch.setattr(command, "signal", SimpleNamespace(signal=lambda *_: None, SIGTERM=0))  # it stays pytest's
    course.hand_in("a", "ada")
    course.hand_in("b", "bo", leaks="break the grader")
    course.hand_in("c", "cy", leaks="kill the grader")
    packed = shutil.make_archive(str(tmp_path / "all"), "zip", course.folder)
    for source, asked in (course.folder, "graded: 3; kept: 0"), (packed, "graded: 2; kept: 1"):
        monkeypatch.setattr("sys.argv", ["grade", "a2", str(source), str(course.out)])
        with pytest.raises(SystemExit) as ended:
            command.main()
        said = capsys.readouterr()
        assert ended.value.code == 1 and said.out.startswith("GRADER FAILED for 2 of 3 submissions: our fault")
        assert f"hidden cases follow from {course.out}.secret" in said.err and asked in said.err
    rows = rows_of(course.out)
    assert {q: rows["a.ipynb"][q] for q in FULL} == FULL
    for name in ("b.ipynb", "c.ipynb"):
        assert {rows[name][c] for c in (*FULL, "packing", "machine", "total")} == {""}
        assert rows[name]["notes"].startswith("GRADER FAILED") and name in rows[name]["notes"]
        page = course.page(rows[name])
        assert "the grader failed" in page and "RuntimeError" not in page
    assert "GRADER FAILED in 2" in (course.out / "summary.html").read_text()
    assert sorted((tmp_path / "log").read_text()) == sorted("a.ipynb\n" + "b.ipynb\nc.ipynb\n" * 2)


def test_what_never_ends_is_ended_and_called_a_failure(course, monkeypatch):
    quick = batch.grade_one

    def grade_one(assignment, path, file, secret):
        while file == "b.ipynb":
            signal.pause()
        return quick(assignment, path, file, secret)

    for name in "ab":
        course.hand_in(name, name)
    monkeypatch.setattr(batch, "grade_one", grade_one)
    monkeypatch.setattr(batch, "LAST_RESORT", 2)
    rows = course.graded(book=False)
    assert "GRADER FAILED" in rows["b"]["notes"] and not psutil.Process().children()
    assert {q: rows["a"][q] for q in FULL} == FULL


# ---- whose it is ---------------------------------------------------------------------------------------


def test_two_files_of_one_student_have_a_row_and_a_note_each(course):
    course.hand_in("mine", "Ada Lovelace")
    course.hand_in("other", "ada_lovelace")  # another name
    course.graded(book=False)
    hand_in(course.folder / "a-later.ipynb", "ada\u200b  LOVELACE")
    rows = course.graded(book=False)
    assert {name: (row["student"], row["machine"]) for name, row in rows.items()} == {
        "mine": ("ada lovelace", "16"), "other": ("ada_lovelace", "16"), "a-later": ("ada lovelace", "0")}
    assert "a-later.ipynb" in rows["mine"]["notes"] and "mine.ipynb" in rows["a-later"]["notes"]
    assert not rows["other"]["notes"]
    page = course.page(rows["mine"])  # of others, a student is told nothing
    assert "a-later" not in page and "ada lovelace" in page
    assert len({row["page"] for row in rows.values()}) == 3 == len(list((course.out / "feedback").iterdir()))


def test_a_roster_says_who_is_missing_and_who_is_unknown(tmp_path, course):
    (tmp_path / "roster.csv").write_text("login,name\nal1,Ada Lovelace\nbl2,Bo Li\n=cy3,Cy\n")
    course.hand_in("a", "ADA LOVELACE")
    course.hand_in("x", "Mallory")
    rows = course.graded(roster=Roster.read(tmp_path / "roster.csv"))
    assert rows["a"]["student"] == "al1" and not rows["a"]["notes"]
    assert "'Mallory' is not on the roster" in rows["x"]["notes"] and "roster" not in course.page(rows["x"])
    assert rows["bl2"]["notes"] == "nothing handed in" == rows["'=cy3"]["notes"]
    assert {rows["bl2"][c] for c in (*FULL, "packing", "machine", "total", "page")} == {""}
    assert "2 submissions" in course.said and "2 handed in nothing" in course.said
    assert "bl2" in (course.out / "summary.html").read_text()
    # Constants follow from what was written, not from the roster's word for it.
    shown = notebook.read(course.out / "autograded" / "al1" / A2.name / f"{A2.name}.ipynb")
    texts = [o.text for c in shown.cells for o in c.get("outputs", ()) if "text" in o]
    assert A2.drawn("ADA LOVELACE")[1]["setup"] in texts


def test_a_row_stays_where_the_grader_fails(course):
    course.hand_in("m", "al1")
    course.graded(book=False)
    course.hand_in("m", "al1", leaks="break the grader")
    course.hand_in("z", "al1")  # comes later, and must not take the row
    for name in ("x", "X"):
        course.hand_in(name, "\u200b ")
    rows = course.graded(book=False)
    assert rows["m"]["student"] == rows["z"]["student"] == "al1" == rows["m"]["page"][:-5]
    assert len({row["page"] for row in rows.values()}) == 4
    assert not rows["x"]["notes"] and "z.ipynb" in rows["m"]["notes"]  # no name is nobody's


# ---- the table ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text, shown", [
    ("=1+1", "'=1+1"), ("-1", "'-1"), ("\tx", "'\tx"), (" =1", "' =1"), ("＝1", "'＝1"), ("\x00=1", "'=1"),
    ("a=1", "a=1"), ("x" * 3000, "x" * 1997 + "..."), ("\ud800\x1b[2J", "[2J")])
def test_no_cell_begins_a_formula(text, shown):
    assert report.cell(text) == shown
