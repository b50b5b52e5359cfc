"""Published versions of the sparse vector technique, some of them broken, and the exact price of each.

All compare a stream of noisy values with a noisy threshold and say "above" or "below" (`sparse_vector` says why that can be
cheap).  They differ in the scales of the noise, in whether they stop after c tests above, draw the threshold's noise anew,
or tell the value that came out above.  `variant_law` is the exact law of the answers (quadrature over the threshold's noise,
no sampling), so that `privacy.audit` can try each claim on tiny data (`variant_audit`); `hard_pair_epsilon` is the log-ratio
of one event on one pair of neighbors, and shows what a claim comes to as the stream grows.

Relation: REPLACE_ONE; private: the values, each of which moves by at most Δ; public: threshold, ε, c.

References: Lyu, Su and Li 2017, "Understanding the sparse vector technique for differential privacy" (Figure 1, algorithms
1 to 6, and section 3); DR14, Algorithm 2; U17, "Online Private MW"; Chen and Machanavajjhala 2015 (GPTT).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from .._bounds import plain
from .._quadrature import REACH, log_first_above, log_integrals, log_laplace_cdf
from ..privacy import AuditReport, Relation, all_datasets, audit

__all__ = ["VARIANTS", "Variant", "answer_patterns", "hard_pair_epsilon", "variant_audit", "variant_law"]

BELOW, ABOVE, ABOVE_LOW, NOT_ASKED = range(4)
NODES, WEIGHTS = np.polynomial.legendre.leggauss(16)


@dataclass(frozen=True)
class Variant:
    """A published way to run the sparse vector technique, for a stream in which c tests may come out above.

    Attributes
    ----------
    words, source : str
    flaw : str, what breaks the claim of ε; empty for the correct ones
    scales : function (epsilon, c) -> (b₁, b₂), the noise of threshold and tests for Δ = 1; b₂ = 0: no noise on the tests
    factor : function c -> the true ε (supremum over streams of any length) divided by the claimed one; may be inf
    stops : whether it stops after c tests above; one that does not goes on for ever
    refreshes : whether the threshold's noise is drawn anew after a test above
    tells_value : whether the noisy value that came out above is told
    """

    words: str
    source: str
    flaw: str
    scales: Callable
    factor: Callable
    stops: bool = True
    refreshes: bool = False
    tells_value: bool = False


VARIANTS = {
    "lyu": Variant(
        "threshold Lap(2Δ/ε), tests Lap(4cΔ/ε)", "Lyu, Su and Li 2017, Algorithm 1", "",
        lambda e, c: (2 / e, 4 * c / e), lambda c: 1.0),
    "dwork-roth": Variant(
        "threshold Lap(2cΔ/ε), new after each test above, tests Lap(4cΔ/ε)", "Dwork and Roth 2014, Algorithm 2", "",
        lambda e, c: (2 * c / e, 4 * c / e), lambda c: 1.0, refreshes=True),
    "u17": Variant(
        "threshold and tests Lap(cΔ/ε), a new threshold after each test above", "U17, Online Private MW",
        "the test that comes out above pays twice", lambda e, c: (c / e, c / e), lambda c: 3.0, refreshes=True),
    "roth": Variant(
        "threshold Lap(2Δ/ε), tests Lap(2cΔ/ε), tells the noisy value that came out above", "Roth 2011, lecture notes",
        "the value told bounds the threshold's noise for all tests below", lambda e, c: (2 / e, 2 * c / e),
        lambda c: math.inf, tells_value=True),
    "lee-clifton": Variant(
        "threshold Lap(4Δ/ε), tests Lap(4Δ/(3ε))", "Lee and Clifton 2014",
        "the tests' noise does not grow with c, and each test above pays twice", lambda e, c: (4 / e, 4 / (3 * e)),
        lambda c: (1 + 6 * c) / 4),
    "stoddard": Variant(
        "threshold Lap(2Δ/ε), no noise on the tests, no stop", "Stoddard, Chen and Machanavajjhala 2014",
        "one threshold sorts all values exactly", lambda e, c: (2 / e, 0.0), lambda c: math.inf, stops=False),
    "chen": Variant(
        "threshold and tests Lap(2Δ/ε), no stop (GPTT with ε₁ = ε₂)", "Chen, Xiao, Zhang and Xu 2015",
        "tests above and below pull the threshold both ways, each at a price", lambda e, c: (2 / e, 2 / e),
        lambda c: math.inf, stops=False),
}  # fmt: skip


def answer_patterns(variant: str, n_queries, *, c=1) -> np.ndarray:
    """All sequences of answers that a variant may give to n_queries queries: array (patterns, n_queries).

    0 below, 1 above, 3 not asked, as c tests came out above before.  A variant that tells the value says 1 if it is
    above a public cut (see `variant_law`) and 2 if at or below.  At most 10 queries.
    """
    kind, m, c = _asked(variant, n_queries, c)
    return _patterns(kind, m, c)


def _asked(variant, n_queries, c):
    kind = VARIANTS[check.choice("variant", variant, VARIANTS)]
    return kind, check.integer("n_queries", n_queries, 1, 10), check.integer("c", c, 1, 1000)


def _patterns(kind, m, c):
    symbols = (BELOW, ABOVE, ABOVE_LOW) if kind.tells_value else (BELOW, ABOVE)
    rows = {}
    for word in itertools.product(symbols, repeat=m):
        asked = np.cumsum([0] + [s != BELOW for s in word[:-1]]) < c if kind.stops else np.ones(m, bool)
        rows[tuple(np.where(asked, word, NOT_ASKED))] = None   # a dict: each once, in order
    return np.array(list(rows))


def variant_law(variant: str, values, *, threshold, epsilon, sensitivity=1.0, c=1, cut=None) -> np.ndarray:
    """The exact law of the answers of one of `VARIANTS`, over `answer_patterns`.

    Parameters
    ----------
    variant : a name in `VARIANTS`
    values : array (m,), 1 <= m <= 10, the private values of the queries
    threshold : float, the same for all queries
    epsilon : float in [1e-3, 1e3], the ε that the variant claims for the whole stream
    sensitivity : float > 0, Δ
    c : int in 1..1000, tests above until it stops (one that never stops takes no notice)
    cut : float or None
        For a variant that tells the value: where the value told is cut into low and high (the law is then that of a
        function of the answers, so its ε is a lower limit).  None: 3Δ below the threshold.

    Returns
    -------
    array (patterns,), sums to 1 to 1e-12, relative error about 1e-12.  Cost: milliseconds for m <= 4.
    """
    values = check.array("values", values, (None,), low=-1e100, high=1e100)
    kind, m, c = _asked(variant, len(values), c)
    epsilon, unit = check.real("epsilon", epsilon, 1e-3, 1e3), check.real("sensitivity", sensitivity, 1e-100, 1e100)
    threshold = check.real("threshold", threshold, -1e100, 1e100)
    cut = -3.0 if cut is None else (check.real("cut", cut, -1e100, 1e100) - threshold) / unit
    return np.exp(_log_law(kind, (values - threshold) / unit, _patterns(kind, m, c), epsilon, c, cut))


def _log_law(kind, gaps, patterns, epsilon, c, cut):
    """ln of the probability of each pattern; gaps and cut are (value - threshold)/Δ."""
    shared, test = kind.scales(epsilon, c)
    gaps, width, cut = gaps / shared, test / shared, cut / shared     # in units of the threshold's noise
    if kind.refreshes:
        return _renewed(gaps, width, patterns)
    return _one_threshold(gaps, width, patterns, cut if kind.tells_value else None)


def _one_threshold(gaps, width, patterns, cut):
    """One threshold for all tests: an integral over its noise z, given which the tests are independent."""
    def log_integrand(z):
        table, total = _log_answers(z, gaps, width, cut), 0.0
        for i in range(len(gaps)):
            total = total + table[:, i, patterns[:, i]]
        return total - np.abs(z)[:, None] - math.log(2)

    steepest = 2 + (len(gaps) / width if width else 0)
    return log_integrals(log_integrand, np.append(gaps, [0.0, cut or 0.0]), -REACH, REACH, steepest)


def _log_answers(z, gaps, width, cut):
    """ln Pr[answer of query i given the threshold's noise z], shape (len(z), queries, 4 answers)."""
    z = z[:, None]
    table = np.full((*np.broadcast_shapes(z.shape, gaps.shape), 4), -np.inf)
    table[..., NOT_ASKED] = 0.0
    if width == 0:
        table[..., BELOW] = np.where(gaps < z, 0.0, -np.inf)
        table[..., ABOVE] = np.where(gaps < z, -np.inf, 0.0)
        return table
    table[..., BELOW] = log_laplace_cdf((z - gaps) / width)
    table[..., ABOVE] = log_laplace_cdf((gaps - z) / width)
    if cut is not None:     # above and told: at least z, and on either side of the cut
        upper, lower = log_laplace_cdf((cut - gaps) / width), table[..., BELOW]
        with np.errstate(divide="ignore"):
            table[..., ABOVE_LOW] = np.where(z < cut, upper + np.log(-np.expm1(np.minimum(lower - upper, 0))), -np.inf)
        table[..., ABOVE] = log_laplace_cdf((gaps - np.maximum(z, cut)) / width)
    return table


def _renewed(gaps, width, patterns):
    """A new threshold after each test above: epochs are independent, and the log-probabilities add up."""
    laws = [log_first_above(gaps[start:], width) for start in range(len(gaps))]
    total = np.zeros(len(patterns))
    for row, pattern in enumerate(patterns):
        start = 0
        while start < len(gaps) and pattern[start] != NOT_ASKED:
            above = np.flatnonzero(pattern[start:] == ABOVE)
            first = above[0] if len(above) else len(gaps) - start
            total[row] += laws[start][first]
            start += first + 1
    return total


# ---- what they cost -------------------------------------------------------------------------------

def variant_audit(variant: str, *, n_queries=3, n=2, epsilon=1.0, c=1, threshold=None) -> AuditReport:
    """The exact audit of a variant's claim of ε over all data sets of n records and all neighbors (REPLACE_ONE).

    A record is what it adds to each of n_queries counts, so the records are {0, 1}^n_queries, and in a pair of neighbors
    every count may move by one, each its own way (Δ = 1).

    Parameters
    ----------
    variant, epsilon, c : as in `variant_law`
    n_queries : int in 1..5
    n : int in 1..8
    threshold : float or None for n/2

    Returns
    -------
    privacy.AuditReport.  It proves the claim for these data sets, or proves it wrong (of a variant that tells the value,
    only the latter: the law sees on which side of a cut the value lies).  Cost: one law for each of the
    (n + 1)^n_queries vectors of counts, a few milliseconds each.
    """
    kind = VARIANTS[check.choice("variant", variant, VARIANTS)]
    n_queries, n = check.integer("n_queries", n_queries, 1, 5), check.integer("n", n, 1, 8)
    threshold = n / 2 if threshold is None else check.real("threshold", threshold, -1e100, 1e100)
    laws = {}

    def law(records):
        counts = tuple(np.sum(records, axis=0))
        if counts not in laws:
            laws[counts] = variant_law(variant, counts, threshold=threshold, epsilon=epsilon, c=c)
        return laws[counts]

    domain = list(itertools.product((0, 1), repeat=n_queries))
    return audit(law, all_datasets(domain, n), domain=domain, relation=Relation.REPLACE_ONE, epsilon=epsilon,
                 slack=1e-9, note=kind.words)


def hard_pair_epsilon(variant: str, n_below, *, epsilon, c=1, reach=20.0):
    """ln of how much likelier one event is on x than on its neighbor x', exactly: a lower limit on the true ε.

    The event: n_below values `reach`·Δ above the threshold are said to be below, and then tests that far below it are
    said to be above.  On x' the former values are Δ larger and the latter Δ smaller.  How many tests are above: c
    (each after n_below of its own where the threshold is renewed); n_below if the variant never stops.  A variant that tells
    values tells one below everything, and there all values of x' are Δ larger.  Without noise on the tests the values
    lie Δ/2 from the threshold, and the event, certain for some threshold on x, is impossible on x'.

    Parameters
    ----------
    variant, epsilon, c : as in `variant_law`
    n_below : int or array in 0..1e6
    reach : float in [0, 1e6], how far from the threshold the values lie, in units of Δ

    Returns
    -------
    float, or array like n_below; may be inf.  Cost: two integrals, a few ms for all n_below together.
    """
    kind = VARIANTS[check.choice("variant", variant, VARIANTS)]
    n_below, c = check.array("n_below", n_below, low=0, high=10**6, integral=True), check.integer("c", c, 1, 1000)
    epsilon, reach = check.real("epsilon", epsilon, 1e-3, 1e3), check.real("reach", reach, 0, 1e6)
    shared, test = kind.scales(epsilon, c)
    if test == 0:
        return plain(np.where(n_below > 0, np.inf, 0.0))
    # epochs with thresholds of their own are independent and alike: one of them, c times
    n_above, epochs = (n_below, 1) if not kind.stops else (1, c) if kind.refreshes else (c, 1)
    cut = -(reach + 2) / shared if kind.tells_value else None     # the value told lies below all values
    moved = 1 if kind.tells_value else -1
    here, there = (log_event(n_below, n_above, over / shared, under / shared, test / shared, cut)
                   for over, under in ((reach, -reach), (reach + 1, -reach + moved)))
    return plain(epochs * (here - there))


def log_event(n_below, n_above, below, above, width, cut=None):
    """ln Pr[n_below tests of gap `below` say below, n_above tests of gap `above` say above], however many these are.

    n_below, n_above : int or arrays; below, above : float, (value - threshold) in units of the threshold's noise, as `width` > 0,
    the tests' scale; with a `cut` each of the n_above tells its noisy value, and it lies under the cut.  Unchecked.
    """
    k, m = (np.asarray(a, float)[..., None] for a in (n_below, n_above))
    z, weights = _event_nodes(k.max(), m.max(), below, above, width, cut)
    said_above = log_laplace_cdf((above - z) / width)
    if cut is not None:     # the value told lies between z and the cut
        said_above = said_above + np.log(-np.expm1(np.minimum(log_laplace_cdf((above - cut) / width) - said_above, -1e-300)))
    logs = k * log_laplace_cdf((z - below) / width) + m * said_above - np.abs(z)
    peak = logs.max(axis=-1, keepdims=True)
    return peak[..., 0] + np.log(np.exp(logs - peak) @ weights / 2)


def _event_nodes(k, m, below, above, width, cut):
    """Nodes and weights for an integral over the threshold's noise, by Gauss and Legendre on panels.

    The integrand is log-concave.  Between its kinks it is an exponential, as steep as (k + m)/width, whose mass lies next to
    one of them: panels that grow with the distance from it.  Over `below` and under `above` and the cut it is smooth on the scale
    of the tests, with a peak like a Gamma variable's: even panels.  Left out is e^-40 of the peak.
    """
    kinks = np.array([below, above, 0.0, 0.0 if cut is None else cut])
    reach = 40 + width * np.log1p(max(k, m))
    low, high = kinks.min() - reach, kinks.max() + reach if cut is None else cut
    first, ratio = 4 / (1 + (k + m) / width), 4 if cut is None else 1 + min(3, 4 / np.sqrt(m))   # at a cut (cut - z)^m
    far = first * ratio ** np.arange(np.ceil(np.log((high - low) / first) / np.log(ratio)))

    def smooth(falls, other):
        return width * np.arange(0, 40 + np.log1p(falls), min(1, 4 / np.sqrt(max(1, min(falls, other + width)))))

    near = [below + smooth(k, m), above - smooth(m, k), kinks[3] - smooth(m, k)]
    edges = np.concatenate([[low, high], kinks, np.ravel(kinks + far[:, None]), np.ravel(kinks - far[:, None]), *near])
    edges = np.unique(edges[(edges >= low) & (edges <= high)])
    half = np.diff(edges)[:, None] / 2
    return (edges[:-1, None] + half * (1 + NODES)).ravel(), (half * WEIGHTS).ravel()
