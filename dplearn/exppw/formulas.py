"""What the walk promises on new points, and how many examples that takes.

**Problem.** n examples are drawn from any law P on the line times {0, 1}; Err_P is the chance that the walk's answer on a new
point is wrong, Opt the least error of a function with at most k changes.  DF18, Theorem 5.3 (Theorem 2.4 for k = 1): with
T = ceil(2 ln(2/α)/ε) and n >= 4(k+2) ln(2/α)/(αε),  E Err_P <= e^ε (Opt + α).  No size of a domain in it.

**Leave one out, sharper.** Take n + 1 exchangeable points and let each in turn be the query, the others the sample: the walk
that answers at the i-th place stands at v_{i-1} of the walk through all n + 1.  So E Err_P is the error of the walk on its
own *next* step.  In a band (see `errors`) an up and a down step together err with 1 + (σ(ε(v+1)/2) - σ(εv/2)) <= 1 + τ,
τ = tanh(ε/4)/2 <= ε/8, so for every ε, k, T and n

    E Err_P <= (1+τ)(Opt + kT/(n+1)) + (1/2 + σ(-ε/2) + ... + σ(-ε(T-1)/2))/(n+1) + σ(-εT/2).

**Hypothesis of both.** Points without ties: P has no atoms in x, or data and query carry independent uniform keys (`tie_keys`;
Opt does not grow and privacy stays).  For ties in data order the proof breaks; for Python's ``sorted`` on pairs (x, y)
the theorem is false (N = 1: 0.88070 > 0.16578, `ties.tied_error`).

References: DF18, Theorems 2.4 and 5.3.
"""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from .. import _validate as check
from .._bounds import epsilons, go_together, grid, one_epsilon, plain, whole
from ..private_pac.agnostic import expected_gap_tight
from .errors import MOST_CLAMP, _arguments, half_steps

__all__ = ["agnostic_error_bound", "best_clamp", "best_setting", "clamp", "exponential_sample_size", "nonprivate_sample_size",
           "population_error_bound", "population_error_bound_sharp", "realizable_failure_bound", "sample_size",
           "sample_size_sharp"]


def clamp(alpha, epsilon):
    """DF18's T = ceil(2 ln(2/α)/ε), for α in (0, 1) and ε > 0: int, or an int64 array (broadcast)."""
    alpha, epsilon = go_together(alpha=grid("alpha", alpha, high=1), epsilon=epsilons(epsilon))
    steps = np.ceil(2 * (np.log(2) - np.log(alpha)) / epsilon)
    if (steps > MOST_CLAMP).any():
        raise ValueError(f"epsilon must keep the clamp below {MOST_CLAMP:g}; it would be {steps.max():.3g}")
    return int(steps) if steps.ndim == 0 else steps.astype(np.int64)


def sample_size(alpha, epsilon, k) -> int:
    """Theorem 5.3's n: 4(k+2) ln(2/α)/(αε), rounded up.  Scalars: α in (0, 1), ε > 0, k >= 0; ValueError beyond 2**53."""
    alpha, epsilon, k = check.fraction("alpha", alpha), one_epsilon(epsilon), check.integer("k", k, 0, MOST_CLAMP)
    return whole(4 * (k + 2) * np.log(2 / alpha) / alpha / epsilon)


