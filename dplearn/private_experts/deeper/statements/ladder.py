"""The card on how much learning rate each analysis of the private algorithm permits: from basic composition to the
truth."""

import numpy as np

from .... import private_experts
from ....claim import says
from ....statement import Statement, Verdict, require
from ... import deeper

ANALYSES = tuple(private_experts.ANALYSES)[1:]  # basic composition is no rung: it depends on T otherwise


def _ladder():
    T = np.array([100, 1000, 10**4])
    rates = [*(private_experts.private_eta(1.0, 1e-6, T, analysis=name) for name in ANALYSES),
             deeper.worst_pair_eta(1.0, 1e-6, T)]
    require((np.diff(rates, axis=0) > 0).all(), f"each must permit more than the one before; got {rates}")
    return {"eta": [rung[1] for rung in rates], "percent": 100 * (rates[-1] / rates[-2] - 1)}


STATEMENTS = (
    Statement(
        "DR14-T11.2-LADDER", "beyond Theorem 11.2", "How much learning rate each analysis permits", Verdict.OURS,
        "deeper/4a-six-analyses",
        hypotheses=r"""$\mathrm{RWM}(\eta)$ on fixed losses in $[0,1]$; neighbors differ in one day's losses; all
            $T$ actions are released, and $T - 1$ of them see the data. The order is claimed for these parameters
            alone.""",
        claim=r"""At $\varepsilon = 1$, $\delta = 10^{-6}$, $T = 100$, 1000, 10000 the same algorithm is
            $(\varepsilon, \delta)$-DP for ever larger $\eta$: by Theorem 11.2, Theorem 3.20 solved exactly, optimal
            composition of $2\eta$-DP steps, bounded range with zCDP, optimal composition of steps of range $2\eta$.
            No analysis can go beyond the $\eta$ at which one exactly computed pair of neighbors reaches $\delta$.""",
        correction=r"""A step is an exponential mechanism: its privacy losses lie in an interval of length $2\eta$,
            which is more than being $2\eta$-DP and is worth a factor of 2. The optimal compositions are those of
            Kairouz, Oh and Viswanath (2015) and of Dong, Durfee and Rogers (2020, for losses fixed beforehand);
            they permit at least what any other analysis of the same steps permits. The rest of the order needs many
            days and a small $\varepsilon/L$. The pair: $(1,0)$ against $(0,1)$ on day 1, zeros after.""",
        check=says(
            """T = 1000: η = {eta[0]:.5f} by Theorem 11.2, {eta[1]:.5f}, {eta[2]:.5f}, {eta[3]:.5f}, {eta[4]:.5f} by
                the analyses after it; the pair forbids more than {eta[5]:.5f}. Between the last analysis and the pair
                lie {percent[0]:.1f}%, {percent[1]:.2f}%, {percent[2]:.3f}% at T = 100, 1000, 10000.""",
            _ladder),
    ),
)
