"""The questions that the figures of lecture 5 and its companions ask."""

from .release import laplace_answers, larger_universe, reconstruction
