"""Money on the experts: portfolios, wealth, and what Hedge is there.

**Problem.** U17's financier moves money between K stocks.  On day t stock i multiplies money by its price relative
x_t(i) > 0; money spread by b_t, shares that sum to one, is multiplied by <b_t, x_t>.  Wealth from 1 after T days is
the product, so log-wealth adds up and is the gain that counts.  Regret here: log-wealth (nats) short of the best.

**Two strategies, two comparators.**

* *Buy and hold* spreads money once.  Its wealth is the mean of the stocks' wealths, so it is within ln K of the best
  stock: Hedge at η = 1 with loss -ln x, where the loss of the mixture -ln <p, x> replaces the mean loss <p, -ln x>
  (it is no larger: Jensen), and the regret bound loses its η T/8 term.
* *A constant rebalanced portfolio* (CRP) goes back to the same shares each day.  The best one in hindsight is at
  least as good as the best stock.
* *Exponentiated gradient* (EG) is Hedge on gains x_t(i)/<b_t, x_t>, the slope of log-wealth.

No costs of trading anywhere, stocks chosen in hindsight: mathematics, not advice.  Nothing here is private.

References: Cover 1984; Helmbold, Schapire, Singer and Warmuth 1998; Cesa-Bianchi and Lugosi
2006, chapters 9 and 10; U17, the financier's slides.
"""

from __future__ import annotations

import numpy as np
from scipy import optimize, special

from ... import _validate as check
from ..formulas import two_terms


def _relatives(relatives) -> np.ndarray:
    """Price relatives (T, K), time first; beyond these ends the data are wrong."""
    return check.array("relatives", relatives, (None, None), low=1e-6, high=1e6)


def wealth(relatives, portfolios) -> np.ndarray:
    """Wealth after each day, from 1: the product of <b_t, x_t>, held at the largest float.

    Parameters
    ----------
    relatives : array (T, K), in [1e-6, 1e6]
        Price relatives, time first.
    portfolios : array (T, K), or (K,) for the same shares every day
        Row t is held during day t; shares are nonnegative and sum to one: no short selling, no borrowing.

    Returns
    -------
    array (T,)
    """
    relatives = _relatives(relatives)
    shares = check.distribution("portfolios", portfolios, relatives.shape[1])
    if shares.shape not in (relatives.shape, relatives.shape[1:]):
        raise ValueError(f"portfolios must have shape {relatives.shape} or {relatives.shape[1:]}; got {shares.shape}")
    return np.exp(np.minimum(np.cumsum(np.log((relatives * shares).sum(axis=1))), np.log(np.finfo(float).max)))


def buy_and_hold(relatives) -> np.ndarray:
    """The shares that money spread evenly once drifts into: b_t(i) proportional to prod_{s<t} x_s(i).  Relatives as in
    `wealth`.

    Its wealth is sum_i prod_t x_t(i)/K, so its log-wealth is within ln K of each stock.
    """
    return special.softmax(_log_grown(_relatives(relatives)), axis=1)


def _log_grown(relatives) -> np.ndarray:
    """What each stock has grown to before each day, in logarithms: (T, K), zeros first."""
    grown = np.zeros_like(relatives)
    np.cumsum(np.log(relatives[:-1]), axis=0, out=grown[1:])
    return grown


def exponentiated_gradient(relatives, *, eta) -> np.ndarray:
    """EG(η): b_{t+1}(i) proportional to b_t(i) exp(η x_t(i)/<b_t, x_t>), from even shares; relatives as in `wealth`,
    eta in [1e-300, 1e6], a number or an array: portfolios (*eta.shape, T, K).

    Each day's slope depends on that day's portfolio, so days are taken one by one.  Source: Helmbold et al. 1998 (η =
    0.05).
    """
    relatives, eta = _relatives(relatives), check.array("eta", eta, low=1e-300, high=1e6)
    portfolios = np.empty((*eta.shape, *relatives.shape))
    log_weights = np.zeros((*eta.shape, relatives.shape[1]))
    for t, x in enumerate(relatives):
        weights = np.exp(log_weights - log_weights.max(axis=-1, keepdims=True))
        held = portfolios[..., t, :] = weights / weights.sum(axis=-1, keepdims=True)
        log_weights += (eta / (held @ x))[..., None] * x
    return portfolios


def exponentiated_gradient_bound_sharp(relatives, *, eta) -> float:
    """Log-wealth by which EG(η) may fall short of the best CRP: ln K/η + (η/8) sum_t (max x_t/min x_t - 1)².

    Arguments as in `exponentiated_gradient`; nats, cumulative.

    Proof: ln is concave, so with g_t = x_t/<b_t, x_t> the shortfall of day t is at most <u, g_t> - <b_t, g_t>: the
    regret of Hedge on gains g_t.  They lie in an interval of length (max x_t - min x_t)/<b_t, x_t> <= max/min - 1, and
    Hoeffding's lemma does the rest, as in `experts.formulas`.  Helmbold et al. 1998 print ln K/η + η T/(8 r²), r the
    smallest ratio of a day's least to its largest price relative: never smaller, as 1/r >= max/min on every day.
    """
    relatives, eta = _relatives(relatives), check.real("eta", eta, 1e-300, 1e6)
    spread = relatives.max(axis=1) / relatives.min(axis=1) - 1
    return float(two_terms(1, np.log(relatives.shape[1]), eta, spread @ spread / 8))


def best_constant_rebalanced(relatives) -> np.ndarray:
    """The constant rebalanced portfolio (K,) of largest final wealth, chosen with all days known; relatives as in
    `wealth`.

    A concave problem, by sequential quadratic programming: about 30 ms on 22 years of 36 stocks.  F(b), the log-wealth,
    has the slope dF/db_i = sum_t x_t(i)/<b, x_t> and sum_i b_i dF/db_i = T, so no portfolio at all exceeds F(b) by more
    than max_i dF/db_i - T (Cover 1984): tests find 1e-9 there.
    """
    relatives = _relatives(relatives)
    T, n_stocks = relatives.shape
    scaled = relatives / relatives.max(axis=1, keepdims=True)  # the best portfolio is the same, the steps are tamer
    found = optimize.minimize(
        lambda b: -np.log(scaled @ b).mean(), np.full(n_stocks, 1 / n_stocks),
        jac=lambda b: -(1 / (scaled @ b)) @ scaled / T,
        bounds=[(0, 1)] * n_stocks, method="SLSQP", options={"ftol": 1e-16, "maxiter": 500},
        constraints={"type": "eq", "fun": lambda b: b.sum() - 1, "jac": np.ones_like},
    )
    portfolio = np.maximum(found.x, 0)
    return portfolio / portfolio.sum()
