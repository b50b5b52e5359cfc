"""Cards for LN, section 2 up to Theorem 2: the algorithm, its regret, and where the proof's slips are.

Theorem 2 is three cards: the theorem for a reward matrix fixed beforehand (`LN-T2`), the slips of its
proof (`LN-T2-PROOF`), and rewards that look at the algorithm's picks, which the notes allow (`LN-T2-ADAPTIVE`).
"""

from __future__ import annotations

import math

import numpy as np
from scipy import optimize

from ... import experts
from .. import brute as _rounds
from ...statement import Evidence, Statement, Verdict, require


def _check_algorithm() -> Evidence:
    worst, moved, still, settings = 0.0, 1.0, 0.0, 0
    for rewards in _rounds.some_losses(30, seed=31):
        for alpha in (0.05, 0.5, 3.0):
            law = experts.reward_probabilities(rewards, eta=alpha)
            flipped = experts.hedge_probabilities(1 - rewards, eta=alpha)
            worst = max(worst, np.abs(law - _rounds.laws(-rewards, alpha)).max(), np.abs(law - flipped).max())
            settings += 1
            for t in range(len(rewards)):
                other = rewards.copy()
                other[t] = np.eye(rewards.shape[1])[rewards[t].argmin()]  # the worst expert of the round now wins it
                change = np.abs(experts.reward_probabilities(other, eta=alpha) - law).max(axis=1)
                still = max(still, change[: t + 1].max())
                if t + 1 < len(rewards) and alpha == 0.05 and np.ptp(rewards[t] - other[t]) > 0.5:
                    moved = min(moved, change[t + 1])
    require(worst < 1e-12, f"MW by hand, in reward form and in loss form must be one law; they differ by {worst}")
    require(still == 0, f"row t must not move the laws of i_1 .. i_t; moved {still}")
    require(moved > 1e-3, f"row t must move the law of the next pick; moved only {moved}")
    return Evidence(
        f"In {settings} settings (T ≤ 40, K ≤ 6, α = 0.05, 0.5, 3) the law of $i_t$ by hand, the package's reward form and its loss form with $\\ell = 1 - r$ agree to 1e-12. "
        "Changing row t leaves the laws of $i_1, \\dots, i_t$ exactly as they were, and moves that of $i_{t+1}$.",
        {"settings": settings, "difference": worst, "still": still, "least_move": moved},
    )


def _gap(rewards: np.ndarray, alpha: float) -> float:
    """Best expert's reward minus MW's expected one."""
    return float(rewards.sum(axis=0).max() - (experts.reward_probabilities(rewards, eta=alpha) * rewards).sum())


def _longest(alpha: float, T: int, n_experts: int) -> float:
    """The gap on the hardest sequence that we know: alternate, then let one expert run away; best run."""
    runs = sorted({min(T, int(k / alpha)) for k in (1, 2, 3, 4, 6, 8)})
    return max(_gap(1 - _rounds.hard_losses(T, n_experts, run), alpha) for run in runs)


