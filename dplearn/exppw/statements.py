"""Cards for DF18, fourth part: the exponential projected walk on the line.

T is the walk's clamp, sigma(z) = 1/(1 + e^-z); relation: one example is replaced.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from .. import exppw, privacy
from ..prediction import brute
from ..statement import Evidence, Statement, Verdict, require


def _drawn(n: int, points: int, seed: int):
    """A reproducible sample with ties."""
    rng = np.random.default_rng(seed)
    return rng.integers(1, points + 1, n).astype(float), rng.integers(0, 2, n)


def _check_figure() -> Evidence:
    literal, mended = (brute.ends(3, 3, 3, rule) for rule in (brute.figure_end, brute.end))
    moved = [max(int(np.ptp(v, axis=axis).max()) for axis in range(3)) for v in (literal, mended)]
    loss, right = (brute.replaced_loss(v, 0.5) for v in (literal, mended))
    package = exppw.figure_one_epsilon(3, 1.0)
    require(moved == [3, 2] and loss > 1 > right, f"to the letter the end moves by 3, else by 2; got {moved}, {loss}, {right}")
    require(abs(package - loss) < 1e-12, f"the exact ε to the letter is {loss}; got {package}")
    for seed in range(20):
        x, y = _drawn(6, 3, seed)
        for rule, law in ((brute.figure_end, exppw.figure_one_probability), (brute.end, exppw.predict_probability)):
            plain = [brute.sigma(0.7 * rule(x, y, q, 2) / 2) for q in (0.0, 1.0, 2.0, 3.0)]
            given = law(x, y, np.array([0.0, 1.0, 2.0, 3.0]), clamp=2, epsilon=0.7)
            require(abs(given - plain).max() < 1e-12, f"the walk answers {plain}; got {given}")
    intro = exppw.intro_epsilon(3, 1.0)
    twice = brute.replaced_loss(mended, 1.0)                  # Section 2.2's factor e^ε: σ(εv)
    require(abs(intro - twice) < 1e-12 and twice > 1, f"with a factor e^ε a step the exact ε is {twice}; got {intro}")
    limit = exppw.figure_one_epsilon(400, 1.0)
    require(1.499 < limit <= 1.5, f"the limit is 1.5ε; got {limit}")
    return Evidence(
        f"To the letter an answer that claims ε = 1 costs {loss:.5f} (all data sets of 3 examples on 3 points, T = 3); with the right guard {right:.5f}. "
        f"The walk's end moves by {moved[0]}, with the right guard by {moved[1]}. At T = 400 it costs {limit:.2f}. "
        rf"The factor $e^\varepsilon$ of Section 2.2 costs {twice:.4f}. The laws of the package agree with plain loops on 20 samples with ties.",
        {"literal": loss, "mended": right, "limit": limit, "intro": twice},
    )


def _check_walk_private() -> Evidence:
    rows, removed, settings = {}, 0, 0
    for (n, points), T in itertools.product(((1, 3), (2, 3), (3, 3), (4, 2)), (1, 2, 3)):
        v, less = brute.ends(n, points, T), brute.ends(n - 1, points, T) if n > 1 else np.zeros(points, int)
        removed = max(removed, max(int(abs(v - np.expand_dims(less, axis)).max()) for axis in range(n)))
        for epsilon in (0.3, 1.0, 4.0):
            loss = brute.replaced_loss(v, epsilon / 2)
            package = exppw.walk_epsilon(T, epsilon, n=n)
            require(abs(loss - package) < 1e-9 and loss < epsilon, f"the exact ε at n = {n}, T = {T} is {loss}; got {package}")
            away = max(float(max(abs(np.logaddexp(0, s * epsilon * v / 2) - np.logaddexp(0, s * epsilon * np.expand_dims(less, axis) / 2)).max()
                                 for s in (1, -1))) for axis in range(n))
            package = exppw.walk_epsilon(T, epsilon, relation=privacy.Relation.ADD_REMOVE, n=n)
            require(abs(away - package) < 1e-9 and away < epsilon / 2, f"removed: {away}; got {package}")
            rows[n, T, epsilon], settings = loss, settings + 1
    require(removed == 1, f"a removed example must move the end by at most 1; got {removed}")
    walks = exppw.projected_walk(np.array(list(itertools.product((0, 1), repeat=8))), 3)
    require((walks == [brute.walk(row, 3) for row in itertools.product((0, 1), repeat=8)]).all(), "the package must walk step by step")
    sizes = np.arange(11)                                     # ones among ten tied examples: an order that one example turns round
    last = np.array([brute.walk([0] * (10 - s) + [1] * s if s >= 5 else [1] * s + [0] * (10 - s), 3)[-1] for s in sizes])
    tied = float(max(abs(np.diff(np.logaddexp(0, s * last / 2))).max() for s in (1, -1)))
    given = [exppw.tie_rule_probability(np.ones(10), sizes[:10] < s, 1.0, clamp=3, epsilon=1.0, rule="majority-last") for s in sizes]
    require(abs(given - brute.sigma(last / 2)).max() < 1e-12 and tied > 1, f"the commoner label last must cost more than ε = 1; got {tied}")
    formula = math.log((1 + math.exp(1.5)) / (1 + math.exp(0.5)))
    require(abs(rows[3, 3, 1.0] - formula) < 1e-12, f"ln((1+e^(εT/2))/(1+e^(ε(T-2)/2))) = {formula}; got {rows[3, 3, 1.0]}")
    return Evidence(
        f"In all data sets of 3 examples on three points a removed one moves the walk's end by at most {removed}; at T = 3 an answer that claims ε = 1 costs {rows[3, 3, 1.0]:.5f}. "
        f"The same with 1 and 2 examples on three points and 4 on two, T = 1, 2, 3, ε = 0.3, 1, 4: the cost is the formula's in all {settings} settings. "
        f"An order that one example turns round costs more: ten examples at one point, the commoner label last, T = 3: {tied:.4f}.",
        {"removed": removed, "three": rows[3, 3, 1.0], "one": rows[3, 1, 1.0], "tied": tied, "settings": settings},
    )


def _tie_error(ones: int, zeros: int, T: int, epsilon: float) -> float:
    """Err_S where all sit at one point, the ones first: every answer comes from the walk's last place."""
    v = brute.walk([1] * ones + [0] * zeros, T)[-1]
    return float(ones * brute.sigma(-epsilon * v / 2) + zeros * brute.sigma(epsilon * v / 2)) / (ones + zeros)


