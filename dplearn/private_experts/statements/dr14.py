"""Cards for DR14, section 11.2 with privacy: Theorems 11.2 to 11.4 and the composition theorem that they rest on.

L stands for ln(1/δ).  Where a claim is refuted, it is by one pair: the first losses (1, 0) become (0, 1) and all later
losses are 0, so that the actions of days 2 .. T are independent bits with odds e^±η and δ(ε) is one binomial sum.
Where a claim is confirmed, it is for every pair at once: by optimal composition of steps of bounded range.
"""

import math
from collections import defaultdict

import numpy as np
from scipy.special import expit

from ... import experts, privacy, private_experts
from ...claim import between, equal, ordered, refuted, says
from ...experts.statements.dr14 import regret
from ...statement import Statement, Verdict, require
from .. import brute
from ._claims import FEW_DAYS, capped, private, sharper


_rate = private_experts.dr14_printed_eta


# ---- Theorem 3.20 and Corollary 3.21 ---------------------------------------------------------------

STEPS = {"k": (1, 5, 100, 10**4), "step": (0.001, 0.03, 0.5, 2.0), "delta": (1e-9, 1e-3, 0.3)}


def _two_sided(step, k, epsilon):
    return brute.swap_delta(k, step, epsilon)


def _composed(k, step, delta, by=None):
    return (by or privacy.pure_composition_delta)(step, k, privacy.advanced_composition(step, k, delta))


def _small_steps(k, epsilon, delta, by=None):
    return (by or privacy.pure_composition_delta)(epsilon / math.sqrt(-8 * k * math.log(delta)), k, epsilon)


LARGE, NEAR_ONE = {"k": 1000, "epsilon": 20.0, "delta": 0.5}, {"k": 1000, "epsilon": 1.0, "delta": 0.998}


# ---- Theorem 11.2 ----------------------------------------------------------------------------------

SHORT = [{"T": T, "delta": 1e-6, "epsilon": epsilon} for T in (2, 30, 110) for epsilon in (1.0, 1e3, 1e5)]  # T <= 8 L


def _swap(T, epsilon, delta):
    return private_experts.worst_pair_profile(T, epsilon, eta=_rate(epsilon, delta, T))


def _line():
    """At δ = 1e-6 and 10^5 days the theorem holds a little beyond 48 L, for every pair, and soon fails."""
    T, log = 10**5, -math.log(1e-6)
    limit = brute.crossing(T - 1, lambda e: _rate(e, 1e-6, T), 1e-6)
    just, more = (privacy.bounded_range_composition_delta(2 * _rate(c * log, 1e-6, T), T - 1, c * log)
                  for c in (48.5, 1.02 * limit))
    require(48 < limit < 51 and just <= 1e-6 < more,
            f"true a little beyond 48 L, false beyond {limit} L; {just}, {more}")
    return {"limit": limit}


_simple = private_experts.corrected_theorem3_rate


def _ranged(T, epsilon, delta):
    return private_experts.private_eta(epsilon, delta, T, analysis="bounded-range")


def _gains(**at):
    """Both rates over DR14's."""
    return np.array([_ranged(**at), _simple(**at)]) / _rate(**at)


def _claimed_gains(T, epsilon, delta):
    log, days = -math.log(delta), T / (T - 1)
    return np.array([8 / (1 + math.sqrt(1 + epsilon / log)) * math.sqrt(days),
                     4 * math.sqrt(log / (log + epsilon) * days)])


def _spent(**at):
    return privacy.zcdp_epsilon((at["T"] - 1) * privacy.bounded_range_rho(2 * _ranged(**at)), at["delta"])


_private_sharp = sharper(_gains, _claimed_gains, _simple, _ranged, _rate, 2,
                         ordered(_spent, "epsilon", FEW_DAYS, slack=1e-9))


# ---- Theorems 11.3 and 11.4 ------------------------------------------------------------------------

def _largest_epsilon(n_experts, delta):
    return math.sqrt(-32 * math.log(delta) * math.log(n_experts)) * (1 - 1e-12)


UNDER = {"T": (10, 400), "n_experts delta epsilon": [(K, delta, epsilon) for K in (2, 50) for delta in (1e-6, 0.5)
                                                     for epsilon in (0.1, 1.0, _largest_epsilon(K, delta))]}


