"""Whatever lies in the folder of submissions: every file a row or a line, every job its end, nothing lost by a
kill, every student a row."""

import copy
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import handed
import psutil
import pytest
from handed import A2, FULL, RIGHT, hand_in, paper, rows_of
from nbgrader.utils import parse_utc

from assignments.grading import __main__ as command
from assignments.grading import batch, gradebook, intake, notebook, report
from assignments.grading.identity import Roster


def raw(path: Path, **changes) -> None:
    """A right notebook, with every cell's metadata or source changed."""
    made = paper(path.stem, **RIGHT)
    for cell in made["cells"]:
        cell.update(copy.deepcopy(changes))
    path.write_text(json.dumps(made), encoding="utf-8")


def as_json(path: Path, value) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")


def named(line: str):
    """A right notebook whose first cell is this line."""
    def write(path: Path) -> None:
        made = paper("", **RIGHT)
        next(c for c in made["cells"] if c["source"].startswith("STUDENT"))["source"] = line
        as_json(path, made)
    return write


def with_bytes(change):
    return lambda path: path.write_bytes(change(json.dumps(paper(path.stem, **RIGHT), ensure_ascii=False).encode()))


# Each kept the whole class from its gradebook once, or may: what it does to a file, and what a right answer in it gets.
WAYS = {
    "STUDENT is a display that nothing can hash": (named("STUDENT = {[]: 1}"), FULL),
    "STUDENT has 20,000 minus signs": (named("STUDENT = " + "-" * 20_000 + "1"), FULL),
    "STUDENT has 300 brackets": (named("STUDENT = " + "[" * 300), FULL),
    "STUDENT is half a sign": (named("STUDENT = '\\ud800'"), FULL),
    "STUDENT has 300 letters": (named(f"STUDENT = {'x' * 300!r}"), FULL),
    "STUDENT has 100 Chinese signs": (named(f"STUDENT = {'图' * 100!r}"), FULL),
    "STUDENT goes up": (named("STUDENT = '../../../up'"), FULL),
    "STUDENT is a device": (named("STUDENT = 'nul'"), FULL),
    "STUDENT is a formula": (named("STUDENT = '=1+1'"), FULL),
    "STUDENT is no text": (named("STUDENT = 3 + 4j"), FULL),
    "STUDENT is a number": (named("STUDENT = 20417"), FULL),
    "a name that is a list": (lambda p: raw(p, metadata={"nbgrader": {"grade_id": ["x"]}}), None),
    "metadata null": (lambda p: raw(p, metadata=None), None),
    "nbgrader null": (lambda p: raw(p, metadata={"nbgrader": None}), None),
    "nbgrader text": (lambda p: raw(p, metadata={"nbgrader": "x"}), None),
    "nbgrader list": (lambda p: raw(p, metadata={"nbgrader": [1]}), None),
    "attachments odd": (lambda p: raw(p, attachments={"x": {"image/png": [1]}, "y": [], "z": {"image/png": 0}}), FULL),
    "sources are numbers": (lambda p: raw(p, source=7), None),
    "sources are lists of anything": (lambda p: raw(p, source=["x = 1\n", None, {}]), None),
    "a byte order mark": (with_bytes(lambda b: b"\xef\xbb\xbf" + b), FULL),
    "UTF-16": (with_bytes(lambda b: b.decode().encode("utf-16")), FULL),
    "a number of 5,000 digits": (with_bytes(lambda b: b.replace(b'"nbformat": ', b'"nbformat": ' + b"9" * 5000)), FULL),
    "half signs in every text": (with_bytes(lambda b: b.replace(b"right = 1", b"right = '\\ud800'")), FULL),
    "NUL in every answer": (with_bytes(lambda b: b.replace(b"right = 1", b"right = '\\u0000'")), FULL),
    "nested beyond all depth": (lambda p: p.write_text("[" * 200_000), {}),
    "no text at all": (lambda p: p.write_bytes(bytes(range(256)) * 9), {}),
    "a list": (lambda p: as_json(p, [1]), {}),
    "cells null": (lambda p: as_json(p, {"cells": None, "nbformat": 4}), {}),
    "worksheets odd": (lambda p: as_json(p, {"worksheets": [None, {"cells": 3}, {"cells": [None, {}]}]}), {}),
    "no cells": (lambda p: as_json(p, {"cells": [], "nbformat": 4}), None),
    "100,000 cells": (lambda p: as_json(p, {"cells": [{"source": ""}] * 100_000}), {}),
    "26 MB": (lambda p: p.write_bytes(b" " * (26 << 20)), {}),
    "empty": (lambda p: p.write_bytes(b""), {}),
    "a zip": (lambda p: p.write_bytes(b"PK\x03\x04 and more"), {}),
}


