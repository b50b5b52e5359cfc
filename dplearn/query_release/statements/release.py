"""Cards for U17, second part: multiplicative weights against the worst query, and how to find that query privately.

p* is the histogram of n records, p-hat the average of p^1 .. p^T.  Neighbors differ in one record, n is public.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from ... import mechanisms, query_release
from ... import brute as _brute
from .. import brute as _release
from ...statement import Evidence, Statement, Verdict, require

PAIR = np.eye(2)  # two cells, "is it the first" and "is it the second": complements of each other


def printed_eta(size: int, T: int) -> float:
    """U17's learning rate."""
    return min(math.sqrt(math.log(size) / T), 1.0)


def _check_one_sided() -> Evidence:
    p_star, alone, T = np.array([1.0, 0.0]), np.array([[1.0, 0.0]]), 64
    eta, bound = printed_eta(2, T), 2 * math.sqrt(math.log(2) / T)
    average, _, _ = _release.hunt(p_star, alone, T, eta)
    wrong = 1 - average[0]
    package = query_release.multiplicative_weights(p_star, alone, T).histogram
    require(wrong > 4 * bound and average[0] - 1 <= bound,
            f"the one-sided error is small, the two-sided {wrong}; bound {bound}")
    require(abs(package - average).max() < 1e-12 and abs(query_release.max_error(alone, p_star, package) - wrong) < 1e-12,
            f"the package must hunt as printed, one-sided; got {package}")
    worst, settings = 0.0, 0
    for p_star, rows, T in _release.worlds(90, seed=60):
        size = len(p_star)
        for closed in (np.vstack([rows, -rows]), np.vstack([rows, 1 - rows])):
            average, _, _ = _release.hunt(p_star, closed, T, printed_eta(size, T))
            one, two = (closed @ (average - p_star)).max(), abs(rows @ (average - p_star)).max()
            require(abs(one - two) < 1e-12, f"in a closed set both errors are one: {one}, {two}")
            worst, settings = max(worst, two / (2 * math.sqrt(math.log(size) / T))), settings + 1
        package = query_release.multiplicative_weights(p_star, query_release.with_negations(rows), T).histogram
        two = abs(rows @ (package - p_star)).max()
        require(two <= 2 * math.sqrt(math.log(size) / T), f"with_negations must bring the two-sided error down; got {two}")
    require(worst <= 1, f"with closure the two-sided error must be within the bound; ratio {worst}")
    both = 1 - _release.hunt(np.array([1.0, 0.0]), PAIR, 64, printed_eta(2, 64))[0][0]
    return Evidence(
        f"Two cells, all records in the first, Q = {{(1, 0)}}, T = 64: p-hat answers the only query {wrong:.3f} too low, the bound is {bound:.3f}; with the complement in Q the error is {both:.3f}. "
        f"In {settings} settings with negations or complements both errors are the same number, at most {worst:.2f} of the bound.",
        {"two_sided": float(wrong), "bound": bound, "closed": float(both), "settings": settings, "largest_ratio": float(worst)},
    )


def _check_hunt() -> Evidence:
    worst, settings = {0.0: 0.0, -1.0: 0.0}, 0
    for low in worst:
        for p_star, rows, T in _release.worlds(200, seed=61, low=low):
            size, bound = len(p_star), 2 * math.sqrt(math.log(len(p_star)) / T)
            average, chosen, errors = _release.hunt(p_star, rows, T, printed_eta(size, T))
            error = (rows @ (average - p_star)).max()
            require(error <= np.mean(errors) + 1e-12, "the error of the average must be at most the average of the errors")
            worst[low], settings = max(worst[low], np.mean(errors) / bound), settings + 1
            if settings % 4 == 0:
                package = query_release.multiplicative_weights(p_star, rows, T, eta="printed")
                require(abs(package.histogram - average).max() < 1e-9 and abs(package.errors - errors).max() < 1e-9,
                        f"the package must hunt as printed: {average}; got {package.histogram}")
                require(abs(query_release.approximation_bound(size, T) - bound) < 1e-12, f"the bound must be {bound}")
    require(max(worst.values()) <= 1, f"the average of the worst errors must be within the bound; ratios {worst}")
    return Evidence(
        f"In {settings} settings (|X| ≤ 7, |Q| ≤ 12, T ≤ 40) the average of the T worst errors, which the chain bounds, is at most {worst[0.0]:.2f} of the bound for queries in [0, 1], {worst[-1.0]:.2f} for [-1, 1]. "
        rf"Where T < ln|X| the cap η = 1 acts and the bound is above 2.",
        {"settings": settings, "unit": float(worst[0.0]), "signed": float(worst[-1.0])},
    )


