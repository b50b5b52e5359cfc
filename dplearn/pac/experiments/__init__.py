"""The questions that the figures of lecture 1 and its companions ask."""

from .samples import memorizer
from .sizes import finer_grid, occam

__all__ = ["finer_grid", "memorizer", "occam"]
