"""LinearLearner: a private linear predictor from the experts algorithm (DR14, section 11.3).

The problem: records x_1, ..., x_n in [-1, 1]^d, i.i.d. from an unknown distribution with mean μ.  A predictor is a
distribution θ on the d coordinates, its loss on x is <θ, x>, so its risk is <θ, μ> and the least risk is min_i μ_i.
Reveal the records one by one as the losses of d experts, run randomized weighted majority with a private η, and
output how often each expert was chosen, θ = (a_1 + ... + a_n)/n.  n is DR14's T.

**Privacy.** Private: the records; public: n, d, η.  Exchanging one record exchanges the losses of one round
(ONE_ROUND, in the order given), and θ is a function of the actions, so it is (ε, δ)-DP.  Losses in [-1, 1] make a
step's log-ratios span 4η, not 2η as DR14's argument would have it.

**The bound** (explicit form of Theorem 11.6).  Write i* for the best coordinate, p_t for the law of a_t, and

    <θ, μ> - μ_{i*} = (1/n) Σ [<p_t, x_t> - x_{t,i*}]  +  (1/n) Σ [<a_t, μ> - <p_t, x_t> + x_{t,i*} - μ_{i*}].

The first sum is regret: at most η/2 + ln d/(ηn) for every sequence (Hoeffding's lemma, range 2).  Given the past, a_t
and x_t are independent, so each bracket of the second has mean zero: in expectation the risk exceeds the best by at
most η/2 + ln d/(ηn).  With probability 1 - β, DR14's three events (actions, records under the actions, the best
coordinate's own mean), each in an interval of length 2 and at β/3, add 3 √(2 ln(3/β)/n).  Taken as one martingale,
each bracket is a variable in an interval of length 2 (from a_t) plus an independent one in an interval of length 4
(from x_t), and √((2² + 4²) ln(1/β)/(2n)) = √(10 ln(1/β)/n) is enough.

References: DR14, Algorithm 17, Theorems 11.5 and 11.6; McSherry and Talwar 2007 (`exponential_linear`).
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .. import experts
from .._bounds import epsilons, go_together, grid, plain
from ..mechanisms import exponential_probabilities
from .calibration import MOST_T, private_eta

MOST_CELLS = 1 << 28  # runs times n draws in memory
MOST_D = 10**15


def _records(x) -> np.ndarray:
    return check.array("x", x, (None, None), low=-1, high=1)


# ---- the algorithm -------------------------------------------------------------------------------

def linear_eta(n, epsilon, delta, *, analysis="dr14"):
    """The learning rate of LinearLearner on n records in [-1, 1]^d.

    Parameters
    ----------
    n : int or array, >= 1 ("dr14") or 2 <= n <= 1e7
    epsilon : float or array > 0
    delta : float in (0, 1)
    analysis : {"dr14"} or another key of `calibration.ANALYSES`
        "dr14" is ε/√(32 n L), L = ln(1/δ), as Algorithm 17 prints it.  The others start from steps that are 4η-DP with
        range 4η.

    Returns
    -------
    float or array: with it all actions together are (ε, δ)-DP under ONE_ROUND.

    Raises
    ------
    ValueError
        "dr14" for ε > 8 L: the printed proof counts 2η a step where it is 4η, yet the statement stands for ε <= 8 L, as
        the steps' range 4η gives ρ = 2nη² = ε²/(16 L) and ρ + 2√(ρL) = ε²/(16 L) + ε/2 <= ε.  Far beyond it is false.
    """
    epsilon, log = epsilons(epsilon), -np.log(check.fraction("delta", delta))
    if check.text("analysis", analysis) != "dr14":
        n = check.array("n", n, low=2, high=MOST_T, integral=True)
        return private_eta(epsilon, delta, n, analysis=analysis, loss_range=2.0)
    n = grid("n", n, low=1, integral=True)
    go_together(n=n, epsilon=epsilon)
    if (epsilon > 8 * log).any():
        raise ValueError(f"epsilon must be at most 8 ln(1/delta) = {8 * log:g} for analysis 'dr14'; got {epsilon.max():g}")
    return plain(epsilon / np.sqrt(32 * n * log))


def linear_learner_probabilities(x, *, eta) -> np.ndarray:
    """The law of the expert chosen in each round: (n, d), row t proportional to e^{-η (x_1 + ... + x_{t-1})}.

    `x` (n, d) in [-1, 1], `eta` > 0.  Row 0 is uniform and no row depends on the last record.
    """
    return experts.hedge_probabilities(_records(x), eta=eta, loss_range=2.0)


def linear_learner(x, *, epsilon, delta, rng, analysis="dr14") -> np.ndarray:
    """LinearLearner(S, ε, δ): the share of rounds in which each coordinate was chosen.

    Parameters
    ----------
    x : array (n, d), records in [-1, 1]^d, private
    epsilon : float > 0
    delta : float in (0, 1)
    rng : numpy.random.Generator
    analysis : as in `linear_eta`, whose errors this raises

    Returns
    -------
    array (d,): θ, nonnegative multiples of 1/n that sum to one.

    Notes
    -----
    (ε, δ)-DP under ONE_ROUND, also with all actions shown.  Cost: one exponential for each entry of x.
    Source: DR14, Algorithm 17 and Theorem 11.5.
    """
    x = _records(x)
    n, d = x.shape
    eta = linear_eta(n, check.positive("epsilon", epsilon), delta, analysis=analysis)
    law = linear_learner_probabilities(x, eta=eta)             # row t: made of the records before t
    chosen = experts.draw_actions(law, rng=rng)[0]              # a_t for every round
    return np.bincount(chosen, minlength=d) / n                 # θ = mean of the basis vectors chosen


def linear_learner_runs(x, *, eta, rng, runs) -> np.ndarray:
    """θ of many independent runs on the same records: (runs, d).  The records' law is computed once.

    Each run is a release of its own; showing several costs as many budgets.  runs · n at most 2^28.
    """
    x = _records(x)
    runs = check.integer("runs", runs, 1, max(1, MOST_CELLS // len(x)))
    chosen = experts.draw_actions(linear_learner_probabilities(x, eta=eta), rng=rng, runs=runs)
    chosen += x.shape[1] * np.arange(runs)[:, None]
    return np.bincount(chosen.ravel(), minlength=runs * x.shape[1]).reshape(runs, -1) / len(x)


def expected_theta(x, *, eta) -> np.ndarray:
    """E θ given the records, exactly: the mean of the n laws, (d,).  E <θ, μ> = <expected_theta, μ> for every μ.

    For study, not for release: unlike θ it is an exact function of the private records.
    """
    return linear_learner_probabilities(x, eta=eta).mean(axis=0)


def excess_risk(theta, mu):
    """<θ, μ> - min_i μ_i: `theta` (..., d) distributions, `mu` (d,) in [-1, 1], the mean of the records' distribution."""
    mu = check.array("mu", mu, (None,), low=-1, high=1)
    theta = check.distribution("theta", theta, len(mu))
    return plain(np.maximum(theta @ mu - mu.min(), 0.0))


