"""What the companions of lecture 1 add to `dplearn.pac.statements.n17`."""

import itertools
import math

import numpy as np

from .... import brute, pac
from ....claim import says
from ....concepts import Conjunctions, IntervalUnions, Parities, Points, Thresholds
from ....statement import Statement, Verdict, require
from ... import deeper, occam
from .. import occam as deeper_occam

LINE, ONE_POINT = (c.predictions(c.domain()) for c in (Thresholds(5), Points(5)))


def _largest_one(x, y):
    """N17's threshold learner: the hypotheses, as rows of labels, among which it draws."""
    return LINE[[pac.threshold_learner(x, y, 5)]]


def _largest_or_random(x, y):
    """The largest 1 where there is one, otherwise a uniformly random consistent hypothesis."""
    return _largest_one(x, y) if y.any() else LINE[deeper.consistent_hypotheses(Thresholds(5), x, y)]


def _the_point(x, y):
    """N17's point learner: the point seen with label 1, or h = 0."""
    return np.vstack([np.zeros(5, bool), ONE_POINT])[[deeper.point_learner(x, y, 5)]]


def _of_power(table, learner, seed, times=1.0):
    """Failure of a learner over times (1-α)^n: every target, five distributions, two α, three n."""
    seen = [np.flatnonzero(mask >> np.arange(5) & 1) for mask in range(1, 32)]
    off = [[learner(x + 1, target[x]) ^ target for x in seen] for target in table]
    require(not any(off[j][i][:, x].any() for j in range(len(table)) for i, x in enumerate(seen)),
            "the learner must be consistent")
    worst = 0.0
    for p, a in itertools.product(brute.worlds(5, 5, seed=seed), (0.1, 0.3)):
        bad = [[np.mean(rows @ p > a * (1 + 1e-12)) for rows in answers] for answers in off]
        worst = max(worst, *(np.max(bad @ brute.support_law(p, n)[1:]) / (times * (1 - a) ** n) for n in (1, 5, 20)))
    require(worst <= 1 + 1e-9, f"the learner must fail with probability at most {times} (1-α)^n; the ratio is {worst}")
    return worst


def _thresholds():
    for d in range(1, 7):
        x, j = np.arange(1, 2**d + 1), np.arange(2**d + 1)[:, None]
        counts = [len(np.unique(labels, axis=0)) for labels in (x < j, x <= j)]
        require(counts == [2**d, 2**d + 1] and Thresholds(2**d).n_hypotheses == counts[1], f"counts at d={d}: {counts}")
    random = [deeper_occam.threshold_all_zero_failure(16, 0.1, n, rule="random") for n in (1, 10**3, 10**6)]
    require(np.allclose(random, 15 / 17, atol=1e-12), f"a random h must fail with probability 15/17; got {random}")
    repaired = deeper_occam.threshold_all_zero_failure(16, 0.1, 100, rule="random-consistent")
    require(repaired <= 0.9**100, f"a random consistent h must do; got {repaired}")
    return {"worst": _of_power(LINE, _largest_one, 5), "either": _of_power(LINE, _largest_or_random, 5, 2.0),
            "bad": random[0], "repaired": repaired}


