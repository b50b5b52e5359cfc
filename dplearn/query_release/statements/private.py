"""Cards for U17, third part: private multiplicative weights as a whole, its privacy, its error and its running time.

Notation as in `u17_pmw`; L = ln(1/δ).
"""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy import optimize
from scipy.sparse.linalg import LinearOperator

from ... import mechanisms, privacy, query_release
from .. import brute as _release
from ...experts import brute as _rounds
from ...statement import Evidence, Statement, Verdict, require, scientific
from .release import PAIR, printed_eta


def _chain_delta(T: int, epsilon: float, step: float, eta: float) -> float:
    """δ(ε) of how often the first query is chosen, one record that is in the one cell or in the other."""
    laws = [_release.first_choices(share, T, eta, step / 2) for share in (0.0, 1.0)]
    return _release.delta(*laws, epsilon)


def _check_budget() -> Evidence:
    T, delta = 1000, 1e-6
    log = -math.log(delta)
    step = 1 / math.sqrt(T * log)
    require(abs(query_release.step_epsilon(1.0, delta, T, calibration="printed") / step - 1) < 1e-12, f"ε₀ must be {step}")
    standard = math.sqrt(2 * T * log) * step + T * step * math.expm1(step)
    generic = _rounds.swap_delta(T, step, 1.0)
    require(standard > 1.4 and generic > 10 * delta, f"for steps that are only ε₀-DP it must fail: {standard}, {generic}")
    require(abs(privacy.advanced_composition(step, T, delta) - standard) < 1e-9
            and abs(privacy.pure_composition_delta(step, T, 1.0) / generic - 1) < 1e-6, "the package must say the same")
    limit = 8 * (1 - math.sqrt(0.5))
    rho = (limit * log) ** 2 / (8 * log)
    require(abs(rho + 2 * math.sqrt(rho * log) - limit * log) < 1e-9, "at ε = 8 (1 - 1/√2) L zCDP must give ε itself")
    held = max(_chain_delta(m, e, e / math.sqrt(m * log), eta) / delta
               for m in (10, 300) for e in (1.0, limit * log) for eta in (printed_eta(2, m), 1e-6))
    far = _chain_delta(T, 60.0, 60 / math.sqrt(T * log), printed_eta(2, T))
    package = query_release.count_profile(0, 1, 60.0, epsilon_step=60 / math.sqrt(T * log), T=T, eta=printed_eta(2, T))
    require(held <= 1 and far > 50 * delta and abs(package / far - 1) < 1e-6,
            f"to hold up to the limit, to fail at 60: {held}, {far}, {package}")
    refused = False
    try:
        query_release.step_epsilon(limit * log * 1.001, delta, T, calibration="printed")
    except ValueError:
        refused = True
    require(refused, "the package must refuse the printed ε₀ beyond the limit")
    spread = _noisy_max_range()
    require(spread > 1.1, f"report noisy max with Laplace noise must not be of range ε₀ = 1; got {spread}")
    return Evidence(
        f"ε = 1, δ = $10^{{-6}}$, T = {T}: Theorem 3.20 certifies only ε = {standard:.3f}; {T} steps of randomized response with this ε₀ have δ(1) = {scientific(generic)}. "
        f"The exponential mechanism, exactly, on two cells and one record: at most {held:.3f} δ within the condition; ε = 60 = {60 / log:.2f} L, T = {T}: δ(60) ≥ {scientific(far)}. Noisy max, ε₀ = 1: range {spread:.3f}.",
        {"standard": standard, "generic": generic, "held": held, "far": far, "noisy_max": spread},
    )


def _noisy_max_range() -> float:
    """sup - inf of the privacy loss of report noisy max, Lap(2), scores (0, 1, 1, 1) and (1, 0, 1, 1)."""
    z = np.linspace(-80, 80, 160_001)
    laws = []
    for scores in ((0, 1, 1, 1), (1, 0, 1, 1)):
        below = np.array([_release.laplace_cdf((z - s) / 2) for s in scores])
        law = [(np.exp(-abs(z - s) / 2) / 4 * np.delete(below, i, axis=0).prod(axis=0)).sum() * (z[1] - z[0])
               for i, s in enumerate(scores)]
        package = mechanisms.report_noisy_max_probabilities(np.array(scores, float), score_sensitivity=1.0, epsilon=1.0)
        require(abs(package - law).max() < 1e-6, f"the package's law must be {law}; got {package}")
        laws.append(law)
    return float(np.ptp(np.log(laws[0]) - np.log(laws[1])))


