"""Cards for LN, section 2 up to Theorem 2: the algorithm, its regret, and where the proof's slips are.  LN's learning
rate α is η here.

Theorem 2 is three cards: the theorem for a reward matrix fixed beforehand (`LN-T2`), the slips of its
proof (`LN-T2-PROOF`), and rewards that look at the algorithm's picks, which the notes allow (`LN-T2-ADAPTIVE`).
"""

import math

import numpy as np

from ... import experts
from ...claim import ordered, says
from ...statement import Statement, Verdict, require
from .. import brute

FOUR_RATES = brute.settings(lambda: (*(1 - r for T in (1, 2, 3, 4) for r in brute.all_losses(T, 2)),
                                     *brute.some_losses(300, seed=32)),
                            0.1, 0.5, 1.79, 10.0)


def _law(losses, eta):
    """LN's law, of rewards given as losses."""
    return experts.reward_probabilities(1 - losses, eta=eta)


def _gap(losses, eta):
    """Best expert's reward minus MW's expected one."""
    return float((_law(losses, eta) * losses).sum() - losses.sum(axis=0).min())


def _where_the_step_ends():
    root = experts.LARGEST_LN_RATE
    x = np.linspace(1e-3, root, 4000)[:-1]
    require((np.exp(x) < 1 + x + x * x).all() and abs(math.exp(root) - 1 - root - root**2) < 1e-12 and root > 1.79,
            f"e^x <= 1+x+x² must end at the root, 1.7933, above 1.79; got {root}")
    return {"root": root}


def _at_the_best_rates(T=2000, K=100):
    sharp, printed = experts.regret_bound_sharp(T, K), experts.regret_bound(T, K)
    hard, other = (brute.hardest(_gap, T, K, math.sqrt(factor * math.log(K) / T)) for factor in (8, 1))
    require(0.5 * sharp < hard <= sharp and other <= printed,
            f"the hard sequence must come near: {hard}, {other}, {sharp}, {printed}")
    return {"T": T, "K": K, "hard": hard, "sharp": sharp, "printed": printed}


STATEMENTS = (
    Statement(
        "LN-T2", "Theorem 2", "MW earns almost as much as the best expert", Verdict.HOLDS, "03-experts-horse-racing",
        hypotheses=r"A matrix of rewards $r_t(i) \in [0,1]$, fixed beforehand; $0 < \eta \le 1.79$ (LN: $\alpha$).",
        claim=r"""For every $i$: $\mathbb{E}[\sum_{t=1}^T r_t(i_t)] \ge \sum_{t=1}^T r_t(i) - \eta T - \ln
            K/\eta$; at $\eta = \sqrt{\ln K/T}$ the loss against the best expert is at most $2\sqrt{T\ln K}$.""",
        correction=r"""1.79 is where the proof's $e^x \le 1 + x + x^2$ ends. The theorem needs no such limit:
            Hoeffding's lemma in place of that inequality gives $\eta T/8 + \ln K/\eta$ for every $\eta > 0$,
            hence $\sqrt{T\ln K/2}$ at $\eta = \sqrt{8\ln K/T}$.""",
        check=says(
            r"""In {settings} settings (all 0/1 matrices with K = 2, T ≤ 4, and 300 others; η = 0.1 to 10) the exact
                gap is at most {printed_ratio:.2f} of the printed bound. It is at most {sharp_ratio:.3f} of $\eta
                T/8 + \ln K/\eta$. At T = {T}, K = {K} halves in turn and then a runaway cost {hard:.0f};
                $\sqrt{{T\ln K/2}}$ = {sharp:.0f}, $2\sqrt{{T\ln K}}$ = {printed:.0f}. Since $e^x = 1+x+x^2$ at $x =
                {root:.8f}$, 1.79 is right.""",
            ordered(_gap, experts.regret_bound_sharp, FOUR_RATES, "sharp_ratio"),
            ordered(_gap, experts.regret_bound, FOUR_RATES, "printed_ratio"), _where_the_step_ends, _at_the_best_rates),
    ),
)
