"""What only the companions of lecture 6 reach, behind the same doors as the lecture's own room."""

from .best_average import best_average_parts
from .formulas import *
from .generalization import moment_bound
from .lower_formulas import *
from .number_formulas import *
from .regression import psgd, stability_worst_pair
