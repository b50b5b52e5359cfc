"""Lecture 6's attack: curves against their formulas, every run under its ceiling, trees against scikit-learn's own."""


import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from dplearn import prediction, simulate
from dplearn.prediction.experiments.membership import membership_attack, membership_overfit
from dplearn.prediction.experiments import generalization as prediction_generalization
from dplearn.prediction.experiments.membership import (
    FRESH, RUNS, TARGETS, WHOM, census_game, draw_private, neighbor_table, tree_run,
)
from asking import ends, random_settings, values

SURE = 1 - 1e-6  # a band of this confidence misses the truth with chance 1e-6 at most
EPSILON = np.geomspace(0.05, 10, 9)


@pytest.mark.parametrize("setting", random_settings(membership_attack, 8), ids=str)
def test_every_run_is_under_every_ceiling(setting):
    ceiling, informed = (values(membership_attack, key, setting, EPSILON) for key in ("ceiling", "informed"))
    basic = prediction.membership_ceiling(EPSILON, setting.asked, composition="basic")
    assert (informed <= ceiling + 1e-12).all() and (ceiling <= basic + 1e-12).all()
    drawn = draw_private(setting, EPSILON, np.random.default_rng(1), 30)
    assert drawn.shape == (30, 9) and (np.abs(drawn) <= informed + 1e-12).all()      # one vote more or less, at these votes


def test_no_noise_and_one_part_is_the_line_without_privacy():
    """At ε = 10 and k = 101 the coin hardly ever errs: two estimates of one number, their bands (Bernstein, 1e-6 each) must meet."""
    setting = membership_attack.setting(n_parts=1, asked=101, epsilon=10.0, n=100)
    drawn = draw_private(setting, np.array([10.0]), np.random.default_rng(2), 4000)
    here = simulate.estimate(simulate.Moments.of(drawn), band="bernstein", confidence=SURE, support=(-1, 1))
    line = values(membership_attack, "nonprivate", setting, EPSILON)[0]
    members, fresh = census_game().votes(100, rng=np.random.default_rng(3), runs=4000, targets=TARGETS)
    there = simulate.estimate(simulate.Moments.of((members - fresh).mean(axis=1, keepdims=True)), band="bernstein", confidence=SURE, support=(-1, 1))
    assert here.low < there.high and there.low < here.high
    half = simulate.bernstein_halfwidth(0.05, RUNS, SURE, 2.0)     # the table's own band; a run's variance is below 0.05
    assert there.low - half < line < there.high + half and 0.1 < line < 0.35
    assert neighbor_table()(100) != neighbor_table()(150)


def test_a_tree_run_by_scikit_learn():
    rng, n = np.random.default_rng(4), 80
    shares = tree_run(n, np.array([0, 1000]), np.random.default_rng(4))
    game = census_game()
    drawn = rng.choice(len(game.y), n + FRESH, replace=False)
    x, y = game.x[drawn], game.y[drawn]
    tree = DecisionTreeClassifier(random_state=int(rng.integers(2**31))).fit(x[:n], y[:n])
    right = tree.predict_proba(x)[:, 1] > 0.5
    for i, group in enumerate((np.full(len(y), True), y == 1, y == 0)):
        assert shares[i, 0, 1] == pytest.approx((right == y)[:n][group[:n]].mean())
        assert shares[i, 1, 1] == pytest.approx((right == y)[n:][group[n:]].mean())
    assert shares[0, 0, 0] == max(y[:n].mean(), 1 - y[:n].mean())
    assert shares[0] == pytest.approx(np.array([  # everybody is the mixture of both groups
        [np.average(shares[1:, j, d], weights=[y[part].sum(), (1 - y[part]).sum()]) for d in (0, 1)]
        for j, part in enumerate((slice(0, n), slice(n, None)))]))


@pytest.mark.parametrize("whom", ["all", "rich", "rest"])
def test_the_gap_and_the_attack(whom):
    depth = np.arange(1, 31.0)
    for n in (50, 200, 500):
        setting = membership_overfit.setting(n=n, whom=whom)
        members, fresh, gap = (values(membership_overfit, key, setting, depth) for key in ("members", "fresh", "gap"))
        assert gap == pytest.approx(members - fresh)
        if whom == "all":
            assert (np.diff(members) >= -1e-12).all() and members[-1] > 0.98 and gap[-1] > 0.1
    depths, rng = membership_overfit.simulated_x, np.random.default_rng(6)      # the attack's gain is the gap, run by run
    shares = [tree_run(500, depths.astype(int), rng)[list(WHOM).index(whom)] for _ in range(3)]
    drawn = membership_overfit.draw(setting)(np.random.default_rng(6), 3)
    assert drawn == pytest.approx(np.array([members - fresh for members, fresh in shares]))


def test_the_rich_are_easier_to_spot():
    """A fresh earner's label is guessed badly, so a right answer says more."""
    for n in (50, 200, 500):
        gaps = [values(membership_overfit, "gap", membership_overfit.setting(n=n, whom=whom), [30])[0] for whom in ("rest", "all", "rich")]
        assert gaps[0] < gaps[1] < gaps[2] and gaps[2] > 2 * gaps[1]


def test_generalization_curves():
    log = np.geomspace(0.005, 10, 400)
    for setting in ends(prediction_generalization) + random_settings(prediction_generalization, 20):
        printed, false, sharp, markov, floor = (values(prediction_generalization, key, setting, log)
                                                for key in ("printed", "false", "sharp", "markov", "floor"))
        e = setting.epsilon
        assert sharp == pytest.approx(prediction.tail_factor(np.exp(-log), e)) and floor == pytest.approx(np.exp(e))
        assert (sharp >= printed * (1 - 1e-12)).all() and (sharp > floor).all() and (sharp <= markov * (1 + 1e-12)).all()
        assert (np.isnan(false) == (log > e / 4)).all() and (false[log <= e / 4] == printed[log <= e / 4]).all()
