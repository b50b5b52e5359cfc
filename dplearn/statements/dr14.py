"""Cards for DR14, chapter 11: private PAC learning, experts, private experts and the linear learner."""

from . import dr14_experts, dr14_ladder, dr14_linear, dr14_pac, dr14_private

STATEMENTS = (*dr14_pac.STATEMENTS, *dr14_experts.STATEMENTS, *dr14_private.STATEMENTS,
              *dr14_linear.STATEMENTS, *dr14_ladder.STATEMENTS)
