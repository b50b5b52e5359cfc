"""Cards for DR14, section 11.2 before privacy: the two forms of the algorithm and its regret bound.  DR14's k is K.

Theorem 11.1 is three cards: the bound (`DR14-T11.1`), our sharpening (`DR14-T11.1-SHARP`), and the
sentence about the number of rounds that follows it (`DR14-T11.1-ROUNDS`).
"""

import math

from ... import experts
from ...claim import attained, ordered, says
from ...statement import Statement, Verdict
from .. import brute


def regret(losses, eta, loss_range=1.0):
    """Hedge's exact expected regret after the last round."""
    return float(experts.expected_regret(losses, eta=eta, loss_range=loss_range)[-1])


def _hard(T, n_experts):
    """The regret where two halves lose in turn and then one expert runs away, at the best rate."""
    return brute.hardest(regret, T, n_experts, math.sqrt(8 * math.log(n_experts) / T))


STATEMENTS = (
    Statement(
        "DR14-T11.1-SHARP", "sharpening of Theorem 11.1", "An eighth of the first term is enough", Verdict.OURS,
        "03-experts-horse-racing",
        hypotheses=r"As in Theorem 11.1, regret per round; for losses in an interval of length $B$ see the proof.",
        claim=r"""$\mathbb{E}[\mathrm{Regret}] \le \frac{\eta}{8} + \frac{\ln K}{\eta T}$ for every $\eta > 0$;
            at $\eta = \sqrt{8\ln K/T}$ it is at most $\sqrt{\ln K/(2T)}$.""",
        correction=r"""Known (Cesa-Bianchi and Lugosi 2006, Theorem 2.2). With $W^t = \sum_i
            e^{-\eta L_i(t-1)}$ Hoeffding's lemma for $X$ in an interval of length $B$, $\ln\mathbb{E}\,e^{cX} \le
            c\,\mathbb{E}X + c^2B^2/8$, gives $\ln(W^{t+1}/W^t) = \ln\langle p_t, e^{-\eta\ell_t}\rangle \le
            -\eta\langle p_t, \ell_t\rangle + \eta^2B^2/8$. Sum over $t$ and use $W^1 = K$, $W^{T+1} \ge e^{-\eta
            L_i(T)}$: the first term is $\eta B^2/8$, the best rate $\sqrt{8\ln K/T}/B$.""",
        check=says(
            r"""In {settings} settings (B = 1 and 2) the exact regret is at most {ratio:.3f} of the bound. Alternating
                halves, then one expert who runs away, reach {near:.3f} of $\sqrt{{T\ln K/2}}$ at T = 10000, K = 2.""",
            ordered(regret, experts.regret_bound_sharp,
                    brute.settings(lambda: brute.some_losses(250, seed=53), 0.1, 1.0, 3.0, ranges=(1.0, 2.0))),
            attained(_hard, experts.regret_bound_sharp, {"T": 10**4, "n_experts": 2}, "near", within=0.1)),
    ),
)