def _check_bounded_range() -> Evidence:
    worst, gain, settings = 0.0, [], 0
    for T, delta, epsilon in itertools.product((1, 10, 300), (1e-9, 1e-3, 0.5), (0.1, 1.0, 30.0)):
        log = -math.log(delta)
        best = math.sqrt(8 / T) * (math.sqrt(log + epsilon) - math.sqrt(log))
        simple = epsilon * math.sqrt(2 / (T * (log + epsilon)))
        rho = T * best**2 / 8
        require(abs(rho + 2 * math.sqrt(rho * log) - epsilon) < 1e-9 and simple <= best,
                f"T steps must cost {epsilon}; simple {simple}, best {best}")
        step = query_release.step_epsilon(epsilon, delta, T)
        require(best * (1 - 1e-9) <= step <= best * (1 + 1e-9), f"the package's ε₀ must be {best}; got {step}")
        require(query_release.certified_epsilon(step, delta, T) <= epsilon * (1 + 1e-9), "it must certify no more than ε")
        exact = max(_chain_delta(T, epsilon, best, eta) for eta in (printed_eta(2, T), 1e-6))
        worst, settings = max(worst, exact / delta), settings + 1
        if epsilon <= log / 8:
            gain.append(best / (epsilon / math.sqrt(T * log)))
    rng, lemma = np.random.default_rng(65), 0.0  # range b implies b²/8-zCDP, on random laws
    for _ in range(1500):
        q, x, a = rng.dirichlet(np.full(4, 0.5)), rng.random(4) * rng.choice([0.3, 2.0, 6.0]), 1 + rng.exponential(3)
        p = q * np.exp(x) / (q @ np.exp(x))
        lemma = max(lemma, math.log((p**a * q ** (1 - a)).sum()) / (a - 1) / (a * np.ptp(x) ** 2 / 8))
    require(worst <= 1 and lemma <= 1 + 1e-9 and min(gain) > 1.3, f"δ, the lemma, the gain: {worst}, {lemma}, {gain}")
    ladder = {c: query_release.step_epsilon(1.0, 1e-6, 1000, calibration=c) for c in query_release.CALIBRATIONS}
    require(ladder["bounded-range"] == max(ladder.values()), f"bounded range must allow the largest step: {ladder}")
    return Evidence(
        f"In {settings} settings (T ≤ 300, ε ≤ 30) the exact δ(ε) on two cells and one record is at most {worst:.2f} δ at this ε₀. Rényi divergences of 1500 random pairs of range b are at most {lemma:.3f} of $\\alpha b^2/8$. "
        f"For ε = 1, δ = $10^{{-6}}$, T = 1000: ε₀ = {ladder['bounded-range']:.5f}, printed {ladder['printed']:.5f}, by Theorem 3.20 {ladder['advanced']:.5f}, basic {ladder['basic']:.3f}.",
        {"settings": settings, "largest_ratio": worst, "lemma": lemma, "gain": gain, "ladder": ladder},
    )


