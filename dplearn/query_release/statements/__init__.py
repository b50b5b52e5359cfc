"""The cards of lecture 5 and its companions, with their checks."""

from . import private, release

STATEMENTS = (*release.STATEMENTS, *private.STATEMENTS)
