"""One normal form of a name; names on disk that never meet; a roster; rows that stay."""

import random

import pytest

from assignments.grading.identity import Roster, normal, on_disk, rows

NAMES = ["ada", "ada lovelace", "ada_lovelace", "ada.lovelace", "ada-lovelace", "", ".", "..", "../ada", "a/b", "a\\b",
         "~", "con", "nul.txt", "com1", "lpt9.ipynb", "aux~", "ada.", "-rf", "a" * 64, "a" * 65, "a" * 300, "图" * 100,
         "图" * 101, "no name: x", "ada (1)", "ada (2)", "ß\u0131", "ö", "o\u0308x",
         "\u0430da", "=1+1", "'", '"', "<b>", "%2e%2e"]


@pytest.mark.parametrize("text, same", [
    ("Ada Lovelace", " ada\t lovelace\n"), ("ADA", "ａｄａ"), ("stra\u00dfe", "STRASSE"), ("o\u0308", "\u00d6"),
    ("ada", "a\u200bd\u00ada\ufeff"), ("ada", "ada\u202e"), ("ada", "\u3164ada\ufe0f"), ("ﬁn", "fin"),
    ("a\u00a0b", "a b"), ("ada", "a\x00da\x1b")])
def test_names_that_look_alike_are_one(text, same):
    assert normal(text) == normal(same) and on_disk(text) == on_disk(same)


def test_the_normal_form_is_its_own():
    draw = random.Random(1)
    for _ in range(3000):
        text = "".join(chr(draw.choice((draw.randrange(0x250), draw.randrange(0x3000), draw.randrange(0xd800))))
                       for _ in range(draw.randrange(8)))
        assert normal(normal(text)) == normal(text), ascii(text)


def test_names_on_disk_are_short_plain_and_never_meet():
    forms = {normal(name) for name in NAMES}
    made = {form: on_disk(form) for form in forms}
    assert len(set(made.values())) == len(forms) >= len(NAMES) - 1
    for name in made.values():
        assert 0 < len(name.encode()) <= 64 and set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789._~-")
        assert name.strip(".") == name and name.partition(".")[0] not in ("con", "nul", "com1", "lpt9", "aux")
    # What one name is made to must not be another's own.
    assert set(made.values()) & {on_disk(name) for name in made.values()} == {n for n in made.values() if "~" not in n}


def test_a_roster_knows_a_student_by_any_of_its_columns(tmp_path):
    path = tmp_path / "roster.csv"
    path.write_text("\ufeffname;login;email\nAda Lovelace;al1;ada@x.org\nBo Li;bl2;bo@x.org\nBo Li;bl3;bo3@x.org\n")
    roster = Roster.read(path)
    assert roster.ids == ("al1", "bl2", "bl3")
    assert {roster.find(n) for n in ("AL1", " ada  lovelace", "Ada@X.org")} == {"al1"}
    assert roster.find("Bo Li") is None and roster.find("bl3") == "bl3" and roster.find("") is None
    path.write_text("login,name\nal1,al\nbl2,al1\n")  # an id is its owner's, whoever is called so
    assert Roster.read(path).ids == ("al1", "bl2") and Roster.read(path).find("al1") == "al1"
    path.write_text("login\nAda\nada \n")
    with pytest.raises(ValueError, match="2 ids, 1 of them different"):
        Roster.read(path)


CANVAS = ('Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"Lovelace, Ada",71,s1,al1,01\n'
          '"Ángel, José",72,s2,ja2,01\n"Student, Test",73,,x9,01\n')
MOODLE = "First name,Last name,ID number,Email address\nAda,Lovelace,al1,ada@x.org\nJosé,Ángel,ja2,jose@x.org\n"


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
@pytest.mark.parametrize("text", [CANVAS, MOODLE], ids=["Canvas", "Moodle"])
def test_what_a_platform_exports_is_a_roster(text, encoding, tmp_path):
    (tmp_path / "roster.csv").write_text(text, encoding=encoding)
    roster = Roster.read(tmp_path / "roster.csv")
    assert roster.ids == ("al1", "ja2")
    for i, (written, turned) in enumerate((("ada lovelace", "Lovelace, Ada"), ("José Ángel", "Ángel, josé"))):
        assert roster.find(written) == roster.find(turned) == roster.ids[i]


def named(claims, before=None, taken=()):
    return rows(claims, before or {}, str, taken)


def names(found):
    return {file: row for file, (_, row) in found.items()}


def test_a_file_keeps_its_row_whatever_comes_later():
    first = named({"b": "ada"})
    assert names(first) == {"b": "ada"}
    both = named({"a": "ada", "b": "ada"}, first)
    assert names(both) == {"a": "ada (2)", "b": "ada"}
    assert named({"a": "ada"}, both) == both  # the other is away
    assert names(named({"a": "ada", "b": "ada", "c": "ada (2)"}, both))["c"] == "ada (2) (2)"


@pytest.mark.parametrize("taken, wanted", [
    ([], {"a": "ada (1)", "b": "ada (2)", "c": "bo"}),
    (["ada", "ada (1)"], {"a": "ada (2)", "b": "ada (3)", "c": "bo"})])  # others' on the roster
def test_two_at_once_are_both_kept_apart(taken, wanted):
    assert names(named({"a": "ada", "b": "ada", "c": "bo"}, None, taken)) == wanted


def test_a_renamed_file_takes_its_row_along():
    first = named({"a": "ada", "b": "bo"})
    assert names(named({"z": "ada", "b": "bo"}, first)) == {"z": "ada", "b": "bo"}
    two = names(named({"y": "ada", "z": "ada"}, first))
    assert "ada" not in (two["y"], two["z"])  # nobody knows which
