"""The questions that the figures of lecture 6 and its companions ask."""

from .costs import prediction_price
from .membership import membership_attack, membership_overfit
from .soft_majority import soft_majority_parts
