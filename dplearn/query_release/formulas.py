"""What error is promised: U17's bounds with all their constants, the sharpened ones, and what T to choose.

**Two terms.** Let q^t be the query chosen in step t, and g_t = max_q <q, p^t - p*> - <q^t, p^t - p*> how far it is from
the worst one.  For every q

    <q, p-hat - p*> <= (1/T) Σ <q^t, p^t - p*> + (1/T) Σ g_t.

The first term is the regret of multiplicative weights per step and falls as T grows (`approximation_bound`); the second
is the price of choosing privately and grows, as ε₀ falls with T (`selection_bound`).  |Q| counts the negations, if they
were put in; w is the largest width max q - min q of a query.

**The choice, exactly.** With c = ε₀ n/(2w) and scores x_i/c below the best one, the exponential mechanism loses f/c in
expectation,

    f = Σ x_i e^{-x_i} / (1 + Σ e^{-x_i}),    i = 1..|Q| - 1.

∂f/∂x_i has the sign of 1 + f - x_i: f rises at x_i = 0, x_i = ∞ leaves the query out, so where f is largest all x_i are
1 + f.  Then f e^f = (|Q| - 1)/e: the supremum is Lambert's W((|Q| - 1)/e), below U17's ln|Q|, and attained by equal gaps.

**In expectation.** `selection_bound` bounds E g_t, so U17's claim, printed without expectation, is true in expectation.  For
sure it is not: two cells, the queries (1, 0) and (0, 1), n = 10 equal records, ε₀ = 1 and T = 12 pass the printed .619
with probability 3.1e-15.  With `selection_bound_whp` as second term a bound is passed with probability at most β.

Nothing here reads data.  Errors are absolute, of answers <q, p*>, and one-sided as in U17.  L = ln(1/δ), natural
logarithms.  For queries that arrive one at a time see `online_bounds`.

References: U17, from "Towards PMW" to "Master Theorem for Query Release"; Hoeffding 1963; Hardt and Rothblum 2010.
"""

from __future__ import annotations

import numpy as np
from scipy.special import gammainccinv, lambertw

from .. import _validate as check
from .._bounds import epsilons, go_together, grid, plain
from .calibration import printed_step_epsilon, root_rho, step_epsilon

__all__ = [
    "approximation_bound", "approximation_bound_sharp",
    "selection_bound", "selection_bound_sharp", "selection_bound_whp",
    "pmw_bound", "pmw_bound_sharp", "pmw_rate",
    "best_rounds", "best_whole_rounds", "pmw_best_bound", "pmw_best_bound_sharp",
]  # fmt: skip

MOST_SIZE = 2**62      # of a universe or a workload
MOST_ROUNDS = 10**15   # also of records


# ---- the two terms -------------------------------------------------------------------------------

def approximation_bound(universe_size, T):
    """2 √(ln|X|/T): error of p-hat if the worst query is found exactly, as printed.

    Parameters
    ----------
    universe_size, T : int or array >= 1

    Returns
    -------
    float or array.  For queries in [-1, 1], at η = min(√(ln|X|/T), 1); for every p*, surely.
    Source: U17, "Towards PMW", Claim.
    """
    log_universe, T = log_size("universe_size", universe_size), _rounds(T)
    go_together(universe_size=log_universe, T=T)
    return plain(2 * np.sqrt(log_universe / T))


def approximation_bound_sharp(universe_size, T, *, eta=None, kl=None, width=1.0):
    """η w²/8 + D/(ηT); without η, w √(D/(2T)), its least value (at η = √(8D/T)/w).

    Parameters
    ----------
    universe_size, T : int or array >= 1
    eta : float or array in [1e-100, 1e100], optional
    kl : float or array in [0, ln|X|], optional
        D = Σ p* ln(|X| p*), how far p* is from uniform; by default ln|X|, the most it can be.
    width : float in (0, 2]
        w, the largest max q - min q of a query: 1 for q in [0, 1] or -q.

    Returns
    -------
    float or array.  For width 1 √2/4 = 0.354 times `approximation_bound`.  For every p* with this D, surely; D is private.

    Notes
    -----
    By Hoeffding's lemma D(p*||p^t) falls in a step by at least η <q^t, p^t - p*> - η² w²/8, and D(p*||p^1) = D.
    Sharpens U17, "Towards PMW".
    """
    log_universe, T, width = log_size("universe_size", universe_size), _rounds(T), _width(width)
    far = log_universe if kl is None else check.array("kl", kl, low=0)
    go_together(universe_size=log_universe, T=T, kl=far)
    if (far > log_universe * (1 + 1e-12)).any():
        raise ValueError(f"kl must be at most ln(universe_size); got {far.max():g} with {np.min(log_universe):g}")
    if eta is None:
        return plain(width * np.sqrt(far / (2 * T)) + 0 * log_universe)
    eta = check.array("eta", eta, low=1e-100, high=1e100)
    go_together(universe_size=log_universe, T=T, eta=eta, kl=far)
    return plain(eta * width**2 / 8 + far / (eta * T) + 0 * log_universe)


