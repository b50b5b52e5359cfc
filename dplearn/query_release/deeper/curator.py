"""One release of the census by a curator: planned, run in pieces, stopped at will, compared with the truth.

A `ReleasePlan` says which columns of `load_adult_bits` are released, which tables are asked (all marginals on `degree`
of the columns, each cell a question), by which of `METHODS`, and at what ε; δ is 10^-6, or 0 for noise on cells.  A
`ReleaseRun` carries it out: `advance` works for a given time and comes back, so that whoever waits can show progress
and can stop.  What is stopped gives what there is; its guarantee counts the steps done.  A `Released` puts the result
beside the truth, as only a curator may.

Public: the columns, the questions, n, T, ε and δ.  Private: the records (REPLACE_ONE).  T must not be chosen by
looking at the data, so the rules here do not: for PMW the T at which the bound on its error is least, for MWEM the
rule of thumb `mwem_rounds` (whose constants were tried out on census records).
"""

from __future__ import annotations

import itertools
import math
import time
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ... import _validate as check
from ...data import load_adult_bits
from ...privacy import Guarantee, Relation
from ..calibration import selection_guarantee, step_epsilon
from ..cells import nearest_distribution, noisy_histogram, synthetic_records
from ..formulas import best_whole_rounds
from ..multiplicative import NoisyWorst, hunt_rate, hunt_steps
from ..workloads import histogram_of, with_negations
from .marginals import Marginals
from .mwem import MWEM, mwem_rounds
from .tables import fitted_answers, noisy_tables

DELTA = 1e-6
LEAST_COLUMNS, MOST_DEGREE = 3, 3
STEPWISE = {"pmw": 10_000, "mwem": 400}  # replay makes MWEM's time grow like T^2
EPSILONS = (0.05, 10.0)
METHODS = {
    "pmw": "PMW: private multiplicative weights",
    "mwem": "MWEM: tables measured and replayed",
    "laplace": "Laplace noise on every table",
    "gaussian": "Gaussian noise on every table",
    "fitted": "Gaussian noise on every table, fitted",
    "cells": "Laplace noise once on every cell, δ = 0",
}
MOST_ROUNDS = {method: STEPWISE.get(method, 1) for method in METHODS}
RELEASES, SEED = 8, 1886  # of `release_errors`
NOTHING = Guarantee(0.0, 0.0, Relation.REPLACE_ONE)
SHORT = {"pmw": "PMW", "mwem": "MWEM", "laplace": "Laplace noise", "gaussian": "Gaussian noise",
         "fitted": "Fitted noise", "cells": "Noise on cells", "projected": "Noise on cells, projected"}


