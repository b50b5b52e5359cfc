"""Cards for N17, K. Nissim's slides: PAC learning (`n17_pac`), then private PAC learning (`n17_private`)."""

from . import n17_pac, n17_private

STATEMENTS = (*n17_pac.STATEMENTS, *n17_private.STATEMENTS)
