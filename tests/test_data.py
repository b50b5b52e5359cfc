"""The data room: bytes, published figures, shapes, errors."""

import gzip
import hashlib
import re
from importlib import resources

import numpy as np
import pytest

from dplearn import data
from dplearn.data import deeper

FOLDER = resources.files("dplearn.data")
README = FOLDER.joinpath("README.md").read_text(encoding="utf-8")
FILES = sorted(entry.name for entry in FOLDER.iterdir() if entry.name.endswith(".csv.gz"))

# task: n, distinct x, share of 1, best threshold ("x >= v: error" predicts 1 from v up, "x < v: error" below v), error
# of the best function of x; as the README has them
TASKS = {row[0]: row[1:] for row in re.findall(r"^\| `(\w+)` " + r"\| ([^|]+) " * 5 + r"\|$", README, re.M)}


def rows_of(name):
    """The header and the rows of a file, read slowly."""
    text = gzip.decompress(FOLDER.joinpath(f"{name}.csv.gz").read_bytes()).decode()
    return [line.split(",") for line in text.splitlines()]


@pytest.mark.parametrize("name", FILES)
def test_the_bytes_are_the_ones_the_readme_cites(name):
    packed, said = FOLDER.joinpath(name).read_bytes(), README.partition(f"## {name}")[2].partition("\n## ")[0]
    assert all(hashlib.sha256(content).hexdigest() in said for content in (packed, gzip.decompress(packed)))


def test_every_file_is_cited_and_the_licence_texts_travel_along():
    assert len(FILES) == 7
    for name, *said in (("diamonds-MIT", "Hassan Kibirige", "WITHOUT WARRANTY"),
                        ("nfl_elo-MIT", "ABC News Internet Ventures", "WITHOUT WARRANTY")):
        text = FOLDER.joinpath("licenses", f"{name}.txt").read_text(encoding="utf-8")
        assert all(words in text for words in said) and f"licenses/{name}.txt" in README
    assert "출처: 한국마사회, 공공데이터포털" in README
    for doi in ("10.24432/C5959T", "10.24432/C5XW20", "10.24432/C5W894", "10.24432/C56S3T"):
        assert doi in README


# ------------------------------------------------------------------------------------- census


def test_adult_columns_against_the_file_read_slowly():
    a, bits = data.load_adult(), data.load_adult_bits()
    header, *rows = rows_of("adult")
    assert a.x.shape == (48842, 91) and a.x.dtype == np.float32 and len(set(a.names)) == 91
    assert a.x.min() == 0 and a.x.max() == 1 and (a.x[:, 5:].sum(axis=1) == 7).all()
    for i in (0, 27, 48_841):
        record = dict(zip(header, rows[i]))
        said = {a.names[j] for j in np.flatnonzero(a.x[i] == 1) if " is " in a.names[j]}
        assert said == {f"{name} is {record[name].replace('?', 'missing')}" for name in (
            "workclass", "marital_status", "occupation", "relationship", "race", "sex", "native_country")}
        assert a.x[i, a.names.index("age")] == pytest.approx((int(record["age"]) - 17) / (90 - 17), abs=1e-6)
        assert a.y[i] == (record["income"] == ">50K") and a.train[i] == (record["split"] == "train")
    complete = np.array(["?" not in row for row in rows])
    assert (bits.column("income_gt_50k") == a.y[complete]).all()
    ages = np.array([int(row[header.index("age")]) for row in rows])
    assert (bits.column("age_ge_38") == (ages[complete] >= 38)).all()


# ------------------------------------------------------------------------------------- mushrooms


def test_mushroom_columns_against_the_file_read_slowly():
    m = data.load_mushroom()
    header, *rows = rows_of("mushroom")
    assert len(header) == 23
    assert m.x.shape == (8124, 117) and m.x.dtype == m.y.dtype == bool and len(set(m.names)) == 117
    assert m.n == 8124 and m.y.sum() == 4208 and (m.x.sum(axis=1) == 22).all()  # each attribute has exactly one value
    for i in (0, 77, 8123):
        assert {m.names[j] for j in np.flatnonzero(m.x[i])} == {f"{a} is {v}" for a, v in zip(header[1:], rows[i][1:])}
        assert m.y[i] == (rows[i][0] == "edible")


# ------------------------------------------------------------------------------------- intervals


@pytest.mark.parametrize("name", TASKS)
def test_task_figures(name):
    n, distinct, share, rule, any_error = (said.replace(",", "") for said in TASKS[name])
    *rule, error = rule.replace(":", "").split()
    task = data.load_interval_task(name)
    assert (task.n, task.domain_size, round(task.y.mean(), 4)) == (int(n), int(distinct), float(share))
    assert (np.diff(task.grid) > 0).all() and (task.grid[task.ranks - 1] == task.x).all()
    ones = np.bincount(task.ranks, weights=task.y)
    zeros = np.bincount(task.ranks, weights=~task.y)
    # entry j: errors of [rank <= j], one wrongly said 0 or 0 wrongly said 1
    below = (np.cumsum(zeros - ones) + ones.sum()) / task.n
    best = min(below.min(), (1 - below).min())
    assert (round(best, 4), round(np.minimum(ones, zeros).sum() / task.n, 4)) == (float(error), float(any_error))
    if rule == ["none"]:  # nothing beats a constant
        assert best == pytest.approx(min(task.y.mean(), 1 - task.y.mean()))
    else:
        said = task.x < float(rule[2]) if rule[1] == "<" else task.x >= float(rule[2])
        assert (said != task.y).mean() == pytest.approx(best)


# ----------------------------------------------------------------------------------------- wines


def test_wine_features_stay_in_the_public_ball():
    wine = deeper.load_wine_quality()
    assert wine.names == tuple(deeper.wine.RANGES) and wine.features.shape == (6497, 13)
    assert (np.linalg.norm(wine.features, axis=1) <= 1).all() and (wine.features[:, 0] ** 2 * 2 == pytest.approx(1))
    assert wine.target.min() == 0.3 and wine.target.max() == 0.9 and (wine.target == wine.quality / 10).all()
