"""The card on how much learning rate each analysis of the private algorithm permits: from basic composition to the
truth.

Every rung is solved here by its own formula, with a root finder; the package's `private_eta` must agree.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import optimize
from scipy.special import bdtr

from ... import privacy, private_experts
from ...claim import says
from ...statement import Statement, Verdict, require
from .. import brute

EPSILON, DELTA, HORIZONS = 1.0, 1e-6, (100, 1000, 10**4)
LOG = -math.log(DELTA)
ORDER = ("dr14", "drv", "pure zCDP", "kov", "bounded-range", "zCDP converted by CKS", "bounded-range-optimal", "pair")


def _solve(excess, T: int) -> float:
    """The η at which `excess`, which rises in η, is 0; sought for η sqrt(T) in [0.01, 0.6]."""
    return optimize.brentq(lambda u: excess(u / math.sqrt(T)), 0.01, 0.6, xtol=1e-13, rtol=1e-13) / math.sqrt(T)


def _range_delta(b: float, m: int) -> float:
    """δ(ε) of m steps of range b at their worst (Dong, Durfee and Rogers 2020): the largest of m + 1 differences of
    tails."""
    low = np.arange(m + 1.0)
    t = (EPSILON + (low + 1) * b) / (m + 1)
    low, t = low[t < b], t[t < b]
    v = np.expm1(-t) / math.expm1(-b)
    return float(np.max(bdtr(low, m, v * np.exp(t - b)) - math.exp(EPSILON) * bdtr(low, m, v), initial=0.0))


def _converted(rho: float) -> float:
    """ln δ of ρ-zCDP at ε by the best order a of Rényi divergence (Canonne, Kamath and Steinke 2020)."""
    def log_delta(y):
        a = 1 + math.exp(y)
        return (a - 1) * (a * rho - EPSILON) + (a - 1) * math.log1p(-1 / a) - math.log(a)

    return float(optimize.minimize_scalar(log_delta, bounds=(-3.0, 9.0), method="bounded", options={"xatol": 1e-9}).fun)


def _rungs(T: int, m: int) -> dict[str, float]:
    """η by each analysis, if m of T actions are counted; the last two rungs are upper limits, not analyses."""
    root, rho = math.sqrt(2 * m * LOG), (math.sqrt(LOG + EPSILON) - math.sqrt(LOG)) ** 2

    def swap(times):
        return _solve(lambda h: max(brute.swap_log_delta(m, times * h, EPSILON), -1e3) + LOG, T)

    return {
        "basic": EPSILON / (2 * m),
        "dr14": EPSILON / math.sqrt(32 * m * LOG),
        "drv": _solve(lambda h: root * 2 * h + m * 2 * h * math.expm1(2 * h) - EPSILON, T),
        "pure zCDP": math.sqrt(2 * rho / m) / 2,
        "kov": swap(2),
        "bounded-range": math.sqrt(2 * rho / m),
        "zCDP converted by CKS": _solve(lambda h: _converted(m * h * h / 2) + LOG, T),
        "bounded-range-optimal": _solve(lambda h: _range_delta(2 * h, m) - DELTA, T),
        "pair": swap(1),
    }


def _ladder() -> dict:
    rates, gaps = {}, {}
    for T in HORIZONS:
        every, rest = _rungs(T, T), _rungs(T, T - 1)
        rungs = rates[T] = {**rest, "basic": every["basic"], "dr14": every["dr14"]}  # as printed: all T actions
        order = [rest[k] for k in ORDER]
        require(all(a < b for a, b in zip(order, order[1:])),
                f"each analysis must permit more than the one before; got {order}")
        require(rungs["basic"] < rest["drv"] and (rungs["basic"] < rungs["dr14"]) == (T > 100),
                "all must beat basic composition, but for Theorem 11.2 at T = 100")
        gaps[T] = rest["pair"] / rest["bounded-range-optimal"] - 1
        found = {a: private_experts.private_eta(EPSILON, DELTA, T, analysis=a) for a in private_experts.ANALYSES}
        found["pair"] = private_experts.worst_pair_eta(EPSILON, DELTA, T)
        for name, eta in found.items():
            require(abs(eta / rungs[name] - 1) < 1e-6,
                    f"the package's rate by {name} must be {rungs[name]} at T={T}; got {eta}")
    require(gaps[100] < 0.014 and gaps[1000] < 0.0014 and gaps[10**4] < 0.00014,
            f"the last analysis must be within 1.3%, 0.13% and 0.013% of the truth; got {gaps}")
    T, eta, free = 1000, rates[1000], math.sqrt(8 * math.log(2) / 1000)
    cost = {k: T * rate / 8 + math.log(2) / rate for k, rate in {**eta, "free": free}.items()}
    root = optimize.brentq(lambda mu: brute.gaussian_delta(mu, EPSILON) - DELTA, 0.1, 1.0, xtol=1e-14)
    return {"eta": eta, "price": {k: v / cost["free"] for k, v in cost.items()},
            "percent": [100 * gap for gap in gaps.values()],
            "root": root, "times": root / (eta["dr14"] * math.sqrt(T))}


def _exceptions() -> dict:
    """Parameters at which an analysis permits more than one that stands after it: few days, or a large ε."""
    found = {}
    for earlier, later, T, epsilon in (("basic", "drv", 20, 1.0), ("kov", "bounded-range", 3, 1.0),
                                       ("dr14", "drv", 1000, 100.0)):
        found[earlier] = [private_experts.private_eta(epsilon, DELTA, T, analysis=a) for a in (earlier, later)]
        require(found[earlier][0] > found[earlier][1],
                f"{earlier} must beat {later} at T = {T}, ε = {epsilon}; got {found[earlier]}")
    require(abs(privacy.advanced_composition(2 * found["basic"][1], 19, DELTA) - 1) < 1e-6,
            "Theorem 3.20 must be solved at T = 20")
    require(abs(privacy.pure_composition_delta(2 * found["kov"][0], 2, 1.0) / DELTA - 1) < 1e-3,
            "2η-DP steps must have δ at T = 3")
    return {"others": found}


_rungs_in_order = says(
    """T = 1000: η = {eta[dr14]:.5f} by Theorem 11.2, {eta[drv]:.5f}, {eta[kov]:.5f}, {eta[bounded-range]:.5f},
    {eta[bounded-range-optimal]:.5f} by the analyses after it; the pair forbids more than {eta[pair]:.5f}. Regret
    bounds (K = 2) over the best without privacy: {price[basic]:.0f} basic, {price[dr14]:.1f}, {price[drv]:.1f},
    {price[kov]:.1f}, {price[bounded-range]:.1f}, {price[bounded-range-optimal]:.1f}. Not in this order: T = 20, basic
    {others[basic][0]:.4f}, Theorem 3.20 {others[basic][1]:.4f}; T = 3, 2η-DP steps {others[kov][0]:.3f}, zCDP
    {others[kov][1]:.3f}; ε = 100, T = 1000, Theorem 11.2 {others[dr14][0]:.3f}, 3.20 {others[dr14][1]:.3f}. Between
    the last analysis and the pair lie {percent[0]:.1f}%, {percent[1]:.2f}%, {percent[2]:.3f}% at T = 100, 1000, 10000.
    η√T tends to {root:.4f}, {times:.2f} times Theorem 11.2's.""",
    _ladder, _exceptions)


