"""Assignment 4, private randomized weighted majority: what its questions are graded by."""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np

from ..grading import checking
from ..grading.question import Mistake, Proof, Question, need
from .a4_truth import SEEN, held, largest, leak, limit, proved_rate, seen_by, spent, true_delta, two_laws

# ---- 1: late and forgetful ---------------------------------------------------------------------------

def _season(rng, T: int, K: int, day: int):
    """Neighbors with 0/1 losses that differ on `day`, and by more than an equal shift."""
    x = rng.integers(0, 2, (T, K)).astype(float)
    y = x.copy()
    y[day] = 1 - y[day]
    x[day, 0], y[day, 0] = 0, 1
    x[day, 1], y[day, 1] = 1, 0
    return x, y


def _compare_deltas(ask, case, tries, least: float):
    """Every answer against the truth, at the seasons where it is not tiny."""
    truths = [true_delta(*t, case.DELAY) for t in tries]
    tries, truths = zip(*[(t, true) for t, true in zip(tries, truths) if true >= least])
    for (x, _, epsilon, eta, window), true, got in zip(tries, truths, ask.each("window_profile", tries)):
        got = checking.number(got, f"for T = {len(x)}, K = {x.shape[1]}, window = {window}")
        fault = "no probability" if not 0 <= got <= 1 + 1e-9 else f"too {'small' if got < true else 'large'}"
        need(math.isclose(got, true, rel_tol=1e-6, abs_tol=1e-13),
             f"claims δ({epsilon:.3g}) = {got:.6g}, which is {fault}, for T = {len(x)}, "
             f"K = {x.shape[1]}, η = {eta:.3g}, window = {window}")


def check_window(ask, case):
    """Small seasons, long ones, small δ and borders."""
    rng = case.rng("window")
    _compare_deltas(ask, case, [
        (*_season(rng, T, K, day), float(rng.uniform(0, 0.3)), float(rng.uniform(0.4, 1.2)), window)
        for T, K, day, window in ((7, 3, 0, 2), (7, 3, 1, 3), (7, 2, 2, 2), (7, 4, 1, 2), (7, 3, 2, 7), (6, 5, 0, 1),
                                  (5, 3, 0, 2), (7, 3, 3, 1), (7, 3, 0, 3), (7, 6, 2, 3), (3, 2, 0, 1))], 1e-4)
    yield
    drawn = [(T := int(rng.integers(8, 1500)), int(rng.integers(2, 7)), int(rng.integers(T - 3)),
              int(rng.integers(1, T)), float(np.exp(rng.uniform(-4, 1))), float(rng.uniform(0, 1))) for _ in range(4)]
    _compare_deltas(ask, case, [
        (*_season(rng, T, K, day), epsilon, min(float(eta * rng.uniform(0.9, 1.1)), 3.0), window)
        for T, K, day, window, eta, epsilon in (
            (400, 3, 20, 100, 0.1, 0.5), (1500, 3, 3, 700, 0.03, 0.7), (1200, 5, 400, 300, 0.1, 1.0),
            (1400, 3, 600, 60, 0.2, 1.0), (1500, 3, 700, 650, 2.6, 0.0), (1500, 6, 0, 1500, 0.02, 0.2),
            (1500, 2, 1, 1499, 0.01, 0.0), (900, 6, 250, 1, 4.0, 1.0), *drawn)] + [_close_race(rng, case.DELAY)],
        1e-12)
    yield
    x, y = np.zeros((2, 900, 3))
    x[5], y[5] = (0, 1, 1), (1, 0, 1)
    _compare_deltas(ask, case,
                    [(x, y, float(eps), 0.02 * float(rng.uniform(0.95, 1.05)), 800) for eps in (2.6, 3.0, 3.4)], 1e-12)
    x, y = np.zeros((2, 9, 4))
    y[2] = 1  # all lose alike: no pick shows it
    one = np.eye(2)[:, None]
    late = _season(rng, 30, 3, 29 if case.DELAY else 28)
    _compare_deltas(ask, case, [(*late, 0.4, 0.9, 5), (*_season(rng, 40, 3, 9), 25.0, 0.1, 8),
                                (*_season(rng, 40, 4, 9), 0.0, 0.3, 8), (*_season(rng, 40, 4, 39), 0.0, 3.0, 40),
                                (x, y, 0.0, 0.7, 9), (*one, 0.3, 0.9, 1)], 0.0)
    yield


