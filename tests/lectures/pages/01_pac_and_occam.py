"""The numbers in the prose of lecture 1."""

import functools

import numpy as np

from dplearn import concepts, experiments, pac
from dplearn.pac import occam, occam_engine
from dplearn.data import load_mushroom

SEED = 1747  # the page's


def grid(d, alpha=0.1):
    return experiments.finer_grid.at(d=d, alpha=alpha)


@functools.cache
def at_100(world):
    return experiments.occam.at(world=world, d=12, alpha=0.1, n=100)


@functools.cache
def size(d, family="thresholds"):
    return experiments.sample_size.at(d=d, family=family)


def formulas():
    """Occam's n, Theorem 1's, and the VC bound's are the printed formulas."""
    for count, a, b in ((64, 0.1, 0.05), (65, 0.02, 0.3), (4097, 0.3, 0.001)):
        assert pac.occam_sample_size(count, a, b) == np.ceil((np.log(count) + np.log(1 / b)) / a)
        theorem = pac.theorem1_sample_size(count, a)
        assert theorem == np.ceil(2 * np.log(count) / a)
        assert np.isclose(np.exp(-a * (2 * np.log(count) / a) / 2), 1 / count)
        for vc in (1, 7):
            assert pac.vc_sample_size(vc, a, b) == np.ceil(max(4 / a * np.log2(2 / b), 8 * vc / a * np.log2(13 / a)))
    return True


def steps(world):
    row = at_100(world)
    return row["printed"] / row["survivors"], row["survivors"] / row["exact"]


@functools.cache
def survivors(make, n):
    """Bad survivors of the 60 samples in the map, as bool (60, bad)."""
    world = make(8, 0.1)
    seen = occam_engine.first_seen_times(world.p, np.random.default_rng(SEED), 60)
    return world.concept_class.rejection_times(seen, world.target)[:, world.bad(0.1)] > n


def one_in_eight_to_one_in_five():
    fails = occam.exact_failure(occam.threshold_world(8, 0.1), 0.1,
                                25)[0], occam.exact_failure(occam.parity_world(8, 0.1), 0.1, 60)[0]
    return all(1 / 8 <= p <= 1 / 5 for p in fails)


def blocks_touch_the_target():
    world, alive = occam.threshold_world(8, 0.1), survivors(occam.threshold_world, 25)
    left = np.flatnonzero(world.bad(0.1)) < world.target
    for row in alive[alive.any(axis=1)]:
        below, above = row[left], row[~left]
        assert (np.diff(below.astype(int)) >= 0).all() and (np.diff(above.astype(int)) <= 0).all()
    return True


def one_or_three():
    marks = survivors(occam.parity_world, 60).sum(axis=1)
    marks = marks[marks > 0]
    assert marks.max() < 16
    assert np.isin(marks, 2 ** np.arange(1, 9) - 1).all()  # a subspace without the zero: never two
    return bool(np.isin(marks, (1, 3)).mean() > 0.5)


@functools.cache
def mushroom_errors():
    """Errors on all records, and whether the sample is fitted: the page's 200 samples of 841, after those of 50 and
    200 from the same stream."""
    data, rng = load_mushroom(), np.random.default_rng(SEED)
    absent = ~data.x
    for n in (50, 200, 841):
        errors, fits = [], []
        for _ in range(200):
            rows = rng.integers(0, data.n, n)
            wrong = absent[:, absent[rows][data.y[rows]].all(axis=0)].all(axis=1) != data.y
            errors.append(wrong.mean())
            # an AND that accepts all edible ones accepts what this one accepts: if it errs, none fits
            fits.append(not wrong[rows].any())
    return np.array(errors), np.array(fits)


def left_over():
    """Records on which the AND of all statements true of all edible mushrooms errs: poisonous ones, which no AND that
    fits can reject."""
    data = load_mushroom()
    accepted = (~data.x)[:, (~data.x)[data.y].all(axis=0)].all(axis=1)
    assert accepted[data.y].all()
    return int((accepted & ~data.y).sum())


def refuted():
    """Settings of the page's grid that refute the claim without |C|, and the bound with it."""
    n, counts = 2 ** np.arange(11), [0, 0]
    for d in (2, 4, 8, 12):
        for alpha in (0.01, 0.1, 0.3):
            truth = occam.exact_failure(occam.conjunction_world(d, alpha), alpha, n)
            q = (1 - alpha) ** n
            assert np.allclose(truth, 1 - (1 - q) ** d, rtol=1e-3)
            counts[0] += int((truth > q * (1 + 1e-5)).sum())
            counts[1] += int((truth > pac.occam_bound(2**d, alpha, n) * (1 + 1e-5)).sum())
    return counts


