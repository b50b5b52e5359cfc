"""What the companions of lecture 5 add to `dplearn.query_release.statements.release`."""

import math

import numpy as np
from scipy.special import rel_entr

from .... import query_release as qr
from ....claim import equal, ordered, says
from ....statement import Statement, Verdict
from ... import brute
from ...statements.release import DEEPER


def _sharp_hunts():
    """At the rate for ln|X|, and at that for KL(p*‖uniform)."""
    for low in (0.0, -1.0):
        for p_star, rows, T in brute.worlds(120, seed=62, low=low):
            size, width = len(p_star), 1 - low
            for kl in (math.log(size), rel_entr(p_star, 1 / size).sum()):
                eta = math.sqrt(8 * kl / T) / width
                yield {"average": np.mean(brute.hunt(p_star, rows, T, eta)[2]),
                       "bound": qr.approximation_bound_sharp(size, T, kl=kl, width=width)}


def _lost(gaps):
    """ε₀ n/2 times the expected loss, for gaps below the best in the same unit, shape (..., |Q| - 1)."""
    weights = np.exp(-gaps)
    return (gaps * weights).sum(axis=-1) / (1 + weights.sum(axis=-1))


def _most(n_queries):
    return qr.selection_bound_sharp(n_queries, 1, 2.0)


def _lost_on_grid(n_queries):
    gaps = np.linspace(0, 12, 41)
    return _lost(np.stack(np.meshgrid(*[gaps] * (n_queries - 1)), axis=-1))


def _equal_gaps(n_queries):
    return _lost(np.full(n_queries - 1, 1 + _most(n_queries)))


STATEMENTS = (
    Statement(
        "U17-PMW1-SHARP", "sharpening of the claim on slide “Towards PMW”", "An eighth of the steps is enough",
        Verdict.OURS, DEEPER,
        hypotheses=r"""As there; $w = \max_q(\max q - \min q)$, so $w = 1$ for $q$ or $-q$ in $[0,1]^X$; $\eta =
            \sqrt{8\ln|X|/T}/w$.""",
        claim=r"""$\max_{q\in Q}\langle q, \hat p - p^*\rangle \le w\sqrt{\frac{\ln|X|}{2T}}$, and with
            $\mathrm{KL}(p^*\Vert\text{uniform})$ for $\ln|X|$, here and in $\eta$.""",
        correction=r"""$\mathrm{KL}(p^*\Vert p^{t+1}) - \mathrm{KL}(p^*\Vert p^t) = \eta\langle q^t, p^*\rangle +
            \ln\langle p^t, e^{-\eta q^t}\rangle \le -\eta\langle q^t, p^t - p^*\rangle + \eta^2w^2/8$ by
            Hoeffding's lemma. Sum over $t$: $\sum_t\langle q^t, p^t - p^*\rangle \le \mathrm{KL}(p^*\Vert p^1)/\eta
            + \eta Tw^2/8$. The bound is $1/\sqrt8 = 0.354$ of the printed one ($w = 1$), so the same error takes an
            eighth of the steps. The divergence is private.""",
        formulas=(qr.approximation_bound_sharp,),
        check=says(
            """In {settings} settings (queries in [0, 1] and [-1, 1]; ln|X| and KL(p*‖uniform)) the average of the T
                worst errors is at most {ratio:.2f} of the bound.""",
            ordered("average", "bound", _sharp_hunts)),
    ),
    Statement(
        "U17-EM-SHARP", "sharpening of the slide “Exponential Mechanism”",
        "What a private choice costs at most, exactly", Verdict.OURS, DEEPER,
        hypotheses=r"As there, $|Q| \ge 2$; $W$ is Lambert's function, $We^W = x$.",
        claim=r"""$\max_{q\in Q}\langle q, p^t - p^*\rangle - \mathbb{E}\langle q^t, p^t - p^*\rangle \le
            \frac{2}{\varepsilon_0n}W(\frac{|Q|-1}{e})$, with equality if all queries but the best fall short by
            $\frac{2(1+W)}{\varepsilon_0n}$.""",
        correction=r"""In units of $2/(\varepsilon_0n)$ gaps $x_i$ lose $f = \frac{\sum x_ie^{-x_i}}{1 + \sum
            e^{-x_i}}$, and $\partial f/\partial x_i$ has the sign of $1 + f - x_i$. At the largest $f$ all $x_i = 1
            + f$, so $f(1 + (|Q|-1)e^{-1-f}) = (|Q|-1)(1+f)e^{-1-f}$, which is $fe^f = (|Q|-1)/e$.""",
        formulas=(qr.selection_bound_sharp,),
        check=says(
            """On grids of gaps from 0 to 12, |Q| = 2, 3, 4, the largest loss is at most {most:.4f} of the
                bound; equal gaps attain it at |Q| = 2, 10, 1000 and $10^6$ (to 1e-9).""",
            ordered(_lost_on_grid, _most, {"n_queries": (2, 3, 4)}, "most"),
            equal(_equal_gaps, _most, {"n_queries": (2, 10, 1000, 10**6)}, within=1e-9)),
    ),
)
