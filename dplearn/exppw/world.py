"""A world on the line in which the walk's expected error on new points is known exactly.

**Problem.** The line is cut into pieces.  A point falls into piece r with chance m_r, evenly spread and untied, and its label is
1 with chance p_r.  What is E Err_P of the walk trained on n points?  (An atom whose points carry uniform keys is such a piece
too.)  For `LineWorld.alternating(k, noise)` the best function with k changes errs with chance `noise`.

**Leave one out.** E Err_P is 1/(n+1) times the expected error of the walk through n + 1 points, each answered from where the walk
stands *before* it.  Inside piece r the walk is a birth-death chain P_r on -T..T, and an answer from v errs with chance
g_r(v) = p_r σ(-εv/2) + (1-p_r) σ(εv/2).  Let π_r be its stationary law, ḡ_r = π_r·g_r, and h_r solve h - P_r h = g_r - ḡ_r with
π_r·h = 0.  A stretch of N steps from the law μ then errs Nḡ + (μ - μP^N)·h times.  With μ_r the expected law on entry to piece r

    (n+1) E Err_P = (n+1) Σ m_r ḡ_r + Σ_r (μ_r - μ_{r+1})·h_r.

**Large n.** Walks from -T and T with the same labels have met once the labels of a piece add up to 2T or more in the favored
direction; so μ_{r+1} is within min_s e^(2Ts) (1 - m + m(p e^-s + q e^s))^(n+1) of π_r (p the larger chance), in total
variation, and with μ_{r+1} = π_r the formula costs O(RT) at any n.  `settled_error` uses it where what is left out is below
1e-9.  `expected_error` sums over all counts otherwise.

References: DF18, Theorem 5.3.  Propp and Wilson 1996 for walks from both ends (`draw_errors`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.signal import lfilter
from scipy.special import expit, gammaln, xlogy

from .. import _validate as check
from .._bounds import one_epsilon
from .errors import least_mistakes

__all__ = ["LineWorld", "draw_errors", "expected_error", "stationary_law"]

MOST_CLAMP = 20_000
MOST_N, MOST_ROWS = 10**15, 10**6
TOLERANCE = 1e-9
MOST_SUMMED = 4_000
BLOCK = 256
_TILTS = np.geomspace(1e-3, 20, 65)                      # the s that are tried


@dataclass(frozen=True, eq=False)
class LineWorld:
    """Pieces of a line, from left to right.

    Attributes
    ----------
    masses : array (R,), chances of the pieces, positive, summing to 1; R <= 100
    chances : array (R,) in [0, 1], of the label 1 in each piece
    """

    masses: np.ndarray
    chances: np.ndarray

    def __post_init__(self):
        masses = check.distribution("masses", self.masses)
        if masses.ndim != 1 or len(masses) > 100 or masses.min() <= 0:
            raise ValueError(f"masses must be 1 to 100 positive numbers; got shape {masses.shape} and least {masses.min()}")
        object.__setattr__(self, "masses", masses)
        object.__setattr__(self, "chances", check.array("chances", self.chances, masses.shape, low=0, high=1))

    @classmethod
    def alternating(cls, k, noise=0.0) -> LineWorld:
        """k + 1 equal pieces, true labels 0, 1, 0, ..., each label wrong with chance `noise` in [0, 1/2]; 0 <= k < 100."""
        k, noise = check.integer("k", k, 0, 99), check.real("noise", noise, 0, 0.5)
        truth = np.arange(k + 1) % 2
        return cls(np.full(k + 1, 1 / (k + 1)), np.where(truth == 1, 1 - noise, noise))

    def optimum(self, k) -> float:
        """Opt_P: the least error of a function that says 0 first and has at most k changes."""
        k = check.integer("k", k, 0, 10_000)
        return float(least_mistakes(self.masses * self.chances, self.masses * (1 - self.chances), k)[0][-1])


def stationary_law(chance, clamp) -> np.ndarray:
    """Where the walk stands after very many labels that are 1 with this chance: P[v], v = -T..T, shape (2T+1,).

    A geometric law, cut off: P[v+1]/P[v] = chance/(1 - chance).  `chance` in [0, 1], `clamp` (DF18's T) in 1..20,000.
    """
    p, T = check.real("chance", chance, 0, 1), check.integer("clamp", clamp, 1, MOST_CLAMP)
    steps = np.arange(2 * T + 1.0)
    log_law = xlogy(steps, p) + xlogy(2 * T - steps, 1 - p)
    law = np.exp(log_law - log_law.max())
    return law / law.sum()


def settled_error(world, n, *, clamp, epsilon) -> np.ndarray:
    """E Err_P where n is so large that the walk forgets each piece within the next: closed form, NaN elsewhere (for curves).

    Parameters
    ----------
    world : LineWorld
    n : array of integers >= 0, or one
    clamp : int in 1..20,000
    epsilon : float > 0

    Returns
    -------
    array like n.  Right to 1e-9 (a proved remainder, see the module's note).  A piece with chance 1/2 never settles: what follows
        it keeps NaN.

    Notes
    -----
    Cost: O(R (T + len(n))), below 1 ms for R T = 1e4 and 65 values of n.
    """
    check.instance("world", world, LineWorld)
    T, epsilon = check.integer("clamp", clamp, 1, MOST_CLAMP), one_epsilon(epsilon)
    n = check.array("n", n, low=0, high=MOST_N, integral=True).astype(float)
    points = n + 1
    pieces = [_piece(p, T, epsilon) for p in world.chances]
    total = points * sum(m * piece.mean for m, piece in zip(world.masses, pieces)) + pieces[0].excess[T]
    left_out = np.zeros(n.shape)
    for r, (m, piece) in enumerate(zip(world.masses, pieces)):
        change = (pieces[r + 1].excess if r + 1 < len(pieces) else 0.0) - piece.excess
        total = total + piece.law @ change
        left_out += np.exp(log_unmet(m, world.chances[r], T, points)) * np.ptp(change)
    return np.where(left_out / points < TOLERANCE, total / points, np.nan)


def expected_error(world, n, *, clamp, epsilon) -> float:
    """E Err_P of the walk trained on n points of the world, exactly: over sample, query, label and coins.

    Arguments as in `settled_error`, one n >= 0.  Where `settled_error` knows nothing, the sum over all counts of the pieces:
    then ValueError for n > 4000.  Cost then O(R n² T) in numpy (n = 300, T = 10, R = 3: 20 ms).
    """
    n = check.integer("n", n, 0, MOST_N)
    settled = float(settled_error(world, n, clamp=clamp, epsilon=epsilon))
    if not np.isnan(settled):
        return settled
    if n > MOST_SUMMED:
        raise ValueError(f"n must be <= {MOST_SUMMED} where the walk does not settle; got {n}")
    pieces = [_piece(p, int(clamp), float(epsilon)) for p in world.chances]
    laws = _entry_laws(world, n + 1, int(clamp))
    kept = sum((before - after) @ piece.excess for before, after, piece in zip(laws, laws[1:], pieces))
    return float(world.masses @ [piece.mean for piece in pieces] + kept / (n + 1))


@dataclass(frozen=True)
class _Piece:
    """π, ḡ and h of the module's note."""

    law: np.ndarray
    mean: float
    excess: np.ndarray


def answer_error(chance, clamp, epsilon):
    """How often an answer from each v = -T..T is wrong where a label is 1 with this chance: g of the module's note."""
    v = np.arange(-clamp, clamp + 1)
    return chance * expit(-epsilon * v / 2) + (1 - chance) * expit(epsilon * v / 2)


def _piece(chance, clamp, epsilon) -> _Piece:
    law, error = stationary_law(chance, clamp), answer_error(chance, clamp, epsilon)
    mean = float(law @ error)
    # Flow over the cut (v, v+1): π(v) p (h(v+1) - h(v)) = -Σ_{u <= v} π(u) (g(u) - ḡ).  Summed from the side where π is small.
    p, centered = max(chance, 1 - chance), error - mean
    flow = lfilter([1.0], [1.0, -(1 - p) / p], centered if chance >= 0.5 else centered[::-1])
    excess = np.concatenate([[0.0], np.cumsum(-flow[:-1] / p)])
    excess = excess if chance >= 0.5 else excess[::-1]
    return _Piece(law, mean, excess - law @ excess)


def log_unmet(mass, chance, clamp, points):
    """ln of the bound on P[walks from both ends have not met in this piece], the least over a grid of s."""
    p = max(chance, 1 - chance)
    step = np.log1p(mass * (p * np.expm1(-_TILTS) + (1 - p) * np.expm1(_TILTS)))
    return np.minimum((2 * clamp * _TILTS + np.multiply.outer(points, step)).min(axis=-1), 0.0)


def _entry_laws(world, points, clamp) -> list[np.ndarray]:
    """Expected laws of the walk before each piece and at the end: R + 1 arrays (2T+1,).

    Counts of pieces are multinomial, that is Poisson counts with means points·m_r given their sum; so laws are carried for each
    number of points so far, with Poisson weights, and the sum is conditioned on at the end.
    """
    laws = np.zeros((points + 1, 2 * clamp + 1))
    laws[0, clamp] = 1.0
    entry, rest = [laws[0].copy()], 1.0
    for m, p in zip(world.masses, world.chances):
        carried, result = laws, np.zeros_like(laws)
        for count in range(points + 1):
            result[count:] += np.exp(_log_poisson(count, points * m)) * carried[: points + 1 - count]
            carried = step_of(carried, p)
        laws, rest = result, max(rest - m, 0.0)
        weights = np.exp(_log_poisson(np.arange(points, -1, -1), points * rest) - _log_poisson(points, points))
        entry.append(weights @ laws)
    return entry


def _log_poisson(count, mean):
    return xlogy(count, mean) - mean - gammaln(np.asarray(count) + 1.0)


def step_of(laws, chance):
    """One label: laws over -T..T in the last axis, moved up with this chance, else down, and held at the ends."""
    moved = np.empty_like(laws)
    moved[..., 1:] = chance * laws[..., :-1]
    moved[..., 0] = (1 - chance) * laws[..., 0]
    moved[..., :-1] += (1 - chance) * laws[..., 1:]
    moved[..., -1] += chance * laws[..., -1]
    return moved


# ---- runs ------------------------------------------------------------------------------------------

def draw_errors(world, n, *, clamp, epsilon, rng, runs) -> np.ndarray:
    """Independent runs: a sample of n points and one query each; the chance that the answer is wrong there.

    Parameters
    ----------
    world, clamp, epsilon : as in `settled_error`
    n : int array (m,), each >= 0
    rng : numpy.random.Generator
    runs : int >= 1

    Returns
    -------
    array (runs, m) in [0, 1], mean E Err_P; exact over the query's label and the coins.

    Notes
    -----
    The query is each of n + 1 points with the same chance.  Labels are drawn backwards from it, in blocks, until walks from
    -T and T have met: what came earlier cannot matter.  Cost: about 20 ns a label drawn, however large n is.
    """
    check.instance("world", world, LineWorld)
    T, epsilon = check.integer("clamp", clamp, 1, MOST_CLAMP), one_epsilon(epsilon)
    n, runs = check.array("n", n, (None,), low=0, high=MOST_N, integral=True), check.integer("runs", runs, 1)
    check.generator("rng", rng)
    if runs * len(n) > MOST_ROWS:
        raise ValueError(f"runs must be at most {MOST_ROWS} / len(n); got {runs} for {len(n)} sizes")
    sizes = np.tile(n, runs)
    before = rng.integers(0, sizes + 1)                                 # points to the left of the query
    ends = np.cumsum(rng.multinomial(sizes + 1, world.masses), axis=-1)
    piece = (before[:, None] >= ends).sum(axis=-1)
    v = _walk_back(world.chances, before, ends, T, rng)
    p = world.chances[piece]
    return (p * expit(-epsilon * v / 2) + (1 - p) * expit(epsilon * v / 2)).reshape(runs, len(n))


def _walk_back(chances, before, ends, T, rng) -> np.ndarray:
    """The walk's place after `before` points, for each row."""
    v = np.zeros(len(before), dtype=np.int64)
    rows, maps, place = np.flatnonzero(before), None, before.copy()
    while len(rows):
        at = place[rows, None] - BLOCK + np.arange(BLOCK)               # the block that ends where the last one began
        piece = (at[..., None] >= ends[rows, None, :-1]).sum(axis=-1)
        step = np.where(at < 0, 0, 2 * (rng.random(at.shape) < chances[piece]) - 1)
        block = _composed(step, np.full_like(step, -T), np.full_like(step, T))
        maps = block if maps is None else _then(block, maps)
        place[rows] -= BLOCK
        shift, low, high = maps
        v[rows] = np.clip(shift, low, high)                             # from 0: right where all points are in, or both ends met
        open_ = (np.clip(shift - T, low, high) < np.clip(shift + T, low, high)) & (place[rows] > 0)
        rows, maps = rows[open_], tuple(part[open_] for part in maps)
    return v


def _composed(shift, low, high):
    """A row of maps v -> clip(v + shift, low, high), one after the other, as one map of this form; rows of length 2^j."""
    while shift.shape[-1] > 1:
        parts = (shift, low, high)
        shift, low, high = _then([part[..., ::2] for part in parts], [part[..., 1::2] for part in parts])
    return shift[..., 0], low[..., 0], high[..., 0]


def _then(first, second):
    """The second map after the first."""
    (a, low, high), (b, bottom, top) = first, second
    return a + b, np.clip(low + b, bottom, top), np.clip(high + b, bottom, top)
