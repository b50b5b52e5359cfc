"""Cards for DR14, section 11.3: LinearLearner, its privacy and its risk.

Theorem 11.5 is one card with two readings (`DR14-T11.5`); what lies beyond its range of ε (`DR14-T11.5-RANGE`) and
the larger rate (`DR14-T11.5-SHARP`) are ours.  L stands for ln(1/δ).  The pair that refutes: the first record (1, -1)
becomes (-1, 1), all others are 0; then the actions 2 .. T are independent bits with odds e^±2η.
"""

import math

import numpy as np

from .... import experts, privacy, private_experts
from ....brute import binomial
from ....claim import equal, ordered, refuted, says
from ....experts.deeper import brute
from ....statement import Statement, Verdict
from ...statements._claims import capped, private, sharper


def _rate(T, epsilon, delta):
    return private_experts.linear_eta(T, epsilon * (1 - 1e-12), delta)


def _printed(T, epsilon, delta):
    return private_experts.linear_eta.record.body(n=T, epsilon=epsilon, delta=delta, analysis="dr14")  # for every ε


def _from_theta(T, epsilon, delta):
    """δ(ε) of the pair from θ alone: the uniform first action blurs the count of the others."""
    count = binomial(T - 1, 1 / (1 + math.exp(-2 * _printed(T, epsilon, delta))))
    count = (np.append(count, 0) + np.append(0, count)) / 2
    return float(np.maximum(count - math.exp(epsilon) * count[::-1], 0).sum())


def _ranged(T, epsilon, delta):
    return private_experts.linear_eta(T, epsilon, delta, analysis="bounded-range")


def _expected_excess(mu, eta, T=4):
    """E<θ, μ> - min μ over all data sets of T records with independent ±1 coordinates of means μ, exactly."""
    return sum(np.prod((1 + records * mu) / 2) * float(brute.laws(records, eta).mean(axis=0) @ mu)
               for records in brute.all_losses(T, len(mu), (-1.0, 1.0))) - min(mu)


