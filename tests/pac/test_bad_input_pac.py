"""Nonsense for lecture 1."""

import nonsense
from dplearn.concepts import Conjunctions, Thresholds
from dplearn.pac import occam
from dplearn.pac import deeper
from nonsense import BITS, LINE, ONES, Each, calls

MAKERS = occam.point_world, occam.parity_world, occam.threshold_world, occam.conjunction_world
WORLD = MAKERS[0](3, 0.1)
GOOD = {
    "concept_class": Thresholds(4), "x": LINE, "y": [1, 0, 1, 0], "N": 4, "d": 3, "runs": 5, "world": WORLD,
    "target": 1,
}
SAMPLES = calls({"y": ONES}, {"concept_class": Conjunctions(3), "x": BITS, "y": ONES})
TABLE = {
    "ParitySolutions.sample": calls(of=deeper.parity_learner(BITS, ONES).sample),
    "consistent_hypotheses": SAMPLES,
    "elimination_learner": calls({"x": BITS, "y": [0, 0, 1, 0]}), "is_shattered": calls({"x": [2]}),
    "parity_learner": calls({"x": BITS, "y": ONES}),
    "exact_failure": calls({"n_values": [1, 10]}, {"world": Each(make(3, 0.1) for make in MAKERS), "n_values": 10}),
    "failure_times": calls(work=("runs",)),
    "World": calls({"closed_form": None, "p": [0.25] * 4}, free=("closed_form",)),
}
globals().update(nonsense.tests(
    TABLE, "dplearn.pac", "dplearn.pac.occam", "dplearn.pac.occam_engine", good=GOOD,
    things=(WORLD,), results=("ParitySolutions", "known_of", "survivors", "product_law", "bad_side", "some_bit_silent",
                              "some_side_unseen")))
