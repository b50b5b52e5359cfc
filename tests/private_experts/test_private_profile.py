"""Lecture 4: the exact privacy profile of all actions of RWM, against enumeration, binomial sums and other accountants."""

import itertools
import math

import numpy as np
import pytest
from dp_accounting.pld import privacy_loss_distribution as pld

from dplearn.experts import hedge_probabilities
from dplearn.private_experts.profile import (
    action_loss_law, rwm_profile, rwm_profile_interval, worst_pair, worst_pair_profile,
)
from dplearn.privacy import hockey_stick, product_profile, total_variation
from dplearn.privacy.lattice import LatticeRounds

LONG = np.longdouble


def sequence_law(laws):
    """Probabilities of all action sequences."""
    return np.array([math.prod(row[a] for row, a in zip(laws, actions))
                     for actions in itertools.product(range(laws.shape[1]), repeat=len(laws))])


def both_ways(p, q, epsilon):
    return max(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon))


def change(losses, row, values):
    neighbor = losses.copy()
    neighbor[row] = values
    return neighbor


def long_profile(masses, places, step, epsilons):
    """Both directions by convolving in long double: all terms positive, so relative digits everywhere.  Shape (2, ε)."""
    masses, law = masses.astype(LONG), np.ones(1, LONG)
    for row in masses:
        grown = np.zeros(len(law) + places[-1], LONG)
        for j, p in zip(places, row):
            grown[j : j + len(law)] += p * law
        law = grown
    loss = LONG(step) * np.arange(len(law)) + np.log(masses @ np.exp(-LONG(step) * places.astype(LONG))).sum()
    other = law * np.exp(-loss)
    return np.array([[float(np.sum((p * -np.expm1(-gap))[gap > 0])) for gap in (s * loss - LONG(e) for e in epsilons)]
                     for p, s in ((law, 1), (other, -1))])


# ---- tiny cases, by all action sequences ----------------------------------------------------------

@pytest.mark.parametrize("T, K, values", [(4, 2, (0, 1)), (4, 3, (0, 1)), (3, 4, (0, 1)), (4, 3, (0, 0.5, 1)), (4, 3, None),
                                          (4, 3, (-1, 0, 1)), (1, 3, (0, 1)), (2, 2, None)])
@pytest.mark.parametrize("eta", [0.03, 0.7, 6.0])
def test_all_action_sequences(T, K, values, eta):
    rng, wide = np.random.default_rng(T * K), 2.0 if values and min(values) < 0 else 1.0
    for _ in range(6):
        losses = rng.random((T, K)) if values is None else rng.choice(values, (T, K)).astype(float)
        row = int(rng.integers(T))
        neighbor = change(losses, row, rng.random(K) if values is None else 1 - np.abs(losses[row]))
        if (neighbor == losses).all():
            continue
        p, q = (sequence_law(hedge_probabilities(x, eta=eta, loss_range=wide)) for x in (losses, neighbor))
        law = action_loss_law(losses, neighbor, eta=eta, loss_range=wide)
        for epsilon in (0.0, 0.02, 0.5, 2.0):
            truth = both_ways(p, q, epsilon)
            lower, upper = law.interval(epsilon)
            assert lower - 1e-15 <= truth <= upper + 1e-15      # the enumeration itself cancels to 1e-16
            again = rwm_profile(losses, neighbor, epsilon, eta=eta, loss_range=wide)
            assert upper - lower <= 1e-6 and law.profile(epsilon) == again
        assert law.total_variation() == pytest.approx(total_variation(p, q), abs=1e-7 if values is None else 1e-13)


def test_by_hand():
    # K=2, T=2, row 0 is (1, 0) against (0, 1): the second action is a coin with odds e^{-η} against e^{η}
    eta = math.log(3)
    losses, neighbor = worst_pair(2)
    assert rwm_profile(losses, neighbor, 0.0, eta=eta) == pytest.approx(0.5, rel=1e-14)         # 3/4 - 1/4
    assert rwm_profile(losses, neighbor, math.log(2), eta=eta) == pytest.approx(0.25, rel=1e-13)  # 3/4 - 2/4
    assert rwm_profile(losses, neighbor, math.log(3) + 1e-9, eta=eta) == 0
    # the last row teaches nothing, nor does a row in which all experts lose one more
    assert rwm_profile(np.zeros((3, 2)), change(np.zeros((3, 2)), 2, [0, 1]), 0.0, eta=5.0) == 0
    assert rwm_profile(np.zeros((3, 2)), change(np.zeros((3, 2)), 0, [1, 1]), [0.0, 1.0], eta=5.0).tolist() == [0, 0]


