"""Assignment 4, private randomized weighted majority: what its questions are graded by."""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np
from dplearn.privacy import product_profile

from ..grading import checking
from ..grading.question import Mistake, Proof, Question, need
from .a4_truth import SEEN, held, leak, pick_laws, proved_rate, seen_by


# ---- 1: late and forgetful ---------------------------------------------------------------------------

def _season(rng, T: int, K: int, day: int):
    """Neighbors with 0/1 losses that differ on `day`, and by more than an equal shift."""
    x = rng.integers(0, 2, (T, K)).astype(float)
    x[day, :2] = 0, 1
    y = x.copy()
    y[day] = 1 - x[day]
    return x, y


def check_window(ask, case):
    """Small seasons, long ones, small δ and borders."""
    rng = case.rng("window")

    def drawn(*sizes):
        return [(*_season(rng, *size), epsilon, eta * float(rng.uniform(0.9, 1)), window)
                for *size, epsilon, eta, window in sizes]

    rare, lost = np.zeros((2, 500, 3)), np.ones((2, 1000, 3))  # all lose: weights that are not shifted are all zero
    rare[:, 5] = lost[:, 500] = (0, 1, 1), (1, 0, 1)
    for tries in (
            drawn((7, 3, 1, 0.2, 1.2, 2), (7, 2, 2, 0.0, 0.7, 1), (7, 6, 2, 0.3, 1, 7)),
            drawn((1500, 3, 600, 1.0, 0.2, 60), (1500, 2, 1, 0.0, 0.01, 1499)) + [(*lost, 0.1, 2.9, 400 + case.DELAY)],
            [(*rare, epsilon, 0.025 * float(rng.uniform(0.95, 1)), 450) for epsilon in (2.2, 2.6)]
            + drawn((30, 3, 28, 0.4, 0.9, 5), (40, 3, 9, 25.0, 0.1, 8), (1, 2, 0, 0.3, 0.9, 1))):
        for (x, y, epsilon, eta, window), got in zip(tries, ask.each("window_profile", tries)):
            where = f"for T = {len(x)}, K = {x.shape[1]}, η = {eta:.3g}, window = {window}"
            laws = (pick_laws(season, eta, window, case.DELAY) for season in (x, y))
            got, true = checking.number(got, where), product_profile(*laws, epsilon)
            fault = "no probability" if not 0 <= got <= 1 + 1e-9 else f"too {'small' if got < true else 'large'}"
            need(math.isclose(got, true, rel_tol=1e-6, abs_tol=1e-13),
                 f"claims δ({epsilon:.3g}) = {got:.6g}, which is {fault}, {where}")
        yield


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
        Mistake("a chance that the loss is above ε", {"np.maximum(-np.expm1(epsilon - loss), 0)": "(loss > epsilon)"},
                0, "too large|no probability"),
        Mistake("a constant", {"return max(": "return 0.0 * max("}, 0, "too small"),
        Mistake("weights that vanish", {"(seen - seen.min())": "seen"}, 3, "long seasons: (claims δ|a finite)"),
    ))


# ---- 2: one pick for some days -----------------------------------------------------------------------

