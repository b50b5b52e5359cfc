"""Cards for U17, first part: the financier's three days, the multiplicative weights update, and its potential.  U17's
m, the number of actions, is K.
"""

import math

import numpy as np

from .... import experts
from ....claim import equal, ordered, refuted, says
from ....statement import Statement, Verdict
from ... import brute
from ...statements.dr14 import regret

# What is invested with each financier, and what each loses.
SHARES = np.array([[25, 25, 25, 25], [10, 20, 50, 20], [20, 10, 20, 50]]) / 100
LOSSES = np.array([[80, 60, 10, 40], [10, 50, 80, 10], [20, 50, 50, 20]]) / 100


def _capped(T, m):
    return experts.learning_rate(T, m, rule="capped")


SLIP = {"losses": np.ones((1, 2)), "eta": math.sqrt(math.log(2)), "loss_range": 1.0}


def _last(losses, eta):
    """W^(T+1)."""
    return np.exp(-eta * losses.sum(axis=0)).sum()


def _ceiling(losses, eta, loss_range):
    T, m = losses.shape
    return m * np.exp(eta**2 * T - eta * experts.expected_losses(losses, eta=eta, loss_range=loss_range).sum())


STATEMENTS = (
    Statement(
        "U17-DAYS", "slides “Multiplicative Weights Update Rule”, days 1 to 3", "Four financiers, three days",
        Verdict.HOLDS, "deeper/3c-weather-and-money",
        hypotheses="One dollar a day, split over four financiers by the printed shares; the printed losses.",
        claim=r"The losses $\langle p^t, \ell^t\rangle$ of the three days are 0.475, 0.53 and 0.29 dollars.",
        correction="""The shares illustrate the game: no single η makes them out of the losses, for on day 2 the second
            and the fourth have equal shares after unequal losses.""",
        check=says(
            "The days cost 0.475, 0.53 and 0.29, to 1e-12, together 1.295.",
            equal(lambda: (SHARES * LOSSES).sum(axis=1), [0.475, 0.53, 0.29])),
    ),
    Statement(
        "U17-MWU", "slide “Multiplicative Weights Update Rule”, theorem (Littlestone, Warmuth 1994)",
        "The update rule has small regret", Verdict.HOLDS, "deeper/3b-three-sources",
        hypotheses=r"""$T$ days, $K$ actions (U17: $m$), $\eta = \min\{\sqrt{\ln K/T}, 1\}$. The slides state no range
            of the losses; theirs are percentages of the money.""",
        words=r"for any sequence of losses",
        readings=("losses are shares of what was bet", "any numbers", Verdict.LIMITED),
        claim=r"""$R_T(\ell) = \sum_t\langle p^t, \ell^t\rangle - \min_i\sum_t\ell_i^t \le 2\sqrt{T\ln K}$ for every
            sequence of losses.""",
        correction=r"""For losses in $[0,1]$, and in $[-1,1]$ as well: by Hoeffding's lemma $R_T \le \eta T/2 + \ln
            K/\eta$ there. Where the cap acts, $T < \ln K$ and the bound is above $2T$.""",
        check=says(
            r"""In {settings} settings (K ≤ 6, T ≤ 40, losses in [0, 1] and in [-1, 1]) the exact regret is at most
                {ratio:.2f} of $2\sqrt{{T\ln K}}$. One day with K = 2 and losses 10 and 0
                costs {wide:.0f}, the bound says {wide_claimed:.2f}.""",
            ordered(regret, lambda T, n_experts: 2 * math.sqrt(T * math.log(n_experts)),
                    brute.settings(lambda: brute.some_losses(120, seed=41), _capped, ranges=(1.0, 2.0))),
            refuted(lambda: experts.regret_bound(1, 2), lambda: 10 * regret(np.array([[1.0, 0.0]]), 10 * _capped(1, 2)),
                    name="wide")),
    ),
    Statement(
        "U17-POT", "slide “Multiplicative Weights Update Rule”, the idea of the proof",
        "The sum of weights as a potential", Verdict.TYPO, "deeper/3b-three-sources",
        hypotheses=r"""$W^t = \sum_j w_j^t$ with the weights of the algorithm, $W^1 = K$ (U17: $m$); $\eta \le 1$;
            losses in $[0,1]$ or $[-1,1]$.""",
        words=r"$W^T \le m \cdot \exp(\eta^2 T - \eta\sum_t\langle p^t, \ell^t\rangle)$",
        claim=r"""$\exp(-\eta\sum_t\ell_i^t) \le W^T \le K\exp(\eta^2 T - \eta\sum_t\langle p^t, \ell^t\rangle)$ for
            every $i$.""",
        correction=r"""$W^{T+1}$: by the slide's own $W^1$ and update the weights $w^t$ hold the losses of the days
            before $t$. Then $W^{t+1}/W^t =
            \langle p^t, e^{-\eta\ell^t}\rangle \le 1 - \eta\langle p^t, \ell^t\rangle + \eta^2 \le \exp(\eta^2 -
            \eta\langle p^t, \ell^t\rangle)$, by $e^{-x} \le 1 - x + x^2$ for $x \ge -1$, and the regret bound $\eta
            T + \ln K/\eta$ follows.""",
        check=says(
            r"""T = 1, K = 2, $\ell = (1, 1)$, $\eta = \sqrt{{\ln 2}}$: with $W^T = W^1$ the second inequality reads
                {slip:.0f} ≤ {slip_claimed:.3f}, false. With $W^{{T+1}}$ it holds in all {settings} settings (losses in
                [0, 1] and in [-1, 1]).""",
            refuted(_ceiling, lambda losses: losses.shape[1], SLIP, "slip"),
            ordered(_last, _ceiling,
                    brute.settings(lambda: brute.some_losses(60, seed=42), _capped, 0.05, ranges=(1.0, 2.0)))),
    ),
)
