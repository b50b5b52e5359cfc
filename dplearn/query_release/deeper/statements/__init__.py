"""The cards of the companions."""

from . import online, private, release

STATEMENTS = (*release.STATEMENTS, *private.STATEMENTS, *online.STATEMENTS)
