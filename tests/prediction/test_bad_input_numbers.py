"""Bad input to the half of lecture 6's room that answers with numbers and averages."""

import nonsense
import numpy as np
from nonsense import calls

from dplearn import prediction

LOSSES = {"SquaredLoss": prediction.SquaredLoss(), "AbsoluteLoss": prediction.AbsoluteLoss(),
          "HuberLoss": prediction.HuberLoss(0.5)}
REGRESSION = {"x": np.eye(2), "y": [0.5, 1.0], "radius": 1.0}

TABLE = {
    "SquaredLoss": calls({"largest_error": 2.0, "smoothness": 0.5}),
    "AbsoluteLoss": calls(),
    "HuberLoss": calls({"width": 0.5}),
    **{f"{name}.{method}": calls({"prediction": [0.5, 2.0], "y": [1, 0], **more}, of=getattr(loss, method))
       for name, loss in LOSSES.items() for method,
       more in (("value", {}), ("derivative", {}), ("noise_excess", {"scale": 0.5}))},
    "psgd": calls(*({**REGRESSION, "step": 0.5, "loss": loss} for loss in LOSSES.values())),
    "erm_strongly_convex": calls(*({**REGRESSION, "regularization": 0.5, "loss": LOSSES[name]}
                                   for name in ("SquaredLoss", "HuberLoss"))),
    "stability_worst_pair": calls({"n": 5, "lipschitz_f": 1.0, "reach": 2.0}, work=("n",)),
    "measured_rate": calls({"fit": lambda x, y: x.mean(axis=1), "x": np.eye(2), "y": [0.5, 1.0], "n": 3,
                            "queries": np.eye(2)},
                           callback=("fit",), work=("n",)),
    "laplace_prediction_probabilities": calls({"value": 0.5, "edges": [0.0, 1.0], "rate": 0.1, "epsilon": 0.5}),
    "best_average_probability": calls({"votes_for_one": [0, 20], "n_parts": 20, "alpha": 0.1, "epsilon": 0.5}),
    "constants_sample_size": calls({"alpha": 0.1, "epsilon": 0.5}),
    "bit_error": calls({"copies": [0, 3], "epsilon": 0.5, "delta": 0.01}),
    "smallest_error": calls({"n": 10, "mass": 0.25, "epsilon": 0.5, "delta": 0.01}),
    "smallest_sample_size": calls({"vc_dim": 3, "alpha": [0.1, 0.2], "epsilon": 0.5, "delta": 0.01}),
}
MODULES = "averaging best_average losses lower_bounds number_formulas regression"
globals().update(nonsense.tests(TABLE, *(f"dplearn.prediction.{module}" for module in MODULES.split()),
                                results=("Loss",)))
