"""The cards of lecture 6 and its companions, with their checks."""

from . import prediction

STATEMENTS = (*prediction.STATEMENTS,)