@dataclass(frozen=True)
class ReleasePlan:
    """What is to be released: `columns` by name, in the data's order, or how many of the first; `epsilon`, `method`,
    `degree` of the tables, and steps `T` (None: by the rule)."""

    columns: tuple[str, ...]
    epsilon: float = 1.0
    T: int | None = None
    method: str = "pmw"
    degree: int = 3

    def __post_init__(self):
        known, given = load_adult_bits().names, self.columns
        if not isinstance(given, (list, tuple)):
            given = known[: check.integer("columns", given, LEAST_COLUMNS, len(known))]
        chosen = {check.choice("columns", name, known) for name in given}
        if len(chosen) < LEAST_COLUMNS:
            raise ValueError(f"columns must be at least {LEAST_COLUMNS} different names, or how many of the first; "
                             f"got {self.columns!r}")
        most = MOST_ROUNDS[check.choice("method", self.method, METHODS)]
        vars(self).update(  # what is frozen is frozen from here on
            columns=tuple(name for name in known if name in chosen),
            epsilon=check.real("epsilon", self.epsilon, *EPSILONS),
            T=None if self.T is None else check.integer("T", self.T, 1, most),
            degree=check.integer("degree", self.degree, 1, MOST_DEGREE))

    @property
    def rounds(self) -> int:
        """T, or if none was said the rule's: it knows public numbers alone."""
        if self.T is not None or self.method not in STEPWISE:
            return self.T or 1
        n = load_adult_bits().n
        if self.method == "mwem":
            return mwem_rounds(self.universe_size, n=n, epsilon=self.epsilon, delta=DELTA)
        closed = 2 * self.questions  # with their negations
        return min(MOST_ROUNDS["pmw"], best_whole_rounds.sharp(self.universe_size, closed, n, self.epsilon, DELTA))

    @property
    def delta(self) -> float:
        """The δ of the release: Laplace noise on cells needs none."""
        return 0.0 if self.method == "cells" else DELTA

    @property
    def words(self) -> str:
        """What the budget permits in a step."""
        step = step_epsilon(self.epsilon, DELTA, T=self.rounds)
        fit = "; then the tables are made to agree" if self.method == "fitted" else ""
        return {
            "pmw": f"PMW makes {self.rounds:,} choices with ε₀ = {step:.3g} each.",
            "mwem": f"MWEM chooses and measures {self.rounds:,} tables.",
            "cells": f"Each of {self.universe_size:,} kinds gets noise once; tables and records are made of it.",
        }.get(self.method, f"All cells of all {self.tables:,} tables get noise, each of its own{fit}.")

    @property
    def universe_size(self) -> int:
        """2^k cells."""
        return 2 ** len(self.columns)

    @property
    def tables(self) -> int:
        """How many marginals are asked."""
        return math.comb(len(self.columns), self.degree)

    @property
    def questions(self) -> int:
        """Cells of all tables: |Q|, without negations."""
        return self.tables * 2**self.degree


@lru_cache(maxsize=16)
def _world(columns: tuple[str, ...], degree: int) -> tuple[np.ndarray, Marginals, np.ndarray]:
    """The true histogram of these columns, the questions, the true answers."""
    bits = load_adult_bits()
    histogram = histogram_of(np.column_stack([bits.column(name) for name in columns]))
    queries = Marginals(len(columns), degree)
    # counts, without the rounding of the transform and its -0
    truth = np.rint(bits.n * queries.answers(histogram)) / bits.n + 0.0
    for array in (histogram, truth):
        array.setflags(write=False)
    return histogram, queries, truth


# ---- the ways to answer: (what the steps begun have cost, the steps: each gives (histogram, answers)) ----------


def _pmw(plan: ReleasePlan, histogram, queries, budget):
    """PMW: the average of the histograms so far; the errors that each step sees stay inside."""
    step, closed = step_epsilon(plan.epsilon, DELTA, T=plan.rounds), with_negations(queries)
    choose = NoisyWorst(closed.width, budget["n"], step, budget["rng"])
    steps = hunt_steps(histogram, closed, eta=hunt_rate("hoeffding", plan.rounds, closed), choose=choose)
    totals = itertools.accumulate(hunted.p for hunted in steps)
    return lambda: selection_guarantee(step, DELTA, choose.drawn), ((total / total.sum(), None) for total in totals)


def _mwem(plan: ReleasePlan, histogram, queries, budget):
    """MWEM: what counts is the newest histogram."""
    run = MWEM(histogram, queries, delta=DELTA, T=plan.rounds, **budget)
    return lambda: run.spent, ((step.after, None) for step in run.steps)


def _noise(plan: ReleasePlan, histogram, queries, budget):
    """Noise on the cells of every table, or (with records, from the nearest distribution) once on each kind: one step.
    """
    drawn = []

    def steps():
        if plan.method == "cells":
            drawn.append(noisy_histogram(histogram, **budget))
            yield nearest_distribution(drawn[0].values), queries.answers(drawn[0].values)
        noise = "laplace" if plan.method == "laplace" else "gaussian"
        drawn.append(noisy_tables(histogram, queries, delta=DELTA, noise=noise, **budget))
        answers = drawn[0].values
        yield None, fitted_answers(answers, queries) if plan.method == "fitted" else answers

    return lambda: drawn[0].guarantee if drawn else NOTHING, steps()


