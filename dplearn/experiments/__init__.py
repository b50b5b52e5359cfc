"""The questions that the lectures' figures ask: one file a lecture, one `Experiment` a figure."""

from .base import Axis, Choice, Experiment, Line, Parameter, Picture, Series, Simulation

__all__ = ["Axis", "Choice", "Experiment", "Line", "Parameter", "Picture", "Series", "Simulation"]
