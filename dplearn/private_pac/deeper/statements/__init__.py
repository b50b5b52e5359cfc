"""The cards of the companions."""

from . import dr14, ln, n17

STATEMENTS = (*ln.STATEMENTS, *n17.STATEMENTS, *dr14.STATEMENTS)
