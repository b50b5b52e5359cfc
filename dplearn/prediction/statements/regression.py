"""Cards for DF18, third part: convex regression by stability.

L = L_f L_l: the prediction is L_f-Lipschitz in w, the loss L_l-Lipschitz in the prediction; |w| <= R.  Checks are on
the line, x = 1 or so, with Huber's loss of width h (slope up to 1, smoothness 1/h): all data sets, exact expectations.
"""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np

from ... import prediction
from .. import brute
from ...claim import attained, equal, ordered, refuted, says
from ...statement import Statement, Verdict, require
from .averaging import of

SLOPES = {"lipschitz_f": 1.0, "lipschitz_loss": 1.0}
BALL = {"radius": 1.0, "lipschitz_f": 1.0}
UNIT = BALL | SLOPES


def _twice(name: str, grid: dict, **fixed):
    """As printed it is twice the sharp one."""
    sharp = of(name + "_sharp", **fixed)
    return equal(of(name, **fixed), lambda **point: 2 * sharp(**point), grid, "twice")


def _slope(width: float, y):
    """w -> derivative of Huber's loss of w - y."""
    return lambda w: max(-1.0, min(1.0, (w - y) / width))


def _excess(w, law, p, width, reach, scale=None):
    """Expected excess over the best of [-1, 1] where labels are reach with probability p, else -reach; with noise of
    this scale."""
    loss = prediction.HuberLoss(width)

    def risk(v, noise):
        return sum(q * (loss.value(v, y) + (loss.noise_excess(v, y, scale=scale) if noise else 0)) for q,
                   y in ((p, reach), (1 - p, -reach)))

    return law @ risk(w, scale is not None) - risk(np.linspace(-1, 1, 401), False).min()


# ---- strongly convex minimization -----------------------------------------------------------------------------------

OWN = {"strong_convexity": 0.5,
       **SLOPES}                     # Huber's loss of width 2 is strongly convex on [-1, 1], labels ±1
PAIRS = [{"n": n, "strong_convexity": lam} for n, lam in itertools.product((1, 3, 8), (0.5, 2.0, 9.0)) if lam * n > 0.5]


def _pair(n, strong_convexity):
    """How far the minimizer moves where one record pulls either way, beyond the bend: by bisection."""
    ends = [brute.minimize(lambda w, s=s: s / n + strong_convexity * w, 5.0) for s in (-1, 1)]
    return ends[0] - ends[1]


def _learned_pair(n, strong_convexity):
    x, y = prediction.stability_worst_pair(n, lipschitz_f=1.0, reach=3.0)
    return -np.diff(prediction.erm_strongly_convex(x, y, radius=5.0, regularization=strong_convexity,
                                                   loss=prediction.HuberLoss(0.1))[:, 0])


def _by_counts(n: int, lam: float = 0.0, width: float = 2.0) -> np.ndarray:
    """argmin over [-1, 1] of the mean loss + λw²/2 with j labels 1 and n - j labels -1, j = 0 .. n."""
    up, down = _slope(width, 1.0), _slope(width, -1.0)
    return np.array([brute.minimize(lambda w, j=j: (j * up(w) + (n - j) * down(w)) / n + lam * w, 1.0)
                     for j in range(n + 1)])


def _minimizer_excess(n, p, epsilon=None):
    scale = epsilon and prediction.stability_rate_erm(n, **OWN) / epsilon
    return _excess(_by_counts(n), brute.binomial(n, p), p, 2.0, 1.0, scale)


def _regularized(n, epsilon):
    """λ, the minimizers by counts, and the true rate for it."""
    lam = prediction.erm_regularization(n, epsilon=epsilon, **UNIT)
    return lam, _by_counts(n, lam, 0.25), prediction.stability_rate_erm_sharp(n, strong_convexity=lam, **SLOPES)


def _regularized_excess(n, p, epsilon):
    _, w, rate = _regularized(n, epsilon)
    return _excess(w, brute.binomial(n, p), p, 0.25, 1.0, rate / epsilon)


def _regularized_terms(n, epsilon):
    lam, _, _ = _regularized(n, epsilon)
    return lam / 2 + prediction.erm_excess_bound_sharp(n, strong_convexity=lam, epsilon=epsilon, **SLOPES)


COUNTS = {"n": (1, 2, 5, 12), "p": (0.1, 0.5, 0.8)}
NOISY = {"n": (2, 8), "p": (0.2, 0.5), "epsilon": (0.2, 1.0, 5.0)}
REGULARIZED = {"n": (8, 30), "p": (0.5, 0.8), "epsilon": (0.5, 3.0)}