def selection_bound(n_queries, n, epsilon_step, *, width=1.0):
    """2 w ln|Q|/(ε₀ n): what a private choice loses in expectation against the worst query, as printed (w = 1).

    Parameters
    ----------
    n_queries, n : int or array >= 1
    epsilon_step : float or array > 0, ε₀
    width : float in (0, 2], as in `approximation_bound_sharp`

    Returns
    -------
    float or array: E[<q, p^t - p*>] is at least the maximum minus this.  Source: U17, "Exponential Mechanism".
    """
    return plain(log_size("n_queries", n_queries) * _unit(n_queries, n, epsilon_step, width))


def selection_bound_sharp(n_queries, n, epsilon_step, *, width=1.0):
    """2 w W((|Q| - 1)/e)/(ε₀ n), W Lambert's function: the most a private choice can lose in expectation, attained.

    Arguments as in `selection_bound`.  Proof: module docstring; attained by |Q| - 1 equal gaps 2w(1 + W)/(ε₀ n), if such exist.
    """
    return plain(_lambert(n_queries) * _unit(n_queries, n, epsilon_step, width))


def selection_bound_whp(n_queries, n, epsilon_step, T, beta, *, width=1.0, average=False):
    """2 w ln(|Q| T/β)/(ε₀ n): with probability at least 1 - β no choice of T steps loses more.

    Parameters
    ----------
    n_queries, n, epsilon_step, width : as in `selection_bound`
    T : int or array >= 1
    beta : float or array in (0, 1)
    average : bool
        True: only the average over the T steps has to keep below, which is all that the error asks for:
        2 w (ln|Q| + γ/T)/(ε₀ n), γ the 1 - β quantile of a Gamma(T) variable.  γ/T tends to 1 as T grows.

    Notes
    -----
    A loss of g or more has probability at most |Q| e^{-ε₀ n g/(2w)}, whatever happened before.  A union over the steps gives
    the first form; and ε₀ n g/(2w) is at most ln|Q| + an exponential variable, in law, which adds up to the second.
    """
    T, beta = _rounds(T), grid("beta", beta, high=1)
    unit, log_queries = _unit(n_queries, n, epsilon_step, width), log_size("n_queries", n_queries)
    go_together(n_queries=log_queries, n=unit, T=T, beta=beta)
    excess = gammainccinv(T, beta) / T if check.flag("average", average) else np.log(T) - np.log(beta)
    return plain((log_queries + excess) * unit)


# ---- PMW -----------------------------------------------------------------------------------------

def pmw_bound(universe_size, n_queries, n, epsilon, delta, T):
    """2 √(ln|X|/T) + 2 ln|Q| √(T ln(1/δ))/(ε n): EXPECTED error of p-hat, as printed in U17.

    Parameters
    ----------
    universe_size, n_queries, n : int or array >= 1
    epsilon : float or array > 0
    delta : float or array in (0, 1)
    T : int or array >= 1

    Returns
    -------
    float or array.  For queries of width 1, U17's η and ε₀ = ε/√(T ln(1/δ)); an error bound for every ε, but that this ε₀ is
    (ε, δ)-private is another matter (`step_epsilon`).  Not a sure bound: module docstring.
    Source: U17, "Putting the Private in Private MW".
    """
    choice = selection_bound(n_queries, n, printed_step_epsilon(epsilon, delta, T))
    return plain(approximation_bound(universe_size, T) + choice)


def pmw_bound_sharp(universe_size, n_queries, n, epsilon, delta, T, *, calibration="bounded-range", width=1.0):
    """w √(ln|X|/(2T)) + 2 w W((|Q| - 1)/e)/(ε₀ n): EXPECTED error of `pmw` as it is by default.

    Arguments as in `pmw_bound`; ε₀ by the `calibration`, η = √(8 ln|X|/T)/w.  Raises ValueError outside the calibration's
    hypotheses.
    """
    step = step_epsilon(epsilon, delta, T, calibration=calibration)
    choice = selection_bound_sharp(n_queries, n, step, width=width)
    return plain(approximation_bound_sharp(universe_size, T, width=width) + choice)


def pmw_rate(universe_size, n_queries, n, epsilon, delta):
    """(ln|Q| √(ln|X| ln(1/δ))/(ε n))^{1/2}: the ASYMPTOTIC error of U17's theorems, without their constant.

    Not a bound: for drawing a slope.  `pmw_best_bound` is 4 times this.  U17's master theorem (online) has the same rate;
    `online_alpha` is an explicit form of it.  Arguments as in `pmw_best_bound`.
    """
    first, second = _printed_terms(universe_size, n_queries, n, epsilon, delta)
    return plain(np.sqrt(first * second) / 2)


