"""Bad input of lecture 5; formulas are tried from their records."""

import nonsense
import numpy as np
from nonsense import Each, calls

from dplearn import query_release as qr
from dplearn.query_release import deeper

P, ROWS = np.array([0.25, 0.25, 0.0, 0.5]), np.array([[1.0, 0.0, 1.0, 0.0], [0.0, 0.25, 1.0, 1.0]])
TABLES = deeper.Marginals(2, 1)
GOOD = {
    "histogram": P, "histograms": [P, P], "estimate": [P, np.full(4, 0.25)], "matrix": ROWS, "queries": ROWS,
    "i": 1, "n_bits": 3, "degree": 2, "records": [[0, 1], [1, 1], [0, 0]], "errors": [0.25, -0.5, 0.25], "n": 100,
    "T": 5, "width": 1.0, "epsilon_step": 0.1, "drawn": 0, "choose": qr.worst_query,
    "noise": "gaussian", "steps": 10, "alpha": 0.2, "max_updates": 10,
    "values": [0.5, 1.5], "threshold": 1.0, "threshold_scale": 0.5, "test_scale": 1.0, "l1_sensitivity": 0.01,
    "epsilon_search": 0.5, "epsilon_answer": 0.25, "n_queries": 2,
    "universe_size": 16, "n_records": 5,
    "sign": "noisy", "budget": qr.online_budget(n=10, epsilon=1.0, delta=1e-6, max_updates=2),
    "method": "mwem",
}


def fresh():
    return qr.OnlinePMW(P, n=100, epsilon=0.5, delta=1e-6, max_updates=5, alpha=0.2, rng=np.random.default_rng(5))


TABLE = {
    **{name: calls({"queries": Each((ROWS, TABLES))}) for name in ("as_workload", "with_negations")},
    # the algorithm
    "hunt_steps": calls(callback=("choose",)),
    "multiplicative_weights": calls({"eta": Each((0.3, "hoeffding"))}, work=("T",)), "pmw": calls(work=("T",)),
    "nearest_distribution": calls({"values": [0.5, -0.1, 0.9]}),
    "fitted_answers": calls({"values": [0.5, 0.6, 0.1, 0.7], "queries": TABLES}),
    "noisy_tables": calls({"queries": TABLES}),
    "MWEM": calls({"queries": TABLES}, work=("T", "n", "epsilon")),
    "synthetic_records": calls(work=("n_records",)),
    # privacy
    "sequence_law": calls({"n": 3, "epsilon_step": 0.5, "T": 2}, work=("T",)),
    "sequence_errors": calls({"T": 2}, work=("T",)),
    "release_audit": calls({"queries": np.eye(2), "n": 3, "epsilon_step": 0.5, "T": 2}),
    "stream_audit": calls({"n": 1}, work=("n_queries", "n")),
    # one query at a time
    "OnlinePMW": calls({"max_updates": 5}),
    "OnlinePMW.answer": calls({"query": ROWS[0]}, of=lambda query: fresh().answer(query)),
    "adaptive_analyst": calls({"answer": np.mean, "n_bits": 2}, callback=("answer",),
                              of=lambda answer, n_bits: next(deeper.adaptive_analyst(answer, n_bits))[1]),
    # the desk
    "ReleasePlan": calls({"columns": Each((4, ("male", "white", "full_time")))}),
}
MODULES = "", *".cells .online .online_formulas .sparse_vector .tables .marginals .mwem .curator".split()
RESULTS = ("OnlineBudget walsh_hadamard release_errors "
           "replay column_words ReleaseRun Released Answers Hunt HuntStep Release Workload")
globals().update(nonsense.tests(TABLE, *map("dplearn.query_release{}".format, MODULES), good=GOOD,
                                results=RESULTS.split(), things=(qr.DenseQueries(ROWS), TABLES)))
