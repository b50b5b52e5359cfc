"""Cards for DF18, third part: convex regression by stability.

L = L_f L_l: the prediction is L_f-Lipschitz in w, the loss L_l-Lipschitz in the prediction; |w| <= R.  Checks are on
the line, x = 1 or so, with Huber's loss of width h (slope up to 1, smoothness 1/h): all data sets, exact expectations.
"""

import itertools
import math
from fractions import Fraction

import numpy as np

from .... import brute as samples
from ....claim import at, attained, equal, ordered, refuted, says
from ....statement import Statement, Verdict, require
from ... import deeper
from .. import brute

BALL = {"radius": 1.0, "lipschitz_f": 1.0}
UNIT = BALL | {"lipschitz_loss": 1.0}
CONSTANTS = UNIT | {"smoothness_loss": 1.0}
ONES = {name: (1.0,) for name in CONSTANTS}  # of a grid: each formula takes what it knows


def twice(formula, grid):
    """As printed it is twice the sharp one."""
    return equal(formula, lambda **point: 2 * at(formula.sharp, point), grid, "twice")


def below_both(truth, formula, grid):
    """The truth lies below the sharp form, and at `ratio` of the printed one, which is twice as large."""
    return twice(formula, grid), ordered(truth, formula.sharp, grid), ordered(truth, formula, grid)


def slope(width, y):
    """w -> derivative of Huber's loss of w - y."""
    return lambda w: max(-1.0, min(1.0, (w - y) / width))


def excess(w, law, p, width, reach, scale=None):
    """Expected excess over the best of [-1, 1] where labels are reach with probability p, else -reach; with noise of
    this scale."""
    loss = deeper.HuberLoss(width)

    def risk(v, scale=None):
        return sum(q * (loss.value(v, y) + (loss.noise_excess(v, y, scale=scale) if scale else 0))
                   for q, y in ((p, reach), (1 - p, -reach)))

    return law @ risk(w, scale) - risk(np.linspace(-1, 1, 401)).min()


PAIRS = [CONSTANTS | {"n": n, "strong_convexity": lam}
         for n, lam in itertools.product((1, 3, 8), (0.5, 2.0, 9.0)) if lam * n > 0.5]
OWN = ONES | {"strong_convexity": (0.5,)}   # Huber's loss of width 2 is strongly convex on [-1, 1], labels ±1
COUNTS = OWN | {"n": (1, 2, 5, 12), "p": (0.1, 0.5, 0.8)}
NOISY = OWN | {"n": (2, 8), "p": (0.2, 0.5), "epsilon": (0.2, 1.0, 5.0)}
REGULARIZED = ONES | {"n": (8, 30), "p": (0.5, 0.8), "epsilon": (0.5, 3.0)}


def pair(n, strong_convexity):
    """How far the minimizer moves where one record pulls either way, beyond the bend."""
    x, y = deeper.stability_worst_pair(n, lipschitz_f=1.0, reach=3.0)
    return np.ptp(deeper.erm_strongly_convex(x, y, radius=5.0, regularization=strong_convexity,
                                                loss=deeper.HuberLoss(0.1)))


def by_counts(n, lam=0.0, width=2.0):
    """argmin over [-1, 1] of the mean loss + λw²/2 with j labels 1 and n - j labels -1, j = 0 .. n."""
    up, down = slope(width, 1.0), slope(width, -1.0)
    return np.array([brute.minimize(lambda w, j=j: (j * up(w) + (n - j) * down(w)) / n + lam * w, 1.0)
                     for j in range(n + 1)])


def moved_by_one(n):
    """How far one label moves the minimizer."""
    return np.diff(by_counts(n)).max()


def minimizer_excess(n, p, strong_convexity, epsilon=None):
    """Its expected excess; with the noise of the printed rate for an `epsilon`."""
    rate = deeper.stability_rate_erm(n, strong_convexity=strong_convexity, lipschitz_f=1.0, lipschitz_loss=1.0)
    return excess(by_counts(n), samples.binomial(n, p), p, 2.0, 1.0, epsilon and rate / epsilon)


def regularized(n, epsilon):
    """λ and the true rate for it, as arguments; the minimizers by counts."""
    given = {"strong_convexity": deeper.erm_regularization(n, epsilon=epsilon, **UNIT), "lipschitz_f": 1.0,
             "lipschitz_loss": 1.0}
    return (given, deeper.stability_rate_erm_sharp(n, **given), by_counts(n, given["strong_convexity"], 0.25))


def regularized_move(n, epsilon):
    """How far one label moves them, in units of the true rate."""
    _, rate, w = regularized(n, epsilon)
    return np.diff(w).max() / rate


