"""Cards for U17, second part: multiplicative weights against the worst query, and how to find that query privately.

p* is the histogram of n records, p-hat the average of p^1 .. p^T.  Neighbors differ in one record, n is public.
"""

import itertools
import math
from functools import partial

import numpy as np

from ... import mechanisms
from ... import query_release as qr
from ...brute import compositions
from ...claim import ordered, same, says
from ...statement import Statement, Verdict, require
from .. import brute

PAIR = np.eye(2)  # two cells, "is it the first" and "is it the second": complements of each other
HUNTS = 200  # for queries in [0, 1], and as many for [-1, 1]
PAGE, DEEPER = "05-pmw-query-release", "deeper/5b-how-tight"


def printed_eta(size, T):
    """U17's learning rate."""
    return min(math.sqrt(math.log(size) / T), 1.0)


def printed_bound(size, T):
    """U17's bound."""
    return 2 * math.sqrt(math.log(size) / T)


def _average(p_star, rows, T):
    """p-hat at U17's rate, by hand."""
    return brute.hunt(p_star, rows, T, printed_eta(len(p_star), T))[0][:-1].mean(axis=0)


def _one_sided():
    one, T = np.array([1.0, 0.0]), 64
    average, bound = _average(one, PAIR[:1], T), printed_bound(2, T)
    wrong, both = 1 - average[0], 1 - _average(one, PAIR, T)[0]
    require(wrong > 4 * bound >= 4 * (average[0] - 1), f"only the two-sided error is large: {wrong}; bound {bound}")
    package = qr.multiplicative_weights(one, PAIR[:1], T).histogram
    same(package, average, "one-sided hunt")
    same(qr.max_error(PAIR[:1], one, package), wrong, "error")
    return {"two_sided": wrong, "bound": bound, "closed": both}


def _closed():
    """The two-sided errors of both averages where the queries are closed under negation or complement."""
    for p_star, rows, T in brute.worlds(90, seed=60):
        package = qr.multiplicative_weights(p_star, qr.with_negations(rows), T).histogram
        for closed in (np.vstack([rows, -rows]), np.vstack([rows, 1 - rows])):
            average = _average(p_star, closed, T)
            two = [abs(rows @ (p - p_star)).max() for p in (average, package)]
            same((closed @ (average - p_star)).max(), two[0], "largest error in a closed set")
            yield {"two": two, "size": len(p_star), "T": T}


def _hunts(low):
    """U17's algorithm on worlds with queries in [low, 1]; every fourth by the package, too."""
    for k, (p_star, rows, T) in enumerate(brute.worlds(HUNTS, seed=61, low=low)):
        path, _, errors = brute.hunt(p_star, rows, T, printed_eta(len(p_star), T))
        average, bound = path[:-1].mean(axis=0), printed_bound(len(p_star), T)
        if k % 4 == 3:
            package = qr.multiplicative_weights(p_star, rows, T)
            same([*package.histogram, *package.errors], [*average, *errors], "the package's hunt", 1e-9)
            same(qr.approximation_bound(len(p_star), T), bound, "the package's bound")
        require((rows @ (average - p_star)).max() <= np.mean(errors) + 1e-12,
                "the error of the average must be at most the average of the errors")
        yield {"average": np.mean(errors), "bound": bound}


def _sharp_hunts(by_divergence):
    """At the rate for ln|X|, or for KL(p*‖uniform)."""
    for low in (0.0, -1.0):
        for p_star, rows, T in brute.worlds(120, seed=62, low=low):
            size, width = len(p_star), 1 - low
            kl = sum(v * math.log(v * size) for v in p_star if v > 0) if by_divergence else None
            D = kl if by_divergence else math.log(size)
            bound = width * math.sqrt(D / (2 * T))
            same(qr.approximation_bound_sharp(size, T, kl=kl, width=width), bound, "the package's bound")
            yield {"average": np.mean(brute.hunt(p_star, rows, T, math.sqrt(8 * D / T) / width)[2]), "bound": bound}


