"""The questions that the figures of lecture 2 and its companions ask."""

from .data import mushrooms, private_interval
from .efficient import adaptive_trap, parity_privacy, sq_conjunction
from .learner import agnostic, attack, private_occam, private_sample_size, true_epsilon
