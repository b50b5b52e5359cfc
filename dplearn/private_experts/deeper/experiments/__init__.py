"""The questions that the figures of the companions ask."""

from .actions import six_profiles
from .linear import linear_census
