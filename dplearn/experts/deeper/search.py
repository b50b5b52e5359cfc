"""Looking for sequences that break the sharpened bound η T/8 + ln K/η: none of two experts does, and this is how near
they come.

References: Cesa-Bianchi and Lugosi 2006, Theorem 2.2.
"""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from ... import _validate as check
from ..hedge import _rate


def worst_of_two(T: int, eta) -> float:
    """The largest expected regret that T <= 2000 rounds of losses 0 and 1 can force on Hedge with two experts; eta in
    [1e-300, 1e300], by dynamic programming over how far the experts are apart.

    Let d = L_0 - L_1.  A round adds <p, l> minus the growth of min L to the regret.  If expert 0 alone loses, d grows
    by 1 and the regret by p_0, less 1 where expert 0 leads; expert 1 alone is the mirror image; if both or none lose
    nothing changes.
    """
    T, eta = check.integer("T", T, 1, 2000), _rate(eta)
    d = np.arange(-T, T + 1)
    gain = expit(-eta * d)[:-1] - (d < 0)[:-1]  # of the step from d to d + 1
    value = np.zeros(d.size)                    # the most that the rounds still to come can add
    for _ in range(T):
        up = np.append(gain + value[1:], -np.inf)
        value = np.maximum(value, np.maximum(up, up[::-1]))  # it is the same at d and -d
    return float(value[T])
