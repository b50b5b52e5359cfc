"""What the companions of lecture 3 add to `dplearn.experts.statements.dr14`."""

import math

import numpy as np

from .... import experts, mechanisms
from ....claim import attained, equal, ordered, refuted, says
from ....statement import Statement, Verdict
from ... import brute
from ...statements.dr14 import regret
from .. import brute as deeper_brute

SOME = brute.settings(lambda: brute.some_losses(60, seed=51), 0.05, 5.0)


def _by_sums(losses, eta):
    """Algorithm 16; Algorithm 15 is `brute.laws`."""
    return experts.hedge_probabilities(losses, eta=eta)


def _mechanism(losses, eta, sign=-1):
    """The exponential mechanism with the losses so far as quality; the text prints it without the minus sign."""
    quality = sign * np.vstack([np.zeros(losses.shape[1]), np.cumsum(losses, axis=0)[:-1]])
    return mechanisms.exponential_probabilities(quality, score_sensitivity=1, epsilon=2 * eta)


def _follows_the_losers(T):
    """The regret with the printed sign beside an expert that is always right."""
    steady = np.tile([0.0, 1.0], (T, 1))
    return (_mechanism(steady, math.sqrt(math.log(2) / T), 1) * steady).sum()


STATEMENTS = (
    Statement(
        "DR14-A15", "Algorithm 15", "Randomized weighted majority, with weights", Verdict.HOLDS,
        "deeper/3b-three-sources",
        hypotheses=r"$K$ experts (DR14: $k$), losses $\ell_i^t \in [0,1]$, update parameter $\eta > 0$.",
        claim=r"""Algorithm RWM(η): let $w_i = 1$; each day choose $a_t = i$ with probability proportional to $w_i$,
            then multiply each $w_i$ by $\exp(-\eta\ell_i^t)$.""",
        correction=r"Run it with $\ln w_i$, or the weights underflow.",
        check=says(
            """In {settings} settings (T ≤ 40, K ≤ 6, η = 0.05, 5) the law agrees with weights kept by hand, to
                1e-12.""",
            equal(_by_sums, deeper_brute.laws, SOME)),
    ),
    Statement(
        "DR14-A16", "Algorithm 16 and the text before it", "The same algorithm as an exponential mechanism",
        Verdict.TYPO, "deeper/3b-three-sources",
        hypotheses="As for Algorithm 15.",
        words=r"quality score $q(i, \ell^{<T}) = \sum_{j=1}^{t-1}\ell_i^j$",
        claim=r"""Choosing $a_t = i$ with probability proportional to $\exp(-\eta\sum_{j=1}^{t-1}\ell_i^j)$ is the
            same algorithm, and it is the exponential mechanism with quality score $q(i, \ell^{<T}) =
            \sum_{j=1}^{t-1}\ell_i^j$ and privacy parameter $2\eta$.""",
        correction=r"""$q(i, \ell^{<t}) = -\sum_{j=1}^{t-1}\ell_i^j$: with a minus sign, or the mechanism prefers
            what has lost most; and $\ell^{<t}$, the losses before day $t$. The algorithms are equivalent as
            printed.""",
        check=says(
            r"""With the printed sign, two experts of whom the first is always right, T = 100: regret {losers:.1f},
                beyond the bound {losers_claimed:.1f}. In {settings} settings (T ≤ 40, K ≤ 6, η = 0.05, 5) Algorithm 16
                and the exponential mechanism with $q = -\sum_{{j<t}}\ell_i^j$ and ε = 2η are one law (to 1e-12).""",
            equal(_by_sums, _mechanism, SOME),
            refuted(lambda T: experts.regret_bound(T, 2), _follows_the_losers, {"T": 100}, "losers")),
    ),
    Statement(
        "DR14-T11.1", "Theorem 11.1", "The regret of randomized weighted majority", Verdict.HOLDS,
        "deeper/3b-three-sources",
        hypotheses=r"""Any sequence of $T$ loss vectors in $[0,1]^K$ (DR14: $k$ experts); any $\eta > 0$; regret per
            round.""",
        claim=r"""$\mathbb{E}[\mathrm{Regret}(\mathrm{RWM}(\eta), \ell^{\le T})] \le \eta + \frac{\ln K}{\eta T}$,
            and at $\eta = \sqrt{\ln K/T}$ at most $2\sqrt{\ln K/T}$.""",
        correction=r"""It holds word for word for losses in $[-1,1]$ as well, where Hoeffding's lemma gives $\eta/2
            + \ln K/(\eta T)$.""",
        check=says(
            r"""In {settings} settings (T ≤ 40, K ≤ 6, η = 0.1, 1, 20, losses in [0, 1] and in [-1, 1]) the exact
                average regret is at most {ratio:.2f} of $\eta + \ln K/(\eta T)$.""",
            ordered(regret, experts.regret_bound,
                    brute.settings(lambda: brute.some_losses(60, seed=52), 0.1, 1.0, 20.0, ranges=(1.0, 2.0)))),
    ),
    Statement(
        "DR14-T11.1-ROUNDS", "sentence after Theorem 11.1", "How many rounds until the regret is small", Verdict.HOLDS,
        "deeper/3b-three-sources",
        hypotheses=r"$\alpha > 0$; $\eta$ chosen for the number of rounds played; regret per round.",
        words=r"after at most $T \le 4\frac{\ln k}{\alpha^2}$ rounds",
        readings=("the wait for it is at most so long", "at each such $T$ it is reached", Verdict.TYPO),
        claim=r"""“After at most $T \le 4\ln K/\alpha^2$ rounds” the regret is guaranteed to be at most $\alpha$,
            and the bound is the best possible.""",
        correction=r"""Once $T \ge 4\ln K/\alpha^2$; with the sharpened bound $T \ge \ln K/(2\alpha^2)$. “Best
            possible” is meant up to a constant, like the $O(\cdot)$ of the sentence before: fair coins cost every
            algorithm at least a share of $\sqrt{\ln K/(2T)}$ that tends to 1 as $T$ and then $K$ grow, and the
            printed bound is $2\sqrt2$ times that.""",
        check=says(
            r"""K = 10, α = 0.1: after one round, far fewer than the 922 that are said to be the most, the regret can
                be {one_round:.2f}. Fair coins cost every algorithm {lower:.3f} of $\sqrt{{T\ln K/2}}$ at T = 100000,
                K = $10^9$.""",
            refuted(0.1, lambda: regret(np.arange(10)[None, :] > 0, math.sqrt(math.log(10))), name="one_round"),
            attained(lambda T, n_experts: experts.regret_at("fair", T, n_experts, 1.0), experts.regret_bound_sharp,
                     {"T": 10**5, "n_experts": 10**9}, "lower", within=0.1)),
    ),
)
