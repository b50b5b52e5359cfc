"""Relations, divergences, composition and the audit, against hand and brute force."""

import itertools
import math

import numpy as np
import pytest
from scipy.special import expit

from dplearn import privacy
from dplearn.privacy import Relation

REPLACE, ADD_REMOVE = Relation.REPLACE_ONE, Relation.ADD_REMOVE


# ---- relations


def neighbors(dataset, domain, relation, **more):
    return [y for _, y in privacy.neighboring_pairs([dataset], domain, relation, **more)]


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


# ---- divergences


def test_divergences_by_hand():
    p, q = [0.75, 0.25], [0.25, 0.75]
    assert privacy.exact_epsilon(p, q) == pytest.approx(math.log(3), rel=1e-15)
    assert privacy.hockey_stick(p, q, 0) == privacy.total_variation(p, q) == 0.5
    assert privacy.hockey_stick(p, q, math.log(2)) == pytest.approx(0.25, rel=1e-15)
    assert privacy.exact_epsilon([1, 0, 0], [0.5, 0, 0.5]) == math.inf
    assert privacy.privacy_loss([1, 0, 0], [0.5, 0, 0.5]).tolist() == [math.log(2), 0, -math.inf]
    tiny = 1e-12  # the loss of nearly equal laws keeps its digits
    close = privacy.exact_epsilon([0.5 + tiny, 0.5 - tiny], [0.5, 0.5])
    assert close == pytest.approx(-math.log1p(-2 * tiny), rel=1e-4)


def test_hockey_stick_is_the_worst_event():
    """δ(ε) = max over events of P(S) - e^ε Q(S): all 2^5 events; both ways round it vanishes from the exact ε on."""
    rng = np.random.default_rng(0)
    ps, qs = rng.dirichlet(np.ones(5), 20), rng.dirichlet(np.ones(5), 20)
    events = np.array(list(itertools.product((0, 1), repeat=5)))
    for epsilon in (0, 0.1, 1, 4):
        brute = (ps @ events.T - math.exp(epsilon) * (qs @ events.T)).max(axis=1)
        np.testing.assert_allclose(privacy.hockey_stick(ps, qs, epsilon), brute, atol=1e-13)
    profile = privacy.hockey_stick(ps[1], qs[1], np.array([0, 0.1, 1]))
    assert profile.shape == (3,) and profile[0] == pytest.approx(privacy.total_variation(ps[1], qs[1]), abs=1e-15)
    least = privacy.exact_epsilon(ps, qs)
    for step, vanishes in ((1e-9, True), (-1e-6, False)):
        sticks = np.maximum(privacy.hockey_stick(ps, qs, least + step), privacy.hockey_stick(qs, ps, least + step))
        assert ((sticks == 0) == vanishes).all()


# ---- composition


@pytest.mark.parametrize("delta", [1e-300, 1e-6, 1 - 1e-9])
def test_zcdp_conversion_and_inverses(delta):
    for epsilon in (1e-6, 1, 1e6):
        rho = privacy.zcdp_rho(epsilon, delta)
        assert privacy.zcdp_epsilon(rho, delta) == pytest.approx(epsilon, rel=1e-12)
        assert rho >= epsilon**2 / (4 * (epsilon - math.log(delta))) * (1 - 1e-12)
    advanced = privacy.advanced_composition(0.015, 999, delta)
    for found in (privacy.zcdp_delta(0.03, privacy.zcdp_epsilon(0.03, delta)),
                  privacy.advanced_composition_delta(0.015, 999, epsilon=advanced)):
        assert found == pytest.approx(delta, rel=1e-9)
    assert privacy.zcdp_epsilon(0, delta) == 0 and privacy.zcdp_delta(0.5, [0.0, 0.5]).tolist() == [1, 1]
    assert privacy.advanced_composition_delta(1.0, 10, epsilon=17.0) == 1


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
    losses, sticks = {}, {}
    for x, y in (way for x in data for y in neighbors(x, ("a", "b"), relation) for way in ((x, y), (y, x))):
        losses[x, y] = abs(np.log(table[x] / table[y]))
        sticks[x, y] = np.maximum(table[x] - math.exp(0.5) * table[y], 0).sum()
    assert report.true_epsilon == pytest.approx(max(map(max, losses.values())), rel=1e-12)
    assert report.true_delta == pytest.approx(max(sticks.values()), rel=1e-12)
    assert losses[report.worst_pair][report.worst_output] == pytest.approx(report.true_epsilon)
    assert sticks[report.worst_delta_pair] == pytest.approx(report.true_delta)


def test_audit_catches_the_wrong_relation():
    """A law that hides each record's value, not how many there are."""
    for relation in (REPLACE, ADD_REMOVE):
        assert audit(lambda bits: np.eye(4)[len(bits)], relation=relation, epsilon=0.0).ok == (relation is REPLACE)


@pytest.mark.parametrize("law, data, says", [
    (lambda x: np.array([0.5, 0.6]), [(0,)], "on data set .*sum to 1"),
    (lambda x: np.full(1 + x[0], 1 / (1 + x[0])), [(0,)], "on data set .*one length"),
    (response(1), [], "at least one neighbor"),
])
def test_audit_refuses(law, data, says):
    with pytest.raises(ValueError, match=says):
        audit(law, data)