def _close_race(rng, delay: int):
    """A close race of experts who nearly always lose, and η large: weights that are not shifted are all zero."""
    x = np.ones((1000, 3))
    x[:, 0] = rng.random(1000) < 0.999
    y = x.copy()
    x[500], y[500] = (0, 1, 1), (1, 0, 1)
    return x, y, 0.1, 2.9, 400 + delay


PACKAGE_PROFILE = """
def window_profile(losses, neighbor, epsilon, eta, window):
    return float(private_experts.rwm_profile(losses, neighbor, epsilon, eta=eta))
"""

WINDOW = Question(
    "window", minutes=110, goals=(2,), check=check_window,
    gates={"small seasons": 3, "long seasons": 3, "small δ and borders": 2},
    mistakes=(
        Mistake("the package's profile", {"": PACKAGE_PROFILE}, 0, "claims δ"),
        Mistake("never forgets", {"x[max(0, t - DELAY - window + 1):": "x[0:", "min(private + DELAY + window, T)": "T"},
                0, "claims δ"),
        Mistake("one direction", {"return max(one_way(losses, neighbor), one_way(neighbor, losses))":
                                  "return one_way(losses, neighbor)"}, 3, "too small"),
        Mistake("a chance that the loss is above ε", {"np.maximum(-np.expm1(epsilon - loss), 0)": "(loss > epsilon)"},
                0, "too large|no probability"),
        Mistake("a constant", {"return max(": "return 0.0 * max("}, 0, "too small"),
        Mistake("short seasons alone", {"def one_way(": "assert T < 20, 'too many sequences'\n\n    def one_way("}, 3,
                "long seasons"),
        Mistake("weights that vanish", {"(seen - seen.min())": "seen"}, 3, "long seasons: (claims δ|a finite)"),
    ))


# ---- 2: what is left ---------------------------------------------------------------------------------

def check_rate(ask, case):
    """Proved, the largest, borders."""
    rng, width = case.rng("rate"), case.HIGH - case.LOW
    cases = [(0, 20, 1, 1.0, 1e-6), (1, 12, 1, 0.7, 1e-4), (30, 50, 1, 1.0, 1e-6), (30, 50, 12, 2.0, 1e-3),
             (30, 60, 40, 1.0, 1e-9), (80, 81, 7, 30.0, 1e-2), (5, 40, 5, 0.3, 1e-5), (60, 90, 59, 9.0, 0.3),
             (0, 2, 1, 1e-3, 0.999), (1000, 1001, 1, 50.0, 1e-12), (1000, 3000, 999, 0.01, 1e-6), (7, 9, 8, 1.0, 0.5)]
    for _ in range(8):
        T = int(rng.integers(2, 1500))
        gone, since = int(rng.integers(min(T, 1000))), int(rng.integers(1, T))
        cases.append((gone, T, since, float(np.exp(rng.uniform(-4, 3))), float(np.exp(-rng.uniform(0.1, 25)))))
    worlds = [((largest([], T, since, epsilon, delta, width) * rng.uniform(0.3, 0.9, size=gone)).tolist(),
               T, since, epsilon, delta) for gone, T, since, epsilon, delta in cases]
    best, told = [largest(*world, width) for world in worlds], []
    for got, most, (past, T, since, epsilon, delta) in zip(ask.each("rate_left", worlds), best, worlds):
        where = f"for {len(past)} rates in past, T = {T}, since = {since}, δ = {delta:.3g}"
        told.append((checking.number(got, where), where))
        eta = told[-1][0]
        need(eta > 0, f"a positive rate is wanted {where}; got {eta}")
        rho = spent([*past, *[eta] * (T - len(past))], since, width)
        used = rho + 2 * math.sqrt(rho * math.log(1 / delta))
        need(eta <= most * (1 + 2 * checking.TOLERANCE),
             f"claims ε = {epsilon:.9g}, but at η = {eta:.9g} the proof gives {used:.9g}, {where}")
        need(eta >= most / 10, f"of no use: η = {eta:.4g} {where}")
    yield
    for (eta, where), most in zip(told, best):
        checking.timid(eta, most * (1 - checking.TOLERANCE), f" {where}")
    yield
    borders = [([0.001] * 20, 20, 3, 1.0, 1e-6), ([0.001] * 5, 30, 30, 1.0, 1e-6), ([], 1, 1, 0.5, 1e-3),
               ([50.0] * 20, 40, 3, 1.0, 1e-6), ([50.0] * 20, 20, 3, 1.0, 1e-6), ([90.0] * 9, 9, 9, 1.0, 1e-6),
               ([0.001] * 1000, 1000, 1, 5.0, 0.5), ([90.0], 1, 1, 1.0, 0.1)]
    for (past, T, since, *rest), got in zip(borders, ask.each("rate_left", borders)):
        need(np.ndim(got) == 0 and got == largest(past, T, since, *rest, width),
             f"0.0 or inf is wanted for {len(past)} rates of {past[0] if past else 0:g} in past, T = {T}, "
             f"since = {since}; got {got}, which is not the right one")
    yield


