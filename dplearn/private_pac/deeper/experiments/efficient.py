"""Lecture 2, second half: private learners that run in polynomial time.

* `parity_privacy`: the exact ε of the parity learner, enumerated, beside the slides' claim;
* `sq_conjunction`: a private learner of conjunctions over hundreds of bits.

The simulation of conjunctions draws the counts behind averages from binomials, not records.  That is their exact law;
a test compares it with the learner of `statistical_queries` run on records.
"""

import numpy as np

from .... import private_pac
from ....experiment import Axis, Choice, Experiment, Parameter, Series, Simulation, integer, log_integer
from ....privacy import Relation
from ... import deeper
from ...experiments.common import EPSILON, all_subsets
from ..parity import enumerated_epsilon

BETA = 0.05


RATES = {"printed": private_pac.parity_sampling_rate, "repaired": private_pac.parity_sampling_rate_exact}


def _share(spent, relation: str):
    return lambda s, e: spent(s, RATES[s.rule].curve(e), relation) / e


def _formula(s, p, relation):
    return deeper.parity_epsilon.curve(p, Relation[relation.upper()])


def _enumerated(s, p, relation):
    return enumerated_epsilon(s.d, s.n, p, relation)


parity_privacy = Experiment(
    "parity_privacy",
    "What the parity learner spends, beside what the slides claim",
    "What part of the claimed ε does the parity learner spend?",
    parameters=(
        Parameter("epsilon", "ε", "privacy", 0.05, 3.95, 1.0),
        integer("d", "d", "bits", 1, 2, 2),
        integer("n", "n", "records", 1, 2, 2),
        Choice("rule", "sampling", {"printed": "p = ε/4, as on the slide", "repaired": "p = tanh(ε/2)"}, "printed"),
    ),
    y=Axis("true ε / claimed ε", 0.0, 1.4),
    series=(
        Series("claim", "claim", "1: the learner is ε-private  (N17)", 1),
        Series("formula", "replace-one", "ln((1+p)/(1−p)) / ε, replace-one", _share(_formula, "replace_one"), "exact"),
        Series("formula_ar", "add/remove", "−ln(1−p) / ε, add/remove", _share(_formula, "add_remove"),
               "exact", "attack"),
        Series("exact", "", "enumerated: all samples and neighbors, replace-one", _share(_enumerated, "replace_one"),
               "exact", mark="points"),
        Series("exact_ar", "", "enumerated: all samples and neighbors, add/remove", _share(_enumerated, "add_remove"),
               "exact", "attack", "points"),
    ),
    points=41,
)
TARGET_BITS, ZERO = 5, 0.1  # the target has 5 literals, each 0 with probability 1/10, independently
POSITIVE = (1 - ZERO) ** TARGET_BITS


def other_bits(d: int) -> np.ndarray:
    """Probabilities of 0 for the d - 5 bits outside the target: from 1/2 down to 10^-5, so some are easy to rule out
    and some hard."""
    return np.geomspace(0.5, 1e-5, d - TARGET_BITS)


def draw_sq_conjunction(setting, x, rng, runs):
    """True error of `learn_conjunction` on samples of each size in x, exact over the loss of a literal.

    Only counts matter: n₁ ~ Bin(n, Pr[y = 1]) positive examples, for a bit outside the target Bin(n₁, q) zeros among
    them, none for a bit of the target; then Laplace noise and the threshold.
    """
    zero, n = other_bits(setting.d), x.astype(np.int64)
    scale = setting.d / setting.epsilon                                   # of the noise, in counts
    positives = rng.binomial(n, POSITIVE, size=(runs, len(n)))
    zeros = rng.binomial(positives[..., None], zero)
    extra = zeros + rng.laplace(0, scale, zeros.shape) <= scale * np.log(setting.d / BETA)
    return conjunction_error(np.where(extra, np.log1p(-zero), 0.0).sum(axis=-1), BETA / (2 * setting.d))


def conjunction_error(log_extra, loss):
    """Expected Pr[learned AND != target]: the extra bits are all 1 with probability e^log_extra; each literal is lost
    with chance `loss`.

    Pr[R] + Pr[K] - 2 Pr[R and K] for independent bits; a lost literal divides Pr[K] by 1 - 1/10.
    """
    found = POSITIVE * (1 - loss + loss / (1 - ZERO)) ** TARGET_BITS
    return -POSITIVE * np.expm1(log_extra) + (found - POSITIVE) * np.exp(log_extra)


sq_conjunction = Experiment(
    "sq_conjunction",
    "Conjunctions of many bits, learned through noisy averages",
    "How large is the error of the private query learner, for a target of 5 literals among d bits?",
    parameters=(
        log_integer("n", "n", "examples", 100, 100_000_000, 1_000_000),
        EPSILON,
        integer("d", "d", "bits", 10, 500, 300),
    ),
    y=Axis("error", 1e-5, 1.0, log=True),
    series=(
        Series.of(deeper.conjunction_error_bound, "bound", "with prob. .95", beta=BETA,
                  label="2d ln(d/β) / (n(1−e^(−ε/d))), β = .05: with probability .95"),
        Series.of(deeper.private_occam_error_bound, "slow", "2^d time", n_hypotheses=all_subsets, beta=BETA,
                  label="ln(2^d/β) / (n(1−e^(−ε/2))): exponential mechanism, time 2^d"),
        Series.of(deeper.private_occam_error_bound, "occam", "no privacy", n_hypotheses=all_subsets,
                  beta=BETA, epsilon=1e100, role="baseline",
                  label="ln(2^d/β) / n: no privacy (Occam)"),
    ),
    simulation=Simulation(draw_sq_conjunction, "mean error of the query learner, simulated",
                          chunk=lambda s: max(2, 4000 // s.d), band="normal", runs=2_000, static_runs=200),
    simulated_points=17,
)
