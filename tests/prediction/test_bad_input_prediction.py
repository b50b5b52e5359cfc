"""Bad input to lecture 6's room."""

import nonsense
import numpy as np
from nonsense import RNG, calls
from sklearn.exceptions import DataConversionWarning

from dplearn import prediction
from dplearn.prediction.estimator import PrivatePredictor

BITS, ONES = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 1], [0, 0, 0]]), np.array([0, 1, 1, 0])
BUDGET = {"epsilon_total": 2.0, "delta": 1e-6}
SERVED = {"law": lambda x: 0.5, "epsilon_answer": 0.1, **BUDGET, "composition": "optimal", "rng": RNG}
SIZED = calls({"alpha": 0.2, "beta": 0.1, "epsilon": 0.5, "part_size": lambda alpha, beta: 7}, callback=("part_size",))
# scikit-learn's own errors and warnings: for np.matrix, for labels in a column, and for labels that it cannot cast to
# integers
SKLEARN = {"says": {"X": ("array", "sample", "samples", "features", "Complex", "Expected", "Pandas", "dtype", "convert",
                          "numeric"),
                    "y": ("array", "sample", "samples", "target", "label", "labels", "classes", "input", "Complex",
                          "inhomogeneous")},
           "also": (TypeError, DataConversionWarning, RuntimeWarning, OverflowError)}
LOSSES = {"SquaredLoss": prediction.SquaredLoss(), "AbsoluteLoss": prediction.AbsoluteLoss(),
          "HuberLoss": prediction.HuberLoss(0.5)}
REGRESSION = {"x": np.eye(2), "y": [0.5, 1.0], "radius": 1.0}


def predictor(X=BITS, y=ONES, **options):
    return PrivatePredictor(**{"random_state": 0, **options}).fit(X, y)


def served():
    return prediction.PredictionServer(**{**SERVED, "rng": np.random.default_rng(0)})


TABLE = {
    "split_parts": calls({"n": 5, "n_parts": 2, "rng": RNG}),
    "soft_majority_sample_size": SIZED,
    "soft_majority_sample_size_sharp": SIZED,
    "agnostic_prediction_sample_size": SIZED,
    "agnostic_prediction_sample_size_corrected": SIZED,
    "agnostic_prediction_sample_size_sharp": SIZED,
    "informed_advantage": calls({"n_parts": 3, "epsilon": [0.5, 1.0], "asked": 2}),
    "moment_bound": calls({"k": 2, "epsilon": 0.5, "empirical": [0.1, 0.2], "weights": [0.5, 0.5], "delta": 0.01}),
    "spread_tail": calls({"factor": [0.5, 1.2], "epsilon": 0.5, "n": 3, "domain_size": 10}),
    "answer_epsilon": calls(*({**BUDGET, "answers": [1, 20], "composition": c} for c in prediction.COMPOSITIONS)),
    "answers_bought": calls(*({**BUDGET, "epsilon_step": [0.1, 0.5], "composition": c}
                              for c in prediction.COMPOSITIONS)),
    "PredictionServer": calls(SERVED, callback=("law",)),
    "PredictionServer.predict": calls({"x": 3}, of=lambda x: served().predict(x), free=("x",)),
    "votes_on_the_line": calls({"x": [0.2, 0.5, 0.9], "y": [1, 0, 0], "part": [0, 1, 0], "epsilon": 0.5, "marked": 1}),
    "one_disease": calls({"n_parts": 5, "epsilon": 0.5}),
    "two_passes": calls({"n": 5, "share": 0.5}),
    "coins_for_an_average": calls({"alpha": 0.1, "epsilon": 0.5}),
    "PrivatePredictor": calls(*({"epsilon": 0.5, "n_parts": r, "classes": c, "base_estimator": None,
                                 "random_state": 3} for r, c in ((None, None), (2, (0, 1, 2)))),
                              of=lambda **options: predictor(**options).predict(BITS)),
    "PrivatePredictor.fit": calls({"X": BITS, "y": ONES}, of=lambda X, y: predictor(X, y).predict(BITS), **SKLEARN),
    **{f"PrivatePredictor.{name}": calls({"X": BITS}, of=getattr(predictor(), name), **SKLEARN)
       for name in ("votes", "predict", "predict_proba")},
    "SquaredLoss": calls({"largest_error": 2.0, "smoothness": 0.5}),
    "AbsoluteLoss": calls(),
    "HuberLoss": calls({"width": 0.5}),
    **{f"{name}.value": calls({"prediction": [0.5, 2.0], "y": [1, 0]}, of=loss.value) for name, loss in LOSSES.items()},
    **{f"{name}.noise_excess": calls({"prediction": [0.5, 2.0], "y": [1, 0], "scale": 0.5}, of=loss.noise_excess)
       for name, loss in LOSSES.items()},
    "psgd": calls(*({**REGRESSION, "step": 0.5, "loss": loss} for loss in LOSSES.values())),
    "erm_strongly_convex": calls(*({**REGRESSION, "regularization": 0.5, "loss": LOSSES[name]}
                                   for name in ("SquaredLoss", "HuberLoss"))),
    "stability_worst_pair": calls({"n": 5, "lipschitz_f": 1.0, "reach": 2.0}, work=("n",)),
    "measured_rate": calls({"fit": lambda x, y: x.mean(axis=1), "x": np.eye(2), "y": [0.5, 1.0], "n": 3,
                            "queries": np.eye(2)},
                           callback=("fit",), work=("n",)),
    "laplace_prediction_probabilities": calls({"value": 0.5, "edges": [0.0, 1.0], "rate": 0.1, "epsilon": 0.5}),
    "best_average_probability": calls({"votes_for_one": [0, 20], "n_parts": 20, "alpha": 0.1, "epsilon": 0.5}),
    "smallest_error": calls({"n": 10, "mass": 0.25, "epsilon": 0.5, "delta": 0.01}),
    "smallest_sample_size": calls({"vc_dim": 3, "alpha": [0.1, 0.2], "epsilon": 0.5, "delta": 0.01}),
}
DOORS = "dplearn.prediction", "dplearn.prediction.estimator", "dplearn.prediction.figures"
globals().update(nonsense.tests(TABLE, *DOORS, results=("Learner", "Loss")))