def _check_theorem_2() -> Evidence:
    root = optimize.brentq(lambda x: math.exp(x) - 1 - x - x * x, 1.0, 3.0, xtol=1e-15)
    x = np.linspace(1e-3, root, 4000)[:-1]
    require((np.exp(x) < 1 + x + x * x).all() and math.exp(1.8) > 1 + 1.8 + 1.8**2, "e^x <= 1+x+x² must end at the root")
    require(1.79 < root and abs(root - experts.LARGEST_LN_RATE) < 1e-12, f"the root must be 1.7933, above 1.79; got {root}")
    paths = max(abs(_gap(r, 0.7) - _rounds.regret_by_paths(1 - r, 0.7)) for r in _rounds.all_losses(3, 2))
    require(paths < 1e-12, f"the gap must be that of all sequences of picks; off by {paths}")
    matrices = [r for T in (1, 2, 3, 4) for r in _rounds.all_losses(T, 2)] + [1 - r for r in _rounds.some_losses(300, seed=32)]
    sharp_ratio, printed_ratio, settings = 0.0, 0.0, 0
    for rewards in matrices:
        for alpha in (0.1, 0.5, 1.79, 10.0):
            gap, size = _gap(rewards, alpha), rewards.shape
            as_printed = experts.rewards_gap_bound if alpha <= 1.79 else experts.regret_bound
            sharp, printed = experts.regret_bound_sharp(*size, alpha), as_printed(*size, alpha)
            sharp_ratio, printed_ratio, settings = max(sharp_ratio, gap / sharp), max(printed_ratio, gap / printed), settings + 1
    require(sharp_ratio <= 1 and printed_ratio <= sharp_ratio,
            f"exact <= Hoeffding <= printed; ratios {sharp_ratio}, {printed_ratio}")
    require(experts.rewards_gap_bound(9, 6, 0.5) == 4.5 + math.log(6) / 0.5, "the package's bound must be the printed one")
    T, K = 2000, 100
    best = math.sqrt(8 * math.log(K) / T)
    hard = _longest(best, T, K), _longest(math.sqrt(math.log(K) / T), T, K)
    bounds = experts.regret_bound_sharp(T, K), experts.regret_bound(T, K)
    require(abs(bounds[0] - math.sqrt(T * math.log(K) / 2)) < 1e-9 and abs(bounds[1] - 2 * math.sqrt(T * math.log(K))) < 1e-9,
            f"bounds at the best α: {bounds}")
    require(0.5 * bounds[0] < hard[0] <= bounds[0] and hard[1] <= bounds[1],
            f"the hard sequence must come near: {hard}, {bounds}")
    return Evidence(
        rf"In {settings} settings (all 0/1 matrices with K = 2, T ≤ 4, and 300 others; α = 0.1 to 10) the exact gap is at most {printed_ratio:.2f} of the printed bound. "
        rf"It is at most {sharp_ratio:.3f} of $\alpha T/8 + \ln K/\alpha$. At T = {T}, K = {K} the hardest sequence that we know costs {hard[0]:.0f}; "
        rf"$\sqrt{{T\ln K/2}}$ = {bounds[0]:.0f}, $2\sqrt{{T\ln K}}$ = {bounds[1]:.0f}. Since $e^x = 1+x+x^2$ at $x = {root:.8f}$, 1.79 is right.",
        {"root": root, "settings": settings, "sharp_ratio": sharp_ratio,
         "printed_ratio": printed_ratio, "hard": hard, "bounds": bounds},
    )


def _check_proof() -> Evidence:
    rewards, alpha = np.array([[1.0, 0.0]]), 0.1  # K = 2, T = 1, expert 1 is right; x = all on expert 1
    law = experts.reward_probabilities(np.vstack([rewards, rewards]), eta=alpha)  # y_1, y_2
    mine = float(law[0] @ rewards[0])
    printed_last = 1.0 - alpha - math.log(2) / alpha
    require(mine > printed_last, f"the last display must read >=; {mine} against {printed_last}")
    divergence = -np.log(law[:, 0])  # Div(x||y) for x on expert 1
    need = 1.0 - mine - alpha
    telescoped = (divergence[0] - divergence[1]) / alpha  # y_1, y_{T+1}
    shifted = (divergence[0] - divergence[0]) / alpha     # y_0 (uniform, as y_1), y_T = y_1
    require(shifted < need <= telescoped, f"only y_1 and y_(T+1) give the inequality: {shifted}, {need}, {telescoped}")
    expert = float(np.eye(2)[0] @ rewards[0])  # slip 2: what x earns, where the display has what MW's own picks earn
    require(expert == 1.0 and mine == 0.5, f"the expert earns 1 and MW's own pick 1/2; got {expert}, {mine}")
    chains, least, step = 0, math.inf, 0.0
    for other in _rounds.some_losses(150, seed=33):
        after = np.vstack([other, other[:1]])
        for rate in (0.1, 1.0, 1.79):
            law = experts.reward_probabilities(after, eta=rate)
            growth = np.log((law[:-1] * np.exp(rate * other)).sum(axis=1))  # the first display, x on each expert
            step = max(step, np.abs(np.diff(np.log(law), axis=0) - rate * other + growth[:, None]).max())
            for i in range(other.shape[1]):
                side = (math.log(other.shape[1]) + math.log(law[-1, i])) / rate
                least = min(least, side - (other[:, i].sum() - (law[:-1] * other).sum() - rate * len(other)))
                chains += 1
    require(step < 1e-9, f"Div(x||y_t) - Div(x||y_(t+1)) must be α r_t(i) - ln E e^(α r_t); off by {step}")
    require(least >= -1e-12, f"the corrected chain must hold; short by {-least}")
    return Evidence(
        rf"With K = 2, T = 1, $r_1 = (1, 0)$, α = 0.1 and $x$ on expert 1 the last display reads {mine} ≤ {printed_last:.2f}, false; ≥ is right. With $y_0, y_T$ the sum says {shifted:.0f} ≥ {need}; with $y_1, y_{{T+1}}$ {telescoped:.4f} ≥ {need}. "
        rf"$r_1(i_1)$ is MW's own reward, {mine} on average whatever $x$ is; $\mathbb{{E}}_{{i\sim x}}\,r_1(i)$ is {expert:.0f}. The corrected chain holds in {chains} cases.",
        {"mine": mine, "expert": expert, "printed": printed_last, "need": need,
         "telescoped": telescoped, "shifted": shifted, "chains": chains, "least_slack": least},
    )


