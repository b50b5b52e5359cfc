"""The questions that the figures of the companions ask."""

from .data import private_interval
from .efficient import adaptive_trap, parity_privacy, sq_conjunction
from .learner import agnostic, private_occam
