"""Private PAC learning (lecture 2): learning a finite class so that no single example can be told from the output.

**Problem.** Given n labeled examples, pick a hypothesis of a finite class C that errs little on the distribution they
came from, privately.  The exponential mechanism favors hypotheses by their number of mistakes m(h) on the sample:
weight e^{-ε m(h)/2}.

**Notation.** |C| = ``n_hypotheses`` (or ``log_size`` = ln|C|), α = ``alpha``, β = ``beta``, ε = ``epsilon``, n
examples.  A hypothesis is BAD when its error exceeds α.  OPT is the least error in C on the distribution.

**Neighboring relation.** REPLACE_ONE, unless said.

**Offered.** The learner's law (`learner`), for any class; the law of a learner of parities (`parity`); bounds, sample
sizes and exact values (`formulas`, with the one-line proof).  In ``deeper``: the learners in polynomial time, of
parities and of conjunctions, their sizes, labels without a target, and the learner as a scikit-learn classifier.

References: LN, section 1; N17, the slides on private PAC learning; DR14, section 11.1; Kasiviswanathan, Lee, Nissim,
Raskhodnikova, Smith, "What can we learn privately?" (FOCS 2008).
"""

from .formulas import *
from .learner import learner_probabilities, learner_probabilities_from_mistakes
from .parity import parity_learner_probabilities
