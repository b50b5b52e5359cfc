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

import dataclasses
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
    """p(x) ∝ e^{-η losses(x)}, for losses of any size: shape (X,)."""
    weights = np.exp(-eta * (losses - losses.min()))
    return weights / weights.sum()


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
    asked.  An interrupt (Ctrl-C) returns the steps done, at the η of all T.

    Notes
    -----
    Not private.  Cost: T answers to all queries and T exps a cell (T |Q| |X| for dense rows).  Source: U17, "Towards
    PMW".
    """
    histogram, queries = paired(histogram, queries)
    T = check.integer("T", T, 1, MOST_STEPS)
    rate, errors = hunt_rate(eta, T, queries), []
    average, last, chosen, interrupted = follow(hunt(histogram, queries, rate, worst_query), T, len(histogram), errors)
    return Hunt(average, last, chosen, np.array(errors[: len(chosen)]), rate, interrupted)


def pmw(histogram, queries, *, n, epsilon, delta, T, rng, calibration="bounded-range", eta="hoeffding") -> Release:
    """Private multiplicative weights: T steps whose query the exponential mechanism chooses.

    Parameters
    ----------
    histogram, queries, T : as in `multiplicative_weights`
    n : int >= 1, the number of records, public
    epsilon, delta : the budget of all T steps
    rng : numpy.random.Generator; a step draws one uniform
    calibration : one of `CALIBRATIONS`: how the budget becomes ε₀
    eta : "hoeffding" (default), "printed" or a number, as in `multiplicative_weights`

    Returns
    -------
    Release.  With η = "hoeffding" its histogram errs in expectation, on the side asked, by at most `pmw_bound_sharp`
    with the queries' width.  An interrupt (Ctrl-C) returns the average of the steps done; its guarantee counts the
    selections begun, and those alone: nothing that they chose is shown before, so they cannot decide when it comes.

    Notes
    -----
    Privacy: (epsilon, delta)-DP under REPLACE_ONE for the whole release; private: the histogram, public: n, the
    queries, T, η.  Cost: as `multiplicative_weights`, and one exp a query and step.  Source: U17, "Putting the
    Private in Private MW".
    """
    histogram, queries = paired(histogram, queries)
    T, epsilon, delta = check.integer("T", T, 1, MOST_STEPS), one_epsilon(epsilon), check.delta("delta", delta)
    epsilon_step = step_epsilon(epsilon, delta, T, calibration=calibration)
    choose, rate = NoisyWorst(noise_width(queries), n, epsilon_step, rng), hunt_rate(eta, T, queries)
    average, last, chosen, interrupted = follow(hunt(histogram, queries, rate, choose), T, len(histogram))
    spent = selection_guarantee(epsilon_step, delta, choose.drawn)
    # the calibration's own proof says more than that function knows
    if spent.epsilon > epsilon:
        spent = dataclasses.replace(spent, epsilon=epsilon, delta=0.0 if calibration == "basic" else delta)
    return Release(average, last, chosen, rate, epsilon_step, T, len(chosen), interrupted, spent)


def hunt_rate(eta, T: int, queries: Workload) -> float:
    """η: a number as it is, or by one of the two rules."""
    if not isinstance(eta, str):
        return check.real("eta", eta, 0, LARGEST_ETA, open_low=True)
    hoeffding = check.choice("eta", eta, ("printed", "hoeffding")) == "hoeffding"
    if queries.universe_size == 1:
        return 0.0                                       # ln 1: there is nothing to learn
    rate = learning_rate(T, queries.universe_size, rule="hoeffding" if hoeffding else "capped")
    return rate / noise_width(queries) if hoeffding else rate


def follow(steps: Iterator[HuntStep], T: int, universe_size: int, errors: list | None = None) -> tuple:
    """T steps, or fewer if interrupted: (average, last, chosen, interrupted); the largest error of each goes to
    `errors`."""
    total, last, chosen, interrupted = np.zeros(universe_size), None, [], False
    try:
        for step in itertools.islice(steps, T):
            total += step.p
            last = step.after
            if errors is not None:
                errors.append(step.errors.max())
            chosen.append(step.chosen)
    except KeyboardInterrupt:
        interrupted = True
    if last is None:                                     # interrupted in the first step: p^1 is all there is
        total = last = np.full(universe_size, 1 / universe_size)
    return total / total.sum(), last, np.array(chosen, dtype=np.int64), interrupted


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
    p*> at each step, `eta`, `interrupted`: T is then the number of steps done.
    """

    histogram: np.ndarray
    last: np.ndarray
    chosen: np.ndarray
    errors: np.ndarray
    eta: float
    interrupted: bool = False


@dataclass(frozen=True, eq=False)
class Release(ReadOnly):
    """What a private run gives out; all of it may be published under `guarantee`.

    `histogram` (X,) the average of the steps done, `last` (X,) the iterate after them, `chosen` (steps,) the queries
    (or marginals) selected, `eta`, `epsilon_step` the ε of one selection, `T` steps planned and `steps` done,
    `interrupted`, `guarantee` what was truly spent.
    """

    histogram: np.ndarray
    last: np.ndarray
    chosen: np.ndarray
    eta: float
    epsilon_step: float
    T: int
    steps: int
    interrupted: bool
    guarantee: Guarantee

