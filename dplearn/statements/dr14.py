"""Cards for DR14, chapter 11: private PAC learning (`dr14_pac`), then experts (`dr14_experts`)."""

from . import dr14_experts, dr14_pac

STATEMENTS = (*dr14_pac.STATEMENTS, *dr14_experts.STATEMENTS)
