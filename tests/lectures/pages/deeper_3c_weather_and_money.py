"""Companion 3c: the numbers that its prose states."""

from claims import prints

from dplearn import experts
from dplearn.experts.deeper.statements.u17 import LOSSES

printed = prints("deeper/3c-weather-and-money")
*BEST, BOTH = (printed(name)[-1] for name in ("Seattle", "New York", "both"))  # the best expert's loss


def three_days():
    losses, eta = LOSSES, experts.learning_rate(3, 4, rule="capped")
    return losses[1, 2], experts.hedge_probabilities(losses, eta=eta)[1, 2], *printed("in all")


CLAIMS = {
    "*as yesterday* is best over all with {both:.0f}, where {seattle:.0f} and {york:.0f} would make {sum:.0f}":
        (BOTH, *BEST, sum(BEST)),
    "who then loses {loses:.0%}; Hedge put {put:.0%} there. In all the printed shares lose {paid:.3f} and Hedge "
    "{hedge:.3f}; the fourth financier alone would have lost {alone:.2f}": three_days,
    "$\\min\\{\\sqrt{\\ln 4/3}, 1\\} = {eta:.2f}$": experts.learning_rate(3, 4, rule="capped"),
    "the bound $2\\sqrt{3\\ln 4} = {bound:.2f}$": experts.regret_bound(3, 4),
}

GIVEN = r"""
forecast 2,908 **real** days
$c = 1$
at $c = 3$ the two orders
at $c = 10$ they cost
On these two orders $c = 3$
[0,1]
A wrong forecast costs 1
at the slides' rate $\min\{\sqrt{\ln 4/3}, 1\}
"""
