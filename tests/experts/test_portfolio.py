"""Wealth of portfolios: published figures, tiny cases by hand, the bounds, the bridge to Hedge."""

import itertools
import math

import numpy as np
import pytest

from dplearn import data, experts
from dplearn.experts import portfolio

NYSE = data.load_nyse()


def markets(n, seed):
    """Relatives of many shapes and roughnesses; each fifth market has two equal stocks."""
    rng = np.random.default_rng(seed)
    for i in range(n):
        T, K = int(rng.choice([1, 2, 5, 30, 200])), int(rng.choice([1, 2, 3, 10]))
        x = np.exp(rng.choice([0.001, 0.02, 0.3, 1]) * rng.standard_normal((T, K)))
        if i % 5 == 0:
            x[:, -1] = x[:, 0]
        yield x


# ------------------------------------------------------------------------------------- published figures


def test_single_stocks():
    paths = np.array([portfolio.wealth(NYSE.relatives, unit) for unit in np.eye(36)])
    final = dict(zip(NYSE.names, paths[:, -1].round(4).tolist()))
    assert max(final, key=final.get) == "morris" and round(final["morris"], 2) == 54.14
    assert min(final, key=final.get) == "dupont" and round(final["dupont"], 2) == 3.07
    wanted = {"iroqu": 8.9151, "kinar": 4.1276, "comme": 52.0203, "meico": 22.9160, "coke": 13.3574, "ibm": 12.2136}
    assert {name: final[name] for name in wanted} == wanted
    top, bottom = np.unravel_index(paths.argmax(), paths.shape), np.unravel_index(paths.argmin(), paths.shape)
    assert NYSE.names[top[0]] == "schlum" and round(paths.max(), 2) == 90.12
    assert NYSE.names[bottom[0]] == "meico" and round(paths.min(), 2) == 0.26


def test_uniform_portfolios_and_exponentiated_gradient():
    x = NYSE.relatives
    assert round(portfolio.wealth(x, portfolio.constant_rebalanced(x))[-1], 4) == 27.0752
    assert round(portfolio.wealth(x, portfolio.buy_and_hold(x))[-1], 4) == 14.4973
    for eta, final in ((0.01, 27.0807), (0.05, 27.0949)):
        assert round(portfolio.wealth(x, portfolio.exponentiated_gradient(x, eta=eta))[-1], 4) == final


@pytest.mark.parametrize("pair, final", [(("iroqu", "kinar"), 38.6727), (("comme", "kinar"), 78.4742),
                                         (("comme", "meico"), 72.6289), (("ibm", "coke"), 14.1806)])
def test_universal_portfolio_on_21_points(pair, final):
    x = NYSE.of(*pair)
    assert round(portfolio.wealth(x, portfolio.universal_portfolio(x))[-1], 4) == final


def test_best_constant_rebalanced_portfolio():
    best = portfolio.best_constant_rebalanced(NYSE.relatives)
    assert round(best.wealth, 2) == 250.60 and 0 <= best.gap < 1e-6
    shares = {name: round(float(share), 4) for name, share in zip(NYSE.names, best.portfolio) if share > 1e-6}
    assert shares == {"comme": 0.2767, "espey": 0.1953, "iroqu": 0.0927, "kinar": 0.2507, "meico": 0.1845}
    pair = portfolio.best_constant_rebalanced(NYSE.of("iroqu", "kinar"))
    assert round(pair.wealth, 2) == 73.70 and round(pair.portfolio[0], 3) == 0.539



# ------------------------------------------------------------------------------------- tiny cases


