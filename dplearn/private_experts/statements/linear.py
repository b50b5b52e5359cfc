"""Cards for DR14, section 11.3: LinearLearner, its privacy and its risk.

Theorem 11.5 is three cards: its proof (`DR14-T11.5`), the range of ε that it needs (`DR14-T11.5-RANGE`) and our
sharpening (`DR14-T11.5-SHARP`).  L stands for ln(1/δ).  The pair that refutes: the first record (1, -1) becomes (-1, 1),
all others are 0; then the actions 2 .. T are independent bits with odds e^±2η.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy import optimize

from ... import privacy, private_experts
from ... import brute as _brute
from ...experts import brute as _rounds
from ...statement import Evidence, Statement, Verdict, require, scientific


def _printed_rate(T: int, epsilon: float, delta: float) -> float:
    return epsilon / math.sqrt(-32 * T * math.log(delta))


def _share_law(records, eta: float) -> np.ndarray:
    """Pr[the second coordinate is chosen c times], c = 0 .. T, d = 2: what θ tells, from all sequences of actions."""
    chosen = np.array([sum(path) for path in itertools.product((0, 1), repeat=len(records))])
    return np.bincount(chosen, _rounds.sequence_law(records, eta))


def _check_learner() -> Evidence:
    rng, worst = np.random.default_rng(61), 0.0
    for T, d in ((1, 2), (5, 3), (30, 4)):
        records = rng.uniform(-1, 1, (T, d))
        law = private_experts.linear_learner_probabilities(records, eta=0.4)
        mean = private_experts.expected_theta(records, eta=0.4)
        worst = max(worst, np.abs(law - _rounds.laws(records, 0.4)).max(), np.abs(law.mean(axis=0) - mean).max())
    require(worst < 1e-12, f"the law must be that of weights kept by hand; off by {worst}")
    records, runs = np.array([[1.0, -1.0], [-0.5, 1.0], [1.0, 0.0], [1.0, 1.0]]), 1000
    eta = private_experts.linear_eta(4, 6.0, 0.1)
    require(abs(eta - _printed_rate(4, 6.0, 0.1)) < 1e-12, f"η must be the printed one; got {eta}")
    theta = np.array([private_experts.linear_learner(records, epsilon=6.0, delta=0.1, rng=rng) for _ in range(runs)])
    require(np.abs(theta.sum(axis=1) - 1).max() < 1e-12, "θ must be a distribution")
    seen = np.bincount(np.rint(4 * theta[:, 1]).astype(int), minlength=5) / runs
    off = np.abs(seen - _share_law(records, eta)).max()
    # Five frequencies, each off by more than this with probability at most 2e-7 (Hoeffding): 1e-6 in all.
    slack = math.sqrt(math.log(2 / 2e-7) / (2 * runs))
    require(off <= slack, f"θ must follow the enumerated law; off by {off}, allowed {slack}")
    return Evidence(
        f"The law of $a_t$ agrees with weights kept by hand (to 1e-12); in {runs} runs on 4 records in $[-1,1]^2$ the frequencies of θ are within {off:.3f} of the law enumerated over all 16 sequences.",
        {"law": worst, "frequencies": float(off), "slack": slack},
    )


def _tiny_audit(eta: float) -> tuple[float, float, int]:
    """Largest ε of the actions and of θ alone, over all data in {-1, 1}^2, T = 3, and all neighbors."""
    corners = list(itertools.product((-1.0, 1.0), repeat=2))
    data = {rows: (_rounds.sequence_law(rows, eta), _share_law(rows, eta)) for rows in itertools.product(corners, repeat=3)}
    actions, theta, pairs = 0.0, 0.0, 0
    for rows, t, row in itertools.product(data, range(3), corners):
        if row != rows[t]:
            other = data[(*rows[:t], row, *rows[t + 1:])]
            actions = max(actions, privacy.exact_epsilon(data[rows][0], other[0]))
            theta = max(theta, privacy.exact_epsilon(data[rows][1], other[1]))
            pairs += 1
    return actions, theta, pairs


def _check_proof() -> Evidence:
    actions, theta, pairs = _tiny_audit(0.1)
    require(2 * 0.1 * 2 < theta <= actions <= 4 * 0.1 * 2,
            f"true ε must lie above 2η(T-1) = 0.4 and below 4η(T-1); got {actions}, {theta}")
    T, epsilon, delta = 1000, 1.0, 1e-6
    eta = private_experts.linear_eta(T, epsilon, delta)
    proof = privacy.advanced_composition(4 * eta, T, delta)
    require(abs(privacy.advanced_composition(2 * eta, T, delta) - 0.5) < 0.02 and proof > 1,
            f"with 4η Theorem 3.20 must miss ε = 1; got {proof}")
    range_ = privacy.bounded_range_composition_delta(4 * eta, T - 1, epsilon)
    pure = privacy.pure_composition_delta(4 * eta, T - 1, epsilon)
    pair = _rounds.swap_delta(T - 1, 2 * eta, epsilon)
    require(pair <= range_ <= pure <= delta, f"the statement must hold: {pair} <= {range_} <= {pure} <= {delta}")
    worst, settings = 0.0, 0
    for T in (2, 30, 2000):
        for delta in (1e-9, 1e-3, 0.3, 0.9):
            for share in (0.01, 0.3, 1.0):
                epsilon = -8 * share * math.log(delta)
                rate = private_experts.linear_eta(T, epsilon * (1 - 1e-12), delta)
                optimal = privacy.bounded_range_composition_delta(4 * rate, T - 1, epsilon)
                worst, settings = max(worst, optimal / delta), settings + 1
    require(worst <= 1, f"for ε <= 8L the theorem must hold for every pair; the ratio is {worst}")
    return Evidence(
        f"d = 2, T = 3, η = 0.1, all {pairs} neighboring pairs of data in $\\{{-1,1\\}}^2$: true ε = {actions:.5f}, from θ alone {theta:.5f}; the proof's 2η(T-1) is 0.4. T = 1000, ε = 1, δ = $10^{{-6}}$: Theorem 3.20 with steps 4η gives ε = {proof:.4f}. "
        f"But the exact δ(1) is {scientific(pair)} for the pair that looks worst, at most {scientific(range_)} for any steps of range 4η, {scientific(pure)} for any 4η-DP steps. For ε ≤ 8L it is at most {worst:.2g} δ ({settings} settings).",
        {"actions": actions, "theta": theta, "pairs": pairs, "proof": proof, "pair": pair,
         "range": float(range_), "pure": float(pure), "largest_ratio": float(worst)},
    )


def _theta_delta(T: int, eta: float, epsilon: float) -> float:
    """δ(ε) of the pair from θ alone: the uniform first action blurs the count of the others."""
    count = np.exp(_brute.binomial_log_pmf(T - 1, 1 / (1 + math.exp(-2 * eta))))
    count = (np.append(count, 0) + np.append(0, count)) / 2
    return float(np.maximum(count - math.exp(epsilon) * count[::-1], 0).sum())


def _check_range() -> Evidence:
    eta = 0.8
    shares = [_share_law([row, (0, 0), (0, 0), (0, 0)], eta) for row in ((-1, 1), (1, -1))]
    require(abs(privacy.hockey_stick(shares[1], shares[0], 0.7) - _theta_delta(4, eta, 0.7)) < 1e-12,
            "δ from θ must be that of all sequences")
    found = {}
    for epsilon, delta in ((20.0, 0.5), (30.0, 0.1)):
        rate = _printed_rate(1000, epsilon, delta)
        found[epsilon] = _rounds.swap_delta(999, 2 * rate, epsilon), _theta_delta(1000, rate, epsilon)
        require(found[epsilon][0] >= found[epsilon][1] > delta and epsilon > -8 * math.log(delta),
                f"θ alone must break the claim: {found}")
        try:
            private_experts.linear_eta(1000, epsilon, delta)
        except ValueError:
            continue
        raise AssertionError(f"the package must refuse ε = {epsilon}, δ = {delta}")
    log, T = -math.log(1e-6), 10**5

    def excess(c):
        return _rounds.swap_log_delta(T - 1, 2 * _printed_rate(T, c * log, 1e-6), c * log) + log

    limit = optimize.brentq(excess, 3.0, 100.0, xtol=1e-6)
    require(8 < limit < 9.5, f"8 must be nearly necessary for small δ; fails from {limit} L on")
    return Evidence(
        f"T = 1000: ε = 20, δ = 0.5 has exact δ(ε) = {found[20.0][0]:.4f} from the actions and {found[20.0][1]:.4f} from θ alone; ε = 30, δ = 0.1 has {found[30.0][0]:.4f} and {found[30.0][1]:.4f}. The package refuses both. "
        f"At δ = $10^{{-6}}$, T = 100000 it fails from ε = {limit:.2f} L on.",
        {"actions": [f[0] for f in found.values()], "theta": [f[1] for f in found.values()], "limit": limit},
    )


def _check_sharp() -> Evidence:
    worst, settings = 0.0, 0
    for T in (2, 30, 3000):
        for delta in (1e-9, 1e-3, 0.5):
            for epsilon in (0.01, 1.0, 30.0):
                simple = epsilon / math.sqrt(8 * (T - 1) * (epsilon - math.log(delta)))
                eta = private_experts.linear_eta(T, epsilon, delta, analysis="bounded-range")
                require(simple <= eta * (1 + 1e-9), f"the simple rate must be below the exact one; {simple}, {eta}")
                optimal = privacy.bounded_range_composition_delta(4 * eta, T - 1, epsilon)
                require(_rounds.swap_delta(T - 1, 2 * eta, epsilon) <= optimal * (1 + 1e-9),
                        "the pair must be within optimal composition")
                worst, settings = max(worst, optimal / delta), settings + 1
                log = -math.log(delta)
                gain = 4 / (1 + math.sqrt(1 + epsilon / log)) * math.sqrt(T / (T - 1))
                require(abs(eta / _printed_rate(T, epsilon, delta) / gain - 1) < 1e-9, f"the gain must be {gain}")
    require(worst <= 1, f"(ε, δ)-DP for every pair; got {worst}")
    one = private_experts.linear_eta(1000, 1.0, 1e-6, analysis="bounded-range"), private_experts.linear_eta(1000, 1.0, 1e-6)
    return Evidence(
        f"ε = 1, δ = $10^{{-6}}$, T = 1000: η = {one[0]:.5f} instead of {one[1]:.5f}; in {settings} settings (T to 3000, ε = 0.01 to 30) no pair of neighbors has more than {worst:.2f} δ. "
        f"The formula of the gain agrees in all of them (δ = $10^{{-9}}$ to 0.5).",
        {"settings": settings, "largest_ratio": float(worst), "rates": one},
    )


def _expected_excess(mu, T: int, eta: float) -> float:
    """E<θ, μ> - min μ over all data sets of T records with independent ±1 coordinates of means μ, exactly."""
    cells = np.array(list(itertools.product((-1.0, 1.0), repeat=len(mu))))
    mass, total = np.prod((1 + cells * mu) / 2, axis=1), 0.0
    for index in itertools.product(range(len(cells)), repeat=T):
        rows = list(index)
        total += mass[rows].prod() * float(_rounds.laws(cells[rows], eta).mean(axis=0) @ mu)
    return total - min(mu)


def _check_risk() -> Evidence:
    ratio, worlds = 0.0, 0
    for mu in ((0.0, 0.0), (-0.3, 0.1), (-1.0, 1.0), (0.5, 0.4)):
        for eta in (0.1, 0.8, 3.0):
            bound = private_experts.excess_risk_bound_at(4, 2, eta)
            require(abs(bound - eta / 2 - math.log(2) / (4 * eta)) < 1e-12,
                    f"the bound in expectation must be η/2 + ln d/(ηT); got {bound}")
            ratio, worlds = max(ratio, _expected_excess(np.array(mu), 4, eta) / bound), worlds + 1
    require(ratio <= 1, f"the expected excess must be within the bound; the ratio is {ratio}")
    n, d, epsilon, delta, beta, runs = 1000, 8, 1.0, 1e-6, 0.05, 60
    mu = np.where(np.arange(d) == 0, -0.1, 0.0)
    eta = private_experts.linear_eta(n, epsilon, delta)
    excess = private_experts.draw_excess_risk(mu, n, eta=eta, rng=np.random.default_rng(62), runs=runs)
    best = private_experts.linear_eta(n, epsilon, delta, analysis="bounded-range-optimal")
    mine = private_experts.excess_risk_bound(n, d, epsilon, delta, beta)
    stated = eta / 2 + math.log(d) / (eta * n) + 3 * math.sqrt(2 * math.log(3 / beta) / n)
    require(abs(mine - stated) < 1e-12, f"the explicit form must be {stated}; got {mine}")
    require((excess > mine).mean() <= beta, f"the bound must hold with probability 1 - β; {excess.max()} against {mine}")
    # The largest quotient of the explicit form by the printed expression, for ε <= 1, δ <= 1/2, β <= 1/2, d >= 2: T cancels.
    constant = 0.0
    for size, level, at, fail in itertools.product((2, 100, 10**6), (0.01, 0.1, 1.0), (0.5, 1e-3, 1e-12), (0.5, 0.05, 1e-9)):
        log, T = -math.log(at), 10**6
        rate = _printed_rate(T, level, at)
        explicit = private_experts.excess_risk_bound_at(T, size, rate, fail)
        constant = max(constant, explicit / (math.sqrt(log / T) * math.log(size / fail) / level))
    require(constant <= 8, f"the printed order must hold with constant 8; got {constant}")
    return Evidence(
        f"In {worlds} settings (4 pairs of means, 3 rates) with d = 2, T = 4 the exact expected excess over all data sets is at most {ratio:.2f} of $\\eta/2 + \\ln d/(\\eta T)$. With d = {d}, T = {n}, ε = 1, δ = $10^{{-6}}$, means -0.1 and 0: {runs} runs have excess at most {excess.max():.3f}, the bound (β = 0.05) says {mine:.2f}, "
        f"and {private_experts.excess_risk_bound_at(n, d, best, beta):.2f} at the largest η that optimal composition permits. For ε ≤ 1 and δ, β ≤ 1/2 the explicit form is at most {constant:.2f} times the printed expression.",
        {"worlds": worlds, "ratio": ratio, "largest_excess": float(excess.max()), "bound": mine, "constant": constant},
    )


STATEMENTS = (
    Statement(
        id="DR14-A17", where="Algorithm 17, LinearLearner", title="A linear predictor from private experts", page="deeper/4b-linear-learner",
        hypotheses=r"Records $S = (x_1, \dots, x_T)$ in $[-1,1]^d$, i.i.d. “from some known distribution” $\mathcal{D}$.",
        claim=r"Algorithm: the experts are the $d$ basis vectors, the losses of day $t$ are $\ell^t = x_t$; run RWM with $\eta = \frac{\varepsilon}{\sqrt{32T\ln(1/\delta)}}$ and output $\theta^T = \frac1T\sum_t a_t$.",
        verdict=Verdict.TYPO, check=_check_learner,
        correction=r"The distribution is unknown; if it were known there would be nothing to learn. The losses are in $[-1,1]$, where section 11.2 has $[0,1]$.",
    ),
    Statement(
        id="DR14-T11.5", where="Theorem 11.5 and its proof", title="LinearLearner is private, but not for the reason given", page="deeper/4b-linear-learner",
        hypotheses=r"Any records in $[-1,1]^d$; neighbors differ in one record. True for $\varepsilon \le 8\ln(1/\delta)$, which is not printed.",
        claim=r"$\mathrm{LinearLearner}(S, \varepsilon, \delta)$ is $(\varepsilon, \delta)$-differentially private, “simply an instantiation” of RWM with the update parameter of Theorem 11.2.",
        verdict=Verdict.GAP, check=_check_proof,
        correction=r"One record moves $\sum_j\ell_i^j$ by up to 2, so a step is $4\eta$-DP, not $2\eta$, and Theorem 3.20 gives more than $\varepsilon$. The slack is in composition: a step has range $4\eta$, so $\rho = 2T\eta^2 = \frac{\varepsilon^2}{16L}$ "
                   r"and $\rho + 2\sqrt{\rho L} = \frac{\varepsilon^2}{16L} + \frac\varepsilon2 \le \varepsilon$ for $\varepsilon \le 8L$.",
    ),
    Statement(
        id="DR14-T11.5-RANGE", where="Theorem 11.5, for large ε", title="Where LinearLearner is not private", page="deeper/4b-linear-learner",
        hypotheses=r"As in Theorem 11.5; no condition on $\varepsilon$ and $\delta$ is printed.",
        claim=r"$\mathrm{LinearLearner}(S, \varepsilon, \delta)$ is $(\varepsilon, \delta)$-differentially private.",
        verdict=Verdict.LIMITED, check=_check_range,
        correction=r"$\varepsilon \le 8\ln(1/\delta)$ suffices, and as $\delta \to 0$ the constant 8 cannot be raised. Counterexample beyond: $x_1 = (1, -1)$ against $(-1, 1)$ and all other records 0, even if only $\theta^T$ is seen.",
    ),
    Statement(
        id="DR14-T11.5-SHARP", where="sharpening of Theorem 11.5", title="A larger learning rate for LinearLearner, for every ε", page="deeper/4b-linear-learner",
        hypotheses=r"As in Theorem 11.5; any $\varepsilon > 0$, $0 < \delta < 1$, $T \ge 2$.",
        claim=r"LinearLearner with $\eta = \frac{\varepsilon}{\sqrt{8(T-1)(L+\varepsilon)}}$, or $\eta = \frac{\sqrt{L+\varepsilon} - \sqrt L}{\sqrt{2(T-1)}}$, which is larger, is $(\varepsilon, \delta)$-DP; $L = \ln(1/\delta)$.",
        verdict=Verdict.OURS, check=_check_sharp,
        correction=r"As for Theorem 11.2, with range $4\eta$ in place of $2\eta$: $\rho = 2(T-1)\eta^2$. The larger rate is $\frac{4}{1+\sqrt{1+\varepsilon/L}}\sqrt{\frac{T}{T-1}}$ times the printed one: nearly 2 for $\varepsilon$ far below $L$, less for larger ε.",
    ),
    Statement(
        id="DR14-T11.6", where="Theorem 11.6", title="The risk of LinearLearner", page="deeper/4b-linear-learner",
        hypotheses=r"$T$ i.i.d. records with mean $\mu$; $0 < \beta < 1$; $\varepsilon$ bounded and $\delta$, $\beta$ away from 1, or the printed $O(\cdot)$ is too small.",
        claim=r"With probability at least $1 - \beta$: $\mathbb{E}_x\langle\theta^T, x\rangle \le \min_{\theta^*}\mathbb{E}_x\langle\theta^*, x\rangle + O\big(\frac{\sqrt{\ln(1/\delta)}\ln(d/\beta)}{\varepsilon\sqrt T}\big)$.",
        verdict=Verdict.ASYMPTOTIC, check=_check_risk,
        correction=r"For any $\eta$: at most $\frac\eta2 + \frac{\ln d}{\eta T}$ in expectation, and with probability $1 - \beta$ at most $\frac\eta2 + \frac{\ln d}{\eta T} + 3\sqrt{2\ln(3/\beta)/T}$. Regret against the best coordinate is at most the first two terms for every sequence; "
                   r"three times Azuma, each with differences in an interval of length 2 and at $\beta/3$: the draws of $a_t$, the records under $\langle a_t, \cdot\rangle$, and the one best coordinate. No union over $d$ is needed.",
    ),
)
