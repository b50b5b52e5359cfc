"""Randomized weighted majority as a private algorithm: which learning rate a privacy budget permits.

`calibration` turns (ε, δ, T) into a learning rate, by six analyses from the loosest to the
tightest, and says what no analysis can exceed.  `bounds` says what the rate costs in regret,
`linear` learns a linear predictor with it, and `linear_world` knows that learner's excess risk.
Everything is importable from here: ``from dplearn import private_experts``.
"""

from .attack import attack_ceiling, attack_success, guess_success
from .formulas import (
    avg_private_regret_bound, corrected_theorem3_bound, corrected_theorem3_rate, dr14_printed_avg_regret, free_epsilon, price_of_privacy, price_of_privacy_sharp, private_rate, private_realised_bound, private_regret_bound, private_regret_bound_sharp,
)
from .calibration import ANALYSES, dr14_printed_eta, eta_guarantee, private_eta, worst_pair_eta
from .linear import (
    excess_risk, excess_risk_bound, excess_risk_bound_at, expected_theta, exponential_linear, exponential_linear_bound, linear_eta, linear_learner, linear_learner_probabilities, linear_learner_runs,
)
from .linear_world import (
    draw_excess_risk, draw_exponential_risk, draw_round_risk, expected_excess_risk, expected_exponential_risk, one_good_coordinate,
)
from .profile import ActionLossLaw, action_loss_law, rwm_profile, rwm_profile_interval, worst_pair, worst_pair_profile

__all__ = [
    "ANALYSES",
    "ActionLossLaw",
    "action_loss_law",
    "attack_ceiling",
    "attack_success",
    "avg_private_regret_bound",
    "corrected_theorem3_bound",
    "corrected_theorem3_rate",
    "dr14_printed_avg_regret",
    "dr14_printed_eta",
    "draw_excess_risk",
    "draw_exponential_risk",
    "draw_round_risk",
    "eta_guarantee",
    "excess_risk",
    "excess_risk_bound",
    "excess_risk_bound_at",
    "expected_excess_risk",
    "expected_exponential_risk",
    "expected_theta",
    "exponential_linear",
    "exponential_linear_bound",
    "free_epsilon",
    "guess_success",
    "linear_eta",
    "linear_learner",
    "linear_learner_probabilities",
    "linear_learner_runs",
    "one_good_coordinate",
    "price_of_privacy",
    "price_of_privacy_sharp",
    "private_eta",
    "private_rate",
    "private_realised_bound",
    "private_regret_bound",
    "private_regret_bound_sharp",
    "rwm_profile",
    "rwm_profile_interval",
    "worst_pair",
    "worst_pair_eta",
    "worst_pair_profile",
]
