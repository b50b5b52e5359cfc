"""Cards for DF18, third part: convex regression by stability.

L = L_f L_l: the prediction is L_f-Lipschitz in w, the loss L_l-Lipschitz in the prediction; |w| <= R.  Checks are on
the line, x = 1 or 0, with the absolute loss or error²/2.
"""

import math

import numpy as np
from scipy.optimize import brentq

from ....brute import binomial
from ....claim import attained, between, ordered, refuted, says
from ....statement import Statement, Verdict
from ... import deeper

UNIT = {"radius": 1.0, "lipschitz_f": 1.0, "lipschitz_loss": 1.0}
NOISY = {"n": (8, 30), "epsilon": (0.5, 1.0, 5.0)}


def erm_rate(n, strong_convexity):
    """Of Theorem 4.9, all other constants 1."""
    return 4 / (strong_convexity * n)


def pair(n, strong_convexity):
    """Twice the change of the minimizer of the mean absolute loss + λw²/2 where one record pulls up or down, and all
    others are silent."""
    up, down = (brentq(lambda w: np.sign(w - y) / n + strong_convexity * w, -2.5, 2.5) for y in (3, -3))
    return 2 * (up - down)


def twice_squared(n, p, epsilon):
    """Twice the expected excess of the mean of n labels ±1 (1 with probability p), which minimizes the squared loss:
    L = 2, λ = 1; with noise of the true rate 4/n."""
    means = 2 * np.arange(n + 1) / n - 1
    return binomial(n, p) @ (means - (2 * p - 1)) ** 2 + 2 * (4 / n / epsilon) ** 2


def twice_regularized(n, epsilon):
    """The same for the absolute loss + λw²/2 on [-1, 1] and fair labels, λ = 2√((1 + 1/ε)/n), true rate 2/(λn)."""
    lam = 2 * math.sqrt((1 + 1 / epsilon) / n)
    w, scale = np.clip((2 * np.arange(n + 1) / n - 1) / lam, -1, 1), 2 / (lam * n * epsilon)
    errors = np.array([1 - w, 1 + w])
    return 2 * ((errors + scale * np.exp(-errors / scale)).mean(axis=0) @ binomial(n, 0.5) - 1)   # |error + noise|


def after(sign):
    """The error at the label 0.5 after a step of this sign from w = 0, over the error before; squared loss."""
    mean = deeper.psgd([[1], [1]], [0.5, 0.5], radius=1.0, step=0.1, slope=lambda error: -sign * error)
    return abs(2 * mean[0] - 0.5) / 0.5


def change(n):
    """How far the worst pair moves the prediction at the printed step, absolute loss, all constants 1."""
    return np.ptp(deeper.psgd(*deeper.stability_worst_pair(n), radius=1.0, step=1 / math.sqrt(n), slope=np.sign))


def second_term():
    """What noise for the true rate at DF18's step costs the squared loss, n = 100 and ε = 1, in units of the printed
    term."""
    rate = deeper.psgd_rate(100, step=deeper.psgd_step(100, **UNIT), **UNIT)
    return deeper.noise_excess_smooth(rate, 1.0, smoothness_loss=1.0) * 100


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
            r"""Absolute loss and $\frac\lambda2w^2$, one record that pulls up or down, two silent ones: the minimizer
                moves by {attained:.6f} times $2L_f^2L_\ell/(\lambda n)$, half the printed rate.""",
            attained(pair, erm_rate, {"n": 3, "strong_convexity": 0.5}, within=1e-6)),
    ),
    Statement(
        "DF18-C4.10", "Corollary 4.10", "Private regression, strongly convex", Verdict.HOLDS,
        "deeper/6a-numbers-instead-of-labels",
        hypotheses=r"As in Theorem 4.9; any $\varepsilon > 0$.",
        claim=r"""Some $\varepsilon$-DP prediction has expected excess at most $\frac{4L_f^2L_\ell^2}{\lambda
            n}\big(1 + \frac1\varepsilon\big)$.""",
        correction="Theorem 4.9 and Lemma 4.5 (1); with 2 in place of 4, too.",
        check=says(
            """Squared loss, labels ±1, noise of the true rate: in {settings} settings the exact expected excess is at
                most {ratio:.3f} of half the bound.""",
            ordered(twice_squared, lambda n, epsilon: 16 / n * (1 + 1 / epsilon), NOISY | {"p": (0.2, 0.5)})),
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
            """Absolute loss, fair labels ±1, λ|w|²/2 added, noise of the true rate: the exact expected excess in
                {settings} settings is at most {ratio:.3f} of half the printed bound.""",
            ordered(twice_regularized, lambda n, epsilon: 4 * math.sqrt((1 + 1 / epsilon) / n), NOISY)),
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
            """Squared loss, label 0.5, η = 0.1: a step with minus makes the error {down:.2f} times what it was, with
                plus {up:.2f} times.""",
            between(0, lambda: after(-1), 1, "down"), between(1, lambda: after(1), 2, "up")),
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
            """Absolute loss, a straight line at the labels ±2 of the record that changes, all constants 1, n = 4: the
                prediction moves by {four:.3f}, printed is {four_claimed:.3f}.""",
            refuted(deeper.psgd_rate_printed, change, UNIT | {"n": 4}, "four")),
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
            """With the printed step at n = 100 the squared loss pays {cost:.2f} times the printed second term.""",
            refuted(1.0, second_term, name="cost", least=3.9)),
    ),
)
