"""Lecture 5, what the chosen queries tell: PMW's only contact with the records is the choice of a query (REPLACE_ONE).

`sequence_profile`: δ(ε) of all choices together, exact on two cells, beside what each analysis promises.

The choices depend on each other, as p^t is made from those before: a promise must hold for adaptive steps.
"""

from functools import lru_cache

import numpy as np

from .... import query_release as qr
from ....experiment import Axis, Experiment, Parameter, Series, integer, log_scale
from ....privacy import advanced_composition_delta, bounded_range_composition_delta, pure_composition_delta, zcdp_delta


@lru_cache(maxsize=8)
def _losses(epsilon_step: float, T: int, n: int):
    """For each pair of neighbors of n records in two cells: -loss of all 2^T sequences, rising, and both laws
    summed so far.

    The questions are "the share in the first cell" and "... in the second".  Trading the cells turns a sequence's index
    round, so half of the laws are enough, and one direction of each pair.
    """
    eta = np.sqrt(8 * np.log(2) / T)
    laws = [qr.sequence_law(np.array([r, n - r]) / n, np.eye(2), n=n, epsilon_step=epsilon_step, T=T, eta=eta)
            for r in range(n // 2 + 1)]
    laws += [laws[n - r][::-1] for r in range(n // 2 + 1, n + 1)]
    pairs = []
    for p, q in zip(laws, laws[1:]):
        loss = np.log(p) - np.log(q)
        order = np.argsort(-loss)
        pairs.append((-loss[order], *(np.concatenate([[0.0], np.cumsum(law[order])]) for law in (p, q))))
    return pairs


def exact_profile(s, epsilon):
    """The largest Σ (p - e^ε q)+ over all neighbors: p - e^ε q summed over the sequences with loss above ε."""
    worst = np.zeros(len(epsilon))
    for rising, p, q in _losses(s.epsilon_step, s.T, s.n):
        above = np.searchsorted(rising, -epsilon)
        worst = np.maximum(worst, p[above] - np.exp(epsilon) * q[above])
    return worst


def _promise(delta):
    """δ(ε) of T steps of range ε₀, by one analysis."""
    return lambda s, epsilon: delta(s.epsilon_step, s.T, epsilon=epsilon)


sequence_profile = Experiment(
    "sequence_profile",
    "T choices tell less than T steps that are only ε₀-private",
    "Which (ε, δ) holds for the whole sequence of chosen queries?",
    parameters=(
        Parameter("epsilon", "ε", "privacy", 0, 5, 1.0),
        log_scale("epsilon_step", "ε₀", "privacy of one choice", 0.05, 0.5, 0.3),
        integer("T", "T", "steps", 1, 10, 10),
        integer("n", "n", "records", 1, 10, 3),
    ),
    y=Axis("δ(ε) of all choices", 1e-7, 2.0, log=True),
    series=(
        Series("basic", "basic", "0 from ε = Tε₀ on, no promise before (DR14, 3.16)",
               lambda s, e: e < s.T * s.epsilon_step, mark="step", role="baseline"),
        Series("advanced", "advanced", "advanced composition, solved for δ (DR14, 3.20)",
               _promise(advanced_composition_delta.curve)),
        Series("pure", "pure optimal", "optimal composition of ε₀-private steps (KOV15)",
               _promise(pure_composition_delta), "sharp"),
        Series("zcdp", "bounded range", "e^(−(ε−ρ)²/(4ρ)), ρ = Tε₀²/8 (bounded range)",
               lambda s, e: zcdp_delta.curve(s.T * s.epsilon_step**2 / 8, e), "sharp", "private"),
        Series("optimal", "fixed steps", "optimal for fixed steps of range ε₀ (DDR20)",
               _promise(bounded_range_composition_delta), "sharp", "private"),
        Series("exact", "exact", "exact: worst neighbors of n records in two cells", exact_profile, "exact"),
    ),
    points=65,
)