def population_error_bound(optimum, k, alpha, epsilon, n):
    """Theorem 5.3 (a): e^ε (Opt + α), an upper bound on E Err_P of the walk with T = `clamp(alpha, epsilon)`.

    Parameters
    ----------
    optimum : float or array in [0, 1/2]
        Opt_P; beyond 1/2 a better function (the constant 0 or, for k >= 1, 1) says the opposite.
    k : int >= 0
    alpha : float in (0, 1)
    epsilon : float > 0
    n : int or array
        At least `sample_size(alpha, epsilon, k)`: ValueError below, where nothing is claimed.

    Returns
    -------
    float or array (optimum and n broadcast).  In expectation over sample, query and coins; above 1 it says nothing.

    Notes
    -----
    For distinct points (module's note).  The printed proof takes T = 2 ln(2/α)/ε as if it were whole.  Rounded up, by s in
    εT/2, it keeps its α if s <= (1 - e^-s) ln(2/α): always for α <= 1/2, ε <= 1.386; not at α = 0.1, ε = 11.8, k = 100.  The
    sharper bound implies this one there, too (checked on a grid of α and ε).
    Source: DF18, Theorem 5.3.
    """
    optimum = check.array("optimum", optimum, low=0, high=0.5)
    least = sample_size(alpha, epsilon, k)
    n = check.array("n", n, low=1, integral=True)
    if n.min() < least:
        raise ValueError(f"n must be at least 4(k+2) ln(2/alpha)/(alpha epsilon) = {least}; got {n.min()}")
    optimum, _ = go_together(optimum=optimum, n=n)
    return plain(np.exp(min(one_epsilon(epsilon), 700.0)) * (optimum + alpha))


def population_error_bound_sharp(optimum, k, clamp, epsilon, n):
    """(1+τ)(Opt + kT/(n+1)) + (1/2 + ... + σ(-ε(T-1)/2))/(n+1) + σ(-εT/2), τ = tanh(ε/4)/2: leave one out.

    Parameters
    ----------
    optimum : float or array in [0, 1]
    k : int >= 0
    clamp : int >= 1
        Any T, not only the theorem's.
    epsilon : float > 0
    n : int >= 0
        With n = 0 the answer is a fair coin, and the bound at least 1/2.

    Returns
    -------
    float or array (all broadcast).  Bounds E Err_P for distinct points (module's note, with proof).
    """
    optimum, k, clamp, n, epsilon = _arguments(optimum, k, clamp, n, epsilon, least=0)
    factor, fixed, floor = _sharp_parts(k, clamp, epsilon)
    return plain(factor * optimum + fixed / (n + 1) + floor)


def _sharp_parts(k, clamp, epsilon):
    """The bound is factor·Opt + fixed/(n+1) + floor."""
    factor = 1 + np.tanh(epsilon / 4) / 2
    fixed = factor * k * clamp + half_steps(epsilon, clamp) + 0.5 - expit(-epsilon * clamp / 2)
    return factor, fixed, expit(-epsilon * clamp / 2)


def best_clamp(k, epsilon, n) -> int:
    """The T at which the sharper bound is least for n examples: about (2/ε) ln(εn/(2k)).

    One step more in T costs (1+τ)k + s mistakes, s = σ(-εT/2), and takes s - σ(-ε(T+1)/2) off each of n + 1 answers.  It helps
    where s(C σ(ε(T+1)/2) - 1) > (1+τ)k, C = (n+1)(1 - e^(-ε/2)).  The left side is log-concave where positive: it rises and then
    falls, so steps help on one stretch at most, and the least is at its end or at T = 1 (there if n is small).
    Scalars: k >= 0, ε in [1e-6, 1e100], n >= 1.  Opt has no part in it.  At most 76/ε, where σ is 1e-16 small.
    """
    k, n = check.integer("k", k, 0, MOST_CLAMP), check.integer("n", n, 1)
    epsilon = check.real("epsilon", epsilon, 1e-6, 1e100)
    cost, gain = (1 + np.tanh(epsilon / 4) / 2) * k, (n + 1) * -np.expm1(-epsilon / 2)

    def left(T):
        return float(expit(-epsilon * T / 2) * (gain * expit(epsilon * (T + 1) / 2) - 1))

    low, high = 1, max(1, int(np.ceil(76 / epsilon)))
    while low < high:                                                   # the end of the stretch: past it no rise is to come
        middle = (low + high) // 2
        here = left(middle)
        low, high = (middle + 1, high) if here > cost or left(middle + 1) > here else (low, middle)
    if left(1) > cost:                                                  # the stretch begins at once
        return low
    first, last = (population_error_bound_sharp(0.0, k, T, epsilon, n) for T in (1, low))
    return 1 if first <= last else low


