"""Engine: what too many too accurate answers give away, and the ceiling that privacy puts on every attack.

**Reconstruction** (Dinur and Nissim 2003). Each of n people has a secret bit; who they are is public. A query names a
subset, drawn at random, and asks for the share of people that are in it and have the bit: n answers and more are n
linear equations and more for n unknown bits. Least squares and rounding finds nearly all of them if the noise of an
answer is well below 1/√n: with k well above n answers of standard deviation σ, an estimated bit is off by about 2nσ/√(k
- n), so right with chance about Φ(√(k - n)/(4nσ)). No record was asked for, and every answer was a statistic.

**The ceiling.** Let the bits be independent fair coins and the release ε-DP (REPLACE_ONE). Fix all bits but s_i; for
the guess g_i, P(g_i = 1 | s_i = 1) <= e^ε P(g_i = 1 | s_i = 0), and the same with 0 and 1 exchanged. Added up, the two
chances of being right, p₁ + p₀, are at most e^ε (2 - p₀ - p₁). So p₁ + p₀ <= 2e^ε/(1 + e^ε), and the chance (p₁ +
p₀)/2, and with it the expected share of bits recovered, by any method, is at most e^ε/(1 + e^ε): randomized response's.

Nothing here is private: it is an attack.  For an experiment, which hands in what its sliders allow: arguments are not
checked.

References: Dinur and Nissim 2003; Dwork, McSherry and Talwar 2007; DR14, chapter 8; Dwork, Smith, Steinke and Ullman
2017.
"""

from __future__ import annotations

import numpy as np

EXACT = 1e-9   # the least penalty: without noise the least squares solution nearest to 1/2
EVEN = 1e-6    # as near to 1/2 as this says 0: which side rounding puts it on depends on the machine


def draw_reconstruction(n, asked, scale, *, rng, runs, noise="laplace") -> np.ndarray:
    """The share of n fair secret bits that ridge regression and rounding get right from k random subset queries:
    (runs, points).

    Parameters
    ----------
    n : int, people
    asked : int array (points,), k, not falling
    scale : array (points,)
        Laplace noise of this scale on each answer, a share (ε-DP for all k together: scale = k/(εn)); 0 for none.  With
        noise="rounded" answers are instead rounded to multiples of it.
    noise : {"laplace", "rounded"}

    Returns
    -------
    array (runs, points). Within a run the points share the bits, the first queries and the noise up to its scale; runs
    are independent.

    Notes
    -----
    The attacker knows the scale: unknown bits are pulled towards 1/2 as strongly as this noise deserves (ridge
    regression), else the attack is at its worst near k = n, where the equations just determine the bits and magnify
    the noise.  Cost: 2n² k operations and a solution of n equations for each point, a run.
    """
    laplace, most, found = noise == "laplace", asked[-1], []
    bits, queries = rng.integers(0, 2, (runs, n)), rng.integers(0, 2, (runs, most, n)).astype(float)
    unit = rng.laplace(size=(runs, most)) if laplace else np.zeros((runs, most))
    shares = (queries @ bits[..., None])[..., 0] / n
    for k, b in zip(asked, scale):
        rows, exact = queries[:, :k], shares[:, :k]
        said = exact + b * unit[:, :k] if laplace or b == 0 else b * np.round(exact / b)
        away = n * said - rows.sum(axis=-1) / 2                        # from what bits of 1/2 would say
        penalty = max(4 * (n * b) ** 2 * (2 if laplace else 1 / 12), EXACT)  # (n σ)² over a fair bit's variance 1/4
        across = np.swapaxes(rows, 1, 2)
        solved = np.linalg.solve(across @ rows + penalty * np.eye(n), across @ away[..., None])[..., 0]
        found.append(((solved > EVEN) == bits).mean(axis=-1))          # which side of 1/2 the solution lies on
    return np.stack(found, axis=1)