def elimination():
    rng = np.random.default_rng(SEED)
    x = (rng.random((400, 200)) < 0.95).astype(int)
    assert pac.elimination_learner(x, x[:, [3, 14, 159]].all(axis=1)) == 2**3 + 2**14 + 2**159
    return 200 - 3


def memorizer():
    row = experiments.memorizer.at(d=8, n=30)
    assert row["learner"] < 1e-8
    bound = [experiments.memorizer.at(d=8, n=n)["bound"] for n in (178, 179)]
    assert bound[0] > 1 > bound[1]
    return row["exact"]


def half_of_the_memorizer():
    row = experiments.memorizer.at(d=8, n=30)
    assert 0.48 < row["small"] / row["exact"] < 0.5
    assert experiments.memorizer.at(d=8, n=12)["learner"] < experiments.memorizer.y.low
    return row


def two_stretches():
    """Failure in the threshold world is at most twice (1 - α)^n, on every grid tried."""
    n = np.array([1, 10, 25, 100])
    return all((occam.exact_failure(occam.threshold_world(d, a), a, n) <= 2 * (1 - a) ** n).all()
               for d in (2, 6, 8, 12) for a in (0.01, 0.1, 0.3))


def patterns_of_cuts():
    rng = np.random.default_rng(SEED)
    return all(pac.dichotomies(concepts.Thresholds(64), rng.integers(1, 65, n)) <= n + 1 for n in (1, 2, 5, 20, 60)
               for _ in range(5))


def vc_of_intervals():
    intervals = concepts.IntervalUnions(9, 2)
    assert pac.is_shattered(intervals, [2, 7]) and pac.dichotomies(intervals, [2, 5, 8]) == 7
    assert concepts.Thresholds(64).vc_dim == 1
    return intervals.vc_dim


def from_77():
    assert all((size(d)["vc"] < size(d)["occam"]) == (d >= 77) for d in range(1, 129))
    assert all(size(d)["exact"] == 35 for d in range(7, 129)) and size(6)["exact"] != 35
    return True


def exercise_3():
    world = occam.conjunction_world(12, 0.1)
    before, after = occam.exact_failure(world, 0.1, [51, 52])
    assert after <= 0.05 < before
    return {"least": 52, "occam": pac.occam_sample_size(2**12, 0.1, 0.05)}


def parities_needed():
    world = occam.parity_world(12, 0.1)
    before, after = occam.exact_failure(world, 0.1, [100, 101])
    assert after <= 0.05 < before
    return {"least": 101, "occam": pac.occam_sample_size(2**12, 0.1, 0.05)}