def test_covers_example_by_hand():
    """Cash beside a stock that halves and doubles: each alone goes nowhere, half and half grows by 9/8 in two days."""
    x = np.array([[1, 0.5], [1, 2]] * 10)
    assert portfolio.wealth(x, [0.5, 0.5])[[1, 3, 19]] == pytest.approx([9 / 8, (9 / 8) ** 2, (9 / 8) ** 10])
    assert portfolio.wealth(x, [1, 0])[-1] == portfolio.wealth(x, [0, 1])[-1] == pytest.approx(1)
    held = portfolio.buy_and_hold(x[:3])
    np.testing.assert_allclose(held, [[1 / 2, 1 / 2], [2 / 3, 1 / 3], [1 / 2, 1 / 2]], atol=1e-15)
    best = portfolio.best_constant_rebalanced(x)
    assert best.portfolio == pytest.approx([0.5, 0.5], abs=1e-6) and best.wealth == pytest.approx((9 / 8) ** 10)


def test_strategies_against_slow_ones():
    for x in markets(30, seed=1):
        T, K = x.shape
        b, w, eta = np.full(K, 1 / K), np.full(K, 1 / K), 0.3
        gradient, held = portfolio.exponentiated_gradient(x, eta=eta), portfolio.buy_and_hold(x)
        for t in range(T):
            np.testing.assert_allclose(gradient[t], b, rtol=1e-9)
            np.testing.assert_allclose(held[t], w / w.sum(), rtol=1e-9)
            b = b * np.exp(eta * x[t] / (b @ x[t]))
            b, w = b / b.sum(), w * x[t]
        product = math.prod(float(g @ r) for g, r in zip(gradient, x))
        assert portfolio.wealth(x, gradient)[-1] == pytest.approx(product, rel=1e-9)


def test_universal_portfolio_is_the_mean_of_the_grid():
    for x in markets(40, seed=2):
        if x.shape[1] == 2:
            for points in (2, 5, 21):
                grid = [portfolio.wealth(x, [s, 1 - s]) for s in np.linspace(0, 1, points)]
                mine = portfolio.universal_portfolio(x, points=points)
                np.testing.assert_allclose(portfolio.wealth(x, mine), np.mean(grid, axis=0), rtol=1e-9)
                assert mine[0] == pytest.approx([0.5, 0.5]) and mine.min() >= 0


def test_other_first_days():
    x = np.array([[1.1, 0.9, 1.0], [1.2, 1.0, 0.8]])
    start = [0.5, 0.5, 0.0]
    for held in (portfolio.buy_and_hold(x, start), portfolio.exponentiated_gradient(x, eta=1, initial=start)):
        assert held[0] == pytest.approx(start) and held[1, 2] == 0 and held[1, 0] > 0.5
    assert portfolio.constant_rebalanced(x, start).tolist() == [start, start]
    assert portfolio.wealth(x, portfolio.buy_and_hold(x, start))[-1] == pytest.approx(0.5 * 1.32 + 0.5 * 0.9)


def test_strategies_do_not_look_ahead():
    x = NYSE.relatives[:60]
    changed = x.copy()
    changed[30:] = changed[30:][::-1]
    for strategy in (portfolio.buy_and_hold, lambda x: portfolio.exponentiated_gradient(x, eta=1),
                     lambda x: portfolio.universal_portfolio(x[:, :2])):
        one, two = strategy(x), strategy(changed)
        assert (one[:31] == two[:31]).all() and not np.allclose(one[32:], two[32:])


def test_extremes_stay_finite():
    wild = np.array([[1e-6, 1e6], [1e6, 1e-6]] * 200)
    for eta in (1e-6, 1.0, 1e6):
        held = portfolio.exponentiated_gradient(wild, eta=eta)
        assert np.isfinite(held).all() and np.allclose(held.sum(axis=1), 1)
    assert np.isfinite(portfolio.buy_and_hold(wild)).all()
    up = np.full((200, 2), 1e6)
    assert portfolio.log_wealth(up, [0.5, 0.5])[-1] == pytest.approx(200 * math.log(1e6))
    assert portfolio.wealth(up, [0.5, 0.5])[-1] == pytest.approx(np.finfo(float).max)


# ------------------------------------------------------------------------------------- bounds


