"""Cards for U17, J. Ullman's slides.  Here: the multiplicative weights update rule."""

from . import u17_mwu

STATEMENTS = u17_mwu.STATEMENTS
