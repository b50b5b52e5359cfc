"""Assignment 5, query release: what its questions are graded by."""

from __future__ import annotations

import functools
import math

import numpy as np

from ..grading import checking
from ..grading.question import Mistake, Proof, Question, apart, need
from .a5_truth import (a_round, an_epsilon, measurements, reconstruction, rounds, sensitivity, steps, variance,
                       variance_bound)
from .counts import neighbors


# ---- 1: whose bit is one -----------------------------------------------------------------------------

MOST_WRONG = 0.1
WORLDS = {"many answers": (16, 64, 0.7, 0.0), "loud answers": (16, 96, 0.3, 2 / 3), "few answers": (12, 12, 0.18, 0.0)}
RUNS = {"many answers": (240, 0.028), "loud answers": (240, 0.028), "few answers": (400, 0.038)}


def check_bits(ask, case):
    """Bits; at least nine tenths of them right in each world (for a share wrong of w on average, in
    runs, w as in RUNS, false alarm at most e^(-runs KL(0.1, w)) < 1e-6: Chernoff, independent shares in [0, 1])."""
    worlds = {name: [reconstruction(case.rng(name, i), case.ANSWER, *world) for i in range(RUNS[name][0])]
              for name, world in WORLDS.items()}
    small = [reconstruction(case.rng("small", n), case.ANSWER, n, 4 * n, 0.01, 0.0)[0] for n in range(1, 17)]
    for (groups, *_), guess in zip(small, ask.each("guess_bits", small)):
        _bits(guess, groups.shape[1])
    yield
    for name, world in worlds.items():
        yield from apart(1, _share(ask, name, world))


def _bits(guess, n: int) -> np.ndarray:
    bits = np.asarray(guess)
    need(bits.shape == (n,) and bits.dtype.kind in "iubf" and np.isin(bits, (0, 1)).all(),
         f"{n} times 0 or 1 is wanted for {n} people; got {checking.kind(guess)}")
    return bits


def _share(ask, name, world):
    guesses = ask.each("guess_bits", [data for data, _ in world])
    wrong = np.mean([np.mean(_bits(guess, len(bits)) != bits) for guess, (_, bits) in zip(guesses, world)])
    need(wrong <= MOST_WRONG, f"{100 * (1 - wrong):.1f}% of the bits are right in the world of {name}; 90% are wanted")
    yield


BITS = Question(
    "bits", minutes=70, goals=(1,), check=check_bits, kind="statistical",
    gates={"bits": 1, "many answers": 2, "loud answers": 2, "few answers": 1},
    mistakes=(
        Mistake("all zero", {"(middle > 0)": "(middle > 1e9)"}, 1, r"many answers: [45]\d"),
        Mistake("noises taken for equal", {
            "size = groups": "scales = np.full(len(scales), np.mean(scales))\n    size = groups"}, 4, "loud answers"),
        Mistake("another class's answers", {
            "if ANSWER ==": "if other ==",
            "size = groups": "other = 'number' if ANSWER != 'number' else 'lead'\n    size = groups"}, 3,
                r"answers: \d"),
        Mistake("real numbers", {"(middle > 0).astype(int)": "middle + 0.5"}, 0, "times 0 or 1"),
    ))


# ---- 2: what to measure ------------------------------------------------------------------------------

def check_strategy(ask, case):
    """Δ; a strategy better than three; within 1.75 and 1.4 of what no strategy is below."""
    matrices = measurements(case.rng("strategy"), case.workload)
    yield from apart(1, _sensitivity(ask, matrices, case.RELATION))
    yield from apart(3, _strategy(ask, case))


def _sensitivity(ask, matrices, relation):
    for A, value in zip(matrices, ask.each("sensitivity", [(A,) for A in matrices])):
        where = f"under {relation.value} of a matrix of shape {A.shape}"
        true = sensitivity(A, relation)
        found = checking.number(value, where)
        need(math.isclose(found, true, rel_tol=checking.TOLERANCE, abs_tol=1e-7), f"not the sensitivity {where}: " + (
            "a neighbor moves it by more" if found < true else "no neighbor moves it by so much"))
    yield


