"""The two attacks: averaging against its exact chance, reconstruction, and the ceiling that no attack passes."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from dplearn.query_release import attack
from dplearn.simulate import stream

FALSE_ALARM = 1e-6   # of one test


def hoeffding(runs, comparisons=1):
    """By how much a mean of `runs` outcomes in [0, 1] may miss, one side and the other, at the file's false-alarm rate."""
    return math.sqrt(math.log(2 * comparisons / FALSE_ALARM) / (2 * runs))


def plain_least_squares(queries, answers):
    """Bits by an explicit pseudo-inverse, around one half."""
    n = queries.shape[1]
    return (np.linalg.pinv(queries) @ (n * answers - queries @ np.full(n, 0.5)) > 0).astype(int)


# ---- averaging -----------------------------------------------------------------------------------

def test_success_of_few_answers_by_convolution():
    """The density of a sum of k Laplace variables on a fine grid, by repeated convolution."""
    step, reach = 0.004, 40.0
    x = np.arange(-reach, reach + step / 2, step)
    density = np.diff(stats.laplace.cdf(np.append(x, x[-1] + step) - step / 2))
    total = density.copy()
    for k in range(1, 6):
        for epsilon in (0.2, 1.0, 3.0):
            s = k * epsilon / 2
            at = np.searchsorted(x, s - step / 4)
            on_grid = abs(x[at] - s) < step / 4
            weight = total[:at].sum() + total[at] / 2 if on_grid else np.interp(s, x + step / 2, np.cumsum(total))
            assert attack.averaging_success(k, epsilon_step=epsilon) == pytest.approx(weight, abs=2e-5)
        total = np.convolve(total, density, mode="same")


def test_success_of_one_answer_and_of_many():
    epsilon = np.array([0.1, 1.0, 5.0])
    assert attack.averaging_success(1, epsilon_step=epsilon) == pytest.approx(1 - np.exp(-epsilon / 2) / 2, abs=1e-14)
    # for many answers the mean is nearly normal: the deviation √(2k), the distance kε₀/2
    normal = stats.norm.cdf(1e5 * 0.005 / math.sqrt(2e5))
    assert attack.averaging_success(10**5, epsilon_step=0.01) == pytest.approx(normal, abs=1e-4)
    rising = attack.averaging_success([1, 2, 4, 8, 16, 64, 512], epsilon_step=0.3)
    assert (np.diff(rising) > 0).all() and rising[-1] > 0.99


@pytest.mark.parametrize("epsilon", [0.01, 0.3, 1.0, 4.0])
def test_averaging_stays_below_its_ceiling(epsilon):
    k = np.array([1, 2, 3, 10, 100, 1_000])
    assert (attack.averaging_success(k, epsilon_step=epsilon) <= attack.reconstruction_ceiling(k * epsilon)).all()


def test_averaging_played():
    """The attack on the answers themselves has the exact chance."""
    k, epsilon, n, others = np.array([1, 7, 40]), 0.4, 25, 11
    exact = attack.averaging_success(k, epsilon_step=epsilon)
    rng = stream(1, "averaging", 0)
    for bit, chance in itertools.product((0, 1), range(3)):
        answers = (others + bit) / n + rng.laplace(scale=1 / (epsilon * n), size=(5_000, k[chance]))
        right = attack.averaging_attack(answers, others=others, n=n) == bit
        assert abs(right.mean() - exact[chance]) <= hoeffding(5_000, 6)
    assert attack.averaging_attack([0.2], others=0, n=5) == 1 and attack.averaging_attack([0.05], others=0, n=5) == 0


# ---- reconstruction ------------------------------------------------------------------------------

@pytest.mark.parametrize("n, k", [(1, 1), (8, 8), (20, 40), (20, 7)])
def test_reconstruct_is_least_squares(n, k):
    rng = stream(2, "least squares", n)
    for _ in range(20):
        queries, bits = attack.subset_queries(k, n, rng=rng), rng.integers(0, 2, n)
        answers = queries @ bits / n + 0.01 * rng.laplace(size=k)
        distance = np.linalg.pinv(queries) @ (n * answers - queries.sum(axis=1) / 2)
        clear = np.abs(distance) > 1e-4          # a bit that no query touches is left at one half
        assert (attack.reconstruct(queries, answers) == plain_least_squares(queries, answers))[clear].all()


