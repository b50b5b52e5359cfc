"""How far two output laws are apart: the quantities that privacy bounds, computed exactly.

For laws P, Q on a finite set, with privacy loss L(o) = ln(P(o)/Q(o)):

* hockey stick  H_ε(P, Q) = Σ_o (P(o) - e^ε Q(o))+ .  A mechanism is (ε, δ)-private exactly when
  H_ε(P, Q) <= δ for all neighboring laws, both ways round;
* exact ε       max_o |L(o)|: the least ε with H_ε = 0 both ways;
* total variation TV = H_0 = max over events of P(S) - Q(S): the advantage of the best test
  that tells P from Q.

All functions work along the last axis and broadcast over the others.  Nothing here is private:
these are the auditor's tools.  The neighboring relation lives in the choice of the pair.

References: DR14, section 2.3 and Lemma 3.17 (max-divergence); Barthe and Olmedo 2013 (hockey stick).
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import go_together, plain


def _pair(p, q) -> tuple[np.ndarray, np.ndarray]:
    p, q = check.distribution("p", p), check.distribution("q", q)
    if p.shape[-1] != q.shape[-1]:
        raise ValueError(f"q must have as many outcomes as p ({p.shape[-1]}); got shape {q.shape}")
    return go_together(p=p, q=q)


def _loss(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """ln(p/q); ±inf where one side is zero, 0 where both are (such outcomes never happen)."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        excess = (p - q) / q
        # near 1 the difference is exact, so log1p keeps the relative accuracy of small losses
        loss = np.where(np.abs(excess) < 0.5, np.log1p(excess), np.log(p) - np.log(q))
    return np.where((p == 0) & (q == 0), 0.0, loss)


def privacy_loss(p, q) -> np.ndarray:
    """The privacy loss ln(p/q) of each outcome.

    Parameters
    ----------
    p, q : probabilities, shape (..., outcomes), broadcast against each other

    Returns
    -------
    array (..., outcomes); +inf where q = 0 < p, -inf where p = 0 < q, and 0 where both are 0.
    """
    return _loss(*_pair(p, q))


def _hockey_stick(p, q, epsilon):
    loss = _loss(p, q)
    gap = np.asarray(epsilon)[..., None] - loss
    # p - e^ε q = p (1 - e^(ε - loss)): no overflow for any ε, no cancellation beyond the data's own
    return np.sum(np.where(gap < 0, p * -np.expm1(np.minimum(gap, 0)), 0.0), axis=-1)


def hockey_stick(p, q, epsilon):
    """H_ε(P, Q) = Σ (p - e^ε q)+, one way only (swap the laws for the other way).

    Parameters
    ----------
    p, q : probabilities, shape (..., outcomes), broadcast against each other
    epsilon : float >= 0, or array that broadcasts with the leading axes (one pair of laws and
        an array of m values gives the profile, shape (m,))

    Returns
    -------
    float or array of the leading shape, in [0, 1].  ε = 0 gives the total variation.

    Raises
    ------
    ValueError
        For laws that are not probabilities, shapes that do not match, ε < 0 or not finite.
    """
    p, q = _pair(p, q)
    epsilon = check.array("epsilon", epsilon, low=0)
    go_together(p=p[..., 0], epsilon=epsilon)
    return plain(np.minimum(_hockey_stick(p, q, epsilon), 1.0))


def exact_epsilon(p, q):
    """The least ε with p <= e^ε q and q <= e^ε p at every outcome: max |ln(p/q)|.

    Infinite where one law has an outcome that the other has not; outcomes of probability zero
    under both are ignored.  Shapes and errors as in `privacy_loss`; one value a pair.
    """
    return plain(np.abs(privacy_loss(p, q)).max(axis=-1))


def total_variation(p, q):
    """TV(P, Q) = ½ Σ |p - q|, in [0, 1]: the advantage of the best test between P and Q."""
    p, q = _pair(p, q)
    return plain(np.minimum(0.5 * np.abs(p - q).sum(axis=-1), 1.0))
