"""Lecture 6, many questions: what a budget buys, and what the answers are worth on real records.

* `prediction_budget`: how many answers of ε₀ each a total ε buys, by each way of adding up;
* `prediction_adult`: expected error of private answers about people in the census, as ε of one answer and the parts
  move.

`prediction_adult` draws nothing at random but its fixed shuffle: `estimators.PrivatePredictor` trains a small tree on
each part, once for each r, and the votes of the parts give the exact law of every answer, so the exact expected error
on the people asked about, at all ε.  The first picture takes two or three seconds, the next ones a millisecond.
"""

from functools import cache, lru_cache

import numpy as np
from scipy.special import expit

from .... import prediction
from ....data import load_adult
from ....experiment import Axis, Experiment, Series, log_integer, log_scale


def bought(composition):
    """Answers bought; NaN (nothing to draw on a log axis) where not even one."""
    def values(s, epsilon):
        k = prediction.answers_bought(epsilon, s.delta, s.epsilon_answer, composition=composition).astype(float)
        return np.where(k >= 1, k, np.nan)

    return values


prediction_budget = Experiment(
    "prediction_budget",
    "The same budget buys few answers or many: it depends on the account",
    "How many answers of ε₀ each may an interface give, if all of them together are to be (ε, δ)-private?",
    parameters=(
        log_scale("epsilon", "ε", "privacy of all answers", 0.1, 10, 1.0),
        log_scale("epsilon_answer", "ε₀", "privacy of one answer", 0.02, 1, 0.05),
        log_scale("delta", "δ", "failure of privacy", 1e-10, 1e-3, 1e-6),
    ),
    y=Axis("answers bought", 1, 5e4, log=True),
    series=(
        Series("exact", "if all fixed", "exact for many parts, all questions fixed first (DDR20)", bought("exact"),
               "exact"),
        Series("zcdp", "bounded range", "8ρ/ε₀², ρ = (√(L+ε) − √L)², L = ln(1/δ) (bounded range)",
               bought("bounded-range"), "sharp", "private"),
        Series("optimal", "pure optimal", "optimal composition of ε₀-private answers (KOV15)", bought("optimal"),
               "sharp"),
        Series("advanced", "advanced", "advanced composition (DR14, 3.20)", bought("advanced")),
        Series("basic", "basic", "ε/ε₀, δ = 0 (basic composition: DR14, 3.16)", bought("basic"), role="baseline"),
    ),
    points=33,
)
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
        log_integer("n_parts", "r", "parts", 1, 250, 250, steps=10),
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
    points=10,
)