def test_true_answers_give_everything_away():
    n = 40
    rng = stream(3, "exact", 0)
    queries, bits = attack.subset_queries(60, n, rng=rng), rng.integers(0, 2, (5, n))
    guess = attack.reconstruct(np.broadcast_to(queries, (5, 60, n)), bits @ queries.T / n)
    assert (guess == bits).all()
    assert attack.draw_reconstruction(n, [60, 80], 0.0, rng=rng, runs=5) == pytest.approx(np.ones((5, 2)))


def test_the_draw_is_the_attack():
    """With the same stream: bits, queries and noise drawn in the order in which `draw_reconstruction` takes them."""
    n, asked, scale, runs = 12, np.array([30, 5, 12]), np.array([0.02, 0.1, 0.0]), 6
    for noise in attack.NOISES:
        drawn = attack.draw_reconstruction(n, asked, scale, rng=stream(4, "draw", 0), runs=runs, noise=noise)
        rng = stream(4, "draw", 0)
        bits, queries = rng.integers(0, 2, (runs, n)), rng.integers(0, 2, (runs, 30, n)).astype(float)
        unit = rng.laplace(size=(runs, 30)) if noise == "laplace" else np.zeros((runs, 30))
        for run, j in itertools.product(range(runs), range(3)):
            mine = queries[run, : asked[j]]
            answers = mine @ bits[run] / n
            if noise == "laplace":
                answers, std = answers + scale[j] * unit[run, : asked[j]], math.sqrt(2) * scale[j]
            else:
                answers, std = (np.round(answers / scale[j]) * scale[j] if scale[j] else answers), scale[j] / math.sqrt(12)
            guess = attack.reconstruct(mine, answers, noise_std=std)
            assert drawn[run, j] == (guess == bits[run]).mean()


def test_noise_below_one_over_root_n_does_not_protect():
    """Dinur and Nissim: noise of 0.15/√n, four times as many queries as people.  Then ten times that noise, and rounding."""
    n, runs = 64, 60
    asked, rng = 4 * n, stream(5, "dinur nissim", 0)
    small, large = attack.draw_reconstruction(n, asked, np.array([0.15, 1.5]) / math.sqrt(n), rng=rng, runs=runs).mean(axis=0)
    assert small > 0.95 > 0.8 > large
    assert attack.draw_reconstruction(n, asked, 0.05, rng=rng, runs=runs, noise="rounded").mean() > 0.98   # to the nearest 5%


def test_knowing_the_noise_helps_where_equations_just_determine_the_bits():
    n, runs, std = 40, 200, 0.3 / math.sqrt(40)
    rng = stream(6, "ridge", 0)
    queries, bits = rng.integers(0, 2, (runs, n, n)).astype(float), rng.integers(0, 2, (runs, n))
    answers = (queries @ bits[..., None])[..., 0] / n + std / math.sqrt(2) * rng.laplace(size=(runs, n))
    shares = [(attack.reconstruct(queries, answers, noise_std=s) == bits).mean(axis=1) for s in (0.0, std)]
    gained = shares[1] - shares[0]
    assert gained.mean() > 4 * gained.std() / math.sqrt(runs)     # pairs on the same data; some 0.2 in fact


# ---- the ceiling ---------------------------------------------------------------------------------

@pytest.mark.parametrize("epsilon", [0.1, 1.0, 4.0])
def test_no_reconstruction_passes_the_ceiling(epsilon):
    n, k, runs = 24, np.array([1, 24, 96]), 1_500
    scale = k / (epsilon * n)        # k answers, each moves by 1/n: ε-DP together
    drawn = attack.draw_reconstruction(n, k, scale, rng=stream(7, "ceiling", 0), runs=runs)
    assert (drawn.mean(axis=0) <= attack.reconstruction_ceiling(epsilon) + hoeffding(runs, 3)).all()
    # forgets to divide; at 0.1 it would take many more runs to see, and at 4 the ceiling is nearly 1
    unprotected = attack.draw_reconstruction(n, 96, 1 / (epsilon * n), rng=stream(7, "ceiling", 1), runs=runs)
    if epsilon == 1:
        assert unprotected.mean() > attack.reconstruction_ceiling(epsilon) + hoeffding(runs)


