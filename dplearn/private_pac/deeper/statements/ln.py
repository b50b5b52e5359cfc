"""What the companions of lecture 2 add to `dplearn.private_pac.statements.ln`."""

import numpy as np
from scipy.special import bdtr

from .... import brute as samples, concepts, private_pac
from ....claim import ordered, says
from ....statement import Statement, Verdict
from ...statements.ln import NEAR
from ..formulas import few_mistakes_bound, few_mistakes_bound_chernoff, many_mistakes_bound

CLASSES = concepts.Points(4), concepts.Conjunctions(2), concepts.Thresholds(4)
TARGETS = [(c, target, c.n_hypotheses) for c in CLASSES for target in range(c.n_hypotheses)]


def _many_mistakes(concept_class, target, alpha, epsilon):
    mistakes = samples.realizable(concept_class, samples.compositions(20, concept_class.domain_size), target)
    law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=epsilon)
    return np.where(mistakes > alpha * 20 / 2, law, 0.0).sum(axis=1)


LENGTHS = np.unique(np.geomspace(1, 20000, 120).astype(int))
ERRORS = {"n": LENGTHS, "alpha p": [(a, p) for a in (0.005, 0.02, 0.1, 0.25, 0.5, 0.9)
                                    for p in (a, (1 + a) / 2, min(1.0, 1.5 * a))]}


def _few_mistakes(alpha, p, n):
    return bdtr(np.floor(alpha * n / 2 + 1e-9), n, p)


STATEMENTS = (
    Statement(
        "LN-PPAC-EM", "section 1, utility on the sample", "The private learner makes few mistakes on its sample",
        Verdict.HOLDS, "deeper/2c-three-proofs",
        hypotheses=r"The learner of LN-PPAC on any sample that some $f \in C$ labels; $\alpha > 0$.",
        claim=r"$\Pr[u(x, h) < -\alpha n/2] \le <many_mistakes_bound>$.",
        formulas=(many_mistakes_bound,),
        check=says(
            r"""On all labeled samples of 20 examples from three small classes the exact probability is at
                most {ratio:.2f} of the bound. The classes have 4 or 5 hypotheses; every target, nine pairs $\alpha,
                \varepsilon$.""",
            ordered(_many_mistakes, many_mistakes_bound,
                    {"concept_class target n_hypotheses": TARGETS, "n": (20,), "alpha": (0.1, 0.2, 0.5),
                     "epsilon": (0.1, 1.0, 4.0)})),
    ),
    Statement(
        "LN-PPAC-UTILITY", "section 1, from the sample to the distribution",
        "Bad hypotheses make many mistakes on the sample", Verdict.HOLDS, "deeper/2c-three-proofs",
        hypotheses=r"$n$ i.i.d. examples labeled by $f \in C$; BAD: the $h \in C$ with error above $\alpha$.",
        claim=r"""$\Pr_x[\exists h \in \mathrm{BAD} : u(x,h) \ge -\alpha n/2] \le |C|<few_mistakes_bound>$ (called
            Chernoff; this is Hoeffding's additive form).""",
        correction=r"""The inequalities are not strict when BAD is empty. The multiplicative form gives
            $|C|<few_mistakes_bound_chernoff>$, smaller for $\alpha < 1/4$.""",
        formulas=(few_mistakes_bound, few_mistakes_bound_chernoff),
        check=says(
            r"""For one hypothesis, of which there are at most $|C|$, the exact binomial tail is at most $e^{{-\alpha^2
                n/2}}$ at {settings} settings of $n$, $\alpha$ and its error (largest ratio {tail:.2f}).""",
            ordered(_few_mistakes, few_mistakes_bound, ERRORS, "tail", **NEAR)),
    ),
    Statement(
        "LN-PPAC-CHERNOFF", "sharpening of the last display of section 1", "No square of the accuracy is needed",
        Verdict.OURS, "deeper/2c-three-proofs",
        hypotheses=r"As for LN-PPAC; $0 < \beta < 1$.",
        claim=r"""$n \ge \max\{4\ln(2|C|/\beta)/(\alpha\varepsilon),\ 8\ln(2|C|/\beta)/\alpha\}$ gives
            $\Pr[\mathrm{err}(h) > \alpha] \le \beta$.""",
        correction=r"""For $p \ge \alpha$ the multiplicative Chernoff bound is $\Pr[\mathrm{Bin}(n,p) \le \alpha
            n/2] \le e^{-\alpha n/8}$; put it in place of $e^{-\alpha^2 n/2}$: at this $n$ each term is at most
            $\beta/2$.""",
        check=says(
            r"""The exact binomial tail is at most $e^{{-\alpha n/8}}$ at {settings} settings of $n$, α and the error
                (largest ratio {tail:.2f}).""",
            ordered(_few_mistakes, few_mistakes_bound_chernoff, ERRORS, "tail", **NEAR)),
    ),
)
