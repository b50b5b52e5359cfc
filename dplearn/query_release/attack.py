"""What too many too accurate answers give away: two attacks, and the ceiling that privacy puts on both.

**Averaging.** An interface adds fresh Laplace noise, ε₀ worth of it, to every answer. Whoever asks the same question k
times and averages gets rid of the noise. Somebody who knows all records but one reads that person's bit off the mean:
the share is either c/n or (c + 1)/n. Each answer is ε₀-DP; what is released is kε₀-DP, and the attack says so. (To give
the same noise again when the same question comes again stops this attack, and no other: k different questions will do.)

**Reconstruction** (Dinur and Nissim 2003). Each of n people has a secret bit; who they are is public. A query names a
subset, drawn at random, and asks for the share of people that are in it and have the bit: n answers and more are n
linear equations and more for n unknown bits. Least squares and rounding finds nearly all of them if the noise of an
answer is well below 1/√n: with k well above n answers of standard deviation σ, an estimated bit is off by about 2nσ/√(k
- n), so right with chance about Φ(√(k - n)/(4nσ)). No record was asked for, and every answer was a statistic.

**The ceiling.** Let the bits be independent fair coins and the release ε-DP (REPLACE_ONE). Fix all bits but s_i; for
the guess g_i, P(g_i = 1 | s_i = 1) <= e^ε P(g_i = 1 | s_i = 0), and the same with 0 and 1 exchanged. Added up, the two
chances of being right, p₁ + p₀, are at most e^ε (2 - p₀ - p₁). So p₁ + p₀ <= 2e^ε/(1 + e^ε), and the chance (p₁ +
p₀)/2, and with it the expected share of bits recovered, by any method, is at most e^ε/(1 + e^ε): randomized response's.

Nothing here is private: these are attacks.

References: Dinur and Nissim 2003; Dwork, McSherry and Talwar 2007; DR14, chapter 8; Dwork, Smith, Steinke and Ullman
2017.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from .. import _validate as check
from .._binomial import log_binomial
from .._bounds import go_together, plain
from ..private_experts import attack_ceiling
from .workloads import MOST_RECORDS

__all__ = [
    "averaging_attack", "averaging_success", "draw_reconstruction", "reconstruct", "reconstruction_ceiling",
    "subset_queries",
]  # fmt: skip

NOISES = ("laplace", "rounded")
MOST_ASKED = 10**5
MOST_PEOPLE = 2048
MOST_NUMBERS = 10**8
_EXACT = 1e-9   # the least penalty: without noise the least squares solution nearest to 1/2


def reconstruction_ceiling(epsilon, delta=0.0):
    """The largest expected share of fair secret bits that any attack on an (ε, δ)-DP release gets right: (e^ε + δ)/(e^ε + 1).

    `epsilon` >= 0 and `delta` in [0, 1] are floats or arrays; REPLACE_ONE.  The module's note proves it for δ = 0;
    otherwise each of the two inequalities gains a δ.
    """
    return attack_ceiling(epsilon, delta)


# ---- the same question again and again -----------------------------------------------------------

def averaging_attack(answers, *, others, n):
    """One person's bit from noisy answers to one question, all others' being known: 1 where the mean is nearer to (c + 1)/n.

    Parameters
    ----------
    answers : array (..., k), noisy shares of ones among n records
    others : int, 0 <= c <= n - 1: how many of the other n - 1 have a one
    n : int >= 1

    Returns
    -------
    int or int array (...), the guesses
    """
    answers = check.array("answers", answers, low=-1e100, high=1e100)
    if answers.ndim == 0:
        raise ValueError(f"answers must have a last axis of repetitions; got the number {answers}")
    n = check.integer("n", n, 1, MOST_RECORDS)
    others = check.integer("others", others, 0, n - 1)
    guess = (answers.mean(axis=-1) * n > others + 0.5).astype(np.int64)
    return int(guess) if guess.ndim == 0 else guess


def averaging_success(asked, *, epsilon_step):
    """The chance that `averaging_attack` is right after k answers, each with fresh Lap(1/(ε₀n)) noise: exact.

    Parameters
    ----------
    asked : int or array, 1 <= k <= 1e5
    epsilon_step : float or array in [1e-10, 1e10], ε₀ of one answer; broadcast with `asked`

    Returns
    -------
    float or array.  n cancels.  At most `reconstruction_ceiling(k ε₀)`, as k answers are kε₀-DP.

    Notes
    -----
    It errs when the sum of k Laplace variables passes s = kε₀/2 of their scales. Such a sum is the difference of two
    Gamma(k) times, two clocks of k exponential stages each. Let both run: the second is done first, with j of the
    first's stages over, with chance C(k-1+j, j) 2^-(k+j), and what the first still needs is Gamma(k - j). All terms are
    positive. Cost: k incomplete gamma functions.
    """
    asked = check.array("asked", asked, low=1, high=MOST_ASKED, integral=True)
    step = check.array("epsilon_step", epsilon_step, low=1e-10, high=1e10)
    asked, step = go_together(asked=asked, epsilon_step=step)
    wrong = [_laplace_sum_beyond(int(k), float(k * e / 2)) for k, e in zip(asked.ravel(), step.ravel())]
    return plain(1 - np.reshape(wrong, asked.shape))


def _laplace_sum_beyond(k: int, s: float) -> float:
    """Pr[sum of k independent Lap(1) > s], s >= 0."""
    j = np.arange(k)
    chance = np.exp(log_binomial(j, k - 1 + j, 0.5)) / 2     # j stages of the first among k - 1 + j, and then the second's last
    return float(chance @ special.gammaincc(k - j, s))


# ---- many different questions --------------------------------------------------------------------

def subset_queries(k, n, *, rng) -> np.ndarray:
    """k subsets of n people, everyone in each with chance 1/2: 0/1 rows, shape (k, n)."""
    n = check.integer("n", n, 1, MOST_PEOPLE)
    k = check.integer("k", k, 1, MOST_NUMBERS // n)
    return check.generator("rng", rng).integers(0, 2, (k, n)).astype(float)


def reconstruct(queries, answers, *, noise_std=0.0) -> np.ndarray:
    """Secret bits from shares: least squares, then rounding.

    Parameters
    ----------
    queries : array (..., k, n), 0/1, who is in which subset
    answers : array (..., k), noisy values of <q, s>/n
    noise_std : float >= 0
        The noise's standard deviation, as far as it is known. Unknown bits are pulled towards 1/2 as strongly as this
        noise deserves (ridge regression; with 0, the least squares solution nearest to 1/2). Without it the attack is
        at its worst near k = n, where the equations just determine the bits and magnify the noise.

    Returns
    -------
    int array (..., n), the guesses

    Notes
    -----
    Cost: k n² for the normal equations and n³ to solve them.
    Source: Dinur and Nissim 2003 (they round a linear program's solution).
    """
    queries = check.array("queries", queries, low=0, high=1)
    answers = check.array("answers", answers, low=-1e100, high=1e100)
    noise_std = check.real("noise_std", noise_std, 0, 1e100)
    if queries.ndim < 2 or answers.shape != queries.shape[:-1]:
        raise ValueError("answers must have queries' shape (..., k, n) without the last axis; "
                         f"got shapes {answers.shape} and {queries.shape}")
    n = check.integer("number of columns of queries", queries.shape[-1], 1, MOST_PEOPLE)
    right = np.swapaxes(queries, -1, -2) @ (n * answers - queries.sum(axis=-1) / 2)[..., None]
    return _nearest_bits(np.swapaxes(queries, -1, -2) @ queries, right[..., 0], _penalty(n, noise_std))


def _penalty(n, noise_std):
    """(n σ)² over a fair bit's variance 1/4."""
    return np.maximum(4 * (n * noise_std) ** 2, _EXACT)


def _nearest_bits(gram, right, penalty) -> np.ndarray:
    """Bits on whose side of 1/2 the solution of (A'A + penalty) (s - 1/2) = right lies."""
    ridge = gram + np.asarray(penalty)[..., None, None] * np.eye(gram.shape[-1])
    return (np.linalg.solve(ridge, right[..., None])[..., 0] > 0).astype(np.int64)


def draw_reconstruction(n, asked, scale, *, rng, runs, noise="laplace") -> np.ndarray:
    """The share of n fair secret bits that `reconstruct` gets right from k random subset queries: (runs, points).

    Parameters
    ----------
    n : int, 1 <= n <= 2048, people
    asked : int or array (points,), k >= 1
    scale : float or array (points,) >= 0
        Laplace noise of this scale on each answer, a share (ε-DP for all k together: scale = k/(εn)); 0 for none.  With
        noise="rounded" answers are instead rounded to multiples of it.
    rng : numpy.random.Generator
    runs : int >= 1
    noise : {"laplace", "rounded"}

    Returns
    -------
    array (runs, points). Within a run the points share the bits, the first queries and the noise up to its scale; runs
    are independent.

    Notes
    -----
    The attacker knows the scale.  Cost: 2n² max k operations and a solution of n equations for each point, a run.
    """
    n, noise = check.integer("n", n, 1, MOST_PEOPLE), check.choice("noise", noise, NOISES)
    asked = check.array("asked", asked, low=1, high=MOST_ASKED, integral=True)
    scale = check.array("scale", scale, low=0, high=1e100)
    if ((scale > 0) & (scale < 1e-100)).any():
        raise ValueError(f"scale must be 0 or at least 1e-100; got {scale[scale > 0].min()}")
    asked, scale = (np.atleast_1d(a) for a in go_together(asked=asked, scale=scale))
    if asked.ndim > 1:
        raise ValueError(f"asked and scale must be numbers or arrays of shape (points,); got shape {asked.shape}")
    rng, k = check.generator("rng", rng), int(asked.max())
    runs = check.integer("runs", runs, 1, max(1, MOST_NUMBERS // (n * (k + n * asked.size))))
    bits, queries = rng.integers(0, 2, (runs, n)), rng.integers(0, 2, (runs, k, n)).astype(float)
    unit = rng.laplace(size=(runs, k)) if noise == "laplace" else np.zeros((runs, k))
    shares = (queries @ bits[..., None])[..., 0] / n
    middle = queries.sum(axis=-1) / (2 * n)
    gram, right = np.zeros((runs, n, n)), np.empty((runs, asked.size, n))
    grams, before = np.empty((runs, asked.size, n, n)), 0
    for j in np.argsort(asked, kind="stable"):       # the equations of a shorter list are part of those of a longer
        first = queries[:, : asked[j]]
        new = first[:, before:]
        gram, before = gram + np.swapaxes(new, 1, 2) @ new, int(asked[j])
        said = shares[:, :before]
        if noise == "laplace":
            said = said + scale[j] * unit[:, :before]
        elif scale[j] > 0:
            said = scale[j] * np.round(said / scale[j])
        grams[:, j] = gram
        right[:, j] = (np.swapaxes(first, 1, 2) @ (n * (said - middle[:, :before]))[..., None])[..., 0]
    guess = _nearest_bits(grams, right, _penalty(n, scale * (np.sqrt(2) if noise == "laplace" else np.sqrt(1 / 12))))
    return (guess == bits[:, None]).mean(axis=-1)
