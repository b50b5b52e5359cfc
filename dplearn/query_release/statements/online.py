"""Cards for U17, fourth part: queries that arrive one at a time.

p* is the histogram of n records, p^t the public one, which moves at an update; an epoch lasts from one update to the next.
Neighbors differ in one record, n is public; L = ln(1/δ).
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from ... import privacy, query_release
from .. import brute as _release
from ...experts import brute as _rounds
from ...statement import Evidence, Statement, Verdict, require, scientific


def _hard_stream(rows, p_star, above: float, pick):
    """The next query whose error is above a level, the worst or (pick = np.argmin) the best of them; None if none is."""
    def stream(p):
        errors = np.abs(rows @ (p - p_star))
        bad = np.flatnonzero(errors > above)
        return rows[bad[pick(errors[bad])]] if len(bad) else None
    return stream


def _check_updates() -> Evidence:
    worst, settings, growth = {"printed": 0.0, "sharp": 0.0}, 0, []
    for low, form in ((0.0, "printed"), (-1.0, "printed"), (0.0, "sharp")):
        for number, (p_star, rows, _) in enumerate(_release.worlds(30, seed=70, low=low)):
            for alpha, pick in itertools.product((0.3, 0.1), (np.argmax, np.argmin)):
                eta, bound = (alpha / 2, 4) if form == "printed" else (4 * alpha, 1 / 2)
                bound *= math.log(len(p_star)) / alpha**2
                stream = _hard_stream(rows, p_star, alpha, pick)
                _, moved = _release.online(p_star, stream, alpha, eta, lambda kind: 0.0, most=10**4)
                worst[form], settings = max(worst[form], len(moved) / bound), settings + 1
                if number < 3:
                    package, bounds = query_release.OnlineWeights(p_star, alpha=alpha, eta=eta), {
                        "printed": query_release.online_updates_bound, "sharp": query_release.online_updates_bound_sharp}
                    while (query := stream(package.histogram)) is not None:
                        package.answer(query)
                    require(package.updates == len(moved),
                            f"the package must update {len(moved)} times; got {package.updates}")
                    require(abs(bounds[form](len(p_star), alpha) / bound - 1) < 1e-12, f"the bound must be {bound}")
    require(max(worst.values()) < 1, f"updates must be strictly fewer than the bound; ratios {worst}")
    for alpha in (0.2, 0.1, 0.05):  # queries (c, 0) whose errors stay just above α
        rows = np.linspace(0, 1, 2001)[:, None] * np.array([[1.0, 0.0]])
        stream = _hard_stream(rows, np.array([1.0, 0.0]), alpha, np.argmin)
        _, moved = _release.online(np.array([1.0, 0.0]), stream, alpha, alpha / 2, lambda kind: 0.0)
        growth.append(len(moved))
    return Evidence(
        rf"In {settings} settings (worst queries first, or those just above α) the updates are at most {worst['printed']:.2f} of $4\ln|X|/\alpha^2$ with η = α/2, and {worst['sharp']:.2f} of $\ln|X|/(2\alpha^2)$ with η = 4α. "
        f"Two cells, errors kept just above α = 0.2, 0.1, 0.05: {growth[0]}, {growth[1]}, {growth[2]} updates.",
        {"settings": settings, "ratios": worst, "growth": growth},
    )


def _check_epochs() -> Evidence:
    step, reach, cost = 0.1, 20.0, []
    for k in range(5):  # k values far above the threshold said to be below, then one far below it said to be above
        here, there = _release.epoch([reach] * k, -reach), _release.epoch([reach + step] * k, -reach - step)
        cost.append(math.log(here / there) / step)
        package = query_release.hard_pair_epsilon("u17", k, epsilon=step, reach=reach / step) / step
        require(abs(package - cost[k]) < 1e-5,
                f"the package's law of an epoch must give {cost[k]} at k = {k}; got {package}")
    require(cost[0] < 1 and cost[4] > 2.999999 and max(cost) <= 3 + 1e-6, f"from below 1 to 3, not beyond; got {cost}")
    T, delta = 1000, 1e-6
    log = -math.log(delta)
    step = 1 / math.sqrt(T * log)
    odds = math.log(2 * math.exp(step / 2) - 1)  # of "the noisy answer is on the right side of the middle"
    answers = _rounds.swap_delta(T, odds, 1.0)
    require(answers > 5 * delta, f"the numeric answers alone must break (1, {delta}); got {answers}")
    printed = query_release.online_budget(n=10, epsilon=1.0, delta=delta, max_updates=T, calibration="printed")
    require(max(abs(b * step * 10 - 1) for b in (printed.threshold_scale, printed.test_scale, printed.answer_scale)) < 1e-12,
            f"the package's printed noise must be Lap(1/(ε₀ n)); got {printed}")
    small = 1 / math.sqrt(20 * T * (log + 1))
    rho = T * ((3 * small) ** 2 + small**2) / 2
    require(rho + 2 * math.sqrt(rho * log) <= 1, "the smaller ε₀ must be within (1, δ)")
    equal = query_release.online_budget(n=10, epsilon=1.0, delta=delta, max_updates=T, calibration="equal")
    require(equal.guarantee().epsilon <= 1 + 1e-9 and small < equal.epsilon_search / 3 < 1.05 * small,
            f"the package's step must be within (1, δ), a little above {small}; got {equal}")
    return Evidence(
        f"The exact cost of one search in units of ε₀, by an event after k tests that say “below”: {cost[0]:.2f}, {cost[1]:.2f}, {cost[2]:.2f}, {cost[3]:.6f} for k = 0 to 3. With = for ≈ the claim fails: ε = 1, δ = $10^{{-6}}$, T = 1000, one record, two cells: "
        f"the T noisy answers alone, each told only as above or below 1/2, have δ(1) = {scientific(answers)}.",
        {"cost": cost, "answers": answers, "small": small, "equal": equal.epsilon_search / 3, "printed": step},
    )


def _check_sign() -> Evidence:
    leak = {c: _release.epoch([], -c) for c in (1.0, 10.0, 14.0)}
    for c, value in leak.items():
        formula = math.exp(-c) * (1 / 2 + c / 4)
        require(abs(value / formula - 1) < 1e-6, f"Pr[Lap - Lap > {c}] must be {formula}; got {value}")
        require(abs(query_release.sign_leak_delta(c) / formula - 1) < 1e-12, f"the package's leak must be {formula}")
    # n = 3, two cells, q = (1, 0), p^1 uniform: one record or two in the first cell, errors 1/6 and -1/6
    n, step, alpha = 3, 1.0, 0.5
    scale = 1 / (step * n)
    budget = query_release.OnlineBudget(scale, scale, scale, 3 * step, step, 1, 1e-6, 1.0)
    c = step * n * (alpha - 1 / 6)
    shares = 1 / 3, 2 / 3
    laws = {sign: [query_release.online_law([share, 1 - share], [[1.0, 0.0]], budget=budget, alpha=alpha, sign=sign)
                   for share in shares] for sign in ("true", "noisy")}
    fires, falls = _release.epoch([], -c), [float(_release.laplace_cdf((1 / 2 - share) / scale)) for share in shares]
    for law, fall in zip(laws["noisy"], falls):
        wanted = np.array([1 - fires, fires * fall, fires * (1 - fall)])
        require(len(law) == 3 and abs(np.sort(law) - np.sort(wanted)).max() < 1e-7,
                f"the law with the noisy sign must be {wanted}; got {law}")
    true, noisy = _release.delta(*laws["true"], 50.0), privacy.exact_epsilon(*laws["noisy"])
    require(abs(true - fires) < 1e-7, f"with the true sign δ must be {fires} for every ε; got {true}")
    require(noisy <= 4 * step and abs(noisy - abs(math.log(falls[0] / falls[1]))) < 1e-6,
            f"with the noisy sign ε must be finite; got {noisy}")
    return Evidence(
        f"n = 3, two cells, one query, ε₀ = 1, α = 0.5: with the true sign one query tells neighbors apart for certain with probability {fires:.3f}, whatever ε is; with the sign of the noisy answer its exact ε is {noisy:.3f}. "
        f"The leak is {scientific(leak[10.0])} at c = 10 and {scientific(leak[14.0])} at c = 14.",
        {"leak": {str(k): v for k, v in leak.items()}, "example": fires, "noisy": float(noisy)},
    )


def _theorem(log_size: float, k: int, epsilon: float, delta: float, alpha: float, beta: float):
    """T, the largest ε₀ that the proof allows, the claimed simple one, and the least n with all noises within α/4 for each of them."""
    T, log = max(1, math.ceil(2 * log_size / alpha**2)), -math.log(delta)
    step, simple = (math.sqrt(log + epsilon) - math.sqrt(log)) / math.sqrt(5 * T), epsilon / math.sqrt(20 * T * (log + epsilon))
    n, claimed = (math.ceil(4 * math.log((k + 2 * T + 1) / beta) / (alpha * s)) for s in (step, simple))
    return T, step, simple, n, claimed


def _worst_noise(p_star, rows, alpha: float, T: int):
    """Runs with noises of α/4, the worst of either sign: (largest error over 3α/2, most updates over T)."""
    rng, off, most = np.random.default_rng(71), 0.0, 0.0
    kinds = {"eager": lambda kind: {"threshold": -1, "test": 1}.get(kind, rng.choice([-1, 1])),
             "lazy": lambda kind: {"threshold": 1, "test": -1}.get(kind, rng.choice([-1, 1])),
             "any": lambda kind: rng.uniform(-1, 1)}
    for noise, pick in itertools.product(kinds.values(), (np.argmax, np.argmin)):
        hard, left = _hard_stream(rows, p_star, alpha / 2, pick), iter(range(3 * T))

        def stream(p):
            return None if next(left, None) is None else hard(p)

        answers, moved = _release.online(p_star, stream, alpha, 2 * alpha, lambda kind: alpha / 4 * noise(kind), most=T)
        off = max([off, *(abs(a - truth) / (1.5 * alpha) for a, truth in answers)])
        most = max(most, len(moved) / T)
    return off, most


def _check_explicit() -> Evidence:
    off, most, settings = 0.0, 0.0, 0
    for p_star, rows, _ in _release.worlds(12, seed=72):
        for alpha in (0.3, 0.15):
            T = math.ceil(2 * math.log(len(p_star)) / alpha**2)
            found = _worst_noise(p_star, rows, alpha, T)
            off, most, settings = max(off, found[0]), max(most, found[1]), settings + 6
    require(off <= 1 + 1e-12 and most < 1,
            f"noises within α/4: errors within 3α/2 and fewer than T updates; got {off}, {most}")
    grid = itertools.product((8, 2**30), (10, 10**6), (0.1, 3.0), (1e-9, 1e-3), (0.3, 0.02), (0.5, 1e-4))
    for size, k, epsilon, delta, alpha, beta in grid:
        T, step, simple, n, claimed = _theorem(math.log(size), k, epsilon, delta, alpha, beta)
        rho, log = T * ((3 * step) ** 2 + step**2) / 2, -math.log(delta)
        require(abs(rho + 2 * math.sqrt(rho * log) - epsilon) < 1e-9 and simple <= step and n <= claimed, f"T epochs must cost {epsilon}")
        tail = [(k + 2 * T + 1) * math.exp(-step * m * alpha / 4) / beta for m in (n, 0.999 * n)]
        require(tail[0] <= 1 + 1e-9 < tail[1], f"the noises must be within α/4 from n = {n} on; got {tail}")
        package = query_release.online_sample_size(size, k, epsilon, delta, alpha, beta)
        require(abs(package - n) <= 1, f"the package's n must be {n}; got {package}")
    require(query_release.planned_updates(2**30, 0.02) == math.ceil(2 * math.log(2**30) / 0.02**2),
            "the package's T is ⌈2 ln|X|/α²⌉")
    rng, k, alpha = np.random.default_rng(73), 60, 0.3
    T, _, step, _, n = _theorem(math.log(8), k, 1.0, 1e-6, alpha, 0.05)
    data = np.bincount(rng.choice(8, n, p=np.eye(8)[0] * 0.8 + 0.025), minlength=8) / n
    budget = query_release.OnlineBudget(*[1 / (step * n)] * 3, 3 * step, step, T, 1e-6, 1.0)
    stream = rng.integers(0, 2, (k, 8)).astype(float)
    draws = query_release.draw_online(data, stream, budget=budget, alpha=alpha, rng=rng, runs=400)
    worst = float(np.abs(draws.errors).max()) / (1.5 * alpha)
    require(worst <= 1 and draws.updated.sum(axis=1).max() < T and draws.updated.any(),
            f"400 runs must keep within 3α/2; got {worst}")
    example = _theorem(math.log(2**20), 10**4, 1.0, 1e-6, 0.1, 0.05)
    return Evidence(
        f"With all noises within α/4, {settings} hard streams have errors up to {off:.2f} of 3α/2 and up to {most:.2f} T updates. "
        f"In a third of them threshold and tests err against each other for the answer “below”, in a third for “above”, both by α/4, with answers off by α/4 to a random side; in a third all noises are uniform. "
        f"Simulated, 400 runs at the theorem's n (|X| = 8, k = {k}, α = {alpha}) keep within {worst:.2f} of 3α/2. "
        f"For |X| = $2^{{20}}$, k = 10000, ε = 1, δ = $10^{{-6}}$, α = 0.1, β = 0.05: T = {example[0]}, n = {example[4]:,} ({example[3]:,} with the largest ε₀ that the proof allows).",
        {"settings": settings, "errors": off, "updates": most, "simulated": worst, "example": example},
    )


def _operations(size: int) -> int:
    """Counted arithmetic of one query: the public and the true answer, test, and an update with its normalization."""
    number, before = _release.Counted, _release.Counted.operations
    q, weights, data = ([number(0.5 + x % 2) for x in range(size)] for _ in range(3))
    scale = sum(weights[1:], weights[0])
    public, truth = ([a * b for a, b in zip(q, side)] for side in ([w / scale for w in weights], data))
    error = sum(truth[1:], truth[0]) - sum(public[1:], public[0])
    side = -0.1 if error > number(0.01) else 0.1
    [w * (v * side).exp() for v, w in zip(q, weights)]
    return number.operations - before


def _check_master() -> Evidence:
    ratios, forms, beta = [], [], 0.05
    for size, k, epsilon, delta in itertools.product((2**10, 2**40), (10**2, 10**4, 10**9), (0.1, 1.0), (1e-9, 1e-5)):
        log, X = -math.log(delta), math.log(size)
        for factor in (10, 1000):
            n = int(factor * 32 * math.log(3 * k / beta) * math.sqrt(X * (log + epsilon)) / epsilon)
            alpha = query_release.online_alpha(size, k, n, epsilon, delta, beta)
            T, _, _, needed, _ = _theorem(X, k, epsilon, delta, alpha * (1 + 1e-9), beta)
            short = _theorem(X, k, epsilon, delta, alpha * (1 - 1e-6), beta)[3]
            require(needed <= n + 1 and short > n, f"α must be the least for which n is enough: {needed}, {short}; n = {n}")
            rate = math.sqrt(math.log(k) * math.sqrt(X * log) / (epsilon * n))
            require(abs(query_release.pmw_rate(size, k, n, epsilon, delta) / rate - 1) < 1e-9,
                    f"the printed rate must be {rate}")
            square = math.log((k + 2 * T + 1) / beta) * math.sqrt(X * (log + epsilon)) / (epsilon * n)
            forms.append(1.5 * alpha / math.sqrt(18 * math.sqrt(10) * square))
            ratios.append(1.5 * alpha / rate)
    require(max(forms) < 1.02 and max(ratios) < 20,
            f"the error must be the explicit one, a constant times the rate: {forms}, {ratios}")
    operations = {size: _operations(size) / size for size in (10, 100, 1000)}
    require(max(operations.values()) < 12, f"a query must take a constant times |X| operations; got {operations}")
    return Evidence(
        f"k = |Q| from 100 to $10^9$, β = 0.05, {len(ratios)} settings: the error that the explicit theorem guarantees is {min(ratios):.1f} to {max(ratios):.1f} times R. "
        f"A query with its update takes {operations[10]:.1f}, {operations[100]:.1f}, {operations[1000]:.1f} |X| counted operations at |X| = 10, 100, 1000.",
        {"ratios": ratios, "forms": forms, "operations": {str(k): v for k, v in operations.items()}},
    )


STATEMENTS = (
    Statement(
        id="U17-ONL", where="slide “Online MW”, key claim", title="Few updates, however many queries", page="deeper/5a-online-queries",
        hypotheses=r"The online algorithm with exact tests and answers; queries in $[-1,1]^X$, adaptively chosen; $\eta = \alpha/2 \le 1$ (the slide does not say).",
        claim=r"There are only $T = \Theta(\ln|X|/\alpha^2)$ updates, $T \approx 4\ln|X|/\alpha^2$.",
        verdict=Verdict.HOLDS, check=_check_updates,
        correction=r"Strictly fewer than $4\ln|X|/\alpha^2$: $U$ updates with $\langle\ell^t, p^t - p^*\rangle > \alpha$ give $U\alpha < \eta U + \ln|X|/\eta$, the regret bound. By Hoeffding's lemma fewer than $\ln|X|/(2\alpha^2)$, with $\eta = 4\alpha$ and queries of width 1. "
                   r"Where noise may take $\alpha/2$ of the threshold: $16\ln|X|/\alpha^2$ and $2\ln|X|/\alpha^2$.",
    ),
    Statement(
        id="U17-ONL-PRIV", where="slide “Online Private MW”, key claim", title="What an epoch costs", page="deeper/5a-online-queries",
        hypotheses=r"$\mathrm{Lap}(\frac{1}{\varepsilon_0n})$ on the threshold, once an epoch, on each test, and on the answer at an update; at most $T$ updates.",
        claim=r"The algorithm is the composition of $T$ instances of the sparse vector primitive, so that $\varepsilon_0 \approx \varepsilon/\sqrt{T\ln(1/\delta)}$ makes it $(\varepsilon, \delta)$-DP.",
        verdict=Verdict.ASYMPTOTIC, check=_check_epochs,
        correction=r"$\varepsilon_0 = \varepsilon/\sqrt{20T(L+\varepsilon)}$. An epoch costs $4\varepsilon_0$, not $\varepsilon_0$: shift the threshold's noise by $1/n$ ($\varepsilon_0$) and all answers “below” come for free; the test above then pays $2\varepsilon_0$, as threshold and value may move apart; "
                   r"the noisy answer pays $\varepsilon_0$. Pure steps of $3\varepsilon_0$ and $\varepsilon_0$ are together $\frac{9+1}{2}\varepsilon_0^2$-zCDP, $\rho = 5T\varepsilon_0^2$ in all. As an equation the printed $\varepsilon_0$ is false.",
    ),
    Statement(
        id="U17-ONL-SIGN", where="slides “Online MW” and “Online Private MW”, update", title="The sign of the error is private", page="deeper/5a-online-queries",
        hypotheses=r"As in U17-ONL-PRIV; $\ell^t$ takes the sign of the true error $\langle q, p^t - p^*\rangle$, and $p^t$ is published. "
                   r"(Where answers alone are seen, a second query tells: one that is answered lazily, from the moved $p^t$.)",
        claim=r"Define $\ell^t$ to be $q$ or $-q$ depending on the sign of the error; the algorithm is $(\varepsilon, \delta)$-DP by the count of its noises.",
        verdict=Verdict.FALSE, check=_check_sign,
        correction=r"Use the sign of the noisy answer less $\langle q, p^t\rangle$, which is public already. With $n$ odd, neighbors can have errors $\pm h$, $h = \frac{1}{2n}$: tests and threshold have one law, but an update moves $p^t$ in opposite directions. "
                   r"For one query this leaks with $\delta = \Pr[\mathrm{Lap}(1) - \mathrm{Lap}(1) > c] = e^{-c}(\frac12 + \frac c4)$, $c = \varepsilon_0n(\alpha - h)$, whatever $\varepsilon$ is.",
    ),
    Statement(
        id="U17-ONL-EXPLICIT", where="explicit form of the slide “Online Private MW”", title="Online answers with all constants", page="deeper/5a-online-queries",
        hypotheses=r"$k$ adaptive queries of width 1; all noises $\mathrm{Lap}(\frac{1}{\varepsilon_0n})$, $T = \lceil 2\ln|X|/\alpha^2\rceil$, $\varepsilon_0 = \frac{\varepsilon}{\sqrt{20T(L+\varepsilon)}}$, $\eta = 2\alpha$, the noisy sign; $n \ge \frac{4}{\varepsilon_0\alpha}\ln\frac{k+2T+1}{\beta}$.",
        claim=r"It is $(\varepsilon, \delta)$-DP, and with probability at least $1 - \beta$ all $k$ answers err by at most $\frac32\alpha$ and fewer than $T$ updates occur.",
        verdict=Verdict.OURS, check=_check_explicit,
        correction=r"Privacy: U17-ONL-PRIV and U17-ONL-SIGN. There are at most $k + 2T$ noises; with probability $1 - \beta$ none exceeds $\alpha/4$. Then no update means an error of at most $\alpha + \frac\alpha4 + \frac\alpha4$, and an update means one above $\frac\alpha2$ whose sign the noisy answer shows. "
                   r"Each lowers $\mathrm{KL}(p^*\Vert p^t) \le \ln|X|$ by more than $\eta\frac\alpha2 - \frac{\eta^2}{8} = \frac{\alpha^2}{2}$.",
    ),
    Statement(
        id="U17-MASTER", where="slide “Master Theorem for Query Release” (Hardt, Rothblum 2010)", title="The master theorem", page="deeper/5a-online-queries",
        hypotheses=r"$k$ queries from $Q$, one at a time, adaptively chosen.",
        claim=r"They can be answered privately in time $O(|X| + |Q|)$ per query with error at most $\alpha = O(\frac{\ln|Q|\sqrt{\ln|X|\ln(1/\delta)}}{\varepsilon n})^{1/2}$.",
        verdict=Verdict.ASYMPTOTIC, check=_check_master,
        correction=r"With probability at least $1 - \beta$: error at most $(57\frac{\ln((k+2T+1)/\beta)\sqrt{\ln|X|(L+\varepsilon)}}{\varepsilon n})^{1/2}$, $T = 2\ln|X|/\alpha^2$, up to its rounding. It is $\ln k$ that the proof gives: $\ln|Q|$ if $k \le |Q|$, or if answers are kept for when a query returns. "
                   r"A query takes $O(|X|)$; $Q$ itself is not needed.",
    ),
)