# ---- binomial sums: the worst pair ------------------------------------------------------------------

@pytest.mark.parametrize("T, eta, epsilons", [
    (10**4, 0.001, (0.0, 0.12, 1.0, 2.0)), (10**4, 0.005, (0.1, 3.0, 6.0)), (10**5, 0.00236, (0.01, 1.0, 5.0, 12.0)),
    (10**5, 0.0005, (0.1, 1.0, 3.0)), (10**5, 0.2, (1500.0, 2500.0, 5000.0)), (1000, 3.0, (2000.0, 2990.0, 2996.9))])
def test_binomial_sums(T, eta, epsilons):
    for n_experts in (2, 4):
        profile = rwm_profile(*worst_pair(T, n_experts), epsilons, eta=eta)
        closed = worst_pair_profile(T, epsilons, eta=eta)
        assert closed.min() < 1e-5
        seen = closed > 1e-290
        np.testing.assert_allclose(profile[seen], closed[seen], rtol=1e-9)
        assert (profile[~seen] < 1e-280).all()


def test_numbers_of_the_ledger():
    for T, eta, epsilon, printed in [(10**4, 0.001, 0.12, 5.951386e-3), (2000, 0.01, 2.4, 9.774e-9),
                                     (10**4, 0.005, 3.0, 3.36e-10),
                                     (1267, math.sqrt(0.73 / (12 * 1267)), 0.73, 1.53961e-4),
                                     (1000, 1 / math.sqrt(32e3 * math.log(1e6)), 1.0, 7.9e-110),
                                     # LN's Theorem 3: α = sqrt(ε/12T)
                                     (10**4, math.sqrt(1 / 12e4), 1.0, 3.17296e-5), (10**6, math.sqrt(1 / 12e6), 1.0, 3.179e-5),
                                     (10**6, math.sqrt(0.5 / 12e6), 0.5, 6.11e-4),
                                     (10**6, math.sqrt(0.12 / 12e6), 0.12, 5.95e-3)]:
        digits = len(f"{printed:.7g}".split("e")[0].replace(".", "").lstrip("0"))
        assert worst_pair_profile(T, epsilon, eta=eta) == pytest.approx(printed, rel=0.6 * 10.0 ** (1 - digits)), (T, epsilon)
        if T <= 10**4:
            assert rwm_profile(*worst_pair(T), epsilon, eta=eta) == pytest.approx(printed, rel=0.6 * 10.0 ** (1 - digits))
    # DR14's Theorem 11.2 outside its hypothesis, and 11.5 with losses in [-1, 1]
    for epsilon, delta, exact in [(20, 0.9, 0.99975), (60, 0.5, 0.9346), (150, 0.1, 0.448)]:
        eta = epsilon / math.sqrt(32 * 1000 * math.log(1 / delta))
        assert worst_pair_profile(1000, epsilon, eta=eta) == pytest.approx(exact, abs=6e-5 if exact > 0.9 else 6e-4)
    for epsilon, delta, exact, slack in [(1, 1e-6, 1.8e-28, 6e-30), (20, 0.5, 0.9595, 6e-5), (30, 0.1, 0.1703, 6e-5)]:
        eta = epsilon / math.sqrt(32 * 1000 * math.log(1 / delta))
        x, y = np.zeros((2, 1000, 2))
        x[0], y[0] = (1, -1), (-1, 1)
        assert rwm_profile(x, y, epsilon, eta=eta, loss_range=2.0) == pytest.approx(exact, abs=slack)
        assert worst_pair_profile(1000, epsilon, eta=2 * eta) == pytest.approx(exact, abs=slack)


# ---- other accountants ----------------------------------------------------------------------------

@pytest.mark.parametrize("T, K, eta", [(6, 3, 1.0), (25, 3, 0.3), (40, 2, 0.2), (120, 4, 0.1)])
def test_product_profile(T, K, eta):
    rng = np.random.default_rng(T)
    losses = rng.integers(0, 2, (T, K)).astype(float)
    neighbor = change(losses, 1, np.arange(K) % 2 == losses[1, 0])
    epsilons = np.array([0.0, 0.1, 0.4, 1.0, 2.0])
    general = product_profile(*(hedge_probabilities(x, eta=eta) for x in (losses, neighbor)), epsilons)
    ours = rwm_profile(losses, neighbor, epsilons, eta=eta)
    np.testing.assert_allclose(ours, general, rtol=1e-9, atol=1e-300)
    assert 0 < general[3] < general[0] < 1


