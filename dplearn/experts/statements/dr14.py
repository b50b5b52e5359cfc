"""Cards for DR14, section 11.2 before privacy: the two forms of the algorithm and its regret bound.

Theorem 11.1 is three cards: the bound (`DR14-T11.1`), our sharpening (`DR14-T11.1-SHARP`), and the
sentence about the number of rounds that follows it (`DR14-T11.1-ROUNDS`).
"""

from __future__ import annotations

import math

import numpy as np
from scipy import stats

from ... import experts, mechanisms
from .. import brute as _rounds
from ...statement import Evidence, Statement, Verdict, require


def _check_version_1() -> Evidence:
    worst, paths, matrices = 0.0, 0.0, 0
    for losses in [*_rounds.all_losses(2, 2, (0.0, 0.5, 1.0)), *_rounds.all_losses(3, 2), *_rounds.all_losses(2, 3)]:
        for eta in (0.3, 2.0):
            law = experts.weights_probabilities(losses, eta=eta)
            worst = max(worst, np.abs(law - _rounds.laws(losses, eta)).max())
            regret = (law * losses).sum() - losses.sum(axis=0).min()
            paths = max(paths, abs(regret - _rounds.regret_by_paths(losses, eta)))
        matrices += 1
    require(max(worst, paths) < 1e-12,
            f"the law and its regret must be those of the printed algorithm; off by {worst}, {paths}")
    long = np.tile([[1.0, 0.0]], (20000, 1))  # as printed the weight e^(-5·20000) of expert 1 underflows
    law = experts.weights_probabilities(long, eta=5.0)
    require(np.isfinite(law).all() and law[-1, 1] == 1.0, "the weights must be kept in log space")
    return Evidence(
        f"On all {matrices} loss matrices of three tiny shapes the law agrees with weights kept by hand, and the regret with the sum over all sequences of actions, to 1e-12. "
        "After 20000 rounds with η = 5 the weights are still finite, being logarithms.",
        {"matrices": matrices, "law": worst, "regret": paths},
    )


def _check_version_2() -> Evidence:
    worst, settings = 0.0, 0
    for losses in _rounds.some_losses(90, seed=51):
        for eta in (0.05, 0.7, 5.0):
            law = experts.hedge_probabilities(losses, eta=eta)
            quality = np.vstack([np.zeros(losses.shape[1]), -np.cumsum(losses, axis=0)[:-1]])
            mechanism = mechanisms.exponential_probabilities(quality, score_sensitivity=1, epsilon=2 * eta)
            version_1 = experts.weights_probabilities(losses, eta=eta)
            worst, settings = max(worst, np.abs(law - version_1).max(), np.abs(law - mechanism).max()), settings + 1
    require(worst < 1e-12, f"Algorithms 15 and 16 and the exponential mechanism must be one law; they differ by {worst}")
    T, eta = 100, math.sqrt(math.log(2) / 100)
    steady = np.tile([0.0, 1.0], (T, 1))
    quality = np.cumsum(steady, axis=0) - steady  # as the text prints it: the loss itself
    printed = mechanisms.exponential_probabilities(quality, score_sensitivity=1, epsilon=2 * eta)
    wrong, right = float((printed * steady).sum()), float(experts.expected_regret(steady, eta=eta)[-1])
    bound = experts.regret_bound(T, 2)
    require(right <= bound < wrong,
            f"without the minus sign the mechanism must follow the losers: {wrong}, {right}, bound {bound}")
    return Evidence(
        f"With the printed sign, two experts of whom the first is always right, T = {T}: regret {wrong:.1f} instead of {right:.1f}, beyond the bound {bound:.1f}. "
        f"In {settings} settings (T ≤ 40, K ≤ 6, η = 0.05, 0.7, 5) Algorithm 15, Algorithm 16 and the exponential mechanism with $q = -\\sum_{{j<t}}\\ell_i^j$ and ε = 2η are one law (to 1e-12).",
        {"settings": settings, "difference": worst, "printed_sign": wrong, "right_sign": right, "bound": bound},
    )


