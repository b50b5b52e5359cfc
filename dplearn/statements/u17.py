"""Cards for U17, J. Ullman's slides: the multiplicative weights update rule, then private multiplicative weights for query release."""

from . import u17_mwu, u17_pmw, u17_pmw_online, u17_pmw_private

STATEMENTS = u17_mwu.STATEMENTS + u17_pmw.STATEMENTS + u17_pmw_private.STATEMENTS + u17_pmw_online.STATEMENTS
