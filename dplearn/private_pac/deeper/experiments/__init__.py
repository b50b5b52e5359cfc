"""The questions that the figures of the companions ask."""

from .efficient import parity_privacy
from .learner import private_occam
