"""Literals of the census bits as experts."""

from __future__ import annotations

import numpy as np

from ... import _validate as check
from .._files import frozen
from ..adult import AdultBits
from ..expert_data import ExpertData

TARGET = "income_gt_50k"


def literal_losses(bits: AdultBits) -> ExpertData:
    """Each literal of the other 15 bits as a predictor of "income_gt_50k": its losses for LinearLearner.

    Parameters
    ----------
    bits : AdultBits

    Returns
    -------
    ExpertData, shape (45222, 30), losses in {-1, +1}
        A round is a record; +1 where the literal errs on it, -1 where it is right, so the error of a literal is
        (1 + mean loss)/2 and excess error is half the excess loss.  First the 15 bits, then "not" of each.

    Notes
    -----
    The records, rows of the result, are what is private; the names are public.  Nothing is released here.
    Source of the setting: DR14, section 11.2, Algorithm 17.
    """
    y = check.instance("bits", bits, AdultBits).column(TARGET)
    other = [name for name in bits.names if name != TARGET]
    errs = np.column_stack([bits.column(name) != y for name in other])
    signs = np.where(np.hstack([errs, ~errs]), 1.0, -1.0)  # "not b" errs where b is right
    return ExpertData((*other, *(f"not {name}" for name in other)), frozen(signs))