def _points():
    for d in (1, 2, 4):  # all mass on one point other than the target's: all labels are 0, whatever n is
        random = (Points(2**d).errors(np.eye(2**d)[1], 0) > 0.1).mean()
        require(random == 2.0**-d, f"a random h must fail with probability 2^-d; got {random}")
    # A random h where the target's point j was not seen: bad if it is another point i and p_i + p_j > α.
    for p, a, n in itertools.product(brute.worlds(64, 20, seed=15), (0.1, 0.3), (1, 20, 100)):
        heavy = (p + p[:, None] > a).sum(axis=1) - (2 * p > a)
        most = ((1 - p) ** n * heavy / 64).max()
        require(most <= (1 - a / 2) ** n + 2 / (64 * a), f"a random h must do at a large d; it fails with {most}")
    # A random point outside the sample: 40 uniform points, every wrong c_i has error 2/40 > α.  If not all points are
    # seen, it is the target with probability 1/N, by symmetry.
    N, n, alpha = 40, 60, 0.04
    all_seen = sum((-1) ** k * math.comb(N, k) * (N - k) ** n for k in range(N)) / N**n
    proper = (1 - 1 / N) ** n - (1 - all_seen) / N
    require((1 - alpha) ** n < proper <= N * (1 - alpha) ** n,
            f"a point outside the sample must lie between the two bounds; got {proper}")
    return {"worst": _of_power(ONE_POINT, _the_point, 6), "proper": proper, "power": (1 - alpha) ** n}


def _most_patterns(concept_class, n):
    """The most label patterns on n points, by trying all sets."""
    points = concept_class.domain()
    return max(pac.dichotomies(concept_class, points[list(s)]) for s in itertools.combinations(range(len(points)), n))


def _vc():
    intervals, ands, ratios = IntervalUnions(9, 2), Conjunctions(3), []  # nonempty intervals on 1..9
    shattered = [s for n in (2, 3) for s in itertools.combinations(range(1, 10), n) if pac.is_shattered(intervals, s)]
    require((2, 7) in shattered and max(map(len, shattered)) == intervals.vc_dim == 2,
            f"intervals must shatter {{2, 7}} and no three points; got {shattered}")
    most = [_most_patterns(ands, n) for n in (1, 2, 3)]
    require(most == [2, 4, 8], f"at n <= d the most must be 2^n; got {most}")
    for concept_class, sizes in ((ands, range(4, 8)), (Thresholds(9), range(2, 10)), (intervals, range(3, 10))):
        for n in sizes:
            truth = _most_patterns(concept_class, n)
            sauer, simple = (bound(n, concept_class.vc_dim) for bound in (pac.sauer_bound, pac.sauer_bound_simple))
            require(truth <= sauer <= simple,
                    f"truth <= Sauer's sum <= (en/d)^d at n={n}, {concept_class}: {truth}, {sauer}, {simple}")
            ratios.append(truth / sauer)
    for d in (3, 6, 10):  # the hardest world that we know: what a consistent learner needs lies between the two sizes
        sizes = [math.floor(deeper.vc_lower_bound(d, 0.1, 0.005)) - 1, pac.vc_sample_size(d, 0.1, 0.005)]
        at = occam.exact_failure(occam.parity_world(d, 0.1), 0.1, sizes)
        require(at[0] > 0.005 >= at[1], f"failure at the lower and the upper size must straddle β; got {at} at d={d}")
    return {"cases": len(ratios), "tight": sum(r == 1 for r in ratios)}


def _parity():
    for d in range(1, 9):
        require(pac.is_shattered(Parities(d), np.eye(d, dtype=int)) and Parities(d).vc_dim == d,
                f"e_1..e_d must be shattered at d={d}")
    rng, solved = np.random.default_rng(8), 0
    for _ in range(200):
        x = rng.integers(0, 2, (rng.integers(1, 7), 4))
        y = rng.integers(0, 2, len(x))
        found, listed = deeper.parity_learner(x, y), deeper.consistent_hypotheses(Parities(4), x, y)
        require(2**found.log2_n_solutions == listed.sum(), f"elimination must find {listed.sum()} solutions: {found}")
        require(not listed.any() or listed[found.particular @ (1 << np.arange(4))], "the solution must be consistent")
        solved += found.consistent
    x, r = rng.integers(0, 2, (340, 300)), rng.integers(0, 2, 300)
    big = deeper.parity_learner(x, x @ r % 2)
    require(big.rank == 300 and (big.particular == r).all(), "elimination must recover r at d = 300")
    return {"solved": solved, "n": [pac.occam_sample_size(2**d, 0.1, 0.05) for d in (50, 100, 200)]}