def test_dp_accounting():
    T, eta = 1000, 0.02
    losses, neighbor = worst_pair(T)
    p, q = (hedge_probabilities(x, eta=eta)[1] for x in (losses, neighbor))
    ends = []
    for pessimistic in (True, False):
        one = pld.from_two_probability_mass_functions(
            *({i: math.log(v) for i, v in enumerate(side)} for side in (p, q)), pessimistic_estimate=pessimistic,
            value_discretization_interval=1e-5)
        ends.append(one.self_compose(T - 1))
    for epsilon in (0.1, 0.5, 1.2):
        delta = rwm_profile(losses, neighbor, epsilon, eta=eta)
        high, low = (end.get_delta_for_epsilon(epsilon) for end in ends)
        assert low * (1 - 1e-6) <= delta <= high * (1 + 1e-6) and high < 1.05 * low


# ---- the law of one lattice sum ----------------------------------------------------------------------

def shapes(kind, T, J, rng):
    if kind == "wide":
        masses = rng.dirichlet(np.ones(J), T)
    elif kind == "sparse":        # most rounds all but certain, masses down to 1e-250
        masses = np.maximum(rng.dirichlet(np.full(J, 0.05), T), 1e-250)
    else:                         # rare events, more of them later
        masses = np.linspace(0, 1, T)[:, None] ** np.arange(J) * np.array([1, 1e-3, 1, 1])[:J]
    return masses / masses.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("kind", ["wide", "sparse", "rare"])
@pytest.mark.parametrize("T, J, step", [(1, 3, 1.0), (30, 4, 2.0), (300, 3, 0.05), (1200, 2, 0.02), (1200, 3, 0.005),
                                         (4000, 2, 0.01)])
def test_relative_digits_at_any_delta(kind, T, J, step):
    masses, places = shapes(kind, T, J, np.random.default_rng(5)), np.arange(J)
    rounds = LatticeRounds(masses, places, step)
    most = min(step * (J - 1) * T / 2, 30.0)
    epsilons = np.linspace(0, most, 25)
    truth = long_profile(masses, places, step, epsilons)
    for way, row in zip(("forward", "backward"), truth):
        ours, seen = rounds.profile(epsilons, direction=way), row > 1e-290
        np.testing.assert_allclose(ours[seen], row[seen], rtol=1e-9)
        assert (ours[~seen] < 1e-280).all() and (np.diff(ours) <= 1e-12).all()
    if kind == "wide" and T == 4000:
        assert truth.min() < 1e-100 and rounds._taylor.reach > 0    # deep tails, and through the series


def test_gaps_in_the_lattice():
    # places 0 and 7 only with a rare 3: the characteristic function comes back near 1 away from 0
    rng = np.random.default_rng(8)
    masses = np.column_stack([p := rng.random(900), np.full(900, 1e-6), 1 - 1e-6 - p * (1 - 2e-6)])
    masses /= masses.sum(axis=1, keepdims=True)
    places, epsilons = np.array([0, 3, 7]), np.linspace(0, 8, 20)
    truth = long_profile(masses, places, 0.01, epsilons)
    np.testing.assert_allclose(LatticeRounds(masses, places, 0.01).profile(epsilons), truth.max(axis=0), rtol=1e-9)


def test_settled_rounds_and_the_least_that_counts():
    # one expert is better by 0.2 a round: its weight settles, and most rounds are all but certain
    rng = np.random.default_rng(6)
    losses = (rng.random((2500, 2)) < [0.3, 0.5]).astype(float)
    losses[0] = 1, 0
    law = action_loss_law(losses, change(losses, 0, [0, 1]), eta=0.1)
    rounds, epsilons = law.rounds, np.linspace(0, 18, 25)
    assert len(rounds._open) < 2000 < len(rounds.masses)
    truth = long_profile(rounds.masses, rounds.places, rounds.step, epsilons).max(axis=0)
    assert truth.min() < 1e-25
    np.testing.assert_allclose(law.profile(epsilons), truth, rtol=1e-9)
    fresh = action_loss_law(losses, change(losses, 0, [0, 1]), eta=0.1)
    cut = fresh.profile(epsilons, least=1e-9)
    np.testing.assert_allclose(cut[truth > 1e-9], truth[truth > 1e-9], rtol=1e-9)
    assert sum(map(len, fresh.rounds._tails.values())) < sum(map(len, rounds._tails.values())) and (cut == 0).any()


