"""Lecture 6, many questions: what private answers about people in the census are worth.

`prediction_adult` draws nothing at random but its fixed shuffle: `estimators.PrivatePredictor` trains a small tree on
each part, once for each r, and the votes of the parts give the exact law of every answer, so the exact expected error
on the people asked about, at all ε.  The first picture takes some six seconds, the next ones a millisecond.
"""

from functools import cache, lru_cache

import numpy as np
from scipy.special import expit

from ....data import load_adult
from ....experiment import Axis, Experiment, Series, log_integer, log_scale


ASKED = 4000        # people of UCI's test file
SHUFFLE = 6         # seed of the order in which records arrive, and of the parts


@cache
def adult_records():
    """(indices of UCI's training records, shuffled; indices of the people asked about)."""
    data, rng = load_adult(), np.random.default_rng(SHUFFLE)
    return rng.permutation(np.flatnonzero(data.train)), rng.permutation(np.flatnonzero(~data.train))[:ASKED]


@lru_cache
def adult_votes(n_parts: int) -> np.ndarray:
    """How many of the `ASKED` people have v parts against their true label, v = 0 .. n_parts.  About 2 ms a part."""
    from ...estimator import PrivatePredictor  # here: scikit-learn takes long to load

    data, (records, asked) = load_adult(), adult_records()
    model = PrivatePredictor(n_parts=n_parts, random_state=SHUFFLE).fit(data.x[records], data.y[records])
    against = model.votes(data.x[asked])[np.arange(ASKED), 1 - data.y[asked].astype(int)]
    return np.bincount(against, minlength=n_parts + 1)


def expected_error(n_parts, epsilon) -> float:
    """Exact mean chance that an answer is wrong, over the people asked about; ε = inf is the vote itself,
    ties by a coin.
    """
    lead = np.arange(n_parts + 1) - n_parts / 2
    chance = (np.sign(lead) + 1) / 2 if np.isinf(epsilon) else expit(epsilon * lead)
    return float(chance @ adult_votes(n_parts) / ASKED)


def always_no() -> float:
    """The error of saying no to everyone: most people earn less."""
    return load_adult().y[adult_records()[1]].mean()


prediction_adult = Experiment(
    "prediction_adult",
    "More parts: worse trees, but votes that outshout the coin",
    "Who earns more than 50,000 dollars: how often is a private answer wrong?",
    parameters=(
        log_integer("n_parts", "r", "parts", 1, 250, 250, steps=30),
        log_scale("epsilon", "ε", "privacy of one answer", 0.003, 10, 0.1),
    ),
    y=Axis("expected error of an answer", 0.0, 0.55),
    series=(
        Series("private", "private", "private answers: a tree of depth 3 on each part, exact",
               lambda s, parts: [expected_error(int(r), s.epsilon) for r in parts], "exact"),
        Series("no", "always no", "say no to everyone", lambda s, parts: always_no(), "baseline", "baseline"),
        Series("vote", "vote", "the vote, no coin, not private; r = 1: a tree on all records",
               lambda s, parts: [expected_error(int(r), np.inf) for r in parts], "exact", "nonprivate"),
    ),
    points=30,
)
