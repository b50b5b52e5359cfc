"""Bad input to lecture 7's room."""

import nonsense
import numpy as np
from nonsense import RNG, SKLEARN, calls

from dplearn import exppw
from dplearn.exppw.estimator import ExpPWClassifier

ONES, LINE = np.array([0, 1, 1, 0]), np.array([1, 3, 2, 4])
BITS = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 1], [0, 0, 0]])
WALKED = {"x": LINE, "y": ONES, "query": [0.0, 2.0, 9.0], "clamp": 2, "epsilon": 0.5}
KEYS = {"tie_keys": [0.1, 0.4, 0.3, 0.2]}
IN_WORLD = {"k": 2, "noise": 0.1, "clamp": 3, "epsilon": 0.5}


def walker(X=BITS, y=ONES, **options):
    return ExpPWClassifier(**{"random_state": 0, "feature": 0, **options}).fit(X, y)


TABLE = {
    "projected_walk": calls({"y_sorted": ONES, "clamp": 2}, {"y_sorted": BITS.astype(bool), "clamp": 5}),
    "predict_probability": calls(WALKED, {**WALKED, **KEYS, "query_keys": [0.5, 0.6, 0.7]}),
    "figure_one_probability": calls(WALKED),
    "empirical_error": calls({"x": LINE, "y": ONES, "clamp": 2, "epsilon": 0.5, **KEYS}),
    "tie_order": calls({"x": LINE}, {"x": LINE, **KEYS}),
    "tie_rule_order": calls(*({"x": LINE, "y": ONES, "rule": rule} for rule in exppw.TIE_RULES)),
    "tie_rule_probability": calls(*({**WALKED, "rule": rule} for rule in exppw.TIE_RULES)),
    "best_intervals": calls({"x": [0.5, 2.0, -1.0], "y": [0, 1, 1], "k": 2}),
    "best_setting": calls({"k": 1, "alpha": 0.1, "epsilon": 0.5, "optimum": 0.1}),
    "expected_error": calls({**IN_WORLD, "n": 2000}),
    "tied_error": calls(*({"chance": 0.3, "n": 2000, "clamp": 3, "epsilon": 0.5, "order": o}
                          for o in ("keys", "data", "zeros-first"))),
    "draw_errors": calls({**IN_WORLD, "n": [0, 20, 1000], "rng": RNG, "runs": 3}, work=("runs",)),
    "walk_and_neighbor": calls({"y_sorted": ONES, "removed": 1, "clamp": 2}),
    "one_band": calls({"y_sorted": ONES, "band": 0, "clamp": 2, "k": 1}),
    "walk_against_vote": calls({"gaps": {"a": [[0.1, 0.2], [0.0, 0.1]]}, "epsilons": (0.05, 1.0)}),
    "ExpPWClassifier": calls(*({"epsilon": 0.5, "clamp": t, "alpha": 0.2, "feature": 0, "classes": c, "random_state": 3}
                               for t, c in ((None, None), (2, (0, 1)))),
                               of=lambda **options: walker(**options).predict(BITS)),
    "ExpPWClassifier.fit": calls({"X": BITS, "y": ONES}, of=lambda X, y: walker(X, y).predict(BITS), **SKLEARN),
    **{f"ExpPWClassifier.{method}": calls({"X": BITS}, of=getattr(walker(), method), **SKLEARN)
       for method in ("predict", "predict_proba")},
}
globals().update(nonsense.tests(TABLE, "dplearn.exppw", "dplearn.exppw.figures", "dplearn.exppw.estimator"))