def _check_adaptive() -> Evidence:
    T, K = 101, 2
    alpha = experts.learning_rate(T, K, rule="printed")
    bound = experts.regret_bound(T, K)

    def caveat(first, t):
        return (1.0, 1.0) if first == 0 else (0.0, 0.0)

    mine, ends = _rounds.against(caveat, lambda first, pick: pick if first is None else first, None, T, K, alpha)
    on_path = max(max(sums) for _, sums in ends) - bound
    average = sum(p * max(sums) for p, sums in ends) - bound
    require(len(ends) == 2 and abs(mine - 50) < 1e-9, f"MW must collect 50 on average; got {mine}")
    require(mine < on_path, f"on the path i_1 = 1 the printed inequality must fail: {mine} against {on_path}")
    require(average <= mine, f"with an expectation on the right it must hold: {mine} against {average}")
    worst, adversaries, rng = -math.inf, 0, np.random.default_rng(34)
    for T, K in ((7, 2), (4, 3)):  # rewards drawn at random for every history of picks
        for alpha in (0.2, 1.0, 1.79):
            for _ in range(8):
                table: dict = {}

                def drawn(history, t, table=table, K=K):
                    return table.setdefault(history, tuple(rng.integers(0, 2, K).astype(float)))

                got, leaves = _rounds.against(drawn, lambda history, pick: (*history, pick), (), T, K, alpha)
                best = sum(p * max(sums) for p, sums in leaves)
                worst, adversaries = max(worst, (best - got) / experts.regret_bound_sharp(T, K, alpha)), adversaries + 1
    require(worst <= 1, f"E max_i must be within αT/8 + ln K/α of MW's reward; the ratio is {worst}")
    return Evidence(
        rf"All paths, T = 101, K = 2, $\alpha = \sqrt{{\ln 2/101}}$: MW collects {mine:.0f} on average; on the path $i_1 = 1$ the right side is {on_path:.2f}. With $\mathbb{{E}}\max_i$ the right side is {average:.2f}. "
        rf"For {adversaries} random adversaries that see all picks (T ≤ 7), $\mathbb{{E}}\max_i\sum_t r_t(i)$ exceeds MW's reward by at most {worst:.2f} of $\alpha T/8 + \ln K/\alpha$.",
        {"collected": mine, "on_path": on_path, "average": average, "adversaries": adversaries, "largest_ratio": worst},
    )


