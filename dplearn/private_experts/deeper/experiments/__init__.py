"""The questions that the figures of the companions ask."""

from .linear import linear_census
