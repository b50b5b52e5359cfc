"""What checks have in common: is it a law, how private is it, do samples follow it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy import stats

from .question import Wrong, need

FALSE_ALARM = 5e-8  # of one comparison of samples with a law; a question has at most twenty
TOLERANCE = 1e-6  # of probabilities and of ε, said in the head of each assignment: float32 will do


def kind(value) -> str:
    """What came instead of what was wanted."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    if isinstance(value, (list, tuple, dict)):
        return f"a {type(value).__name__} of length {len(value)}"
    named = {"NoneType": "None", "str": "text", "bool": "True or False", "int": "a whole number", "float": "a number"}
    return named.get(type(value).__name__, type(value).__name__)


def number(value, where: str) -> float:
    """A finite number, however it is spelled; `where` says for which arguments."""
    need(isinstance(value, (bool, int, float)), f"a number is wanted {where}; got {kind(value)}")
    need(math.isfinite(value), f"a finite number is wanted {where}; got {value}: overflow, or a division by 0?")
    return float(value)


def whole(value, where: str) -> int:
    """A whole number, also as 3.0 or True."""
    need(isinstance(value, (bool, int, float)) and math.isfinite(value) and int(value) == value,
         f"a whole number is wanted {where}; got {kind(value)}{' that is not whole' * (kind(value) == 'a number')}")
    return int(value)


def law(value, shape: tuple[int, ...], where: str) -> np.ndarray:
    """The value as probabilities of this shape; `where` says for which arguments."""
    try:
        p = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise Wrong(f"probabilities of shape {shape} are wanted {where}; got {kind(value)}") from None
    need(p.shape == shape, f"probabilities of shape {shape} are wanted {where}; got shape {p.shape}")
    if not np.isfinite(p).all():  # words only where they are needed: checks look at many laws
        raise Wrong(f"probabilities are wanted {where}; {np.count_nonzero(~np.isfinite(p))} of {p.size} are no finite "
                    "numbers: does a weight overflow, or a sum of weights underflow to 0?")
    need((p >= 0).all(), f"probabilities are wanted {where}; some are below 0")
    off = p.sum() - 1
    if not abs(off) < TOLERANCE:
        rounded = ": rounding? return all digits" if abs(off) < 1e-2 else ""
        raise Wrong(f"the probabilities must sum to 1, to within {TOLERANCE:g}, {where}; they are off by "
                    f"{off:+.1e}{rounded}")
    return p


def laws(value, shape: tuple[int, int], where: str) -> np.ndarray:
    """The value as a law in each row."""
    need(np.shape(value) == shape, f"probabilities of shape {shape} are wanted {where}; got {kind(value)}")
    p = np.asarray(value, dtype=float)
    for row in np.flatnonzero(~((p >= 0).all(axis=1) & (np.abs(p.sum(axis=1) - 1) < TOLERANCE))):
        law(p[row], shape[1:], f"in row {row} {where}")  # raises: rows are many, words are for few
    return p


def timid(rate: float, proved: float, where: str = "") -> None:
    """The rate is at least the one that can be proved."""
    need(rate >= proved * (1 - TOLERANCE), f"private, but more timid than what can be proved{where}: your rate is "
                                           f"{rate / proved:.4g} of that")


def private(laws: np.ndarray, neighbors: np.ndarray, names: Sequence, epsilon: float, relation: str) -> None:
    """Every pair of neighbors, both ways: raise with the worst pair where a loss is above ε.

    `laws` has a row a data set, `neighbors` a row a pair of places in it, `names` says what stands there.
    """
    flat = np.asarray(laws).reshape(len(laws), -1)[neighbors]
    with np.errstate(divide="ignore", invalid="ignore"):
        loss = np.abs(np.log(flat[:, 0]) - np.log(flat[:, 1]))
    loss = np.where((flat == 0).all(axis=1), 0.0, loss).max(axis=1)
    worst = int(loss.argmax())
    a, b = (names[i] for i in neighbors[worst])
    need(loss[worst] <= epsilon * (1 + TOLERANCE) + 1e-9,
         f"claims ε = {epsilon:.6g}, leaks {loss[worst]:.6g} between the {relation} neighbors {a} and {b}")


