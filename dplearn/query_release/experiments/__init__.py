"""The questions that the figures of lecture 5 and its companions ask."""

from .budget import sequence_profile
from .hunts import hunt_error
from .online import online_cards, online_updates
from .release import laplace_answers, larger_universe, pmw_error, reconstruction, selection
from .sparse import epoch_cost
