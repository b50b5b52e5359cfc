"""Learners of lecture 1: consistent learners for each class.

A *proper* learner returns a hypothesis of the class.  Those here use the structure of the class and run at sizes where
it cannot be listed (conjunctions in hundreds of dimensions); `deeper` has those of points and parities, and the search
of a whole class.  None is private: N17, "where's the privacy problem?".
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from ..concepts import Thresholds


def bits(x, y) -> tuple[np.ndarray, np.ndarray]:
    """The examples as bool (n, d) and their labels (n,), checked."""
    x = check.array("x", x, (None, None), low=0, high=1, integral=True).astype(bool)
    return x, check.labels("y", y, x.shape[0])


def elimination_learner(x, y) -> int:
    """The most specific conjunction: every coordinate that is 1 in all positive examples.

    Parameters
    ----------
    x : array of 0/1, shape (n, d)
        Any d: the class is never listed.
    y : array of 0/1, shape (n,)

    Returns
    -------
    int
        Bit mask, the index in ``Conjunctions(d)``; all d bits if there is no positive example.

    Raises
    ------
    ValueError
        If no monotone conjunction fits the sample.

    Notes
    -----
    Cost O(nd).  The answer is right on all positive examples, and says 1 on a negative one
    only if every fitting conjunction would.  Class: LN, section 1.
    """
    x, y = bits(x, y)
    keep = x[y].all(axis=0)
    if (x[~y][:, keep].all(axis=1)).any():
        raise ValueError("y must be labels of some monotone conjunction; got a negative example that all of them "
                         "accept")
    return sum(1 << i for i in np.flatnonzero(keep).tolist())


def threshold_learner(x, y, N) -> int:
    """N17, example 1: the largest point labeled 1, or 0 if there is none.

    Parameters
    ----------
    x : array of integers in 1..N, shape (n,)
    y : array of 0/1, shape (n,)
    N : int

    Returns
    -------
    int
        j of c_j(x) = [x <= j], the index in ``Thresholds(N)``.

    Raises
    ------
    ValueError
        If no threshold fits the sample.

    Notes
    -----
    With the slide's first form, x < j, the same point would be labeled 0: the learner is
    consistent only for x <= j.
    """
    x = Thresholds(N).cell_index(x) + 1
    y = check.labels("y", y, x.size)
    j = int(x[y].max()) if y.any() else 0
    if (x[~y] <= j).any():
        raise ValueError("y must be labels of some threshold [x <= j]; got a 0 at or below a 1")
    return j