_check_strongly_convex = says(
    r"""Data beyond the bend of the loss move the minimizer by {attained:.6f} times $2L_f^2L_\ell/(\lambda n)$, half
    the printed rate. For a loss that is strongly convex by itself the exact excess is at most {ratio:.3f} of the
    printed bound in {settings} settings.""",
    equal(_pair, _learned_pair, PAIRS, within=1e-6),
    ordered(_pair, of("stability_rate_erm_sharp", **SLOPES), PAIRS, slack=1e-9),
    attained(_pair, of("stability_rate_erm_sharp", **SLOPES), PAIRS[3], within=1e-6),
    _twice("stability_rate_erm", PAIRS, **SLOPES),
    ordered(lambda n: np.diff(_by_counts(n)).max(), of("stability_rate_erm_sharp", **OWN), COUNTS, slack=1e-9),
    ordered(_minimizer_excess, of("erm_excess_bound_sharp", **OWN), COUNTS),
    _twice("erm_excess_bound", COUNTS, **OWN),
    ordered(_minimizer_excess, of("erm_excess_bound", **OWN), COUNTS),
)
_check_private_strongly_convex = says(
    """Exact expected excess, over the data and the noise of the printed rate, in {settings} settings: at most
    {ratio:.3f} of the bound.""",
    _twice("erm_excess_bound", NOISY, **OWN),
    ordered(_minimizer_excess, of("erm_excess_bound", **OWN), NOISY),
)
_check_regularized = says(
    """With λ|w|²/2 added and noise for the true rate, the expected excess in {settings} settings is at most
    {ratio:.3f} of the printed bound, so below half of it.""",
    ordered(lambda n, epsilon: np.diff(_regularized(n, epsilon)[1]).max(),
            lambda n, epsilon: _regularized(n, epsilon)[2], REGULARIZED, slack=1e-9),
    equal(_regularized_terms, of("regularized_excess_bound_sharp", **UNIT), REGULARIZED),
    _twice("regularized_excess_bound", REGULARIZED, **UNIT),
    ordered(_regularized_excess, of("regularized_excess_bound_sharp", **UNIT), REGULARIZED),
    ordered(_regularized_excess, of("regularized_excess_bound", **UNIT), REGULARIZED),
)

# ---- gradient descent -----------------------------------------------------------------------------------------------

SEVEN = np.array(list(itertools.product((-1.5, 1.5), repeat=7)))  # all data sets of 7 labels
LENGTHS = {"n": (1, 4, 16, 100)}


def _signs() -> dict:
    """The printed sign climbs; the average starts with w_1 = 0, which no record has moved."""
    n, step, width = 200, 0.05, 0.1
    down, up = (brute.descend([_slope(width, 0.5)] * n, step, 1.0, sign) for sign in (-1, 1))
    said, one = (prediction.psgd(np.ones((k, 1)), np.full(k, 0.5), radius=1.0, step=step,
                                 loss=prediction.HuberLoss(width))[0] for k in (n, 1))
    require(abs(said - down) < 1e-12 and one == 0,
            f"with minus the average is {down}, after one record 0; got {said}, {one}")
    require(abs(down - 0.5) < 0.05 and up < -0.9, f"minus goes to 0.5, plus to the boundary; got {down}, {up}")
    return {"n": n, "down": down, "up": up}


def _exact_change(n):
    """How far the worst pair moves the average, in fractions: R = L_f = L_l = 1, η = 1/√n."""
    still = [lambda w: Fraction(0)] * (n - 1)
    ends = [brute.descend([lambda w, s=s: Fraction(s)] + still, Fraction(1, math.isqrt(n)), Fraction(1))
            for s in (-1, 1)]
    return float(ends[0] - ends[1])


def _change(n, step):
    x, y = prediction.stability_worst_pair(n, lipschitz_f=1.0, reach=3.0)
    return -np.diff(prediction.psgd(x, y, radius=1.0, step=step, loss=prediction.HuberLoss(1.0))[:, 0])


def _full_rate(n):
    return prediction.psgd_rate(n, step=prediction.psgd_step(n, **UNIT), **UNIT)


def _descended(step, width):
    """What gradient descent learns from each data set."""
    return prediction.psgd(np.ones((7, 1)), SEVEN, radius=1.0, step=step, loss=prediction.HuberLoss(width))[:, 0]


def _moved(w):
    """The largest change over all pairs of data sets of 7 labels that differ in one."""
    return max(np.ptp(w.reshape((2,) * 7), axis=place).max() for place in range(7))


def _excess_of_seven(w, p, width, scale=None):
    return _excess(w, np.prod(np.where(SEVEN > 0, p, 1 - p), axis=1), p, width, 1.5, scale)


def _full_excess(n, p, width):
    return _excess_of_seven(_descended(prediction.psgd_step(n, **UNIT), width), p, width)


