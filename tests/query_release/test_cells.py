"""Noise once on every cell: exact privacy beside broken copies, the projections by brute force, errors and bounds."""

import functools

import numpy as np
import pytest
from scipy import stats

from dplearn import query_release as qr
from dplearn.privacy import Relation, all_datasets, audit
from dplearn.query_release import deeper
from dplearn.simulate import stream

EDGES = np.linspace(-1, 2, 7)


def audited(scale, cells, n, epsilon):
    """The audit of Laplace noise of this scale on shares, each noisy cell sorted into eight intervals: all 8^cells
    outcomes."""
    def law(data):
        shares = np.bincount(data, minlength=cells) / n
        masses = [np.diff(np.concatenate([[0.0], stats.laplace.cdf(EDGES, share, scale), [1.0]])) for share in shares]
        return functools.reduce(np.multiply.outer, masses).ravel()

    return audit(law, all_datasets(range(cells), n), domain=range(cells), epsilon=epsilon,
                 relation=Relation.REPLACE_ONE)


# ---- privacy -------------------------------------------------------------------------------------

@pytest.mark.parametrize("cells, n, epsilon", [(2, 4, 2.0), (3, 2, 0.3)])
def test_noise_on_cells_is_exactly_private(cells, n, epsilon):
    """Whoever sees each noisy cell's interval learns up to ε, far out exactly ε, and half the noise is caught."""
    scale = qr.noisy_histogram(np.eye(cells)[0], n=n, epsilon=epsilon, rng=stream(1, "s", 0)).scale
    assert scale == pytest.approx(2 / (epsilon * n))
    report = audited(scale, cells, n, epsilon)
    assert report.ok and report.true_epsilon == pytest.approx(epsilon)      # so this scale cannot be smaller
    for broken in (scale / 2, scale / 1.1):                                 # 1/(εn): as if one cell moved alone
        report = audited(broken, cells, n, epsilon)
        assert not report.ok and report.true_epsilon == pytest.approx(epsilon * scale / broken)


def test_the_noise_of_a_stream_and_its_price():
    p, noise = np.array([0.5, 0.5, 0, 0]), stream(3, "law", 0).laplace(size=4)
    drawn = qr.noisy_histogram(p, n=50, epsilon=1.0, rng=stream(3, "law", 0))
    assert drawn.values == pytest.approx(p + 0.04 * (noise - noise.mean())) and "4 cells" in drawn.guarantee.note
    assert (drawn.guarantee.epsilon, drawn.guarantee.delta, drawn.guarantee.relation) == (1.0, 0, Relation.REPLACE_ONE)


# ---- projections ---------------------------------------------------------------------------------

def test_the_nearest_distribution_is_the_nearest():
    """A distribution p is nearest to v exactly if none has a larger <v - p, ·>, and the largest is that of a cell."""
    rng = stream(4, "simplex", 0)
    tried = [rng.normal(size=size) * scale for size in (1, 2, 7) for scale in (0.1, 1, 50) for _ in range(8)]
    for values in (*tried, np.zeros(3), np.array([1.0, 1.0, -5.0]), np.array([-3.0, -3.0])):
        p = qr.nearest_distribution(values)
        assert p.min() >= 0 and p.sum() == pytest.approx(1)
        assert (values - p).max() <= (values - p) @ p + 1e-11


# ---- errors --------------------------------------------------------------------------------------

def test_the_deviation_of_an_answer_is_exact(cells=16, counted=4, scale=0.3):
    query = np.arange(cells) < counted
    weights = query - query.mean()                      # what each cell's noise counts, once the total is mended
    exact = scale * np.sqrt(2 * weights @ weights)
    assert deeper.cells_deviation(cells, scale, share=counted / cells) == pytest.approx(exact, rel=1e-12)
