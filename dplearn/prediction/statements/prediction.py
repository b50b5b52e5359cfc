"""Cards for DF18, first part: what a private prediction is, the soft majority, and what any private prediction must
cost.

Relation: one record is replaced.  r parts vote; v is the number of votes for 1.
"""

import itertools

import numpy as np

from ... import prediction
from ...claim import equal, ordered, says
from ...statement import Statement, Verdict, require
from .. import brute


def interface():
    """Three questions about two points, chosen by every strategy; a record moves a vote at one point or at both."""
    chances = [brute.coin(v, 3, 0.35) for v in range(4)]
    three = max(brute.worst_asker([(chances[v], chances[w]) for v, w in zip(*votes)], 3, 1.0)[0]
                for votes in itertools.permutations(itertools.product(range(4), repeat=2), 2)
                if np.abs(np.subtract(*votes)).max() == 1)
    single = brute.vote_loss(3, chances.__getitem__)
    require(single < 0.7 < three <= 3 * 0.7 and abs(three - 3 * single) < 1e-9,
            f"three answers cost three times; got {three}, {single}")
    return {"single": single, "three": three}


def true(coin):
    """Its true ε, by all patterns of votes."""
    return lambda n_parts, epsilon: brute.vote_loss(
        n_parts, coin(np.arange(n_parts + 1), n_parts, epsilon=epsilon).__getitem__)


def passed():
    """The form before the theorem: ε is passed from two parts on, 2ε never."""
    one, *more = prediction.soft_majority_epsilon_printed([1, 2, 5, 1000], epsilon=1.0)
    require(one < 1 + 1e-9 < min(more) and 1.999 < max(more) <= 2, f"got {one}, {more}")
    return dict(zip(("two", "five", "many"), more))


SMALL = {"n_parts": (1, 2, 3, 5, 8), "epsilon": (0.1, 1.0, 3.0)}


def placed(alpha, epsilon):
    """The largest error that such models can have, however their errors are placed."""
    r = prediction.n_parts(alpha, epsilon)
    return brute.worst_mixture(brute.sigma(-epsilon * (r - 2 * np.arange(r + 1)) / 2), r * alpha / 4)


STATEMENTS = (
    Statement(
        "DF18-D1.1", "Definitions 1.1 and 1.2", "Private prediction", Verdict.HOLDS, "06-private-prediction",
        hypotheses="Data $S$ of $n$ examples $(x_i, y_i)$; neighbors differ in one example.",
        claim=r"""An interface $M$ is $(\varepsilon,\delta)$-DP if, for every way to choose the questions, all
            answers together are $(\varepsilon,\delta)$-DP in $S$. A prediction algorithm is
            $(\varepsilon,\delta)$-DP if at every $x$ the answer $M(S, x)$ is.""",
        correction=r"""The second speaks of one answer. $k$ answers that are $\varepsilon$-DP each make an interface
            that is $k\varepsilon$-DP, and may cost all of that; so an interface has a budget, and stops.""",
        check=says(
            """Three parts, ε = 0.7, all 128 ways to choose 3 questions about 2 points: one answer is
                {single:.4f}-DP, the three together {three:.4f}-DP: three times as much, and above ε.""",
            interface),
    ),
    Statement(
        "DF18-INTRO-SOFT", "section 4.1, in words", "The coin before the theorem", Verdict.TYPO,
        "06-private-prediction",
        hypotheses="$r$ models from disjoint parts of the data.",
        claim=r"""Answer $b$ with probability proportional to $e^{\varepsilon\,|\{i : f_i(x) = b\}|}$: an
            $\varepsilon$-DP prediction.""",
        words=r"with probability proportional to $e^{\epsilon|\{i\in[r]:f_i(x)=b\}|}$",
        correction=r"""Half the exponent, as in the proof of Theorem 4.1. One example moves a vote from one label to
            the other, so the printed odds by $e^{2\varepsilon}$; the exact value is
            $<soft_majority_epsilon_printed>$: above $\varepsilon$ from $r = 2$ on, near $2\varepsilon$ for large
            $r$.""",
        formulas=(prediction.soft_majority_epsilon_printed,),
        check=says(
            """All patterns of votes: at ε = 1 the exact ε is {two:.4f} with 2 parts, {five:.4f} with 5 and
                {many:.4f} with 1000.""",
            equal(true(prediction.soft_majority_probability_printed), prediction.soft_majority_epsilon_printed, SMALL,
                  within=1e-9), passed),
    ),
    Statement(
        "DF18-T4.1", "Theorem 4.1", "The soft majority", Verdict.HOLDS, "06-private-prediction",
        hypotheses=r"""A PAC learner for $C$ that needs $m(\alpha,\beta)$ examples; labels by some $c \in C$; any
            $\varepsilon > 0$.""",
        claim=r"""$r = <n_parts>$ parts of $m(\alpha/4, \beta/r)$ examples give an $\varepsilon$-DP prediction with
            error $\alpha$ and confidence $1-\beta$: with $v$ votes for 1 the answer is 1 with probability
            $1/(1+e^{-\varepsilon(2v-r)/2})$.""",
        correction=r"""Exact: $<soft_majority_epsilon> < \varepsilon$. In the proof $\beta/t$ must read $\beta/r$,
            $v(x)$ is $v(S,x)$, and $e^{-\ln(\alpha/4)}$ is $e^{-\ln(4/\alpha)}$.""",
        formulas=(prediction.n_parts, prediction.soft_majority_epsilon),
        check=says(
            """With models that err on α/4 each, the worst placing of their errors gives error at most {ratio:.3f} α
                in {settings} settings. The exact ε of up to 8 parts is the formula's.""",
            equal(true(prediction.soft_majority_probability), prediction.soft_majority_epsilon, SMALL, within=1e-9),
            ordered(placed, "alpha", {"alpha": (0.01, 0.05, 0.2, 0.5), "epsilon": (0.3, 1.0, 5.0)})),
    ),
)
