"""Nonsense for the ground: concepts, mechanisms, privacy, simulation, data, experiments and statements."""

import numpy as np

import nonsense
from dplearn import data, simulate, statement
from dplearn.concepts import Conjunctions, IntervalUnions, LabeledSample, Parities, Points, Thresholds
from dplearn.privacy import Relation
from nonsense import BITS, LINE, ONES, Each, calls
from questions import QUESTION

CONCEPTS = {f"{of_bits}.{method}": calls({"x": BITS}) for of_bits in ("Conjunctions", "Parities")
            for method in ("cell_index", "predictions")}
CONCEPTS |= {
    "LabeledSample": calls({"x": Each((BITS, LINE))}),
    "empirical_errors": calls({"concept_class": Thresholds(4)}, {"concept_class": Conjunctions(3), "x": BITS}),
}
CLASSES = Conjunctions(3), Parities(3), Points(8), Thresholds(8), IntervalUnions(8, 2), LabeledSample(LINE, ONES)
LABELED = {
    "concept_class": Thresholds(8), "x": LINE, "y": Each((ONES, ONES.astype(bool))), "n": 3,
    "hypothesis": 1, "counts0": np.arange(8), "counts1": np.ones(8, int), "first_seen": np.arange(8) + 1.0,
    "target": 1, "p": np.full(8, 1 / 8),
}

MECHANISMS = {"scores": [0.0, 1.0, -2.0], "score_sensitivity": 1.0, "value": [1.0, 2.0], "bit": [0, 1],
              "l1_sensitivity": 1.0, "query_values": [1.0, 3.0, 2.0], "threshold": 2.5, "size": 3}

PRIVACY = {
    "relation": Relation.REPLACE_ONE, "note": "public: n", "epsilon_step": 0.1, "range_step": 0.1, "steps": 10,
    "epsilons": [0.1, 0.2], "deltas": [0.0, 1e-6], "rho": 0.1, "b": 0.5, "size": 3, "mu": [0.5, 1.0],
    "p": [0.5, 0.5], "q": [0.25, 0.75], "ps": [[0.5, 0.5], [0.4, 0.6]], "qs": [[0.25, 0.75], [0.5, 0.5]],
    "domain": (0, 1), "n": 3, "datasets": [(0, 1), (1, 1)], "law": lambda dataset: np.array([0.5, 0.5]),
}

MOMENTS = simulate.Moments.of([[0.0, 1.0], [1.0, 1.0]])
SIMULATE = {
    "seed": 1, "name": "a", "chunk": 10, "hits": [0, 3, 10], "runs": 10,
    "confidence": 0.99, "variance": np.array([0.1, 0.0]), "width": 1.0, "draw": lambda rng, runs: rng.random((runs, 2)),
    "index": 0, "size": 5,
}
BANDS = calls({"moments": MOMENTS, "band": Each(simulate.BANDS), "support": (0.0, 1.0)})

DATA = {
    "Mushrooms.literals": calls({"wanted": ["odor is not foul", "odor is none"]}, of=data.load_mushroom().literals),
    "AdultBits.column": calls({"name": "male"}, of=data.load_adult_bits().column),
    "load_interval_task": calls({"name": "rush_hour_by_hour"}),
}
LOADED = {"bits": data.load_adult_bits(), "city": "Seattle",
          "races": data.load_horse_races()}

AT, PLACE = QUESTION.setting(), {"n": 5, "share": 0.3, "side": "t"}
RUN = QUESTION.simulate(AT, seed=1, runs=20)
PARAMETER, MENU = QUESTION.parameters[1:]
EXPERIMENT = {
    **{f"Choice.{name}": calls({"value": "h"}, of=getattr(MENU, name), says={"value": ("side",)})
       for name in ("check", "position", "text")},
    "Experiment.parameter": calls({"name": "n"}, of=QUESTION.parameter),
    "Experiment.setting": calls(PLACE, of=QUESTION.setting),
    "Experiment.at": calls(PLACE, of=QUESTION.at),
    "Simulation.chunk_runs": calls({"setting": AT}, of=QUESTION.simulation.chunk_runs, free=("setting",)),
    "Simulation.total_runs": calls({"setting": AT}, of=QUESTION.simulation.total_runs, free=("setting",)),
}
ASKED = {"setting": AT, "seed": 1, "runs": 20, "estimate": RUN, "moments": MOMENTS, "value": 0.5, "points": 5}
THINGS = (QUESTION, QUESTION.simulation, QUESTION.series[0], QUESTION.y, PARAMETER, MENU, QUESTION.picture(AT, RUN))
CARD = statement.Statement("LN-X", "p. 1", "t", statement.Verdict.HOLDS, hypotheses="h", claim="c", check=lambda: None)
WORDS = ("name", "title", "question", "symbol", "meaning", "label", "short", "key", "id", "where",
         "page", "hypotheses", "claim", "correction", "words", "note")  # texts for people

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
    "experiment": nonsense.tests(EXPERIMENT, "dplearn.experiment", "dplearn.parts", good=ASKED, things=THINGS,
                                 text=WORDS, work=("runs",), says={"value": ("share",)},
                                 results=("Line", "Picture", "Scale", "Parameter.nearest", "Choice.nearest",
                                          "Series.curve", "Series.of", "integer", "log_integer", "log_scale",
                                          "number_text", "remembered")),
    "statement": nonsense.tests({}, "dplearn.statement", things=(CARD,), text=WORDS,
                                results=("Evidence", "require", "scientific")),
}.items() for name, test in tests.items()})
