"""The sparse vector technique, exactly: the law of one epoch, and published versions, some of them broken.

All compare a stream of noisy values with a noisy threshold and say "above" or "below" (the module of the same name a
floor above says why that can be cheap).  The versions differ in the scales of the noise, and in whether they stop
after c tests above.  Given the threshold's noise the tests are independent, so a law is one integral over it
(`_quadrature`; scipy's quad gave inf), and `privacy.audit` can try each claim on tiny data (`variant_audit`).

Relation: REPLACE_ONE; private: the values, each of which moves by at most Δ; public: threshold, ε, c.

References: Lyu, Su and Li 2017, "Understanding the sparse vector technique for differential privacy" (Figure 1,
algorithms 1, 4, 5 and 6, and section 3); U17, "Online Private MW"; Chen and Machanavajjhala 2015 (GPTT).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ... import _validate as check
from ..._quadrature import REACH, log_first_above, log_integrals, log_laplace_cdf
from ...privacy import AuditReport, Relation, all_datasets, audit

BELOW, ABOVE, NOT_ASKED = range(3)
NEVER = -1e300   # a logarithm of 0 that stays 0 times itself


def first_above_law(values, *, threshold, threshold_scale, test_scale) -> np.ndarray:
    """The law of one epoch: which test is the first to come out above.

    Parameters
    ----------
    values : array (k,), 1 <= k <= 256, the private values in the order asked
    threshold : float
    threshold_scale, test_scale : float > 0, the Laplace scales; their ratio within a factor 1000 of 1

    Returns
    -------
    array (k + 1,), the last entry "never"; sums to 1 to 1e-12, relative error about 1e-12.

    Notes
    -----
    Privacy: (Δ/threshold_scale + 2Δ/test_scale, 0)-DP under the relation of Δ, whatever k.  U17's epoch has both scales
    1/(ε₀ n); `mechanisms.above_threshold` takes 2Δ/ε and 4Δ/ε.  Cost: about k² · 10^4 operations.
    """
    values = check.array("values", values, (None,), low=-1e100, high=1e100)
    if len(values) > 256:
        raise ValueError(f"values must hold at most 256 for the exact law; got {len(values)}")
    threshold = check.real("threshold", threshold, -1e100, 1e100)
    shared = check.real("threshold_scale", threshold_scale, 1e-100, 1e100)
    width = check.real("test_scale", test_scale, shared / 1000, shared * 1000) / shared
    return np.exp(log_first_above((values - threshold) / shared, width))


@dataclass(frozen=True)
class Variant:
    """A published way to run the sparse vector technique, for a stream in which c tests may come out above.

    Attributes
    ----------
    words : str
    flaw : str, what breaks the claim of ε; empty for the correct ones
    scales : function (epsilon, c) -> (b₁, b₂), the noise of threshold and tests for Δ = 1; b₂ = 0: none on the tests
    stops : whether it stops after c tests above; one that does not goes on for ever
    """

    words: str
    flaw: str
    scales: Callable
    stops: bool = True


VARIANTS = {
    # Lyu, Su and Li 2017, Algorithm 1
    "lyu": Variant("threshold Lap(2Δ/ε), tests Lap(4cΔ/ε)", "", lambda e, c: (2 / e, 4 * c / e)),
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

    Answers are 0 below, 1 above, 2 not asked, as c tests came out above before.  Sums to 1 to 1e-12,
    relative error about 1e-12.  Cost: milliseconds for m <= 4.
    """
    kind = VARIANTS[variant]
    shared, test = kind.scales(epsilon, c)
    gaps, width, patterns = np.subtract(values, threshold) / shared, test / shared, _patterns(kind, len(values), c)

    def log_integrand(z):                                                       # in units of the threshold's noise
        over = z[:, None] - gaps                                                # the threshold over each value
        if width == 0:
            below, above = np.where(over > 0, 0.0, NEVER), np.where(over > 0, NEVER, 0.0)
        else:
            below, above = log_laplace_cdf(over / width), log_laplace_cdf(-over / width)
        return below @ (patterns == BELOW).T + above @ (patterns == ABOVE).T - np.abs(z)[:, None] - np.log(2)

    logs = log_integrals(log_integrand, np.append(gaps, 0.0), -REACH, REACH, 2 + len(gaps) / width if width else 2)
    return dict(zip(map(tuple, patterns.tolist()), np.exp(logs).tolist()))


def _patterns(kind, m, c):
    """All sequences of m answers, shape (patterns, m)."""
    rows = {}
    for word in itertools.product((BELOW, ABOVE), repeat=m):
        asked = np.cumsum([0, *word[:-1]]) < c if kind.stops else True
        rows[tuple(np.where(asked, word, NOT_ASKED))] = None   # a dict: each once, in order
    return np.array(list(rows))


def variant_audit(variant: str, *, n_queries=3, n=2, epsilon=1.0, c=1, threshold=None) -> AuditReport:
    """The exact audit of a variant's claim of ε over all data sets of n records and all neighbors (REPLACE_ONE).

    A record is what it adds to each of n_queries counts, so the records are {0, 1}^n_queries, and in a pair of
    neighbors every count may move by one, each its own way (Δ = 1).

    Parameters
    ----------
    variant : a name in `VARIANTS`
    n_queries : int in 1..5
    n : int in 1..4
    epsilon : float in [0.01, 100], the ε that the variant claims for the whole stream
    c : int in 1..10, tests above until it stops
    threshold : float or None for n/2

    Returns
    -------
    privacy.AuditReport.  It proves the claim for these data sets, or proves it wrong.  Cost: one law for each of the
    (n + 1)^n_queries vectors of counts, a few milliseconds each.
    """
    kind = VARIANTS[check.choice("variant", variant, VARIANTS)]
    n_queries, n = check.integer("n_queries", n_queries, 1, 5), check.integer("n", n, 1, 4)
    epsilon, c = check.real("epsilon", epsilon, 0.01, 100), check.integer("c", c, 1, 10)
    threshold = n / 2 if threshold is None else check.real("threshold", threshold, -1e9, 1e9)

    @functools.cache
    def of_counts(*counts):
        return np.array(list(variant_law(variant, counts, threshold=threshold, epsilon=epsilon, c=c).values()))

    def law(records):
        return of_counts(*np.sum(records, axis=0).tolist())

    domain = list(itertools.product((0, 1), repeat=n_queries))
    return audit(law, all_datasets(domain, n), domain=domain, relation=Relation.REPLACE_ONE, epsilon=epsilon,
                 slack=1e-9, note=kind.words)
