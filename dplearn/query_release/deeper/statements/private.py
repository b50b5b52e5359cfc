"""What the companions of lecture 5 add to `dplearn.query_release.statements.private`."""

import math

from .... import privacy, query_release as qr
from ....claim import ordered, refuted, says
from ....statement import Statement, Verdict
from ... import brute, deeper
from ...statements.release import DEEPER, printed_bound, printed_eta
from ..brute import first_choices

LIMIT = -8 * (1 - math.sqrt(0.5)) * math.log(1e-6)  # where the printed ε₀ is proved, δ = 1e-6
RATES = (None, 1e-6)  # U17's, and one that hardly moves


def _chain_delta(T, epsilon, step, eta):
    """δ(ε) of how often the first query is chosen, one record that is in the one cell or in the other; at U17's rate,
    or at another."""
    eta = eta or printed_eta(2, T)
    # the same both ways: what one cell is to one record the other is to the other
    return privacy.hockey_stick(*(first_choices(share, T, eta, step / 2) for share in (0.0, 1.0)), epsilon)


def _printed_delta(T, epsilon, eta=None):
    return _chain_delta(T, epsilon, qr.printed_step_epsilon(epsilon, 1e-6, T), eta)


def _sharp_delta(T, epsilon, delta, eta):
    return _chain_delta(T, epsilon, qr.step_epsilon(epsilon, delta, T), eta)


def _simple_step(epsilon, delta, T):
    return epsilon * math.sqrt(2 / (T * (epsilon - math.log(delta))))


def _runs():
    """The exact expected error beside its bound, ten records."""
    for p_star, rows, T in brute.worlds(60, seed=66):
        rows, T = rows[:4], 1 + T % 5
        path = {"T": T, "eta": printed_eta(len(p_star), T)}
        law = qr.sequence_law(p_star, rows, n=10, epsilon_step=2.0, **path)
        yield {"error": law @ deeper.sequence_errors(p_star, rows, **path),
               "bound": printed_bound(len(p_star), T) + qr.selection_bound(len(rows), 10, 2.0)}


STATEMENTS = (
    Statement(
        "U17-PMW-DP", "slides “Exponential Mechanism” and “Putting the Private in Private MW”",
        "How large a step the budget allows", Verdict.LIMITED, DEEPER,
        hypotheses=r"""$T$ adaptive choices by the exponential mechanism with $\varepsilon_0$; $\delta > 0$. No
            condition on $\varepsilon$ is printed, and no proof.""",
        claim=r"""With $\varepsilon_0 = \varepsilon/\sqrt{T\ln(1/\delta)}$ the whole algorithm is $(\varepsilon,
            \delta)$-differentially private.""",
        words=r"To achieve $(\varepsilon,\delta)$-dp, set $\varepsilon_0 = \varepsilon/\sqrt{T\ln(1/\delta)}$",
        correction=r"""True for $\varepsilon \le 8(1 - \frac{1}{\sqrt2})L = 2.34L$: the privacy losses of one choice lie
            in an interval of length $\varepsilon_0$, so it is $\varepsilon_0^2/8$-zCDP, $\rho =
            \frac{\varepsilon^2}{8L}$ in all, and $\rho + 2\sqrt{\rho L} = \frac{\varepsilon^2}{8L} +
            \frac{\varepsilon}{\sqrt2} \le \varepsilon$. Far beyond it is false. (The first slide
            has “≈”, the second “=”; a constant would only move the limit.) Of steps that are no
            more than $\varepsilon_0$-DP, as with “find-noisy-max”, Laplace noise, this says nothing.""",
        formulas=(qr.printed_step_epsilon,),
        check=says(
            """Exactly, on two cells and one record, δ = $10^{{-6}}$: at most {held:.3f} δ within the condition, and
                δ(60) ≥ {far:tex} at ε = 60, T = 1000.""",
            ordered(_printed_delta, 1e-6, {"T": (10, 300), "epsilon": (1.0, LIMIT), "eta": RATES}, "held"),
            refuted(1e-6, _printed_delta, {"T": 1000, "epsilon": 60.0}, "far", least=50)),
    ),
    Statement(
        "U17-PMW-DP-SHARP", "sharpening of the slide “Putting the Private in Private MW”", "A larger step, for every ε",
        Verdict.OURS, DEEPER,
        hypotheses=r"$T$ adaptive choices by the exponential mechanism; any $\varepsilon > 0$, $0 < \delta < 1$.",
        claim=r"""With $\varepsilon_0 = \sqrt{\frac8T}(\sqrt{L+\varepsilon} - \sqrt L)$ the whole algorithm is
            $(\varepsilon, \delta)$-DP, and so with the smaller $\varepsilon_0 =
            \varepsilon\sqrt{\frac{2}{T(L+\varepsilon)}}$.""",
        correction=r"""Cesar and Rogers (2021): if the loss lies in an interval of length $b$, $\psi(\alpha) =
            \ln\mathbb{E}_Q(P/Q)^\alpha$ has $\psi(0) = \psi(1) = 0$ and $\psi'' \le b^2/4$, so $\mathrm{D}_\alpha
            \le \alpha b^2/8$. $T$ choices have $\rho = T\varepsilon_0^2/8$, and $\rho + 2\sqrt{\rho L} =
            \varepsilon$ at $\rho = (\sqrt{L+\varepsilon} - \sqrt L)^2$. For small $\varepsilon/L$ this is $\sqrt2$
            times the printed $\varepsilon_0$.""",
        formulas=(qr.step_epsilon, qr.certified_epsilon),
        check=says(
            r"""In {settings} settings (T ≤ 300, ε ≤ 30, two η) the exact δ(ε) on two cells and one record is at most
                {worst:.2f} δ at this ε₀; in {cases} the smaller ε₀ is at most {simple:.3f} of it.""",
            ordered(_sharp_delta, "delta", {"T": (1, 10, 300), "delta": (1e-9, 1e-3, 0.5), "epsilon": (0.1, 1.0, 30.0),
                                            "eta": RATES}, "worst"),
            ordered(_simple_step, qr.step_epsilon, {"T": (1, 300), "delta": (1e-9, 0.5), "epsilon": (0.1, 30.0)},
                    "simple", count="cases")),
    ),
    Statement(
        "U17-PMW2", "slide “Putting the Private in Private MW”, claim", "The error of private multiplicative weights",
        Verdict.TYPO, DEEPER,
        hypotheses=r"""As in U17-PMW1, but $q^t$ chosen by the exponential mechanism with $\varepsilon_0$; queries
            of width 1.""",
        claim=r"""$\max_{q\in Q}\langle q, \hat p - p^*\rangle \le 2\sqrt{\frac{\ln|X|}{T}} +
            \frac{2\ln|Q|}{\varepsilon_0n}$.""",
        words=r"For every $q \in Q$, $\hat p$ has error at most",
        correction=r"""Expected error: the slide before bounds $\mathbb{E}\langle q^t, p^t - p^*\rangle$ and calls what
            is lost there $\alpha_0$. With it, and “≤” for “=”, the chain reads $\frac1T\sum_t\max_q\langle
            q, p^t - p^*\rangle \le \frac1T\sum_t\mathbb{E}\langle q^t, p^t - p^*\rangle + \alpha_0$.""",
        formulas=(qr.pmw_bound,),
        check=says(
            """Over all sequences of choices, in {settings} settings (T ≤ 5), the exact expected error is at most
                {ratio:.2f} of the bound.""",
            ordered("error", "bound", _runs)),
    ),
)
