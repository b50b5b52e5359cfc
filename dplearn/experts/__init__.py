"""Lecture 3: prediction with experts.

**Problem.** Each round t = 1..T choose one of K experts (horses' tipsters, financiers, stocks); then the losses
l_t(1), ..., l_t(K) in [0, 1] of all are seen, and the chosen one's is paid.  How much more is paid than by the expert
that turns out best?

**Notation.** ``losses`` has shape (T, K), time first; L_i(t) is the sum of expert i's losses up to round t;
η = ``eta`` is the learning rate (LN's α); the regret after t rounds, CUMULATIVE, is what was paid minus min_i L_i(t),
expected over the algorithm's coins or realised.  Rewards r are losses 1 - r.

**Hedge** (multiplicative weights, randomized weighted majority): choose i with probability proportional to
e^{-η L_i(t-1)}.

**Neighboring relation.** None: nothing here is private.  Lecture 4 makes the same algorithm private by η alone.

References: LN, section 2; DR14, section 11.2; U17, "Multiplicative Weights Update Rule"; Littlestone and Warmuth 1994;
Freund and Schapire 1997; Cesa-Bianchi and Lugosi 2006, chapter 2.
"""

from .formulas import *
from .hedge import (
    draw_actions, expected_losses, expected_regret, follow_the_leader, hedge_probabilities, realised_regret, regret_of,
    reward_probabilities, uniform,
)
from .opponents import OPPONENTS, against_the_leader, opponent_losses, regret_at
from .race import run_race
