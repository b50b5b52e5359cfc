"""The checks of lecture 2's cards catch wrong formulas and learners."""

import numpy as np
from mutants import caught

from dplearn import concepts, mechanisms, private_pac


def flat(learner):
    return lambda mistakes, **options: np.full(np.shape(mistakes), 1 / np.shape(mistakes)[-1])


def small_batches(plan):
    return lambda *args, **more: plan(*args, **more)._replace(batch_size=plan(*args, **more).batch_size // 4)


test_mutants = caught([
    ("LN-PPAC", private_pac, "private_occam_bound", 1e-3),
    ("LN-PPAC", private_pac, "private_occam_sample_size", 0.5),
    ("LN-PPAC-DP", private_pac, "learner_probabilities", lambda f: lambda *args,
     epsilon: f(*args, epsilon=2 * epsilon)),
    ("LN-PPAC-EM", private_pac, "many_mistakes_bound", 0.1),
    ("LN-PPAC-EM", private_pac, "learner_probabilities_from_mistakes", flat),
    ("LN-PPAC-UTILITY", private_pac, "few_mistakes_bound", 0.3),
    ("LN-PPAC-CHERNOFF", private_pac, "private_occam_bound_chernoff", 2.0),
    ("LN-PPAC-CHERNOFF", private_pac, "few_mistakes_bound_chernoff", 0.3),
    ("LN-PPAC-CHERNOFF", private_pac, "private_occam_sample_size_chernoff", 0.5),
    ("LN-PPAC-ONELINE", private_pac, "private_occam_bound_power", 0.1),
    ("LN-PPAC-ONELINE", private_pac, "private_occam_bound_sharp", 0.1),
    ("N17-PPAC-DEF", mechanisms, "_rate", 4.0),
    ("N17-GEN", private_pac, "generalization_gap_bound", 0.4),
    ("N17-GEN", private_pac, "generalization_gap_bound_sharp", 0.4),
    ("N17-PPAC", private_pac, "private_occam_sample_size_sharp", 0.3),
    ("N17-LIST", private_pac, "parity_sample_size", lambda f: lambda d, *rest: f(d * d, *rest)),
    ("N17-PARITY-DP", private_pac, "parity_epsilon", 1.01),
    ("N17-PARITY-N", private_pac, "parity_sample_size", small_batches),
    ("DR14-D11.4", private_pac, "fixed_queries_sample_size", 0.3),
    ("DR14-D11.5", concepts.ConceptClass, "errors", 5.0),
    ("DR14-11.1-EM", private_pac, "exponential_gap_bound", 0.3),
    ("DR14-11.1-EM", private_pac, "expected_gap_bound_sharp", 0.98),
    ("DR14-11.1-PPAC", private_pac, "private_agnostic_sample_size", 0.05),
    ("DR14-11.1-PPAC", private_pac, "gibbs_risk_bound", 0.5),
    ("DR14-11.1-SQ", private_pac, "adaptive_trap_expected_error", 0.1),
    ("DR14-11.1-SQ", private_pac, "expected_max_error", 1.01),
])