def test_the_gap_certifies_the_best_portfolio():
    """Nothing on a fine grid, and no random portfolio, beats log_wealth + gap; and the gap is small."""
    rng, worst = np.random.default_rng(4), 0.0
    for x in markets(60, seed=5):
        best = portfolio.best_constant_rebalanced(x)
        worst = max(worst, best.gap)
        rivals = np.vstack([np.eye(x.shape[1]), rng.dirichlet(np.full(x.shape[1], 0.5), 200)])
        if x.shape[1] == 2:
            share = np.linspace(0, 1, 1001)
            rivals = np.column_stack([share, 1 - share])
        assert np.log(x @ rivals.T).sum(axis=0).max() <= best.log_wealth + best.gap + 1e-9
        assert best.log_wealth == pytest.approx(np.log(x @ best.portfolio).sum(), abs=1e-9)
    assert worst < 1e-4


def test_the_gap_of_any_portfolio_is_an_upper_bound_and_no_more():
    rng, tightest = np.random.default_rng(9), np.inf
    for x in markets(60, seed=10):
        best = portfolio.best_constant_rebalanced(x)
        for mine in rng.dirichlet(np.ones(x.shape[1]), 5):
            short, gap = best.log_wealth - np.log(x @ mine).sum(), portfolio.rebalanced_gap(x, mine)
            assert short <= gap + 1e-9
            tightest = min(tightest, gap / short) if short > 1e-4 else tightest
    assert 1 <= tightest < 1.05  # nearly linear markets: the slope says it all
    # by hand: x = (1, 2) for two days from (1/2, 1/2): slope 2 (1, 2)/1.5, gap 8/3 - 2
    assert portfolio.rebalanced_gap([[1, 2], [1, 2]], [0.5, 0.5]) == pytest.approx(2 / 3)
    assert portfolio.rebalanced_gap([[1, 2], [1, 2]], [0, 1]) == 0


def test_buy_and_hold_is_within_ln_k_of_the_best_stock():
    for x in itertools.chain(markets(60, seed=6), [NYSE.relatives]):
        held = portfolio.log_wealth(x, portfolio.buy_and_hold(x))
        stocks = np.cumsum(np.log(x), axis=0)
        np.testing.assert_allclose(held, np.logaddexp.reduce(stocks, axis=1) - np.log(x.shape[1]), atol=1e-9)
        assert (stocks.max(axis=1) - held <= np.log(x.shape[1]) + 1e-9).all()
    # Only one stock holds value at all: the bound is met
    x = np.array([[1, 1e-6, 1e-6]] * 3)
    assert -portfolio.log_wealth(x, portfolio.buy_and_hold(x))[-1] == pytest.approx(np.log(3), abs=1e-12)


def test_hedge_on_stocks_at_the_width_of_the_losses_is_buy_and_hold():
    told = data.stock_experts(NYSE)
    held = portfolio.buy_and_hold(NYSE.relatives)
    np.testing.assert_allclose(experts.hedge_probabilities(told.losses, eta=told.nats), held, atol=1e-11)
    assert np.abs(experts.hedge_probabilities(told.losses, eta=told.nats / 2) - held).max() > 0.1


def test_linear_loss_counts_the_expected_log_wealth_of_a_drawn_stock():
    told, x = data.stock_experts(NYSE), NYSE.relatives
    for rule in ("printed", "hoeffding"):
        eta = experts.learning_rate(told.T, told.n_experts, rule=rule)
        law, best = experts.hedge_probabilities(told.losses, eta=eta), np.log(x).sum(axis=0).max()
        drawn, spread = (law * np.log(x)).sum(axis=1).cumsum(), portfolio.log_wealth(x, law)
        regret = told.nats * experts.expected_regret(told.losses, eta=eta)[-1]
        assert best - drawn[-1] == pytest.approx(regret, abs=1e-9)
        assert (np.diff(spread - drawn) >= 0).all() and spread[-1] > drawn[-1] + 0.5
        assert best - spread[-1] < regret < told.nats * experts.regret_bound_sharp(told.T, told.n_experts, eta)


