"""How far a prediction moves when one record is replaced: printed rates, true rates, and the data that attain them.

A learner is uniformly RO prediction stable with rate γ if for all data sets S, S' of n records that differ in one record
(REPLACE_ONE; for `psgd` in one place of the sequence) and all x, |f_S(x) - f_S'(x)| <= γ (DF18, Definition 4.4).

Notation: predictions w·x with |x| <= L_f (`lipschitz_f`), loss with slopes at most L_l (`lipschitz_loss`), L = L_f L_l,
|w| <= R (`radius`), λ-strongly convex objective (`strong_convexity`), η (`step`).

* Strongly convex minimization: printed 4 L_f² L_l/(λn); 2 suffices, and is attained.  Proof: with F, F' the two objectives,
  λ|w - w'|² <= [F(w') - F'(w')] - [F(w) - F'(w)], where all records but one cancel: at most 2L|w - w'|/n.
* Projected gradient descent, step η <= 2/σ: a step does not push two points apart, so the two paths stay within
  min(2ηL, 2R) after the changed record.  If that is the t-th, n - t of the n averaged points differ.  The worst is t = 1:
  2ηL·L_f (1 - 1/n).  At DF18's η = R/(L√n) this is 2(1 - 1/n) times the printed R L_f/√n; the mean over t is 1 - 1/n times it.
  Half the step mends it.

Excess = expected loss minus that of the best |w| <= R.  Bounds with `epsilon` include the Laplace noise of `noise`.

References: DF18, Theorems 4.9 and 4.12, Corollaries 4.10, 4.11 and 4.13; Hardt, Recht and Singer 2016.
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import go_together, plain

__all__ = [
    "erm_excess_bound", "erm_excess_bound_sharp", "half_step", "measured_rate", "private_psgd_excess_bound",
    "private_psgd_excess_bound_sharp", "psgd_excess_bound", "psgd_excess_bound_sharp", "psgd_rate", "psgd_rate_printed", "psgd_step",
    "erm_regularization", "regularized_excess_bound", "regularized_excess_bound_sharp", "stability_rate_erm", "stability_rate_erm_sharp",
    "stability_worst_pair",
]

MOST = 1e30             # of the constants: products of a few of them stay finite
MOST_DATASETS = 2**20   # that a search tries


def _records(n):
    return check.array("n", n, integral=True, low=1, high=1e15).astype(float)


def _constant(name, value):
    return check.array(name, value, low=1 / MOST, high=MOST)


def _constants(n, **constants):
    """n and the constants, checked, broadcast to one shape."""
    return go_together(n=_records(n), **{name: _constant(name, value) for name, value in constants.items()})


# ---- strongly convex minimization --------------------------------------------------------------------


def stability_rate_erm(n, *, strong_convexity, lipschitz_f, lipschitz_loss):
    """γ as DF18's Theorem 4.9 prints it: 4 L_f² L_l/(λn).  All arguments broadcast."""
    return plain(2 * np.asarray(stability_rate_erm_sharp(
        n, strong_convexity=strong_convexity, lipschitz_f=lipschitz_f, lipschitz_loss=lipschitz_loss)))


def stability_rate_erm_sharp(n, *, strong_convexity, lipschitz_f, lipschitz_loss):
    """γ = 2 L_f² L_l/(λn), for objectives with λ/2 times a square in them; attained (`stability_worst_pair`)."""
    n, lam, lf, ll = _constants(n, strong_convexity=strong_convexity, lipschitz_f=lipschitz_f, lipschitz_loss=lipschitz_loss)
    return plain(2 * lf * lf * ll / (lam * n))


def erm_excess_bound(n, *, strong_convexity, lipschitz_f, lipschitz_loss, epsilon=None):
    """Theorem 4.9: 4 L_f² L_l²/(λn); with `epsilon`, Corollary 4.10: times 1 + 1/ε.

    The strong convexity is the loss's own: nothing is added to it here (see `regularized_excess_bound`).
    """
    return plain(2 * np.asarray(erm_excess_bound_sharp(
        n, strong_convexity=strong_convexity, lipschitz_f=lipschitz_f, lipschitz_loss=lipschitz_loss, epsilon=epsilon)))


def erm_excess_bound_sharp(n, *, strong_convexity, lipschitz_f, lipschitz_loss, epsilon=None):
    """The same with the constant 2 instead of 4."""
    more = 1.0 if epsilon is None else 1 + 1 / _constant("epsilon", epsilon)
    n, lam, lf, ll = _constants(n, strong_convexity=strong_convexity, lipschitz_f=lipschitz_f, lipschitz_loss=lipschitz_loss)
    return plain(2 * (lf * ll) ** 2 / (lam * n) * more)


