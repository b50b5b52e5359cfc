"""Cards for LN, section 2 from the privacy of MW to Theorem 3.

The claim for many rounds is three cards: what the notes print (`LN-MWDP`), for which α it is right
(`LN-MWDP-LINE`), and what holds for all (`LN-MWDP-CORRECTED`); Theorem 3 is two, as printed and corrected.
The pair in all of them: the first row of losses (1, 0) becomes (0, 1), all other rows are 0.  Picks 2 .. T
are then independent bits with odds e^α against e^-α, so that their δ(ε) is one binomial sum.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import optimize
from scipy.special import expit

from ... import experts, privacy, private_experts
from ...experts import brute as _rounds
from ...statement import Evidence, Statement, Verdict, require, scientific


def _neighbors(rewards: np.ndarray):
    """Every 0/1 matrix that differs from a 0/1 matrix in one row."""
    rows = list(_rounds.all_losses(1, rewards.shape[1]))
    for t in range(len(rewards)):
        for row in rows:
            if (row[0] != rewards[t]).any():
                yield np.vstack([rewards[:t], row, rewards[t + 1:]])


def _check_step() -> Evidence:
    alpha, pairs, largest, widest = 0.5, 0, 0.0, 0.0
    for T, K in ((3, 2), (2, 3)):
        for rewards in _rounds.all_losses(T, K):
            law = experts.reward_probabilities(rewards, eta=alpha)
            for other in _neighbors(rewards):
                loss = privacy.privacy_loss(law, experts.reward_probabilities(other, eta=alpha))
                pairs, largest, widest = pairs + 1, max(largest, np.abs(loss).max()), max(widest, np.ptp(loss, axis=1).max())
    require(largest <= 2 * alpha and abs(widest - 2 * alpha) < 1e-12,
            f"a pick must be 2α-DP and of range 2α; got {largest}, {widest}")
    one_sided = np.vstack([[1.0, 0.0], np.tile([0.0, 1.0], (40, 1))])
    other = np.vstack([[0.0, 1.0], one_sided[1:]])
    tight = privacy.exact_epsilon(*(experts.reward_probabilities(r, eta=alpha)[-1] for r in (one_sided, other)))
    require(2 * alpha * 0.9999 < tight <= 2 * alpha + 1e-12, f"2α must be reached in the limit; got {tight}")
    first = experts.reward_probabilities(one_sided, eta=alpha)[:2, 0]
    printed = expit(alpha * one_sided[0, 0])  # the product up to t would put row 1 into the law of i_1
    require(first[0] == 0.5 and abs(first[1] - printed) < 1e-12 and printed > 0.6,
            f"i_1 must be uniform, i_2 see row 1; got {first}")
    return Evidence(
        f"α = {alpha}, all {pairs} pairs of 0/1 matrices (3 days, 2 experts; 2 days, 3 experts) that differ in a row: a pick's privacy losses lie in an interval of length {widest:.4f} = 2α. "
        f"The largest ε of a pick is {largest:.4f} there; 41 one-sided rounds bring it to {tight:.6f}. "
        f"For $r_1 = (1, 0)$ the printed product gives $\\Pr[i_1 = 1]$ = {printed:.4f}; the algorithm's is {first[0]}.",
        {"pairs": pairs, "largest": float(largest), "range": float(widest), "tight": tight, "printed": float(printed)},
    )


def _check_basic() -> Evidence:
    alpha, T, worst, pairs = 0.5, 3, 0.0, 0
    matrices = {r.tobytes(): _rounds.sequence_law(-r, alpha) for r in _rounds.all_losses(T, 2)}
    for rewards in _rounds.all_losses(T, 2):
        for other in _neighbors(rewards):
            worst, pairs = max(worst, privacy.exact_epsilon(matrices[rewards.tobytes()], matrices[other.tobytes()])), pairs + 1
    require(worst <= 2 * alpha * (T - 1), f"all picks together must be 2α(T-1)-DP; got {worst}")
    alone = np.zeros((2, 10**5))  # row 1: one expert earns 1, or all others do; later rows 0, so each step costs the same
    alone[0, 0] = 1.0
    laws = [experts.hedge_probabilities(losses, eta=0.1)[1] for losses in (alone, 1 - alone)]
    share = math.log(laws[1][0] / laws[0][0]) / (2 * 0.1)
    require(0.9999 < share <= 1 + 1e-9, f"2α(T-1) must be reached in the limit of many experts; got {share} of it")
    regret = {}
    for T in (10, 1000):
        steady = np.tile([0.0, 1.0], (T, 1))
        regret[T] = float(experts.expected_regret(steady, eta=1 / (2 * T))[-1]) / T
        require(experts.regret_bound_sharp(T, 2, 1 / (2 * T)) > T, "at α = 1/(2T) even the sharp bound must exceed T")
    require(min(regret.values()) > 0.43, f"and the regret must be a constant share of T; got {regret}")
    return Evidence(
        f"T = 3, K = 2, α = {alpha}: over {pairs} neighboring pairs of 0/1 matrices all picks together have true ε at most {worst:.4f} ≤ 2α(T-1) = 2. One expert against 99999 others reaches {share:.6f} of 2α(T-1). "
        f"At α = 1/(2T) the bound exceeds T, and beside one steady expert (K = 2) MW loses {regret[1000]:.3f} a round.",
        {"pairs": pairs, "largest": worst, "share": share, "regret": regret},
    )


def _exact(T: int, alpha: float, epsilon: float) -> float:
    """δ(ε) of the pair by the direct sum; the package must say the same."""
    delta = _rounds.swap_delta(T - 1, alpha, epsilon)
    fast = private_experts.worst_pair_profile(T, epsilon, eta=alpha)
    require(abs(fast - delta) <= 1e-9 * delta, f"worst_pair_profile must be the direct sum {delta}; got {fast}")
    return delta


def _check_claim() -> Evidence:
    found, enumerated = {}, 0.0
    for alpha in (0.1, 0.7):  # the binomial sum against all 2^5 sequences of picks
        rewards, other = np.zeros((5, 2)), np.zeros((5, 2))
        rewards[0, 0] = other[0, 1] = 1.0
        both = [_rounds.sequence_law(-r, alpha) for r in (rewards, other)]
        enumerated = max(enumerated, abs(privacy.hockey_stick(*both, 0.15) - _rounds.swap_delta(4, alpha, 0.15)))
    require(enumerated < 1e-14, f"the binomial sum must be that of all sequences; off by {enumerated}")
    for T, alpha in ((10**4, 0.001), (2000, 0.01), (10**4, 0.005)):
        delta, claimed = _exact(T, alpha, 12 * T * alpha**2), math.exp(-T * alpha)
        require(delta > claimed, f"the claim must fail at T={T}, α={alpha}: {delta} against {claimed}")
        found[T, alpha] = delta, claimed
    T, epsilon = np.arange(2, 1400)[:, None], np.arange(1, 101) / 100
    alphas = np.sqrt(epsilon / (12 * T))
    false = private_experts.worst_pair_profile(T, epsilon, eta=alphas) > np.exp(-T * alphas)
    t, e = np.argwhere(false)[0]
    first_T, alpha = int(T[t, 0]), float(alphas[t, e])
    least = first_T, float(epsilon[e]), _exact(first_T, alpha, float(epsilon[e])), math.exp(-first_T * alpha)
    require(least[2] > least[3], f"the least T must be a counterexample by the direct sum; got {least}")
    first, second, third = found.values()
    return Evidence(
        rf"T = 10000, α = 0.001, so ε = 0.12: claimed δ = {scientific(first[1])}, exact {first[0]:.4g}, {first[0] / first[1]:.0f} times more. T = 2000, α = 0.01, ε = 2.4: claimed {scientific(second[1])}, exact {scientific(second[0])}. T = 10000, α = 0.005, ε = 3: claimed {scientific(third[1])}, exact {scientific(third[0])}. "
        rf"The least T with a counterexample among ε = 0.01, 0.02, .., 1 is {least[0]} (ε = {least[1]}: exact ${1e4 * least[2]:.5f} \cdot 10^{{-4}}$, claimed ${1e4 * least[3]:.5f} \cdot 10^{{-4}}$).",
        {"exact": [f[0] for f in found.values()], "claimed": [f[1] for f in found.values()], "least": least},
    )


def _divergence(alpha: float) -> float:
    """KL of a bit with mean (1 + 12α)/2 from one with mean σ(α): the rate at which the pair's δ(12Tα²) falls in T."""
    p, q = (1 + 12 * alpha) / 2, expit(alpha)
    return p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q))


