"""Lecture 2's experiments: curves against the mathematics rooms, simulation against exact values, every slider's ends."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import special

from asking import ends, random_settings, values

from dplearn import experiments, pac, private_pac
from dplearn.private_pac import parity as private_parity
from dplearn.private_pac import statistical_queries as sq
from dplearn.concepts import Conjunctions, Points, Thresholds
from dplearn.data import load_interval_task, load_mushroom
from dplearn.private_pac.experiments import _point_world, data as private_data, efficient as private_efficient
from dplearn.private_pac.experiments import learner as first_half
from dplearn.privacy import Relation, audit, all_datasets, exact_epsilon, total_variation
from dplearn.simulate import clopper_pearson

ALL = ["adaptive_trap", "agnostic", "attack", "mushrooms", "parity_learning", "parity_privacy", "private_interval",
       "private_occam", "private_sample_size", "sq_conjunction", "statistical_queries", "true_epsilon"]
SIMULATED = [name for name in ALL if getattr(experiments, name).simulation is not None]


# ---- every slider position ---------------------------------------------------------------------------


def may_be_nan(name, key, setting, x):
    """Where a curve says by NaN that it does not apply."""
    if (name, key) == ("private_occam", "exact"):
        return np.full(len(x), setting.world != "points")
    if (name, key) == ("mushrooms", "unseen"):
        return np.full(len(x), setting.n == 8124)
    return np.zeros(len(x), bool)


@pytest.mark.parametrize("name", ALL)
def test_every_end_and_random_settings_give_curves(name):
    experiment = getattr(experiments, name)
    for setting in ends(experiment) + random_settings(experiment, 100):
        for line in experiment.picture(setting).lines:
            np.testing.assert_array_equal(np.isnan(line.y), may_be_nan(name, line.series.key, setting, line.x))


@pytest.mark.parametrize("name", SIMULATED)
def test_draws_have_their_shape_and_do_not_see_the_marker(name):
    experiment = getattr(experiments, name)
    settings = ends(experiment)
    for setting in settings[:: max(1, len(settings) // 12)] + settings[-1:]:
        drawn = experiment.draw(setting)(np.random.default_rng(3), 2)
        assert drawn.shape == (2, len(experiment.simulated_x)) and np.isfinite(drawn).all()
        if isinstance(experiment.x, str):
            moved = experiment.setting(**{**vars(setting), experiment.x: experiment.parameter(experiment.x).low})
            np.testing.assert_array_equal(drawn, experiment.draw(moved)(np.random.default_rng(3), 2))


# ---- private_occam, private_sample_size ----------------------------------------------------------------

GRID = list(itertools.product((0.01, 0.05, 0.1, 0.3, 0.4), (0.01, 0.1, 0.5, 1, 3, 10), (2, 4, 7, 10)))


def test_fast_failure_is_the_slow_sum():
    n = np.unique(np.round(np.geomspace(1, 1e6, 13)))
    for alpha, epsilon, d in GRID[::5]:
        slow = private_pac.point_world_failure(2**d, alpha, epsilon, n)
        fast = _point_world.failure(2**d, alpha, epsilon, n)
        seen = slow > 1e-12
        np.testing.assert_allclose(fast[seen], slow[seen], rtol=1e-7)
        assert (fast[~seen] < 2e-12).all()


def test_fast_failure_by_hand():
    # n = 1, N = 4: k = 1 with probability a; B = 3e^(-ε/2) then, B = 2 + e^(-ε/2) for k = 0.
    a, w = 0.1 * (1 + 1e-6), np.exp(-0.5)
    hand = a * 3 * w / (1 + 3 * w) + (1 - a) * (2 + w) / (3 + w)
    assert _point_world.failure(4, 0.1, 1.0, np.array([1.0]))[0] == pytest.approx(hand, rel=1e-12)


def test_exact_below_one_line_below_printed():
    n = np.unique(np.round(np.geomspace(1, 1e6, 25)))
    count = 0
    for alpha, epsilon, d in itertools.product((0.05, 0.1, 0.3, 0.4), (0.1, 0.5, 1, 3, 10), (2, 4, 7, 10)):
        s = experiments.private_occam.setting(alpha=alpha, epsilon=epsilon, d=d)
        exact, sharp, printed = (values(experiments.private_occam, key, s, n) for key in ("exact", "sharp", "printed"))
        assert (exact <= np.minimum(sharp, 1) * (1 + 1e-9)).all() and (sharp <= printed * (1 + 1e-12)).all()
        count += len(n)
    assert count >= 500


@pytest.mark.parametrize("world, size", [("points", 16), ("conjunctions", 16), ("thresholds", 17)])
def test_the_bounds_speak_of_the_class_that_is_simulated(world, size):
    s, n = experiments.private_occam.setting(world=world, d=4, alpha=0.1, epsilon=1), np.array([100.0])
    wanted = {"printed": private_pac.private_occam_bound(size, 0.1, 1.0, n), "sharp": private_pac.private_occam_bound_sharp(size, 0.1, 1.0, n),
              "occam": pac.occam_bound(size, 0.1, n)}
    assert {key: values(experiments.private_occam, key, s, n) for key in wanted} == wanted
    if world != "points":
        assert first_half._world(world, 4, 0.1)[0].n_hypotheses == size


@pytest.mark.parametrize("world", ["points", "conjunctions", "thresholds"])
def test_failure_given_sample_is_the_learner_on_records(world):
    """The statistic that a run draws gives the same law as the learner on the records themselves."""
    rng = np.random.default_rng(8)
    s = experiments.private_occam.setting(world=world, d=3, alpha=0.3, epsilon=0.7)
    if world == "points":
        concept_class = Points(8)
        cells = (rng.random(20) > _point_world.target_mass(0.3)).astype(int)
        law = private_pac.learner_probabilities(concept_class, cells + 1, cells == 0, epsilon=0.7)
        k = np.array([(cells == 0).sum()])
        assert 1 - law[0] == pytest.approx(np.exp(_point_world.log_failure_given(k, np.array([20]), 0.7, 8))[0], rel=1e-12)
        return
    concept_class, p, labels, bad = first_half._world(world, 3, 0.3)
    cells = rng.choice(len(p), size=20, p=p)
    law = private_pac.learner_probabilities(concept_class, concept_class.domain()[cells], labels[cells], epsilon=0.7)

    class Fixed:  # a generator whose only multinomial draw is this sample
        def multinomial(self, steps, p, size):
            return np.bincount(cells, minlength=len(p))[None, None]

    assert first_half.failure_given_sample(s, np.array([20.0]), Fixed(), 1)[0, 0] == pytest.approx(law[bad].sum(), rel=1e-12)


def test_simulated_failure_agrees_with_exact():
    # Clopper-Pearson at each of 9 settings x 25 places; two-sided false alarm 1e-6 in all (Bonferroni), seeds fixed.
    e, settings = experiments.private_occam, list(itertools.product((0.05, 0.1, 0.4), (0.1, 0.5, 5)))
    x = e.simulated_x
    for alpha, epsilon in settings:
        s = e.setting(alpha=alpha, epsilon=epsilon, d=5)
        hits = first_half.draw_private_occam(s, x, np.random.default_rng(17), 4000).sum(axis=0)
        low, high = clopper_pearson(hits, 4000, 1 - 1e-6 / (len(settings) * len(x)))
        exact = private_pac.point_world_failure(32, alpha, epsilon, x)
        assert ((low <= exact) & (exact <= high)).all()


@pytest.mark.parametrize("world", ["conjunctions", "thresholds"])
def test_simulated_failure_below_the_one_line_bound(world):
    # Lower Clopper-Pearson limits at level 1e-6 over 4 x 25 places lie below the bound.
    e, x = experiments.private_occam, experiments.private_occam.simulated_x
    for alpha, epsilon in itertools.product((0.05, 0.3), (0.2, 3)):
        s = e.setting(world=world, alpha=alpha, epsilon=epsilon, d=5)
        hits = first_half.draw_private_occam(s, x, np.random.default_rng(23), 1000).sum(axis=0)
        low, _ = clopper_pearson(hits, 1000, 1 - 2e-6 / 100)
        assert (low <= values(e, "sharp", s, x)).all()


def test_sample_sizes_are_the_functions():
    e, epsilon = experiments.private_sample_size, np.array([0.01, 0.08, 0.5, 2.0, 10.0])
    for alpha, beta, d in itertools.product((0.01, 0.1, 0.4), (0.001, 0.05, 0.2), (2, 10, 40)):
        s = e.setting(alpha=alpha, beta=beta, d=d)
        N = 2**d
        printed, sharp = values(e, "printed", s, epsilon), values(e, "sharp", s, epsilon)
        for i, eps in enumerate(epsilon):
            assert abs(printed[i] - private_pac.private_occam_sample_size(N, alpha, eps)) <= 1   # rounding of a quotient
            assert abs(sharp[i] - private_pac.private_occam_sample_size_sharp(N, alpha, eps, beta)) <= 1
        exact, occam, alone = (values(e, key, s, epsilon) for key in ("exact", "occam", "alone"))
        assert (alone <= exact).all() and (exact <= sharp).all() and (alone <= occam).all() and (occam <= sharp).all()


@pytest.mark.parametrize("alpha, beta, d", [(0.01, 0.05, 10), (0.1, 0.001, 3), (0.4, 0.2, 40), (0.4, 0.2, 2)])
def test_exact_need_is_the_smallest(alpha, beta, d):
    epsilon = np.array([0.02, 0.4, 3.0, 10.0])
    s = experiments.private_sample_size.setting(alpha=alpha, beta=beta, d=d)
    fast = values(experiments.private_sample_size, "exact", s, epsilon)
    assert list(fast) == [private_pac.point_world_sample_size(2**d, alpha, e, beta) for e in epsilon]


@pytest.mark.parametrize("alpha, beta, d", [(0.1, 0.05, 10), (0.01, 0.001, 4), (0.4, 0.2, 2)])
def test_need_without_privacy_is_the_smallest(alpha, beta, d):
    """A uniform consistent point; the private learner tends to it as ε grows."""
    n = values(experiments.private_sample_size, "alone", experiments.private_sample_size.setting(alpha=alpha, beta=beta, d=d), np.array([1.0]))[0]
    fails = private_pac.point_world_failure(2**d, alpha, 500.0, np.array([n - 1, n]))
    assert fails[1] <= beta < fails[0] and private_pac.point_world_sample_size(2**d, alpha, 500.0, beta) == n


# ---- attack --------------------------------------------------------------------------------------------


def attack_sample(place, others, label):
    x = [p for p in range(1, 17) for _ in range(others) if p != place] + [place]
    return np.array(x), np.array([p < place for p in x[:-1]] + [bool(label)])


@pytest.mark.parametrize("place, others, epsilon", [(1, 0, 0.3), (3, 1, 0.5), (8, 2, 4.0), (16, 20, 0.01)])
def test_attack_is_the_total_variation_between_learner_laws(place, others, epsilon):
    laws = [private_pac.learner_probabilities(Thresholds(16), *attack_sample(place, others, b), epsilon=epsilon) for b in (0, 1)]
    s = experiments.attack.setting(place=place, others=others)
    got = values(experiments.attack, "exact", s, [epsilon])[0]
    assert got == pytest.approx(0.5 + 0.5 * total_variation(*laws), rel=1e-12)
    assert got <= 0.5 + 0.5 * np.tanh(epsilon / 4) + 1e-12 < values(experiments.attack, "ceiling", s, [epsilon])[0] + 2e-12


def test_the_game_agrees_with_exact():
    # Clopper-Pearson, 3 settings x 49 places, false alarm 1e-6 in all (Bonferroni), seed fixed.
    e = experiments.attack
    for place, others in ((1, 0), (3, 1), (9, 20)):
        s = e.setting(place=place, others=others)
        hits = first_half.draw_attack(s, e.simulated_x, np.random.default_rng(1), 5000).sum(axis=0)
        low, high = clopper_pearson(hits, 5000, 1 - 1e-6 / (3 * len(e.simulated_x)))
        exact = values(e, "exact", s, e.simulated_x)
        assert ((low <= exact) & (exact <= high)).all()


# ---- agnostic ------------------------------------------------------------------------------------------


def test_mean_excess_lies_below_both_bounds():
    # Empirical Bernstein (Maurer-Pontil) lower limits, range 1/2, 3 x 17 places, false alarm 1e-6 in all.
    # The explicit bound fails with probability .05, when the excess is at most 1/2: mean <= bound + .025.
    e = experiments.agnostic
    for epsilon, noise in ((0.1, 0.4), (1.0, 0.2), (10.0, 0.0)):
        s = e.setting(epsilon=epsilon, noise=noise, d=4)
        runs = first_half.draw_agnostic(s, e.simulated_x, np.random.default_rng(2), 500)
        assert runs.min() >= 0 and runs.max() <= 0.5
        log_term = np.log(2 * 3 * 17 / 1e-6)
        low = runs.mean(axis=0) - np.sqrt(2 * runs.var(axis=0, ddof=1) * log_term / 500) - 7 * 0.5 * log_term / (3 * 499)
        assert (low <= values(e, "stability", s, e.simulated_x)).all()
        assert (low <= values(e, "explicit", s, e.simulated_x) + 0.025).all()


def test_mean_excess_at_one_example_by_hand():
    # One example, η = 0: with probability over x uniform, law known; enumerate both and compare the means.
    e = experiments.agnostic
    s = e.setting(epsilon=2.0, noise=0.1, d=2)
    thresholds, excess = first_half._noisy_world(2, 0.1)
    exact = 0.0
    for x, y in itertools.product(range(1, 5), (0, 1)):
        chance = (0.9 if y == (x <= 2) else 0.1) / 4
        exact += chance * private_pac.learner_probabilities(thresholds, [x], [y], epsilon=2.0) @ excess
    runs = first_half.draw_agnostic(s, np.array([1.0]), np.random.default_rng(4), 20_000)
    assert abs(runs.mean() - exact) <= 0.5 * np.sqrt(np.log(2e6) / 40_000)  # Hoeffding, range 1/2, false alarm 1e-6
    np.testing.assert_allclose(excess, 0.8 * np.abs(np.arange(5) - 2) / 4)


# ---- true_epsilon --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(first_half.SMALL_CLASSES))
@pytest.mark.parametrize("relation", ["replace_one", "add_remove"])
def test_true_epsilon_is_the_audit(name, relation):
    concept_class, n, epsilon = first_half.SMALL_CLASSES[name], 2, 0.9
    points = [tuple(p) if np.ndim(p) else (int(p),) for p in concept_class.domain()]
    domain = [(*map(int, p), y) for p in points for y in (0, 1)]
    width = len(domain[0]) - 1

    def law(dataset):
        records = np.array(dataset)
        x = records[:, :width] if isinstance(concept_class, Conjunctions) or name == "parities" else records[:, 0]
        return private_pac.learner_probabilities(concept_class, x, records[:, -1], epsilon=epsilon)

    report = audit(law, all_datasets(domain, n), domain=domain, relation=Relation[relation.upper()], epsilon=epsilon, min_records=1)
    assert first_half.small_sample_epsilon(name, n, np.array([epsilon]), relation)[0] == pytest.approx(report.true_epsilon, rel=1e-9)


def test_true_epsilon_stays_under_the_claims():
    e = experiments.true_epsilon
    x = np.geomspace(0.01, 10, 25)
    for name, n in itertools.product(first_half.SMALL_CLASSES, range(1, 6)):
        s = e.setting(n=n, small_class=name)
        assert (values(e, "replace_one", s, x) <= 1 + 1e-9).all() and (values(e, "add_remove", s, x) <= 0.5 + 1e-9).all()
    tight = e.setting(n=5)
    assert values(e, "replace_one", tight, [10.0])[0] > 0.999 and values(e, "add_remove", tight, [10.0])[0] > 0.499


# ---- parity_privacy, parity_learning -------------------------------------------------------------------


def test_parity_polynomials_are_the_learner():
    for d, n, p in ((1, 2, 0.3), (2, 2, 0.7), (2, 3, 0.05)):
        samples, _ = private_efficient._samples(d, n)
        k = np.arange(n + 1)
        laws = np.einsum("sko,k->so", private_efficient.parity_laws(d, n), p**k * (1 - p) ** (n - k))
        for sample, law in list(zip(samples, laws))[::7]:
            x = [[rec >> 1 >> i & 1 for i in range(d)] for rec in sample]
            want = private_parity.parity_learner_probabilities(x, [rec & 1 for rec in sample], epsilon=1.0, sampling=p)
            np.testing.assert_allclose(law, want, atol=1e-14)


@pytest.mark.parametrize("relation", ["replace_one", "add_remove"])
def test_enumerated_parity_epsilon_is_the_formula(relation):
    p = np.linspace(0.01, 0.99, 15)
    formula = [private_parity.parity_epsilon(v, Relation[relation.upper()]) for v in p]
    for d, n in ((1, 1), (1, 2), (2, 1), (2, 2)):
        np.testing.assert_allclose(private_efficient.enumerated_epsilon(d, n, p, relation), formula, rtol=1e-9)


def test_enumerated_parity_epsilon_by_neighbors():
    p, worst = 0.4, 0.0
    records = [((a,), y) for a in (0, 1) for y in (0, 1)]
    laws = {s: private_parity.parity_learner_probabilities([r[0] for r in s], [r[1] for r in s], epsilon=1.0, sampling=p)
            for s in itertools.product(records, repeat=2)}
    for s, t in itertools.combinations(laws, 2):
        if sum(a != b for a, b in zip(s, t)) == 1:
            worst = max(worst, exact_epsilon(laws[s], laws[t]))
    assert private_efficient.enumerated_epsilon(1, 2, np.array([p]), "replace_one")[0] == pytest.approx(worst, rel=1e-10)


def test_chance_of_target_counts_matrices():
    d = 2
    chance = private_efficient.chance_of_target(d)
    for m in range(4):
        total = 0.0
        for rows in itertools.product(range(4), repeat=m):
            solutions = sum(all((r & row).bit_count() % 2 == 0 for row in rows) for r in range(4))
            total += 1 / solutions / 4**m
        assert chance[m] == pytest.approx(total, rel=1e-12)


def test_parity_simulation_agrees_with_exact_and_bound():
    # Clopper-Pearson, 4 settings x 49 places, false alarm 1e-6 in all (Bonferroni), seed fixed.
    e = experiments.parity_learning
    for d, epsilon, alpha, batches in ((1, 1.0, 0.1, 1), (100, 1.0, 0.1, 6), (20, 0.1, 0.49, 3), (128, 10.0, 0.01, 8)):
        s = e.setting(d=d, epsilon=epsilon, alpha=alpha, batches=batches)
        x = e.simulated_x
        hits = private_efficient.draw_parity_learning(s, x, np.random.default_rng(6), 3000).sum(axis=0)
        low, high = clopper_pearson(hits, 3000, 1 - 1e-6 / (4 * len(x)))
        exact = values(e, "exact", s, x)
        assert ((low <= exact + 1e-15) & (exact <= high)).all()
        assert (values(e, "bound", s, x) <= exact + 1e-12).all()


def test_parity_exact_is_the_learner_on_records():
    # 300 runs of the learner itself in the lazy world; Hoeffding, false alarm 1e-6: sqrt(ln(2e6)/600) = .156.
    d, n, batches, epsilon, alpha = 5, 90, 2, 1.5, 0.3
    rng, hits = np.random.default_rng(12), 0
    target = rng.integers(0, 2, d)
    for _ in range(300):
        x = rng.integers(0, 2, (n, d)) * (rng.random((n, 1)) < 2 * alpha)
        out = private_parity.private_parity_learner(x, x @ target % 2, epsilon=epsilon, rng=rng, batches=batches)
        hits += not out.failed and (out.mask == target).all()
    s = experiments.parity_learning.setting(d=d, batches=batches, epsilon=epsilon, alpha=alpha)
    exact = values(experiments.parity_learning, "exact", s, [n])[0]
    assert abs(hits / 300 - exact) <= np.sqrt(np.log(2e6) / 600)


# ---- statistical queries -------------------------------------------------------------------------------


def test_simulated_noise_agrees_with_exact():
    # Chebyshev would do: the largest of m exponentials has variance below π²/6; mean of 20,000 within 6 standard errors
    # (Gaussian tail 2e-9 a place, 41 places; the sum of 20,000 such variables is normal to well within the margin to 1e-6).
    e = experiments.statistical_queries
    s = e.setting(n=1000, epsilon=0.5)
    x = e.simulated_x
    runs = private_efficient.draw_queries(s, x, np.random.default_rng(9), 20_000)
    exact = values(e, "exact", s, x)
    assert (np.abs(runs.mean(axis=0) - exact) <= 6 * np.pi / np.sqrt(6) * (x / (0.5 * 1000)) / np.sqrt(20_000)).all()
    np.testing.assert_allclose(exact[:1], [1 / 500])


@pytest.mark.parametrize("n, m", [(3, 2), (4, 2), (5, 1), (2, 3)])
def test_sampling_error_of_fair_averages_by_brute_force(n, m):
    means = [sum(bits) / n for bits in itertools.product((0, 1), repeat=n)]
    want = np.mean([max(abs(v - 0.5) for v in choice) for choice in itertools.product(means, repeat=m)])
    assert private_efficient._fair_sampling(SimpleNamespace(n=n), np.array([float(m)]))[0] == pytest.approx(want, rel=1e-12)


def test_sampling_error_of_one_fair_average_at_large_n():
    # E|Bin(n, 1/2)/n - 1/2| = C(n-1, floor((n-1)/2)) / 2^n, about 1/sqrt(2 pi n).
    for n in (100, 101, 999_999, 1_000_000):
        exact = np.exp(special.gammaln(n) - special.gammaln((n - 1) // 2 + 1) - special.gammaln(n - (n - 1) // 2) - n * np.log(2))
        assert private_efficient._fair_sampling(SimpleNamespace(n=n), np.array([1.0]))[0] == pytest.approx(exact, rel=1e-7)


def test_trap_mean_is_the_function_and_the_simulation():
    e = experiments.adaptive_trap
    x = e.simulated_x
    assert x[-1] % 20 == 0  # draw_trap cuts the records into blocks of 20
    for m in (11, 101, 1001):
        s = e.setting(m=str(m))
        exact = values(e, "exact", s, x)
        np.testing.assert_allclose(exact, [sq.adaptive_trap_expected_error(m, int(n)) for n in x], rtol=1e-9)
    for m, runs in ((11, 1000), (101, 400)):
        drawn = private_efficient.draw_trap(e.setting(m=str(m)), x, np.random.default_rng(7), runs)
        # Hoeffding for means in [-1/2, 1/2], 2 x 13 places, false alarm 1e-6 in all.
        half = np.sqrt(np.log(2 * 26 / 1e-6) / (2 * runs))
        assert (np.abs(drawn.mean(axis=0) - values(e, "exact", e.setting(m=str(m)), x)) <= half).all()


def test_trap_on_records_by_brute_force():
    """The drawing gives, for the bits it drew, what the definition gives."""
    m, x = 11, experiments.adaptive_trap.simulated_x
    drawn = private_efficient.draw_trap(experiments.adaptive_trap.setting(m=str(m)), x, np.random.default_rng(5), 1)[0]
    top = int(x[-1])
    bits = np.unpackbits(np.frombuffer(np.random.default_rng(5).bytes((top * m + 7) // 8), np.uint8), count=top * m).reshape(top, m)
    z = 2.0 * bits - 1
    for n, error in zip(x.astype(int), drawn):
        sign = np.where(z[:n].sum(axis=0) >= 0, 1, -1)
        assert error == pytest.approx((z[:n] @ sign > 0).mean() - 0.5, abs=1e-12)


def test_sq_conjunction_simulation_is_the_learner_on_records():
    # 2000 runs of the learner on records against 2000 of the simulation; both in [0, 1].  Hoeffding, false alarm 1e-6 in all.
    d, n, epsilon = 12, 110, 2.0
    zero = private_efficient.other_bits(d)
    rng, errors = np.random.default_rng(3), []
    chance = np.concatenate([np.full(5, private_efficient.ZERO), zero])
    for _ in range(2000):
        x = (rng.random((n, d)) > chance).astype(int)
        learned = sq.learn_conjunction(x, x[:, :5].all(axis=1), epsilon=epsilon, beta=0.05, rng=rng).literals
        both = np.prod(1 - chance[learned | (np.arange(d) < 5)])
        errors.append(private_efficient.POSITIVE + np.prod(1 - chance[learned]) - 2 * both)
    s = experiments.sq_conjunction.setting(d=d, epsilon=epsilon)
    drawn = private_efficient.draw_sq_conjunction(s, np.array([float(n)]), rng, 2000)
    assert abs(np.mean(errors) - drawn.mean()) <= 2 * np.sqrt(np.log(4e6) / 4000)
    assert np.mean(errors) > 0.15  # the comparison has something to compare


def test_sq_error_by_hand():
    # Nothing extra, nothing lost: 0.  One extra bit that is 0 with probability 1/2: half the positives.
    assert private_efficient.conjunction_error(0.0, 0.0) == pytest.approx(0, abs=1e-15)
    assert private_efficient.conjunction_error(np.log(0.5), 0.0) == pytest.approx(0.9**5 / 2)
    # The first literal surely lost from all five: Pr[K] = 1, error 1 - .9^5.
    assert private_efficient.conjunction_error(0.0, 1.0) == pytest.approx(1 - 0.9**5)


def test_sq_bound_holds_in_the_simulation():
    # The bound holds with probability .95, so the mean error is at most bound + .05 (Hoeffding on 500 runs, 1e-6 over 17 places).
    e = experiments.sq_conjunction
    s = e.setting(d=100, epsilon=1.0)
    drawn = private_efficient.draw_sq_conjunction(s, e.simulated_x, np.random.default_rng(2), 500)
    slack = np.sqrt(np.log(17e6) / 1000)
    assert (drawn.mean(axis=0) - slack <= values(e, "bound", s, e.simulated_x) + 0.05).all()


# ---- real data -----------------------------------------------------------------------------------------


def test_mushroom_curves_are_the_learner():
    data, n, d, epsilon = load_mushroom(), 500, 4, 0.03
    order = np.random.default_rng(private_data.SHUFFLE).permutation(data.n)
    x, y = data.literals(private_data.LITERALS[:d])[order], data.y[order]
    law = private_pac.learner_probabilities(Conjunctions(d), x[:n].astype(int), y[:n], epsilon=epsilon)
    wrong = Conjunctions(d).predictions(x.astype(int)) != y
    s = experiments.mushrooms.setting(n=n, d=d)
    assert values(experiments.mushrooms, "exact", s, [epsilon])[0] == pytest.approx(law @ wrong[:, :n].mean(axis=1), rel=1e-9)
    assert values(experiments.mushrooms, "unseen", s, [epsilon])[0] == pytest.approx(law @ wrong[:, n:].mean(axis=1), rel=1e-9)
    assert values(experiments.mushrooms, "best", s, [epsilon])[0] == wrong[:, :n].mean(axis=1).min()


@pytest.mark.parametrize("task", list(private_data.TASKS))
def test_interval_curves_are_the_learner(task):
    data, n, epsilon = load_interval_task(task), 200, 0.2
    order = np.random.default_rng(private_data.SHUFFLE).permutation(data.n)
    y = ~data.y if task in private_data.RISING else data.y
    ranks, y = data.ranks[order], y[order]
    law = private_pac.learner_probabilities(Thresholds(data.domain_size), ranks[:n], y[:n], epsilon=epsilon)
    s = experiments.private_interval.setting(n=n, task=task)
    wrong = Thresholds(data.domain_size).predictions(ranks[:n]) != y[:n]
    assert values(experiments.private_interval, "exact", s, [epsilon])[0] == pytest.approx(law @ wrong.mean(axis=1), rel=1e-9)


@pytest.mark.parametrize("name", ["mushrooms", "private_interval"])
def test_real_data_error_between_best_and_bound(name):
    e, x = getattr(experiments, name), np.geomspace(0.001, 10, 17)
    for s in random_settings(e, 40):
        best, exact, bound = (values(e, key, s, x) for key in ("best", "exact", "bound"))
        assert (best <= exact + 1e-12).all() and (exact <= bound + 1e-12).all()
        assert (np.diff(exact) <= 1e-12).all()   # more budget, fewer mistakes on the records seen


def test_whole_mushroom_file_has_its_published_best():
    # With all ten literals the best conjunction is at least as good as the seven of the published rule: 48 errors.
    s = experiments.mushrooms.setting(d=10)
    assert values(experiments.mushrooms, "best", s, [1.0])[0] * 8124 <= 48 + 1e-9
