"""The questions that the figures of lecture 4 and its companions ask."""

from .actions import ln_claim, permitted_eta, read_a_day, six_rates
from .cost import private_regret
