"""Profiles of independent rounds, against enumeration, exact rationals, brute sums and dp_accounting."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import expit

from dplearn import privacy



def enumerate_product(ps, qs):
    p = q = np.ones(1)
    for a, b in zip(ps, qs):
        p, q = np.outer(p, a).ravel(), np.outer(q, b).ravel()
    return p, q


def awkward_rounds():
    rng = np.random.default_rng(3)
    yield [[1.0]], [[1.0]]
    yield [[1.0, 0]], [[0, 1.0]]
    yield [[0.5, 0.5]] * 3, [[0.5, 0.5]] * 3
    yield [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]], [[0.25, 0.5, 0.25], [0.5, 0.25, 0.25]]
    for _ in range(150):
        rounds, outcomes = rng.integers(1, 6), rng.integers(2, 5)
        ps, qs = rng.dirichlet(np.ones(outcomes), rounds), rng.dirichlet(np.ones(outcomes), rounds)
        if rng.random() < 0.3:  # outcomes that one side has not
            side = ps if rng.random() < 0.5 else qs
            side[0, 0] = 0
            side[0] /= side[0].sum()
        if rng.random() < 0.4:  # identical rounds, one of them with its outcomes renamed
            ps[:], qs[:] = ps[0], qs[0]
            ps[-1], qs[-1] = ps[-1, ::-1].copy(), qs[-1, ::-1].copy()
        yield ps, qs


def test_profile_against_enumeration():
    epsilons = np.array([0, 0.2, 1.0, 3.0, 1e6])
    for ps, qs in awkward_rounds():
        p, q = enumerate_product(ps, qs)
        truths = {"forward": privacy.hockey_stick(p, q, epsilons), "backward": privacy.hockey_stick(q, p, epsilons)}
        truths["both"] = np.maximum(*truths.values())
        for direction, truth in truths.items():
            np.testing.assert_allclose(privacy.product_profile(ps, qs, epsilons, direction=direction), truth,
                                       rtol=1e-11, atol=1e-12)
        lower, upper = privacy.product_profile_interval(ps, qs, epsilons, max_atoms=64)  # forced to bracket
        assert (lower <= truth + 1e-12).all() and (truth <= upper + 1e-12).all()


@pytest.mark.parametrize("a,T,epsilon", [(0.02, 1000, 1.0), (0.05, 1000, 2.5), (0.5, 1000, 300.0), (1e-3, 400, 0.1)])
def test_profile_of_randomized_response_against_rationals(a, T, epsilon):
    """Binomial sums in exact rational arithmetic, to 1e-9 relative (δ down to 1e-38 here)."""
    p, q = float(expit(a)), float(expit(-a))
    # floats are integers over a power of two, so the sum is one integer over one power of two
    scale = 2**1074
    up, down, factor = (int(Fraction(v) * scale) for v in (p, q, math.exp(epsilon)))
    common = math.gcd(up, down)  # 2^something: keeps the powers short
    up, down, unit = up // common, down // common, Fraction(common, scale)
    gains = (math.comb(T, k) * (scale * up**k * down ** (T - k) - factor * down**k * up ** (T - k))
             for k in range(T + 1))
    truth = Fraction(sum(g for g in gains if g > 0), scale) * unit**T
    got = privacy.product_profile(np.tile([p, q], (T, 1)), np.tile([q, p], (T, 1)), epsilon)
    assert got == pytest.approx(float(truth), rel=1e-9)


def test_bracket_holds_the_truth_and_is_narrow():
    """Commensurable losses, so the exact answer is known; a jitter of 1e-9 makes the product large."""
    rng = np.random.default_rng(4)
    T = 200
    levels = rng.integers(1, 4, T)
    exact_p = np.stack([expit(0.05 * levels), expit(-0.05 * levels)], axis=1)
    a = 0.05 * levels + 1e-9 * rng.random(T)
    ps = np.stack([expit(a), expit(-a)], axis=1)
    for epsilon in (0.5, 3.0, 8.0):
        truth = privacy.product_profile(exact_p, exact_p[:, ::-1], epsilon)
        lower, upper = privacy.product_profile_interval(ps, ps[:, ::-1], epsilon, direction="forward", max_atoms=2**16)
        # the jitter moves the total loss by at most 2e-7, and δ by at most its tail times that
        assert lower * (1 - 1e-5) <= truth <= upper * (1 + 1e-5)
        assert 0 < upper - lower < 0.02 * upper
    # on losses without a lattice the width falls like 1/max_atoms, and the brackets meet
    a = rng.uniform(0, 0.1, T)
    ps = np.stack([expit(a), expit(-a)], axis=1)
    wide, narrow = (
        privacy.product_profile_interval(ps, ps[:, ::-1], 3.0, direction="forward", max_atoms=m) for m in (2**14, 2**18)
    )
    assert narrow[1] - narrow[0] < 0.2 * (wide[1] - wide[0])
    assert wide[0] <= narrow[0] <= narrow[1] <= wide[1]
    with pytest.raises(ValueError, match="max_atoms must be larger"):
        privacy.product_profile(ps, ps[:, ::-1], 8.0, direction="forward", max_atoms=2**10)


def test_three_outcomes_many_rounds_against_the_other_direction_and_limits():
    p = np.tile([0.4, 0.35, 0.25], (60, 1))
    q = np.tile([0.35, 0.4, 0.25], (60, 1))
    epsilons = np.linspace(0, 60 * math.log(0.4 / 0.35), 30)
    delta = privacy.product_profile(p, q, epsilons)
    assert (np.diff(delta) <= 0).all() and delta[-1] < 1e-20
    # multinomial by brute force on counts
    counts = np.array([(i, j, 60 - i - j) for i in range(61) for j in range(61 - i)])
    log_multi = np.array([math.lgamma(61) - sum(math.lgamma(c + 1) for c in row) for row in counts])
    truth = [
        np.maximum(np.exp(log_multi + counts @ np.log(p[0])) - np.exp(e + log_multi + counts @ np.log(q[0])), 0).sum()
        for e in epsilons
    ]
    np.testing.assert_allclose(delta, truth, rtol=1e-9, atol=1e-25)


def test_profile_refuses_too_many_unlike_rounds(monkeypatch):
    monkeypatch.setattr("dplearn.privacy.profile._TOO_MANY_GROUPS", 50)
    a = np.random.default_rng(5).uniform(0.1, 0.2, 51)
    many = np.stack([expit(a), expit(-a)], axis=1)
    with pytest.raises(ValueError, match="50 different rounds"):
        privacy.product_profile(many, many[:, ::-1], 1.0)


# ---- dp_accounting, where it is installed


def test_bracket_meets_dp_accountings_bracket_on_unlike_rounds():
    pld = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    rng = np.random.default_rng(6)
    ps = rng.dirichlet(np.full(3, 30), 40)
    qs = 0.8 * ps + 0.2 * rng.dirichlet(np.full(3, 30), 40)
    total = {True: None, False: None}
    for p, q in zip(ps, qs):
        for side in total:
            one = pld.from_two_probability_mass_functions(
                dict(enumerate(np.log(q))), dict(enumerate(np.log(p))), pessimistic_estimate=side,
                value_discretization_interval=1e-4, symmetric=True,
            )  # fmt: skip
            total[side] = one if total[side] is None else total[side].compose(one)
    for epsilon in (0.1, 0.5):
        low, high = (total[side].get_delta_for_epsilon(epsilon) for side in (False, True))
        lower, upper = privacy.product_profile_interval(ps, qs, epsilon, direction="forward", max_atoms=2**16)
        assert lower <= high + 1e-10 and low <= upper + 1e-10 and upper - lower < 1e-2 * upper
