"""Lecture 3's doors and its drawings, each parameter with every kind of nonsense."""

import nonsense
import numpy as np
from nonsense import Each, calls

from dplearn import experts

LAWS = np.array([[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]])
GOOD = {
    "losses": np.array([[0.0, 1.0, 0.5], [1.0, 0.25, 0.0]]), "rewards": LAWS, "probabilities": LAWS,
    "actions": (0, 1), "loss_range": 2.0,
    "rule": "hoeffding", "T": 5, "n_experts": 3, "runs": 2,
    "world": "takeover", "name": Each(experts.OPPONENTS),
}
TABLE = {
    "regret_at": calls({"T": [5, 20]}),
    "opponent_losses": calls(work=("T", "n_experts")),
    "run_race": calls(work=("T",)),
}
globals().update(nonsense.tests(
    TABLE, "dplearn.experts", good=GOOD, work=("runs",)))
