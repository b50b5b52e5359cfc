"""`release_desk(...)`: columns of a census and a budget are chosen, the kernel releases, the page compares.

The kernel runs the release in pieces on its event loop (`query_release.deeper.curator.ReleaseRun`): between two of them
it hears "Stop", which keeps what there is, with the budget truly spent.  On some steps the page is told how every table
stands, and the run waits a moment there, that the eye can follow.  A desk has a tank of ε; every release drains it by
what it spent (basic composition), nothing fills it, and a release that may take more than is left does not begin.
Synthetic records are drawn up on request and go to the browser as bytes.

Where no kernel runs, the output carries the picture of the newest release as PNG, with its description as alternative
text.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import traitlets

from . import _validate as check
from . import simulate
from ._assets import joined
from ._widget import Widget, in_turn
from .data import load_adult_bits
from .experiment import Parameter
from .privacy import Guarantee, Relation
from .query_release.deeper import curator
from .query_release.deeper.curator import Released, ReleasePlan, ReleaseRun
from .query_release.deeper.figures import desk_figure

SEED = 5
PIECE = 0.02  # seconds of work between two looks at what the browser says
LOOKS, PAUSE = 24, 0.06  # so many steps of a run, at most, are shown, each for at least so many seconds
TANK = 2 * curator.EPSILONS[1]  # ε that all releases of a desk may spend together
EPSILON = Parameter("epsilon", "ε", "privacy budget", *curator.EPSILONS, 1.0, log=True, steps=93)
DEGREES = {1: "each column alone (1-way tables)", 2: "pairs of columns (2-way tables)",
           3: "triples of columns (3-way tables)"}
TOO_MUCH = "This release may take ε = {takes}, and ε = {left} is left in the tank: choose a smaller ε."
CURATOR = ("Green, and every error on this page, is the curator's view: computed from the records themselves, "
           "shown for teaching. It is no part of the release, and neither is the Laplace noise drawn to compare with.")
UNSPENT = "Nothing has been spent at this desk yet."
ACCOUNTS = ("Spent at this desk: ε = {epsilon}, δ = {delta} (1 release).",
            "Spent at this desk: ε = {epsilon}, δ = {delta} ({count} releases, added up).")


class ReleaseDesk(Widget):
    """A desk at which tables of a census are released under a privacy budget (`dplearn.query_release.deeper.curator`);
    also called `release_desk`.  Showing it makes its first release.

    Parameters
    ----------
    columns : names of 3 to 16 columns of `dplearn.data.load_adult_bits`, or how many of the first.
    epsilon : in [0.05, 10], the budget of a release; its δ is 10^-6, or 0 for "cells" (REPLACE_ONE).
    T : steps, 1 to 10,000 ("mwem": 400, noise: 1); None takes a rule that does not look at the data.
    method : "pmw", "mwem" (whole tables measured, and replayed), "laplace" or "gaussian" (noise on every table),
        "fitted" (Gaussian noise on tables that are then made to agree), "cells" (Laplace noise once on every cell of
        the histogram).
    degree : 1, 2 or 3: how many columns a table has.
    seed : of everything random, so that a lecture reads the same twice; a real release keeps its randomness secret.

    Attributes
    ----------
    plan : `ReleasePlan`, what the next release will be.
    newest : `Released` or None, the newest release.
    releases : the guarantees of all releases of this desk, in order.
    spent : `privacy.Guarantee`, of all releases of this desk together.
    tank : ε that they may spend together, 20; a release that may take more than is left raises a ValueError.

    Raises
    ------
    ValueError
        For a value outside its range.
    """

    _esm = joined("dom.js", "release_desk_views.js", "release_desk.js")
    _css = joined("explorer.css", "release_desk.css")
    layout_data = traitlets.Dict().tag(sync=True)
    plan_data = traitlets.Dict().tag(sync=True)
    progress = traitlets.Dict().tag(sync=True)
    result = traitlets.Dict().tag(sync=True)

    def __init__(self, columns=8, *, epsilon: float = 1.0, T: int | None = None, method: str = "pmw", degree: int = 3,
                 seed: int = SEED):
        self.seed = check.integer("seed", seed, 0)
        self.plan = ReleasePlan(columns, epsilon, T, method, degree)
        self.newest: Released | None = None
        self.releases: list[Guarantee] = []
        self._run: ReleaseRun | None = None
        self._stopping = False
        self.tank = TANK
        super().__init__(layout_data=self._layout(), plan_data=self._plan_data(""), result={"account": UNSPENT})

    # --- what a reader's code can do -----------------------------------------------------------

    @in_turn
    def set(self, **changes) -> ReleaseDesk:
        """Change `columns`, `epsilon`, `T`, `method` or `degree` of the next release; a refused change changes nothing.

        Where `method` is named T is by its rule unless given too.
        """
        self._take(changes)
        self.plan_data = self._plan_data("")
        return self

    def release(self) -> Released:
        """Run the planned release to its end and return it; Ctrl-C keeps the steps done.  It adds to `spent`."""
        self._begin()
        try:
            for _ in self._pieces(0.5):
                pass
        finally:  # an interrupt leaves through here: what was spent is spent
            self._end()
        return self.newest

    @property
    def spent(self) -> Guarantee:
        """All releases of this desk together, by basic composition (REPLACE_ONE)."""
        if not self.releases:
            return curator.NOTHING
        epsilon, delta = (sum(getattr(g, name) for g in self.releases) for name in ("epsilon", "delta"))
        return Guarantee(epsilon, min(1.0, delta), Relation.REPLACE_ONE,
                         f"basic composition of {len(self.releases)} releases")

    def __repr__(self) -> str:
        p, known = self.plan, load_adult_bits().names
        columns = len(p.columns) if p.columns == known[: len(p.columns)] else p.columns
        return (f"release_desk({columns!r}, epsilon={p.epsilon!r}, T={p.T!r}, method={p.method!r}, "
                f"degree={p.degree!r}, seed={self.seed!r})")

    def _repr_mimebundle_(self, **kwargs):
        """The first release is made if there is none, and is paid for: a desk opens on something to see."""
        if self.newest is None and self._run is None:
            self.release()
        return super()._repr_mimebundle_(**kwargs)

    def _still(self) -> tuple:
        return desk_figure(self.newest, self._account(), self.tank - self.spent.epsilon, self.tank)

    # --- what the browser is told ----------------------------------------------------------------

    def _layout(self) -> dict:
        bits = load_adult_bits()
        return {
            "title": "The release desk: a census under a privacy budget",
            "question": f"{bits.n:,} people answered {len(bits.names)} yes/no questions. Choose columns, a budget and "
                        "a method. How near to the truth are the tables that may be published?",
            "columns": [[name, curator.column_words(name)] for name in bits.names], "least": curator.LEAST_COLUMNS,
            "methods": curator.METHODS, "degrees": DEGREES, "curator": CURATOR,
            "epsilons": [EPSILON.text(v) for v in EPSILON.values],
            "tank": self.tank,
        }

    def _plan_data(self, sequence: str) -> dict:
        """The plan as the page shows it; `sequence` answers a request of the browser."""
        p, names = self.plan, load_adult_bits().names
        return {
            "sequence": sequence, "columns": [names.index(name) for name in p.columns], "method": p.method,
            "degree": p.degree,
            "epsilon": [EPSILON.position(p.epsilon), EPSILON.text(p.epsilon), p.epsilon],
            "words": [f"{p.universe_size:,} kinds of people, {p.tables:,} tables, {p.questions:,} questions.", p.words],
            "price": f"spends at most ε = {EPSILON.text(p.epsilon)}, δ = {_small(p.delta)}", "code": repr(self),
        }

    def _progress(self) -> dict:
        run = self._run
        spent = run.guarantee.epsilon
        return {"step": run.steps, "T": run.planned, "spent": spent,
                "words": f"{curator.SHORT[run.plan.method]}: step {run.steps:,} of {run.planned:,}; "
                         f"spent so far ε = {spent:.3g}",
                "errors": np.ascontiguousarray(run.table_errors, dtype="<f8").tobytes()}

    def _account(self) -> str:
        g, count = self.spent, len(self.releases)
        words = ACCOUNTS[count > 1] if count else UNSPENT
        return words.format(epsilon=f"{g.epsilon:.3g}", delta=_small(g.delta), count=count)

    def _result(self) -> dict:
        """The newest release: numbers as bytes of float64."""
        r, known = self.newest, load_adult_bits()
        columns = np.array([known.names.index(name) for name in r.plan.columns])
        file = ["Download noisy answers (CSV)", "noise on answers gives no synthetic data"]
        if r.histogram is not None:
            file = ["Download synthetic data (CSV)",
                    f"{known.n:,} made-up people with the same guarantee; costs nothing more"]
        return {
            "number": len(self.releases), "message": r.message, "account": self._account(), "degree": r.plan.degree,
            "labels": r.labels, "words": r.words, "before": r.before, "method": r.plan.method,
            "spent": self.spent.epsilon, "subsets": columns[r.queries.subsets].ravel().tolist(), "file": file,
            **{name: np.ascontiguousarray(getattr(r, name), dtype="<f8").tobytes()
               for name in ("truth", "released", "laplace")},
        }

    # --- the browser's side ------------------------------------------------------------------------

    def _hear(self, _, content: dict, buffers) -> None:
        try:
            kind = content.get("type")
            if kind == "stop":
                self._stopping = True
            elif kind == "file":
                self._send_file(content["view"])
            else:
                self._take(self._named(content["changes"]))
                self.plan_data = self._plan_data(content["sequence"])
                if kind == "release" and self._run is None:
                    self._start()
        except Exception as error:
            self._failed(error, content.get("sequence"))

    def _take(self, changes: dict) -> None:
        """Change the plan; nothing changes where a value is refused."""
        if "method" in changes:
            changes = {"T": None, **changes}  # a step of another method is another thing
        self.plan = replace(self.plan, **changes)

    def _named(self, changes: dict) -> dict:
        """A place on the slider as a value."""
        changes = dict(changes)
        if "epsilon_place" in changes:
            changes["epsilon"] = EPSILON.values[changes.pop("epsilon_place")]
        return changes

    @in_turn
    def _begin(self) -> None:
        if self._run is not None:
            raise RuntimeError("a release is under way at this desk: press Stop, or wait for its end")
        takes, left = self.plan.epsilon, self.tank - self.spent.epsilon
        if takes > left + 1e-9:  # sums of floats round
            raise ValueError(TOO_MUCH.format(takes=f"{takes:.3g}", left=f"{left:.3g}"))
        self._run = ReleaseRun(self.plan, rng=simulate.stream(self.seed, "release desk", len(self.releases)))
        self._stopping = False
        self.progress = self._progress()

    @in_turn
    def _end(self) -> None:
        """Take down what came out and what it cost."""
        run, self._run = self._run, None
        self.newest = run.release()
        self.releases.append(self.newest.guarantee)
        with self.hold_sync():
            self.progress = {}
            self.result = self._result()

    def _start(self) -> None:
        loop = asyncio.get_running_loop()
        self._begin()
        loop.create_task(self._work())

    async def _work(self) -> None:
        try:
            await asyncio.sleep(0.002)  # the first word on progress leaves on another thread
            for looked in self._pieces(PIECE):
                await asyncio.sleep(PAUSE if looked else 0.001)  # "Stop" is heard here
        except Exception as error:
            self._failed(error, "")
        finally:
            self._end()

    def _pieces(self, seconds: float) -> Iterator[bool]:
        """The work of the run, in pieces of about so many seconds, until it is stopped; progress is told at looks
        alone: what a release tells depends on no clock.  Gives whether it just was."""
        run = self._run
        for look in _looks(run.planned):
            while run.steps < look and not self._stopping:
                run.advance(seconds, look)
                if looked := run.steps == look:
                    self.progress = self._progress()
                yield looked

    def _send_file(self, view: str) -> None:
        if self.newest is None:
            raise ValueError("there is nothing to download before the first release")
        name, text = self.newest.file()
        words = f"{name}; its first line states the guarantee"
        self.send({"type": "file", "view": view, "name": name, "words": words}, [text.encode()])


def _looks(planned: int) -> list[int]:
    """The steps of a run at which its page is told how every table stands: closer at the start, where more happens."""
    shown = min(planned, LOOKS)
    return sorted({math.ceil(planned * (i / shown) ** 2) for i in range(1, shown + 1)})


def _small(value: float) -> str:
    return f"{value:.2g}".replace("e-0", "e-")


release_desk = ReleaseDesk