STATEMENTS = (
    Statement(
        id="DR14-T11.2-LADDER", page="deeper/4a-six-analyses", verdict=Verdict.OURS, check=_rungs_in_order,
        where="beyond Theorem 11.2",
        title="How much learning rate each analysis permits",
        hypotheses=r"""$\mathrm{RWM}(\eta)$ on fixed losses in $[0,1]$; neighbors differ in one day's losses; all $T$
        actions are released, and $T - 1$ of them see the data. The order is claimed for these parameters alone.""",
        claim=r"""At $\varepsilon = 1$, $\delta = 10^{-6}$, $T = 100$, 1000, 10000 the same algorithm is
        $(\varepsilon, \delta)$-DP for ever larger $\eta$: by Theorem 11.2, Theorem 3.20 solved exactly, optimal
        composition of $2\eta$-DP steps, bounded range with zCDP, optimal composition of steps of range $2\eta$. No
        analysis can go beyond the $\eta$ at which one exactly computed pair of neighbors reaches $\delta$.""",
        correction=r"""A step is an exponential mechanism: its privacy losses lie in an interval of length $2\eta$,
        which is more than being $2\eta$-DP and is worth a factor of 2. The optimal compositions are those of Kairouz,
        Oh and Viswanath (2015) and of Dong, Durfee and Rogers (2020, for losses fixed beforehand); they permit at
        least what any other analysis of the same steps permits. The rest of the order needs many days and a small
        $\varepsilon/L$. The pair: $(1,0)$ against $(0,1)$ on day 1, zeros after.""",
    ),
)
