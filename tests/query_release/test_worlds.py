"""Many questions to few people: the questions by their definition, the saved search by running some of it
again."""

import numpy as np
import pytest

from benchmarks import release_worlds
from dplearn.query_release.experiments import worlds
from dplearn.query_release.experiments.worlds import World


def test_questions_are_what_they_say():
    rng, kinds = np.random.default_rng(1), np.arange(64)
    for questions in release_worlds.QUESTIONS:
        p, asked = release_worlds.drawn(World("lopsided", questions, 6, 50), rng)
        rows = np.array([asked.query(i) for i in range(asked.n_queries)])
        assert np.isin(rows, (0, 1)).all() and np.allclose(50 * p, np.rint(50 * p)) and p.sum() == pytest.approx(1)
        batch = rng.normal(size=(3, 64))
        np.testing.assert_allclose(asked.answers(batch), batch @ rows.T, atol=1e-10)
        gaps = rng.normal(size=len(rows))
        np.testing.assert_allclose(asked.back(gaps), gaps @ rows, atol=1e-9)
        if questions == "parities":       # all 63 of them, once each, and each orthogonal to all others
            assert np.array_equal((2 * rows - 1) @ (2 * rows - 1).T, 64 * np.eye(63))
        if questions == "hidden":             # scores: all answers turned, they turn; and shifts of halves
            assert (rows[:2000] + rows[:2000, ::-1] == 1).all() and (rows[2000:].sum(axis=1) == 32).all()
            assert len(rows) == 2000 + 16 * 64 and np.array_equal(rows[2000 + 5], rows[2000][kinds ^ 5])


def test_the_world_shown_comes_out_again():
    shown = release_worlds.SHOWN
    for way, error in release_worlds.errors(shown, 23, ("cells", "pmw", "mwem_gaussian")).items():
        assert worlds.seeds_of(shown, way)[23] == pytest.approx(error, abs=2e-4)
    assert worlds.search()[shown] == pytest.approx({way: worlds.seeds_of(shown, way).mean() for way in worlds.WAYS},
                                                   abs=2e-4)
    small = World("census", "scores", 8, 300)
    found = [release_worlds.errors(small, seed, ("projected",))["projected"] for seed in range(24)]
    assert worlds.search()[small]["projected"] == pytest.approx(np.mean(found), abs=1e-4)
