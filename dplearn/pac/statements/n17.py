"""Cards for N17, first half: PAC learning, thresholds, points, Occam's razor, VC dimension, parities."""

from __future__ import annotations

import itertools
import math

import numpy as np

from ... import brute, pac
from ...claim import ordered, says
from ...concepts import Conjunctions, IntervalUnions, Parities, Points, Thresholds
from ...statement import Statement, Verdict, require, scientific
from .. import occam
from .ln import HARD, SMALL


def _boundary() -> dict:
    # Uniform on 10 points: the threshold two steps from the target has error exactly 0.2.
    line, p = Thresholds(10), np.full(10, 0.1)
    n = pac.occam_sample_size.sharp(line.n_hypotheses, 0.2, 0.05)
    above, at_least = (brute.occam_failure(line, p, 0.2, n, boundary=boundary)[5] for boundary in (False, True))
    require(above < at_least <= 0.05, f"< and <= must differ here and both be learned; got {above}, {at_least}")
    for concept_class in SMALL:
        for q in brute.worlds(concept_class.domain_size, 6, seed=4):
            for alpha in (q.min(), 0.2):
                bound = pac.occam_bound.sharp(concept_class.n_hypotheses, alpha, 30)
                both = brute.occam_failure(concept_class, q, alpha, 30, boundary=True)
                require((both <= bound * (1 + 1e-9)).all(), "Occam's bound must cover error >= α as well")
    return {"n": n, "above": above, "at_least": at_least}


def _memorizer_error(p: np.ndarray, n: int) -> float:
    """Expected error of "labels on the sample, a fair coin off it": half the expected unseen mass."""
    return float((p * (1 - p) ** n).sum() / 2)


def _memorizer() -> dict:
    p, labels, n, total = np.array([0.5, 0.3, 0.2]), (1, 0, 1), 2, 0.0
    for sample in itertools.product(range(3), repeat=n):
        for coins in itertools.product((0, 1), repeat=3):
            h = [labels[x] if x in sample else coins[x] for x in range(3)]
            total += sum(p[x] for x in range(3) if h[x] != labels[x]) * np.prod(p[list(sample)]) / 8
    require(abs(total - _memorizer_error(p, n)) < 1e-12, "the closed form must match the enumeration")
    large = _memorizer_error(np.full(1024, 1 / 1024), 100)
    require(large > 0.4, f"with 100 of 1024 points the memorizer must still err; got {large}")
    return {"large": large}


def _learner_failure(table: np.ndarray, p: np.ndarray, alpha: float, n: int, law) -> float:
    """Largest failure over the targets (rows of `table`) of a learner `law(seen, target) -> distribution over `table`
    and h = 0, last`."""
    support, answers = brute.support_law(p, n), np.vstack([table, np.zeros(p.size, bool)])
    failure = np.zeros(len(table))
    for target, truth in enumerate(table):
        bad = (answers ^ truth) @ p > alpha * (1 + 1e-12)
        for mask in np.flatnonzero(support):
            failure[target] += support[mask] * (law(mask >> np.arange(p.size) & 1 == 1, truth) @ bad)
    return failure.max()


def _one(index: int, size: int) -> np.ndarray:
    return np.arange(size) == index


