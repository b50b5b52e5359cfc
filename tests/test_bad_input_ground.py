"""Nonsense for the ground: concepts, mechanisms, privacy, simulation, data, experiments and statements."""

import dataclasses

import numpy as np

import nonsense
from dplearn import data, experiment, simulate, statement
from dplearn.concepts import Conjunctions, IntervalUnions, LabeledSample, Parities, Points, Thresholds
from dplearn.privacy import Relation
from nonsense import RNG, calls
from questions import QUESTION

R1 = Relation.REPLACE_ONE
BITS = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 1], [0, 0, 0]])
ONES = np.array([0, 1, 1, 0])
LINE = np.array([1, 3, 2, 4])
SAMPLE = {"concept_class": Thresholds(4), "x": LINE, "y": ONES}
CUBE_SAMPLE = {"concept_class": Conjunctions(3), "x": BITS, "y": ONES}

CONCEPTS = {
    "Conjunctions": calls({"d": 3}),
    "Parities": calls({"d": 3}),
    "Points": calls({"N": 5}),
    "Thresholds": calls({"N": 5}),
    "IntervalUnions": calls({"N": 6, "k": 2}),
    "LabeledSample": calls({"x": BITS, "y": ONES}, {"x": LINE, "y": ONES.astype(bool)}),
    "LabeledSample.counts": calls({"concept_class": Thresholds(4)}, of=LabeledSample(LINE, ONES).counts),
    "empirical_errors": calls(SAMPLE, CUBE_SAMPLE),
}

for _class, _x in ((Conjunctions(3), BITS), (Parities(3), BITS), (Points(4), LINE), (Thresholds(4), LINE),
                   (IntervalUnions(4, 2), LINE)):
    _cells = _class.domain_size
    CONCEPTS |= {
        f"{type(_class).__name__}.{method}": calls(*good, of=getattr(_class, method)) for method, good in {
            "domain": (), "cell_index": ({"x": _x},), "growth": ({"n": 3},), "predictions": ({"x": _x},),
            "label_cells": ({"hypothesis": 1},),
            "mistakes": ({"counts0": np.arange(_cells), "counts1": np.ones(_cells, int)},),
            "rejection_times": ({"first_seen": np.arange(_cells) + 1.0, "target": 1},),
            "errors": ({"p": np.full(_cells, 1 / _cells), "target": 1},),
        }.items()}

MECHANISMS = {
    "exponential_probabilities": calls(
        {"scores": [0.0, 1.0, -2.0], "score_sensitivity": 1.0, "epsilon": 0.5},
        {"scores": np.eye(3), "score_sensitivity": 1, "epsilon": 2.0}),
    "exponential_mechanism": calls({"scores": [0.0, 1.0], "score_sensitivity": 1.0, "epsilon": 0.5, "rng": RNG,
                                    "size": 3}, work=("size",)),
    "report_noisy_max_probabilities": calls({"scores": [0.0, 1.0, 0.5], "score_sensitivity": 1.0, "epsilon": 0.5}),
    "laplace": calls({"value": 1.5, "l1_sensitivity": 1.0, "epsilon": 0.5, "rng": RNG},
                     {"value": [1.0, 2.0], "l1_sensitivity": 1.0, "epsilon": 0.5, "rng": RNG, "size": 3},
                     work=("size",)),
    "randomized_response_probabilities": calls({"bit": 1, "epsilon": 0.5}),
    "randomized_response": calls({"bit": [0, 1], "epsilon": 0.5, "rng": RNG}),
    "above_threshold_probabilities": calls({"query_values": [1.0, 3.0, 2.0], "threshold": 2.5, "epsilon": 0.5,
                                            "l1_sensitivity": 1.0}),
    "above_threshold": calls({"query_values": [1.0, 3.0, 2.0], "threshold": 2.5, "epsilon": 0.5, "rng": RNG, "size": 2},
                             work=("size",)),
}

