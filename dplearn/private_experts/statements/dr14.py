"""Cards for DR14, section 11.2 with privacy: Theorems 11.2 to 11.4 and the composition theorem that they rest on.

L stands for ln(1/δ).  Where a claim is refuted, it is by one pair: the first losses (1, 0) become (0, 1) and all later
losses are 0, so that the actions of days 2 .. T are independent bits with odds e^±η and δ(ε) is one binomial sum.
Where a claim is confirmed, it is for every pair at once: by optimal composition of steps of bounded range.
"""

from ... import private_experts
from ...claim import ordered, refuted, says
from ...experts import brute as experts_brute
from ...experts.statements.dr14 import regret
from ...statement import Statement, Verdict
from ._claims import capped, private, sharper

_rate = private_experts.dr14_printed_eta


def _swap(T, epsilon, delta):
    return private_experts.worst_pair_profile(T, epsilon, eta=_rate(epsilon, delta, T))


def _ranged(T, epsilon, delta):
    return private_experts.private_eta(epsilon, delta, T, analysis="bounded-range")


UNDER = {"T": (10, 400), "n_experts": (2, 50), "delta": (1e-6, 0.5), "epsilon": (0.1, 1.0, 3.9)}
BEYOND = {"T": 100, "n_experts": 2, "epsilon": 200.0, "delta": 0.5}
_printed = private_experts.private_regret_bound.record.body  # with no condition, as it is printed


def _hard_regret(T, n_experts, epsilon, delta, turns=(0, 1, 3, 6)):
    return experts_brute.hardest(regret, T, n_experts, _rate(epsilon, delta, T), turns)


STATEMENTS = (
    Statement(
        "DR14-T11.2", "Theorem 11.2", "Privacy comes from the learning rate alone", Verdict.LIMITED, "04-private-rwm",
        hypotheses=r"""Losses in $[0,1]^K$, fixed beforehand; neighbors differ in one day's losses. No condition on
            $\varepsilon$ and $\delta$ is printed; the corollary behind it, 3.21, has $\varepsilon < 1$.""",
        claim=r"""$\mathrm{RWM}(\eta)$ with $\eta = \frac{\varepsilon}{\sqrt{32T\ln(1/\delta)}}$ is $(\varepsilon,
            \delta)$-differentially private.""",
        words=r"$\eta = \frac{\varepsilon}{\sqrt{32T\ln(1/\delta)}}$ is $(\varepsilon, \delta)$-differentially private",
        correction=r"""True for $\varepsilon \le 48L$, $L = \ln(1/\delta)$: a step has bounded range $2\eta$, so RWM is
            $\rho$-zCDP with $\rho = T\eta^2/2 = \frac{\varepsilon^2}{64L}$, and $\rho + 2\sqrt{\rho L} =
            \frac{\varepsilon^2}{64L} + \frac\varepsilon4 \le \varepsilon$. For $T \le 8L$ it is true for every
            $\varepsilon$, by basic composition: $2\eta T \le \varepsilon$.""",
        check=says(
            """For ε ≤ 48 ln(1/δ) no pair of neighbors has more than {worst:.2f} δ ({settings} settings); beyond, T
                = 1000, ε = 20, δ = 0.9, one pair has exactly {swap:.5f}.""",
            refuted("delta", _swap, {"T": 1000, "epsilon": 20.0, "delta": 0.9}, "swap"),
            private(_rate, capped(48, T=(2, 30, 2000), delta=(1e-9, 1e-3, 0.3, 0.9)))),
    ),
    Statement(
        "DR14-T11.2-SHARP", "sharpening of Theorem 11.2", "A larger learning rate, for every ε", Verdict.OURS,
        "04-private-rwm",
        hypotheses=r"As in Theorem 11.2; any $\varepsilon > 0$, $0 < \delta < 1$, $T \ge 2$.",
        claim=r"""$\mathrm{RWM}(\eta)$ with $\eta = \sqrt{\frac{2}{T-1}}\,(\sqrt{L+\varepsilon} - \sqrt{L})$, $L =
            \ln(1/\delta)$, is $(\varepsilon, \delta)$-DP, and so with the smaller $\eta =
            \frac{\varepsilon}{\sqrt{2(T-1)(L+\varepsilon)}}$.""",
        correction=r"""$a_1$ sees no losses. Each other step is an exponential mechanism whose scores move by at
            most 1 either way, so its privacy losses lie in an interval of length $2\eta$; by Cesar and Rogers
            (2021) it is $\eta^2/2$-zCDP. The sum is $\rho = (T-1)\eta^2/2$, and $\rho + 2\sqrt{\rho L} =
            \varepsilon$ at $\rho = (\sqrt{L+\varepsilon} - \sqrt L)^2$. Beside Theorem 11.2's rate this is
            $\frac{8}{1+\sqrt{1+\varepsilon/L}}\sqrt{\frac{T}{T-1}}$ times as much: nearly 4 for $\varepsilon$ far
            below $L$, less for larger ε. The simple form gains $4\sqrt{\frac{L}{L+\varepsilon}\cdot\frac{T}{T-1}}$.""",
        check=sharper(_ranged, _rate, 2),
    ),
    Statement(
        "DR14-T11.3", "Theorem 11.3", "The regret of the private algorithm", Verdict.LIMITED, "04-private-rwm",
        hypotheses=r"""Any losses in $[0,1]^K$ ($K$ experts, DR14's $k$); $\eta =
            \frac{\varepsilon}{\sqrt{32T\ln(1/\delta)}}$; regret per round. No condition on $\varepsilon$ is
            printed.""",
        claim=r"""$\mathbb{E}[\mathrm{Regret}] \le \frac{\varepsilon}{\sqrt{32T\ln(1/\delta)}} +
            \frac{\sqrt{32\ln(1/\delta)}\ln K}{\varepsilon\sqrt T} \le \frac{\sqrt{128\ln(1/\delta)}\ln
            K}{\varepsilon\sqrt T}$.""",
        words=r"$\leq \frac{\sqrt{128\ln(1/\delta)}\ln k}{\varepsilon\sqrt{T}}$",
        correction=r"""The first inequality is Theorem 11.1 and holds for every $\varepsilon$ (with $\eta/8$ for $\eta$,
            by Hoeffding). The second says that the second term is the larger one: it needs $\varepsilon^2 \le
            32\ln(1/\delta)\ln K$, which the $\varepsilon < 1$ of Corollary 3.21 gives for $\delta \le 0.95$.""",
        check=says(
            """T = 100, K = 2, δ = 0.5, ε = 200, two experts who lose in turn: the exact regret a day is
                {average:.6f}, the second form says {average_claimed:.6f}. Under the condition it holds on the hard
                sequences of {settings} settings (largest ratio {ratio:.2f}).""",
            refuted(lambda: _printed(**BEYOND) / 100, lambda: _hard_regret(**BEYOND, turns=(0,)) / 100, name="average"),
            ordered(_hard_regret, private_experts.private_regret_bound, UNDER)),
    ),
)
