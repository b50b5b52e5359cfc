"""Assignment 2, private PAC learning: what its questions are graded by."""

from __future__ import annotations

import itertools
import math

import numpy as np
from dplearn.privacy import Relation, all_datasets, neighboring_pairs

from ..grading import checking
from ..grading.plain import Seed
from ..grading.question import Mistake, Proof, Question, need

PROGRAMS = ("noisy_total", "favorite", "one_patient", "swapped_total", "sometimes_silent")


# ---- 1: five programs --------------------------------------------------------------------------------

def _program_laws(case, data) -> dict[str, np.ndarray]:
    """The law of each program, from its randomness written out."""
    noise = np.arange(-400, 401)
    shares = (1 - case.Q) / (1 + case.Q) * case.Q ** np.abs(noise)
    total = np.zeros(7)
    np.add.at(total, np.clip(sum(data) + noise, 0, 6), shares)
    count = np.array([data.count(v) for v in range(3)])
    swapped = np.zeros(7)
    for shifts in itertools.product(range(3), repeat=len(data)):
        chance = np.prod([case.SWAP if s else 1 - 2 * case.SWAP for s in shifts])
        swapped[min(sum((x + s) % 3 for x, s in zip(data, shifts)), 6)] += chance
    silent = 0.5 * (case.SILENT_VALUE in data)
    return {"noisy_total": total, "favorite": np.exp(case.RATE * count) / np.exp(case.RATE * count).sum(),
            "one_patient": case.KEEP * count / len(data) + (1 - case.KEEP) / 3, "swapped_total": swapped,
            "sometimes_silent": np.append(silent, (1 - silent) * total)}


def _loss(p, q) -> float:
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(np.abs(np.where((p == 0) & (q == 0), 0.0, np.log(p) - np.log(q))).max())


def check_leaks(ask, case):
    """Each program's ε exactly, then the pairs."""
    found = ask("leaks")
    need(isinstance(found, dict) and set(found) == set(PROGRAMS) and
         all(isinstance(v, (tuple, list)) and len(v) == 3 for v in found.values()),
         "a dict is wanted with (ε, data, neighbor) for each of the five programs")
    pairs = {frozenset(tuple(sorted(data)) for data in pair)
             for pair in neighboring_pairs(all_datasets((0, 1, 2), 3), (0, 1, 2), case.RELATION)}
    laws = {data: _program_laws(case, data) for pair in pairs for data in pair}
    losses = {name: max(_loss(*(laws[data][name] for data in pair)) for pair in pairs) for name in PROGRAMS}
    for name in PROGRAMS:
        epsilon, true = float(found[name][0]), losses[name]
        if math.isclose(epsilon, true, rel_tol=1e-6):
            yield
        elif epsilon < true:
            yield f"claims ε = {epsilon:.8g}, and a pair of {case.RELATION.value} neighbors loses more"
        else:
            yield f"claims ε = {epsilon:.8g}, and no pair of {case.RELATION.value} neighbors loses as much"
    given = {name: [tuple(sorted(map(int, data))) for data in found[name][1:]] for name in PROGRAMS}
    for name, (data, neighbor) in given.items():
        need(frozenset((data, neighbor)) in pairs,
             f"{name}: {data} and {neighbor} are no {case.RELATION.value} neighbors "
                                                   f"of which one has three records")
    yield
    for name, (data, neighbor) in given.items():
        loss = _loss(laws[data][name], laws[neighbor][name])
        need(math.isclose(loss, losses[name], rel_tol=1e-6),
             f"{name}: another pair loses more than {data} and {neighbor}")
    yield


