"""LinearLearner: a private linear predictor from the experts algorithm (DR14, section 11.3).

The problem: records x_1, ..., x_n in [-1, 1]^d, i.i.d. from an unknown distribution with mean μ.  A predictor is a
distribution θ on the d coordinates, its loss on x is <θ, x>, so its risk is <θ, μ> and the least risk is min_i μ_i.
Reveal the records one by one as the losses of d experts, run randomized weighted majority with a private η
(`formulas.linear_eta`), and output how often each expert was chosen, θ = (a_1 + ... + a_n)/n.  n is DR14's T.

**Privacy.** Private: the records; public: n, d, η.  Exchanging one record exchanges the losses of one round
(ONE_ROUND, in the order given), and θ is a function of the actions, so it is (ε, δ)-DP.  Losses in [-1, 1] make a
step's log-ratios span 4η, not 2η as DR14's argument would have it.

What θ costs is on the card DR14-T11.6.

References: DR14, Algorithm 17, Theorems 11.5 and 11.6.
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .. import experts
from .formulas import linear_eta


def _records(x) -> np.ndarray:
    return check.array("x", x, (None, None), low=-1, high=1)


def linear_learner_probabilities(x, *, eta) -> np.ndarray:
    """The law of the expert chosen in each round: (n, d), row t proportional to e^{-η (x_1 + ... + x_{t-1})}.

    `x` (n, d) in [-1, 1], `eta` > 0.  Row 0 is uniform and no row depends on the last record.  The mean of the rows is
    E θ given the records: for study, not for release, since it is an exact function of them.
    """
    return experts.hedge_probabilities(_records(x), eta=eta, loss_range=2.0)


def linear_learner(x, *, epsilon, delta, rng, analysis="dr14") -> np.ndarray:
    """LinearLearner(S, ε, δ): the share of rounds in which each coordinate was chosen.

    Parameters
    ----------
    x : array (n, d), records in [-1, 1]^d, private
    epsilon : float > 0
    delta : float in (0, 1)
    rng : numpy.random.Generator
    analysis : as in `linear_eta`, whose errors this raises

    Returns
    -------
    array (d,): θ, nonnegative multiples of 1/n that sum to one.

    Notes
    -----
    (ε, δ)-DP under ONE_ROUND, also with all actions shown.  Cost: one exponential for each entry of x.
    Source: DR14, Algorithm 17 and Theorem 11.5.
    """
    x = _records(x)
    n, d = x.shape
    eta = linear_eta(n, check.positive("epsilon", epsilon), check.fraction("delta", delta), analysis=analysis)
    law = linear_learner_probabilities(x, eta=eta)             # row t: made of the records before t
    chosen = experts.draw_actions(law, rng=rng)[0]              # a_t for every round
    return np.bincount(chosen, minlength=d) / n                 # θ = mean of the basis vectors chosen
