"""Census records of 16 bits a person, and literals as experts."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from ._files import frozen, read
from .expert_data import ExpertData


@dataclass(frozen=True, eq=False)
class AdultBits:
    """The 45,222 complete records of UCI Adult as bits.

    Attributes
    ----------
    names : tuple of str, length 16
        The first k columns make a domain of 2^k cells.
    x : bool array (45222, 16), read-only
    """

    names: tuple[str, ...]
    x: np.ndarray

    @property
    def n(self) -> int:
        """Number of records, 45222."""
        return len(self.x)

    def column(self, name: str) -> np.ndarray:
        """One bit of every record, shape (45222,); ValueError for an unknown name."""
        return self.x[:, self.names.index(check.choice("name", name, self.names))]


@functools.cache
def load_adult_bits() -> AdultBits:
    """The census records as 16 bits a person.

    Returns
    -------
    AdultBits
        Cached: every call gives the same object.  The first takes about 10 ms.

    Source: UCI Adult (Becker and Kohavi 1996), https://doi.org/10.24432/C5XW20 (CC BY 4.0).
    """
    header, rows = read("adult_bits.csv.gz").split(b"\n", 1)
    names = tuple(header.decode("ascii").split(","))
    # Each line is 16 digits with a comma or a line's end after each: every second byte is a bit.
    digits = np.frombuffer(rows, dtype=np.uint8).reshape(-1, 2 * len(names))[:, ::2]
    return AdultBits(names, frozen(digits == ord("1")))


def literal_losses(bits: AdultBits, target: str = "income_gt_50k") -> ExpertData:
    """Each literal of the other 15 bits as a predictor of `target`: its losses for LinearLearner.

    Parameters
    ----------
    bits : AdultBits
    target : str, optional
        The bit that is predicted.

    Returns
    -------
    ExpertData, shape (45222, 30), losses in {-1, +1} (`loss_range` 2.0)
        A round is a record; +1 where the literal errs on it, -1 where it is right, so the error of a literal is
        (1 + mean loss)/2 and excess error is half the excess loss.  First the 15 bits, then "not" of each.

    Raises
    ------
    ValueError
        For an unknown target.

    Notes
    -----
    The records, rows of the result, are what is private; the names are public.  Nothing is released here.
    Source of the setting: DR14, section 11.2, Algorithm 17.
    """
    check.instance("bits", bits, AdultBits)
    y = bits.column(check.choice("target", target, bits.names))
    other = [name for name in bits.names if name != target]
    errs = np.column_stack([bits.column(name) != y for name in other])
    signs = np.where(np.hstack([errs, ~errs]), 1.0, -1.0)  # "not b" errs where b is right
    return ExpertData(
        title=f"Literals that predict {target}", names=(*other, *(f"not {name}" for name in other)), losses=signs,
        rounds="records", loss="+1 wrong, -1 right", loss_range=2.0,
    )