# ---- Theorem 11.6 --------------------------------------------------------------------------------

DEVIATIONS = ("three-events", "one-martingale")


def excess_risk_bound(n, d, epsilon, delta, beta=None, *, analysis="dr14", deviation="three-events"):
    """Bound on LinearLearner's excess risk for i.i.d. records: Theorem 11.6 with its constants, at `linear_eta`.

    η/2 + ln d/(ηn) in expectation (`beta=None`); with probability >= 1 - β plus 3 √(2 ln(3/β)/n), or plus
    √(10 ln(1/β)/n), always smaller, with deviation="one-martingale".

    Parameters
    ----------
    n : int or array >= 1
    d : int >= 1
    epsilon, delta, analysis : as in `linear_eta`, whose errors this raises
    beta : float or array in (0, 1), or None

    Returns
    -------
    float or array; per record, so values above 2 say nothing.  Proof: module docstring.
    """
    return excess_risk_bound_at(n, d, linear_eta(n, epsilon, delta, analysis=analysis), beta, deviation=deviation)


def excess_risk_bound_at(n, d, eta, beta=None, *, deviation="three-events"):
    """`excess_risk_bound` at a given learning rate η > 0 (float or array)."""
    n, d = grid("n", n, low=1, integral=True), check.integer("d", d, 1, MOST_D)
    check.choice("deviation", deviation, DEVIATIONS)
    expected = experts.regret_bound_sharp(n, d, eta, loss_range=2.0) / n
    if beta is None:
        return plain(expected)
    beta = grid("beta", beta, high=1)
    go_together(n=expected, beta=beta)
    if deviation == "three-events":
        return plain(expected + 3 * np.sqrt(2 * (np.log(3) - np.log(beta)) / n))
    return plain(expected + np.sqrt(-10 * np.log(beta) / n))


# ---- the baseline: one exponential mechanism ------------------------------------------------------

def exponential_linear(x, *, epsilon) -> np.ndarray:
    """The law of a coordinate drawn with probability proportional to e^{-(ε/4) Σ_t x_{t,i}}: shape (d,).

    The exponential mechanism of lecture 2 on the average loss, whose every coordinate one record moves by 2/n.  It is
    one action of the same algorithm, after all n records, at η = ε/4 instead of about ε/√n: all the budget goes into
    one draw.  Draw i from it and predict with θ = e_i.

    Parameters
    ----------
    x : array (n, d), records in [-1, 1]^d, private
    epsilon : float > 0

    Returns
    -------
    array (d,), sums to one.

    Notes
    -----
    A draw is (ε, 0)-DP under REPLACE_ONE: no δ.  Source: DR14, section 11.1; McSherry and Talwar 2007.
    """
    x = _records(x)
    return exponential_probabilities(-x.mean(axis=0), score_sensitivity=2 / len(x), epsilon=epsilon)


def exponential_linear_bound(n, d, epsilon):
    """Bound on the expected excess risk of a draw from `exponential_linear` on n i.i.d. records.

    4 ln d/(εn) + min{√(2 ln d/n), 2 tanh(ε/4)}: on the sample the mean loss exceeds the best by at most twice the
    sensitivity 2/n times ln d/ε (entropy); from sample to distribution either the largest of d sub-Gaussian means, or
    stability: exchanging a record moves the law by tanh(ε/4) in total variation, and a loss spans 2.

    Parameters
    ----------
    n : int or array >= 1
    d : int >= 1
    epsilon : float or array > 0

    Returns
    -------
    float or array.
    """
    n, log_d = grid("n", n, low=1, integral=True), np.log(check.integer("d", d, 1, MOST_D))
    epsilon = epsilons(epsilon)
    go_together(n=n, epsilon=epsilon)
    return plain(4 * log_d / (epsilon * n) + np.minimum(np.sqrt(2 * log_d / n), 2 * np.tanh(epsilon / 4)))
