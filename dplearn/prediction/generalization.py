"""What private prediction promises on fresh data (DF18, section 6).

An ε-DP evaluation M(S, z) >= 0 is, at every z, ε-DP in the data S (REPLACE_ONE): the loss of a private prediction is one
(Lemma 6.2, postprocessing).  With S and S' two independent samples of n records, write E_S for the mean of E[M(S, z)] over the
z of S itself, and E_S' for the mean over S', with M still run on S.  E_S' is what a user of the interface meets.

**Moments** (Lemma 6.4): for whole k >= 1, E[E_S'^k] <= e^{k²ε} E[(E_S + kδB)^k], B the largest loss.  A product over k indices
of S' becomes one over S by exchanging k records; group privacy (Lemma 3.1, `privacy.group_privacy`) costs e^{kε} for each of
the k factors.

**Tails** (Lemma 6.5): if E_S <= α for every S, Markov's inequality with the k-th moment gives

    Pr[E_S' >= α t] <= β   for   t = exp(min over whole k >= 1 of ln(1/β)/k + kε).

DF18 puts in k = sqrt(ln(1/β)/ε), a whole number or not, and prints t = e^{2 sqrt(ε ln(1/β))}.  That k is below 1 if ln(1/β) < ε, and
there the printed form can be false.

**The counterexample.** M = B with chance p if z is in S, with chance p e^ε if not, else 0: ε-DP for p <= 1/(1 + e^ε).  Then
E_S = α = pB always, and where no fresh record is in S, E_S' = α e^ε.  For β >= e^{-ε/4} the printed t is at most e^ε, the
promise is Pr[E_S' >= α t] <= β < 1, and the truth is 1.

References: DF18, Lemmas 6.2 to 6.5; Feldman and Steinke 2017 (Lemma 6.3).
"""

from __future__ import annotations

import numpy as np
from scipy import special

from .. import _validate as check
from .._binomial import log_binomial
from .._bounds import from_log, go_together, plain

MOST_MOMENT = 10**6
MOST_RECORDS = 1000
MOST_DOMAIN = 2**53


def _tail_parameters(beta, epsilon):
    """ln(1/β) and ε as arrays of one shape."""
    beta = check.array("beta", beta, low=1e-300, high=1)
    if (beta >= 1).any():
        raise ValueError(f"beta must lie in (0, 1); got {beta[beta >= 1].ravel()[0]}")
    epsilon = check.array("epsilon", epsilon, low=1e-12, high=1e6)
    return go_together(beta=-np.log(beta), epsilon=epsilon)


def moment_bound(k, epsilon, empirical, *, weights=None, delta=0.0, largest_loss=1.0) -> float:
    """Lemma 6.4's bound on E[E_S'^k]: e^{k²ε} E[(E_S + kδB)^k].

    Parameters
    ----------
    k : int, 1 <= k <= 10^6.  The lemma is for whole numbers; for others it is not proven.
    epsilon : float in [0, 1e6], of the evaluation; REPLACE_ONE
    empirical : float or array (m,), values that E_S takes, in [0, largest_loss]
    weights : array (m,), optional, their probabilities (equal without it)
    delta : float in [0, 1), of the evaluation
    largest_loss : float > 0, B

    Returns
    -------
    float, held at e^709 if larger.

    Notes
    -----
    Source: DF18, Lemma 6.4.  With k = 1 and δ = 0: the expected loss is at most e^ε times the expected empirical loss.
    """
    k = check.integer("k", k, 1, MOST_MOMENT)
    epsilon, delta = check.real("epsilon", epsilon, 0, 1e6), check.delta("delta", delta)
    top = check.real("largest_loss", largest_loss, 0, 1e100, open_low=True)
    empirical = np.atleast_1d(check.array("empirical", empirical, low=0, high=top))
    if empirical.ndim != 1:
        raise ValueError(f"empirical must be a number or of shape (m,); got shape {empirical.shape}")
    if weights is None:
        weights = np.full(len(empirical), 1 / len(empirical))
    else:
        weights = np.atleast_1d(check.distribution("weights", weights))
        if weights.shape != empirical.shape:
            raise ValueError(f"weights must have empirical's shape {empirical.shape}; got {weights.shape}")
    inside = empirical + k * delta * top
    positive = (inside > 0) & (weights > 0)
    if not positive.any():
        return 0.0
    return from_log(k * k * epsilon + special.logsumexp(k * np.log(inside[positive]), b=weights[positive]))


