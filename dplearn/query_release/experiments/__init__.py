"""The questions that the figures of lecture 5 and its companions ask."""

from .budget import sequence_profile, step_budget
from .hunts import hunt, hunt_error
from .online import online_cards, online_updates
from .release import laplace_answers, pmw_error, reconstruction, selection
from .sparse import broken_sparse, epoch_cost, sign_leak
