"""Assignment 3, experts: what its questions are graded by."""

from __future__ import annotations

import functools
import math

import numpy as np

from ..grading import checking
from ..grading.plain import Seed
from ..grading.question import Mistake, Proof, Question, apart, need
from .a3_truth import bandit_law, hedge_regret, largest_regret, perturbed, season, seen_from, sleeping


def _laws(value, shape: tuple[int, int], where: str) -> np.ndarray:
    """The value as a law for each round."""
    need(np.shape(value) == shape,
         f"a law for each round, shape {shape}, is wanted {where}; got {checking.kind(value)}")
    p = np.asarray(value, dtype=float)
    for t in np.flatnonzero(~((p >= 0).all(axis=1) & (np.abs(p.sum(axis=1) - 1) < checking.TOLERANCE))):
        checking.law(p[t], shape[1:], f"before round {t + 1} {where}")  # raises: rows are many, words are for few
    return p


def _first_wrong(p: np.ndarray, right: np.ndarray) -> str | None:
    """The first round (from 1) whose law is wrong, with the law given."""
    off = np.flatnonzero(np.abs(p - right).max(axis=1) > checking.TOLERANCE)
    return f"{off[0] + 1} (yours: {np.round(p[off[0]], 6).tolist()})" if off.size else None


def _some(losses: np.ndarray) -> str:
    rows = str(np.round(losses[:5], 3).tolist())
    return f"for losses {rows if len(losses) <= 5 else rows[:-1] + ', ...]'}"


# ---- 1: the perturbed leader -------------------------------------------------------------------------

def check_leader(ask, case):
    """The law, then seasons drawn from it."""
    rng = case.rng("leader")
    yield from apart(2, _law(ask, case, rng))
    yield from apart(2, _picks(ask, case, rng))


def _law(ask, case, rng):
    hidden = [rng.integers(0, 5, size=(T, 2)) / 4 for T in (1, 2, 7, 40, 5000)]
    hidden += [np.eye(2)[rng.integers(0, 2, size=30)], np.tile(rng.permutation([0.0, 1.0]), (5000, 1)),
               np.stack([np.full(2000, 0.75), rng.integers(0, 3, size=2000) / 4], axis=1)]
    given = [_laws(value, losses.shape, _some(losses))
             for losses, value in zip(hidden, ask.each("leader_law", [(losses,) for losses in hidden]))]
    yield
    for losses, p in zip(hidden, given):
        wrong = _first_wrong(p, perturbed(losses, case.Q, case.TIES))
        need(wrong is None, f"not the law of this bettor before round {wrong} {_some(losses)}")
    yield


CALLS, SIZE = 800, 40_000  # so many calls, and a half that stands twice in each is too uneven


def _picks(ask, case, rng):
    """The law of four rounds together, of short seasons and a long one; two seasons of four rounds for independence.

    A right sampler fails with probability at most six times `checking.FALSE_ALARM` (`follows`, `independent`)."""
    worlds = [np.eye(2)[rng.permutation([0, 1, 0, 1])], rng.permuted([[0, 1], [1, 0], [.5, .25], [.75, 0]], axis=0),
              rng.permuted([[.5, .25]], axis=1), rng.integers(0, 5, size=(40, 2)) / 4]
    sizes = [[SIZE, 1, *rng.integers(40, 120, size=CALLS)]] * 2 + [[5000, 1], [5000]]
    calls = [(i, (losses, Seed(case.seed("picks", i, j)), int(size)))
             for i, losses in enumerate(worlds) for j, size in enumerate(sizes[i])]
    drawn, laws = [[] for _ in worlds], []
    for (i, (losses, _, size)), picks in zip(calls, ask.each("leader_picks", [call for _, call in calls])):
        need(np.shape(picks) == (size, len(losses)) and np.isin(picks, (0, 1)).all(),
             f"{size} seasons of {len(losses)} picks, each 0 or 1, are wanted; got {checking.kind(picks)}")
        drawn[i].append(np.asarray(picks, dtype=int))
    for losses, picks in zip(worlds, drawn):
        rounds = np.sort([*rng.permutation(len(losses) - 1)[:3], len(losses) - 1])
        laws.append(season(losses, case.Q, case.TIES, case.ONCE, rounds))
        picks[:] = [some[:, rounds] @ (1 << np.arange(len(rounds))[::-1]) for some in picks]
        checking.follows(picks[0], laws[-1], f"the picks of rounds {(rounds + 1).tolist()} together have not the right "
                                             f"law {_some(losses)}")
    yield
    again, same, other = (np.asarray(ask("leader_picks", worlds[0], Seed(seed), 60)).tolist()
                          for seed in (case.seed("a"), case.seed("a"), case.seed("b")))
    need(again == same and again != other,
         "all randomness must come from rng: the same stream must give the same picks, another others")
    for i in range(2):
        long, *short = drawn[i]
        checking.independent(long, short, laws[i], f"seasons {_some(worlds[i])}")
    yield