def _average_regret(losses, eta: float, low: float) -> float:
    return float(experts.expected_regret(losses, eta=eta, loss_range=1 - low)[-1]) / len(losses)


def _check_regret() -> Evidence:
    worst, settings = {0.0: 0.0, -1.0: 0.0}, 0
    for low in worst:
        tiny = [low + (1 - low) * l for T in (1, 2, 3) for l in _rounds.all_losses(T, 2)]
        for losses in [*tiny, *_rounds.some_losses(200, seed=52, low=low)]:
            T, k = losses.shape
            for eta in (0.02, math.sqrt(math.log(k) / T), 2.0, 20.0):
                worst[low] = max(worst[low], _average_regret(losses, eta, low) / (eta + math.log(k) / (eta * T)))
                settings += 1
            best = _average_regret(losses, math.sqrt(math.log(k) / T), low)
            require(best <= 2 * math.sqrt(math.log(k) / T),
                    f"at the printed η the average regret must be at most 2 sqrt(ln k/T); got {best}")
    require(max(worst.values()) <= 1, f"the average regret must be at most η + ln k/(ηT); ratios {worst}")
    cumulative = experts.regret_bound(400, 6, 0.1) / 400, experts.regret_bound(400, 6) / 400
    printed = 0.1 + math.log(6) / 40, 2 * math.sqrt(math.log(6) / 400)
    require(np.allclose(cumulative, printed, rtol=1e-12),
            f"the package's bound must be the printed one, times T: {cumulative}, {printed}")
    return Evidence(
        f"In {settings} settings the exact average regret is at most {worst[0.0]:.2f} of $\\eta + \\ln k/(\\eta T)$ for losses in [0, 1], and {worst[-1.0]:.2f} for losses in [-1, 1]. "
        "They are all 0/1 and all ±1 matrices with k = 2, T ≤ 3, and 200 others of each range, with four values of η.",
        {"settings": settings, "unit": worst[0.0], "signed": worst[-1.0]},
    )


def _check_sharp() -> Evidence:
    worst, settings = {0.0: 0.0, -1.0: 0.0}, 0
    for low in worst:
        for losses in _rounds.some_losses(250, seed=53, low=low):
            T, k = losses.shape
            for eta in (0.1, math.sqrt(8 * math.log(k) / T), 3.0):
                sharp = experts.regret_bound_sharp(T, k, eta, loss_range=1 - low)
                require(sharp <= experts.regret_bound(T, k, eta, loss_range=1 - low), "sharp must be below printed")
                worst[low], settings = max(worst[low], _average_regret(losses, eta, low) * T / sharp), settings + 1
    require(max(worst.values()) <= 1, f"the regret must be within the sharp bound; ratios {worst}")
    rng, lemma = np.random.default_rng(54), 0.0  # Hoeffding's lemma itself, on random laws and both signs of c
    for _ in range(2000):
        p, x, c = rng.dirichlet(np.full(4, 0.5)), rng.random(4), rng.normal() * 3
        lemma = max(lemma, math.log(p @ np.exp(c * x)) - c * (p @ x) - c * c / 8)
    require(lemma <= 1e-12, f"ln E e^(cX) must be at most c E X + c²/8; exceeded by {lemma}")
    near = {}
    for T, k in ((100, 2), (10**4, 2), (2000, 100)):
        eta = experts.learning_rate(T, k, rule="hoeffding")
        runs = sorted({min(T, int(c / eta)) for c in (1, 2, 3, 4, 6, 8)})
        regret = max(experts.expected_regret(_rounds.hard_losses(T, k, run), eta=eta)[-1] for run in runs)
        near[T, k] = float(regret) / experts.regret_bound_sharp(T, k)
    require(0.5 < min(near.values()) and max(near.values()) <= 1,
            f"a hard sequence must come near the bound and not beyond: {near}")
    return Evidence(
        f"In {settings} settings the exact regret is at most {max(worst.values()):.3f} of the sharp bound. Alternating halves, then one expert who runs away, reach {near[100, 2]:.3f} of $\\sqrt{{T\\ln k/2}}$ at T = 100, k = 2, "
        f"{near[10**4, 2]:.3f} at T = 10000, k = 2, {near[2000, 100]:.3f} at T = 2000, k = 100.",
        {"settings": settings, "ratios": {str(k): v for k, v in worst.items()},
         "near": {str(k): v for k, v in near.items()}},
    )


