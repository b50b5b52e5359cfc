"""The releases of the census side by side: fitted tables, many runs at once."""

import numpy as np

from dplearn import simulate
from dplearn import query_release as qr
from dplearn.query_release.experiments import census as real


def test_fitted_answers_are_the_nearest_that_agree():
    n, p, queries = real.census(6)
    rows = np.array([queries.query(i) for i in range(queries.n_queries)])
    noisy = np.random.default_rng(4).normal(size=queries.n_queries)
    np.testing.assert_allclose(qr.fitted_answers(noisy, queries), rows @ np.linalg.lstsq(rows, noisy, rcond=1e-9)[0],
                               atol=1e-12)
    np.testing.assert_allclose(qr.fitted_answers(queries.answers(p), queries), queries.answers(p), atol=1e-12)


def test_releases_side_by_side_are_pmw():
    n, p, queries = real.census()
    budget = {"n": n, "epsilon": 1.0, "delta": real.DELTA}
    single = [qr.max_error(queries, p, qr.pmw(p, qr.with_negations(queries), T=60, rng=np.random.default_rng(i),
                                              **budget).histogram)
              for i in range(60)]
    together = real.pmw_errors(1.0, 60, 400)
    assert together.shape == (400,)
    room = sum(simulate.bernstein_halfwidth(np.var(x, ddof=1), len(x), 1 - 5e-7, 1.0) for x in (single, together))
    assert abs(np.mean(single) - together.mean()) <= room
