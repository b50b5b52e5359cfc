"""Cards for LN, section 1: the example with ANDs, Theorem 1, and the private learner.

The private learner's argument has several steps, and each is a card: privacy (`LN-PPAC-DP`), the
exponential mechanism (`LN-PPAC-EM`), the sample (`LN-PPAC-UTILITY`), their sum (`LN-PPAC`), and two
sharpenings of our own (`LN-PPAC-CHERNOFF`, `LN-PPAC-ONELINE`).
"""

from __future__ import annotations

import numpy as np

from ... import concepts, pac
from .. import occam
from ... import brute as _brute
from ...statement import Evidence, Statement, Verdict, require

TABLE_1 = (("001011", 1), ("000000", 0), ("000010", 1))
TABLE_2 = (("001011", 0), ("010110", 0), ("100010", 0), ("110100", 0), ("000100", 0))
SMALL = (concepts.Points(4), concepts.Thresholds(5), concepts.Conjunctions(3), concepts.Parities(3))


def _table(rows):
    return np.array([[int(bit) for bit in r] for r, _ in rows]), np.array([label for _, label in rows])


def _check_example() -> Evidence:
    ands = concepts.Conjunctions(6)
    first = pac.consistent_hypotheses(ands, *_table(TABLE_1))
    second = pac.consistent_hypotheses(ands, *_table(TABLE_2))
    require(np.flatnonzero(first).tolist() == [1 << 4], "the first table must leave exactly x_5")
    require(not second[[0, 1, 2, 4, 8, 16, 32]].any(), "the second table must rule out 1 and each single bit")
    require(second[63], "the AND of all bits must be consistent with the second table")
    right = 64 * (1 - ands.errors(np.full(64, 1 / 64), 63)[second].max())
    require(abs(right - 49) < 1e-9, f"the worst accuracy must be 49/64; got {right}/64")
    left = int(second.sum())
    return Evidence(
        f"Of 64 ANDs one fits the first table, $x_5$; {left} fit the second, and the AND of all six bits agrees with "
        "each of these on at least 49 of the 64 points (0.766 of them).",
        {"fit_first": 1, "fit_second": left, "worst_accuracy": 49 / 64},
    )


def _check_theorem_1() -> Evidence:
    settings, worst = 0, 0.0
    for concept_class in SMALL:  # every target, by brute force over all supports
        for alpha in (0.05, 0.1, 0.2, 0.3):
            n = pac.theorem1_sample_size(concept_class.n_hypotheses, alpha)
            bound = pac.theorem1_bound(concept_class.n_hypotheses, alpha, n)
            for p in _brute.worlds(concept_class.domain_size, 12, seed=1):
                failure = _brute.occam_failure(concept_class, p, alpha, n)
                settings, worst = settings + failure.size, max(worst, failure.max() / bound)
    for d in (3, 6, 10):  # the hardest worlds that we know, in closed form
        for make in (occam.conjunction_world, occam.threshold_world, occam.point_world, occam.parity_world):
            world = make(d, 0.1)
            size = world.concept_class.n_hypotheses
            n = pac.theorem1_sample_size(size, 0.1)
            chain = [occam.exact_failure(world, 0.1, n)[0], pac.occam_bound.sharp(size, 0.1, n),
                     pac.occam_bound(size, 0.1, n), pac.theorem1_bound(size, 0.1, n)]
            require(all(a <= b * (1 + 1e-9) for a, b in zip(chain, chain[1:])), f"exact <= power <= exponential <= printed in {world}: {chain}")
            settings, worst = settings + 1, max(worst, chain[0] / chain[-1])
    require(worst <= 1, f"the failure probability must not exceed e^(-αn/2); the ratio is {worst}")
    return Evidence(
        rf"In {settings} settings the exact failure probability at $n = \lceil 2\ln|C|/\alpha \rceil$ is at most {worst:.2f} of $e^{{-\alpha n/2}}$. "
        f"By brute force {settings - 12} of them: all targets of four classes with 4 to 8 hypotheses, 12 distributions, α = 0.05, 0.1, 0.2, 0.3. The other 12 in closed form: four classes with about $2^d$ hypotheses, d = 3, 6, 10, α = 0.1.",
        {"settings": settings, "largest_ratio": worst},
    )


STATEMENTS = (
    Statement(
        id="LN-EX1", where="section 1, the two tables", title="Two tables of six bits", page="deeper/1a-cheap-classes",
        hypotheses=r"$C$: all ANDs of a subset of $d = 6$ bits, the empty AND being the constant 1; labels by some $f \in C$.",
        claim=r"The three rows of the first table leave only $f(x) = x_5$. The five rows of the second rule out $1, x_1, \dots, x_6$, and "
              r"$h(x) = x_1 \wedge \dots \wedge x_6$ is then right on at least $3/4$ of all points, drawn uniformly.",
        verdict=Verdict.TYPO, check=_check_example,
        correction=r"The uniform distribution is on $\{0,1\}^d$ (printed: $\{0,1\}^n$). The worst consistent target is an AND of two bits, and $h$ agrees with it on $49/64$.",
    ),
    Statement(
        id="LN-T1", where="Theorem 1", title="Occam's razor: few examples suffice for a finite class", page="01-pac-and-occam",
        hypotheses=r"$C$ finite, target $c \in C$, $n = 2\ln|C|/\alpha$ examples $(x_i, c(x_i))$ with $x_i$ i.i.d. from any $P$; $h$ any member of $C$ that is consistent with them.",
        claim=r"With $n = 2\ln|C|/\alpha$ examples any consistent $h \in C$ has $\Pr\big[\mathrm{err}(h) \le \alpha\big] \ge 1 - e^{-\alpha n/2}$.",
        verdict=Verdict.HOLDS, check=_check_theorem_1,
        correction=r"Read $n \ge 2\ln|C|/\alpha$. At equality $e^{-\alpha n/2} = 1/|C|$, so the confidence is tied to $|C|$; the proof gives $|C|(1-\alpha)^n$ at every $n$. "
                   r"The strict $<$ in the printed proof needs at least one bad hypothesis.",
    ),
)
