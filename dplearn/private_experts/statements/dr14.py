"""Cards for DR14, section 11.2 with privacy: Theorems 11.2 to 11.4 and the composition theorem that they rest on.

L stands for ln(1/δ).  Where a claim is refuted, it is by one pair: the first losses (1, 0) become (0, 1) and all later
losses are 0, so that the actions of days 2 .. T are independent bits with odds e^±η and δ(ε) is one binomial sum.
Where a claim is confirmed, it is for every pair at once: by optimal composition of steps of bounded range.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import optimize

from ... import experts, privacy, private_experts
from ...experts import brute as _rounds
from ...statement import Evidence, Statement, Verdict, require, scientific


def _printed_rate(T: int, epsilon: float, delta: float) -> float:
    return epsilon / math.sqrt(-32 * T * math.log(delta))


def _crossing(delta: float, at_limit) -> float:
    """The ε/L at which δ(ε) of the pair passes δ; `at_limit(ε)` gives (steps, odds)."""
    log = -math.log(delta)
    return optimize.brentq(lambda c: _rounds.swap_log_delta(*at_limit(c * log), c * log) + log, 3.0, 100.0, xtol=1e-6)


def _check_composition() -> Evidence:
    worst, settings = 0.0, 0
    for k in (1, 5, 100, 10**4):
        for step in (0.001, 0.03, 0.5, 2.0):
            for delta in (1e-9, 1e-3, 0.3):
                epsilon = privacy.advanced_composition(step, k, delta)
                formula = math.sqrt(-2 * k * math.log(delta)) * step + k * step * math.expm1(step)
                require(abs(epsilon - formula) <= 1e-12 * formula, f"ε' must be the printed one, {formula}; got {epsilon}")
                exact = privacy.pure_composition_delta(step, k, epsilon)
                direct = _rounds.swap_delta(k, step, epsilon)
                require(abs(exact - direct) <= 1e-8 * direct + 1e-300,
                        f"optimal composition must be the direct sum {direct}; got {exact}")
                worst, settings = max(worst, exact / delta), settings + 1
    require(worst <= 1, f"k-fold composition must be within δ at ε'; the ratio is {worst}")
    return Evidence(
        f"In {settings} settings (k = 1 to 10000, step ε = 0.001 to 2, δ = $10^{{-9}}$ to 0.3) k-fold randomized response, the worst k such steps, has at most {worst:.3f} of the δ promised.",
        {"settings": settings, "largest_ratio": float(worst)},
    )


def _check_corollary() -> Evidence:
    def at(k, epsilon, delta):
        return privacy.pure_composition_delta(epsilon / (2 * math.sqrt(-2 * k * math.log(delta))), k, epsilon)

    worst, settings = 0.0, 0
    for k in (1, 30, 1000, 10**5):
        for delta in (1e-9, 1e-3, 0.3, 0.88):
            for share in (0.01, 0.3, 1.0):
                epsilon = -8 * share * math.log(delta)
                worst, settings = max(worst, at(k, epsilon, delta) / delta), settings + 1
    require(worst <= 1, f"for ε' <= 8L the corollary must hold; the ratio is {worst}")
    near_one, large = at(1000, 1.0, 0.998), at(1000, 20.0, 0.5)
    require(near_one > 0.998 and large > 0.5, f"δ = 0.998 and ε' = 20 must be counterexamples; got {near_one}, {large}")
    direct = _rounds.swap_delta(1000, 20 / (2 * math.sqrt(2000 * math.log(2))), 20.0)
    require(abs(direct - large) < 1e-9, f"the direct sum must agree; got {direct}")
    limit = _crossing(1e-6, lambda e: (10**5, e / math.sqrt(-8 * 10**5 * math.log(1e-6))))
    require(8 < limit < 9.5, f"the condition must be nearly necessary for small δ; fails from {limit} L on")
    return Evidence(
        f"For ε' ≤ 8 ln(1/δ) the worst steps have at most {worst:.2f} δ ({settings} settings); beyond, k = 1000, δ = 0.5, ε' = 20, they have exactly {large:.4f}. With k = 1000, δ = 0.998, ε' = 1 (8L is 0.016) they have {near_one:.5f}. "
        f"At δ = $10^{{-6}}$, k = 100000 it fails from ε' = {limit:.2f} L on.",
        {"settings": settings, "largest_ratio": float(worst),
         "large": float(large), "near_one": float(near_one), "limit": limit},
    )


def _check_private() -> Evidence:
    broken = {}
    for epsilon, delta in ((20.0, 0.9), (60.0, 0.5), (150.0, 0.1)):
        eta = private_experts.dr14_printed_eta(epsilon, delta, 1000)
        require(abs(eta - _printed_rate(1000, epsilon, delta)) < 1e-12, f"η must be the printed one; got {eta}")
        broken[epsilon] = _rounds.swap_delta(999, eta, epsilon)
        fast = private_experts.worst_pair_profile(1000, epsilon, eta=eta)
        require(abs(fast - broken[epsilon]) < 1e-9 and broken[epsilon] > delta > math.exp(-epsilon / 48),
                f"ε = {epsilon}, δ = {delta} must be a counterexample: {broken}")
    worst, settings = 0.0, 0
    for T in (2, 30, 2000):
        for delta in (1e-9, 1e-3, 0.3, 0.9):
            for share in (0.01, 0.3, 1.0):
                epsilon = -48 * share * math.log(delta)
                optimal = privacy.bounded_range_composition_delta(2 * _printed_rate(T, epsilon, delta), T - 1, epsilon)
                worst, settings = max(worst, optimal / delta), settings + 1
    require(worst <= 1, f"for ε <= 48L the theorem must hold for every pair; the ratio is {worst}")
    usual = _rounds.swap_log_delta(999, _printed_rate(1000, 1.0, 1e-6), 1.0) / math.log(10)
    limit = _crossing(1e-6, lambda e: (10**5 - 1, _printed_rate(10**5, e, 1e-6)))
    require(usual < -100 and 48 < limit < 51, f"usual parameters must be safe and 48 nearly necessary; got {usual}, {limit}")
    # Between 48 L and there it is true after all: by optimal composition, for every pair.
    log, beyond = -math.log(1e-6), {}
    for c in (48.5, limit * 1.02):
        rate = _printed_rate(10**5, c * log, 1e-6)
        beyond[c] = privacy.bounded_range_composition_delta(2 * rate, 10**5 - 1, c * log) / 1e-6
    require(beyond[48.5] <= 1 < beyond[limit * 1.02], f"true a little beyond 48 L, false beyond {limit} L; ratios {beyond}")
    return Evidence(
        f"For ε ≤ 48 ln(1/δ) no pair of neighbors has more than {worst:.2f} δ ({settings} settings); beyond, T = 1000, ε = 20, δ = 0.9, one pair has exactly {broken[20.0]:.5f}. It has {broken[60.0]:.4f} at ε = 60, δ = 0.5, and {broken[150.0]:.3f} at ε = 150, δ = 0.1. "
        f"ε = 1, δ = $10^{{-6}}$: that pair has $10^{{{usual:.1f}}}$. At δ = $10^{{-6}}$, T = 100000 the theorem fails from ε = {limit:.1f} L on, and is still true at 48.5 L.",
        {"broken": list(broken.values()), "largest_ratio": float(worst),
         "usual_log10": usual, "limit": limit, "settings": settings},
    )


def _check_private_sharp() -> Evidence:
    worst, settings = 0.0, 0
    for T in (2, 30, 3000):
        for delta in (1e-9, 1e-3, 0.5):
            for epsilon in (0.01, 1.0, 30.0):
                log, eta = -math.log(delta), private_experts.private_eta(epsilon, delta, T, analysis="bounded-range")
                best = math.sqrt(2 / (T - 1)) * (math.sqrt(log + epsilon) - math.sqrt(log))
                simple = epsilon / math.sqrt(2 * (T - 1) * (log + epsilon))
                require(abs(eta / best - 1) < 1e-9 and simple <= best * (1 + 1e-9),
                        f"the rate must be {best}, above {simple}; got {eta}")
                optimal = privacy.bounded_range_composition_delta(2 * eta, T - 1, epsilon)
                rho = (T - 1) * privacy.bounded_range_rho(2 * eta)
                require(privacy.zcdp_epsilon(rho, delta) <= epsilon * (1 + 1e-9), "ρ + 2 sqrt(ρL) must be at most ε")
                worst, settings = max(worst, optimal / delta), settings + 1
                gains = eta / _printed_rate(T, epsilon, delta), simple / _printed_rate(T, epsilon, delta)
                printed = 8 / (1 + math.sqrt(1 + epsilon / log)) * math.sqrt(T / (T - 1)), 4 * math.sqrt(log / (log + epsilon) * T / (T - 1))
                require(np.allclose(gains, printed, rtol=1e-9), f"the gains must be {printed}; got {gains}")
    require(worst <= 1, f"(ε, δ)-DP for every pair; got {worst}")
    one = private_experts.private_eta(1.0, 1e-6, 1000, analysis="bounded-range"), _printed_rate(1000, 1.0, 1e-6)
    return Evidence(
        f"ε = 1, δ = $10^{{-6}}$, T = 1000: η = {one[0]:.5f} instead of {one[1]:.5f}; in {settings} settings (T to 3000, ε = 0.01 to 30) no pair of neighbors has more than {worst:.2f} δ. "
        f"The formula of the gain agrees in all of them (δ = $10^{{-9}}$ to 0.5).",
        {"settings": settings, "largest_ratio": float(worst), "rates": one},
    )


def _check_first_form() -> Evidence:
    worst, settings = {"first": 0.0, "second": 0.0}, 0
    for T in (10, 400):
        for K in (2, 50):
            for delta in (1e-6, 0.5):
                for epsilon in (0.1, 1.0, math.sqrt(-32 * math.log(delta) * math.log(K)) * (1 - 1e-12)):
                    eta = _printed_rate(T, epsilon, delta)
                    runs = sorted({min(T, int(c / eta)) for c in (0, 1, 3, 6)})
                    regret = max(experts.expected_regret(_rounds.hard_losses(T, K, run), eta=eta)[-1] for run in runs)
                    for form in worst:
                        bound = private_experts.private_regret_bound(T, K, epsilon, delta, form=form)
                        worst[form] = max(worst[form], regret / bound)
                    settings += 1
    require(max(worst.values()) <= 1, f"both forms must hold under the condition; ratios {worst}")
    alternating = _rounds.hard_losses(100, 2, 0)
    exact = experts.expected_regret(alternating, eta=_printed_rate(100, 200.0, 0.5))[-1] / 100
    printed = math.sqrt(128 * math.log(2)) * math.log(2) / (200 * 10)
    require(abs(printed - private_experts.dr14_printed_avg_regret(100, 2, 200.0, 0.5)) < 1e-12,
            "the second form must be the printed one")
    first = private_experts.private_regret_bound(100, 2, 200.0, 0.5) / 100
    require(printed < exact <= first,
            f"without the condition the second form must fail, the first hold: {printed}, {exact}, {first}")
    largest = math.exp(-1 / (32 * math.log(2)))
    return Evidence(
        f"T = 100, k = 2, δ = 0.5, ε = 200, two experts who lose in turn: the exact regret a day is {exact:.6f}, the second form says {printed:.6f}, the first {first:.3f}. "
        f"Under the condition both hold on the hard sequences of {settings} settings (largest ratio {worst['first']:.2f}). For ε ≤ 1 the condition is δ ≤ {largest:.4f}.",
        {"exact": float(exact), "printed": printed, "first": first,
         "ratios": worst, "settings": settings, "largest_delta": largest},
    )


def _chaser_tail(T: int, eta: float, threshold: float) -> float:
    """Pr[cumulative regret > threshold] against an adversary by whom yesterday's pick loses today; K = 2, exactly."""
    # state[last pick, losses of expert 0 so far, my losses so far]; on day 1 expert 0 loses
    state, a = np.zeros((2, T + 1, T + 1)), np.arange(T + 1)
    state[0, 1, 1] = state[1, 1, 0] = 0.5
    for t in range(1, T):
        zero = 1 / (1 + np.exp(eta * (2.0 * a - t)))[:, None]  # Pr[pick expert 0], from losses a and t - a
        after = np.zeros_like(state)
        after[0, 1:, 1:] += (state[0] * zero)[:-1, :-1]      # expert 0 loses, picked again
        after[1, 1:, :] += (state[0] * (1 - zero))[:-1, :]
        after[1, :, 1:] += (state[1] * (1 - zero))[:, :-1]   # expert 1 loses, picked again
        after[0] += state[1] * zero
        state = after
    mine, best = a[None, :], np.minimum(a, T - a)[:, None]
    return float(state.sum(axis=0)[mine - best > threshold].sum())


