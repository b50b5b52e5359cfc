"""What a lecture page shows besides explorers: the package's own source, drawings with words, exercises."""

import base64
import gc
import sys

import numpy as np
import pytest
from matplotlib.figure import Figure

from dplearn import lecture, pac
from dplearn.concepts import Thresholds
from dplearn.query_release import hunt_steps


def sample(x):
    """Doc."""
    # kept
    return x + 1


def test_source_is_the_code_without_its_docstring():
    shown = lecture.source(sample)
    assert shown.code == "def sample(x):\n    # kept\n    return x + 1"
    assert shown.where.endswith("test_lecture.sample")
    assert "Doc." not in repr(shown) and repr(shown).startswith("# ")
    assert shown._repr_markdown_() == f"```python\n# {shown.where}\n{shown.code}\n```"


def test_a_drawing_carries_picture_and_words():
    figure = Figure(figsize=(3, 2))
    figure.add_axes([0.1, 0.1, 0.8, 0.8]).plot([1, 2])
    data, metadata = lecture.drawing(figure, "a rising line")._repr_mimebundle_()
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert metadata["image/png"] == {"width": 300, "alt": "a rising line"}
    assert data["text/plain"] == "[picture: a rising line]"


def test_report_tells_apart_right_wrong_missing_and_broken(capsys):
    def check(answer, rng):
        assert answer(2) == 4, "two twos are four"

    def missing(x):
        raise NotImplementedError

    passed = lecture.report(check, right=lambda x: x * x, wrong=lambda x: x, missing=missing, broken=lambda x: x / 0)
    assert passed == {"right": True, "wrong": False, "missing": False, "broken": False}
    assert capsys.readouterr().out.splitlines() == [
        "right: passes", "wrong: fails: two twos are four", "missing: not written yet",
        "broken: fails: ZeroDivisionError: division by zero",
    ]


def test_cases_are_fresh_unless_a_seed_is_given():
    def check(answer, rng):
        drawn.append(rng.integers(2**62))

    drawn = []
    for seed in (None, None, 3, 3):
        lecture.report(check, seed=seed, any=print)
    assert len(set(drawn)) == 3 and drawn[2] == drawn[3]


def swallows(size):
    try:
        pac.is_shattered(size, 0)
    except ValueError:
        return 2


@pytest.mark.parametrize("answer, called", [
    (lambda size: pac.occam_bound(size, 0.1, 10), "occam_bound"),
    (lambda size: Thresholds(size).vc_dim, "Thresholds.__init__"),
    (swallows, "is_shattered"),
])
def test_a_call_of_the_package_is_refused(answer, called):
    with pytest.raises(AssertionError, match=rf"write it yourself: your answer calls \S*{called},"):
        lecture._by_hand(answer)(2)
    assert sys.getprofile() is None and gc.isenabled()


def test_free_are_what_is_allowed_what_is_given_and_what_these_call():
    line = Thresholds(6)
    assert lecture._by_hand(lambda given: given.vc_dim)(line) == 1
    free = {pac.is_shattered.__code__}
    assert lecture._by_hand(lambda given: pac.is_shattered(given, given.domain()[:1]), free)(line)
    with pytest.raises(AssertionError, match="is_shattered"):
        lecture._by_hand(lambda given: pac.is_shattered(given, [1]))(line)


def test_what_is_thrown_away_meanwhile_is_no_call():
    """A generator of the package is closed when the collector finds it: not while an answer runs."""
    steps = hunt_steps(np.array([0.3, 0.7]), np.array([[1.0, 0.0], [-1.0, 0.0]]), eta=1.0)
    next(steps)
    circle = [steps]
    circle.append(circle)
    del steps, circle
    assert lecture._by_hand(lambda n: len([[] for _ in range(n)]))(100_000) == 100_000
