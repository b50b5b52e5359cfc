"""Assignment 2, private PAC learning: what its questions are graded by."""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np
from dplearn.privacy import Relation, all_datasets, exact_epsilon, neighboring_pairs
from scipy.special import softmax

from ..grading import checking
from ..grading.question import Mistake, Proof, Question, need
from .a2_truth import Input, at_a_rate, audited, laws_of
from .counts import near

PROGRAMS = ("noisy_total", "favorite", "one_patient", "swapped_total", "sometimes_silent")


# ---- 1: five programs --------------------------------------------------------------------------------

def _program_laws(case, data) -> dict[str, np.ndarray]:
    """The law of each program, from its randomness written out."""
    noise, count = np.arange(-400, 401), np.array([data.count(v) for v in range(3)])
    shares = (1 - case.Q) / (1 + case.Q) * case.Q ** np.abs(noise)
    total = np.bincount(np.clip(sum(data) + noise, 0, 6), shares, 7)
    moved = [1 - 2 * case.SWAP, case.SWAP, case.SWAP]
    swapped = functools.reduce(np.convolve, (np.roll(moved, x) for x in data))
    silent = 0.5 * (case.SILENT_VALUE in data)
    return {"noisy_total": total, "favorite": softmax(case.RATE * count),
            "one_patient": case.KEEP * count / len(data) + (1 - case.KEEP) / 3,
            "swapped_total": np.bincount(np.minimum(np.arange(len(swapped)), 6), swapped, 7),
            "sometimes_silent": np.append(silent, (1 - silent) * total)}


def check_leaks(ask, case):
    """Each program's ε exactly, then the pairs."""
    found = ask("leaks")
    need(isinstance(found, dict) and set(found) == set(PROGRAMS) and
         all(isinstance(v, (tuple, list)) and len(v) == 3 for v in found.values()),
         "a dict is wanted with (ε, data, neighbor) for each of the five programs")
    pairs = {frozenset(tuple(sorted(data)) for data in pair)
             for pair in neighboring_pairs(all_datasets((0, 1, 2), 3), (0, 1, 2), case.RELATION)}
    laws = {data: _program_laws(case, data) for pair in pairs for data in pair}
    losses = {(name, pair): exact_epsilon(*(laws[data][name] for data in pair)) for name in PROGRAMS for pair in pairs}
    most = {name: max(losses[name, pair] for pair in pairs) for name in PROGRAMS}
    for name in PROGRAMS:
        epsilon = found[name][0]
        epsilon = epsilon if epsilon == math.inf else checking.number(epsilon, f"as ε of {name}")
        yield None if math.isclose(epsilon, most[name], rel_tol=checking.TOLERANCE) else \
            f"claims ε = {epsilon:.8g}, and {'a' if epsilon < most[name] else 'no'} pair of " \
            f"{case.RELATION.value} neighbors loses {'more' if epsilon < most[name] else 'as much'}"
    given = {name: frozenset(tuple(sorted(checking.whole(v, f"in the data sets of {name}") for v in data))
                             for data in found[name][1:]) for name in PROGRAMS}
    for name, pair in given.items():
        need(pair in pairs,
             f"{name}: {sorted(pair)} are no {case.RELATION.value} neighbors of which one has three records")
    yield
    for name, pair in given.items():
        need(math.isclose(losses[name, pair], most[name], rel_tol=checking.TOLERANCE),
             f"{name}: another pair loses more than {sorted(pair)}")
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
        Mistake("in bits", {"(audit.true_epsilon,": "(audit.true_epsilon / np.log(2),"}, 5, "claims"),
        Mistake("pairs never looked for", {"*audit.worst_pair)": "(0, 0, 0), (0, 0, 1))"}, 6, "neighbors|worst"),
    ))


# ---- 2: the two best ---------------------------------------------------------------------------------

# The shares of ε that are accepted: what is proved round by round, and the largest that is private for all counts.
# With weights w and their sum Z the pair (a, b) has probability w_a w_b / (Z (Z - w_a)).  If a patient joins,
# w_a w_b, Z and Z - w_a each grow by a factor from 1 to e^rate: two rates at most.  If one changes from i to j, each
# changes by e^rate at most, up or down: three.  Where i has nearly all votes, pairs without i (the three: with j) come
# as near as one likes.
SHARES = {Relation.REPLACE_ONE: (1 / 4, 1 / 3), Relation.ADD_REMOVE: (1 / 2, 1 / 2)}


def _profiles(rng, k: int, epsilon: float) -> list[tuple]:
    """All of four votes on three remedies; one or two remedies with nearly all votes, where two rounds lose most."""
    large = np.zeros((3, k), int)
    large[:, 0] = large[1, 1] = min(999, int(250 / epsilon))
    large[2] = rng.integers(0, min(999, 6 / epsilon), k)
    few = itertools.product(range(5), repeat=3) if k == 3 else ()
    return [c for c in few if sum(c) == 4] + [tuple(rng.permutation(c).tolist()) for c in large]


def check_top_two(ask, case):
    """A law, private, as bold as can be proved, two rounds."""
    rng = case.rng("top two")
    budgets = [0.05, 4.0, *np.exp(rng.uniform(np.log(0.05), np.log(4), 3)).tolist()]
    ends = [[0] * 2, [1000] * 8, [1000, 0], [1000, 0, 999], [0] * 7 + [1000]]
    inputs = [Input(tuple(c), epsilon) for epsilon in budgets
              for c in [*ends, *(rng.integers(0, high, k).tolist() for k in range(2, 9) for high in (7, 61, 1001))]]
    laws = laws_of(ask, inputs)
    for one, p in zip(inputs, laws):
        need(np.diag(p).max() <= checking.TOLERANCE, f"two different remedies are wanted {one}")
    yield

    for epsilon, k in zip(budgets, (3, 2, 8, 3, 5)):
        pairs = [(c, other) for c in _profiles(rng, k, epsilon) for other in near(c, case.RELATION)]
        audited(ask, epsilon, pairs, case.RELATION.value)
    yield from at_a_rate(inputs, laws, *SHARES[case.RELATION])


RATE_LINE = "rate = epsilon / 4 if RELATION is privacy.Relation.REPLACE_ONE else epsilon / 2"

TOP_TWO = Question(
    "top_two", minutes=100, goals=(2, 4), check=check_top_two,
    gates={"a law": 2, "private": 3, "uses the budget": 2, "two rounds": 1},
    mistakes=(
        Mistake("the other relation's rate", {"is privacy.Relation.REPLACE_ONE": "is privacy.Relation.ADD_REMOVE"}, 5,
                "leaks|timid"),
        Mistake("a constant", {"law[i] = weight[i] / weight.sum() * rest / rest.sum()":
                               "law[i] = (np.arange(len(counts)) != i) / len(counts) / (len(counts) - 1)"}, 2,
                "of no use"),
        Mistake("overflows", {"(counts - counts.max())": "counts", "(counts - np.delete(counts, i).max())": "counts"},
                0,
                "probabilities"),
        Mistake("behaves on small cases alone",
                {RATE_LINE: RATE_LINE + "\n    rate = rate if counts.sum() < 20 else 50 * epsilon"},
                2, "leaks"),
    ))


# ---- 3: a price for everybody ------------------------------------------------------------------------

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

QUESTIONS = (LEAKS, TOP_TWO, PACKING)