PRIVACY = {
    "Guarantee": calls({"epsilon": 1.0, "delta": 1e-6, "relation": R1, "note": "public: n"}, text=("note",)),
    "advanced_composition": calls({"epsilon_step": 0.1, "steps": 10, "delta": 1e-6}),
    "all_datasets": calls({"domain": (0, 1), "n": 3}),
    "audit": calls({"law": lambda dataset: np.array([0.5, 0.5]), "datasets": [(0, 1), (1, 1)], "domain": (0, 1),
                    "relation": R1,
                            "epsilon": 1.0, "delta": 0.0, "slack": 1e-12, "note": ""}, callback=("law",),
                            text=("note",)),
    "basic_composition": calls({"epsilons": [0.1, 0.2], "deltas": [0.0, 1e-6]}),
    "bounded_range_rho": calls({"b": 0.5}),
    "exact_epsilon": calls({"p": [0.5, 0.5], "q": [0.25, 0.75]}),
    "gaussian_delta": calls({"mu": [0.5, 1.0], "epsilon": 0.5}),
    "group_privacy": calls({"epsilon": 0.5, "size": 3, "delta": 1e-6}),
    "hockey_stick": calls({"p": [0.5, 0.5], "q": [0.25, 0.75], "epsilon": 0.1}),
    "max_advantage": calls({"epsilon": 0.5, "delta": 0.01}),
    "neighboring_pairs": calls({"datasets": [(0, 1), (1, 1)], "domain": (0, 1), "relation": R1}),
    "privacy_loss": calls({"p": [0.5, 0.5], "q": [0.25, 0.75]}),
    "product_profile": calls({"ps": [[0.5, 0.5], [0.4, 0.6]], "qs": [[0.25, 0.75], [0.5, 0.5]], "epsilon": 0.1}),
    "total_variation": calls({"p": [0.5, 0.5], "q": [0.25, 0.75]}),
    "zcdp_epsilon": calls({"rho": 0.1, "delta": 1e-6}),
    "zcdp_rho": calls({"epsilon": 1.0, "delta": 1e-6}),
    "bounded_range_composition_delta": calls({"range_step": 0.1, "steps": [10, 20], "epsilon": 0.5}),
    "bounded_range_composition_step": calls({"epsilon": 0.5, "delta": 1e-6, "steps": [10, 20]}),
    "gaussian_mu": calls({"epsilon": 0.5, "delta": 1e-6}),
    "pure_composition_delta": calls({"epsilon_step": 0.1, "steps": [10, 20], "epsilon": 0.5}),
    "pure_composition_step": calls({"epsilon": 0.5, "delta": 1e-6, "steps": [10, 20]}),
}

SIMULATE = {
    "stream": calls({"seed": 1, "name": "a", "chunk": 0}, text=("name",)),
    "Moments.of": calls({"samples": [[0.5, 0.25], [1.0, 0.0]]}, {"samples": np.array([[True, False]])}),
    "clopper_pearson": calls({"hits": [0, 3, 10], "runs": 10, "confidence": 0.99}),
    "bernstein_halfwidth": calls({"variance": np.array([0.1, 0.0]), "runs": 10, "confidence": 0.99, "width": 1.0}),
    "estimate": calls(*({"moments": simulate.Moments.of([[0.0, 1.0], [1.0, 1.0]]), "band": b, "confidence": 0.99,
                         "support": (0.0, 1.0)}
                                 for b in simulate.BANDS)),
    "chunk_sizes": calls({"runs": 25, "chunk": 10}),
    "one_chunk": calls({"draw": lambda rng, runs: rng.random((runs, 2)), "seed": 1, "name": "a", "index": 0, "size": 5},
                       text=("name",), work=("size",), says={"index": ("chunk",)}, callback=("draw",)),
    "run": calls({"draw": lambda rng, runs: rng.random((runs, 2)), "runs": 20, "chunk": 10, "seed": 1, "name": "a"},
                 text=("name",), work=("runs", "chunk"), callback=("draw",)),
}

DATA = {
    "Mushrooms.literals": calls({"wanted": ["odor is not foul", "odor is none"]}, of=data.load_mushroom().literals),
    "load_interval_task": calls({"name": "rush_hour_by_hour"}),
    "AdultBits.column": calls({"name": "male"}, of=data.load_adult_bits().column),
    "ExpertData": calls({"title": "coins", "names": ("a", "b"), "losses": [[0.5, 1.0]], "rounds": "days",
                         "loss": "cents", "loss_range": 2.0},
                             text=("title", "rounds", "loss"), free=("names",)),
    "Stocks.of": calls({"name": "ibm"}, of=lambda name: data.load_nyse().of("coke", name)),
    "literal_losses": calls({"bits": data.load_adult_bits(), "target": "income_gt_50k"}),
    "nfl_forecasters": calls({"games": data.load_nfl_elo()}),
    "racing_rules": calls({"races": data.load_horse_races()}),
    "stock_experts": calls({"stocks": data.load_nyse(), "low": 0.5, "high": 2.0}),
    "weather_rules": calls({"city": "Seattle"}),
}

