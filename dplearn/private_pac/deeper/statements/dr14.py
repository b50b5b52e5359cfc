"""Cards for DR14, section 11.1: labeled examples, PAC and SQ learning, and what privacy costs them."""

import itertools
import math

import numpy as np
from scipy.special import bdtr

from .... import brute as samples, concepts, private_pac
from ....claim import between, ordered, refuted, says
from ....statement import Statement, Verdict
from .. import brute
from ..formulas import (
    adaptive_trap_expected_error, agnostic_excess_bound, expected_max_error, exponential_gap_bound,
    fixed_queries_sample_size, gibbs_risk_bound, private_agnostic_sample_size,
)


def _off(n):
    """Pr[the average of n fair coins is off by more than 0.1]; exact."""
    return 2 * bdtr(math.ceil(0.4 * n) - 1, n, 0.5)


SKEW = np.where(concepts.Conjunctions(3).domain(), 0.95, 0.05).prod(axis=1)  # each bit is 1 with probability 0.95


def _kept_by(target, oracle):
    """The error of the AND that keeps the bits answered at most 1/m, m = 2d/α = 20."""
    ands = concepts.Conjunctions(3)
    means = ((ands.domain() == 0) & ands.label_cells(target)[:, None]).T @ SKEW  # Pr[x_i = 0 and y = 1]
    return ands.errors(SKEW, target)[(means + oracle <= 1 / 20 + 1e-15) @ [1, 2, 4]]


def _gap_is_exceeded(n, epsilon, beta):
    """On every sample: Pr[the learner errs that much beyond the best]."""
    mistakes = samples.agnostic(concepts.Thresholds(3), samples.compositions(n, 6))
    law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=epsilon)
    gap = (mistakes - mistakes.min(axis=1, keepdims=True)) / n
    return np.where(gap > exponential_gap_bound(4, beta, epsilon=epsilon, n=n) + 1e-12, law, 0.0).sum(axis=1)


def _at_the_explicit_size():
    """β and the exact failure of two constants, one binomial sum."""
    for alpha, epsilon in ((0.02, 0.01), (0.02, 0.5), (0.1, 0.02)):
        n = private_agnostic_sample_size(2, alpha, beta=0.05, epsilon=epsilon)
        yield {"beta": 0.05, "found": brute.two_constants_failure(n, 0.51 * alpha, epsilon)}


ENOUGH = fixed_queries_sample_size(1002, 0.1, beta=0.05)


