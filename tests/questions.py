"""An experiment for tests: it costs nothing, and has every kind of part."""

import numpy as np

from dplearn import experiment

QUESTION = experiment.Experiment(
    name="mean_of_coins", title="Coins", question="How far is the mean of n coins from one half?",
    parameters=(experiment.Parameter("n", "n", "coins", 1, 100, 10, log=True, integer=True),
                experiment.Parameter("share", "p", "share of heads", 0.1, 0.9, 0.5),
                experiment.Choice("side", "side", {"h": "heads", "t": "tails"}, "h")),
    x="n", y=experiment.Axis("mean", 0.0, 1.0),
    series=(experiment.Series("p", "p", "p", lambda s, x: np.full(len(x), s.share)),),
    simulation=experiment.Simulation(lambda s, x, rng, runs: rng.binomial(x.astype(int), s.share, (runs, len(x))) / x,
                                     band="normal", runs=40, chunk=20, static_runs=20),
    points=5)
