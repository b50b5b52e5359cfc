"""Private PAC learning (lecture 2)."""

from .agnostic import (  # noqa: F401
    agnostic_excess_bound, agnostic_sample_size, expected_gap_bound, expected_gap_tight, exponential_gap_bound, generalization_gap_bound, gibbs_risk_bound,
)
from .learner import (  # noqa: F401
    learner_probabilities_from_mistakes, learner_probabilities, private_learner, exact_learner_epsilon, private_occam_bound, private_occam_bound_sharp, private_occam_sample_size, private_occam_sample_size_sharp, point_world_failure, point_world_sample_size, MOST_N, MOST_CELLS,
)
from .parity import parity_learner_probabilities  # noqa: F401