def sample_size_sharp(alpha, epsilon, k, *, optimum=0.0, clamp=None) -> int:
    """Smallest n at which the sharper bound is at most Opt + α.

    α in (0, 1), ε > 0, k >= 0, Opt in [0, 1/2]; `clamp` left out: the theorem's.  ValueError where no n is enough, because
    τ Opt + σ(-εT/2) >= α: then a smaller ε is needed (`best_setting`).
    """
    alpha, epsilon, k = check.fraction("alpha", alpha), one_epsilon(epsilon), check.integer("k", k, 0, MOST_CLAMP)
    optimum = check.real("optimum", optimum, 0, 0.5)
    T = _theorem_clamp(alpha, epsilon) if clamp is None else check.integer("clamp", clamp, 1, MOST_CLAMP)
    size = float(_size(alpha, np.array(epsilon), k, optimum, np.array(T)))
    if size == np.inf:
        raise ValueError("epsilon must keep tanh(epsilon/4)/2 · optimum + σ(-epsilon clamp/2) below alpha; "
                         f"got {epsilon}, optimum {optimum}, clamp {T}")
    return whole(size)


_theorem_clamp = clamp          # inside functions whose argument has this name


def _size(alpha, epsilon, k, optimum, clamp):
    """n that is enough, as a float; inf where none is."""
    factor, fixed, floor = _sharp_parts(k, clamp, epsilon)
    room = alpha - (factor - 1) * optimum - floor
    with np.errstate(over="ignore"):
        return np.where(room > 0, np.maximum(fixed / np.maximum(room, 1e-300) - 1, 1), np.inf)


def best_setting(alpha, epsilon, k, *, optimum=0.0) -> tuple[int, int, float]:
    """(n, clamp, ε'): the fewest examples for E Err_P <= Opt + α by the sharper bound, over all T and all ε' <= ε.

    A smaller ε' is more private, so it is allowed; it is needed where Opt > 0, since the bound multiplies Opt by 1 + τ.
    α in (0, 1), ε in [1e-4, 1e4], k >= 0, Opt in [0, 1/2].  The search is a grid (41 ε' by 41 T), so n is within 2% of the
    least.  Cost: 3 ms.
    """
    alpha, k = check.real("alpha", alpha, 1e-6, 1, open_high=True), check.integer("k", k, 0, MOST_CLAMP)
    epsilon, optimum = check.real("epsilon", epsilon, 1e-4, 1e4), check.real("optimum", optimum, 0, 0.5)
    if optimum > 2 * alpha:                                             # τ Opt < α: a larger ε' never does
        epsilon = min(epsilon, 4 * np.arctanh(2 * alpha / optimum))
    low, least = min(epsilon, alpha / 4), np.log(1 / alpha)
    epsilons_ = np.geomspace(low, epsilon, 41)[:, None]
    start = least if alpha < 0.5 else 0.0                               # from α = 1/2 on a coin does, T = 1
    clamps = np.maximum(1, np.ceil(2 * np.linspace(start, 3 * least + 12, 41) / epsilons_))
    sizes = _size(alpha, epsilons_, k, optimum, clamps)
    i, j = np.unravel_index(np.argmin(sizes), sizes.shape)
    return whole(float(sizes[i, j])), int(clamps[i, j]), float(epsilons_[i, 0])


def agnostic_error_bound(optimum, alpha, *, accuracy="quarter"):
    """What Theorem 5.3 (a) gives at ε = α/2: e^(α/2)(Opt + α/4), run with accuracy α/4, or, "literal", e^(α/2)(Opt + α).

    The source sets ε = α/2 and claims Opt + α.  Literally that gives e^(α/2)(Opt + α) > Opt + α for every α; with accuracy α/4
    (n of `sample_size(alpha/4, alpha/2, k)`) it is at most Opt + 0.74 α, as Opt <= 1/2.
    `optimum` in [0, 1/2], α in (0, 1), scalars or arrays.  Source: DF18, Theorem 5.3, "in particular".
    """
    optimum, alpha = check.array("optimum", optimum, low=0, high=0.5), grid("alpha", alpha, high=1)
    optimum, alpha = go_together(optimum=optimum, alpha=alpha)
    share = {"quarter": 0.25, "literal": 1.0}[check.choice("accuracy", accuracy, ("quarter", "literal"))]
    return plain(np.exp(alpha / 2) * (optimum + share * alpha))


