"""Cards for U17, fourth part: queries that arrive one at a time.

p* is the histogram of n records, p^t the public one, which moves at an update; an epoch lasts from one update to the
next. Neighbors differ in one record, n is public; L = ln(1/δ).
"""

import math
from itertools import product

import numpy as np

from .... import privacy, query_release
from ....claim import equal, same, says
from ....private_experts.deeper.brute import swap_delta
from ....statement import Statement, Verdict, require
from ... import brute, deeper
from .. import brute as deeper_brute, sparse_variants

WORST, LEAST = np.argmax, np.argmin


def _hard_stream(rows, p_star, above, pick):
    """The next query whose error is above a level, the worst or the least of them; None if none is."""
    def stream(p):
        errors = np.abs(rows @ (p - p_star))
        bad = np.flatnonzero(errors > above)
        return rows[bad[pick(errors[bad])]] if len(bad) else None
    return stream


def _few_updates():
    """The algorithm by hand, against the package's bounds."""
    used = {"printed": [], "sharp": []}
    bounds = {"printed": deeper.online_updates_bound, "sharp": deeper.online_updates_bound_sharp}
    for form, rate, low in (("printed", 1 / 2, 0.0), ("printed", 1 / 2, -1.0), ("sharp", 4, 0.0)):
        for (p_star, rows, _), alpha, pick in product(brute.worlds(30, seed=70, low=low), (0.3, 0.1), (WORST, LEAST)):
            stream = _hard_stream(rows, p_star, alpha, pick)
            _, moved = deeper_brute.online(p_star, stream, alpha, rate * alpha, _silence, most=10**4)
            used[form].append(len(moved) / bounds[form](len(p_star), alpha))
    require(max(sum(used.values(), [])) < 1, f"updates must be strictly fewer than the bound; got {used}")
    return {form: max(ratios) for form, ratios in used.items()} | {"settings": sum(map(len, used.values()))}


def _silence(kind):
    return 0.0


def _growth():
    """Two cells, queries (c, 0) whose errors stay just above α."""
    rows, p_star = np.linspace(0, 1, 2001)[:, None] * np.array([[1.0, 0.0]]), np.array([1.0, 0.0])
    runs = (deeper_brute.online(p_star, _hard_stream(rows, p_star, a, LEAST), a, a / 2, _silence)
            for a in (0.2, 0.1, 0.05))
    return {"growth": [len(moved) for _, moved in runs]}


def _one_search(step=0.1, reach=20.0):
    """k values far above the threshold said to be below, then one far below it said to be above."""
    cost = []
    for k in range(5):
        here, there = deeper_brute.epoch([reach] * k, -reach), deeper_brute.epoch([reach + step] * k, -reach - step)
        cost.append(math.log(here / there) / step)
        package = sparse_variants.hard_pair_epsilon("u17", k, epsilon=step, reach=reach / step) / step
        same(package, cost[k], f"the package's cost of an epoch at k = {k}", 1e-5)
    require(cost[0] < 1 and cost[4] > 2.999999 and max(cost) <= 3 + 1e-6, f"from below 1 to 3, not beyond; got {cost}")
    return {"cost": cost}


def _all_epochs(epsilon=1.0, delta=1e-6, T=1000, n=10):
    """What the package's noises cost, from their scales alone, and the simple ε₀ beside it."""
    log, steps = -math.log(delta), []
    for name in ("printed", "equal"):
        budget = query_release.online_budget(n=n, epsilon=epsilon, delta=delta, max_updates=T, calibration=name)
        search, answer = (1 / budget.threshold_scale + 2 / budget.test_scale) / n, 1 / budget.answer_scale / n
        rho = T * (search**2 + answer**2) / 2
        same([search / budget.epsilon_search, search / answer], [1, 3], "a search over ε₀ and over an answer", 5e-10)
        same(budget.guarantee.epsilon, rho + 2 * math.sqrt(rho * log), "ε of ρ = 5Tε₀²", 1e-9)
        steps.append(answer)
    answers = swap_delta(T, math.log(2 * math.exp(steps[0] / 2) - 1), epsilon)
    simple = epsilon / math.sqrt(20 * T * (log + epsilon))
    require(answers > 5 * delta, f"the numeric answers alone must break (1, {delta}); got {answers}")
    require(rho + 2 * math.sqrt(rho * log) <= epsilon + 1e-9 and simple < steps[1] < 1.05 * simple,
            f"just above {simple}; got {steps[1]}")
    return {"answers": answers}