def _instead(first: str, value: str) -> str:
    """Another sampler in place of the student's `own`."""
    return f"def leader_picks(losses, rng, size, own=leader_picks):\n    {first}\n    return {value}"


SHOWN_Q = "Q ** np.abs(m), 1 + Q - Q ** np.abs(1 - m)) / (1 + Q)"

LEADER = Question(
    "leader", minutes=90, goals=(2, 3), check=check_leader,
    gates={"a law": 1, "the right law": 3, "the law of a season": 2, "independent, from rng": 1},
    mistakes=(
        Mistake("overflows",
                {SHOWN_Q: "Q ** m, 1 + Q - (1 / Q) ** (m - 1)) / (1 + Q) * np.exp(m) / np.exp(m)"}, 3, "probabilities"),
        Mistake("right on short seasons alone",
                {"    first = np": "    m = m if len(m) < 50 else np.clip(m, -3, 3)\n    first = np"}, 4, "right law"),
        Mistake("new noise where it is kept, or the other way",
                {"1 if ONCE else T": "T if ONCE else 1"}, 4, "law of a season"),
        Mistake("each season twice", {"": _instead("half = own(losses, rng, -(-size // 2))",
                                                   "np.repeat(half, 2, axis=0)[:size]")}, 6, "not independent"),
        Mistake("pairs four times",
                {"": _instead("pairs = own(losses, rng, -(-size // 8) * 2).reshape(-1, 2 * len(losses))",
                              "np.repeat(pairs, 4, axis=0).reshape(-1, len(losses))[:size]")}, 6,
                "not independent|not the right law"),  # a quarter of the seasons alone are drawn
        Mistake("shuffled quantiles", {"": _instead("many = own(losses, rng, 16 * size)", "rng.permutation("
                                                    "many[np.lexsort(many.T)][rng.integers(16)::16])")},
                6, "too even"),
        Mistake("a stream of its own",
                {"noise = rng.geometric": "noise = np.random.default_rng().geometric"}, 6, "from rng"),
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

    def some(low, high):
        return float(rng.uniform(low, high))

    games = [(30, 3, 0.05), (30, 4, 5.0), (30, 5, some(0.4, 1)), (30, 3, some(0.4, 1)), (1, 5, some(0.05, 5)),
             (int(rng.integers(12, 30)), 4, some(0.05, 0.15)), (int(rng.integers(12, 30)), 5, some(0.05, 0.15)),
             (int(rng.integers(12, 30)), 4, some(0.4, 1)), (int(rng.integers(5, 30)), 5, some(2, 5))]
    tables = []
    for (T, K, eta), value in zip(games, ask.each("hurt", games)):
        where = f"for T = {T}, K = {K} and η = {eta:.3g}"
        need(np.shape(value) == (T, K) and np.isin(value, (0, 1)).all(),
             f"losses 0 and 1 of shape {(T, K)} are wanted {where}; got {checking.kind(value)}")
        tables.append(np.asarray(value, dtype=float))
        need((tables[-1].sum(axis=1) == K - right_ones(K, form)).all(),
             f"the rule of the game is broken {where}: {RULES[form]}")
    yield
    shares = [hedge_regret(losses, game[2]) / largest_regret(*game, right_ones(game[1], form))
              for losses, game in zip(tables, games)]
    worst = int(np.argmin(shares))
    T, K, eta = games[worst]
    for least in (0.6, 0.85, 1 - 1e-9):  # as the task says: the best plan of all, and not the next
        need(shares[worst] >= least, f"for T = {T}, K = {K} and η = {eta:.3g} the regret is "
                                     f"{math.floor(1e7 * shares[worst]) / 1e5:.5f}% of the largest that is possible")
        yield


PLAN = "side = order[list(most(tuple(counts[order].tolist()))[1])]"
N = "len(sides[0])"


def hurt_question(form: int) -> Question:
    """The question under one of the rules."""
    return Question(
        "hurt", minutes=100, goals=(3,), check=functools.partial(check_hurt, form=form),
        gates={"the rule of the game": 1, "60% of the largest": 1, "85% of the largest": 2, "the largest": 2},
        mistakes=(
            Mistake("in turn", {PLAN: f"side = (np.arange({N}) + len(losses)) % K"}, 1, "of the largest"),
            Mistake("the other rule", {"losses.append(1 - row)": "losses.append(row)"}, 0, "rule of the game"),
            Mistake("weights divided by 1 + eta", {"np.exp(eta *": "(1 + eta) ** (1.0 *"}, 4, "of the largest"),
            Mistake("the most that Hedge can pay, not its regret",
                    {"return max(counts) - T, None": "return 0.0, None"}, 2, "of the largest"),
            Mistake("the smallest regret", {"return max(options)": "return min(options)"}, 1, "of the largest"),
            Mistake("right on short seasons alone", {PLAN: PLAN + f" if T < 28 else order[:{N}]"}, 1,
                    "for T = 30.* of the largest"),
            Mistake("the package's worst",
                    {"": "def hurt(T, K, eta):\n    from dplearn import experts\n    "
                         "return experts.opponent_losses('runaway', T, K, eta=eta)"}, 0, "rule of the game"),
        ))


HURT = tuple(map(hurt_question, range(3)))


# ---- 3: sleeping experts -----------------------------------------------------------------------------

def _seasons(rng, cases) -> list[tuple]:
    """Losses, who is awake (at least one), a rate; what stands there for sleepers is noise."""
    made = []
    for T, K, eta in cases:
        awake = rng.random((T, K)) < 0.6
        awake[np.arange(T), rng.integers(0, K, size=T)] = True
        made.append((rng.random((T, K)), awake, eta))
    return made


def _long_season(rng) -> tuple:
    """Expert 2 sleeps while 0 leaves 1 and 3 far behind; then only these two come, one alone and both."""
    T, eta = 3000, float(rng.uniform(4, 8))
    losses = 0.1 * rng.random((T, 4)) + [0.0, 0.8, 0.3, 0.8]
    awake = np.tile([True, True, False, True], (T, 1))
    losses[1500:, [1, 3]] = rng.random((1500, 2)) * 0.02
    losses[1499, [1, 3]] = losses[:1499].sum(axis=0)[[3, 1]] % 1  # neither is out of sight of the other
    awake[1500:] = [False, True, False, True]
    awake[1600] = [False, True, False, False]
    awake[2990:] = True
    gap = losses[:1500, 1].sum() - losses[:1500, 3].sum()
    losses[:1500, 1] -= gap / 1500
    return losses, awake, eta


@functools.cache
def _steady(seed: int, sleepers: str) -> tuple:
    """A season at η = 20 in which an error of 1e-10 in the first weights stays small: in some it grows with every nap,
    and two right functions would part."""
    rng = np.random.default_rng(seed)
    while True:
        (losses, awake, eta), = _seasons(rng, [(5000, 5, 20.0)])
        off = sleeping(losses, awake, eta, sleepers, 1e-10 * np.arange(5)) - sleeping(losses, awake, eta, sleepers)
        if np.abs(off).max() < 1e-8:
            return losses, awake, eta


def check_sleep(ask, case):
    """A law on those awake, the right one, also late."""
    rng = case.rng("sleep")
    hidden = _seasons(rng, [(1, 2, 1.0), (50, 9, 0.01), (9, 3, float(rng.uniform(.3, 2))),
                            (40, 6, float(rng.uniform(.1, 1))), (60, 2, float(rng.uniform(1, 3)))])
    given = []
    for (losses, awake, eta), value in zip(hidden, ask.each("sleeping_hedge", hidden)):
        where = f"for {losses.shape[1]} experts, η = {eta:.3g}"
        given.append(_laws(value, losses.shape, where))
        need((given[-1][~awake] == 0).all(), f"a sleeper is followed {where}")
    yield
    for (losses, awake, eta), p in zip(hidden, given):
        wrong = _first_wrong(p, sleeping(losses, awake, eta, case.SLEEPERS))
        need(wrong is None, f"not the law before round {wrong}, where sleepers {case.SLEEPERS} "
                            f"({losses.shape[1]} experts, η = {eta:.3g})")
    yield
    long = [_long_season(rng), _steady(case.seed("steady"), case.SLEEPERS)]
    for (losses, awake, eta), value in zip(long, ask.each("sleeping_hedge", long)):
        where = f"in a season of {len(losses)} rounds, η = {eta:.3g}"
        wrong = _first_wrong(_laws(value, losses.shape, where), sleeping(losses, awake, eta, case.SLEEPERS))
        need(wrong is None, f"not the law before round {wrong} {where}")
    yield


MOVE = "score[~up] -= eta * m"

SLEEP = Question(
    "sleep", minutes=70, goals=(2,), check=check_sleep,
    gates={"a law on those awake": 1, "the right law": 3, "long seasons": 2},
    mistakes=(
        Mistake("sleepers lose nothing", {MOVE: "pass"}, 1, "the right law"),
        Mistake("sleepers lose 1", {MOVE: "score[~up] -= eta"}, 1, "the right law"),
        Mistake("sleepers' losses are read", {MOVE: "score[~up] -= eta * losses[t][~up]"}, 1, "the right law"),
        Mistake("the other kind of sleep", {'SLEEPERS == "': 'SLEEPERS != "'}, 1, "the right law"),
        Mistake("sleepers are followed",
                {"p = law[t, up] = weight / weight.sum()": "p = weight / weight.sum()\n        law[t] = "
                "np.exp(score - score.max()) / np.exp(score - score.max()).sum()"}, 0, "a sleeper is followed"),
        Mistake("weights underflow",
                {"np.exp(score[up] - score[up].max())": "np.exp(score[up])",
                 "return x.max() +": "x = np.maximum(x, -700)\n        return x.max() +"},
                4, "long seasons"),
        Mistake("scaled by the best of all, not of those awake",
                {"np.exp(score[up] - score[up].max())": "np.exp(score[up] - score.max())"}, 4,
                "long seasons"),
    ))


# ---- 4: who is not looked at -------------------------------------------------------------------------

def check_bandit(ask, case):
    """No estimate without a look, the mean right by enumeration, the law of the picks."""
    rng = case.rng("bandit")
    yield from apart(2, _estimates(ask, case, rng))
    yield from apart(1, _pick_laws(ask, case, rng))


def _estimates(ask, case, rng):
    given = []
    rounds = [(rng.dirichlet(np.full(K, a)) * 0.98 + 0.02 / K, rng.random(K))
              for K, a in ((3, 3.0), (4, 1.0), (5, 0.5), (40, 1.0))]
    rounds.append((rng.permutation([1 - 1e-5, 3e-6, 7e-6]), rng.permutation([0.0, 1.0, rng.random()])))
    for p, losses in rounds:
        calls = [(p, {i: float(losses[i]) for i in seen_from(pick, case.BESIDE, len(p))}) for pick in range(len(p))]
        found = ask.each("estimate", calls)
        for row in found:
            need(np.shape(row) == p.shape and np.isfinite(row).all(),
                 f"{len(p)} finite estimates are wanted for {len(p)} experts; got {checking.kind(row)}")
        found = np.array(found, dtype=float)
        given.append(found)
        mean = p @ found
        i = int(np.abs(mean - losses).argmax())
        need(abs(mean[i] - losses[i]) <= checking.TOLERANCE,
             f"the mean over the draw is not the true loss: for {len(p)} experts, law {np.round(p, 3).tolist()}, "
             f"expert {i} loses {losses[i]:.7f}, the mean is {mean[i]:.7f}")
    yield
    for found in given:
        K = len(found)
        need(all(row[i] == 0 for pick, row in enumerate(found)
                 for i in range(K) if i not in seen_from(pick, case.BESIDE, K)),
             f"an expert that was not seen has an estimate other than 0 ({K} experts)")
        each = np.arange(K)
        need(np.allclose(found[each, each], found[(each - case.BESIDE) % K, each], rtol=1e-6),
             f"the estimate of an expert who was seen depends on which of the two was followed ({K} experts)")
    yield


def _pick_laws(ask, case, rng):
    seasons = [((rng.random if T % 2 else lambda shape: rng.integers(0, 2, size=shape).astype(float))((T, K)),
                float(rng.uniform(low, 2 * low)))
               for T, K, low in ((1, 3, 1), (3, 3, .5), (4, 3, 1.5), (5, 4, .3), (6, 3, .1))]
    seasons += [(rng.random((6, 4)), 3.0), (rng.random((6, 4)), 0.05)]
    for (losses, eta), value in zip(seasons, ask.each("pick_law", seasons)):
        where = f"{_some(losses)} and η = {eta:.3g}"
        wrong = _first_wrong(_laws(value, losses.shape, where), bandit_law(losses, eta, case.GAMMA, case.BESIDE))
        need(wrong is None, f"not the law of the pick in round {wrong} {where}")
    yield


CHANCE = "chance = law + np.roll(law, BESIDE)"

BANDIT = Question(
    "bandit", minutes=80, goals=(2,), check=check_bandit,
    gates={"unbiased": 2, "seen alike, unseen nothing": 1, "the law of the picks": 3},
    mistakes=(
        Mistake("divided by the own probability", {CHANCE: "chance = law"}, 0, "the mean"),
        Mistake("the wrong neighbor", {CHANCE: "chance = law + np.roll(law, -BESIDE)"}, 0, "the mean"),
        Mistake("not divided", {CHANCE: "chance = np.ones(len(law))"}, 0, "the mean"),
        Mistake("a guess for the unseen", {"found = np.zeros(len(law))": "found = np.full(len(law), 0.5)",
                                           "found[i] = loss": "found[i] = 0.5 + (loss - 0.5)"}, 2, "not seen"),
        Mistake("only who was followed", {CHANCE: "pick = next(i for i in seen if (i + BESIDE) % len(law) in seen)",
                                                "found[i] = loss": "found[i] = (i == pick) * loss",
                                                "chance[i]": "law[i]"}, 2, "which of the two"),
        Mistake("somebody else's GAMMA",
                {"    T, K = losses.shape": "    T, K = losses.shape\n    GAMMA = 0.0777"}, 3, "law of the picks"),
        Mistake("the pick alone", {"(i, (i + BESIDE) % K)": "(i,)"}, 3, "law of the picks"),
    ))


# ---- 5: the best one changes -------------------------------------------------------------------------

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

QUESTIONS = (LEADER, HURT, SLEEP, BANDIT, SHARE)
