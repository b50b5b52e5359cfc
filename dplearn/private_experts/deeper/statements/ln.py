"""Cards for LN, section 2 from the privacy of MW to Theorem 3.

The claim for many rounds is three cards: what the notes print (`LN-MWDP`), for which α it is right
(`LN-MWDP-LINE`), and what holds for all (`LN-MWDP-CORRECTED`); Theorem 3 is two, as printed and corrected.
The pair in all of them: the first row of losses (1, 0) becomes (0, 1), all other rows are 0.  Picks 2 .. T
are then independent bits with odds e^α against e^-α, so that their δ(ε) is one binomial sum.
"""

import math

import numpy as np
from scipy import optimize
from scipy.special import expit

from .... import experts, privacy, private_experts
from ....claim import between, ordered, points, refuted, says
from ....experts import brute as experts_brute
from ....experts.deeper import brute as deeper_experts_brute
from ....experts.statements.dr14 import regret
from ....statement import Statement, Verdict, require
from ... import brute, deeper
from ...statements._claims import private
from .. import brute as deeper_brute


def _neighbors(rewards):
    """Every 0/1 matrix that differs from a 0/1 matrix in one row."""
    for row in experts_brute.all_losses(1, rewards.shape[1]):
        for t in np.flatnonzero((rewards != row).any(axis=1)):
            yield np.vstack([rewards[:t], row, rewards[t + 1:]])


ALPHA = 0.5


def _losses(*pair):
    """Privacy losses of each pick (T, K), for a pair of reward matrices."""
    return privacy.privacy_loss(*(experts.reward_probabilities(rewards, eta=ALPHA) for rewards in pair))


def _step():
    """Of a pick, over all pairs of 0/1 matrices, and the law of the first two picks."""
    found = [_losses(rewards, other)
             for T, K in ((3, 2), (2, 3)) for rewards in experts_brute.all_losses(T, K)
             for other in _neighbors(rewards)]
    largest, widest = (max(f(loss, axis=1).max() for loss in found) for f in (np.max, np.ptp))
    require(largest <= 2 * ALPHA and abs(widest - 2 * ALPHA) < 1e-12, f"2α-DP, of range 2α; got {largest}, {widest}")
    first, second = experts.reward_probabilities(np.eye(2), eta=ALPHA)[:, 0]
    require(first == 0.5 and abs(second - expit(ALPHA)) < 1e-12,  # the product up to t would put row 1 into i_1's law
            f"i_1 must be uniform, i_2 see row 1; got {first}, {second}")
    return {"pairs": len(found), "widest": widest, "largest": largest, "printed": expit(ALPHA), "first": first}


def _all_picks():
    found = [privacy.exact_epsilon(*(deeper_experts_brute.sequence_law(-r, ALPHA) for r in (rewards, other)))
             for rewards in experts_brute.all_losses(3, 2) for other in _neighbors(rewards)]
    require(max(found) <= 2 * ALPHA * 2, f"all picks together must be 2α(T-1)-DP; got {max(found)}")
    # row 1: one expert earns 1, or all others do; later rows 0, so each step costs the same
    alone = np.zeros((2, 10**5))
    alone[0, 0] = 1.0
    laws = [experts.hedge_probabilities(losses, eta=0.1)[1] for losses in (alone, 1 - alone)]
    share = math.log(laws[1][0] / laws[0][0]) / (2 * 0.1)
    require(0.9999 < share <= 1 + 1e-9, f"2α(T-1) must be reached in the limit of many experts; got {share} of it")
    return {"pairs": len(found), "largest": max(found), "share": share}


def _useless(T):
    require(experts.regret_bound_sharp(T, 2, 1 / (2 * T)) > T, "at α = 1/(2T) even the sharp bound must exceed T")
    return _steady_regret(T, 1 / (2 * T)) / T


def _exact(T, alpha, epsilon):
    return private_experts.worst_pair_profile(T, epsilon, eta=alpha)


def _promised(T, alpha):
    return private_experts.many_days_delta(T, alpha)


def _truth(T, alpha):
    return _exact(T, alpha, 12 * T * alpha**2)


def _least():
    T, epsilon = np.arange(2, 1400)[:, None], np.arange(1, 101) / 100
    alphas = np.sqrt(epsilon / (12 * T))
    t, e = np.argwhere(private_experts.worst_pair_profile(T, epsilon, eta=alphas) > np.exp(-T * alphas))[0]
    at = {"T": int(T[t, 0]), "alpha": float(alphas[t, e])}
    return {"T": at["T"], "epsilon": epsilon[e], "least": 1e4 * _exact(**at, epsilon=float(epsilon[e])),
            "said": 1e4 * _promised(**at)}