WAYS = {"pmw": _pmw, "mwem": _mwem}


class ReleaseRun:
    """A release under way.

    Parameters
    ----------
    plan : ReleasePlan
    rng : numpy.random.Generator
        Draws the release, and after its last step the Laplace answers it is compared with.

    Attributes
    ----------
    steps : how many are done; `plan.rounds` of them are planned.
    """

    def __init__(self, plan: ReleasePlan, *, rng):
        self.plan, self._rng = plan, rng
        self._histogram, self._queries, self._truth = _world(plan.columns, plan.degree)
        way = WAYS.get(plan.method, _noise)
        budget = {"n": load_adult_bits().n, "epsilon": plan.epsilon, "rng": rng}
        self._spent, self._steps = way(plan, self._histogram, self._queries, budget)
        self._newest = np.full(plan.universe_size, 1 / plan.universe_size), None  # p^1, uniform, before the first step
        self.steps, self.planned = 0, plan.rounds

    def advance(self, seconds: float, step: int | None = None) -> bool:
        """Work for about this long (at least one step), not beyond this step; True once all steps are done."""
        until, last = time.monotonic() + seconds, self.planned if step is None else min(step, self.planned)
        while self.steps < last:
            self._newest = next(self._steps)
            self.steps += 1
            if time.monotonic() >= until:
                break
        return self.steps >= self.planned

    @property
    def guarantee(self) -> Guarantee:
        """What the steps begun so far have cost: REPLACE_ONE."""
        return self._spent()

    def _answers(self) -> np.ndarray:
        """What the release answers as it stands."""
        histogram, answers = self._newest
        return self._queries.answers(histogram) if answers is None else answers

    @property
    def table_errors(self) -> np.ndarray:
        """The worst error in every table as the release stands (tables,): the curator's view."""
        return _worst_by_table(np.abs(self._answers() - self._truth), self.plan.degree)

    def release(self) -> Released:
        """What there is, beside the truth and beside Laplace answers at the budget truly spent."""
        spent, plan, laplace = self.guarantee, self.plan, np.empty(0)
        if plan.method != "laplace" and spent.epsilon > 0:
            laplace = noisy_tables(self._histogram, self._queries, n=load_adult_bits().n, epsilon=spent.epsilon,
                                   delta=spent.delta, noise="laplace", rng=self._rng).values
        return Released(plan, self._truth, self._answers(), laplace, self._newest[0], self.steps, spent, self._queries)


def _worst_by_table(errors: np.ndarray, degree: int) -> np.ndarray:
    """The largest of the errors in each table (tables,)."""
    return errors.reshape(-1, 2**degree).max(axis=1)


