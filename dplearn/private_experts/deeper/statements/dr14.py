"""What the companions of lecture 4 add to `dplearn.private_experts.statements.dr14`."""

import math

import numpy as np

from .... import experts, privacy, private_experts
from ....claim import between, equal, ordered, refuted, says
from ....experts import brute as experts_brute
from ....experts.deeper import brute as deeper_experts_brute
from ....experts.statements.dr14 import regret
from ....statement import Statement, Verdict, require
from ... import brute, deeper
from ...statements._claims import capped
from ...statements.dr14 import BEYOND, _largest_epsilon, _printed, _rate

STEPS = {"k": (1, 5, 100, 10**4), "step": (0.001, 0.03, 0.5, 2.0), "delta": (1e-9, 1e-3, 0.3)}


def _composed(k, step, delta):
    return privacy.pure_composition_delta(step, k, privacy.advanced_composition(step, k, delta))


def _small_steps(k, epsilon, delta):
    return privacy.pure_composition_delta(epsilon / math.sqrt(-8 * k * math.log(delta)), k, epsilon)


LARGE, NEAR_ONE = {"k": 1000, "epsilon": 20.0, "delta": 0.5}, {"k": 1000, "epsilon": 1.0, "delta": 0.998}
_realised = deeper.private_realised_bound


def _tail(losses, eta, threshold, low=0.0):
    """Pr[cumulative regret > threshold] for fixed 0/1 losses, or (low = -1) for ±1 in their place, exactly."""
    scale = 1 - low
    law = experts.hedge_probabilities(low + scale * losses, eta=eta, loss_range=scale)
    regret = scale * (np.arange(len(losses) + 1) - losses.sum(axis=0).min())
    return float(deeper_experts_brute.realised_law(losses, law)[regret > threshold].sum())


# the largest ε: the smallest bound
TAILS = [{"T": T, "n_experts": K, "delta": 0.01, "epsilon": _largest_epsilon(K, 0.01), "beta": beta}
         for T, K in ((60, 2), (400, 2), (400, 20)) for beta in (0.5, 0.05, 1e-4)]


def _tails(T, n_experts, epsilon, delta, beta):
    eta, bound = _rate(epsilon, delta, T), _realised(T=T, n_experts=n_experts, epsilon=epsilon, delta=delta, beta=beta)
    return [_tail(experts_brute.hard_losses(T, n_experts, min(T, int(c / eta))), eta, bound) for c in (0, 1, 3)]


def _far_tails():
    """Losses ±1, and ε beyond the condition."""
    at = {"T": 2000, "n_experts": 2, "epsilon": 10.0, "delta": 0.01}
    beta, eta, losses = 1e-5, _rate(10.0, 0.01, 2000), experts_brute.hard_losses(2000, 2, 100)
    needed = private_experts.private_regret_bound(**at) + math.sqrt(-2 * 2000 * math.log(beta))
    signed, wider = (_tail(losses, eta, bound, low=-1.0) for bound in (_realised(**at, beta=beta), needed))
    require(signed > 2 * beta and wider <= beta,
            f"for ±1 losses the printed bound must fail, the wider one hold: {signed}, {wider}")
    wrong = _printed(**BEYOND) + math.sqrt(100 * math.log(4))
    far = _tail(experts_brute.hard_losses(100, 2, 0), _rate(200.0, 0.5, 100), wrong)
    require(far > 0.9, f"without the condition of Theorem 11.3 it must fail; got {far}")
    return {"signed": signed, "wider": wider, "far": far}


def _near_tails():
    found = [np.array(_tails(**at)) / at["beta"] for at in TAILS]
    worst = max(map(np.max, found))
    require(worst <= 1, f"the bound must fail with probability at most β; the ratio is {worst}")
    return {"settings": sum(map(len, found)), "worst": worst}


def _ratio(n_experts, epsilon, delta=1e-6):
    bound = private_experts.private_regret_bound(10**6, n_experts, epsilon=epsilon, delta=delta)
    return bound / experts.regret_bound(10**6, n_experts)


def _factor(n_experts, epsilon):
    return deeper.price_of_privacy(n_experts, epsilon, delta=1e-6)


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
            = 0.88$, where the corollary is false near $\delta = 1$. As $\delta \to 0$ the constant 8 cannot be
            raised.""",
        check=says(
            """For ε' ≤ 8 ln(1/δ) the worst steps have at most {ratio:.2f} δ ({settings} settings); beyond, k =
                1000, δ = 0.5, ε' = 20, they have exactly {large:.4f}. With k = 1000, δ = 0.998, ε' = 1 (8L is
                0.016) they have {near_one:.5f}. At δ = $10^{{-6}}$, k = 100000 it fails from ε' = {limit:.2f} L on.""",
            refuted("delta", _small_steps, LARGE, "large"), refuted("delta", _small_steps, NEAR_ONE, "near_one"),
            ordered(_small_steps, "delta", capped(8, k=(1, 30, 1000, 10**5), delta=(1e-9, 1e-3, 0.3, 0.88))),
            between(8, lambda: brute.crossing(10**5, lambda e: e / math.sqrt(-8e5 * math.log(1e-6)), 1e-6), 9.5,
                    "limit")),
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
                {worst:tex} β. Losses ±1, T = 2000, K = 2, ε =
                10, δ = 0.01, β = $10^{{-5}}$: exactly {signed:tex} > β beyond the printed bound, {wider:tex} beyond the
                wider. ε = 200, δ = β = 0.5, T = 100: {far:.3f}.""",
            _near_tails, _far_tails),
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
            """δ = $10^{{-6}}$: the private bound is {ratios[0]:.1f} times the other for K = 2, ε = 1,
                {ratios[1]:.1f} times for K = 1000, and {ratios[2]:.0f} times at ε = 0.1 (T cancels; checked at
                $10^6$). Sharp bounds on both sides and bounded range: {sharp:.1f} times for K = 1000, ε = 1.""",
            equal(lambda **at: _ratio(**at) / _factor(**at), 1, {"n_experts": (2, 1000), "epsilon": (0.1, 1.0)}),
            lambda: {"ratios": [_ratio(2, 1.0), _ratio(1000, 1.0), _ratio(1000, 0.1)]},
            between(1, lambda: deeper.price_of_privacy_sharp(10**6, 1000, epsilon=1.0, delta=1e-6),
                    _ratio(1000, 1.0), "sharp")),
    ),
)