LEAKS = Question(
    "leaks", minutes=110, goals=(1, 4), check=check_leaks,
    gates={**dict.fromkeys(PROGRAMS, 1), "the pairs are neighbors": 1, "the pairs are worst": 2},
    mistakes=(
        Mistake("the other relation",
                {"relation=RELATION": "relation=[r for r in list(privacy.Relation)[:2] if r is not RELATION][0]"},
                4, "neighbors"),
        Mistake("the noise is not put back into the range",
                {"np.clip(s + noise, 0, most), (1 - Q) / (1 + Q) * Q ** np.abs(noise)":
                "np.clip(s + noise[np.abs(noise) <= 1], 0, most), (1 - Q) / (1 + Q) *"
                " Q ** np.abs(noise[np.abs(noise) <= 1]) / "
                "sum((1 - Q) / (1 + Q) * Q ** np.abs(noise[np.abs(noise) <= 1]))"}, 6, "noisy_total"),
        Mistake("a total moves by one", {"found[name] = (audit.true_epsilon,":
                "found[name] = (-np.log(Q) if name == 'noisy_total' else audit.true_epsilon,"}, 7,
                "noisy_total: claims"),
        Mistake("in bits", {"(audit.true_epsilon,": "(audit.true_epsilon / np.log(2),"}, 5, "claims"),
        Mistake("somebody else's constants",
                {"    def total(": "    Q, KEEP, RATE, SWAP = .411, .333, 1.234, .177\n    def total("}, 5, "claims"),
        Mistake("silence reveals nothing", {"share = 0.5 if SILENT_VALUE in data else 0.0": "share = 0.5"}, 7,
                "sometimes_silent"),
        Mistake("pairs never looked for", {"*audit.worst_pair)": "(0, 0, 0), (0, 0, 1))"}, 6, "neighbors|worst"),
    ))


# ---- 2: the two best ---------------------------------------------------------------------------------

def peeled(counts, rate: float) -> np.ndarray:
    """Pr[first i, second j] of two rounds of the exponential mechanism with weights e^(rate · count)."""
    scores = rate * (np.asarray(counts, float) - max(counts))
    rest = np.where(np.eye(len(scores), dtype=bool), -np.inf, scores)
    first, second = (np.exp(s - s.max(axis=-1, keepdims=True)) for s in (scores, rest))
    return (first / first.sum())[:, None] * second / second.sum(axis=1, keepdims=True)


def _profiles(relation: Relation):
    """Counts, and the pairs among them that are neighbors: all of four votes on three remedies, and lopsided ones."""
    small = [c for c in itertools.product(range(5), repeat=3) if sum(c) == 4]
    large = [(150, 0, 0), (75, 75, 0), (50, 50, 50), (150, 0, 0, 0), (75, 75, 0, 0),
             (0, 150, 149, 2)]  # e^-150² is a float
    pairs = []
    for c in small + large:
        for i, j in itertools.permutations(range(len(c)), 2):
            other = list(c)
            other[i] += 1
            if relation is Relation.REPLACE_ONE:
                other[j] -= 1
            if min(other) >= 0:
                pairs.append((c, tuple(other)))
    return pairs


def check_top_two(ask, case):
    """A law, private, as bold as can be proved, two rounds."""
    rng = case.rng("top two")
    hidden = [(rng.integers(0, high, size=k).tolist(), float(rng.uniform(0.2, 3)))
              for k in range(2, 9) for high in (6, 60, 1001)] + [([1000, 0, 999], 4.0)]
    hidden_laws = [checking.law(value, (len(c),) * 2, f"for counts {c} and ε = {e:.3g}")
                   for (c, e), value in zip(hidden, ask.each("top_two_law", hidden))]
    for (c, _), p in zip(hidden, hidden_laws):
        need((np.diag(p) == 0).all(), f"two different remedies are wanted for counts {c}")
    yield

    clear = checking.law(ask("top_two_law", [10, 900, 450, 0], 1.0), (4, 4), "for counts [10, 900, 450, 0]")
    need(clear[1, 2] > 0.9,
         f"of no use: for counts [10, 900, 450, 0] and ε = 1 the right pair comes out with "
                            f"probability {clear[1, 2]:.3g}")
    pairs = _profiles(case.RELATION)
    names = sorted({c for pair in pairs for c in pair})
    for epsilon in (1.0, float(rng.uniform(0.3, 2))):
        laws = dict(zip(names, ask.each("top_two_law", [(list(c), epsilon) for c in names])))
        for size in (3, 4):
            some = [c for c in names if len(c) == size]
            place = {c: i for i, c in enumerate(some)}
            checking.private(np.array([checking.law(laws[c], (size,) * 2, f"for counts {c}") for c in some]),
                             np.array([(place[a], place[b]) for a, b in pairs if len(a) == size]), some, epsilon,
                             case.RELATION.value)
    yield

    rates = []
    for epsilon in (0.2, 1.0, 2.5):
        p = checking.law(ask("top_two_law", [3, 2, 2], epsilon), (3, 3), "for counts [3, 2, 2]").sum(axis=1)
        rates.append(np.log(p[0] / p[1]) / epsilon)
    proved = 1 / 4 if case.RELATION is Relation.REPLACE_ONE else 1 / 2
    need(min(rates) >= proved * (1 - 1e-9),
         "private, but more timid than half of the budget for each choice allows under "
                                            f"{case.RELATION.value}")
    yield

    for (c, e), p in zip(hidden, hidden_laws):
        need(np.abs(p - peeled(c, rates[1] * e)).max() < 1e-8,
             f"not two rounds of the exponential mechanism at one rate, for counts {c}")
    yield


