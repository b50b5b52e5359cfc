"""Cards for LN, section 2 from the privacy of MW to Theorem 3.

The claim for many rounds is three cards: what the notes print (`LN-MWDP`), for which α it is right
(`LN-MWDP-LINE`), and what holds for all (`LN-MWDP-CORRECTED`); Theorem 3 is two, as printed and corrected.
The pair in all of them: the first row of losses (1, 0) becomes (0, 1), all other rows are 0.  Picks 2 .. T
are then independent bits with odds e^α against e^-α, so that their δ(ε) is one binomial sum.
"""

import math

import numpy as np
from scipy import optimize, special
from scipy.special import expit

from .... import experts, privacy, private_experts
from ....claim import between, ordered, refuted, says
from ....experts import brute as experts_brute
from ....experts.deeper import brute as deeper_experts_brute
from ....experts.statements.dr14 import regret
from ....statement import Statement, Verdict, require
from ... import deeper
from ...statements._claims import private

ALPHA = 0.5


def _pairs(T=3, n_experts=2):
    """All 0/1 matrices of rewards, each with all that differ from it in one row."""
    for rewards in deeper_experts_brute.all_losses(T, n_experts):
        for other in deeper_experts_brute.all_losses(T, n_experts):
            if (rewards != other).any(axis=1).sum() == 1:
                yield {"rewards": rewards, "other": other}


def _range(rewards, other):
    """Of the privacy losses of each pick."""
    return np.ptp(privacy.privacy_loss(*(experts.reward_probabilities(r, eta=ALPHA) for r in (rewards, other))), axis=1)


def _first_picks():
    first, second = experts.reward_probabilities(np.eye(2), eta=ALPHA)[:, 0]
    require(first == 0.5 and abs(second - expit(ALPHA)) < 1e-12,  # the product up to t would put row 1 into i_1's law
            f"i_1 must be uniform, i_2 see row 1; got {first}, {second}")
    return {"printed": expit(ALPHA), "first": first}


def _all_picks(rewards, other):
    return privacy.exact_epsilon(*(deeper_experts_brute.sequence_law(-r, ALPHA) for r in (rewards, other)))


def _exact(T, alpha, epsilon):
    return private_experts.worst_pair_profile(T, epsilon, eta=alpha)


def _promised(T, alpha):
    return private_experts.many_days_delta(T, alpha)


def _truth(T, alpha):
    return _exact(T, alpha, 12 * T * alpha**2)


def _divergence(alpha):
    """KL of bits with means (1 + 12α)/2 and σ(α): the rate at which the pair's δ(12Tα²) falls in T."""
    p, q = (1 + 12 * alpha) / 2, expit(alpha)
    return special.rel_entr(p, q) + special.rel_entr(1 - p, 1 - q)


def _by_range(T, alpha, log):
    """ε of all picks at δ = e^-log, by bounded range."""
    rho = (T - 1) * privacy.bounded_range_rho(2 * alpha)
    return rho + 2 * math.sqrt(rho * log)


def _claimed_epsilon(T, alpha):
    return 12 * T * alpha**2


def _advanced(T, alpha):
    """ε by Theorem 3.20 at δ = e^(-2Tα²), where that is a float."""
    return privacy.advanced_composition(2 * alpha, T, math.exp(-min(600, 2 * T * alpha**2)))


MANY = {"T": (2, 50, 1000, 10**5), "alpha": (0.003, 0.03, 0.3, 0.628)}


def _steady_regret(T, alpha):
    """One of two experts always earns 1, the other nothing: Σ σ(-αs), s = 0 .. T-1."""
    return experts.regret_at("steady", T, 2, alpha)


def _at_its_rate(T, epsilon):
    return _exact(T, math.sqrt(epsilon / (12 * T)), epsilon)


def _forced(T):
    """δ(1) at the smallest α whose regret on the steady expert is 3 ln 2 sqrt(T)."""
    allowed = 3 * math.log(2) * math.sqrt(T)
    return _exact(T, optimize.brentq(lambda a: _steady_regret(T, a) - allowed, 1e-6, 1.0, xtol=1e-12), 1.0)


CORRECTED = {"T": (2, 30, 1000), "epsilon": (0.1, 1.0, 8.0), "delta": (1e-6, 0.01, 0.5)}
_rate = deeper.corrected_theorem3_rate


def _bound(T, epsilon, delta):
    return experts.regret_bound_sharp(T, 6, _rate(epsilon, delta, T))


