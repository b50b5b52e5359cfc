"""MWEM: multiplicative weights with measured answers and replay, as practice runs it.

U17's hunt spends its budget on choosing queries and learns no more from a choice than its side.  Hardt, Ligett and
McSherry spend half of it on *measuring* what was chosen.  Here a step

1. chooses a whole marginal that p answers badly, by total variation distance and the exponential mechanism, with half
   the step's budget;
2. measures all its cells with the other half, m = answers + Gaussian noise: a record moves a marginal by √2/n in L2
   however many cells it has;
3. moves p towards the measurement, p(x) ∝ p(x) e^{m - <q, p>} for the cell q that x lies in, and towards all earlier
   ones again, several times: *replay*, which costs time but no budget.

m tells the sign of the error, so no closure under negation is needed.

**Privacy** (REPLACE_ONE, n public).  p depends on choices and measurements alone.  The total variation distance of a
marginal has sensitivity 1/n.  The ρ of zCDP of all choices and measurements add up: ε₀²/8 a choice (bounded range),
Δ₂²/(2σ²) a measurement; a step's budget is shared half and half.

Measurements are clipped to [0, 1] before p learns from them (post-processing), so a factor lies within e^{±2}, and the
weights can stay plain numbers, normalised at each move.

References: Hardt, Ligett and McSherry 2012; McKenna, Sheldon and Miklau 2019 (whole marginals, Gaussian noise).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np

from ... import _validate as check
from ..._bounds import one_epsilon
from ...privacy import Guarantee, Relation, zcdp_epsilon, zcdp_rho
from ..multiplicative import MOST_STEPS, HuntStep, NoisyWorst
from ..workloads import MOST_RECORDS, paired
from .marginals import Marginals

REPLAYS = 3     # passes over all measurements so far, in every step


def replay(p: np.ndarray, measured: list) -> np.ndarray:
    """`REPLAYS` passes over all measurements, (where each x lies, noisy cells); each moves p towards one of them."""
    for _ in range(REPLAYS):
        for where, noisy in measured:
            p = p * np.exp(noisy - np.bincount(where, p, len(noisy))).take(where)
            p /= p.sum()
    return p


def mwem_rounds(universe_size, *, n, epsilon, delta) -> int:
    """The T that `MWEM` takes if none is given: log2|X| (n √ρ)^(1/3)/4; at least 1, at most 10 log2|X|.

    A rule of thumb, of public quantities alone; its constants were tried out on census data, they are not derived.
    More rounds see more of the data and measure it with more noise.  Arguments as in `MWEM`; ρ is the budget in zCDP.
    """
    universe_size, n = check.integer("universe_size", universe_size, 1, 10**15), check.integer("n", n, 1, MOST_RECORDS)
    rate = (n * math.sqrt(zcdp_rho(one_epsilon(epsilon), delta))) ** (1 / 3) / 4
    return math.ceil(max(math.log2(universe_size), 1) * min(rate, 10.0))


class MWEM:
    """Multiplicative weights with measured marginals and replay, under way: what is released is the last p.

    Parameters
    ----------
    histogram : array (universe_size,), p*, sums to 1
    queries : `Marginals`
    n : int >= 1, the number of records, public
    epsilon, delta : the budget of all T steps, delta in (0, 1); by zCDP
    rng : numpy.random.Generator
    T : int in [1, 1e6], or None for `mwem_rounds`

    Attributes
    ----------
    steps : the `HuntStep`s, without end; `HuntStep.after` may be published, `HuntStep.errors` not
    T : how many of them the budget pays for
    spent : `privacy.Guarantee` of the steps begun; true if what was chosen and measured did not decide when to stop
        (`calibration`, "Stopping early"), else the whole budget is
    choose, noise_scale : `NoisyWorst`, and the σ of a measurement

    Notes
    -----
    Privacy: (epsilon, delta)-DP under REPLACE_ONE for T steps; private: the histogram, public: n, the queries, T.
    Cost: an answer to all queries a step, and 3T²/2 moves, each two passes over the cells.
    Source: Hardt, Ligett and McSherry 2012.
    """

    def __init__(self, histogram, queries: Marginals, *, n, epsilon, delta, rng, T=None):
        check.instance("queries", queries, Marginals)
        histogram, self.queries = paired(histogram, queries)
        self.epsilon, self.delta = one_epsilon(epsilon), check.fraction("delta", delta)
        rule = mwem_rounds(queries.universe_size, n=n, epsilon=epsilon, delta=delta)
        self.T = rule if T is None else check.integer("T", T, 1, MOST_STEPS)
        self._share = zcdp_rho(epsilon, delta) / (2 * self.T)      # ρ of a choice, and of a measurement
        self.choose = NoisyWorst(1.0, n, math.sqrt(8 * self._share), rng)
        self.noise_scale = math.sqrt(2) / (n * math.sqrt(2 * self._share))
        self.steps = self._learn(queries.answers(histogram))

    def _learn(self, answers: np.ndarray) -> Iterator[HuntStep]:
        """The algorithm itself, step after step without end."""
        queries, measured, powers = self.queries, [], 1 << np.arange(self.queries.degree)
        p, x = np.full(queries.universe_size, 1 / queries.universe_size), np.arange(queries.universe_size)[:, None]
        for t in itertools.count(1):
            errors = queries.answers(p) - answers
            chosen = self.choose(np.abs(errors).reshape(-1, 2**queries.degree).sum(axis=1) / 2)
            cells = answers.reshape(-1, 2**queries.degree)[chosen]
            noisy = cells + self.choose.rng.normal(scale=self.noise_scale, size=len(cells))
            measured.append(((x >> queries.subsets[chosen] & 1) @ powers, np.clip(noisy, 0, 1)))
            after = replay(p, measured)
            yield HuntStep(t, chosen, p, after, errors)
            p = after

    @property
    def spent(self) -> Guarantee:
        """(ε, δ) of the steps begun, one that was interrupted among them (REPLACE_ONE)."""
        spent = min(self.epsilon, zcdp_epsilon(2 * self.choose.drawn * self._share, self.delta))
        return Guarantee(spent, self.delta, Relation.REPLACE_ONE,
                         f"records private; n and queries public; {self.choose.drawn} marginals chosen and measured")