def _laws(ask, tries, form):
    """Checked to be laws, a row a draw, uniform where nothing is seen."""
    found = []
    for (losses, B, epsilon), value in zip(tries, ask.each("held_law", tries)):
        (T, K), draws = losses.shape, -(-len(losses) // B)
        where = f"for T = {T}, K = {K}, B = {B}, ε = {epsilon:.3g}"
        p = checking.law(value, (draws, K), where, rows=True)
        blind = [draw for draw in range(draws) if seen_by(draw, B, form).stop == 0]
        need((np.abs(p[blind] - 1 / K) < checking.TOLERANCE).all(), f"a pick that sees no data is not uniform {where}")
        found.append(p)
    return found


def _seasons(rng, low: float, high: float):
    """Seasons, B and ε over all that the task allows, its ends among them."""
    sizes = [(1, 2, 1, 1.0), (7, 3, 14, 2.0), (60, 4, 7, 20.0), (60, 5, 20, 0.01), (2000, 2, 1, 20.0),
             (100, 1000, 25, 0.5)]
    for T in np.exp(rng.uniform(0, 7.5, 8)).astype(int).tolist():
        sizes.append((T, int(rng.integers(2, 30)), int(T ** rng.random()), float(np.exp(rng.uniform(-3, 2.9)))))
    return [(rng.uniform(low, high, (T, K)) if i % 2 else rng.choice([low, high], (T, K)), B, epsilon)
            for i, (T, K, B, epsilon) in enumerate(sizes)]


def check_held(ask, case, form):
    """Laws, private, as bold as can be proved, Hedge by all days that are seen."""
    rng, low, high = case.rng("held"), case.LOW, case.HIGH
    hidden = _seasons(rng, low, high)
    laws = _laws(ask, hidden, form)
    yield

    told = []
    for p, (losses, B, epsilon) in zip(laws, hidden):
        where = f"for T = {len(losses)}, K = {losses.shape[1]}, B = {B}"
        most = proved_rate(len(losses), B, epsilon, high - low, form)
        first = min(2 if form == 2 else 1, len(p) - 1)  # the first draw that sees days
        best = losses[:B].sum(axis=0).argmin()
        no_use, right = (held(losses, B, rate, form) for rate in (most / 10, most))
        need(p[first, best] <= right[first, best] + checking.TOLERANCE,
             f"claims ε = {epsilon:.4g}, but the best expert is picked more often than by Hedge at the rate that can "
             f"be proved, which leaks more with enough experts, {where}")
        need(p[first, best] >= no_use[first, best] - checking.TOLERANCE,
             f"of no use: experts are hardly set apart, less than by Hedge at a tenth of what can be proved, {where}")
        told.append((p, right, (first, best), where))
    _private(ask, rng, low, high, form)
    yield

    for p, right, place, where in told:
        need(p[place] >= right[place] - checking.TOLERANCE,
             f"private, but more timid than what can be proved: the best expert is picked too seldom {where}")
    yield

    for p, right, _, where in told:
        need(np.abs(p - right).max() < checking.TOLERANCE,
             f"not Hedge at this rate by the losses of {SEEN[form]}, {where}")
        checking.supported(p, right, where)
    yield


def _private(ask, rng, low: float, high: float, form: int) -> None:
    """All neighbors of small seasons; in large ones the experts of the proof."""
    ends = list(itertools.product((low, high), repeat=2))
    between = [*ends, *rng.uniform(low, high, (2, 2))]
    asked, pairs = [], []
    for T, B, rows in ((3, 1, between), (4, 3, ends)):
        epsilon, places = float(rng.uniform(0.5, 2)), np.array(list(itertools.product(range(len(rows)), repeat=T)))
        near = np.argwhere(np.triu((places[:, None] != places).sum(axis=2) == 1)) + len(asked)
        pairs += near.tolist()
        asked += [(np.array(rows)[season], B, epsilon) for season in places]
    for T, K, B, epsilon in ((12, 1000, 4, 1.0), (1000, 20, 50, 0.2), *(
            (T, int(rng.integers(2, 200)), int(rng.integers(1, T)), float(rng.uniform(0.1, 5)))
            for T in rng.integers(3, 100, 4).tolist())):
        x = np.full((T, K), high)  # one expert is the best on day 1, or the worst; else a little better than all others
        x[:, 0] -= min((high - low) / 2, 20 / T / proved_rate(T, B, epsilon, high - low, form))
        y = x.copy()
        x[0, 0], y[0], y[0, 0] = low, low, high
        pairs.append((len(asked), len(asked) + 1))
        asked += [(x, B, epsilon), (y, B, epsilon)]
    laws = _laws(ask, asked, form)
    for a, b in pairs:
        (x, B, epsilon), y, leaks = asked[a], asked[b][0], leak(laws[a], laws[b])
        need(leaks <= epsilon * (1 + checking.TOLERANCE) + checking.TOLERANCE * len(x),  # draws may be rounded
             f"claims ε = {epsilon:.4g}, leaks {leaks:.4g} for T = {len(x)}, K = {x.shape[1]}, B = {B} between "
             f"one-round neighbors that differ in day {np.argwhere(x != y)[0, 0] + 1}")


ETA = "/ (2 * (HIGH - LOW) * max(known, 1))"


HELD = tuple(Question(
    "held", minutes=70, goals=(1, 3), check=functools.partial(check_held, form=form),
    gates={"laws": 1, "private": 2, "uses the budget": 2, "the algorithm": 1},
    mistakes=(
        Mistake("twice the noise", {ETA: ETA.replace("2 * (HIGH", "4 * (HIGH")}, 3, "timid"),
        Mistake("losses in [0, 1]", {ETA: ETA.replace("(HIGH - LOW)", "1.0")}, 3, "claims ε|timid"),
        Mistake("sees its own days", {"losses[start:stop]": "losses[start:stop + B]"}, 1, "not uniform|claims ε"),
        Mistake("the short stretch forgotten", {"-(-T // B)": "max(T // B, 1)"}, 0, "shape"),
        Mistake("forgets the stretches before", {"losses[start:stop]": "losses[max(stop - B, 0):stop]"}, 5,
                "not Hedge|of no use"),
    )) for form in range(3))


# Who keeps both promises of the task fails with probability below 1e-6: P[Bin(100, 0.001) > 4] < 1e-7,
# P[Bin(30, 0.01) > 5] < 6e-7 (test_a4 computes both).


# ---- 3: whatever is made of the picks ----------------------------------------------------------------

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

QUESTIONS = (WINDOW, HELD, PROCESSING)