STATEMENTS = (
    Statement(
        id="LN-MW", where="section 2, Algorithm MW", title="The multiplicative weights algorithm", page="deeper/3b-three-sources",
        hypotheses=r"$K$ experts; in round $t$ expert $i$ earns $r_t(i) \in [0,1]$; $\alpha > 0$.",
        claim=r"Algorithm: start with $y$ uniform on $\{1,\dots,K\}$; in each round draw $i_t$ from $y$, see all rewards, collect $r_t(i_t)$, multiply each $y(i)$ by $e^{\alpha r_t(i)}$ and normalize.",
        verdict=Verdict.HOLDS, check=_check_algorithm,
        correction=r"So $\Pr[i_t = i]$ is proportional to $\exp(\alpha\sum_{t' < t} r_{t'}(i))$: $i_1$ does not see the data, row $t$ reaches $i_{t+1}, \dots, i_T$ only, and the last row reaches no pick. "
                   r"With losses $\ell = 1 - r$ and $\eta = \alpha$ this is DR14's algorithm.",
    ),
    Statement(
        id="LN-T2", where="Theorem 2", title="MW earns almost as much as the best expert", page="03-experts-horse-racing",
        hypotheses=r"A matrix of rewards $r_t(i) \in [0,1]$, fixed beforehand; $0 < \alpha \le 1.79$.",
        claim=r"For every $i$: $\mathbb{E}[\sum_{t=1}^T r_t(i_t)] \ge \sum_{t=1}^T r_t(i) - \alpha T - \ln K/\alpha$; at $\alpha = \sqrt{\ln K/T}$ the loss against the best expert is at most $2\sqrt{T\ln K}$.",
        verdict=Verdict.HOLDS, check=_check_theorem_2,
        correction=r"1.79 is where the proof's $e^x \le 1 + x + x^2$ ends. The theorem needs no such limit: Hoeffding's lemma in place of that inequality gives "
                   r"$\alpha T/8 + \ln K/\alpha$ for every $\alpha > 0$, hence $\sqrt{T\ln K/2}$ at $\alpha = \sqrt{8\ln K/T}$.",
    ),
    Statement(
        id="LN-T2-PROOF", where="proof of Theorem 2", title="Three slips in the proof of Theorem 2", page="deeper/3b-three-sources",
        hypotheses=r"As in Theorem 2; $x$ any distribution on the experts, $y_t$ the state of $y$ before step $t$.",
        claim=r"$\frac1\alpha(\mathrm{Div}(x\|y_0) - \mathrm{Div}(x\|y_T)) \ge \mathbb{E}_{i\sim x}[\sum_t r_t(i_t)] - \mathbb{E}[\sum_t r_t(i_t)] - \alpha T$, and so $\mathbb{E}[\sum_t r_t(i_t)] \le \mathbb{E}_{i\sim x}[\sum_t r_t(i_t)] - \alpha T - \ln K/\alpha$.",
        verdict=Verdict.TYPO, check=_check_proof,
        correction=r"The last $\le$ is $\ge$. Under $\mathbb{E}_{i\sim x}$ stands $r_t(i)$, in both displays. Summed over $t = 1..T$ the divergences leave $\mathrm{Div}(x\|y_1) - \mathrm{Div}(x\|y_{T+1})$, with $y_1$ uniform. So: "
                   r"$\frac{\ln K}{\alpha} \ge \mathbb{E}_{i\sim x}[\sum_t r_t(i)] - \mathbb{E}[\sum_t r_t(i_t)] - \alpha T$.",
    ),
    Statement(
        id="LN-T2-ADAPTIVE", where="Theorem 2, for rewards that depend on earlier choices", title="Rewards that watch the bettor", page="deeper/3a-unknown-end",
        hypotheses=r"As the notes allow: $r_t$ may depend on the choices $i_1, \dots, i_{t-1}$.",
        claim=r"$\mathbb{E}[\sum_t r_t(i_t)] \ge \sum_t r_t(i) - \alpha T - \ln K/\alpha$ for every $i$.",
        verdict=Verdict.FALSE, check=_check_adaptive,
        correction=r"Now the right side is random. Counterexample: $r_1 = (0,0)$; if $i_1 = 1$ all later rewards are 1, else all are 0. True: $\mathbb{E}[\sum_t r_t(i_t)] \ge \mathbb{E}[\max_i\sum_t r_t(i)] - \alpha T - \ln K/\alpha$, "
                   r"because on every path $\sum_t\langle y_t, r_t\rangle$ is at least $\max_i\sum_t r_t(i)$ minus the two terms, and $\mathbb{E}\,r_t(i_t) = \mathbb{E}\langle y_t, r_t\rangle$. The notes' paragraph on privacy needs a fixed matrix too.",
    ),
)