def _uneven_divergence(alpha: float) -> float:
    """The least such rate over pairs of many experts, a share of which loses in row 1 and the rest in its neighbor.

    Every pick then has the loss t or t - 2α, and a share can be found for any t between.
    """
    def rate(t):
        p = math.expm1(2 * alpha - t) / (math.exp(2 * alpha - t) - math.exp(-t))  # Pr[loss t], from E e^(-loss) = 1
        x = (12 * alpha**2 - t + 2 * alpha) / (2 * alpha)                         # share of losses t that makes 12Tα²
        return x * math.log(x / p) + (1 - x) * math.log((1 - x) / (1 - p))
    return optimize.minimize_scalar(rate, bounds=(0.5 * alpha, 1.5 * alpha), method="bounded", options={"xatol": 1e-14}).fun


def _check_line() -> Evidence:
    upper = (2 * math.sqrt(2) / 23) ** 2  # sqrt(2) α^1.5 <= 11.5 α²
    require(abs(upper - 8 / 529) < 1e-15, f"the upper line must be 8/529; got {upper}")
    T, alphas = np.unique(np.geomspace(2, 10**6, 40).astype(int))[:, None], np.geomspace(upper, 3.0, 60)
    inside = (T - 1) * alphas**2 / 2 + 2 * np.sqrt((T - 1) * alphas**2 / 2 * T * alphas) <= 12 * T * alphas**2
    require(inside.all(), "above the upper line zCDP must prove the claim for every T")
    few = T[T <= 3000][::3, None], alphas[::6]
    optimal = privacy.bounded_range_composition_delta(2 * few[1], few[0] - 1, 12 * few[0] * few[1] ** 2)
    require((optimal <= np.exp(-few[0] * few[1])).all(), "above the upper line no steps of range 2α may break the claim")
    lower = optimize.brentq(lambda a: _divergence(a) - a, 0.005, 0.02, xtol=1e-16)
    grid = np.linspace(1e-4, lower, 300)[:-1]
    require(all(_divergence(a) < a for a in grid) and _divergence(upper) > upper,
            "below the root δ must fall more slowly than e^(-Tα)")
    uneven = optimize.brentq(lambda a: _uneven_divergence(a) - a, 0.01, 0.02, xtol=1e-16)
    require(lower < uneven < upper and abs(_uneven_divergence(lower) / lower - 1) < 0.01, f"uneven pairs must refute a little more; got {uneven}")
    settings = (0.014, 10**4), (0.0148, 10**5), (0.015, 400_000), (0.0151, 400_000)
    logs = {(a, t): _rounds.swap_log_delta(t - 1, a, 12 * t * a * a) + t * a for a, t in settings}
    require(min(list(logs.values())[:3]) > 0 > logs[0.0151, 400_000],
            f"below the root a T must refute the claim; ln ratios {logs}")
    return Evidence(
        rf"Above α = 8/529 = {upper:.7f} zCDP gives the claim at all {inside.size} settings tried; below {lower:.7f}, at α = 0.015, T = 400000, the pair's δ is $e^{{{logs[0.015, 400_000]:.1f}}}$ times the claim. "
        rf"It is $e^{{{logs[0.014, 10**4]:.1f}}}$ times the claim at α = 0.014, T = 10000, and $e^{{{logs[0.0148, 10**5]:.1f}}}$ times at α = 0.0148, T = 100000. Between the two lines (α = 0.0151) this pair does not refute it; uneven pairs of many experts do up to α = {uneven:.7f}.",
        {"upper": upper, "lower": lower, "uneven": uneven, "logs": {str(k): v for k, v in logs.items()}, "settings": inside.size},
    )


