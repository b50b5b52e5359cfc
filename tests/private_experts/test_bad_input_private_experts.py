"""Nonsense for lecture 4."""

import numpy as np

import nonsense
from nonsense import calls

LOSSES = np.array([[0.0, 1.0, 0.5], [1.0, 0.25, 0.0]])
NEIGHBOR = np.array([[1.0, 0.0, 0.5], [1.0, 0.25, 0.0]])
GOOD = {
    "losses": LOSSES, "neighbor": NEIGHBOR, "loss_range": 2.0, "epsilon": [0.0, 0.1],
    "T": 5, "x": [[1.0, -0.5], [0.25, -1.0], [1.0, 0.0]], "analysis": "dr14",
}
TABLE = {
    "worst_pair": calls(work=("T",)),
    "linear_learner": calls({"epsilon": 0.5}),
}
globals().update(nonsense.tests(
    TABLE, "dplearn.private_experts", "dplearn.private_experts.formulas", good=GOOD))