def _hard_regret(T, epsilon, delta):
    return experts_brute.hardest(regret, T, 6, _rate(epsilon, delta, T), (0, 1, 4))


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
            r"""α = 0.5, all {pairs} pairs of 0/1 matrices (3 days, 2 experts) that differ in a row: a pick's privacy
                losses lie in an interval of length at most {range:.2f} of 2α. For $r_1 = (1, 0)$ the
                printed product gives $\Pr[i_1 = 1]$ = {printed:.4f}; the algorithm's is {first}.""",
            ordered(_range, 2 * ALPHA, _pairs, "range", count="pairs"), _first_picks),
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
            """T = 3, K = 2, α = 0.5: over {pairs} neighboring pairs of 0/1 matrices the true ε of all picks is at most
                {ratio:.3f} of 2α(T-1). At α = 1/(2T), beside one steady expert (K = 2, T = 1000), MW loses {lost:.3f}
                a round.""",
            ordered(_all_picks, 2 * ALPHA * 2, _pairs, count="pairs"),
            between(0.43, lambda: _steady_regret(1000, 1 / 2000) / 1000, 0.5, "lost")),
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
                {first_ratio:.0f} times more. T = 10000, α = 0.005, ε = 3: claimed {b_claimed:tex}, exact {b:tex}.""",
            refuted(_promised, _truth, {"T": 10**4, "alpha": 0.001}, "first"),
            refuted(_promised, _truth, {"T": 10**4, "alpha": 0.005}, "b")),
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
            r"""At α from 8/529 to 3 and T from 2 to $10^6$ ({settings} settings) zCDP gives at most {ratio:.4f} of
                $12T\alpha^2$ at δ = $e^{{-T\alpha}}$. D is at most {share:.6f} α up to α = 0.0150329.""",
            ordered(lambda T, alpha: _by_range(T, alpha, T * alpha), _claimed_epsilon,
                    {"T": (2, 100, 10**4, 10**6), "alpha": np.geomspace(8 / 529, 3.0, 60)}),
            ordered(_divergence, "alpha", {"alpha": np.linspace(1e-4, 0.0150329, 300)}, "share", slack=0)),
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
                condition $e^{{2\alpha}} - 1 \le 4\alpha$ ends at α = {largest:.4f}.""",
            ordered(_advanced, _claimed_epsilon, MANY),
            ordered(lambda T, alpha: _by_range(T, alpha, 66.125 * T * alpha**2), _claimed_epsilon, MANY, "ranged"),
            between(0.628, lambda: optimize.brentq(lambda a: math.expm1(2 * a) - 4 * a, 0.1, 2.0), 0.6283, "largest")),
    ),
    Statement(
        "LN-T3", "Theorem 3", "Private experts, as the notes state it", Verdict.FALSE, "deeper/4c-many-days",
        hypotheses=r"$\varepsilon \le 1$; rewards in $[0,1]$, a fixed matrix; neighbors differ in one row.",
        claim=r"""MW (at $\alpha = \sqrt{\varepsilon/(12T)}$) is $(\varepsilon,
            e^{-\Omega(\sqrt{T\varepsilon})})$-differentially private, with $\mathbb{E}[\sum_t r_t(i_t)] \ge
            \max_i\sum_t r_t(i) - O(\ln K\sqrt{T}/\sqrt\varepsilon)$.""",
        words=r"mechanism MW is $(\varepsilon, e^{-\Omega(\sqrt{T\varepsilon})})$-differentially private",
        correction=r"""At this $\alpha$ the $\delta(\varepsilon)$ of LN-MWDP's pair tends to that of a Gaussian
            mechanism with $\mu = \sqrt{\varepsilon/12}$, while the claim vanishes. No other $\alpha$, and no constant
            in $\Omega$ or $O$, saves it: beside one steady expert the regret is at least
            $\sigma(-1)\min(T, 1/\alpha)$, as each of the first $1/\alpha$ picks is wrong with probability
            $\sigma(-1) = 0.268$ or more, so the second clause
            forces $\alpha \ge c\sqrt{\varepsilon/T}$, and then $\delta(\varepsilon)$ stays above a positive
            constant. What holds at $\varepsilon = 12T\alpha^2$ does not vanish with $T$: in the form of the claim
            $\delta = e^{-\varepsilon/6}$ by advanced composition, $e^{-5.51\,\varepsilon}$ by bounded range, and less
            by optimal composition of bounded range.""",
        check=says(
            r"""T = 10000, ε = 1, $\alpha = \sqrt{{\varepsilon/(12T)}}$: the exact δ of one pair is {one:tex}, where
                $e^{{-T\alpha}}$ is {one_claimed:tex}. Any other α: ε = 1, regret
                at most $3\ln2\sqrt{{T}}$ on one steady expert forces δ at T = 100000 to be at least {late:tex}.""",
            refuted(lambda T, epsilon: _promised(T, math.sqrt(epsilon / (12 * T))), _at_its_rate,
                    {"T": 10**4, "epsilon": 1.0}, "one", least=100),
            between(1e-4, lambda: _forced(10**5), 3e-4, "late")),
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
                at most {regret:.2f} of the bound.""",
            private(_rate, CORRECTED), ordered(_hard_regret, _bound, CORRECTED, "regret")),
    ),
)