def test_exponentiated_gradient_keeps_its_bounds():
    """Shortfall from the best CRP <= sharp <= the paper's, and the sharp one is nearly met somewhere."""
    settings, nearest = 0, 0.0
    for x in itertools.chain(markets(60, seed=8), [NYSE.relatives]):
        best = portfolio.best_constant_rebalanced(x)
        for eta in (0.01, 0.05, 0.5, 3.0):
            short = best.log_wealth - portfolio.log_wealth(x, portfolio.exponentiated_gradient(x, eta=eta))[-1]
            sharp = portfolio.exponentiated_gradient_bound_sharp(x, eta=eta)
            r = (x.min(axis=1) / x.max(axis=1)).min()
            assert short <= sharp + 1e-9 and sharp <= np.log(x.shape[1]) / eta + eta * len(x) / (8 * r * r) + 1e-12
            settings, nearest = settings + 1, max(nearest, short / sharp) if sharp > 0 else nearest
    print(f"{settings} settings, nearest shortfall/sharp bound {nearest:.3f}")
    assert settings == 244 and nearest > 0.2
    # Stocks that never differ leave only ln K/eta; one day of two stocks by hand
    assert portfolio.exponentiated_gradient_bound_sharp(np.ones((9, 2)), eta=0.5) == pytest.approx(2 * np.log(2))
    assert portfolio.exponentiated_gradient_bound_sharp([[1, 2]], eta=1) == pytest.approx(np.log(2) + 0.125)


# ------------------------------------------------------------------------------------- bad input

X = np.array([[1.0, 2.0], [0.5, 1.0]])


@pytest.mark.parametrize(
    "ask, says",
    [
        (lambda: portfolio.wealth([[1, 0]], [0.5, 0.5]), "relatives must be >= 1e-06"),
        (lambda: portfolio.wealth([[1, 1e7]], [0.5, 0.5]), "relatives must be <= 1000000.0"),
        (lambda: portfolio.wealth([1, 2], [0.5, 0.5]), "relatives must have shape"),
        (lambda: portfolio.wealth(np.empty((0, 2)), [0.5, 0.5]), "relatives must not be empty"),
        (lambda: portfolio.wealth([[1, np.nan]], [0.5, 0.5]), "relatives must be finite"),
        (lambda: portfolio.log_wealth(X, [0.5, 0.6]), "portfolios must sum to 1"),
        (lambda: portfolio.log_wealth(X, [1.5, -0.5]), "portfolios must be nonnegative"),
        (lambda: portfolio.log_wealth(X, [1, 0, 0]), "portfolios must have last axis of length 2"),
        (lambda: portfolio.log_wealth(X, [[0.5, 0.5]]), "portfolios must have shape"),
        (lambda: portfolio.buy_and_hold(X, [1, 1]), "initial must sum to 1"),
        (lambda: portfolio.buy_and_hold(X, [[0.5, 0.5]] * 2), "initial must have shape"),
        (lambda: portfolio.constant_rebalanced(X, [0.2, 0.2]), "portfolio must sum to 1"),
        (lambda: portfolio.exponentiated_gradient(X, eta=0), "eta must be a finite number"),
        (lambda: portfolio.exponentiated_gradient(X, eta=np.inf), "eta must be a finite number"),
        (lambda: portfolio.exponentiated_gradient_bound_sharp(X, eta="fast"), "eta must be a finite number"),
        (lambda: portfolio.universal_portfolio(np.ones((3, 3))), "relatives must have shape"),
        (lambda: portfolio.universal_portfolio(X, points=1), "points must be an integer >= 2"),
        (lambda: portfolio.rebalanced_gap(X, [0.5, 0.6]), "portfolio must sum to 1"),
        (lambda: portfolio.best_constant_rebalanced([[1, -1]]), "relatives must be >="),
    ],
)
def test_bad_input(ask, says):
    with pytest.raises(ValueError, match=says):
        ask()
