"""The sparse vector technique, exactly: the law of one epoch, and an audit that catches a published version.

A stream of noisy values is compared with a noisy threshold, and "above" or "below" is said (the module of the same name
a floor above says why that can be cheap).  Given the threshold's noise the tests are independent, so a law is one
integral over it (`_quadrature`; scipy's quad gave inf), and `privacy.audit` can try a claim on tiny data
(`stream_audit`).

Relation: REPLACE_ONE; private: the values, each of which moves by at most Δ; public: threshold, ε.

References: Lyu, Su and Li 2017, "Understanding the sparse vector technique for differential privacy" (Figure 1,
algorithms 1 and 4); U17, "Online Private MW".
"""

from __future__ import annotations

import functools
import itertools

import numpy as np

from ... import _validate as check
from ..._quadrature import log_first_above
from ...privacy import AuditReport, Relation, all_datasets, audit


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


def stream_audit(threshold_scale, test_scale, *, n_queries=3, n=2, epsilon=1.0) -> AuditReport:
    """The exact audit of a claim of ε, over all data sets of n records and all neighbors (REPLACE_ONE), for a sparse
    vector that stops after the first test above.

    A record is what it adds to each of n_queries counts, so the records are {0, 1}^n_queries, and in a pair of
    neighbors every count may move by one, each its own way (Δ = 1); the threshold is n/2.

    Parameters
    ----------
    threshold_scale, test_scale : float > 0, the Laplace scales; their ratio within a factor 1000 of 1
    n_queries : int in 1..5
    n : int in 1..4
    epsilon : float in [0.01, 100], what is claimed for the whole stream

    Returns
    -------
    privacy.AuditReport.  It proves the claim for these data sets, or proves it wrong.  Cost: one law for each of the
    (n + 1)^n_queries vectors of counts, a few milliseconds each.
    """
    n_queries, n = check.integer("n_queries", n_queries, 1, 5), check.integer("n", n, 1, 4)
    epsilon = check.real("epsilon", epsilon, 0.01, 100)

    @functools.cache
    def of_counts(*counts):
        return first_above_law(counts, threshold=n / 2, threshold_scale=threshold_scale, test_scale=test_scale)

    domain = list(itertools.product((0, 1), repeat=n_queries))
    return audit(lambda records: of_counts(*np.sum(records, axis=0).tolist()), all_datasets(domain, n), domain=domain,
                 relation=Relation.REPLACE_ONE, epsilon=epsilon, slack=1e-9)
