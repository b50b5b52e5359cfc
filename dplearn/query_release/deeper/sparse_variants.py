"""Published versions of the sparse vector technique, some of them broken, and the exact price of each.

All compare a stream of noisy values with a noisy threshold and say "above" or "below" (`sparse_vector` says why that
can be cheap).  They differ in the scales of the noise, in whether they stop after c tests above, draw the threshold's
noise anew, or tell the value that came out above.  `variant_law` is the exact law of the answers (quadrature over the
threshold's noise, no sampling), so that `privacy.audit` can try each claim on tiny data (`variant_audit`);
`hard_pair_epsilon` is the log-ratio of one event on one pair of neighbors, and shows what a claim comes to as the
stream grows.

Relation: REPLACE_ONE; private: the values, each of which moves by at most Δ; public: threshold, ε, c.

References: Lyu, Su and Li 2017, "Understanding the sparse vector technique for differential privacy" (Figure 1,
algorithms 1 to 6, and section 3); DR14, Algorithm 2; U17, "Online Private MW"; Chen and Machanavajjhala 2015 (GPTT).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ... import _validate as check
from ..._quadrature import log_first_above
from ...privacy import AuditReport, Relation, all_datasets, audit
from .sparse_vector import ABOVE, ABOVE_LOW, BELOW, event, log_chances

NOT_ASKED = 3
CUT = -3.0   # a value told is low if it lies this far from the threshold


@dataclass(frozen=True)
class Variant:
    """A published way to run the sparse vector technique, for a stream in which c tests may come out above.

    Attributes
    ----------
    words : str
    flaw : str, what breaks the claim of ε; empty for the correct ones
    scales : function (epsilon, c) -> (b₁, b₂), the noise of threshold and tests for Δ = 1; b₂ = 0: none on the tests
    stops : whether it stops after c tests above; one that does not goes on for ever
    refreshes : whether the threshold's noise is drawn anew after a test above
    tells_value : whether the noisy value that came out above is told
    """

    words: str
    flaw: str
    scales: Callable
    stops: bool = True
    refreshes: bool = False
    tells_value: bool = False


VARIANTS = {
    # Lyu, Su and Li 2017, Algorithm 1
    "lyu": Variant("threshold Lap(2Δ/ε), tests Lap(4cΔ/ε)", "", lambda e, c: (2 / e, 4 * c / e)),
    # Dwork and Roth 2014, Algorithm 2
    "dwork-roth": Variant("threshold Lap(2cΔ/ε), new after each test above, tests Lap(4cΔ/ε)", "",
                          lambda e, c: (2 * c / e, 4 * c / e), refreshes=True),
    # U17's noise, read as ε₀ for each search (it says "about"): the true ε is up to 3 times that
    "u17": Variant("threshold and tests Lap(cΔ/ε), a new threshold after each test above",
                   "if ε is for c searches, the test above pays twice", lambda e, c: (c / e, c / e), refreshes=True),
    # Roth 2011, lecture notes; no limit
    "roth": Variant("threshold Lap(2Δ/ε), tests Lap(2cΔ/ε), tells the noisy value that came out above",
                    "the value told bounds the threshold's noise for all tests below", lambda e, c: (2 / e, 2 * c / e),
                    tells_value=True),
    # Lee and Clifton 2014; up to (1 + 6c)/4 times
    "lee-clifton": Variant("threshold Lap(4Δ/ε), tests Lap(4Δ/(3ε))",
                           "the tests' noise does not grow with c, and each test above pays twice",
                           lambda e, c: (4 / e, 4 / (3 * e))),
    # Stoddard, Chen and Machanavajjhala 2014; no limit
    "stoddard": Variant("threshold Lap(2Δ/ε), no noise on the tests, no stop", "one threshold sorts all values exactly",
                        lambda e, c: (2 / e, 0.0), stops=False),
    # Chen, Xiao, Zhang and Xu 2015; no limit
    "chen": Variant("threshold and tests Lap(2Δ/ε), no stop (GPTT with ε₁ = ε₂)",
                    "tests above and below pull the threshold both ways, each at a price", lambda e, c: (2 / e, 2 / e),
                    stops=False),
}


def variant_law(variant: str, values, *, threshold, epsilon, c=1) -> dict[tuple, float]:
    """The exact law of the answers of one of `VARIANTS`: the probability of each sequence of answers that it may give.

    For `variant_audit`, which checks its arguments.  values (m,), m <= 10: the private values of the queries, one
    record moves each by at most 1; the same threshold for all of them; epsilon: what the variant claims for the whole
    stream; c: tests above until it stops (one that never stops takes no notice).

    Answers are 0 below, 1 above, 3 not asked, as c tests came out above before.  A variant that tells the value says 2
    if that is at most 3 below the threshold (so this is the law of a function of the answers, and its ε a lower limit).
    Sums to 1 to 1e-12, relative error about 1e-12.  Cost: milliseconds for m <= 4.
    """
    kind = VARIANTS[variant]
    shared, test = kind.scales(epsilon, c)
    gaps, width, patterns = np.subtract(values, threshold) / shared, test / shared, _patterns(kind, len(values), c)
    if kind.refreshes:
        logs = _renewed(gaps, width, patterns)
    else:
        logs = log_chances(np.eye(4)[patterns][..., :3], gaps, width, CUT / shared if kind.tells_value else None)
    return dict(zip(map(tuple, patterns.tolist()), np.exp(logs).tolist()))


def _patterns(kind, m, c):
    """All sequences of m answers, shape (patterns, m)."""
    rows = {}
    for word in itertools.product(range(2 + kind.tells_value), repeat=m):
        asked = np.cumsum([0] + [s != BELOW for s in word[:-1]]) < c if kind.stops else True
        rows[tuple(np.where(asked, word, NOT_ASKED))] = None   # a dict: each once, in order
    return np.array(list(rows))


def _renewed(gaps, width, patterns):
    """A new threshold after each test above: epochs are independent, and the log-probabilities add up."""
    laws = [log_first_above(gaps[start:], width) for start in range(len(gaps))]
    total = np.zeros(len(patterns))
    for row, pattern in enumerate(patterns):
        start = 0
        while start < len(gaps) and pattern[start] != NOT_ASKED:
            first = (*pattern[start:], ABOVE).index(ABOVE)      # past the end: never
            total[row] += laws[start][first]
            start += first + 1
    return total


def variant_audit(variant: str, *, n_queries=3, n=2, epsilon=1.0, c=1, threshold=None) -> AuditReport:
    """The exact audit of a variant's claim of ε over all data sets of n records and all neighbors (REPLACE_ONE).

    A record is what it adds to each of n_queries counts, so the records are {0, 1}^n_queries, and in a pair of
    neighbors every count may move by one, each its own way (Δ = 1).

    Parameters
    ----------
    variant : a name in `VARIANTS`
    n_queries : int in 1..5
    n : int in 1..8
    epsilon : float in [1e-3, 1e3], the ε that the variant claims for the whole stream
    c : int in 1..1000, tests above until it stops
    threshold : float or None for n/2

    Returns
    -------
    privacy.AuditReport.  It proves the claim for these data sets, or proves it wrong (of a variant that tells the
    value, only the latter: the law sees on which side of a cut the value lies).  Cost: one law for each of the
    (n + 1)^n_queries vectors of counts, a few milliseconds each.
    """
    kind = VARIANTS[check.choice("variant", variant, VARIANTS)]
    n_queries, n = check.integer("n_queries", n_queries, 1, 5), check.integer("n", n, 1, 8)
    epsilon, c = check.real("epsilon", epsilon, 1e-3, 1e3), check.integer("c", c, 1, 1000)
    threshold = n / 2 if threshold is None else check.real("threshold", threshold, -1e9, 1e9)

    @functools.cache
    def of_counts(*counts):
        return np.array(list(variant_law(variant, counts, threshold=threshold, epsilon=epsilon, c=c).values()))

    def law(records):
        return of_counts(*np.sum(records, axis=0).tolist())

    domain = list(itertools.product((0, 1), repeat=n_queries))
    return audit(law, all_datasets(domain, n), domain=domain, relation=Relation.REPLACE_ONE, epsilon=epsilon,
                 slack=1e-9, note=kind.words)


def hard_pair_epsilon(variant: str, n_below, *, epsilon, c=1, reach=20.0) -> np.ndarray:
    """ln of how much likelier one event is on x than on its neighbor x', exactly: a lower limit on the true ε.

    The event: n_below values `reach`·Δ above the threshold are said to be below, and then tests that far below it are
    said to be above.  On x' the former values are Δ larger and the latter Δ smaller.  How many tests are above: c
    (each after n_below of its own where the threshold is renewed); n_below if the variant never stops.  A variant that
    tells values tells one below everything, and there all values of x' are Δ larger.

    For cards and claims, which hand in what is allowed: n_below, whole numbers up to 1e6 of any shape, which is
    that of the result; reach up to 1e6; a variant with noise on its tests.  Cost: two integrals, a few ms for all
    n_below together.
    """
    kind = VARIANTS[variant]
    shared, test = kind.scales(epsilon, c)
    # epochs with thresholds of their own are independent and alike: one of them, c times
    n_above, epochs = (n_below, 1) if not kind.stops else (1, c) if kind.refreshes else (c, 1)
    answer, moved, cut = (ABOVE_LOW, 1, -(reach + 2) / shared) if kind.tells_value else (ABOVE, -1, None)
    here, there = (log_chances(event(n_below, n_above, answer), np.array(gaps) / shared, test / shared, cut)
                   for gaps in ((reach, -reach), (reach + 1, -reach + moved)))
    return (epochs * (here - there)).reshape(np.shape(n_below))