def test_law_of_the_sum():
    masses = np.random.default_rng(3).dirichlet(np.ones(3), 5)
    n, p, q = LatticeRounds(masses, [0, 1, 2], 0.4).law()
    tilted = masses * np.exp(-0.4 * np.arange(3))
    for law, rows in ((p, masses), (q, tilted / tilted.sum(axis=1, keepdims=True))):
        brute = np.zeros(11)
        for places in itertools.product(range(3), repeat=5):
            brute[sum(places)] += math.prod(rows[t, j] for t, j in enumerate(places))
        np.testing.assert_allclose(law, brute[n], atol=1e-15)


# ---- losses on no grid ------------------------------------------------------------------------------

@pytest.mark.parametrize("T, K, eta, width", [(12, 3, 0.5, 1e-5), (150, 3, 0.1, 5e-4), (2000, 5, 0.02, 5e-3)])
def test_interval_holds_the_truth(T, K, eta, width):
    rng = np.random.default_rng(T)
    losses = rng.random((T, K))
    neighbor = change(losses, 0, rng.random(K))
    epsilons = np.array([0.0, 0.05, 0.3, 0.8])
    law = action_loss_law(losses, neighbor, eta=eta)
    lower, upper = law.interval(epsilons)
    assert law.spread > 0 and (lower <= upper).all() and (upper - lower <= width * upper + 1e-12).all()
    # the same question with the row's changes rounded to 1/1000, where the answer is exact, is nearby ...
    rounded = change(losses, 0, losses[0] + np.round(neighbor[0] - losses[0], 3))
    near = rwm_profile(losses, rounded, epsilons, eta=eta)
    np.testing.assert_allclose(upper, near, rtol=0.05)
    # ... and by millions of draws: Hoeffding for E (1 - e^{ε-L})+ in [0, 1], both directions, 8 means at 1e-7 each
    if T == 12:
        p, q = (hedge_probabilities(x, eta=eta) for x in (losses, neighbor))
        runs, slack = 200_000, math.sqrt(math.log(2 / 1e-7) / 400_000)
        u, means = rng.random((runs, T)), []
        for one, other in ((p, q), (q, p)):
            actions = (u[:, :, None] > np.cumsum(one, axis=1)[:, :-1]).sum(axis=2)
            loss = np.log(one / other)[np.arange(T), actions].sum(axis=1)
            means.append([np.maximum(-np.expm1(e - loss), 0).mean() for e in epsilons])
        drawn = np.max(means, axis=0)
        assert (lower - slack <= drawn).all() and (drawn <= upper + slack).all()


def test_two_decimals_are_a_grid():
    rng = np.random.default_rng(2)
    losses = np.round(rng.random((40, 4)), 2)
    neighbor = change(losses, 0, np.round(rng.random(4), 2))
    law = action_loss_law(losses, neighbor, eta=0.3)
    assert law.spread == 0
    tilt = neighbor[0] - losses[0]
    masses = hedge_probabilities(losses, eta=0.3)[1:]
    places = np.round((tilt - tilt.min()) * 100).astype(int)
    shares = (places[:, None] == np.arange(places.max() + 1)).astype(float)
    truth = long_profile(masses @ shares, np.arange(places.max() + 1), 0.003, [0.0, 0.2, 0.9]).max(axis=0)
    np.testing.assert_allclose(law.profile([0.0, 0.2, 0.9]), truth, rtol=1e-9)


@pytest.mark.parametrize("rows, most, step, J, epsilons", [(5, 400, 0.01, 2, (0.0, 0.1, 2.0)), (30, 60, 0.05, 3, (0.5, 5.0)),
                                                           (700, 20, 0.002, 2, (0.1, 2.0)), (40, 9, 0.3, 4, (10.0, 20.0))])