def _check_expected() -> Evidence:
    worst, tails, settings = 0.0, 0.0, 0
    for p_star, rows, T in _release.worlds(60, seed=66):
        rows, T = rows[:4], 1 + T % 5
        size, m = len(p_star), len(rows)
        eta = printed_eta(size, T)
        for scale in (0.5, 20.0):  # ε₀ n
            law, errors = _release.sequences(p_star, rows, T, eta, scale / 2)
            first = 2 * math.sqrt(math.log(size) / T)
            worst, settings = max(worst, law @ errors / (first + 2 * math.log(m) / scale)), settings + 1
            for beta in (0.5, 0.01):
                whp = first + query_release.selection_bound_whp(m, 10, scale / 10, T, beta)
                require(abs(whp - first - 2 * math.log(m * T / beta) / scale) < 1e-12,
                        "the form with high probability must be 2 ln(|Q|T/β)/(ε₀ n)")
                tails = max(tails, law[errors > whp].sum() / beta)
            if settings % 10 == 0:
                step = scale / 10 * (np.ptp(rows, axis=1).max() or 1.0)  # the package's noise goes by the queries' width
                package = query_release.sequence_law(p_star, rows, n=10, epsilon_step=step, T=T, eta=eta)
                again = query_release.sequence_errors(p_star, rows, T=T, eta=eta)
                require(abs(package - law).max() < 1e-12 and abs(again - errors).max() < 1e-12,
                        "the package's law must be the enumerated one")
    single = 0.0  # one choice, all other queries just further off than 2 ln(|Q|/β)/(ε₀ n)
    for m, beta in itertools.product((2, 10, 1000), (0.3, 0.01)):
        gap = math.log(m / beta) * (1 + 1e-9)
        single = max(single, (1 - _release.choice(np.append(0.0, np.full(m - 1, -gap)), 1.0)[0]) / beta)
    require(worst <= 1 and tails <= 1 and 0.9 < single <= 1,
            f"in expectation, and with high probability: {worst}, {tails}, {single}")
    law, errors = _release.sequences(np.array([1.0, 0.0]), PAIR, 12, printed_eta(2, 12), 10 / 2)
    bound = 2 * math.sqrt(math.log(2) / 12) + 2 * math.log(2) / 10
    passed = float(law[errors > bound].sum())
    require(passed > 0 and law @ errors <= bound,
            f"the bound must be passed with positive probability, not on average: {passed}")
    package = query_release.pmw_bound(2, 2, 10, math.sqrt(12 * math.log(1e6)), 1e-6, 12)  # where its ε₀ is 1
    require(abs(package - bound) < 1e-9, f"the package's bound must be {bound}; got {package}")
    return Evidence(
        f"Over all sequences of choices, in {settings} settings (T ≤ 5), the exact expected error is at most {worst:.2f} of the bound. Two cells, n = 10 records in the first, ε₀ = 1, T = 12: expected {law @ errors:.3f}, bound {bound:.3f}, "
        f"and one run in {scientific(1 / passed)} passes it, with an error of up to {errors.max():.2f}. One choice loses more than $2\\ln(|Q|/\\beta)/(\\varepsilon_0n)$ with probability up to {single:.2f} β.",
        {"settings": settings, "largest_ratio": float(worst), "passed": passed, "expected": float(law @ errors),
         "bound": bound, "tails": float(tails), "single": float(single)},
    )


def _check_best() -> Evidence:
    whole, settings = 0.0, 0
    grid = itertools.product((2, 2**20, 2**60), (10, 10**9), (None, 10**3, 10**7), (0.1, 3.0), (1e-9, 1e-3))
    for size, m, n, epsilon, delta in grid:
        log, X, Q = -math.log(delta), math.log(size), math.log(m)
        n = n or math.ceil(16 * Q * math.sqrt(X * log) / epsilon)  # where 4R passes 1
        rate = math.sqrt(Q * math.sqrt(X * log) / (epsilon * n))

        def printed(T):
            return 2 * math.sqrt(X / T) + 2 * Q * math.sqrt(T * log) / (epsilon * n)

        found = optimize.minimize_scalar(
            lambda s: printed(math.exp(s)), bounds=(-30, 60), method="bounded", options={"xatol": 1e-9})
        best = math.sqrt(X) * epsilon * n / (Q * math.sqrt(log))
        require(abs(found.fun / (4 * rate) - 1) < 1e-9 and abs(math.exp(found.x) / best - 1) < 1e-3,
                f"the least value must be 4 R = {4 * rate}: {found}")
        package = query_release.pmw_best_bound(size, m, n, epsilon, delta), query_release.best_rounds(size, m, n, epsilon, delta)
        require(np.allclose(package, (4 * rate, best), rtol=1e-9),
                f"the package must say {4 * rate} at T = {best}; got {package}")
        ceil = math.ceil(best)
        whole = max(whole, min(printed(ceil), 1.0) / rate)  # no error of a width-1 query passes 1
        sharp = query_release.pmw_best_bound_sharp(size, m, n, epsilon, delta)
        ours = 2 * math.sqrt(Q * math.sqrt(X * (log + epsilon)) / (epsilon * n))
        own = _release.lambert((m - 1) / math.e) * math.sqrt(X) / ((math.sqrt(log + epsilon) - math.sqrt(log)) * n)
        require(abs(sharp / math.sqrt(2 * own) - 1) < 1e-9 and sharp <= ours * (1 + 1e-12),
                f"the sharp form must be within {ours}; got {sharp}")
        settings += 1
    require(4 < whole <= 4.004, f"a whole T must cost at most 4.004 R; got {whole}")
    case = (2**20, 10**4, 10**6, 1.0, 1e-6)
    numbers = query_release.best_rounds(*case), query_release.pmw_best_bound(*case), query_release.pmw_best_bound_sharp(*case)
    return Evidence(
        rf"In {settings} settings minimizing the bound over T numerically gives 4R at this T (to 1e-9), and T = ⌈T*⌉ at most {whole:.4f} R, an error above 1 counted as 1. "
        f"For |X| = $2^{{20}}$, |Q| = $10^4$, n = $10^6$, ε = 1, δ = $10^{{-6}}$: T* = {numbers[0]:.0f} and an expected error of at most {numbers[1]:.4f}, {numbers[2]:.4f} with the sharpened steps.",
        {"settings": settings, "whole": whole, "example": numbers},
    )


