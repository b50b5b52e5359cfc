"""What the companions of lecture 4 add to `dplearn.private_experts.profile`."""

from __future__ import annotations

import numpy as np

from ... import _validate as check


def worst_pair(T):
    """(losses, neighbor), both of shape (T, 2), T <= 5e7: a pair that is hard to hide, the worst we know of two experts
    and large T.

    In the first round one expert loses, in the neighbor the other; then nobody loses any more, so the memory of the
    first round never fades.  Every later action tells exactly a randomized response with log-ratio ±η:
    `worst_pair_profile` is its profile.  With more experts other pairs tell a little more.  The relation is ONE_ROUND.
    """
    losses, neighbor = np.zeros((2, check.integer("T", T, 1, 5 * 10**7), 2))
    losses[0, 0] = neighbor[0, 1] = 1.0
    return losses, neighbor