PACKAGE_RATE = """
def rate_left(past, T, since, epsilon, delta):
    days = max(2, T - len(past))
    return float(private_experts.private_eta(epsilon, delta, days, analysis="bounded-range")) / (HIGH - LOW)
"""

RATE = Question(
    "rate", minutes=60, goals=(1, 3), check=check_rate,
    gates={"private": 2, "the largest": 3, "borders": 1},
    mistakes=(
        Mistake("losses in [0, 1]", {"width = np.log(1 / delta), HIGH - LOW": "width = np.log(1 / delta), 1.0"}, 2,
                "claims ε|timid|positive"),
        Mistake("the largest loss for the range", {"HIGH - LOW": "HIGH"}, 2, "claims ε|timid|positive|of no use"),
        Mistake("the first pick counted",
                {"past[since:]": "past[since - 1:]", "T - max(since, len(past))": "T - max(since - 1, len(past))"},
                2, "timid|positive"),
        Mistake("the package's rate", {"": PACKAGE_RATE}, 0, "claims ε"),
        Mistake("every day left counted", {"T - max(since, len(past))": "T - len(past)"}, 2, "timid"),
        Mistake("a constant", {"np.sqrt(2 * left / picks) / width": "1e-9 * picks"}, 0, "of no use"),
        Mistake("borders forgotten", {"    if left <= 0:\n        return 0.0\n": "", "if picks else np.inf": ""}, 5,
                "borders"),
    ))


# ---- 3: one pick for some days -----------------------------------------------------------------------

