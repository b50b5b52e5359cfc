"""Independent noise on every answer: what a histogram for all queries has to beat.

`formulas.answer_scale` says how much noise each answer needs, for queries or whole marginals, Laplace or Gaussian.
The largest of k absolute Laplace variables of scale b is a maximum of exponentials, with mean b (1 + 1/2 + ... +
1/k): with δ = 0 the error grows like k ln k, and with δ > 0 still like √k ln k, where the bound of private
multiplicative weights grows like √ln k.

Relation: REPLACE_ONE.  Noise by floating point leaks (Mironov 2012): for teaching, not for release.

References: U17, "Towards PMW"; DR14, Theorem 3.6 and section 3.5; Kairouz, Oh and Viswanath 2015; Balle and Wang 2018.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from .._bounds import one_epsilon
from ..privacy import Guarantee, Relation
from .formulas import BY, answer_scale
from .marginals import Marginals
from .multiplicative import ReadOnly
from .workloads import MOST_RECORDS, noise_width, paired


@dataclass(frozen=True, eq=False)
class Answers(ReadOnly):
    """Noisy answers: `values` (n_queries,), the noise's `scale` (b of Laplace, σ of Gaussian `noise`), and the
    `guarantee`.

    The values are not clipped, and nothing makes them agree with each other or with any histogram.
    """

    values: np.ndarray
    scale: float
    noise: str
    guarantee: Guarantee


def laplace_answers(histogram, queries, *, n, epsilon, delta=0.0, rng, by="query", noise="laplace") -> Answers:
    """Every answer with noise of its own.

    Parameters
    ----------
    histogram : array (universe_size,), sums to 1
    queries : what `as_workload` takes
        Without negations: -q would be answered anew, at q's price.
    n : int >= 1, number of records, public
    epsilon : float > 0, for all answers together; in [1e-4, 200] where delta > 0
    delta : float, 0 or in [1e-100, 1); Gaussian noise wants it positive
    rng : numpy.random.Generator
    by : {"query", "marginal"}
        The budget is shared by the queries, or, for a `Marginals` workload, by the marginals.
    noise : {"laplace", "gaussian"}

    Returns
    -------
    Answers

    Raises
    ------
    ValueError
        For bad arguments, and by="marginal" with other workloads.

    Notes
    -----
    Privacy: (ε, δ)-DP under REPLACE_ONE; private are the records, public n, the queries, the scale.
    Source: DR14, Theorem 3.6 (the Laplace mechanism).
    """
    histogram, queries = paired(histogram, queries)
    n, rng = check.integer("n", n, 1, MOST_RECORDS), check.generator("rng", rng)
    epsilon, delta, parts = one_epsilon(epsilon), check.delta("delta", delta), queries.n_queries
    if BY.check(by) == "marginal":
        parts = len(check.instance("queries (by='marginal')", queries, Marginals).subsets)
    scale = answer_scale(parts, n=n, epsilon=epsilon, delta=delta, width=noise_width(queries), by=by, noise=noise)
    draw = rng.laplace if noise == "laplace" else rng.normal
    values = queries.answers(histogram) + draw(scale=scale, size=queries.n_queries)
    note = f"records private; n and queries public; {noise} noise of scale {scale:.6g}, shared by {parts} {by} releases"
    return Answers(values, scale, noise, Guarantee(epsilon, delta, Relation.REPLACE_ONE, note))
