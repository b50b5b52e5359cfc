"""The numbers in the prose of companion 6c."""

import functools

import numpy as np
from sklearn.tree import DecisionTreeClassifier
from claims import checked

from dplearn import data, prediction, privacy
from dplearn.estimators import PrivatePredictor
from dplearn.prediction import brute
from dplearn.prediction.experiments.many import ASKED, always_no, expected_error, prediction_adult

ONE_TREE = functools.partial(expected_error, 32_561, 1, np.inf)


def three_answers():
    """δ of three answers of five parts, by every strategy, and for fixed questions."""
    coin = [brute.coin(v, 5, 0.5) for v in range(6)]
    pairs = [pair for a, b in zip(coin, coin[1:]) for pair in ((a, b), (b, a))]
    return {"adapts": brute.worst_asker(pairs, 3, 1.0)[1],
            "fixed": privacy.bounded_range_composition_delta(1.0, 3, 1.0)}


@functools.cache
def by_parts(n, epsilon):
    """Error by r, for the ten r of the slider."""
    return {int(r): expected_error(n, int(r), epsilon) for r in prediction_adult.parameter("n_parts").values}


def best(n, epsilon):
    errors = by_parts(n, epsilon)
    return {"r": min(errors, key=errors.get), "error": min(errors.values())}


def drowned():
    """The coin is worse than "no" exactly up to the r named, among the ten."""
    worse = [r for r, e in by_parts(32_561, 0.1).items() if e > always_no()]
    assert worse == [r for r in by_parts(32_561, 0.1) if r <= max(worse)]
    return {"r": max(worse)}


@functools.cache
def runs(depth):
    """(one tree, private) errors of three shuffles, as the page's cell."""
    adult = data.load_adult()
    train, test = np.flatnonzero(adult.train), np.flatnonzero(~adult.train)
    tree, found = DecisionTreeClassifier(max_depth=depth, random_state=0), []
    for seed in range(3):
        asked = np.random.default_rng(seed).permutation(test)[:4000]
        truth = adult.y[asked].astype(int)
        model = PrivatePredictor(tree, epsilon=0.1, n_parts=250, random_state=seed).fit(adult.x[train], adult.y[train])
        private = 1 - model.predict_proba(adult.x[asked])[np.arange(4000), truth]
        found.append((np.mean(tree.fit(adult.x[train], adult.y[train]).predict(adult.x[asked]) != truth),
                      private.mean()))
    return 100 * np.array(found).T


def cost(depth):
    points = runs(depth)[1] - runs(depth)[0]
    assert points.min() >= 0
    return {"low": points.min(), "high": points.max()}


def gains():
    one, private = runs(3) - runs(8)
    return ((abs(one - 1.1) < 0.2).all() and (0.45 < private).all() and (private < 0.8).all()
                and (one > private).all())


def spread():
    return all(0.6 < np.ptp(errors) < 1.2 for depth in (3, 8) for errors in runs(depth))


@functools.cache
def each(how):
    return prediction.answer_epsilon(1.0, 1e-6, 1000, composition=how)


def thousand(how):
    """The error of each of a thousand answers, from a thousand parts."""
    return expected_error(32_561, 1000, each(how))


CLAIMS = {
    "{adapts:.4f} against {fixed:.4f}: a small gap": three_answers,
    "The four accounts above hold for askers who adapt": checked("DF18-D1.1"),
    "the census, {n:,} training records": data.load_adult().train.sum(),
    "on {asked:,} people of the test file": ASKED,
    "The largest $r$ shown is best: {r} trees of {size} records each. Private answers err by {error:.3f}":
        best(32_561, 0.1) | {"size": 32_561 // 250},
    "as one tree of that depth does on everything": abs(best(32_561, 0.1)["error"] - ONE_TREE()) < 0.001,
    "Up to $r = {r}$ the coin drowns the votes": drowned,
    "\"no\" to all ({no:.3f}) is better": always_no,
    "even {r} votes are too few: {error:.3f}": best(32_561, 0.01),
    "the best of the ten $r$ is {r}, with {error:.3f}": best(2000, 0.1),
    "of eight records the vote itself errs by {error:.3f}": expected_error(2000, 250, np.inf),
    "the single tree more: about a point, against half to three quarters of a point": gains,
    "between {low:.1f} and {high:.1f} points in these three runs": cost(8),
    "with both at depth 3, at most {high:.1f}": cost(3),
    "differ among themselves by about a point": spread,
    "$r = 500$ errs by {error:.3f}": expected_error(32_561, 500, 0.1),
    "Adding up leaves $\\varepsilon_0 = {each:.3f}$": each("basic"),
    "wrong in {error:.0%} with 1,000 parts": thousand("basic"),
    "range it errs by {error:.3f}, three points more": thousand("bounded-range"),
    "three points more than one tree of that depth":
        0.03 < thousand("bounded-range") - ONE_TREE() < 0.035,
    "the better account allows twelve times the $\\varepsilon_0$":
        11.5 < each("bounded-range") / each("basic") < 12.5,
}

GIVEN = r"""
three answers of $\varepsilon_0 = 1$. We compare $\delta$ at $\varepsilon = 1$
a tree of depth 3 on each part
Who earns more than 50,000 dollars?
How large is the best $r$: 10, 50, 250?
$\varepsilon = 0.1$ for an answer
(blue, at $r = 1$)
At $\varepsilon = 0.01$ even
With 2,000 records and $\varepsilon = 0.1$
of 250 parts of eight records
*a tree of depth 3*
and other 4,000 people
With both at depth 8
with both at depth 3
at depth 3 in the picture's division
They share $\varepsilon = 1$, $\delta = 10^{-6}$
with 1,000 parts
at depth 3, at most
$r = 500$ errs
Up to $r =
"""
