"""Final project, the release desk: what its questions are graded by."""

from __future__ import annotations

import functools
import math

import numpy as np
from dplearn.privacy import all_datasets, audit, neighboring_pairs

from ..grading import checking
from ..grading.question import Mistake, Proof, Question, need
from .a8_neighbors import anywhere, audited, large, small
from .counts import near, noisy

PROGRAMS = ("rounded_total", "careful_total", "two_counts", "first_common", "one_seed")


# ---- 1: a mechanism of one's own ---------------------------------------------------------------------

def check_mechanism(ask, case):
    """A law, useful, private on small and large data, all of the budget, some use of δ."""
    rng, task, relation = case.rng("mechanism"), case.TASK, case.RELATION

    def kept(*pairs):
        return audited(ask, case, list(pairs))

    def laws(calls):
        return [checking.law(value, case.losses(task, counts).shape, f"for counts {counts}, ε = {epsilon:.3g}, "
                             f"δ = {delta:.3g}") for (counts, epsilon, delta), value
                in zip(calls, ask.each("mechanism_law", calls))]

    def budget(delta=None):
        """Within the stated range; δ = 0 half of the time where none is given."""
        delta = float(rng.choice([0.0, rng.uniform(0.005, 0.2)])) if delta is None else delta
        return float(0.1 * 30 ** rng.random()), delta

    shapes = [[0] * (k - 1) + [n] for k in (5, 12) for n in (1, 3000)]
    shapes += [[1, *rng.integers(0, high, size=k - 1).tolist()] for k in (5, 7, 12) for high in (3, 30, 250)]
    laws([(counts, epsilon, delta) for counts in shapes for epsilon in (0.1, 3.0) for delta in (0.0, 0.2)])
    yield
    counts = rng.integers(20, 60, 10)
    counts[4:6] += rng.integers(800, 1000, 2)
    off, counts = case.losses(task, counts), counts.tolist()
    loss = laws([(counts, 1.0, 0.0)])[0] @ off
    need(loss <= off.mean() / 10,
         f"private or not, of no use: on the clear case {counts} at ε = 1 it loses {loss:.4g} people in expectation, "
         f"a random answer {off.mean():.4g}")
    yield
    kept(*((*pair, to) for to in ((0.1, 0.0), (3.0, 0.0), budget(0.0), (0.1, 0.2), budget())
           for pair in small(relation, 3, 5)))
    yield
    worst = kept(*((*pair, to) for k, to in ((5, (0.1, 0.0)), (12, (3.0, 0.0)), (7, (1.0, 0.0)),
                                             (int(rng.integers(6, 12)), budget(0.0)))
                   for pair in large(relation, k, rng)))
    turned = rng.integers(5, 15, size=9)
    turned = [np.roll(turned, places).tolist() for places in range(9)]  # the best answer moves along
    some = [([(tuple(c), d) for c in turned for d in near(c, relation, rng, 3)], (0.3, delta))
            for delta in (0.0, 0.1, rng.random() / 5)]
    some += [(anywhere(relation, rng), budget()) for _ in range(40)]
    kept(*((*pair, to) for pairs, to in some for pair in pairs))
    yield
    (k, (epsilon, _)), least = min(worst.items(), key=lambda found: found[1])
    yield (None if least >= 0.8 else "private, but more timid than the budget allows: with "
           f"K = {k} and ε = {epsilon:.3g} no pair of neighbors that was tried uses more than {least:.1%} of ε")
    without, with_delta = (np.sum(laws([(c, 0.3, delta) for c in turned]) * case.losses(task, turned))
                           for delta in (0.0, 0.1))
    yield None if with_delta <= 0.95 * without else "δ = 0.1 lowers the expected loss by less than 5%"


RATE = "rate = epsilon / span"

