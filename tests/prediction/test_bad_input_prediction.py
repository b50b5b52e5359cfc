"""Bad input to lecture 6's room."""

import nonsense
import numpy as np
from nonsense import Each, calls

from dplearn import prediction
from dplearn.prediction.estimator import PrivatePredictor

SERVED = {"law": lambda x: 0.5, "epsilon_answer": 0.1, "epsilon_total": 2.0, "delta": 1e-6, "composition": "optimal"}
GOOD = {
    "n": 5, "n_parts": 5, "beta": 0.1, "delta": 0.01, "epsilon_total": 2.0, "asked": 2, "k": 2,
    "empirical": [0.1, 0.2], "answers": [1, 20],
    "epsilon_step": [0.1, 0.5], "composition": Each(prediction.ADAPTIVE_COMPOSITIONS), "x": np.eye(2),
    "y": [0.5, 1.0], "radius": 1.0, "step": 0.5, "slope": np.sign, "lipschitz_f": 1.0,
}
TABLE = {
    "soft_majority_sample_size_sharp": calls({"alpha": 0.2, "part_size": lambda alpha, beta: 7},
                                             callback=("part_size",)),
    "answers_bought": calls({"delta": 1e-6}),
    "answer_epsilon": calls({"delta": 1e-6}),
    "split_parts": calls({"n_parts": 2}, work=("n",)),
    "informed_advantage": calls({"n_parts": 3, "epsilon": [0.5, 1.0]}),
    "PredictionServer": calls(SERVED, callback=("law",)),
    "PredictionServer.predict": calls({"x": 3}, free=("x",), of=lambda x: prediction.PredictionServer(
        **SERVED, rng=np.random.default_rng(0)).predict(x)),
    **nonsense.estimator(PrivatePredictor, epsilon=0.5, n_parts=2, classes=(0, 1, 2), base_estimator=None),
    "psgd": calls(callback=("slope",)),
    "stability_worst_pair": calls(work=("n",)),
}
globals().update(nonsense.tests(
    TABLE, "dplearn.prediction", "dplearn.prediction.estimator", good=GOOD,
    results=("Learner", "PrivatePredictor")))
