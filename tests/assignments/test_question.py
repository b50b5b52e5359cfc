"""What a check asks: in a hidden order, and again in a fresh process; samplers that are not independent."""

import pytest

from assignments.grading import checking
from assignments.grading.question import Case, Question, Wrong, asked, asked_again
from assignments.grading.student import Student

CASE = Case({}, ("a0", "open", "ada", ""), "secret")
HONEST = "def f(x):\n    return 2 * x\ndef three():\n    return [1, 2, 3]\n"


def check(ask, case):
    """Doubles, one by one and many at once; another function; what was asked first rests on no further call."""
    first = ask("f", 1.0)
    yield None if first == 2 else "not twice"
    many = ask.each("f", [(float(x),) for x in range(2, 40)])
    yield None if many == [2 * x for x in range(2, 40)] else "not twice"
    yield None if len(ask("three")) == 3 else "three are wanted"
    yield None if first == 2 else "not twice"


QUESTION = Question("q", 1, (), dict.fromkeys(("one", "many", "three", "resting"), 1), check)


def marked(code):
    with Student([code]) as student, Student([code]) as fresh:
        found = asked(QUESTION, student, CASE)
        return found[0], asked_again({"q": found}, fresh, {"q": 5}, CASE.rng("again"))["q"]


def test_what_depends_on_its_arguments_alone_keeps_its_points():
    first, again = marked(HONEST)
    assert first == again and again.points == 4


CHEATS = {
    "counts its calls": "n = 0\ndef f(x):\n    global n\n    n += 1\n    return 2 * x + (n > 60) - (n < 2)\n",
    "looks how many are asked at once": "import sys\ndef f(x):\n    up = sys._getframe()\n"
    "    while 'order' not in up.f_locals:\n        up = up.f_back\n"
    "    return 2 * x if x < 2 or len(up.f_locals['order']['args']) > 3 else 0.0\n",
    "remembers what was asked before": "seen = []\ndef f(x):\n    seen.append(x)\n"
                                        "    return 2 * x if 1.0 in seen else 0.0\n",
    "rolls dice": "import random\ndef f(x):\n    return 2 * x + 1e-6 * random.random()\n",
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_what_depends_on_anything_else_closes_its_gate_and_those_that_rest_on_it(cheat):
    first, again = marked(HONEST + CHEATS[cheat])
    assert again.gates["many"] != 1 and again.gates["resting"] != 1
    assert "asked again" in again.words or "not twice" in again.words
    if first.gates["three"]:
        assert again.gates["three"] == 1  # another function


def test_the_order_of_a_batch_is_hidden_and_comes_back():
    told = "said = []\ndef f(x):\n    said.append(x)\n    return 2 * x\ndef order():\n    return said\n"
    orders = []
    for secret in ("one", "two"):
        with Student([told]) as student:
            asked(QUESTION, student, Case({}, CASE.words, secret))
            orders.append(student.ask("order"))
    assert orders[0] != orders[1] and sorted(orders[0]) == sorted(orders[1]) != orders[0]


def test_other_answers_meet_other_cases():
    draws = {Case({}, ("a0", "open", "ada", answers), "secret").rng("x").random() for answers in ("", "a", "b")}
    assert len(draws) == 3


def test_words_to_a_student_end():
    def check(ask, case):
        yield "x" * 10**6

    with Student([]) as student:
        assert len(asked(Question("q", 1, (), {"one": 1}, check), student, CASE)[0].words) < 10**4


def test_rounding_leaves_a_law_a_law():
    """As where a bettor is sure, and 1 less the other chance is a little below 0."""
    assert checking.law([[0.5, 0.5], [1 + 2e-16, -2e-16]], (2, 2), "", rows=True).min() == 0
    for value, words in (([[0.5, 0.5], [1.1, -0.1]], "below 0"), ([[0.5, 0.5], [0.5, 0.6]], "in row 1 here")):
        with pytest.raises(Wrong, match=words):
            checking.law(value, (2, 2), "here", rows=True)