AT, PLACE = QUESTION.setting(), {"n": 5, "share": 0.3, "side": "t"}
RUN = QUESTION.simulate(AT, seed=1, runs=20)
PICTURE = QUESTION.picture(AT, RUN)
SERIES = QUESTION.series[0]
PARAMETER, MENU = QUESTION.parameters[1:]
TEXT = ("name", "title", "question", "alt", "symbol", "meaning", "unit", "label", "short", "key")  # words for people


def methods(thing, **good):
    """A row for each method of an object, with its good call."""
    return {f"{type(thing).__name__}.{name}": calls(call, of=getattr(thing, name)) for name, call in good.items()}


EXPERIMENT = {
    "Axis": calls({"label": "x", "low": 1.0, "high": 2.0, "log": True}, text=TEXT),
    "Choice": calls({"name": "side", "meaning": "side", "options": {"h": "heads"}, "default": "h"}, text=TEXT),
    "Choice.check": calls({"value": "h"}, of=MENU.check, says={"value": ("side",)}),
    "Choice.position": calls({"value": "h"}, of=MENU.position, says={"value": ("side",)}),
    "Experiment": calls({f.name: getattr(QUESTION, f.name) for f in dataclasses.fields(QUESTION)}, text=TEXT),
    "Experiment.simulate": calls({"setting": AT, "seed": 1, "runs": 20}, work=("runs",), of=QUESTION.simulate),
    **methods(QUESTION, code={"setting": AT}, draw={"setting": AT}, parameter={"name": "n"},
              estimate={"moments": simulate.Moments.of([[0.0, 1.0], [1.0, 1.0]])}, at=PLACE, setting=PLACE,
              picture={"setting": AT, "estimate": RUN}, words={"setting": AT}, x_values={"setting": AT}),
    **methods(MENU, text={"value": "h"}), **methods(PARAMETER, grid={"points": 5}, text={"value": 0.5}),
    "Parameter": calls({f.name: getattr(PARAMETER, f.name) for f in dataclasses.fields(PARAMETER)}, text=TEXT),
    "Parameter.check": calls({"value": 0.5}, of=PARAMETER.check, says={"value": ("share",)}),
    "Parameter.position": calls({"value": 0.5}, of=PARAMETER.position, says={"value": ("share",)}),
    "Picture.at_marker": calls(of=PICTURE.at_marker),
    "Picture.readings": calls(of=PICTURE.readings),
    "Series": calls({f.name: getattr(SERIES, f.name) for f in dataclasses.fields(SERIES)}, text=TEXT),
    "Simulation": calls({f.name: getattr(QUESTION.simulation, f.name)
                         for f in dataclasses.fields(experiment.Simulation)}, text=TEXT),
    "Simulation.chunk_runs": calls({"setting": AT}, of=QUESTION.simulation.chunk_runs, free=("setting",)),
    "Simulation.total_runs": calls({"setting": AT}, of=QUESTION.simulation.total_runs, free=("setting",)),
}

STATEMENT = {
    "Statement": calls({"id": "LN-X", "where": "p. 1", "title": "t", "hypotheses": "h", "claim": "c", "correction": "",
                        "formulas": (),
                        "verdict": statement.Verdict.HOLDS, "check": lambda: statement.Evidence("fine"), "page": "p"},
                       text=("id", "where", "title", "hypotheses", "claim", "correction", "page")),  # texts of a card
}

globals().update({f"{name}_{room}": test for room, tests in {
    "concepts": nonsense.tests(CONCEPTS, "dplearn.concepts", results=("ConceptClass",)),
    "mechanisms": nonsense.tests(MECHANISMS, "dplearn.mechanisms"),
    "privacy": nonsense.tests(PRIVACY, "dplearn.privacy", results=("AuditReport",)),
    "simulate": nonsense.tests(SIMULATE, "dplearn.simulate", results=("Moments", "Estimate")),
    "data": nonsense.tests(DATA, "dplearn.data",
                           results=("Adult", "AdultBits", "CityWeather", "FootballGames", "Forecasters", "HorseRaces",
                                    "IntervalTask",
                                                           "Mushrooms", "RacingRules", "StockExperts", "Stocks",
                                                           "WineQuality")),
    "experiment": nonsense.tests(EXPERIMENT, "dplearn.experiment", "dplearn.parts",
                                 results=("Line", "Picture", "Series.of", "number_text", "round_significant")),
    "statement": nonsense.tests(STATEMENT, "dplearn.statement", results=("Evidence", "require", "scientific")),
}.items() for name, test in tests.items()})
