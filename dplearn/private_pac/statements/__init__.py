"""The cards of lecture 2 and its companions, with their checks."""

from . import dr14, ln, n17

STATEMENTS = (*ln.STATEMENTS, *n17.STATEMENTS, *dr14.STATEMENTS)
