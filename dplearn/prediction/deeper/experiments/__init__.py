"""The questions that the figures of the companions ask."""

from .costs import prediction_generalization, prediction_lower_bound
from .many import prediction_adult, prediction_budget
from .numbers import prediction_noise, prediction_stability
