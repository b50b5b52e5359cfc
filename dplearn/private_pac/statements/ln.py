"""Cards for LN, section 1: the private learner.

Its argument has several steps, and each is a card: privacy (`LN-PPAC-DP`), the exponential mechanism (`LN-PPAC-EM`),
the sample (`LN-PPAC-UTILITY`), their sum (`LN-PPAC`), and two sharpenings of our own (`LN-PPAC-CHERNOFF`,
`LN-PPAC-ONELINE`).
"""

import numpy as np

from ... import concepts, private_pac
from ...claim import at, ordered, says
from ...privacy import Relation, exact_epsilon
from ...statement import Statement, Verdict, require
from .. import brute
from ..formulas import (
    point_world_failure, private_occam_bound, private_occam_bound_power, private_occam_bound_sharp,
    private_occam_sample_size, private_occam_sample_size_at,
)

SMALL = (concepts.Thresholds(3), concepts.Points(3), concepts.Conjunctions(2), concepts.Parities(2))
NEAR = {"slack": 1e-9}


def _at_size(formula, size):
    """A formula at the number of examples that another one asks for."""
    return lambda **point: at(formula, {**point, "n": at(size, point).astype(int)})


def _audits():
    found = [brute.audited(SMALL[0], n).true_epsilon for n in (1, 2, 3, 4)]
    removed = max(brute.audited(SMALL[0], n, Relation.ADD_REMOVE).true_epsilon for n in (1, 2, 3, 4))
    laws = [private_pac.learner_probabilities(concepts.Thresholds(1), np.ones(40, int), np.arange(40) < ill,
                                              epsilon=1.0) for ill in (0, 1)]
    long = exact_epsilon(*laws)
    require(max(found) <= 1 and removed <= 0.5 + 1e-12 and 0.9999 < long <= 1 + 1e-12,
            f"at most 1, 1/2 under add/remove, and near 1 for long samples; got {found}, {removed}, {long}")
    return {"thresholds": found, "removed": removed, "long": long}


def _one_line_worlds():
    """Exact failure on all samples of 24 examples, beside |C|(1-α(1-e^(-ε/2)))^24."""
    for concept_class in SMALL:
        for chances, mistakes, errors in brute.realizable_worlds(concept_class, 24, 5, seed=3):
            for alpha, epsilon in ((0.1, 0.5), (0.2, 1.0), (0.3, 8.0)):
                law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=epsilon)
                yield {"found": chances @ law @ (errors > alpha + 1e-12),
                       "bound": private_occam_bound_power(concept_class.n_hypotheses, alpha, epsilon=epsilon, n=24)}


SIZES = {"n_hypotheses": (2, 16, 1024, 2**16), "alpha": (0.02, 0.1, 0.4), "epsilon": (0.05, 0.5, 5.0)}


def _at_lns_size(formula, most):
    return ordered(_at_size(formula, private_occam_sample_size), most, SIZES, "exact", **NEAR)


def _little(n_hypotheses):
    return 1 / n_hypotheses + n_hypotheses**-3


STATEMENTS = (
    Statement(
        "LN-PPAC", "section 1, last display", "The private learner is accurate", Verdict.ASYMPTOTIC, "02-private-pac",
        hypotheses=r"""$C$ finite, examples i.i.d. and labeled by $f \in C$; the learner outputs $h$ with
            probability proportional to $e^{\varepsilon u/2}$, $u = -$(number of mistakes).""",
        claim=r"""$\Pr[\mathrm{err}(h) > \alpha] < <private_occam_bound>$, so for $n \ge
            <private_occam_sample_size>$ the learner is accurate and private with high probability.""",
        correction=r"""The display holds. At that $n$, which has no $\beta$, the failure probability is at most
            $1/|C| + |C|^{-3}$, which says little for small $|C|$ and cannot be chosen; for a chosen $\beta$
            take $n = <private_occam_sample_size_at>$. Privacy is not a matter of high probability: the learner
            is $\varepsilon$-DP on every sample.""",
        formulas=(private_occam_bound, private_occam_sample_size, private_occam_sample_size_at),
        check=says(
            """At LN's $n$ the printed sum is at most $1/|C| + |C|^{{-3}}$ in all {settings} settings tried. That is
                0.0010 for $|C| = 1024$, but 0.625 for $|C| = 2$. The exact failure probability in the point world is at
                most {exact:.3g} of $1/|C| + |C|^{{-3}}$.""",
            _at_lns_size(point_world_failure, _at_size(private_occam_bound, private_occam_sample_size)),
            _at_lns_size(private_occam_bound, _little), _at_lns_size(point_world_failure, _little)),
    ),
    Statement(
        "LN-PPAC-DP", "section 1, after Theorem 1", "The exponential mechanism as a private learner", Verdict.HOLDS,
        "02-private-pac",
        hypotheses=r"Data $(x_i, y_i)$, $i \le n$, any labels; neighbors differ in one row; $C$ is public.",
        claim=r"""$u(x, h) = -|\{i : h(x_i) \ne y_i\}|$ has sensitivity 1, so output with probability proportional
            to $e^{\varepsilon u(x,h)/2}$ is $\varepsilon$-differentially private.""",
        correction=r"""For long samples $\varepsilon$ cannot be lowered. If neighbors differ by adding or removing a
            row, all scores move the same way and the same weight is $\varepsilon/2$-DP.""",
        check=says(
            """Claim ε = 1, thresholds on three points: over all samples of 1, 2, 3, 4 examples and all their
                neighbors the exact ε is {thresholds[0]:.3f}, {thresholds[1]:.3f}, {thresholds[2]:.3f},
                {thresholds[3]:.3f}. Under add/remove it is at most {removed:.3f}. A pair of samples of 40 examples has
                {long:.4f}.""",
            _audits),
    ),
    Statement(
        "LN-PPAC-ONELINE", "sharpening of the last display of section 1", "One line, for every privacy level",
        Verdict.OURS, "02-private-pac",
        hypotheses=r"As for LN-PPAC; any $\varepsilon > 0$.",
        claim=r"""$\Pr[\mathrm{err}(h) > \alpha] \le <private_occam_bound_power> \le <private_occam_bound_sharp>$,
            so $n \ge \ln(|C|/\beta)/(\alpha(1-e^{-\varepsilon/2}))$ gives failure probability at most $\beta$.""",
        correction=r"""$f$ has weight 1, so the normalizer is at least 1, and $\Pr[h\ \mathrm{bad}] \le \sum_{g \in
            \mathrm{BAD}} \mathbb{E}\,e^{-\varepsilon m(g)/2} = \sum_{g}(1-p_g(1-e^{-\varepsilon/2}))^n$, where $g$
            makes $m(g) \sim \mathrm{Bin}(n, p_g)$ mistakes and $p_g > \alpha$. As $\varepsilon \to \infty$ this is
            Occam's bound.""",
        formulas=(private_occam_bound_power, private_occam_bound_sharp),
        check=says(
            r"""Four small classes, all samples of 24 examples: in {worlds} settings the exact failure probability
                is at most {exact:.2f} of the first bound. A setting is a class (on three or four points), a
                distribution (five), a target and a pair α, ε (three).""",
            ordered("found", "bound", _one_line_worlds, "exact", count="worlds")),
    ),
)
