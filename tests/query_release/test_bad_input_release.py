"""Bad input of lecture 5's offline half; formulas are tried from their records."""

import numpy as np

import nonsense
from dplearn import query_release as qr
from nonsense import RNG, calls, public_callables

ONLINE = ("online", "sparse_", "mwem", "survey", "synthetic")  # modules of the other half, which has a table of its own

P, ROWS = np.array([0.25, 0.25, 0.0, 0.5]), np.array([[1.0, 0.0, 1.0, 0.0], [0.0, 0.25, 1.0, 1.0]])
HUNTED = {"histogram": P, "queries": ROWS}
NOTED = {"n": 100, "epsilon": 0.5, "delta": 1e-6, "rng": RNG}
RUN = {"n": 3, "epsilon_step": 0.5, "T": 2, "eta": 0.3}
TABLES = qr.Marginals(2, 1)
WORKLOADS = qr.DenseQueries(ROWS), TABLES

OFFERED = public_callables("dplearn.query_release")
THEIRS = [name for name, thing in OFFERED.items() if thing.__module__.split(".")[-1].startswith(ONLINE)]

TABLE = {
    **{f"{type(w).__name__}.{method}": calls(good, of=getattr(w, method)) for w in WORKLOADS
       for method, good in (("answers", {"histograms": [P, P]}), ("names", {"i": 1}), ("query", {"i": 1}))},
    "DenseQueries": calls({"matrix": ROWS}),
    "Marginals": calls({"n_bits": 3, "degree": 2, "bit_names": ("a", "b", "c")}),
    "Marginals.group": calls({"i": 1}, of=TABLES.group),
    **{name: calls({"queries": ROWS}, {"queries": TABLES}) for name in ("as_workload", "with_negations")},
    "histogram_of": calls({"records": [[0, 1], [1, 1], [0, 0]]}),
    "max_error": calls({**HUNTED, "estimate": [P, np.full(4, 0.25)]}),
    # the algorithm
    "worst_query": calls({"errors": [0.25, -0.5, 0.25]}),
    "NoisyWorst": calls({"width": 1.0, "n": 100, "epsilon_step": 0.1, "rng": RNG, "drawn": 0}),
    "hunt_steps": calls({**HUNTED, "eta": 0.3, "choose": qr.worst_query}, callback=("choose",)),
    "multiplicative_weights": calls(*({**HUNTED, "T": 5, "eta": eta} for eta in (0.3, "hoeffding")), work=("T",)),
    "pmw": calls({**HUNTED, **NOTED, "T": 5, "calibration": "basic", "eta": "printed"}, work=("T",)),
    # noise on each answer, attacks
    "laplace_answers": calls({**HUNTED, **NOTED, "by": "query", "noise": "gaussian"},
                             {**HUNTED, "queries": TABLES, **NOTED, "by": "marginal"}),
    "draw_reconstruction": calls(*({"n": 4, "asked": [5, 10], "scale": 0.1, "rng": RNG, "runs": 2, "noise": noise}
                                   for noise in ("laplace", "rounded")), work=("n", "asked", "runs")),
    # privacy
    "selection_guarantee": calls({"epsilon_step": 0.1, "delta": 1e-6, "steps": 10}),
    "sequence_law": calls({**HUNTED, **RUN}, work=("T",)),
    "sequence_errors": calls({**HUNTED, "T": 2, "eta": 0.3}, work=("T",)),
    "release_audit": calls({"queries": np.eye(2), **RUN, "epsilon": 0.5, "delta": 1e-6}),
    # drawings
    "distribution_and_queries": calls({"histogram": P, "queries": [[0, 1, 1, 0]], "names": ("a",),
                                       "cells": tuple("abcd")}),
    "first_steps": calls({**HUNTED, "eta": 0.5, "steps": (1, 2)}),
    "online_answers": calls({"errors": [0.05, 0.0, 0.2], "updated": [0, 0, 1], "alpha": 0.1}),
    "release_spread": calls({"panels": {"one": {"a": [0.1, 0.2], "b": [0.1, 0.3]}}, "learned": ("b",)}),
}
globals().update(nonsense.tests(TABLE, "dplearn.query_release", "dplearn.query_release.figures",
                                results=(*THEIRS, "Answers", "Hunt", "HuntStep", "Release", "Workload")))
