"""Who holds the numbers in the prose of companion 4b."""

import functools

from claims import Comparison

from dplearn import data, experiments

census = functools.cache(experiments.linear_census.at)

CLAIMS = {
    "## First, {records:,} census records": data.load_adult_bits().n,
    "the best literal, which is wrong on {best:.1%}": census,
    "LinearLearner errs on {dr14:.1%} at DR14's rate and on {ranged:.1%} by bounded range, for the "
    "same promise. Hedge without privacy: {free:.1%}.": census,
    "little more than a coin: {dr14:.1%}": census(n="1000"),
    "finds the best literal, with all records or with 1,000":
        max(census(n=n)["one_draw"] for n in ("1000", "45222")) - census()["best"] < 0.0005,
    "Even at $\\varepsilon = 10$ the learner ({ranged:.1%})": census(epsilon=10),
    "does worse than one draw at $\\varepsilon = 0.003$": Comparison("one draw", {
        "one draw": lambda n: census(epsilon=0.003, n=n)["one_draw"],
        **{key: lambda n, key=key: census(epsilon=10, n=n)[key] for key in ("ranged", "dr14")}}, "truth",
        settings=({"n": "45222"},)),
    "one draw at $\\varepsilon = 0.003$ ({one_draw:.1%})": census(epsilon=0.003),
}
GIVEN = r"""
at $\eta = 0.1$; then the proof's own theorem
accounting at $T = 1{,}000$, $(1, 10^{-6})$
the proof misses $\varepsilon = 1$: it
earns more than 50,000
where wrong, $-1$ where right
**Predict.** At $(1, 10^{-6})$ and all records
With 1,000 records the learner
Even at $\varepsilon = 10$ the learner
one draw at $\varepsilon = 0.003$
For losses in $[0,1]$ DR14's rate
\in [-1,1]^d$ are drawn
her losses were in $[0,1]$, and these are in $[-1,1]$
three records in $\{-1,1\}^2$
one has $[0,1]$, the other $[-1,1]$
than the missing factor of 2
(for losses that span 2)
the same $\varepsilon$ and $\delta = 0$
permits for losses in $[-1,1]$:
"""
