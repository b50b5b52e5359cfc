"""Assignment 6, private prediction: what its questions are graded by."""

from __future__ import annotations

import itertools

import numpy as np
from dplearn.privacy import Relation, all_datasets, neighboring_pairs

from ..grading import checking
from ..grading.question import Mistake, Proof, Question, apart, need
from .a6_truth import (coin, margins, moved, parts_of, room, spread, squared_error, total_law, two_laws,
                       votes_for_one)


# ---- 1: overlapping parts ----------------------------------------------------------------------------

def check_overlap(ask, case):
    """A law, of use and private at every position, as bold as was proved, the votes that were asked for."""
    rng, layout = case.rng("overlap"), (case.SHIFT, case.CIRCLE)
    hidden = []
    for n in (1, 2, 5, 8, 13, 30, 101):
        m = int(rng.integers(1, min(n, 12) + 1))
        hidden.append((rng.integers(0, 20, size=n), rng.integers(0, 2, size=n), int(rng.integers(0, 20)), m,
                       float(rng.uniform(0.2, 3))))
    # small rates and places with ties, so that each vote can be seen
    hidden += [(rng.integers(0, 6, size=n), rng.integers(0, 2, size=n), int(rng.integers(0, 6)), m, 0.5)
               for n, m in ((9, 4), (10, 3), (40, 6), (41, 9))]
    laws = [checking.law(value, (2,), f"for {len(x)} records, m = {m}")
            for (x, _, _, m, _), value in zip(hidden, ask.each("window_law", hidden))]
    yield

    for label in (0, 1):
        clear = checking.law(ask("window_law", rng.integers(0, 20, size=90), np.full(90, label), 7, 3, 2.0), (2,),
                             "for 90 records")
        need(clear[label] > 0.9, f"of no use: 90 records that all say {label}, m = 3, ε = 2, and the "
                                 f"answer {label} has probability {clear[label]:.3g}")
    records = list(itertools.product((0, 1), (0, 1)))
    for epsilon in (1.0, float(rng.uniform(0.3, 0.8))):
        for n, m in ((3, 2), (4, 2), (4, 3)):
            lists = np.array(list(itertools.product(range(4), repeat=n)))
            near = np.argwhere(np.triu((lists[:, None] != lists[None]).sum(axis=2) == 1))
            places, labels = np.array(records).T
            values = ask.each("window_law", [(places[d], labels[d], 0, m, epsilon) for d in lists])
            checking.private(np.array([checking.law(v, (2,), f"for {n} records") for v in values]), near,
                             [f"{[records[i] for i in d]} (asked at 0, m = {m})" for d in lists], epsilon,
                             "replace-one")
        layouts = [(n, m) for n in range(22, 22 + case.SHIFT) for m in range(1, 2 * case.SHIFT + 1)]
        for n, m in ((60, 5), (61, 6), *(layouts if epsilon == 1.0 else ())):
            calls, names = [], []
            for others, at, own in itertools.product((0, 1), range(n), (0, 1)):
                x, y = np.full(n, 9), np.full(n, others)
                x[at], y[at] = 0, own
                calls.append((x, y, 0, m, epsilon))
                names.append(f"{n} records (place, label), (0, {own}) at position {at}, all others (9, {others}) "
                             f"(asked at 0, m = {m})")
            values = [checking.law(v, (2,), f"for {n} records") for v in ask.each("window_law", calls)]
            checking.private(np.array(values), np.arange(len(calls)).reshape(-1, 2), names, epsilon, "replace-one")
    yield

    for n, m, epsilon in ((7, 3, 1.0), (8, 2, 0.4), (12, 5, 1.0), (5, 5, 2.0), (11, 8, 1.0), (40, 10, 1.0)):
        p = checking.law(ask("window_law", np.arange(n), np.ones(n, int), 3, m, epsilon), (2,), f"for {n} records")
        rate = np.log(p[1] / p[0]) / len(parts_of(n, m, *layout))
        need(rate >= epsilon / (2 * moved(n, m, *layout)) * (1 - 1e-6),
             f"private, but more timid than what can be proved, for {n} records and m = {m}")
    yield

    for (x, y, question, m, epsilon), p in zip(hidden, laws):
        parts = parts_of(len(x), m, *layout)
        lead = 2 * votes_for_one(x, y, question, parts) - len(parts)
        need(abs(p[1] - coin(lead, epsilon / (2 * moved(len(x), m, *layout)))) < 1e-8,
             "not the probabilities of this vote with the largest provable c, "
             f"for {len(x)} records and m = {m}: either the vote or c is wrong")
    yield


