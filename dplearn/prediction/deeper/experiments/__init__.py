"""The questions that the figures of the companions ask."""

from .averages import prediction_agnostic_size, prediction_average
from .costs import prediction_lower_bound
from .generalization import prediction_generalization
from .many import prediction_adult, prediction_budget
from .numbers import prediction_noise, prediction_regression, prediction_stability
