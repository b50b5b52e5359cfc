"""Assignment 3, experts: what its questions are graded by."""

from __future__ import annotations

import functools
import math

import numpy as np
from dplearn import experts

from ..grading import checking
from ..grading.question import Mistake, Proof, Question, need
from .a3_truth import largest_regret, perturbed


def _some(losses: np.ndarray) -> str:
    rows = str(np.round(losses[:5], 3).tolist())
    return f"for losses {rows if len(losses) <= 5 else rows[:-1] + ', ...]'}"


# ---- 1: the perturbed leader -------------------------------------------------------------------------


def check_leader(ask, case):
    """The law before each round of short and long seasons."""
    rng = case.rng("leader")
    hidden = [rng.integers(0, 5, size=(T, 2)) / 4 for T in (1, 7, 40, 5000)]
    hidden += [np.eye(2)[rng.integers(0, 2, size=30)], np.tile(rng.permutation([0.0, 1.0]), (5000, 1))]
    given = [checking.law(value, losses.shape, _some(losses), rows=True)
             for losses, value in zip(hidden, ask.each("leader_law", [(losses,) for losses in hidden]))]
    yield
    for losses, p in zip(hidden, given):
        wrong = np.abs(p - perturbed(losses, case.Q, case.TIES)).max(axis=1) > checking.TOLERANCE
        first = wrong.argmax()
        need(not wrong.any(), f"not the law of this bettor before round {first + 1} (yours: "
             f"{np.round(p[first], 6).tolist()}) {_some(losses)}")
    yield


LEADER = Question(
    "leader", minutes=60, goals=(2, 3), check=check_leader,
    gates={"a law": 1, "the right law": 3},
    mistakes=(
        Mistake("right on short seasons alone",
                {"    first = np": "    m = m if len(m) < 50 else np.clip(m, -3, 3)\n    first = np"}, 1, "right law"),
        Mistake("ties to the other one", {"if TIES == 0": "if TIES == 1"}, 1, "right law"),
        Mistake("looks at today", {" - losses": ""}, 1, "right law"),
        Mistake("noise for expert 0 alone", {"(1 + Q)": "1", "1 + Q - Q": "1 - Q"}, 1, "law"),
    ))


# ---- 2: an enemy with a rule -------------------------------------------------------------------------

RULES = ("exactly one expert a round is right", "exactly one expert a round is wrong",
         "exactly two experts a round are right")


def right_ones(K: int, form: int) -> int:
    """How many experts a round are right."""
    return (1, K - 1, 2)[form]


def check_hurt(ask, case, form):
    """The rule of the game, then shares of the largest regret."""
    rng = case.rng("hurt")

    games = [(30, 3, 0.05), (30, 4, 5.0), *((T, K, float(rng.uniform(low, high))) for T, K, low, high in (
        (18, 5, 0.4, 1), (1, 5, 0.05, 5), (20, 4, 0.05, 0.15), (16, 5, 0.05, 0.15), (12, 5, 2, 5)))]
    tables = []
    for (T, K, eta), value in zip(games, ask.each("hurt", games)):
        where = f"for T = {T}, K = {K} and η = {eta:.3g}"
        need(np.shape(value) == (T, K) and np.isin(value, (0, 1)).all(),
             f"losses 0 and 1 of shape {(T, K)} are wanted {where}; got {checking.kind(value)}")
        tables.append(np.asarray(value, dtype=float))
        need((tables[-1].sum(axis=1) == K - right_ones(K, form)).all(),
             f"the rule of the game is broken {where}: {RULES[form]}")
    yield
    shares = [experts.expected_regret(losses, eta=game[2])[-1] / largest_regret(*game, right_ones(game[1], form))
              for losses, game in zip(tables, games)]
    worst = int(np.argmin(shares))
    T, K, eta = games[worst]
    for least in (0.6, 0.85, 1 - 1e-9):  # as the task says: the best plan of all, and not the next
        need(shares[worst] >= least, f"for T = {T}, K = {K} and η = {eta:.3g} the regret is "
                                     f"{math.floor(1e7 * shares[worst]) / 1e5:.5f}% of the largest that is possible")
        yield


PLAN = "side = order[list(most(tuple(counts[order].tolist()))[1])]"
HURT = tuple(Question(
    "hurt", minutes=100, goals=(3,), check=functools.partial(check_hurt, form=form),
    gates={"the rule of the game": 1, "60% of the largest": 1, "85% of the largest": 2, "the largest": 2},
    mistakes=(
        Mistake("the other rule", {"losses.append(1 - row)": "losses.append(row)"}, 0, "rule of the game"),
        Mistake("weights divided by 1 + eta", {"np.exp(eta *": "(1 + eta) ** (1.0 *"}, 4, "of the largest"),
        Mistake("the most that Hedge can pay, not its regret",
                {"return max(counts) - T, None": "return 0.0, None"}, 2, "of the largest"),
        Mistake("the smallest regret", {"return max(options)": "return min(options)"}, 1, "of the largest"),
        Mistake("right on short seasons alone", {PLAN: PLAN + " if T < 28 else order[:len(sides[0])]"}, 1,
                "for T = 30.* of the largest"),
    )) for form in range(3))


# ---- 3: the best one changes -------------------------------------------------------------------------

SHARE = Proof(
    "share", minutes=80, goals=(1, 3, 4),
    rubric={"(a) sharing keeps the sum of the weights; Hoeffding's lemma for each round, W^1 = 1": 1,
            "(b) both lower bounds for one step, (1 - a) and a/K": 1,
            "(b) chained along the sequence with 1/K, S and T - 1 - S right, ended at W^(T+1), compared with (a)": 1,
            "(c) ln(1/(1 - 1/T)) times T - 1 is at most 1, shown; the best η and √(TB/2)": 1,
            "(d) losses, and Hedge's probability of at least 1/2 in each round of the second half": 1},
    errors={"multiplies the weights as if nothing were shared (an equality in the chain)": "(b) at most 1",
            "speaks of W^T where W^(T+1) is needed": "nothing if the last loss is in the sum, else (b) at most 1",
            "uses -ln(1 - x) ≤ x, which is false": "(c) 0",
            "an η that depends on the losses": "(c) 0",
            "(d) for one η, or by a computer's run": "(d) 0"})

QUESTIONS = (LEADER, HURT, SHARE)