def _check_sample() -> Evidence:
    n, worst, left, settings = 9, 0.0, [math.inf] * 4, 0
    labels = np.array(list(itertools.product((0, 1), repeat=n)))
    best = {k: (labels[:, None, :] != brute.functions(n, k)).sum(axis=2).min(axis=1) for k in range(4)}
    for row in labels[::40]:
        found = exppw.best_intervals(np.arange(n), row, 3)[0] * n
        require(abs(found - [best[k][int("".join(map(str, row)), 2)] for k in range(4)]).max() < 1e-9, f"the best functions err otherwise; got {found}")
    for T, epsilon in itertools.product((1, 2, 4), (0.5, 2.0, 6.0)):
        walks = np.array([brute.walk(row, T) for row in labels])
        errs = np.abs(labels - brute.sigma(epsilon * walks[:, 1:] / 2)).sum(axis=1)
        stays = (np.diff(walks, axis=1) == 0).sum(axis=1)
        package = exppw.empirical_error(np.arange(n), labels[77], clamp=T, epsilon=epsilon)
        require(abs(package - errs[77] / n) < 1e-12, f"the walk errs on {errs[77]}; got {package * n}")
        for k in range(4):
            bound = exppw.empirical_error_bound(best[k] / n, k, T, n, epsilon)
            sharp = exppw.empirical_error_bound_sharp(best[k] / n, k, T, n, epsilon, stays=stays)
            plain = best[k] / n + (k + 2) * T / n + math.exp(-epsilon * T / 2)
            half = sum(brute.sigma(-epsilon * j / 2) for j in range(1, T + 1))
            own = (best[k] + k * T + half + stays * brute.sigma(-epsilon * T / 2)) / n
            require(abs(bound - plain).max() < 1e-12 and abs(sharp - own).max() < 1e-9, "the bounds must be the stated ones")
            require((errs / n <= sharp + 1e-9).all() and (sharp <= bound + 1e-9).all(), f"the bounds must hold at T = {T}, ε = {epsilon}, k = {k}")
            worst, settings = max(worst, float((errs / n / bound).max())), settings + 1
            left[k] = min(left[k], float((n * own - errs).min()))
    rows = {}
    for name, (ones, zeros, T, epsilon) in {"many": (90, 10, 5, 2.0), "few": (6, 2, 1, 6.0)}.items():
        size = ones + zeros
        error = _tie_error(ones, zeros, T, epsilon)
        x, y = np.ones(size), np.array([1] * ones + [0] * zeros)
        package = exppw.empirical_error(x, y, clamp=T, epsilon=epsilon)
        bound = exppw.empirical_error_bound(zeros / size, 1, T, size, epsilon)
        require(abs(package - error) < 1e-12 and error > bound, f"ties: error {error} above {bound}; got {package}")
        mended = exppw.empirical_error(x, y, clamp=T, epsilon=epsilon, tie_keys=np.random.default_rng(72).random(size))
        require(mended <= bound, f"with keys the error {mended} must be within {bound}")
        rows[name] = error, bound, mended
    return Evidence(
        f"Ties break it: at one point 90 ones, then 10 zeros, T = 5, ε = 2, the error is {rows['many'][0]:.5f} and the bound {rows['many'][1]:.5f}. "
        f"With 6 ones, then 2 zeros, T = 1, ε = 6: {rows['few'][0]:.5f} and {rows['few'][1]:.5f}. Without ties, all {2**n} labelings of {n} points, T = 1, 2, 4, ε = 0.5, 2, 6, k = 0 to 3: "
        f"the error is at most {worst:.3f} of the bound; the sharper one holds, is attained for k = 0 and missed by as little as {left[1]:.2f} mistakes for k = 1.",
        {"ratio": worst, "left": left, "many": rows["many"], "few": rows["few"]},
    )


