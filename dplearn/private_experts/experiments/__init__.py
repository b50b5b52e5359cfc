"""The questions that the figures of lecture 4 and its companions ask."""

from .actions import action_profile, ln_claim, permitted_eta, read_a_day, six_profiles, six_rates
from .cost import privacy_price, private_regret
from .linear import linear_census, linear_excess

__all__ = ["action_profile", "linear_census", "linear_excess", "ln_claim", "permitted_eta", "privacy_price", "private_regret", "read_a_day", "six_profiles", "six_rates"]