def test_no_file_stops_the_batch_or_costs_another(tmp_path, monkeypatch):
    handed.at_once(monkeypatch)
    folder = tmp_path / "in"
    hand_in(folder / "honest.ipynb", "ada", **RIGHT)
    for i, (make, _) in enumerate(WAYS.values()):
        make(folder / f"w{i:02d}.ipynb")
    hand_in(Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.ipynb")), "latin", **RIGHT)
    hand_in(folder / ("n" * 240 + ".ipynb"), "long", **RIGHT)
    hand_in(folder / "line\nfeed\u202e.ipynb", "odd", **RIGHT)
    said = handed.graded(folder, tmp_path / "out")
    rows = rows_of(tmp_path / "out")
    assert len(rows) == len(WAYS) + 4 and "GRADER FAILED" not in said
    for name in ("honest.ipynb", "caf\\xe9.ipynb", "line\\nfeed\\u202e.ipynb", next(r for r in rows if r[:3] == "nnn")):
        assert {q: rows[name][q] for q in FULL} == FULL and not rows[name]["notes"], name
    for (what, (_, points)), i in zip(WAYS.items(), range(99)):
        row = rows[f"w{i:02d}.ipynb"]
        wanted = dict.fromkeys(FULL, "0") if points == {} else points
        assert wanted is None or {q: row[q] for q in FULL} == wanted, (what, row)
        assert len(row["student"]) <= 200 and len(row["notes"]) <= 2000
        assert row["notes"] or points == FULL, what
        assert (tmp_path / "out" / "feedback" / row["page"]).is_file()
    assert {p.name for p in tmp_path.iterdir()} == {"in", "out"}
    assert all(len(p.name.encode()) < 100 for p in (tmp_path / "out").rglob("*"))


def test_everything_else_is_named_and_left_out(tmp_path):
    folder, out = tmp_path / "in", tmp_path / "in" / "out"
    for name in ("graded/gradebook.db", "graded/source/a2.ipynb",
                 "a2.ipynb", "A2.IPYNB", "b/a2.ipynb.txt", "c/timestamp.txt", "d.ipynb/inside.ipynb", "out/x.ipynb",
                 "__MACOSX/._a2.ipynb", "b/._a2.ipynb", ".ipynb_checkpoints/a2.ipynb", ".DS_Store", "proof.pdf",
                 "all.zip", "words.docx", "out.secret"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x")
    (folder / "link.ipynb").symlink_to("/etc/passwd")
    (folder / "broken.ipynb").symlink_to("nowhere")
    (folder / "loop.ipynb").symlink_to("loop.ipynb")
    (folder / "folder").symlink_to("..", target_is_directory=True)
    os.mkfifo(folder / "pipe.ipynb")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(os.path.relpath(folder / "s.ipynb"))
        found = intake.take(folder, out)
    assert set(found.files) == {"a2.ipynb", "A2.IPYNB", "b/a2.ipynb.txt", "d.ipynb/inside.ipynb"}
    words = {"graded/": "a grader wrote",
             "__MACOSX/": "Mac", "b/._a2.ipynb": "Mac", ".DS_Store": "Mac", ".ipynb_checkpoints/": "copies",
             "proof.pdf": "ask for the .ipynb", "all.zip": "unpack", "words.docx": "no notebook", "link.ipynb": "link",
             "broken.ipynb": "link", "loop.ipynb": "link", "folder/": "link", "pipe.ipynb": "neither",
             "s.ipynb": "neither"}
    assert set(found.left) == set(words)
    assert all(word in found.left[name] for name, word in words.items())


@pytest.mark.parametrize("source, out, words", [
    ("", "out", "FROM must be a folder"), ("none", "out", "FROM must be a folder"),
    ("in", "", "OUT must name a folder"), ("in", "in/a.ipynb", "OUT must name a folder"),
    ("in", "in", "another folder"), ("in", ".", "another folder"),
    ("zips", "out", "(?s)FROM must hold notebooks.*all.zip: packed"),
    ("in", "out --due 05.02.2027", "DUE must be YYYY-MM-DD"), ("in", "out --due 2027-02-30", "DUE must be"),
    ("in", "out --due 2027-01-31T10:00Mars", "DUE must be")])
def test_what_cannot_be_meant_is_refused_in_a_line(source, out, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hand_in(tmp_path / "in" / "a.ipynb", "ada")
    (tmp_path / "zips").mkdir()
    (tmp_path / "zips" / "all.zip").write_text("x")
    monkeypatch.setattr("sys.argv", ["grade", "a2", source, *(out.split() or [""])])
    with pytest.raises(SystemExit, match=words):
        command.main()
    assert {p.name for p in tmp_path.rglob("*")} == {"in", "a.ipynb", "zips", "all.zip"}


@pytest.mark.parametrize("text, utc", [
    ("2027-01-31", "2027-01-31 23:59"), ("2027-01-31 10:00", "2027-01-31 10:00"),
    ("2027-01-31T10:00Z", "2027-01-31 10:00"), ("2027-01-31 10:00 +0100", "2027-01-31 09:00"),
    ("2027-01-31 00:30 +01:00", "2027-01-30 23:30"), ("2027-07-31 10:00 Europe/Berlin", "2027-07-31 08:00")])
def test_a_date_is_what_it_says(text, utc):
    assert f"{command.due_at(text):%Y-%m-%d %H:%M}" == utc


def test_the_command_tells_what_it_did(tmp_path, monkeypatch, capsys):
    handed.at_once(monkeypatch)
    monkeypatch.setattr(command, "signal", SimpleNamespace(signal=lambda *_: None, SIGTERM=0))  # it stays pytest's
    hand_in(tmp_path / "in" / "a.ipynb", "ada", **RIGHT)
    hand_in(tmp_path / "in" / "b.ipynb", "bo", **RIGHT | {"leaks": "break the grader"})
    for due, asked in (["--due", "2027-01-31"], "leaks (2), top_two (2)"), ([], "leaks (1)"):
        monkeypatch.setattr("sys.argv", ["grade", "a2", str(tmp_path / "in"), str(tmp_path / "out"), *due])
        with pytest.raises(SystemExit) as ended:
            command.main()
        said = capsys.readouterr()
        assert ended.value.code == 1 and said.out.startswith("GRADER FAILED for 1 of 2 submissions: our fault")
        assert "due 2027-01-31 23:59 UTC; the time is known of 0 of 2 files" in said.err
        assert f"asked: {asked}" in said.err
    assert "kept: 4 marks" in said.err


# ---- the grader's own faults ---------------------------------------------------------------------------


def test_an_error_of_the_graders_takes_no_points_and_is_tried_again(tmp_path, monkeypatch):
    log = tmp_path / "log"
    handed.at_once(monkeypatch, log)
    folder, out = tmp_path / "in", tmp_path / "out"
    hand_in(folder / "a.ipynb", "ada", **RIGHT)
    hand_in(folder / "b.ipynb", "bo", **RIGHT | {"leaks": "break the grader"})
    hand_in(folder / "c.ipynb", "cy", **RIGHT | {"leaks": "kill the grader"})
    said, rows = handed.graded(folder, out, book=False), rows_of(out)
    assert "2 GRADER FAILED" in said and {q: rows["a.ipynb"][q] for q in FULL} == FULL
    for name in ("b.ipynb", "c.ipynb"):
        assert {rows[name][c] for c in (*FULL, "packing", "machine", "total")} == {""}
        assert rows[name]["notes"].startswith("GRADER FAILED") and name in rows[name]["notes"]
        page = (out / "feedback" / rows[name]["page"]).read_text()
        assert "the grader failed" in page and "RuntimeError" not in page
    assert "GRADER FAILED in 2" in (out / "summary.html").read_text()
    asked = log.read_text().splitlines()
    assert asked.count("c.ipynb leaks") == 2 and asked.count("a.ipynb leaks") == 1
    handed.graded(folder, out, book=False)
    asked = log.read_text().splitlines()
    assert asked.count("b.ipynb leaks") == 2 and asked.count("a.ipynb leaks") == 1


def test_what_never_ends_is_ended_and_called_a_failure(tmp_path, monkeypatch):
    handed.at_once(monkeypatch)
    quick, stuck = batch.grade_one, tmp_path / "stuck"

    def grade_one(assignment, path, file, *more):
        if file == "b.ipynb":
            stuck.write_text(str(os.getpid()))
            while True:
                signal.pause()
        return quick(assignment, path, file, *more)

    monkeypatch.setattr(batch, "grade_one", grade_one)
    folder, out = tmp_path / "in", tmp_path / "out"
    for name in "abc":
        hand_in(folder / f"{name}.ipynb", name, **RIGHT)
    monkeypatch.setattr(batch, "LAST_RESORT", 5)
    handed.graded(folder, out, book=False)
    rows = rows_of(out)
    assert "GRADER FAILED" in rows["b.ipynb"]["notes"] and not psutil.pid_exists(int(stuck.read_text()))
    assert all({q: rows[f"{n}.ipynb"][q] for q in FULL} == FULL for n in "ac")


KILLED = """
import sys, pytest
from pathlib import Path
sys.path[:0] = [HERE]
import handed
from assignments.grading import batch
patch = pytest.MonkeyPatch()
handed.at_once(patch, Path(sys.argv[3]))
quick = batch.grade_one

def grade_one(assignment, path, file, *more):
    if sys.argv[4] and file >= sys.argv[4]:
        import signal
        signal.pause()  # under way when the batch is killed
    return quick(assignment, path, file, *more)

patch.setattr(batch, "grade_one", grade_one)
handed.graded(Path(sys.argv[1]), Path(sys.argv[2]), book=False)
"""


def test_a_batch_killed_twice_ends_as_a_quiet_one(tmp_path, monkeypatch):
    folder, out, log = tmp_path / "in", tmp_path / "out", tmp_path / "log"
    for i in range(8):
        hand_in(folder / f"s{i:02d}.ipynb", f"student {i // 2}", **RIGHT if i % 3 else {})  # two for each name
    script = KILLED.replace("HERE", repr(str(Path(handed.__file__).parent)))

    def start(to: Path, stops: str):
        return subprocess.Popen([sys.executable, "-c", script, folder, to, log, stops])

    for stops, there in (("s02", 2), ("s05", 5)):
        with start(out, stops) as process:
            while len(list(out.glob("marks/*.json"))) < there or len(psutil.Process(process.pid).children()) < 2:
                assert process.poll() is None
            under_way = psutil.Process(process.pid).children(recursive=True)
            process.kill()
        psutil.wait_procs(under_way)  # each ends by itself, or this hangs and the watchdog of the tests says so
    assert start(out, "").wait() == 0
    asked = [line for line in log.read_text().splitlines() if line.endswith("leaks")]
    assert sorted(asked) == [f"s{i:02d}.ipynb leaks" for i in range(8)]  # nothing twice
    handed.at_once(monkeypatch)
    handed.graded(folder, tmp_path / "quiet", book=False)
    for name in ("gradebook.csv", "rows.json"):
        assert (out / name).read_bytes() == (tmp_path / "quiet" / name).read_bytes()
    assert {p.name for p in tmp_path.iterdir()} == {"in", "out", "log", "quiet"}


# ---- whose it is ---------------------------------------------------------------------------------------


def test_two_files_of_one_student_have_a_row_and_a_note_each(tmp_path, monkeypatch):
    handed.at_once(monkeypatch)
    folder, out = tmp_path / "in", tmp_path / "out"
    hand_in(folder / "mine.ipynb", "Ada Lovelace", "my proof", **RIGHT)
    hand_in(folder / "other.ipynb", "ada_lovelace", **RIGHT)  # another name
    handed.graded(folder, out)
    row = rows_of(out)["mine.ipynb"]
    gradebook.give(A2, out, row["page"].removesuffix(".html"), "packing", 4, "good")
    hand_in(folder / "a-later.ipynb", "ada\u200b  LOVELACE", "my proof")
    handed.graded(folder, out)
    rows = rows_of(out)
    assert [rows[f"{n}.ipynb"]["student"] for n in ("mine", "other", "a-later")] == [
        "ada lovelace", "ada_lovelace", "ada lovelace"]
    assert rows["mine.ipynb"]["packing"] == "4" and rows["mine.ipynb"]["total"] == "29"
    assert rows["a-later.ipynb"]["packing"] == "" == rows["a-later.ipynb"]["total"]
    assert "a-later.ipynb" in rows["mine.ipynb"]["notes"] and "mine.ipynb" in rows["a-later.ipynb"]["notes"]
    assert not rows["other.ipynb"]["notes"]
    page = (out / "feedback" / rows["mine.ipynb"]["page"]).read_text()  # of others, a student is told nothing
    assert "a-later" not in page and "ada lovelace" in page
    assert len({row["page"] for row in rows.values()}) == 3 == len(list((out / "feedback").iterdir()))


def test_a_roster_says_who_is_missing_and_who_is_unknown(tmp_path, monkeypatch):
    handed.at_once(monkeypatch)
    (tmp_path / "roster.csv").write_text("login,name\nal1,Ada Lovelace\nbl2,Bo Li\n=cy3,Cy\n")
    roster = Roster.read(tmp_path / "roster.csv")
    hand_in(tmp_path / "in" / "a.ipynb", "ADA LOVELACE", **RIGHT)
    hand_in(tmp_path / "in" / "x.ipynb", "Mallory", **RIGHT)
    said = handed.graded(tmp_path / "in", tmp_path / "out", roster=roster)
    rows = rows_of(tmp_path / "out")
    assert rows["a.ipynb"]["student"] == "al1" and not rows["a.ipynb"]["notes"]
    assert "'Mallory' is not on the roster" in rows["x.ipynb"]["notes"]
    assert "roster" not in (tmp_path / "out" / "feedback" / rows["x.ipynb"]["page"]).read_text()
    assert rows["bl2"]["notes"] == "nothing handed in" == rows["'=cy3"]["notes"]
    assert {rows["bl2"][c] for c in (*FULL, "packing", "machine", "total", "page", "late")} == {""}
    assert "2 submissions" in said and "2 handed in nothing" in said
    assert "bl2" in (tmp_path / "out" / "summary.html").read_text()
    # Constants follow from what was written, not from the roster's word for it.
    shown = notebook.read(tmp_path / "out" / "autograded" / "al1" / A2.name / f"{A2.name}.ipynb")
    texts = [o.text for c in shown.cells for o in c.get("outputs", ()) if "text" in o]
    assert A2.drawn("ADA LOVELACE")[1]["setup"] in texts


def test_a_row_stays_where_a_roster_comes_later_or_the_grader_fails(tmp_path, monkeypatch):
    handed.at_once(monkeypatch)
    folder, out = tmp_path / "in", tmp_path / "out"
    hand_in(folder / "m.ipynb", "al1", **RIGHT)
    for id in ("al1", "al11", "AL1"):  # a roster, mended: points by hand stand under the page's name
        handed.graded(folder, out, roster=Roster((id,), {"al1": id}), book=False)
        assert rows_of(out)["m.ipynb"]["student"] == id and rows_of(out)["m.ipynb"]["page"] == "al1.html"
    hand_in(folder / "m.ipynb", "al1", **RIGHT | {"leaks": "break the grader"})
    hand_in(folder / "z.ipynb", "al1", **RIGHT)  # comes later, and must not take the row
    for name in ("x.ipynb", "X.ipynb"):
        hand_in(folder / name, "\u200b ", **RIGHT)
    handed.graded(folder, out, book=False)
    rows = rows_of(out)
    assert rows["m.ipynb"]["student"] == rows["z.ipynb"]["student"] == "al1" == rows["m.ipynb"]["page"][:-5]
    assert len({row["page"] for row in rows.values()}) == 4
    assert not rows["x.ipynb"]["notes"] and "z.ipynb" in rows["m.ipynb"]["notes"]  # no name is nobody's


# ---- lateness, the table -------------------------------------------------------------------------------


def test_lateness_is_said_where_a_platform_writes_it(tmp_path, monkeypatch):
    handed.at_once(monkeypatch)
    folder, out = tmp_path / "in", tmp_path / "out"
    stamps = {"a": b"2026-11-20 12:00 UTC", "b": b"2026-11-20 10:00 UTC", "c": b"\xff", "d": b"yesterday" * 10 ** 5}
    for name, stamp in stamps.items():
        hand_in(folder / name / "a2.ipynb", name)
        (folder / name / "timestamp.txt").write_bytes(stamp)
    hand_in(folder / "e" / "a2.ipynb", "e")
    (folder / "e" / "timestamp.txt").symlink_to(folder / "a" / "timestamp.txt")
    hand_in(folder / "lovelaceada_LATE_20417_99_a2.ipynb", "f")
    handed.graded(folder, out, parse_utc("2026-11-20 10:30 UTC"))
    rows = {row["student"]: row for row in rows_of(out).values()}
    assert {s: row["late"] for s, row in rows.items()} == {"a": "1.5", "b": "0", "c": "", "d": "", "e": "", "f": "LATE"}
    assert rows["a"]["notes"].endswith("handed in 1.5 hours late") and rows["a"]["penalty"] == "0"
    assert "not by how much" in rows["f"]["notes"] and not rows["b"]["penalty"].strip("0")


@pytest.mark.parametrize("text, shown", [("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"),
                                         ("\tx", "'\tx"), (" =1", "' =1"), ("＝1", "'＝1"), ("\x00=1", "'=1"),
                                         ("a=1", "a=1"),
                                         ("x" * 3000, "x" * 1997 + "..."), ("\ud800\x1b[2J", "[2J")])
def test_no_cell_begins_a_formula(text, shown):
    assert report.cell(text) == shown
