"""Sample sizes: Occam's razor (LN, Theorem 1; N17), VC bounds, and the agnostic setting.

Every bound is worked out in logarithms, so that |C| may be astronomically large (``log_size``).
The notation is that of the package docstring; the failure event is "some hypothesis whose error
exceeds α is still consistent", except for the agnostic bounds.  Nothing here is private.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .. import _validate as check


def _log_size(n_hypotheses, log_size) -> float:
    """ln|C| from exactly one of the two ways to give it."""
    if (n_hypotheses is None) == (log_size is None):
        raise ValueError(
            f"exactly one of n_hypotheses and log_size must be given; got n_hypotheses={n_hypotheses}, log_size={log_size}"
        )
    if log_size is not None:
        return check.real("log_size", log_size, 0)
    return math.log(check.integer("n_hypotheses", n_hypotheses, 1))


def _fractions(name: str, value) -> np.ndarray:
    """A number or an array of numbers strictly between 0 and 1."""
    values = check.array(name, value)
    if (values <= 0).any() or (values >= 1).any():
        raise ValueError(f"{name} must lie in (0, 1); got {values[(values <= 0) | (values >= 1)].ravel()[0]}")
    return values


def _exp(log_value: np.ndarray):
    """exp, with infinity above the largest float; a plain float for a scalar."""
    with np.errstate(over="ignore", under="ignore"):
        value = np.exp(log_value)
    return float(value) if np.ndim(value) == 0 else value


def _whole(name: str, size: float) -> int:
    """The ceiling of a sample size (at least 1), if a float can hold it."""
    if not math.isfinite(size):
        raise ValueError(f"{name} must be large enough for a sample size below 1e308; got one that is not")
    return max(1, math.ceil(size))


def occam_bound(n_hypotheses, alpha, n, *, form="exponential", log_size=None):
    """Bound on the probability that some bad hypothesis is consistent with n examples.

    Parameters
    ----------
    n_hypotheses : int or None
        |C| >= 1; None if `log_size` is given.
    alpha : float or array, in (0, 1)
        Error above which a hypothesis is bad.
    n : int or array, >= 1
        Number of examples; broadcast with `alpha`.
    form : {"exponential", "power"}
        |C| e^(-αn), as LN and N17 state it, or the sharper |C| (1 - α)^n of the proof.
    log_size : float, optional
        ln|C| >= 0, for classes too large for a float.

    Returns
    -------
    float or ndarray
        An upper bound on the failure probability.  It may exceed 1, where it says nothing;
        beyond 1e308 it is infinity.

    Notes
    -----
    Source: LN, Theorem 1 (proof); N17, "Occam's razor".  Worked out in logarithms.
    """
    check.choice("form", form, ("exponential", "power"))
    size = _log_size(n_hypotheses, log_size)
    alpha = _fractions("alpha", alpha)
    n = check.array("n", n, low=1, integral=True)
    rate = alpha if form == "exponential" else -np.log1p(-alpha)
    try:
        return _exp(size - rate * n)
    except ValueError:
        raise ValueError(f"alpha and n must broadcast; got shapes {alpha.shape} and {n.shape}") from None


def occam_sample_size(n_hypotheses, alpha, beta, *, form="exponential", log_size=None) -> int:
    """The least n >= 1 at which `occam_bound` is at most β.

    Parameters
    ----------
    n_hypotheses : int or None
        |C| >= 1; None if `log_size` is given.
    alpha, beta : float in (0, 1)
        Error and failure probability.
    form : {"exponential", "power"}
        (ln|C| + ln(1/β)) / α rounded up, or the same over -ln(1 - α).
    log_size : float, optional
        ln|C| >= 0.

    Returns
    -------
    int
        Enough examples for every consistent learner (an upper bound on what is needed).

    Notes
    -----
    Source: N17, "Occam's razor".
    """
    check.choice("form", form, ("exponential", "power"))
    size = _log_size(n_hypotheses, log_size)
    alpha, beta = check.fraction("alpha", alpha), check.fraction("beta", beta)
    rate = alpha if form == "exponential" else -math.log1p(-alpha)
    n = _whole("alpha", (size - math.log(beta)) / rate)
    if n < 2**50:  # the quotient may round across an integer; the bound itself decides
        while n > 1 and occam_bound(None, alpha, n - 1, form=form, log_size=size) <= beta:
            n -= 1
        while occam_bound(None, alpha, n, form=form, log_size=size) > beta:
            n += 1
    return n


@dataclass(frozen=True)
class Theorem1:
    """LN, Theorem 1 at its own sample size.

    Attributes
    ----------
    n : int
        2 ln|C| / α, rounded up.
    failure : float
        1/|C|: what e^(-αn/2) is at the size before rounding, an upper bound on the failure
        probability at `n`.
    """

    n: int
    failure: float


def theorem1_sample_size(n_hypotheses, alpha, *, log_size=None) -> Theorem1:
    """Sample size of LN, Theorem 1, with the confidence that comes with it.

    The theorem has no β: at n = 2 ln|C| / α the failure probability e^(-αn/2) is 1/|C|, which
    is weak for small classes and needlessly strong for large ones.

    Parameters
    ----------
    n_hypotheses : int or None
        |C| >= 2.
    alpha : float in (0, 1)
    log_size : float, optional
        ln|C| >= ln 2.
    """
    size = _log_size(n_hypotheses, log_size)
    alpha = check.fraction("alpha", alpha)
    if size < math.log(2) * (1 - 1e-12):
        raise ValueError(f"n_hypotheses must be >= 2 for Theorem 1; got ln|C| = {size:g}")
    return Theorem1(_whole("alpha", 2 * size / alpha), _exp(np.float64(-size)))


def theorem1_bound(n_hypotheses, alpha, n, *, log_size=None) -> float:
    """e^(-αn/2), the failure bound that LN, Theorem 1 prints, for n >= 2 ln|C| / α.

    Parameters
    ----------
    n_hypotheses : int or None
        |C| >= 2.
    alpha : float in (0, 1)
    n : int
        At least 2 ln|C| / α; the bound is not proved below and raises ValueError there.
    log_size : float, optional

    Returns
    -------
    float in (0, 1/|C|]
    """
    least = theorem1_sample_size(n_hypotheses, alpha, log_size=log_size).n
    n = check.integer("n", n, least)
    return _exp(np.float64(-check.fraction("alpha", alpha) * n / 2))


def vc_sample_size(vc_dim, alpha, beta) -> int:
    """Examples that suffice for every consistent learner: max(4/α log2(2/β), 8d/α log2(13/α)).

    Parameters
    ----------
    vc_dim : int
        d >= 1.
    alpha, beta : float in (0, 1)

    Returns
    -------
    int
        Rounded up; an upper bound on what is needed.

    Notes
    -----
    Source: Blumer et al. 1989, Theorem 2.1 (cited, not proved here); it is the explicit form of
    N17's O((d log(1/α) + log(1/β))/α).
    """
    d = check.integer("vc_dim", vc_dim, 1, 2**53)
    alpha, beta = check.fraction("alpha", alpha), check.fraction("beta", beta)
    confidence = 4 * (1 - math.log2(beta)) / alpha
    dimension = 8 * d * (math.log2(13) - math.log2(alpha)) / alpha
    return _whole("alpha", max(confidence, dimension))


def vc_lower_bound(vc_dim, alpha, beta) -> float:
    """Examples that every learner needs: max((1 - α)/α ln(1/β), (d - 1)/(32 α)).

    Parameters
    ----------
    vc_dim : int
        d >= 2.
    alpha : float in (0, 1/8]
    beta : float in (0, 1/100)

    Returns
    -------
    float
        With fewer examples, some target and distribution make the error exceed α with
        probability more than β.

    Raises
    ------
    ValueError
        Outside these hypotheses.

    Notes
    -----
    Second term: Ehrenfeucht, Haussler, Kearns, Valiant 1989, Theorem 1.  First term (Blumer et
    al. 1989, for deterministic learners): put mass just above α on a point where two concepts
    differ and the rest where they agree; the point is missed with probability (1 - α)^n, and
    -ln(1 - α) <= α/(1 - α).
    """
    d = check.integer("vc_dim", vc_dim, 2)
    alpha = check.real("alpha", alpha, 0, 1 / 8, open_low=True)
    beta = check.real("beta", beta, 0, 1 / 100, open_low=True, open_high=True)
    bound = max((1 - alpha) / alpha * -math.log(beta), (d - 1) / (32 * alpha))
    if not math.isfinite(bound):
        raise ValueError(f"alpha must be large enough for a sample size below 1e308; got {alpha!r}")
    return bound


def uniform_convergence_bound(n_hypotheses, beta, n, *, log_size=None) -> float:
    """sqrt(ln(2|C|/β) / (2n)): all empirical errors are this close to the true ones.

    Parameters
    ----------
    n_hypotheses : int or None
        |C| >= 1; None if `log_size` is given.
    beta : float in (0, 1)
        Probability that some hypothesis is farther off.
    n : int
        Number of i.i.d. examples >= 1, labeled in any way.
    log_size : float, optional

    Returns
    -------
    float
        May exceed 1, where it says nothing.

    Notes
    -----
    Hoeffding for each hypothesis and a union bound; DR14, section 11.1, with its constant.
    """
    size, beta, n = _log_size(n_hypotheses, log_size), check.fraction("beta", beta), check.integer("n", n, 1)
    return math.sqrt((size + math.log(2) - math.log(beta)) / 2 / n)


def agnostic_sample_size(n_hypotheses, alpha, beta, *, log_size=None) -> int:
    """2 ln(2|C|/β) / α^2, rounded up: the empirical minimizer is within α of the best of C.

    Parameters
    ----------
    n_hypotheses : int or None
        |C| >= 1; None if `log_size` is given.
    alpha : float in (0, 1)
        Excess error.
    beta : float in (0, 1)
    log_size : float, optional

    Notes
    -----
    Uniform convergence to α/2, used twice.  DR14, section 11.1 (printed there without constant).
    """
    size = _log_size(n_hypotheses, log_size)
    alpha, beta = check.fraction("alpha", alpha), check.fraction("beta", beta)
    return _whole("alpha", 2 * (size + math.log(2) - math.log(beta)) / alpha / alpha)
