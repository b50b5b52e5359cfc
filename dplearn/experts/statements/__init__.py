"""The cards of lecture 3 and its companions, with their checks."""

from . import dr14, ln

STATEMENTS = (*ln.STATEMENTS, *dr14.STATEMENTS)