RATE_LINE = "rate = epsilon / 4 if RELATION is privacy.Relation.REPLACE_ONE else epsilon / 2"

TOP_TWO = Question(
    "top_two", minutes=100, goals=(2, 4), check=check_top_two,
    gates={"a law": 2, "private": 3, "uses the budget": 2, "two rounds": 1},
    mistakes=(
        Mistake("no noise", {RATE_LINE: "rate = 1e6"}, 2, "leaks"),
        Mistake("half the noise", {RATE_LINE: RATE_LINE.replace("4", "2").replace("else epsilon / 2", "else epsilon")},
                2, "leaks"),
        Mistake("twice the noise", {RATE_LINE: RATE_LINE.replace("2", "4").replace("/ 4 if", "/ 8 if")}, 5, "timid"),
        Mistake("the other relation's rate", {"is privacy.Relation.REPLACE_ONE": "is privacy.Relation.ADD_REMOVE"}, 5,
                "leaks|timid"),
        Mistake("a constant", {"law[i] = weight[i] / weight.sum() * rest / rest.sum()":
                               "law[i] = (np.arange(len(counts)) != i) / len(counts) / (len(counts) - 1)"}, 2,
                "of no use"),
        Mistake("the same remedy twice", {"rest[i] = 0.0": ""}, 0, "different|probabilities"),
        Mistake("not normalized again", {"* rest / rest.sum()": "* rest / weight.sum()"}, 0, "sum to 1"),
        Mistake("ε forgotten", {RATE_LINE: RATE_LINE.replace("epsilon", "1.0")}, 5, "leaks|timid"),
        Mistake("overflows", {"(counts - counts.max())": "counts", "(counts - np.delete(counts, i).max())": "counts"},
                0,
                "probabilities"),
        Mistake("behaves on small cases alone",
                {RATE_LINE: RATE_LINE + "\n    rate = rate if counts.sum() < 20 else 50 * epsilon"},
                2, "leaks"),
        Mistake("one round for the pair", {"law[i] = weight[i] / weight.sum() * rest / rest.sum()":
                                           "law[i] = rest * (np.arange(len(counts)) != i)",
                                           "return law": "return law / law.sum()"}, 2,
                "leaks|of no use"),
    ))


# ---- 3: two names from one hat -----------------------------------------------------------------------

def check_sampler(ask, case):
    """Pairs, their law, independent and from `rng` alone."""
    rng, size = case.rng("sampler"), 60_000
    worlds = [(rng.integers(0, 8, size=k).tolist(), float(rng.uniform(0.2, 0.8))) for k in (3, 4, 5)]
    drawn = []
    for i, (counts, rate) in enumerate(worlds):
        pairs = np.asarray(ask("top_two_sample", counts, rate, Seed(case.seed("sampler", i)), size))
        need(pairs.shape == (size, 2) and pairs.dtype.kind in "iu" and pairs.min() >= 0 and pairs.max() < len(counts),
             f"{size} pairs of places are wanted for counts {counts}; got shape {pairs.shape}")
        need((pairs[:, 0] != pairs[:, 1]).all(), "two different remedies are wanted")
        drawn.append(pairs @ [len(counts), 1])
    yield
    far = np.asarray(ask("top_two_sample", [1000, 0, 990], 4.0, Seed(case.seed("far")), 100))
    need(far.shape == (100, 2) and (far == [0, 2]).all(),  # but for e^-40
         "not the law of two rounds: for counts [1000, 0, 990] and rate 4 the pair (0, 2) is as good as sure")
    laws = [peeled(*world).ravel() for world in worlds]
    for world, places, p in zip(worlds, drawn, laws):
        checking.follows(places, p, f"not the law of two rounds, for counts {world[0]} at rate {world[1]:.3g}")
    yield
    two = drawn[0].reshape(-1, 2) @ [laws[0].size, 1]
    checking.follows(two, np.outer(laws[0], laws[0]), "a pair and the one after it are not independent")
    counts, rate = worlds[0]
    again, same, other = (np.asarray(ask("top_two_sample", counts, rate, Seed(seed), 50)).tolist()
                          for seed in (case.seed("a"), case.seed("a"), case.seed("b")))
    need(again == same and again != other,
         "all randomness must come from rng: the same stream must give the same pairs, another others")
    yield


