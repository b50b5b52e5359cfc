"""The questions that the figures of the companions ask."""

from .errors import exppw_ties