def _check_new_points() -> Evidence:
    ratio, settings = 0.0, 0
    for (alpha, epsilon), (first, chances) in itertools.product(((0.4, 1.0), (0.4, 2.0), (0.3, 1.3)), (
            (0.5, (0.1, 0.9)), (0.3, (0.0, 1.0)), (0.6, (0.4, 0.7)), (0.5, (0.9, 0.2)))):
        T, n = exppw.clamp(alpha, epsilon), exppw.sample_size(alpha, epsilon, 1)
        require(T == math.ceil(2 * math.log(2 / alpha) / epsilon) and n == math.ceil(12 * math.log(2 / alpha) / (alpha * epsilon)), f"as printed; got {T}, {n}")
        # the best threshold says 0, says 1, or changes between the pieces
        best = min(first * chances[0] + (1 - first) * chances[1], first * (1 - chances[0]) + (1 - first) * (1 - chances[1]),
                   first * chances[0] + (1 - first) * (1 - chances[1]))
        error = brute.line_error(first, chances, n, T, epsilon)
        package = exppw.expected_error(exppw.LineWorld(np.array([first, 1 - first]), np.array(chances)), n, clamp=T, epsilon=epsilon)
        bound = exppw.population_error_bound(best, 1, alpha, epsilon, n)
        require(abs(error - package) < 1e-8, f"the exact error is {error}; got {package}")
        require(abs(bound - math.exp(epsilon) * (best + alpha)) < 1e-12 and error <= bound, f"error {error}, bound {bound}")
        ratio, settings = max(ratio, error / bound), settings + 1
    alpha, epsilon, p = 0.05, 0.1, 0.1                        # one point; zeros sorted before ones
    T, n = exppw.clamp(alpha, epsilon), exppw.sample_size(alpha, epsilon, 1)
    ends = [min(T, max(-T, ones - n) + ones) for ones in range(n + 1)]
    wrong = [p * brute.sigma(-epsilon * v / 2) + (1 - p) * brute.sigma(epsilon * v / 2) for v in ends]
    tied, bound = float(brute.binomial(n, p) @ wrong), exppw.population_error_bound(p, 1, alpha, epsilon, n)
    package = exppw.tied_error(p, n, clamp=T, epsilon=epsilon, order="zeros-first")
    keys = exppw.tied_error(p, n, clamp=T, epsilon=epsilon, order="keys")
    require((T, n) == (74, 8854) and abs(tied - package) < 1e-9 and tied > 5 * bound > 5 * keys, f"ties: {tied} against {bound}; got {package}, {keys}")
    q, v = 0.532, np.arange(-11, 12)                          # one point, ties as drawn, n without end, T = 11, ε = 1
    law = (q / (1 - q))**v / ((q / (1 - q))**v).sum()
    kept, allowed = float(law @ (q * brute.sigma(-v / 2) + (1 - q) * brute.sigma(v / 2)) - (1 - q)), math.exp(-11 / 2)
    package = exppw.tied_error(q, 10**6, clamp=exppw.clamp(0.01, 1.0), epsilon=1.0, order="data") - (1 - q)
    require(abs(kept - package) < 1e-6 and kept > 3 * allowed, f"ties as drawn leave an excess of {kept}, Lemma 5.2 {allowed}; got {package}")
    most = 0.0
    for optimum, a in itertools.product((0.0, 0.25, 0.5), (0.01, 0.3, 0.9)):
        literal = exppw.agnostic_error_bound(optimum, a, accuracy="literal")
        quarter = exppw.agnostic_error_bound(optimum, a)
        require(abs(literal - math.exp(a / 2) * (optimum + a)) < 1e-12 and literal > optimum + a, f"literally above Opt + α; got {literal}")
        require(abs(quarter - math.exp(a / 2) * (optimum + a / 4)) < 1e-12 and quarter <= optimum + a, f"a quarter of α is enough; got {quarter}")
        most = max(most, (quarter - optimum) / a)
    logs = [math.log(2), *(math.sqrt(j * (j + 1)) / 4 for j in range(3, 200))]   # ln(1/β): the ends, where the best k changes
    top = max(min(log / k + k / (16 * log) for k in range(1, 250)) for log in logs)
    for a, over in itertools.product((1e-4, 0.1, 0.5), np.linspace(0, math.log(2), 50)):   # T = (2/ε)(ln(2/α) + over)
        require(over / math.log(2 / a) <= -math.expm1(-over) + 1e-12, f"a rounded T must keep Lemma 5.2's bound at α = {a}")
    require(math.exp(top) <= 2, f"with whole moments the factor is e^{top}, at most 2")
    require(exppw.realizable_failure_bound(0.1, 0.01, 0.0135, 1, exppw.sample_size(0.1, 0.0135, 1)) == 0.02, "(c) gives 2β")
    return Evidence(
        f"Sorted ties break (a): all at one point, Pr[1] = 0.1, α = 0.05, ε = 0.1, zeros before ones, the error is {tied:.5f} and the bound {bound:.5f}; with random keys it is {keys:.5f}. "
        f"There T = {T}, n = {n}. Without ties, two pieces of a line, the printed n, {settings} settings: at most {ratio:.3f} of the bound. "
        f"Ties in data order can leave an excess of {kept:.5f} where Lemma 5.2 has {allowed:.5f}. The exponent in (c) with whole moments: at most {top:.4f}.",
        {"ratio": ratio, "tied": tied, "bound": bound, "keys": keys, "drawn": kept, "exponent": top, "quarter": most},
    )


