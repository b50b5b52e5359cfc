"""A private learner for parities that runs in polynomial time.

The problem: labels are y = <r, x> mod 2 for an unknown r in {0,1}^d.  The exponential mechanism works but
weighs 2^d hypotheses.  The learner here solves linear equations instead:

1. with probability 1/2 output "fail";
2. keep each example independently with probability p;
3. solve the equations <r, x_i> = y_i of the kept examples over GF(2);
4. output "fail" if there is no solution, else a uniform solution.

Why it is private: one more equation leaves the solution set, halves it or empties it.  Halving doubles the probability
of a solution at most; emptying moves all of it to "fail", whose probability was at least 1/2 thanks to step 1.  An
example takes part with probability p only, so one example moves any output's probability by a factor between
1 - p and 1 + p: `deeper.parity_epsilon`.  The slides take p = ε/4 and claim ε-DP, which holds up to ε = 3.830;
p = tanh(ε/2) spends ε exactly under REPLACE_ONE, for every ε > 0, and needs about half the
examples.

References: N17, "Efficient PPAC learner for Parity" and the slides around it; Kasiviswanathan, Lee,
Nissim, Raskhodnikova, Smith (FOCS 2008), section 4.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from .. import _validate as check
from .._bounds import one_epsilon
from .formulas import parity_sampling_rate

MOST_BITS = 6            # 2^d-bit masks and some 3e4 solution sets


def solutions(record: int, d: int) -> int:
    """The parities r that solve one example, as a bit mask; bit 0 of `record` is the label, above it the bits of x."""
    return sum(1 << r for r in range(1 << d) if (r & record >> 1).bit_count() % 2 == record & 1)


def output_law(mask: int, d: int) -> np.ndarray:
    """What comes out of a solution set: "fail" with probability 1/2, else a uniform solution; always "fail" if it is
    empty."""
    solves = np.array([mask >> r & 1 for r in range(1 << d)])
    return 0.5 * np.append(solves / max(solves.sum(), 1), 1.0 if mask else 2.0)


def parity_learner_probabilities(x, y, *, epsilon, sampling=None) -> np.ndarray:
    """The law of the learner's output on a sample, exactly.

    Parameters
    ----------
    x : array (n, d) of 0/1, n >= 0, 1 <= d <= 6
    y : array (n,) of 0/1
    epsilon : float in (0, 4) for the slides' sampling rate ε/4
    sampling : float in [0, 1], optional
        The rate to use instead; `epsilon` is then only checked to be positive.

    Returns
    -------
    array (2^d + 1,): entry r (a bit mask, bit i for coordinate i) is Pr[output r], the last is Pr["fail"].

    Notes
    -----
    Private: x, y.  For ε see `deeper.parity_epsilon`.  Source: N17, "Private learner for parity".
    Equal examples act as one, kept with probability 1 - (1-p)^multiplicity.  Cost: at most 2^(d+1) distinct examples
    times the number of affine subspaces (307 at d = 4, about 3e4 at d = 6), for any n.
    """
    x = check.array("x", x, (None, None), low=0, high=1, integral=True, allow_empty=True)
    y = check.array("y", y, (len(x),), low=0, high=1, integral=True, allow_empty=True)
    d = x.shape[1]
    if not 1 <= d <= MOST_BITS:
        raise ValueError(f"x must have 1 to {MOST_BITS} columns for the exact law; got {d}")
    p = parity_sampling_rate(epsilon) if sampling is None else check.real("sampling", sampling, 0, 1)
    one_epsilon(epsilon)
    distinct, times = np.unique((x @ (1 << np.arange(d))) * 2 + y, return_counts=True)
    sets = {(1 << (1 << d)) - 1: 1.0}  # solution set -> its probability; no example kept yet: every r is a solution
    for record, missed in zip(distinct.tolist(), (1.0 - p) ** times):
        solves, before, sets = solutions(record, d), sets, defaultdict(float)
        for mask, mass in before.items():
            sets[mask] += mass * missed
            sets[mask & solves] += mass * (1.0 - missed)
    return sum(mass * output_law(mask, d) for mask, mass in sets.items())