def _check_hunt_sharp() -> Evidence:
    worst, settings = {"ln|X|": 0.0, "KL": 0.0}, 0
    for low in (0.0, -1.0):
        for p_star, rows, T in _release.worlds(120, seed=62, low=low):
            size, width = len(p_star), 1 - low
            far = float(sum(v * math.log(v * size) for v in p_star if v > 0))
            for name, D in (("ln|X|", math.log(size)), ("KL", far)):
                bound = width * math.sqrt(D / (2 * T))
                kl = None if name == "ln|X|" else far
                package = query_release.approximation_bound_sharp(size, T, kl=kl, width=width)
                require(abs(package - bound) < 1e-12, f"the bound must be {bound}; got {package}")
                average, _, errors = _release.hunt(p_star, rows, T, math.sqrt(8 * D / T) / width)
                worst[name] = max(worst[name], float(np.mean(errors)) / bound)
            settings += 1
    require(max(worst.values()) <= 1, f"the average error must be within the sharp bound; ratios {worst}")
    few = math.log(2**16) * 4 / 0.01**2, math.log(2**16) / (2 * 0.01**2)
    return Evidence(
        f"In {settings} settings (queries in [0, 1] and in [-1, 1]) the average of the T worst errors is at most {worst['ln|X|']:.2f} of the bound, and {worst['KL']:.2f} with KL(p*‖uniform) in place of ln|X|. "
        f"For an error of 0.01 on $2^{{16}}$ cells T = {math.ceil(few[1])} instead of {math.ceil(few[0])}.",
        {"settings": settings, "ratios": worst, "rounds": few},
    )


def _check_choice() -> Evidence:
    def loss(rows, epsilon, n):  # the largest privacy loss over all neighbors of n records, with the printed exponent
        size, most = rows.shape[1], 0.0
        counts = _brute.compositions(n, size)
        for p in (np.full(size, 1 / size), np.arange(1.0, size + 1) / (size * (size + 1) / 2)):
            laws = [_release.choice(rows @ (p - c / n), epsilon * n / 2) for c in counts]
            package = mechanisms.exponential_probabilities((p - counts / n) @ rows.T, score_sensitivity=1 / n, epsilon=epsilon)
            require(abs(np.array(laws) - package).max() < 1e-12, "the package's mechanism must be the printed one")
            for (a, one), (b, other) in itertools.permutations(zip(counts, laws), 2):
                if abs(a - b).sum() == 2:
                    most = max(most, float(np.log(one / other).max()))
        return most

    thresholds = np.vstack([np.tri(2, 3), -np.tri(2, 3)])
    ratios = [loss(rows, e, n) / e for rows in (thresholds, 1 - thresholds[:2], PAIR) for e in (0.1, 1.0, 5.0) for n in (1, 2, 5)]
    signed = loss(np.array([[1.0, -1.0], [-1.0, 1.0]]), 1.0, 5)
    require(max(ratios) <= 1 + 1e-9 and signed > 1.5,
            f"ε₀-DP for width 1, not for entries of both signs; got {max(ratios)}, {signed}")
    rng, worst, settings = np.random.default_rng(63), 0.0, 0
    for _ in range(1500):
        n_queries, scale = int(rng.integers(2, 60)), rng.choice([1.0, 10.0, 100.0])  # scale = ε₀ n
        errors = rng.random(n_queries) ** rng.choice([1.0, 0.2]) * rng.choice([1.0, 0.3])
        lost = errors.max() - _release.choice(errors, scale / 2) @ errors
        worst, settings = max(worst, lost / (2 * math.log(n_queries) / scale)), settings + 1
    require(worst <= 1, f"the expected loss must be at most 2 ln|Q|/(ε₀ n); ratio {worst}")
    require(abs(query_release.selection_bound(50, 1000, 0.1) - 2 * math.log(50) / 100) < 1e-15,
            "the package's bound is the printed one")
    return Evidence(
        f"Over all data sets of 1, 2 and 5 records on 2 or 3 cells the largest privacy loss is {max(ratios):.3f} ε₀. With entries of both signs, (1, -1) and (-1, 1), the printed exponent costs {signed:.2f} ε₀. "
        f"The expected loss of error is at most {worst:.2f} of $2\\ln|Q|/(\\varepsilon_0n)$ in {settings} settings.",
        {"largest_loss": max(ratios), "signed": signed, "largest_ratio": float(worst), "settings": settings},
    )