def _steps():
    log = math.log(2**16)
    return {"many": math.ceil(4 * log / 0.01**2), "few": math.ceil(log / (2 * 0.01**2))}


def _largest_loss(rows, epsilon, n):
    """The largest privacy loss over all neighbors of n records, with the printed exponent."""
    size, most = rows.shape[1], 0.0
    counts = compositions(n, size)
    near = abs(counts[:, None] - counts).sum(axis=-1) == 2
    for p in (np.full(size, 1 / size), np.arange(1.0, size + 1) / (size * (size + 1) / 2)):
        laws = np.array([brute.choice(rows @ (p - c / n), epsilon * n / 2) for c in counts])
        same(mechanisms.exponential_probabilities((p - counts / n) @ rows.T, score_sensitivity=1 / n, epsilon=epsilon),
             laws, "law")
        most = max(most, np.log(laws[:, None] / laws)[near].max())
    return most


def _chosen():
    rng = np.random.default_rng(63)
    for _ in range(1500):
        n_queries, scale = int(rng.integers(2, 60)), rng.choice([1.0, 10.0, 100.0])  # scale = ε₀ n
        errors = rng.random(n_queries) ** rng.choice([1.0, 0.2]) * rng.choice([1.0, 0.3])
        lost, bound = errors.max() - brute.choice(errors, scale / 2) @ errors, 2 * math.log(n_queries) / scale
        same(qr.selection_bound(n_queries, 10, scale / 10), bound, "the package's bound", 1e-9)
        yield {"lost": lost, "bound": bound}


def _choice():
    thresholds = np.vstack([np.tri(2, 3), -np.tri(2, 3)])
    worlds = itertools.product((thresholds, 1 - thresholds[:2], PAIR), (0.1, 1.0, 5.0), (1, 2, 5))
    loss = max(_largest_loss(rows, e, n) / e for rows, e, n in worlds)
    signed = _largest_loss(np.array([[1.0, -1.0], [-1.0, 1.0]]), 1.0, 5)
    require(loss <= 1 + 1e-9 and signed > 1.5,
            f"ε₀-DP for width 1, not for entries of both signs; got {loss}, {signed}")
    return {"loss": loss, "signed": signed}


def _lost(gaps):
    """ε₀ n/2 times the expected loss, for gaps below the best in the same unit, shape (..., |Q| - 1)."""
    weights = np.exp(-gaps)
    return (gaps * weights).sum(axis=-1) / (1 + weights.sum(axis=-1))


def _choice_sharp():
    line, rng, found, shares = np.linspace(0, 12, 241), np.random.default_rng(64), [], []
    for n_queries in (2, 3, 4, 10, 1000, 10**6):
        best = brute.lambert((n_queries - 1) / math.e)
        same(qr.selection_bound_sharp(n_queries, 100, 0.2), 2 * best / 20, "bound")
        weight = (n_queries - 1) * math.exp(-1 - best)
        same(weight * (1 + best) / (1 + weight) / best, 1, "loss of equal gaps 1 + W, over W,", 1e-9)
        if n_queries <= 4:
            gaps = np.stack(np.meshgrid(*[line[:: 6 if n_queries == 4 else 1]] * (n_queries - 1)), axis=-1)
        else:
            gaps = rng.random((200, min(n_queries - 1, 999))) * rng.choice([2, 8, 16], (200, 1))
        found.append(float(_lost(gaps).max()) / best)
        shares.append(best / math.log(n_queries))
    require(max(found) <= 1 and min(found[:3]) > 0.99, f"no gaps must lose more, a grid nearly all: {found}")
    return {"least": min(found[:3]), "most": max(found[:3]), "shares": [shares[0], *shares[3:]]}


