"""Assignment 6, private prediction: what its questions are graded by."""

from __future__ import annotations

import functools
import itertools

import numpy as np
from scipy.special import softmax

from ..grading import checking
from ..grading.question import Mistake, Proof, Question, need
from .a6_truth import room, scripts, touched, two_laws


# ---- 1: overlapping parts ----------------------------------------------------------------------------

SEEN = 1e-9  # audits see probabilities from here on: below, 1 - p is rounding


def _worlds_of_parts(rng, labels: int, size: int, anyone: bool) -> list[tuple]:
    """Calls of `window_law`, each with the largest rate that is proved: in each world four, neighbors side by side.  The
    worst household's models agree, the others have labels as drawn, mostly few that differ, then all one label."""
    made = []
    for n, r in ((1, 1), (1, 40), (20, 1), *[(20, 40)] * 4, *rng.integers((2, 20), (21, 41), (9, 2)).tolist()):
        most, epsilon = round(n ** rng.random()), float(rng.choice([0.1, 3.0, rng.uniform(0.1, 3)]))
        parts = [rng.permutation(n)[:rng.integers(1, most + 1)].tolist() for _ in range(r)]
        moved = touched(parts, size, anyone)
        for said in (rng.binomial(labels - 1, rng.random() ** 4, r), np.full(r, rng.integers(labels))):
            first = said[0]
            for away in (0, 1):
                said[moved] = (first + away) % labels
                made.append(((parts, said.tolist(), epsilon), epsilon / (2 * len(moved))))
    return made


def check_overlap(ask, case, form):
    """A law, of use and private where the worst neighbors part, as bold as was proved, the votes.

    Form 0: a household is replaced; 1: any so many records are; 2: a household is, and there are three labels.
    """
    labels = 3 if form == 2 else 2
    calls, rates = zip(*_worlds_of_parts(case.rng("overlap"), labels, case.SIZE, form == 1))
    where = [f"for {len(parts)} parts of {1 + max(map(max, parts))} records and ε = {epsilon:.4g}"
             for parts, _, epsilon in calls]
    laws = [checking.law(value, (labels,), words) for value, words in zip(ask.each("window_law", calls), where)]
    yield
    leads = [(np.log(laws[i][said[0]] / laws[i][said[0] - 1]) / len(said), i)
             for i, (_, said, _) in enumerate(calls) if i % 4 == 2]
    for lead, i in leads:
        need(lead >= rates[i] / 10, f"of no use: all parts say {calls[i][1][0]}, and it is hardly likelier {where[i]}")
    for i in range(0, len(laws), 2):
        checking.private(np.maximum(laws[i:i + 2], SEEN), np.array([[0, 1]]), [f"{c[1]} {where[i]}" for c in
                         calls[i:i + 2]], calls[i][2], "replace-a-group" if form == 1 else "replace-a-household")
    yield
    for lead, i in leads:
        checking.timid(lead, rates[i], f", {where[i]}")
    yield
    for (_, said, _), rate, p, words in zip(calls, rates, laws, where):
        right = softmax(rate * np.bincount(said, minlength=labels))
        need(np.abs(p - right).max() < checking.TOLERANCE, "not the probabilities of this vote with the largest "
             f"provable c, {words}: either the vote or c is wrong")
        checking.supported(p, right, words, 1e-8)
    yield


RATE = "c = epsilon / (2 * most)"

OVERLAP = tuple(Question(
    "overlap", minutes=60, goals=(2,), check=functools.partial(check_overlap, form=form),
    gates={"a law": 1, "private and of use": 2, "uses the budget": 2, "the vote": 1},
    mistakes=(
        Mistake("as if each sat in one part", {RATE: "c = epsilon / 2"}, 1, "leaks"),
        Mistake("as if all parts moved", {RATE: "c = epsilon / (2 * len(parts))"}, 3, "timid|of no use"),
        Mistake("a record alone", {"SIZE": "1"}, 1, "leaks"),
        Mistake("behaves on small data alone", {RATE: f"{RATE} * (1 if len(parts) < 20 else 20)"}, 1, "leaks"),
    )) for form in range(3))


# ---- 2: who pays how much ----------------------------------------------------------------------------

def _yes(value) -> bool:
    """True or False, also as 1 or 0."""
    need(isinstance(value, (int, float)) and value in (0, 1),
         f"True or False is wanted; got {checking.kind(value)}")
    return bool(value)


def check_server(ask, case):
    """Bool, never above both accounts, never a refusal while adding up, or the other account, has room."""
    faults, given, due = dict.fromkeys(("overspends", "adding up has room", "the zCDP account has room"), ""), 0, 0
    need(_yes(ask("may_answer", [], "coin", 1)),
         "an untouched budget, a question that costs a thousandth, and the window refuses")
    for script in scripts(case):
        history = []
        while (question := script(history)) is not None:
            said = _yes(ask("may_answer", [*history], *question))  # a copy: calls are kept, to be asked again
            summed, other = room(case, history, *question)
            where = f"(thousandths) behind {len(history)} others, the last {history[-2:]}, comes {question}"
            over = said and not summed and other is False
            if over or (not said and (summed or other)):
                fault = "overspends" if over else f"{'adding up' if summed else 'the zCDP account'} has room"
                faults[fault] = faults[fault] or f"{'' if over else 'refuses early, '}{fault}: {where}"
            if over:
                break
            due += summed or other is True
            given += said
            history.append((*question, said))
    yield
    over, *early = faults.values()
    need(not over, over)
    need(given >= due / 3, f"never overspends, but of no use: {given} answers where {due} are due")
    yield
    for fault in early:
        yield fault or None