SAMPLER = Question(
    "sampler", minutes=45, goals=(2,), check=check_sampler, kind="statistical",
    gates={"pairs": 1, "the right law": 2, "independent, from rng": 1},
    mistakes=(
        Mistake("the rate upside down", {"rate * np.asarray": "1 / rate * np.asarray"}, 1, "not the law"),
        Mistake("half the noise", {"rng.gumbel(size": "0.5 * rng.gumbel(size"}, 1, "not the law"),
        Mistake("Laplace noise", {"rng.gumbel": "rng.laplace"}, 1, "not the law"),
        Mistake("the two smallest", {"np.argsort(-noisy": "np.argsort(noisy"}, 1, "not the law"),
        Mistake("in order of place", {"[:, :2]": "[:, :2].copy()\n    return np.sort(pairs, axis=1)",
                                      "return np.argsort": "pairs = np.argsort"},
                1, "not the law"),
        Mistake("one noise for all",
                {"size=(size, len(counts))": "size=len(counts)", "np.asarray(counts, dtype=float) +":
                "np.tile(np.asarray(counts, dtype=float), (size, 1)) +"}, 1, "not the law"),
        Mistake("each draw twice",
                {"size=(size, len(counts))": "size=(size // 2, len(counts))", "rng.gumbel": "np.repeat(rng.gumbel",
                "len(counts)))": "len(counts))), 2, axis=0)"}, 3, "not independent|pairs of places"),
        Mistake("a stream of its own", {"rng.gumbel": "np.random.default_rng().gumbel"}, 3, "from rng"),
        Mistake("the seed fixed", {"rng.gumbel": "np.random.default_rng(0).gumbel"}, 3, "from rng"),
    ))


# ---- 4: a household ----------------------------------------------------------------------------------

def _mistakes(x, y, most: int) -> np.ndarray:
    """Of each cut-off 0..most on each sample: x, y of shape (..., n)."""
    return ((x[..., None] <= np.arange(most + 1)) != y[..., None]).sum(axis=-2)