def _one_query(n=3, step=1.0, alpha=0.5):
    """Two cells, q = (1, 0), p^1 uniform: one record or two in the first cell, errors 1/6 and -1/6."""
    scale, shares = 1 / (step * n), (1 / 3, 2 / 3)
    budget = query_release.OnlineBudget(scale, scale, scale, 3 * step, step, 1, 1e-6)
    true, noisy = ([deeper.online_law([share, 1 - share], [[1.0, 0.0]], budget=budget, alpha=alpha, sign=sign)
                    for share in shares] for sign in ("true", "noisy"))
    fires = deeper_brute.epoch([], -step * n * (alpha - 1 / 6))
    falls = deeper_brute.laplace_cdf((1 / 2 - np.array(shares)) / scale)
    leaked, kept = deeper_brute.delta(*true, 50.0), float(privacy.exact_epsilon(*noisy))
    require(abs(leaked - fires) < 1e-7, f"with the true sign δ must be {fires} for every ε; got {leaked}")
    require(kept <= 4 * step and abs(kept - abs(np.diff(np.log(falls))[0])) < 1e-6,
            f"with the noisy sign ε must be finite; got {kept}")
    return {"example": fires, "noisy": kept}


def _worst_noise():
    """Hard streams with noises of α/4, the worst of either sign."""
    errors, updates = [], []
    for (p_star, rows, _), alpha in product(brute.worlds(12, seed=72), (0.3, 0.15)):
        T, rng = query_release.planned_updates(len(p_star), alpha), np.random.default_rng(71)
        eager = lambda kind: {"threshold": -1, "test": 1}.get(kind, rng.choice([-1, 1]))
        lazy = lambda kind: {"threshold": 1, "test": -1}.get(kind, rng.choice([-1, 1]))
        for sign, pick in product((eager, lazy, lambda kind: rng.uniform(-1, 1)), (WORST, LEAST)):
            hard, left = _hard_stream(rows, p_star, alpha / 2, pick), iter(range(3 * T))
            stream = lambda p: None if next(left, None) is None else hard(p)
            answers, moved = deeper_brute.online(p_star, stream, alpha, 2 * alpha, lambda kind: alpha / 4 * sign(kind),
                                                 most=T)
            errors += [abs(answer - true) / (1.5 * alpha) for answer, true in answers]
            updates.append(len(moved) / T)
    require(max(errors) <= 1 + 1e-12 and max(updates) < 1, "errors must be within 3α/2, and updates fewer than T")
    return {"errors": max(errors), "updates": max(updates), "settings": len(updates)}


def _claimed(size, k, epsilon, delta, alpha, beta):
    """T, and n for the simple ε₀ of the card."""
    T = math.ceil(2 * math.log(size) / alpha**2)
    step = epsilon / math.sqrt(20 * T * (epsilon - math.log(delta)))
    return T, math.ceil(4 * math.log((k + 2 * T + 1) / beta) / (alpha * step))


def _enough_records():
    """The package's n is the least at which all noises are within α/4 with probability 1 - β."""
    for point in product((8, 2**30), (10, 10**6), (0.1, 3.0), (1e-9, 1e-3), (0.3, 0.02), (0.5, 1e-4)):
        size, k, epsilon, delta, alpha, beta = point
        (T, claimed), budget = _claimed(*point), dict(epsilon=epsilon, delta=delta)
        n = math.ceil(deeper.online_sample_size(size, k, alpha=alpha, beta=beta, **budget))
        noise = query_release.online_budget(n=n, max_updates=T, calibration="equal", **budget)
        require(query_release.planned_updates(size, alpha) == T and noise.guarantee.epsilon <= epsilon * (1 + 1e-9),
                f"T = {T}; got {noise}")
        tail = [(k + 2 * T + 1) * math.exp(-less * alpha / 4 / noise.test_scale) / beta for less in (1, 0.999)]
        require(tail[0] <= 1 + 1e-9 < tail[1] and n <= claimed,
                f"the noises must be within α/4 from n = {n} on; got {tail}")
    T, n = _claimed(2**20, 10**4, 1.0, 1e-6, 0.1, 0.05)
    return {"T": T, "n": n, "allowed": deeper.online_sample_size(2**20, 10**4, epsilon=1.0, delta=1e-6,
                                                                        alpha=0.1, beta=0.05)}