STATEMENTS = (
    Statement(
        "DR14-A17", "Algorithm 17, LinearLearner", "A linear predictor from private experts", Verdict.TYPO,
        "deeper/4b-linear-learner",
        hypotheses=r"""Records $S = (x_1, \dots, x_T)$ in $[-1,1]^d$, i.i.d. “from some known distribution”
            $\mathcal{D}$.""",
        claim=r"""Algorithm: the experts are the $d$ basis vectors, the losses of day $t$ are $\ell^t = x_t$; run
            RWM with $\eta = \frac{\varepsilon}{\sqrt{32T\ln(1/\delta)}}$ and output $\theta^T = \frac1T\sum_t a_t$.""",
        words="drawn from some known distribution",
        correction=r"""An unknown distribution: a few lines below, “our only access” to it is the sample. (The losses
            are in $[-1,1]$, where section 11.2 has $[0,1]$: see Theorem 11.5.)""",
        check=says(
            """The law of $a_t$ agrees with weights kept by hand (to 1e-12) on all {settings} samples of two records in
                $\\{{-1,0,1\\}}^3$, with η = 0.4.""",
            equal(lambda x: private_experts.linear_learner_probabilities(x, eta=0.4),
                  lambda x: brute.laws(x, 0.4), {"x": [*brute.all_losses(2, 3, (-1.0, 0.0, 1.0))]})),
    ),
    Statement(
        "DR14-T11.5", "Theorem 11.5 and its proof", "LinearLearner is private, but not for the reason given",
        Verdict.GAP, "deeper/4b-linear-learner",
        hypotheses=r"""Any records in $[-1,1]^d$; neighbors differ in one record. No condition on $\varepsilon$ and
            $\delta$ is printed, here or in Theorem 11.2.""",
        claim=r"""$\mathrm{LinearLearner}(S, \varepsilon, \delta)$ is $(\varepsilon, \delta)$-differentially
            private, “simply an instantiation” of RWM with the update parameter of Theorem 11.2.""",
        words="it is simply an instantiation of the randomized weighted majority algorithm",
        readings=(r"$\varepsilon < 1$, as in the corollary behind Theorem 11.2", r"every $\varepsilon$, as printed",
                  Verdict.LIMITED),
        correction=r"""One record moves $\sum_j\ell_i^j$ by up to 2, so a step is $4\eta$-DP, not $2\eta$, and
            Theorem 3.20 gives more than $\varepsilon$. The slack is in composition: a step has range $4\eta$, so
            $\rho = 2T\eta^2 = \frac{\varepsilon^2}{16L}$ and $\rho + 2\sqrt{\rho L} = \frac{\varepsilon^2}{16L} +
            \frac\varepsilon2 \le \varepsilon$ for $\varepsilon \le 8L$, $L = \ln(1/\delta)$: for $\varepsilon < 1$
            that is $\delta \le 0.88$.""",
        check=says(
            r"""T = 1000, ε = 1, δ = $10^{{-6}}$: Theorem 3.20 with steps 4η gives ε =
                {proof:.4f}. But in {settings} settings with ε ≤ 8L steps of range 4η have at most {worst:.3f} δ.""",
            refuted(1.0, lambda: privacy.advanced_composition(4 * _rate(1000, 1.0, 1e-6), 1000, 1e-6), name="proof"),
            private(_rate, capped(8, T=(2, 30, 2000), delta=(1e-9, 1e-3, 0.3, 0.9)), 4)),
    ),
    Statement(
        "DR14-T11.5-RANGE", "on Theorem 11.5, for large ε", "Where LinearLearner is not private", Verdict.OURS,
        "deeper/4b-linear-learner",
        hypotheses=r"LinearLearner at its printed rate; $L = \ln(1/\delta)$.",
        claim=r"""It is $(\varepsilon, \delta)$-differentially private for $\varepsilon \le 8L$. As $\delta \to 0$ the
            constant 8 cannot be raised, even if only $\theta^T$ is seen.""",
        correction=r"""Up to $8L$: see Theorem 11.5. Beyond: $x_1 = (1, -1)$ against $(-1, 1)$, all other records 0. As
            $T$ grows the log-ratio of all actions tends to a normal variable of mean $\rho =
            \frac{\varepsilon^2}{16L}$ and variance $2\rho$; at $\varepsilon = cL$ it exceeds $\varepsilon$ with
            probability $e^{-4(1 - c/16)^2L + o(L)}$, and that is above $\delta = e^{-L}$ once $c > 8$.""",
        check=says(
            "T = 1000: from θ alone ε = 20, δ = 0.5 has exact δ(ε) = {a:.4f}.",
            refuted("delta", _from_theta, {"T": 1000, "epsilon": 20.0, "delta": 0.5}, "a")),
    ),
    Statement(
        "DR14-T11.5-SHARP", "sharpening of Theorem 11.5", "A larger learning rate for LinearLearner, for every ε",
        Verdict.OURS, "deeper/4b-linear-learner",
        hypotheses=r"As in Theorem 11.5; any $\varepsilon > 0$, $0 < \delta < 1$, $T \ge 2$.",
        claim=r"""LinearLearner with $\eta = \frac{\varepsilon}{\sqrt{8(T-1)(L+\varepsilon)}}$, or $\eta =
            \frac{\sqrt{L+\varepsilon} - \sqrt L}{\sqrt{2(T-1)}}$, which is larger, is $(\varepsilon, \delta)$-DP;
            $L = \ln(1/\delta)$.""",
        correction=r"""As for Theorem 11.2, with range $4\eta$ in place of $2\eta$: $\rho = 2(T-1)\eta^2$. The
            larger rate is $\frac{4}{1+\sqrt{1+\varepsilon/L}}\sqrt{\frac{T}{T-1}}$ times the printed one: nearly 2
            for $\varepsilon$ far below $L$, less for larger ε.""",
        check=sharper(_ranged, _printed, 4),
    ),
    Statement(
        "DR14-T11.6", "Theorem 11.6", "The risk of LinearLearner", Verdict.ASYMPTOTIC, "deeper/4b-linear-learner",
        hypotheses=r"""$T$ i.i.d. records with mean $\mu$; $0 < \beta < 1$; $\varepsilon$ bounded and $\delta$,
            $\beta$ away from 1, or the printed $O(\cdot)$ is too small.""",
        claim=r"""With probability at least $1 - \beta$: $\mathbb{E}_x\langle\theta^T, x\rangle \le
            \min_{\theta^*}\mathbb{E}_x\langle\theta^*, x\rangle +
            O\big(\frac{\sqrt{\ln(1/\delta)}\ln(d/\beta)}{\varepsilon\sqrt T}\big)$.""",
        correction=r"""For any $\eta$: at most $\frac\eta2 + \frac{\ln d}{\eta T}$ in expectation, and with
            probability $1 - \beta$ at most $\frac\eta2 + \frac{\ln d}{\eta T} + 3\sqrt{2\ln(3/\beta)/T}$. Regret
            against the best coordinate is at most the first two terms for every sequence; three times Azuma, each
            with differences in an interval of length 2 and at $\beta/3$: the draws of $a_t$, the records under
            $\langle a_t, \cdot\rangle$, and the one best coordinate. No union over $d$ is needed.""",
        check=says(
            r"""In {worlds} settings (4 pairs of means, 3 rates) with d = 2, T = 4 the exact expected excess over
                all data sets is at most {ratio:.2f} of $\eta/2 + \ln d/(\eta T)$.""",
            ordered(_expected_excess, lambda eta: experts.regret_bound_sharp(4, 2, eta, loss_range=2.0) / 4,
                    {"mu": [(0.0, 0.0), (-0.3, 0.1), (-1.0, 1.0), (0.5, 0.4)], "eta": (0.1, 0.8, 3.0)},
                    count="worlds")),
    ),
)