CLAIMS = {
    "The truth hardly moves: {coarse:.0f} examples on the coarse grid, {fine:.0f} on the fine one.":
        {"coarse": grid(6)["exact"], "fine": grid(12)["exact"]},
    "The bound asks for {coarse:.0f} and for {fine:.0f}.":
        {"coarse": grid(6)["bound"], "fine": grid(12)["bound"]},
    "Both numbers grow about tenfold, to {bound:,.0f} and {truth:,.0f}.":
        {"bound": grid(12, 0.01)["bound"], "truth": grid(12, 0.01)["exact"]},
    "each of the other {others} bits showed a 0": {"others": elimination()},
    "LN sets $n = 2\\ln|C|/\\alpha$. Then $|C| = e^{\\alpha n/2}$, and failure has probability at most $e^{-\\alpha "
          "n/2} = 1/|C|$": formulas,
    "| thresholds | {printed:.3f} | {survivors:.5f} | {exact:.7f} |": at_100("thresholds"),
    "| parities | {printed:.3f} | {survivors:.3f} | {exact:.4f} |": at_100("parities"),
    "(a factor of {cuts:.0f}). Parities all have the same error ({parities:.1f}, from rounding":
        {"cuts": steps("thresholds")[0], "parities": steps("parities")[0]},
    "{cuts:.0f} bad thresholds, but {parities:.0f} parities":
        {"cuts": steps("thresholds")[1], "parities": steps("parities")[1]},
    "between one sample in eight and one in five fails": one_in_eight_to_one_in_five,
    "A failing row holds a whole block, and the block touches the target.": blocks_touch_the_target,
    "most of them one or three": one_or_three,
    "(Never two: where two parities survive, their sum mod 2 does.)": one_or_three,
    "Each has probability at most $(1-\\alpha)^n$ *whatever the grid*": two_stretches,
    "The memorizer errs on {error:.0%} of the points on average, the elimination learner":
        {"error": memorizer()},
    "on less than $10^{-8}$ of them": memorizer() > 0,
    "$\\ln|C| = 2^d\\ln 2$, and up to $n = 178$ the bound is above 1": memorizer() > 0,
    "at $n = 30$ the bound allows {small:.0%}, about half of what the memorizer errs on": half_of_the_memorizer,
    "So intervals have VC dimension {vc}, however fine the line; thresholds have 1.": {"vc": vc_of_intervals()},
    "But on $n$ doses they show at most $n + 1$ different label patterns.": patterns_of_cuts,
    "They get that $\\max(\\frac4\\alpha\\log_2\\frac2\\beta, \\frac{8\\mathrm{VC}}\\alpha\\log_2\\frac{13}\\alpha)$ "
          "examples are enough": formulas,
    "Only from $d = 77$ on.": from_77,
    "The VC bound is flat at {vc:.0f}; $\\ln|C|$ asks for {occam:.0f} at $d = 16$.": size(16),
    "From $d = 7$ on the truth is 35.": from_77,
    "asks for {vc:,.0f} examples, $\\ln|C|$ for {occam:.0f}.": size(64, "conjunctions"),
    "the VC bound still says {vc:.0f}.": size(1),
    "All {without} refute the claim without $|C|$": {"without": refuted()[0]},
    "none refutes the bound": refuted()[1] == 0,
    "A field guide lists {n:,} mushrooms, edible or poisonous, with {d} yes-or-no statements":
        {"n": load_mushroom().n, "d": load_mushroom().x.shape[1]},
    "For $|C| = 2^{117}$": load_mushroom().x.shape[1] == 117,
    "Occam asks for {n} examples. **Predict.**": {"n": pac.occam_sample_size(2**117, 0.1, 0.05)},
    "About {mean:.1%} on average": {"mean": mushroom_errors()[0].mean()},
    "in none of 200 samples as much as 2%": bool(mushroom_errors()[0].max() < 0.02
                                                         and mushroom_errors()[0].size == 200),
    "in {none} of our 200 samples of 841 no AND does": {"none": int((~mushroom_errors()[1]).sum())},
    "the AND still errs on {left} of them": {"left": left_over()},
    "For parities ($d = 12$) it asks for {occam} examples, and their world needs {least}.": parities_needed,
    "At $d = 12$, $\\alpha = 0.1$, $\\beta = 0.05$ this gives {least}, Occam {occam}.": exercise_3,
    "or the VC bound with {vc}.": {"vc": vc_of_intervals()},
}

GIVEN = r"""
For parities ($d = 12$) it asks
drawn evenly from 1 to 64, with the cut-off put at 9 by us
On the grid of 64 doses there are 65 cuts, $j = 0, \dots, 64$. Measure 64 times more finely: 4,096 doses, 4,097 cuts.
Let $\alpha = 0.1$, and accept failure with probability $\beta = 0.05$.
$d = 6$ is the coarse grid, $d = 12$ the fine one
Try it: at $d = 12$ divide
If $\mathrm{err}_S(h) = 0$, then $h$ *fits*
Nobody lists $2^d$ ANDs at $d = 200$.
among $2^{200}$ ANDs and draw 400 examples, each bit 1 with probability 0.95. Are 400 enough to find it?
The target is $r = 0$, the constant 0.
At $n = 100$ ($d = 12$, $\alpha = 0.1$):
points of $d = 8$ bits are drawn evenly from all 256
After $n = 30$ examples
at $n = 30$ the bound allows
Thresholds on $2^d$ points, $\alpha = 0.1$, $\beta = 0.05$ as in the story.
at $d = 16$. From
$d$: at $d = 64$ it
We try 132 settings.
$\alpha = 0.1$ and $\beta = 0.05$ Occam
**Predict.** What is the true error after 841?
The bound allows 10%
(In all settings of the check $d \ge 1$ is affordable.)
Compare with Occam's $n$ at $d = 12$, $\alpha = 0.1$, $\beta = 0.05$.
At $d = 12$, $\alpha = 0.1$, $\beta = 0.05$ this gives
class of functions $X\to\{0,1\}$, its size | $\ge 1$ |
the sample of them | $\ge 1$ |
$2^d$ points on a line | $\ge 1$ |
VC dimension of the class | $\ge 0$ |
"""
