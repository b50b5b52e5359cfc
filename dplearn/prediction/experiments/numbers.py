"""Companion 6a, numbers instead of labels: how far a prediction moves, what noise for that costs, and both on real wines.

* `prediction_stability`: one pass of gradient descent, one record replaced: printed rate, true rate, runs, search;
* `prediction_noise`: what Laplace noise adds to the expected loss, as Lemma 4.5 prints it and exactly;
* `prediction_regression`: predicting the taste score of a wine under ε.
"""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np

from ... import data, prediction, simulate
from ...experiment import Axis, Choice, Experiment, Parameter, Series

UNIT = {"radius": 1.0, "lipschitz_f": 1.0, "lipschitz_loss": 1.0}  # changes are told in units of R L_f/√n, so these do not matter


# ---- prediction_stability --------------------------------------------------------------------------

PULL = prediction.HuberLoss(1.0)
REACH = 2.0                      # truths ±2 keep the slope at ±1 for all predictions in [-1, 1]
CORNERS = np.array([[1.0], [1.0], [1.0], [0.0]]), np.array([REACH, -REACH, 0.0, 0.0])
RUNS_AT = 2.0 ** np.arange(8)    # 1 .. 128
MOST_SEARCHED = 5                # 4^5 data sets


def _descend(c, n):
    step = c * prediction.psgd_step(n, **UNIT)
    return lambda x, y: prediction.psgd(x, y, radius=1.0, step=step, loss=PULL)


@lru_cache(maxsize=256)
def changed_run(c, place, n) -> float:
    """The change when the record after this share of the pass is replaced, both passes run, over R L_f/√n."""
    x, y = prediction.stability_worst_pair(n, lipschitz_f=1.0, reach=REACH)
    later = int(place * n)
    w = _descend(c, n)(np.roll(x, later, axis=0), np.roll(y, later, axis=1))
    return float(np.ptp(w)) / prediction.psgd_rate_printed(n, radius=1.0, lipschitz_f=1.0)


@lru_cache(maxsize=64)
def searched(c, n) -> float:
    """The largest change over all sequences of n corner records and all replacements, over R L_f/√n."""
    return prediction.measured_rate(_descend(c, n), *CORNERS, n, queries=[[1.0]]) / prediction.psgd_rate_printed(n, radius=1.0, lipschitz_f=1.0)


def _run(s, n):
    return np.array([changed_run(s.c, s.place, int(v)) if v in RUNS_AT or v == s.n else np.nan for v in n])


def _search(s, n):
    return np.array([searched(s.c, int(v)) if v <= MOST_SEARCHED else np.nan for v in n])


def _true(s, n):
    step = s.c * prediction.psgd_step(n, **UNIT)
    return prediction.psgd_rate(n, step=step, **UNIT) / prediction.psgd_rate_printed(n, radius=1.0, lipschitz_f=1.0)


prediction_stability = Experiment(
    name="prediction_stability",
    title="The first record moves a prediction twice as far as an average one",
    question="One record of n is replaced: how far does the prediction of gradient descent move, in units of the printed rate?",
    parameters=(
        Parameter("n", "n", "records", 1, 128, 4, log=True, integer=True),
        Parameter("c", "c", "step, in units of the theorem's", 0.25, 1.5, 1, log=True),
        Parameter("place", "p", "share of the pass before the changed record", 0, 0.95, 0, steps=20),
    ),
    x="n",
    y=Axis("change of a prediction / printed rate", 0, 3.1),
    series=(
        Series("true", "true rate", "2c(1 − 1/n), at most 2(√n − 1/√n): true rate", _true, kind="sharp", role="attack"),
        Series("printed", "printed", "1, for c = 1 (DF18, Theorem 4.12)", lambda s, n: np.ones(len(n))),
        Series("mean", "mean place", "mean over the place of the changed record", lambda s, n: _true(s, n) / 2, kind="exact"),
        Series("search", "", "largest over all data sets of corner records, n ≤ 5", _search, kind="exact", role="truth", mark="points"),
        Series("run", "runs", "two passes run, one record apart", _run, kind="exact", role="private", mark="points"),
    ),
    points=22,  # three an octave: the powers of two are among them
)


# ---- prediction_noise ------------------------------------------------------------------------------

LOSSES = {"huber": "Huber, width 1/σ", "squared": "squared, σ(a − y)²/2"}


def _loss(s):
    return prediction.HuberLoss(1 / s.sigma) if s.loss == "huber" else prediction.SquaredLoss(1.0, s.sigma)


def _floor(s, epsilon):
    """The floor is for the squared loss; Huber's is that one as far as γ/2."""
    applies = s.loss == "squared" or s.gamma * s.sigma <= 2
    floor = prediction.noise_excess_floor(s.gamma, epsilon, smoothness_loss=s.sigma)
    return floor if applies else np.full(len(epsilon), np.nan)


