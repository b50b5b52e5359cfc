"""What a move of a slider costs the kernel, for every exported experiment: the curves, and a chunk of runs, as work
that is counted.

A press is painted in time when the curves take some 12 ms of a fast machine and a chunk 10 (tests/benchmarks/budgets.py
measures that).  Here a cost that explodes is seen on any machine: a loop over runs or places in the lines executed, a
matrix in the memory held.
"""

import numpy as np
import pytest
from asking import random_settings
from work import Work, work

from dplearn import experiments

PICTURE = Work(lines=20_000, memory=5 << 20)   # twice the dearest, of which some are named below
CHUNK = Work(lines=8_000, memory=20 << 20)
DEARER = {         # lines of a picture, twice what was counted
    "hunt_error": 140_000,               # the first visit of a menu's entry hunts once for each T
    "exppw_intervals": 80_000,           # the first visit of a task walks through its records
}


@pytest.mark.parametrize("experiment", experiments.ALL.values(), ids=lambda e: e.name)
def test_a_move_and_a_chunk_are_little_work(experiment):
    experiment.picture(experiment.setting())   # what a session computes once
    most = PICTURE._replace(lines=DEARER.get(experiment.name, PICTURE.lines))
    for setting in random_settings(experiment, 2, seed=3):
        within(most, work(lambda: experiment.picture(setting)), setting)
        if experiment.simulation is not None:
            draw, runs = experiment.draw(setting), experiment.simulation.chunk_runs(setting)
            within(CHUNK, work(lambda: draw(np.random.default_rng(1), runs)), setting)


def within(most, done, setting):
    assert done.lines <= most.lines and done.memory <= most.memory, (done, setting)
