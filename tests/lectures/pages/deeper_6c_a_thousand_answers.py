"""The numbers in the prose of companion 6c."""

import functools

import numpy as np
from claims import prints

from dplearn import data
from dplearn.prediction.deeper.experiments.many import ASKED, always_no, expected_error, prediction_adult

printed = prints("deeper/6c-a-thousand-answers")
# By depth, in points: errors of one tree and of private answers in two shuffles
SHUFFLES = {depth: 100 * np.reshape(printed(f"depth {depth}: one tree, shown,"), (2, 2)) for depth in (3, 8)}
DEEP = SHUFFLES[3] - SHUFFLES[8]    # what depth gains: of one tree, of private answers
ONE_TREE = functools.partial(expected_error, 1, np.inf)


@functools.cache
def by_parts(epsilon):
    """Error by r, for the r of the slider."""
    return {int(r): expected_error(int(r), epsilon) for r in prediction_adult.parameter("n_parts").values}


def best(epsilon):
    errors = by_parts(epsilon)
    return {"r": min(errors, key=errors.get), "error": min(errors.values())}


def drowned():
    """The coin is worse than "no" exactly up to the r named, of the slider's."""
    worse = [r for r, e in by_parts(0.1).items() if e > always_no()]
    assert worse == [r for r in by_parts(0.1) if r <= max(worse)]
    return {"r": max(worse)}


def cost(depth):
    points = SHUFFLES[depth][1] - SHUFFLES[depth][0]
    return {"low": points.min(), "high": points.max()}


CLAIMS = {
    "the census, {n:,} training records": data.load_adult().train.sum(),
    "on {asked:,} people of the test file": ASKED,
    "The largest $r$ shown is best: {r} trees of {size} records each. Private answers err by {error:.3f}":
        best(0.1) | {"size": 32_561 // 250},
    "as one tree of that depth does on everything": abs(best(0.1)["error"] - ONE_TREE()) < 0.001,
    "Up to $r = {r}$ the coin drowns the votes": drowned,
    "they err more than \"no\" to all, {no:.3f}": always_no,
    "even {r} votes are too few: {error:.3f}": best(0.01),
    "between {low:.1f} and {high:.1f} points in these two runs": cost(8),
    "with both at depth 3, at most {high:.1f}": cost(3),
    "Adding up leaves $\\varepsilon_0 = {each:.3f}$": printed("basic")[0],
    "wrong in {error:.0%} with 1,000 parts": printed("basic")[3],
    "the account that knows the range allows twelve times the $\\varepsilon_0$":
        11.5 < printed("bounded-range")[0] / printed("basic")[0] < 12.5,
    "the single tree more: about a point, against half to three quarters of a point":
        (abs(DEEP[0] - 1.1) < 0.2).all() and 0.5 < DEEP[1].mean() < 0.75,
    "three points more than one tree of that depth": 0.03 < printed("bounded-range")[3] - ONE_TREE() < 0.035,
}

GIVEN = r"""
three answers of $\varepsilon_0 = 1$. We compare $\delta$ at $\varepsilon = 1$
a tree of depth 3 on each part
Who earns more than 50,000 dollars?
How large is the best $r$: 10, 50, 250?
$\varepsilon = 0.1$ for an answer
(blue, at $r = 1$)
At $\varepsilon = 0.01$ even
*a tree of depth 3*
and other 4,000 people
With both at depth 8
with both at depth 3
They share $\varepsilon = 1$, $\delta = 10^{-6}$
with 1,000 parts
at depth 3, at most
Up to $r =
"""