BEYOND = {"T": 100, "n_experts": 2, "epsilon": 200.0, "delta": 0.5}


_printed = private_experts.private_regret_bound.record.body  # with no condition, as it is printed
_first = private_experts.private_regret_bound_corrected
_realised = private_experts.private_realised_bound


def _hard_regret(T, n_experts, epsilon, delta, turns=(0, 1, 3, 6)):
    return brute.hardest(regret, T, n_experts, _rate(epsilon, delta, T), turns)


def _in_turn(**at):
    return _hard_regret(**at, turns=(0,))


def _chaser_tail(T, eta, threshold):
    """Pr[cumulative regret > threshold] against an adversary by whom yesterday's pick loses today; K = 2, exactly."""
    law = {(1, 1, 0): 0.5, (1, 0, 1): 0.5}  # of losses of expert 0, my losses, last pick; on day 1 expert 0 loses
    for t in range(1, T):
        after = defaultdict(float)
        for (first, mine, last), p in law.items():
            picks = expit(eta * (t - 2 * first)), expit(eta * (2 * first - t))  # from losses `first` and t - `first`
            for pick in (0, 1):
                after[first + (last == 0), mine + (pick == last), pick] += p * picks[pick]
        law = after
    return sum(p for (first, mine, _), p in law.items() if mine - min(first, T - first) > threshold)


def _tail(losses, eta, threshold, low=0.0):
    """Pr[cumulative regret > threshold] for fixed 0/1 losses, or (low = -1) for ±1 in their place, exactly."""
    scale = 1 - low
    law = experts.hedge_probabilities(low + scale * losses, eta=eta, loss_range=scale)
    regret = scale * (np.arange(len(losses) + 1) - losses.sum(axis=0).min())
    return float(brute.realised_law(losses, law)[regret > threshold].sum())


# the largest ε: the smallest bound
TAILS = [{"T": T, "n_experts": K, "delta": 0.01, "epsilon": _largest_epsilon(K, 0.01), "beta": beta}
         for T, K in ((60, 2), (400, 2), (400, 20)) for beta in (0.5, 0.05, 1e-4)]


def _tails(T, n_experts, epsilon, delta, beta):
    eta, bound = _rate(epsilon, delta, T), _realised(T=T, n_experts=n_experts, epsilon=epsilon, delta=delta, beta=beta)
    found = [_tail(brute.hard_losses(T, n_experts, min(T, int(c / eta))), eta, bound) for c in (0, 1, 3)]
    return found + ([_chaser_tail(T, eta, bound)] if T == 60 else [])


def _far_tails():
    """Losses ±1, and ε beyond the condition."""
    at = {"T": 2000, "n_experts": 2, "epsilon": 10.0, "delta": 0.01}
    beta, eta, losses = 1e-5, _rate(10.0, 0.01, 2000), brute.hard_losses(2000, 2, 100)
    needed = private_experts.private_regret_bound(**at) + math.sqrt(-2 * 2000 * math.log(beta))
    signed, wider = (_tail(losses, eta, bound, low=-1.0) for bound in (_realised(**at, beta=beta), needed))
    require(signed > 2 * beta and wider <= beta,
            f"for ±1 losses the printed bound must fail, the wider one hold: {signed}, {wider}")
    wrong = _printed(**BEYOND) + math.sqrt(100 * math.log(4))
    far = _tail(brute.hard_losses(100, 2, 0), _rate(200.0, 0.5, 100), wrong)
    require(far > 0.9, f"without the condition of Theorem 11.3 it must fail; got {far}")
    return {"signed": signed, "wider": wider, "far": far}


def _near_tails():
    found = [np.array(_tails(**at)) / at["beta"] for at in TAILS]
    worst = max(map(np.max, found))
    require(worst <= 1, f"the bound must fail with probability at most β; the ratio is {worst}")
    return {"settings": sum(map(len, found)), "worst": worst}


# ---- the price ---------------------------------------------------------------------------------------

def _ratio(n_experts, epsilon, delta=1e-6):
    bound = private_experts.private_regret_bound(10**6, n_experts, epsilon=epsilon, delta=delta)
    return bound / experts.regret_bound(10**6, n_experts)


