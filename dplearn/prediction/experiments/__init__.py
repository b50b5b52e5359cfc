"""The questions that the figures of lecture 6 and its companions ask."""

from .averages import prediction_agnostic_size, prediction_average
from .costs import prediction_lower_bound, prediction_price
from .generalization import prediction_generalization
from .many import prediction_adult, prediction_budget
from .membership import membership_attack, membership_overfit
from .numbers import prediction_noise, prediction_regression, prediction_stability
from .soft_majority import soft_majority_parts