def _strategy(ask, case):
    bound = {}
    for m, value in enumerate(ask.each("strategy", [(m,) for m in range(6, 25)]), 6):
        A, W = np.asarray(value, dtype=float), case.workload(m)
        need(A.ndim == 2 and A.shape[1] == m and 1 <= len(A) <= 600 and np.isfinite(A).all() and np.abs(A).max() <= 1e4,
             f"a matrix of m = {m} columns, at most 600 rows, entries of size at most 10^4 is wanted")
        V, *others = (variance(B, W, case.RELATION) for B in (A, np.eye(m), W, case.binary_tree(m)))
        need(V < math.inf, f"by np.linalg.pinv A does not support the {case.WORKLOAD}, m = {m} (if it does on paper, "
                           "its rows differ too much in size)")
        need(V < (1 - 1e-6) * min(others),
             f"no better than the best of identity, workload and tree: {V / min(others):.3f} of its V, m = {m}")
        bound[m] = V / variance_bound(W, case.RELATION)
    yield
    worst = max(bound, key=bound.get)
    for factor in (1.75, 1.4):
        need(bound[worst] <= factor,
             f"V is {bound[worst]:.3f} times the bound, m = {worst}; at most {factor} times is wanted")
        yield


PUBLIC = "RELATION is privacy.Relation.REPLACE_ONE"
MADE = "    return A\n"
TOTAL_ROW = f"    if {PUBLIC}:\n        A = np.vstack"

STRATEGY = Question(
    "strategy", minutes=115, goals=(1, 4), check=check_strategy,
    gates={"the sensitivity": 1, "better than three": 2, "within 1.75": 1, "within 1.4": 2},
    mistakes=(
        Mistake("a constant", {MADE: "    return np.ones((1, m))\n"}, 1, "not support"),
        Mistake("the total under the other relation", {TOTAL_ROW: TOTAL_ROW.replace("if", "if not")}, 3,
                "no better|times the bound"),
        Mistake("good for small m alone", {MADE: "    return A if m < 12 else np.eye(m)\n"}, 1, "no better"),
        Mistake("the other relation", {"if RELATION is privacy.Relation.ADD_REMOVE": f"if {PUBLIC}"}, 5,
                "not the sensitivity"),
    ))


# ---- 3: a round of MWEM ------------------------------------------------------------------------------

def check_round(ask, case, form):
    """A law, private, each step the one that was asked for at the largest rate of its proof.

    Audits see probabilities from 1e-9 on: below that, differences of numbers near 1 are rounding.
    """
    rng = case.rng("round")
    sizes = [(1, 2, 6), (200, 6, 2), (1, 6, 2), (200, 2, 6), (2, 3, 4)]
    sizes += [(int(N), *rng.integers(2, 7, size=2)) for N in rng.integers(3, 200, 5)]
    hidden = [(*a_round(case, rng, *size), an_epsilon(rng)) for size in sizes]
    def laws(calls):
        return [checking.law(value, (len(queries), N * (case.HIGH - case.LOW) + 1), f"for counts {counts}, N = {N}")
                for (counts, queries, _, N, _), value in zip(calls, ask.each("round_law", calls))]

    found = laws(hidden)
    yield
    here = rng.permutation(int(rng.integers(3, 7))) == 0
    queries = np.array([0 * here, np.where(here, case.HIGH, case.LOW)])
    good = laws([(200 * here, queries, np.full(len(here), 1 / len(here)), 200, 4.0)])[0][1, -31:].sum()
    need(good > 0.9, "of no use: 200 records in one cell, ε = 4, a query that the guess answers badly and "
                     f"one that it answers rightly; the first, measured to within 30, has probability {good:.3g}")
    for lists, queries, p, N, epsilon in rounds(case, rng):
        seen = np.maximum(laws([(np.array(c), queries, p, N, epsilon) for c in lists]), 1e-9)
        checking.private(seen, neighbors(lists, case.RELATION), lists, epsilon, f"{case.RELATION.value} "
                         f"(N = {N}, p = {np.round(p, 4).tolist()}, queries {queries.tolist()})")
    yield
    faults = [list(_faults(p, case, form, h)) for h, p in zip(hidden, found)]
    for some in zip(*faults):
        yield next(filter(None, some), None)


