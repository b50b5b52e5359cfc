"""Brute force for the cards on private prediction: every pattern of votes, walks step by step, linear programs for "no one can".

Oracles like those of `_brute`: they share nothing with the package's closed forms that they judge.
Nothing here is random or private.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy.optimize import linprog

# ---- votes -----------------------------------------------------------------------------------------


def coin(votes: int, parts: int, rate: float) -> float:
    """Pr[1] when a label has the weight e^{rate · its votes}."""
    one, other = (math.exp(rate * (v - parts)) for v in (votes, parts - votes))
    return one / (one + other)


def vote_loss(parts: int, chance) -> float:
    """The largest privacy loss of a label with Pr[1] = chance(votes): all 2^r patterns of votes, all changes of one."""
    worst = 0.0
    for pattern in itertools.product((0, 1), repeat=parts):
        for i in range(parts):
            p, q = chance(sum(pattern)), chance(sum(pattern) - 2 * pattern[i] + 1)
            for a, b in ((p, q), (1 - p, 1 - q)):
                if a > 0:
                    worst = max(worst, math.log(a / b) if b > 0 else math.inf)
    return worst


def worst_asker(pairs, k: int, epsilon: float) -> tuple[float, float]:
    """(largest log-ratio of the answers, their δ at ε): k questions, each chosen after the answers before it.

    A question is a pair of chances of the answer 1, on the two data sets.
    """
    def best(p, q, left):
        if not left:
            return math.log(p / q), max(0.0, p - math.exp(epsilon) * q)
        found = []
        for a, b in pairs:
            (ratio_one, delta_one), (ratio_zero, delta_zero) = best(p * a, q * b, left - 1), best(p * (1 - a), q * (1 - b), left - 1)
            found.append((max(ratio_one, ratio_zero), delta_one + delta_zero))
        return tuple(map(max, zip(*found)))

    return best(1.0, 1.0, k)


def worst_mixture(values, mean: float) -> float:
    """max of E f(w) over laws of w on 0 .. r with E w <= mean: a line through two points of f, or one of them."""
    values, best = list(values), 0.0
    for low, high in itertools.product(range(len(values)), repeat=2):
        if low <= mean < high:
            share = (mean - low) / (high - low)
            best = max(best, (1 - share) * values[low] + share * values[high])
        if high <= mean:
            best = max(best, values[high])
    return best


def binomial(n: int, p: float) -> np.ndarray:
    """Pr[Bin(n, p) = 0 .. n], for 0 < p < 1."""
    k = range(n + 1)
    return np.array([math.exp(math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1)
                              + i * math.log(p) + (n - i) * math.log1p(-p)) for i in k])


def noisy_mean(f, scale: float, kinks=(), reach: float = 45.0, nodes: int = 40) -> float:
    """E f(ζ) for Laplace noise ζ of this scale; f smooth between its kinks (Gauss-Legendre between them)."""
    points, weights = np.polynomial.legendre.leggauss(nodes)
    edges = np.unique(np.concatenate([np.linspace(-reach, reach, 61), np.clip(np.divide(kinks, scale), -reach, reach)]))
    middle, half = (edges[1:] + edges[:-1]) / 2, np.diff(edges) / 2
    z = middle[:, None] + half[:, None] * points
    return float((half[:, None] * weights * np.exp(-np.abs(z)) / 2 * f(scale * z)).sum())


# ---- what no private prediction can do --------------------------------------------------------------


def least_bit_error(n: int, mass: float, epsilon: float, delta: float) -> float:
    """The least error at a point whose label is a fair bit, over all (ε, δ)-private predictors: a linear program.

    The data are the numbers (a, b) of examples (point, 1) and (point, 0) among n; neighbors differ in one example.
    """
    states = [(a, b) for a in range(n + 1) for b in range(n + 1 - a)]
    index = {s: i for i, s in enumerate(states)}
    cost, rows, limits = np.zeros(len(states)), [], []
    law = binomial(n, mass) if 0 < mass < 1 else np.eye(n + 1)[n if mass == 1 else 0]
    for t in range(n + 1):                                    # bit 1 shows (t, 0) and errs with 1 - g, bit 0 shows (0, t)
        cost[index[t, 0]] -= law[t] / 2
        cost[index[0, t]] += law[t] / 2
    for a, b in states:
        for near in ((a + 1, b), (a, b + 1), (a + 1, b - 1)):
            if near in index and n > 0:
                for one, other in (((a, b), near), (near, (a, b))):
                    for sign in (1, -1):                      # g <= e^ε g' + δ, and the same for 1 - g
                        row = np.zeros(len(states))
                        row[index[one]], row[index[other]] = sign, -sign * math.exp(epsilon)
                        rows.append(row)
                        limits.append(delta if sign == 1 else delta + math.exp(epsilon) - 1)
    done = linprog(cost, A_ub=np.array(rows) if rows else None, b_ub=limits or None, bounds=(0, 1), method="highs")
    return float(done.fun + 0.5)


def least_excess(epsilon: float, cells: int = 40) -> float:
    """The least excess of ε-private answers for the loss a²/2 where neighbors' values are 0 and 1: a program on a grid of answers."""
    grid = np.linspace(0, 1, cells + 1)
    m, grow = len(grid), math.exp(epsilon)
    eye, column = np.eye(m), np.zeros((m, 1))
    rows = np.block([[eye, -grow * eye, column], [-grow * eye, eye, column],
                     [grid**2 / 2, np.zeros(m), -np.ones(1)], [np.zeros(m), (grid - 1)**2 / 2, -np.ones(1)]])
    one = np.block([[np.ones(m), np.zeros(m), np.zeros(1)], [np.zeros(m), np.ones(m), np.zeros(1)]])
    cost = np.append(np.zeros(2 * m), 1.0)
    return float(linprog(cost, A_ub=rows, b_ub=np.zeros(len(rows)), A_eq=one, b_eq=[1, 1], bounds=(0, None), method="highs").fun)