@dataclass(frozen=True, eq=False)
class Released:
    """A release beside the truth: `histogram`, `released` and `guarantee` may be published, nothing else here.

    `truth`, `released`, `laplace` are answers to all questions, shape (|Q|,); `laplace` is empty if nothing was spent,
    or if the release is Laplace answers itself.  `histogram` (2^k,) is None for noise on tables; for noise on cells it
    is the distribution nearest to them, whose answers are others than those released.  `steps` of `plan.rounds` were
    done.
    """

    plan: ReleasePlan
    truth: np.ndarray
    released: np.ndarray
    laplace: np.ndarray
    histogram: np.ndarray | None
    steps: int
    guarantee: Guarantee
    queries: Marginals

    def errors(self) -> dict[str, np.ndarray]:
        """|error| of every question: "released", "laplace" to compare with, if there is any, and "uniform"."""
        uniform = np.full(len(self.truth), 0.5**self.plan.degree)
        answers = {"released": self.released, "laplace": self.laplace, "uniform": uniform}
        return {name: np.abs(values - self.truth) for name, values in answers.items() if len(values)}

    def table_errors(self) -> dict[str, np.ndarray]:
        """The worst of these errors in every table (tables,)."""
        return {name: _worst_by_table(errors, self.plan.degree) for name, errors in self.errors().items()}

    @property
    def labels(self) -> dict[str, str]:
        """A few words for each of the `errors`."""
        return {"released": SHORT[self.plan.method], "laplace": SHORT["laplace"], "uniform": "all cells alike"}

    @property
    def words(self) -> dict[str, str]:
        """A line for each of the `errors`."""
        here = f"{self.labels['released']}, this release"
        beside = f"Laplace noise on every table at the same ε = {self.guarantee.epsilon:.3g}, to compare with"
        return {"released": here, "laplace": beside,
                "uniform": "all cells of a table alike: asks no data, costs nothing"}

    @property
    def before(self) -> str:
        """Its line once another release is the newest."""
        return f"{self.labels['released']}, released before at ε = {self.guarantee.epsilon:.3g}"

    @property
    def message(self) -> str:
        """The release in a sentence."""
        errors, spent, planned = self.errors(), self.guarantee.epsilon, self.plan.rounds
        did = (f"stopped after {self.steps:,} of {planned:,} steps" if self.steps < planned
               else f"answers {len(self.truth):,} questions")
        beside = f"; Laplace noise {errors['laplace'].max():.3g}" if "laplace" in errors else ""
        return (f"{SHORT[self.plan.method]} {did} at ε = {spent:.3g}: worst error {errors['released'].max():.3g}"
                f"{beside}")

    def _question(self, i: int) -> str:
        columns = [self.plan.columns[bit] for bit in self.queries.subsets[i >> self.plan.degree]]
        return ", ".join(f"{column}={i >> j & 1}" for j, column in enumerate(columns))

    def file(self) -> tuple[str, str]:
        """(name, text) of the CSV file: synthetic records, or the noisy answers where there is no histogram.

        Computed from the release alone, so it costs nothing more.  The first line, a comment, states the guarantee.
        """
        what = f"{SHORT[self.plan.method]}, {self.guarantee}"
        name = f"{self.plan.method}_epsilon_{self.guarantee.epsilon:.3g}.csv"
        if self.histogram is None:
            rows = [f'"{self._question(i)}",{value:.6f}' for i, value in enumerate(self.released)]
            return f"answers_{name}", "\n".join([f"# noisy answers: {what}", "question,answer", *rows]) + "\n"
        n = load_adult_bits().n
        # The order alone is drawn: the same release gives the same file each time.
        records = synthetic_records(self.histogram, n, rng=np.random.default_rng(0)).astype(int).astype(str)
        nearest = "; from the distribution nearest to the noisy cells" if self.plan.method == "cells" else ""
        lines = [f"# {n} synthetic records, nobody real: {what}{nearest}",
                 *map(",".join, [self.plan.columns, *records])]
        return f"synthetic_{name}", "\n".join(lines) + "\n"


def column_words(name: str) -> str:
    """The name of a column as a reader writes it: "age_ge_38" is "age ≥ 38", with no line's end after the sign."""
    for code, words in (("_gt_", " >\xa0"), ("_ge_", " ≥\xa0"), ("_pos", " >\xa00"), ("born_us", "born in US"),
                        ("_", " ")):
        name = name.replace(code, words)
    return name


@lru_cache(maxsize=64)
def release_errors(way: str, epsilon: float, *, columns: int = 8, T: int | None = None) -> np.ndarray:
    """The worst errors of `RELEASES` releases of the first columns, shape (RELEASES,), by one of `METHODS`, or
    "projected": by the distribution nearest to the noisy cells."""
    plan, found = ReleasePlan(columns, epsilon, T, "cells" if way == "projected" else way), []
    for seed in range(RELEASES):
        run = ReleaseRun(plan, rng=np.random.default_rng([SEED, seed]))
        run.advance(math.inf)
        made = run.release()
        answers = made.queries.answers(made.histogram) if way == "projected" else made.released
        found.append(np.abs(answers - made.truth).max())
    return np.array(found)
