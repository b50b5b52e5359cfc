"""What the companions of lecture 3 add to `dplearn.experts.statements.ln`."""

import functools
import math

import numpy as np

from .... import experts
from ....claim import equal, ordered, refuted, says
from ....statement import Statement, Verdict
from ... import brute
from ...statements.ln import _law
from .. import brute as deeper_brute

CHAINS = brute.settings(lambda: brute.some_losses(60, seed=33), 0.1, 1.0, 1.79)
THREE_RATES = brute.settings(lambda: brute.some_losses(30, seed=31), 0.05, 0.5, 3.0)


def _step(losses, eta):
    """What a round's gain g over MW, of each expert, exceeds (D_t - D_{t+1})/η by, D = -ln of its share: at most η."""
    law = _law(np.vstack([losses, losses[:1]]), eta)
    gain = (law[:-1] * losses).sum(axis=1, keepdims=True) - losses
    return gain - np.diff(np.log(law), axis=0) / eta


def _drawn_rewards(seed):
    """By how much E max_i exceeds MW's reward where rewards are drawn for every history of picks; T = 5, K = 3."""
    rng = np.random.default_rng(seed)
    drawn = functools.cache(lambda history, t: tuple(rng.integers(0, 2, 3).astype(float)))
    got, ends = deeper_brute.against(drawn, lambda history, pick: (*history, pick), (), 5, 3, 1.0)
    return sum(p * max(sums) for p, sums in ends) - got


STATEMENTS = (
    Statement(
        "LN-MW", "section 2, Algorithm MW", "The multiplicative weights algorithm", Verdict.HOLDS,
        "deeper/3b-three-sources",
        hypotheses=r"$K$ experts; in round $t$ expert $i$ earns $r_t(i) \in [0,1]$; $\eta > 0$ (LN: $\alpha$).",
        claim=r"""Algorithm: start with $y$ uniform on $\{1,\dots,K\}$; in each round draw $i_t$ from $y$, see all
            rewards, collect $r_t(i_t)$, multiply each $y(i)$ by $e^{\eta r_t(i)}$ and normalize.""",
        correction=r"""So $\Pr[i_t = i]$ is proportional to $\exp(\eta\sum_{t' < t} r_{t'}(i))$: $i_1$ does not
            see the data, row $t$ reaches $i_{t+1}, \dots, i_T$ only, and the last row reaches no pick. With losses
            $\ell = 1 - r$ this is DR14's algorithm.""",
        check=says(
            r"""In {settings} settings (T ≤ 40, K ≤ 6, η = 0.05, 0.5, 3) the law of $i_t$ by hand, the package's
                reward form and its loss form with $\ell = 1 - r$ agree to 1e-12.""",
            equal(_law, deeper_brute.laws, THREE_RATES, "by_hand"),
            equal(_law, lambda losses, eta: experts.hedge_probabilities(losses, eta=eta), THREE_RATES, "losses")),
    ),
    Statement(
        "LN-T2-PROOF", "proof of Theorem 2", "Three slips in the proof of Theorem 2", Verdict.TYPO,
        "deeper/3b-three-sources",
        hypotheses="As in Theorem 2; $x$ any distribution on the experts, $y_t$ the state of $y$ before step $t$.",
        words=r"$\mathbb{E}[\sum_t r_t(i_t)] \le \mathbb{E}_{i\sim x}[\sum_t r_t(i_t)] - \alpha T - \ln K/\alpha$",
        claim=r"""$\frac1\eta(\mathrm{Div}(x\|y_0) - \mathrm{Div}(x\|y_T)) \ge \mathbb{E}_{i\sim x}[\sum_t
            r_t(i_t)] - \mathbb{E}[\sum_t r_t(i_t)] - \eta T$, and so $\mathbb{E}[\sum_t r_t(i_t)] \le
            \mathbb{E}_{i\sim x}[\sum_t r_t(i_t)] - \eta T - \ln K/\eta$.""",
        correction=r"""The last $\le$ is $\ge$, as in the theorem. Under $\mathbb{E}_{i\sim x}$ stands $r_t(i)$, as two
            displays before. Summed over $t = 1..T$ the divergences leave $\mathrm{Div}(x\|y_1) -
            \mathrm{Div}(x\|y_{T+1})$, with $y_1$ uniform, for $y_t$ is the state before step $t$. So: $\frac{\ln
            K}{\eta} \ge \mathbb{E}_{i\sim x}[\sum_t r_t(i)] - \mathbb{E}[\sum_t r_t(i_t)] - \eta T$.""",
        check=says(
            r"""With K = 2, T = 1, $r_1 = (1, 0)$, η = 0.1 and $x$ on expert 1 the last display reads {mine} ≤
                {mine_claimed:.2f}, false; ≥ is right. Each step of the corrected chain holds in {settings}
                settings.""",
            refuted(1 - 0.1 - math.log(2) / 0.1, lambda: _law(np.array([[0.0, 1.0]]), 0.1)[0, 0], name="mine"),
            ordered(_step, "eta", CHAINS)),
    ),
    Statement(
        "LN-T2-ADAPTIVE", "Theorem 2, for rewards that depend on earlier choices", "Rewards that watch the bettor",
        Verdict.TYPO, "deeper/3a-unknown-end",
        words="may even depend on the choices that the algorithm made",
        readings=("an expectation on both sides, as in the “expected deviation” of its next line",
                  "the rewards on the path that happened", Verdict.FALSE),
        hypotheses=r"As the notes allow: $r_t$ may depend on the choices $i_1, \dots, i_{t-1}$.",
        claim=r"$\mathbb{E}[\sum_t r_t(i_t)] \ge \sum_t r_t(i) - \eta T - \ln K/\eta$ for every $i$.",
        correction=r"""Now the right side is random. On a path it can be far above the left: $r_1 = (0,0)$; if $i_1 =
            1$ all later rewards are 1, else all are 0. True: $\mathbb{E}[\sum_t r_t(i_t)] \ge
            \mathbb{E}[\max_i\sum_t r_t(i)] - \eta T - \ln K/\eta$, because on every path $\sum_t\langle y_t,
            r_t\rangle$ is at least $\max_i\sum_t r_t(i)$ minus the two terms, and $\mathbb{E}\,r_t(i_t) =
            \mathbb{E}\langle y_t, r_t\rangle$. The notes' paragraph on privacy needs a fixed matrix too.""",
        check=says(
            r"""T = 101, K = 2, $\eta = \sqrt{{\ln 2/101}}$: MW collects 100 if $i_1 = 1$, that is 50 on average; on
                the path $i_1 = 1$ the right side is {on_path:.2f}. For 24 random adversaries that see all picks (T = 5,
                K = 3, η = 1) $\mathbb{{E}}\max_i\sum_t r_t(i)$ exceeds MW's reward by at most {ratio:.2f} of $\eta
                T/8 + \ln K/\eta$.""",
            refuted(50, lambda: 100 - experts.regret_bound(101, 2), name="on_path"),
            ordered(_drawn_rewards, lambda: experts.regret_bound_sharp(5, 3, 1.0), {"seed": range(24)})),
    ),
)
