"""The questions that the figures of lecture 7 and its companions ask."""

from .data import exppw_intervals
from .errors import exppw_empirical
from .new_points import exppw_population, exppw_sample_size
