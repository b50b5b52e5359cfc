"""What only the companions of lecture 2 reach, behind the same doors as the lecture's own room."""

from .formulas import *
from .parity import ParityOutcome, ParityPlan, parity_sample_size, private_parity_learner
from .statistical_queries import learn_conjunction