@pytest.mark.parametrize("epsilon, delta", [(0.0, 0.0), (0.7, 0.0), (1.0, 0.1), (3.0, 0.3)])
def test_the_ceiling_is_reached_by_randomized_response_and_by_nobody_more(epsilon, delta):
    """Among the pairs of laws on three outcomes that are (ε, δ)-close, on a grid: the best guess of a fair bit."""
    ceiling = attack.reconstruction_ceiling(epsilon, delta)
    grid = np.arange(11) / 10
    laws = np.array([(a, b, 1 - a - b) for a, b in itertools.product(grid, grid) if a + b <= 1 + 1e-12])
    p, q = laws[:, None], laws[None]
    close = np.maximum(p - math.exp(epsilon) * q, 0).sum(axis=-1) <= delta + 1e-12
    close &= np.maximum(q - math.exp(epsilon) * p, 0).sum(axis=-1) <= delta + 1e-12
    assert (np.maximum(p, q).sum(axis=-1)[close] / 2 <= ceiling + 1e-12).all()
    low = (1 - delta) / (1 + math.exp(epsilon))      # (δ, then randomized response): closes the gap
    best = np.array([[delta, (1 - delta) - low, low, 0.0], [0.0, low, (1 - delta) - low, delta]])
    assert np.maximum(best[0] - math.exp(epsilon) * best[1], 0).sum() <= delta + 1e-12
    assert np.maximum(*best).sum() / 2 == pytest.approx(ceiling)


# ---- arguments -----------------------------------------------------------------------------------

RNG = dict(rng=stream(8, "bad", 0))


@pytest.mark.parametrize(
    "call, name",
    [
        (lambda: attack.averaging_attack(0.5, others=0, n=1), "answers"),
        (lambda: attack.averaging_attack([0.5], others=1, n=1), "others"),
        (lambda: attack.averaging_attack([math.nan], others=0, n=1), "answers"),
        (lambda: attack.averaging_attack([0.5], others=0, n=0), "n must"),
        (lambda: attack.averaging_success(0, epsilon_step=1), "asked"),
        (lambda: attack.averaging_success(1.5, epsilon_step=1), "asked"),
        (lambda: attack.averaging_success(1, epsilon_step=0), "epsilon_step"),
        (lambda: attack.averaging_success([1, 2], epsilon_step=[1, 2, 3]), "broadcast"),
        (lambda: attack.subset_queries(0, 5, **RNG), "k must"),
        (lambda: attack.subset_queries(1, 0, **RNG), "n must"),
        (lambda: attack.reconstruct([[1, 0]], [0.5, 0.5]), "answers"),
        (lambda: attack.reconstruct([[2, 0]], [0.5]), "queries"),
        (lambda: attack.reconstruct([[1, 0]], [0.5], noise_std=-1), "noise_std"),
        (lambda: attack.reconstruct([1, 0], [0.5, 1]), "answers"),
        (lambda: attack.draw_reconstruction(0, 1, 0.1, runs=1, **RNG), "n must"),
        (lambda: attack.draw_reconstruction(4, 0, 0.1, runs=1, **RNG), "asked"),
        (lambda: attack.draw_reconstruction(4, 1, -0.1, runs=1, **RNG), "scale"),
        (lambda: attack.draw_reconstruction(4, 1, 0.1, runs=0, **RNG), "runs"),
        (lambda: attack.draw_reconstruction(4, 1, 0.1, runs=1, noise="x", **RNG), "noise"),
        (lambda: attack.draw_reconstruction(4, [1, 2], [0.1] * 3, runs=1, **RNG), "broadcast"),
        (lambda: attack.draw_reconstruction(4, 1, 0.1, runs=1, rng=3), "rng"),
        (lambda: attack.reconstruction_ceiling(-1), "epsilon"),
        (lambda: attack.reconstruction_ceiling(1, 2), "delta"),
    ],
)  # fmt: skip
def test_bad_input(call, name):
    with pytest.raises(ValueError, match=name):
        call()