def _tail(losses, eta: float, threshold: float, low: float = 0.0) -> float:
    """Pr[cumulative regret > threshold] for fixed 0/1 losses, or (low = -1) for ±1 in their place, exactly."""
    scale = 1 - low
    law = experts.hedge_probabilities(low + scale * losses, eta=eta, loss_range=scale)
    regret = scale * (np.arange(len(losses) + 1) - losses.sum(axis=0).min())
    return float(_rounds.realised_law(losses, law)[regret > threshold].sum())


def _check_high_probability() -> Evidence:
    worst, settings = 0.0, 0
    for T, K in ((60, 2), (400, 2), (400, 20)):
        delta = 0.01
        epsilon = math.sqrt(-32 * math.log(delta) * math.log(K)) * (1 - 1e-12)  # the largest allowed: the smallest bound
        eta = _printed_rate(T, epsilon, delta)
        for beta in (0.5, 0.05, 1e-4):
            bound = private_experts.private_realised_bound(T, K, epsilon, delta, beta)
            printed = math.sqrt(-128 * math.log(delta) / T) * math.log(K) / epsilon + math.sqrt(math.log(K / beta) / T)
            require(abs(bound / T - printed) < 1e-9,
                    f"the bound must be the printed one, times T: {printed}; got {bound / T}")
            tails = [_tail(_rounds.hard_losses(T, K, min(T, int(c / eta))), eta, bound) for c in (0, 1, 3)]
            if T == 60:
                tails.append(_chaser_tail(T, eta, bound))
            worst, settings = max(worst, max(tails) / beta), settings + len(tails)
    require(worst <= 1, f"the bound must fail with probability at most β; the ratio is {worst}")
    T, epsilon, delta, beta = 2000, 10.0, 0.01, 1e-5
    eta = _printed_rate(T, epsilon, delta)
    printed = private_experts.private_realised_bound(T, 2, epsilon, delta, beta)
    needed = private_experts.private_regret_bound(T, 2, epsilon, delta, form="second") + math.sqrt(-2 * T * math.log(beta))
    signed = [_tail(_rounds.hard_losses(T, 2, 100), eta, at, low=-1.0) for at in (printed, needed)]
    require(signed[0] > 2 * beta and signed[1] <= beta,
            f"for ±1 losses the printed bound must fail, the wider one hold: {signed}")
    wrong = private_experts.dr14_printed_avg_regret(100, 2, 200.0, 0.5) + math.sqrt(math.log(4) / 100)
    far = _tail(_rounds.hard_losses(100, 2, 0), _printed_rate(100, 200.0, 0.5), 100 * wrong)
    require(far > 0.9, f"without the condition of Theorem 11.3 it must fail; got {far}")
    return Evidence(
        f"Losses in [0, 1], {settings} exact tails (hard sequences, and an adversary by whom yesterday's pick loses today): beyond the bound with probability at most {scientific(worst)} β. "
        f"Losses ±1, T = {T}, k = 2, ε = 10, δ = 0.01, β = $10^{{-5}}$: exactly {scientific(signed[0])} > β beyond the printed bound, {scientific(signed[1])} beyond the wider. ε = 200, δ = β = 0.5, T = 100: {far:.3f}.",
        {"settings": settings, "largest_ratio": worst, "signed": signed[0], "wider": signed[1], "far": far},
    )


