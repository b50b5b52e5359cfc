"""Multiplicative weights against the worst query: U17's algorithm, without noise and private.

Start with the uniform p^1 on the universe X.  In step t

    find the query q^t that maximises <q, p^t - p*>      (exactly, or by the exponential mechanism)
    take weight from its cells:  p^{t+1}(x) ∝ p^t(x) e^{-η q^t(x)}

and after T steps give p-hat, the average of p^1, ..., p^T.  Its error is at most the average of the errors on the
way, and their sum is the regret of multiplicative weights, with losses q^t, against p*: so at most r √(ln|X|/(2T)) at
Hoeffding's η, r the width of a query.  All this is one-sided (<q, p^t> too large); a workload with its negations
(`with_negations`) has no side.

**Privacy.**  p* enters one line only: the errors of all queries, among which one is chosen.  Replacing one of n
records moves each error by at most r/n, so the exponential mechanism makes a step ε₀-DP with bounded range ε₀, and T
steps compose adaptively (`calibration`).  The queries, n, T, η and the universe are public; everything that a
`Release` holds may be published.

References: U17, "Towards PMW" and "Putting the Private in Private MW"; Hardt and Rothblum 2010; Gupta, Hardt, Roth and
Ullman 2012.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from .. import mechanisms
from .._bounds import one_epsilon
from ..experts import learning_rate
from ..privacy import Guarantee
from .calibration import selection_guarantee, step_epsilon
from .workloads import MOST_RECORDS, Workload, noise_width, paired

# the rounding of <q, p^t - p*> differs by some 1e-16 between dense rows and a fast transform
TIE = 1e-12
MOST_STEPS = 10**6
LARGEST_ETA = 1e300          # times 10^6 steps it is still a float


# ---- the algorithm ---------------------------------------------------------------------------------

def gibbs(losses: np.ndarray, eta: float) -> np.ndarray:
    """The update of multiplicative weights: p(x) ∝ e^{-η losses(x)}, for losses of any size, shape (..., X)."""
    weights = np.exp(-eta * (losses - losses.min(axis=-1, keepdims=True)))
    return weights / weights.sum(axis=-1, keepdims=True)


def hunt(histogram: np.ndarray, queries: Workload, eta: float, choose: Callable) -> Iterator[HuntStep]:
    """The algorithm itself, step after step without end; arguments unchecked, `hunt_steps` checks them."""
    answers = queries.answers(histogram)                  # <q, p*> for every q
    losses = np.zeros(queries.universe_size)              # Σ q^s over the steps so far
    p = gibbs(losses, eta)                                # p^1, uniform
    for t in itertools.count(1):
        errors = queries.answers(p) - answers             # <q, p^t - p*>: the only place where the data enter
        chosen = choose(errors)
        losses += queries.query(chosen)
        after = gibbs(losses, eta)                        # ∝ p^t e^{-η q^t}
        yield HuntStep(t, chosen, p, after, errors)
        p = after


def worst_query(errors) -> int:
    """The index of the largest error; of those within 1e-12 of it the lowest.

    The tolerance makes ties of exact arithmetic ties here, however the errors were rounded.  Not private.
    """
    errors = check.array("errors", errors, (None,))
    return int(np.argmax(errors >= errors.max() - TIE))


@dataclass
class NoisyWorst:
    """The private choice: Pr[q] ∝ exp(ε₀ n <q, p^t - p*>/(2 width)), one uniform of `rng` a draw.

    `width` is the largest max q - min q of a query (1 for q in [0, 1] or -q), so that width/n is the sensitivity of
    an error.  A draw is (ε₀, 0)-DP and has ε₀-bounded range (REPLACE_ONE); `drawn` counts the draws begun, as each is
    paid for, even one that is interrupted.
    """

    width: float
    n: int
    epsilon_step: float
    rng: np.random.Generator
    drawn: int = 0

    def __post_init__(self):
        self.width, self.n = check.positive("width", self.width), check.integer("n", self.n, 1, MOST_RECORDS)
        self.epsilon_step = one_epsilon(self.epsilon_step, "epsilon_step")
        check.generator("rng", self.rng)
        check.integer("drawn", self.drawn, 0)

    def __call__(self, errors) -> int:
        self.drawn += 1
        return mechanisms.exponential_mechanism(
            errors, score_sensitivity=self.width / self.n, epsilon=self.epsilon_step, rng=self.rng
        )


# ---- run it ----------------------------------------------------------------------------------------

def hunt_steps(histogram, queries, *, eta, choose=worst_query) -> Iterator[HuntStep]:
    """The hunt, one step at a time: an endless iterator of `HuntStep`, for those who stop when they have seen enough.

    Parameters
    ----------
    histogram : array (universe_size,), p*, sums to 1
    queries : `Workload`, or array (n_queries, universe_size) in [-1, 1]
    eta : float in (0, 1e300]
    choose : function of the errors (n_queries,) that gives an index; `worst_query`, `NoisyWorst(...)` or your own

    Notes
    -----
    As private as `choose` is, and `HuntStep.errors` never is.  With `NoisyWorst` k steps cost what
    ``selection_guarantee(epsilon_step, delta, k)`` says; who looks at the steps to decide when to stop has spent the
    most steps that he would have taken (`calibration`).  A step costs one answer to all queries, one exp a cell.
    Source: U17, "Towards PMW".
    """
    histogram, queries = paired(histogram, queries)
    eta, choose = check.real("eta", eta, 0, LARGEST_ETA, open_low=True), check.function("choose", choose)
    return hunt(histogram, queries, eta, choose)


def multiplicative_weights(histogram, queries, T, *, eta="printed") -> Hunt:
    """T steps without noise: the worst query is found exactly, ties to the lowest index (`worst_query`).

    Parameters
    ----------
    histogram : array (universe_size,), p*, sums to 1
    queries : `Workload`, or array (n_queries, universe_size) in [-1, 1]; hunted as given, one-sided
    T : int in [1, 1e6]
    eta : float in (0, 1e300], "printed": min(√(ln|X|/T), 1), or "hoeffding": √(8 ln|X|/T)/width

    Returns
    -------
    Hunt.  Its histogram errs by at most 2 √(ln|X|/T) ("printed") or width √(ln|X|/(2T)) ("hoeffding"), on the side
    asked.

    Notes
    -----
    Not private.  Cost: T answers to all queries and T exps a cell (T |Q| |X| for dense rows).  Source: U17, "Towards
    PMW".
    """
    histogram, queries = paired(histogram, queries)
    T = check.integer("T", T, 1, MOST_STEPS)
    rate = hunt_rate(eta, T, queries)
    return Hunt(*follow(hunt(histogram, queries, rate, worst_query), T), rate)


def pmw(histogram, queries, *, n, epsilon, delta, T, rng) -> Release:
    """Private multiplicative weights: T steps whose query the exponential mechanism chooses.

    Parameters
    ----------
    histogram, queries, T : as in `multiplicative_weights`
    n : int >= 1, the number of records, public
    epsilon, delta : the budget of all T steps, delta in (0, 1); ε₀ is `step_epsilon`'s, by bounded range
    rng : numpy.random.Generator; a step draws one uniform

    Returns
    -------
    Release, at η = √(8 ln|X|/T)/width.  Its histogram errs in expectation, on the side asked, by at most
    `pmw_bound_sharp` with the queries' width.

    Notes
    -----
    Privacy: (epsilon, delta)-DP under REPLACE_ONE for the whole release; private: the histogram, public: n, the
    queries, T, η.  Cost: as `multiplicative_weights`, and one exp a query and step.  Source: U17, "Putting the
    Private in Private MW".
    """
    histogram, queries = paired(histogram, queries)
    T, epsilon, delta = check.integer("T", T, 1, MOST_STEPS), one_epsilon(epsilon), check.fraction("delta", delta)
    epsilon_step, rate = step_epsilon(epsilon, delta, T), hunt_rate("hoeffding", T, queries)
    choose = NoisyWorst(noise_width(queries), n, epsilon_step, rng)
    average, last, chosen, _ = follow(hunt(histogram, queries, rate, choose), T)
    return Release(average, last, chosen, rate, epsilon_step, T, selection_guarantee(epsilon_step, delta, T))


def hunt_rate(eta, T: int, queries: Workload) -> float:
    """η: a number as it is, or by one of the two rules."""
    if not isinstance(eta, str):
        return check.real("eta", eta, 0, LARGEST_ETA, open_low=True)
    hoeffding = check.choice("eta", eta, ("printed", "hoeffding")) == "hoeffding"
    if queries.universe_size == 1:
        return 0.0                                       # ln 1: there is nothing to learn
    rate = learning_rate(T, queries.universe_size, rule="hoeffding" if hoeffding else "capped")
    return rate / noise_width(queries) if hoeffding else rate


def follow(steps: Iterator[HuntStep], T: int) -> tuple[np.ndarray, ...]:
    """T steps: the average of p^1, ..., p^T, then p^{T+1}, the queries chosen, the largest error in each step."""
    total, chosen, errors = 0.0, np.empty(T, np.int64), np.empty(T)
    for i, step in enumerate(itertools.islice(steps, T)):
        total = total + step.p
        chosen[i], errors[i] = step.chosen, step.errors.max()
    return total / total.sum(), step.after, chosen, errors


# ---- what comes out --------------------------------------------------------------------------------

class ReadOnly:
    """Dataclasses whose arrays nobody may write to."""

    def __post_init__(self):
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)


@dataclass(frozen=True, eq=False)
class HuntStep(ReadOnly):
    """One step: t = 1, 2, ..., the `chosen` query, `p` = p^t, `after` = p^{t+1}, and `errors` = <q, p^t - p*>
    of all queries.

    If the choice was private, all but `errors` may be published; `errors` shows the data.
    """

    t: int
    chosen: int
    p: np.ndarray
    after: np.ndarray
    errors: np.ndarray


@dataclass(frozen=True, eq=False)
class Hunt(ReadOnly):
    """What `multiplicative_weights` found: nothing in it is private.

    `histogram` (X,) the average of p^1..p^T, `last` (X,) = p^{T+1}, `chosen` (T,), `errors` (T,) = max_q <q, p^t -
    p*> at each step, `eta`.
    """

    histogram: np.ndarray
    last: np.ndarray
    chosen: np.ndarray
    errors: np.ndarray
    eta: float


@dataclass(frozen=True, eq=False)
class Release(ReadOnly):
    """What a private run gives out; all of it may be published under `guarantee`.

    `histogram` (X,) the average of p^1..p^T (MWEM: the last iterate), `last` (X,) = p^{T+1}, `chosen` (T,) the queries
    (or marginals) selected, `eta`, `epsilon_step` the ε of one selection, `T` steps, `guarantee`.
    """

    histogram: np.ndarray
    last: np.ndarray
    chosen: np.ndarray
    eta: float
    epsilon_step: float
    T: int
    guarantee: Guarantee
