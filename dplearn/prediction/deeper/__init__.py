"""What only the companions of lecture 6 reach, behind the same doors as the lecture's own room."""

from .best_average import best_average_parts, best_average_probability
from .formulas import *
from .generalization import moment_bound
from .losses import AbsoluteLoss, HuberLoss, SquaredLoss
from .lower_bounds import bit_error, constants_sample_size, smallest_error, smallest_sample_size
from .number_formulas import *
from .regression import laplace_prediction_probabilities, psgd, stability_worst_pair
