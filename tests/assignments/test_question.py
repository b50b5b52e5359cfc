"""What a check asks: in a hidden order, and again in a fresh process; samplers that are not independent."""

import numpy as np
import pytest

from assignments.grading import checking
from assignments.grading.plain import Seed
from assignments.grading.question import Case, Question, Wrong, asked, asked_again, same
from assignments.grading.student import Student

CASE = Case({}, ("a0", "open", "ada", ""), "secret")
HONEST = "def f(x):\n    return 2 * x\ndef draw(rng):\n    return rng.random(3)\n"


def check(ask, case):
    """Doubles, one by one and many at once; draws; what was asked first rests on no further call."""
    first = ask("f", 1.0)
    yield None if first == 2 else "not twice"
    many = ask.each("f", [(float(x),) for x in range(2, 40)])
    yield None if many == [2 * x for x in range(2, 40)] else "not twice"
    yield None if len(ask("draw", Seed(1, 2))) == 3 else "three are wanted"
    yield None if first == 2 else "not twice"


QUESTION = Question("q", 1, (), dict.fromkeys(("one", "many", "drawn", "resting"), 1), check)


def marked(code, question=QUESTION):
    with Student([code]) as student, Student([code]) as fresh:
        found = asked(question, student, CASE)
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
    if first.gates["drawn"]:
        assert again.gates["drawn"] == 1  # another function


def test_a_sampler_that_goes_on_where_it_stopped_is_found():
    _, again = marked(
        HONEST + "import numpy as np\nown = np.random.default_rng(1)\ndef draw(rng):\n    return own.random(3)\n"
        "own.bit_generator.advance(int.from_bytes(__import__('os').urandom(8), 'big'))\n"  # one byte met itself
    )
    assert again.gates["drawn"] == 0 and again.gates["many"] == 1


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


@pytest.mark.parametrize("a, b, alike", [
    (0.5, 0.5 + 1e-12, True), (0.5, 0.5001, False), ([1, (2, None)], [1, (2, None)], True), ([1], (1,), False),
    (np.ones(2), np.ones(3), False), ({"a": np.nan}, {"a": np.nan}, True), ("x", 1.0, False)])
def test_same(a, b, alike):
    assert same(a, b) is alike


# ---- samplers ----------------------------------------------------------------------------------------

LAW = np.array([0.05, 0.1, 0.15, 0.2, 0.25, 0.25])


def draw(n, rng):
    return rng.choice(LAW.size, n, p=LAW)


def placed(u):
    return np.searchsorted(LAW.cumsum(), u).clip(0, LAW.size - 1)


def tenths(n, rng):
    return rng.permuted(np.tile(np.arange(10), (-(-n // 10), 1)), axis=1).ravel()[:n]


BAD = {  # what checking.independent must say of each
    "shuffled quantiles": (lambda n, rng: rng.permutation(placed((np.arange(n) + rng.random()) / n)), "too even"),
    "a half, twice": (lambda n, rng: np.tile(draw(-(-n // 2), rng), 2)[:n], "apart"),
    "stratified in blocks of ten": (lambda n, rng: placed((tenths(n, rng) + rng.random(n)) / 10),
                                    "blocks of 10|after it"),
    "antithetic": (lambda n, rng: placed(np.stack([u := rng.random(-(-n // 2)), 1 - u], 1).ravel()[:n]), "after it"),
    "a stream for all calls": (lambda n, rng: draw(n, np.random.default_rng(7)), "uneven|off by|even"),
}


def calls(sampler, seed):
    return (
        sampler(20_000, np.random.default_rng([seed, 0])),
        [sampler(100 + 31 * (k % 7), np.random.default_rng([seed, 1, k])) for k in range(256)],
    )


def test_independent_samples_pass():
    checking.independent(*calls(draw, 0), LAW, "words")


@pytest.mark.parametrize("name", BAD)
def test_samples_that_are_not_independent_do_not(name):
    sampler, cause = BAD[name]
    with pytest.raises(Wrong, match=cause):
        checking.independent(*calls(sampler, 1), LAW, "words")