MOST = "most = np.bincount(np.concatenate(parts)).max()"
RATE = "c = epsilon / (2 * most)"

OVERLAP = Question(
    "overlap", minutes=90, goals=(2,), check=check_overlap,
    gates={"a law": 1, "private and of use": 3, "uses the budget": 2, "the vote": 2},
    mistakes=(
        Mistake("one record moves one vote", {MOST: "most = 1"}, 1, "leaks"),
        Mistake("m votes, whatever the layout", {MOST: "most = m"}, 4, "timid"),
        Mistake("m / SHIFT votes, rounded up", {MOST: "most = -(-m // SHIFT)"}, 4, "leaks|timid"),
        Mistake("m / SHIFT votes and one more", {MOST: "most = m // SHIFT + 1"}, 4, "leaks|timid"),
        Mistake("a mean position instead of the worst", {".max()": ".mean()"}, 1, "leaks"),
        Mistake("half the noise", {RATE: "c = epsilon / most"}, 1, "leaks"),
        Mistake("twice the noise", {RATE: "c = epsilon / (4 * most)"}, 4, "timid|of no use"),
        Mistake("no noise", {RATE: "c = 1e3"}, 1, "leaks"),
        Mistake("the average of the votes", {"one = 1 / (1 + np.exp(-c * lead))": "one = votes / len(parts)"}, 1,
                "leaks"),
        Mistake("a constant", {RATE: "c = 0.0"}, 1, "of no use"),
        Mistake("ε forgotten", {RATE: "c = 1 / (2 * most)"}, 4, "leaks|timid"),
        Mistake("behaves on small data alone", {RATE: RATE + " * (1 if n < 20 else 20)"}, 1, "leaks"),
        Mistake("a part says what most of its records say",
                {"y[part[np.abs(x[part] - question).argmin()]]": "int(2 * y[part].sum() > m)"}, 6, "not the prob"),
        Mistake("the other layout", {"if CIRCLE": "if not CIRCLE"}, 6, "leaks|timid|not the prob|form|Error"),
    ))


# ---- 2: a clipped total ------------------------------------------------------------------------------

def check_total(ask, case):
    """A law, of use and private, as bold as can be proved, the noise and the ends; apart, the choice of a bound."""
    rng = case.rng("total")
    yield from apart(4, _clipped(ask, case, rng))
    yield from apart(1, _bound(ask, case, rng))