def _simulated(k=60, alpha=0.3):
    """400 runs of the package at the theorem's n, eight cells, 60 random queries."""
    rng, (T, n) = np.random.default_rng(73), _claimed(8, k, 1.0, 1e-6, alpha, 0.05)
    budget = dict(n=n, epsilon=1.0, delta=1e-6)
    data = np.bincount(rng.choice(8, n, p=np.eye(8)[0] * 0.8 + 0.025), minlength=8) / n
    stream = rng.integers(0, 2, (k, 8)).astype(float)
    runs = [query_release.OnlinePMW(data, alpha=alpha, calibration="equal", rng=rng, **budget) for _ in range(400)]
    worst = max(abs(run.answer(query) - query @ data) / (1.5 * alpha) for run, query in product(runs, stream))
    require(worst <= 1 and 0 < max(run.updates for run in runs) < T, f"400 runs must keep within 3α/2; got {worst}")
    return {"simulated": worst, "k": k, "alpha": alpha}


def _the_rate(beta=0.05):
    ratios, forms, worlds = [], [], product((2**10, 2**40), (10**2, 10**4, 10**9), (0.1, 1.0), (1e-9, 1e-5), (10, 1000))
    for size, k, epsilon, delta, factor in worlds:
        budget = dict(epsilon=epsilon, delta=delta)
        root = math.sqrt(math.log(size) * (epsilon - math.log(delta))) / epsilon
        n = int(factor * 32 * math.log(3 * k / beta) * root)
        alpha = deeper.online_alpha(size, k, n=n, beta=beta, **budget)
        needed, short = (deeper.online_sample_size(size, k, alpha=alpha * near, beta=beta, **budget)
                         for near in (1 + 1e-9, 1 - 1e-6))
        require(needed <= n + 1 and short > n, f"α must be the least for which n is enough: {needed}, {short}; n = {n}")
        union = math.log((k + 2 * query_release.planned_updates(size, alpha) + 1) / beta)
        forms.append(1.5 * alpha / math.sqrt(18 * math.sqrt(10) * union * root / n))
        ratios.append(1.5 * alpha / deeper.pmw_rate(size, k, n=n, **budget))
    require(max(forms) < 1.02 and 8 < min(ratios) and max(ratios) < 14,
            f"the explicit form, a constant times the rate: {forms}, {ratios}")
    return {"least": min(ratios), "most": max(ratios), "settings": len(ratios)}


def _linear_time():
    operations = [_operations(size) for size in (10, 100, 1000)]
    require(max(operations) < 12, f"a query must take a constant times |X| operations; got {operations}")
    return {"operations": operations}


def _operations(size):
    """Counted arithmetic of one query over |X|: the public and the true answer, test, an update, its normalization."""
    before, total = brute.Counted.operations, np.add.reduce
    q = weights = data = brute.counted(0.5 + np.arange(size) % 2)
    error = total(q * data) - total(q * (weights / total(weights)))
    weights * np.exp(q * (-0.1 if error > 0.01 else 0.1))
    return (brute.Counted.operations - before) / size


PAGE = "deeper/5a-online-queries"