def realizable_failure_bound(alpha, beta, epsilon, k, n) -> float:
    """Theorem 5.3 (c): where Opt_P = 0, Pr[Err_P >= 3α] <= 2β over the sample.

    α, β in (0, 1), scalars; ValueError unless ε <= 1/(16 ln(1/β)) and n >= `sample_size(alpha, epsilon, k)`.
    Returns 2β.  Source: DF18, Theorem 5.3 (its Lemma 6.5 with whole moments).
    """
    beta, epsilon = check.fraction("beta", beta), one_epsilon(epsilon)
    if epsilon > -1 / (16 * np.log(beta)):
        raise ValueError(f"epsilon must be at most 1/(16 ln(1/beta)) = {-1 / (16 * np.log(beta)):.6g}; got {epsilon}")
    least = sample_size(alpha, epsilon, k)
    if check.integer("n", n, 1) < least:
        raise ValueError(f"n must be at least 4(k+2) ln(2/alpha)/(alpha epsilon) = {least}; got {n}")
    return 2 * beta


# ---- the others, for comparison --------------------------------------------------------------------

def exponential_sample_size(alpha, epsilon, *, log_size, realizable) -> int:
    """Examples with which the exponential mechanism over a class with ln|C| = `log_size` has E error <= Opt + α, ε-privately.

    Realizable: E Err <= (ln|C| + 1)/(n(1 - e^(-ε/2))), the integral of |C| e^(-nt(1-e^(-ε/2))) cut at 1.  Agnostic:
    2W/(ε'n) + tanh(ε'/4) <= α for the best ε' <= ε, W of `expected_gap_tight`.  It publishes a whole function:
    one ε for all queries.  α in [1e-6, 1), ε in [1e-4, 1e4]; ValueError beyond 2**53.  Sources: DR14, section 11.1; `private_pac`.
    """
    alpha = check.real("alpha", alpha, 1e-6, 1, open_high=True)
    epsilon, log_size = check.real("epsilon", epsilon, 1e-4, 1e4), check.real("log_size", log_size, 0, 1e12)
    if check.flag("realizable", realizable):
        return whole((log_size + 1) / (alpha * -np.expm1(-epsilon / 2)))
    steps = np.geomspace(min(epsilon, alpha / 4), epsilon, 129)      # the best ε' is near 2α, or ε
    room = (steps * (alpha - np.tanh(steps / 4))).max()
    return whole(expected_gap_tight(None, 1.0, 1, log_size=log_size) / float(room))


def nonprivate_sample_size(alpha, k, *, realizable) -> int:
    """Examples that are enough without privacy for E error <= Opt + α, with no log N either.

    Realizable: answer with the label of the nearest example to the left (0 if none).  Leave one out: of n + 1 points it errs on
    those whose label differs from their left neighbor's, at most k: k/(n+1) <= α.  Agnostic: the best function on the
    sample; each of its k cuts costs at most E sup|D_n - D|, D the signed mass to the left of a cut, and that is at
    most 2 sqrt(π/(2n)) (Massart's inequality, once for each label): n = (2k/α)² π/2.  Or the walk itself, at the best ε <= 4,
    where that takes fewer.  α in [1e-6, 1), k >= 0.
    """
    alpha, k = check.real("alpha", alpha, 1e-6, 1, open_high=True), check.integer("k", k, 0, MOST_CLAMP)
    if check.flag("realizable", realizable):
        return whole(k / alpha - 1)
    return min(whole((2 * k / alpha) ** 2 * np.pi / 2), best_setting(alpha, 4.0, k, optimum=0.5)[0])