def _clipped(ask, case, rng):
    low = case.LOW
    hidden = [(rng.integers(low - 3, 9, size=n).tolist(), int(rng.integers(1, 7)), int(rng.integers(2, 30)),
               float(rng.uniform(0.2, 3))) for n in (1, 2, 5, 9, 20, 40)]
    hidden.append(([9] * 30, 3, 5, 1.0))
    laws = [checking.law(value, (2 * most + 1,), f"for {len(values)} numbers and most = {most}")
            for (values, _, most, _), value in zip(hidden, ask.each("total_law", hidden))]
    yield

    for sign, end in ((1, -1), (-1, 0)):
        p = checking.law(ask("total_law", [sign] * 200, 2, 8, 1.0), (17,), "for 200 numbers")
        need(p[end] > 0.9, f"of no use: for 200 times the number {sign} the total is far beyond most = 8, so nearly "
                           f"all probability belongs on {8 * sign}; yours has {p[end]:.3g} there (ε = 1)")
    for high, epsilon in ((1, 1.0), (4, 1.0), (2, float(rng.uniform(0.4, 1.5)))):
        domain = (low - 2, low, 0, high, high + 3)
        pairs = list(neighboring_pairs(all_datasets(domain, 3), domain, case.RELATION))
        middle = [1] * 150 + [-1] * 150
        for extra in (low, low - 9, high, high + 9):
            pairs.append((tuple(middle + [0]) if case.RELATION is Relation.REPLACE_ONE else tuple(middle),
                          tuple(middle + [extra])))
        names = list(dict.fromkeys(tuple(d) for pair in pairs for d in pair))
        place = {d: i for i, d in enumerate(names)}
        values = ask.each("total_law", [(list(d), high, 7, epsilon) for d in names])
        laws_there = [checking.law(v, (15,), f"for the numbers {_short(d)}") for d, v in zip(names, values)]
        checking.private(np.array(laws_there), np.array([[place[tuple(d)] for d in pair] for pair in pairs]),
                         [f"{_short(d)} (high = {high})" for d in names], epsilon, case.RELATION.value)
    yield

    for high, epsilon in ((1, 1.0), (3, 0.5), (9, 2.0)):
        p = checking.law(ask("total_law", [0, 0], high, 4, epsilon), (9,), "for the numbers [0, 0]")
        need(np.log(p[4] / p[5]) >= epsilon / spread(low, high, case.RELATION) * (1 - 1e-6),
             f"private, but more timid than what can be proved under {case.RELATION.value}, at high = {high}")
    yield

    for (values, high, most, epsilon), p in zip(hidden, laws):
        right = total_law(values, low, high, most, epsilon / spread(low, high, case.RELATION))
        need(np.abs(p - right).max() < 1e-8, "not the law of the clipped total with this noise, put into the range, "
                                             f"for {len(values)} numbers, high = {high}, most = {most}")
    yield


def _bound(ask, case, rng):
    worlds = [((rng.geometric(rate, size=n) - 1).tolist(), epsilon)
              for rate, n, epsilon in ((0.2, 30, 0.5), (0.1, 50, 0.3), (0.3, 400, 0.2), (0.05, 60, 1.0), (0.5, 20, 0.1),
                                       (0.15, 200, 0.05), (0.1, 12, 2.0), (0.2, 100, 0.1))]
    worlds += [([*past, *(case.LOW - rng.integers(4, 30, size=3)).tolist()], epsilon) for past, epsilon in worlds]
    worlds.append(([case.LOW - 20, 3, 1, 12, 25], 1.0))
    for (past, epsilon), found in zip(worlds, ask.each("best_high", worlds)):
        need(isinstance(found, int) and not isinstance(found, bool) and 1 <= found <= 30,
             "a whole number from 1 to 30 is wanted")
        errors = [squared_error(past, case.LOW, high, epsilon, case.RELATION) for high in range(1, 31)]
        need(errors[found - 1] <= min(errors) * (1 + 1e-9),
             f"for {len(past)} numbers and ε = {epsilon:g} another bound than {found} has a smaller mean squared error")
    yield


def _short(data) -> str:
    return str(list(data)) if len(data) < 9 else f"{len(data)} numbers, the last {data[-1]}"


SPREAD = "return high - LOW if RELATION is privacy.Relation.REPLACE_ONE else max(high, -LOW)"
NOISE = "q = np.exp(-epsilon / spread(high))"
ENDS = "law[0], law[-1] = tail(total + most), tail(most - total)"
BEST = "return int(np.argmin(errors)) + 1"

