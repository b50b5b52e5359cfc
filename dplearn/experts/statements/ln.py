"""Cards for LN, section 2 up to Theorem 2: the algorithm, its regret, and where the proof's slips are.  LN's learning
rate α is η here.

Theorem 2 is three cards: the theorem for a reward matrix fixed beforehand (`LN-T2`), the slips of its
proof (`LN-T2-PROOF`), and rewards that look at the algorithm's picks, which the notes allow (`LN-T2-ADAPTIVE`).
"""

from ... import experts
from ...claim import ordered, says
from ...statement import Statement, Verdict
from .. import brute

def _law(losses, eta):
    """LN's law, of rewards given as losses."""
    return experts.reward_probabilities(1 - losses, eta=eta)


def _gap(losses, eta):
    """Best expert's reward minus MW's expected one."""
    return float((_law(losses, eta) * losses).sum() - losses.sum(axis=0).min())


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
            r"""In {settings} settings (300 matrices, T ≤ 40, K ≤ 6; η = 0.1, 0.5, 1.79, 10) the exact gap is at most
                {ratio:.2f} of the printed bound.""",
            ordered(_gap, experts.regret_bound,
                    brute.settings(lambda: brute.some_losses(300, seed=32), 0.1, 0.5, 1.79, 10.0))),
    ),
)