def _part_1(s, epsilon):
    """The squared loss has no slope that holds everywhere."""
    if s.loss == "squared":
        return np.full(len(epsilon), np.nan)
    return prediction.noise_excess_lipschitz(s.gamma, epsilon, lipschitz_loss=1.0)


prediction_noise = Experiment(
    name="prediction_noise",
    title="σ² instead of σ: for a small σ a promise that no private answer keeps",
    question="How much does Laplace noise of scale γ/ε add to the expected loss of a prediction that was right?",
    parameters=(
        Parameter("epsilon", "ε", "privacy", 0.1, 5, 1, log=True),
        Parameter("gamma", "γ", "stability rate", 0.01, 1, 0.05, log=True),
        Parameter("sigma", "σ", "smoothness of the loss", 0.005, 20, 0.02, log=True),
        Choice("loss", "loss", LOSSES, "huber"),
    ),
    x="epsilon",
    y=Axis("added to the expected loss", 1e-9, 10, log=True),
    series=(
        Series("part_1", "γ/ε", "γ/ε, for a slope of at most 1 (Lemma 4.5, part 1)", _part_1),
        Series("smooth", "σγ²/ε²", "σγ²/ε² (part 2, as its proof has it)",
               lambda s, e: prediction.noise_excess_smooth(s.gamma, e, smoothness_loss=s.sigma), kind="sharp"),
        Series("exact", "exact", "exact: b² E ℓ″(a + noise), b = γ/ε",
               lambda s, e: prediction.laplace_excess(_loss(s), 0.0, 0.0, rate=s.gamma, epsilon=e), kind="exact", role="private"),
        Series("printed", "σ²γ²/ε²", "σ²γ²/ε² (part 2 as printed)",
               lambda s, e: prediction.noise_excess_smooth_printed(s.gamma, e, smoothness_loss=s.sigma), role="attack"),
        Series("floor", "no ε-DP below", "σγ²/(8(1 + e^ε)): no ε-DP answer is below", _floor, kind="sharp", role="truth"),
    ),
    points=41,
)


# ---- prediction_regression -------------------------------------------------------------------------

TRAINING, SPLITS, SEED = 5000, 8, 6
LOSS = prediction.HuberLoss(0.1)   # one point of quality; |w| <= 1 and |x| <= 1
SIZES, PARTS = (500, TRAINING, 10), (1, 2, 4, 8, 16)
POINTS = 10                        # quality is 10 y, so that losses are told in points of quality


@cache
def _wines():
    """Features and truth in eight random orders, shapes (8, 6497, 13) and (8, 6497): the first 5,000 train, the others test."""
    wine, rng = data.load_wine_quality(), simulate.stream(SEED, "wines", 0)
    order = np.array([rng.permutation(wine.n) for _ in range(SPLITS)])
    return wine.features[order], wine.target[order]


def trained(n, parts, share=0.5) -> np.ndarray:
    """Weights (8, 13): the mean of one pass with `share` of Theorem 4.12's step over each of `parts` parts of the first n wines."""
    x, y = _wines()
    m = n // parts
    x, y = x[:, : m * parts].reshape(SPLITS, parts, m, -1), y[:, : m * parts].reshape(SPLITS, parts, m)
    return prediction.psgd(x, y, radius=1.0, step=share * prediction.psgd_step(m, **UNIT), loss=LOSS).mean(axis=1)


def minimized(n, share=1.0) -> np.ndarray:
    """Weights (8, 13) of the regularized minimizer on the first n wines, with `share` of Corollary 4.11's λ for ε = 1."""
    x, y = _wines()
    lam = share * prediction.erm_regularization(n, epsilon=1.0, **UNIT)
    return prediction.erm_strongly_convex(x[:, :n], y[:, :n], radius=1.0, regularization=lam, loss=LOSS)


def _errors(w):
    """|error| on the test wines, shape (8 · 1497,)."""
    x, y = _wines()
    return np.abs((x[:, TRAINING:] @ w[..., None])[..., 0] - y[:, TRAINING:]).ravel()


@lru_cache(maxsize=32)
def _errors_of(way) -> np.ndarray:
    """Test errors at each size, shape (sizes, 8 · 1497): of so many parts, or of "erm"."""
    sizes = prediction_regression.simulated_x.astype(int)
    return np.array([_errors(minimized(n) if way == "erm" else trained(n, way)) for n in sizes])


@cache
def _all_trained() -> None:
    """All positions of the sliders at once, about a second, so that none of them waits."""
    for way in (*PARTS, "erm"):
        _errors_of(way)


@cache
def best() -> float:
    """Expected loss of the best w of the ball on all wines, in points."""
    wine = data.load_wine_quality()
    w = prediction.erm_strongly_convex(wine.features, wine.target, radius=1.0, regularization=1e-4, loss=LOSS)
    return POINTS * LOSS.value(wine.features @ w, wine.target).mean()


