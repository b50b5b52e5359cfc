"""The cards of lecture 6 and its companions, with their checks."""

from . import averaging, generalization, prediction, regression

STATEMENTS = (*prediction.STATEMENTS, *averaging.STATEMENTS, *regression.STATEMENTS, *generalization.STATEMENTS)