def least_distance(parts: int, epsilon: float) -> float:
    """min max |p(k) - k/r| over all ε-private rules Pr[1] = p(votes) for r parts: a linear program."""
    eye, grow, share = np.eye(parts + 2), math.exp(epsilon), np.arange(parts + 1) / parts
    rows, limits = [], []
    for k in range(parts + 1):
        rows += [eye[k] - eye[-1], -eye[k] - eye[-1]]
        limits += [share[k], -share[k]]
        for j in {k - 1, k + 1} & set(range(parts + 1)):
            rows += [eye[k] - grow * eye[j], grow * eye[j] - eye[k]]
            limits += [0.0, grow - 1]
    return float(linprog(eye[-1], A_ub=np.array(rows), b_ub=limits, bounds=(0, 1), method="highs").fun)


# ---- regression on a line ---------------------------------------------------------------------------


def descend(slopes, step, radius, sign: int = -1):
    """Projected steps w <- w + sign · step · slope(w) from 0, one for each slope; the average of w_1 .. w_n (numbers of any kind)."""
    w, total = 0 * step, 0 * step
    for slope in slopes:
        total += w
        w = max(-radius, min(radius, w + sign * step * slope(w)))
    return total / len(slopes)


def minimize(slope, radius: float) -> float:
    """The zero of a rising slope on [-radius, radius], or the end it points to, by bisection."""
    low, high = -radius, radius
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    return (low + high) / 2


# ---- the walk ---------------------------------------------------------------------------------------


def walk(labels, T: int) -> list[int]:
    """v_0 .. v_n, step by step."""
    v = [0]
    for y in labels:
        v.append(max(-T, min(T, v[-1] + 2 * int(y) - 1)))
    return v


def end(x, y, query, T: int) -> int:
    """Where the walk stands at a query: sorted by x (ties in data order), guard i < n and x_{i+1} <= query."""
    order = sorted(range(len(x)), key=lambda i: x[i])
    i, v = 0, 0
    while i < len(x) and x[order[i]] <= query:
        v = max(-T, min(T, v + 2 * int(y[order[i]]) - 1))
        i += 1
    return v


def figure_end(x, y, query, T: int) -> int:
    """The same by Figure 1 to the letter: the guard looks at x_i before i is raised; x_0 = -infinity, stop after n."""
    order = sorted(range(len(x)), key=lambda i: x[i])
    i, v, current = 0, 0, -math.inf
    while current <= query and i < len(x):
        i += 1
        current = x[order[i - 1]]
        v = max(-T, min(T, v + 2 * int(y[order[i - 1]]) - 1))
    return v