SUMMED = "sum(c for _, c in asked) <= BUDGET"
RHO = "sum(PRICE[k] * (c / 1000) ** 2 for k, c in asked) <= rho"
BOTH = f"return {SUMMED} or {RHO}"

SERVER = Question(
    "server", minutes=70, goals=(3,), check=check_server,
    gates={"yes or no": 1, "never overspends": 2, "adding up": 1, "the other account": 2},
    mistakes=(
        Mistake("always yes", {BOTH: "return True"}, 1, "overspends"),
        Mistake("the first question alone", {BOTH: "return not asked[1:]"}, 1, "of no use|overspends"),
        Mistake("adding up alone", {BOTH: f"return {SUMMED}"}, 4, "zCDP account has room"),
        Mistake("the other account alone", {BOTH: f"return {RHO}"}, 5, "adding up has room"),
        Mistake("refusals are charged", {"in history if answered": "in history"}, 4, "refuses early|of no use"),
    ))


# ---- 3: the best attack ------------------------------------------------------------------------------

def _worlds(case):
    """Four worlds at the ends of the range; eight in which the label rule does not come near the best."""
    rng, found = case.rng("attack"), []
    ends = [(4, 3, 1), (10, 9, 3), (10, 3, 2), (5, 3, 5)]
    while len(found) < len(ends) + 8:
        plain = len(found) < len(ends)
        size, n, asked = ends[len(found)] if plain else (7, int(rng.integers(3, 6)), 4)
        x, y = rng.integers(0, 12, size=size).tolist(), rng.integers(0, 2, size=size).tolist()
        target, epsilon = int(rng.integers(size)), round(float(rng.uniform(1.5, 5)), 2)
        questions = [x[target], *rng.choice([x[target], *x], size=asked - 1).tolist()]
        gain = np.subtract(*two_laws(target, x, y, n, questions, epsilon, case.NEAREST))
        best = gain[gain > 0].sum()
        label = np.split(gain, 2)[y[target]].sum()
        if best > 0.05 and (plain or label < 0.7 * best):
            found.append(((target, x, y, n, questions), epsilon, gain / best))
    return found


def check_attack(ask, case):
    """The advantage exactly, over all lists of answers."""
    shares = []
    for world, epsilon, gain in _worlds(case):
        lists = itertools.product((0, 1), repeat=len(world[-1]))
        said = list(map(_yes, ask.each("says_member", [(*world, list(answers), epsilon) for answers in lists])))
        shares.append(gain[said].sum())
    yield
    mean = float(np.mean(shares[4:]))
    for share, words in ((0.5, "half"), (0.9, "nine tenths")):
        need(mean >= share, f"the mean advantage in eight worlds is {mean:.3f} of the best one; {words} are wanted")
        yield
    need(min(shares) > 1 - checking.TOLERANCE,
         f"in one of {len(shares)} worlds the advantage is {min(shares):.4f} of the best one")
    yield


SAYS = "return bool(np.mean(inside) > np.mean(outside))"

ATTACK = Question(
    "attack", minutes=90, goals=(1,), check=check_attack,
    gates={"yes or no": 1, "half of the best": 1, "nine tenths of it": 1, "the best": 2},
    mistakes=(
        Mistake("the label rule", {SAYS: "return bool(answers[0] == y[target])"}, 2, "of the best"),
        Mistake("always member", {SAYS: "return True"}, 1, "of the best"),
        Mistake("the first answer alone", {"zip(questions, answers)": "zip(questions[:1], answers[:1])"}, 3,
                "of the best"),
        Mistake("a number instead of a decision", {SAYS: "return float(np.mean(inside) - np.mean(outside))"}, 0,
                "True or False"),
    ))


# ---- 4: stable, so honest ----------------------------------------------------------------------------

STABLE = Proof(
    "stable", minutes=60, goals=(1, 2),
    rubric={"(a) another draw in the place of record i, and why the pair (S^i, z_i) has the law of (S, z)": 1,
            "(a) so G is the mean, over i, of the chance that M(S^i, x_i) is wrong about y_i": 1,
            "(b) S and S^i are neighbors for each fixed draw; the inequality for {answer = 1 - y_i}; then averaged": 1,
            "(b) both directions, and the number at A = 0.02": 1,
            "(c) a way to draw S, a window that is private, and both errors right": 1},
    errors={"compares M(S, x) at a fresh x with M(S, x_i): two questions, and privacy says nothing about them": "(b) 0",
            "averages first, then uses privacy, without saying that it holds for each fixed S, S^i, x_i":
            "(b) first point lost",
            "argues that a private answer hardly depends on the data, so cannot fit them; no inequality": "(a), (b) 0",
            "(c) gives a window without privacy (it learns by heart)": "(c) 0",
            "forgets δ, or writes e^ε (A + δ)": "(b) second point lost"})

QUESTIONS = (OVERLAP, SERVER, ATTACK, STABLE)
