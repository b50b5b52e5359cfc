"""Answers to assignment 5: right in odd styles, and wrong by little."""

from assignments.grading.question import Mistake

ETA, LAW = "eta = epsilon / (4 * delta)", "(choice / choice.sum())[:, None] * noise"
GAMMA = {0: "gamma = epsilon / (4 * delta)", 1: "gamma = epsilon / (2 * delta)", 2: "gamma = epsilon / (2 * delta)"}


def again(name: str, code: str) -> dict[str, str]:
    """A second definition of a function, which takes the place of the first."""
    return {"": f"first_{name} = {name}\n\n{code}"}


RIGHT = {
    "bits": {
        "bools, by rows that say one half": again("guess_bits", """
from numpy import *

def guess_bits(groups, answers, scales):
    g, a, s = array(groups) * 1.0, array(answers), array(scales)
    sizes = g.sum(1)
    a, s = {"number": (a, s), "share": (a * sizes, s * sizes), "lead": (a / 2 + sizes / 2, s / 2)}[ANSWER]
    rows = vstack([g / s[:, None], 2 * eye(g.shape[1])])
    return [bool_(b > 0.5) for b in linalg.lstsq(rows, append(a / s, full(g.shape[1], 1.0)), rcond=None)[0]]"""),
    },
    "strategy": {
        "two columns at a time, a matrix": again("sensitivity", """
def sensitivity(A):
    columns = list(zip(*np.asarray(A, float).tolist()))
    if RELATION is privacy.Relation.REPLACE_ONE:
        columns = [[a - b for a, b in zip(c, d)] for c, d in itertools.combinations(columns, 2)]
    return np.longdouble(max(sum(a * a for a in c) for c in columns) ** 0.5)

import itertools
first_strategy = strategy

def strategy(m):
    return np.matrix(first_strategy(m), dtype=np.longdouble)"""),
    },
    ("round", 0): {
        "all orders, once": again("round_law", """
import functools, itertools

@functools.lru_cache(maxsize=None)
def orders(accept):
    chance = [0.0] * len(accept)
    def go(left, so_far):
        for i in left:
            chance[i] += so_far / len(left) * accept[i]
            if accept[i] < 1:
                go(left - {i}, so_far / len(left) * (1 - accept[i]))
    go(frozenset(range(len(accept))), 1.0)
    return chance

def round_law(counts, queries, p, N, epsilon):
    delta = max(abs(a - b) for a in (LOW, HIGH) for b in (LOW, HIGH))
    if RELATION is privacy.Relation.ADD_REMOVE:
        delta = max(abs(LOW), abs(HIGH))
    true = [sum(int(a) * int(b) for a, b in zip(q, counts)) for q in queries]
    errors = [abs(t - N * float(np.dot(q, p))) for t, q in zip(true, queries)]
    accept = tuple(float(np.exp(epsilon / 4 / delta * (e - max(errors)))) for e in errors)
    rows = []
    for c, t in zip(orders(accept), true):
        weights = np.exp(-epsilon / 4 / delta * np.abs(np.arange(N * LOW, N * HIGH + 1) - t))
        rows.append((c * weights / weights.sum()).tolist())
    return rows"""),
    },
    ("round", 1): {
        "all noise added up, a class": again("round_law", """
class Round:
    def __init__(self, delta):
        self.delta = delta

    def __call__(self, counts, queries, p, N, epsilon):
        scores = [abs(float(np.dot(q, counts)) - N * float(np.dot(q, p))) for q in queries]
        weights = [np.exp(epsilon / 4 / self.delta * (s - max(scores))) for s in scores]
        k = np.arange(-6000, 6001)
        noise = np.exp(-epsilon / 2 / self.delta * np.abs(k))
        return np.array([w / sum(weights) * np.histogram(np.clip(np.dot(q, counts) + k, N * LOW, N * HIGH),
                         np.arange(N * LOW, N * HIGH + 2) - 0.5, weights=noise / noise.sum())[0]
                         for w, q in zip(weights, queries)], dtype=np.longdouble)

round_law = Round(HIGH - LOW if RELATION is privacy.Relation.REPLACE_ONE else max(HIGH, -LOW))"""),
    },
    ("round", 2): {
        "by scipy, one minus the rest": again("round_law", """
from scipy import special, stats

def round_law(counts, queries, p, N, epsilon):
    delta = [max(HIGH, -LOW), HIGH - LOW][RELATION is privacy.Relation.REPLACE_ONE]
    error = np.array([np.dot(q, counts) - N * np.dot(q, p) for q in queries]) * epsilon / 4 / delta
    choice = special.softmax(np.concatenate([error, -error])).reshape(2, -1).sum(axis=0)
    edges = np.arange(N * LOW, N * HIGH) + 0.5
    below = [stats.laplace.cdf(edges, loc=np.dot(q, counts), scale=2 * delta / epsilon) for q in queries]
    return [list(c * np.diff([0, *b, 1])) for c, b in zip(choice, below)]"""),
    },
}

SLIGHT = {
    "bits": [Mistake("two of sixteen bits turned over", {
        "(middle > 0).astype(int)": "(middle > 0) ^ (np.arange(len(middle)) % 8 == 7)"}, 2, "many answers: 8")],
    "strategy": [
        Mistake("the last of 40 columns is nobody", {
            "A = np.asarray(A, dtype=float)\n    if": "A = np.asarray(A, dtype=float)[:, :39]\n    if"}, 5, "by more"),
        Mistake("Δ 0.01% too large", {"return float(np.linalg.norm(A": "return 1.0001 * float(np.linalg.norm(A"}, 5,
                "by so much"),
    ],
    **{("round", form): [
        Mistake("1% too much for the choice", {ETA: f"{ETA} * 1.01"}, 3, "leaks|law of the"),
        Mistake("1% too little noise", {GAMMA[form]: f"{GAMMA[form]} * 1.01"}, 4, "leaks|law of the"),
        Mistake("a ten-thousandth is spread evenly", {
            f"return {LAW}": f"return 0.9999 * {LAW} + 1e-4 / noise.size"}, 2, "not the law of the"),
    ][form::3] for form in range(3)},  # each in one form
}
