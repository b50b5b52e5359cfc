"""A grid of settings of one experiment, worked through on any executor, into a table that survives an interruption.

    from dplearn.pac import experiments
    from dplearn.sweep import sweep

    if __name__ == "__main__":                                   # the worker processes read this file too
        grid = {"d": range(2, 13), "alpha": [0.05, 0.1, 0.2], "world": ["thresholds", "parities"]}
        with ProcessPoolExecutor() as executor:                   # or Client(...).get_executor() of a Dask cluster
            rows = sweep(experiments.occam, grid, executor=executor, path="occam.csv")
"""

from __future__ import annotations

import csv
import itertools
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, as_completed
from pathlib import Path

import numpy as np

from . import _validate as check
from . import experiments
from .experiment import Choice, Experiment


def sweep(experiment: Experiment, grid: dict[str, Iterable], *, seed: int = 2026, runs: int | None = None,
          executor: Executor | None = None, path: str | Path | None = None, progress: bool = True) -> list[dict]:
    """All combinations of the grid's values: the curves and the simulated estimate at each.

    Parameters
    ----------
    experiment : Experiment
    grid : dict
        Parameter to its values; the others stay at their defaults.  All settings are checked before the first one is
        run.
    seed, runs : of the simulation at each setting; its full number of runs if not said.
    executor : any `concurrent.futures.Executor`, or None: one setting after another, here.
        Processes of this machine and a Dask cluster take the experiments of the course; one of your own must pickle.
    path : file, optional
        A CSV table.  Each setting is written as soon as it is done, and settings that it holds already are not run
        again.
    progress : whether a bar counts the settings, and a line says so where Ctrl-C ends it or the file holds them all.

    Returns
    -------
    list of dict
        A row a setting, in the grid's order: the parameters, `seed`, the value of each curve at the marker, by its key
        (NaN where it does not apply), and `simulation` with `low`, `high` and `runs` at the simulated place nearest to
        the marker.  An experiment whose x axis is no parameter gives a row for each place `x`; of a setting that the
        file holds in part, the rows not there are added.  Ctrl-C returns the rows that are done.

    Raises
    ------
    ValueError
        For a setting out of range, a file whose columns or seeds are others, or a damaged line of it.
    """
    check.instance("experiment", experiment, Experiment)
    if not isinstance(grid, dict) or not all(isinstance(v, Iterable) and not isinstance(v, str) for v in grid.values()):
        raise ValueError(f"grid must map parameter names to lists of values; got {grid!r}")
    check.integer("seed", seed, 0)
    if runs is not None:
        check.integer("runs", runs, 1)
    settings = [vars(experiment.setting(**dict(zip(grid, values)))) for values in itertools.product(*grid.values())]
    kept = {} if path is None else _read(Path(path), experiment, seed, runs)
    places = 1 if isinstance(experiment.x, str) else len(experiment.x_axis.grid(experiment.points))
    missing = {k: s for s in settings if len(kept.get(k := tuple(s.values()), ())) < places}
    total, said = len(settings), "" if missing else f"{len(settings)} of {len(settings)} settings already there"
    from tqdm.auto import tqdm  # imported when asked for: it costs 0.1 s

    with tqdm(total=total, initial=total - len(missing), desc=experiment.name, unit="setting",
              disable=not (progress and missing)) as bar:
        try:
            for rows in _done(experiment, [*missing.values()], seed, runs, executor):
                setting = tuple(rows[0][p.name] for p in experiment.parameters)
                if path is not None:
                    _write(Path(path), [row for row in rows if row.get("x") not in kept.get(setting, ())])
                kept[setting] = {row.get("x"): row for row in rows}
                del missing[setting]
                bar.update()
        except KeyboardInterrupt:
            again = f" in {path}; run again to go on" if path else ""
            said = f"interrupted: {total - len(missing)} of {total} settings{again}"
    if progress and said:
        print(said, file=sys.stderr)
    return [row for s in settings for _, row in sorted(kept.get(tuple(s.values()), {}).items())]


def setting_rows(which: str | Experiment, setting: dict, seed: int, runs: int | None) -> list[dict]:
    """The rows of one setting; an experiment of the course travels to another process by its name."""
    e = experiments.ALL[which] if isinstance(which, str) else which
    s = e.setting(**setting)
    estimate = e.simulate(s, seed=seed, runs=runs) if e.simulation is not None else None
    picture, rows = e.picture(s, estimate), []
    for x in picture.lines[0].x.tolist() if picture.marker is None else [picture.marker]:
        row = {**setting, "seed": seed} | ({"x": x} if picture.marker is None else {})
        row |= {line.series.key: line.y[line.x == x][0].item() for line in picture.lines}
        if estimate is not None:
            i = np.abs(picture.estimate_x - x).argmin()
            row |= {"simulation": estimate.mean[i].item(), "low": estimate.low[i].item(),
                    "high": estimate.high[i].item(), "runs": estimate.runs}
        rows.append(row)
    return rows


def _done(experiment, settings, seed, runs, executor) -> Iterator[list[dict]]:
    """The rows of each setting, as they come."""
    if executor is None:
        yield from (setting_rows(experiment, s, seed, runs) for s in settings)
        return
    which = experiment.name if experiments.ALL.get(experiment.name) is experiment else experiment
    jobs: list[Future] = [executor.submit(setting_rows, which, s, seed, runs) for s in settings]
    try:
        yield from (job.result() for job in as_completed(jobs))
    finally:
        for job in jobs:
            job.cancel()


def _write(path: Path, rows: list[dict]) -> None:
    with path.open("a", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, rows[0])
        if file.tell() == 0:
            table.writeheader()
        table.writerows(rows)


def _read(path: Path, experiment: Experiment, seed: int, runs: int | None) -> dict[tuple, dict]:
    """The rows of a table by setting and place, in the types that they were written in."""
    kept: dict[tuple, dict] = {}
    if not path.exists():
        return kept
    names = [p.name for p in experiment.parameters]
    typed = {p.name: str if isinstance(p, Choice) else int if p.integer else float for p in experiment.parameters}
    typed |= {"seed": int, "runs": int}
    with path.open(newline="", encoding="utf-8", errors="replace") as file:
        lines = file.readlines()
    if lines and not lines[-1].endswith("\n"):
        lines[-1] = lines[-1].rpartition(",")[0]  # of its last number digits may be missing
    table = csv.DictReader(lines)
    wanted = [*names, "seed", *["x"] * (not isinstance(experiment.x, str)), *(s.key for s in experiment.series)]
    wanted += ["simulation", "low", "high", "runs"] * (experiment.simulation is not None)
    if lines and table.fieldnames != wanted:
        raise ValueError(f"path must be a table of {experiment.name}, with the columns {', '.join(wanted)}; got "
                         f"{', '.join(table.fieldnames or ())}")
    for row in table:
        try:
            values = {k: typed.get(k, float)(v) for k, v in row.items()}
        except (TypeError, ValueError):  # what is missing is None; what is too much, a list whose key is None
            raise ValueError(f"path must be a table of {experiment.name}; line {table.line_num} of {path.name} is "
                             f"broken; delete it to have its setting run again: {row}") from None
        if values["seed"] != seed or runs is not None and values.get("runs", runs) != runs:
            raise ValueError(f"path must be a table with seed {seed} and {runs or 'all'} runs; got seed "
                             f"{values['seed']}, {values.get('runs')} runs")
        kept.setdefault(tuple(values[n] for n in names), {})[values.get("x")] = values
    return kept