STATEMENTS = (
    Statement(
        "DR14-D11.4", "Definition 11.4", "Statistical queries and their oracle", Verdict.HOLDS,
        "deeper/2b-averages-and-parities",
        hypotheses=r"$\phi : \mathcal{X} \times \{0,1\} \to [0,1]$; tolerance $\tau \ge 0$.",
        claim=r"""Definition: an oracle for $\mathcal{D}$ with tolerance $\tau$ answers each query with
            $|\mathcal{O}(\phi) - \mathbb{E}_{(x,y)\sim\mathcal{D}}[\phi(x,y)]| \le \tau$.""",
        correction=r"Nothing else is promised: within $\tau$ the oracle may answer as an adversary.",
        check=says(
            """The average of a fair 0/1 query over 185 examples is an answer of tolerance τ = 0.1 but for probability
                {miss:.4f} (exact).""",
            between(0, _off, 0.05, "miss", {"n": 185})),
    ),
    Statement(
        "DR14-D11.5", "Definition 11.5", "SQ learning", Verdict.HOLDS, "deeper/2b-averages-and-parities",
        hypotheses=r"As in Definition 11.3, but the learner sees $\mathcal{D}$ only through an oracle.",
        claim=r"""Definition: $A$ SQ-learns $C$ if with some $m = \mathrm{poly}(d, 1/\alpha, \log(1/\beta))$ it
            makes at most $m$ queries of tolerance $1/m$ and with probability $1 - \beta$ outputs $f \in C$ with
            $\mathrm{err}(f, \mathcal{D}) \le \min_{f^* \in C}\mathrm{err}(f^*, \mathcal{D}) + \alpha$.""",
        correction="""This should hold for every valid oracle, adversarial ones included; the queries may depend on
            earlier answers.""",
        check=says(
            """ANDs of 3 bits: 3 queries “$x_i = 0$ and $y = 1$” with tolerance 1/m, m = 20, and keeping the bits
                answered at most 1/m, learn to error at most {ratio:.2f} of α = 0.3: for every target, bits that are 1
                with probability 0.95, and oracles that err by -1/m, 0 or 1/m at will.""",
            ordered(_kept_by, 0.3, {"target": range(8),
                                    "oracle": list(itertools.product((-1 / 20, 0, 1 / 20), repeat=3))})),
    ),
    Statement(
        "DR14-11.1-EM", "section 11.1, from Theorem 3.11",
        "The exponential mechanism picks a good classifier for the sample", Verdict.HOLDS, "deeper/2a-generalization",
        hypotheses=r"""$C$ finite; any sample $D$ of $n$ labeled examples; quality $q(f, D) = -\mathrm{err}(f, D)$,
            which one example moves by at most $1/n$.""",
        claim=r"""With probability $1 - \beta$ the mechanism returns $f \in C$ that labels an $\mathrm{OPT} -
            \frac{2(\log|C| + \log(1/\beta))}{\varepsilon n}$ fraction of $D$ correctly.""",
        correction=r"""OPT must be read as the largest fraction that some $f \in C$ labels correctly (the text does
            not say). The page's appendix has the best bound in expectation.""",
        formulas=(exponential_gap_bound,),
        check=says(
            r"""Thresholds on 3 points, all samples of 4 or 12 examples: the gap exceeds its bound with probability at
                most {ratio:.2f} β (ε = 0.2, 1, 5; β = 0.3, 0.05, 0.001).""",
            ordered(_gap_is_exceeded, "beta", {"n": (4, 12), "epsilon": (0.2, 1.0, 5.0), "beta": (0.3, 0.05, 0.001)})),
    ),
    Statement(
        "DR14-11.1-PPAC", "section 11.1, last display", "Private agnostic learning of a finite class",
        Verdict.ASYMPTOTIC, "deeper/2a-generalization",
        hypotheses=r"""$C$ finite, $n$ i.i.d. examples with any labels, the exponential mechanism with score
            $-\mathrm{err}(f, D)$ and $\varepsilon > 0$.""",
        claim=r"""$\mathrm{err}(f, D) \le \min_{f^*}\mathrm{err}(f^*, \mathcal{D}) + O(\sqrt{\log|C|/n}) +
            O(\log|C|/(\varepsilon n))$, so $n \ge O(\max\{\frac{\log|C|}{\varepsilon\alpha},
            \frac{\log|C|}{\alpha^2}\})$ suffices for excess error $\alpha$ on $\mathcal{D}$: no more than without
            privacy if $\varepsilon \ge \alpha$.""",
        correction=r"""The display bounds the error on $D$; one more $O(\sqrt{\log|C|/n})$ leads to $\mathcal{D}$.
            Explicit: $n \ge <private_agnostic_sample_size>$ gives excess at most $\alpha$ with probability $1 -
            \beta$. In expectation, without a union bound: $\mathbb{E}\,\mathrm{err}(f, \mathcal{D}) \le
            <gibbs_risk_bound>$, because one example moves the law of $f$ by at most $\tanh(\varepsilon/4)$; its
            last term does not fall with $n$, so $\varepsilon$ must: $\varepsilon = \sqrt{8\ln|C|/n}$ gives
            $\mathrm{OPT} + \sqrt{2\ln|C|/n}$.""",
        formulas=(agnostic_excess_bound, private_agnostic_sample_size, gibbs_risk_bound),
        check=says(
            r"""At the explicit n, in three settings with two hypotheses, the exact failure probability is at most
                {failure:.3f} β (β = 0.05).""",
            ordered("found", "beta", _at_the_explicit_size, "failure")),
    ),
    Statement(
        "DR14-11.1-SQ", "section 11.1, SQ learning", "Answering statistical queries, with and without privacy",
        Verdict.LIMITED, "deeper/2b-averages-and-parities",
        hypotheses="""$m$ queries, each an average over $n$ examples, hence $1/n$-sensitive. It is not said that they
            are fixed before the sample is drawn; an SQ learner may choose a query after seeing earlier answers.""",
        claim=r"""The Laplace mechanism answers them with $(\varepsilon, 0)$-DP and expected worst error $O(m\log
            m/(\varepsilon n))$. Without privacy $n = O(\log m/\alpha^2)$ examples suffice to answer $m$ queries to
            tolerance $\alpha$, by a Chernoff and a union bound.""",
        correction=r"""The first sentence holds: the expected worst error is exactly $<expected_max_error>$, $H_m
            = 1 + \frac12 + \dots + \frac1m$ (at $m = 1$ the printed $\log m$ is 0). The second holds for
            queries fixed in advance ($n \ge <fixed_queries_sample_size>$), and fails for adaptive ones: ask for
            the correlation of each of 1001 fair coordinates with an independent fair label, then how often the
            majority of the coordinates, each with the sign of its answer, equals the label. For adaptive ones
            three things are enough: fresh examples for each query, $O(m\log m/\alpha^2)$ in all; answers
            rounded to a grid of step $\alpha$, so that a union over the at most $(1 + 1/\alpha)^m$ transcripts
            gives $n = O((m\ln(1/\alpha) + \ln(1/\beta))/\alpha^2)$; or private answers on a sample that is
            large enough for their noise.""",
        words=r"""If the SQ learner needs to make m queries [...] $O(\log m/\alpha^2)$ suffices""",
        readings=("queries that are fixed in advance, as the union bound takes them; the condition is left out",
                  "the queries of any SQ learner (Definition 11.5)", Verdict.FALSE),
        formulas=(expected_max_error, fixed_queries_sample_size),
        check=says(
            r"""{n} examples are enough for 1002 fixed queries (α = 0.1, β = 0.05); with them the last of 1002 adaptive
                queries is off by {exact:.4f} on average, exactly.""",
            lambda: {"n": ENOUGH}, ordered(lambda: 1002 * _off(ENOUGH), 0.05),
            refuted(0.1, lambda: adaptive_trap_expected_error(1001, ENOUGH), name="exact")),
    ),
)
