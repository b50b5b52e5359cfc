"""Lecture 6, many questions: curves against the accounts and plain loops; real records against the classifier's own answers."""

import numpy as np
import pytest

from asking import random_settings, values

from dplearn import experiments, prediction
from dplearn.data import load_adult
from dplearn.estimators import PrivatePredictor
from dplearn.prediction.experiments import many as questions


# ---- prediction_budget -------------------------------------------------------------------------------

KEYS = {"basic": "basic", "advanced": "advanced", "optimal": "optimal", "zcdp": "bounded-range", "exact": "exact"}


def test_curves_are_the_accounts():
    e = experiments.prediction_budget
    for s in random_settings(e, 20):
        x = e.x_values(s)
        for key, composition in KEYS.items():
            drawn = values(e, key, s, x)
            plain = [prediction.answers_bought(t, s.delta, s.epsilon_answer, composition=composition) for t in x]
            np.testing.assert_array_equal(np.nan_to_num(drawn), plain)
            assert np.nanmin(np.append(drawn, 1.0)) >= 1


def test_the_order_of_the_curves():
    e = experiments.prediction_budget
    for s in random_settings(e, 40):
        x = e.x_values(s)
        basic, advanced, optimal, zcdp, exact = (np.nan_to_num(values(e, key, s, x)) for key in KEYS)
        assert (exact >= zcdp).all() and (exact >= optimal).all() and (optimal >= np.maximum(basic, advanced)).all()
        for curve in (basic, advanced, optimal, zcdp, exact):
            assert (np.diff(curve) >= 0).all()


# ---- prediction_adult --------------------------------------------------------------------------------

def test_error_is_that_of_the_classifier():
    data, (records, asked) = load_adult(), questions.adult_records()
    assert len(records) == 32_561 and data.train[records].all() and not data.train[asked].any()
    assert len(np.unique(asked)) == questions.ASKED
    for n, r, epsilon in ((2000, 1, 0.5), (2000, 10, 0.3), (8000, 31, 0.05)):
        rows = records[:n]
        model = PrivatePredictor(epsilon=epsilon, n_parts=r, random_state=questions.SHUFFLE).fit(data.x[rows], data.y[rows])
        truth = data.y[asked]
        law = model.predict_proba(data.x[asked])[:, 1]
        exact = np.where(truth, 1 - law, law).mean()
        assert questions.expected_error(n, r, epsilon) == pytest.approx(exact, rel=1e-12)
        drawn = (model.predict(data.x[asked]) != truth).mean()
        assert abs(drawn - exact) <= np.sqrt(np.log(6e6) / (2 * questions.ASKED))     # Hoeffding, three draws, false alarm 1e-6


def test_the_curves_of_the_picture():
    e = experiments.prediction_adult
    s = e.setting(n="2000", epsilon=0.3)
    x = e.x_values(s)
    private, vote, no = (values(e, key, s, x) for key in ("private", "vote", "no"))
    assert private.tolist() == [questions.expected_error(2000, int(r), 0.3) for r in x]
    sure = [questions.expected_error(2000, int(r), 1e6) for r in x]
    np.testing.assert_allclose(vote, sure, atol=1e-12)         # with ε large only ties are left to the coin
    assert (no == no[0]).all() and 0.2 < no[0] < 0.25
    weak = values(e, "private", e.setting(n="2000", epsilon=0.003), x)
    assert weak[0] > 0.499 and (np.diff(weak) < 0).all()       # more parts, louder votes
    # with n = 2,000 records 250 parts have eight each: the vote itself is as bad as saying no
    assert vote[-1] > vote[0] + 0.05


def test_parts_of_the_slider_are_those_of_the_curve():
    e = experiments.prediction_adult
    grid = e.x_values(e.setting())
    assert set(e.parameter("n_parts").values) == set(grid.astype(int).tolist())     # no press trains new trees
