"""The values that cross between the grader and a student's process, and the words that come back."""

import json
from collections import OrderedDict
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from assignments.grading import plain
from assignments.grading.student import Died, Refused, Student


# ---- what crosses ------------------------------------------------------------------------------------

PLAIN = [None, True, 3, 2.5, float("inf"), "ε", (1, [2.0, "x"]), {(1, 2): {"a": None}}, np.arange(6).reshape(2, 3),
         np.array([0.5, np.nan]), np.zeros((0, 3)), np.array([1 << 63], dtype=np.uint64), np.array([True, False])]


class Own:
    pass


class Yes(float):
    def __eq__(self, other):
        return True


class Mixed(list, Own):
    pass


@pytest.mark.parametrize("value, arrives", [
    *zip(PLAIN, PLAIN),
    (Fraction(1, 4), 0.25), (Decimal("0.25"), 0.25), (np.longdouble("1e4000"), np.inf), (np.float16(0.25), 0.25),
    (np.array(0.25, dtype=np.longdouble), 0.25), (np.array(True), True), (np.uint64(3), 3), (np.str_("x"), "x"),
    (np.bool_(True), True), (10**30, 1e30), (Yes(2.0), 2.0), (Mixed([1]), [1]), (OrderedDict(a=1), {"a": 1}),
    (np.array([0.25, 3], dtype=np.float32), np.array([0.25, 3])), (np.array([Fraction(1, 4), 3]), np.array([0.25, 3]))])
def test_a_value_in_any_spelling_arrives_as_pythons_own(value, arrives):
    back = plain.unpack(plain.pack(value))
    np.testing.assert_equal(back, arrives)
    assert type(back) is type(arrives) and getattr(back, "dtype", None) == getattr(arrives, "dtype", None)


WITHIN_ITSELF = []
WITHIN_ITSELF.append(WITHIN_ITSELF)


@pytest.mark.parametrize("value, words", [
    (Own(), "an object of a class of its own"), (lambda: 1, "call it"), ({1, 2}, "got set: return a list: sorted"),
    (np.array(["x"]), "array of text"), (np.array([1j]), "array of complex numbers"), ([Own()], "of its own"),
    (range(3), "range: return a list"), (np.array([Own()]), "array of objects"), (b"x", "got bytes"),
    (np.ma.masked_array([1.0], [True]), "masked array"), (Fraction(10) ** 400, "beyond the range of floats"),
    (Decimal("sNaN"), "NaN that signals"), ("x" * plain.MOST_BYTES, "larger than 32 MB"),
    (WITHIN_ITSELF, "nested too deep")])
def test_what_does_not_cross_is_named_with_what_is_wanted(value, words):
    with pytest.raises(plain.NotPlain, match="a number, text, list, tuple, dict or array of numbers is wanted") as said:
        plain.pack(value)
    assert words in str(said.value)


# Keys of one hash: a dict of them takes the square of their number.
ONE_HASH = json.dumps({"dict": [[i * (2**61 - 1), 0] for i in range(4)] * 99})
NO_VALUES = ["", "{}", "[1]", "[" * 100_000, "1" * 5000, '{"rng": [1]}', '{"set": [1]}', '{"list": [{"rng": [1]}]}',
             ONE_HASH, '{"list": "abc"}', '{"list": [1], "more": 2}', '{"dict": [[1, 2, 3]]}',
             '{"dict": [[{"list": []}, 1]]}',
             *('{"array": %s, "shape": %s}' % each for each in (
                 ("[1]", "[2]"), ("[1]", "[-1]"), ("[]", "[0, 99999999999]"), ("[[1]]", "[1]"), ('["1"]', "[1]"),
                 ("[99999999999999999999999]", "[1]"), ("[1]", "[true]"), ("3", "[1]")))]


@pytest.mark.parametrize("line", NO_VALUES, ids=lambda line: line[:40] or "empty")
def test_a_line_that_pack_never_wrote_is_refused(line):
    with pytest.raises((ValueError, TypeError)):
        plain.unpack(line)


def test_half_of_a_pair_of_signs_arrives_as_text_that_can_be_written():
    assert plain.unpack(json.dumps({"list": ["a\ud800"]})) == ["a?"]


SAYS = "import os\ndef f():\n    for number in range(3, 30):\n        try:\n            os.write(number, %r)\n" \
       "        except OSError:\n            pass\n    return 1\n"


@pytest.mark.parametrize("line", [b"[]", b'{"values": []}', b'{"values": ["{\\"rng\\": [1]}"]}', b'{"refused": {}}',
                                  b'{"error": [], "words": 1}', b"[" * 100_000, b'{"error": "OSError", "call": -1}'])
def test_what_the_process_says_without_being_one_of_the_workers_answers_ends_it(line):
    with Student([SAYS % (line + b"\n")]) as process, pytest.raises(Died, match="nobody can read"):
        process.ask("f")


def test_words_from_the_process_about_a_call_do_not_reach_the_student():
    forged = json.dumps({"error": "secret 7", "words": "secret 7", "cell": 10**30, "line": "secret 7"})
    with Student([SAYS % (forged.encode() + b"\n")]) as process, pytest.raises(Refused) as said:
        process.ask("f")
    assert "7" not in str(said.value)
    with Student(["class Own7(KeyError):\n    pass\ndef g(x):\n\n    raise Own7(x)",
                  "def h(x):\n    raise NotImplementedError",
                  "def own(x):\n    return type('Own7', (), {})()"]) as process:
        with pytest.raises(Refused) as said:
            process.ask("g", 7_000_007)
        assert str(said.value) == ("KeyError in line 5 of your cell, 'raise Own7(x)' "
                                   "(messages are not shown: they could carry hidden cases)")
        with pytest.raises(Refused, match="^not written yet$"):
            process.ask("h", 1)
        with pytest.raises(Refused, match="got an object of a class of its own$"):
            process.ask("own", 7)


def test_an_error_of_a_cell_shows_its_words():
    with Student(["x = 1\n1 / 0", "raise ValueError('a\\ud800' + 'b' * 999)", "def f(:", "exit()"]) as process:
        with pytest.raises(Refused, match="no function f; a cell stopped with ZeroDivisionError in line 2"):
            process.ask("f")
    assert str(process.errors[0]).endswith("'1 / 0': division by zero")
    assert "a bbb" in str(process.errors[1]) and len(str(process.errors[1])) < 450
    assert "SyntaxError in line 1" in str(process.errors[2]) and "exit()" in str(process.errors[3])


def test_one_bad_item_among_many_is_named():
    with Student(["def f(x):\n    return {1: 1, 2: {3}}[x]\n"]) as process:
        assert process.ask_each("f", [(1,), (1,)]) == [1, 1]
        with pytest.raises(Refused, match="^in call 3 of 3: KeyError in line 2"):
            process.ask_each("f", [(1,), (1,), (5,)])
        with pytest.raises(Refused, match="^in call 2 of 3: .* got set"):
            process.ask_each("f", [(1,), (2,), (5,)])
