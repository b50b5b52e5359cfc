"""What the companions of lecture 6 add to `dplearn.prediction.statements.prediction`."""

import math

import numpy as np
from scipy import special

from .... import privacy
from ....claim import equal, ordered, says
from ....statement import Statement, Verdict, require
from ... import brute, deeper
from .. import brute as deeper_brute


def worst_chain(k):
    """The largest δ of two two-label laws that k steps join, e^ε = 2 and δ = 1/40, on a grid that keeps the worst chain
    p -> 2p + 1/40 on."""
    p = np.arange(41) / 40
    near = p[:, None] <= 2 * p + 1 / 40 + 1e-12
    near = near & near.T & near[::-1, ::-1] & near[::-1, ::-1].T   # both ways, for both labels
    gap = p[:, None] - 2**k * p
    return np.maximum(gap, gap[::-1, ::-1])[np.linalg.matrix_power(near.astype(int), k) > 0].max()


def the_sum(k):
    """δ(1 + e^ε + ... + e^((k-1)ε))."""
    return privacy.group_privacy(math.log(2), k, 1 / 40)[1]


def chains():
    """Two and three steps, as they cost and as printed."""
    return {"two": worst_chain(2), "printed_two": 4 / 40, "three": worst_chain(3), "printed_three": 12 / 40}


def soft_size():
    """Corollary 4.2's size beside the expression inside O."""
    d, alpha, beta, epsilon = np.ix_((1, 5, 50, 5000), (0.001, 0.02, 0.25), (1e-6, 0.01, 0.25), (0.01, 0.2, 1.0))
    size, log = deeper.private_prediction_sample_size, np.log(1 / alpha)
    ratio = (size(d, alpha, beta=beta, epsilon=epsilon) * (epsilon * alpha)
             / (d * log**2 + log * np.log(log / (epsilon * beta))))
    loose = size(1, 0.25, beta=0.25, epsilon=[100.0, 1e4])
    require(ratio.min() > 50 and ratio.max() < 3000 and loose[0] == loose[1],
            f"a constant times the printed size, and a part is the least there can be; got {ratio}, {loose}")
    return {"low": ratio.min(), "high": ratio.max(), "settings": ratio.size, "loose": loose[0]}


def lower():
    """Theorem 4.3 where it is false, and the step of its proof."""
    alpha, epsilon = 0.001, 0.1
    n, claimed = deeper.constants_sample_size(alpha, epsilon), deeper.lower_bound(1, alpha, epsilon=epsilon)
    error, before = (brute.coin(0, k, epsilon / 2) for k in (n, n - 1))
    require(error <= alpha < before and n < claimed / 2, f"{n} labels err with probability {error}; asked {claimed}")
    # labels 10 and 11 of two points: one heavy and known, one light
    thresholds = deeper.lower_bound_sharp(2, alpha, epsilon=epsilon)
    half = deeper.lower_bound(4, 0.5, epsilon=epsilon)   # of what a coin without data can do
    tails = [special.pdtrc(math.floor(1 / (4 * e) + 1e-9), 1 / (8 * e)) for e in (1.0, 0.05, 0.04)]
    require(thresholds > claimed and half > 1 and tails[1] > 1 / 24 > tails[2], f"got {thresholds}, {half}, {tails}")
    return {"n": n, "error": error, "claimed": claimed, "thresholds": thresholds, "half": half, "tails": tails}


BITS = {"vc_dim": (2, 3), "alpha": (0.1, 0.25), "epsilon": (0.1, 0.3, 1.0)}


def too_few(vc_dim, alpha, epsilon):
    """The least error at one of the light points with the most examples that lie below the bound, by a linear program
    over all predictors."""
    n = math.ceil(deeper.lower_bound_sharp(vc_dim, alpha, epsilon)) - 1
    return deeper_brute.least_bit_error(n, 4 * alpha / (vc_dim - 1), epsilon, epsilon / 3)


