"""The questions that the figures of the companions ask."""

from .samples import overfit, real_threshold
from .sizes import growth, sample_size

__all__ = ["growth", "overfit", "real_threshold", "sample_size"]
