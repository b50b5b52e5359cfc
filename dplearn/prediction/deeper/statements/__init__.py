"""The cards of the companions."""

from . import averaging, generalization, prediction, regression

STATEMENTS = (*prediction.STATEMENTS, *averaging.STATEMENTS, *regression.STATEMENTS, *generalization.STATEMENTS)
