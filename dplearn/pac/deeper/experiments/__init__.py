"""The questions that the figures of the companions ask."""

from .samples import overfit, real_threshold
from .sizes import sample_size

__all__ = ["overfit", "real_threshold", "sample_size"]