def supported(p: np.ndarray, q: np.ndarray, where: str, least: float = 1e-30) -> None:
    """No outcome that the law q can have is impossible under p.  Data sets are linked by chains of neighbors: one that
    has probability 0 on some and more on others has it on two neighbors, and then no ε will do.  `least` is what a
    float32 still holds, or 1e-8 where a right answer may be written 1 - p."""
    lost = (p == 0) & (q > least)
    need(not lost.any(), f"leaks without bound: an outcome that other data can have has probability 0 {where}; "
                         f"one of {q[lost].max(initial=0):.1e} is wanted")


def follows(samples: np.ndarray, p: np.ndarray, words: str, false_alarm: float = FALSE_ALARM) -> None:
    """Samples (places in p) against the law p: Σ|p̂ - p| is above sqrt(2 (m ln 2 + ln(1/β))/n) with probability at
    most β (Bretagnolle, Huber and Carol; m outcomes, n independent samples)."""
    need(samples.min() >= 0 and samples.max() < p.size, words)
    share = np.bincount(samples, minlength=p.size) / len(samples)
    most = math.sqrt(2 * (p.size * math.log(2) - math.log(false_alarm)) / len(samples))
    off = np.abs(share - p.ravel()).sum()
    need(off <= most, f"{words}: {len(samples):,} samples; summed over all outcomes the shares are off by {off:.3g}, "
                      f"where {most:.3g} can be chance")


def independent(long: np.ndarray, short: Sequence[np.ndarray], p: np.ndarray, words: str) -> None:
    """Independent samples (places in p) of the law p: `long` from one call, `short` from many with a stream each (800
    show a half that is repeated).  A right sampler fails with probability at most `FALSE_ALARM`, shared among at most
    20 comparisons.

    Shares, of single samples and of each with the one behind it: `follows`.  Matches at each lag: sums of n - lag
    indicators of which each shares a sample with two others, so Janson's inequality with chromatic number 2.  How
    even: `_even`, among the calls and among blocks of the long one.
    """
    p, alarm, n = p.ravel() / p.sum(), FALSE_ALARM / 20, len(long)
    follows(np.concatenate([long, *short]), p, words, alarm)
    follows(long[:n // 2 * 2].reshape(-1, 2) @ [p.size, 1], np.outer(p, p),
            f"{words}: a sample and the one after it are not independent", alarm)
    far = np.fft.rfft(long == np.arange(p.size)[:, None], 2 * n)
    matches = np.rint(np.fft.irfft((np.abs(far) ** 2).sum(axis=0), 2 * n)[1:n])
    terms = n - np.arange(1, n)
    off = np.abs(matches - terms * (p ** 2).sum()) / np.sqrt(terms * math.log(2 * n / alarm))
    lag = int(off.argmax()) + 1
    need(off[lag - 1] <= 1, f"{words}: samples {lag} apart are not independent: {matches[lag - 1]:,.0f} of {n - lag:,} "
                            f"pairs are equal, {(n - lag) * (p ** 2).sum():,.0f} are expected")
    order = np.argsort(-p)
    half = order[:max(1, np.searchsorted(p[order].cumsum(), 0.55))]  # an event of chance near 1/2
    for event in {tuple(order[:1]), tuple(half)}:
        inside, chance = np.isin(long, event), p[list(event)].sum()
        _even(np.array([np.isin(some, event).sum() for some in short]), np.array([len(some) for some in short]), chance,
              f"{words}: the shares of {len(short)} calls", alarm)
        for size in (10, 30, 100, 300):
            counts = inside[:n // size * size].reshape(-1, size).sum(axis=1)
            _even(counts, np.full(len(counts), size), chance, f"{words}: the shares of blocks of {size}", alarm)


def _even(counts: np.ndarray, sizes: np.ndarray, chance: float, words: str, alarm: float) -> None:
    """Whether counts of an event vary as those of independent samples: those in the middle half of their binomial laws
    are a sum of independent indicators, so Hoeffding's inequality.  Too many is stratified, too few repeated."""
    low, high = (stats.binom.ppf(q, sizes, chance) for q in (0.25, 0.75))
    middle = stats.binom.cdf(high, sizes, chance) - stats.binom.cdf(low - 1, sizes, chance)
    inside, most = ((low <= counts) & (counts <= high)).sum(), math.sqrt(len(counts) * math.log(2 / alarm) / 2)
    need(abs(inside - middle.sum()) <= most,
         f"{words} are too {'even' if inside > middle.sum() else 'uneven'} for independent samples: {inside} lie in "
         f"the middle of the binomial law, {middle.sum():.0f} are expected")
