"""The exponential projected walk (ExpPW): private prediction on the line.

**Problem.** Examples (x_i, y_i), x on a line, y in {0, 1}; a query x is to be answered with a label, ε-privately.
Sort the examples by x and walk through those up to the query: a label 1 is a step up, a label 0 a step down, and steps
that would leave [-T, T] stay at its ends.  From the end v of the walk, answer 1 with probability
σ(εv/2) = 1/(1 + e^(-εv/2)).

**Notation.** The source's T is `clamp`; n examples; k the ends of the best union of intervals.

**Relation.** REPLACE_ONE unless said; one answer costs ε, and ε/2 is enough under ADD_REMOVE (`walk_epsilon` is exact).

`walk` makes the walk, `predictor` answers queries with it, and holds a form that
looks alike and is not private; `intervals` has its rivals: the best function of the sample, and one that is
published.  `formulas` says what an answer costs, how often the walk errs on its sample and on new points, and what
that takes; `world` knows the expected error exactly.  `deeper.estimator` is the walk for scikit-learn.

References: DF18, Section 5 (Figure 1, Lemmas 5.1 and 5.2, Theorem 5.3), Section 2.2.
"""

from .formulas import *
from .intervals import best_intervals, published_chances
from .predictor import empirical_error, figure_one_probability, predict_probability, tie_order
from .walk import projected_walk
