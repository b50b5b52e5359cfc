"""The cards of lecture 1 and its companions, with their checks."""

from . import ln, n17

STATEMENTS = (*ln.STATEMENTS, *n17.STATEMENTS)
