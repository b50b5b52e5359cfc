"""Cards for DF18, second part: noise for stable predictions, averages over parts, and labels that no rule explains.

gamma is the most that a prediction moves when one example is replaced (Definition 4.4).
"""

import math

import numpy as np

from .... import prediction
from ....claim import between, ordered, points, refuted, says
from ....statement import Statement, Verdict
from ... import brute, deeper
from .. import brute as deeper_brute

SMALL = {"rate": 1.0, "epsilon": 1.0, "smoothness_loss": 0.01}


def least(epsilon, smoothness_loss):
    """What any private answer costs, on a grid of answers."""
    return smoothness_loss * deeper_brute.least_excess(epsilon)


def fails(n):
    """The chance that the average over parts of two of n records is 0.5 away from the truth 0.1, on all data sets: a
    part predicts the largest truth, held below 0.8; not linear."""
    values, chances = (np.array(v)[np.indices((3,) * n)] for v in ((0.0, 0.4, 1.0), (0.5, 0.3, 0.2)))
    averages = np.minimum(np.maximum(values[::2], values[1::2]), 0.8).mean(axis=0)
    return (chances.prod(axis=0) * (abs(averages - 0.1) >= 0.5 - 1e-12)).sum()


USUAL = {"alpha": 0.1, "epsilon": 1.0}


def failure(share):
    """Pr[error > α] where a part fails with this multiple of βαε, β = 0.05."""
    return lambda alpha, epsilon: prediction.failure_of_the_average(alpha, epsilon, share * 0.05 * alpha * epsilon)


AGNOSTIC = {"d": (1, 50), "alpha": (0.01, 0.5), "beta": (1e-9, 0.5), "epsilon": (0.01, 1.0)}


def agnostic_size(d, alpha, beta, epsilon):
    """Corollary 4.8's, by the correction's m."""
    return deeper.agnostic_prediction_sample_size_corrected(alpha, beta, epsilon, lambda a, b: math.ceil(
        ((30 * math.sqrt(d) + math.sqrt(-2 * math.log(b))) / a) ** 2))


def clipped_loss(n_parts, alpha):
    """The true ε of the clipped average."""
    chances = prediction.clipped_average_probability(np.arange(n_parts + 1), n_parts, alpha=alpha)
    return brute.vote_loss(n_parts, chances.__getitem__)


CLIPPED = {"n_parts": (1, 2, 4, 7, 9), "alpha": (0.1, 0.3, 0.5, 0.9)}


def programs():
    """Best coins for the α that linear programs over all private rules reach with r parts."""
    for at in points({"parts": (3, 5, 8, 12), "epsilon": (0.3, 1.0, 2.0)}):
        if (alpha := 2 * deeper_brute.least_distance(**at)) < 0.49:
            yield at | {"enough": deeper.best_average_parts(alpha * (1 + 1e-6), at["epsilon"])}


