"""Lecture 2: learning a finite class privately with the exponential mechanism.

The problem: given n labelled examples, pick a hypothesis of a finite class C that errs little on the
distribution they came from, so that no single example can be told from the output.  Favor hypotheses
by their number of mistakes m(h) on the sample: output h with probability proportional to
e^{-ε m(h)/2}.  Replacing one example moves every m(h) by at most one, so this is ε-DP under
REPLACE_ONE.  Adding or removing one example moves all m(h) in the same direction, so there it is
already ε/2-DP, and weight e^{-ε m(h)} would be ε-DP (`relation=` chooses the weight).

Offered here: the learner's law and sampler; the failure bound as the lecture notes print it, a
Chernoff version and a one-line version, with sample sizes; the exact failure probability in the
point world (the worst case of the lecture's figures); the learner's exact ε around a given data set.
What holds without a target in the class is written in `private_agnostic`, the parity learner's law in
`private_parity`; both are offered here too.

The one line: the target has weight 1, so the normalizer is at least 1, and for p_h > α

    Pr[output in BAD] <= sum_BAD E e^{-ε m(h)/2} = sum_BAD (1 - p_h (1 - e^{-ε/2}))^n
                      <= |C| (1 - α(1 - e^{-ε/2}))^n <= |C| e^{-α n (1 - e^{-ε/2})}.

It is never above the printed |C| e^{-εαn/4} + |C| e^{-α²n/2}: 1 - e^{-ε/2} >= ε/4 up to ε = 3.187,
and 1 - e^{-ε/2} >= 1/2 >= α/2 from ε = 2 ln 2 on.  As ε grows it becomes Occam's |C| e^{-αn}.

References: LN, section 1 ("What about differential privacy?"); Kasiviswanathan, Lee, Nissim,
Raskhodnikova, Smith, "What can we learn privately?" (FOCS 2008); N17, "PPAC learning of finite
concept classes"; McSherry and Talwar (FOCS 2007) for the exponential mechanism.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from .. import _validate as check
from .._binomial import log_expectation
from .._bounds import epsilons, from_log, grid, log_class_size, one_epsilon, plain, smallest_n, whole
from ..concepts import LabeledSample
from ..mechanisms import exponential_probabilities
from ..privacy import Relation
from .agnostic import (
    agnostic_excess_bound, agnostic_sample_size, expected_gap_bound, expected_gap_tight, exponential_gap_bound, generalization_gap_bound, gibbs_risk_bound,
)
from .parity import parity_learner_probabilities  # noqa: F401

MOST_N = 10**8            # longest sample the exact sums take
MOST_CELLS = 50_000_000   # neighbors times hypotheses, in the exact enumeration


# ---- the learner ---------------------------------------------------------------------------------

def learner_probabilities_from_mistakes(mistakes, *, epsilon, relation=Relation.REPLACE_ONE) -> np.ndarray:
    """The law of the private learner, from the mistakes of every hypothesis.

    Parameters
    ----------
    mistakes : array (..., n_hypotheses), >= 0
        Mistakes of each hypothesis on the sample; leading axes are a batch of samples.
    epsilon : float > 0
    relation : Relation, optional
        REPLACE_ONE (the default): weight e^{-ε·mistakes/2}.  ADD_REMOVE: weight e^{-ε·mistakes}.

    Returns
    -------
    array (..., n_hypotheses), summing to one along the last axis.

    Notes
    -----
    Private: the examples; public: the class.  The law is ε-DP under the relation given, and its log-ratios
    between neighbors span an interval of length at most ε (bounded range).  With the default weight
    it is ε/2-DP under ADD_REMOVE.  Source: LN, section 1 (weight exp(εu/2)).
    """
    mistakes = check.array("mistakes", mistakes, low=0)
    if mistakes.ndim == 0:
        raise ValueError("mistakes must have a last axis over hypotheses; got shape ()")
    epsilon = one_epsilon(epsilon)
    sensitivity = 0.5 if _is_add_remove(relation) else 1.0
    return exponential_probabilities(-mistakes, score_sensitivity=sensitivity, epsilon=epsilon)


def learner_probabilities(concept_class, x, y, *, epsilon, relation=Relation.REPLACE_ONE) -> np.ndarray:
    """The law of the private learner on a labelled sample: shape (n_hypotheses,).

    Privacy and weights as in `learner_probabilities_from_mistakes`.  `concept_class` is one of
    `dplearn.concepts`; x and y are a sample of its domain, y in {0, 1} of shape (n,), n >= 1.
    Cost: one fast transform of the class.  Raises ValueError for samples outside the domain.
    """
    return learner_probabilities_from_mistakes(_mistakes(concept_class, x, y), epsilon=epsilon, relation=relation)


def private_learner(concept_class, x, y, *, epsilon, rng, relation=Relation.REPLACE_ONE) -> int:
    """Draw one hypothesis index from `learner_probabilities`; ε-DP under `relation` (private: x, y)."""
    rng = check.generator("rng", rng)
    law = learner_probabilities(concept_class, x, y, epsilon=epsilon, relation=relation)
    return int(min(np.searchsorted(np.cumsum(law), rng.random(), side="right"), np.flatnonzero(law)[-1]))


def exact_learner_epsilon(concept_class, x, y, *, epsilon, relation=Relation.REPLACE_ONE, weight_relation=None) -> float:
    """The largest log-ratio between the learner's law on this sample and on any neighbor, exactly.

    Parameters
    ----------
    concept_class, x, y, epsilon
        As in `learner_probabilities`.
    relation : Relation
        Which neighbors to enumerate: all samples with one example replaced, or with one example of
        the domain added or removed.
    weight_relation : Relation, optional
        For which relation the weights were calibrated (default: REPLACE_ONE, weight e^{-ε·mistakes/2}).

    Returns
    -------
    float
        The loss at this sample: at most ε if both relations agree.  It is a maximum over the neighbors of one
        sample; the ε of the mechanism is the supremum over samples.

    Notes
    -----
    Computed from log-weights, so nothing underflows; rounding of about 1e-15.  Cost: (2 |domain|)² · n_hypotheses at most;
    raises ValueError beyond 5e7.
    """
    epsilon = one_epsilon(epsilon)
    add_remove = _is_add_remove(relation)
    weights = Relation.REPLACE_ONE if weight_relation is None else weight_relation
    rate = epsilon * (1.0 if _is_add_remove(weights, "weight_relation") else 0.5)
    counts = np.stack(LabeledSample(x, y).counts(concept_class), axis=-1).ravel()  # record type = (cell, label)
    predictions = concept_class.predictions(concept_class.domain())                # (H, cells)
    wrong = np.stack([predictions, ~predictions], axis=-1).reshape(len(predictions), -1).T.astype(float)
    present = np.flatnonzero(counts)
    if len(present) * len(wrong) * wrong.shape[1] > MOST_CELLS:
        raise ValueError(f"concept_class must be small enough to enumerate all neighbors ({MOST_CELLS} cells); "
                         f"got {len(present)} x {len(wrong)} neighbors of {wrong.shape[1]} hypotheses")
    mistakes = counts @ wrong
    if add_remove:
        others = np.concatenate([mistakes - wrong[present], mistakes + wrong])
    else:
        others = (mistakes - wrong[present])[:, None] + wrong
    log_p = -rate * mistakes - special.logsumexp(-rate * mistakes)
    log_q = -rate * others - special.logsumexp(-rate * others, axis=-1, keepdims=True)
    return float(np.abs(log_p - log_q).max())


def _mistakes(concept_class, x, y) -> np.ndarray:
    counts = LabeledSample(x, y).counts(concept_class)   # first: it refuses what is no concept class
    return concept_class.mistakes(*counts)


def _is_add_remove(relation, name="relation") -> bool:
    return check.choice(name, relation, (Relation.REPLACE_ONE, Relation.ADD_REMOVE)) is Relation.ADD_REMOVE


# ---- failure bounds, realizable case -----------------------------------------------------------

def private_occam_bound(n_hypotheses, alpha, epsilon, n, *, form="printed", log_size=None):
    """Bound on Pr[the output's error exceeds α] when some f in C labels the examples.

    Parameters
    ----------
    n_hypotheses : int >= 1, or None with `log_size` = ln|C|
    alpha : float or array in (0, 1)
    epsilon : float or array > 0
    n : int or array >= 1
    form : {"printed", "chernoff"}
        "printed" is LN's |C| e^{-εαn/4} + |C| e^{-α²n/2}; "chernoff" replaces the second term by
        |C| e^{-αn/8} (the multiplicative bound: at most half the expected mistakes).

    Returns
    -------
    float or array (broadcast shape); above one the bound says nothing.  Held at e^709.

    Notes
    -----
    Neither form falls as ε grows past a point: the second term does not see ε.  "chernoff" is the
    smaller of the two only for α < 1/4.  Source: LN, section 1, last display.
    """
    log_size = log_class_size(n_hypotheses, log_size)
    alpha, epsilon, n = grid("alpha", alpha, high=1), epsilons(epsilon), grid("n", n, low=1, integral=True)
    return from_log(_log_two_terms(log_size, alpha, epsilon, n, form))


def private_occam_bound_sharp(n_hypotheses, alpha, epsilon, n, *, form="exponential", log_size=None):
    """The one-line bound |C| e^{-αn(1-e^{-ε/2})}; `form="power"` gives |C| (1-α(1-e^{-ε/2}))^n.

    Arguments and result as in `private_occam_bound`.  Never above either of its forms, for every ε > 0 and α in
    (0, 1); tends to Occam's bound as ε grows.  A sharpening of LN's display (proof in the module's note).
    """
    log_size = log_class_size(n_hypotheses, log_size)
    alpha, epsilon, n = grid("alpha", alpha, high=1), epsilons(epsilon), grid("n", n, low=1, integral=True)
    check.choice("form", form, ("exponential", "power"))
    step = -alpha * np.expm1(-epsilon / 2)
    return from_log(log_size - n * step if form == "exponential" else log_size + n * np.log1p(-step))


def _log_two_terms(log_size, alpha, epsilon, n, form):
    check.choice("form", form, ("printed", "chernoff"))
    second = alpha**2 / 2 if form == "printed" else alpha / 8
    return log_size + np.logaddexp(-epsilon * alpha * n / 4, -second * n)


def private_occam_sample_size(n_hypotheses, alpha, epsilon, beta=None, *, form="printed", log_size=None) -> int:
    """How many examples the two-term bound asks for.

    Without `beta`: LN's n >= 8 ln|C| / (α min(α, ε)), rounded up; there the printed bound is at most
    1/|C| + |C|^-3 (so nothing at |C| = 1 or 2 worth having).  With `beta` in (0, 1): the smallest n at which
    `private_occam_bound(..., form=form)` is at most β, by exact search.

    Raises ValueError if the answer passes 2**53, or if `form="chernoff"` comes without `beta`.
    """
    log_size = log_class_size(n_hypotheses, log_size)
    alpha, epsilon = check.fraction("alpha", alpha), one_epsilon(epsilon)
    check.choice("form", form, ("printed", "chernoff"))
    if beta is None:
        if form != "printed":
            raise ValueError(f"beta must be given with form={form!r}; got None")
        return whole(8 * log_size / alpha / min(alpha, epsilon) if log_size else 0.0)
    log_beta = np.log(check.fraction("beta", beta))
    each = log_size + np.log(2) - log_beta            # both terms at most β/2: certainly enough
    second = alpha**2 / 2 if form == "printed" else alpha / 8
    with np.errstate(over="ignore", divide="ignore"):
        high = whole(max(4 * each / np.float64(alpha * epsilon), each / np.float64(second)) + 1)
    return smallest_n(lambda n: _log_two_terms(log_size, alpha, epsilon, n, form) <= log_beta, high)


def private_occam_sample_size_sharp(n_hypotheses, alpha, epsilon, beta, *, form="exponential", log_size=None) -> int:
    """Smallest n at which the one-line bound is at most β: ln(|C|/β) / (α(1-e^{-ε/2})), rounded up.

    `form="power"` divides by -ln(1 - α(1-e^{-ε/2})) instead.  For ε <= 1 it is at most
    2.55 ln(|C|/β)/(αε).  Raises ValueError if the answer passes 2**53.
    """
    log_size = log_class_size(n_hypotheses, log_size)
    alpha, epsilon = check.fraction("alpha", alpha), one_epsilon(epsilon)
    log_ratio = log_size - np.log(check.fraction("beta", beta))
    check.choice("form", form, ("exponential", "power"))
    step = -alpha * np.expm1(-epsilon / 2)
    rate = step if form == "exponential" else -np.log1p(-step)
    with np.errstate(over="ignore", divide="ignore"):
        return whole(log_ratio / np.float64(rate))


# ---- the exact failure probability in the point world ------------------------------------------

def point_world_failure(n_hypotheses, alpha, epsilon, n, *, log_size=None):
    """Pr[error > α] of the private learner for `Points(N)`, exactly, in the hardest world we know.

    The target point has mass a+ = min(1, α(1 + 1e-6)), one other point x0 has the rest.  On a sample with k
    examples at the target, the target's hypothesis makes 0 mistakes, c_{x0} makes n, and the N - 2
    others make k; all but the target's are bad.  So given k the learner fails with probability
    B/(1+B), B = (N-2) e^{-εk/2} + e^{-εn/2}, and k ~ Bin(n, a+).

    Parameters
    ----------
    n_hypotheses : int N >= 2, or None with `log_size` = ln N
    alpha : float in (0, 1)
    epsilon : float > 0
    n : int or array, 1 <= n <= 1e8

    Returns
    -------
    float or array of the shape of `n`: probabilities, relative error below 1e-9 for n <= 1e6
    (about 1e-16 n).  Values under 1e-308 become 0.

    Notes
    -----
    Falls in n: B falls in k and in n, and k grows stochastically with n.  Both parts of
    B/(1+B) = A/(1+A) + (B-A)/((1+A)(1+B)), A = (N-2) e^{-εk/2}, are log-concave in k, which is what
    `_binomial.log_expectation` needs.  Cost: about 20 sqrt(n) terms for each n.
    """
    log_size = log_class_size(n_hypotheses, log_size)
    if log_size < np.log(2) * (1 - 1e-12):
        raise ValueError(f"n_hypotheses must be >= 2; got {n_hypotheses if n_hypotheses is not None else np.exp(log_size)}")
    alpha, epsilon = check.fraction("alpha", alpha), one_epsilon(epsilon)
    n = grid("n", n, low=1, integral=True)
    if n.max() > MOST_N:
        raise ValueError(f"n must be <= {MOST_N}; got {n.max()}")
    failure = np.exp(_log_point_failure(_log_minus_two(n_hypotheses, log_size), alpha, epsilon, n.ravel()))
    failure = np.minimum(failure, 1.0).reshape(n.shape)
    return plain(failure)


def _log_minus_two(n_hypotheses, log_size) -> float:
    """ln(N - 2), without going through N when only its logarithm is known; -inf for N = 2."""
    if n_hypotheses is not None:
        return math.log(int(n_hypotheses) - 2) if n_hypotheses > 2 else -np.inf
    rest = -np.expm1(np.log(2) - log_size)
    return log_size + float(np.log(rest)) if rest > 1e-12 else -np.inf


def _log_point_failure(log_others, alpha, epsilon, n) -> np.ndarray:
    mass, half = min(1.0, alpha * (1 + 1e-6)), epsilon / 2

    def others(k, n):            # ln A/(1+A)
        return -np.logaddexp(0.0, half * k - log_others)

    def zero_point(k, n):        # ln (B-A)/((1+A)(1+B))
        log_a = log_others - half * k
        return -half * n - np.logaddexp(0.0, log_a) - np.logaddexp(np.log1p(np.exp(-half * n)), log_a)

    def log_sum(part, n):
        return part(n.astype(float), n) if mass == 1.0 else log_expectation(part, n, mass)

    if np.isneginf(log_others):
        return log_sum(zero_point, n)
    result = log_sum(others, n)
    # By Jensen E A/(1+A) >= e^{-εna/2}/2, and the second part is at most e^{-εn/2}: beyond e^-40 of the first it is left out.
    needed = half * n * (1 - mass) < 41
    if needed.any():
        result[needed] = np.logaddexp(result[needed], log_sum(zero_point, n[needed]))
    return result


def point_world_sample_size(n_hypotheses, alpha, epsilon, beta, *, log_size=None) -> int:
    """Smallest n at which `point_world_failure` is at most β, by bisection (the failure falls in n).

    No valid sample bound for this learner and N hypotheses can be below it.  Raises ValueError if the bound that brackets
    the search passes 1e8.
    """
    high = private_occam_sample_size_sharp(n_hypotheses, alpha, epsilon, beta, log_size=log_size)
    if high > MOST_N:
        raise ValueError(f"alpha and the other parameters must keep the search for n below {MOST_N}; the bound is {high}")
    return smallest_n(lambda n: point_world_failure(n_hypotheses, alpha, epsilon, n, log_size=log_size) <= beta, high)
