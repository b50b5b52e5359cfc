"""Nonsense for lecture 1."""

import numpy as np

import nonsense
from dplearn import pac
from dplearn.concepts import Conjunctions, Thresholds
from dplearn.pac import occam
from nonsense import RNG, calls

BITS, ONES, LINE = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 1], [0, 0, 0]]), np.array([0, 1, 1, 0]), np.array([1, 3, 2,
        4])
SAMPLES = {"concept_class": Thresholds(4), "x": LINE, "y": ONES}, {"concept_class": Conjunctions(3), "x": BITS,
                                                                   "y": ONES}
WORLD = occam.point_world(3, 0.1)

TABLE = {
    "ParitySolutions.sample": calls({"rng": RNG}, of=pac.parity_learner(BITS, ONES).sample),
    "consistent_hypotheses": calls(*SAMPLES),
    "dichotomies": calls({"concept_class": Thresholds(4), "x": LINE}),
    "elimination_learner": calls({"x": BITS, "y": [0, 0, 1, 0]}),
    "erm": calls(*SAMPLES),
    "is_shattered": calls({"concept_class": Thresholds(4), "x": [2]}),
    "parity_learner": calls({"x": BITS, "y": ONES}),
    "point_learner": calls({"x": LINE, "y": [0, 1, 0, 0], "N": 4}),
    "threshold_learner": calls({"x": LINE, "y": [1, 0, 1, 0], "N": 4}),
    "World": calls({"concept_class": Thresholds(4), "target": 2, "p": [0.25] * 4}),
    "World.errors": calls(of=WORLD.errors),
    "World.bad": calls({"alpha": 0.1}, of=WORLD.bad),
    **{f"{kind}_world": calls({"d": 3, "alpha": 0.1}) for kind in ("conjunction", "threshold", "point", "parity")},
    "exact_failure": calls(*({"world": make(3, 0.1), "alpha": 0.1, "n_values": n} for make, n in (
        (occam.point_world, [1, 10]), (occam.parity_world, 10), (occam.threshold_world, 10),
        (occam.conjunction_world, 10)))),
    "threshold_all_zero_failure": calls(*({"N": 8, "alpha": 0.1, "n": 10, "rule": r}
                                          for r in ("random", "random-consistent"))),
    "failure_times": calls({"world": WORLD, "alpha": 0.1, "rng": RNG, "runs": 5}, work=("runs",)),
    "first_seen_times": calls({"p": [0.5, 0.5, 0.0], "rng": RNG, "runs": 5}, work=("runs",)),
    "and_lattice": calls({"d": 2, "survivors": {"A": [True, False, True, False]}}),
    "interval_dichotomies": calls({"sets": [[2, 7], [1, 4, 9]]}),
    "number_line": calls({"N": 9, "x": [2, 7, 4], "y": [1, 0, 1], "target": 5}),
    "survivors_map": calls({"worlds": {"A": (occam.point_world(2, 0.1), 5)}, "alpha": 0.1, "runs": 4, "seed": 1}),
}
globals().update(nonsense.tests(TABLE, "dplearn.pac", "dplearn.pac.occam", "dplearn.pac.occam_engine",
                                "dplearn.pac.figures",
                                results=("ParitySolutions", "product_law", "bad_side", "some_bit_silent",
                                                           "some_side_unseen")))
