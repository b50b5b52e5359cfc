"""Cards for LN, the lecture notes: PAC learning (`ln_pac`), then experts (`ln_experts`)."""

from . import ln_experts, ln_pac

STATEMENTS = (*ln_pac.STATEMENTS, *ln_experts.STATEMENTS)
