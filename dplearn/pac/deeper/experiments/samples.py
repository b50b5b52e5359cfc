"""What the companions of lecture 1 add to `dplearn.pac.experiments.samples`."""

from functools import lru_cache

import numpy as np

from ...._binomial import log_binomial
from ....concepts import Conjunctions
from ....data import load_interval_task
from ....experiment import Axis, Choice, Experiment, Parameter, Series, Simulation, integer, log_integer
from ... import deeper
from ...experiments.sizes import BETA


@lru_cache
def _noisy(d: int, noise: float) -> tuple[Conjunctions, np.ndarray, np.ndarray]:
    """The class, the joint law of (label, cell), and the true error of every conjunction.

    Uniform bits, labels of r_1 AND r_2 (r_1 alone for d = 1), each flipped with probability `noise`.
    """
    conjunctions = Conjunctions(d)
    clean = conjunctions.label_cells(min(3, 2**d - 1))
    one = np.where(clean, 1 - noise, noise) / 2**d
    joint = np.stack([2.0**-d - one, one])
    return conjunctions, joint, conjunctions.mistakes(*joint)


def _growing(joint, x, rng, runs):
    """Each n in x and the counts of (label, cell) in n records, (runs, 2, cells); a sample goes on where it stood."""
    counts = np.zeros((runs, *joint.shape), np.int64)
    for n, more in zip(x, np.diff(x.astype(int), prepend=0)):
        counts += rng.multinomial(more, joint.ravel(), runs).reshape(counts.shape)
        yield n, counts


def draw_overfit(s, x, rng, runs):
    """sup over h of |sample error - true error|; one growing sample a run."""
    conjunctions, joint, errors = _noisy(s.d, s.noise)
    return np.stack([np.abs(conjunctions.mistakes(*counts.swapaxes(0, 1)) / n - errors).max(axis=1)
                     for n, counts in _growing(joint, x, rng, runs)], axis=1)


def fixed_hypothesis_gap(s, x):
    """E|sample error - true error| of the constant 1, exactly (de Moivre's mean absolute deviation)."""
    p = float(_noisy(s.d, s.noise)[2][0])
    k = np.floor(x * p) + 1
    return 2 / x * k * (1 - p) * np.exp(log_binomial(k, x, p))


overfit = Experiment(
    "overfit",
    "How far sample errors stray: one hypothesis, and the whole class",
    "How far is the sample error from the true error, for the worst hypothesis of the class?",
    parameters=(
        log_integer("n", "n", "number of examples", 10, 10**5, 1_000),
        integer("d", "d", "bits, |C| = 2ᵈ conjunctions", 1, 8, 5),
        Parameter("noise", "η", "share of flipped labels", 0.0, 0.4, 0.1, steps=41),
        BETA,
    ),
    y=Axis("|error on the sample − true error|", 1e-3, 1.0, log=True),
    series=(
        Series.of(deeper.uniform_convergence_bound, "printed", "w.p. 1 − β", n_hypotheses=lambda s: 2**s.d,
                  label="√(ln(2|C|/β)/2n) with probability 1 − β  (DR14, 11.1)"),
        Series("mean", "mean, any h", "√(ln(2|C|)/2n), bound on the mean of the largest gap",
               lambda s, x: np.sqrt((s.d + 1) * np.log(2) / (2 * x)), "sharp"),
        Series("fixed", "one fixed h", "one hypothesis fixed beforehand, mean gap, exact", fixed_hypothesis_gap,
               "exact"),
    ),
    simulation=Simulation(draw_overfit, label="largest gap of all conjunctions, mean",
                          runs=lambda s: 10_000 if s.d <= 5 else 2_000,
                          chunk=lambda s: np.clip(12 * 2 ** (8 - s.d), 10, 120), static_runs=600, band="normal"),
    points=61,
    simulated_points=13,
)
TASKS = {"never_married_by_age": "never married, by age", "forty_hours_by_age": "works 40 hours or more, by age"}


def best_cuts(gains: np.ndarray) -> np.ndarray:
    """The cut, in either direction, that gains most, for a batch of gains: its ends (a, b), shape (2, batch), of which
    one is an end of the line; it labels the places a, ..., b - 1 by 1.

    `gains` (batch, N): what labeling each place 1 in place of 0 gains.
    """
    prefix = np.pad(gains, ((0, 0), (1, 0))).cumsum(axis=1)
    low, high = prefix.argmin(axis=1), prefix.argmax(axis=1)
    upper = prefix[:, -1] - prefix.min(axis=1) > prefix.max(axis=1)
    return np.where(upper, [low, np.full_like(low, gains.shape[1])], [np.zeros_like(high), high])


@lru_cache
def _task(name: str) -> tuple[np.ndarray, np.ndarray, float, float]:
    """Joint law of (label, place), prefix sums of the gain, error of "all 0", least error."""
    t = load_interval_task(name)
    joint = np.stack([np.bincount(t.ranks[t.y == label] - 1, minlength=t.domain_size) for label in (0, 1)]) / t.n
    gain = np.append(0.0, (joint[1] - joint[0]).cumsum())
    (a,), (b,) = best_cuts((joint[1] - joint[0])[None])
    return joint, gain, joint[1].sum(), joint[1].sum() - gain[b] + gain[a]


def _n_rules(s) -> int:
    """|C|: cuts of either direction, 2N different ones."""
    return 2 * _task(s.task)[0].shape[1]


def draw_real_threshold(s, x, rng, runs):
    """True error, on all records, of the cut that is best on n records drawn with replacement."""
    joint, gain, all_zero, _ = _task(s.task)
    cuts = [best_cuts(counts[:, 1] - counts[:, 0]) for _, counts in _growing(joint, x, rng, runs)]
    return np.stack([all_zero - gain[b] + gain[a] for a, b in cuts], axis=1)


def _best(s):
    return _task(s.task)[3]


real_threshold = Experiment(
    "real_threshold",
    "Real records: how good is the cut that is best on n of them",
    "How good on all records is the cut that is best on n of them?",
    parameters=(
        log_integer("n", "n", "records in the sample", 10, 10**5, 1_000),
        BETA,
        Choice("task", "task", TASKS, "never_married_by_age"),
    ),
    y=Axis("error on all records", 0.0, 0.8),
    series=(
        Series("printed", "w.p. 1 − β", "best + 2 √(ln(2|C|/β)/2n), probability 1 − β  (DR14, 11.1)",
               lambda s, x: _best(s) + 2 * deeper.uniform_convergence_bound.curve(_n_rules(s), s.beta, x)),
        Series("mean", "mean", "best + √(ln|C|/2n), bound on the mean",
               lambda s, x: _best(s) + np.sqrt(np.log(_n_rules(s)) / (2 * x)), "sharp"),
        Series("best", "best cut", "the best cut on all records, exact", lambda s, x: _best(s), "exact"),
    ),
    simulation=Simulation(draw_real_threshold, label="best cut of n records: error on all, mean", runs=4_000, chunk=30,
                          static_runs=400, band="normal"),
    points=61,
    simulated_points=13,
)
