"""Companion 6a, numbers instead of labels: how far a prediction moves, what noise for that costs, and both on real
wines.

* `prediction_stability`: one pass of gradient descent, one record replaced: printed rate, true rate, runs, search;
* `prediction_noise`: what Laplace noise adds to the expected loss, as Lemma 4.5 prints it and exactly;
* `prediction_regression`: predicting the taste score of a wine under ε.
"""

from functools import cache

import numpy as np

from .... import data, simulate
from ....experiment import Axis, Choice, Experiment, Parameter, Series, integer, log_integer, log_scale
from ... import deeper

BALL = {"radius": 1.0, "lipschitz_f": 1.0}   # changes are told in units of R L_f/√n, so these do not matter
UNIT = {**BALL, "lipschitz_loss": 1.0}
REACH = 2.0                      # truths ±2 keep the slope at ±1 for all predictions in [-1, 1]
CORNERS = np.array([[1.0], [1.0], [1.0], [0.0]]), np.array([REACH, -REACH, 0.0, 0.0])
RUNS_AT = 2.0 ** np.arange(8)    # 1 .. 128
MOST_SEARCHED = 5                # 4^5 data sets


def _pass(c, n, x, y):
    """One pass over data sets with c times the theorem's step, over the printed rate."""
    w = deeper.psgd(x, y, radius=1.0, step=c * deeper.psgd_step(n, **UNIT), loss=deeper.HuberLoss(1.0))
    return w / deeper.psgd_rate_printed(n, **BALL)


@cache
def changed_run(c, place, n) -> float:
    """The change when the record after this share of the pass is replaced, both passes run, over R L_f/√n."""
    x, y = deeper.stability_worst_pair(n, lipschitz_f=1.0, reach=REACH)
    later = int(place * n)
    return float(np.ptp(_pass(c, n, np.roll(x, later, axis=0), np.roll(y, later, axis=1))))


@cache
def searched(c, n) -> float:
    """The largest change over all sequences of n corner records and all replacements, over R L_f/√n."""
    return deeper.measured_rate(lambda x, y: _pass(c, n, x, y), *CORNERS, n, queries=[[1.0]])


def _run(s, n):
    return [changed_run(s.c, s.place, int(v)) if v in RUNS_AT or v == s.n else np.nan for v in n]


def _search(s, n):
    return [searched(s.c, int(v)) if v <= MOST_SEARCHED else np.nan for v in n]


def _true(s, n):
    step = s.c * deeper.psgd_step.curve(n, **UNIT)
    return deeper.psgd_rate.curve(n, step=step, **UNIT) / deeper.psgd_rate_printed.curve(n, **BALL)


prediction_stability = Experiment(
    "prediction_stability",
    "The first record moves a prediction twice as far as an average one",
    "One record of n is replaced: how far does the prediction of gradient descent move, "
    "in units of the printed rate?",
    parameters=(
        log_integer("n", "n", "records", 1, 128, 4),
        log_scale("c", "c", "step, in units of the theorem's", 0.25, 1.5, 1),
        Parameter("place", "p", "share of the pass before the changed record", 0, 0.95, 0, steps=20),
    ),
    y=Axis("change of a prediction / printed rate", 0, 3.1),
    series=(
        Series("true", "true rate", "2c(1 − 1/n), at most 2(√n − 1/√n): true rate", _true, "sharp", "attack"),
        Series("printed", "printed", "1, for c = 1 (DF18, Theorem 4.12)", 1),
        Series("mean", "mean place", "mean over the place of the changed record", lambda s, n: _true(s, n) / 2,
               "exact"),
        Series("search", "", "largest over all data sets of corner records, n ≤ 5", _search, "exact",
               "truth", "points"),
        Series("run", "runs", "two passes run, one record apart", _run, "exact", "private", "points"),
    ),
    points=22,  # three an octave: the powers of two are among them
)


def _exact(s, epsilon):
    loss = deeper.HuberLoss(1 / s.sigma) if s.loss == "huber" else deeper.SquaredLoss(1.0, s.sigma)
    return loss.noise_excess(0.0, 0.0, scale=s.gamma / epsilon)


def _part_1(s, epsilon):
    """The squared loss has no slope that holds everywhere."""
    slope = 1.0 if s.loss == "huber" else np.nan
    return deeper.noise_excess_lipschitz.curve(s.gamma, epsilon, lipschitz_loss=slope)


