"""Worlds in which LinearLearner's excess risk is known: independent ±1 coordinates.

A record is x in {-1, 1}^d with independent coordinates of means μ_1, ..., μ_d.  Offered: records; θ's excess risk by
running the whole path; the same mean from one random round, and the one-draw baseline's, at a cost that n does not
change; and for one good coordinate among fair coins the expected excess risk itself, without simulation.

**Why an integral does it.** Before round m + 1 the weights are e^{-ηS_i}, S_i a sum of m coins.  Add independent
standard Gumbel variables G_i: the largest of G_i - ηS_i stands at i with probability w_i/(w_1 + ... + w_d).  So with
F_i(y) = Pr[G_i - ηS_i <= y] = E exp(-e^{-y-ηS_i}) and f_i its derivative,

    E p(1) = ∫ f_1(y) F_2(y) ... F_d(y) dy,

and if coordinates 2..d are fair coins the product is one power.  The integrand and the binomial weights are analytic
and fall off fast on both sides, where evenly spaced sums converge exponentially fast.  The rounds are summed by a
polynomial in √m through some of them, or by one for each piece of them.

References: DR14, section 11.3 (the learner); Trefethen and Weideman 2014 (evenly spaced sums).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from scipy import special

from .. import _validate as check
from .._binomial import log_binomial
from .._bounds import go_together, grid, plain
from .linear import MOST_CELLS

MOST_N, MOST_D = 10**6, 10**6
LEAST_ETA, MOST_ETA = 1e-100, 1e280   # 1/η and the loss of 1e15 rounds times η stay finite
ROUNDS = 24          # rounds at which the law is computed, of each n (of each piece of it)
STEEP = np.array([1.8, 3.5, 6.0])    # gap · ln d · max(1, η√n), above each of which
PIECES = np.array([1, 2, 3, 6])      # the rounds are cut into more pieces, each four times the one before
STEP = 0.5           # of y: an error of about e^{-π²/STEP} = 3e-9
REACH = 5.5          # standard deviations of S kept on each side: 4e-8 lies beyond
DRAWS = 1 << 14       # coins in flight
NEGLIGIBLE = 1e-7    # share of the other coordinates, bounded by Chernoff's way, below which no integral is taken
BLOCK = 1 << 16      # entries of an integrand at once: they stay in the cache


def _means(mu) -> np.ndarray:
    return check.array("mu", mu, (None,), low=-1, high=1)


def one_good_coordinate(d, gap) -> np.ndarray:
    """μ = (-gap, 0, ..., 0), 2 <= d <= 1e6, gap in (0, 1): the world of `expected_excess_risk`."""
    mu = np.zeros(check.integer("d", d, 2, MOST_D))
    mu[0] = -check.fraction("gap", gap)
    return mu


# ---- simulated -----------------------------------------------------------------------------------

def draw_excess_risk(mu, n, *, eta, rng, runs) -> np.ndarray:
    """Excess risk <θ, μ> - min μ of LinearLearner on fresh records, in each of `runs` independent runs: (runs,).

    `mu` (d,) in [-1, 1]; n, runs >= 1; eta in (0, 1e280].  Records, laws and actions are drawn in full, as `linear_learner` would,
    but nothing of size n · d is held.  Cost: about 20 ns for each of runs · n · d entries.
    """
    mu, rng, runs = _means(mu), check.generator("rng", rng), check.integer("runs", runs, 1, 10**7)
    n, eta = check.integer("n", n, 1, 10**9), _rate("eta", eta)
    d, total = len(mu), np.zeros(runs)
    together = max(1, DRAWS // (n * d))          # short paths go side by side, long ones by pieces
    rows = max(1, DRAWS // (together * d))
    for first in range(0, runs, together):
        mine = slice(first, min(first + together, runs))
        lost = np.zeros((mine.stop - first, 1, d))
        for start in range(0, n, rows):
            shape = len(lost), min(rows, n - start), d
            records = np.where(rng.random(shape) < (1 + mu) / 2, 1.0, -1.0)
            after = lost + np.cumsum(records, axis=1)
            law = after - records                # what each coordinate has lost before the round
            law -= law.min(axis=-1, keepdims=True)
            law *= -eta
            below = np.cumsum(np.exp(law, out=law), axis=-1)
            chosen = (below[..., :-1] <= below[..., -1:] * rng.random(shape[:2] + (1,))).sum(axis=-1)
            total[mine] += mu[chosen].sum(axis=1)
            lost = after[:, -1:]
    return np.maximum(total / n - mu.min(), 0.0)


def draw_round_risk(mu, n, *, eta, rng, runs) -> np.ndarray:
    """<p_t, μ> - min μ at a round t uniform in 1..n, p_t the learner's law there: (runs,).

    Its mean is exactly the expected excess risk of θ, and only its mean: the spread is another.  Sums of coins are drawn
    as binomials, so the cost is d draws a run, whatever n is.  Arguments as in `draw_excess_risk`; n <= 1e15.
    """
    mu, n, rng, runs = _one_law(mu, n, rng, runs)
    eta = _rate("eta", eta)
    return _law_risk(mu, rng.integers(0, n, (runs, 1)), eta, rng)


def draw_exponential_risk(mu, n, *, epsilon, rng, runs) -> np.ndarray:
    """<p, μ> - min μ on fresh records, p the law of `linear.exponential_linear`: (runs,).

    Its mean is the expected excess risk of that mechanism's draw.  Cost: d draws a run, whatever n is.
    `epsilon` in (0, 1e280]; the rest as in `draw_round_risk`.
    """
    mu, n, rng, runs = _one_law(mu, n, rng, runs)
    return _law_risk(mu, np.full((runs, 1), n), _rate("epsilon", epsilon) / 4, rng)


def _rate(name, value) -> float:
    return check.real(name, value, 0, MOST_ETA, open_low=True)


def _one_law(mu, n, rng, runs):
    mu, rng = _means(mu), check.generator("rng", rng)
    return mu, check.integer("n", n, 1, 10**15), rng, check.integer("runs", runs, 1, max(1, MOST_CELLS // len(mu)))


def _law_risk(mu, seen, eta, rng) -> np.ndarray:
    """Excess risk of the law ∝ e^{-ηS} after `seen` records (runs, 1)."""
    law = special.softmax(-2 * eta * rng.binomial(seen, (1 + mu) / 2), axis=1)  # S = 2 · ones - seen
    return np.maximum(law @ mu - mu.min(), 0.0)


# ---- exact ---------------------------------------------------------------------------------------

def expected_excess_risk(n, d, gap, eta):
    """E <θ, μ> - min μ of LinearLearner in the world `one_good_coordinate(d, gap)`, without simulation.

    Parameters
    ----------
    n : int or array, 1 <= n <= 1e6
    d : int, 2 <= d <= 1e6
    gap : float in (0, 1)
    eta : float or array >= 1e-100 (broadcast with n), with η√n <= 4: the private rates for ε <= 50

    Returns
    -------
    float or array in [0, gap].  Stated error: 1e-5 of gap for d <= 1000 (2e-7 for η√n <= 0.5 and gap <= 0.2), 3e-4 of it
        for more.

    Notes
    -----
    gap (1 - (p_1(1) + ... + p_n(1))/n) with the E p_t(1) of the module's note.  Cost: about 0.3 ms for each n
    up to η√n = 1, 2 ms at 4, up to eight times that where gap ln d max(1, η√n) is large; the first call for an n adds up to 10 ms at n = 1e5.
    """
    n = grid("n", n, low=1, integral=True)
    d, gap = check.integer("d", d, 2, MOST_D), check.fraction("gap", gap)
    eta = check.array("eta", eta, low=LEAST_ETA, high=4)
    n, eta = go_together(n=n, eta=eta)
    if n.max() > MOST_N or (eta * np.sqrt(n) > 4).any():
        raise ValueError(f"n must be at most {MOST_N} and eta at most 4/sqrt(n); got n = {n.max()}, eta = {eta.max():g}")
    # Where p(1) rises from 1/d to 1 within a small share of the rounds, one polynomial does not follow.
    pieces = PIECES[np.searchsorted(STEEP, gap * np.log(d) * np.maximum(1.0, eta * np.sqrt(n)))]
    rules = [_rounds(int(k), int(cuts)) for k, cuts in zip(n.ravel(), pieces.ravel())]
    sizes = [len(m) for m, _ in rules]
    rounds, weights = (np.concatenate(part) for part in zip(*rules))
    share = _best_share(rounds, np.repeat(eta.ravel(), sizes), d, gap)
    mean = np.add.reduceat(weights * share, np.cumsum([0] + sizes[:-1]))
    return plain(np.clip(gap * (1 - mean), 0.0, gap).reshape(n.shape))


@lru_cache(maxsize=4096)
def _rounds(n: int, pieces: int = 1):
    """Rounds m in 0..n-1 and weights for which Σ weights · f(m) is the mean of f over 0..n-1.

    f is taken for a polynomial in √m: one for all rounds, or one for each piece, every piece four times the one before.
    """
    edges = [0, *(n >> 2 * j for j in range(pieces - 1, -1, -1))]
    nodes, sums = zip(*(_piece(a, b) for a, b in zip(edges, edges[1:]) if a < b))
    return np.concatenate(nodes), np.concatenate(sums) / n


def _piece(start: int, stop: int):
    """Rounds among start..stop-1, and weights that make sums over all of them."""
    every = np.arange(start, stop)
    if len(every) <= 2 * ROUNDS:
        return every, np.ones(len(every))
    low, width = np.sqrt(start), np.sqrt(stop - 1) - np.sqrt(start)
    place = (1 - np.cos(np.pi * np.arange(ROUNDS) / (ROUNDS - 1))) / 2
    nodes = np.unique(np.round((low + width * place) ** 2).astype(int))
    x, all_x = (2 * (np.sqrt(m) - low) / width - 1 for m in (nodes, every))
    moments = [float(len(every)), all_x.sum()]
    before, now = np.ones(len(every)), all_x
    for _ in range(len(nodes) - 2):
        before, now = now, 2 * all_x * now - before
        moments.append(now.sum())
    chebyshev = np.cos(np.arange(len(nodes))[:, None] * np.arccos(np.clip(x, -1, 1)))
    return nodes, np.linalg.solve(chebyshev, moments)


def _best_share(m, eta, d, gap) -> np.ndarray:
    """E p(1) after m records at rate η, one value for each pair (m, η)."""
    # In one evaluation all pairs have as many nodes as the widest needs: sort by need, cut where the block is full.
    stride = np.maximum(1, np.floor(np.minimum(0.45 * np.sqrt(m * (1 - gap**2)), 0.25 / eta))).astype(int)
    reach = np.ceil((REACH * np.sqrt(m) / 2 + 1) / stride).astype(int)
    share = np.empty(len(m))
    order, start = np.argsort(reach, kind="stable"), 0
    while start < len(m):
        size = max(1, BLOCK // (60 * (2 * int(reach[order[start]]) + 3)))
        block = order[start : start + size]
        share[block] = _integral(m[block], eta[block], stride[block], int(reach[block].max()), d, gap)
        start += size
    return share


def _chances(ones, m, q):
    """Pr[Bin(m, q) = ones], 0 outside 0..m."""
    inside = (ones >= 0) & (ones <= m)
    return np.where(inside, np.exp(log_binomial(np.where(inside, ones, 0), m, q)), 0.0)


@lru_cache(maxsize=64)
def _coins(m: bytes, stride: bytes, reach: int, mean: float):
    """Sums S of m coins at evenly spaced numbers of ones, and their binomial weights: (pairs, nodes) each, whatever η and d are."""
    m, stride = np.frombuffer(m, int), np.frombuffer(stride, int)
    q = (1 + mean) / 2
    ones = np.round(m * q).astype(int)[:, None] + stride[:, None] * np.arange(-reach, reach + 1)
    weight = _chances(ones, m[:, None], q)
    return 2 * ones - m[:, None], weight / weight.sum(axis=1, keepdims=True)


def _integral(m, eta, stride, reach, d, gap) -> np.ndarray:
    good, good_weight = _coins(m.tobytes(), stride.tobytes(), reach, -gap)
    fair, fair_weight = _coins(m.tobytes(), stride.tobytes(), reach, 0.0)
    good, fair = -eta[:, None] * good, -eta[:, None] * fair
    spread = REACH * eta * np.sqrt(m)
    center = eta * gap * m
    low = np.maximum(center - spread - 3.2, np.log(d - 1) - spread - 3.2)  # below, the largest is never
    high = np.maximum(center + spread + 21.0, low + STEP)
    count = int(np.ceil((high - low).max() / STEP)) + 1
    y = low[:, None] + STEP * np.arange(count)
    # e^{-y-ηS} as a product, about the good coordinate's center where its factors would overflow
    t = np.exp(center[:, None] - y)[:, :, None] * np.exp(good - center[:, None])[:, None, :]
    density = (t * np.exp(-t)) @ good_weight[:, :, None]
    t = np.exp(-y)[:, :, None] * np.exp(fair)[:, None, :]
    others = np.exp(-t) @ fair_weight[:, :, None]
    return STEP * (density * others ** (d - 1)).sum(axis=(1, 2))


def expected_exponential_risk(n, d, gap, epsilon):
    """Expected excess risk of a draw from `linear.exponential_linear`, world `one_good_coordinate(d, gap)`, no simulation.

    Parameters
    ----------
    n : int or array, 1 <= n <= 1e6
    d : int, 2 <= d <= 1e6
    gap : float in (0, 1)
    epsilon : float or array in [1e-100, 100], broadcast with n

    Returns
    -------
    float or array in [0, gap].  Stated error: 1e-6 of gap.

    Notes
    -----
    gap (1 - E p(1)) with all n records seen and η = ε/4.  That rate does not fall with n: where -ηS spreads more widely
    than a Gumbel law, F and f are convolutions on one lattice.  Cost: 0.1 to 3 ms for each n; where d - 1 Chernoff bounds
    add up to less than 1e-7, gap times their sum is the answer.
    """
    n = grid("n", n, low=1, integral=True)
    d, gap = check.integer("d", d, 2, MOST_D), check.fraction("gap", gap)
    epsilon = check.array("epsilon", epsilon, low=LEAST_ETA, high=100)
    n, epsilon = go_together(n=n, epsilon=epsilon)
    if n.max() > MOST_N:
        raise ValueError(f"n must be at most {MOST_N}; got {n.max()}")
    m, eta = n.ravel().astype(int), epsilon.ravel() / 4
    narrow, miss = eta * np.sqrt(m) <= 1, np.empty(len(m))
    if narrow.any():
        miss[narrow] = 1 - _best_share(m[narrow], eta[narrow], d, gap)
    miss[~narrow] = [_late_miss(int(k), float(e), d, gap) for k, e in zip(m[~narrow], eta[~narrow])]
    return plain(np.clip(gap * miss, 0.0, gap).reshape(n.shape))


def _late_miss(m: int, eta: float, d: int, gap: float) -> float:
    """1 - E p(1) after m records at a rate η > 1/√m: the module's integral, F and f by convolution."""
    tilt = min(eta, np.arctanh(gap) / 2)          # p(i) <= e^{-t(S_i - S_1)} for every t in [0, η]
    miss = np.log(d - 1) + m * np.log((1 + np.cosh(2 * tilt) - gap * np.sinh(2 * tilt)) / 2)
    if miss < np.log(NEGLIGIBLE):
        return np.exp(miss)
    stride = max(1, int(min(0.45 * np.sqrt(m * (1 - gap**2)), 0.25 / eta)))
    between = int(np.ceil(2 * eta * stride / STEP))  # steps of y from one number of coins to the next: both lie on one lattice
    deviations = np.sqrt(REACH**2 + 2 * np.log(d))   # as the largest of d looks further out
    step, reach = 2 * eta * stride / between, int(np.ceil((deviations * np.sqrt(m) / 2 + 1) / stride))
    good = round(m * (1 - gap) / 2)                  # numbers of +1 about which the two laws lie
    apart = round((good - m / 2) / stride)

    def smoothed(middle, mean, kernel):
        ones = middle + stride * np.arange(reach, -reach - 1, -1)   # -ηS rises
        weight = np.zeros(2 * reach * between + 1)
        weight[::between] = _chances(ones, m, (1 + mean) / 2)
        return np.convolve(weight / weight.sum(), kernel)

    u = step * np.arange(-np.ceil(3.2 / step), np.ceil((20 + np.log(d)) / step) + 1)
    density = smoothed(good, -gap, np.exp(-u - np.exp(-u)))
    below = np.cumsum(smoothed(good - stride * apart, 0.0, np.diff(np.exp(-np.exp(-u)), prepend=0.0)))
    place = np.arange(len(density)) - apart * between
    others = np.where(place < 0, 0.0, below[np.clip(place, 0, len(below) - 1)]) ** (d - 1)
    return 1 - step * float(density @ others)