def ends(n: int, points: int, T: int, rule=end) -> np.ndarray:
    """The walk's end on every data set of n examples with x in 1..points: shape (2 points,)*n + (points,) for the queries."""
    records = [(x, y) for x in range(1, points + 1) for y in (0, 1)]
    table = [[rule([r[0] for r in data], [r[1] for r in data], q, T) for q in range(1, points + 1)]
             for data in itertools.product(records, repeat=n)]
    return np.array(table).reshape((len(records),) * n + (points,))


def replaced_loss(v: np.ndarray, rate: float) -> float:
    """The largest privacy loss of a label with Pr[1] = σ(rate v) when one of the first axes' examples is replaced."""
    logs = [-np.logaddexp(0, -rate * v), -np.logaddexp(0, rate * v)]
    return float(max(np.ptp(log, axis=axis).max() for log in logs for axis in range(v.ndim - 1)))


def functions(n: int, k: int) -> np.ndarray:
    """All 0/1 functions on n places that say 0 first and change at most k times."""
    cuts = (c for j in range(k + 1) for c in itertools.combinations(range(n), j))
    return np.array([[sum(c <= i for c in cut) % 2 for i in range(n)] for cut in cuts])


def sigma(z):
    """1/(1 + e^-z)."""
    return 1 / (1 + np.exp(-np.asarray(z, float)))


def line_error(first: float, chances, n: int, T: int, epsilon: float) -> float:
    """E Err_P of the walk on a line of two pieces, the first of this mass, labels 1 with these chances: leave one out, all counts."""
    v = np.arange(-T, T + 1)
    steps, wrong = [], []
    for p in chances:
        P = np.zeros((2 * T + 1, 2 * T + 1))
        for i in range(2 * T + 1):
            P[i, min(i + 1, 2 * T)] += p
            P[i, max(i - 1, 0)] += 1 - p
        steps.append(P)
        wrong.append(p * sigma(-epsilon * v / 2) + (1 - p) * sigma(epsilon * v / 2))
    law, laws, spent = np.eye(2 * T + 1)[T], [], [0.0]
    for _ in range(n + 2):                                    # after i points of the first piece: law, and mistakes so far
        laws.append(law)
        spent.append(spent[-1] + float(law @ wrong[0]))
        law = law @ steps[0]
    total, weights = 0.0, binomial(n + 1, first)
    for count, weight in enumerate(weights):
        law, mistakes = laws[count], spent[count]
        for _ in range(n + 1 - count if weight > 1e-16 else 0):
            mistakes += float(law @ wrong[1])
            law = law @ steps[1]
        total += weight * mistakes
    return total / (n + 1)


def pieces_error(masses, chances, n: int, T: int, epsilon: float) -> float:
    """The same for any pieces and tiny n: every choice of pieces for n + 1 sorted points, every labeling."""
    total, pieces = 0.0, range(len(masses))
    for spots in itertools.combinations_with_replacement(pieces, n + 1):
        ways = math.factorial(n + 1) / math.prod(math.factorial(spots.count(r)) for r in pieces)
        at = ways * math.prod(masses[r] for r in spots)
        for labels in itertools.product((0, 1), repeat=n + 1):
            weight = at * math.prod(chances[r] if y else 1 - chances[r] for r, y in zip(spots, labels))
            v = np.array(walk(labels, T)[:-1])
            total += weight * float(np.abs(np.array(labels) - sigma(epsilon * v / 2)).mean())
    return total


# ---- generalization ---------------------------------------------------------------------------------


def fresh_losses(loss: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """E_S (samples,) and E_S' (samples, samples) of a table loss[z_1, .., z_n, z], all samples in the same order."""
    size, n = loss.shape[-1], loss.ndim - 1
    samples = np.array(list(itertools.product(range(size), repeat=n)))
    rows = loss.reshape(-1, size)
    fresh = rows[:, samples].mean(axis=2)
    return np.array([fresh[i, i] for i in range(len(samples))]), fresh