def _factor(n_experts, epsilon):
    return private_experts.price_of_privacy(n_experts, epsilon, delta=1e-6)


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
            equal(lambda **at: np.log(_composed(**at) + 1e-300),
                  lambda **at: np.log(_composed(**at, by=_two_sided) + 1e-300),
                  STEPS, within=1e-8), ordered(_composed, "delta", STEPS)),
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
            equal(_small_steps, lambda **at: _small_steps(**at, by=_two_sided), [LARGE], within=1e-9),
            ordered(_small_steps, "delta", capped(8, k=(1, 30, 1000, 10**5), delta=(1e-9, 1e-3, 0.3, 0.88))),
            between(8, lambda: brute.crossing(10**5, lambda e: e / math.sqrt(-8e5 * math.log(1e-6)), 1e-6), 9.5,
                    "limit")),
    ),
    Statement(
        "DR14-T11.2", "Theorem 11.2", "Privacy comes from the learning rate alone", Verdict.LIMITED, "04-private-rwm",
        hypotheses=r"""Losses in $[0,1]^K$, fixed beforehand; neighbors differ in one day's losses. No condition on
            $\varepsilon$ and $\delta$ is printed; the corollary behind it, 3.21, has $\varepsilon < 1$.""",
        claim=r"""$\mathrm{RWM}(\eta)$ with $\eta = \frac{\varepsilon}{\sqrt{32T\ln(1/\delta)}}$ is $(\varepsilon,
            \delta)$-differentially private.""",
        words=r"$\eta = \frac{\varepsilon}{\sqrt{32T\ln(1/\delta)}}$ is $(\varepsilon, \delta)$-differentially private",
        correction=r"""True for $\varepsilon \le 48L$, $L = \ln(1/\delta)$: a step has bounded range $2\eta$, so RWM is
            $\rho$-zCDP with $\rho = T\eta^2/2 = \frac{\varepsilon^2}{64L}$, and $\rho + 2\sqrt{\rho L} =
            \frac{\varepsilon^2}{64L} + \frac\varepsilon4 \le \varepsilon$. For $T \le 8L$ it is true for every
            $\varepsilon$, by basic composition: $2\eta T \le \varepsilon$. As $\delta \to 0$ the constant 48 cannot be
            raised; for a given δ it is false, for large $T$, from a larger multiple of L on.""",
        check=says(
            """For ε ≤ 48 ln(1/δ) no pair of neighbors has more than {worst:.2f} δ ({settings} settings); beyond, T
                = 1000, ε = 20, δ = 0.9, one pair has exactly {a:.5f}. It has {b:.4f} at ε = 60, δ = 0.5, and
                {c:.3f} at ε = 150, δ = 0.1. ε = 1, δ = $10^{{-6}}$: that pair has $10^{{{usual:.1f}}}$. At δ =
                $10^{{-6}}$, T = 100000 the theorem fails from ε = {limit:.1f} L on, and is still true at 48.5 L.""",
            ordered(lambda **at: 2 * at["T"] * _rate(**at), "epsilon", SHORT),
            *(refuted("delta", _swap, {"T": 1000, "epsilon": epsilon, "delta": delta}, name)
              for name, epsilon, delta in (("a", 20.0, 0.9), ("b", 60.0, 0.5), ("c", 150.0, 0.1))),
            between(-110, lambda: brute.swap_log_delta(999, _rate(1.0, 1e-6, 1000), 1.0) / math.log(10), -100, "usual"),
            _line, private(_rate, capped(48, T=(2, 30, 2000), delta=(1e-9, 1e-3, 0.3, 0.9)))),
    ),
    Statement(
        "DR14-T11.2-SHARP", "sharpening of Theorem 11.2", "A larger learning rate, for every ε", Verdict.OURS,
        "04-private-rwm",
        hypotheses=r"As in Theorem 11.2; any $\varepsilon > 0$, $0 < \delta < 1$, $T \ge 2$.",
        claim=r"""$\mathrm{RWM}(\eta)$ with $\eta = \sqrt{\frac{2}{T-1}}\,(\sqrt{L+\varepsilon} - \sqrt{L})$, $L =
            \ln(1/\delta)$, is $(\varepsilon, \delta)$-DP, and so with the smaller $\eta =
            \frac{\varepsilon}{\sqrt{2(T-1)(L+\varepsilon)}}$.""",
        correction=r"""$a_1$ sees no losses. Each other step is an exponential mechanism whose scores move by at
            most 1 either way, so its privacy losses lie in an interval of length $2\eta$; by Cesar and Rogers
            (2021) it is $\eta^2/2$-zCDP. The sum is $\rho = (T-1)\eta^2/2$, and $\rho + 2\sqrt{\rho L} =
            \varepsilon$ at $\rho = (\sqrt{L+\varepsilon} - \sqrt L)^2$. Beside Theorem 11.2's rate this is
            $\frac{8}{1+\sqrt{1+\varepsilon/L}}\sqrt{\frac{T}{T-1}}$ times as much: nearly 4 for $\varepsilon$ far
            below $L$, less for larger ε. The simple form gains $4\sqrt{\frac{L}{L+\varepsilon}\cdot\frac{T}{T-1}}$.""",
        check=_private_sharp,
    ),
    Statement(
        "DR14-T11.3", "Theorem 11.3", "The regret of the private algorithm", Verdict.LIMITED, "04-private-rwm",
        hypotheses=r"""Any losses in $[0,1]^K$ ($K$ experts, DR14's $k$); $\eta =
            \frac{\varepsilon}{\sqrt{32T\ln(1/\delta)}}$; regret per round. No condition on $\varepsilon$ is
            printed.""",
        claim=r"""$\mathbb{E}[\mathrm{Regret}] \le \frac{\varepsilon}{\sqrt{32T\ln(1/\delta)}} +
            \frac{\sqrt{32\ln(1/\delta)}\ln K}{\varepsilon\sqrt T} \le \frac{\sqrt{128\ln(1/\delta)}\ln
            K}{\varepsilon\sqrt T}$.""",
        words=r"$\leq \frac{\sqrt{128\ln(1/\delta)}\ln k}{\varepsilon\sqrt{T}}$",
        correction=r"""The first inequality is Theorem 11.1 and holds for every $\varepsilon$ (with $\eta/8$ for $\eta$,
            by Hoeffding). The second says that the second term is the larger one: it needs $\varepsilon^2 \le
            32\ln(1/\delta)\ln K$, which the $\varepsilon < 1$ of Corollary 3.21 gives for $\delta \le 0.95$.""",
        check=says(
            """T = 100, K = 2, δ = 0.5, ε = 200, two experts who lose in turn: the exact regret a day is
                {average[0]:.6f}, the second form says {average[1]:.6f}, the first {average[2]:.3f}. Under the
                condition both hold on the hard sequences of {settings} settings (largest ratio {ratio:.2f}). For ε
                ≤ 1 the condition is δ ≤ {largest:.4f}.""",
            refuted(_printed, _in_turn, BEYOND),
            lambda: {"average": [f(**BEYOND) / 100 for f in (_in_turn, _printed, _first)],
                     "largest": math.exp(-1 / (32 * math.log(2)))}, ordered(_in_turn, _first, [BEYOND]),
            ordered(_first, private_experts.private_regret_bound, UNDER), ordered(_hard_regret, _first, UNDER)),
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
            """Losses in [0, 1], {settings} exact tails (hard sequences, and an adversary by whom yesterday's pick
                loses today): beyond the bound with probability at most {worst:tex} β. Losses ±1, T = 2000, K = 2, ε =
                10, δ = 0.01, β = $10^{{-5}}$: exactly {signed:tex} > β beyond the printed bound, {wider:tex} beyond the
                wider. ε = 200, δ = β = 0.5, T = 100: {far:.3f}.""",
            equal(_realised, lambda beta, **at: private_experts.private_regret_bound(**at)
                  + math.sqrt(at["T"] * math.log(at["n_experts"] / beta)),
                  TAILS, within=1e-9), _near_tails, _far_tails),
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
            between(1, lambda: private_experts.price_of_privacy_sharp(10**6, 1000, epsilon=1.0, delta=1e-6),
                    _ratio(1000, 1.0), "sharp")),
    ),
)
