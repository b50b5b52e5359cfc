"""What the companions of lecture 5 add to `dplearn.query_release.statements.private`."""

import itertools
import math

import numpy as np

from .... import mechanisms, privacy, query_release as qr
from ....brute import binomial
from ....claim import same, says
from ....statement import Statement, Verdict, require
from ... import brute, deeper
from ...statements.release import DEEPER, PAIR, printed_bound, printed_eta
from .. import brute as deeper_brute

LIMIT = 8 * (1 - math.sqrt(0.5))


def _chain_delta(T, epsilon, step, eta):
    """δ(ε) of how often the first query is chosen, one record that is in the one cell or in the other."""
    return deeper_brute.delta(*(deeper_brute.first_choices(share, T, eta, step / 2) for share in (0.0, 1.0)), epsilon)


def _worst_chain(T, epsilon, step):
    """The larger δ(ε) at U17's rate and at one that hardly moves."""
    return max(_chain_delta(T, epsilon, step, eta) for eta in (printed_eta(2, T), 1e-6))


def _printed_step(epsilon, delta, T):
    return epsilon / math.sqrt(-T * math.log(delta))


def _zcdp(rho, log):
    return rho + 2 * math.sqrt(rho * log)


def _budget():
    T, delta = 1000, 1e-6
    log, step = -math.log(delta), _printed_step(1.0, delta, T)
    same(qr.step_epsilon(1.0, delta, T, calibration="printed"), step, "ε₀")
    standard = math.sqrt(2 * T * log) * step + T * step * math.expm1(step)
    coins = binomial(T, 1 / (1 + math.exp(-step)))
    generic = deeper_brute.delta(coins, coins[::-1], 1.0)
    require(standard > 1.4 and generic > 10 * delta,
            f"for steps that are only ε₀-DP it must fail: {standard}, {generic}")
    same(privacy.advanced_composition(step, T, delta), standard, "theorem", 1e-9)
    same(privacy.pure_composition_delta(step, T, 1.0) / generic, 1, "optimum", 1e-6)
    same(_zcdp(LIMIT**2 * log / 8, log), LIMIT * log, "zCDP at ε = 8 (1 - 1/√2) L", 1e-9)
    held = max(_worst_chain(m, e, _printed_step(e, delta, m)) / delta for m in (10, 300) for e in (1.0, LIMIT * log))
    far = _chain_delta(T, 60.0, _printed_step(60.0, delta, T), printed_eta(2, T))
    require(held <= 1 and far > 50 * delta, f"to hold up to the limit, to fail at 60: {held}, {far}")
    try:
        refused = not qr.step_epsilon(LIMIT * log * 1.001, delta, T, calibration="printed")
    except ValueError:
        refused = True
    require(refused, "the package must refuse the printed ε₀ beyond the limit")
    return {"T": T, "standard": standard, "generic": generic, "held": held, "in_L": 60 / log, "far": far}


def _noisy_max():
    """sup - inf of the privacy loss of report noisy max, Lap(2), scores (0, 1, 1, 1) and (1, 0, 1, 1)."""
    z, logs = np.linspace(-80, 80, 160_001), []
    for scores in (np.array([0.0, 1, 1, 1]), np.array([1.0, 0, 1, 1])):
        away = (z - scores[:, None]) / 2
        below = deeper_brute.laplace_cdf(away)
        density = [np.delete(below, i, axis=0).prod(axis=0) for i in range(4)] * np.exp(-abs(away)) / 4
        law = density.sum(axis=1) * (z[1] - z[0])
        same(mechanisms.report_noisy_max_probabilities(scores, score_sensitivity=1.0, epsilon=1.0), law, "law", 1e-6)
        logs.append(np.log(law))
    spread = np.ptp(logs[0] - logs[1])
    require(spread > 1.1, f"report noisy max with Laplace noise must not be of range ε₀ = 1; got {spread}")
    return {"noisy_max": spread}


def _bounded_range():
    ratios, gain = [], []
    for T, delta, epsilon in itertools.product((1, 10, 300), (1e-9, 1e-3, 0.5), (0.1, 1.0, 30.0)):
        log = -math.log(delta)
        best = math.sqrt(8 / T) * (math.sqrt(log + epsilon) - math.sqrt(log))
        same(_zcdp(T * best**2 / 8, log), epsilon, "cost of T steps", 1e-9)
        require(epsilon * math.sqrt(2 / (T * (log + epsilon))) <= best, "the simple form must be the smaller")
        step = qr.step_epsilon(epsilon, delta, T)
        same(step / best, 1, "ε₀", 1e-9)
        require(qr.certified_epsilon(step, delta, T) <= epsilon * (1 + 1e-9), "it must certify no more than ε")
        ratios.append(_worst_chain(T, epsilon, best) / delta)
        if epsilon <= log / 8:
            gain.append(best / _printed_step(epsilon, delta, T))
    require(max(ratios) <= 1 and min(gain) > 1.3, f"δ, the gain: {max(ratios)}, {gain}")
    ladder = {c.replace("-", "_"): qr.step_epsilon(1.0, 1e-6, 1000, calibration=c) for c in qr.CALIBRATIONS}
    require(ladder["bounded_range"] == max(ladder.values()), f"bounded range must allow the largest step: {ladder}")
    return {"settings": len(ratios), "worst": max(ratios), **ladder}


