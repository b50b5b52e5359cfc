"""What the demo notebook shows: lecture 1's explorer with a tenth of its runs, and the least that can be drawn."""

from dataclasses import replace

from dplearn.experiment import Axis, Experiment, Parameter, Series
from dplearn.pac.experiments import occam

few = replace(occam, simulation=replace(occam.simulation, runs=1000))  # enough for several refinements

floor = Experiment(
    "floor",
    "The least that can be drawn",
    "What does one line through two points cost?",
    (Parameter("a", "a", "height", 0.0, 1.0, 0.5),),
    Axis("y", 0.0, 1.0),
    (Series("line", "line", "y = a", lambda s, x: s.a, kind="exact"),),
    Axis("x", 0.0, 1.0),
    points=2,
)
