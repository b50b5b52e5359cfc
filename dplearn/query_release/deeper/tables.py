"""Noise on whole tables, and tables made to agree.

One record replaced takes 1/n from one cell of a marginal and gives it to another, however many cells there are: a
marginal is one release of l1-sensitivity 2/n (Euclidean: √2/n), and the budget is shared by the marginals
(`formulas.answer_scale`, by="marginal").

**Fitted tables.** Noisy tables that share columns contradict each other.  A cell of a table is a sum of *parities* of
its columns (for each set of columns the share of records with an even number of ones there less that with an odd one),
the parities are orthogonal, and averaging each over all tables that hold it is least squares: post-processing, which
leaves on average the share of different parities among all of them of the noise's variance (Barak et al. 2007).

Relation: REPLACE_ONE.  Noise by floating point leaks (Mironov 2012): for teaching, not for release.

References: DR14, Theorem 3.6 and section 3.5; Kairouz, Oh and Viswanath 2015; Balle and Wang 2018.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ... import _validate as check
from ..._bounds import one_epsilon
from ...privacy import Guarantee, Relation
from ..cells import Answers
from ..formulas import answer_scale
from ..workloads import LARGEST, MOST_RECORDS, paired
from .marginals import Marginals, walsh_hadamard


def noisy_tables(histogram, queries: Marginals, *, n, epsilon, delta, rng, noise="gaussian") -> Answers:
    """Every cell of every marginal with noise of its own.

    Parameters
    ----------
    histogram : array (universe_size,), sums to 1
    n : int >= 1, number of records, public
    epsilon, delta : for all tables together; epsilon in [1e-4, 200], delta in [1e-100, 1) (Laplace noise: or 0)
    rng : numpy.random.Generator
    noise : {"laplace", "gaussian"}

    Notes
    -----
    Privacy: (ε, δ)-DP under REPLACE_ONE; private are the records, public n, the queries, the scale.
    Source: DR14, Theorem 3.6 (the Laplace mechanism).
    """
    check.instance("queries", queries, Marginals)
    histogram, queries = paired(histogram, queries)
    n, rng, tables = check.integer("n", n, 1, MOST_RECORDS), check.generator("rng", rng), len(queries.subsets)
    epsilon, delta = one_epsilon(epsilon), check.delta("delta", delta)
    scale = answer_scale(tables, n=n, epsilon=epsilon, delta=delta, by="marginal", noise=noise)
    draw = rng.laplace if noise == "laplace" else rng.normal
    note = f"records private; n and queries public; {noise} noise of scale {scale:.6g} on {tables} tables"
    return Answers(queries.answers(histogram) + draw(scale=scale, size=queries.n_queries), scale,
                   Guarantee(epsilon, delta, Relation.REPLACE_ONE, note))


@lru_cache(maxsize=8)
def _parities(n_bits: int, degree: int) -> tuple[np.ndarray, np.ndarray]:
    """Which parity each cell of a table's transform is, shape (tables, 2^degree), and the transform's signs."""
    masks = Marginals(n_bits, degree).masks
    which = np.unique(masks.ravel(), return_inverse=True)[1].reshape(masks.shape)
    return which, walsh_hadamard(np.eye(1 << degree))


def fitted_answers(values, queries: Marginals) -> np.ndarray:
    """Least squares: the answers nearest to `values`, shape (n_queries,), that agree with each other.

    They need not be those of a distribution: a cell may be negative.  Uses noisy answers alone: it costs no privacy.
    """
    queries = check.instance("queries", queries, Marginals)
    values = check.array("values", values, (queries.n_queries,), low=-LARGEST, high=LARGEST)
    which, signs = _parities(queries.n_bits, queries.degree)
    seen = values.reshape(which.shape) @ signs                        # each table's view of its parities
    mean = np.bincount(which.ravel(), weights=seen.ravel()) / np.bincount(which.ravel())
    return (mean[which] @ signs / len(signs)).ravel()
