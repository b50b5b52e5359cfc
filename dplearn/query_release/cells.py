"""Noise once on every cell of the histogram: the obvious rival of all that learns.

One record replaced takes 1/n from one cell and gives it to another, so the whole histogram has l1-sensitivity 2/n and
Euclidean sensitivity √2/n, however many cells there are.  Laplace noise of scale 2/(εn) on each makes it ε-private with
δ = 0, Gaussian noise (ε, δ)-private, and whatever is computed from the noisy cells, any number of answers, costs
nothing more.  The price is that an answer adds up the noise of all cells that it counts: m cells, √m times the noise
of one, up to √|X|/2 times (`cells_deviation`, `cells_bound`).  The number of questions hardly counts, the universe
counts by its root.

**Projections** are post-processing.  "total" spreads what the sum lacks of 1 evenly over the cells: the nearest values
with the right sum, which never makes an answer's error larger (its variance falls by m²/|X| cells' worth).  "simplex"
gives the nearest distribution, hence records (`synthetic_records`): all cells are lowered by one number, and what is
below zero is cut off.  Where most cells are all but empty, that takes weight from the full ones for noise that happens
to be positive: it helps on few cells and harms on many.

**Relation.**  REPLACE_ONE, n public.  Under ADD_REMOVE one cell's *count* moves by 1: Laplace noise of scale 1/ε on
counts, half as much, is ε-private there (and 2ε-private under REPLACE_ONE).  But then n is private too: dividing by it
is not allowed, and shares need a noisy n.

Names: histogram queries (DR14, Example 3.2), the perturbed histogram (Wasserman and Zhou 2010), in the matrix mechanism
the identity strategy (Li, Hay, Rastogi, Miklau and McGregor 2010).

References: DR14, Theorem 3.6 and Example 3.2; Duchi, Shalev-Shwartz, Singer and Chandra 2008 (the projection).
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import one_epsilon
from ..privacy import Guarantee, Relation
from .answers import Answers
from .formulas import PROJECT, answer_scale
from .workloads import MOST_RECORDS


def nearest_distribution(values) -> np.ndarray:
    """The distribution nearest to `values` in Euclidean distance: max(v - s, 0), with the s that makes the sum 1.

    values : array (universe_size,), numbers within ±1e6.  Cost: a sort.
    """
    values = check.array("values", values, (None,), low=-1e6, high=1e6)
    ordered = np.sort(values)[::-1]
    s = (np.cumsum(ordered) - 1) / np.arange(1, len(ordered) + 1)      # if that many of the largest cells stay
    lowered = np.maximum(values - s[ordered > s][-1], 0)
    return lowered / lowered.sum()                                     # for the rounding


def noisy_histogram(histogram, *, n, epsilon, delta=0.0, rng, noise="laplace", project="total") -> Answers:
    """The histogram with noise of its own on every cell.

    Parameters
    ----------
    histogram : array (universe_size,), p*, sums to 1
    n : int >= 1, number of records, public
    epsilon : float > 0; in [1e-4, 200] where delta > 0
    delta : float, 0 or in [1e-100, 1); Gaussian noise wants it positive
    rng : numpy.random.Generator
    noise : {"laplace", "gaussian"}
    project : {"none", "total", "simplex"}
        The cells as drawn, the nearest values that sum to 1, or the nearest distribution.

    Returns
    -------
    Answers, its `values` (universe_size,) those of the cells: ``queries.answers(values)`` answers any queries.

    Notes
    -----
    Privacy: (ε, δ)-DP under REPLACE_ONE; private are the records, public n, the universe, the scale.
    Source: DR14, Theorem 3.6 and Example 3.2.
    """
    histogram = check.distribution("histogram", check.array("histogram", histogram, (None,)))
    n, rng, cells = check.integer("n", n, 1, MOST_RECORDS), check.generator("rng", rng), len(histogram)
    epsilon, delta = one_epsilon(epsilon), check.delta("delta", delta)
    PROJECT.check(project)
    scale = answer_scale(1, n=n, epsilon=epsilon, delta=delta, by="marginal", noise=noise)   # Δ₁ = 2/n, Δ₂ = √2/n
    values = histogram + (rng.laplace if noise == "laplace" else rng.normal)(scale=scale, size=cells)
    if project == "total":
        values -= (values.sum() - 1) / cells
    elif project == "simplex":
        values = nearest_distribution(values)
    note = f"records private; n and universe public; {noise} noise of scale {scale:.6g} on each of {cells} cells"
    return Answers(values, scale, noise, Guarantee(epsilon, delta, Relation.REPLACE_ONE, note))
