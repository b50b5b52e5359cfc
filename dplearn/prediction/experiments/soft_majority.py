"""Lecture 6, subsample and aggregate: what the answers of the soft majority are worth.

`soft_majority_parts`: n examples cut into more and more parts, bound and exact error with learners on the parts:
too few and the coin errs, too many and the models do.

x is uniform on [0, 1], with the label [x <= 1/2]; r parts of m examples each are drawn i.i.d., and the learner's
threshold is its largest example labeled 1 (0 without one).  A point at distance s below the target is missed with
probability (1 - s)^m: every model errs beside the target, so they err together.  The votes against the truth there are
Bin(r, (1 - s)^m).  Nothing is checked here.  The closed forms are ours.
"""

import numpy as np
from scipy import special

from ... import prediction
from ...experiment import Axis, Experiment, Series, log_integer, log_scale, remembered
from ..soft_majority import _coin_error

BETA, TARGET = 0.05, 0.5


def part_error(m):
    """The mean error of one model."""
    return -np.expm1((m + 1) * np.log1p(-TARGET)) / (m + 1)


def part_error_quantile(m, beta):
    """One model errs more with probability at most β."""
    return np.minimum(-np.expm1(np.log(beta) / m), TARGET)


def error(r: int, m: int, epsilon):
    """E[error] of the soft majority: the integral over s of the binomial law with p = (1 - s)^m, term by term.

    h(0) + (1/m) Σ_w (h(w) - h(0)) Γ(w + 1/m) Γ(r+1) / (Γ(w+1) Γ(r+1+1/m)) times the share of each Beta integral
    that lies at distances below the target, q from (1 - target)^m to 1; h(w) = sigma(-ε (r - 2w)/2).
    """
    w, step = np.arange(1, r + 1), 1 / m
    extra = _coin_error(w, r, epsilon) - _coin_error(0, r, epsilon)
    log_beta = (special.gammaln(w + step) - special.gammaln(w + 1)
                + special.gammaln(r + 1) - special.gammaln(r + 1 + step))
    share = special.betaincc(w + step, r - w + 1, (1 - TARGET)**m)
    return _coin_error(0, r, epsilon) + (np.exp(log_beta) * share) @ extra / m


def printed(s, r):
    """The proof's bound with the models' error exceeded with probability β/r each."""
    return prediction.soft_majority_error_bound(part_error_quantile(s.n // r, BETA / r), r, epsilon=s.epsilon)


@remembered("n", "epsilon")
def exact(s, parts):
    """The expected error for each number of parts."""
    return np.array([error(int(r), int(s.n // r), s.epsilon) for r in parts])


def promise(s, r):
    """α, at as many parts as Theorem 4.1 asks for or more, as long as each has the examples that it asks for."""
    enough = s.n // r >= prediction.threshold_sample_size(s.alpha / 4, BETA / r)
    return np.where(enough & (r >= prediction.n_parts(s.alpha, s.epsilon)), s.alpha, np.nan)


soft_majority_parts = Experiment(
    "soft_majority_parts",
    "Too few parts and the coin errs, too many and the models do",
    "The same n examples, cut into more and more parts: how often is a private answer wrong?",
    parameters=(
        log_integer("n_parts", "r", "parts", 1, 529, 23),
        log_integer("n", "n", "examples", 1_000, 100_000, 10_000),
        log_scale("epsilon", "ε", "privacy of an answer", 0.05, 4, 1.0),
        log_scale("alpha", "α", "error promised", 0.02, 0.4, 0.1),
    ),
    y=Axis("Pr[wrong answer]", 1e-5, 1.5, log=True),
    series=(
        Series("printed", "proof", "3a + e^(−εr/6), a at confidence .05/r (DF18, proof of 4.1)", printed),
        Series("sharp", "sharp", "what a sharper proof says of the mean error (companion 6b)",
               lambda s, r: prediction.soft_majority_error_bound_sharp(part_error(s.n // r), r, epsilon=s.epsilon),
               "sharp", "private"),
        Series("exact", "exact", "soft majority of r models, exact expected error", exact, "exact"),
        Series("promise", "α", "α, r ≥ 6 ln(4/α)/ε, n ≥ r·m(α/4, β/r) (DF18, Theorem 4.1)", promise,
               role="baseline"),
        Series("models", "one model", "mean error of one model with n/r examples",
               lambda s, r: part_error(s.n // r), "exact", "nonprivate"),
    ),
    points=49,
)
