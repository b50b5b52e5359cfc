"""Lecture 1, second part: error on the sample against error on the distribution.

* `memorizer`: N17's learner that repeats the labels it saw and tosses a coin elsewhere.

It simulates the statistic: counts of the cells (multinomial) in place of records, and the
class's fast transform in place of a loop over hypotheses.
"""

import numpy as np

from ...experiment import Axis, Experiment, Series, Simulation, integer, log_integer


def draw_memorizer(s, x, rng, runs):
    """True error of the memorizer: half the mass of the unseen cells, up to the luck of its coins."""
    N = 2**s.d
    # With k cells seen of N, the wait for a new one is geometric with success probability (N - k)/N.
    times = rng.geometric((N - np.arange(N)) / N, (runs, N)).cumsum(axis=1)
    # Cells in the order of their first visit: those from place i on are unseen before times[i].
    wrong = np.zeros((runs, N + 1))
    wrong[:, :N] = rng.integers(0, 2, (runs, N), dtype=np.int8)[:, ::-1].cumsum(axis=1)[:, ::-1]
    return np.stack([np.take_along_axis(wrong, (times <= n).sum(axis=1)[:, None], axis=1)[:, 0] for n in x], axis=1) / N


def conjunction_mean_error(s, x):
    """Exact mean error of the most specific conjunction: target the constant 1, uniform bits.

    Each bit stays in the AND until it shows a 0, with probability q = 2^-n; an AND of k bits errs
    with probability 1 - 2^-k, and the mean of 2^-k over k ~ Bin(d, q) is (1 - q/2)^d.
    """
    return -np.expm1(s.d * np.log1p(-(0.5 ** (np.minimum(x, 1000) + 1))))


memorizer = Experiment(
    "memorizer",
    "Two learners that make no mistake on their samples",
    "How large is the true error of a learner that makes no mistake on its sample?",
    parameters=(
        log_integer("n", "n", "number of examples", 1, 10**4, 30),
        integer("d", "d", "bits of an example", 1, 10, 8),
    ),
    y=Axis("mean error", 1e-3, 1.0, log=True),
    series=(
        Series("bound", "all functions", "(2ᵈ ln 2 + 1)/n: Occam, all functions, on average",
               lambda s, x: (2**s.d * np.log(2) + 1) / x, "sharp"),
        Series("exact", "memorizer", "memorizer, true error ½ (1 − 2⁻ᵈ)ⁿ, exact",
               lambda s, x: 0.5 * np.exp(x * np.log1p(-(2.0**-s.d))), "exact"),
        Series("small", "ANDs", "(d ln 2 + 1)/n: Occam, ANDs of d bits, on average",
               lambda s, x: (s.d * np.log(2) + 1) / x, "sharp"),
        Series("learner", "elimination", "elimination, true error 1 − (1 − 2⁻ⁿ⁻¹)ᵈ, exact", conjunction_mean_error,
               "exact", "nonprivate"),
    ),
    simulation=Simulation(draw_memorizer, label="memorizer, mean true error",
                          chunk=lambda s: np.clip(24 * 2 ** (12 - s.d), 10, 500), band="normal"),
    points=81,
    simulated_points=41,
)
