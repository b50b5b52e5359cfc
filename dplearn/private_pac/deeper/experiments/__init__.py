"""The questions that the figures of the companions ask."""

from .efficient import parity_privacy
from .learner import agnostic, private_occam
