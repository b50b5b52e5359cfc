"""The cards of the companions."""

from . import dr14, ladder, linear, ln

STATEMENTS = (*ln.STATEMENTS, *dr14.STATEMENTS, *ladder.STATEMENTS, *linear.STATEMENTS)
