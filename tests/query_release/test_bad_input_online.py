"""Bad input to what answers one query at a time, to MWEM, to synthetic records and to the release desk."""

import numpy as np

import nonsense
from nonsense import RNG, calls

from dplearn import query_release as qr
from dplearn.release_desk import ReleaseDesk

CELLS, ASKED = np.array([0.25, 0.25, 0.0, 0.5]), np.array([[1.0, 0.0, 1.0, 0.0], [0.0, 0.25, 1.0, 1.0]])
HUNTED, NOTED = {"histogram": CELLS, "queries": ASKED}, {"n": 100, "epsilon": 0.5, "delta": 1e-6}
EPOCHS = {**HUNTED, "budget": qr.online_budget(n=10, epsilon=1.0, delta=1e-6, max_updates=2), "alpha": 0.2}
ONLINE = {"histogram": CELLS, **NOTED, "alpha": 0.2, "rng": RNG, "calibration": "equal", "max_updates": 5, "eta": 0.3,
          "width": 2.0}
ANALYST = qr.adaptive_analyst(2)
PLAN = {"columns": 4, "epsilon": 0.5, "T": 5, "method": "mwem", "degree": 2}


def fresh(**options):
    return qr.OnlinePMW(**{**ONLINE, "rng": np.random.default_rng(5), **options})


def fresh_interview(mechanism, analyst, n_queries):
    return qr.interview(mechanism, qr.adaptive_analyst(2) if analyst is ANALYST else analyst, n_queries)


TABLE = {
    "online_budget": calls(*({**NOTED, "max_updates": 10, "width": 2.0, "calibration": c}
                             for c in qr.ONLINE_CALIBRATIONS)),
    "OnlineWeights": calls({"histogram": CELLS, "alpha": 0.2, "eta": 0.3}),
    "OnlineWeights.answer": calls({"query": ASKED[0]}, of=qr.OnlineWeights(CELLS, alpha=0.2).answer),
    "OnlinePMW": calls(ONLINE),
    "OnlinePMW.answer": calls({"query": ASKED[0]}, of=lambda query: fresh().answer(query)),
    "adaptive_analyst": calls({"n_bits": 2}, of=lambda n_bits: next(qr.adaptive_analyst(n_bits))),
    "interview": calls({"mechanism": fresh(max_updates=10**6), "analyst": ANALYST, "n_queries": 5}, of=fresh_interview),
    "online_law": calls(*({**EPOCHS, "edges": (-0.5, 0.0), "sign": sign} for sign in ("noisy", "true"))),
    "first_above_law": calls({"values": [0.5, 1.5], "threshold": 1.0, "threshold_scale": 0.5, "test_scale": 1.0}),
    "log_long_epoch": calls({"n_below": [0, 5], "below": 0.5, "above": -1.0, "threshold_scale": 0.5,
                             "test_scale": 1.0}),
    "split_scales": calls({"l1_sensitivity": 0.01, "epsilon_search": 0.5, "epsilon_answer": 0.25}),
    "variant_law": calls(*({"variant": v, "values": [0.5, 1.5], "threshold": 1.0, "epsilon": 0.5, "c": 1}
                           for v in qr.VARIANTS)),
    "variant_audit": calls(*({"variant": v, "n_queries": 2, "n": 1, "epsilon": 0.5, "c": 1, "threshold": 0.5}
                             for v in qr.VARIANTS),
                           work=("n_queries", "n")),
    "hard_pair_epsilon": calls(*({"variant": v, "n_below": 2, "epsilon": 0.5, "c": 1, "reach": 5.0}
                                 for v in qr.VARIANTS)),
    "mwem": calls({**HUNTED, **NOTED, "T": 5, "rng": RNG, "replays": 2, "measure": "query", "noise": "laplace",
                   "eta": 0.5},
                  {**HUNTED, "queries": qr.Marginals(2, 1), **NOTED, "rng": RNG, "measure": "marginal",
                   "noise": "gaussian"},
                  work=("T", "n", "epsilon", "replays")),
    "mwem_rounds": calls(*({"universe_size": 16, **NOTED, "measure": m} for m in ("query", "marginal"))),
    "Course": calls({**HUNTED, **NOTED, "T": 5, "rng": RNG}),
    "synthetic_records": calls({"histogram": CELLS, "n_records": 5, "rng": RNG}, work=("n_records",)),
    "records_csv": calls({"records": [[0, 1, 0], [1, 1, 0]], "names": ("a", "b", "c")}),
    "DeskPlan": calls({**PLAN}, {**PLAN, "columns": ("male", "white", "full_time")}),
    **{name: calls({**PLAN, "seed": 1}, {"columns": ("male", "white", "full_time"), "T": 9})
       for name in ("ReleaseDesk", "release_desk")},
    "ReleaseDesk.picture": calls(of=ReleaseDesk(3, T=2).picture),
    "ReleaseDesk.release": calls(of=ReleaseDesk(3, T=2).release),
    "ReleaseDesk.set": calls(PLAN, of=ReleaseDesk(3, T=2).set),
}
MODULES = "online online_formulas online_runs sparse_vector sparse_variants mwem synthetic desk desk_figure".split()
RESULTS = ("OnlineBudget Variant event log_chances Rows learn replay "
           "desk_figure desk_words column_words DeskRun DeskRelease")
globals().update(nonsense.tests(TABLE, *(f"dplearn.query_release.{name}" for name in MODULES), "dplearn.release_desk",
                                results=RESULTS.split()))
