"""The two attacks: averaging against its exact chance, reconstruction, and the ceiling that no attack passes."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats
from asking import hoeffding

from dplearn import query_release as qr
from dplearn.query_release.attack import draw_reconstruction
from dplearn.private_experts import attack_ceiling
from dplearn.simulate import stream

# ---- averaging -----------------------------------------------------------------------------------

def test_success_of_few_answers_by_convolution():
    """The density of a sum of k Laplace variables on a fine grid, by repeated convolution."""
    step, reach = 0.004, 40.0
    x = np.arange(-reach, reach + step / 2, step)
    density = np.diff(stats.laplace.cdf(np.append(x, x[-1] + step) - step / 2))
    total = density.copy()
    for k in range(1, 4):
        for epsilon in (0.2, 3.0):
            below = np.interp(k * epsilon / 2, x + step / 2, np.cumsum(total))
            assert qr.averaging_success(k, epsilon_step=epsilon) == pytest.approx(below, abs=1e-5)
        total = np.convolve(total, density, mode="same")


# ---- reconstruction ------------------------------------------------------------------------------

def least_squares(queries, answers, noise_std):
    """Bits by least squares around one half, with as much pull towards it as noise of this size deserves; then
    rounding."""
    n = queries.shape[1]
    pull = np.sqrt(max(4 * (n * noise_std) ** 2, 1e-9)) * np.eye(n)
    wanted = np.append(n * answers - queries.sum(axis=1) / 2, np.zeros(n))
    # a bit that the queries do not tell is left at one half, but for rounding
    return np.linalg.lstsq(np.vstack([queries, pull]), wanted, rcond=None)[0] > 1e-6


@pytest.mark.parametrize("noise, scale, std", [("laplace", [0.0, 0.02, 0.1], math.sqrt(2)),
                                               ("rounded", [0.0, 0.05, 0.2], math.sqrt(1 / 12))])
def test_drawn_reconstruction_is_the_attack_written_out(noise, scale, std):
    """The same stream by hand: bits, queries, noise; every run and place."""
    n, asked, runs, rng = 12, np.array([5, 24, 30]), 6, stream(4, "draw", 0)
    drawn = draw_reconstruction(n, asked, np.array(scale), rng=stream(4, "draw", 0), runs=runs, noise=noise)
    bits, queries = rng.integers(0, 2, (runs, n)), rng.integers(0, 2, (runs, 30, n)).astype(float)
    unit = rng.laplace(size=(runs, 30)) if noise == "laplace" else None
    for run, (j, (k, b)) in itertools.product(range(runs), enumerate(zip(asked, scale))):
        answers = queries[run, :k] @ bits[run] / n
        if b:
            answers = answers + b * unit[run, :k] if noise == "laplace" else np.round(answers / b) * b
        assert drawn[run, j] == (least_squares(queries[run, :k], answers, b * std) == bits[run]).mean()


def test_noise_that_forgets_to_divide_passes_the_ceiling():
    """k answers, each moves by 1/n: ε-DP together at scale k/(εn), and not at 1/(εn)."""
    n, k, runs = 24, 96, 1_500
    divided, whole = draw_reconstruction(n, [k, k], np.array([k, 1]) / n, rng=stream(5, "dinur nissim", n),
                                         runs=runs).mean(axis=0)
    # Hoeffding, two comparisons, false alarm 1e-6
    assert divided <= attack_ceiling(1.0) + hoeffding(runs, 2) < whole