def _check_corrected_claim() -> Evidence:
    largest = optimize.brentq(lambda a: math.expm1(2 * a) - 4 * a, 0.1, 2.0)
    ratio, settings = 0.0, 0
    for T in (2, 50, 1000, 10**5):
        for alpha in (0.003, 0.03, 0.3, 0.628):
            log = 2 * T * alpha**2
            if log < 600:  # Theorem 3.20 at steps of 2α: DRV's route
                ratio = max(ratio, privacy.advanced_composition(2 * alpha, T, math.exp(-log)) / (12 * T * alpha**2))
            rho, sharp = (T - 1) * privacy.bounded_range_rho(2 * alpha), 66.125 * T * alpha**2
            zcdp = rho + 2 * math.sqrt(rho * sharp)
            require(zcdp <= 12 * T * alpha**2 * (1 + 1e-12), f"ρ + 2 sqrt(ρL) must be at most 12Tα²; got {zcdp}")
            settings += 1
    require(ratio <= 1 and 0.628 < largest < 0.6283, f"DRV's route must give 12Tα² up to α = 0.628; {ratio}, {largest}")
    worst = 0.0
    for T, alpha in ((50, 0.1), (400, 0.03), (3000, 0.008), (3000, 0.002)):  # all steps of range 2α at once
        optimal = privacy.bounded_range_composition_delta(2 * alpha, T - 1, 12 * T * alpha**2)
        worst = max(worst, optimal / math.exp(-66.125 * T * alpha**2))
    require(worst <= 1, f"optimal composition of the steps must be within the corrected δ; the ratio is {worst}")
    rate = -_rounds.swap_log_delta(10**6 - 1, 0.005, 12 * 10**6 * 0.005**2) / (10**6 * 0.005**2)
    require(66.125 < rate < 66.8, f"the constant 66.125 must be reached by the pair; got {rate}")
    return Evidence(
        rf"In {settings} settings (T = 2 to 100000, α = 0.003 to 0.628) both routes give at most 12Tα². The condition $e^{{2\alpha}} - 1 \le 4\alpha$ ends at α = {largest:.4f}. Optimal composition of steps of range 2α has at most {worst:.2f} of $e^{{-66.125T\alpha^2}}$ (4 settings). "
        rf"The constant is right: for the pair at T = 1000000, α = 0.005, $-\ln\delta = {rate:.2f}\,T\alpha^2$.",
        {"settings": settings, "largest_rate": largest, "drv_ratio": ratio, "optimal_ratio": float(worst), "rate": rate},
    )


