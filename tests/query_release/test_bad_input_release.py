"""Bad input of lecture 5 and its release desk; formulas are tried from their records."""

import numpy as np

import nonsense
from dplearn import query_release as qr
from dplearn.release_desk import ReleaseDesk
from nonsense import RNG, calls

P, ROWS = np.array([0.25, 0.25, 0.0, 0.5]), np.array([[1.0, 0.0, 1.0, 0.0], [0.0, 0.25, 1.0, 1.0]])
HUNTED = {"histogram": P, "queries": ROWS}
BUDGET = {"n": 100, "epsilon": 0.5, "delta": 1e-6}
NOTED = {**BUDGET, "rng": RNG}
RUN = {"n": 3, "epsilon_step": 0.5, "T": 2, "eta": 0.3}
TABLES = qr.Marginals(2, 1)
WORKLOADS = qr.DenseQueries(ROWS), TABLES
EPOCHS = {**HUNTED, "budget": qr.online_budget(n=10, epsilon=1.0, delta=1e-6, max_updates=2), "alpha": 0.2}
ONLINE = {"histogram": P, **NOTED, "alpha": 0.2, "calibration": "equal", "max_updates": 5, "eta": 0.3}
ANALYST = qr.adaptive_analyst(2)
PLAN = {"columns": 4, "epsilon": 0.5, "T": 5, "method": "mwem", "degree": 2}


def fresh(**options):
    return qr.OnlinePMW(**{**ONLINE, "rng": np.random.default_rng(5), **options})


def fresh_interview(mechanism, analyst, n_queries):
    return qr.interview(mechanism, qr.adaptive_analyst(2) if analyst is ANALYST else analyst, n_queries)


TABLE = {
    **{f"{type(w).__name__}.{method}": calls(good, of=getattr(w, method)) for w in WORKLOADS
       for method, good in (("answers", {"histograms": [P, P]}), ("query", {"i": 1}))},
    "DenseQueries": calls({"matrix": ROWS}),
    "Marginals": calls({"n_bits": 3, "degree": 2}),
    **{name: calls({"queries": ROWS}, {"queries": TABLES}) for name in ("as_workload", "with_negations")},
    "histogram_of": calls({"records": [[0, 1], [1, 1], [0, 0]]}),
    "max_error": calls({**HUNTED, "estimate": [P, np.full(4, 0.25)]}),
    # the algorithm
    "worst_query": calls({"errors": [0.25, -0.5, 0.25]}),
    "NoisyWorst": calls({"width": 1.0, "n": 100, "epsilon_step": 0.1, "rng": RNG, "drawn": 0}),
    "hunt_steps": calls({**HUNTED, "eta": 0.3, "choose": qr.worst_query}, callback=("choose",)),
    "multiplicative_weights": calls(*({**HUNTED, "T": 5, "eta": eta} for eta in (0.3, "hoeffding")), work=("T",)),
    "pmw": calls({**HUNTED, **NOTED, "T": 5}, work=("T",)),
    # noise on each answer, attacks
    "laplace_answers": calls({**HUNTED, **NOTED, "by": "query", "noise": "gaussian"},
                             {**HUNTED, "queries": TABLES, **NOTED, "by": "marginal"}),
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
    # one query at a time, MWEM, synthetic records, the desk
    "online_budget": calls(*({**BUDGET, "max_updates": 10, "calibration": c}
                             for c in qr.ONLINE_CALIBRATIONS)),
    "OnlinePMW": calls(ONLINE),
    "OnlinePMW.answer": calls({"query": ROWS[0]}, of=lambda query: fresh().answer(query)),
    "adaptive_analyst": calls({"n_bits": 2}, of=lambda n_bits: next(qr.adaptive_analyst(n_bits))),
    "interview": calls({"mechanism": fresh(max_updates=10**6), "analyst": ANALYST, "n_queries": 5}, of=fresh_interview),
    "online_law": calls(*({**EPOCHS, "edges": (-0.5, 0.0), "sign": sign} for sign in ("noisy", "true"))),
    "first_above_law": calls({"values": [0.5, 1.5], "threshold": 1.0, "threshold_scale": 0.5, "test_scale": 1.0}),
    "split_scales": calls({"l1_sensitivity": 0.01, "epsilon_search": 0.5, "epsilon_answer": 0.25}),
    "variant_audit": calls(*({"variant": v, "n_queries": 2, "n": 1, "epsilon": 0.5, "c": 1, "threshold": 0.5}
                             for v in qr.VARIANTS),
                           work=("n_queries", "n")),
    "mwem": calls({**HUNTED, **NOTED, "T": 5, "replays": 2, "measure": "query", "noise": "laplace"},
                  {**HUNTED, "queries": qr.Marginals(2, 1), **NOTED, "measure": "marginal",
                   "noise": "gaussian"},
                  work=("T", "n", "epsilon", "replays")),
    "mwem_rounds": calls(*({"universe_size": 16, **BUDGET, "measure": m} for m in ("query", "marginal"))),
    "Course": calls({**HUNTED, **NOTED, "T": 5}),
    "synthetic_records": calls({"histogram": P, "n_records": 5, "rng": RNG}, work=("n_records",)),
    "DeskPlan": calls({**PLAN}, {**PLAN, "columns": ("male", "white", "full_time")}),
    **{name: calls({**PLAN, "seed": 1}, {"columns": ("male", "white", "full_time"), "T": 9})
       for name in ("ReleaseDesk", "release_desk")},
    "ReleaseDesk.picture": calls(of=ReleaseDesk(3, T=2).picture),
    "ReleaseDesk.release": calls(of=ReleaseDesk(3, T=2).release),
    "ReleaseDesk.set": calls(PLAN, of=ReleaseDesk(3, T=2).set),
}
MODULES = "online online_formulas sparse_vector sparse_variants mwem desk".split()
RESULTS = ("OnlineBudget Variant event log_chances log_long_epoch variant_law hard_pair_epsilon Rows learn replay "
           "desk_figure column_words DeskRun DeskRelease Answers Hunt HuntStep Release Workload")
globals().update(nonsense.tests(TABLE, "dplearn.query_release", "dplearn.query_release.figures", "dplearn.release_desk",
                                *(f"dplearn.query_release.{name}" for name in MODULES), results=RESULTS.split()))
