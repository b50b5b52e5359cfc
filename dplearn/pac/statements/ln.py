"""Cards for LN, section 1: the two tables and Theorem 1."""

import itertools

from ... import brute, concepts, pac
from ...claim import ordered, says
from ...statement import Statement, Verdict

SMALL = (concepts.Points(4), concepts.Thresholds(5), concepts.Conjunctions(3), concepts.Parities(3))
def small_worlds(distributions, seed):
    """Four classes with 4 to 8 hypotheses, each on so many distributions."""
    return [(c, p) for c in SMALL for p in brute.worlds(c.domain_size, distributions, seed)]


def exact_failures(sample_size, alphas, worlds):
    """Failure probabilities at n = sample_size(|C|, α) for every target, by brute force over the supports."""
    for alpha, (concept_class, p) in itertools.product(alphas, worlds):
        n = sample_size(concept_class.n_hypotheses, alpha)
        yield {"n_hypotheses": concept_class.n_hypotheses, "alpha": alpha, "n": n,
               "failure": brute.occam_failure(concept_class, p, alpha, n)}


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
                most {ratio:.2f} of $e^{{-\alpha n/2}}$. They are four classes with 4 to 8 hypotheses, 12
                distributions and α = 0.05, 0.1, 0.2, 0.3, each with all targets.""",
            ordered("failure", pac.theorem1_bound, lambda: exact_failures(
                pac.theorem1_sample_size, (0.05, 0.1, 0.2, 0.3), small_worlds(12, 1)))),
    ),
)