def test_counted_rows_are_repeated_rounds(rows, most, step, J, epsilons):
    rng = np.random.default_rng(rows)
    masses, counts = rng.dirichlet(np.ones(J), rows), rng.integers(1, most, rows)
    counted = LatticeRounds(masses, np.arange(J), step, counts).profile(epsilons)
    repeated = LatticeRounds(np.repeat(masses, counts, axis=0), np.arange(J), step).profile(epsilons)
    assert 0 < repeated.min() < 0.9
    np.testing.assert_allclose(counted, repeated, rtol=1e-9)
    # one row for all rounds, with the series and without: a power of 1e5 must not multiply the rounding of its base
    low, eps = 1 / (1 + math.exp(0.00237)), np.geomspace(0.01, 10, 40)
    for reach in (None, 0.0):
        one = LatticeRounds([[low, 1 - low]], [0, 1], 2 * 0.00237, [10**5 - 1])
        one._taylor.reach = one._taylor.reach if reach is None else reach
        np.testing.assert_allclose(one.profile(eps), worst_pair_profile(10**5, eps, eta=0.00237), rtol=1e-9)
    even = LatticeRounds([[0.5, 0.0, 0.5]], [0, 1, 2], 0.1, [3])   # at frequency π/2 a factor of 0
    truth = long_profile(np.repeat([[0.5, 0.0, 0.5]], 3, axis=0), np.arange(3), 0.1, [0.05]).max()
    assert even.profile(0.05) == pytest.approx(truth, rel=1e-12)
    with pytest.raises(ValueError, match="counts"):
        LatticeRounds(masses, np.arange(J), step, counts[1:])


# ---- long seasons, errors ----------------------------------------------------------------------------

def test_a_slider_s_curve_at_a_hundred_thousand_rounds():
    rng, T = np.random.default_rng(4), 10**5
    losses = rng.integers(0, 2, (T, 3)).astype(float)
    neighbor = change(losses, 0, [1.0, 0.0, 1.0 - losses[0, 2]])
    delta = action_loss_law(losses, neighbor, eta=0.00237).profile(np.geomspace(0.01, 10, 97))
    assert delta[0] > 0.1 and delta[-1] < 1e-20 and (np.diff(delta) < 0).all()


def test_bad_arguments():
    losses, neighbor = worst_pair(5)
    good = dict(losses=losses, neighbor=neighbor, epsilon=1.0, eta=0.1)
    for change_, name in [(dict(epsilon=-1.0), "epsilon"), (dict(eta=0.0), "eta"), (dict(eta=101.0), "eta"),
                          (dict(losses=-losses), "losses"),
                          (dict(neighbor=losses), "neighbor"), (dict(neighbor=1 - losses), "neighbor"),
                          (dict(neighbor=neighbor[:4]), "neighbor"), (dict(loss_range=3.0), "loss_range")]:
        with pytest.raises(ValueError, match=name):
            rwm_profile_interval(**{**good, **change_})
    for arguments in [dict(masses=[[0.5, 0.6]]), dict(places=[1, 2]), dict(places=[0, 0]), dict(places=[0, 1, 2]), dict(step=0.0),
                      dict(step=401.0)]:
        with pytest.raises(ValueError, match=next(iter(arguments)).replace("places", "places|masses")):
            LatticeRounds(**{**dict(masses=[[0.5, 0.5]], places=[0, 1], step=1.0), **arguments})
    with pytest.raises(ValueError, match="T must"):
        worst_pair_profile(0, 1.0, eta=0.1)


def test_rounding_of_the_losses_is_in_the_interval():
    # Expert 0 is all but surely chosen after 750 steady rounds, at a loss of D + c = 0 but for rounding: δ(0) is about 1e-32,
    # and what comes back is the rounding of sums of 750 losses.
    losses = np.zeros((1500, 3))
    losses[:, 1:] = 1
    neighbor = losses.copy()
    neighbor[750] = 1 - losses[750]
    law = action_loss_law(losses, neighbor, eta=0.1)
    lower, upper = law.interval(0.0)
    truth = law.profile(1e-12)  # clear of the rounding; larger by at most 1e-12
    assert truth < 1e-30
    assert lower <= truth <= upper <= 1e-12
    assert law.profile(0.0) <= upper


def test_masses_that_underflow_say_nothing_without_a_warning():
    losses = np.zeros((300, 2))
    losses[:, 1] = 1
    neighbor = losses.copy()
    neighbor[150] = 1 - losses[150]
    assert rwm_profile(losses, neighbor, 17.0, eta=100.0) == 0.0  # by chances of e^-15000


@pytest.mark.parametrize("eta", [0.0, 251.0])
def test_a_wrong_rate_of_the_worst_pair_is_called_eta(eta):
    with pytest.raises(ValueError, match="^eta must"):
        worst_pair_profile(10, 1.0, eta=eta)
