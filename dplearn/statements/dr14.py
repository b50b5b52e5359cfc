"""Cards for DR14, chapter 11.  Here: section 11.1, the definitions and private PAC learning."""

from . import dr14_pac

STATEMENTS = dr14_pac.STATEMENTS
