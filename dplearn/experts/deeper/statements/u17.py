"""Cards for U17, first part: the financier's three days, the multiplicative weights update, and its potential.  U17's
m, the number of actions, is K.
"""

import math
from fractions import Fraction
from itertools import combinations

import numpy as np

from .... import experts
from ....claim import at, ordered, says
from ....statement import Statement, Verdict, require
from ... import brute, deeper
from ...statements.dr14 import regret
from .. import brute as deeper_brute
from .dr14 import in_both_ranges

# Percent: what is invested with each financier, and what each loses.
SHARES = ((25, 25, 25, 25), (10, 20, 50, 20), (20, 10, 20, 50))
LOSSES = ((80, 60, 10, 40), (10, 50, 80, 10), (20, 50, 50, 20))


def _three_days():
    paid = [sum(Fraction(p * l, 10**4) for p, l in zip(share, loss)) for share, loss in zip(SHARES, LOSSES)]
    require(paid == [Fraction(19, 40), Fraction(53, 100), Fraction(29, 100)],
            f"the days must cost 0.475, 0.53, 0.29; got {paid}")
    losses = np.array(LOSSES) / 100
    totals = losses.sum(axis=0)
    best, eta, bound = totals[3], experts.learning_rate(3, 4, rule="capped"), experts.regret_bound(3, 4)
    require(totals.argmin() == 3, f"the fourth financier must be the best; totals {totals}")
    # The rates that day 1's losses and day 2's shares imply, from each pair of financiers: MWU has one rate.
    rates = [math.log(SHARES[1][i] / SHARES[1][j]) / (losses[0][j] - losses[0][i])
             for j, i in combinations(range(4), 2)]
    require(max(rates) - min(rates) > 1, f"the printed shares must not come from one rate; got {rates}")
    mwu = (deeper_brute.laws(losses, eta) * losses).sum()
    regrets = float(sum(paid)) - best, mwu - best
    require(max(regrets) <= bound, f"the regret must be at most 2 sqrt(3 ln 4) = {bound}; got {regrets}")
    return {"days": [float(p) for p in paid], "best": best, "regret": regrets[0], "least": min(rates),
            "most": max(rates), "eta": eta, "mwu": mwu, "mwu_regret": regrets[1]}


def _capped(T, m):
    eta = experts.learning_rate(T, m, rule="capped")
    require(eta == min(math.sqrt(math.log(m) / T), 1.0), f"η must be min(sqrt(ln m/T), 1); got {eta}")
    return eta


def _where_the_cap_acts(T=2, m=100):
    capped, bound = regret(2 * brute.hard_losses(T, m, m) - 1, _capped(T, m), 2.0), experts.regret_bound(T, m)
    require(_capped(T, m) == 1.0 and capped <= 2 * T <= bound, f"T < ln m must be trivial; got {capped}")
    return {"T": T, "m": m, "capped": capped, "bound": bound}


def _a_loss_of_ten():
    wide, narrow = 10 * regret(np.array([[1.0, 0.0]]), 10 * _capped(1, 2)), experts.regret_bound(1, 2)
    require(wide > narrow, f"losses in [0, 10] must break the bound for [0, 1]: {wide}, {narrow}")
    return {"wide": wide, "narrow": narrow}


EITHER = brute.settings(lambda: brute.some_losses(250, seed=42), _capped, 0.05, ranges=(1.0, 2.0))


def _weights(losses, eta, loss_range):
    """W^1, ..., W^(T+1)."""
    return np.exp(deeper.log_potential(losses, eta=eta, loss_range=loss_range))


def _last(losses, eta, loss_range):
    return _weights(losses, eta, loss_range)[-1]


def _ceiling(losses, eta, loss_range):
    T, m = losses.shape
    return m * np.exp(eta**2 * T - eta * experts.expected_losses(losses, eta=eta, loss_range=loss_range).sum())


def _as_printed():
    tried = [at(_weights, point)[-2] > at(_ceiling, point) * (1 + 1e-12) for point in EITHER()]
    slip = np.ones((1, 2)), math.sqrt(math.log(2)), 1.0
    left, right, late = _weights(*slip)[0], _ceiling(*slip), sum(tried)
    require(left == 2 and left > right and late > 0,
            f"with W^T the second inequality must fail, at T = 1 too; got {left}, {right}, {late}")
    return {"left": left, "right": right, "late": late, "settings": len(tried)}


STATEMENTS = (
    Statement(
        "U17-DAYS", "slides “Multiplicative Weights Update Rule”, days 1 to 3", "Four financiers, three days",
        Verdict.HOLDS, "deeper/3c-weather-football-stocks",
        hypotheses="One dollar a day, split over four financiers by the printed shares; the printed losses.",
        claim=r"The losses $\langle p^t, \ell^t\rangle$ of the three days are 0.475, 0.53 and 0.29 dollars.",
        correction="The shares illustrate the game: no single η makes them out of the losses.",
        check=says(
            """In exact fractions the days cost {days[0]}, {days[1]} and {days[2]}; the fourth financier alone would
                have cost {best}: regret {regret:.3f}. Pairs of day-2 shares imply rates η from {least:.2f} to
                {most:.2f}, so they are an illustration; MWU with η = {eta:.3f} pays {mwu:.3f}, regret
                {mwu_regret:.3f}.""",
            _three_days),
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
            r"""In {settings} settings (K ≤ 6, T ≤ 40) the exact regret is at most {unit:.2f} of $2\sqrt{{T\ln K}}$
                for losses in [0, 1] and {signed:.2f} for losses in [-1, 1]. At K = {m}, T = {T}, where T < ln K and
                so the bound is above 2T, the regret is {capped:.2f}, the bound {bound:.2f}. One day with K = 2 and
                losses 10 and 0 costs {wide:.0f}, the bound says {narrow:.2f}.""",
            in_both_ranges(lambda T, n_experts: 2 * math.sqrt(T * math.log(n_experts)),
                           lambda: brute.some_losses(400, seed=41), _capped), _where_the_cap_acts, _a_loss_of_ten),
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
                {left:.0f} ≤ {right:.3f}, false. With $W^{{T+1}}$ both hold in all {settings} settings (losses in
                [0, 1] and in [-1, 1]); with $W^T$ the second fails in {late} of them.""",
            ordered(lambda losses, eta: np.exp(-eta * losses.sum(axis=0).min()), _last, EITHER, "lower"),
            ordered(_last, _ceiling, EITHER, "upper"), _as_printed),
    ),
)
