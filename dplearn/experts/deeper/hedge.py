"""What the companions of lecture 3 add to `dplearn.experts.hedge`."""

from __future__ import annotations

import numpy as np

from ... import _validate as check
from ..formulas import RULES, learning_rate
from ..hedge import _matrix, hedge_probabilities


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
