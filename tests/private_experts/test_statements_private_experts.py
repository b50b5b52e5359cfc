"""The checks of lecture 4's cards catch wrong formulas and algorithms."""

import numpy as np

from dplearn import experts, privacy, private_experts
from mutants import caught


def _peeks(original):
    return lambda losses, **options: original(np.vstack([losses, losses[-1:]]), **options)[1:]


def _wide(original):
    return lambda b, m, e: original(2 * b, m, e)


test_mutants = caught([
    ("LN-MW-EM", experts, "reward_probabilities", _peeks),
    ("LN-MW-BASIC", experts, "regret_at", 0.5),
    ("LN-MWDP", private_experts, "worst_pair_profile", 1e-4),
    ("LN-MWDP-LINE", privacy, "bounded_range_rho", 1.2),
    ("LN-MWDP-CORRECTED", privacy, "bounded_range_rho", 1.2),
    ("LN-T3", private_experts, "worst_pair_profile", 1.05),
    ("LN-T3-CORRECTED", private_experts, "corrected_theorem3_rate", 2.0),
    ("DR14-T3.20", privacy, "advanced_composition", 0.5),
    ("DR14-C3.21", privacy, "pure_composition_delta", lambda f: lambda s, k, e: f(2 * np.asarray(s), k, e)),
    ("DR14-T11.2", private_experts, "dr14_printed_eta", 1.2),
    ("DR14-T11.2", privacy, "bounded_range_composition_delta", _wide),
    ("DR14-T11.2-SHARP", private_experts, "private_eta", 1.01),
    ("DR14-T11.3", private_experts, "private_regret_bound", 0.4),
    ("DR14-T11.4", experts, "hedge_probabilities", _peeks),
    ("DR14-T11.4-PRICE", private_experts, "price_of_privacy", 1.01),
    ("DR14-A17", private_experts, "linear_learner_probabilities", lambda f: lambda x, *, eta: f(x, eta=2 * eta)),
    ("DR14-T11.5", private_experts, "linear_eta", 4.0),
    ("DR14-T11.5-RANGE", private_experts, "linear_eta", 1.3),
    ("DR14-T11.5-SHARP", private_experts, "linear_eta", 2.0),
    ("DR14-T11.6", private_experts, "excess_risk_bound", 0.5),
    ("DR14-T11.2-LADDER", private_experts, "private_eta", 1.01),
])