STATEMENTS = (
    Statement(
        "DF18-L3.1", "Lemma 3.1", "Data sets that differ in k examples", Verdict.HOLDS,
        "deeper/6b-averages-and-lower-bounds",
        hypotheses=r"An $(\varepsilon,\delta)$-DP prediction algorithm.",
        claim=r"""For data sets that differ in at most $k$ examples its answers are $(k\varepsilon,\; k
            e^{\varepsilon(k-1)}\delta)$-close.""",
        correction=r"""The steps add up to $\delta(1 + e^{\varepsilon} + \dots + e^{(k-1)\varepsilon}) =
            \delta\frac{e^{k\varepsilon}-1}{e^\varepsilon-1}$, which is less, and attained.""",
        check=says(
            r"""All chains of two-label laws on a grid, $e^\varepsilon = 2$, δ = 1/40: two steps cost δ = {two:.4f}
                (printed {printed_two:.4f}), three {three:.4f} (printed {printed_three:.4f}); the sum $\delta(1 +
                e^\varepsilon + \dots)$ is attained.""",
            equal(worst_chain, the_sum, {"k": (2, 3)}), chains),
    ),
    Statement(
        "DF18-C4.2", "Corollary 4.2 (2.1)", "Examples for a class of VC dimension d", Verdict.ASYMPTOTIC,
        "deeper/6b-averages-and-lower-bounds",
        hypotheses=r"VC dimension $d$; all $\alpha, \beta, \varepsilon > 0$.",
        claim=r"""$n = O\big(\frac{d\ln^2(1/\alpha) +
            \ln(1/\alpha)\ln(\ln(1/\alpha)/(\varepsilon\beta))}{\varepsilon\alpha}\big)$ examples are enough.""",
        correction=r"""$n = r\max\big(\frac4a\log_2\frac2b,\ \frac{8d}{a}\log_2\frac{13}{a}\big)$ with $a =
            \alpha/4$, $b = \beta/r$, $r$ of Theorem 4.1. Not for all $\varepsilon$: one part is the least, so
            $\varepsilon = O(\ln(1/\alpha))$ is needed.""",
        check=says(
            """With the VC bound for m the explicit n is {low:.0f} to {high:.0f} times the expression inside O in
                {settings} settings with α, β ≤ 1/4, ε ≤ 1. From ε = 100 to ε = 10000 it stays {loose}, while the
                expression falls a hundredfold.""",
            soft_size),
    ),
    Statement(
        "DF18-T4.3", "Theorem 4.3 (2.2)", "What private prediction must cost", Verdict.LIMITED,
        "deeper/6b-averages-and-lower-bounds",
        hypotheses=r"""VC dimension $d$; all $\alpha, \varepsilon > 0$; $(\varepsilon,\varepsilon/3)$-DP prediction,
            error $\alpha$, failure probability $1/12$.""",
        claim=r"$n \ge \frac{d}{32\,\varepsilon\alpha}$ examples are needed.",
        words=r"for all $\alpha,\epsilon>0$",
        correction=r"""True for $d \ge 2$ and $\alpha \le 1/4$ (DF18-OURS-T4.3); the proof asks for “$d$ larger than
            some fixed constant” and goes down from $\alpha = 1/4$. Not for every class with $d = 1$: for the two
            constants on one point about $2\ln(1/\alpha)/\varepsilon$ are enough. Not for $\alpha \ge 1/2$; between
            $1/4$ and $1/2$ we know neither a proof nor a counterexample. Its step
            $\Pr[\mathrm{Poisson}(\frac{1}{8\varepsilon}) > \frac{1}{4\varepsilon}] \le \frac1{24}$ wants a small
            $\varepsilon$, whatever $d$ is.""",
        check=says(
            """The two constants on one point, α = 0.001, ε = 0.1: the soft majority of n = {n} labels errs with
                probability {error:.6f}; the bound says n ≥ {claimed:.1f}. Thresholds on two points need
                {thresholds:.1f}, by the argument of DF18-OURS-T4.3 with one light point. At α = 1/2 no data are
                needed, and the bound is {half:.1f} at d = 4. The tail that the proof wants below 1/24 = 0.0417 is
                {tails[0]:.4f} at ε = 1, {tails[1]:.4f} at 0.05.""",
            lower),
    ),
    Statement(
        "DF18-OURS-T4.3", "sharpening of Theorem 4.3", "What it must cost, where that is true", Verdict.OURS,
        "deeper/6b-averages-and-lower-bounds",
        hypotheses=r"""$d \ge 2$, $0 < \alpha \le 1/4$, any $\varepsilon > 0$; else as Theorem 4.3, with error
            $\alpha$ at probability $11/12$.""",
        claim=r"$n \ge \frac{\ln(3/2)\,(d-1)}{4\alpha\varepsilon}$ examples are needed.",
        correction=r"""A point of mass $\frac{4\alpha}{d-1}$ is seen $t$ times. Flipping these labels, the chance to
            be right is $g(t) \le h(t) = \frac43 - \frac53\cdot\frac{1}{1+e^{\varepsilon t}}$ (Lemma 3.1, $\delta =
            \varepsilon/3$). $h$ is concave, so $\frac23 \le \mathbb{E}g(t) \le h(\mathbb{E}t)$, hence $\mathbb{E}t
            = \frac{4\alpha n}{d-1} \ge \frac{\ln(3/2)}{\varepsilon}$.""",
        check=says(
            """{settings} linear programs over all (ε, ε/3)-private predictors of a bit: with as many examples as lie
                below the bound, 1/3 is at most {ratio:.3f} of the least error at such a point.""",
            ordered(1 / 3, too_few, BITS)),
    ),
)