def _laws(ask, tries, form):
    """Checked to be laws, a row a draw, uniform where nothing is seen."""
    found = []
    for (losses, B, epsilon), value in zip(tries, ask.each("held_law", tries)):
        (T, K), draws = losses.shape, -(-len(losses) // B)
        where = f"for T = {T}, K = {K}, B = {B}, ε = {epsilon:.3g}"
        need(np.shape(value) == (draws, K),
             f"probabilities of shape {(draws, K)} are wanted {where}; got {checking.kind(value)}")
        p = np.asarray(value, dtype=float)
        for row in np.flatnonzero(~((p >= 0).all(axis=1) & (np.abs(p.sum(axis=1) - 1) < checking.TOLERANCE))):
            checking.law(p[row], (K,), f"in row {row} {where}")  # raises: rows are many, words are for few
        blind = [draw for draw in range(draws) if seen_by(draw, B, form).stop == 0]
        need((np.abs(p[blind] - 1 / K) < checking.TOLERANCE).all(), f"a pick that sees no data is not uniform {where}")
        found.append(p)
    return found


def _seasons(rng, low: float, high: float):
    """Seasons, B and ε over all that the task allows, its ends among them."""
    sizes = [(1, 2, 1, 1.0), (5, 3, 1, 0.3), (7, 3, 14, 2.0), (60, 4, 7, 20.0), (60, 5, 20, 0.01), (2000, 2, 1, 20.0),
             (700, 8, 60, 3.0), (2000, 3, 500, 1.0), (2000, 20, 4000, 1.0), (100, 1000, 25, 0.5), (30, 6, 10, 2.0)]
    for _ in range(12):
        T, K = int(np.exp(rng.uniform(0, 7.5))), int(np.exp(rng.uniform(0.7, 3.5)))
        sizes.append((T, K, int(T ** rng.random()), float(np.exp(rng.uniform(-3, 2.9)))))
    return [(rng.uniform(low, high, (T, K)) if i % 2 else rng.choice([low, high], (T, K)), B, epsilon)
            for i, (T, K, B, epsilon) in enumerate(sizes)]


def _clearest(p, losses, B: int, form: int, most: float) -> tuple[float, float]:
    """Of the first draw that sees days: how its law sets apart two experts, and by how much they differ; 0 if none do.

    The two differ as much as can be while the worse one's probability at the rate `most` is no matter of rounding.
    """
    draw, total = (2 if form == 2 else 1), losses[:B].sum(axis=0)
    if draw >= len(p):
        return 0.0, 0.0
    best = total.argmin()
    other = np.where(most * (total - total[best]) <= 20, total, -math.inf).argmax()
    return float(np.log(np.maximum(p[draw, [best, other]], 1e-99)) @ [1, -1]), float(total[other] - total[best])


def check_held(ask, case, form):
    """Laws, private, as bold as can be proved, Hedge by all days that are seen."""
    rng, low, high = case.rng("held"), case.LOW, case.HIGH
    hidden = _seasons(rng, low, high)
    best = [proved_rate(len(losses), B, epsilon, high - low, form) for losses, B, epsilon in hidden]
    laws = _laws(ask, hidden, form)
    yield

    told = [(*_clearest(p, season[0], season[1], form, most), most, season)
            for p, season, most in zip(laws, hidden, best)]
    told = sorted((one for one in told if one[1] > 0), key=lambda one: -one[0])  # the clearest first
    for log, apart, most, (losses, B, epsilon) in told:
        share, where = log / apart / most, f"for T = {len(losses)}, K = {losses.shape[1]}, B = {B}"
        need(log <= most * apart * (1 + checking.TOLERANCE) + checking.TOLERANCE,
             f"claims ε = {epsilon:.4g}, but sets experts apart as Hedge at {share:.6g} times the rate that can be "
             f"proved, which leaks {share * epsilon:.6g} with enough experts, {where}")
        need(log >= most * apart / 10 - checking.TOLERANCE,
             f"of no use: experts are set apart as by Hedge at {share:.3g} times the rate that can be proved, {where}")
    _private(ask, rng, low, high, hidden, laws, form)
    yield

    for log, apart, most, (losses, B, epsilon) in told:
        checking.timid((log + checking.TOLERANCE) / apart, most,
                       f" for T = {len(losses)}, K = {losses.shape[1]}, B = {B}, ε = {epsilon:.3g}")
    yield

    for p, (losses, B, epsilon), most in zip(laws, hidden, best):
        need(np.abs(p - held(losses, B, most, form)).max() < checking.TOLERANCE,
             f"not Hedge at this rate by the losses of {SEEN[form]}, for T = {len(losses)}, B = {B}")
        checking.supported(p, held(losses, B, most, form), f"for T = {len(losses)}, B = {B}")
    yield


def _private(ask, rng, low: float, high: float, hidden, laws, form: int) -> None:
    """All neighbors of small seasons; in large ones the experts of the proof, a random day and the days at the ends."""
    ends = list(itertools.product((low, high), repeat=2))
    between = [*ends, *rng.uniform(low, high, (2, 2))]
    three = list(itertools.product((low, high), repeat=3))[1:-1]
    for T, B, rows in ((2, 1, between), (3, 1, between), (4, 2, ends), (4, 1, ends), (4, 3, ends), (2, 4, ends),
                       (3, 1, three)):
        epsilon, places = float(rng.uniform(0.5, 2)), np.array(list(itertools.product(range(len(rows)), repeat=T)))
        tried = np.array(_laws(ask, [(np.array(rows)[season], B, epsilon) for season in places], form))
        a, b = np.argwhere(np.triu((places[:, None] != places[None]).sum(axis=2) == 1)).T
        leaks = leak(tried[a], tried[b])
        worst = int(leaks.argmax())
        x, y = (np.round([rows[r] for r in places[i[worst]]], 3).tolist() for i in (a, b))
        need(leaks[worst] <= epsilon * (1 + checking.TOLERANCE) + checking.TOLERANCE * T,
             f"claims ε = {epsilon:.4g}, leaks {leaks[worst]:.4g} for B = {B} between the one-round neighbors {x} and "
             f"{y}")
    pairs = []
    for T, K, B, epsilon in ((12, 1000, 4, 1.0), (40, 1000, 1, 0.7), (90, 900, 10, 3.0), (9, 1000, 3, 8.0),
                             (2000, 50, 100, 0.2), *((int(T := rng.integers(3, 100)), int(rng.integers(2, 1000)),
                                                     int(rng.integers(1, T)), float(rng.uniform(0.1, 5)))
                                                    for _ in range(6))):
        x = np.full((T, K), high)
        x[:, expert := rng.integers(K)] -= min((high - low) / 2, 20 / T / proved_rate(T, B, epsilon, high - low, form))
        y = x.copy()
        x[0], x[0, expert], y[0], y[0, expert] = high, low, low, high
        pairs.append(((x, B, epsilon), (y, B, epsilon), "in which one expert was the best on day 1, or the worst"))
    small = [place for place, (losses, *_) in enumerate(hidden) if losses.size < 20_000]
    for i, place in enumerate(small):
        losses, B, epsilon = hidden[place]
        y, day = losses.copy(), (0, len(losses) - 1, rng.integers(len(losses)))[i % 3]
        y[day] = low + high - losses[day] if i % 2 else rng.uniform(low, high, losses.shape[1])
        pairs.append((hidden[place], (y, B, epsilon), f"that differ in day {day + 1}"))
    found = _laws(ask, [season for x, y, _ in pairs for season in (x, y)], form)
    for (x, _, words), p, q in zip(pairs, found[::2], found[1::2]):
        (T, K), B, epsilon = x[0].shape, *x[1:]
        need(leak(p, q) <= epsilon * (1 + checking.TOLERANCE) + checking.TOLERANCE * len(p),  # each draw may be rounded
             f"claims ε = {epsilon:.4g}, leaks {leak(p, q):.4g} for T = {T}, K = {K}, B = {B} between one-round "
             f"neighbors {words}")


ETA = "/ (2 * (HIGH - LOW) * max(known, 1))"


def held_question(form: int) -> Question:
    """The question for picks that see so much."""
    return Question(
        "held", minutes=70, goals=(1, 3), check=functools.partial(check_held, form=form),
        gates={"laws": 1, "private": 2, "uses the budget": 2, "the algorithm": 1},
        mistakes=(
            Mistake("twice the noise", {ETA: ETA.replace("2 * (HIGH", "4 * (HIGH")}, 3, "timid"),
            Mistake("losses in [0, 1]", {ETA: ETA.replace("(HIGH - LOW)", "1.0")}, 3, "claims ε|timid"),
            Mistake("every day counted", {"max(known, 1)": "max(T - 1, 1)"}, 3, "timid|of no use"),
            Mistake("sees its own days", {"losses[start:stop]": "losses[start:stop + B]"}, 1, "not uniform|claims ε"),
            Mistake("the short stretch forgotten", {"-(-T // B)": "max(T // B, 1)"}, 0, "shape"),
            Mistake("behaves on small cases alone",
                    {"laws = np.empty": "eta = eta if T < 6 else 3 * eta\n    laws = np.empty"}, 1, "claims ε"),
            Mistake("forgets the stretches before", {"losses[start:stop]": "losses[max(stop - B, 0):stop]"}, 5,
                    "not Hedge|of no use"),
        ))


HELD = tuple(map(held_question, range(3)))


# ---- 4: guilty? --------------------------------------------------------------------------------------

# Who keeps both promises of the task fails with probability below 1e-6: P[Bin(100, 0.001) > 4] < 1e-7,
# P[Bin(30, 0.01) > 5] < 6e-7 (test_a4 computes both).
RUNS, HONEST_MISTAKES, TOO_MANY, MISSED = 2000, 4, 20, 5


def _runs(p, days: int, rng) -> np.ndarray:
    return rng.choice(len(p), RUNS, p=p)[:, None] // 3 ** np.arange(days) % 3


def _event(kind: int, days: int, rng) -> np.ndarray:
    """Which rows: one day's picks, a relation of two days that no day shows alone, any third of the rows or more."""
    rows = np.arange(3 ** days)[:, None] // 3 ** np.arange(days) % 3
    if kind == 0 or days == 1:
        return rows[:, rng.integers(days)] == rng.integers(3)
    if kind == 1:
        return rows[:, :2].sum(axis=1) % 3 == rng.integers(3)
    return rng.permutation(len(rows)) < len(rows) * rng.uniform(0.35, 0.65)


def check_convict(ask, case):
    """Verdicts, honest samplers, leaking ones."""
    rng = case.rng("convict")
    same = np.zeros((RUNS, 3), dtype=int)
    plain = _verdicts(ask, [(same, same, 0.2, 0.0), (same, same + 1, 0.5, 0.1), (same + 1, same, 0.5, 0.1),
                            (same[:, :1], same[:, :1] + 2, 0.5, 0.1)])
    need(not plain[0], "of no use: convicts a sampler that prints the same in both seasons")
    need(all(plain[1:]), "of no use: lets a sampler go whose picks in the two seasons have nothing in common")
    yield
    worlds = []
    for i in range(100):
        epsilon, delta = (0.0, 0.0) if i % 4 == 0 else (0.5, 0.1) if i % 4 == 1 else \
            (float(rng.uniform(0, 0.5)), float(rng.choice([0, 0.1])))
        days = (4, 1, int(rng.integers(1, 5)), 4)[i % 4]
        laws = two_laws(_event(i % 3, days, rng), *limit(epsilon, delta)[::rng.choice([1, -1])], rng)
        worlds.append((*(_runs(p, days, rng) for p in laws), epsilon, delta))
    wrong = sum(_verdicts(ask, worlds))
    if wrong <= HONEST_MISTAKES:
        yield
    else:
        yield f"convicts {wrong} of 100 honest samplers"
        need(wrong <= TOO_MANY, "not counted: more than 20 of 100 honest samplers were convicted")
    worlds = []
    for i in range(30):
        epsilon, delta = (0.0, 0.5, float(rng.uniform(0, 0.5)), 0.5, float(rng.uniform(0.4, 0.5)))[i % 5], 0.1 * (i % 2)
        days = 1 if i < 3 else int(rng.integers(2, 5))
        less = float(rng.uniform(0.02, 0.2))
        more = math.exp(epsilon) * less + delta + 0.25 + (i > 9) * float(rng.uniform(0.0, 0.05))
        laws = two_laws(_event(i % 3, days, rng), *(more, less)[::1 if i % 2 else -1], rng)
        worlds.append((*(_runs(p, days, rng) for p in laws), epsilon, delta))
    gone = len(worlds) - sum(_verdicts(ask, worlds))
    need(gone <= MISSED, f"lets {gone} of {len(worlds)} leaking samplers go")
    yield


def _verdicts(ask, worlds) -> list[bool]:
    found = [checking.whole(v, "for True or False") for v in ask.each("convict", worlds)]
    need(set(found) <= {0, 1}, f"True or False is wanted; got {found[:4]}")
    return list(map(bool, found))


CONVICT = Question(
    "convict", minutes=90, goals=(3,), check=check_convict, kind="statistical",
    gates={"verdicts": 1, "the honest go free": 2, "leaks are found": 2},
    mistakes=(
        Mistake("always guilty", {"return False": "return True"}, 0, "of no use"),
        Mistake("never guilty", {"return True": "return False"}, 0, "of no use"),
        Mistake("no margin", {"delta + margin": "delta"}, 3, "honest"),
        Mistake("chosen and tested with the same runs", {"slice(half, 2 * half)": "slice(half)"}, 3, "honest"),
        Mistake("the first day alone",
                {"np.asarray(runs) @ 3 ** np.arange(np.shape(runs)[1])": "np.asarray(runs)[:, 0]"}, 3, "leaking"),
        Mistake("the most frequent row alone",
                {"event = look[0] > factor * look[1]": "event = np.arange(81) == np.argmax(look[0])"}, 3,
                "leaking"),
        Mistake("far too careful", {"delta + margin": "delta + 3 * margin"}, 3, "leaking|nothing in common"),
    ))


# ---- 5: whatever is made of the picks ----------------------------------------------------------------

PROCESSING = Proof(
    "processing", minutes=60, goals=(3,),
    rubric={"(a) the event of the picks whose g lies in B, and closeness used for this event, both ways": 1,
            "(b) for fixed coins by (a), then the average over the coins": 1,
            "(b) says where independence and the same law of the coins are used": 1,
            "(c) yes by (a), no, yes by (b), no, each with its reason: does it need the losses?": 1,
            "(d) two neighbors, and why the pick is private and what is published differs for sure": 1},
    errors={"argues with ratios of probabilities of single outcomes, so for δ = 0 alone": "(a) 0; (b) is judged for "
                                                                                          "itself",
            "one direction only, without a word": "(a) still full if 'likewise' could stand there; nothing is lost "
                                                  "twice",
            "(b) multiplies δ by the number of coins' values": "the first point of (b) is lost",
            "(iv) yes by (b), for it is drawn from the picks": "(c) is lost: the coins' law depends on the losses"})

QUESTIONS = (WINDOW, RATE, HELD, CONVICT, PROCESSING)