def _plain(p_star, rows, T: int, eta: float):
    """The algorithm in counted arithmetic, as it is printed; returns p-hat."""
    number = _release.Counted
    weights = [number(1) for _ in p_star]
    p_star, rows = [number(v) for v in p_star], [[number(v) for v in q] for q in rows]
    total = [number(0) for _ in p_star]
    for _ in range(T):
        scale = sum(weights[1:], weights[0])
        p = [w / scale for w in weights]
        total = [s + v for s, v in zip(total, p)]
        gaps = [a - b for a, b in zip(p, p_star)]
        worst, error = None, None
        for q in rows:
            products = [a * b for a, b in zip(q, gaps)]
            value = sum(products[1:], products[0])
            if worst is None or value > error:
                worst, error = q, value
        weights = [w * (q * -eta).exp() for w, q in zip(weights, worst)]
    return [(s / T).value for s in total]


def _check_time() -> Evidence:
    rng, ratios, passes = np.random.default_rng(67), {}, []
    for size, m, T in ((5, 4, 3), (20, 10, 4), (20, 40, 4), (60, 40, 4), (60, 40, 8)):
        p_star, rows = rng.dirichlet(np.ones(size)), rng.random((m, size))
        before = _release.Counted.operations
        average = _plain(p_star, rows, T, printed_eta(size, T))
        ratios[size, m, T] = (_release.Counted.operations - before) / (T * m * size)
        counted = []
        operator = LinearOperator((m, size), dtype=float, matvec=lambda x: counted.append(1) or rows @ x,
                                  rmatvec=lambda y: counted.append(1) or rows.T @ y)
        package = query_release.multiplicative_weights(p_star, query_release.OperatorQueries(operator), T).histogram
        require(abs(package - average).max() < 1e-9, "counted arithmetic must give the package's p-hat")
        passes.append(len(counted) / T)
    require(max(ratios.values()) < 6 and ratios[60, 40, 4] < 2.3, f"a constant times T|Q||X| operations: {ratios}")
    require(max(passes) <= 3, f"the package must pass over the queries at most 3 times a step; got {passes}")
    return Evidence(
        f"Counted one by one, the operations are {ratios[5, 4, 3]:.2f} T|Q||X| at |X| = 5, |Q| = 4, T = 3 and {ratios[60, 40, 8]:.2f} T|Q||X| at |X| = 60, |Q| = 40, T = 8. "
        f"The package, given Q as an operator, passes over it at most {max(passes):.2f} times a step.",
        {"ratios": {str(k): v for k, v in ratios.items()}, "passes": passes},
    )


