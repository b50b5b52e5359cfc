"""The drawings by hand of all rooms: nothing is clipped, dashes keep the visual code, bytes repeat, and what a drawing
says was counted."""

import re

import numpy as np
import pytest
from asking import hoeffding

from dplearn import experts
from dplearn.experts.figures import race_figure
from dplearn.exppw.figures import one_band
from dplearn.pac import figures as lecture1, occam
from dplearn.private_experts import deeper as private_experts
from dplearn.private_experts.figures import one_pick
from dplearn.query_release import figures as lecture5
from dplearn.query_release.deeper import figures as companion5

WORLDS = {"cuts": (occam.threshold_world(5, 0.1), 20), "points": (occam.point_world(3, 0.1), 8)}
ERRORS = {"noise on tables": np.linspace(0.001, 0.002, 24), "MWEM": np.linspace(0.002, 0.004, 24)}
LABELS = np.random.default_rng(7).integers(0, 2, 40)


def season(**options):
    return experts.run_race(n_experts=8, eta=0.5, rng=np.random.default_rng(3), **options)


DRAWINGS = {
    "map": lambda: lecture1.survivors_map(WORLDS, 0.1, 40, 1),
    "race": lambda: race_figure(season(T=60, world="takeover")), "one race": lambda: race_figure(season(T=1)),
    "pick": lambda: one_pick(*private_experts.worst_pair(400), eta=0.001, days=(2,)),
    "picks": lambda: one_pick(*private_experts.worst_pair(5), eta=5, days=(3, 4, 5)),
    "queries": lambda: lecture5.distribution_and_queries(
        np.array([0.4, 0.1, 0.2, 0.3]), np.array([[1, 1, 0, 0], [0, 1, 0, 1]]), names=("first", "second"),
        cells=["00", "10", "01", "11"]),
    "releases": lambda: companion5.release_spread({f"ε = {e}": ERRORS for e in (1, 10)}, learned=("MWEM",)),
    "band": lambda: one_band(LABELS, 1, clamp=4, k=2),
    "band down": lambda: one_band(np.zeros(60, int), -60, clamp=60, k=1),
}


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_every_text_lies_inside_the_picture_and_bytes_repeat(draw, assert_sound_drawing):
    assert_sound_drawing(draw)


def test_the_words_say_what_was_computed():
    failed = int(re.search(r"points, 8 examples: (\d+) of 500", lecture1.survivors_map(WORLDS, 0.1, 500, 1)[1])[1])
    assert abs(failed / 500 - occam.exact_failure(occam.point_world(3, 0.1), 0.1, 8)[0]) <= hoeffding(500)