MECHANISM = Question(
    "mechanism", minutes=180, goals=(1,), check=check_mechanism, seconds=5,
    gates={"a law": 2, "useful": 2, "private, small data": 4, "private, large data": 5, "uses the budget": 1,
           "uses δ": 1},
    mistakes=(
        Mistake("δ left out", {"law = (1 - delta) * weight / weight.sum()": "law = weight / weight.sum()",
                               "law[off.argmin()] += delta": ""}, 14, "uses δ"),
        Mistake("δ not taken off the rest", {"(1 - delta) *": ""}, 0, "sum to 1"),
        Mistake("behaves on small data alone", {RATE: "rate = epsilon / span * (1 if sum(counts) < 20 else 30)"}, 8,
                "private, large data.*leaks"),
        Mistake("half of the budget", {RATE: "rate = epsilon / span / 2"}, 14, "timid"),
    ))


# ---- 2: a panel --------------------------------------------------------------------------------------

def panel_laws(case, data) -> dict[str, np.ndarray]:
    """The law of each program, an axis for each number that it returns."""
    e, total = case.EPS, sum(data)
    spread = max(data) - min(data) if case.LOCAL else max(data)
    low, high = sum(x == case.LOW for x in data), sum(x >= case.HIGH for x in data)
    seeded, places = np.zeros((4, 4)), np.array([data.count(case.FIRST), data.count(case.OTHER)])
    for z, chance in zip(range(-4, 5), noisy(0, e, -4, 4)):  # no count is above 4: more noise does what 4 does
        seeded[tuple(np.clip(places + z, 0, 3))] += chance
    stops = [noisy(sum(x <= value if case.NESTED else x == value for x in data), case.EACH * e, 1, 2)[1]
             for value in range(4)]
    return dict(zip(PROGRAMS, (
        noisy(case.STEP * (total // case.STEP), e / 3, 0, 9), noisy(total, e / max(spread, 1), 0, 9),
        np.outer(noisy(low, case.SHARE * e, 0, 3), noisy(high, case.SHARE * e, 0, 3)),
        np.append(stops, 1.0) * np.cumprod([1.0, *(1 - np.array(stops))]), seeded)))


def claims(case) -> dict[str, bool]:
    """Which of the claims hold."""
    laws = functools.cache(functools.partial(panel_laws, case))
    return {name: audit(lambda data: laws(data)[name].ravel(), all_datasets(range(4), 3), domain=range(4),
                        relation=case.RELATION, epsilon=case.EPS, slack=1e-9).ok for name in PROGRAMS}


def check_panel(ask, case):
    """Each program: the verdict, and what refutes it."""
    found = ask("verdicts")
    need(isinstance(found, dict) and set(found) == set(PROGRAMS),
         f"a dict is wanted with an entry for each program; got {checking.kind(found)}")
    for name, holds in claims(case).items():
        if found[name] is None:
            yield None if holds else "the claim is broken: some event of some neighbors loses more than EPS"
        else:
            yield _fault(case, name, found[name])


def _fault(case, name: str, verdict) -> str | None:
    """What is wrong with a refutation."""
    try:
        data, neighbor, event, said = verdict
        data, neighbor = (tuple(sorted(map(int, x))) for x in (data, neighbor))
        event, said = {tuple(map(int, np.atleast_1d(o))) for o in list(event)[:999]}, float(said)
    except (TypeError, ValueError):
        return "None or (data, neighbor, event, loss) is wanted, with tuples of records and a list of outputs"
    pairs = neighboring_pairs(all_datasets(range(4), 3), range(4), case.RELATION)
    if {data, neighbor} not in [{tuple(sorted(x)) for x in pair} for pair in pairs]:
        return f"{data} and {neighbor} are no {case.RELATION.value} neighbors of which one has three records"
    laws = [dict(np.ndenumerate(panel_laws(case, x)[name])) for x in (data, neighbor)]
    p, q = (sum(law.get(o, 0.0) for o in event) for law in laws)
    loss = math.log(p / q) if p and q else math.inf if p else -math.inf
    if not loss > case.EPS * (1 + 1e-6):
        return f"{data}, {neighbor} and {sorted(event)} are no refutation: the loss there is not above EPS"
    if not math.isclose(said, loss, rel_tol=2e-6):
        return f"the loss of {sorted(event)} between {data} and {neighbor} is another one than {said:.6g}"
    return None


PANEL = Question(
    "panel", minutes=180, goals=(1, 3), check=check_panel, seconds=5, gates=dict.fromkeys(PROGRAMS, 2),
    mistakes=(
        Mistake("believes everybody", {"if not audit.ok:": "if False:"}, 4, "broken"),
        Mistake("believes nobody", {"if not audit.ok:": "if True:"}, 8, "no refutation"),
        Mistake("the two data sets swapped", {"data, neighbor = sorted(": "neighbor, data = sorted("}, 6,
                "no refutation"),
        Mistake("the other relation",
                {"relation=RELATION": "relation=[r for r in list(privacy.Relation)[:2] if r is not RELATION][0]"}, 6,
                "neighbors|broken|no refutation"),
        Mistake("noise of at most 2", {"np.bincount(np.clip(value + z, 0, most), shares(rate), most + 1)":
                "np.bincount(np.clip(value + z, 0, most), shares(rate) * (np.abs(z) < 3) "
                "/ shares(rate)[np.abs(z) < 3].sum(), most + 1)"}, 8, "another one|no refutation"),
    ))


# ---- 3 and 4: by hand --------------------------------------------------------------------------------

PRIVACY = Proof(
    "privacy", minutes=150, goals=(2, 3),
    rubric={"the law as a formula, with the rate that the function uses": 1,
            "(a) for the task that was drawn: by how much each loss (or count) changes, in both directions": 2,
            "(a) for the relation that was drawn, with the right factor": 1,
            "(b) the quotient of weights": 1,
            "(b) the quotient of the sums, or the theorem of lecture 2 with its hypotheses checked; e^ε in all": 2,
            "(c) δ for all events, not outcome by outcome": 1,
            "(d) neighbors and the limit of the loss, or a proved gap": 2},
    errors={"the sensitivity of another task or relation (1 for split, whatever the relation)": "(a) at most 1 of 3",
            "ε/2 by the general theorem where the losses move one way only: true, but not the budget":
                "nothing in (b); (d) must then say that half is lost",
            "forgets that the normalizing sum depends on the data": "(b) 1 of 3",
            "δ as a probability that ε fails, without an inequality for events": "(c) 0",
            "leaves out that the subtracted least loss depends on the data":
                "nothing if the law does not change by it and this is said; else 1 of (a)",
            "(d) by numbers of a computer alone": "(d) at most 1"})

REPORT = Proof(
    "report", minutes=240, goals=(2, 3),
    rubric={"(a) a record is an hour; neighbors and the promise in words that a layman can check": 1,
            "(a) the frequent rider: a group of 100, e^(100 ε)": 1,
            "(a) δ: what happens with probability δ, how small it would have to be, a decision": 1,
            "(b) a table over at least five ε, from data that are not `hours` (worlds, public data), and why": 1,
            "(b) a choice with its reason; the loss on `hours` is not free to publish": 1,
            "(c) basic 10, advanced 3": 1,
            "(c) a better account, 13 (bounded range in zCDP) or 22 (exact), with its hypothesis (bounded range; "
            "fixed beforehand for 22)": 1,
            "(c) the advanced theorem is the worse one for few releases": 1,
            "(d) a comparison at ε/k against 1, on data that may be looked at, with the k found (for the exponential "
            "mechanism 2 or 3 in the worlds; 1 to 4 with 3,000 people)": 1,
            "(d) what it leaves out (other questions, K, the world, composition)": 1},
    errors={"ε = 1 'because it is usual'": "(b) no point for the choice",
            "chooses ε by looking at the loss on `hours`": "(b) at most 1 of 2, 0 if it is not even noticed",
            "privacy 'of the riders' although a record is an hour": "(a) at most 2 of 3",
            "numbers without saying which theorem": "(c) at most 1",
            "adds the ε of releases on different people": "nothing if called too careful; else (c) at most 2"})

QUESTIONS = (MECHANISM, PANEL, PRIVACY, REPORT)
