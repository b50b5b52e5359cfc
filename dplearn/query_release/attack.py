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
from scipy.special import gammaincc

from .. import _validate as check
from .._binomial import log_binomial
from .._bounds import go_together
from ..formula import N_QUERIES, formula
from .calibration import STEP

MOST_PEOPLE = 2048
MOST_NUMBERS = 10**8
_EXACT = 1e-9   # the least penalty: without noise the least squares solution nearest to 1/2
ASKED = N_QUERIES.but(name="asked", words="answers to one question", high=10**5)


@formula("Pr[Σ of k Lap(1) ≤ kε₀/2]", given=(ASKED, STEP.but(low=1e-10, high=1e10)), positional=1, scalar=True,
         bounds="exact",
         tex=r"\Pr[\sum_{i \le k}\mathrm{Lap}(1) \le k\varepsilon_0/2]", source="module `attack`, “Averaging”")
def averaging_success(asked, epsilon_step):
    """The chance that averaging finds a bit after k answers to the same question, each with fresh Lap(1/(ε₀n))
    noise: exact.

    At most the ceiling for kε₀, as k answers are kε₀-DP; n cancels.  It errs when the sum of k Laplace variables
    passes s = kε₀/2 of their scales.  Such a sum is the difference of two Gamma(k) times, two clocks of k exponential
    stages each.  Let both run: the second is done first, with j of the first's stages over, with chance C(k-1+j, j)
    2^-(k+j), and what the first still needs is Gamma(k - j).  All terms are positive.  Cost: k incomplete gamma
    functions.
    """
    j = np.arange(asked)
    # j stages of the first among k - 1 + j, and then the second's last
    chance = np.exp(log_binomial(j, asked - 1 + j, 0.5)) / 2
    return 1 - chance @ gammaincc(asked - j, asked * epsilon_step / 2)


def draw_reconstruction(n, asked, scale, *, rng, runs, noise="laplace") -> np.ndarray:
    """The share of n fair secret bits that least squares and rounding get right from k random subset queries:
    (runs, points).

    Parameters
    ----------
    n : int, 1 <= n <= 2048, people
    asked : int or array (points,), 1 <= k <= 1e5
    scale : float or array (points,), 0 or at least 1e-100
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
    The attacker knows the scale: unknown bits are pulled towards 1/2 as strongly as this noise deserves (ridge
    regression), else the attack is at its worst near k = n, where the equations just determine the bits and magnify
    the noise.  Cost: 2n² max k operations and a solution of n equations for each point, a run.
    """
    n, noise = check.integer("n", n, 1, MOST_PEOPLE), check.choice("noise", noise, ("laplace", "rounded"))
    scale = check.array("scale", scale, low=0, high=1e100)
    if ((scale > 0) & (scale < 1e-100)).any():
        raise ValueError(f"scale must be 0 or at least 1e-100; got {scale[scale > 0].min()}")
    asked, scale = (np.atleast_1d(a) for a in go_together(asked=ASKED.check(asked), scale=scale))
    if asked.ndim > 1:
        raise ValueError(f"asked and scale must be numbers or arrays of shape (points,); got shape {asked.shape}")
    rng, k = check.generator("rng", rng), int(asked.max())
    runs = check.integer("runs", runs, 1, max(1, MOST_NUMBERS // (n * (k + n * asked.size))))
    bits, queries = rng.integers(0, 2, (runs, n)), rng.integers(0, 2, (runs, k, n)).astype(float)
    unit = rng.laplace(size=(runs, k)) if noise == "laplace" else np.zeros((runs, k))
    shares = (queries @ bits[..., None])[..., 0] / n
    middle = queries.sum(axis=-1) / (2 * n)
    gram, before = np.zeros((runs, n, n)), 0
    grams, right = np.empty((runs, asked.size, n, n)), np.empty((runs, asked.size, n))
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
    variance = scale**2 * (2 if noise == "laplace" else 1 / 12)
    penalty = np.maximum(4 * n**2 * variance, _EXACT)                # (n σ)² over a fair bit's variance 1/4
    solved = np.linalg.solve(grams + penalty[:, None, None] * np.eye(n), right[..., None])[..., 0]
    return ((solved > 0) == bits[:, None]).mean(axis=-1)             # which side of 1/2 the solution lies on
