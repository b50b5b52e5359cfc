"""The questions that the figures of the companions ask."""

from .data import forecasters, stocks
from .race import adaptive_opponent
from .regret import doubling, expert_regret, one_round
