"""Lecture 5's experiments on queries one at a time: curves and draws against the algorithm played in full."""

import numpy as np
import pytest

from dplearn import experiments
from dplearn import query_release as qr
from dplearn.query_release.deeper import brute
from dplearn.query_release.deeper.experiments import online

BITS = np.arange(2**4)[:, None] >> np.arange(4) & 1


def play(stream, truth, alpha, eta):
    """The updates without noise, played in full; `stream(p)` gives the next query or None."""
    return len(brute.online(truth, stream, alpha, eta, lambda kind: 0.0)[1])


def survey(shares):
    return np.prod(np.where(BITS, shares, 1 - shares), axis=1)


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


def one_by_one(s, n, rng):
    """The largest error of `OnlinePMW` on all 2^4 cells, card by card; once its budget is spent p^t answers."""
    p_star, worst = survey(online.shares(4)), 0.0
    desk = qr.OnlinePMW(p_star, n=n, epsilon=s.epsilon, delta=1e-6, alpha=0.1, max_updates=s.T, eta=s.eta, rng=rng)
    for chosen, weights in zip(*(part[:, :s.k].T for part in online.cards(4))):
        card = np.zeros(4)
        np.add.at(card, chosen, weights)
        query = np.minimum(BITS @ card, 1)
        answer = query @ desk.histogram if desk.updates == s.T else desk.answer(query)
        worst = max(worst, abs(answer - query @ p_star))
    return worst


@pytest.mark.parametrize("T, n", [(5, 300), (30, 1000)])
def test_largest_error_as_if_card_by_card(T, n):
    s, rng = experiments.online_cards.setting(d=4, k=100, T=T), np.random.default_rng(3)
    played = np.round([one_by_one(s, n, rng) for _ in range(150)], 5)        # weights are kept in single precision
    drawn = np.round([online.largest_error(s, n, rng) for _ in range(1500)], 5)
    # Kolmogorov and Smirnov: the distance of the two empirical laws, false alarm below 1e-6 (two settings)
    places = np.sort(np.concatenate([played, drawn]))
    at = [np.searchsorted(np.sort(sample), places, "right") / len(sample) for sample in (played, drawn)]
    assert np.abs(at[0] - at[1]).max() <= np.sqrt(np.log(2 * 2 / 1e-6) / 2 * (1 / 150 + 1 / 1500))
