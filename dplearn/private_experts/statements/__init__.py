"""The cards of lecture 4 and its companions, with their checks."""

from . import dr14

STATEMENTS = (*dr14.STATEMENTS,)
