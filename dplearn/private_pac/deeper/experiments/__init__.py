"""The questions that the figures of the companions ask."""

from .efficient import parity_privacy, sq_conjunction
from .learner import agnostic, private_occam
