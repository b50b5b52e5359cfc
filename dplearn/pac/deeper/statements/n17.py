"""What the companions of lecture 1 add to `dplearn.pac.statements.n17`."""

import itertools

import numpy as np

from .... import brute, pac
from ....claim import equal, ordered, says
from ....concepts import Conjunctions, IntervalUnions, Parities, Points, Thresholds
from ....statement import Statement, Verdict, require
from ... import deeper

LINE, ONE_POINT = (c.predictions(c.domain()) for c in (Thresholds(5), Points(5)))


def _largest_one(x, y):
    """What N17's threshold learner answers, as labels."""
    return LINE[pac.threshold_learner(x, y, 5)]


def _the_point(x, y):
    """What N17's point learner answers: the point seen with label 1, or h = 0."""
    return ONE_POINT[x[y][0] - 1] if y.any() else np.zeros(5, bool)


WORLDS = {"p": brute.worlds(5, 5, seed=5), "alpha": (0.1, 0.3), "n": (1, 5, 20)}
SEEN = [np.flatnonzero(mask >> np.arange(5) & 1) for mask in range(1, 32)]  # the points that a sample can hold


def _failure(table, learner):
    """The learner's probability of a bad answer, for every target: by all sets of points that n examples can fill."""
    def failure(p, alpha, n):
        bad = [[(learner(x + 1, target[x]) ^ target) @ p > alpha * (1 + 1e-12) for x in SEEN] for target in table]
        return bad @ brute.support_law(p, n)[1:]

    return failure


def _power(alpha, n):
    return (1 - alpha) ** n


def _random_point(d):
    """The random h where all mass is on one point other than the target's: all labels are 0, whatever n is."""
    return (Points(2**d).errors(np.eye(2**d)[1], 0) > 0.1).mean()


INTERVALS, ANDS = IntervalUnions(9, 2), Conjunctions(3)


def _most_patterns(concept_class, n):
    """The most label patterns on n points, by trying all sets."""
    points = concept_class.domain()
    return max(pac.dichotomies(concept_class, points[list(s)]) for s in itertools.combinations(range(len(points)), n))


CASES = [{"concept_class": c, "n": n, "vc_dim": c.vc_dim} for c, sizes in (
    (ANDS, range(4, 8)), (Thresholds(9), range(2, 10)), (INTERVALS, range(3, 10))) for n in sizes]


def _parity():
    x, r = np.random.default_rng(8).integers(0, 2, (340, 300)), np.random.default_rng(9).integers(0, 2, 300)
    found = deeper.parity_learner(x, x @ r % 2)
    require((found.particular == r).all(), "elimination must recover r at d = 300")
    require(all(pac.is_shattered(Parities(d), np.eye(d, dtype=int)) for d in range(1, 9)), "e_1, ..., e_d shattered")
    return {"rank": found.rank}


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
            r"""With target $c_0$ on 16 uniform points (α = 0.1) a random $h \in C$ fails with probability
                15/17, however many examples it saw. On 5 points (every target, five distributions, α = 0.1, 0.3, n =
                1, 5, 20) the learner with $h \equiv 0$ fails with probability at most {worst:.2f} of
                $(1-\alpha)^n$.""",
            equal(lambda: np.mean(Thresholds(16).errors(np.full(16, 1 / 16), 0) > 0.1), 15 / 17),
            ordered(_failure(LINE, _largest_one), _power, WORLDS, "worst", slack=1e-9)),
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
            consistent, so Occam's $|C|(1-\alpha)^n$ holds for it.""",
        check=says(
            r"""With all mass on one point and a random $h \in C$ the failure probability is 1/2, 1/4, 1/16 for d =
                1, 2, 4 at every n. With $h \equiv 0$ it is at most {worst:.2f} of $(1-\alpha)^n$ (5 points, every
                target, five distributions, α = 0.1, 0.3, n = 1, 5, 20).""",
            equal(_random_point, lambda d: 2.0**-d, {"d": (1, 2, 4)}),
            ordered(_failure(ONE_POINT, _the_point), _power, WORLDS, "worst", slack=1e-9)),
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
            r"""ANDs of 3 bits have at most 2, 4, 8 patterns on 1, 2, 3 points, $2^n$ and not $2^v$. For $n > v$ the
                exact maximum is at most Sauer's sum in {cases} cases (thresholds and intervals on 9 points, ANDs of 3
                bits).""",
            equal(_most_patterns, lambda n: 2**n, {"concept_class": [ANDS], "n": (1, 2, 3)}),
            ordered(_most_patterns, pac.sauer_bound, CASES, count="cases")),
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
            r"""At d = 300 elimination recovers r from 340 uniform examples, {rank} of them independent. $e_1, \dots,
                e_d$ are shattered (d = 1 to 8).""",
            _parity),
    ),
)
