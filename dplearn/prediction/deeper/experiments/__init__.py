"""The questions that the figures of the companions ask."""

from .costs import prediction_lower_bound
from .many import prediction_adult
from .numbers import prediction_stability