def _regret(n):
    return prediction.psgd_excess_bound_sharp(n, step=prediction.psgd_step(n, **UNIT), **UNIT)


def _half_descended():
    return _descended(prediction.half_step(7, **UNIT), 1.0)


def _private_excess(p, epsilon):
    return _excess_of_seven(_half_descended(), p, 1.0, prediction.psgd_rate_printed(7, **BALL) / epsilon)


def _two_terms(n, epsilon):
    """Corollary 4.13 as it is drawn from Theorem 4.12 and Lemma 4.5; and with the half step's own excess and rate."""
    half = prediction.half_step(n, **UNIT)
    excess = prediction.psgd_excess_bound(n, **UNIT), prediction.psgd_excess_bound_sharp(n, step=half, **UNIT)
    rates = prediction.psgd_rate_printed(n, **BALL), prediction.psgd_rate(n, step=half, **UNIT)
    return np.array(excess) + prediction.noise_excess_smooth(rates, epsilon, smoothness_loss=1.0)


def _both_bounds(n, epsilon):
    return [f(n, epsilon=epsilon, smoothness_loss=1.0, **UNIT)
            for f in (prediction.private_psgd_excess_bound, prediction.private_psgd_excess_bound_sharp)]


ALL = {"n": (7,), "width": (0.5, 2.0), "p": (0.5, 0.7, 0.95)}
PRIVATE = {"n": (7,), "p": (0.5, 0.8), "epsilon": (0.3, 1.0, 4.0)}

_check_psgd = says(
    """In exact fractions, all constants 1: the prediction moves by {four:.3f} at n = 4 (printed {four_claimed:.3f})
    and by {hundred:.3f} at n = 100 (printed {hundred_claimed:.3f}). The excess over all 128 data sets of 7 records is
    at most {excess_ratio:.3f} of the printed one.""",
    equal(_exact_change, _full_rate, LENGTHS),
    equal(_exact_change, lambda n: _change(n, prediction.psgd_step(n, **UNIT)), LENGTHS, within=1e-9),
    ordered(lambda n: _change(n, prediction.half_step(n, **UNIT)), of("psgd_rate_printed", **BALL), LENGTHS),
    *(refuted(of("psgd_rate_printed", **BALL), _exact_change, {"n": n}, name) for n,
      name in ((4, "four"), (100, "hundred"))),
    ordered(lambda n, width: _moved(_descended(prediction.psgd_step(n, **UNIT), width)), _full_rate, ALL, slack=1e-9),
    equal(lambda n: 2 * _regret(n), of("psgd_excess_bound", **UNIT), ALL),
    ordered(_full_excess, _regret, ALL),
    ordered(_full_excess, of("psgd_excess_bound", **UNIT), ALL, "excess_ratio"),
)
_check_private_psgd = says(
    """Half step, noise for the printed rate: the exact excess over all 128 data sets of 7 records is at most
    {ratio:.3f} of the bound in {settings} settings. With the printed step at n = 100 the squared loss pays {cost:.2f}
    times the printed second term.""",
    ordered(lambda: _moved(_half_descended()), lambda: prediction.psgd_rate_printed(7, **BALL), [{}], "moved"),
    equal(_both_bounds, _two_terms, PRIVATE),
    refuted(1.0, lambda: prediction.SquaredLoss().noise_excess(0.0, 0.0, scale=_full_rate(100)) * 100, {}, "cost",
            least=3.9),
    ordered(_private_excess, of("private_psgd_excess_bound", smoothness_loss=1.0, **UNIT), PRIVATE),
)
_check_descent = says(
    """All {n} labels 0.5: with minus the average of the steps is {down:.4f}, with plus {up:.4f}, at the far end of
    [-1, 1].""", _signs,
)