def best_moment(beta, epsilon):
    """The whole k >= 1 that makes ln(1/β)/k + kε smallest: int or int array.  β in [1e-300, 1), ε in [1e-12, 1e6]."""
    log, epsilon = _tail_parameters(beta, epsilon)
    low = np.maximum(np.floor(np.sqrt(log / epsilon)), 1)          # convex in k: one of the two beside sqrt(ln(1/β)/ε)
    k = np.where(log / (low + 1) + (low + 1) * epsilon < log / low + low * epsilon, low + 1, low).astype(np.int64)
    return int(k) if k.ndim == 0 else k


def tail_factor(beta, epsilon):
    """The t with Pr[E_S' >= α t] <= β that Lemma 6.4 proves: exp(min over whole k of ln(1/β)/k + kε).

    Parameters
    ----------
    beta : float or array in [1e-300, 1)
    epsilon : float or array in [1e-12, 1e6]; broadcast with `beta`

    Returns
    -------
    float or array > 1, held at e^709 if larger.

    Notes
    -----
    Needs E_S <= α for every S, and a pure ε-DP evaluation (REPLACE_ONE).  For ln(1/β) >= ε the exponent is at most 1.0607 times
    the printed one, 2 sqrt(ε ln(1/β)): the worst is k = sqrt(2), half way between 1 and 2.
    """
    log, epsilon = _tail_parameters(beta, epsilon)
    k = best_moment(beta, epsilon)
    return from_log(log / k + k * epsilon)


def tail_factor_printed(beta, epsilon):
    """Lemma 6.5 as printed: e^{2 sqrt(ε ln(1/β))}, for every β in (0, 1).  FALSE for ln(1/β) <= ε/4; arguments as `tail_factor`.

    It takes the k-th moment at k = sqrt(ln(1/β)/ε).  Where that is a whole number the form holds; where it is another number
    above 1/2 nothing is proven here, either way.
    """
    log, epsilon = _tail_parameters(beta, epsilon)
    return from_log(2 * np.sqrt(epsilon * log))


def spread_law(epsilon, p, member) -> np.ndarray:
    """The counterexample's law: probabilities of the losses 0 and B, shape (..., 2).

    Parameters
    ----------
    epsilon : float in [0, 500]
    p : float, 0 < p <= 1/(1 + e^ε): the chance of B on a record of the data, p e^ε elsewhere
    member : bool or array, is z among the data?
    """
    epsilon = check.real("epsilon", epsilon, 0, 500)
    p = check.real("p", p, 0, 1 / (1 + np.exp(epsilon)), open_low=True)
    member = check.array("member", member, low=0, high=1, integral=True).astype(bool)
    chance = np.where(member, p, p * np.exp(epsilon))
    return np.stack([1 - chance, chance], axis=-1)


def spread_tail(factor, epsilon, n, domain_size):
    """Pr[E_S' >= α factor] for the counterexample, exactly, with both samples uniform on [N].

    Parameters
    ----------
    factor : float or array >= 0
    epsilon : float in (0, 500]
    n : int, 1 <= n <= 1000, records in each sample
    domain_size : int, 1 <= N <= 2^53

    Returns
    -------
    float or array.  As N grows it tends to 1 for every factor up to e^ε; above e^ε it is 0.

    Notes
    -----
    E_S'/α = e^ε - (e^ε - 1) h/n, h the number of fresh records that are in S: given D distinct values in S, h is Bin(n, D/N).
    The law of D: record by record, a new value with chance 1 - D/N.  Cost: n².
    """
    factor = check.array("factor", factor, low=0)
    epsilon = check.real("epsilon", epsilon, 0, 500, open_low=True)
    n = check.integer("n", n, 1, MOST_RECORDS)
    size = check.integer("domain_size", domain_size, 1, MOST_DOMAIN)
    distinct = np.zeros(n + 1)
    distinct[0] = 1
    d = np.arange(n + 1)
    for _ in range(n):
        old = np.minimum(d / size, 1)
        distinct = distinct * old + np.concatenate([[0], (distinct * (1 - old))[:-1]])
    hits = np.zeros(n + 1)
    for j in np.flatnonzero(distinct > 0):
        hits += distinct[j] * (d == n if j == size else np.exp(log_binomial(d, n, j / size)))
    # E_S'/α from the side that does not cancel: above 1 by (e^ε - 1)(1 - h/n)
    reached = 1 + np.expm1(epsilon) * (1 - d / n)
    slack = 1e-12 * np.abs(reached)
    return plain(np.minimum((hits * (factor[..., None] <= reached + slack)).sum(axis=-1), 1.0))
