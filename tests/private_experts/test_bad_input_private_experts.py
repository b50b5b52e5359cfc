"""Nonsense for lecture 4."""

import numpy as np

import nonsense
from dplearn import private_experts
from nonsense import RNG, calls

LOSSES = np.array([[0.0, 1.0, 0.5], [1.0, 0.25, 0.0]])
PAIR = {"losses": LOSSES, "neighbor": np.array([[1.0, 0.0, 0.5], [1.0, 0.25, 0.0]]), "eta": 0.3}
WIDE = PAIR | {"loss_range": 2.0}
RECORDS = np.array([[1.0, -0.5], [0.25, -1.0], [1.0, 0.0]])
DRAWN = {"mu": [-0.5, 0.25], "n": 5, "eta": 0.3, "rng": RNG, "runs": 3}
LAW = private_experts.action_loss_law(**PAIR)

TABLE = {
    "ActionLossLaw.interval": calls({"epsilon": [0.0, 0.1]}, of=LAW.interval),
    "ActionLossLaw.profile": calls({"epsilon": [0.0, 0.1]}, of=LAW.profile),
    **{name: calls(WIDE) for name in ("action_loss_law", "attack_success")},
    **{name: calls(WIDE | {"epsilon": [0.0, 0.1]}) for name in ("rwm_profile", "rwm_profile_interval")},
    "guess_success": calls({"losses": LOSSES, "rows": np.eye(3), "day": 0, "eta": 0.3}),
    "worst_pair": calls({"T": 5, "n_experts": 3}, work=("T", "n_experts")),
    "linear_learner_probabilities": calls({"x": RECORDS, "eta": 0.3}),
    "linear_learner": calls({"x": RECORDS, "epsilon": 0.5, "delta": 1e-6, "rng": RNG, "analysis": "dr14"}),
    **{name: calls(DRAWN, work=("n", "runs")) for name in ("draw_excess_risk", "draw_round_risk")},
    "expected_excess_risk": calls({"n": [10, 100], "d": 5, "gap": 0.2, "eta": [0.3, 0.03]}),
    "expected_one_draw_risk": calls({"n": [10, 100], "d": 5, "gap": 0.2, "epsilon": 2.0}),
    "one_good_coordinate": calls({"d": 5, "gap": 0.2}, work=("d",)),
    "privacy_losses": calls({"losses": [[1, 0], [1, 1]], "neighbor": [[0, 0], [1, 1]], "eta": 0.3, "days": (2,),
                             "epsilon": 1.0}),
    "season_laws": calls({"losses": LOSSES, "neighbor": PAIR["neighbor"], "etas": (1, 0.1)}),
}
globals().update(nonsense.tests(TABLE, "dplearn.private_experts", "dplearn.private_experts.formulas",
                                "dplearn.private_experts.figures",
                                results=("ActionLossLaw",)))
