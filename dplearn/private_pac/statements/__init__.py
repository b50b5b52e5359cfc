"""The cards of lecture 2 and its companions, with their checks."""

from . import ln

STATEMENTS = (*ln.STATEMENTS,)