CLIPPED = Question(
    "clipped", minutes=90, goals=(2,), check=check_total,
    gates={"a law": 1, "private and of use": 2, "uses the budget": 1, "the noise": 1, "the bound": 1},
    mistakes=(
        Mistake("the other relation", {"is privacy.Relation.REPLACE_ONE": "is privacy.Relation.ADD_REMOVE"}, 3,
                "leaks|timid"),
        Mistake("the largest number alone", {SPREAD: "return high"}, 1, "leaks"),
        Mistake("half the noise", {NOISE: "q = np.exp(-2 * epsilon / spread(high))"}, 1, "leaks"),
        Mistake("twice the noise", {NOISE: "q = np.exp(-epsilon / spread(high) / 2)"}, 3, "timid"),
        Mistake("not clipped", {"np.clip(values, LOW, high).sum()": "np.sum(values)"}, 2, "leaks"),
        Mistake("normalized instead of put into the range", {ENDS: "law /= law.sum()"}, 2, "leaks|of no use"),
        Mistake("what falls outside is lost", {ENDS: "pass"}, 1, "sum to 1"),
        Mistake("a constant", {"return law": "return np.ones(2 * most + 1) / (2 * most + 1)"}, 2, "of no use"),
        Mistake("no noise", {NOISE: "q = 0.0"}, 1, "leaks"),
        Mistake("rounded continuous noise",
                {"law = (1 - q) / (1 + q) * q ** np.abs(np.arange(-most, most + 1) - total)":
                 "k = np.abs(np.arange(-most, most + 1) - total)\n"
                 "    law = np.where(k == 0, 1 - q ** 0.5, (q ** (k - 0.5) - q ** (k + 0.5)) / 2)",
                 "return q ** d / (1 + q) if d > 0 else 1 - q ** (1 - d) / (1 + q)":
                 "return q ** (d - 0.5) / 2 if d > 0 else 1 - q ** (0.5 - d) / 2"}, 4, "timid"),
        Mistake("behaves on small data alone", {NOISE: NOISE + " ** (1 if len(values) < 20 else 5)"}, 1, "leaks"),
        Mistake("the bound that cuts nothing", {BEST: "return min(30, max(past))"}, 5, "another bound"),
        Mistake("numbers below LOW left out of the true total",
                {"- np.sum(past))": "- np.sum(np.maximum(past, LOW)))"}, 5, "another bound"),
        Mistake("the bound without its noise", {"+ 2 * q / (1 - q) ** 2": ""}, 5, "another bound"),
        Mistake("the least bound", {BEST: "return 1"}, 5, "another bound"),
        Mistake("off by one", {BEST: BEST.replace("+", "or")}, 5, "another bound"),
    ))


# ---- 3: who pays how much ----------------------------------------------------------------------------