def _steady_regret(T: int, alpha: float) -> float:
    """Expert 1 always earns 1, expert 2 nothing: Σ σ(-αs), s = 0 .. T-1."""
    return float(expit(-alpha * np.arange(T)).sum())


def _check_theorem_3() -> Evidence:
    T, numbers = 10**4, {}
    for epsilon in (1.0, 0.5, 0.12):
        alpha = math.sqrt(epsilon / (12 * T))
        exact, limit = _exact(T, alpha, epsilon), _rounds.gaussian_delta(math.sqrt(epsilon / 12), epsilon)
        claimed = math.exp(-T * alpha)
        numbers[epsilon] = exact, limit, claimed
        require(exact > 100 * claimed and abs(exact / limit - 1) < 0.01,
                f"δ must be near its limit and far above the claim: {numbers}")
    steady = experts.expected_regret(np.tile([0.0, 1.0], (300, 1)), eta=0.05)[-1]
    require(abs(steady - _steady_regret(300, 0.05)) < 1e-9, "the steady expert's regret must be Σ σ(-αs)")
    floor = min(_steady_regret(t, a) / min(t, 1 / a) for t in (1, 7, 100, 5000) for a in np.geomspace(1e-4, 30, 60))
    require(floor >= expit(-1.0), f"the regret must be at least 0.268 min(T, 1/α); got {floor}")
    table = {}
    for constant in (1, 2, 3):  # the smallest α whose regret on the steady expert is C ln K sqrt(T/ε), ε = 1
        for horizon in (10**3, 10**4, 10**5):
            allowed = constant * math.log(2) * math.sqrt(horizon)
            alpha = optimize.brentq(lambda a: _steady_regret(horizon, a) - allowed, 1e-6, 1.0, xtol=1e-12)  # noqa: B023
            table[constant, horizon] = _exact(horizon, alpha, 1.0)
        row = [table[constant, t] for t in (10**3, 10**4, 10**5)]
        require(min(row) > 0.5 * max(row), f"δ must not fall with T; got {row} for C = {constant}")
    return Evidence(
        rf"T = 10000, ε = 1, $\alpha = \sqrt{{\varepsilon/(12T)}}$: the exact δ of one pair is ${1e5 * numbers[1.0][0]:.3f} \cdot 10^{{-5}}$ (its limit ${1e5 * numbers[1.0][1]:.3f} \cdot 10^{{-5}}$), where $e^{{-T\alpha}}$ is {scientific(numbers[1.0][2])}. "
        rf"It is {numbers[0.5][0]:.4g} at ε = 0.5, {numbers[0.12][0]:.4g} at ε = 0.12. "
        rf"Any other α: ε = 1, regret at most $C\ln2\sqrt{{T}}$ on one steady expert forces δ at T = $10^3, 10^4, 10^5$ to be at least {table[1, 10**3]:.3f}, {table[1, 10**4]:.3f}, {table[1, 10**5]:.3f} for C = 1 "
        rf"and {scientific(table[3, 10**3])}, {scientific(table[3, 10**4])}, {scientific(table[3, 10**5])} for C = 3.",
        {"exact": {str(k): v[0] for k, v in numbers.items()}, "limit": {str(k): v[1] for k, v in numbers.items()},
         "floor": floor, "table": {str(k): v for k, v in table.items()}},
    )


