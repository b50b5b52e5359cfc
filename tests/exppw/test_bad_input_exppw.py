"""Bad input to lecture 7's room."""

import nonsense
from nonsense import BITS, LINE, ONES, Each, calls

from dplearn.exppw.deeper.estimator import ExpPWClassifier

GOOD = {
    "x": LINE, "y": ONES, "query": [0.0, 2.0, 9.0], "clamp": 2, "tie_keys": Each((None, LINE / 10)),
    "query_keys": [0.5, 0.6, 0.7], "k": 2, "y_sorted": ONES,
}
TABLE = {
    "projected_walk": calls({}, {"y_sorted": BITS.astype(bool), "clamp": 5}),
    "predict_probability": calls({"tie_keys": None, "query_keys": None}, {"tie_keys": LINE / 10}),
    "best_intervals": calls({"x": [0.5, 2.0, -1.0], "y": [0, 1, 1]}),
    "published_chances": calls({"ones": [3, 0, 5], "zeros": [0, 4, 0.5]}),
    **nonsense.estimator(ExpPWClassifier, epsilon=0.5, alpha=0.2, feature=0, clamp=2, classes=(0, 1)),
}
globals().update(nonsense.tests(
    TABLE, "dplearn.exppw", "dplearn.exppw.estimator", good=GOOD, results=("ExpPWClassifier",)))
