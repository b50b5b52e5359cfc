"""Independent noise on every answer, what a histogram for all queries has to beat; tables fitted; records from a
histogram.

`formulas.answer_scale` says how much noise each answer needs, for queries or whole marginals, Laplace or Gaussian.
The largest of k absolute Laplace variables of scale b is a maximum of exponentials, with mean b (1 + 1/2 + ... +
1/k): with δ = 0 the error grows like k ln k, and with δ > 0 still like √k ln k, where the bound of private
multiplicative weights grows like √ln k.

**Fitted tables.** Noisy tables that share columns contradict each other.  A cell of a table is a sum of *parities* of
its columns (for each set of columns the share of records with an even number of ones there less that with an odd one),
the parities are orthogonal, and averaging each over all tables that hold it is least squares: post-processing, which
leaves on average the share of different parities among all of them of the noise's variance (Barak et al. 2007).

**Synthetic records.** Records rounded from a private histogram are post-processing: they satisfy the same (ε, δ) as
the histogram, as long as nothing else about the data enters (their number, too, must be public).

N records get ⌊N p(x)⌋ of each cell, and one more of each of the cells with the largest remainders.  A query in [0, 1]
changes by at most |X|/(4N): errors in counts sum to zero, so no query gains more than the remainders f that were
dropped. If R of the U cells with a remainder got one more, the others, with the smallest remainders, dropped at most
their share (U - R) R/U <= U/4 of Σf = R.  Not random, and biased: where |X| is larger than N, thinly spread weight is
all lost.

Bit i of cell x is (x >> i) & 1.

Relation: REPLACE_ONE.  Noise by floating point leaks (Mironov 2012): for teaching, not for release.

References: U17, "Towards PMW"; DR14, Proposition 2.1, Theorem 3.6 and section 3.5; Kairouz, Oh and Viswanath 2015;
Balle and Wang 2018.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from .. import _validate as check
from .._bounds import one_epsilon
from ..privacy import Guarantee, Relation
from .formulas import BY, answer_scale
from .multiplicative import ReadOnly
from .workloads import LARGEST, MAX_BITS, MOST_RECORDS, Marginals, noise_width, paired, walsh_hadamard

MOST_SYNTHETIC = 10**8


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


def synthetic_records(histogram, n_records, *, rng) -> np.ndarray:
    """Records of bits whose histogram is the one given, rounded by largest remainders (ties to the lower cell).

    Parameters
    ----------
    histogram : array (2^k,), sums to 1, 1 <= k <= 24
        The released one: the records are as private as it is.
    n_records : int, 1 <= N, N·k <= 1e8
    rng : numpy.random.Generator, draws the order of the records

    Returns
    -------
    bool array (n_records, k), in random order

    Notes
    -----
    Privacy: post-processing, the guarantee of `histogram` (given a public N).  Cost: O(2^k ln 2^k + N k).
    """
    histogram = check.distribution("histogram", check.array("histogram", histogram, (None,)))
    n_bits = len(histogram).bit_length() - 1
    if len(histogram) != 1 << n_bits or not 1 <= n_bits <= MAX_BITS:
        raise ValueError(f"histogram must have 2^k cells, 1 <= k <= {MAX_BITS}; got {len(histogram)}")
    n_records = check.integer("n_records", n_records, 1, MOST_SYNTHETIC // n_bits)
    wanted = histogram / histogram.sum() * n_records
    nearest = np.round(wanted)
    whole = np.abs(wanted - nearest) < 1e-9 * np.maximum(nearest, 1)   # 3 x 0.1 is a whole tenth
    wanted = np.where(whole, nearest, wanted)
    counts = np.floor(wanted).astype(np.int64)
    counts[np.argsort(counts - wanted, kind="stable")[: n_records - counts.sum()]] += 1
    cells = check.generator("rng", rng).permutation(np.repeat(np.arange(len(histogram)), counts))
    return (cells[:, None] >> np.arange(n_bits) & 1).astype(bool)
