"""The questions that the lectures' figures ask: one file a lecture, one `Experiment` a figure."""

from .base import Axis, Choice, Experiment, Line, Parameter, Picture, Series, Simulation
from .pac import growth, occam, random_hypothesis, sample_size
from .pac_samples import memorizer, overfit, real_threshold
from .start import log_ratio, survey, two_laws

__all__ = ["Axis", "Choice", "Experiment", "Line", "Parameter", "Picture", "Series", "Simulation", "log_ratio", "survey", "two_laws",
           "growth", "memorizer", "occam", "overfit", "random_hypothesis", "real_threshold", "sample_size"]