def _check_leave_one_out() -> Evidence:
    ratio, settings, touch = 0.0, 0, math.inf
    worlds = (((0.4, 0.6), (0.2, 0.9), 1), ((0.3, 0.3, 0.4), (0.1, 1.0, 0.3), 2), ((1.0,), (0.0,), 0), ((1.0,), (0.35,), 0))
    for (masses, chances, k), n, T, epsilon in itertools.product(worlds, (0, 1, 4), (1, 2, 3), (0.5, 2.0, 8.0)):
        error = brute.pieces_error(masses, chances, n, T, epsilon)
        package = exppw.expected_error(exppw.LineWorld(np.array(masses), np.array(chances)), n, clamp=T, epsilon=epsilon)
        best = min(sum(m * (1 - p if say else p) for m, p, say in zip(masses, chances, says))
                   for says in brute.functions(len(masses), k))
        tau = math.tanh(epsilon / 4) / 2
        own = (1 + tau) * (best + k * T / (n + 1)) + sum(brute.sigma(-epsilon * j / 2) for j in range(T)) / (n + 1) + brute.sigma(-epsilon * T / 2)
        bound = exppw.population_error_bound_sharp(best, k, T, epsilon, n)
        require(abs(error - package) < 1e-9 and abs(bound - own) < 1e-9, f"error {error}, bound {own}; got {package}, {bound}")
        require(error <= bound + 1e-12, f"error {error} above {bound}")
        ratio, settings, touch = max(ratio, error / bound), settings + 1, min(touch, bound - error)
    v = np.arange(60)
    for epsilon in (0.01, 0.5, 3.0, 20.0):
        grown = brute.sigma(epsilon * (v + 1) / 2) - brute.sigma(epsilon * v / 2)
        require(grown.max() <= math.tanh(epsilon / 4) / 2 + 1e-12 <= epsilon / 8 + 2e-12, f"a pair errs at most 1 + tanh(ε/4)/2; got {grown.max()}")
    for k, epsilon, n in ((1, 0.5, 300), (3, 1.0, 5000)):
        T = exppw.best_clamp(k, epsilon, n)
        others = [exppw.population_error_bound_sharp(0.1, k, t, epsilon, n) for t in range(1, 4 * T + 9)]
        require(min(others) >= others[T - 1] - 1e-12, f"T = {T} must be the best; others reach {min(others)}")
    sizes = exppw.sample_size(0.1, 1.0, 1), exppw.sample_size_sharp(0.1, 1.0, 1)
    at = [exppw.population_error_bound_sharp(0.0, 1, exppw.clamp(0.1, 1.0), 1.0, n) for n in (sizes[1] - 1, sizes[1])]
    require(at[0] > 0.1 >= at[1] - 1e-12, f"the smallest n with bound 0.1 is {sizes[1]}; bounds {at}")
    return Evidence(
        f"The exact error is at most {ratio:.5f} of the bound in {settings} settings: n = 0, 1, 4 on four small worlds, T = 1, 2, 3 and ε = 0.5, 2, 8. "
        rf"Realizable, one threshold, ε = 1, error 0.1: n = {sizes[1]}; Theorem 5.3 asks for {sizes[0]} and promises $0.1\,e^\varepsilon$.",
        {"ratio": ratio, "settings": settings, "sizes": sizes, "touch": touch},
    )


