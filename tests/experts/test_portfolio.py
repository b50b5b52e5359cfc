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