def _check_corrected_theorem() -> Evidence:
    worst, regret, settings = 0.0, 0.0, 0
    for T in (2, 30, 1000):
        for epsilon in (0.1, 1.0, 8.0):
            for delta in (1e-6, 0.01, 0.5):
                log = -math.log(delta)
                alpha = private_experts.corrected_theorem3_rate(epsilon, delta, T)
                require(abs(alpha * math.sqrt(2 * (T - 1) * (log + epsilon)) - epsilon) < 1e-9,
                        f"α must be the printed one; got {alpha}")
                optimal = privacy.bounded_range_composition_delta(2 * alpha, T - 1, epsilon)
                require(_rounds.swap_delta(T - 1, alpha, epsilon) <= optimal * (1 + 1e-9),
                        "the pair must be within optimal composition")
                bound = private_experts.corrected_theorem3_bound(T, 6, epsilon, delta)
                losses = [_rounds.hard_losses(T, 6, min(T, run)) for run in (0, int(1 / alpha), int(4 / alpha))]
                regret = max(regret, max(experts.expected_regret(l, eta=alpha)[-1] for l in losses) / bound)
                worst, settings = max(worst, optimal / delta), settings + 1
    require(worst <= 1 and regret <= 1, f"(ε, δ)-DP and the regret bound must hold; ratios {worst}, {regret}")
    low, high = (private_experts.corrected_theorem3_bound(10**6, 2, epsilon, 1e-6) for epsilon in (0.1, 0.01))
    times = high / low
    require(9 < times < 10.1, f"a tenth of ε must cost ten times the regret; got {times}")
    return Evidence(
        f"In {settings} settings (T to 1000, ε = 0.1 to 8, δ = $10^{{-6}}$ to 0.5) optimal composition, which covers every pair, has at most {worst:.2f} δ. The regret on three hard sequences in each (K = 6) is at most {regret:.2f} of the bound. "
        f"T = $10^6$: ε = 0.01 costs {times:.1f} times the regret of ε = 0.1.",
        {"settings": settings, "delta_ratio": float(worst), "regret_ratio": float(regret), "times": times},
    )