BROKEN = points({"T alpha": ((10**4, 0.001), (2000, 0.01), (10**4, 0.005))})


def _divergence(alpha):
    """KL of a bit with mean (1 + 12α)/2 from one with mean σ(α): the rate at which the pair's δ(12Tα²) falls in T."""
    p, q = (1 + 12 * alpha) / 2, expit(alpha)
    return p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q))


UPPER = 8 / 529  # sqrt(2) α^1.5 <= 11.5 α²
DAYS, RATES = np.unique(np.geomspace(2, 10**6, 40).astype(int))[:, None], np.geomspace(UPPER, 3.0, 60)


def _above():
    """Above the upper line zCDP proves the claim for every T."""
    rho = (DAYS - 1) * [privacy.bounded_range_rho(2 * alpha) for alpha in RATES]
    inside = rho + 2 * np.sqrt(rho * DAYS * RATES) <= 12 * DAYS * RATES**2
    require(inside.all(), "above the upper line the claim must hold")
    return {"upper": UPPER, "settings": inside.size}


def _below():
    """Below the root δ falls more slowly than e^(-Tα), and a T refutes the claim."""
    lower = optimize.brentq(lambda a: _divergence(a) - a, 0.005, 0.02, xtol=1e-16)
    require(all(_divergence(a) < a for a in np.linspace(1e-4, lower, 300)[:-1]) and _divergence(UPPER) > UPPER,
            "the root must be the line")
    logs = [brute.swap_log_delta(t - 1, a, 12 * t * a * a) + t * a for a,
            t in ((0.014, 10**4), (0.0148, 10**5), (0.015, 400_000), (0.0151, 400_000))]
    require(min(logs[:3]) > 0 > logs[3], f"below the root a T must refute the claim; ln ratios {logs}")
    return {"lower": lower, "logs": logs}


def _both_routes(T, alpha):
    """ε by bounded range at δ = e^(-66.125Tα²), and by Theorem 3.20 at e^(-2Tα²) where that is a float."""
    rho, sharp = (T - 1) * privacy.bounded_range_rho(2 * alpha), 66.125 * T * alpha**2
    log = 2 * T * alpha**2
    advanced = privacy.advanced_composition(2 * alpha, T, math.exp(-log)) if log < 600 else 0.0
    return [rho + 2 * math.sqrt(rho * sharp), advanced]


FEW = {"T alpha": ((50, 0.1), (400, 0.03), (3000, 0.008), (3000, 0.002))}


def _optimal(T, alpha):
    return privacy.bounded_range_composition_delta(2 * alpha, T - 1, 12 * T * alpha**2)


def _at_its_rate():
    T, epsilon = 10**4, np.array([1.0, 0.5, 0.12])
    alpha = np.sqrt(epsilon / (12 * T))
    exact, claims = _exact(T, alpha, epsilon), _promised(T, alpha)
    limits = [deeper_brute.gaussian_delta(math.sqrt(e / 12), e) for e in epsilon]
    proven = privacy.bounded_range_composition_delta(2 * alpha[0], T - 1, 1.0)
    require((exact > 100 * claims).all() and np.allclose(exact, limits, rtol=0.01) and exact[0] <= proven,
            f"δ must be near its limit and far above the claim: {exact, limits, claims}")
    return {"one": 1e5 * exact[0], "limit": 1e5 * limits[0], "claimed": claims[0], "half": exact[1], "less": exact[2],
            "proven": 1e5 * proven}


def _steady_regret(T, alpha):
    """One of two experts always earns 1, the other nothing: Σ σ(-αs), s = 0 .. T-1."""
    return experts.regret_at("steady", T, 2, alpha)


def _forced(constant, T):
    """δ(1) at the smallest α whose regret on the steady expert is C ln K sqrt(T)."""
    allowed = constant * math.log(2) * math.sqrt(T)
    return _exact(T, optimize.brentq(lambda a: _steady_regret(T, a) - allowed, 1e-6, 1.0, xtol=1e-12), 1.0)


def _any_rate():
    table = [[_forced(constant, T) for T in (10**3, 10**4, 10**5)] for constant in (1, 2, 3)]
    require(all(min(row) > 0.5 * max(row) for row in table), f"δ must not fall with T; got {table}")
    return {"table": table[0], "three": table[2]}


CORRECTED = {"T": (2, 30, 1000), "epsilon": (0.1, 1.0, 8.0), "delta": (1e-6, 0.01, 0.5)}
_rate = private_experts.corrected_theorem3_rate