def _coins_regret(T: int, k: int) -> float:
    """T/2 - E min of k independent Bin(T, 1/2): what fair coins cost every algorithm, in expectation."""
    j = np.arange(T)
    return T / 2 - float(np.exp(k * stats.binom.logsf(j, T, 0.5)).sum())


def _check_rounds() -> Evidence:
    first = {k: _average_regret(np.arange(k)[None, :] > 0, math.sqrt(math.log(k)), 0.0) for k in (2, 10)}
    alpha, k = 0.1, 10
    early = math.ceil(4 * math.log(k) / alpha**2), math.ceil(math.log(k) / (2 * alpha**2))
    require((experts.rounds_needed(alpha, k), experts.rounds_needed_sharp(alpha, k)) == early,
            f"rounds needed must be {early}")
    require(first[10] > alpha, f"after one round (fewer than {early[0]}) the regret must exceed α; got {first}")
    later = []
    for T, rule in zip(early, ("printed", "hoeffding")):
        eta = experts.learning_rate(T, k, rule=rule)
        runs = sorted({min(T, int(c / eta)) for c in (1, 2, 3, 4, 6, 8)})
        later.append(max(_average_regret(_rounds.hard_losses(T, k, run), eta, 0.0) for run in runs))
    require(max(later) <= alpha, f"from these rounds on the average regret must be at most α; got {later}")
    require(abs(_coins_regret(2, 2) - 3 / 8) < 1e-12, "T = 2, k = 2 by hand: E min = 5/8, so 3/8")
    lower = {k: _coins_regret(10**5, k) / experts.regret_bound_sharp(10**5, k) for k in (2, 10**3, 10**9)}
    require(all(a < b < 1 for a, b in zip(lower.values(), [*lower.values()][1:])) and lower[10**9] > 0.9,
            f"the lower bound must approach the sharp one: {lower}")
    return Evidence(
        f"With k = 10 and α = {alpha} the average regret can be {first[10]:.2f} after one round. The bounds fall to α at T = {early[0]} (printed η) and T = {early[1]} (Hoeffding's); at just these T the hardest sequence that we know has {later[0]:.4f} and {later[1]:.4f}. "
        f"Fair coins cost every algorithm {lower[2]:.3f}, {lower[10**3]:.3f}, {lower[10**9]:.3f} of $\\sqrt{{T\\ln k/2}}$ at k = 2, 1000, $10^9$ (T = 100000).",
        {"one_round": first[10], "rounds": early, "hard": later, "lower": {str(k): v for k, v in lower.items()}},
    )


