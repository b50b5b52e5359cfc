"""Optimal composition against rational arithmetic and brute-force maximization; the Gaussian pair beside a library."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from dp_accounting.pld import privacy_loss_distribution
from scipy import optimize, special

from dplearn import privacy
from dplearn.privacy import optimal


# ---- pure steps ----------------------------------------------------------------------------------

def rational_delta(ratio, steps, e_epsilon):
    """Σ (P - e^ε Q)+ over the number of heads of `steps` randomized responses with odds `ratio`: exact."""
    law = [math.comb(steps, k) * ratio**k / (1 + ratio) ** steps for k in range(steps + 1)]
    return sum(max(0, on_x - e_epsilon * on_neighbor) for on_x, on_neighbor in zip(law, reversed(law)))


@pytest.mark.parametrize("ratio", [Fraction(101, 100), Fraction(7)])
@pytest.mark.parametrize("e_epsilon", [Fraction(1), Fraction(10, 3), Fraction(123456)])
def test_pure_steps_against_rational_arithmetic(ratio, e_epsilon):
    steps = np.arange(1, 41)
    got = privacy.pure_composition_delta(math.log(ratio), steps, math.log(e_epsilon))
    wanted = np.array([float(rational_delta(ratio, int(m), e_epsilon)) for m in steps])
    assert ((wanted > 0) == (got > 0)).all()
    np.testing.assert_allclose(got, wanted, rtol=1e-12)


# ---- bounded range -------------------------------------------------------------------------------

def two_losses_delta(ts, b, epsilon):
    """δ of steps with losses t and t - b, each step its own t, by enumerating the 2^m outcomes."""
    ts = np.asarray(ts)
    q = np.expm1(b - ts) / np.expm1(b)
    laws_q, laws_p = np.array([q, 1 - q]), np.array([q * np.exp(ts), (1 - q) * np.exp(ts - b)])
    total = 0.0
    for outcome in itertools.product((0, 1), repeat=len(ts)):
        on_x = math.prod(laws_p[o, j] for j, o in enumerate(outcome))
        total += max(0.0, on_x - math.exp(epsilon) * math.prod(laws_q[o, j] for j, o in enumerate(outcome)))
    return total


@pytest.mark.parametrize("steps", [1, 2, 4])
@pytest.mark.parametrize("b, epsilon", [(0.3, 0.0), (1.0, 0.9), (2.5, 3.1)])
def test_bounded_range_against_brute_force_maximization(steps, b, epsilon):
    if steps * b <= epsilon:
        assert privacy.bounded_range_composition_delta(b, steps, epsilon) == 0.0
        return
    wanted = privacy.bounded_range_composition_delta(b, steps, epsilon)
    alike = max(two_losses_delta([t] * steps, b, epsilon) for t in np.linspace(0, b, 501)[1:-1])
    assert alike <= wanted * (1 + 1e-12)
    rng = np.random.default_rng(11)
    best = 0.0
    for _ in range(6):   # steps that differ
        start = rng.uniform(0.02, 0.98, steps) * b
        found = optimize.minimize(lambda t: -two_losses_delta(np.clip(t, 1e-9, b - 1e-9), b, epsilon), start,
                                  method="Nelder-Mead", options={"xatol": 1e-8, "fatol": 1e-16, "maxfev": 400})
        best = max(best, -found.fun)
    assert best <= wanted * (1 + 1e-12)
    assert max(best, alike) == pytest.approx(wanted, rel=1e-3)


def every_split(b, m, epsilon):
    """The value at the worst t for every l that counts."""
    low = np.arange(0.0, max(math.ceil(m - epsilon / b), 1))
    with np.errstate(over="ignore"):
        return optimal._at_worst_t(low, float(m), b, epsilon)[0]


@pytest.mark.parametrize("m", [1, 3, 20, 1_000])
def test_one_maximum_over_the_splits(m):
    """The search climbs from its start: right if the values rise to one maximum and then fall."""
    for u in (0.05, 0.5, 4.0):
        for epsilon in (0.0, 0.01, 0.3, 1.0, 3.0, 10.0):
            b = 2 * u / math.sqrt(m)
            if m * b <= epsilon:
                continue
            values = every_split(b, m, epsilon)
            top, steps = values.argmax(), np.diff(values)
            noise = 1e-9 * values[1:] + 1e-300
            assert (steps[:top] >= -noise[:top]).all() and (steps[top:] <= noise[top:]).all()
            found = privacy.bounded_range_composition_delta(b, m, epsilon)
            assert found == pytest.approx(values.max(), rel=1e-9, abs=1e-290)


# ---- the inverses --------------------------------------------------------------------------------

INVERSES = [
    (privacy.pure_composition_step, privacy.pure_composition_delta),
    (privacy.bounded_range_composition_step, privacy.bounded_range_composition_delta),
]


@pytest.mark.parametrize("inverse, curve", INVERSES)
def test_inverses_are_close_and_never_above(inverse, curve):
    epsilon = np.geomspace(1e-2, 200, 20)[:, None, None]
    delta = np.array([1e-12, 1e-6, 1e-3, 0.1, 0.5, 0.9, 0.999])[:, None]
    steps = np.array([1, 2, 3, 9, 30, 99, 1_000, 10**4, 10**5, 10**6])
    step = inverse(epsilon, delta, steps)
    reached = curve(step, steps, epsilon)
    assert (reached <= delta).all()
    missed = reached < delta * (1 - 2e-7)      # only where the floats are too coarse for δ
    assert (curve(step * (1 + 3e-13), steps, epsilon) > delta)[missed].all()
    assert not missed[:, 2:, 4:][(epsilon <= 10).ravel()].any()


def test_the_gaussian_pair():
    """Against its definition, the library, its own inverse, and as the limit of many steps."""
    mu, epsilon = np.array([0.01, 0.3, 1.0, 5.0])[:, None], np.array([0.0, 0.02, 1.0, 7.0])
    direct = special.ndtr(mu / 2 - epsilon / mu) - np.exp(epsilon) * special.ndtr(-mu / 2 - epsilon / mu)
    np.testing.assert_allclose(privacy.gaussian_delta(mu, epsilon), direct, rtol=1e-9, atol=1e-16)
    pld = privacy_loss_distribution.from_gaussian_mechanism(2.0, value_discretization_interval=1e-4)
    assert privacy.gaussian_delta(0.5, 1.0) == pytest.approx(pld.get_delta_for_epsilon(1.0), rel=1e-3)
    epsilon, delta = np.geomspace(0.001, 100, 7)[:, None], np.array([1e-50, 1e-6, 0.5, 0.99])
    back = privacy.gaussian_delta(privacy.gaussian_mu(epsilon, delta), epsilon)
    np.testing.assert_allclose(back, np.broadcast_to(delta, back.shape), rtol=3e-7)
    mu, m = privacy.gaussian_mu(1.0, 1e-6), 10**7
    assert mu == pytest.approx(0.2367043807, rel=1e-7)
    assert privacy.pure_composition_step(1.0, 1e-6, m) * math.sqrt(m) == pytest.approx(mu, rel=1e-5)
    assert privacy.bounded_range_composition_step(1.0, 1e-6, m) * math.sqrt(m) / 2 == pytest.approx(mu, rel=1e-6)
