"""Lecture 5's offline experiments: curves against plain loops and the room's functions, simulation against ceilings."""

import numpy as np
import pytest

from asking import hoeffding, random_settings, values

from dplearn import experiments, mechanisms
from dplearn.query_release import brute
from dplearn.query_release.experiments import hunts
from dplearn.query_release.experiments import release as offline

HOURS = np.arange(24)


def rows_of(name):
    """0/1 rows of the sets of hours, by a loop, and those that the hunt sees."""
    if name == "intervals":
        rows = [[float(a <= x <= b) for x in HOURS] for a in HOURS for b in HOURS if a <= b and (a, b) != (0, 23)]
    else:
        rows = [[float(x < a) for x in HOURS] for a in range(1, 24)]
    rows = np.array(rows)
    return rows, rows if name == "one-sided" else np.vstack([rows, -rows])


# ---- hunt ----------------------------------------------------------------------------------------------

def test_worlds():
    counts = 2951 * hunts.day("bikes")
    np.testing.assert_allclose(counts, np.round(counts), atol=1e-9)
    assert counts.argmax() == 8 and hunts.divergence(hunts.day("one")) == pytest.approx(np.log(24))


@pytest.mark.parametrize("world", hunts.WORLDS)
@pytest.mark.parametrize("queries", hunts.SETS)
def test_hunt_is_the_plain_loop(world, queries):
    e, (rows, hunted), p_star = experiments.hunt, rows_of(queries), hunts.day(world)
    for t, speed in ((1, 1.0), (8, 1.0), (100, 0.5), (37, 10.0)):
        s = e.setting(t=t, speed=speed, data=world, queries=queries)
        path, chosen, _ = brute.hunt(p_star, hunted, t, speed * np.sqrt(8 * np.log(24) / 100))
        average, last = path[:t].mean(axis=0), hunted[chosen[-1]]
        wanted = {"now": path[t - 1], "average": average, "truth": p_star,
                  "error": np.abs(rows @ (average - p_star)).max(),
                  "losers": np.where(last == last.max(), hunts.STRIP, np.nan)}
        for key, curve in wanted.items():
            np.testing.assert_allclose(values(e, key, s, HOURS), np.broadcast_to(curve, 24), atol=1e-11, err_msg=key)


# ---- reconstruction -------------------------------------------------------------------

def test_no_attack_passes_the_ceiling():
    e, runs = experiments.reconstruction, 50
    for i, s in enumerate(random_settings(e, 12)):
        ceiling, averaging = (values(e, key, s, e.simulated_x) for key in ("ceiling", "averaging"))
        assert (averaging <= ceiling + 1e-12).all() if s.answers in ("each", "total") else (ceiling == 1).all()
        mean = offline.draw_reconstructed(s, e.simulated_x, np.random.default_rng(i), runs).mean(axis=0)
        # Hoeffding, 12 x 16 places, false alarm 1e-6
        assert (mean <= ceiling + hoeffding(runs, 96)).all()


# ---- selection -----------------------------------------------------------------------------------------

def test_expected_loss_is_that_of_the_law():
    e = experiments.selection
    for K in (2, 3, 10, 57):
        s = e.setting(n_queries=K)
        for x in (0.1, 1.0, 4.5, 30.0):
            gaps = {"others": [0] + [x] * (K - 1), "half": [0] * (K - K // 2) + [x] * (K // 2),
                    "spread": np.linspace(0, x, K)}
            for key, behind in gaps.items():
                law = mechanisms.exponential_probabilities(-np.array(behind), score_sensitivity=1.0, epsilon=2.0)
                assert values(e, key, s, [x])[0] == pytest.approx(law @ behind, rel=1e-9)