STATEMENTS = (
    Statement(
        id="DR14-A15", where="Algorithm 15", title="Randomized weighted majority, with weights", page="deeper/3b-three-sources",
        hypotheses=r"$k$ experts, losses $\ell_i^t \in [0,1]$, update parameter $\eta > 0$.",
        claim=r"Algorithm RWM(η): let $w_i = 1$; each day choose $a_t = i$ with probability proportional to $w_i$, then multiply each $w_i$ by $\exp(-\eta\ell_i^t)$.",
        verdict=Verdict.HOLDS, check=_check_version_1,
        correction=r"Run it with $\ln w_i$, or the weights underflow.",
    ),
    Statement(
        id="DR14-A16", where="Algorithm 16 and the text before it", title="The same algorithm as an exponential mechanism", page="deeper/3b-three-sources",
        hypotheses=r"As for Algorithm 15.",
        claim=r"Choosing $a_t = i$ with probability proportional to $\exp(-\eta\sum_{j=1}^{t-1}\ell_i^j)$ is the same algorithm, and it is the exponential mechanism with quality score $q(i, \ell^{<T}) = \sum_{j=1}^{t-1}\ell_i^j$ and privacy parameter $2\eta$.",
        verdict=Verdict.TYPO, check=_check_version_2,
        correction=r"$q(i, \ell^{<t}) = -\sum_{j=1}^{t-1}\ell_i^j$: with a minus sign, or the mechanism prefers what has lost most; and $\ell^{<t}$, the losses before day $t$. The algorithms are equivalent as printed.",
    ),
    Statement(
        id="DR14-T11.1", where="Theorem 11.1", title="The regret of randomized weighted majority", page="deeper/3b-three-sources",
        hypotheses=r"Any sequence of $T$ loss vectors in $[0,1]^k$; any $\eta > 0$; regret per round.",
        claim=r"$\mathbb{E}[\mathrm{Regret}(\mathrm{RWM}(\eta), \ell^{\le T})] \le \eta + \frac{\ln k}{\eta T}$, and at $\eta = \sqrt{\ln k/T}$ at most $2\sqrt{\ln k/T}$.",
        verdict=Verdict.HOLDS, check=_check_regret,
        correction=r"It holds word for word for losses in $[-1,1]$ as well, where Hoeffding's lemma gives $\eta/2 + \ln k/(\eta T)$.",
    ),
    Statement(
        id="DR14-T11.1-SHARP", where="sharpening of Theorem 11.1", title="An eighth of the first term is enough", page="03-experts-horse-racing",
        hypotheses=r"As in Theorem 11.1; losses in an interval of length $r$ ($r = 1$ for $[0,1]$, $r = 2$ for $[-1,1]$).",
        claim=r"$\mathbb{E}[\mathrm{Regret}] \le \frac{\eta r^2}{8} + \frac{\ln k}{\eta T}$ for every $\eta > 0$; at $\eta = \sqrt{8\ln k/T}/r$ it is at most $r\sqrt{\ln k/(2T)}$.",
        verdict=Verdict.OURS, check=_check_sharp,
        correction=r"Known (Cesa-Bianchi and Lugosi 2006, Theorem 2.2). With $W^t = \sum_i e^{-\eta\sum_{s<t}\ell_i^s}$ Hoeffding's lemma, $\ln\mathbb{E}\,e^{cX} \le c\,\mathbb{E}X + c^2r^2/8$, gives $\ln(W^{t+1}/W^t) = \ln\langle p^t, e^{-\eta\ell^t}\rangle \le -\eta\langle p^t, \ell^t\rangle + \eta^2r^2/8$. "
                   r"Sum over $t$ and use $W^1 = k$, $W^{T+1} \ge e^{-\eta\sum_t\ell_i^t}$.",
    ),
    Statement(
        id="DR14-T11.1-ROUNDS", where="sentence after Theorem 11.1", title="How many rounds until the regret is small", page="deeper/3b-three-sources",
        hypotheses=r"$\alpha > 0$; $\eta$ chosen for the number of rounds played; regret per round.",
        claim=r"“After at most $T \le 4\ln k/\alpha^2$ rounds” the regret is guaranteed to be at most $\alpha$, and the bound is the best possible.",
        verdict=Verdict.TYPO, check=_check_rounds,
        correction=r"Once $T \ge 4\ln k/\alpha^2$; with the sharpened bound $T \ge \ln k/(2\alpha^2)$. “Best possible” is up to a constant: losses that are fair coins cost every algorithm at least a share of $\sqrt{\ln k/(2T)}$ that tends to 1 "
                   r"as $T$ and then $k$ grow, and the printed bound is $2\sqrt2$ times that.",
    ),
)
