"""What the companions of lecture 4 add to `dplearn.private_experts.profile`."""

from __future__ import annotations

import numpy as np

from ... import _validate as check

MOST_ENTRIES = 10**8    # of a loss matrix


def worst_pair(T, n_experts=2):
    """(losses, neighbor), both of shape (T, n_experts): a pair that is hard to hide, the worst we know of two experts
    and large T.

    In the first round one half of the experts loses, in the neighbor the other half; then nobody loses any more, so
    the memory of the first round never fades.  For an even number of experts every later action tells exactly a
    randomized response with log-ratio ±η: `worst_pair_profile` is its profile.  Other pairs tell a little more: with k
    of K experts against the other K - k, and the best k, δ comes as near to `privacy.bounded_range_composition_delta`
    as one likes when K grows (tested); at T = 1000 that is 3% above this pair's δ.  The relation is ONE_ROUND.
    """
    T, n_experts = check.integer("T", T, 1), check.integer("n_experts", n_experts, 2)
    if T * n_experts > MOST_ENTRIES:
        raise ValueError(f"T times n_experts must be at most {MOST_ENTRIES:,}; got {T} x {n_experts}")
    losses, neighbor = np.zeros((2, T, n_experts))
    losses[0, : n_experts // 2] = 1.0
    neighbor[0, n_experts // 2 :] = 1.0
    return losses, neighbor
