"""PAC learning (lecture 1): Occam's razor, learners, growth functions, VC bounds.

**Problem.** Examples (x_1, y_1), ..., (x_n, y_n) are drawn i.i.d. from an unknown distribution P
and labeled by an unknown target of a finite class C.  A learner returns a hypothesis h; its
error is Pr_P[h(x) != y].  How many examples make the error at most α with probability 1 - β?

**Notation.** |C| = ``n_hypotheses``, α = ``alpha`` (error), β = ``beta`` (failure probability),
d = ``vc_dim``.  A hypothesis is BAD when its error exceeds α.

**Occam's razor** (LN, Theorem 1; N17, "PAC learning finite concept classes").  A bad hypothesis
survives n examples with probability at most (1 - α)^n, so some bad hypothesis of C is still
consistent with probability at most |C| (1 - α)^n <= |C| e^(-αn).  LN fixes n = 2 ln|C| / α and
reads the confidence off; N17 solves |C| e^(-αn) <= β for n.  Both are here.

**Neighboring relation.** None: nothing in this module is private.  The private counterparts
live in lecture 2.

**Offered.** ``occam_bound``, ``occam_sample_size``, ``theorem1_*``; ``elimination_learner`` and
``threshold_learner``; ``dichotomies``, ``is_shattered``, the Sauer bounds, a VC sample size.  In
``deeper``: learners for points, parities and any finite class, the agnostic setting.

References: LN, Theorem 1; N17, slides on PAC learning and the VC dimension; Blumer, Ehrenfeucht,
Haussler, Warmuth 1989, Theorem 2.1; Ehrenfeucht, Haussler, Kearns, Valiant 1989, Theorem 1;
DR14, section 11.1.
"""

from .formulas import *
from .growth import dichotomies, is_shattered
from .learners import elimination_learner, threshold_learner
