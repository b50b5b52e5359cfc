"""Cards for DF18, first part: what a private prediction is, the soft majority, and what any private prediction must
cost.

Relation: one record is replaced.  r parts vote; v is the number of votes for 1.
"""

import itertools
import math

import numpy as np

from ... import prediction
from ...claim import equal, ordered, says
from ...statement import Statement, Verdict, require
from .. import brute


def interface():
    """Three questions about two points, chosen by every strategy; a record moves a vote at one point or at both."""
    epsilon, states = 0.7, list(itertools.product(range(4), repeat=2))
    chances = np.array([brute.coin(v, 3, epsilon / 2) for v in range(4)])
    three, delta = np.max([brute.worst_asker(list(zip(chances[[*a]], chances[[*b]])), 3, 1.0)
                           for a, b in itertools.permutations(states, 2) if np.abs(np.subtract(a, b)).max() == 1],
                          axis=0)
    single = brute.vote_loss(3, chances.__getitem__)
    require(abs(single - prediction.soft_majority_epsilon(3, epsilon=epsilon)) < 1e-12 and single < epsilon,
            f"one answer is {single}-DP")
    require(epsilon < three <= 3 * epsilon and abs(three - 3 * single) < 1e-9,
            f"three answers cost three times; got {three}, {single}")
    bought = [prediction.answers_bought(1.0, 0.999 * delta, epsilon, composition=c)
              for c in prediction.ADAPTIVE_COMPOSITIONS]
    require(max(bought) < 3, f"three answers are promised below the true δ = {delta}: {bought}")
    server = prediction.PredictionServer(lambda x: chances[x], epsilon_answer=epsilon, epsilon_total=3 * epsilon,
                                         delta=0.0, composition="basic", rng=np.random.default_rng(70))
    given = 0
    while given < 10 and server.answers_left:
        given += server.predict(2) in (0, 1)
    require(given == 3 == prediction.answers_bought(3 * epsilon, 0.0, epsilon, composition="basic"),
            f"3ε pays for three; gave {given}")
    return {"single": single, "three": three, "given": given}


def coin(probability, exact, rate, grid):
    """Law and exact ε of the coin with weights e^(rate ε votes), against all patterns of votes."""
    def law(n_parts, epsilon):
        return [brute.coin(v, n_parts, rate * epsilon) for v in range(n_parts + 1)]

    def loss(n_parts, epsilon):
        return brute.vote_loss(n_parts, law(n_parts, epsilon).__getitem__)

    def ours(n_parts, epsilon):
        return probability(np.arange(n_parts + 1), n_parts, epsilon=epsilon)

    return equal(ours, law, grid), equal(exact, loss, grid, within=1e-9)


def passed():
    """The form before the theorem: ε is passed from two parts on, 2ε never."""
    true = prediction.soft_majority_epsilon_printed([1, 2, 5, 1000], epsilon=1.0)
    require((true[1:] > 1 + 1e-9).all() and true[0] < 1 + 1e-9 and 1.999 < true[-1] <= 2, f"got {true}")
    return {"two": true[1], "five": true[2], "many": true[3]}


PLANS = {"alpha": (0.01, 0.05, 0.2, 0.5), "epsilon": (0.3, 1.0, 5.0)}


def plan(alpha, epsilon, bound=prediction.soft_majority_error_bound):
    """The error bound at Theorem 4.1's r parts, for models that err on α/4 each."""
    return bound(alpha / 4, prediction.n_parts(alpha, epsilon), epsilon=epsilon)


def plan_sharp(alpha, epsilon):
    """The same, sharp."""
    return plan(alpha, epsilon, prediction.soft_majority_error_bound.sharp)


def placed(alpha, epsilon):
    """The largest error that such models can have, however their errors are placed."""
    r = math.ceil(6 * math.log(4 / alpha) / epsilon)
    return brute.worst_mixture(brute.sigma(-epsilon * (r - 2 * np.arange(r + 1)) / 2), r * alpha / 4)


def planned_size():
    """n is r m(α/4, β/r)."""
    for alpha, epsilon in itertools.product(*PLANS.values()):
        asked, r = [], math.ceil(6 * math.log(4 / alpha) / epsilon)
        n = prediction.soft_majority_sample_size(alpha, 0.1, epsilon, lambda *ab: asked.append(ab) or 7)
        require(prediction.n_parts(alpha, epsilon) == r and n == 7 * r and asked == [(alpha / 4, 0.1 / r)],
                f"n = {n}; asked {asked}")
    return {"seven": prediction.soft_majority_epsilon(7, epsilon=4.0)}


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
                {single:.4f}-DP, the three together {three:.4f}-DP. That is three times as much, and above ε. A
                server with the budget 3ε gave {given} of 10 answers asked for.""",
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
            *coin(prediction.soft_majority_probability_printed, prediction.soft_majority_epsilon_printed, 1.0,
                   {"n_parts": (1, 2, 3, 5, 8), "epsilon": (0.1, 1.0, 3.0)}), passed),
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
                in {settings} settings. The exact ε of 7 parts at ε = 4 is {seven:.5f}.""",
            *coin(prediction.soft_majority_probability, prediction.soft_majority_epsilon, 0.5,
                  {"n_parts": (1, 2, 4, 7), "epsilon": (0.1, 1.0, 4.0)}), planned_size,
            ordered(plan, "alpha", PLANS), ordered(plan_sharp, plan, PLANS),
            equal(plan_sharp, placed, PLANS, within=1e-9), ordered(placed, "alpha", PLANS)),
    ),
)