STATEMENTS = (
    Statement(
        "DF18-L4.5", "Lemma 4.5", "Noise for a stable prediction", Verdict.TYPO, "deeper/6a-numbers-instead-of-labels",
        hypotheses=r"""Loss $\ell$ convex in the prediction; a learner whose predictions move by at most $\gamma$;
            any $\varepsilon > 0$.""",
        claim=r"""Some $\varepsilon$-DP prediction has at most this excess over the learner's loss: (1)
            $L_\ell\gamma/\varepsilon$ if $\ell$ is $L_\ell$-Lipschitz; (2) $\sigma^2\gamma^2/\varepsilon^2$ if
            $\ell$ is $\sigma$-smooth. The noise is Laplace of scale $\varepsilon/\gamma$.""",
        words=r"$+\sigma^2\gamma^2/\epsilon^2$” and “with scale $\epsilon/\gamma$",
        correction=r"""The last line of the proof has $\sigma\gamma^2/\varepsilon^2$ in (2), from $\mathbb{E}\zeta^2 =
            2\gamma^2/\varepsilon^2$: the scale $\gamma/\varepsilon$. With $\sigma^2$ it would be false for small
            $\sigma$: every $\varepsilon$-DP answer has excess at least $\frac{\sigma\gamma^2}{8(1+e^\varepsilon)}$
            on one of two neighbors, as it crosses the midpoint with probability at least
            $\frac{1}{1+e^\varepsilon}$.""",
        check=says(
            """Loss σa²/2 with σ = 0.01, γ = ε = 1: the printed σ²γ²/ε² is {least_claimed:.4f}, and no 1-DP answer on a
                grid costs less than {least:.5f}.""",
            refuted(deeper.noise_excess_smooth_printed, least, SMALL, "least")),
    ),
    Statement(
        "DF18-L4.6", "Lemma 4.6", "Averaging over disjoint parts", Verdict.HOLDS, "deeper/6b-averages-and-lower-bounds",
        hypotheses=r"""A learner on $n$ examples, stable with rate $\gamma$, whose loss is at least $v$ with
            probability at most $\beta$; $\ell$ convex.""",
        claim=r"""The average of its predictions on $r$ disjoint samples is stable with rate $\gamma/r$, and its
            loss is at least $v$ with probability at most $r\beta$.""",
        correction=r"""One example sits in one part. By convexity the average loses at most what the worst part
            does; $1-(1-\beta)^r$ is a bound, too.""",
        check=says(
            """All 729 data sets of 6 records in 3 parts: loss at least 0.5 has probability {one:.3f} for one learner
                and {average:.3f}, below $1-(1-\\beta)^3$, for the average.""",
            lambda: {"one": fails(2), "average": fails(6)}, ordered(lambda: fails(6), lambda: 1 - (1 - fails(2)) ** 3)),
    ),
    Statement(
        "DF18-C4.7", "Corollary 4.7", "Agnostic learning by an average", Verdict.TYPO,
        "deeper/6b-averages-and-lower-bounds",
        hypotheses=r"An agnostic learner with $m(\alpha, \beta)$ examples; $0 < \varepsilon \le 1$.",
        claim=r"""$n = \frac{2\,m(\alpha/2,\ 2\beta\alpha\varepsilon)}{\alpha\varepsilon}$ examples are enough for
            $\varepsilon$-DP prediction with excess error $\alpha$ and confidence $1 - \beta$.""",
        words=r"$m(\alpha/2,2\beta\alpha\epsilon)$",
        correction=r"""By Lemma 4.6 $r = \lceil\frac{2}{\alpha\varepsilon}\rceil$ parts fail together with $r\beta'$, so
            $\beta' = \beta/r$, about $\beta\alpha\varepsilon/2$, is meant. The printed value is four times that: up to
            $4\beta$, where one failed part spoils the average.""",
        check=says(
            """20 parts (α = 0.1, ε = 1, β = 0.05) that err on mass α/2 or fail: with the printed 2βαε the error
                exceeds α with probability {printed:.4f}, with βαε/2 {corrected:.4f}. At ε = 0.5, where one failed
                part does no harm, {harmless:.4f} with the printed value.""",
            refuted(0.05, failure(2), USUAL, "printed"), between(0, failure(1 / 2), 0.05, "corrected", USUAL),
            between(0, failure(2), 0.05, "harmless", USUAL | {"epsilon": 0.5})),
    ),
    Statement(
        "DF18-C4.8", "Corollary 4.8 (2.3)", "Examples for a class that fits no labels", Verdict.ASYMPTOTIC,
        "deeper/6b-averages-and-lower-bounds",
        hypotheses=r"VC dimension $d$; all $\alpha, \beta, \varepsilon \in (0, 1]$.",
        claim=r"""$n = O\big(\frac{d + \ln(1/(\alpha\beta\varepsilon))}{\varepsilon\alpha^3}\big)$ examples are enough
            for $\varepsilon$-DP prediction with excess error $\alpha$ and confidence $1 - \beta$.""",
        correction=r"""$n = r\,m(\alpha/2, \beta/r)$, $r = \lceil\frac{2}{\alpha\varepsilon}\rceil$, $m(a, b) =
            \big((30\sqrt d + \sqrt{2\ln(1/b)})/a\big)^2$. For the best hypothesis of $m$ examples: the gap between
            sample and truth is at most $2 \cdot 15\sqrt{d/m}$ on average (symmetrization, chaining, Haussler's
            covers), and bounded differences add $\sqrt{2\ln(1/b)/m}$.""",
        check=says(
            "In {settings} settings this n is at most 7,200 times the expression inside O.",
            ordered(agnostic_size, lambda d, alpha, beta, epsilon: 7200 * (d - math.log(alpha * beta * epsilon)) / (
                epsilon * alpha**3), AGNOSTIC)),
    ),
    Statement(
        "DF18-OURS-CLIP", "sharpening of Corollary 4.7", "An average without noise", Verdict.OURS,
        "deeper/6b-averages-and-lower-bounds",
        hypotheses=r"$r$ parts with a vote each; $0 < \alpha < 1$; any $\varepsilon > 0$.",
        claim=r"""Answer 1 with probability $\mathrm{clip}(\frac{\mathrm{votes}}{r}, \frac\alpha2, 1-\frac\alpha2)$:
            $\varepsilon$-DP for $r \ge \frac{2}{\alpha(e^\varepsilon-1)}$, excess at most $\frac\alpha2$. Never
            more parts than $\frac{2}{\alpha\varepsilon}$.""",
        correction=r"""A vote moves a probability by at most $\frac1r$, and none is below $\frac\alpha2$: the ratio
            is at most $1 + \frac{2}{\alpha r} \le e^\varepsilon$. And $e^\varepsilon - 1 \ge \varepsilon$.""",
        check=says(
            """All patterns of votes in {settings} settings: the exact ε is at most ln(1 + 2/(αr)), up to {ratio:.3f} of
                it.""",
            ordered(clipped_loss, lambda n_parts, alpha: math.log1p(2 / (alpha * n_parts)), CLIPPED)),
    ),
    Statement(
        "DF18-OURS-COIN", "sharpening of Corollary 4.7", "The best coin for an average", Verdict.OURS,
        "deeper/6b-averages-and-lower-bounds",
        hypotheses=r"""$r$ parts with a vote each, $v$ of them for 1; $0 < \alpha \le \frac12$; rules $p(v)$ with
            $|p(v) - \frac vr| \le \frac\alpha2$.""",
        claim=r"""An $\varepsilon$-DP rule has $\frac\alpha2(e^{\varepsilon v}+1) \ge \frac vr$ for all $v$, so
            about $r \ge \frac{0.557}{\alpha\varepsilon}$ for small $\alpha$, $\varepsilon$. The rule that rises as
            early as it may attains the least $r$.""",
        correction=r"""$p(0) \le \frac\alpha2$, and a vote multiplies by at most $e^\varepsilon$; $(e^x+1)/x \ge
            3.591$. Noise does better than its bound, too: it moves the answer by at most $\frac{1}{2r\varepsilon}$,
            so $r = \frac{1}{\alpha\varepsilon}$ is enough: fewer than clipping needs where $\varepsilon$ is small,
            more where it is large.""",
        check=says(
            """Linear programs over all private rules in {settings} settings: the best coin comes as near to v/r, with
                as few parts.""",
            ordered("enough", "parts", programs)),
    ),
)