def erm_regularization(n, *, epsilon, radius, lipschitz_f, lipschitz_loss):
    """The λ of mean loss + λ|w|²/2 that makes `regularized_excess_bound_sharp` smallest: (2L/R) √((1 + 1/ε)/n).

    As printed before Corollary 4.11 the term is λ|w|² with this same λ: twice as strong.
    """
    n, epsilon, radius, lf, ll = _constants(n, epsilon=epsilon, radius=radius, lipschitz_f=lipschitz_f, lipschitz_loss=lipschitz_loss)
    return plain(2 * lf * ll / radius * np.sqrt((1 + 1 / epsilon) / n))


def regularized_excess_bound(n, *, epsilon, radius, lipschitz_f, lipschitz_loss):
    """Corollary 4.11, for convex losses: 4 R L √((1 + 1/ε)/n)."""
    return plain(2 * np.asarray(regularized_excess_bound_sharp(
        n, epsilon=epsilon, radius=radius, lipschitz_f=lipschitz_f, lipschitz_loss=lipschitz_loss)))


def regularized_excess_bound_sharp(n, *, epsilon, radius, lipschitz_f, lipschitz_loss):
    """The same with 2 instead of 4: λR²/2 + 2L²(1 + 1/ε)/(λn) at λ = `erm_regularization`."""
    n, epsilon, radius, lf, ll = _constants(n, epsilon=epsilon, radius=radius, lipschitz_f=lipschitz_f, lipschitz_loss=lipschitz_loss)
    return plain(2 * radius * lf * ll * np.sqrt((1 + 1 / epsilon) / n))


# ---- projected gradient descent ----------------------------------------------------------------------


def psgd_step(n, *, radius, lipschitz_f, lipschitz_loss):
    """DF18's η = R/(L√n) (Theorem 4.12)."""
    n, radius, lf, ll = _constants(n, radius=radius, lipschitz_f=lipschitz_f, lipschitz_loss=lipschitz_loss)
    return plain(radius / (lf * ll * np.sqrt(n)))


def half_step(n, *, radius, lipschitz_f, lipschitz_loss):
    """η = R/(2L√n): with it the printed rate R L_f/√n is true."""
    return plain(np.asarray(psgd_step(n, radius=radius, lipschitz_f=lipschitz_f, lipschitz_loss=lipschitz_loss)) / 2)


def psgd_rate_printed(n, *, radius, lipschitz_f):
    """γ as DF18's Theorem 4.12 prints it for the step `psgd_step`: R L_f/√n.  FALSE for n >= 3."""
    n, radius, lf = _constants(n, radius=radius, lipschitz_f=lipschitz_f)
    return plain(radius * lf / np.sqrt(n))


def psgd_rate(n, *, step, radius, lipschitz_f, lipschitz_loss, smoothness=None):
    """The true rate of `psgd`: min(2ηL, 2R) L_f (1 - 1/n), attained by `stability_worst_pair`.

    `smoothness` is σ of w -> ℓ(w·x, y), which is L_f² times that of the loss; if it is given, σ <= 2/η is checked, and if not
    it is the caller's claim.  For a kink (`AbsoluteLoss`) and d >= 2 the rate is false: two paths may drift further apart.

    Raises
    ------
    ValueError
        For σ > 2/η: such a step may push two paths apart.
    """
    n, step, radius, lf, ll = _constants(n, step=step, radius=radius, lipschitz_f=lipschitz_f, lipschitz_loss=lipschitz_loss)
    if smoothness is not None and (_constant("smoothness", smoothness) > 2 / step * (1 + 1e-12)).any():
        raise ValueError(f"smoothness must be at most 2/step = {(2 / step).min():.6g}; got {smoothness!r}")
    return plain(2 * np.minimum(step * lf * ll, radius) * lf * (1 - 1 / n))


def psgd_excess_bound(n, *, radius, lipschitz_f, lipschitz_loss):
    """Theorem 4.12, for the step `psgd_step`: 2 R L/√n."""
    n, radius, lf, ll = _constants(n, radius=radius, lipschitz_f=lipschitz_f, lipschitz_loss=lipschitz_loss)
    return plain(2 * radius * lf * ll / np.sqrt(n))


def psgd_excess_bound_sharp(n, *, step, radius, lipschitz_f, lipschitz_loss):
    """R²/(2ηn) + ηL²/2 for any step η: RL/√n at `psgd_step`, 1.25 RL/√n at `half_step`."""
    n, step, radius, lf, ll = _constants(n, step=step, radius=radius, lipschitz_f=lipschitz_f, lipschitz_loss=lipschitz_loss)
    return plain(radius**2 / (2 * step * n) + step * (lf * ll) ** 2 / 2)


