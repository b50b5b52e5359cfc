"""Lecture 4: a private linear predictor out of the experts algorithm, and what one draw would have done.

`linear_census`: literals that predict an income above 50,000, on real records.  All n actions of the learner are
public, and a record moves every action after it; the exponential mechanism spends its whole budget on one draw, after
the last record.
"""

from functools import cache

import numpy as np
from numpy.polynomial import Chebyshev
from scipy import special

from .... import data, experts, private_experts
from ....data.deeper import literal_losses
from ....experiment import Axis, Choice, Experiment, Series, log_scale

DELTA = log_scale("delta", "δ", "failure of privacy", 1e-10, 0.01, 1e-6, steps=33)
N_RECORDS = {"1000": "1,000", "10000": "10,000", "45222": "45,222 (all)"}
SHUFFLE = 11                  # seed of the order in which records arrive
MOST_SCALE, BEND = 10.0, 0.01  # rates up to 10/√n; below 0.01/√n the error is nearly a line in η
PASSES = 33                   # rates that the polynomial goes through


@cache
def census() -> tuple[np.ndarray, np.ndarray]:
    """Losses of the 15 bits as predictors of income (45222, 15), shuffled, and the 30 literals' mean losses over all
    records.

    The other 15 literals are their negations, whose losses are the same with the other sign.
    """
    losses = literal_losses(data.load_adult_bits()).losses
    order = np.random.default_rng(SHUFFLE).permutation(len(losses))
    return losses[order, : losses.shape[1] // 2], losses.mean(axis=0)


def census_error(n: int, eta: float) -> float:
    """Expected error, on all records, of LinearLearner's θ from the first n: (1 + mean over t of <p_t, μ>)/2."""
    bits, mu = census()
    law = private_experts.linear_learner_probabilities(np.hstack([bits[:n], -bits[:n]]), eta=eta)
    return float(1 + law.mean(axis=0) @ mu) / 2


def _place(eta, n: str):
    """Where a rate lies on [0, ln(1 + MOST_SCALE/BEND)]: even in η for small ones, in ln η for large ones."""
    return np.log1p(eta * np.sqrt(int(n)) / BEND)


@cache
def _errors() -> dict[str, Chebyshev]:
    """`census_error` as a polynomial in a smooth function of η, for each n of the menu: no setting waits for a pass.

    The error depends on ε, δ and the analysis through η alone: passes at Chebyshev's places give it everywhere to 1e-7.
    All of them together take about half a second, once.
    """
    def passes(places, n):
        return [census_error(n, eta) for eta in BEND * np.expm1(places) / np.sqrt(n)]

    ends = [0, np.log1p(MOST_SCALE / BEND)]
    return {n: Chebyshev.interpolate(passes, PASSES - 1, ends, [int(n)]) for n in N_RECORDS}


def learner_error(s, eta):
    """Exact expected error of LinearLearner at the rates η."""
    return _errors()[s.n](_place(eta, s.n))


def _learner(analysis):
    return lambda s, epsilon: learner_error(
        s, private_experts.linear_eta(int(s.n), epsilon, s.delta, analysis=analysis))


def free_error(s, epsilon):
    """Exact expected error of Hedge at the rate that one would choose without privacy."""
    eta = experts.learning_rate(int(s.n), len(census()[1]), rule="hoeffding", loss_range=2.0)
    return learner_error(s, eta)


@cache
def _totals(n: str) -> np.ndarray:
    """Losses of the 30 literals over the first n records."""
    totals = census()[0][: int(n)].sum(axis=0)
    return np.concatenate([totals, -totals])


def one_draw_error(s, epsilon):
    """Exact expected error of one literal drawn by the exponential mechanism from the average of n records."""
    law = special.softmax(-np.asarray(epsilon)[:, None] / 4 * _totals(s.n), axis=1)
    return (1 + law @ census()[1]) / 2


linear_census = Experiment(
    "linear_census",
    "Census records: one private draw needs far less ε than n public picks",
    "How often does a private mixture of 30 literals err on who earns more than 50,000?",
    parameters=(
        log_scale("epsilon", "ε", "privacy", 0.001, 10, 1),
        Choice("n", "records", N_RECORDS, "45222"),
        DELTA,
    ),
    y=Axis("share of all records it gets wrong", 0.2, 0.55),
    series=(
        Series("dr14", "DR14's η", "LinearLearner, η as printed, expected, exact", _learner("dr14"),
               "exact", "private"),
        Series("ranged", "bounded range", "LinearLearner, η by bounded range, expected, exact",
               _learner("bounded-range"), "exact"),
        Series("free", "not private", "Hedge at √(2 ln K/n), not private, expected, exact", free_error,
               "exact", "nonprivate"),
        Series("one_draw", "one draw", "one exponential mechanism, same ε, exact", one_draw_error, "exact", "truth"),
        Series("best", "best literal", "best literal of all records",
               lambda s, e: (1 + census()[1].min()) / 2, "baseline"),
    ),
)
