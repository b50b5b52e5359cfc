"""Money on the experts: portfolios, wealth, and what Hedge is there.

**Problem.** U17's financier moves money between K stocks.  On day t stock i multiplies money by its price relative
x_t(i) > 0; money spread by b_t, shares that sum to one, is multiplied by <b_t, x_t>.  Wealth from 1 after T days is
the product, so log-wealth adds up and is the gain that counts.  Regret here: log-wealth (nats) short of the best.

**Three strategies, two comparators.**

* *Buy and hold* spreads money once.  Its wealth is the mean of the stocks' wealths, so it is within ln K of the best
  stock: Hedge at η = 1 with loss -ln x, where the loss of the mixture -ln <p, x> replaces the mean loss <p, -ln x>
  (it is no larger: Jensen), and the regret bound loses its η T/8 term.
* *A constant rebalanced portfolio* (CRP) goes back to the same shares each day.  The best one in hindsight is at
  least as good as the best stock.  *Cover's universal portfolio* holds all CRPs: buy and hold one floor up.
* *Exponentiated gradient* (EG) is Hedge on gains x_t(i)/<b_t, x_t>, the slope of log-wealth.

`dplearn.data.stock_experts` maps log relatives into [0, 1] for plain Hedge.  No costs of trading anywhere, stocks
chosen in hindsight: mathematics, not advice.  Nothing here is private.

References: Cover 1984 and 1991; Helmbold, Schapire, Singer and Warmuth 1998; Cesa-Bianchi and Lugosi
2006, chapters 9 and 10; U17, the financier's slides.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import optimize, special

from .. import _validate as check
from .formulas import two_terms

LEAST, MOST = 1e-6, 1e6    # price relatives of one day: beyond these the data are wrong
LARGEST_RATE = 1e6
LOG_LARGEST = np.log(np.finfo(float).max)


def _relatives(relatives, n_stocks=None) -> np.ndarray:
    return check.array("relatives", relatives, (None, n_stocks), low=LEAST, high=MOST)


def _shares(name: str, shares, n_stocks: int) -> np.ndarray:
    """One portfolio (K,); None is the uniform one."""
    if shares is None:
        return np.full(n_stocks, 1 / n_stocks)
    shares = check.distribution(name, shares, n_stocks)
    if shares.ndim != 1:
        raise ValueError(f"{name} must have shape ({n_stocks},); got shape {shares.shape}")
    return shares


def _held(relatives, name: str, shares) -> tuple[np.ndarray, np.ndarray]:
    """Relatives (T, K), and shares that are held every day, (K,), or one row a day, (T, K)."""
    relatives = _relatives(relatives)
    shares = check.distribution(name, shares, relatives.shape[1])
    if shares.shape not in (relatives.shape, relatives.shape[1:]):
        raise ValueError(f"{name} must have shape {relatives.shape} or {relatives.shape[1:]}; got {shares.shape}")
    return relatives, shares


# ---- wealth --------------------------------------------------------------------------------------

def log_wealth(relatives, portfolios) -> np.ndarray:
    """Log-wealth after each day, from wealth 1: the running sum of ln <b_t, x_t>.

    Parameters
    ----------
    relatives : array (T, K), in [1e-6, 1e6]
        Price relatives, time first.
    portfolios : array (T, K), or (K,) for the same shares every day
        Row t is held during day t; shares are nonnegative and sum to one: no short selling, no borrowing.

    Returns
    -------
    array (T,), in nats

    Raises
    ------
    ValueError
        For relatives outside their range, or portfolios that are not distributions over K stocks.
    """
    relatives, portfolios = _held(relatives, "portfolios", portfolios)
    return np.cumsum(np.log((relatives * portfolios).sum(axis=1)))


def wealth(relatives, portfolios) -> np.ndarray:
    """Wealth after each day, from 1, shape (T,); arguments as in `log_wealth`.  Held at the largest float."""
    return np.exp(np.minimum(log_wealth(relatives, portfolios), LOG_LARGEST))


# ---- strategies: portfolios (T, K), row t made of days before t ----------------------------------

def buy_and_hold(relatives, initial=None) -> np.ndarray:
    """The shares that money spread once drifts into: b_t(i) proportional to b_1(i) prod_{s<t} x_s(i).

    Parameters
    ----------
    relatives : array (T, K), in [1e-6, 1e6]
    initial : array (K,), optional
        Shares on the first day; uniform if not given.

    Returns
    -------
    array (T, K), rows sum to one

    Notes
    -----
    Its wealth is sum_i b_1(i) prod_t x_t(i), so its log-wealth is within ln 1/b_1(i) of each stock: ln K if uniform.
    """
    relatives = _relatives(relatives)
    initial = _shares("initial", initial, relatives.shape[1])
    grown = np.zeros_like(relatives)
    np.cumsum(np.log(relatives[:-1]), axis=0, out=grown[1:])
    with np.errstate(divide="ignore"):  # a stock without money has log-weight minus infinity, and keeps it
        return special.softmax(grown + np.log(initial), axis=1)


def constant_rebalanced(relatives, portfolio=None) -> np.ndarray:
    """The same shares every day (uniform if not given), bought and sold back to: shape (T, K), a read-only view."""
    relatives = _relatives(relatives)
    return np.broadcast_to(_shares("portfolio", portfolio, relatives.shape[1]), relatives.shape)


def exponentiated_gradient(relatives, *, eta, initial=None) -> np.ndarray:
    """EG(η): b_{t+1}(i) proportional to b_t(i) exp(η x_t(i)/<b_t, x_t>).

    Parameters
    ----------
    relatives : array (T, K), in [1e-6, 1e6]
    eta : float in (0, 1e6]
        The learning rate; 0.05 in the paper.
    initial : array (K,), optional
        Shares on the first day; uniform if not given.

    Returns
    -------
    array (T, K), rows sum to one

    Notes
    -----
    Each day's slope depends on that day's portfolio, so days are taken one by one: about 6 µs each for 36 stocks.
    Source: Helmbold et al. 1998.
    """
    relatives = _relatives(relatives)
    eta = check.real("eta", eta, 0, LARGEST_RATE, open_low=True)
    portfolios = np.empty_like(relatives)
    with np.errstate(divide="ignore"):
        log_weights = np.log(_shares("initial", initial, relatives.shape[1]))
    for held, x in zip(portfolios, relatives):
        log_weights -= log_weights.max()
        np.exp(log_weights, out=held)
        held /= held.sum()
        log_weights += eta / (held @ x) * x
    return portfolios


def exponentiated_gradient_bound_sharp(relatives, *, eta) -> float:
    """Log-wealth by which uniform EG(η) may fall short of the best CRP: ln K/η + (η/8) sum_t (max x_t/min x_t - 1)².

    Arguments as in `exponentiated_gradient`; nats, cumulative.

    Proof: ln is concave, so with g_t = x_t/<b_t, x_t> the shortfall of day t is at most <u, g_t> - <b_t, g_t>: the
    regret of Hedge on gains g_t.  They lie in an interval of length (max x_t - min x_t)/<b_t, x_t> <= max/min - 1, and
    Hoeffding's lemma does the rest, as in `experts.bounds`.  Helmbold et al. 1998 print ln K/η + η T/(8 r²), r the
    smallest ratio of a day's least to its largest price relative: never smaller, as 1/r >= max/min on every day.
    """
    relatives = _relatives(relatives)
    eta = check.real("eta", eta, 0, LARGEST_RATE, open_low=True)
    spread = relatives.max(axis=1) / relatives.min(axis=1) - 1
    return two_terms(1, np.log(relatives.shape[1]), eta, spread @ spread / 8)


def universal_portfolio(relatives, *, points=21) -> np.ndarray:
    """Cover's universal portfolio for a pair of stocks: money spread evenly over the CRPs of a grid.

    Parameters
    ----------
    relatives : array (T, 2), in [1e-6, 1e6]
    points : int in 2..10001, optional
        Share of the first stock 0, 1/(points - 1), ..., 1; the published figures have 21 points.

    Returns
    -------
    array (T, 2): the shares held, i.e. the mean of the grid's shares weighed by the wealth of each so far

    Notes
    -----
    Its wealth is the mean of the wealths of the CRPs on the grid: within ln(points) of the best of them.
    Cost: T x points.  Source: Cover 1991.
    """
    relatives = _relatives(relatives, 2)
    share = np.linspace(0, 1, check.integer("points", points, 2, 10_001))
    daily = relatives[:, :1] * share + relatives[:, 1:] * (1 - share)
    first = buy_and_hold(daily) @ share  # the rebalanced portfolios are the stocks of a fund that buys and holds
    return np.column_stack([first, 1 - first])


# ---- the comparator ------------------------------------------------------------------------------

def rebalanced_gap(relatives, portfolio) -> float:
    """Log-wealth by which any constant rebalanced portfolio at all can beat this one, at most.

    Parameters
    ----------
    relatives : array (T, K), in [1e-6, 1e6]
    portfolio : array (K,)

    Returns
    -------
    float >= 0, nats after T days; 0 for the best portfolio alone

    Notes
    -----
    Log-wealth F is concave in the portfolio b.  Its slope is dF/db_i = sum_t x_t(i)/<b, x_t>, and sum_i b_i dF/db_i = T,
    so F(u) - F(b) <= <u - b, slope> <= max_i dF/db_i - T for every portfolio u.  Source: Cover 1984.
    """
    relatives = _relatives(relatives)
    portfolio = _shares("portfolio", portfolio, relatives.shape[1])
    slope = (1 / (relatives @ portfolio)) @ relatives
    return max(float(slope.max() - len(relatives)), 0.0)


@dataclass(frozen=True, eq=False)
class BestRebalanced:
    """The best constant rebalanced portfolio in hindsight, with its certificate.

    Attributes
    ----------
    portfolio : array (K,), read-only
    log_wealth : float
        Of `portfolio` after T days, nats.
    gap : float
        No portfolio at all has a log-wealth above ``log_wealth + gap``.
    """

    portfolio: np.ndarray
    log_wealth: float
    gap: float

    @property
    def wealth(self) -> float:
        """exp(log_wealth), held at the largest float."""
        return float(np.exp(min(self.log_wealth, LOG_LARGEST)))


def best_constant_rebalanced(relatives) -> BestRebalanced:
    """The constant rebalanced portfolio of largest final wealth, chosen with all days known.

    Parameters
    ----------
    relatives : array (T, K), in [1e-6, 1e6]

    Returns
    -------
    BestRebalanced

    Notes
    -----
    A concave problem, by sequential quadratic programming: about 30 ms and a gap of 1e-9 on 22 years of 36 stocks.  The
    `gap` is that of `rebalanced_gap` and holds whatever the optimiser did.
    """
    relatives = _relatives(relatives)
    T, n_stocks = relatives.shape
    scaled = relatives / relatives.max(axis=1, keepdims=True)  # the best portfolio is the same, the steps are tamer
    found = optimize.minimize(
        lambda b: -np.log(scaled @ b).mean(), np.full(n_stocks, 1 / n_stocks), jac=lambda b: -(1 / (scaled @ b)) @ scaled / T,
        bounds=[(0, 1)] * n_stocks, method="SLSQP", options={"ftol": 1e-16, "maxiter": 500},
        constraints={"type": "eq", "fun": lambda b: b.sum() - 1, "jac": np.ones_like},
    )
    portfolio = np.maximum(found.x, 0)
    portfolio /= portfolio.sum()
    portfolio.setflags(write=False)
    return BestRebalanced(portfolio, float(log_wealth(relatives, portfolio)[-1]), rebalanced_gap(relatives, portfolio))