def _lost(gaps) -> float:
    """ε₀ n/2 times the expected loss, for gaps below the best in the same unit, shape (..., |Q| - 1)."""
    weights = np.exp(-gaps)
    return (gaps * weights).sum(axis=-1) / (1 + weights.sum(axis=-1))


def _check_choice_sharp() -> Evidence:
    line = np.linspace(0, 12, 241)
    grids = {2: line[:, None], 3: np.stack(np.meshgrid(line, line), axis=-1), 4: np.stack(np.meshgrid(*[line[::6]] * 3), axis=-1)}
    shares, found, rng = {}, {}, np.random.default_rng(64)
    for n_queries in (2, 3, 4, 10, 1000, 10**6):
        best = _release.lambert((n_queries - 1) / math.e)
        require(abs(query_release.selection_bound_sharp(n_queries, 100, 0.2) - 2 * best / 20) < 1e-12,
                f"the package's bound must be 2 W/(ε₀ n), W = {best}")
        gap = 1 + best
        attained = (n_queries - 1) * gap * math.exp(-gap) / (1 + (n_queries - 1) * math.exp(-gap))
        require(abs(attained / best - 1) < 1e-9, f"equal gaps 1 + W must attain W = {best}; got {attained}")
        patterns = grids.get(n_queries, rng.random((200, min(n_queries - 1, 999))) * rng.choice([2, 8, 16], (200, 1)))
        found[n_queries] = float(_lost(patterns).max()) / best
        shares[n_queries] = best / math.log(n_queries)
    require(max(found.values()) <= 1 and min(found[k] for k in grids) > 0.99,
            f"no gaps must lose more, a grid nearly all: {found}")
    return Evidence(
        f"On grids of gaps from 0 to 12, |Q| = 2, 3, 4, the largest loss is {min(found[k] for k in grids):.4f} to {max(found[k] for k in grids):.4f} of the bound; equal gaps attain it at |Q| = 2, 3, 4, 10, 1000 and $10^6$ (to 1e-9). "
        f"It is {shares[2]:.2f}, {shares[10]:.2f}, {shares[1000]:.2f}, {shares[10**6]:.2f} of the printed one at |Q| = 2, 10, 1000, $10^6$.",
        {"found": {str(k): v for k, v in found.items()}, "shares": {str(k): v for k, v in shares.items()}},
    )


