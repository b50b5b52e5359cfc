"""What the companions of lecture 3 add to `dplearn.experts.formulas`."""

from __future__ import annotations

import numpy as np

from ...formula import T, formula, formulas
from ..formulas import RIVALS, two_terms


@formula("√2/(√2−1) · √(T ln K/2)", given=(T, RIVALS), tex=r"\frac{\sqrt2}{\sqrt2-1}\sqrt{\tfrac12T\ln K}",
         source="Cesa-Bianchi and Lugosi 2006, section 2.3")
def doubling_bound(T, n_experts):
    """Regret of `doubling_probabilities` after T rounds, T unknown to it, with Hoeffding's rate in each epoch.

    The best expert of all rounds loses in the epochs together at least what the best of each epoch loses, so regrets
    add up. Epoch m adds at most B √(2^m), B the bound for one round, and sum_{m<=M} √2^m < √2^{M+1}/(√2 - 1) <= √2/(√2
    - 1) √T.
    """
    return np.sqrt(2) / (np.sqrt(2) - 1) * two_terms(T, np.log(n_experts), None, 1 / 8)


@doubling_bound.variant("sharp", "Σ over epochs of ηn/8 + ln K/η",
                        tex=r"\sum_m \frac{\eta_m n_m}8 + \frac{\ln K}{\eta_m}", source="ours")
def doubling_bound_sharp(T, n_experts):
    """The epochs' own bounds, added: epoch m has 2^m rounds (the last one those that are left) and η_m = √(8 ln K/2^m).
    """
    total, log_experts = 0.0, np.log(n_experts)
    for length in 2 ** np.arange(int(T.max()).bit_length()):  # an epoch begins at round 2^m and is so long
        played = np.clip(T - length + 1, 0, length)
        total = total + np.where(played > 0, two_terms(played, log_experts, np.sqrt(8 * log_experts / length), 1 / 8),
                                 0)
    return total


__all__ = [*formulas(globals())]