def _largest_one(seen: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """N17's threshold learner: [x <= i], i the largest point seen with label 1."""
    return _one(np.flatnonzero(seen & truth).max(initial=-1) + 1, truth.size + 2)


def _largest_or_random(seen: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """The largest 1 where there is one, otherwise a uniformly random consistent hypothesis."""
    if (seen & truth).any():
        return _largest_one(seen, truth)
    table = Thresholds(truth.size).predictions(np.arange(1, truth.size + 1))
    fits = np.append((table[:, seen] == truth[seen]).all(axis=1), False)
    return fits / fits.sum()


def _the_point(seen: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """N17's point learner: the point seen with label 1, or h = 0."""
    return _one(np.flatnonzero(seen & truth).min(initial=truth.size), truth.size + 1)


def _of_power(concept_class, learner, seed: int, times: float = 1.0) -> float:
    """Failure of a learner over times (1-α)^n: every target, five distributions, two α, three n."""
    table = concept_class.predictions(concept_class.domain())
    worst = max(_learner_failure(table, p, a, n, learner) / (times * (1 - a) ** n)
                for p in brute.worlds(5, 5, seed=seed) for a in (0.1, 0.3) for n in (1, 5, 20))
    require(worst <= 1 + 1e-9, f"the learner must fail with probability at most {times} (1-α)^n; the ratio is {worst}")
    return worst


def _thresholds() -> dict:
    for d in range(1, 7):
        x, j = np.arange(1, 2**d + 1), np.arange(2**d + 1)[:, None]
        strict, weak = len(np.unique(x < j, axis=0)), len(np.unique(x <= j, axis=0))
        require((strict, weak) == (2**d, 2**d + 1) and Thresholds(2**d).n_hypotheses == weak,
                f"counts at d={d}: {strict}, {weak}")
    for target, mask in itertools.product(range(6), range(1, 32)):
        seen = mask >> np.arange(5) & 1 == 1
        x, truth = np.flatnonzero(seen) + 1, np.arange(1, 6) <= target
        h = pac.threshold_learner(x, x <= target, 5)
        require(((x <= h) == (x <= target)).all(), "with x <= j the learner must be consistent")
        require(not (x <= target).any() or ((x < h) != (x <= target)).any(),
                "with x < j it must miss the point i itself")
        require(_largest_one(seen, truth)[h], "the package's learner must be the slide's")
    bad = np.mean(np.arange(17) / 16 > 0.1)  # error of c_j is j/16 when the target is c_0
    random = [occam.threshold_all_zero_failure(16, 0.1, n, rule="random") for n in (1, 10**3, 10**6)]
    require(np.allclose(random, bad, atol=1e-12) and abs(bad - 15 / 17) < 1e-12,
            f"a random h must fail with probability 15/17; got {random}")
    repaired = occam.threshold_all_zero_failure(16, 0.1, 100, rule="random-consistent")
    require(repaired <= 0.9**100, f"a random consistent h must do; got {repaired}")
    return {"worst": _of_power(Thresholds(5), _largest_one, 5),
            "either": _of_power(Thresholds(5), _largest_or_random, 5, 2.0),
            "bad": bad, "repaired": scientific(repaired)}


def _points() -> dict:
    for target, mask in itertools.product(range(5), range(1, 32)):
        seen = mask >> np.arange(5) & 1 == 1
        x = np.flatnonzero(seen) + 1
        h = pac.point_learner(x, x == target + 1, 5)
        require(_the_point(seen, _one(target, 5))[h - 1 if h else 5], "the package's learner must be the slide's")
    for d in (1, 2, 4):  # all mass on one point other than the target's: all labels are 0, whatever n is
        random = (Points(2**d).errors(_one(1, 2**d).astype(float), 0) > 0.1).mean()
        require(random == 2.0**-d, f"a random h must fail with probability 2^-d; got {random}")
    # A point outside the sample: 40 uniform points, every other c_i has error 2/40 > α.
    N, n, alpha = 40, 60, 0.04
    unseen = _unseen_law(N - 1, n)  # of the other points, given that the target is unseen
    proper = (1 - 1 / N) ** n * float(unseen @ (np.arange(N) / np.arange(1, N + 1)))
    require((1 - alpha) ** n < proper <= N * (1 - alpha) ** n,
            f"a point outside the sample must lie between the two bounds; got {proper}")
    return {"worst": _of_power(Points(5), _the_point, 6), "proper": proper, "power": (1 - alpha) ** n}


def _unseen_law(cells: int, n: int) -> np.ndarray:
    """Pr[exactly u of `cells` equally likely cells are unseen after n draws], u = 0 .. cells."""
    law, u = np.zeros(cells + 1), np.arange(cells + 1)
    law[cells] = 1.0
    for _ in range(n):
        hit = law * u / cells
        law = law - hit + np.append(hit[1:], 0.0)
    return law


def _at_the_size() -> list[dict]:
    """α, β, and worlds at the slide's n: small ones by brute force, hard ones in closed form."""
    settings = []
    for beta, alpha in itertools.product((0.3, 0.05, 0.001), (0.1, 0.25)):
        for concept_class, p in ((c, p) for c in SMALL for p in brute.worlds(c.domain_size, 5, seed=7)):
            settings.append({"size": concept_class.n_hypotheses, "alpha": alpha, "beta": beta,
                             "failure": lambda n, c=concept_class, p=p, a=alpha: brute.occam_failure(c, p, a, n).max()})
        for world in (make(d, alpha) for d in (4, 9) for make in HARD):
            settings.append({"size": world.concept_class.n_hypotheses, "alpha": alpha, "beta": beta,
                             "failure": lambda n, w=world, a=alpha: occam.exact_failure(w, a, n)[0]})
    return settings


def _failure_at_the_size(size, alpha, beta, failure) -> float:
    n = pac.occam_sample_size(size, alpha, beta)
    require(n == math.ceil((math.log(size) - math.log(beta)) / alpha - 1e-9), "n must be the slide's, rounded up")
    return failure(n)


def _most_patterns(concept_class, n: int) -> int:
    """The most label patterns on n points, by trying all sets."""
    points = concept_class.domain()
    return max(pac.dichotomies(concept_class, points[list(s)]) for s in itertools.combinations(range(len(points)), n))


def _vc() -> dict:
    intervals, ands = IntervalUnions(9, 2), Conjunctions(3)  # nonempty intervals on 1..9
    require(pac.is_shattered(intervals, [2, 7]) and intervals.vc_dim == 2, "intervals must shatter {2, 7}")
    require(not any(pac.is_shattered(intervals, list(s)) for s in itertools.combinations(range(1, 10), 3)),
            "no three points may be shattered")
    most = [_most_patterns(ands, n) for n in (1, 2, 3)]
    require(most == [2, 4, 8], f"at n <= d the most must be 2^n; got {most}")
    ratios = []
    for concept_class, sizes in ((ands, range(4, 8)), (Thresholds(9), range(2, 10)), (intervals, range(3, 10))):
        for n in sizes:
            chain = _most_patterns(concept_class,
                                   n), pac.sauer_bound(n, concept_class.vc_dim), pac.sauer_bound_simple(n,
                                           concept_class.vc_dim)
            require(chain[0] <= chain[1] <= chain[2],
                    f"truth <= Sauer's sum <= (en/d)^d at n={n}, {concept_class}: {chain}")
            ratios.append(chain[0] / chain[1])
    for d in (3, 6, 10):  # the hardest world that we know: what a consistent learner needs lies between the two sizes
        sizes = [math.floor(pac.vc_lower_bound(d, 0.1, 0.005)) - 1, pac.vc_sample_size(d, 0.1, 0.005)]
        at = occam.exact_failure(occam.parity_world(d, 0.1), 0.1, sizes)
        require(at[0] > 0.005 >= at[1], f"failure at the lower and the upper size must straddle β; got {at} at d={d}")
    return {"cases": len(ratios), "tight": sum(r == 1 for r in ratios)}


def _parity() -> dict:
    for d in range(1, 9):
        require(pac.is_shattered(Parities(d), np.eye(d, dtype=int)) and Parities(d).vc_dim == d,
                f"e_1..e_d must be shattered at d={d}")
    parities, rng, solved = Parities(4), np.random.default_rng(8), 0
    row = pac.consistent_hypotheses(parities, [[1, 1, 0, 1]], [1])
    require((row == (parities.domain()[:, [0, 1, 3]].sum(axis=1) % 2 == 1)).all(),
            "(1101, 1) must say r_1 + r_2 + r_4 = 1")
    for _ in range(200):
        x = rng.integers(0, 2, (rng.integers(1, 7), 4))
        y = rng.integers(0, 2, len(x))
        found, listed = pac.parity_learner(x, y), pac.consistent_hypotheses(parities, x, y)
        count = 2**found.log2_n_solutions if found.consistent else 0
        require(count == listed.sum(), f"elimination finds {count} solutions, listing {listed.sum()}")
        require(not found.consistent or listed[int(found.particular @ (1 << np.arange(4)))],
                "the solution must be consistent")
        solved += found.consistent
    d = 300
    x, r = rng.integers(0, 2, (d + 40, d)), rng.integers(0, 2, d)
    big = pac.parity_learner(x, x @ r % 2)
    require(big.rank == d and (big.particular == r.astype(bool)).all(), "elimination must recover r at d = 300")
    return {"solved": solved, "n": [pac.occam_sample_size(2**d, 0.1, 0.05) for d in (50, 100, 200)]}


STATEMENTS = (
    Statement(
        id="N17-PAC", where="slide “PAC learning [Valiant 84]”", title="PAC learning", page="01-pac-and-occam",
        hypotheses=r"""Concept class $C$ over $X$; examples i.i.d. from an unknown $P$, labeled by an unknown $c \in C$;
            $\mathrm{err}(h)$ is the
            probability under $P$ that $h$ and $c$ differ.""",
        claim=r"""Definition: $L$ is an $(\alpha, \beta)$-PAC learner if for all $P$ and $c$, from polynomially many
            examples it makes an $h$
            with $\Pr[\mathrm{err}(h) < \alpha] \ge 1 - \beta$.""",
        verdict=Verdict.HOLDS,
        check=says(r"""Thresholds on 10 uniform points, α = 0.2, n = {n}: some consistent hypothesis has error > α with
            probability {above:.4f},
            error ≥ α with probability {at_least:.4f}. Occam's bound promises β = 0.05 for either. The boundary too is
            below
            $|C|(1-\alpha)^{{30}}$ for every target of four classes with 4 to 8 hypotheses, six distributions, two α
            each.""", _boundary),
        correction=r"""The proofs give $\le \alpha$ in place of $<$. Only the boundary differs, and Occam's bound covers
            it: $h$ with error at
            least $\alpha$ survives $n$ examples with probability at most $(1-\alpha)^n$ too.""",
    ),
    Statement(
        id="N17-SVP", where="slide “Learning over sample vs. over distribution”",
        title="Right on the sample, wrong on the distribution",
        page="01-pac-and-occam", hypotheses=r"Any $S$ labeled by $c$; $h$ may lie outside $C$.",
        claim=r"""$\mathrm{err}_S(h) \le \alpha$ does not bound $\mathrm{err}(h)$: let $h(x_i) = y_i$ on the sample and
            $h(x)$ be random
            elsewhere.""",
        verdict=Verdict.HOLDS,
        check=says("""The memorizer makes no mistake on its sample; with 100 examples of 1024 equally likely points its
            expected error is
            {large:.3f}. That is a closed form, equal to a full enumeration on 3 points with 2 examples.""",
            _memorizer),
    ),
    Statement(
        id="N17-THR", where="slides “Example 1: learning thresholds”",
        title="Thresholds are learned with a number of examples free of d",
        page="deeper/1a-cheap-classes",
        hypotheses=r"$X = \{1, \dots, 2^d\}$, $C = \{c_0, \dots, c_{2^d}\}$, realizable examples.",
        claim=r"""$c_j(x) = 1$ iff $x < j$ (first slide) or $x \le j$ (second). Return $c_i$, $i$ the largest point
            labeled 1; if there is none,
            $h \equiv 0$ “or a random $h \in C$”. This is a PAC learner with $O(1)$ examples.""",
        verdict=Verdict.LIMITED,
        check=says(r"""With target $c_0$ on 16 uniform points (α = 0.1) a random $h \in C$ fails with probability 15/17
            = {bad:.3f} at n = 1,
            1,000 and 1,000,000; a random consistent one with {repaired} at n = 100. On 5 points (every target, five
            distributions, α = 0.1,
            0.3, n = 1, 5, 20) the learner with $h \equiv 0$ fails with probability at most {worst:.2f} of
            $(1-\alpha)^n$, with a random
            consistent h at most {either:.2f} of $2(1-\alpha)^n$. For d = 1 to 6, $x < j$ gives $2^d$ different
            concepts, $x \le j$ gives
            $2^d + 1$.""", _thresholds),
        correction=r"""Take $x \le j$ and $h \equiv 0$: then the failure probability is at most $(1-\alpha)^n$, so $n
            \ge \ln(1/\beta)/\alpha$
            suffices. Only $x \le j$ gives $2^d + 1$ concepts and makes the learner consistent. The words “or a random
            $h \in C$” are false:
            with target $c_0$ all labels are 0, and for uniform $P$ a random $h \in C$ is bad with probability about $1
            - \alpha$ at every
            $n$. A random consistent $h$ does (failure at most $2(1-\alpha)^n$: one unseen stretch on either side of the
            target).""",
    ),
    Statement(
        id="N17-POINT", where="slide “Example 0: learning points”",
        title="Points are learned with a number of examples free of d",
        page="deeper/1a-cheap-classes",
        hypotheses=r"$X = \{1, \dots, 2^d\}$, $c_j(x) = 1$ iff $x = j$, realizable examples.",
        claim=r"""Return $c_i$ if $(i, 1)$ is in the sample, else $h \equiv 0$ “or a random $h \in C$”. Then
            $\mathrm{err}(h) > \alpha$ with
            probability at most $(1-\alpha)^n$.""",
        verdict=Verdict.LIMITED,
        check=says(r"""With all mass on one point and a random $h \in C$ the failure probability is 1/2, 1/4, 1/16 for d
            = 1, 2, 4 at n =
            1,000,000. With $h \equiv 0$ it is at most {worst:.2f} of $(1-\alpha)^n$ (5 points, every target, five
            distributions, α = 0.1, 0.3,
            n = 1, 5, 20). With a random $c_i$, $i$ outside the sample (40 uniform points, α = 0.04, n = 60), it is
            {proper:.3f}, above
            $(1-\alpha)^n = {power:.3f}$.""", _points),
        correction=r"""True with $h \equiv 0$, which is improper. The words “or a random $h \in C$” are false: if $P$
            sits on one point
            $x_0 \ne j$, a random $h \in C$ is $c_{x_0}$ with probability $2^{-d}$ and then always wrong. A $c_i$ with
            $i$ outside the sample
            is consistent, so Occam's $|C|(1-\alpha)^n$ holds for it, but $(1-\alpha)^n$ does not.""",
    ),
    Statement(
        id="N17-OCCAM", where="slide “Occam's Razor”", title="A finite class is learned from few examples",
        page="01-pac-and-occam",
        formulas=(pac.occam_bound,),
        hypotheses=r"$C$ finite, $n$ i.i.d. examples labeled by $c \in C$; the learner returns any consistent $h \in "
                   r"C$.",
        claim=r"""$\Pr[\mathrm{err}(h) > \alpha] \le |C|e^{-\alpha n}$, hence $n \ge (\log|C| + \log(1/\beta))/\alpha$
            examples suffice for
            failure probability $\beta$.""",
        verdict=Verdict.HOLDS,
        check=says("""In {settings} settings the exact failure probability at the slide's n, with natural logarithms, is
            at most {ratio:.2f} β.
            They are β = 0.3, 0.05, 0.001 and α = 0.1, 0.25, each with four small classes by brute force (five
            distributions, the worst target)
            and four classes of about $2^d$ hypotheses, d = 4, 9, in closed form.""",
                   ordered(_failure_at_the_size, lambda beta: beta, _at_the_size())),
        correction=r"Natural logarithms are enough (base 2 asks for more). The proof gives the smaller "
                   r"$|C|(1-\alpha)^n$.",
    ),
    Statement(
        id="N17-VC", where="slides “VC dimension” and “VC dimension and PAC learning”", title="The VC dimension",
        page="deeper/1a-cheap-classes",
        hypotheses=r"""$v = \mathrm{VC}(C)$ finite (the slide writes $d$), $S$ a set of $n$ distinct points, $C(S)$ the
            label patterns of $C$ on
            $S$; for learning, realizable examples and a consistent learner.""",
        claim=r"""Intervals on the line have $v = 2$. If $n \le v$ then $|C(S)| \le 2^v$ with equality for some $S$; if
            $n > v$ then
            $|C(S)| \le (en/v)^v$. $O((v\log(1/\alpha) + \log(1/\beta))/\alpha)$ examples suffice and
            $\Omega((v + \log(1/\beta))/\alpha)$ are needed.""",
        verdict=Verdict.TYPO,
        check=says("""Intervals on 9 points shatter {{2, 7}} and none of the 84 triples; ANDs of 3 bits have at most 2,
            4, 8 patterns on 1, 2,
            3 points, $2^n$ and not $2^v$. For $n > v$ the exact maximum is at most Sauer's sum, and that at most
            $(en/v)^v$, in {cases} cases
            (thresholds and intervals on 9 points, ANDs of 3 bits); the sum is reached in {tight}. In one world with
            parities (d = 3, 6, 10)
            the n at which the failure probability falls to β = 0.005 lies between the explicit lower and upper
            sizes.""", _vc),
        correction=r"""For $n \le v$ it is $2^n$. Sauer's lemma gives $\sum_{i \le v}\binom{n}{i} \le (en/v)^v$.
            Explicit sizes, cited and not
            proved here: $\max\{\frac{4}{\alpha}\log_2\frac{2}{\beta}, \frac{8v}{\alpha}\log_2\frac{13}{\alpha}\}$
            suffice (Blumer et al. 1989);
            $\max\{\frac{1-\alpha}{\alpha}\ln\frac1\beta, \frac{v-1}{32\alpha}\}$ are needed for $\alpha \le 1/8$,
            $\beta < 1/100$ (the same;
            Ehrenfeucht et al. 1989).""",
    ),
    Statement(
        id="N17-PARITY", where="slide “Example 2: Learning parity functions”",
        title="Parities are learned by linear algebra",
        page="deeper/1a-cheap-classes",
        hypotheses=r"$c_r(x) = \langle r, x\rangle \bmod 2$, $r, x \in \{0,1\}^d$; realizable examples.",
        claim=r"""$\mathrm{VC}(C) = d$, since $e_1, \dots, e_d$ are shattered. Each example $(x_i, c_r(y_i))$ is a
            linear equation over $GF(2)$;
            solving them is an efficient PAC learner with $O(d)$ examples.""",
        verdict=Verdict.TYPO,
        check=says(r"""Elimination and listing all 16 parities agree on 200 random systems of 4 bits ({solved} of them
            solvable); at d = 300
            elimination recovers r from 340 uniform examples. $e_1, \dots, e_d$ are shattered (d = 1 to 8). Occam's n at
            α = 0.1, β = 0.05 is
            {n[0]}, {n[1]}, {n[2]} for d = 50, 100, 200.""", _parity),
        correction=r"""The example is $(x_i, c_r(x_i))$. For fixed $\alpha$ and $\beta$; explicitly
            $n \ge (d\ln 2 + \ln(1/\beta))/\alpha$.""",
    ),
)
