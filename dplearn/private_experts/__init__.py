"""Lecture 4: randomized weighted majority as a private algorithm, and which learning rate a privacy budget permits.

**Problem.**  A bettor follows one of K experts each day; the losses of one day are somebody's secret, all her picks
are public. Hedge forgets slowly, so every pick after the secret day tells a little.  **Notation** as in `experts`:
losses (T, K), η = `eta`. **Neighboring relation**: ONE_ROUND, the whole row of one round.

`formulas` turns (ε, δ, T) into a learning rate, by six analyses, says what no analysis can exceed and what the rate
costs in regret.  `profile` knows the exact δ(ε) of all picks for a pair of
neighbors, and how often an observer finds the secret out.  `linear` learns a linear predictor from records in the
same way.

References: DR14, sections 11.2 and 11.3; LN, section 2 and Theorem 3.
"""

from .formulas import *
from .linear import linear_learner, linear_learner_probabilities
from .profile import attack_success, rwm_profile
