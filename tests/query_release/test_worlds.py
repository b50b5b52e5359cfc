"""Many questions to few people: the questions by their definition, the saved search by running some of it
again."""

import numpy as np
import pytest

from dplearn.query_release.deeper.experiments import worlds as deeper_worlds
from dplearn.query_release.experiments import census, worlds
from dplearn.query_release.experiments.worlds import World


def test_questions_are_what_they_say():
    rng, kinds = np.random.default_rng(1), np.arange(64)
    for questions in deeper_worlds.QUESTIONS:
        p, asked = World("lopsided", questions, 6, 50).draw(rng)
        rows = np.array([asked.query(i) for i in range(asked.n_queries)])
        assert np.isin(rows, (0, 1)).all() and np.allclose(50 * p, np.rint(50 * p)) and p.sum() == pytest.approx(1)
        batch = rng.normal(size=(3, 64))
        np.testing.assert_allclose(asked.answers(batch), batch @ rows.T, atol=1e-10)
        gaps = rng.normal(size=len(rows))
        np.testing.assert_allclose(asked.back(gaps), gaps @ rows, atol=1e-9)
        if questions == "parities":       # all 63 of them, once each, and each orthogonal to all others
            assert np.array_equal((2 * rows - 1) @ (2 * rows - 1).T, 64 * np.eye(63))
        if questions == "hidden":
            assert len(rows) == 2000 + 16 * 64 and (rows[2000:].sum(axis=1) == 32).all()
            assert np.array_equal(rows[2000 + 5], rows[2000][kinds ^ 5])     # a shift of the first half
        if questions in ("scores", "hidden"):
            assert (rows[:1000] + rows[:1000, ::-1] == 1).all()             # all answers turned: the score, too


WAYS = (("cells", "pmw"), ("projected", "mwem_gaussian"))


@pytest.mark.parametrize("world, ways", list(zip(deeper_worlds.SHOWN.values(), WAYS)))
def test_the_worlds_shown_come_out_again(world, ways):
    for way, error in deeper_worlds.errors(world, 23, ways).items():
        assert worlds.seeds_of(world, way)[23] == pytest.approx(error, abs=2e-4)
    assert worlds.search()[world] == pytest.approx({way: worlds.seeds_of(world, way).mean() for way in worlds.WAYS},
                                                   abs=2e-4)


def test_the_saved_census_is_what_comes_out():
    """Every way at 8 columns and ε = 0.1, noise at 13 and ε = 1."""
    saved, quick = deeper_worlds.rivals(), [way for way in census.WAYS if way not in ("mwem", "pmw")]
    for ways, epsilon, columns in ((census.WAYS, 0.1, 8), (quick, 1.0, 13)):
        for way in ways:
            errors = census.release_errors(way, epsilon, columns=columns)
            found = errors.mean(), errors.min(), errors.max()
            assert saved[epsilon, columns][way] == pytest.approx(found, abs=1.1e-5)
    assert len(saved) == 18 and all([*row] == [*census.WAYS] for row in saved.values())
