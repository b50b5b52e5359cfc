"""The questions that the figures of lecture 3 and its companions ask."""

from .data import forecasters, racing, stocks
from .race import adaptive_opponent, one_race
from .regret import doubling, expert_regret, learning_rate, one_round
