"""The questions that the figures of the companions ask."""

from .cost import exppw_true_epsilon
from .errors import exppw_ties
