"""Cards for LN, the lecture notes: PAC learning (`ln_pac`), experts (`ln_experts`), private experts (`ln_private`)."""

from . import ln_experts, ln_pac, ln_private

STATEMENTS = (*ln_pac.STATEMENTS, *ln_experts.STATEMENTS, *ln_private.STATEMENTS)
