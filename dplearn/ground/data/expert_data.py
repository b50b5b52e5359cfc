"""Loss matrices with their story: what real data become before an algorithm that knows only losses sees them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from ._files import frozen


@dataclass(frozen=True, eq=False, kw_only=True)
class ExpertData:
    """Experts and what each loses in each round, ready for `dplearn.experts` and `dplearn.private_experts`.

    Attributes
    ----------
    title : str
        What is told about, in a few words.
    names : tuple of str, length K
    losses : float array (T, K), read-only copy
        In [0, 1] if `loss_range` is 1.0, in [-1, 1] if it is 2.0; smaller is better.
    rounds : str
        What a round is, in the plural ("races").
    loss : str
        What one unit of loss means.
    loss_range : 1.0 or 2.0, optional

    Raises
    ------
    ValueError
        When made with losses outside their range, or with as many names as there are not columns.
    """

    title: str
    names: tuple[str, ...]
    losses: np.ndarray
    rounds: str
    loss: str
    loss_range: float = 1.0

    def __post_init__(self):
        check.record(self)
        low = 1 - check.choice("loss_range", self.loss_range, (1.0, 2.0))
        losses = check.array("losses", self.losses, (None, None), low=low, high=1)
        names = tuple(check.text("each of names", name) for name in check.instance("names", self.names, (tuple, list)))
        if len(names) != losses.shape[1]:
            raise ValueError(f"names must be one for each of {losses.shape[1]} columns of losses; got {len(names)}")
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "losses", frozen(losses))

    @property
    def T(self) -> int:
        """Number of rounds."""
        return len(self.losses)

    @property
    def n_experts(self) -> int:
        """K, the number of experts."""
        return len(self.names)

    @property
    def totals(self) -> np.ndarray:
        """Each expert's cumulative loss over all rounds, shape (K,)."""
        return self.losses.sum(axis=0)

    @property
    def best(self) -> int:
        """The column of the best expert in hindsight; ties to the first."""
        return int(self.totals.argmin())