def _check_price() -> Evidence:
    ratio = {}
    for K, epsilon, delta in ((2, 1.0, 1e-6), (1000, 1.0, 1e-6), (1000, 0.1, 1e-6)):
        T = 10**6
        with_privacy = private_experts.private_regret_bound(T, K, epsilon, delta, form="second")
        ratio[K, epsilon] = with_privacy / experts.regret_bound(T, K)
        factor = math.sqrt(-32 * math.log(delta) * math.log(K)) / epsilon
        require(abs(ratio[K, epsilon] / factor - 1) < 1e-12, f"the ratio must be sqrt(32 L ln k)/ε = {factor}; got {ratio}")
        require(abs(private_experts.price_of_privacy(K, epsilon, delta) / factor - 1) < 1e-12,
                "the package's price must be the same")
    sharp = private_experts.price_of_privacy_sharp(10**6, 1000, 1.0, 1e-6)
    require(1 <= sharp < ratio[1000, 1.0], f"the sharper analysis must cost less; got {sharp}")
    return Evidence(
        f"δ = $10^{{-6}}$: the private bound is {ratio[2, 1.0]:.1f} times the other for k = 2, ε = 1, {ratio[1000, 1.0]:.1f} times for k = 1000, and {ratio[1000, 0.1]:.0f} times at ε = 0.1 (T cancels; checked at $10^6$). "
        f"Sharp bounds on both sides and bounded range: {sharp:.1f} times for k = 1000, ε = 1.",
        {"ratios": {str(k): v for k, v in ratio.items()}, "sharp": sharp},
    )