STATEMENTS = (
    Statement(
        id="U17-ONESIDED", where="slide “Towards PMW”, “Why only one sided?”", title="Errors on one side only", page="05-pmw-query-release",
        hypotheses=r"Any set $Q$ of queries; $\hat p$ from the algorithm on that slide.",
        claim=r"It is enough to define the error of $\hat p$ as $\max_{q\in Q}\langle q, \hat p - p^*\rangle$, without an absolute value.",
        verdict=Verdict.LIMITED, check=_check_one_sided,
        correction=r"Enough if $Q$ holds $-q$, or $1 - q$, with each $q$: then $\langle -q, \hat p - p^*\rangle = \langle 1 - q, \hat p - p^*\rangle$ is the error on the other side. "
                   r"This doubles $|Q|$. Without it the algorithm never looks at answers that are too low.",
    ),
    Statement(
        id="U17-PMW1", where="slide “Towards PMW”, claim", title="Multiplicative weights learns the answers", page="05-pmw-query-release",
        hypotheses=r"$q^t$ maximizes $\langle q, p^t - p^*\rangle$ exactly; losses $\ell^t = q^t$, entries in $[0,1]$ or $[-1,1]$; $\eta = \min\{\sqrt{\ln|X|/T}, 1\}$.",
        claim=r"$\max_{q\in Q}\langle q, \hat p - p^*\rangle \le \frac1T\sum_t\langle q^t, p^t - p^*\rangle \le 2\sqrt{\frac{\ln|X|}{T}}$, whatever $Q$ and $p^*$ are.",
        verdict=Verdict.HOLDS, check=_check_hunt,
        correction=r"The sum is the regret of multiplicative weights against the fixed distribution $p^*$. The size of $Q$ does not matter.",
    ),
    Statement(
        id="U17-PMW1-SHARP", where="sharpening of the claim on slide “Towards PMW”", title="An eighth of the steps is enough", page="deeper/5b-how-tight",
        hypotheses=r"As there; $w = \max_q(\max q - \min q)$, so $w = 1$ for $q$ or $-q$ in $[0,1]^X$; $\eta = \sqrt{8\ln|X|/T}/w$.",
        claim=r"$\max_{q\in Q}\langle q, \hat p - p^*\rangle \le w\sqrt{\frac{\ln|X|}{2T}}$, and with $\mathrm{KL}(p^*\Vert\text{uniform})$ for $\ln|X|$, here and in $\eta$.",
        verdict=Verdict.OURS, check=_check_hunt_sharp,
        correction=r"$\mathrm{KL}(p^*\Vert p^{t+1}) - \mathrm{KL}(p^*\Vert p^t) = \eta\langle q^t, p^*\rangle + \ln\langle p^t, e^{-\eta q^t}\rangle \le -\eta\langle q^t, p^t - p^*\rangle + \eta^2w^2/8$ by Hoeffding's lemma. "
                   r"Sum over $t$: $\sum_t\langle q^t, p^t - p^*\rangle \le \mathrm{KL}(p^*\Vert p^1)/\eta + \eta Tw^2/8$. The bound is $1/\sqrt8 = 0.354$ of the printed one ($w = 1$), so the same error takes an eighth of the steps. The divergence is private.",
    ),
    Statement(
        id="U17-EM", where="slide “Exponential Mechanism”", title="Finding the worst query privately", page="05-pmw-query-release",
        hypotheses=r"$n$ records, one is replaced; $q$ or $-q$ in $[0,1]^X$ for each $q \in Q$ (the slide does not say), so $\langle q, p^*\rangle$ moves by at most $1/n$.",
        claim=r"$\Pr[q^t = q] \propto \exp(\frac{\varepsilon_0}{2}n\langle q, p^t - p^*\rangle)$ is $(\varepsilon_0, 0)$-DP, and $\mathbb{E}\langle q^t, p^t - p^*\rangle \ge \max_{q\in Q}\langle q, p^t - p^*\rangle - \frac{2\ln|Q|}{\varepsilon_0n}$.",
        verdict=Verdict.HOLDS, check=_check_choice,
        correction=r"For entries of both signs in $[-1,1]$ the answers move by $2/n$: halve the exponent. The second part in one line: this law maximizes $\mathbb{E}\langle q, p^t - p^*\rangle + \frac{2}{\varepsilon_0n}\mathrm{Entropy}$, and the entropy is between 0 and $\ln|Q|$.",
    ),
    Statement(
        id="U17-EM-SHARP", where="sharpening of the slide “Exponential Mechanism”", title="What a private choice costs at most, exactly", page="deeper/5b-how-tight",
        hypotheses=r"As there, $|Q| \ge 2$; $W$ is Lambert's function, $We^W = x$.",
        claim=r"$\max_{q\in Q}\langle q, p^t - p^*\rangle - \mathbb{E}\langle q^t, p^t - p^*\rangle \le \frac{2}{\varepsilon_0n}W(\frac{|Q|-1}{e})$, with equality if all queries but the best fall short by $\frac{2(1+W)}{\varepsilon_0n}$.",
        verdict=Verdict.OURS, check=_check_choice_sharp,
        correction=r"In units of $2/(\varepsilon_0n)$ gaps $x_i$ lose $f = \frac{\sum x_ie^{-x_i}}{1 + \sum e^{-x_i}}$, and $\partial f/\partial x_i$ has the sign of $1 + f - x_i$. At the largest $f$ all $x_i = 1 + f$, so $f(1 + (|Q|-1)e^{-1-f}) = (|Q|-1)(1+f)e^{-1-f}$, which is $fe^f = (|Q|-1)/e$.",
    ),
)