def _lemma():
    """Range b implies b²/8-zCDP, on random laws."""
    rng, most = np.random.default_rng(65), 0.0
    for _ in range(1500):
        q, x, a = rng.dirichlet(np.full(4, 0.5)), rng.random(4) * rng.choice([0.3, 2.0, 6.0]), 1 + rng.exponential(3)
        p = q * np.exp(x) / (q @ np.exp(x))
        most = max(most, math.log((p**a * q ** (1 - a)).sum()) / (a - 1) / (a * np.ptp(x) ** 2 / 8))
    require(most <= 1 + 1e-9, f"the Rényi divergence must be at most α b²/8; ratio {most}")
    return {"lemma": most}


def _expected():
    ratios, tails = [], []
    for p_star, rows, T in brute.worlds(60, seed=66):
        rows, T = rows[:4], 1 + T % 5
        m, eta, first = len(rows), printed_eta(len(p_star), T), printed_bound(len(p_star), T)
        for scale in (0.5, 20.0):  # ε₀ n
            law, errors = deeper_brute.sequences(p_star, rows, T, eta, scale / 2)
            ratios.append(law @ errors / (first + 2 * math.log(m) / scale))
            for beta in (0.5, 0.01):
                second = 2 * math.log(m * T / beta) / scale
                same(deeper.selection_bound_whp(m, 10, scale / 10, T, beta), second, "form with high probability")
                tails.append(law[errors > first + second].sum() / beta)
            if len(ratios) % 10 == 0:
                # the package's noise goes by the queries' width
                step = scale / 10 * (np.ptp(rows, axis=1).max() or 1.0)
                same(qr.sequence_law(p_star, rows, n=10, epsilon_step=step, T=T, eta=eta), law, "law")
                same(deeper.sequence_errors(p_star, rows, T=T, eta=eta), errors, "errors")
    single = 0.0  # one choice, all other queries just further off than 2 ln(|Q|/β)/(ε₀ n)
    for m, beta in itertools.product((2, 10, 1000), (0.3, 0.01)):
        gap = math.log(m / beta) * (1 + 1e-9)
        single = max(single, (1 - brute.choice(np.append(0.0, np.full(m - 1, -gap)), 1.0)[0]) / beta)
    require(max(ratios) <= 1 and max(tails) <= 1 and 0.9 < single <= 1, f"{max(ratios)}, {max(tails)}, {single}")
    return {"settings": len(ratios), "worst": max(ratios), "single": single}


def _not_surely():
    law, errors = deeper_brute.sequences(np.array([1.0, 0.0]), PAIR, 12, printed_eta(2, 12), 10 / 2)
    bound = printed_bound(2, 12) + 2 * math.log(2) / 10
    passed, expected = float(law[errors > bound].sum()), law @ errors
    require(passed > 0 and expected <= bound,
            f"the bound must be passed with positive probability, not on average: {passed}")
    same(qr.pmw_bound(2, 2, 10, math.sqrt(12 * math.log(1e6)), 1e-6, 12), bound, "bound", 1e-9)  # where its ε₀ is 1
    return {"expected": expected, "bound": bound, "once": 1 / passed,
            "largest": errors.max()}