STATEMENTS = (
    Statement(
        id="DR14-T3.20", where="Theorem 3.20, as used in section 11.2", title="Advanced composition", page="deeper/4a-six-analyses",
        hypotheses=r"$k$ releases, each $(\varepsilon, 0)$-differentially private, chosen adaptively; $\delta > 0$.",
        claim=r"Together they are $(\varepsilon', \delta)$-DP with $\varepsilon' = \sqrt{2k\ln(1/\delta)}\,\varepsilon + k\varepsilon(e^\varepsilon - 1)$.",
        verdict=Verdict.HOLDS, check=_check_composition,
        correction=r"Quoted by chapter 11, not proved there, nor here: we compare it with optimal composition (Kairouz, Oh and Viswanath 2015), which is exact.",
    ),
    Statement(
        id="DR14-C3.21", where="section 11.2, the step before Theorem 11.2 (Corollary 3.21)", title="How small a step must be", page="deeper/4a-six-analyses",
        hypotheses=r"$k$ releases, each $(\varepsilon_0, 0)$-DP. The corollary has $0 < \varepsilon' < 1$, chapter 11 does not repeat it.",
        claim=r"If $\varepsilon_0 = \frac{\varepsilon'}{2\sqrt{2k\ln(1/\delta)}} = \frac{\varepsilon'}{\sqrt{8k\ln(1/\delta)}}$, the $k$ releases are $(\varepsilon', \delta)$-DP.",
        verdict=Verdict.LIMITED, check=_check_corollary,
        correction=r"True for $\varepsilon' \le 8\ln(1/\delta)$: each release is $\varepsilon_0^2/2$-zCDP, so $\rho = \frac{\varepsilon'^2}{16L}$ in all, and $\rho + 2\sqrt{\rho L} = \frac{\varepsilon'^2}{16L} + \frac{\varepsilon'}{2} \le \varepsilon'$. "
                   r"For $\varepsilon' < 1$ this leaves out only $\delta > e^{-1/8} = 0.88$, where the corollary is false near $\delta = 1$. As $\delta \to 0$ the constant 8 cannot be raised.",
    ),
    Statement(
        id="DR14-T11.2", where="Theorem 11.2", title="Privacy comes from the learning rate alone", page="04-private-rwm",
        hypotheses=r"Losses in $[0,1]^k$, fixed beforehand; neighbors differ in one day's losses. No condition on $\varepsilon$ and $\delta$ is printed.",
        claim=r"$\mathrm{RWM}(\eta)$ with $\eta = \frac{\varepsilon}{\sqrt{32T\ln(1/\delta)}}$ is $(\varepsilon, \delta)$-differentially private.",
        verdict=Verdict.LIMITED, check=_check_private,
        correction=r"True for $\varepsilon \le 48\ln(1/\delta)$, which all sane parameters fulfil: a step has bounded range $2\eta$, so RWM is $\rho$-zCDP with $\rho = T\eta^2/2 = \frac{\varepsilon^2}{64L}$, "
                   r"and $\rho + 2\sqrt{\rho L} = \frac{\varepsilon^2}{64L} + \frac\varepsilon4 \le \varepsilon$. As $\delta \to 0$ the constant 48 cannot be raised; for a given δ it is false, for large $T$, from a larger multiple of L on.",
    ),
    Statement(
        id="DR14-T11.2-SHARP", where="sharpening of Theorem 11.2", title="A larger learning rate, for every ε", page="04-private-rwm",
        hypotheses=r"As in Theorem 11.2; any $\varepsilon > 0$, $0 < \delta < 1$, $T \ge 2$.",
        claim=r"$\mathrm{RWM}(\eta)$ with $\eta = \sqrt{\frac{2}{T-1}}\,(\sqrt{L+\varepsilon} - \sqrt{L})$, $L = \ln(1/\delta)$, is $(\varepsilon, \delta)$-DP, and so with the smaller $\eta = \frac{\varepsilon}{\sqrt{2(T-1)(L+\varepsilon)}}$.",
        verdict=Verdict.OURS, check=_check_private_sharp,
        correction=r"$a_1$ sees no losses. Each other step is an exponential mechanism whose scores move by at most 1 either way, so its privacy losses lie in an interval of length $2\eta$; by Cesar and Rogers (2021) it is $\eta^2/2$-zCDP. "
                   r"The sum is $\rho = (T-1)\eta^2/2$, and $\rho + 2\sqrt{\rho L} = \varepsilon$ at $\rho = (\sqrt{L+\varepsilon} - \sqrt L)^2$. "
                   r"Beside Theorem 11.2's rate this is $\frac{8}{1+\sqrt{1+\varepsilon/L}}\sqrt{\frac{T}{T-1}}$ times as much: nearly 4 for $\varepsilon$ far below $L$, less for larger ε. The simple form gains $4\sqrt{\frac{L}{L+\varepsilon}\cdot\frac{T}{T-1}}$.",
    ),
    Statement(
        id="DR14-T11.3", where="Theorem 11.3", title="The regret of the private algorithm", page="04-private-rwm",
        hypotheses=r"Any losses in $[0,1]^k$; $\eta = \frac{\varepsilon}{\sqrt{32T\ln(1/\delta)}}$; regret per round.",
        claim=r"$\mathbb{E}[\mathrm{Regret}] \le \frac{\varepsilon}{\sqrt{32T\ln(1/\delta)}} + \frac{\sqrt{32\ln(1/\delta)}\ln k}{\varepsilon\sqrt T} \le \frac{\sqrt{128\ln(1/\delta)}\ln k}{\varepsilon\sqrt T}$.",
        verdict=Verdict.LIMITED, check=_check_first_form,
        correction=r"The first inequality is Theorem 11.1 and holds always (with $\eta/8$ for $\eta$, by Hoeffding). The second says that the second term is the larger one: it needs $\varepsilon^2 \le 32\ln(1/\delta)\ln k$.",
    ),
    Statement(
        id="DR14-T11.4", where="Theorem 11.4 and the sentence before it", title="Regret with high probability", page="deeper/4a-six-analyses",
        hypotheses=r"As in Theorem 11.3, whose condition $\varepsilon^2 \le 32\ln(1/\delta)\ln k$ it inherits; $0 < \beta < 1$. Section 11.2 has losses in $[0,1]$, the sentence says $[-1,1]$.",
        claim=r"With probability at least $1 - \beta$: $\mathrm{Regret} \le \frac{\sqrt{128\ln(1/\delta)}\ln k}{\varepsilon\sqrt T} + \sqrt{\frac{\ln(k/\beta)}{T}}$.",
        verdict=Verdict.LIMITED, check=_check_high_probability,
        correction=r"True for losses in $[0,1]$, where $\sqrt{\ln(1/\beta)/(2T)}$ is enough: the regret against the best expert needs no union over experts, and losses may depend on past actions (Azuma). "
                   r"For $[-1,1]$ the second term must be $\sqrt{2\ln(1/\beta)/T}$, which the printed one covers only if $k \ge 1/\beta$; else it can be false.",
    ),
    Statement(
        id="DR14-T11.4-PRICE", where="sentence after Theorem 11.4", title="What privacy costs, as a factor", page="deeper/4a-six-analyses",
        hypotheses=r"As in Theorem 11.3, with its condition.",
        claim=r"The private regret bound is larger than the bound without privacy “only by a factor of $\Omega(\sqrt{\ln k\ln(1/\delta)}/\varepsilon)$”.",
        verdict=Verdict.TYPO, check=_check_price,
        correction=r"$O$ in place of $\Omega$; exactly $\frac{\sqrt{32\ln(1/\delta)\ln k}}{\varepsilon}$, for every $T$: both bounds fall as $1/\sqrt T$ a round.",
    ),
)