def _part_2(bound):
    return lambda s, epsilon: bound.curve(s.gamma, epsilon, smoothness_loss=s.sigma)


def _floor(s, epsilon):
    """The floor is for the squared loss; Huber's is that one as far as γ/2."""
    there = s.loss == "squared" or s.gamma * s.sigma <= 2
    return _part_2(deeper.noise_excess_floor)(s, epsilon if there else np.nan * epsilon)


prediction_noise = Experiment(
    "prediction_noise",
    "σ² instead of σ: for a small σ a promise that no private answer keeps",
    "How much does Laplace noise of scale γ/ε add to the expected loss of a prediction that was right?",
    parameters=(
        log_scale("epsilon", "ε", "privacy", 0.1, 5, 1),
        log_scale("gamma", "γ", "stability rate", 0.01, 1, 0.05),
        log_scale("sigma", "σ", "smoothness of the loss", 0.005, 20, 0.02),
        Choice("loss", "loss", {"huber": "Huber, width 1/σ", "squared": "squared, σ(a − y)²/2"}, "huber"),
    ),
    y=Axis("added to the expected loss", 1e-9, 10, log=True),
    series=(
        Series("part_1", "γ/ε", "γ/ε, for a slope of at most 1 (DF18, Lemma 4.5)", _part_1),
        Series("smooth", "σγ²/ε²", "σγ²/ε² (part 2, as its proof has it)", _part_2(deeper.noise_excess_smooth),
               "sharp"),
        Series("exact", "exact", "exact: b² E ℓ″(a + noise), b = γ/ε", _exact, "exact"),
        Series("printed", "σ²γ²/ε²", "σ²γ²/ε², as printed (DF18, Lemma 4.5, part 2)",
               _part_2(deeper.noise_excess_smooth_printed), role="attack"),
        Series("floor", "no ε-DP below", "σγ²/(8(1 + e^ε)): no ε-DP answer is below", _floor, "sharp", "truth"),
    ),
    points=41,
)
TRAINING, SPLITS, SEED = 5000, 8, 6
LOSS = deeper.HuberLoss(0.1)   # one point of quality; |w| <= 1 and |x| <= 1
SIZES, PARTS = np.arange(500, TRAINING + 1, 500), (1, 2, 4, 8, 16)
POINTS = 10                        # quality is 10 y, so that losses are told in points of quality
SHARES = {"psgd": (0.125, 0.25, 0.5, 1.0, 2.0),
          "erm": (0.25, 0.5, 1.0, 2.0, 4.0)}   # of Theorem 4.12's step, of Corollary 4.11's λ


@cache
def _wines():
    """Features and truth in eight random orders, shapes (8, 6497, 13) and (8, 6497): the first 5,000 train, the others
    test."""
    wine, rng = data.load_wine_quality(), simulate.stream(SEED, "wines", 0)
    order = np.array([rng.permutation(wine.n) for _ in range(SPLITS)])
    return wine.features[order], wine.target[order]


def trained(way, n, share=None) -> tuple[np.ndarray, float]:
    """Weights (8, 13) on the first n wines and their stability rate, for which the noise is made.

    The regularized minimizer ("erm", λ for ε = 1), or the mean of one pass (the half step) over each of so many parts;
    with another share of λ, of the theorem's step.
    """
    x, y = (records[:, :n] for records in _wines())
    if way == "erm":
        lam = (share or 1.0) * deeper.erm_regularization(n, epsilon=1.0, **UNIT)
        return (deeper.erm_strongly_convex(x, y, radius=1.0, regularization=lam, loss=LOSS),
                deeper.stability_rate_erm_sharp(n, strong_convexity=lam, lipschitz_f=1.0, lipschitz_loss=1.0))
    m = n // way
    x, y = x[:, : m * way].reshape(SPLITS, way, m, -1), y[:, : m * way].reshape(SPLITS, way, m)
    step = (share or 0.5) * deeper.psgd_step(m, **UNIT)
    return (deeper.psgd(x, y, radius=1.0, step=step, loss=LOSS).mean(axis=1),
            deeper.psgd_rate(m, step=step, smoothness=LOSS.smoothness, **UNIT) / way)


