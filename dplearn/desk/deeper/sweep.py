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
from collections.abc import Iterable
from concurrent.futures import Executor
from functools import partial
from pathlib import Path

import numpy as np

from . import experiments
from .experiment import Choice, Experiment


def sweep(experiment: Experiment, grid: dict[str, Iterable], *, seed: int = 2026, runs: int | None = None,
          executor: Executor | None = None, path: str | Path | None = None) -> list[dict]:
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
        A CSV table.  Each setting is written as soon as it and those before it are done, and settings that it holds
        already are not run again: after Ctrl-C, or where a grid grew, the same call goes on.

    Returns
    -------
    list of dict
        A row a setting, in the grid's order: the parameters, `seed`, the value of each curve at the marker, by its key
        (NaN where it does not apply), and `simulation` with `low`, `high` and `runs` at the simulated place nearest to
        the marker.  An experiment whose x axis is no parameter gives a row for each place `x`.

    Raises
    ------
    ValueError
        For a setting out of range, a file whose columns, seeds or runs are others, or one that ends in the middle of a
        line.
    """
    settings = [vars(experiment.setting(**dict(zip(grid, values)))) for values in itertools.product(*grid.values())]
    kept = {} if path is None else _read(Path(path), experiment, seed, runs)
    places = 1 if isinstance(experiment.x, str) else len(experiment.x_axis.grid(experiment.points))
    missing = [s for s in settings if len(kept.get(tuple(s.values()), ())) < places]
    from tqdm.auto import tqdm  # imported when asked for: it costs 0.1 s

    # an experiment of the course travels to another process by its name
    which = experiment.name if experiments.ALL.get(experiment.name) is experiment else experiment
    rows_of = partial(setting_rows, which, seed=seed, runs=runs)
    for rows in tqdm((map if executor is None else executor.map)(rows_of, missing), desc=experiment.name,
                     unit="setting", total=len(settings), initial=len(settings) - len(missing)):
        if path is not None:
            _write(Path(path), rows)
        kept[tuple(rows[0][p.name] for p in experiment.parameters)] = {row.get("x"): row for row in rows}
    return [row for s in settings for _, row in sorted(kept[tuple(s.values())].items())]


def setting_rows(which: str | Experiment, setting: dict, seed: int, runs: int | None) -> list[dict]:
    """The rows of one setting of an experiment, or of that of the course with this name."""
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
    wanted = [*names, "seed", *["x"] * (not isinstance(experiment.x, str)), *(s.key for s in experiment.series)]
    wanted += ["simulation", "low", "high", "runs"] * (experiment.simulation is not None)
    text = path.read_text(encoding="utf-8")
    table = csv.DictReader(text.splitlines())
    if table.fieldnames != wanted or not text.endswith("\n"):
        raise ValueError(f"path must be a whole table of {experiment.name}, with the columns {', '.join(wanted)}; got "
                         f"{table.fieldnames}, and at its end {text[-20:]!r}")
    for row in table:
        values = {k: typed.get(k, float)(v) for k, v in row.items()}
        if values["seed"] != seed or runs is not None and values.get("runs", runs) != runs:
            raise ValueError(f"path must be a table with seed {seed} and {runs or 'all'} runs; got seed "
                             f"{values['seed']}, {values.get('runs')} runs")
        kept.setdefault(tuple(values[n] for n in names), {})[values.get("x")] = values
    return kept
