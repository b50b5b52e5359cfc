"""A grid of settings: the same table alone, on processes and on a Dask cluster; resumed where it stopped."""

import csv
import itertools
import math
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from dask.distributed import Client, LocalCluster

from dplearn import experiments
from dplearn.experiment import Simulation
from dplearn.sweep import sweep

GRID = {"d": [2, 4], "alpha": [0.1, 0.3], "world": ["thresholds", "parities"]}
OPTIONS = {"seed": 3, "runs": 40}


@pytest.fixture(scope="module")
def alone():
    return sweep(experiments.occam, GRID, **OPTIONS)


def test_rows_are_the_pictures(alone):
    e = experiments.occam
    assert [tuple(row[name] for name in GRID) for row in alone] == list(itertools.product(*GRID.values()))
    for row in alone:
        setting = e.setting(d=row["d"], alpha=row["alpha"], world=row["world"])
        found = e.simulate(setting, seed=3, runs=40)
        i = abs(e.simulated_x - row["n"]).argmin()
        wanted = {"simulation": found.mean[i], "low": found.low[i], "high": found.high[i], "runs": 40}
        assert row == vars(setting) | {"seed": 3} | e.picture(setting).at_marker() | wanted


def test_a_dask_cluster_gives_the_same_table(alone, tmp_path):
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None, local_directory=tmp_path) as cluster:
        with Client(cluster) as client:
            assert sweep(experiments.occam, GRID, executor=client.get_executor(), **OPTIONS) == alone


def test_an_interrupted_sweep_goes_on(alone, tmp_path):
    drawn, path = [], tmp_path / "occam.csv"

    def draw(s, x, rng, runs):
        drawn.append((s.d, s.alpha, s.world))
        if len(drawn) == 4:  # this one is drawn again
            raise KeyboardInterrupt
        return experiments.occam.simulation.draw(s, x, rng, runs)

    counting = replace(experiments.occam, simulation=Simulation(draw, chunk=40))
    with pytest.raises(KeyboardInterrupt):
        sweep(counting, GRID, path=path, **OPTIONS)
    assert sweep(counting, GRID, path=path, **OPTIONS) == alone
    assert len(drawn) == 9 and len(set(drawn)) == len(list(csv.DictReader(path.open()))) == 8


def test_an_axis_of_its_own_gives_a_row_a_place_and_a_missing_one_again(tmp_path):
    free, path = next(e for e in experiments.ALL.values() if not isinstance(e.x, str)), tmp_path / "free.csv"
    rows = sweep(free, {}, path=path, **OPTIONS)
    assert [r["x"] for r in rows] == free.picture(free.setting()).lines[0].x.tolist()
    lines = path.read_text().splitlines(True)
    path.write_text("".join(lines[:3] + lines[4:]))
    assert sweep(free, {}, path=path, **OPTIONS) == rows


def test_what_does_not_apply_is_nan_in_the_table(tmp_path):
    grid, path = {"n_parts": [2], "n": [1000]}, tmp_path / "parts.csv"  # fewer parts than the theorem asks for
    first, again = (sweep(experiments.soft_majority_parts, grid, path=path, **OPTIONS) for _ in range(2))
    assert all(math.isnan(rows[0]["promise"]) for rows in (first, again)) and first[0]["exact"] == again[0]["exact"]


def test_bad_settings_and_files_are_refused_before_anything_runs(tmp_path):
    drawn, path, broken = [], tmp_path / "t.csv", tmp_path / "broken.csv"
    counting = replace(experiments.occam, simulation=Simulation(lambda *a: drawn.append(a)))
    sweep(experiments.occam, {"d": [2]}, path=path, **OPTIONS)
    broken.write_text(path.read_text()[:-1])
    for says, options in (("alpha", {"grid": {"alpha": [0.1, 7.0]}}), ("nope", {"grid": {"nope": [1]}}),
                          ("seed", {"path": path, "seed": 4}), ("runs", {"path": path, "runs": 50}),
                          ("whole table", {"path": broken})):
        with pytest.raises(ValueError, match=says):
            sweep(counting, **{"grid": GRID, **OPTIONS, **options})
    assert drawn == []


def test_the_example_of_the_readme_runs_on_processes(alone, tmp_path):
    """As it stands there, on a smaller grid."""
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?sweep\(.*?)```", readme, re.S)[1]
    small = re.sub(r"grid = .*", f"grid = {GRID}", code).replace('path="occam.csv"', f'path="occam.csv", **{OPTIONS}')
    (tmp_path / "figure.py").write_text(small, encoding="utf-8")
    done = subprocess.run([sys.executable, "figure.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert sweep(experiments.occam, GRID, path=tmp_path / "occam.csv", **OPTIONS) == alone
