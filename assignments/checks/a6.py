"""Assignment 6, private prediction: what its questions are graded by."""

from __future__ import annotations

import functools
import itertools

import numpy as np

from ..grading import checking
from ..grading.question import Mistake, Proof, Question, need
from .a6_truth import layouts, moved, near, parts_of, room, scripts, two_laws, vote


# ---- 1: overlapping parts ----------------------------------------------------------------------------

SEEN = 1e-9  # audits see probabilities from here on: below, 1 - p is rounding


def check_overlap(ask, case, form):
    """A law, of use and private at every position, as bold as was proved, the votes that were asked for.

    Form 0: two records side by side are replaced; 1: one record is; 2: one record is, and there are three labels.
    """
    rng, labels, together = case.rng("overlap"), 3 if form == 2 else 2, form == 0

    def laws(calls):
        return [checking.law(value, (labels,), f"for {len(x)} records, m = {m}")
                for (x, _, _, m, _), value in zip(calls, ask.each("window_law", calls))]

    def rate(n, m, epsilon):
        return epsilon / (2 * moved(n, m, case.SHIFT, case.CIRCLE, together).max())

    sizes = [(1, 1, 3.0), (200, 200, 0.1), (200, 1, 0.1), (200, 6, 3.0), (2, 1, 1.0), (9, 4, 0.5), (10, 3, 0.5)]
    sizes += [(n, int(rng.integers(1, min(n, 12) + 1)), float(rng.uniform(0.1, 3)))
              for n in rng.integers(5, 200, 7).tolist()]
    hidden = []
    for n, m, epsilon in sizes:  # few places, so that there are ties
        places = int(rng.integers(2, 21))
        hidden.append((rng.integers(0, places, size=n), rng.integers(0, labels, size=n), int(rng.integers(places)), m,
                       epsilon))
    found = laws(hidden)
    yield
    clear = laws([(rng.integers(0, 20, size=100), np.full(100, label), 7, 3, 2.0) for label in range(labels)])
    for label, p in enumerate(clear):
        need(p[label] > 0.9, f"of no use: 100 records that all say {label}, m = 3, ε = 2, and the answer {label} has "
                             f"probability {p[label]:.3g}")
    _audit(case, rng, laws, labels, together)
    yield
    agreed = [(1, 1, 0.1), (200, 1, 0.1), (200, 200, 3.0), (200, 30, 0.5), (5, 5, 2.0)]
    agreed += [(n, int(rng.integers(n // 3, n) + 1), float(rng.uniform(0.1, 3)))
               for n in rng.integers(2, 200, 10).tolist()]
    calls = [(np.arange(n), np.full(n, rng.integers(labels)), 3, m, epsilon) for n, m, epsilon in agreed]
    for (n, m, epsilon), (_, y, *_), p in zip(agreed, calls, laws(calls)):
        lead = np.log(p[y[0]] / p[y[0] - 1]) / len(parts_of(n, m, case.SHIFT, case.CIRCLE))
        checking.timid(lead, rate(n, m, epsilon), f", for {n} records and m = {m}")
    yield
    for (x, y, question, m, epsilon), p in zip(hidden, found):
        where = f"for {len(x)} records and m = {m}"
        right = vote(x, y, question, parts_of(len(x), m, case.SHIFT, case.CIRCLE), labels, rate(len(x), m, epsilon))
        need(np.abs(p - right).max() < checking.TOLERANCE, "not the probabilities of this vote with the largest "
             f"provable c, {where}: either the vote or c is wrong")
        checking.supported(p, right, where, 1e-8)
    yield


def _audit(case, rng, laws, labels, together):
    """All data sets on tiny domains; then one seat (or two) among many who agree."""
    def private(calls, pairs, names, m, epsilon):
        checking.private(np.maximum(laws(calls), SEEN), np.array(pairs), [f"{name} (asked at 0, m = {m})"
                         for name in names], epsilon, "replace-two" if together else "replace-one")

    records = np.array(list(itertools.product((0, 1), range(labels))))
    for n, m in ((1, 1), (2, 2), (3, 1), (3, 2), (3, 3) if labels == 3 else (4, 3)):
        epsilon = float(rng.choice([0.1, 3, rng.uniform(0.1, 3)]))
        lists = np.array(list(itertools.product(range(len(records)), repeat=n)))
        private([(*records[d].T, 0, m, epsilon) for d in lists], near(lists, case.CIRCLE, together),
                [records[d].tolist() for d in lists], m, epsilon)
    for n, m, epsilon in layouts(rng, case.SHIFT):
        calls, names, pairs = [], [], []
        most = moved(n, m, case.SHIFT, case.CIRCLE, together)
        for at in {int(most.argmax()), len(most) - 1 - int(most[::-1].argmax()), *rng.integers(len(most), size=3)}:
            seat = [at, (at + 1) % n] if together else [at]
            for others in range(labels):
                pairs += itertools.combinations(range(len(calls), len(calls) + labels), 2)
                for own in range(labels):
                    x, y = np.full(n, 9), np.full(n, others)
                    x[seat], y[seat] = 0, own
                    calls.append((x, y, 0, m, epsilon))
                    names.append(f"{n} records (place, label), (0, {own}) at position {' and '.join(map(str, seat))}, "
                                 f"all others (9, {others})")
        private(calls, pairs, names, m, epsilon)


def _overlap_in(form: int) -> Question:
    most = "most = pairs.sum(axis=0).max()" if not form else "most = np.bincount(np.concatenate(parts)).max()"
    rate = "c = epsilon / (2 * most)"
    return Question(
        "overlap", minutes=90, goals=(2,), check=functools.partial(check_overlap, form=form),
        gates={"a law": 1, "private and of use": 2, "uses the budget": 2, "the vote": 3},
        mistakes=(
            Mistake("m votes, whatever the layout", {most: "most = m"}, 3, "timid|leaks"),
            Mistake("m / SHIFT votes and one more", {most: "most = m // SHIFT + 1"}, 5, "leaks|timid|vote or c"),
            Mistake("twice the noise", {rate: "c = epsilon / (4 * most)"}, 3, "timid|of no use"),
            Mistake("behaves on small data alone", {rate: rate + " * (1 if n < 20 else 20)"}, 1, "leaks"),
            Mistake("a part says what most of its records say", {
                "y[part[np.abs(x[part] - question).argmin()]]": "np.bincount(y[part]).argmax()"}, 5, "not the prob"),
        ))


# ---- 2: who pays how much ----------------------------------------------------------------------------

def _yes(value) -> bool:
    """True or False, also as 1 or 0."""
    need(isinstance(value, (bool, int, float)) and value in (0, 1),
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
        size, n, asked = ends[len(found)] if plain else (10 if len(found) == 11 else 7, int(rng.integers(3, 6)), 4)
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


MEANS = "np.mean(inside) > np.mean(outside)"
SAYS = f"return bool({MEANS})"

ATTACK = Question(
    "attack", minutes=90, goals=(1,), check=check_attack,
    gates={"yes or no": 1, "half of the best": 1, "nine tenths of it": 1, "the best": 2},
    mistakes=(
        Mistake("the label rule", {SAYS: "return bool(answers[0] == y[target])"}, 2, "of the best"),
        Mistake("always member", {SAYS: "return True"}, 1, "of the best"),
        Mistake("the first answer alone", {"zip(questions, answers)": "zip(questions[:1], answers[:1])"}, 3,
                "of the best"),
        Mistake("the target votes alone",
                {"[:NEAREST]": "[:NEAREST] if target not in members else [target] * NEAREST"}, 3, "of the best"),
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

QUESTIONS = (tuple(map(_overlap_in, range(3))), SERVER, ATTACK, STABLE)
