"""Relations, divergences, composition, profiles and the audit, against hand and brute force."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import expit

from dplearn import privacy
from dplearn.privacy import Guarantee, Relation

REPLACE, ADD_REMOVE, ROUND = Relation.REPLACE_ONE, Relation.ADD_REMOVE, Relation.ONE_ROUND


# ---- relations


def neighbors(dataset, domain, relation, **more):
    return [y for _, y in privacy.neighboring_pairs([dataset], domain, relation, **more)]


def test_neighbors_by_hand():
    assert neighbors((0, 1), (0, 1), REPLACE) == [(1, 1), (0, 0)]
    assert neighbors((0, 0), (0, 1), ADD_REMOVE) == [(0,), (0, 0, 0), (0, 0, 1)]
    assert neighbors((0,), (0, 1), ADD_REMOVE, min_records=1) == [(0, 0), (0, 1)]
    assert set(neighbors((0, 1), (2,), ADD_REMOVE, ordered=True)) == {(0,), (1,), (2, 0, 1), (0, 2, 1), (0, 1, 2)}
    rows = neighbors(np.array([[0, 1], [1, 1]]), np.array([[0, 0], [1, 1]]), ROUND)
    assert rows == [((0, 0), (1, 1)), ((1, 1), (1, 1)), ((0, 1), (0, 0))]
    assert neighbors((), (0, 1), REPLACE) == [] and neighbors((), (0, 1), ADD_REMOVE) == [(0,), (1,)]


@pytest.mark.parametrize("relation", list(Relation))
def test_neighboring_is_symmetric_and_complete(relation):
    everything = [d for n in range(4) for d in itertools.product("abc", repeat=n)]

    def brute(x, y):  # by definition, on ordered data sets
        if relation is ADD_REMOVE:
            small, large = sorted((x, y), key=len)
            return len(large) == len(small) + 1 and any(large[:i] + large[i + 1 :] == small for i in range(len(large)))
        return len(x) == len(y) and sum(a != b for a, b in zip(x, y)) == 1

    pairs = [frozenset(p) for p in privacy.neighboring_pairs(everything, tuple("abc"), relation, ordered=True)]
    assert len(set(pairs)) == len(pairs) and all(len(p) == 2 for p in pairs)
    assert {p for p in pairs if all(len(d) <= 3 for d in p)} == {frozenset((x, y)) for x in everything
                                                                 for y in everything if brute(x, y)}


def test_all_datasets_counts():
    assert list(privacy.all_datasets((0, 1), 2)) == [(0, 0), (0, 1),
                                                     (1, 1)] and list(privacy.all_datasets((0, 1), 0)) == [()]
    assert len(list(privacy.all_datasets(range(3), 4, ordered=True))) == 81
    assert len(list(privacy.all_datasets(range(3), 4))) == math.comb(6, 4)
    for n in (40, 10**9, 10**30):
        with pytest.raises(ValueError, match="n must give at most"):
            privacy.all_datasets((0, 1), n, ordered=True)


def test_guarantee():
    claim = Guarantee(1, relation=REPLACE, note="labels private")
    assert (claim.epsilon, claim.delta) == (1.0, 0.0) and "replace-one" in str(claim)
    with pytest.raises(ValueError, match="relation"):
        Guarantee(1)


@pytest.mark.parametrize("datasets, domain, says", [
    ("ab", (0,), "datasets"), ([3], (0,), "datasets"), ([[[0]]], (0,), "hashable"), ([(math.nan,)], (0,), "NaN"),
    (np.zeros((1, 1, 1, 1)), (0,), "shape"),
    ([(0,)], (), "domain"), ([(0,)], (0, 0), "distinct")])
def test_data_sets_that_are_none(datasets, domain, says):
    with pytest.raises(ValueError, match=says):
        privacy.neighboring_pairs(datasets, domain, REPLACE)


# ---- divergences


def test_divergences_by_hand():
    p, q = [0.75, 0.25], [0.25, 0.75]
    assert privacy.exact_epsilon(p, q) == pytest.approx(math.log(3), rel=1e-15)
    assert privacy.hockey_stick(p, q, 0) == privacy.total_variation(p, q) == 0.5
    assert privacy.hockey_stick(p, q, math.log(2)) == pytest.approx(0.25, rel=1e-15)
    assert privacy.hockey_stick(p, q, 5000.0) == 0
    assert privacy.exact_epsilon([1, 0, 0], [0.5, 0, 0.5]) == math.inf
    assert privacy.exact_epsilon([1, 0], [1, 0]) == 0
    assert privacy.hockey_stick([1, 0], [0, 1], 700) == 1
    assert privacy.privacy_loss([1, 0, 0], [0.5, 0, 0.5]).tolist() == [math.log(2), 0, -math.inf]
    tiny = 1e-12  # the loss of nearly equal laws keeps its digits
    close = privacy.exact_epsilon([0.5 + tiny, 0.5 - tiny], [0.5, 0.5])
    assert close == pytest.approx(-math.log1p(-2 * tiny), rel=1e-4)


def test_hockey_stick_is_the_worst_event():
    """δ(ε) = max over events of P(S) - e^ε Q(S): all 2^5 events; both ways round it vanishes from the exact ε on."""
    rng = np.random.default_rng(0)
    ps, qs = rng.dirichlet(np.ones(5), 20), rng.dirichlet(np.ones(5), 20)
    ps[0] = [0, *ps[0, 1:] / ps[0, 1:].sum()]
    events = np.array(list(itertools.product((0, 1), repeat=5)))
    for epsilon in (0, 0.1, 1, 4):
        brute = (ps @ events.T - math.exp(epsilon) * (qs @ events.T)).max(axis=1)
        np.testing.assert_allclose(privacy.hockey_stick(ps, qs, epsilon), brute, atol=1e-13)
    profile = privacy.hockey_stick(ps[1], qs[1], np.array([0, 0.1, 1]))
    assert profile.shape == (3,) and profile[0] == pytest.approx(privacy.total_variation(ps[1], qs[1]), abs=1e-15)
    least = privacy.exact_epsilon(ps[1:], qs[1:])
    assert least.shape == (19,) and least[3] == privacy.exact_epsilon(ps[4], qs[4])
    for step, vanishes in ((1e-9, True), (-1e-6, False)):
        sticks = [privacy.hockey_stick(a[1:], b[1:], least + step) for a, b in ((ps, qs), (qs, ps))]
        assert ((np.max(sticks, axis=0) == 0) == vanishes).all()


def test_advantage_ceiling_is_reached_and_never_passed():
    rng = np.random.default_rng(1)
    for p, q in zip(rng.dirichlet(np.ones(4), 200), rng.dirichlet(np.ones(4), 200)):
        for epsilon in (0.0, 0.3, 1.0):
            delta = max(privacy.hockey_stick(p, q, epsilon), privacy.hockey_stick(q, p, epsilon))
            assert privacy.total_variation(p, q) <= privacy.max_advantage(epsilon, min(delta, 0.999999)) + 1e-6
    for epsilon in (1e-9, 0.5, 3, 2000):
        one, other = [expit(epsilon), expit(-epsilon)], [expit(-epsilon), expit(epsilon)]
        assert privacy.max_advantage(epsilon) == pytest.approx(privacy.total_variation(one, other), rel=1e-6)
    # with δ: an outcome of mass δ on each side that the other has not, randomized response on the rest
    e, d = 0.7, 0.2
    p = np.array([d, 0, (1 - d) * expit(e), (1 - d) * expit(-e)])
    q = p[[1, 0, 3, 2]]
    assert privacy.hockey_stick(p, q, e) == pytest.approx(d, rel=1e-12)
    assert privacy.total_variation(p, q) == pytest.approx(privacy.max_advantage(e, d), rel=1e-12)


@pytest.mark.parametrize("p, q, says", [
    ([0.5, 0.6], [0.5, 0.5], "p must sum"), ([0.5, 0.5], [1.0], "q must have as many"),
    (np.full((2, 2), 0.5), np.full((3, 2), 0.5), "p, q must have shapes")])
def test_laws_that_are_none(p, q, says):
    with pytest.raises(ValueError, match=says):
        privacy.exact_epsilon(p, q)
    with pytest.raises(ValueError, match="p, epsilon must have shapes"):
        privacy.hockey_stick(np.full((3, 2), 0.5), [0.5, 0.5], [0, 1])


# ---- composition


def test_composition_formulas_by_hand():
    assert privacy.basic_composition([0.5, 1.5], 0.1) == (2.0, 0.2)
    assert privacy.basic_composition(0.5) == (0.5, 0.0)
    assert privacy.basic_composition([1, 1], [0.9, 0.9]) == (2.0, 1.0)
    T, L = 1000, math.log(1e6)
    # DR14, Theorem 11.2: a step of 2 eta = eps/sqrt(8 T L); Theorem 3.20 then gives less than eps = 1
    assert privacy.advanced_composition(1 / math.sqrt(8 * T * L), T, 1e-6) == pytest.approx(0.5 + 1 / (8 * L), rel=1e-2)
    # DR14, Theorem 11.5, with the true 4 eta a step, and the slides' eps/sqrt(T L): both pass eps = 1
    assert privacy.advanced_composition(4 / math.sqrt(32 * T * L), T, 1e-6) == pytest.approx(1.0363, abs=1e-4)
    assert privacy.advanced_composition(1 / math.sqrt(T * L), T, 1e-6) == pytest.approx(1.487, abs=1e-3)
    assert privacy.bounded_range_rho(2) == 0.5
    assert privacy.group_privacy(1.0, 3) == (3.0, 0.0)
    total, delta = privacy.group_privacy(0.5, 3, 0.01)
    assert total == 1.5 and delta == pytest.approx(0.01 * (1 + math.exp(0.5) + math.exp(1)), rel=1e-14)
    assert privacy.group_privacy(0, 3, 0.01) == (0.0, pytest.approx(0.03))
    assert privacy.group_privacy(800, 3, 1e-9) == (2400.0, 1.0)


def test_zcdp_conversion_and_inverse():
    for epsilon in (1e-6, 0.1, 1, 50, 1e6):
        for delta in (1e-300, 1e-6, 0.5, 1 - 1e-9):
            rho = privacy.zcdp_rho(epsilon, delta)
            log = -math.log(delta)
            assert privacy.zcdp_epsilon(rho, delta) == pytest.approx(epsilon, rel=1e-12)
            assert rho >= epsilon**2 / (4 * (log + epsilon)) * (1 - 1e-12)
    assert privacy.zcdp_epsilon(0, 0.1) == 0


def test_zcdp_and_advanced_bound_the_exact_profile():
    """Exact δ at the ε each theorem gives is at most its δ, for randomized response (2a-bounded range)."""
    for steps, a, delta in ((10, 0.3, 1e-3), (100, 0.1, 1e-5), (1000, 0.05, 1e-6), (50, 1.0, 1e-2)):
        p = np.tile([expit(a), expit(-a)], (steps, 1))
        for epsilon in (
            privacy.advanced_composition(a, steps, delta),
            privacy.zcdp_epsilon(steps * privacy.bounded_range_rho(2 * a), delta),
        ):
            assert 0 <= privacy.product_profile(p, p[:, ::-1], epsilon) <= delta
        assert privacy.product_profile(p, p[:, ::-1], privacy.basic_composition(np.full(steps, a))[0] * (1 + 1e-9)) == 0


@pytest.mark.parametrize(
    "call",
    [
        lambda: privacy.basic_composition([1e308, 1e308]),
        lambda: privacy.basic_composition([1, 1], [0.1]),
        lambda: privacy.bounded_range_rho(1e300),
        lambda: privacy.group_privacy(1e300, 10**300),
    ],
)
def test_composition_beyond_the_floats(call):
    with pytest.raises(ValueError, match="must"):
        call()


# ---- profiles of independent rounds


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


# ---- the audit


def response(epsilon):
    """All of a data set of bits by randomized response: exactly ε-private under REPLACE_ONE."""
    def law(bits):
        p = np.ones(1)
        for b in bits:
            p = np.outer(p, [expit(-epsilon), expit(epsilon)] if b else [expit(epsilon), expit(-epsilon)]).ravel()
        return p
    return law  # fmt: skip


def audit(law, data=((0, 1),), *, relation=REPLACE, epsilon=1.0, **more):
    return privacy.audit(law, data, **{"domain": (0, 1), "relation": relation, "epsilon": epsilon, **more})


def test_audit_by_hand():
    report, broken = (audit(response(0.7), epsilon=epsilon) for epsilon in (0.7, 0.35))
    assert report.ok and report.true_epsilon == pytest.approx(0.7, rel=1e-13)
    assert (report.n_pairs, report.n_datasets) == (2, 3) and report.worst_pair[0] == (0, 1)
    assert "claim holds" in str(report) and "<table" in report._repr_html_()
    assert not broken.ok and "CLAIM BROKEN" in str(broken)
    # δ of one randomized response at ε/2, by hand
    assert broken.true_delta == pytest.approx(expit(0.7) - math.exp(0.35) * expit(-0.7), rel=1e-12)
    for share in (1, 0.999):
        with_delta = audit(response(0.7), epsilon=0.35, delta=share * broken.true_delta)
        assert with_delta.ok == (share == 1) and "worst pair for δ" in str(with_delta)


@pytest.mark.parametrize("relation", list(Relation))
def test_audit_agrees_with_a_plain_double_loop(relation):
    rng = np.random.default_rng(7)
    table = {x: rng.dirichlet(np.ones(3)) for n in range(4) for x in itertools.product("ab", repeat=n)}
    data = [x for x in table if len(x) == 2]
    report = audit(table.get, data, domain=("a", "b"), relation=relation, epsilon=0.5, delta=0.1)
    pairs = [(table[x], table[y]) for x in data for y in neighbors(x, ("a", "b"), relation)]
    assert report.true_epsilon == pytest.approx(max(abs(np.log(p / q)).max() for p, q in pairs), rel=1e-12)
    sticks = [np.maximum(a - math.exp(0.5) * b, 0).sum() for p, q in pairs for a, b in ((p, q), (q, p))]
    assert report.true_delta == pytest.approx(max(sticks), rel=1e-12)
    x, y = report.worst_pair
    assert abs(np.log(table[x] / table[y]))[report.worst_output] == pytest.approx(report.true_epsilon)
    x, y = report.worst_delta_pair
    assert np.maximum(table[x] - math.exp(0.5) * table[y], 0).sum() == pytest.approx(report.true_delta)


def test_audit_of_two_thousand_data_sets_asks_each_law_once():
    calls = []

    def law(bits):
        calls.append(bits)
        p = expit(sum(bits) - 5.5)
        return np.array([1 - p, p])

    report = audit(law, privacy.all_datasets((0, 1), 11, ordered=True))
    assert report.n_datasets == 2048 == len(calls) == len(set(calls)) and report.n_pairs == 2048 * 11 // 2 and report.ok


def test_audit_catches_data_dependent_support():
    report = audit(lambda bits: np.eye(3)[sum(bits)], epsilon=50)
    assert report.true_epsilon == math.inf and not report.ok and report.true_delta == 1


def test_audit_catches_the_wrong_relation():
    """A law that hides each record's value, not how many there are."""
    for relation in (REPLACE, ADD_REMOVE):
        assert audit(lambda bits: np.eye(4)[len(bits)], relation=relation, epsilon=0.0).ok == (relation is REPLACE)


@pytest.mark.parametrize("law, data, says", [
    (lambda x: np.array([0.5, 0.6]), [(0,)], "on data set .*sum to 1"),
    (lambda x: np.full(1 + x[0], 1 / (1 + x[0])), [(0,)], "on data set .*one length"),
    (lambda x: np.full((1, 2), 0.5), [(0,)], "on data set .*one length"),
    (lambda x: None, [(0,)], "on data set .*numeric array"),
    (response(1), [()], "at least one neighbor"), (response(1), [], "at least one neighbor"),
    (response(1), [0], "datasets"),
])
def test_audit_refuses(law, data, says):
    with pytest.raises(ValueError, match=says):
        audit(law, data)