def best_rounds(universe_size, n_queries, n, epsilon, delta, *, sharp=False):
    """The real T that makes the bound least: √ln|X| ε n/(ln|Q| √L) as printed, or of `pmw_bound_sharp` (w = 1).

    Parameters
    ----------
    universe_size, n_queries : int or array >= 2
    n : int or array >= 1
    epsilon, delta : as in `pmw_bound`
    sharp : bool, for `pmw_bound_sharp` by bounded range

    Returns
    -------
    float or array, > 0; perhaps below 1, where the data are too few for even one step to pay.
    Source: U17, "Now, set T optimally".
    """
    first, second = _terms(sharp)(universe_size, n_queries, n, epsilon, delta)
    return plain(first / second)


def best_whole_rounds(universe_size, n_queries, n, epsilon, delta, *, sharp=False):
    """The whole T >= 1 with the least bound: one of the neighbors of `best_rounds`, as a/√T + b√T falls and then rises.

    Arguments as there.  int, or an array of whole numbers; at most 1e15.
    """
    first, second = _terms(sharp)(universe_size, n_queries, n, epsilon, delta)
    low = np.clip(np.floor(first / second), 1, MOST_ROUNDS)
    better = first / np.sqrt(low + 1) + second * np.sqrt(low + 1) < first / np.sqrt(low) + second * np.sqrt(low)
    best = (low + better).astype(np.int64)
    return int(best) if best.ndim == 0 else best


def pmw_best_bound(universe_size, n_queries, n, epsilon, delta):
    """4 (ln|Q| √(ln|X| L)/(ε n))^{1/2}: the least value of `pmw_bound` over real T, at `best_rounds`.

    Arguments as there.  U17 prints it as O(·); a whole T comes out a little above.
    """
    first, second = _printed_terms(universe_size, n_queries, n, epsilon, delta)
    return plain(2 * np.sqrt(first * second))


def pmw_best_bound_sharp(universe_size, n_queries, n, epsilon, delta):
    """The least value of `pmw_bound_sharp` over real T: at most 2 (ln|Q| √(ln|X| (L + ε))/(ε n))^{1/2}.

    Arguments as in `best_rounds`, for queries of width 1, calibration "bounded-range".
    """
    first, second = _sharp_terms(universe_size, n_queries, n, epsilon, delta)
    return plain(2 * np.sqrt(first * second))


# ---- shared --------------------------------------------------------------------------------------

def sizes(name, value, least=1):
    """|X|, |Q| or k, as floats."""
    return check.array(name, value, low=least, high=MOST_SIZE, integral=True).astype(float)


def log_size(name, value, least=1):
    """ln of `sizes`."""
    return np.log(sizes(name, value, least))


def records(n):
    """n as floats."""
    return check.array("n", n, low=1, high=MOST_ROUNDS, integral=True).astype(float)


def _rounds(T):
    return check.array("T", T, low=1, high=MOST_ROUNDS, integral=True).astype(float)


def _width(width):
    return check.real("width", width, 0, 2, open_low=True)


def _unit(n_queries, n, epsilon_step, width):
    """2w/(ε₀ n), once the shapes are known to go together."""
    k, n, step = sizes("n_queries", n_queries), records(n), epsilons(epsilon_step, "epsilon_step")
    go_together(n_queries=k, n=n, epsilon_step=step)
    return 2 * _width(width) / (step * n)


def _lambert(n_queries, least=1):
    return lambertw((sizes("n_queries", n_queries, least) - 1) / np.e).real


def _budget(n, epsilon, delta, **others):
    n, epsilon, delta = records(n), epsilons(epsilon), grid("delta", delta, high=1)
    go_together(n=n, epsilon=epsilon, delta=delta, **others)
    return n, epsilon, -np.log(delta)


def _printed_terms(universe_size, n_queries, n, epsilon, delta):
    """a and b of the printed bound a/√T + b√T."""
    log_universe, log_queries = log_size("universe_size", universe_size, 2), log_size("n_queries", n_queries, 2)
    n, epsilon, log = _budget(n, epsilon, delta, universe_size=log_universe, n_queries=log_queries)
    return 2 * np.sqrt(log_universe), 2 * log_queries * np.sqrt(log) / (epsilon * n)


def _sharp_terms(universe_size, n_queries, n, epsilon, delta):
    """a and b of the sharp bound, by bounded range, width 1."""
    log_universe, lost = log_size("universe_size", universe_size, 2), _lambert(n_queries, 2)
    n, epsilon, log = _budget(n, epsilon, delta, universe_size=log_universe, n_queries=lost)
    return np.sqrt(log_universe / 2), lost / (np.sqrt(2) * root_rho(epsilon, log) * n)


def _terms(sharp):
    return _sharp_terms if check.flag("sharp", sharp) else _printed_terms
