"""What the companions of lecture 4 add to `dplearn.private_experts.statements.dr14`."""

import math

import numpy as np

from .... import experts, privacy, private_experts
from ....claim import equal, ordered, refuted, says
from ....experts import brute as experts_brute
from ....experts.deeper import brute as deeper_experts_brute
from ....statement import Statement, Verdict
from ...statements._claims import capped
from ...statements.dr14 import BEYOND, _printed, _rate

STEPS = {"k": (1, 5, 100, 10**4), "step": (0.001, 0.03, 0.5, 2.0), "delta": (1e-9, 1e-3, 0.3)}


def _composed(k, step, delta):
    return privacy.pure_composition_delta(step, k, privacy.advanced_composition(step, k, delta))


def _small_steps(k, epsilon, delta):
    return privacy.pure_composition_delta(epsilon / math.sqrt(-8 * k * math.log(delta)), k, epsilon)


def _tail(T, n_experts, epsilon, delta, beta, run, low=0.0):
    """Pr[cumulative regret > the printed bound] on `hard_losses` in {low, 1}, exactly, at DR14's η."""
    losses, scale = experts_brute.hard_losses(T, n_experts, run), 1 - low
    law = experts.hedge_probabilities(low + scale * losses, eta=_rate(epsilon, delta, T), loss_range=scale)
    regret = scale * (np.arange(T + 1) - losses.sum(axis=0).min())
    bound = _printed(T, n_experts, epsilon, delta) + math.sqrt(T * math.log(n_experts / beta))
    return deeper_experts_brute.realised_law(losses, law)[regret > bound].sum()


def _ratio(n_experts, epsilon, T=10**6):
    """The two printed bounds: T cancels."""
    return (private_experts.private_regret_bound(T, n_experts, epsilon=epsilon, delta=1e-6)
            / experts.regret_bound(T, n_experts))