def _bound(T, epsilon, delta):
    return deeper.corrected_theorem3_bound(T, 6, epsilon=epsilon, delta=delta)


def _hard_regret(T, epsilon, delta):
    return experts_brute.hardest(regret, T, 6, _rate(epsilon, delta, T), (0, 1, 4))


def _dearer():
    return _bound(10**6, 0.01, 1e-6) / _bound(10**6, 0.1, 1e-6)


STATEMENTS = (
    Statement(
        "LN-MW-EM", "section 2, after Theorem 2", "Each pick is an exponential mechanism", Verdict.TYPO,
        "deeper/4a-six-analyses",
        hypotheses=r"""The rewards are a fixed, private matrix; neighbors differ in one row $(r_t(1), \dots, r_t(K))
            \in [0,1]^K$.""",
        claim=r"""$i_t$ is chosen with probability $\frac{1}{Z_t}\exp(\alpha\sum_{t'=1}^{t} r_{t'}(i))$: the
            exponential mechanism with utility $U(u, i) = \sum_{t'=1}^{t}r_{t'}(i)$, so $i_t$ is
            $2\alpha$-differentially private.""",
        words=r"with utility $U(u, i) = \sum_{t'=1}^t r_{t'}(i)$",
        correction=r"""The sum ends at $t - 1$ (three places): in the algorithm $i_t$ is drawn before $r_t$ is
            seen. And $U(u, i)$ is $U(r, i)$. Then $i_t$ is
            $2\alpha$-DP, and more: its privacy losses lie in an interval of length $2\alpha$ (bounded range), which
            is what makes many picks cheap.""",
        check=says(
            r"""α = 0.5, all {pairs} pairs of 0/1 matrices (3 days, 2 experts; 2 days, 3 experts) that differ in a
                row: a pick's privacy losses lie in an interval of length {widest:.4f} = 2α. The largest ε of a pick
                is {largest:.4f}. For $r_1 = (1, 0)$ the printed product gives $\Pr[i_1 = 1]$ = {printed:.4f}; the
                algorithm's is {first}.""",
            _step),
    ),
    Statement(
        "LN-MW-BASIC", "section 2, basic composition", "Adding up the picks is too dear", Verdict.HOLDS,
        "deeper/4a-six-analyses",
        hypotheses=r"As before; all picks $(i_1, \dots, i_T)$ are public.",
        claim=r"""MW is $2\alpha T$-differentially private; for 1-DP one sets $\alpha = 1/(2T)$, which makes Theorem
            2 useless.""",
        correction=r"""Even $2\alpha(T-1)$: $i_1$ sees no data. At $\alpha = 1/(2T)$ the bound is $\frac12 + 2T\ln K
            > T$.""",
        check=says(
            """T = 3, K = 2, α = 0.5: over {pairs} neighboring pairs of 0/1 matrices all picks together have true ε
                at most {largest:.4f} ≤ 2α(T-1) = 2. One expert against 99999 others reaches {share:.6f} of 2α(T-1).
                At α = 1/(2T) the bound exceeds T, and beside one steady expert (K = 2) MW loses {lost:.3f} a round.""",
            _all_picks, between(0.43, lambda: _useless(10), 0.5, "soon"),
            between(0.43, lambda: _useless(1000), 0.5, "lost")),
    ),
    Statement(
        "LN-MWDP", "section 2, before Theorem 3", "Many picks by advanced composition, as the notes quote it",
        Verdict.FALSE, "deeper/4c-many-days",
        hypotheses=r"As before; no condition on $\alpha$ or $T$ is printed.",
        claim=r"MW is $(12T\alpha^2, e^{-T\alpha})$-differentially private.",
        words=r"that MW is $(12T\alpha^2, e^{-T\alpha})$-differentially private",
        correction=r"""False for $\alpha < 0.015$ and every large $T$, which is where Theorem 3 uses it: $\delta$ is
            $e^{-\Theta(T\alpha^2)}$, so it is tied to $\varepsilon = 12T\alpha^2$ and cannot vanish while
            $\varepsilon \le 1$. Counterexample: $K = 2$, the first row $(1, 0)$ becomes $(0, 1)$, all other rows
            are 0; then $i_2, \dots, i_T$ are $T - 1$ independent bits with odds $e^{\pm\alpha}$.""",
        check=says(
            r"""T = 10000, α = 0.001, so ε = 0.12: claimed δ = {first_claimed:tex}, exact {first:.4g},
                {first_ratio:.0f} times more. T = 2000, α = 0.01, ε = 2.4: claimed {b_claimed:tex}, exact
                {b:tex}. T = 10000, α = 0.005, ε = 3: claimed {c_claimed:tex}, exact {c:tex}. The least T with a
                counterexample among ε = 0.01, 0.02, .., 1 is {T} (ε = {epsilon}: exact ${least:.5f} \cdot
                10^{{-4}}$, claimed ${said:.5f} \cdot 10^{{-4}}$).""",
            *(refuted(_promised, _truth, at, name) for name, at in zip(("first", "b", "c"), BROKEN)), _least),
    ),
    Statement(
        "LN-MWDP-LINE", "on the claim before Theorem 3", "For which learning rates the notes' claim is right",
        Verdict.OURS, "deeper/4c-many-days",
        hypotheses="As for LN-MWDP.",
        claim=r"""If $\alpha \ge 8/529 = 0.0151229$, MW is $(12T\alpha^2, e^{-T\alpha})$-DP for every $T$; if
            $\alpha < 0.0150329$, it is so for no large $T$.""",
        correction=r"""Above: each pick has range $2\alpha$, so MW is $\rho$-zCDP, $\rho = (T-1)\alpha^2/2$, and
            $\rho + 2\sqrt{\rho T\alpha} \le 12T\alpha^2$ as soon as $\sqrt2\,\alpha^{3/2} \le 11.5\,\alpha^2$.
            Below: the pair's $\delta$ is $e^{-(D + o(1))T}$, $D$ the divergence of a bit with mean $\frac{1 +
            12\alpha}{2}$ from one with mean $\sigma(\alpha)$, and $D < \alpha$ up to the root. From there to
            $8/529$ we do not know.""",
        check=says(
            """Above α = 8/529 = {upper:.7f} zCDP gives the claim at all {settings} settings tried; below
                {lower:.7f}, at α = 0.015, T = 400000, the pair's δ is $e^{{{logs[2]:.1f}}}$ times the claim. It is
                $e^{{{logs[0]:.1f}}}$ times the claim at α = 0.014, T = 10000, and $e^{{{logs[1]:.1f}}}$ times at α
                = 0.0148, T = 100000. Between the two lines (α = 0.0151) this pair does not refute it.""",
            _above, _below),
    ),
    Statement(
        "LN-MWDP-CORRECTED", "correction of the claim before Theorem 3", "What advanced composition gives",
        Verdict.OURS, "deeper/4c-many-days",
        hypotheses=r"As for LN-MWDP; $0 < \alpha \le 0.628$ for the first form, any $\alpha > 0$ for the second.",
        claim=r"MW is $(12T\alpha^2, e^{-2T\alpha^2})$-DP, and even $(12T\alpha^2, e^{-66.125\,T\alpha^2})$-DP.",
        correction=r"""First: DR14's Theorem 3.20 with steps $2\alpha$ and $\ln(1/\delta) = 2T\alpha^2$ gives
            $4T\alpha^2 + 2\alpha T(e^{2\alpha} - 1)$, and $e^{2\alpha} - 1 \le 4\alpha$ for $\alpha \le 0.628$.
            Second: $\rho = (T-1)\alpha^2/2$, and $\rho + 2\sqrt{\rho L} \le 12T\alpha^2$ at $L =
            \frac{11.5^2}{2}T\alpha^2 = 66.125\,T\alpha^2$.""",
        check=says(
            r"""In {settings} settings (T = 2 to 100000, α = 0.003 to 0.628) both routes give at most 12Tα². The
                condition $e^{{2\alpha}} - 1 \le 4\alpha$ ends at α = {largest:.4f}. Optimal composition of steps of
                range 2α has at most {worst:.2f} of $e^{{-66.125T\alpha^2}}$ (4 settings). The constant is right:
                for the pair at T = 1000000, α = 0.005, $-\ln\delta = {rate:.2f}\,T\alpha^2$.""",
            ordered(_both_routes, lambda T, alpha: 12 * T * alpha**2,
                    {"T": (2, 50, 1000, 10**5), "alpha": (0.003, 0.03, 0.3, 0.628)}),
            between(0.628, lambda: optimize.brentq(lambda a: math.expm1(2 * a) - 4 * a, 0.1, 2.0), 0.6283, "largest"),
            ordered(_optimal, lambda T, alpha: private_experts.many_days_delta_sharp(T, alpha), FEW, "worst",
                    count="few"),
            between(66.125, lambda: -brute.swap_log_delta(10**6 - 1, 0.005, 300.0) / 25, 66.8, "rate")),
    ),
    Statement(
        "LN-T3", "Theorem 3", "Private experts, as the notes state it", Verdict.FALSE, "deeper/4c-many-days",
        hypotheses=r"$\varepsilon \le 1$; rewards in $[0,1]$, a fixed matrix; neighbors differ in one row.",
        claim=r"""MW (at $\alpha = \sqrt{\varepsilon/(12T)}$) is $(\varepsilon,
            e^{-\Omega(\sqrt{T\varepsilon})})$-differentially private, with $\mathbb{E}[\sum_t r_t(i_t)] \ge
            \max_i\sum_t r_t(i) - O(\ln K\sqrt{T}/\sqrt\varepsilon)$.""",
        words=r"mechanism MW is $(\varepsilon, e^{-\Omega(\sqrt{T\varepsilon})})$-differentially private",
        correction=r"""At this $\alpha$ the pair of LN-MWDP has $\delta(\varepsilon) \to \Phi(\frac\mu2 -
            \frac\varepsilon\mu) - e^\varepsilon\Phi(-\frac\mu2 - \frac\varepsilon\mu) > 0$ with $\mu =
            \sqrt{\varepsilon/12}$, while the claim vanishes. No other $\alpha$, and no constant in $\Omega$ or $O$,
            saves it: beside one steady expert the regret is at least $0.268\min(T, 1/\alpha)$, so the second clause
            forces $\alpha \ge c\sqrt{\varepsilon/T}$, and then $\delta(\varepsilon)$ stays above a positive
            constant. What holds at $\varepsilon = 12T\alpha^2$ does not vanish with $T$: in the form of the claim
            $\delta = e^{-\varepsilon/6}$ by advanced composition, $e^{-5.51\,\varepsilon}$ by bounded range, and less
            by optimal composition of bounded range.""",
        check=says(
            r"""T = 10000, ε = 1, $\alpha = \sqrt{{\varepsilon/(12T)}}$: the exact δ of one pair is ${one:.3f} \cdot
                10^{{-5}}$ (its limit ${limit:.3f} \cdot 10^{{-5}}$), where $e^{{-T\alpha}}$ is {claimed:tex}. It is
                {half:.4g} at ε = 0.5, {less:.4g} at ε = 0.12. Proven for every pair (ε = 1) is ${proven:.3f} \cdot
                10^{{-5}}$, by optimal composition. Any other α: ε = 1, regret at most $C\ln2\sqrt{{T}}$
                on one steady expert forces δ at T = $10^3, 10^4, 10^5$ to be at least {table[0]:.3f},
                {table[1]:.3f}, {table[2]:.3f} for C = 1 and {three[0]:tex}, {three[1]:tex}, {three[2]:tex}
                for C = 3.""",
            _at_its_rate, _any_rate,
            ordered(lambda T, alpha: expit(-1.0) * min(T, 1 / alpha), _steady_regret,
                    {"T": (1, 7, 100, 5000), "alpha": np.geomspace(1e-4, 30, 60)})),
    ),
    Statement(
        "LN-T3-CORRECTED", "correction of Theorem 3", "Private experts: the regret bound grows as 1/ε", Verdict.OURS,
        "deeper/4c-many-days",
        hypotheses=r"""Any $\varepsilon > 0$, $0 < \delta < 1$, $T \ge 2$, $L = \ln(1/\delta)$; rewards in $[0,1]$,
            a fixed matrix; neighbors differ in one row.""",
        claim=r"""With $\alpha = \varepsilon/\sqrt{2(T-1)(L+\varepsilon)}$ MW is $(\varepsilon, \delta)$-DP, and its
            regret is at most $\frac{\alpha T}{8} + \frac{\ln K}{\varepsilon}\sqrt{2(T-1)(L+\varepsilon)}$; $L =
            \ln(1/\delta)$.""",
        correction=r"""Picks $2..T$ have range $2\alpha$, so MW is $\rho$-zCDP with $\rho = (T-1)\alpha^2/2 =
            \frac{\varepsilon^2}{4(L+\varepsilon)}$, and $\rho + 2\sqrt{\rho L} \le \varepsilon$ because $\sqrt\rho
            \le \sqrt{L+\varepsilon} - \sqrt L$. The regret is Hoeffding's bound, at $\eta = \alpha$.""",
        check=says(
            """In {settings} settings (T to 1000, ε = 0.1 to 8, δ = $10^{{-6}}$ to 0.5) optimal composition, which
                covers every pair, has at most {worst:.2f} δ. The regret on three hard sequences in each (K = 6) is
                at most {regret:.2f} of the bound. T = $10^6$: ε = 0.01 costs {times:.1f} times the regret of ε =
                0.1.""",
            private(_rate, CORRECTED), ordered(_hard_regret, _bound, CORRECTED, "regret"),
            between(9, _dearer, 10.1, "times")),
    ),
)
