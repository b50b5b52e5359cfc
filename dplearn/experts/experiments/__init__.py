"""The questions that the figures of lecture 3 and its companions ask."""

from .race import one_race
from .regret import learning_rate