def scripts(case) -> dict:
    """Askers: from the history so far to the next (kind, cost), None at the end."""
    budget, rng = case.BUDGET, case.rng("scripts")

    def last(history):
        return history[-1][2] if history else True

    def equal(kind, pieces):
        cost = budget // pieces
        return lambda h: None if len(h) > 2 and not h[-2][2] else (kind, cost)

    def exact(kind, pieces):
        costs = [budget // pieces] * (pieces - 1)
        costs += [budget - sum(costs), 1, 1]
        return lambda h: (kind, costs[len(h)]) if len(h) < len(costs) else None

    def halving(kind, first):
        def ask(h):
            cost = first if not h else h[-1][1] if h[-1][2] else h[-1][1] // 2
            return (kind, cost) if cost and len(h) < 60 else None
        return ask

    def creeping(h):  # up after an answer, down after a refusal
        if len(h) >= 60:
            return None
        cost = budget // 7 if not h else max(1, h[-1][1] * (5 if h[-1][2] else 2) // (4 if h[-1][2] else 3))
        return "coin" if len(h) % 3 else "plain", cost

    costs = rng.integers(1, budget // 6, size=80)
    kinds = rng.choice(["coin", "plain"], size=80)

    def mixed(h):
        if len(h) >= 70:
            return None
        return str(kinds[len(h)]), int(costs[len(h)]) if last(h) else max(1, int(costs[len(h)]) // 5)

    def greedy_first(h):  # is refused five times, then takes small pieces
        if len(h) < 5:
            return "plain", budget + 1 + len(h)
        return ("plain", budget // 9) if len(h) < 16 else None

    def greedy_between(h):  # small coins, one refusal above both accounts, small coins again
        return None if len(h) > 40 else ("plain", budget) if len(h) == 18 else ("coin", budget // 16)

    def coins_then_plain(h):
        return None if len(h) > 45 else ("coin", budget // 20) if len(h) < 25 else ("plain", budget // 30)

    return {"equal coins": equal("coin", 16), "equal plain answers": equal("plain", 40),
            "exact coins": exact("coin", 3), "exact plain answers": exact("plain", 7), "all at once": exact("plain", 1),
            "halving": halving("plain", 2 * budget), "halving coins": halving("coin", budget - 1),
            "creeping": creeping, "mixed": mixed,
            "refused first": greedy_first, "refused in between": greedy_between,
            "coins, then plain answers": coins_then_plain,
            "many small coins": lambda h: None if len(h) > 90 else ("coin", budget // 40)}


def _told(history) -> str:
    """A history in words, equal neighbors together."""
    runs = [(same, len(list(some))) for same, some in itertools.groupby(history)]
    return ", ".join(f"{f'{times} times ' if times > 1 else ''}{kind} {cost}{'' if answered else ' (refused)'}"
                     for (kind, cost, answered), times in runs) or "nothing"


def check_server(ask, case):
    """Bool, never above both accounts, never a refusal while adding up, or the other account, has room."""
    over, early_sum, early_rho, given, due = "", "", "", 0, 0
    first = ask("may_answer", [], "coin", 1)
    need(isinstance(first, bool), "True or False is wanted")
    need(first, "an untouched budget, a question that costs a thousandth, and the window refuses")
    for script in scripts(case).values():
        history = []
        while (question := script(history)) is not None:
            said = ask("may_answer", history, *question)
            need(isinstance(said, bool), "True or False is wanted")
            summed, other = room(case, history, *question)
            where = f"(thousandths) after {_told(history)} comes {question[0]} {question[1]}"
            if said and not summed and other is False:
                over = over or f"overspends: {where}, and is answered"
                break
            if not said and summed:
                early_sum = early_sum or f"refuses early, adding up has room: {where}, and is refused"
            if not said and not summed and other is True:
                early_rho = early_rho or f"refuses early, the zCDP account has room: {where}, and is refused"
            due += summed or other is True
            given += said
            history.append((*question, said))
    yield
    need(not over, over)
    need(given >= due / 3, f"never overspends, but of no use: {given} answers where {due} are due")
    yield
    yield early_sum or None
    yield early_rho or None


SUMMED = "sum(c for _, c in asked) <= BUDGET"
RHO = "sum(PRICE[k] * (c / 1000) ** 2 for k, c in asked) <= rho"
BOTH = f"return {SUMMED} or {RHO}"

SERVER = Question(
    "server", minutes=70, goals=(3,), check=check_server,
    gates={"yes or no": 1, "never overspends": 2, "adding up": 1, "the other account": 2},
    mistakes=(
        Mistake("always yes", {BOTH: "return True"}, 1, "overspends"),
        Mistake("always no", {BOTH: "return False"}, 0, "refuses"),
        Mistake("the first question alone", {BOTH: "return not asked[1:]"}, 1, "of no use|overspends"),
        Mistake("adding up alone", {BOTH: f"return {SUMMED}"}, 4, "zCDP account has room"),
        Mistake("the other account alone", {BOTH: f"return {RHO}"}, 5, "adding up has room"),
        Mistake("both must hold", {" or ": " and "}, 3, "adding up has room"),
        Mistake("refusals are charged", {"in history if answered": "in history"}, 4, "refuses early"),
        Mistake("looks before it charges", {" + [(kind, cost)]": ""}, 1, "overspends"),
        Mistake("strictly below", {SUMMED: SUMMED.replace("<=", "<")}, 5, "adding up has room"),
        Mistake("a coin costs what a plain answer costs", {"1 / 8": "1 / 2"}, 4, "zCDP account has room"),
        Mistake("a plain answer costs what a coin costs", {"1 / 2": "1 / 8"}, 1, "overspends"),
        Mistake("thousandths forgotten", {"(c / 1000)": "c"}, 4, "zCDP account has room"),
        Mistake("δ forgotten", {"np.log(1 / DELTA)": "1.0"}, 1, "overspends"),
        Mistake("log to base ten", {"np.log(1 / DELTA)": "np.log10(1 / DELTA)"}, 1, "overspends"),
        Mistake("a budget for each kind", {"if answered]": "if answered and k == kind]"}, 1, "overspends"),
        Mistake("somebody else's budget", {"asked = [": "BUDGET, DELTA = 512, 1e-9\n    asked = ["}, 3,
                "refuses early|of no use"),
    ))


# ---- 4: the best attack ------------------------------------------------------------------------------

def _worlds(case):
    """Small worlds in which neither the label rule nor answers taken for independent come near the best."""
    rng, found = case.rng("attack"), []
    while len(found) < 8:
        size, asked = (10, 5) if len(found) == 7 else (7, 4)
        n = int(rng.integers(3, size - 2))
        x, y = rng.integers(0, 12, size=size).tolist(), rng.integers(0, 2, size=size).tolist()
        target, epsilon = int(rng.integers(size)), round(float(rng.uniform(1.5, 5)), 2)
        questions = [x[target], *rng.choice([x[target], *x], size=asked - 1).tolist()]
        inside, outside = two_laws(target, x, y, n, questions, epsilon, case.NEAREST)
        gain, shape = inside - outside, (2,) * asked
        best = gain[gain > 0].sum()
        lists = np.array(list(itertools.product((0, 1), repeat=asked)))
        label = gain[lists[:, 0] == y[target]].sum()
        alone = [margins(law.reshape(shape)) for law in (inside, outside)]
        naive = gain[alone[0] > alone[1]].sum()
        if best > 0.05 and label < 0.7 * best and naive < 0.8 * best:
            found.append(((target, x, y, n, questions), epsilon, lists, gain, best))
    return found


def check_attack(ask, case):
    """The advantage exactly, over all lists of answers."""
    shares = []
    for world, epsilon, lists, gain, best in _worlds(case):
        said = ask.each("says_member", [(*world, answers.tolist(), epsilon) for answers in lists])
        need(all(isinstance(s, bool) for s in said), "True or False is wanted for each list of answers")
        shares.append(gain[np.array(said)].sum() / best)
    yield
    mean = float(np.mean(shares))
    for share, words in ((0.5, "half"), (0.9, "nine tenths")):
        need(mean >= share, f"the mean advantage in eight worlds is {mean:.3f} of the best one; {words} are wanted")
        yield
    need(min(shares) > 1 - 1e-9, f"in one of eight worlds the advantage is {min(shares):.4f} of the best one")
    yield


CHANCE = "chance *= one if answer else 1 - one"
MEANS = "np.mean(inside) > np.mean(outside)"
SAYS = f"return bool({MEANS})"

ATTACK = Question(
    "attack", minutes=90, goals=(1,), check=check_attack,
    gates={"yes or no": 1, "half of the best": 1, "nine tenths of it": 1, "the best": 2},
    mistakes=(
        Mistake("the label rule", {SAYS: "return bool(answers[0] == y[target])"}, 2, "of the best"),
        Mistake("always member", {SAYS: "return True"}, 1, "of the best"),
        Mistake("upside down", {MEANS: MEANS.replace(">", "<")}, 1, "of the best"),
        Mistake("sums instead of means", {MEANS: MEANS.replace("mean", "sum")}, 4, "of the best"),
        Mistake("answers taken for independent",
                {"chance = 1.0": "chance = np.ones(len(answers))", "for question, answer in zip(questions, answers)":
                 "for j, (question, answer) in enumerate(zip(questions, answers))",
                 CHANCE: "chance[j] = one if answer else 1 - one",
                 MEANS: "np.prod(np.mean(inside, axis=0)) > np.prod(np.mean(outside, axis=0))"}, 3, "of the best"),
        Mistake("the first answer alone", {"zip(questions, answers)": "zip(questions[:1], answers[:1])"}, 3,
                "of the best"),
        Mistake("the target votes alone",
                {"[:NEAREST]": "[:NEAREST] if target not in members else [target] * NEAREST"}, 3, "of the best"),
        Mistake("all members vote", {"[:NEAREST]": ""}, 4, "of the best"),
        Mistake("a number instead of a decision", {SAYS: "return float(np.mean(inside) - np.mean(outside))"}, 0,
                "True or False"),
    ))


# ---- 5: stable, so honest ----------------------------------------------------------------------------

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

QUESTIONS = (OVERLAP, CLIPPED, SERVER, ATTACK, STABLE)
