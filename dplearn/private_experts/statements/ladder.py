"""The card on how much learning rate each analysis of the private algorithm permits: from basic composition to the truth.

Every rung is solved here by its own formula, with a root finder; the package's `private_eta` must agree.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import optimize
from scipy.special import bdtr

from ... import privacy, private_experts
from ...experts import brute as _rounds
from ...statement import Evidence, Statement, Verdict, require

EPSILON, DELTA, HORIZONS = 1.0, 1e-6, (100, 1000, 10**4)
LOG = -math.log(DELTA)


def _solve(excess, T: int) -> float:
    """The η at which `excess`, which rises in η, is 0; sought for η sqrt(T) in [0.01, 0.6]."""
    return optimize.brentq(lambda u: excess(u / math.sqrt(T)), 0.01, 0.6, xtol=1e-13, rtol=1e-13) / math.sqrt(T)


def _range_delta(b: float, m: int) -> float:
    """δ(ε) of m steps of range b at their worst (Dong, Durfee and Rogers 2020): the largest of m + 1 differences of tails."""
    low = np.arange(m + 1.0)
    t = (EPSILON + (low + 1) * b) / (m + 1)
    low, t = low[t < b], t[t < b]
    if not len(t):
        return 0.0
    v = np.expm1(-t) / math.expm1(-b)
    return float(np.max(bdtr(low, m, v * np.exp(t - b)) - math.exp(EPSILON) * bdtr(low, m, v)))


def _converted(rho: float) -> float:
    """ln δ of ρ-zCDP at ε by the best order a of Rényi divergence (Canonne, Kamath and Steinke 2020)."""
    def log_delta(y):
        a = 1 + math.exp(y)
        return (a - 1) * (a * rho - EPSILON) + (a - 1) * math.log1p(-1 / a) - math.log(a)

    return float(optimize.minimize_scalar(log_delta, bounds=(-3.0, 9.0), method="bounded", options={"xatol": 1e-9}).fun)


def _rungs(T: int, m: int) -> dict[str, float]:
    """η by each analysis, if m of T actions are counted; the last two rungs are upper limits, not analyses."""
    root, rho = math.sqrt(2 * m * LOG), (math.sqrt(LOG + EPSILON) - math.sqrt(LOG)) ** 2
    return {
        "basic": EPSILON / (2 * m),
        "dr14": EPSILON / math.sqrt(32 * m * LOG),
        "drv": _solve(lambda h: root * 2 * h + m * 2 * h * math.expm1(2 * h) - EPSILON, T),
        "drv, KL term": _solve(lambda h: root * 2 * h + m * 2 * h * math.tanh(h) - EPSILON, T),
        "pure zCDP": math.sqrt(2 * rho / m) / 2,
        "kov": _solve(lambda h: max(_rounds.swap_log_delta(m, 2 * h, EPSILON), -1e3) + LOG, T),
        "bounded-range": math.sqrt(2 * rho / m),
        "zCDP converted by CKS": _solve(lambda h: _converted(m * h * h / 2) + LOG, T),
        "bounded-range-optimal": _solve(lambda h: _range_delta(2 * h, m) - DELTA, T),
        "pair": _solve(lambda h: max(_rounds.swap_log_delta(m, h, EPSILON), -1e3) + LOG, T),
        "gaussian": optimize.brentq(lambda mu: _rounds.gaussian_delta(mu, EPSILON) - DELTA, 0.1, 1.0, xtol=1e-14) / math.sqrt(T),
    }


def _check_ladder() -> Evidence:
    by_all, by_rest, gaps = {}, {}, {}
    for T in HORIZONS:
        by_all[T], by_rest[T] = _rungs(T, T), _rungs(T, T - 1)
        order = [by_rest[T][k] for k in ("dr14", "drv", "pure zCDP", "kov", "bounded-range", "zCDP converted by CKS",
                                         "bounded-range-optimal", "pair")]
        require(all(a < b for a, b in zip(order, order[1:])),
                f"each analysis must permit more than the one before; got {order}")
        require(by_all[T]["basic"] < by_rest[T]["drv"] and (by_all[T]["basic"] < by_all[T]["dr14"]) == (T > 100),
                "all must beat basic composition, but for Theorem 11.2 at T = 100")
        gaps[T] = by_rest[T]["pair"] / by_rest[T]["bounded-range-optimal"] - 1
        for analysis in private_experts.ANALYSES:
            counted = by_all if analysis in ("basic", "dr14") else by_rest  # as printed: all T actions
            eta = private_experts.private_eta(EPSILON, DELTA, T, analysis=analysis)
            require(abs(eta / counted[T][analysis] - 1) < 1e-6,
                    f"private_eta({analysis!r}) must be {counted[T][analysis]} at T={T}; got {eta}")
        most = private_experts.worst_pair_eta(EPSILON, DELTA, T)
        require(abs(most / by_rest[T]["pair"] - 1) < 1e-6,
                f"worst_pair_eta must be {by_rest[T]['pair']} at T={T}; got {most}")
    require(gaps[100] < 0.014 and gaps[1000] < 0.0014 and gaps[10**4] < 0.00014,
            f"the last analysis must be within 1.3%, 0.13% and 0.013% of the truth; got {gaps}")
    others = _exceptions()
    T, rungs = 1000, {**by_rest[1000], "basic": by_all[1000]["basic"], "dr14": by_all[1000]["dr14"]}
    free = math.sqrt(8 * math.log(2) / T)
    cost = {k: T * eta / 8 + math.log(2) / eta for k, eta in rungs.items()}
    price = {k: v / (T * free / 8 + math.log(2) / free) for k, v in cost.items()}
    return Evidence(
        f"T = 1000: η = {rungs['dr14']:.5f} by Theorem 11.2, {rungs['drv']:.5f}, {rungs['kov']:.5f}, {rungs['bounded-range']:.5f}, {rungs['bounded-range-optimal']:.5f} by the analyses after it; the pair forbids more than {rungs['pair']:.5f}. "
        f"Regret bounds (K = 2) over the best without privacy: {price['basic']:.0f} basic, {price['dr14']:.1f}, {price['drv']:.1f}, {price['kov']:.1f}, {price['bounded-range']:.1f}, {price['bounded-range-optimal']:.1f}. "
        f"Not in this order: T = 20, basic {others['basic'][0]:.4f}, Theorem 3.20 {others['basic'][1]:.4f}; T = 3, 2η-DP steps {others['kov'][0]:.3f}, zCDP {others['kov'][1]:.3f}; ε = 100, T = 1000, Theorem 11.2 {others['dr14'][0]:.3f}, 3.20 {others['dr14'][1]:.3f}. "
        f"Between the last analysis and the pair lie {100 * gaps[100]:.1f}%, {100 * gaps[1000]:.2f}%, {100 * gaps[10**4]:.3f}% at T = 100, 1000, 10000. "
        f"η√T tends to {rungs['gaussian'] * math.sqrt(T):.4f}, {rungs['gaussian'] * math.sqrt(T) / (rungs['dr14'] * math.sqrt(T)):.2f} times Theorem 11.2's.",
        {"all_rounds": {str(k): v for k, v in by_all.items()}, "data_rounds": {str(k): v for k, v in by_rest.items()},
         "gaps": {str(k): v for k, v in gaps.items()}, "price": price},
    )


def _exceptions() -> dict[str, tuple[float, float]]:
    """Parameters at which an analysis permits more than one that stands after it: few days, or a large ε."""
    found = {}
    for earlier, later, T, epsilon in (("basic", "drv", 20, 1.0), ("kov", "bounded-range", 3, 1.0), ("dr14", "drv", 1000, 100.0)):
        found[earlier] = tuple(private_experts.private_eta(epsilon, DELTA, T, analysis=a) for a in (earlier, later))
        require(found[earlier][0] > found[earlier][1], f"{earlier} must beat {later} at T = {T}, ε = {epsilon}; got {found[earlier]}")
    require(abs(privacy.advanced_composition(2 * found["basic"][1], 19, DELTA) - 1) < 1e-6, "Theorem 3.20 must be solved at T = 20")
    require(abs(privacy.pure_composition_delta(2 * found["kov"][0], 2, 1.0) / DELTA - 1) < 1e-3, "2η-DP steps must have δ at T = 3")
    return found


STATEMENTS = (
    Statement(
        id="DR14-T11.2-LADDER", where="beyond Theorem 11.2", title="How much learning rate each analysis permits", page="deeper/4a-six-analyses",
        hypotheses=r"$\mathrm{RWM}(\eta)$ on fixed losses in $[0,1]$; neighbors differ in one day's losses; all $T$ actions are released, and $T - 1$ of them see the data. The order is claimed for these parameters alone.",
        claim=r"At $\varepsilon = 1$, $\delta = 10^{-6}$, $T = 100$, 1000, 10000 the same algorithm is $(\varepsilon, \delta)$-DP for ever larger $\eta$: by Theorem 11.2, Theorem 3.20 solved exactly, optimal composition of $2\eta$-DP steps, bounded range with zCDP, optimal composition of steps of range $2\eta$. "
              r"No analysis can go beyond the $\eta$ at which one exactly computed pair of neighbors reaches $\delta$.",
        verdict=Verdict.OURS, check=_check_ladder,
        correction=r"A step is an exponential mechanism: its privacy losses lie in an interval of length $2\eta$, which is more than being $2\eta$-DP and is worth a factor of 2. The optimal compositions are those of Kairouz, Oh and Viswanath (2015) "
                   r"and of Dong, Durfee and Rogers (2020, for losses fixed beforehand); they permit at least what any other analysis of the same steps permits. The rest of the order needs many days and a small $\varepsilon/L$. The pair: $(1,0)$ against $(0,1)$ on day 1, zeros after.",
    ),
)
