"""Loss matrices: what real data become before an algorithm that knows only losses sees them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class ExpertData:
    """Experts and what each loses in each round, ready for `dplearn.experts` and `dplearn.private_experts`.

    Attributes
    ----------
    names : tuple of str, length K
    losses : float array (T, K), read-only, in [0, 1] or [-1, 1]; smaller is better
    """

    names: tuple[str, ...]
    losses: np.ndarray

    @property
    def T(self) -> int:
        """Number of rounds."""
        return len(self.losses)

    @property
    def totals(self) -> np.ndarray:
        """Each expert's cumulative loss over all rounds, shape (K,)."""
        return self.losses.sum(axis=0)

    @property
    def best(self) -> int:
        """The column of the best expert in hindsight; ties to the first."""
        return int(self.totals.argmin())
