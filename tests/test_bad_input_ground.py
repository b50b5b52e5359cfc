"""Nonsense for the ground: concepts, mechanisms, privacy, simulation and data.

What authors put together, tests/test_experiment_base.py tries; what a reader asks an experiment, tests/desk.
"""

import numpy as np

import nonsense
from dplearn import data, simulate
from dplearn.concepts import Conjunctions, IntervalUnions, LabeledSample, Parities, Points, Thresholds
from dplearn.privacy import Relation
from nonsense import BITS, LINE, ONES, Each, calls

CONCEPTS = {f"{of_bits}.{method}": calls({"x": BITS}) for of_bits in ("Conjunctions", "Parities")
            for method in ("cell_index", "predictions")}
CONCEPTS |= {
    "LabeledSample": calls({"x": Each((BITS, LINE))}),
    "empirical_errors": calls({"concept_class": Thresholds(4)}, {"concept_class": Conjunctions(3), "x": BITS}),
}
CLASSES = Conjunctions(3), Parities(3), Points(8), Thresholds(8), IntervalUnions(8, 2), LabeledSample(LINE, ONES)
LABELED = {
    "concept_class": Thresholds(8), "x": LINE, "y": Each((ONES, ONES.astype(bool))), "n": 3,
    "hypothesis": 1, "counts0": np.arange(8), "counts1": np.ones(8, int), "target": 1, "p": np.full(8, 1 / 8),
}

MECHANISMS = {"scores": [0.0, 1.0, -2.0], "score_sensitivity": 1.0, "value": [1.0, 2.0], "bit": [0, 1],
              "l1_sensitivity": 1.0, "query_values": [1.0, 3.0, 2.0], "threshold": 2.5, "size": 3}

PRIVACY = {
    "relation": Relation.REPLACE_ONE, "note": "public: n", "epsilon_step": 0.1, "range_step": 0.1, "steps": 10,
    "rho": 0.1, "b": 0.5, "mu": [0.5, 1.0],
    "p": [0.5, 0.5], "q": [0.25, 0.75], "ps": [[0.5, 0.5], [0.4, 0.6]], "qs": [[0.25, 0.75], [0.5, 0.5]],
    "domain": (0, 1), "n": 3, "datasets": [(0, 1), (1, 1)], "law": lambda dataset: np.array([0.5, 0.5]),
}

MOMENTS = simulate.Moments.of([[0.0, 1.0], [1.0, 1.0]])
SIMULATE = {
    "seed": 1, "name": "a", "chunk": 10, "hits": [0, 3, 10], "runs": 10,
    "confidence": 0.99, "draw": lambda rng, runs: rng.random((runs, 2)),
    "index": 0, "size": 5,
}
BANDS = calls({"moments": MOMENTS, "band": Each(simulate.BANDS)})

DATA = {
    "Mushrooms.literals": calls({"wanted": ["odor is not foul", "odor is none"]}, of=data.load_mushroom().literals),
    "AdultBits.column": calls({"name": "male"}, of=data.load_adult_bits().column),
    "load_interval_task": calls({"name": "rush_hour_by_hour"}),
}
LOADED = {"bits": data.load_adult_bits(), "city": "Seattle",
          "races": data.load_horse_races()}

WORDS = "name", "note"  # texts for people

globals().update({f"{name}_{room}": test for room, tests in {
    "concepts": nonsense.tests(CONCEPTS, "dplearn.concepts", good=LABELED, things=CLASSES, results=("ConceptClass",)),
    "mechanisms": nonsense.tests({}, "dplearn.mechanisms", good=MECHANISMS, work=("size",)),
    "privacy": nonsense.tests({}, "dplearn.privacy", results=("AuditReport",), good=PRIVACY, text=WORDS,
                              callback=("law",)),
    "simulate": nonsense.tests({"estimate": BANDS}, "dplearn.simulate", results=("Moments", "Estimate"), good=SIMULATE,
                               text=WORDS, work=("size", "runs", "chunk"), callback=("draw",),
                               says={"index": ("chunk",)}),
    "data": nonsense.tests(DATA, "dplearn.data", "dplearn.data.deeper", good=LOADED, results=(
        "Adult", "AdultBits", "CityWeather", "ExpertData", "HorseRaces", "IntervalTask", "Mushrooms",
        "RacingRules", "WineQuality")),
}.items() for name, test in tests.items()})
