"""The questions that the figures of the companions ask."""

from .budget import sequence_profile
from .hunts import hunt_error
from .online import online_cards, online_updates
from .release import pmw_error, selection
from .sparse import epoch_cost
