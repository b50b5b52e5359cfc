"""The card on how much learning rate each analysis of the private algorithm permits: from basic composition to the
truth."""

from .... import private_experts
from ....claim import says
from ....statement import Statement, Verdict, require
from ... import deeper

HORIZONS = (100, 1000, 10**4)


def _rate(name, T):
    if name == "pair":
        return deeper.worst_pair_eta(1.0, 1e-6, T)
    return private_experts.private_eta(1.0, 1e-6, T, analysis=name)


def _ladder():
    rates = {T: {name: _rate(name, T) for name in (*private_experts.ANALYSES, "pair")} for T in HORIZONS}
    for T, (basic, *others) in ((T, rungs.values()) for T, rungs in rates.items()):
        require(others == sorted(others) and basic < others[1] and (basic < others[0]) == (T > 100),
                f"each must permit more than the one before, but for basic composition at T = 100; got {rates[T]}")
    return {"eta": rates[1000],
            "percent": [100 * (rungs["pair"] / rungs["bounded-range-optimal"] - 1) for rungs in rates.values()]}


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
            """T = 1000: η = {eta[dr14]:.5f} by Theorem 11.2, {eta[drv]:.5f}, {eta[kov]:.5f},
                {eta[bounded-range]:.5f}, {eta[bounded-range-optimal]:.5f} by the analyses after it; the pair
                forbids more than {eta[pair]:.5f}. Between the last analysis and the pair lie {percent[0]:.1f}%,
                {percent[1]:.2f}%, {percent[2]:.3f}% at T = 100, 1000, 10000.""",
            _ladder),
    ),
)
