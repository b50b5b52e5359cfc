"""What only the companions of lecture 3 reach, behind the same doors as the lecture's own room."""

from .formulas import *
from .hedge import doubling_probabilities, log_potential
from .portfolio import (
    best_constant_rebalanced, buy_and_hold, exponentiated_gradient, exponentiated_gradient_bound_sharp, wealth,
)
from .search import worst_of_two
