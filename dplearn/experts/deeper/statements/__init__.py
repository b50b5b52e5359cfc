"""The cards of the companions."""

from . import dr14, ln, u17

STATEMENTS = (*ln.STATEMENTS, *dr14.STATEMENTS, *u17.STATEMENTS)
