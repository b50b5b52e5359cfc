"""The cards of lecture 4 and its companions, with their checks."""

from . import dr14, ladder, linear, ln

STATEMENTS = (*ln.STATEMENTS, *dr14.STATEMENTS, *ladder.STATEMENTS, *linear.STATEMENTS)
