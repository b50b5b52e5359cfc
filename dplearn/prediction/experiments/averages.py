"""Lecture 6, where no hypothesis is perfect.

* `prediction_average`: the excess error of averages and of the soft majority, exactly, in small worlds with real
  learners;
* `prediction_agnostic_size`: the examples that the averages ask for, as printed, corrected and without noise.
"""

from ...experiment import log_scale

EPSILON = log_scale("epsilon", "ε", "privacy of an answer", 0.1, 10, 1.0)
BETA = log_scale("beta", "β", "failure probability", 0.001, 0.2, 0.05)
