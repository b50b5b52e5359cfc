"""The questions that the figures of the companions ask."""

from .data import forecasters
from .regret import doubling, expert_regret