def regularized_terms(n, epsilon):
    """What the regularization costs, and what is left."""
    given, _, _ = regularized(n, epsilon)
    return given["strong_convexity"] / 2 + deeper.erm_excess_bound_sharp(n, epsilon=epsilon, **given)


def regularized_excess(n, p, epsilon):
    """The exact expected excess, noise for the true rate."""
    _, rate, w = regularized(n, epsilon)
    return excess(w, samples.binomial(n, p), p, 0.25, 1.0, rate / epsilon)


SEVEN = np.array(list(itertools.product((-1.5, 1.5), repeat=7)))  # all data sets of 7 labels
LENGTHS = ONES | {"n": (1, 4, 16, 100)}
ALL = ONES | {"n": (7,), "width": (0.5, 2.0), "p": (0.5, 0.7, 0.95)}
PRIVATE = ONES | {"n": (7,), "p": (0.5, 0.8), "epsilon": (0.3, 1.0, 4.0)}


def signs():
    """The printed sign climbs; the average starts with w_1 = 0, which no record has moved."""
    n, step, width = 200, 0.05, 0.1
    down, up = (brute.descend([slope(width, 0.5)] * n, step, 1.0, sign) for sign in (-1, 1))
    said, one = (deeper.psgd(np.ones((k, 1)), np.full(k, 0.5), radius=1.0, step=step,
                                 loss=deeper.HuberLoss(width))[0] for k in (n, 1))
    require(abs(said - down) < 1e-12 and one == 0,
            f"with minus the average is {down}, after one record 0; got {said}, {one}")
    require(abs(down - 0.5) < 0.05 and up < -0.9, f"minus goes to 0.5, plus to the boundary; got {down}, {up}")
    return {"n": n, "down": down, "up": up}


def exact_change(n):
    """How far the worst pair moves the average, in fractions: R = L_f = L_l = 1, η = 1/√n."""
    still = [lambda w: Fraction()] * (n - 1)
    ends = [brute.descend([lambda w, s=s: Fraction(s)] + still, Fraction(1, math.isqrt(n)), Fraction(1))
            for s in (-1, 1)]
    return float(ends[0] - ends[1])


def change(n, step):
    """The same by the package's learner."""
    x, y = deeper.stability_worst_pair(n, lipschitz_f=1.0, reach=3.0)
    return np.ptp(deeper.psgd(x, y, radius=1.0, step=step(n, **UNIT), loss=deeper.HuberLoss(1.0)))


def full_rate(n):
    """The true rate at DF18's step."""
    return deeper.psgd_rate(n, step=deeper.psgd_step(n, **UNIT), **UNIT)


def regret(n):
    """The sharp excess at DF18's step."""
    return deeper.psgd_excess_bound_sharp(n, step=deeper.psgd_step(n, **UNIT), **UNIT)


def descended(step, width=1.0):
    """What gradient descent learns from each data set."""
    return deeper.psgd(np.ones((7, 1)), SEVEN, radius=1.0, step=step(7, **UNIT),
                           loss=deeper.HuberLoss(width))[:, 0]


def moved(w):
    """The largest change over all pairs of data sets of 7 labels that differ in one."""
    return max(np.ptp(w.reshape((2,) * 7), axis=place).max() for place in range(7))


def descent_excess(p, width=1.0, step=None, epsilon=None):
    """The exact expected excess, at DF18's step without `step`; with the noise of the printed rate for an `epsilon`."""
    scale = epsilon and deeper.psgd_rate_printed(7, **BALL) / epsilon
    chance = np.prod(np.where(SEVEN > 0, p, 1 - p), axis=1)
    return excess(descended(step or deeper.psgd_step, width), chance, p, width, 1.5, scale)


def private_excess(p, epsilon):
    """That of the half step, with noise."""
    return descent_excess(p, step=deeper.half_step, epsilon=epsilon)


def two_terms(n, epsilon):
    """Corollary 4.13 as it is drawn from Theorem 4.12 and Lemma 4.5."""
    noise = deeper.noise_excess_smooth(deeper.psgd_rate_printed(n, **BALL), epsilon, smoothness_loss=1.0)
    return deeper.psgd_excess_bound(n, **UNIT) + noise


