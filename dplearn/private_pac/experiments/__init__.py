"""The questions that the figures of lecture 2 and its companions ask."""

from .data import mushrooms
from .learner import attack, private_sample_size, true_epsilon