STATEMENTS = (
    Statement(
        "U17-ONESIDED", "slide “Towards PMW”, answer to “Why only one sided?”", "Errors on one side only", Verdict.OURS,
        PAGE,
        hypotheses=r"""The slide defines the error of $\hat p$ as $\max_{q\in Q}\langle q, \hat p - p^*\rangle$,
            without an absolute value, asks why, and gives no answer. $\hat p$ from the algorithm on that slide.""",
        claim=r"""If $Q$ holds $-q$ or $1 - q$ with each $q$, the error on one side is $\max_{q\in Q}|\langle q,
            \hat p - p^*\rangle|$. Without that an answer can stay far too low.""",
        correction=r"""$\langle -q, \hat p - p^*\rangle = \langle 1 - q, \hat p - p^*\rangle$ is the error on the other
            side, as $\hat p$ and $p^*$ both sum to 1. Closing $Q$ doubles $|Q|$ at most. Without it the algorithm never
            looks at answers that are too low.""",
        check=says(
            """In {settings} settings with negations or complements in Q both sides' errors are the same number, at most
                {worst:.2f} of the bound. Without, two cells, all records in the first, Q = {{(1, 0)}}, T = 64: p-hat
                answers the only query {two_sided:.3f} too low, the bound is {bound:.3f}; with the complement in Q the
                error is {closed:.3f}.""",
            _one_sided, ordered("two", printed_bound, _closed, "worst")),
    ),
    Statement(
        "U17-PMW1", "slide “Towards PMW”, claim", "Multiplicative weights learns the answers", Verdict.HOLDS, PAGE,
        hypotheses=r"""$q^t$ maximizes $\langle q, p^t - p^*\rangle$ exactly; losses $\ell^t = q^t$, entries in
            $[0,1]$ or $[-1,1]$; $\eta = \min\{\sqrt{\ln|X|/T}, 1\}$.""",
        claim=r"""$\max_{q\in Q}\langle q, \hat p - p^*\rangle \le \frac1T\sum_t\langle q^t, p^t - p^*\rangle \le
            2\sqrt{\frac{\ln|X|}{T}}$, whatever $Q$ and $p^*$ are.""",
        correction="""The sum is the regret of multiplicative weights against the fixed distribution $p^*$. The size
            of $Q$ does not matter.""",
        formulas=(qr.approximation_bound,),
        check=says(
            """In {settings} settings (|X| ≤ 7, |Q| ≤ 12, T ≤ 40) the average of the T worst errors, which the chain
                bounds, is at most {unit:.2f} of the bound for queries in [0, 1], {signed:.2f} for [-1, 1]. Where T
                < ln|X| the cap η = 1 acts and the bound is above 2.""",
            *(ordered("average", "bound", partial(_hunts, low), name)
              for name, low in (("unit", 0.0), ("signed", -1.0))),
            lambda: {"settings": 2 * HUNTS}),
    ),
    Statement(
        "U17-PMW1-SHARP", "sharpening of the claim on slide “Towards PMW”", "An eighth of the steps is enough",
        Verdict.OURS, DEEPER,
        hypotheses=r"""As there; $w = \max_q(\max q - \min q)$, so $w = 1$ for $q$ or $-q$ in $[0,1]^X$; $\eta =
            \sqrt{8\ln|X|/T}/w$.""",
        claim=r"""$\max_{q\in Q}\langle q, \hat p - p^*\rangle \le w\sqrt{\frac{\ln|X|}{2T}}$, and with
            $\mathrm{KL}(p^*\Vert\text{uniform})$ for $\ln|X|$, here and in $\eta$.""",
        correction=r"""$\mathrm{KL}(p^*\Vert p^{t+1}) - \mathrm{KL}(p^*\Vert p^t) = \eta\langle q^t, p^*\rangle +
            \ln\langle p^t, e^{-\eta q^t}\rangle \le -\eta\langle q^t, p^t - p^*\rangle + \eta^2w^2/8$ by
            Hoeffding's lemma. Sum over $t$: $\sum_t\langle q^t, p^t - p^*\rangle \le \mathrm{KL}(p^*\Vert p^1)/\eta
            + \eta Tw^2/8$. The bound is $1/\sqrt8 = 0.354$ of the printed one ($w = 1$), so the same error takes an
            eighth of the steps. The divergence is private.""",
        formulas=(qr.approximation_bound_sharp,),
        check=says(
            """In {settings} settings (queries in [0, 1] and in [-1, 1]) the average of the T worst errors is at
                most {all:.2f} of the bound, and {kl:.2f} with KL(p*‖uniform) in place of ln|X|. For an error of
                0.01 on $2^{{16}}$ cells T = {few} instead of {many}.""",
            *(ordered("average", "bound", partial(_sharp_hunts, by), name)
              for name, by in (("all", False), ("kl", True))),
            _steps),
    ),
    Statement(
        "U17-EM", "slide “Exponential Mechanism”", "Finding the worst query privately", Verdict.HOLDS, PAGE,
        hypotheses=r"""$n$ records, one is replaced; $q$ or $-q$ in $[0,1]^X$ for each $q \in Q$, as for statistical
            queries, so $\langle q, p^*\rangle$ moves by at most $1/n$.""",
        claim=r"""$\Pr[q^t = q] \propto \exp(\frac{\varepsilon_0}{2}n\langle q, p^t - p^*\rangle)$ is
            $(\varepsilon_0, 0)$-DP, and $\mathbb{E}\langle q^t, p^t - p^*\rangle \ge \max_{q\in Q}\langle q, p^t -
            p^*\rangle - \frac{2\ln|Q|}{\varepsilon_0n}$.""",
        correction=r"""For entries of both signs in $[-1,1]$ the answers move by $2/n$: halve the exponent. The
            second part in one line: this law maximizes $\mathbb{E}\langle q, p^t - p^*\rangle +
            \frac{2}{\varepsilon_0n}\mathrm{Entropy}$, and the entropy is between 0 and $\ln|Q|$.""",
        formulas=(qr.selection_bound,),
        check=says(
            r"""Over all data sets of 1, 2 and 5 records on 2 or 3 cells the largest privacy loss is {loss:.3f} ε₀.
                With entries of both signs, (1, -1) and (-1, 1), the printed exponent costs {signed:.2f} ε₀. The
                expected loss of error is at most {worst:.2f} of $2\ln|Q|/(\varepsilon_0n)$ in {settings} settings.""",
            _choice, ordered("lost", "bound", _chosen, "worst")),
    ),
    Statement(
        "U17-EM-SHARP", "sharpening of the slide “Exponential Mechanism”",
        "What a private choice costs at most, exactly", Verdict.OURS, DEEPER,
        hypotheses=r"As there, $|Q| \ge 2$; $W$ is Lambert's function, $We^W = x$.",
        claim=r"""$\max_{q\in Q}\langle q, p^t - p^*\rangle - \mathbb{E}\langle q^t, p^t - p^*\rangle \le
            \frac{2}{\varepsilon_0n}W(\frac{|Q|-1}{e})$, with equality if all queries but the best fall short by
            $\frac{2(1+W)}{\varepsilon_0n}$.""",
        correction=r"""In units of $2/(\varepsilon_0n)$ gaps $x_i$ lose $f = \frac{\sum x_ie^{-x_i}}{1 + \sum
            e^{-x_i}}$, and $\partial f/\partial x_i$ has the sign of $1 + f - x_i$. At the largest $f$ all $x_i = 1
            + f$, so $f(1 + (|Q|-1)e^{-1-f}) = (|Q|-1)(1+f)e^{-1-f}$, which is $fe^f = (|Q|-1)/e$.""",
        formulas=(qr.selection_bound_sharp,),
        check=says(
            """On grids of gaps from 0 to 12, |Q| = 2, 3, 4, the largest loss is {least:.4f} to {most:.4f} of the
                bound; equal gaps attain it at |Q| = 2, 3, 4, 10, 1000 and $10^6$ (to 1e-9). It is {shares[0]:.2f},
                {shares[1]:.2f}, {shares[2]:.2f}, {shares[3]:.2f} of the printed one at |Q| = 2, 10, 1000, $10^6$.""",
            _choice_sharp),
    ),
)
