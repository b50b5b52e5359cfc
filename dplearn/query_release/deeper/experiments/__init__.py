"""The questions that the figures of the companions ask."""

from .hunts import hunt_error
from .online import online_updates
