"""Randomized weighted majority as a private algorithm: which learning rate a privacy budget permits.

`calibration` turns (ε, δ, T) into a learning rate, by six analyses from the loosest to the
tightest, and says what no analysis can exceed.  Everything is importable from here:
``from dplearn import private_experts``.
"""

from .attack import attack_ceiling, attack_success, draw_attack, draw_guesses, guess_success
from .calibration import ANALYSES, dr14_printed_eta, eta_guarantee, private_eta, worst_pair_eta
from .profile import ActionLossLaw, action_loss_law, rwm_profile, rwm_profile_interval, worst_pair, worst_pair_profile

__all__ = [
    "ANALYSES",
    "ActionLossLaw",
    "action_loss_law",
    "attack_ceiling",
    "attack_success",
    "dr14_printed_eta",
    "draw_attack",
    "draw_guesses",
    "eta_guarantee",
    "guess_success",
    "private_eta",
    "rwm_profile",
    "rwm_profile_interval",
    "worst_pair",
    "worst_pair_eta",
    "worst_pair_profile",
]
