"""Assignment 6, private prediction: what its questions are graded by."""

from __future__ import annotations

import functools
import itertools

import numpy as np
from dplearn.privacy import Relation, all_datasets, neighboring_pairs

from ..grading import checking
from ..grading.question import Mistake, Proof, Question, apart, need
from .a6_truth import (layouts, margins, moved, near, parts_of, room, scripts, soft, spread, squared_error, told,
                       total_law, two_laws, votes)



# ---- 1: overlapping parts ----------------------------------------------------------------------------

SEEN = 1e-9  # audits see probabilities from here on: below, 1 - p is rounding


def check_overlap(ask, case, form):
    """A law, of use and private at every position, as bold as was proved, the votes that were asked for.

    Form 0: two records side by side are replaced; 1: one record is; 2: one record is, and there are three labels.
    """
    rng, labels, hidden = case.rng("overlap"), 3 if form == 2 else 2, []
    sizes = [(1, 1, 3.0), (200, 200, 0.1), (200, 1, 0.1), (200, 6, 3.0), (2, 1, None), (9, 4, 0.5), (10, 3, 0.5),
             (40, 6, 0.5), *((n, int(rng.integers(1, min(n, 12) + 1)), None) for n in rng.integers(5, 200, 6).tolist())]
    for n, m, epsilon in sizes:  # few places, so that there are ties
        places = int(rng.integers(2, 21))
        hidden.append((rng.integers(0, places, size=n), rng.integers(0, labels, size=n), int(rng.integers(0, places)),
                       m, epsilon or float(rng.uniform(0.1, 3))))

    def laws(calls):
        return [checking.law(value, (labels,), f"for {len(x)} records, m = {m}")
                for (x, _, _, m, _), value in zip(calls, ask.each("window_law", calls))]

    def rate(n, m, epsilon):
        return epsilon / (2 * moved(n, m, case.SHIFT, case.CIRCLE, form == 0).max())

    found = laws(hidden)
    yield
    _useful(rng, laws, labels)
    _audit(case, rng, laws, labels, form == 0)
    yield

    calls = [(np.arange(n), np.full(n, rng.integers(labels)), 3, m, epsilon) for n, m, epsilon in (
        (1, 1, 0.1), (200, 1, 0.1), (200, 200, 3.0), (200, 30, 0.5), (5, 5, 2.0), (40, 10, 1.0),
        *((n, int(rng.integers(n // 3, n) + 1), float(rng.uniform(0.1, 3))) for n in rng.integers(2, 200, 9).tolist()))]
    for (x, y, _, m, epsilon), p in zip(calls, laws(calls)):
        lead = np.log(p[y[0]] / p[y[0] - 1]) / len(parts_of(len(x), m, case.SHIFT, case.CIRCLE))
        checking.timid(lead, rate(len(x), m, epsilon), f", for {len(x)} records and m = {m}")
    yield

    for (x, y, question, m, epsilon), p in zip(hidden, found):
        counts = votes(x, y, question, parts_of(len(x), m, case.SHIFT, case.CIRCLE), labels)
        need(np.abs(p - soft(counts, rate(len(x), m, epsilon))).max() < checking.TOLERANCE,
             "not the probabilities of this vote with the largest provable c, "
             f"for {len(x)} records and m = {m}: either the vote or c is wrong")
        checking.supported(p, soft(counts, rate(len(x), m, epsilon)), f"for {len(x)} records and m = {m}", 1e-8)
    yield


def _useful(rng, laws, labels):
    for label in range(labels):
        n = int(rng.integers(80, 201))
        clear = laws([(rng.integers(0, 20, size=n), np.full(n, label), 7, 3, 2.0)])[0]
        need(clear[label] > 0.9, f"of no use: {n} records that all say {label}, m = 3, ε = 2, and the "
                                 f"answer {label} has probability {clear[label]:.3g}")


def _audit(case, rng, laws, labels, together):
    relation = "replace-two" if together else "replace-one"
    records = list(itertools.product((0, 1), range(labels)))
    places, said = np.array(records).T
    for n, m in ((1, 1), (2, 2), (3, 2), (3, 3) if labels == 3 else (4, 2), (3, 1) if labels == 3 else (4, 3)):
        epsilon = float(rng.choice([0.1, 3, rng.uniform(0.1, 3)]))
        lists = np.array(list(itertools.product(range(len(records)), repeat=n)))
        checking.private(np.maximum(laws([(places[d], said[d], 0, m, epsilon) for d in lists]), SEEN),
                         near(lists, case.CIRCLE, together),
                         [f"{[records[i] for i in d]} (asked at 0, m = {m})" for d in lists], epsilon, relation)
    for n, m, epsilon in layouts(rng, case.SHIFT):
        calls, names = [], []
        most = moved(n, m, case.SHIFT, case.CIRCLE, together)
        for at in {*np.flatnonzero(most == most.max())[[0, -1]].tolist(), *rng.integers(len(most), size=4).tolist()}:
            seat = [at, (at + 1) % n] if together else [at]
            for others, own in itertools.product(range(labels), repeat=2):
                x, y = np.full(n, 9), np.full(n, others)
                x[seat], y[seat] = 0, own
                calls.append((x, y, 0, m, epsilon))
                names.append(f"{n} records (place, label), (0, {own}) at position {' and '.join(map(str, seat))}, all "
                             f"others (9, {others}) (asked at 0, m = {m})")
        pairs = np.arange(len(calls)).reshape(-1, labels)
        pairs = [pair for row in pairs for pair in itertools.combinations(row, 2)]
        checking.private(np.maximum(laws(calls), SEEN), np.array(pairs), names, epsilon, relation)


def _overlap_in(form: int) -> Question:
    most = "most = pairs.sum(axis=0).max()" if not form else "most = np.bincount(np.concatenate(parts)).max()"
    rate = "c = epsilon / (2 * most)"
    return Question(
        "overlap", minutes=90, goals=(2,), check=functools.partial(check_overlap, form=form),
        gates={"a law": 1, "private and of use": 2, "uses the budget": 2, "the vote": 3},
        mistakes=(
            Mistake("m votes, whatever the layout", {most: "most = m"}, 3, "timid|leaks"),
            Mistake("m / SHIFT votes, rounded up", {most: "most = -(-m // SHIFT)"}, 3, "leaks|timid"),
            Mistake("m / SHIFT votes and one more", {most: "most = m // SHIFT + 1"}, 5, "leaks|timid|vote or c"),
            Mistake("twice the noise", {rate: "c = epsilon / (4 * most)"}, 3, "timid|of no use"),
            Mistake("a constant", {rate: "c = 0.0"}, 1, "of no use"),
            Mistake("behaves on small data alone", {rate: rate + " * (1 if n < 20 else 20)"}, 1, "leaks"),
            Mistake("a part says what most of its records say", {
                "y[part[np.abs(x[part] - question).argmin()]]": "np.bincount(y[part]).argmax()"}, 5, "not the prob"),
        ))


# ---- 2: a clipped total ------------------------------------------------------------------------------

def check_total(ask, case):
    """A law, of use and private, as bold as can be proved, the noise and the ends; apart, the choice of a bound."""
    rng = case.rng("total")
    yield from apart(4, _clipped(ask, case, rng))
    yield from apart(1, _bound(ask, case, rng))


def _clipped(ask, case, rng):
    low = case.LOW
    hidden = [([10**12] * 30, 3, 5, 1.0), ([], 30, 2, 0.02), ([], 1, 100, 3.0), ([-10**12, 5], 1, 2, 0.02)]
    for n in (1, 2, 5, 9, 20, 40, 200):
        hidden.append((rng.integers(low - 3, 40, size=n).tolist(), int(rng.integers(1, 31)), int(rng.integers(2, 101)),
                       float(rng.uniform(0.02, 3))))
        hidden.append((rng.integers(low, 3, size=n).tolist(), int(rng.choice([1, 30])), int(rng.choice([2, 100])),
                       float(rng.choice([0.02, 3]))))

    def laws(calls):
        return [checking.law(value, (2 * most + 1,), f"for the numbers {_short(values)} and most = {most}")
                for (values, _, most, _), value in zip(calls, ask.each("total_law", calls))]

    found = laws(hidden)
    yield

    for sign, end in ((1, -1), (-1, 0)):
        n, most = int(rng.integers(150, 300)), int(rng.integers(2, 15))
        p = laws([([sign] * n, 2, most, 1.0)])[0]
        need(p[end] > 0.9, f"of no use: for {n} times the number {sign} the total is far beyond most = {most}, so "
                           f"nearly all probability belongs on {most * sign}; yours has {p[end]:.3g} there (ε = 1)")
    ends = ((1, 2, 3.0), (30, 100, 0.02), (30, 2, 3.0), (1, 100, 0.02))
    drawn = [(*rng.integers([1, 2], [31, 101]).tolist(), round(float(rng.uniform(0.02, 3)), 3)) for _ in range(8)]
    for high, most, epsilon in (*ends, *drawn):
        domain = (low - int(rng.integers(1, 9)), low, 0, high, high + int(rng.integers(1, 99)))
        pairs = list(neighboring_pairs(all_datasets(domain, 2), domain, case.RELATION))
        for n in (0, int(rng.integers(1, 200))):  # a total near 0, from large numbers or small ones
            middle = rng.integers(low, high + 1, size=n).tolist()
            rest = -sum(middle)
            middle += [high if rest > 0 else low] * (rest // (high if rest > 0 else low)) if rest else []
            pairs += [([*middle, 0] if case.RELATION is Relation.REPLACE_ONE else middle, [*middle, extra])
                      for extra in (low, low - 9, high, high + 9)]
        names = list(dict.fromkeys(tuple(d) for pair in pairs for d in pair))
        place = {d: i for i, d in enumerate(names)}
        checking.private(np.maximum(laws([(list(d), high, most, epsilon) for d in names]), SEEN),
                         np.array([[place[tuple(d)] for d in pair] for pair in pairs]),
                         [f"{_short(d)} (high = {high}, most = {most})" for d in names], epsilon, case.RELATION.value)
    yield

    for high, most, epsilon in (*ends, *drawn):
        n = int(rng.integers(1, 40))
        p = laws([([1, -1] * n, high, most, epsilon)])[0]
        checking.timid(np.log(p[most] / p[most + 1]), epsilon / spread(low, high, case.RELATION),
                       f" under {case.RELATION.value}, at high = {high}")
    yield

    for (values, high, most, epsilon), p in zip(hidden, found):
        right = total_law(values, low, high, most, epsilon / spread(low, high, case.RELATION))
        need(np.abs(p - right).max() < checking.TOLERANCE,
             "not the law of the clipped total with this noise, put into the range, "
             f"for {len(values)} numbers, high = {high}, most = {most}")
        checking.supported(p, right, f"for {len(values)} numbers, high = {high}, most = {most}", 1e-8)
    yield


def _bound(ask, case, rng):
    worlds = [((rng.geometric(rng.uniform(0.05, 0.5), size=n) - 1).tolist(), epsilon)
              for n, epsilon in ((1, 3.0), (30, 0.5), (50, 0.3), (400, 0.2), (60, 1.0), (20, 0.1), (200, 0.02),
                                 (12, 2.0), (100, 0.1))]
    worlds += [([*past, *(case.LOW - rng.integers(4, 30, size=3)).tolist()], epsilon) for past, epsilon in worlds]
    worlds += [([case.LOW - 20, 3, 1, 12, 25], 1.0), ([40] * 500, 3.0), ([0], 0.02)]
    for (past, epsilon), value in zip(worlds, ask.each("best_high", worlds)):
        found = checking.whole(value, f"for {len(past)} numbers")
        need(1 <= found <= 30, "a whole number from 1 to 30 is wanted")
        errors = [squared_error(past, case.LOW, high, epsilon, case.RELATION) for high in range(1, 31)]
        need(errors[found - 1] <= min(errors) * (1 + checking.TOLERANCE),
             f"for {len(past)} numbers and ε = {epsilon:g} another bound than {found} has a smaller mean squared "
             "error")
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
        Mistake("the largest number alone", {SPREAD: "return high"}, 2, "leaks"),
        Mistake("twice the noise", {NOISE: "q = np.exp(-epsilon / spread(high) / 2)"}, 3, "timid"),
        Mistake("normalized instead of put into the range", {ENDS: "law /= law.sum()"}, 2, "leaks|of no use"),
        Mistake("rounded continuous noise",
                {"law = (1 - q) / (1 + q) * q ** np.abs(np.arange(-most, most + 1) - total)":
                 "k = np.abs(np.arange(-most, most + 1) - total)\n"
                 "    law = np.where(k == 0, 1 - q ** 0.5, (q ** (k - 0.5) - q ** (k + 0.5)) / 2)",
                 "return q ** d / (1 + q) if d > 0 else 1 - q ** (1 - d) / (1 + q)":
                 "return q ** (d - 0.5) / 2 if d > 0 else 1 - q ** (0.5 - d) / 2"}, 4, "timid"),
        Mistake("behaves on small data alone", {NOISE: NOISE + " ** (1 if len(values) < 20 else 5)"}, 1, "leaks"),
        Mistake("the bound that cuts nothing", {BEST: "return min(30, max(past))"}, 5, "another bound"),
    ))


# ---- 3: who pays how much ----------------------------------------------------------------------------

def _yes(value) -> bool:
    """True or False, also as 1 or 0."""
    need(isinstance(value, (bool, int, float)) and value in (0, 1),
         f"True or False is wanted; got {checking.kind(value)}")
    return bool(value)


def check_server(ask, case):
    """Bool, never above both accounts, never a refusal while adding up, or the other account, has room."""
    over, early_sum, early_rho, given, due = "", "", "", 0, 0
    need(_yes(ask("may_answer", [], "coin", 1)),
         "an untouched budget, a question that costs a thousandth, and the window refuses")
    for script in scripts(case).values():
        history = []
        while (question := script(history)) is not None:
            said = _yes(ask("may_answer", [*history], *question))  # a copy: calls are kept, to be asked again
            summed, other = room(case, history, *question)
            where = f"(thousandths) after {told(history)} comes {question[0]} {question[1]}"
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
    ))


# ---- 4: the best attack ------------------------------------------------------------------------------

def _worlds(case):
    """Eight small worlds in which neither the label rule nor answers taken for independent come near the best; four at
    the ends of the range."""
    rng, found = case.rng("attack"), []
    ends = [(4, 3, 1), (10, 9, 3), (10, 3, 2), (5, 3, 5)]
    while len(found) < 8 + len(ends):
        plain = len(found) >= 8
        size, n, asked = ends[len(found) - 8] if plain else (10, 0, 5) if len(found) == 7 else (7, 0, 4)
        n = n or int(rng.integers(3, size - 1))
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
        if best > 0.05 and (plain or label < 0.7 * best and naive < 0.8 * best):
            found.append(((target, x, y, n, questions), epsilon, lists, gain, best))
    return found


def check_attack(ask, case):
    """The advantage exactly, over all lists of answers."""
    shares = []
    for world, epsilon, lists, gain, best in _worlds(case):
        said = list(map(_yes, ask.each("says_member", [(*world, answers.tolist(), epsilon) for answers in lists])))
        shares.append(gain[np.array(said)].sum() / best)
    yield
    mean = float(np.mean(shares[:8]))
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
        Mistake("upside down", {MEANS: MEANS.replace(">", "<")}, 1, "of the best"),
        Mistake("sums instead of means", {MEANS: MEANS.replace("mean", "sum")}, 4, "of the best"),
        Mistake("the first answer alone", {"zip(questions, answers)": "zip(questions[:1], answers[:1])"}, 3,
                "of the best"),
        Mistake("the target votes alone",
                {"[:NEAREST]": "[:NEAREST] if target not in members else [target] * NEAREST"}, 3, "of the best"),
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

QUESTIONS = (tuple(map(_overlap_in, range(3))), CLIPPED, SERVER, ATTACK, STABLE)
