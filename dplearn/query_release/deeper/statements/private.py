"""What the companions of lecture 5 add to `dplearn.query_release.statements.private`."""

import itertools
import math

import numpy as np

from .... import privacy, query_release as qr
from ....claim import between, ordered, refuted, says
from ....statement import Statement, Verdict
from ... import brute, deeper
from ...statements.release import DEEPER, PAIR, printed_bound, printed_eta
from .. import brute as deeper_brute

LIMIT = -8 * (1 - math.sqrt(0.5)) * math.log(1e-6)  # where the printed ε₀ is proved, δ = 1e-6
RATES = (None, 1e-6)  # U17's, and one that hardly moves
PRINTED = qr.printed_step_epsilon(1.0, 1e-6, 1000)


def _chain_delta(T, epsilon, step, eta):
    """δ(ε) of how often the first query is chosen, one record that is in the one cell or in the other; at U17's rate,
    or at another."""
    eta = eta or printed_eta(2, T)
    return deeper_brute.delta(*(deeper_brute.first_choices(share, T, eta, step / 2) for share in (0.0, 1.0)), epsilon)


def _printed_delta(T, epsilon, eta=None):
    return _chain_delta(T, epsilon, qr.printed_step_epsilon(epsilon, 1e-6, T), eta)


def _sharp_delta(T, epsilon, delta, eta):
    return _chain_delta(T, epsilon, qr.step_epsilon(epsilon, delta, T), eta)


def _noisy_max():
    """sup - inf of the privacy loss of report noisy max, ε₀ = 1, scores (0, 1, 1, 1) and (1, 0, 1, 1)."""
    laws = [deeper.report_noisy_max_probabilities(np.array(scores), score_sensitivity=1.0, epsilon=1.0)
            for scores in ((0.0, 1, 1, 1), (1.0, 0, 1, 1))]
    return np.ptp(np.log(laws[0] / laws[1]))


def _simple_step(epsilon, delta, T):
    return epsilon * math.sqrt(2 / (T * (epsilon - math.log(delta))))


def _sequences(p_star, rows, T, scale):
    """The law of all sequences of choices and the error of each, ten records, ε₀ n = scale."""
    path = {"T": T, "eta": printed_eta(len(p_star), T)}
    return (qr.sequence_law(p_star, rows, n=10, epsilon_step=scale / 10, **path),
            deeper.sequence_errors(p_star, rows, **path))


def _runs():
    """The exact expected error, and the chances that a run passes the bound with high probability, beside both."""
    betas = np.array([0.5, 0.01])
    for (p_star, rows, T), scale in itertools.product(brute.worlds(60, seed=66), (0.5, 20.0)):  # scale = ε₀ n
        rows, T = rows[:4], 1 + T % 5
        law, errors = _sequences(p_star, rows, T, scale)
        first, setting = printed_bound(len(p_star), T), (len(rows), 10, scale / 10)
        sure = [first + deeper.selection_bound_whp(*setting, T, beta) for beta in betas]
        yield {"error": law @ errors, "bound": first + qr.selection_bound(*setting),
               "passed": [law[errors > level].sum() for level in sure], "beta": betas}


def _single(m, beta):
    """One choice, all other queries just further off than 2 ln(|Q|/β)/(ε₀ n)."""
    gap = deeper.selection_bound_whp(m, 1, 2.0, 1, beta) * (1 + 1e-9)
    return 1 - brute.choice(np.append(0.0, np.full(m - 1, -gap)), 1.0)[0]


def _not_surely():
    law, errors = _sequences([1.0, 0.0], PAIR, 12, 10.0)
    bound = printed_bound(2, 12) + qr.selection_bound(2, 10, 1.0)
    return {"expected": law @ errors, "bound": bound, "once": 1 / law[errors > bound].sum(), "largest": errors.max()}


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
            has “≈”, the second “=”; a constant would only move the limit.) That the steps are
            $\varepsilon_0$-DP is not enough, so with “find-noisy-max”, Laplace noise, this proof fails: its interval is
            longer.""",
        formulas=(qr.printed_step_epsilon,),
        check=says(
            """The exponential mechanism, exactly, on two cells and one record, δ = $10^{{-6}}$: at most {held:.3f} δ
                within the condition, and δ(60) ≥ {far:tex} at ε = 60, T = 1000. Of steps that are only ε₀-DP, at ε = 1
                and T = 1000, randomized response has δ(1) = {generic:tex}. Noisy max, ε₀ = 1: range
                {noisy_max:.3f}.""",
            ordered(_printed_delta, 1e-6, {"T": (10, 300), "epsilon": (1.0, LIMIT), "eta": RATES}, "held"),
            refuted(1e-6, _printed_delta, {"T": 1000, "epsilon": 60.0}, "far", least=50),
            refuted(1e-6, lambda: privacy.pure_composition_delta(PRINTED, 1000, 1.0), name="generic", least=10),
            between(1.1, _noisy_max, 2, "noisy_max")),
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
            q, p^t - p^*\rangle \le \frac1T\sum_t\mathbb{E}\langle q^t, p^t - p^*\rangle + \alpha_0$. With
            probability $1 - \beta$ it holds with $\frac{2\ln(|Q|T/\beta)}{\varepsilon_0n}$ as second term.""",
        formulas=(qr.pmw_bound, deeper.selection_bound_whp),
        check=says(
            r"""Over all sequences of choices, in {settings} settings (T ≤ 5), the exact expected error is at most
                {worst:.2f} of the bound. Two cells, n = 10 records in the first, ε₀ = 1, T = 12: expected
                {expected:.3f}, bound {bound:.3f}, and one run in {once:tex} passes it, with an error of up to
                {largest:.2f}. One choice loses more than $2\ln(|Q|/\beta)/(\varepsilon_0n)$ with probability
                up to {single:.2f} β in six cases.""",
            ordered("error", "bound", _runs, "worst"), ordered("passed", "beta", _runs, "tails"),
            ordered(_single, "beta", {"m": (2, 10, 1000), "beta": (0.3, 0.01)}, "single", count="cases"),
            _not_surely),
    ),
)