STATEMENTS = (
    Statement(
        "U17-ONL", "slide “Online MW”, key claim", "Few updates, however many queries", Verdict.HOLDS, PAGE,
        hypotheses=r"""The online algorithm with exact tests and answers; queries in $[-1,1]^X$, adaptively chosen;
            $\eta = \alpha/2 \le 1$, U17's $\sqrt{\ln|X|/T}$ at this $T$.""",
        claim=r"There are only $T = \Theta(\ln|X|/\alpha^2)$ updates, $T \approx <online_updates_bound>$.",
        correction=r"""Strictly fewer than $4\ln|X|/\alpha^2$: $U$ updates with $\langle\ell^t, p^t - p^*\rangle >
            \alpha$ give $U\alpha < \eta U + \ln|X|/\eta$, the regret bound. By Hoeffding's lemma fewer than
            $\ln|X|/(2\alpha^2)$, with $\eta = 4\alpha$ and queries of width 1. Where noise may take $\alpha/2$ of
            the threshold: $16\ln|X|/\alpha^2$ and $2\ln|X|/\alpha^2$.""",
        formulas=(deeper.online_updates_bound,),
        check=says(
            r"""In {settings} settings (worst queries first, or those just above α) the updates are at most
                {printed:.2f} of $4\ln|X|/\alpha^2$ with η = α/2, and {sharp:.2f} of $\ln|X|/(2\alpha^2)$ with η =
                4α. Two cells, errors kept just above α = 0.2, 0.1, 0.05: {growth[0]}, {growth[1]}, {growth[2]}
                updates.""",
            _few_updates, _growth),
    ),
    Statement(
        "U17-ONL-PRIV", "slide “Online Private MW”, key claim", "What an epoch costs", Verdict.ASYMPTOTIC, PAGE,
        hypotheses=r"""$\mathrm{Lap}(\frac{1}{\varepsilon_0n})$ on the threshold, once an epoch, on each test, and
            on the answer at an update; at most $T$ updates.""",
        claim=r"""The algorithm is the composition of $T$ instances of the sparse vector primitive, so that
            $\varepsilon_0 \approx \varepsilon/\sqrt{T\ln(1/\delta)}$ makes it $(\varepsilon, \delta)$-DP.""",
        correction=r"""$\varepsilon_0 = \varepsilon/\sqrt{20T(L+\varepsilon)}$. An epoch costs $4\varepsilon_0$: shift
            the threshold's noise by $1/n$ ($\varepsilon_0$) and all answers “below” come for free; the test above then
            pays $2\varepsilon_0$, as threshold and value may move apart; the noisy answer pays $\varepsilon_0$. Pure
            steps of $3\varepsilon_0$ and $\varepsilon_0$ are together $\frac{9+1}{2}\varepsilon_0^2$-zCDP, $\rho =
            5T\varepsilon_0^2$ in all. The slide says “about”, and as an equation it would be false.""",
        check=says(
            """The exact cost of one search in units of ε₀, by an event after k tests that say “below”:
                {cost[0]:.2f}, {cost[1]:.2f}, {cost[2]:.2f}, {cost[3]:.6f} for k = 0 to 3. With = for ≈ the claim
                fails: ε = 1, δ = $10^{{-6}}$, T = 1000, one record, two cells: the T noisy answers alone, each told
                only as above or below 1/2, have δ(1) = {answers:tex}.""",
            _one_search, _all_epochs),
    ),
    Statement(
        "U17-ONL-SIGN", "slides “Online MW” and “Online Private MW”, update", "The sign of the error costs nothing",
        Verdict.HOLDS, PAGE,
        hypotheses=r"""As in U17-ONL-PRIV; $p^t$ is published. (Where answers alone are seen, a second query tells
            of it: one that is answered lazily, from the moved $p^t$.)""",
        claim=r"""Define $\ell^t$ to be $q$ or $-q$ depending on the sign of the error: an update costs no more than
            the noises that the slide lists.""",
        words="depending on the sign of the error",
        readings=("the noisy answer's", "the true error's", Verdict.FALSE),
        correction=r"""The noisy answer less $\langle q, p^t\rangle$ is public already. The sign of the true error
            $\langle q, p^t - p^*\rangle$ is not: with $n$ odd, neighbors can have errors $\pm h$, $h = \frac{1}{2n}$.
            Tests and threshold then have one law, but an update moves $p^t$ in opposite directions. For one query this
            leaks with $\delta = \Pr[\mathrm{Lap}(1) - \mathrm{Lap}(1) > c] = <sign_leak_delta>$, $c =
            \varepsilon_0n(\alpha - h)$, whatever $\varepsilon$ is.""",
        formulas=(deeper.sign_leak_delta,),
        check=says(
            """n = 3, two cells, one query, ε₀ = 1, α = 0.5: with the sign of the noisy answer its exact ε is
                {noisy:.3f}, of 4ε₀ allowed; with the true sign it tells neighbors apart for certain with probability
                {example:.3f}, whatever ε is. The leak is {ten:tex} at c = 10 and {fourteen:tex} at c = 14.""",
            lambda: {"ten": deeper.sign_leak_delta(10.0), "fourteen": deeper.sign_leak_delta(14.0)},
            equal(lambda c: deeper_brute.epoch([], -c) / deeper.sign_leak_delta(c), 1, {"c": (1.0, 10.0, 14.0)},
                  within=1e-6), _one_query),
    ),
    Statement(
        "U17-ONL-EXPLICIT", "explicit form of the slide “Online Private MW”", "Online answers with all constants",
        Verdict.OURS, PAGE,
        hypotheses=r"""$k$ adaptive queries of width 1; all noises $\mathrm{Lap}(\frac{1}{\varepsilon_0n})$, $T =
            \lceil 2\ln|X|/\alpha^2\rceil$, $\varepsilon_0 = \frac{\varepsilon}{\sqrt{20T(L+\varepsilon)}}$, $\eta =
            2\alpha$, the noisy sign; $n \ge \frac{4}{\varepsilon_0\alpha}\ln\frac{k+2T+1}{\beta}$.""",
        claim=r"""It is $(\varepsilon, \delta)$-DP, and with probability at least $1 - \beta$ all $k$ answers err by
            at most $\frac32\alpha$ and fewer than $T$ updates occur.""",
        correction=r"""Privacy: U17-ONL-PRIV and U17-ONL-SIGN. There are at most $k + 2T$ noises; with probability
            $1 - \beta$ none exceeds $\alpha/4$. Then no update means an error of at most $\alpha + \frac\alpha4 +
            \frac\alpha4$, and an update means one above $\frac\alpha2$ whose sign the noisy answer shows. Each
            lowers $\mathrm{KL}(p^*\Vert p^t) \le \ln|X|$ by more than $\eta\frac\alpha2 - \frac{\eta^2}{8} =
            \frac{\alpha^2}{2}$.""",
        check=says(
            """With all noises within α/4, {settings} hard streams have errors up to {errors:.2f} of 3α/2 and up to
                {updates:.2f} T updates. In a third of them threshold and tests err against each other for the
                answer “below”, in a third for “above”, both by α/4, with answers off by α/4 to a random side; in a
                third all noises are uniform. Simulated, 400 runs at the theorem's n (|X| = 8, k = {k}, α = {alpha})
                keep within {simulated:.2f} of 3α/2. For |X| = $2^{{20}}$, k = 10000, ε = 1, δ = $10^{{-6}}$, α =
                0.1, β = 0.05: T = {T}, n = {n:,} ({allowed:,} with the largest ε₀ that the proof allows).""",
            _worst_noise, _enough_records, _simulated),
    ),
    Statement(
        "U17-MASTER", "slide “Master Theorem for Query Release” (Hardt, Rothblum 2010)", "The master theorem",
        Verdict.ASYMPTOTIC, PAGE,
        hypotheses="$k$ queries from $Q$, one at a time, adaptively chosen.",
        claim=r"""They can be answered privately in time $O(|X| + |Q|)$ per query with error at most $\alpha =
            O(\frac{\ln|Q|\sqrt{\ln|X|\ln(1/\delta)}}{\varepsilon n})^{1/2}$.""",
        correction=r"""With probability at least $1 - \beta$: error at most
            $(57\frac{\ln((k+2T+1)/\beta)\sqrt{\ln|X|(L+\varepsilon)}}{\varepsilon n})^{1/2}$, $T =
            2\ln|X|/\alpha^2$, up to its rounding. It is $\ln k$ that the proof gives: $\ln|Q|$ if $k \le |Q|$, or
            if answers are kept for when a query returns. A query takes $O(|X|)$; $Q$ itself is not needed.""",
        check=says(
            """k = |Q| from 100 to $10^9$, β = 0.05, {settings} settings: the error that the explicit theorem
                guarantees is {least:.1f} to {most:.1f} times R. A query with its update takes {operations[0]:.1f},
                {operations[1]:.1f}, {operations[2]:.1f} |X| counted operations at |X| = 10, 100, 1000.""",
            _the_rate, _linear_time),
    ),
)
