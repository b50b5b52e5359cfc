"""Occam's razor against the truth: worlds in which its failure probability is known exactly.

**Problem.** LN, Theorem 1 bounds the probability that some BAD hypothesis (error > α) is still
consistent after n examples by |C| (1 - α)^n <= |C| e^(-αn).  How far is that from the truth?

**Notation.** A `World` is a class, a target and the probabilities p of the cells.  Failure at n:
some bad hypothesis is consistent with n i.i.d. examples.  In the hardest worlds that we know the
bad hypotheses have error just above α: a = α (1 + 1e-6), written ``mass``.

**Exact values**, with q = (1 - a)^n.

- Conjunctions, independent bits that are 0 with probability a, target the constant 1: every bit
  must show a 0, so failure = 1 - (1 - q)^d (in general a binomial tail).
- Thresholds, any p: a bad threshold survives iff no example falls between the target and the
  nearest bad cut on its left, or on its right: two events and their intersection.
- Points: target of mass a, one other point with the rest; failure = q.
- Parities: x = 0 with probability 1 - 2a, otherwise uniform on {0, 1}^d; failure iff the examples
  have rank < d, a binomial mixture of the ranks of random matrices over GF(2).

**Simulation without records.** Let cell c ring a Poisson clock at rate p_c; its first ring is
E_c / p_c with E_c exponential.  The rings in order are i.i.d. draws from p, so the order of first
visits has the law of the sample's.  Up to time t, a cell first seen at t_c rings another
Poisson(p_c (t - t_c)) times.  So the number of examples until the last bad hypothesis is
rejected costs one exponential for each cell and one Poisson draw for each run, whatever n is, and
one run serves the whole curve: it fails at n exactly when its failure time exceeds n.

**Neighboring relation.** None: nothing here is private.

References: LN, Theorem 1; N17, examples 0 and 1 and "Occam's razor".
"""

from .all_zero import point_all_zero_failure, threshold_all_zero_failure
from .exact import exact_failure
from .simulation import failure_times, first_seen_times
from .worlds import World, conjunction_world, parity_world, point_world, threshold_world

__all__ = [
    "World",
    "conjunction_world",
    "exact_failure",
    "failure_times",
    "first_seen_times",
    "parity_world",
    "point_all_zero_failure",
    "point_world",
    "threshold_all_zero_failure",
    "threshold_world",
]
