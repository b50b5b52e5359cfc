"""Cards for U17, first part: the financier's three days, the multiplicative weights update, and its potential."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from ... import experts
from .. import brute as _rounds
from ...statement import Evidence, Statement, Verdict, require

# Percent: what is invested with each financier, and what each loses.
SHARES = ((25, 25, 25, 25), (10, 20, 50, 20), (20, 10, 20, 50))
LOSSES = ((80, 60, 10, 40), (10, 50, 80, 10), (20, 50, 50, 20))


def _check_days() -> Evidence:
    paid = [sum(Fraction(p * l, 10**4) for p, l in zip(share, loss)) for share, loss in zip(SHARES, LOSSES)]
    require(paid == [Fraction(19, 40), Fraction(53, 100), Fraction(29, 100)],
            f"the days must cost 0.475, 0.53, 0.29; got {paid}")
    totals = [sum(Fraction(day[i], 100) for day in LOSSES) for i in range(4)]
    regret = float(sum(paid) - min(totals))
    require(totals.index(min(totals)) == 3, f"the fourth financier must be the best; totals {totals}")
    # The rates that day 1's losses and day 2's shares imply, from each pair of financiers: MWU has one rate.
    rates = [math.log(SHARES[1][i] / SHARES[1][j]) / ((LOSSES[0][j] - LOSSES[0][i]) / 100) for i in range(4) for j in range(i)]
    require(max(rates) - min(rates) > 1, f"the printed shares must not come from one rate; got {rates}")
    losses, eta = np.array(LOSSES) / 100, experts.learning_rate(3, 4, rule="capped")
    mwu = float(experts.expected_losses(losses, eta=eta).sum())
    by_hand = float((_rounds.laws(losses, eta) * losses).sum())
    require(abs(mwu - by_hand) < 1e-12, f"MWU on the three days must cost {by_hand}; got {mwu}")
    bound = experts.regret_bound(3, 4)
    require(mwu - float(min(totals)) <= bound and regret <= bound, f"the regret must be at most 2 sqrt(3 ln 4) = {bound}")
    return Evidence(
        f"In exact fractions the days cost {float(paid[0])}, {float(paid[1])} and {float(paid[2])}; the fourth financier alone would have cost {float(totals[3])}: regret {regret:.3f}. "
        f"Pairs of day-2 shares imply rates η from {min(rates):.2f} to {max(rates):.2f}, so they are an illustration; MWU with η = {eta:.3f} pays {mwu:.3f}, regret {mwu - float(totals[3]):.3f}.",
        {"days": [float(p) for p in paid], "best": float(totals[3]),
         "regret": regret, "rates": rates, "mwu": mwu, "bound": bound},
    )


def _check_regret() -> Evidence:
    worst, settings = {0.0: 0.0, -1.0: 0.0}, 0
    for low in worst:
        for losses in _rounds.some_losses(400, seed=41, low=low):
            T, m = losses.shape
            eta = experts.learning_rate(T, m, rule="capped")
            require(eta == min(math.sqrt(math.log(m) / T), 1.0), f"η must be min(sqrt(ln m/T), 1); got {eta}")
            regret = experts.expected_regret(losses, eta=eta, loss_range=1 - low)[-1]
            worst[low], settings = max(worst[low], regret / (2 * math.sqrt(T * math.log(m)))), settings + 1
    require(max(worst.values()) <= 1, f"the regret must be at most 2 sqrt(T ln m); ratios {worst}")
    paths = max(abs(experts.expected_regret(l, eta=0.6)[-1] - _rounds.regret_by_paths(l, 0.6)) for l in _rounds.all_losses(3, 2))
    require(paths < 1e-12, f"the regret must be that of all sequences of actions; off by {paths}")
    wide, T, m = _rounds.hard_losses(2, 100, 2), 2, 100  # T < ln m: the cap works, and the bound exceeds 2T
    capped = experts.expected_regret(2 * wide - 1, eta=1.0, loss_range=2.0)[-1]
    require(experts.learning_rate(T, m, rule="capped") == 1.0 and capped <= 2 * T <= experts.regret_bound(T, m),
            f"T < ln m must be trivial; got {capped}")
    return Evidence(
        rf"In {settings} settings (m ≤ 6, T ≤ 40) the exact regret is at most {worst[0.0]:.2f} of $2\sqrt{{T\ln m}}$ for losses in [0, 1] and {worst[-1.0]:.2f} for losses in [-1, 1]. "
        rf"At m = {m}, T = {T}, where T < ln m and so the bound is above 2T, the regret is {capped:.2f}, the bound {experts.regret_bound(T, m):.2f}.",
        {"settings": settings, "unit": worst[0.0], "signed": worst[-1.0], "capped": float(capped)},
    )


def _check_potential() -> Evidence:
    least, settings, late = math.inf, 0, 0
    for low in (0.0, -1.0):
        for losses in _rounds.some_losses(250, seed=42, low=low):
            T, m = losses.shape
            for eta in (experts.learning_rate(T, m, rule="capped"), 0.05):
                potential = experts.log_potential(losses, eta=eta, loss_range=1 - low)
                by_hand = np.array([np.exp(-eta * losses[:t].sum(axis=0)).sum() for t in range(T + 1)])
                require(np.abs(potential - np.log(by_hand)).max() < 1e-9, "ln W^1 .. ln W^(T+1) must be the sums of weights")
                paid = experts.expected_losses(losses, eta=eta, loss_range=1 - low).sum()
                lower, upper = -eta * losses.sum(axis=0).min(), math.log(m) + eta**2 * T - eta * paid
                least = min(least, potential[-1] - lower, upper - potential[-1])
                late, settings = late + (potential[-2] > upper + 1e-12), settings + 1
    require(least >= -1e-12, f"with W^(T+1) both inequalities must hold; short by {-least}")
    eta = math.sqrt(math.log(2))
    slip = math.exp(experts.log_potential(np.ones((1, 2)), eta=eta)[0]), 2 * math.exp(eta**2 - eta)
    require(slip[0] == 2 and slip[0] > slip[1], f"with W^T the second inequality must fail at T = 1; got {slip}")
    require(late > 0, "W^T must break the second inequality among the settings too")
    return Evidence(
        rf"T = 1, m = 2, $\ell = (1, 1)$, $\eta = \sqrt{{\ln 2}}$: with $W^T = W^1$ the second inequality reads {slip[0]:.0f} ≤ {slip[1]:.3f}, false. With $W^{{T+1}}$ both hold in all {settings} settings (losses in [0, 1] and in [-1, 1]); "
        f"with $W^T$ the second fails in {late} of them.",
        {"left": slip[0], "right": slip[1], "settings": settings, "late": int(late), "least_slack": float(least)},
    )


STATEMENTS = (
    Statement(
        id="U17-DAYS", where="slides “Multiplicative Weights Update Rule”, days 1 to 3", title="Four financiers, three days", page="deeper/3c-weather-football-stocks",
        hypotheses=r"One dollar a day, split over four financiers by the printed shares; the printed losses.",
        claim=r"The losses $\langle p^t, \ell^t\rangle$ of the three days are 0.475, 0.53 and 0.29 dollars.",
        verdict=Verdict.HOLDS, check=_check_days,
        correction="The shares illustrate the game: no single η makes them out of the losses.",
    ),
    Statement(
        id="U17-MWU", where="slide “Multiplicative Weights Update Rule”, theorem (Littlestone, Warmuth 1994)", title="The update rule has small regret", page="deeper/3b-three-sources",
        hypotheses=r"$T$ days, $m$ actions, $\eta = \min\{\sqrt{\ln m/T}, 1\}$. The slides do not state the range of the losses.",
        claim=r"$R_T(\ell) = \sum_t\langle p^t, \ell^t\rangle - \min_i\sum_t\ell_i^t \le 2\sqrt{T\ln m}$ for every sequence of losses.",
        verdict=Verdict.HOLDS, check=_check_regret,
        correction=r"For losses in $[0,1]$, and in $[-1,1]$ as well: by Hoeffding's lemma $R_T \le \eta T/2 + \ln m/\eta$ there. Where the cap acts, $T < \ln m$ and the bound is above $2T$.",
    ),
    Statement(
        id="U17-POT", where="slide “Multiplicative Weights Update Rule”, the idea of the proof", title="The sum of weights as a potential", page="deeper/3b-three-sources",
        hypotheses=r"$W^t = \sum_j w_j^t$ with the weights of the algorithm, $W^1 = m$; $\eta \le 1$; losses in $[0,1]$ or $[-1,1]$.",
        claim=r"$\exp(-\eta\sum_t\ell_i^t) \le W^T \le m\exp(\eta^2 T - \eta\sum_t\langle p^t, \ell^t\rangle)$ for every $i$.",
        verdict=Verdict.TYPO, check=_check_potential,
        correction=r"$W^{T+1}$: the weights $w^t$ hold the losses of the days before $t$. Then $W^{t+1}/W^t = \langle p^t, e^{-\eta\ell^t}\rangle \le 1 - \eta\langle p^t, \ell^t\rangle + \eta^2 \le \exp(\eta^2 - \eta\langle p^t, \ell^t\rangle)$, "
                   r"by $e^{-x} \le 1 - x + x^2$ for $x \ge -1$, and the regret bound $\eta T + \ln m/\eta$ follows.",
    ),
)
