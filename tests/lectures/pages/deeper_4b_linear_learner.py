"""Who holds the numbers in the prose of companion 4b."""

from claims import Comparison, prints

from dplearn import data

printed = prints("deeper/4b-linear-learner")
# at the printed rate, by bounded range, not private, one draw
ALL, FEW, LOOSE, TIGHT = map(printed, ("45,222 records, ε = 1:", "1,000 records, ε = 1:", "45,222 records, ε = 10:",
                                       "45,222 records, ε = 0.003:"))
BEST = printed("best literal: wrong on")[0]

CLAIMS = {
    "## First, {records:,} census records": data.load_adult_bits().n,
    "the best literal, which is wrong on {best:.1f}%": BEST,
    "LinearLearner errs on {dr14:.1f}% at DR14's rate and on {ranged:.1f}% by bounded range, for the "
    "same promise. Hedge without privacy: {free:.1f}%.": tuple(ALL[:3]),
    "little more than a coin: {dr14:.1f}%": FEW[0],
    "finds the best literal, with all records or with 1,000": ALL[3] == FEW[3] == BEST,
    "Even at $\\varepsilon = 10$ the learner ({ranged:.1f}%)": LOOSE[1],
    "does worse than one draw at $\\varepsilon = 0.003$": Comparison("one draw", {
        "one draw": lambda: TIGHT[3], "as printed": lambda: LOOSE[0], "by bounded range": lambda: LOOSE[1]}, "truth"),
    "one draw at $\\varepsilon = 0.003$ ({one_draw:.1f}%)": TIGHT[3],
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
