"""Lecture 6, what an interface gives away: was this census record in the training data?

* `membership_overfit`: the label attack on a decision tree, as its depth grows; its advantage is the generalization
  gap;
* `membership_attack`: the same attack on one neighbor behind an ε-private interface, under its ceilings.

The records are Adult's (real); "fresh" records are others of the same file.
"""

from functools import cache

import numpy as np
from scipy.special import expit

from ... import data, prediction
from ...experiment import Axis, Choice, Experiment, Series, Simulation, integer, log_integer, log_scale, remembered
from ..formulas import majority
from ._neighbor_votes import neighbor_votes

SEED = 3
EPSILON = log_scale("epsilon", "ε", "privacy of an answer", 0.1, 10, 1.0)


# ---- membership_overfit ----------------------------------------------------------------------------

MOST_DEPTH = 30
TREES = 20          # of each size, behind the drawn accuracies
FRESH = 300         # asked about in each run
WHOM = {"all": "everybody", "rich": "who earns more than 50,000", "rest": "who does not"}
SIZES = log_integer("n", "n", "training records", 50, 500, 200, steps=25)


def answers_by_depth(x, y, queries, depths, rng) -> np.ndarray:
    """The labels that a decision tree gives, cut at each of the depths: bool (depths, queries); even leaves answer 0.

    Grown until its leaves are pure, then cut: CART splits from the top and never looks back, so one training gives all
    depths.
    """
    from sklearn.tree import DecisionTreeClassifier  # here: it takes longer to load than all else in this package

    # ties between equal splits are broken at random
    tree = DecisionTreeClassifier(random_state=int(rng.integers(2**31))).fit(x, y)
    path = tree.decision_path(queries)  # a row's nodes, from the root to its leaf
    node = path.indices[path.indptr[:-1] + np.minimum(np.reshape(depths, (-1, 1)), np.diff(path.indptr) - 1)]
    return tree.classes_[tree.tree_.value[:, 0].argmax(axis=1)][node]


def tree_run(n, depths, rng) -> np.ndarray:
    """One tree on n records: the share right by depth, (3 groups of WHOM, members and fresh, depths)."""
    adult = data.load_adult()
    drawn = rng.choice(adult.n, n + FRESH, replace=False)
    x, y, member = adult.x[drawn], adult.y[drawn], np.arange(n + FRESH) < n
    right = answers_by_depth(x[:n], y[:n], x, depths, rng) == y
    # a group that happens to be empty (one draw in 10^5 at n = 50) counts as never right
    return np.array([[right[:, group & part].sum(axis=1) / max((group & part).sum(), 1) for part in (member, ~member)]
                     for group in (member | True, y == 1, y == 0)])


@cache
def tree_shares(n):
    """Mean shares of TREES trees on n records each: (3, 2, depths)."""
    rng, depths = np.random.default_rng(SEED), np.arange(MOST_DEPTH + 1)
    return np.mean([tree_run(n, depths, rng) for _ in range(TREES)], axis=0)


def share_right(s, depth):
    """Right answers by depth: on members and on fresh records."""
    return tree_shares(s.n)[list(WHOM).index(s.whom)][:, np.asarray(depth, int)]


def draw_gap(setting, x, rng, runs):
    """The attack's advantage on everyone asked, run by run:
    says "member" where the answer is the record's own label.
    """
    shares = np.stack([tree_run(setting.n, x.astype(int), rng)[list(WHOM).index(setting.whom)] for _ in range(runs)])
    return shares[:, 0] - shares[:, 1]


membership_overfit = Experiment(
    "membership_overfit",
    "What a tree learned by heart it tells: the attack's advantage is the gap",
    "How well does \"right, so a member\" tell training records from fresh ones, as the tree grows?",
    parameters=(
        integer("depth", "d", "depth of the tree", 1, MOST_DEPTH, MOST_DEPTH, steps=MOST_DEPTH),
        SIZES,
        Choice("whom", "asked about", WHOM, "all"),
    ),
    y=Axis("share of right answers; advantage", 0.0, 1.05),
    series=(
        Series("members", "members", f"right on training records, mean of {TREES} trees",
               lambda s, d: share_right(s, d)[0], "baseline", "nonprivate"),
        Series("fresh", "fresh", f"right on fresh records, mean of {TREES} trees", lambda s, d: share_right(s, d)[1],
               "baseline", "truth"),
    ),
    simulation=Simulation(draw_gap, "advantage of the attack, fresh trees", short="advantage", runs=2000,
                          chunk=lambda s: 200 // s.n, static_runs=500, band="normal"),
    simulated_points=11,
)


# ---- membership_attack -----------------------------------------------------------------------------

DATA_SIZES = log_integer("n", "n", "training records", 50, 1000, 200, steps=25)
RUNS, HELD = 150, 50    # data sets of each size, and records of each, behind the line without privacy


@cache
def census():
    """Adult's records, labels and squared lengths."""
    adult = data.load_adult()
    return (x := adult.x.astype(float)), adult.y, np.square(x).sum(axis=1)


@cache
def neighbor_gain(n):
    """The attack's advantage on one neighbor of all n records, without privacy."""
    members, fresh = neighbor_votes(*census(), n, 1, rng=np.random.default_rng(SEED), runs=RUNS, targets=HELD)
    return members.mean() - fresh.mean()


@remembered("n_parts", "asked")
def informed(s, epsilon):
    """The informed attacker's advantage at the worst votes."""
    return prediction.informed_advantage(s.n_parts, epsilon=epsilon, asked=s.asked)


def draw_private(setting, x, rng, runs):
    """Votes for a record's label in both worlds; the coin of the interface, tossed k times, is averaged exactly."""
    members, fresh = neighbor_votes(*census(), setting.n, setting.n_parts, rng=rng, runs=runs, targets=10)
    lead = 2 * np.arange(setting.n_parts + 1)[:, None] - setting.n_parts
    by_votes = majority(expit(x * lead / 2), setting.asked)   # Pr[most answers are the record's own label]
    return np.mean(by_votes[members] - by_votes[fresh], axis=1)


membership_attack = Experiment(
    "membership_attack",
    "Private answers: a ceiling for every attack, and this one stays far below it",
    "One neighbor in each of r parts, an ε-private vote: what does the attack gain from k answers?",
    parameters=(
        EPSILON,
        log_integer("asked", "k", "answers to the same question", 1, 101, 1, steps=31),
        integer("n_parts", "r", "parts", 1, 50, 5),
        DATA_SIZES,
    ),
    y=Axis("advantage of an attack", 1e-3, 1.3, log=True),
    series=(
        Series("ceiling", "ceiling", "tanh(ε/2); for k answers by the best composition (KOV15)",
               lambda s, e: prediction.membership_ceiling.curve(e, s.asked), "sharp"),
        Series("informed", "informed", "who knows all other records, exact at the worst votes",
               informed, "exact"),
        Series("nonprivate", "no privacy", f"the attack without privacy, one neighbor ({RUNS * HELD:,} targets)",
               lambda s, e: neighbor_gain(s.n), "baseline", "nonprivate"),
    ),
    simulation=Simulation(draw_private, "the attack on private answers", runs=20_000,
                          chunk=lambda s: max(2, 8000 // (s.n + 60)), static_runs=3000, band="normal"),
    points=65,
    simulated_points=17,
)