def private_psgd_excess_bound(n, *, epsilon, radius, lipschitz_f, lipschitz_loss, smoothness_loss):
    """Corollary 4.13: 2RL/√n + σ_l R² L_f²/(n ε²).

    True with `half_step`.  With `psgd_step`, from which DF18 concludes it, the true rate asks for up to four times the last term.

    Raises
    ------
    ValueError
        For σ_l L_f² > 2L√n/R, outside the corollary's hypothesis.
    """
    n, epsilon, radius, lf, ll, smooth = _smooth(n, epsilon, radius, lipschitz_f, lipschitz_loss, smoothness_loss)
    return plain(2 * radius * lf * ll / np.sqrt(n) + smooth * (radius * lf / epsilon) ** 2 / n)


def private_psgd_excess_bound_sharp(n, *, epsilon, radius, lipschitz_f, lipschitz_loss, smoothness_loss):
    """The same for the half step, with its own constants: 1.25 RL/√n + σ_l (1 - 1/n)² R² L_f²/(n ε²)."""
    n, epsilon, radius, lf, ll, smooth = _smooth(n, epsilon, radius, lipschitz_f, lipschitz_loss, smoothness_loss)
    return plain(1.25 * radius * lf * ll / np.sqrt(n) + smooth * ((1 - 1 / n) * radius * lf / epsilon) ** 2 / n)


def _smooth(n, epsilon, radius, lipschitz_f, lipschitz_loss, smoothness_loss):
    values = _constants(n, epsilon=epsilon, radius=radius, lipschitz_f=lipschitz_f, lipschitz_loss=lipschitz_loss,
                        smoothness_loss=smoothness_loss)
    n, _, radius, lf, ll, smooth = values
    if (smooth * lf * radius > 2 * ll * np.sqrt(n) * (1 + 1e-12)).any():
        raise ValueError(f"smoothness_loss must be at most 2 lipschitz_loss sqrt(n)/(radius lipschitz_f); got {smoothness_loss!r}")
    return values


# ---- the worst data ----------------------------------------------------------------------------------


def stability_worst_pair(n, *, lipschitz_f, reach):
    """Two data sets that attain both true rates, where `reach` lies beyond all predictions by the loss's width.

    Returns
    -------
    x : array (n, 1): L_f, then zeros, which leave w alone
    y : array (2, n): the first record says `reach` in one data set and -`reach` in the other; all others 0

    Notes
    -----
    Neighbors under REPLACE_ONE.  The loss must have slopes ±L_l at the first record: `HuberLoss(width)` or `AbsoluteLoss` with
    reach >= R L_f + width.  Asked at x = L_f, the learners' predictions differ by `psgd_rate`, or by
    `stability_rate_erm_sharp` if that is at most 2 R L_f.
    """
    n = check.integer("n", n, 1, 10**8)
    x, y = np.zeros((n, 1)), np.zeros((2, n))
    x[0], y[:, 0] = _constant("lipschitz_f", check.real("lipschitz_f", lipschitz_f)), _constant("reach", check.real("reach", reach))
    y[1] *= -1
    return x, y


def measured_rate(fit, x, y, n, *, queries):
    """The largest change of a prediction over all data sets of n of these records and all replacements: a search, exact.

    Parameters
    ----------
    fit : function of arrays (data sets, n, d) and (data sets, n) that returns weights (data sets, d)
    x : array (records, d); y : array (records,)
        The candidates; records^n at most 2^20.
    n : int >= 1
    queries : array (points, d)

    Returns
    -------
    float
        A lower bound on the learner's rate, which candidates at the extremes of their range may attain.
    """
    check.function("fit", fit)
    x = check.array("x", x, (None, None))
    y = check.array("y", y, (len(x),))
    queries = check.array("queries", queries, (None, x.shape[1]))
    n = check.integer("n", n, 1, 20)
    if len(x) ** n > MOST_DATASETS:
        raise ValueError(f"n must give at most {MOST_DATASETS} data sets of {len(x)} records; got {n}")
    chosen = np.indices((len(x),) * n).reshape(n, -1).T
    weights = check.array("fit", fit(x[chosen], y[chosen]), (len(chosen), x.shape[1]))
    predictions = (weights @ queries.T).reshape((len(x),) * n + (len(queries),))
    return float(max(np.ptp(predictions, axis=place).max() for place in range(n)))