def _faults(p, case, form, world):
    """What is wrong with the choice, and with the measurements of queries that are not rare."""
    chosen, measured = steps(case, form, *world)
    sums, where = p.sum(axis=1), f"for {len(world[0])} cells, N = {world[3]}, ε = {world[4]}"
    often = sums > 1e-3
    for step, found, right in (("choice", sums, chosen),
                               ("measurement", p[often] / sums[often, None], measured[often])):
        wrong = np.abs(found - right).max() >= checking.TOLERANCE
        if not wrong:
            checking.supported(found, right, where, 1e-8)
        yield f"not the law of the {step} at the largest rate of its proof, {where}" if wrong else None


ETA, GAMMA = "eta = epsilon / (4 * delta)", "gamma = epsilon / (2 * delta)"


def _round_in(form: int) -> Question:
    """0 permute and flip, then weights within the range; 1 the exponential mechanism, then geometric noise;
    2 the exponential mechanism with the queries' negatives, then rounded Laplace noise."""
    gamma = GAMMA if form else "gamma = epsilon / (4 * delta)"
    ends, normalized = "noise[:, 0], noise[:, -1] =", "noise /= noise.sum(axis=1, keepdims=True)"
    own = (
        Mistake("accepted in the order of the rows", {
            "if j != i": "if j < i", "refused.integ()(1.0)": "abs(refused(1.0))"}, 3,
                "leaks|not the law of the choice"),
        Mistake("the rate of noise that is put to the ends", {gamma: GAMMA}, 4, "leaks|law of the measurement"),
    ) if not form else (
        Mistake("what falls outside is lost", {ends: "_ ="}, 0, "sum to 1"),
        Mistake("normalized instead of put to the ends", {ends: f"{normalized}\n    _ ="}, 4,
                "leaks|of no use|not the law of the measurement"),
    )
    return Question(
        "round", minutes=85, goals=(2, 3), check=functools.partial(check_round, form=form),
        gates={"a law": 1, "private": 1, "the choice": 2, "the measurement": 1},
        mistakes=own + (
            Mistake("no noise on the answer", {gamma: "gamma = 30.0"}, 1, "leaks|no finite"),
            Mistake("the other relation", {f"HIGH - LOW if {PUBLIC}": f"HIGH - LOW if not {PUBLIC}"}, 2,
                    "leaks|law of the choice"),
            Mistake("private on small data alone", {ETA: f"{ETA} * (1 if N < 20 else 5)"}, 1, "leaks"),
        ))


# ---- 4: nobody can answer everything -----------------------------------------------------------------

EVERYTHING = Proof(
    "everything", minutes=75, goals=(1, 3),
    rubric={"(a) the set where s is 1 and t is 0, and the other one; the triangle inequality; 2E + 2E": 1,
            "(b) a guess is post-processing; both inequalities for one bit, the rest fixed, each with its δ": 1,
            "(b) added up: wrong with probability at least (1-δ)/(1+e^ε), averaged over the other bits, summed over "
            "i": 1,
            "(c) 4E on the good event, n on the other; solved for E": 1,
            "(d) ln|Q| is about n ln 2, so n cancels: a constant share, as in (c)": 1},
    errors={"(a) takes S = all places where s and t differ: the differences cancel": "(a) 0",
            "(a) forgets that a t exists because s itself is possible": "nothing, if the good event is named",
            "(b) applies privacy to the number of wrong bits instead of an event about one bit": "(b) at most 1",
            "(b) one inequality alone, and symmetry claimed for the mechanism": "first point of (b) lost",
            "(c) forgets β, or says that t is always within 4E": "(c) 0",
            "(d) says that PMW does not hold for so many queries": "(d) 0: it holds, and promises nothing"})

QUESTIONS = (BITS, STRATEGY, tuple(map(_round_in, range(3))), EVERYTHING)