STATEMENTS = (
    Statement(
        id="DF18-F1", where="Figure 1", title="ExpPW, the exponential projected walk", page="deeper/7a-ties-and-sharper-bounds",
        hypotheses=r"Examples $(x_i, y_i)$ sorted by $x$; a query $x$; $v_0 = 0$, $i = 0$.",
        claim=r"While $x_i \le x$: raise $i$, $v_i = \mathrm{Proj}_{[-T,T]}(v_{i-1} + 2y_i - 1)$. Then answer 1 with probability $\sigma(\varepsilon v_i/2)$.",
        verdict=Verdict.TYPO, check=_check_figure,
        correction=r"The guard looks at $x_i$ before $i$ is raised: $x_0$ does not exist, and the first example after $x$ is taken, too. Then the walk's end can move by 3, which costs up to $1.5\varepsilon$. "
                   r"Right: while $i < n$ and $x_{i+1} \le x$. Section 2.2 says $e^\varepsilon$ a step, and “smaller”; the figure has $e^{\varepsilon/2}$ and $\le$.",
    ),
    Statement(
        id="DF18-L5.1", where="Lemma 5.1", title="The walk is private", page="07-exppw",
        hypotheses=r"Any $n$, $T$ and $\varepsilon > 0$; the walk takes the examples with $x_i \le x$ and no other. Ties in an order that one example does not change for the others.",
        claim=r"$\mathrm{ExpPW}(T, \varepsilon)$ is an $\varepsilon$-DP prediction.",
        verdict=Verdict.HOLDS, check=_check_walk_private,
        correction=r"Two walks at distance 1 that take the same steps stay within 1, so a removed example moves the end by at most 1. Exact for $n \ge T$: $\ln\frac{1+e^{\varepsilon T/2}}{1+e^{\varepsilon(T-2)/2}} < \varepsilon$; less than $\varepsilon/2$ if an example is removed.",
    ),
    Statement(
        id="DF18-L5.2", where="Lemma 5.2", title="Mistakes on the sample", page="07-exppw",
        hypotheses=r"$S$ any $n$ examples from $[N]\times\{0,1\}$; $\mathsf{Opt}_S$ is the best of the functions with $k$ interval ends.",
        claim=r"$\mathsf{Err}_S(\mathrm{ExpPW}(T,\varepsilon)) \le \mathsf{Opt}_S + \frac{(k+2)T}{n} + e^{-\varepsilon T/2}$.",
        verdict=Verdict.LIMITED, check=_check_sample,
        correction=r"For distinct points, or ties that share a label. Else the proof looks at $v_i$ and the algorithm at the walk behind the whole tie; random keys that split ties repair it. Sharper: "
                   r"$n\,\mathsf{Err}_S \le n\,\mathsf{Opt}_S + kT + \sum_{j=1}^T\sigma(-\frac{\varepsilon j}2) + \#\mathrm{stays}\;\sigma(-\frac{\varepsilon T}2)$.",
    ),
    Statement(
        id="DF18-T2.4", where="Theorems 2.4 and 5.3", title="Mistakes on new points", page="deeper/7a-ties-and-sharper-bounds",
        hypotheses=r"Any law $P$ on $[N]\times\{0,1\}$; $T = \lceil 2\ln(2/\alpha)/\varepsilon\rceil$, $n \ge \frac{4(k+2)\ln(2/\alpha)}{\alpha\varepsilon}$ (Theorem 2.4: $k = 1$).",
        claim=r"(a) $\mathbb{E}\,\mathsf{Err}_P \le e^\varepsilon(\mathsf{Opt}_P + \alpha)$. (b) With $\varepsilon = \alpha/2$: at most $\mathsf{Opt}_P + \alpha$. "
              r"(c) If $\mathsf{Opt}_P = 0$, $\varepsilon \le \frac{1}{16\ln(1/\beta)}$: $\Pr[\mathsf{Err}_P \ge 3\alpha] \le 2\beta$.",
        verdict=Verdict.LIMITED, check=_check_new_points,
        correction=r"For points without ties (keys). False if ties are sorted by label; for ties in data order the proof breaks. (b) puts in $e^{\alpha/2}(\mathsf{Opt}+\alpha)$, which is more: at the same $\varepsilon$, run it with accuracy $\alpha/4$. "
                   r"$T$ is rounded up, harmless for $\alpha \le \frac12$, $\varepsilon \le 1.386$. (c) holds, with whole moments in Lemma 6.5.",
    ),
    Statement(
        id="DF18-OURS-LOO", where="sharpening of Theorem 5.3", title="Leave one out", page="07-exppw",
        hypotheses=r"No ties, or random keys; any $\varepsilon$, $k$, $T$ and $n$.",
        claim=r"$\mathbb{E}\,\mathsf{Err}_P \le (1+\tau)\big(\mathsf{Opt}_P + \frac{kT}{n+1}\big) + \frac{1}{n+1}\sum_{j=0}^{T-1}\sigma(-\frac{\varepsilon j}2) + \sigma(-\frac{\varepsilon T}2)$, $\tau = \frac12\tanh\frac\varepsilon4$.",
        verdict=Verdict.OURS, check=_check_leave_one_out,
        correction=r"Of $n+1$ points any may be the query, and its walk stands at $v_{i-1}$ of the walk through all. Between $v$ and $v+1$ a step up and one down err "
                   r"$\sigma(-\frac{\varepsilon v}2) + \sigma(\frac{\varepsilon(v+1)}2) \le 1 + \tau \le 1 + \frac\varepsilon8$. The rest is Lemma 5.2's; $e^\varepsilon$ is gone.",
    ),
)