STATEMENTS = (
    Statement(
        "N17-THR", "slides “Example 1: learning thresholds”",
        "Thresholds are learned with a number of examples free of d", Verdict.LIMITED, "deeper/1a-cheap-classes",
        hypotheses=r"$X = \{1, \dots, 2^d\}$, $C = \{c_0, \dots, c_{2^d}\}$, realizable examples.",
        claim=r"""$c_j(x) = 1$ iff $x < j$ (first slide) or $x \le j$ (second). Return $c_i$, $i$ the largest point
            labeled 1; if there is none, $h \equiv 0$ “or a random $h \in C$”. This is a PAC learner with $O(1)$
            examples.""",
        words=r"(or a random $h \in C$)",
        correction=r"""The random $h$ must be consistent: then failure has probability at most $2(1-\alpha)^n$ (one
            unseen stretch on either side of the target). With target $c_0$ all labels are 0, and for uniform $P$ a
            random $h$ from all of $C$ is bad with probability about $1 - \alpha$ at every $n$. With $h \equiv 0$
            failure has probability at most $(1-\alpha)^n$, so $n \ge \ln(1/\beta)/\alpha$ suffices. The class is
            that of the second slide, where the learner stands: $x < j$ gives $2^d$ concepts, and $c_i$ would be 0 at
            $i$.""",
        check=says(
            r"""With target $c_0$ on 16 uniform points (α = 0.1) a random $h \in C$ fails with probability 15/17 =
                {bad:.3f} at n = 1, 1,000 and 1,000,000; a random consistent one with {repaired:tex} at n = 100. On 5
                points (every target, five distributions, α = 0.1, 0.3, n = 1, 5, 20) the learner with $h \equiv 0$
                fails with probability at most {worst:.2f} of $(1-\alpha)^n$, with a random consistent h at most
                {either:.2f} of $2(1-\alpha)^n$. For d = 1 to 6, $x < j$ gives $2^d$ different concepts, $x \le j$
                gives $2^d + 1$.""",
            _thresholds),
    ),
    Statement(
        "N17-POINT", "slide “Example 0: learning points”", "Points are learned with a number of examples free of d",
        Verdict.LIMITED, "deeper/1a-cheap-classes",
        hypotheses=r"$X = \{1, \dots, 2^d\}$, $c_j(x) = 1$ iff $x = j$, realizable examples.",
        claim=r"""Return $c_i$ if $(i, 1)$ is in the sample, else $h \equiv 0$ “or a random $h \in C$”. Then
            $\mathrm{err}(h) > \alpha$ with probability at most $(1-\alpha)^n$.""",
        words=r"(or a random $h \in C$)",
        correction=r"""True with $h \equiv 0$, which is improper. A random $h \in C$ takes a large $d$: fewer than
            $2/\alpha$ points have mass above $\alpha/2$, so it fails with probability at most $(1-\alpha/2)^n +
            2^{1-d}/\alpha$. At a fixed $d$ more examples do not help: if $P$ sits on one point $x_0 \ne j$, it is
            $c_{x_0}$ with probability $2^{-d}$ and then always wrong. A $c_i$ with $i$ outside the sample is
            consistent, so Occam's $|C|(1-\alpha)^n$ holds for it, but $(1-\alpha)^n$ does not.""",
        check=says(
            r"""With all mass on one point and a random $h \in C$ the failure probability is 1/2, 1/4, 1/16 for d =
                1, 2, 4 at n = 1,000,000; at d = 6 it is at most $(1-\alpha/2)^n + 2^{{1-d}}/\alpha$ (20
                distributions, every target, α = 0.1, 0.3, n = 1, 20, 100). With $h \equiv 0$ it is at most
                {worst:.2f} of $(1-\alpha)^n$ (5 points, every target, five distributions, α = 0.1, 0.3, n = 1, 5,
                20). With a random $c_i$, $i$ outside the sample (40 uniform points, α = 0.04, n = 60), it is
                {proper:.3f}, above $(1-\alpha)^n = {power:.3f}$.""",
            _points),
    ),
    Statement(
        "N17-VC", "slides “VC dimension” and “VC dimension and PAC learning”", "The VC dimension", Verdict.TYPO,
        "deeper/1a-cheap-classes",
        hypotheses=r"""$v = \mathrm{VC}(C)$ finite (the slide writes $d$), $S$ a set of $n$ distinct points, $C(S)$
            the label patterns of $C$ on $S$; for learning, realizable examples and a consistent learner.""",
        claim=r"""Intervals on the line have $v = 2$. If $n \le v$ then $|C(S)| \le 2^v$ with equality for some $S$;
            if $n > v$ then $|C(S)| \le (en/v)^v$. $O((v\log(1/\alpha) + \log(1/\beta))/\alpha)$ examples suffice
            and $\Omega((v + \log(1/\beta))/\alpha)$ are needed.""",
        words=r"$|C(S)| \le 2^d$ (with equality for at least one set S)",
        correction=r"""For $n \le v$ it is $2^n$. Sauer's lemma gives $\sum_{i \le v}\binom{n}{i} \le (en/v)^v$.
            Explicit sizes, cited and not proved here: $\max\{\frac{4}{\alpha}\log_2\frac{2}{\beta},
            \frac{8v}{\alpha}\log_2\frac{13}{\alpha}\}$ suffice (Blumer et al. 1989);
            $\max\{\frac{1-\alpha}{\alpha}\ln\frac1\beta, \frac{v-1}{32\alpha}\}$ are needed for $v \ge 2$,
            $\alpha \le 1/8$, $\beta < 1/100$ (the same; Ehrenfeucht et al. 1989). For $v = 1$ the class must be no
            trivial one: of the two constants one example tells which.""",
        check=says(
            """Intervals on 9 points shatter {{2, 7}} and none of the 84 triples; ANDs of 3 bits have at most 2, 4,
                8 patterns on 1, 2, 3 points, $2^n$ and not $2^v$. For $n > v$ the exact maximum is at most Sauer's
                sum, and that at most $(en/v)^v$, in {cases} cases (thresholds and intervals on 9 points, ANDs of 3
                bits); the sum is reached in {tight}. In one world with parities (d = 3, 6, 10) the n at which the
                failure probability falls to β = 0.005 lies between the explicit lower and upper sizes.""",
            _vc),
    ),
    Statement(
        "N17-PARITY", "slide “Example 2: Learning parity functions”", "Parities are learned by linear algebra",
        Verdict.TYPO, "deeper/1a-cheap-classes",
        hypotheses=r"$c_r(x) = \langle r, x\rangle \bmod 2$, $r, x \in \{0,1\}^d$; realizable examples.",
        claim=r"""$\mathrm{VC}(C) = d$, since $e_1, \dots, e_d$ are shattered. Each example $(x_i, c_r(y_i))$ is a
            linear equation over $GF(2)$; solving them is an efficient PAC learner with $O(d)$ examples.""",
        words=r"Each example $(x_i, c_r(y_i))$ makes a linear constraint",
        correction=r"""The example is $(x_i, c_r(x_i))$. For fixed $\alpha$ and $\beta$; explicitly $n \ge (d\ln 2 +
            \ln(1/\beta))/\alpha$.""",
        check=says(
            r"""Elimination and listing all 16 parities agree on 200 random systems of 4 bits ({solved} of them
                solvable); at d = 300 elimination recovers r from 340 uniform examples. $e_1, \dots, e_d$ are
                shattered (d = 1 to 8). Occam's n at α = 0.1, β = 0.05 is {n[0]}, {n[1]}, {n[2]} for d = 50, 100,
                200.""",
            _parity),
    ),
)