STATEMENTS = (
    Statement(
        "DR14-T3.20", "Theorem 3.20, as used in section 11.2", "Advanced composition", Verdict.HOLDS,
        "deeper/4a-six-analyses",
        hypotheses=r"$k$ releases, each $(\varepsilon, 0)$-differentially private, chosen adaptively; $\delta > 0$.",
        claim=r"""Together they are $(\varepsilon', \delta)$-DP with $\varepsilon' =
            \sqrt{2k\ln(1/\delta)}\,\varepsilon + k\varepsilon(e^\varepsilon - 1)$.""",
        correction="""Quoted by chapter 11, not proved there, nor here: we compare it with optimal composition
            (Kairouz, Oh and Viswanath 2015), which is exact.""",
        check=says(
            """In {settings} settings (k = 1 to 10000, step ε = 0.001 to 2, δ = $10^{{-9}}$ to 0.3) k-fold
                randomized response, the worst k such steps, has at most {ratio:.3f} of the δ promised.""",
            ordered(_composed, "delta", STEPS)),
    ),
    Statement(
        "DR14-C3.21", "section 11.2, the step before Theorem 11.2 (Corollary 3.21)", "How small a step must be",
        Verdict.LIMITED, "deeper/4a-six-analyses",
        hypotheses=r"""$k$ releases, each $(\varepsilon_0, 0)$-DP. The corollary has $0 < \varepsilon' < 1$, chapter
            11 does not repeat it.""",
        claim=r"""If $\varepsilon_0 = \frac{\varepsilon'}{2\sqrt{2k\ln(1/\delta)}} =
            \frac{\varepsilon'}{\sqrt{8k\ln(1/\delta)}}$, the $k$ releases are $(\varepsilon', \delta)$-DP.""",
        words=r"then the entire algorithm will be $(\varepsilon, \delta)$ differentially private",
        correction=r"""True for $\varepsilon' \le 8\ln(1/\delta)$: each release is $\varepsilon_0^2/2$-zCDP, so
            $\rho = \frac{\varepsilon'^2}{16L}$ in all, and $\rho + 2\sqrt{\rho L} = \frac{\varepsilon'^2}{16L} +
            \frac{\varepsilon'}{2} \le \varepsilon'$. For $\varepsilon' < 1$ this leaves out only $\delta > e^{-1/8}
            = 0.88$, where the corollary is false near $\delta = 1$.""",
        check=says(
            """For ε' ≤ 8 ln(1/δ) the worst steps have at most {ratio:.2f} δ ({settings} settings); beyond, k =
                1000, δ = 0.5, ε' = 20, they have exactly {large:.4f}. With k = 1000, δ = 0.998, ε' = 1 (8L is
                0.016) they have {near_one:.5f}.""",
            refuted("delta", _small_steps, {"k": 1000, "epsilon": 20.0, "delta": 0.5}, "large"),
            refuted("delta", _small_steps, {"k": 1000, "epsilon": 1.0, "delta": 0.998}, "near_one"),
            ordered(_small_steps, "delta", capped(8, k=(1, 30, 1000, 10**5), delta=(1e-9, 1e-3, 0.3, 0.88)))),
    ),
    Statement(
        "DR14-T11.4", "Theorem 11.4 and the sentence before it", "Regret with high probability", Verdict.LIMITED,
        "deeper/4a-six-analyses",
        hypotheses=r"""As in Theorem 11.3, whose condition $\varepsilon^2 \le 32\ln(1/\delta)\ln K$ it inherits; $0
            < \beta < 1$. Section 11.2 has losses in $[0,1]$, the sentence says $[-1,1]$.""",
        claim=r"""With probability at least $1 - \beta$: $\mathrm{Regret} \le \frac{\sqrt{128\ln(1/\delta)}\ln
            K}{\varepsilon\sqrt T} + \sqrt{\frac{\ln(K/\beta)}{T}}$.""",
        words="with values bounded in [-1,1], we can also apply a Chernoff bound",
        readings=("losses in [0, 1], as section 11.2 has them, under Theorem 11.3's condition",
                  "losses in [-1, 1], as the sentence before the theorem says", Verdict.FALSE),
        correction=r"""For losses in $[0,1]$ even $\sqrt{\ln(1/\beta)/(2T)}$ will do: the regret against the best
            expert needs no union over experts, and losses may depend on past actions (Azuma). For $[-1,1]$ the same
            proof gives $\sqrt{2\ln(1/\beta)/T}$, which the printed term covers if $K \ge 1/\beta$; else it
            can be false.""",
        check=says(
            """Losses in [0, 1], {settings} exact tails on hard sequences: beyond the bound with probability at most
                {ratio:tex} β. Losses ±1, T = 2000, K = 2, ε = 10, δ = 0.01, β = $10^{{-5}}$: {signed:tex}, which is
                above β. ε = 200, δ = β = 0.5, T = 100: {far:.3f}.""",
            ordered(_tail, "beta", {"T": (60, 400), "n_experts": (2, 20), "epsilon": (1.0, 10.0), "delta": (0.01,),
                                    "beta": (0.5, 0.05, 1e-4), "run": (0, 20, 60)}),
            refuted(1e-5, lambda: _tail(2000, 2, 10.0, 0.01, 1e-5, 100, low=-1.0), name="signed"),
            refuted(0.5, lambda: _tail(**BEYOND, beta=0.5, run=0), name="far")),
    ),
    Statement(
        "DR14-T11.4-PRICE", "sentence after Theorem 11.4", "What privacy costs, as a factor", Verdict.TYPO,
        "deeper/4a-six-analyses",
        hypotheses="As in Theorem 11.3, with its condition.",
        claim=r"""The private regret bound is larger than the bound without privacy “only by a factor of
            $\Omega(\sqrt{\ln K\ln(1/\delta)}/\varepsilon)$”.""",
        words=r"larger only by a factor of $\Omega(\frac{\sqrt{\ln(k)\ln(1/\delta)}}{\varepsilon})$",
        correction=r"""$O$ in place of $\Omega$, as “only” and “nearly as good” say; the ratio of the two printed
            bounds is $\frac{\sqrt{32\ln(1/\delta)\ln K}}{\varepsilon}$ for every $T$: both fall as $1/\sqrt T$
            a round.""",
        check=says(
            "The formula is the ratio in {settings} settings (δ = $10^{{-6}}$, K = 2 and 1000, ε = 0.1 and 1).",
            equal(lambda n_experts, epsilon: _ratio(n_experts, epsilon) * epsilon / math.sqrt(
                -32 * math.log(1e-6) * math.log(n_experts)), 1, {"n_experts": (2, 1000), "epsilon": (0.1, 1.0)})),
    ),
)
