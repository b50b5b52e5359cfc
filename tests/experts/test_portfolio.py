"""Wealth of portfolios: published figures, tiny cases by hand, the bounds, the bridge to Hedge."""

import itertools
import math

import numpy as np
import pytest
from readme import stated

from dplearn import data
from dplearn.experts import deeper

NYSE = data.load_nyse()


def markets(n, seed):
    """Relatives of many shapes and roughnesses; each fifth market has two equal stocks."""
    rng = np.random.default_rng(seed)
    for i in range(n):
        T, K = rng.choice([1, 2, 5, 30, 200]), rng.choice([1, 2, 3, 10])
        x = np.exp(rng.choice([0.001, 0.02, 0.3, 1]) * rng.standard_normal((T, K)))
        if i % 5 == 0:
            x[:, -1] = x[:, 0]
        yield x


def gap(x, portfolio):
    """Log-wealth by which any constant rebalanced portfolio can beat this one, at most (Cover 1984): F is concave in b.
    """
    return ((1 / (x @ portfolio)) @ x).max() - len(x)


def ends(x, portfolios):
    return deeper.wealth(x, portfolios)[-1]


# ------------------------------------------------------------------------------------- published figures


def test_single_stocks_and_portfolios_of_all():
    x, names = NYSE.relatives, NYSE.names
    paths = np.array([deeper.wealth(x, unit) for unit in np.eye(36)])
    final, best = paths[:, -1], deeper.best_constant_rebalanced(x)
    four = {name: f"{name} {value:.4f}" for name, value in zip(names, final)}
    shares = [f"{name} {share:.4f}".replace(" 0.", " .") for name, share in zip(names, best) if share > 1e-6]
    gradient = [ends(x, held) for held in deeper.exponentiated_gradient(x, eta=[0.01, 0.05])]
    stated(f"best stock {names[final.argmax()]} {final.max():.2f}, worst {names[final.argmin()]} {final.min():.2f}",
           f"{four['iroqu']}, {four['kinar']};", ", ".join(four[name] for name in ("comme", "meico", "coke", "ibm")),
           f"on the way {names[paths.max(axis=1).argmax()]} {paths.max():.2f}",
           f"lowest {names[paths.min(axis=1).argmin()]} {paths.min():.2f}",
           f"uniform constant rebalanced portfolio {ends(x, np.full(36, 1 / 36)):.4f}",
           f"uniform buy and hold {ends(x, deeper.buy_and_hold(x)):.4f}",
           f"best constant rebalanced portfolio {ends(x, best):.2f} = {', '.join(shares)}",
           f"{gradient[0]:.4f} for η = 0.01 and {gradient[1]:.4f} for η = 0.05")
    assert gap(x, best) < 1e-6


@pytest.mark.parametrize("pair", [("iroqu", "kinar"), ("comme", "kinar"), ("comme", "meico"), ("ibm", "coke")])
def test_published_means_over_21_mixes(pair):
    """Cover's figures; the mean over all mixes is another number."""
    x = NYSE.of(*pair)
    published = np.mean([ends(x, [share, 1 - share]) for share in np.linspace(0, 1, 21)])
    stated(f"{' and '.join(pair)} {published:.4f}")
    assert published < ends(x, deeper.universal_portfolio(x))


def over_all_mixes(x):
    """Log-wealth after each day and the share of stock 1 on it, exactly.

    The wealth of share b after t days is Σ_k C(t, k) c_k b^k (1 - b)^{t-k}, c_k the mean over all choices of k days on
    which stock 1 is held; ∫ C(t, k) b^k (1 - b)^{t-k} db = 1/(t + 1), and with one more b: (k + 1)/((t + 1)(t + 2)).
    """
    c, scale, wealth, share = np.ones(1), 0.0, [], []
    for t, (one, two) in enumerate(x, 1):
        k = np.arange(t)
        share.append((c * (k + 1)).sum() / c.sum() / (t + 1))
        c = (np.append(0, (k + 1) * c) * one + np.append((t - k) * c, 0) * two) / t
        wealth.append(scale + np.log(c.mean()))
        scale, c = scale + np.log(c.max()), c / c.max()
    return np.array(wealth), np.array(share)


def test_universal_portfolio_holds_all_mixes():
    """Real pairs, drawn markets, and the narrowest peak that there is: stocks that make and lose a million in turn."""
    rough = np.tile([[1e6, 1e-6], [1e-6, 1e6]], (1500, 1))
    for x in (NYSE.of("comme", "kinar"), NYSE.of("iroqu", "kinar")[:300], rough,
              *(x for x in markets(30, seed=3) if x.shape[1] == 2)):
        held, (wealth, share) = deeper.universal_portfolio(x), over_all_mixes(x)
        np.testing.assert_allclose(held[:, 0], share, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(np.log((x * held).sum(axis=1)).cumsum(), wealth, atol=1e-8)
        best = deeper.best_constant_rebalanced(x)
        assert np.log(x @ best).sum() - wealth[-1] <= np.log(len(x) + 1) + 1e-9


# ------------------------------------------------------------------------------------- tiny cases


def test_strategies_against_slow_ones():
    """Exponentiated gradient at two rates at once."""
    etas = 0.3, 2.0
    for x in markets(10, seed=1):
        held = deeper.buy_and_hold(x)
        for eta, gradient in zip(etas, deeper.exponentiated_gradient(x, eta=etas)):
            b, w = np.full(x.shape[1], 1 / x.shape[1]), np.ones(x.shape[1])
            for t, day in enumerate(x):
                np.testing.assert_allclose([gradient[t], held[t]], [b, w / w.sum()], rtol=1e-9)
                b, w = b * np.exp(eta * day / (b @ day)), w * day
                b = b / b.sum()
            assert ends(x, gradient) == pytest.approx(math.prod((gradient * x).sum(axis=1)), rel=1e-9)


# ------------------------------------------------------------------------------------- bounds


def test_exponentiated_gradient_keeps_its_bounds():
    """Shortfall from the best CRP <= sharp <= the paper's, and the sharp one is nearly met somewhere."""
    nearest = 0.0
    for x, eta in itertools.product(markets(12, seed=8), (0.01, 3.0)):
        best, mine = deeper.best_constant_rebalanced(x), deeper.exponentiated_gradient(x, eta=eta)
        short = np.log(ends(x, best) / ends(x, mine))
        sharp, r = deeper.exponentiated_gradient_bound_sharp(x, eta=eta), (x.min(axis=1) / x.max(axis=1)).min()
        assert short <= sharp + 1e-9 and sharp <= np.log(x.shape[1]) / eta + eta * len(x) / (8 * r * r) + 1e-12
        nearest = max(nearest, short / sharp) if sharp > 0 else nearest
    assert nearest > 0.2
    assert deeper.exponentiated_gradient_bound_sharp([[1, 2]], eta=1) == pytest.approx(np.log(2) + 0.125)