STATEMENTS = (
    Statement(
        "U17-PMW-DP", "slides “Exponential Mechanism” and “Putting the Private in Private MW”",
        "How large a step the budget allows", Verdict.LIMITED, DEEPER,
        hypotheses=r"""$T$ adaptive choices by the exponential mechanism with $\varepsilon_0$; $\delta > 0$. No
            condition on $\varepsilon$ is printed, and no proof.""",
        claim=r"""With $\varepsilon_0 = \varepsilon/\sqrt{T\ln(1/\delta)}$ the whole algorithm is $(\varepsilon,
            \delta)$-differentially private.""",
        words=r"To achieve $(\varepsilon,\delta)$-dp, set $\varepsilon_0 = \varepsilon/\sqrt{T\ln(1/\delta)}$",
        correction=r"""True for $\varepsilon \le 8(1 - \frac{1}{\sqrt2})L = 2.34L$: the privacy losses of one choice lie
            in an interval of length $\varepsilon_0$, so it is $\varepsilon_0^2/8$-zCDP, $\rho =
            \frac{\varepsilon^2}{8L}$ in all, and $\rho + 2\sqrt{\rho L} = \frac{\varepsilon^2}{8L} +
            \frac{\varepsilon}{\sqrt2} \le \varepsilon$. Far beyond it is false. (The first slide
            has “≈”, the second “=”; a constant would only move the limit.) That the steps are
            $\varepsilon_0$-DP is not enough, so with “find-noisy-max”, Laplace noise, this proof fails: its interval is
            longer.""",
        formulas=(qr.printed_step_epsilon,),
        check=says(
            """The exponential mechanism, exactly, on two cells and one record, δ = $10^{{-6}}$: at most {held:.3f} δ
                within the condition, and δ(60) ≥ {far:tex} for ε = 60 = {in_L:.2f} L, T = {T}. Of steps that are only
                ε₀-DP, at ε = 1 and T = {T}, Theorem 3.20 (DR14) certifies ε = {standard:.3f}, and randomized
                response has δ(1) = {generic:tex}. Noisy max, ε₀ = 1: range {noisy_max:.3f}.""",
            _budget, _noisy_max),
    ),
    Statement(
        "U17-PMW-DP-SHARP", "sharpening of the slide “Putting the Private in Private MW”", "A larger step, for every ε",
        Verdict.OURS, DEEPER,
        hypotheses=r"$T$ adaptive choices by the exponential mechanism; any $\varepsilon > 0$, $0 < \delta < 1$.",
        claim=r"""With $\varepsilon_0 = \sqrt{\frac8T}(\sqrt{L+\varepsilon} - \sqrt L)$ the whole algorithm is
            $(\varepsilon, \delta)$-DP, and so with the smaller $\varepsilon_0 =
            \varepsilon\sqrt{\frac{2}{T(L+\varepsilon)}}$.""",
        correction=r"""Cesar and Rogers (2021): if the loss lies in an interval of length $b$, $\psi(\alpha) =
            \ln\mathbb{E}_Q(P/Q)^\alpha$ has $\psi(0) = \psi(1) = 0$ and $\psi'' \le b^2/4$, so $\mathrm{D}_\alpha
            \le \alpha b^2/8$. $T$ choices have $\rho = T\varepsilon_0^2/8$, and $\rho + 2\sqrt{\rho L} =
            \varepsilon$ at $\rho = (\sqrt{L+\varepsilon} - \sqrt L)^2$. For small $\varepsilon/L$ this is $\sqrt2$
            times the printed $\varepsilon_0$.""",
        formulas=(qr.step_epsilon, qr.certified_epsilon),
        check=says(
            r"""In {settings} settings (T ≤ 300, ε ≤ 30) the exact δ(ε) on two cells and one record is at most
                {worst:.2f} δ at this ε₀. Rényi divergences of 1500 random pairs of range b are at most {lemma:.3f}
                of $\alpha b^2/8$. For ε = 1, δ = $10^{{-6}}$, T = 1000: ε₀ = {bounded_range:.5f}, printed
                {printed:.5f}, by Theorem 3.20 {advanced:.5f}, basic {basic:.3f}.""",
            _bounded_range, _lemma),
    ),
    Statement(
        "U17-PMW2", "slide “Putting the Private in Private MW”, claim", "The error of private multiplicative weights",
        Verdict.TYPO, DEEPER,
        hypotheses=r"""As in U17-PMW1, but $q^t$ chosen by the exponential mechanism with $\varepsilon_0$; queries
            of width 1.""",
        claim=r"""$\max_{q\in Q}\langle q, \hat p - p^*\rangle \le 2\sqrt{\frac{\ln|X|}{T}} +
            \frac{2\ln|Q|}{\varepsilon_0n}$.""",
        words=r"For every $q \in Q$, $\hat p$ has error at most",
        correction=r"""Expected error: the slide before bounds $\mathbb{E}\langle q^t, p^t - p^*\rangle$ and calls what
            is lost there $\alpha_0$. With it, and “≤” for “=”, the chain reads $\frac1T\sum_t\max_q\langle
            q, p^t - p^*\rangle \le \frac1T\sum_t\mathbb{E}\langle q^t, p^t - p^*\rangle + \alpha_0$. With
            probability $1 - \beta$ it holds with $\frac{2\ln(|Q|T/\beta)}{\varepsilon_0n}$ as second term.""",
        formulas=(qr.pmw_bound, deeper.selection_bound_whp),
        check=says(
            r"""Over all sequences of choices, in {settings} settings (T ≤ 5), the exact expected error is at most
                {worst:.2f} of the bound. Two cells, n = 10 records in the first, ε₀ = 1, T = 12: expected
                {expected:.3f}, bound {bound:.3f}, and one run in {once:tex} passes it, with an error of up to
                {largest:.2f}. One choice loses more than $2\ln(|Q|/\beta)/(\varepsilon_0n)$ with probability
                up to {single:.2f} β in six cases.""",
            _expected, _not_surely),
    ),
)
