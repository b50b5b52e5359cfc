"""What only the companions of lecture 3 reach, behind the same doors as the lecture's own room."""

from .formulas import *
from .hedge import doubling_probabilities
