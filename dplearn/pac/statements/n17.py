"""Cards for N17, first half: PAC learning, thresholds, points, Occam's razor, VC dimension, parities."""

import numpy as np

from ... import brute, pac
from ...claim import between, ordered, says
from ...concepts import Thresholds
from ...statement import Statement, Verdict, require
from .ln import exact_failures, small_worlds


def _boundary():
    # Uniform on 10 points: the threshold two steps from the target has error exactly 0.2.
    line, p = Thresholds(10), np.full(10, 0.1)
    n = pac.occam_sample_size.sharp(line.n_hypotheses, 0.2, 0.05)
    above, at_least = (brute.occam_failure(line, p, 0.2, n, boundary=boundary)[5] for boundary in (False, True))
    require(above < at_least <= 0.05, f"< and <= must differ here and both be learned; got {above}, {at_least}")
    return {"n": n, "above": above, "at_least": at_least}


BOUNDARIES = [{"concept_class": c, "p": p, "alpha": alpha, "n_hypotheses": c.n_hypotheses, "n": 30, "boundary": True}
              for c, p in small_worlds(6, 4) for alpha in (p.min(), 0.2)]


def _memorizer_error():
    """Expected error of "labels on the sample, a fair coin off it": half the expected unseen mass."""
    return (1 - 1 / 1024) ** 100 / 2


def _at_the_size():
    """At the slide's n, beside β."""
    for beta in (0.3, 0.05, 0.001):
        for case in exact_failures(lambda size, alpha: pac.occam_sample_size(size, alpha, beta), (0.1, 0.25),
                                   small_worlds(5, 7)):
            yield case | {"beta": beta}


STATEMENTS = (
    Statement(
        "N17-PAC", "slide “PAC learning [Valiant 84]”", "PAC learning", Verdict.HOLDS, "01-pac-and-occam",
        hypotheses=r"""Concept class $C$ over $X$; examples i.i.d. from an unknown $P$, labeled by an unknown $c \in
            C$; $\mathrm{err}(h)$ is the probability under $P$ that $h$ and $c$ differ.""",
        claim=r"""Definition: $L$ is an $(\alpha, \beta)$-PAC learner if for all $P$ and $c$, from polynomially many
            examples it makes an $h$ with $\Pr[\mathrm{err}(h) < \alpha] \ge 1 - \beta$.""",
        correction=r"""The proofs give $\le \alpha$ in place of $<$. Only the boundary differs, and Occam's bound
            covers it: $h$ with error at least $\alpha$ survives $n$ examples with probability at most
            $(1-\alpha)^n$ too.""",
        check=says(
            r"""Thresholds on 10 uniform points, α = 0.2, n = {n}: some consistent hypothesis has error > α with
                probability {above:.4f}, error ≥ α with probability {at_least:.4f}. Occam's bound promises β = 0.05
                for either. The boundary too is below $|C|(1-\alpha)^{{30}}$ for every target of four classes with 4
                to 8 hypotheses, six distributions, two α each.""",
            _boundary, ordered(brute.occam_failure, pac.occam_bound.sharp, BOUNDARIES, slack=1e-9)),
    ),
    Statement(
        "N17-SVP", "slide “Learning over sample vs. over distribution”",
        "Right on the sample, wrong on the distribution", Verdict.HOLDS, "01-pac-and-occam",
        hypotheses="Any $S$ labeled by $c$; $h$ may lie outside $C$.",
        claim=r"""$\mathrm{err}_S(h) \le \alpha$ does not bound $\mathrm{err}(h)$: let $h(x_i) = y_i$ on the sample
            and $h(x)$ be random elsewhere.""",
        check=says(
            """The memorizer makes no mistake on its sample; with 100 examples of 1024 equally likely points its
                expected error is {large:.3f}.""",
            between(0.4, _memorizer_error, 0.5, "large")),
    ),
    Statement(
        "N17-OCCAM", "slide “Occam's Razor”", "A finite class is learned from few examples", Verdict.HOLDS,
        "01-pac-and-occam",
        hypotheses=r"""$C$ finite, $n$ i.i.d. examples labeled by $c \in C$; the learner returns any consistent $h
            \in C$.""",
        claim=r"""$\Pr[\mathrm{err}(h) > \alpha] \le |C|e^{-\alpha n}$, hence $n \ge (\log|C| +
            \log(1/\beta))/\alpha$ examples suffice for failure probability $\beta$.""",
        correction=r"""Natural logarithms are enough (base 2 asks for more). The proof gives the smaller
            $|C|(1-\alpha)^n$.""",
        formulas=(pac.occam_bound,),
        check=says(
            """In {settings} settings the exact failure probability at the slide's n, with natural logarithms, is at
                most {ratio:.2f} β for every target. They are β = 0.3, 0.05, 0.001 and α = 0.1, 0.25, each with four
                small classes and five distributions.""",
            ordered("failure", "beta", _at_the_size)),
    ),
)