STATEMENTS = (
    Statement(
        id="DF18-T4.9", where="Theorem 4.9", title="Strongly convex minimization is stable",
        page="deeper/6a-numbers-instead-of-labels",
        hypotheses=r"""$f(\cdot, x)$ is $L_f$-Lipschitz on $\mathcal K \subseteq \{|w| \le R\}$, $\ell$ convex and
            $L_\ell$-Lipschitz in the prediction, $\ell(f(w,x),y)$ $\lambda$-strongly convex in $w$.""",
        claim=r"""The minimizer of the mean loss is stable with rate $\frac{4L_f^2L_\ell}{\lambda n}$, and its expected
            excess is at most $\frac{4L_f^2L_\ell^2}{\lambda n}$.""",
        verdict=Verdict.HOLDS, check=_check_strongly_convex,
        correction=r"""With $\lambda$-strong convexity as “$\frac\lambda2|w|^2$ in it”, 2 in place of 4 is enough in
            both, and attained in the rate: $\lambda|w-w'|^2 \le \frac{2L_fL_\ell}{n}|w-w'|$, since all records but one
            cancel.""",
    ),
    Statement(
        id="DF18-C4.10", where="Corollary 4.10", title="Private regression, strongly convex",
        page="deeper/6a-numbers-instead-of-labels",
        hypotheses=r"As in Theorem 4.9; any $\varepsilon > 0$.",
        claim=r"""Some $\varepsilon$-DP prediction has expected excess at most $\frac{4L_f^2L_\ell^2}{\lambda n}\big(1 +
            \frac1\varepsilon\big)$.""",
        verdict=Verdict.HOLDS, check=_check_private_strongly_convex,
        correction=r"Theorem 4.9 and Lemma 4.5 (1); with 2 in place of 4, too.",
    ),
    Statement(
        id="DF18-C4.11", where="Corollary 4.11", title="Private regression, convex",
        page="deeper/6a-numbers-instead-of-labels",
        hypotheses=r"As in Theorem 4.9 with $\lambda = 0$; any $\varepsilon > 0$.",
        claim=r"""Some $\varepsilon$-DP prediction has expected excess at most
            $\frac{4RL_fL_\ell}{\sqrt{n\varepsilon/(1+\varepsilon)}}$.""",
        verdict=Verdict.GAP, check=_check_regularized,
        correction=r"""The loss with $\lambda|w|^2$ added is no longer of the form $\ell(f(w,x),y)$, as Theorem 4.9
            wants. But the added term is the same for neighbors and cancels in the proof. With $\frac\lambda2|w|^2$,
            $\lambda = \frac{2L_fL_\ell}{R}\sqrt{\frac{1+1/\varepsilon}{n}}$: $\frac{\lambda R^2}{2} +
            \frac{2L_f^2L_\ell^2}{\lambda n}(1+\frac1\varepsilon)$, and 2 is enough for 4.""",
    ),
    Statement(
        id="DF18-PSGD", where="section 4.4, the algorithm before Theorem 4.12", title="Projected gradient descent",
        page="deeper/6a-numbers-instead-of-labels",
        hypotheses=r"Records in a fixed order; $w_0 = 0$; step $\eta$; $i = 1, \dots, n$.",
        claim=r"""$w_{i+1} = \mathrm{Proj}_{\mathcal K}\big(w_i + \eta\nabla\ell(f(w_i,x_i),y_i)\big)$; the result is
            $\bar w = \frac1n\sum_{i=1}^n w_i$.""",
        verdict=Verdict.TYPO, check=_check_descent,
        correction=r"""Plus climbs: it must be $w_i - \eta\nabla\ell$. And $w_0$ does not fit the first index $i = 1$:
            take $w_1 = 0$.""",
    ),
    Statement(
        id="DF18-T4.12", where="Theorem 4.12", title="How stable gradient descent is",
        page="deeper/6a-numbers-instead-of-labels",
        hypotheses=r"""As in Theorem 4.9 with $\lambda = 0$; $\ell(f(w,x),y)$ $\sigma$-smooth in $w$, $\sigma \le
            2/\eta$.""",
        claim=r"""With the step $\eta = \frac{R}{L_fL_\ell\sqrt n}$ the prediction $f(\bar w, \cdot)$ is stable with
            rate $\frac{RL_f}{\sqrt n}$; expected excess at most $\frac{2L_fL_\ell R}{\sqrt n}$.""",
        verdict=Verdict.FALSE, check=_check_psgd,
        correction=r"""The rate is $2(1-\frac1n)\frac{RL_f}{\sqrt n}$, false for $n \ge 3$: turn the first record's
            gradient round, of length $L_fL_\ell$, and let all others be zero. The printed rate is about the mean over
            the place of the changed record. Half the step mends it. The excess is right, and 1 is enough for 2.""",
    ),
    Statement(
        id="DF18-C4.13", where="Corollary 4.13", title="Private regression, smooth",
        page="deeper/6a-numbers-instead-of-labels",
        hypotheses=r"""As in Theorem 4.12; $\ell$ $\sigma_\ell$-smooth in the prediction, $\sigma \le
            \frac{2L_fL_\ell\sqrt n}{R}$; any $\varepsilon > 0$.""",
        claim=r"""Some $\varepsilon$-DP prediction has expected excess at most $\frac{2RL_fL_\ell}{\sqrt n} +
            \frac{\sigma_\ell R^2L_f^2}{n\varepsilon^2}$.""",
        verdict=Verdict.GAP, check=_check_private_psgd,
        correction=r"""It is drawn from the false rate of Theorem 4.12, whose step needs almost four times the second
            term. With the half step the rate is true and the first term $1.25\frac{RL_fL_\ell}{\sqrt n}$, so the
            corollary holds.""",
    ),
)