def check_household(ask, case):
    """A law, private for all households, as bold as can be proved, the learner that was asked for."""
    rng = case.rng("household")
    hidden = [(rng.integers(1, most + 1, size=n), rng.random(n) < 0.5, most, float(rng.uniform(0.3, 3)),
               int(rng.integers(1, min(n, 5) + 1)))
              for n, most in ((1, 1), (7, 5), (60, 20), (500, 64), (2000, 9))]
    hidden.append((rng.integers(1, 10, size=5000), rng.random(5000) < 0.5, 9, 4.0, 1))  # e^(-r m) is no float
    laws = [checking.law(value, (case[2] + 1,), f"for {len(case[0])} records and N = {case[2]}")
            for case, value in zip(hidden, ask.each("household_law", hidden))]
    yield

    x = rng.integers(1, 11, size=600)
    clear = checking.law(ask("household_law", x, x <= 4, 10, 1.0, 2), (11,), "for 600 records")
    need(clear[4] > 0.9, f"of no use: on 600 records without a contradiction the cut-off that makes no "
                         f"mistake comes out "
                         f"with probability {clear[4]:.3g}")
    records = list(itertools.product((1, 2), (False, True)))
    lists = np.array(list(itertools.product(range(4), repeat=4)))
    many = np.array([[i] * (60 - k) + [j] * k for i, j in itertools.product(range(4), repeat=2) for k in range(4)])
    doses, labels = (np.array(column) for column in zip(*records))
    for some, g in ((lists, 2), (lists, 1), (many, 3)):
        values = ask.each("household_law", [(doses[d], labels[d], 2, 1.0, g) for d in some])
        tried = np.array([checking.law(value, (3,), f"for {some.shape[1]} records") for value in values])
        near = np.argwhere(np.triu((some[:, None] != some[None]).sum(axis=2) <= g, 1))
        named = [str([records[i] for i in d]) if len(d) < 10 else
                 " and ".join(f"{np.sum(d == i)} × {records[i]}" for i in np.unique(d)) for d in some]
        checking.private(tried, near, named, 1.0, f"household (g = {g})")
    yield

    rates = []
    for epsilon, g in ((1.0, 1), (1.0, 4), (0.3, 2)):
        p = checking.law(ask("household_law", np.array([1, 1, 2]), np.array([True, True, False]), 2, epsilon, g), (3,),
                         "for three records")
        rates.append(np.log(p[1] / p[2]) * 2 * g / epsilon)  # the cut-offs 1 and 2 make no mistake and one
    need(min(rates) >= 1 - 1e-9, "private, but more timid than what can be proved")
    yield
    for (x, y, most, epsilon, g), p in zip(hidden, laws):
        m = _mistakes(x, y, most)
        q = np.exp(-epsilon / (2 * g) * rates[0] * (m - m.min()))
        need(np.abs(p - q / q.sum()).max() < 1e-8,
             f"the weights are not e^(-r m), for {len(x)} records, N = {most}, g = {g}")
    yield


RATE = "-epsilon / (2 * g)"

HOUSEHOLD = Question(
    "household", minutes=60, goals=(2, 4), check=check_household,
    gates={"a law": 1, "private": 2, "uses the budget": 1, "the learner": 1},
    mistakes=(
        Mistake("a person, not a household", {RATE: "-epsilon / 2"}, 1, "leaks"),
        Mistake("the sum of the weights forgotten", {RATE: "-epsilon / g"}, 1, "leaks"),
        Mistake("g squared", {RATE: "-epsilon / (2 * g * g)"}, 3, "timid"),
        Mistake("an average instead of a sum", {".sum(axis=0)": ".mean(axis=0)"}, 1, "of no use|timid"),
        Mistake("no noise", {RATE: "-1e6"}, 1, "leaks"),
        Mistake("a constant", {RATE: "0.0"}, 1, "of no use"),
        Mistake("labels upside down", {"says_ill != ": "says_ill == "}, 1, "of no use"),
        Mistake("cut-off N left out", {"np.arange(N + 1)": "np.arange(N)"}, 0, "shape"),
        Mistake("behaves on small cases alone", {RATE: "-epsilon / (2 * g if len(x) < 20 else 1)"}, 1, "leaks"),
        Mistake("overflows", {"(mistakes - mistakes.min())": "mistakes"}, 0, "sum to 1|probabilities"),
        Mistake("strictly below", {"[:, None] <= np": "[:, None] < np"}, 3, "of no use|timid"),
    ))


# ---- 5: a price for everybody ------------------------------------------------------------------------

PACKING = Proof(
    "packing", minutes=75, goals=(3,),
    rubric={"(a) n steps between neighbors, a factor e^(-ε) each": 1,
            "(a) one event, {L = a}, in both probabilities": 1,
            "(b) the events exclude one another, so their probabilities sum to at most 1": 1,
            "(b) the sum solved for n, with the N - 1 right": 1,
            "(c) needed up to a constant at fixed α, by any private learner; not the 1/α, not for other output": 1},
    errors={"uses the ratio for expectations or densities without saying of what": "(a) at most 1",
            "adds ε n times without naming the neighbors in between": "(a) at most 1",
            "forgets that Pr[L(S_b) = b] is at least 1/2 and gets ln(N/2) or so":
            "nothing, if the step is sound; then N - 1 is not reached: "
            "the last point of (b) is lost",
            "speaks of lecture 2's learner alone": "(c) 0"})

QUESTIONS = (LEAKS, TOP_TWO, SAMPLER, HOUSEHOLD, PACKING)
