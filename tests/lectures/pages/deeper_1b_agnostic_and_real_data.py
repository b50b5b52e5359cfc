"""The numbers in the prose of the companion on agnostic learning and real records."""

from claims import simulated

from dplearn import experiments, pac
from dplearn.data import load_interval_task
from dplearn.pac import deeper

OVERFIT, RULE = experiments.overfit.at, experiments.real_threshold.at
STRAYING = {"fixed": OVERFIT()["fixed"]} | simulated(experiments.overfit, 1000, seed=1747, runs=2000)

CLAIMS = {
    "strays by {fixed:.3f} on average, the worst of 32 by {mean:.3f}": STRAYING,
    "that is {agnostic:,}. If some hypothesis labels everything, lecture 1's bound asks for {realizable}:":
        (deeper.agnostic_sample_size(32, 0.1, 0.05), pac.occam_sample_size(32, 0.1, 0.05)),
    "({n:,} census records of 1994)": load_interval_task("never_married_by_age").n,
    "The best cut errs on {best:.1%} of all records.": RULE,
    "By {more:.1f} percentage points on average.":
        100 * (simulated(experiments.real_threshold, 1000, seed=1747, runs=2000)["mean"] - RULE()["best"]),
    "The bounds promise {mean:.1%} on average and {printed:.1%} but for 5%.": RULE,
}

GIVEN = r"""
$\eta = 0.1$ of the labels is flipped
$C$ holds the 32 ANDs (conjunctions) of these bits, and we see $n = 1{,}000$ examples.
the worst of all 32, picked
the worst of 32 by
2|C|e^{\lambda^2/8n}$ for $\lambda > 0$
With $2t = \alpha$: $n \ge 2\ln(2|C|/\beta)/\alpha^2$ examples
For 32 hypotheses, $\alpha = 0.1$ and $\beta = 0.05$ that
How far above that is a cut learned from 1,000 of them?
but for 5%.
"""

PLAIN = {
    "$n \\ge 2\\ln(2|C|/\\beta)/\\alpha^2$ examples are enough": "proved by the chain above",
}