STATEMENTS = (
    Statement(
        "DF18-T4.9", "Theorem 4.9", "Strongly convex minimization is stable", Verdict.HOLDS,
        "deeper/6a-numbers-instead-of-labels",
        hypotheses=r"""$f(\cdot, x)$ is $L_f$-Lipschitz on $\mathcal K \subseteq \{|w| \le R\}$, $\ell$ convex and
            $L_\ell$-Lipschitz in the prediction, $\ell(f(w,x),y)$ $\lambda$-strongly convex in $w$.""",
        claim=r"""The minimizer of the mean loss is stable with rate $\frac{4L_f^2L_\ell}{\lambda n}$, and its
            expected excess is at most $\frac{4L_f^2L_\ell^2}{\lambda n}$.""",
        correction=r"""With $\lambda$-strong convexity as “$\frac\lambda2|w|^2$ in it”, 2 in place of 4 is enough in
            both, and attained in the rate: $\lambda|w-w'|^2 \le \frac{2L_fL_\ell}{n}|w-w'|$, since all records but
            one cancel.""",
        check=says(
            r"""Data beyond the bend of the loss move the minimizer by {attained:.6f} times $2L_f^2L_\ell/(\lambda
                n)$, half the printed rate. For a loss that is strongly convex by itself the exact excess is at most
                {ratio:.3f} of the printed bound in {settings} settings.""",
            equal(pair, deeper.stability_rate_erm.sharp, PAIRS, within=1e-6),
            attained(pair, deeper.stability_rate_erm.sharp, PAIRS[3], within=1e-6),
            twice(deeper.stability_rate_erm, PAIRS),
            ordered(moved_by_one, deeper.stability_rate_erm_sharp, COUNTS, slack=1e-9),
            *below_both(minimizer_excess, deeper.erm_excess_bound, COUNTS)),
    ),
    Statement(
        "DF18-C4.10", "Corollary 4.10", "Private regression, strongly convex", Verdict.HOLDS,
        "deeper/6a-numbers-instead-of-labels",
        hypotheses=r"As in Theorem 4.9; any $\varepsilon > 0$.",
        claim=r"""Some $\varepsilon$-DP prediction has expected excess at most $\frac{4L_f^2L_\ell^2}{\lambda
            n}\big(1 + \frac1\varepsilon\big)$.""",
        correction="Theorem 4.9 and Lemma 4.5 (1); with 2 in place of 4, too.",
        check=says(
            """Exact expected excess, over the data and the noise of the printed rate, in {settings} settings: at
                most {ratio:.3f} of the bound.""",
            twice(deeper.erm_excess_bound, NOISY), ordered(minimizer_excess, deeper.erm_excess_bound, NOISY)),
    ),
    Statement(
        "DF18-C4.11", "Corollary 4.11", "Private regression, convex", Verdict.HOLDS,
        "deeper/6a-numbers-instead-of-labels",
        hypotheses=r"As in Theorem 4.9 with $\lambda = 0$; any $\varepsilon > 0$.",
        claim=r"""Some $\varepsilon$-DP prediction has expected excess at most
            $\frac{4RL_fL_\ell}{\sqrt{n\varepsilon/(1+\varepsilon)}}$.""",
        words="Plugging this value of $\\lambda$ into Corollary 4.10",
        readings=("Theorem 4.9's argument, as [SSSSS10] has it for an added term",
                  "Corollary 4.10 itself", Verdict.GAP),
        correction=r"""The loss with $\lambda|w|^2$ added is no longer of the form $\ell(f(w,x),y)$, as Corollary 4.10
            wants. But the added term is the same for neighbors and cancels in the argument. With $\frac\lambda2|w|^2$,
            $\lambda = \frac{2L_fL_\ell}{R}\sqrt{\frac{1+1/\varepsilon}{n}}$: $\frac{\lambda R^2}{2} +
            \frac{2L_f^2L_\ell^2}{\lambda n}(1+\frac1\varepsilon)$, and 2 is enough for 4.""",
        check=says(
            """With λ|w|²/2 added and noise for the true rate, the expected excess in {settings} settings is at most
                {ratio:.3f} of the printed bound, so below half of it.""",
            ordered(regularized_move, 1.0, REGULARIZED, slack=1e-9),
            equal(regularized_terms, deeper.regularized_excess_bound_sharp, REGULARIZED),
            *below_both(regularized_excess, deeper.regularized_excess_bound, REGULARIZED)),
    ),
    Statement(
        "DF18-PSGD", "section 4.4, the algorithm before Theorem 4.12", "Projected gradient descent", Verdict.TYPO,
        "deeper/6a-numbers-instead-of-labels",
        hypotheses=r"Records in a fixed order; $w_0 = 0$; step $\eta$; $i = 1, \dots, n$.",
        words=r"$w_i+\eta\cdot\nabla\ell(f(w_i,x_i),y_i)$",
        claim=r"""$w_{i+1} = \mathrm{Proj}_{\mathcal K}\big(w_i + \eta\nabla\ell(f(w_i,x_i),y_i)\big)$; the result
            is $\bar w = \frac1n\sum_{i=1}^n w_i$.""",
        correction=r"""Plus climbs: it must be $w_i - \eta\nabla\ell$. And $w_0$ does not fit the first index $i =
            1$: take $w_1 = 0$.""",
        check=says(
            """All {n} labels 0.5: with minus the average of the steps is {down:.4f}, with plus {up:.4f}, at the far
                end of [-1, 1].""",
            signs),
    ),
    Statement(
        "DF18-T4.12", "Theorem 4.12", "How stable gradient descent is", Verdict.FALSE,
        "deeper/6a-numbers-instead-of-labels",
        hypotheses=r"""As in Theorem 4.9 with $\lambda = 0$; $\ell(f(w,x),y)$ $\sigma$-smooth in $w$, $\sigma \le
            2/\eta$.""",
        claim=r"""With the step $\eta = \frac{R}{L_fL_\ell\sqrt n}$ the prediction $f(\bar w, \cdot)$ is stable with
            rate $\frac{RL_f}{\sqrt n}$; expected excess at most $\frac{2L_fL_\ell R}{\sqrt n}$.""",
        words=r"is uniform RO prediction stable with rate $RL_f/\sqrt n$",
        correction=r"""The rate is $2(1-\frac1n)\frac{RL_f}{\sqrt n}$, false for $n \ge 3$: turn the first record's
            gradient round, of length $L_fL_\ell$, and let all others be zero. The printed rate is about the mean
            over the place of the changed record. Half the step mends it. The excess is right, and 1 is enough for
            2.""",
        check=says(
            """In exact fractions, all constants 1: the prediction moves by {four:.3f} at n = 4 (printed
                {four_claimed:.3f}) and by {hundred:.3f} at n = 100 (printed {hundred_claimed:.3f}). The excess over
                all 128 data sets of 7 records is at most {excess_ratio:.3f} of the printed one.""",
            equal(exact_change, full_rate, LENGTHS),
            equal(exact_change, lambda n: change(n, deeper.psgd_step), LENGTHS, within=1e-9),
            ordered(lambda n: change(n, deeper.half_step), deeper.psgd_rate_printed, LENGTHS),
            refuted(deeper.psgd_rate_printed, exact_change, CONSTANTS | {"n": 4}, "four"),
            refuted(deeper.psgd_rate_printed, exact_change, CONSTANTS | {"n": 100}, "hundred"),
            ordered(lambda width: moved(descended(deeper.psgd_step, width)), full_rate, ALL, slack=1e-9),
            equal(lambda n: 2 * regret(n), deeper.psgd_excess_bound, ALL), ordered(descent_excess, regret, ALL),
            ordered(descent_excess, deeper.psgd_excess_bound, ALL, "excess_ratio")),
    ),
    Statement(
        "DF18-C4.13", "Corollary 4.13", "Private regression, smooth", Verdict.GAP,
        "deeper/6a-numbers-instead-of-labels",
        hypotheses=r"""As in Theorem 4.12; $\ell$ $\sigma_\ell$-smooth in the prediction, $\sigma \le
            \frac{2L_fL_\ell\sqrt n}{R}$; any $\varepsilon > 0$.""",
        claim=r"""Some $\varepsilon$-DP prediction has expected excess at most $\frac{2RL_fL_\ell}{\sqrt n} +
            \frac{\sigma_\ell R^2L_f^2}{n\varepsilon^2}$.""",
        words="Plugging this result into our framework",
        correction=r"""It is drawn from the false rate of Theorem 4.12, whose step needs almost four times the
            second term. With the half step the rate is true and the first term $1.25\frac{RL_fL_\ell}{\sqrt n}$, so
            the corollary holds.""",
        check=says(
            """Half step, noise for the printed rate: the exact excess over all 128 data sets of 7 records is at
                most {ratio:.3f} of the bound in {settings} settings. With the printed step at n = 100 the squared
                loss pays {cost:.2f} times the printed second term.""",
            ordered(lambda: moved(descended(deeper.half_step)), deeper.psgd_rate_printed, PRIVATE, "moved"),
            equal(two_terms, deeper.private_psgd_excess_bound, PRIVATE),
            refuted(1.0, lambda: deeper.SquaredLoss().noise_excess(0.0, 0.0, scale=full_rate(100)) * 100,
                    name="cost", least=3.9), ordered(private_excess, deeper.private_psgd_excess_bound, PRIVATE)),
    ),
)
