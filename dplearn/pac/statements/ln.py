"""Cards for LN, section 1: the two tables and Theorem 1."""

import itertools

from ... import brute, concepts, pac
from ...claim import ordered, says
from ...statement import Statement, Verdict
from .. import occam

SMALL = (concepts.Points(4), concepts.Thresholds(5), concepts.Conjunctions(3), concepts.Parities(3))
HARD = (occam.conjunction_world, occam.threshold_world, occam.point_world, occam.parity_world)


def small_worlds(distributions, seed):
    """Four classes with 4 to 8 hypotheses, each on so many distributions."""
    return [(c, p) for c in SMALL for p in brute.worlds(c.domain_size, distributions, seed)]


def exact_failures(sample_size, alphas, worlds, bits):
    """Failure probabilities at n = sample_size(|C|, α): all targets by brute force over the supports, and the hardest
    worlds that we know, with so many bits, in closed form."""
    for alpha in alphas:
        for concept_class, p in worlds:
            n = sample_size(concept_class.n_hypotheses, alpha)
            yield {"n_hypotheses": concept_class.n_hypotheses, "alpha": alpha, "n": n,
                   "failure": brute.occam_failure(concept_class, p, alpha, n)}
        for make, d in itertools.product(HARD, bits):
            world = make(d, alpha)
            n = sample_size(world.concept_class.n_hypotheses, alpha)
            yield {"n_hypotheses": world.concept_class.n_hypotheses, "alpha": alpha, "n": n,
                   "failure": occam.exact_failure(world, alpha, n)}


def _cases():
    yield from exact_failures(pac.theorem1_sample_size, (0.05, 0.1, 0.2, 0.3), small_worlds(12, 1), ())
    yield from exact_failures(pac.theorem1_sample_size, (0.1,), (), (3, 6, 10))


def _counted():
    settings = sum(case["failure"].size for case in _cases())
    return {"settings": settings, "by_force": settings - 12}


STATEMENTS = (
    Statement(
        "LN-T1", "Theorem 1", "Occam's razor: few examples suffice for a finite class", Verdict.HOLDS,
        "01-pac-and-occam",
        hypotheses=r"""$C$ finite, target $c \in C$, $n = 2\ln|C|/\alpha$ examples $(x_i, c(x_i))$ with $x_i$ i.i.d.
            from any $P$; $h$ any member of $C$ that is consistent with them.""",
        claim=r"""With $n = 2\ln|C|/\alpha$ examples any consistent $h \in C$ has $\Pr\big[\mathrm{err}(h) \le
            \alpha\big] \ge 1 - <theorem1_bound>$.""",
        correction=r"""Read $n \ge 2\ln|C|/\alpha$. At equality $e^{-\alpha n/2} = 1/|C|$, so the confidence is tied
            to $|C|$; the proof gives $|C|(1-\alpha)^n$ at every $n$. The strict $<$ in the printed proof needs at
            least one bad hypothesis.""",
        formulas=(pac.theorem1_bound,),
        check=says(
            r"""In {settings} settings the exact failure probability at $n = \lceil 2\ln|C|/\alpha \rceil$ is at
                most {ratio:.2f} of $e^{{-\alpha n/2}}$. By brute force {by_force} of them: all targets of four
                classes with 4 to 8 hypotheses, 12 distributions, α = 0.05, 0.1, 0.2, 0.3. The other 12 in closed
                form: four classes with about $2^d$ hypotheses, d = 3, 6, 10, α = 0.1.""",
            ordered("failure", pac.occam_bound.sharp, _cases, slack=1e-9),
            ordered(pac.occam_bound, pac.theorem1_bound, _cases, slack=1e-9),
            ordered("failure", pac.theorem1_bound, _cases), _counted),
    ),
)
