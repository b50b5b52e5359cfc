"""Reading one day's losses out of the released actions: the attack that η has to stop.

An observer knows the losses of every day but one, and η; all actions are released.  Which of two
candidate rows was the day's?  By `profile`, all that the actions tell is N = Σ_{t>τ} D(a_t); the best test says
"losses" where the privacy loss ηN + Σ c_t is positive, and it is right (with both candidates equally likely
beforehand) with chance 1/2 + TV/2, TV = δ(0) being the total variation.  No test is better.

What (ε, δ)-privacy leaves to any test is `formulas.attack_ceiling`.

The relation is ONE_ROUND.  Nothing here is private.

References: DR14, section 11.2 (what is private and what is released); Kairouz, Oh and Viswanath 2015.
"""

from __future__ import annotations

from ..profile import rwm_profile


def attack_success(losses, neighbor, *, eta, loss_range=1.0) -> float:
    """The chance that the best test tells which of two neighbors the actions came from, exactly: 1/2 + TV/2.

    Arguments, errors and cost as in `rwm_profile`; both candidates are equally likely beforehand.  1/2 is blind
    guessing. (An upper bound where the losses lie on no grid.)
    """
    return (1 + rwm_profile(losses, neighbor, 0.0, eta=eta, loss_range=loss_range)) / 2