STATEMENTS = (
    Statement(
        id="U17-PMW-DP", where="slides “Exponential Mechanism” and “Putting the Private in Private MW”", title="How large a step the budget allows", page="deeper/5b-how-tight",
        hypotheses=r"$T$ adaptive choices by the exponential mechanism with $\varepsilon_0$; $\delta > 0$. No condition on $\varepsilon$ is printed.",
        claim=r"With $\varepsilon_0 = \varepsilon/\sqrt{T\ln(1/\delta)}$ the whole algorithm is $(\varepsilon, \delta)$-differentially private.",
        verdict=Verdict.GAP, check=_check_budget,
        correction=r"Advanced composition of $\varepsilon_0$-DP steps does not give it. True for $\varepsilon \le 8(1 - \frac{1}{\sqrt2})L = 2.34L$: the privacy losses of one choice lie in an interval of length $\varepsilon_0$, so it is $\varepsilon_0^2/8$-zCDP, "
                   r"$\rho = \frac{\varepsilon^2}{8L}$ in all, and $\rho + 2\sqrt{\rho L} = \frac{\varepsilon^2}{8L} + \frac{\varepsilon}{\sqrt2} \le \varepsilon$. Far beyond it is false. With “find-noisy-max”, Laplace noise, that interval is longer and this proof fails.",
    ),
    Statement(
        id="U17-PMW-DP-SHARP", where="sharpening of the slide “Putting the Private in Private MW”", title="A larger step, for every ε", page="deeper/5b-how-tight",
        hypotheses=r"$T$ adaptive choices by the exponential mechanism; any $\varepsilon > 0$, $0 < \delta < 1$.",
        claim=r"With $\varepsilon_0 = \sqrt{\frac8T}(\sqrt{L+\varepsilon} - \sqrt L)$ the whole algorithm is $(\varepsilon, \delta)$-DP, and so with the smaller $\varepsilon_0 = \varepsilon\sqrt{\frac{2}{T(L+\varepsilon)}}$.",
        verdict=Verdict.OURS, check=_check_bounded_range,
        correction=r"Cesar and Rogers (2021): if the loss lies in an interval of length $b$, $\psi(\alpha) = \ln\mathbb{E}_Q(P/Q)^\alpha$ has $\psi(0) = \psi(1) = 0$ and $\psi'' \le b^2/4$, so $\mathrm{D}_\alpha \le \alpha b^2/8$. "
                   r"$T$ choices have $\rho = T\varepsilon_0^2/8$, and $\rho + 2\sqrt{\rho L} = \varepsilon$ at $\rho = (\sqrt{L+\varepsilon} - \sqrt L)^2$. For small $\varepsilon/L$ this is $\sqrt2$ times the printed $\varepsilon_0$.",
    ),
    Statement(
        id="U17-PMW2", where="slide “Putting the Private in Private MW”, claim", title="The error of private multiplicative weights", page="deeper/5b-how-tight",
        hypotheses=r"As in U17-PMW1, but $q^t$ chosen by the exponential mechanism with $\varepsilon_0$; queries of width 1.",
        claim=r"$\max_{q\in Q}\langle q, \hat p - p^*\rangle \le 2\sqrt{\frac{\ln|X|}{T}} + \frac{2\ln|Q|}{\varepsilon_0n}$.",
        verdict=Verdict.LIMITED, check=_check_expected,
        correction=r"True in expectation, which the claim does not say: in the chain $\frac1T\sum_t\max_q\langle q, p^t - p^*\rangle \le \frac1T\sum_t\mathbb{E}\langle q^t, p^t - p^*\rangle + \alpha_0$. With probability $1 - \beta$ it holds with $\frac{2\ln(|Q|T/\beta)}{\varepsilon_0n}$ as second term.",
    ),
    Statement(
        id="U17-PMW3", where="slide “Putting the Private in Private MW”, “set T optimally”", title="The error at the best number of steps", page="05-pmw-query-release",
        hypotheses=r"As in U17-PMW2 with $\varepsilon_0 = \varepsilon/\sqrt{T\ln(1/\delta)}$.",
        claim=r"For the best $T$ the error is $\alpha = O(R)$, $R = (\frac{\ln|Q|\sqrt{\ln|X|\ln(1/\delta)}}{\varepsilon n})^{1/2}$.",
        verdict=Verdict.ASYMPTOTIC, check=_check_best,
        correction=r"Expected error at most $4R$ at $T^* = \frac{\sqrt{\ln|X|}\,\varepsilon n}{\ln|Q|\sqrt L}$, and $4.004R$ at $T = \lceil T^*\rceil$: $a/\sqrt T + b\sqrt T$ is least, $2\sqrt{ab}$, at $T = a/b$. Where $4R \ge 1$ there is nothing to prove, else $T^* \ge 16\ln|X| > 11$ and rounding costs little. "
                   r"With the sharpened $\eta$ and $\varepsilon_0$ it is $2(\frac{\ln|Q|\sqrt{\ln|X|(L+\varepsilon)}}{\varepsilon n})^{1/2}$.",
    ),
    Statement(
        id="U17-TIME", where="slide “Putting the Private in Private MW”, running time", title="What a run costs in time", page="05-pmw-query-release",
        hypotheses=r"$Q$ as an arbitrary $|Q|\times|X|$ matrix; an arithmetic operation, a comparison or an $\exp$ costs one.",
        claim=r"The running time is $O(T|Q||X|)$: each step is about linear in the size of $Q$, but can be exponential in that of the data.",
        verdict=Verdict.HOLDS, check=_check_time,
        correction=r"Exponential, as $|X| = 2^d$ for records of $d$ bits. Structured queries can be cheaper: all answers to the marginals of degree $k$ come out of one Walsh-Hadamard transform, about $|X|\log_2|X|$ additions.",
    ),
)
