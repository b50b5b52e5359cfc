"""Lecture 5's experiments on queries one at a time: curves and draws against the algorithm played in full."""

import numpy as np
import pytest

from dplearn.query_release.deeper import brute
from dplearn.query_release.deeper.experiments import online


def play(stream, truth, alpha, eta):
    """The updates without noise, played in full; `stream(p)` gives the next query or None."""
    return len(brute.online(truth, stream, alpha, eta, lambda kind: 0.0)[1])


@pytest.mark.parametrize("alpha, times, d", [(0.1, 4, 6), (0.37, 1, 5)])
def test_the_adversary_played_out(alpha, times, d):
    """Each h asked until the algorithm answers it; the truth has all records in the first cell."""
    truth, levels = np.eye(2**d)[0], np.linspace(-np.log(2.0**d - 1), np.log(1 / alpha - 1), online.LEVELS + 1)[1:]
    heights = [*alpha * (1 + np.exp(levels))]

    def stream(p):
        while heights and heights[0] * (1 - p[0]) <= alpha + 1e-12:
            heights.pop(0)
        return heights[0] * (1 - truth) if heights else None

    assert max(heights) <= 1 + 1e-12
    assert online.forced_updates(np.array([alpha]), d, times * alpha)[0] == play(stream, truth, alpha, times * alpha)
