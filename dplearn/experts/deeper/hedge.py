"""What the companions of lecture 3 add to `dplearn.experts.hedge`."""

from __future__ import annotations

import numpy as np
from scipy import special

from ... import _validate as check
from ..formulas import RULES, learning_rate
from ..hedge import _lost, _matrix, _rate, hedge_probabilities


def doubling_probabilities(losses, *, rule) -> np.ndarray:
    """Hedge for an unknown T: forget everything at rounds 1, 2, 4, 8, ...; epoch m has 2^m rounds and their η.

    Losses (T, K) in [0, 1], K >= 2; `rule` is one of ``RULES``, used for `learning_rate` at 2^m.
    Returns (T, K).  Bound, with the rule "hoeffding": `doubling_bound`.
    """
    losses, rule = _matrix(losses), check.choice("rule", rule, RULES)
    T, n_experts = losses.shape
    lengths = 2 ** np.arange(T.bit_length())
    rates = learning_rate(lengths, n_experts, rule=rule)
    return np.concatenate([hedge_probabilities(losses[n - 1:2 * n - 1], eta=eta) for n, eta in zip(lengths, rates)])


def log_potential(losses, *, eta, loss_range=1.0) -> np.ndarray:
    """ln W^1, ..., ln W^{T+1}, the sums of weights e^{-η L_i(t-1)}: shape (T + 1,).

    Arguments as in `hedge_probabilities`.  The chain that gives the bound, with W^{T+1} where U17 prints W^T:
    -η min_i L_i(T) <= ln W^{T+1} <= ln K + η² T - η sum_t <p_t, l_t>.
    """
    return special.logsumexp(-_rate(eta) * _lost(_matrix(losses, loss_range)), axis=1)
