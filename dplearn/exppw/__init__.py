"""The exponential projected walk (ExpPW): private prediction on the line.

**Problem.** Examples (x_i, y_i), x on a line, y in {0, 1}; a query x is to be answered with a label, ε-privately.
Sort the examples by x and walk through those up to the query: a label 1 is a step up, a label 0 a step down, and steps
that would leave [-T, T] stay at its ends.  From the end v of the walk, answer 1 with probability
σ(εv/2) = 1/(1 + e^(-εv/2)).

**Notation.** The source's T is `clamp`; n examples; k the ends of the best union of intervals.

**Relation.** REPLACE_ONE unless said; one answer costs ε, and ε/2 is enough under ADD_REMOVE (`walk_epsilon` is exact).

`walk` makes the walk, `predictor` answers queries with it, `variants` holds the forms that look alike and are not
private.  `errors` says how often the walk errs on its sample, `bounds` what that promises on new points and what it
takes, `world` knows the expected error exactly, `ties` that at one place.

References: DF18, Section 5 (Figure 1, Lemmas 5.1 and 5.2, Theorem 5.3), Section 2.2.
Everything is importable from here: ``from dplearn import exppw``.
"""

from .formulas import (
    agnostic_error_bound, best_clamp, best_setting, clamp, exponential_sample_size, nonprivate_sample_size, population_error_bound, population_error_bound_sharp, realizable_failure_bound, sample_size, sample_size_sharp,
)
from .errors import best_intervals, empirical_error, empirical_error_bound, empirical_error_bound_sharp
from .predictor import predict, predict_probability, tie_order, walk_epsilon
from .variants import (
    TIE_RULES, figure_one_epsilon, figure_one_probability, intro_epsilon, tie_rule_order, tie_rule_probability,
)
from .ties import tied_error
from .walk import final_position, projected_walk
from .world import LineWorld, draw_errors, expected_error, stationary_law

__all__ = [
    "LineWorld",
    "TIE_RULES",
    "agnostic_error_bound",
    "best_clamp",
    "best_intervals",
    "best_setting",
    "clamp",
    "draw_errors",
    "empirical_error",
    "empirical_error_bound",
    "empirical_error_bound_sharp",
    "expected_error",
    "exponential_sample_size",
    "figure_one_epsilon",
    "figure_one_probability",
    "final_position",
    "intro_epsilon",
    "nonprivate_sample_size",
    "population_error_bound",
    "population_error_bound_sharp",
    "predict",
    "predict_probability",
    "projected_walk",
    "realizable_failure_bound",
    "sample_size",
    "sample_size_sharp",
    "stationary_law",
    "tie_order",
    "tie_rule_order",
    "tie_rule_probability",
    "tied_error",
    "walk_epsilon",
]