STATEMENTS = (
    Statement(
        id="LN-MW-EM", where="section 2, after Theorem 2", title="Each pick is an exponential mechanism", page="deeper/4a-six-analyses",
        hypotheses=r"The rewards are a fixed, private matrix; neighbors differ in one row $(r_t(1), \dots, r_t(K)) \in [0,1]^K$.",
        claim=r"$i_t$ is chosen with probability $\frac{1}{Z_t}\exp(\alpha\sum_{t'=1}^{t} r_{t'}(i))$: the exponential mechanism with utility $U(u, i) = \sum_{t'=1}^{t}r_{t'}(i)$, so $i_t$ is $2\alpha$-differentially private.",
        verdict=Verdict.TYPO, check=_check_step,
        correction=r"The sum ends at $t - 1$ (three places), and $U(u, i)$ is $U(r, i)$. Then $i_t$ is $2\alpha$-DP, and more: its privacy losses lie in an interval of length $2\alpha$ (bounded range), which is what makes many picks cheap.",
    ),
    Statement(
        id="LN-MW-BASIC", where="section 2, basic composition", title="Adding up the picks is too dear", page="deeper/4a-six-analyses",
        hypotheses=r"As before; all picks $(i_1, \dots, i_T)$ are public.",
        claim=r"MW is $2\alpha T$-differentially private; for 1-DP one sets $\alpha = 1/(2T)$, which makes Theorem 2 useless.",
        verdict=Verdict.HOLDS, check=_check_basic,
        correction=r"Even $2\alpha(T-1)$: $i_1$ sees no data. At $\alpha = 1/(2T)$ the bound is $\frac12 + 2T\ln K > T$.",
    ),
    Statement(
        id="LN-MWDP", where="section 2, before Theorem 3", title="Many picks by advanced composition, as the notes quote it", page="deeper/4c-many-days",
        hypotheses=r"As before; no condition on $\alpha$ or $T$ is printed.",
        claim=r"MW is $(12T\alpha^2, e^{-T\alpha})$-differentially private.",
        verdict=Verdict.FALSE, check=_check_claim,
        correction=r"False for small $\alpha$, and there for every large $T$: $\delta$ is $e^{-\Theta(T\alpha^2)}$, so it is tied to $\varepsilon = 12T\alpha^2$ and cannot be small while $\varepsilon \le 1$. "
                   r"Counterexample: $K = 2$, the first row $(1, 0)$ becomes $(0, 1)$, all other rows are 0; then $i_2, \dots, i_T$ are $T - 1$ independent bits with odds $e^{\pm\alpha}$.",
    ),
    Statement(
        id="LN-MWDP-LINE", where="on the claim before Theorem 3", title="For which learning rates the notes' claim is right", page="deeper/4c-many-days",
        hypotheses=r"As for LN-MWDP.",
        claim=r"If $\alpha \ge 8/529 = 0.0151229$, MW is $(12T\alpha^2, e^{-T\alpha})$-DP for every $T$; if $\alpha < 0.0150329$, it is so for no large $T$.",
        verdict=Verdict.OURS, check=_check_line,
        correction=r"Above: each pick has range $2\alpha$, so MW is $\rho$-zCDP, $\rho = (T-1)\alpha^2/2$, and $\rho + 2\sqrt{\rho T\alpha} \le 12T\alpha^2$ as soon as $\sqrt2\,\alpha^{3/2} \le 11.5\,\alpha^2$. Below: the pair's $\delta$ is $e^{-(D + o(1))T}$, $D$ the divergence of a bit with mean "
                   r"$\frac{1 + 12\alpha}{2}$ from one with mean $\sigma(\alpha)$, and $D < \alpha$ up to the root. With many experts, of which an uneven share loses in the changed row, the same argument reaches $0.0150927$. From there to $8/529$ we do not know.",
    ),
    Statement(
        id="LN-MWDP-CORRECTED", where="correction of the claim before Theorem 3", title="What advanced composition gives", page="deeper/4c-many-days",
        hypotheses=r"As for LN-MWDP; $0 < \alpha \le 0.628$ for the first form, any $\alpha > 0$ for the second.",
        claim=r"MW is $(12T\alpha^2, e^{-2T\alpha^2})$-DP, and even $(12T\alpha^2, e^{-66.125\,T\alpha^2})$-DP.",
        verdict=Verdict.OURS, check=_check_corrected_claim,
        correction=r"First: DR14's Theorem 3.20 with steps $2\alpha$ and $\ln(1/\delta) = 2T\alpha^2$ gives $4T\alpha^2 + 2\alpha T(e^{2\alpha} - 1)$, and $e^{2\alpha} - 1 \le 4\alpha$ for $\alpha \le 0.628$. "
                   r"Second: $\rho = (T-1)\alpha^2/2$, and $\rho + 2\sqrt{\rho L} \le 12T\alpha^2$ at $L = \frac{11.5^2}{2}T\alpha^2 = 66.125\,T\alpha^2$.",
    ),
    Statement(
        id="LN-T3", where="Theorem 3", title="Private experts, as the notes state it", page="deeper/4c-many-days",
        hypotheses=r"$\varepsilon \le 1$; rewards in $[0,1]$, a fixed matrix; neighbors differ in one row.",
        claim=r"MW (at $\alpha = \sqrt{\varepsilon/(12T)}$) is $(\varepsilon, e^{-\Omega(\sqrt{T\varepsilon})})$-differentially private, with $\mathbb{E}[\sum_t r_t(i_t)] \ge \max_i\sum_t r_t(i) - O(\ln K\sqrt{T}/\sqrt\varepsilon)$.",
        verdict=Verdict.FALSE, check=_check_theorem_3,
        correction=r"At this $\alpha$ the pair of LN-MWDP has $\delta(\varepsilon) \to \Phi(\frac\mu2 - \frac\varepsilon\mu) - e^\varepsilon\Phi(-\frac\mu2 - \frac\varepsilon\mu) > 0$ with $\mu = \sqrt{\varepsilon/12}$, while the claim vanishes. No other $\alpha$, and no constant in $\Omega$ or $O$, saves it: "
                   r"beside one steady expert the regret is at least $0.268\min(T, 1/\alpha)$, so the second clause forces $\alpha \ge c\sqrt{\varepsilon/T}$, and then $\delta(\varepsilon)$ stays above a positive constant. What holds at $\varepsilon = 12T\alpha^2$ is $\delta = e^{-\varepsilon/6}$ by advanced composition, $e^{-5.51\,\varepsilon}$ by bounded range: useless for $\varepsilon \le 1$.",
    ),
    Statement(
        id="LN-T3-CORRECTED", where="correction of Theorem 3", title="Private experts: the regret grows as 1/ε", page="deeper/4c-many-days",
        hypotheses=r"Any $\varepsilon > 0$, $0 < \delta < 1$, $T \ge 2$, $L = \ln(1/\delta)$; rewards in $[0,1]$, a fixed matrix; neighbors differ in one row.",
        claim=r"With $\alpha = \varepsilon/\sqrt{2(T-1)(L+\varepsilon)}$ MW is $(\varepsilon, \delta)$-DP, and its regret is at most $\frac{\alpha T}{8} + \frac{\ln K}{\varepsilon}\sqrt{2(T-1)(L+\varepsilon)}$; $L = \ln(1/\delta)$.",
        verdict=Verdict.OURS, check=_check_corrected_theorem,
        correction=r"Picks $2..T$ have range $2\alpha$, so MW is $\rho$-zCDP with $\rho = (T-1)\alpha^2/2 = \frac{\varepsilon^2}{4(L+\varepsilon)}$, and $\rho + 2\sqrt{\rho L} \le \varepsilon$ because $\sqrt\rho \le \sqrt{L+\varepsilon} - \sqrt L$. The regret is Hoeffding's bound, at $\eta = \alpha$.",
    ),
)