@lru_cache(maxsize=512)
def _expected(way, scale=None):
    """Expected loss at each size, in points, with Laplace noise of these scales (one a size), exactly over the noise."""
    _all_trained()
    errors = _errors_of(way)
    found = LOSS.value(errors, 0.0).mean(axis=1)
    if scale is not None:
        found = found + LOSS.noise_excess(errors, 0.0, scale=np.array(scale)[:, None]).mean(axis=1)
    return POINTS * found


def rate(way, n, share=None):
    """The stability rate that the noise is made for: true ones, both; `share` as in `trained` and `minimized`."""
    if way == "erm":
        lam = (share or 1.0) * prediction.erm_regularization(n, epsilon=1.0, **UNIT)
        return prediction.stability_rate_erm_sharp(n, strong_convexity=lam, lipschitz_f=1.0, lipschitz_loss=1.0)
    m = n // way
    return prediction.psgd_rate(m, step=(share or 0.5) * prediction.psgd_step(m, **UNIT), smoothness=LOSS.smoothness, **UNIT) / way


STEPS, LAMBDAS = (0.125, 0.25, 0.5, 1.0, 2.0), (0.25, 0.5, 1.0, 2.0, 4.0)   # shares tried


@cache
def _test_errors(way, share) -> np.ndarray:
    """Errors on the test wines after training on 5,000, a row for each division: shape (8, 1497)."""
    return _errors(minimized(TRAINING, share) if way == "erm" else trained(TRAINING, way, share)).reshape(SPLITS, -1)


def tuned(ways, epsilon) -> tuple:
    """(way, share, losses in the eight divisions) of the setting that is best on their average: chosen in hindsight, on the test wines.

    `ways` are numbers of parts, or ("erm",); shares of the step or of λ are tried for each.  Losses are exact over the noise.
    """
    found = []
    for way in ways:
        for share in LAMBDAS if way == "erm" else STEPS:
            errors = _test_errors(way, share)
            noise = LOSS.noise_excess(errors, 0.0, scale=np.full((1, 1), rate(way, TRAINING, share) / epsilon))
            found.append((way, share, POINTS * (LOSS.value(errors, 0.0) + noise).mean(axis=1)))
    return min(found, key=lambda row: row[2].mean())


def _learned(way, noisy=True):
    """A curve by way of its sizes: a marker between them shows the nearest."""
    def values(s, n):
        sizes = prediction_regression.simulated_x
        key = s.parts if way == "psgd" else way
        scale = tuple(rate(key, sizes) / s.epsilon) if noisy else None
        return _expected(key, scale)[np.abs(n[:, None] - sizes).argmin(axis=1)]
    return values


def _bound(s, n):
    m = n // s.parts
    excess = prediction.psgd_excess_bound_sharp(m, step=prediction.half_step(m, **UNIT), **UNIT)
    noise = prediction.noise_excess_smooth(rate(s.parts, n), s.epsilon, smoothness_loss=LOSS.smoothness)
    return best() + POINTS * (excess + noise)


@cache
def _always_six():
    return POINTS * LOSS.value(0.6, data.load_wine_quality().target).mean()


prediction_regression = Experiment(
    name="prediction_regression",
    title="More wines, less noise: the price of a private answer falls with n",
    question="How well is the taste score of a wine predicted, privately, after training on n others?",
    parameters=(
        Parameter("n", "n", "training wines", *SIZES[:2], 5000, integer=True, steps=SIZES[2]),
        Parameter("epsilon", "ε", "privacy of one answer", 0.2, 20, 1, log=True),
        Parameter("parts", "r", "parts, averaged", 1, 16, 1, log=True, integer=True, steps=len(PARTS)),
    ),
    x="n",
    y=Axis("expected loss [points of quality]", 0.2, 1.2),
    series=(
        Series("bound", "bound", "best + 1.25√(r/n) + noise (Corollary 4.13, half step)", _bound, kind="sharp"),
        Series("erm", "ERM, private", "regularized minimizer (λ for ε = 1), Laplace noise", _learned("erm"), kind="exact", role="truth"),
        Series("private", "PSGD, private", "gradient descent, half step, Laplace noise", _learned("psgd"), kind="exact", role="private"),
        Series("psgd", "no noise", "the same without noise, not private", _learned("psgd", noisy=False), kind="exact", role="nonprivate"),
        Series("six", "always 6", "everyone gets 6 points", lambda s, n: np.full(len(n), _always_six()), kind="baseline"),
        Series("best", "best", "best |w| ≤ 1 on all 6,497 wines", lambda s, n: np.full(len(n), best()), kind="exact"),
    ),
    points=SIZES[2],
)
