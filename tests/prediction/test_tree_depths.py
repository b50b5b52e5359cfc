"""A tree cut at every depth is the tree of that depth."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from dplearn import data
from dplearn.prediction.tree_depths import answers_by_depth


def test_one_column_against_trees_of_each_depth():
    """One column of distinct values: the best split is unique but for ties of equal gain, which both break alike."""
    rng = np.random.default_rng(1)
    for n in (2, 7, 30, 101):
        x, y = rng.normal(size=(n, 1)), rng.integers(0, 2, n)
        queries = np.concatenate([x, rng.normal(size=(50, 1))])
        depths = np.array([3, 0, 1, 2, 40])
        cut = answers_by_depth(x, y, queries, depths, rng=np.random.default_rng(2))
        seed = int(np.random.default_rng(2).integers(2**31))
        for answers, depth in zip(cut, depths):
            if depth == 0:
                assert (answers == (y.mean() > 0.5)).all()
            else:
                tree = DecisionTreeClassifier(max_depth=int(depth), random_state=seed).fit(x, y)
                assert (answers == (tree.predict_proba(queries)[:, -1] > 0.5) * y.any()).all()
        assert (cut[4, :n] == y).all()                            # to purity: learned by heart


def test_training_accuracy_grows_with_depth_on_real_records():
    adult = data.load_adult()
    rng = np.random.default_rng(3)
    picked = rng.choice(adult.n, 500, replace=False)
    x, y, depths = adult.x[picked], adult.y[picked], np.arange(31)
    right = (answers_by_depth(x, y, x, depths, rng=rng) == y).mean(axis=1)
    assert (np.diff(right) >= 0).all() and right[0] == max(y.mean(), 1 - y.mean()) and right[-1] > 0.99


def test_one_label_only():
    x = np.zeros((3, 2))
    for label in (0, 1):
        assert (answers_by_depth(x, np.full(3, label), x, [0, 5], rng=np.random.default_rng(0)) == label).all()


@pytest.mark.parametrize("change, says", [
    ({"y": [0, 1, 2]}, "y must be <= 1"), ({"depths": [-1]}, "depths must be >= 0"), ({"queries": np.zeros((2, 3))}, "queries must have shape"),
    ({"x": np.full((3, 2), np.nan)}, "x must be finite"), ({"rng": 3}, "rng must be a"),
])
def test_refused(change, says):
    good = {"x": np.zeros((3, 2)), "y": [0, 1, 1], "queries": np.zeros((2, 2)), "depths": [1], "rng": np.random.default_rng(0)}
    with pytest.raises(ValueError, match=says):
        answers_by_depth(**good | change)