@cache
def errors_of(way, n, share=None) -> tuple[np.ndarray, float]:
    """|error| on the test wines, a row for each division, shape (8, 1497); and the stability rate."""
    (x, y), (w, rate) = (records[:, TRAINING:] for records in _wines()), trained(way, n, share)
    return np.abs((x @ w[..., None])[..., 0] - y), rate


def losses(errors, scale=None) -> np.ndarray:
    """Expected loss in the eight divisions, in points; with Laplace noise of this scale exactly over the noise."""
    noise = 0 if scale is None else LOSS.noise_excess(errors, 0.0, scale=scale)
    return POINTS * (LOSS.value(errors, 0.0) + noise).mean(axis=-1)


def tuned(ways, epsilon) -> tuple:
    """(way, share, losses in the eight divisions) of the setting that is best on their average: chosen in hindsight, on
    the test wines.

    `ways` are numbers of parts, or ("erm",); shares of the step or of λ are tried for each.  Losses are exact over the
    noise.
    """
    tried = [(way, share, losses(errors, rate / epsilon))
             for way in ways for share in SHARES["erm" if way == "erm" else "psgd"]
             for errors, rate in [errors_of(way, TRAINING, share)]]
    return min(tried, key=lambda row: row[2].mean())


@cache
def _at_all_sizes(way) -> tuple[np.ndarray, np.ndarray]:
    """Test errors (sizes, 8, 1497) and rates."""
    errors, rates = zip(*(errors_of(way, n) for n in SIZES))
    return np.array(errors), np.array(rates)


@cache
def _expected(way, epsilon=None) -> np.ndarray:
    """Mean loss at each size."""
    for each in (*PARTS, "erm", way):    # all positions of the sliders at once, in about a second, so that none waits
        errors, rates = _at_all_sizes(each)
    return losses(errors, None if epsilon is None else rates[:, None, None] / epsilon).mean(axis=-1)


def _at_sizes(values, n):
    """A curve by way of its sizes: a marker between them shows the nearest."""
    return values[np.abs(n[:, None] - SIZES).argmin(axis=1)]


@cache
def _lines() -> tuple[float, float]:
    """Expected loss of the best w of the ball on all wines, and of the answer 6, in points."""
    wine = data.load_wine_quality()
    w = deeper.erm_strongly_convex(wine.features, wine.target, radius=1.0, regularization=1e-4, loss=LOSS)
    return tuple(POINTS * LOSS.value(said, wine.target).mean() for said in (wine.features @ w, 0.6))


def _bound(s, n):
    m = n // s.parts
    step = deeper.half_step.curve(m, **UNIT)
    excess = deeper.psgd_excess_bound_sharp.curve(m, step=step, **UNIT)
    rate = deeper.psgd_rate.curve(m, step=step, **UNIT) / s.parts
    noise = deeper.noise_excess_smooth.curve(rate, s.epsilon, smoothness_loss=LOSS.smoothness)
    return _lines()[0] + POINTS * (excess + noise)


prediction_regression = Experiment(
    "prediction_regression",
    "More wines, less noise: the price of a private answer falls with n",
    "How well is the taste score of a wine predicted, privately, after training on n others?",
    parameters=(
        integer("n", "n", "training wines", 500, TRAINING, 5000, steps=len(SIZES)),
        log_scale("epsilon", "ε", "privacy of one answer", 0.2, 20, 1),
        log_integer("parts", "r", "parts, averaged", 1, 16, 1, steps=len(PARTS)),
    ),
    y=Axis("expected loss [points of quality]", 0.2, 1.2),
    series=(
        Series("bound", "bound", "best + 1.25√(r/n) + noise (Corollary 4.13, half step)", _bound, "sharp"),
        Series("erm", "ERM, private", "regularized minimizer (λ for ε = 1), Laplace noise",
               lambda s, n: _at_sizes(_expected("erm", s.epsilon), n), "exact", "truth"),
        Series("private", "PSGD, private", "gradient descent, half step, Laplace noise",
               lambda s, n: _at_sizes(_expected(s.parts, s.epsilon), n), "exact", "private"),
        Series("psgd", "no noise", "the same without noise, not private",
               lambda s, n: _at_sizes(_expected(s.parts), n), "exact", "nonprivate"),
        Series("six", "always 6", "everyone gets 6 points", lambda s, n: _lines()[1], "baseline"),
        Series("best", "best", "best |w| ≤ 1 on all 6,497 wines", lambda s, n: _lines()[0], "exact"),
    ),
    points=len(SIZES),
)
