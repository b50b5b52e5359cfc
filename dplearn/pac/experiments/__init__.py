"""The questions that the figures of lecture 1 and its companions ask."""

from .samples import memorizer, overfit, real_threshold
from .sizes import finer_grid, growth, occam, sample_size

__all__ = ["finer_grid", "growth", "memorizer", "occam", "overfit", "real_threshold", "sample_size"]
