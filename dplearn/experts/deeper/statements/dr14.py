"""What the companions of lecture 3 add to `dplearn.experts.statements.dr14`."""

import math

import numpy as np

from .... import experts, mechanisms
from ....claim import equal, ordered, refuted, says
from ....statement import Statement, Verdict, require
from ... import brute
from ...statements.dr14 import _printed_rate, regret
from .. import brute as deeper_brute

TINY = (*brute.all_losses(2, 2, (0.0, 0.5, 1.0)), *brute.all_losses(3, 2))
BOTH_RATES = brute.settings(lambda: TINY, 0.3, 2.0)
SOME = brute.settings(lambda: brute.some_losses(60, seed=51), 0.05, 5.0)


def _by_sums(losses, eta):
    """Algorithm 16; Algorithm 15 is `brute.laws`."""
    return experts.hedge_probabilities(losses, eta=eta)


def in_both_ranges(bound, losses, *etas):
    """The claim regret <= bound for the losses as listed and stretched to [-1, 1]; finds the largest ratios `unit` and
    `signed`.
    """
    def in_both_ranges():
        unit, signed = (ordered(regret, bound, brute.settings(losses, *etas, ranges=(r,)))() for r in (1.0, 2.0))
        return {"unit": unit["ratio"], "signed": signed["ratio"], "settings": unit["settings"] + signed["settings"]}
    return in_both_ranges


def _mechanism(losses, eta, sign=-1):
    """The exponential mechanism with the losses so far as quality; the text prints it without the minus sign."""
    quality = sign * np.vstack([np.zeros(losses.shape[1]), np.cumsum(losses, axis=0)[:-1]])
    return mechanisms.exponential_probabilities(quality, score_sensitivity=1, epsilon=2 * eta)


def _follows_the_losers(T):
    """The regret with the printed sign beside an expert that is always right."""
    steady = np.tile([0.0, 1.0], (T, 1))
    return (_mechanism(steady, _printed_rate(T, 2), 1) * steady).sum()


def _rounds(alpha=0.1, k=10):
    first = regret(np.arange(k)[None, :] > 0, math.sqrt(math.log(k)))
    early = experts.rounds_needed(alpha, k), experts.rounds_needed_sharp(alpha, k)
    require(first > alpha, f"after one round (fewer than {early[0]}) the regret must exceed α; got {first}")
    bounds = [bound(np.subtract(T, (0, 1)), k) / np.subtract(T, (0, 1))
              for bound, T in zip((experts.regret_bound, experts.regret_bound_sharp), early)]
    require(all(enough <= alpha < fewer for enough, fewer in bounds), f"the bounds must fall to α there; got {bounds}")
    return {"alpha": alpha, "one_round": first, "rounds": early}


def _best_possible(T=10**5):
    lower = [experts.regret_at("fair", T, k, 1.0) / experts.regret_bound_sharp(T, k) for k in (2, 10**3, 10**9)]
    require(lower == sorted(lower) and 0.9 < lower[-1] < 1, f"the lower bound must approach the sharp one: {lower}")
    return {"T": T, "lower": lower}


STATEMENTS = (
    Statement(
        "DR14-A15", "Algorithm 15", "Randomized weighted majority, with weights", Verdict.HOLDS,
        "deeper/3b-three-sources",
        hypotheses=r"$K$ experts (DR14: $k$), losses $\ell_i^t \in [0,1]$, update parameter $\eta > 0$.",
        claim=r"""Algorithm RWM(η): let $w_i = 1$; each day choose $a_t = i$ with probability proportional to $w_i$,
            then multiply each $w_i$ by $\exp(-\eta\ell_i^t)$.""",
        correction=r"Run it with $\ln w_i$, or the weights underflow.",
        check=says(
            """On all 145 loss matrices of two tiny shapes, at two rates, the law agrees with weights kept by hand, to
                1e-12.""",
            equal(_by_sums, deeper_brute.laws, BOTH_RATES)),
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
                beyond the bound {losers_claimed:.1f}. In {settings} settings (T ≤ 40, K ≤ 6, η = 0.05, 5) Algorithm 15,
                Algorithm 16 and the exponential mechanism with $q = -\sum_{{j<t}}\ell_i^j$ and ε = 2η are one law (to
                1e-12).""",
            equal(_by_sums, deeper_brute.laws, SOME, "version_1"), equal(_by_sums, _mechanism, SOME, "mechanism"),
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
            r"""In {settings} settings the exact average regret is at most {unit:.2f} of $\eta + \ln K/(\eta T)$ for
                losses in [0, 1], and {signed:.2f} for losses in [-1, 1]. They are all 0/1 and all ±1 matrices with
                K = 2, T ≤ 3, and 60 others of each range, with two values of η.""",
            in_both_ranges(experts.regret_bound,
                           lambda: (*(losses for T in (1, 2, 3) for losses in brute.all_losses(T, 2)),
                                    *brute.some_losses(60, seed=52)), _printed_rate, 20.0)),
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
            r"""With K = 10 the bounds fall to α = {alpha} at T = {rounds[0]} (printed η) and T = {rounds[1]}
                (Hoeffding's); after one round the regret can be {one_round:.2f}. Fair coins cost every algorithm
                {lower[0]:.3f}, {lower[1]:.3f}, {lower[2]:.3f} of $\sqrt{{T\ln K/2}}$ at K = 2, 1000, $10^9$ (T =
                {T}).""",
            _rounds, _best_possible),
    ),
)
