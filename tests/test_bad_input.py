"""Every public function, every parameter, every kind of nonsense: an error that names it, or a clean answer.

The public functions, classes and methods of the package are found by walking its modules; each must stand in
`TABLE` with at least one good call, so a new one cannot be forgotten.  Each parameter in turn then takes bad
values, all of `BAD` and what hypothesis makes out of the good value (NaN put in, an axis lost, a sign turned ...),
while the others keep their good values.  The call must

* raise ValueError with the parameter's name in its message, or return something that holds no NaN (for numbers,
  good in themselves but at odds with the other arguments, the error may name another parameter);
* refuse `object()` and a stray text, whatever the parameter (unless the table says that it takes a text or anything);
* warn of nothing, and stay within the work allowed: so many lines of the package (tests/work.py), so much memory.
"""

import contextlib
import dataclasses
import functools
import importlib
import inspect
import itertools
import pkgutil
import re
import resource
import types
import warnings
from collections import Counter
from enum import Enum

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from scipy import sparse
from scipy.sparse.linalg import aslinearoperator
from sklearn.exceptions import DataConversionWarning

import dplearn
from dplearn import (
    concepts, data, estimators, experiment, experts, exppw, lecture, pac, prediction, private_experts, query_release, simulate, statements,
)
from dplearn.pac import occam
from dplearn.private_pac import parity as private_parity, statistical_queries
from dplearn.concepts import Conjunctions, IntervalUnions, LabeledSample, Parities, Points, Thresholds
from dplearn.explore import Explorer
from dplearn.figures import chart, static, style  # noqa
from dplearn.prediction import MembershipGame
from dplearn.privacy import Relation
from dplearn.racetrack import Racetrack
from dplearn.release_desk import ReleaseDesk
from work import PACKAGE, counted

LINES = 250_000   # of the package that a call may execute; the dearest of `BAD` takes 135,000 (a start of `query_release.pmw_steps`)
MEMORY = 1 << 30  # bytes of address space beyond what the test process holds already; the dearest call takes 400 MB
COUNTED = PACKAGE
R1 = Relation.REPLACE_ONE

# ---- the package's public names --------------------------------------------------------------------


def public_modules():
    """Packages with `__all__`, and plain modules.

    The files of a package that has `__all__` are its own affair, but for a lecture's own drawings, which lectures import.
    """
    found, closed = [], []
    for info in sorted(pkgutil.walk_packages(dplearn.__path__, "dplearn."), key=lambda info: info.name):
        if any(part.startswith("_") for part in info.name.split(".")) or any(
                info.name.startswith(c) for c in closed) and not info.name.startswith("dplearn.figures.lecture"):
            continue
        module = importlib.import_module(info.name)
        found.append(module)
        if info.ispkg and hasattr(module, "__all__"):
            closed.append(info.name + ".")
    return found


def public_callables():
    """Name -> function or class, methods as ``Class.method``; those that the package defines, inherited ones too."""
    found = {}
    for module in public_modules():
        room = module.__name__.removeprefix("dplearn.")
        names = getattr(module, "__all__", None) or [n for n in vars(module) if not n.startswith("_")]
        for name in names:
            thing = getattr(module, name)
            home = getattr(thing, "__module__", None) or ""
            # Without __all__ a module offers what it defines; with it, what it lists, wherever that is written.
            if not home.startswith("dplearn") or (not hasattr(module, "__all__") and home != module.__name__):
                continue
            if inspect.isclass(thing):
                if issubclass(thing, (Enum, BaseException)):
                    continue
                found[f"{room}.{name}"] = thing
                if thing is concepts.ConceptClass:  # its methods are met in the five classes
                    continue
                ours = [c for c in thing.__mro__ if c.__module__.startswith("dplearn")]
                others = [c for c in thing.__mro__ if c not in ours and c is not object]
                for method in {m for c in ours for m in vars(c) if not m.startswith("_")}:
                    value = getattr(thing, method)
                    if not (inspect.isfunction(value) or inspect.ismethod(value)) or not value.__module__.startswith("dplearn"):
                        continue
                    # What overrides a method of another library answers to that library.
                    if not any(hasattr(c, method) for c in others):
                        found[f"{room}.{name}.{method}"] = value
            elif callable(thing) and (inspect.isfunction(thing) or hasattr(thing, "__wrapped__")):
                found[f"{room}.{name}"] = thing
    return found


# ---- one good call for each ---------------------------------------------------------------------------


class Stream:
    """Stands for a fresh generator in each call, so that no call depends on another."""


RNG = Stream()


@dataclasses.dataclass
class Case:
    """Good calls of one function.

    `good` lists sets of keyword arguments; `of` gives the object whose method is meant, or replaces the function.
    `text` names parameters that take any string, `free` those that take anything at all, `callback` functions
    (those that fail when called are the caller's), `work` those with which the call's work may grow (`SIZES_TRIED` and
    10^3 to 10^9 are then not tried).  `also` names other errors allowed, `says` other words that an error may use in
    place of a parameter's name.
    """

    good: list
    of: object = None
    text: tuple = ()
    free: tuple = ()
    callback: tuple = ()
    work: tuple = ()
    also: tuple = ()
    says: dict = dataclasses.field(default_factory=dict)


def calls(*good, **more):
    return Case(list(good) or [{}], **more)


BITS = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 1], [0, 0, 0]])
ONES = np.array([0, 1, 1, 0])
LINE = np.array([1, 3, 2, 4])
SAMPLE = {"concept_class": Thresholds(4), "x": LINE, "y": ONES}
CUBE_SAMPLE = {"concept_class": Conjunctions(3), "x": BITS, "y": ONES}
SIZE = {"n_hypotheses": 64, "log_size": None}
LOG_SIZE = {"n_hypotheses": None, "log_size": 40.0}


# Made by the package, never by a reader: the functions that make it are held to the rules, and so are its methods.
RESULT = Case([])


def sized(**more):
    """A bound that takes |C| or ln|C|: a good call either way."""
    return calls({**SIZE, **more}, {**LOG_SIZE, **more})


TABLE = {
    # ---- concepts
    "concepts.Conjunctions": calls({"d": 3}),
    "concepts.Parities": calls({"d": 3}),
    "concepts.Points": calls({"N": 5}),
    "concepts.Thresholds": calls({"N": 5}),
    "concepts.IntervalUnions": calls({"N": 6, "k": 2}),
    "concepts.ConceptClass": RESULT,  # the frame that the five classes fill in
    "concepts.LabeledSample": calls({"x": BITS, "y": ONES}, {"x": LINE, "y": ONES.astype(bool)}),
    "concepts.LabeledSample.counts": calls({"concept_class": Thresholds(4)}, of=LabeledSample(LINE, ONES).counts),
    "concepts.empirical_errors": calls(SAMPLE, CUBE_SAMPLE),
    # ---- mechanisms
    "mechanisms.exponential_probabilities": calls(
        {"scores": [0.0, 1.0, -2.0], "score_sensitivity": 1.0, "epsilon": 0.5}, {"scores": np.eye(3), "score_sensitivity": 1, "epsilon": 2.0}),
    "mechanisms.exponential_mechanism": calls({"scores": [0.0, 1.0], "score_sensitivity": 1.0, "epsilon": 0.5, "rng": RNG, "size": 3}, work=("size",)),
    "mechanisms.report_noisy_max_probabilities": calls({"scores": [0.0, 1.0, 0.5], "score_sensitivity": 1.0, "epsilon": 0.5}),
    "mechanisms.report_noisy_max": calls({"scores": [0.0, 1.0], "score_sensitivity": 1.0, "epsilon": 0.5, "rng": RNG, "size": 3}, work=("size",)),
    "mechanisms.laplace_scale": calls({"l1_sensitivity": 1.0, "epsilon": 0.5}),
    "mechanisms.laplace": calls({"value": 1.5, "l1_sensitivity": 1.0, "epsilon": 0.5, "rng": RNG},
                                {"value": [1.0, 2.0], "l1_sensitivity": 1.0, "epsilon": 0.5, "rng": RNG, "size": 3}, work=("size",)),
    "mechanisms.discrete_laplace_probabilities": calls({"value": 2, "sensitivity": 1, "epsilon": 0.5, "support": np.arange(5), "clamp": True}),
    "mechanisms.discrete_laplace": calls({"value": 2, "sensitivity": 1, "epsilon": 0.5, "rng": RNG, "size": 3}, work=("size",)),
    "mechanisms.randomized_response_probabilities": calls({"bit": 1, "epsilon": 0.5}),
    "mechanisms.randomized_response": calls({"bit": [0, 1], "epsilon": 0.5, "rng": RNG}),
    "mechanisms.above_threshold_probabilities": calls({"query_values": [1.0, 3.0, 2.0], "threshold": 2.5, "epsilon": 0.5, "l1_sensitivity": 1.0}),
    "mechanisms.above_threshold": calls({"query_values": [1.0, 3.0, 2.0], "threshold": 2.5, "epsilon": 0.5, "rng": RNG, "size": 2}, work=("size",)),
    # ---- privacy
    "privacy.AuditReport": RESULT,
    "privacy.Guarantee": calls({"epsilon": 1.0, "delta": 1e-6, "relation": R1, "note": "public: n"}, text=("note",)),
    "privacy.advanced_composition": calls({"epsilon_step": 0.1, "steps": 10, "delta": 1e-6}),
    "privacy.all_datasets": calls({"domain": (0, 1), "n": 3}),
    "privacy.audit": calls({"law": lambda dataset: np.array([0.5, 0.5]), "datasets": [(0, 1), (1, 1)], "domain": (0, 1), "relation": R1,
                            "epsilon": 1.0, "delta": 0.0, "slack": 1e-12, "note": ""}, callback=("law",), text=("note",)),
    "privacy.basic_composition": calls({"epsilons": [0.1, 0.2], "deltas": [0.0, 1e-6]}),
    "privacy.bounded_range_rho": calls({"b": 0.5}),
    "privacy.exact_epsilon": calls({"p": [0.5, 0.5], "q": [0.25, 0.75]}),
    "privacy.group_privacy": calls({"epsilon": 0.5, "size": 3, "delta": 1e-6}),
    "privacy.hockey_stick": calls({"p": [0.5, 0.5], "q": [0.25, 0.75], "epsilon": 0.1}),
    "privacy.max_advantage": calls({"epsilon": 0.5, "delta": 0.01}),
    "privacy.neighboring_pairs": calls({"datasets": [(0, 1), (1, 1)], "domain": (0, 1), "relation": R1}),
    "privacy.neighbors": calls({"dataset": (0, 1), "domain": (0, 1), "relation": R1}),
    "privacy.privacy_loss": calls({"p": [0.5, 0.5], "q": [0.25, 0.75]}),
    "privacy.product_profile": calls({"ps": [[0.5, 0.5], [0.4, 0.6]], "qs": [[0.25, 0.75], [0.5, 0.5]], "epsilon": 0.1, "rtol": 1e-3}),
    "privacy.product_profile_interval": calls({"ps": [[0.5, 0.5], [0.4, 0.6]], "qs": [[0.25, 0.75], [0.5, 0.5]], "epsilon": 0.1}),
    "privacy.total_variation": calls({"p": [0.5, 0.5], "q": [0.25, 0.75]}),
    "privacy.zcdp_epsilon": calls({"rho": 0.1, "delta": 1e-6}),
    "privacy.zcdp_rho": calls({"epsilon": 1.0, "delta": 1e-6}),
    # ---- pac
    "pac.ParitySolutions": RESULT,
    "pac.ParitySolutions.sample": calls({"rng": RNG}, of=pac.parity_learner(BITS, ONES).sample),
    "pac.Theorem1": RESULT,
    "pac.agnostic_sample_size": sized(alpha=0.1, beta=0.05),
    "pac.consistent_hypotheses": calls(SAMPLE, CUBE_SAMPLE),
    "pac.dichotomies": calls({"concept_class": Thresholds(4), "x": LINE}),
    "pac.elimination_learner": calls({"x": BITS, "y": [0, 0, 1, 0]}),
    "pac.erm": calls(SAMPLE, CUBE_SAMPLE),
    "pac.growth_function": calls({"concept_class": Thresholds(4), "n": 3}),
    "pac.is_shattered": calls({"concept_class": Thresholds(4), "x": [2]}),
    "pac.occam_bound": sized(alpha=0.1, n=100, form="power"),
    "pac.occam_sample_size": sized(alpha=0.1, beta=0.05),
    "pac.parity_learner": calls({"x": BITS, "y": ONES}),
    "pac.point_learner": calls({"x": LINE, "y": [0, 1, 0, 0], "N": 4}),
    "pac.sauer_bound": calls({"n": 10, "vc_dim": 3}),
    "pac.sauer_bound_simple": calls({"n": 10, "vc_dim": 3}),
    "pac.theorem1_bound": sized(alpha=0.1, n=1000),
    "pac.theorem1_sample_size": sized(alpha=0.1),
    "pac.threshold_learner": calls({"x": LINE, "y": [1, 0, 1, 0], "N": 4}),
    "pac.uniform_convergence_bound": sized(beta=0.05, n=100),
    "pac.vc_lower_bound": calls({"vc_dim": 3, "alpha": 0.1, "beta": 0.005}),
    "pac.vc_sample_size": calls({"vc_dim": 3, "alpha": 0.1, "beta": 0.05}),
    # ---- occam
    "occam.World": calls({"concept_class": Thresholds(4), "target": 2, "p": [0.25] * 4, "name": "four points"}, text=("name",)),
    "occam.World.errors": calls(of=occam.point_world(3, 0.1).errors),
    "occam.World.bad": calls({"alpha": 0.1}, of=occam.point_world(3, 0.1).bad),
    "occam.conjunction_world": calls({"d": 3, "alpha": 0.1, "target": 2}),
    "occam.exact_failure": calls({"world": occam.point_world(3, 0.1), "alpha": 0.1, "n_values": [1, 10]},
                                 {"world": occam.parity_world(3, 0.1), "alpha": 0.1, "n_values": 10},
                                 {"world": occam.threshold_world(3, 0.1), "alpha": 0.1, "n_values": 10},
                                 {"world": occam.conjunction_world(3, 0.1), "alpha": 0.1, "n_values": 10}),
    "occam.failure_times": calls({"world": occam.point_world(3, 0.1), "alpha": 0.1, "rng": RNG, "runs": 5}, work=("runs",)),
    "occam.first_seen_times": calls({"p": [0.5, 0.5, 0.0], "rng": RNG, "runs": 5, "n_max": 10}, work=("runs",)),
    "occam.parity_world": calls({"d": 3, "alpha": 0.1}),
    "occam.point_all_zero_failure": calls({"N": 8, "alpha": 0.1, "n": 10, "rule": "random", "mass": 0.2}),
    "occam.point_world": calls({"d": 3, "alpha": 0.1}),
    "occam.threshold_all_zero_failure": calls(*({"N": 8, "alpha": 0.1, "n": 10, "rule": r} for r in ("zero", "random", "random-consistent"))),
    "occam.threshold_world": calls({"d": 3, "alpha": 0.1}),
    # ---- private_pac, private_agnostic
    "private_pac.learner_probabilities_from_mistakes": calls({"mistakes": [0, 2, 3], "epsilon": 0.5}),
    "private_pac.learner_probabilities": calls({**SAMPLE, "epsilon": 0.5}, {**CUBE_SAMPLE, "epsilon": 0.5}),
    "private_pac.private_learner": calls({**SAMPLE, "epsilon": 0.5, "rng": RNG}),
    "private_pac.exact_learner_epsilon": calls({**SAMPLE, "epsilon": 0.5, "weight_relation": R1}),
    "private_pac.private_occam_bound": sized(alpha=0.1, epsilon=0.5, n=100, form="chernoff"),
    "private_pac.private_occam_bound_sharp": sized(alpha=0.1, epsilon=0.5, n=100, form="power"),
    "private_pac.private_occam_sample_size": sized(alpha=0.1, epsilon=0.5, beta=0.05),
    "private_pac.private_occam_sample_size_sharp": sized(alpha=0.1, epsilon=0.5, beta=0.05),
    "private_pac.point_world_failure": sized(alpha=0.1, epsilon=0.5, n=100),
    "private_pac.point_world_sample_size": sized(alpha=0.1, epsilon=0.5, beta=0.05),
    "private_agnostic.exponential_gap_bound": sized(epsilon=0.5, n=100, beta=0.05),
    "private_agnostic.expected_gap_bound": sized(epsilon=0.5, n=100),
    "private_agnostic.expected_gap_tight": sized(epsilon=0.5, n=100),
    "private_agnostic.agnostic_excess_bound": sized(epsilon=0.5, n=100, beta=0.05),
    "private_agnostic.agnostic_sample_size": sized(alpha=0.1, epsilon=0.5, beta=0.05),
    "private_agnostic.generalization_gap_bound": calls({"epsilon": 0.5, "bounded_range": True}),
    "private_agnostic.gibbs_risk_bound": sized(opt=0.1, epsilon=0.5, n=100),
    # ---- private_parity
    "private_parity.parity_epsilon": calls({"p": 0.25}),
    "private_parity.parity_claim_limit": calls({"relation": R1}),
    "private_parity.parity_sampling_rate": calls({"epsilon": 0.5, "rule": "printed"}, {"epsilon": 0.5, "rule": "exact"}),
    "private_parity.parity_learner_probabilities": calls({"x": BITS, "y": ONES, "epsilon": 0.5}, {"x": BITS, "y": ONES, "epsilon": 0.5, "sampling": 0.3}),
    "private_parity.ParityOutcome": RESULT,
    "private_parity.private_parity_learner": calls({"x": BITS, "y": ONES, "epsilon": 0.5, "rng": RNG, "batches": 2}),
    "private_parity.ParityPlan": RESULT,
    "private_parity.parity_sample_size": calls({"d": 4, "alpha": 0.1, "beta": 0.05, "epsilon": 0.5}),
    # ---- statistical queries
    "statistical_queries.noisy_answers": calls({"values": [0.25, 0.5], "n": 100, "epsilon": 0.5, "rng": RNG}),
    "statistical_queries.expected_max_error": calls({"m": 5, "epsilon": 0.5, "n": 100}),
    "statistical_queries.max_error_quantile": calls({"probability": 0.9, "m": 5, "epsilon": 0.5, "n": 100}),
    "statistical_queries.PrivateConjunction": RESULT,
    "statistical_queries.PrivateConjunction.predict": calls(
        {"x": BITS}, of=statistical_queries.learn_conjunction(BITS, ONES, epsilon=1.0, rng=np.random.default_rng(0)).predict),
    "statistical_queries.learn_conjunction": calls({"x": BITS, "y": ONES, "epsilon": 0.5, "beta": 0.05, "rng": RNG}),
    "statistical_queries.learn_conjunction_probabilities": calls({"x": BITS, "y": ONES, "epsilon": 0.5, "beta": 0.05}),
    "statistical_queries.conjunction_error_bound": calls({"d": 4, "epsilon": 0.5, "n": 100, "beta": 0.05}),
    "statistical_queries.conjunction_sample_size": calls({"d": 4, "alpha": 0.1, "epsilon": 0.5, "beta": 0.05}),
    "statistical_queries.nonadaptive_sample_size": calls({"m": 5, "alpha": 0.1, "beta": 0.05}),
    "statistical_queries.adaptive_trap_error": calls({"m": 5, "n": 20, "rng": RNG, "runs": 4}, work=("m", "n", "runs")),
    "statistical_queries.adaptive_trap_expected_error": calls({"m": 5, "n": 20}),
    # ---- randomized_response
    "randomized_response.shrinkage": calls({"epsilon": 0.5}),
    "randomized_response.share_estimate": calls({"reports": [0, 1, 1], "epsilon": 0.5}),
    "randomized_response.error_bound": calls({"n": [10, 20], "epsilon": 0.5, "tolerance": 0.1}),
    "randomized_response.error_probability": calls({"n": 20, "epsilon": 0.5, "tolerance": 0.1, "share": 0.3}),
    "randomized_response.draw_errors": calls({"n": [10, 20], "epsilon": 0.5, "share": 0.3, "rng": RNG, "runs": 4}, work=("runs",)),
    # ---- simulate
    "simulate.stream": calls({"seed": 1, "name": "a", "chunk": 0}, text=("name",)),
    "simulate.Moments": RESULT,
    "simulate.Moments.of": calls({"samples": [[0.5, 0.25], [1.0, 0.0]]}, {"samples": np.array([[True, False]])}),
    "simulate.Estimate": RESULT,
    "simulate.clopper_pearson": calls({"hits": [0, 3, 10], "runs": 10, "confidence": 0.99}),
    "simulate.bernstein_halfwidth": calls({"variance": np.array([0.1, 0.0]), "runs": 10, "confidence": 0.99, "width": 1.0}),
    "simulate.estimate": calls(*({"moments": simulate.Moments.of([[0.0, 1.0], [1.0, 1.0]]), "band": b, "confidence": 0.99, "support": (0.0, 1.0)}
                                 for b in simulate.BANDS)),
    "simulate.chunk_sizes": calls({"runs": 25, "chunk": 10}),
    "simulate.one_chunk": calls({"draw": lambda rng, runs: rng.random((runs, 2)), "seed": 1, "name": "a", "index": 0, "size": 5}, text=("name",), work=("size",), says={"index": ("chunk",)}, callback=("draw",)),
    "simulate.replicate": calls({"draw": lambda rng, runs: rng.random((runs, 2)), "runs": 20, "chunk": 10, "seed": 1, "name": "a"}, text=("name",), work=("runs", "chunk"), callback=("draw",)),
    "simulate.run": calls({"draw": lambda rng, runs: rng.random((runs, 2)), "runs": 20, "chunk": 10, "seed": 1, "name": "a"}, text=("name",), work=("runs", "chunk"), callback=("draw",)),
    # ---- data
    "data.IntervalTask": RESULT,
    "data.IntervalTask.to_unit": calls({"rank": 3}, of=data.load_interval_task("rush_hour_by_hour").to_unit),
    "data.Mushrooms": RESULT,
    "data.Mushrooms.literals": calls({"wanted": ["odor is not foul", "odor is none"]}, of=data.load_mushroom().literals),
    "data.interval_tasks": calls(),
    "data.load_interval_task": calls({"name": "rush_hour_by_hour"}),
    "data.load_mushroom": calls(),
    **{f"data.{name}": RESULT for name in ("Adult", "AdultBits", "CityWeather", "FootballGames", "Forecasters", "HorseRaces", "RacingRules", "StockExperts",
                                           "Stocks")},
    **{f"data.load_{name}": calls() for name in ("adult", "adult_bits", "horse_races", "nfl_elo", "nyse", "weather")},
    "data.AdultBits.column": calls({"name": "male"}, of=data.load_adult_bits().column),
    "data.ExpertData": calls({"title": "coins", "names": ("a", "b"), "losses": [[0.5, 1.0]], "rounds": "days", "loss": "cents", "loss_range": 2.0},
                             text=("title", "rounds", "loss"), free=("names",)),
    "data.Stocks.of": calls({"name": "ibm"}, of=lambda name: data.load_nyse().of("coke", name)),
    "data.literal_losses": calls({"bits": data.load_adult_bits(), "target": "income_gt_50k"}),
    "data.nfl_forecasters": calls({"games": data.load_nfl_elo()}),
    "data.racing_rules": calls({"races": data.load_horse_races()}),
    "data.stock_experts": calls({"stocks": data.load_nyse(), "low": 0.5, "high": 2.0}),
    "data.weather_rules": calls({"city": "Seattle"}),
}

# ---- experts

LOSSES, LAWS = np.array([[0.0, 1.0, 0.5], [1.0, 0.25, 0.0]]), np.array([[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]])
RELATIVES, SHARES = [[1.1, 0.9], [0.8, 1.3]], [0.5, 0.5]
ANY_RANGE = {"loss_range": 2.0}
HORIZON = {"T": [10, 100], "n_experts": [2, 5]}
NAMED = {"n_experts": 3, "eta": 0.3}

TABLE |= {
    **{f"experts.{name}": RESULT for name in ("BestRebalanced", "PlayTree", "Race")},
    **{f"experts.{name}": calls({"losses": LOSSES, "eta": 0.3, **ANY_RANGE}, {"losses": LOSSES, "eta": 0.3}) for name in (
        "expected_losses", "expected_regret", "hedge_probabilities", "log_potential", "weights_probabilities")},
    **{f"experts.{name}": calls({"losses": LOSSES, **ANY_RANGE}) for name in ("follow_the_leader", "uniform")},
    **{f"experts.{name}": calls({"T": 10, "n_experts": 3, "eta": 0.3, **ANY_RANGE}, {**HORIZON, "eta": [0.3, 2.0]}, {**HORIZON, "eta": None})
       for name in ("regret_bound", "regret_bound_sharp")},
    "experts.exponentiated_gradient_bound_sharp": calls({"relatives": RELATIVES, "eta": 0.3}),
    **{f"experts.{name}": calls({"relatives": RELATIVES, "portfolios": SHARES}, {"relatives": RELATIVES, "portfolios": [SHARES, [0.0, 1.0]]})
       for name in ("log_wealth", "wealth")},
    **{f"experts.{name}": calls({"alpha": 0.1, "n_experts": 5}) for name in ("rounds_needed", "rounds_needed_sharp")},
    **{f"experts.{name}": calls({"actions": (0, 1), "n_experts": 3}, {"actions": (), "n_experts": 3}) for name in ("first_choice", "grudge")},
    "experts.Tipster": calls({"name": "Sharp", "first": 0.7, "last": 0.6, "rule": ""}, text=("name",)),
    "experts.adversarial_search": calls({"T": 4, "n_experts": 3, "eta": 0.3, "rng": RNG, "steps": 5, "fractions": True}, work=("T", "n_experts", "steps")),
    "experts.against_the_leader": calls({"losses": LOSSES}),
    "experts.best_constant_rebalanced": calls({"relatives": RELATIVES}),
    "experts.buy_and_hold": calls({"relatives": RELATIVES, "initial": SHARES}),
    "experts.constant_rebalanced": calls({"relatives": RELATIVES, "portfolio": SHARES}),
    "experts.doubling_bound": calls(*({"T": [10, 100], "n_experts": 5, "rule": r, "form": f, **ANY_RANGE}
                                      for r in ("printed", "hoeffding") for f in ("epochs", "closed"))),
    "experts.doubling_probabilities": calls({"losses": LOSSES, "rule": "hoeffding", **ANY_RANGE}),
    "experts.draw_actions": calls({"probabilities": LAWS, "rng": RNG, "runs": 3}, work=("runs",)),
    "experts.draw_grudge_regret": calls({"T": 5, "n_experts": 3, "eta": 0.3, "rng": RNG, "runs": 2}, work=("T", "n_experts", "runs")),
    "experts.draw_regret": calls(*({"name": name, "T": [5, 20], **NAMED, "rng": RNG, "runs": 2} for name in experts.OPPONENTS), work=("runs",)),
    "experts.exponentiated_gradient": calls({"relatives": RELATIVES, "eta": 0.3, "initial": SHARES}),
    "experts.fair_regret": calls({"T": [5, 20], "n_experts": 3}),
    "experts.grudge_regret": calls({"T": 5, "eta": 0.3}, work=("T",)),
    "experts.learning_rate": calls(*({**HORIZON, "rule": rule, **ANY_RANGE} for rule in experts.RULES)),
    "experts.opponent_losses": calls(*({"name": name, "T": 5, **NAMED, "rng": RNG} for name in experts.OPPONENTS), work=("T", "n_experts")),
    "experts.play_tree": calls({"opponent": experts.grudge, "T": 3, "n_experts": 2, "eta": 0.3}, callback=("opponent",)),
    "experts.realised_regret": calls({"losses": LOSSES, "actions": [[2, 0], [1, 1]], **ANY_RANGE}),
    "experts.realised_regret_term": calls({"T": [10, 100], "beta": 0.05, **ANY_RANGE}),
    "experts.rebalanced_gap": calls({"relatives": RELATIVES, "portfolio": SHARES}),
    "experts.regret_at": calls(*({"name": name, "T": [5, 20], **NAMED} for name in experts.OPPONENTS)),
    "experts.regret_of": calls({"losses": LOSSES, "probabilities": LAWS, **ANY_RANGE}),
    "experts.reward_probabilities": calls({"rewards": LOSSES, "eta": 0.3}),
    "experts.rewards_gap_bound": calls({**HORIZON, "eta": 0.3}),
    "experts.run_race": calls({"T": 5, "n_experts": 3, "eta": 0.3, "rng": RNG, "world": "takeover"}, work=("T",)),
    "experts.universal_portfolio": calls({"relatives": RELATIVES, "points": 5}),
    "experts.worst_of_two": calls({"T": 4, "eta": 0.3, "grid": 2}, work=("T",)),
}

# ---- private_experts

NEIGHBOR = np.array([[1.0, 0.0, 0.5], [1.0, 0.25, 0.0]])
PAIR = {"losses": LOSSES, "neighbor": NEIGHBOR, "eta": 0.3}
BUDGET = {"epsilon": 0.5, "delta": 1e-6}
PRICED = {"T": 100, "n_experts": 5, **BUDGET}
RECORDS = np.array([[1.0, -0.5], [0.25, -1.0], [1.0, 0.0]])
COORDINATES = {"mu": [-0.5, 0.25], "n": 5}
EACH_ANALYSIS = [{"analysis": a, **ANY_RANGE} for a in private_experts.ANALYSES]

TABLE |= {
    "privacy.bounded_range_composition_delta": calls({"range_step": 0.1, "steps": [10, 20], "epsilon": 0.5}),
    "privacy.bounded_range_composition_step": calls({**BUDGET, "steps": [10, 20]}),
    "privacy.gaussian_mu": calls(BUDGET),
    "privacy.pure_composition_delta": calls({"epsilon_step": 0.1, "steps": [10, 20], "epsilon": 0.5}),
    "privacy.pure_composition_step": calls({**BUDGET, "steps": [10, 20]}),
    "private_experts.ActionLossLaw": RESULT,
    "private_experts.ActionLossLaw.interval": calls({"epsilon": [0.0, 0.1]}, of=private_experts.action_loss_law(**PAIR).interval),
    "private_experts.ActionLossLaw.profile": calls({"epsilon": [0.0, 0.1], "least": 0.0}, of=private_experts.action_loss_law(**PAIR).profile),
    "private_experts.ActionLossLaw.total_variation": calls(of=private_experts.action_loss_law(**PAIR).total_variation),
    "private_experts.action_loss_law": calls(PAIR, {**PAIR, **ANY_RANGE}),
    "private_experts.attack_ceiling": calls({**BUDGET, "candidates": 3}),
    "private_experts.attack_success": calls({**PAIR, **ANY_RANGE}),
    "private_experts.guess_success": calls({"losses": LOSSES, "rows": np.eye(3), "day": 0, "eta": 0.3}),
    "private_experts.rwm_profile": calls({**PAIR, "epsilon": [0.0, 0.1], **ANY_RANGE}),
    "private_experts.rwm_profile_interval": calls({**PAIR, "epsilon": 0.1, **ANY_RANGE}),
    "private_experts.worst_pair": calls({"T": 5, "n_experts": 3}, work=("T", "n_experts")),
    "private_experts.worst_pair_profile": calls({"T": [5, 20], "epsilon": 0.1, "eta": 0.3}),
    # learning rates and what they cost
    "private_experts.dr14_printed_eta": calls({**BUDGET, "T": [10, 100]}),
    "private_experts.eta_guarantee": calls(*({**BUDGET, "analysis": a} for a in private_experts.ANALYSES)),
    "private_experts.private_eta": calls(*({**BUDGET, "T": [10, 100], **a} for a in EACH_ANALYSIS)),
    "private_experts.worst_pair_eta": calls({**BUDGET, "T": [10, 100], **ANY_RANGE}),
    **{f"private_experts.{name}": calls(*({**PRICED, **a} for a in EACH_ANALYSIS))
       for name in ("price_of_privacy_sharp", "private_rate", "private_regret_bound_sharp")},
    **{f"private_experts.{name}": calls(*({**PRICED, "form": f} for f in ("first", "second")))
       for name in ("avg_private_regret_bound", "private_regret_bound")},
    **{f"private_experts.{name}": calls(PRICED) for name in ("corrected_theorem3_bound", "dr14_printed_avg_regret")},
    "private_experts.corrected_theorem3_rate": calls({**BUDGET, "T": 100}),
    "private_experts.free_epsilon": calls(*({"n_experts": 5, "delta": 1e-6, "analysis": a, "T": T} for a in private_experts.ANALYSES for T in (100, None))),
    "private_experts.price_of_privacy": calls({"n_experts": 5, **BUDGET}),
    "private_experts.private_realised_bound": calls({**PRICED, "beta": 0.05}, {**PRICED, "beta": 0.25, **ANY_RANGE}),
    # the linear learner
    **{f"private_experts.{name}": calls({**COORDINATES, "eta": 0.3, "rng": RNG, "runs": 3}, work=("n", "runs"))
       for name in ("draw_excess_risk", "draw_round_risk")},
    "private_experts.draw_exponential_risk": calls({**COORDINATES, "epsilon": 0.5, "rng": RNG, "runs": 3}, work=("runs",)),
    "private_experts.excess_risk": calls({"theta": [0.5, 0.5], "mu": [-0.5, 0.25]}),
    "private_experts.excess_risk_bound": calls(
        {"n": [10, 100], "d": 5, **BUDGET, "beta": 0.05, "analysis": "dr14", "deviation": "one-martingale"},
        {"n": 10, "d": 5, **BUDGET, "beta": None, "analysis": "bounded-range"}),
    "private_experts.excess_risk_bound_at": calls({"n": [10, 100], "d": 5, "eta": 0.3, "beta": 0.05}, {"n": 10, "d": 5, "eta": 0.3}),
    "private_experts.expected_excess_risk": calls({"n": [10, 100], "d": 5, "gap": 0.2, "eta": [0.3, 0.03]}),
    "private_experts.expected_exponential_risk": calls({"n": [10, 100], "d": 5, "gap": 0.2, "epsilon": 2.0}),
    **{f"private_experts.{name}": calls({"x": RECORDS, "eta": 0.3}) for name in ("expected_theta", "linear_learner_probabilities")},
    "private_experts.exponential_linear": calls({"x": RECORDS, "epsilon": 0.5}),
    "private_experts.exponential_linear_bound": calls({"n": [10, 100], "d": 5, "epsilon": 0.5}),
    "private_experts.linear_eta": calls(*({"n": [10, 100], **BUDGET, "analysis": a} for a in private_experts.ANALYSES)),
    "private_experts.linear_learner": calls({"x": RECORDS, **BUDGET, "rng": RNG, "analysis": "dr14"}),
    "private_experts.linear_learner_runs": calls({"x": RECORDS, "eta": 0.3, "rng": RNG, "runs": 3}, work=("runs",)),
    "private_experts.one_good_coordinate": calls({"d": 5, "gap": 0.2}, work=("d",)),
}

# scikit-learn's own checks word errors in their way; they are tested by its `check_estimator`.
SKLEARN = {"X": ("array", "sample", "samples", "features", "Complex", "Expected", "Pandas", "dtype", "convert", "numeric"),
           "y": ("array", "sample", "samples", "target", "label", "labels", "classes", "input", "Complex", "inhomogeneous")}

# Its errors and warnings for np.matrix, for labels in a column, and for labels that it cannot cast to integers.
SKLEARN_ERRORS = (TypeError, DataConversionWarning, RuntimeWarning)

METHODS = {  # of every concept class, on a small one and a sample of its domain
    "Conjunctions": (Conjunctions(3), BITS), "Parities": (Parities(3), BITS), "Points": (Points(4), LINE),
    "Thresholds": (Thresholds(4), LINE), "IntervalUnions": (IntervalUnions(4, 2), LINE),
}
for _name, (_class, _x) in METHODS.items():
    _cells = _class.domain_size
    TABLE |= {
        f"concepts.{_name}.domain": calls(of=_class.domain),
        f"concepts.{_name}.cell_index": calls({"x": _x}, of=_class.cell_index),
        f"concepts.{_name}.growth": calls({"n": 3}, of=_class.growth),
        f"concepts.{_name}.predictions": calls({"x": _x}, of=_class.predictions),
        f"concepts.{_name}.label_cells": calls({"hypothesis": 1}, of=_class.label_cells),
        f"concepts.{_name}.mistakes": calls({"counts0": np.arange(_cells), "counts1": np.ones(_cells, int)}, of=_class.mistakes),
        f"concepts.{_name}.rejection_times": calls({"first_seen": np.arange(_cells) + 1.0, "target": 1}, of=_class.rejection_times),
        f"concepts.{_name}.errors": calls({"p": np.full(_cells, 1 / _cells), "target": 1}, of=_class.errors),
    }

# ---- query_release

CELLS, ASKED = np.array([0.25, 0.25, 0.0, 0.5]), np.array([[1.0, 0.0, 1.0, 0.0], [0.0, 0.25, 1.0, 1.0]])
HUNTED = {"histogram": CELLS, "queries": ASKED}
NOTED = {"n": 100, "epsilon": 0.5, "delta": 1e-6}
SIZES = {"universe_size": [16, 64], "n_queries": [10, 20], "n": 100, **BUDGET}
CHOSEN = {"n_queries": [10, 20], "n": 100, "epsilon_step": 0.1, "width": 2.0}
RUN = {"n": 3, "epsilon_step": 0.5, "T": 2, "eta": 0.3}
POINTS = {"n": 100, "T": [5, 20], "epsilon_step": 0.1, "eta": 0.3, "rng": RNG, "runs": 3}
ONLINE = {"universe_size": [16, 64], "alpha": [0.1, 0.2], "noisy": True}
EPOCHS = {**HUNTED, "budget": query_release.online_budget(n=10, epsilon=1.0, delta=1e-6, max_updates=2), "alpha": 0.2, "eta": 0.3}
THREE_WORKLOADS = (query_release.DenseQueries(ASKED, ("a", "b")), query_release.Marginals(2, 1), query_release.ParityQueries(2, 2))
SPARSE = query_release.SparseQueries(sparse.csr_array(ASKED))
ANALYST = query_release.adaptive_analyst(2)
OPERATED = query_release.OperatorQueries(aslinearoperator(ASKED))


def fresh_online(**options):
    return query_release.OnlinePMW(CELLS, **{**NOTED, "alpha": 0.2, "rng": np.random.default_rng(5), **options})



def fresh_interview(mechanism, analyst, n_queries):
    return query_release.interview(mechanism, query_release.adaptive_analyst(2) if analyst is ANALYST else analyst, n_queries)


TABLE |= {
    **{f"query_release.{name}": RESULT for name in (
        "Answers", "Hunt", "HuntStep", "Measurements", "OnlineBudget", "OnlineDraws", "Release", "SurveyHunt", "Variant")},
    # workloads; Workload is the frame that the others fill in
    **{f"query_release.Workload{method}": RESULT for method in ("", ".answers", ".names", ".query")},
    "query_release.DenseQueries": calls({"matrix": ASKED, "names": ("a", "b")}),
    "query_release.SparseQueries": calls({"matrix": sparse.csr_array(ASKED), "names": ("a", "b")}),
    "query_release.Marginals": calls({"n_bits": 3, "degree": 2, "bit_names": ("a", "b", "c")}),
    "query_release.ParityQueries": calls({"n_bits": 3, "max_degree": 2, "bit_names": ("a", "b", "c")}),
    "query_release.OperatorQueries": calls({"operator": aslinearoperator(ASKED), "low": 0.0, "high": 1.0}),
    **{f"query_release.{type(w).__name__}.{method}": calls(good, of=getattr(w, method)) for w in (*THREE_WORKLOADS, SPARSE, OPERATED)
       for method, good in (("answers", {"histograms": [CELLS, CELLS]}), ("names", {"i": 1}), ("query", {"i": 1}))},
    "query_release.Marginals.group": calls({"i": 1}, of=query_release.Marginals(2, 1).group),
    **{f"query_release.{name}": calls(*({"queries": q} for q in (ASKED, sparse.csr_array(ASKED), aslinearoperator(ASKED), THREE_WORKLOADS[1])))
       for name in ("as_workload", "with_negations")},
    "query_release.walsh_hadamard": calls({"x": [CELLS, CELLS]}),
    "query_release.histogram_of": calls({"records": BITS}),
    "query_release.max_error": calls({**HUNTED, "estimate": [CELLS, np.full(4, 0.25)]}),
    # the algorithm
    "query_release.worst_query": calls({"errors": [0.25, -0.5, 0.25]}),
    "query_release.NoisyWorst": calls({"width": 1.0, "n": 100, "epsilon_step": 0.1, "rng": RNG, "drawn": 0}),
    "query_release.hunt_steps": calls({**HUNTED, "eta": 0.3, "choose": query_release.worst_query}, callback=("choose",)),
    "query_release.pmw_steps": calls({**HUNTED, "n": 100, "epsilon_step": 0.1, "eta": 0.3, "rng": RNG}),
    "query_release.multiplicative_weights": calls(*({**HUNTED, "T": 5, "eta": eta, "keep": True, "progress": False} for eta in (0.3, "hoeffding", None)),
                                                  work=("T",)),
    "query_release.pmw": calls({**HUNTED, **NOTED, "T": 5, "rng": RNG, "calibration": "basic", "eta": "printed", "progress": False}, work=("T",)),
    "query_release.mwem": calls({**HUNTED, **NOTED, "T": 5, "rng": RNG, "replays": 2, "measure": "query", "noise": "laplace", "eta": 0.5,
                                 "output": "average", "progress": False},
                                {**HUNTED, "queries": THREE_WORKLOADS[1], **NOTED, "rng": RNG, "measure": "marginal", "noise": "gaussian"},
                                work=("T", "n", "epsilon", "replays")),
    "query_release.mwem_rounds": calls(*({"universe_size": 16, **NOTED, "measure": m} for m in ("query", "marginal"))),
    # noise on each answer
    "query_release.answer_scale": calls(*({"n_answers": [10, 20], **NOTED, "width": 2.0, "by": by, "noise": noise}
                                          for by, noise in (("query", "laplace"), ("marginal", "gaussian")))),
    "query_release.laplace_answers": calls({**HUNTED, **NOTED, "rng": RNG, "by": "query", "noise": "gaussian"},
                                           {**HUNTED, "queries": THREE_WORKLOADS[1], **NOTED, "rng": RNG, "by": "marginal"}),
    **{f"query_release.{name}": calls({"n_queries": [10, 20], "scale": 0.5}) for name in ("gaussian_max_expected", "laplace_max_expected")},
    "query_release.draw_max_noise": calls(*({"n_queries": [10, 20], "scale": 0.5, "rng": RNG, "runs": 3, "noise": noise} for noise in ("laplace", "gaussian")),
                                          work=("runs",)),
    # privacy
    "query_release.step_epsilon": calls(*({**BUDGET, "T": [10, 100], "calibration": c} for c in query_release.CALIBRATIONS)),
    "query_release.printed_step_epsilon": calls({**BUDGET, "T": [10, 100]}),
    "query_release.certified_epsilon": calls({"epsilon_step": [0.1, 0.2], "delta": 1e-6, "steps": [10, 20]}),
    "query_release.selection_guarantee": calls({"epsilon_step": 0.1, "delta": 1e-6, "steps": 10}),
    "query_release.sequence_law": calls({**HUNTED, **RUN}, work=("T",)),
    "query_release.sequence_errors": calls({**HUNTED, "T": 2, "eta": 0.3}, work=("T",)),
    "query_release.release_audit": calls({"queries": np.eye(2), **RUN, **BUDGET}),
    "query_release.release_profile": calls({"queries": np.eye(2), **RUN, "epsilon": [0.0, 0.1]}),
    "query_release.count_law": calls({"records": 1, **RUN}, work=("T",)),
    "query_release.count_profile": calls({"records": 1, **RUN, "epsilon": [0.0, 0.1]}, work=("T",)),
    # bounds
    "query_release.approximation_bound": calls({"universe_size": [16, 64], "T": 100}),
    "query_release.approximation_bound_sharp": calls(*({"universe_size": [16, 64], "T": 100, "eta": eta, "kl": kl, "width": 2.0}
                                                       for eta in (0.3, None) for kl in (0.5, None))),
    **{f"query_release.{name}": calls(CHOSEN) for name in ("selection_bound", "selection_bound_sharp")},
    "query_release.selection_bound_whp": calls(*({**CHOSEN, "T": 10, "beta": 0.05, "average": average} for average in (True, False))),
    "query_release.pmw_bound": calls({**SIZES, "T": 10}),
    "query_release.pmw_bound_sharp": calls(*({**SIZES, "T": 10, "calibration": c, "width": 2.0} for c in query_release.CALIBRATIONS)),
    **{f"query_release.{name}": calls(SIZES) for name in ("pmw_best_bound", "pmw_best_bound_sharp", "pmw_rate")},
    **{f"query_release.{name}": calls(*({**SIZES, "sharp": sharp} for sharp in (True, False))) for name in ("best_rounds", "best_whole_rounds")},
    # online
    **{f"query_release.{name}": calls(ONLINE) for name in ("online_updates_bound", "online_updates_bound_sharp")},
    "query_release.online_sample_size": calls({"universe_size": 16, "n_queries": [10, 20], **BUDGET, "alpha": 0.1, "beta": 0.05}),
    "query_release.online_alpha": calls({**SIZES, "beta": 0.05}),
    "query_release.planned_updates": calls({"universe_size": 16, "alpha": 0.1, "width": 2.0}),
    "query_release.online_eta": calls({"alpha": 0.1, "width": 2.0}),
    "query_release.online_budget": calls(*({**NOTED, "max_updates": 10, "width": 2.0, "calibration": c} for c in query_release.ONLINE_CALIBRATIONS)),
    "query_release.OnlineBudget.guarantee": calls({"epochs": 1}, of=EPOCHS["budget"].guarantee),
    "query_release.OnlineWeights": calls({"histogram": CELLS, "alpha": 0.2, "eta": 0.3}),
    "query_release.OnlineWeights.answer": calls({"query": ASKED[0]}, of=query_release.OnlineWeights(CELLS, alpha=0.2).answer),
    "query_release.OnlinePMW": calls({"histogram": CELLS, **NOTED, "alpha": 0.2, "rng": RNG, "calibration": "equal", "max_updates": 5, "eta": 0.3, "width": 2.0}),
    "query_release.OnlinePMW.answer": calls({"query": ASKED[0]}, of=lambda query: fresh_online().answer(query)),
    "query_release.online_weights": calls({**HUNTED, "alpha": 0.2, "eta": 0.3}),
    "query_release.adaptive_analyst": calls({"n_bits": 2}, of=lambda n_bits: next(query_release.adaptive_analyst(n_bits))),
    "query_release.interview": calls({"mechanism": fresh_online(max_updates=10**6), "analyst": ANALYST, "n_queries": 5}, of=fresh_interview),
    "query_release.draw_online": calls({**EPOCHS, "rng": RNG, "runs": 3}, work=("runs",)),
    "query_release.online_law": calls(*({**EPOCHS, "edges": (-0.5, 0.0), "sign": sign} for sign in ("noisy", "true"))),
    # sparse vector
    "query_release.first_above_law": calls({"values": [0.5, 1.5], "threshold": 1.0, "threshold_scale": 0.5, "test_scale": 1.0}),
    "query_release.split_scales": calls({"l1_sensitivity": 0.01, "epsilon_search": 0.5, "epsilon_answer": 0.25}),
    "query_release.sign_leak_delta": calls({"c": [1.0, 2.0]}),
    "query_release.answer_patterns": calls(*({"variant": v, "n_queries": 3, "c": 2} for v in query_release.VARIANTS)),
    "query_release.variant_law": calls(*({"variant": v, "values": [0.5, 1.5], "threshold": 1.0, "epsilon": 0.5, "sensitivity": 1.0, "c": 1, "cut": 0.0}
                                         for v in query_release.VARIANTS)),
    "query_release.variant_audit": calls(*({"variant": v, "n_queries": 2, "n": 1, "epsilon": 0.5, "c": 1, "threshold": 0.5} for v in query_release.VARIANTS),
                                         work=("n_queries", "n")),
    "query_release.hard_pair_epsilon": calls(*({"variant": v, "n_below": 2, "epsilon": 0.5, "c": 1, "reach": 5.0} for v in query_release.VARIANTS)),
    # attacks
    "query_release.reconstruction_ceiling": calls({**BUDGET}),
    "query_release.averaging_attack": calls({"answers": [[0.3, 0.4], [0.2, 0.1]], "others": 2, "n": 10}),
    "query_release.averaging_success": calls({"asked": [1, 10], "epsilon_step": 0.1}),
    "query_release.subset_queries": calls({"k": 3, "n": 4, "rng": RNG}, work=("k", "n")),
    "query_release.reconstruct": calls({"queries": BITS, "answers": [0.5, 0.5, 1.0, 0.0], "noise_std": 0.1}),
    "query_release.draw_reconstruction": calls(*({"n": 4, "asked": [5, 10], "scale": 0.1, "rng": RNG, "runs": 2, "noise": noise} for noise in ("laplace", "rounded")),
                                               work=("n", "asked", "runs")),
    # surveys, records
    "query_release.survey_means": calls(*({"kind": kind, "m": 4, "n": 100} for kind in query_release.SURVEYS)),
    "query_release.survey_queries": calls({"m": 2, "d": 3}),
    "query_release.survey_histogram": calls({"means": [0.25, 0.5], "d": 3}),
    "query_release.survey_hunt": calls({"means": [0.25, 0.5], "T": 10, "eta": 0.3}, work=("T",)),
    "query_release.survey_error": calls({"means": [0.25, 0.5], "T": [5, 20], "eta": 0.3}, work=("T",)),
    "query_release.draw_survey_error": calls({"means": [0.25, 0.5], **POINTS}, {"means": [[0.25, 0.5], [1.0, 0.0]], **POINTS}, work=("T", "runs")),
    "query_release.synthetic_records": calls(*({"histogram": CELLS, "n_records": 5, "rng": RNG, "method": m} for m in ("systematic", "rounding", "sampling")),
                                             work=("n_records",)),
    "query_release.records_csv": calls({"records": BITS, "names": ("a", "b", "c")}),
}

# private prediction: the attack, and fresh data

GAME = MembershipGame(np.arange(12.0).reshape(6, 2), [0, 1, 1, 0, 1, 0])


TABLE |= {
    "prediction.MembershipGame": calls({"x": BITS, "y": ONES}),
    "prediction.MembershipGame.votes": calls({"n": 3, "n_parts": 2, "rng": RNG, "runs": 3, "targets": 2}, of=GAME.votes, work=("runs",)),
    "prediction.answers_by_depth": calls({"x": BITS, "y": ONES, "queries": BITS, "depths": [0, 2], "rng": RNG}),
    "prediction.best_moment": calls({"beta": [0.1, 0.9], "epsilon": 0.5}),
    "prediction.informed_advantage": calls({"n_parts": 3, "epsilon": [0.5, 1.0], "asked": 2, "votes": 1}),
    "prediction.membership_ceiling": calls(*({"epsilon": 0.5, "asked": [1, 3], "composition": c} for c in ("optimal", "basic"))),
    "prediction.moment_bound": calls({"k": 2, "epsilon": 0.5, "empirical": [0.1, 0.2], "weights": [0.5, 0.5], "delta": 0.01, "largest_loss": 1.0}),
    "prediction.says_member": calls({"votes": [0, 2], "n_parts": 3, "epsilon": 0.5, "asked": 2}),
    "prediction.spread_law": calls({"epsilon": 0.5, "p": 0.1, "member": [True, False]}),
    "prediction.spread_tail": calls({"factor": [0.5, 1.2], "epsilon": 0.5, "n": 3, "domain_size": 10}),
    **{f"prediction.{name}": calls({"beta": [0.1, 0.9], "epsilon": 0.5}) for name in ("tail_factor", "tail_factor_printed")},
    "prediction.vote_advantage": calls({"members": [0.2, 0.3, 0.5], "fresh": [0.5, 0.3, 0.2], "epsilon": [0.5, 1.0], "asked": 2}),
}

# private prediction: regression by stability

FOUR_LOSSES = {"SquaredLoss": prediction.SquaredLoss(), "AbsoluteLoss": prediction.AbsoluteLoss(), "HuberLoss": prediction.HuberLoss(0.5),
               "LogisticLoss": prediction.LogisticLoss()}
SLOPES = {"lipschitz_f": 1.0, "lipschitz_loss": 2.0}
STABLE, IN_BALL = {"n": [5, 10], "strong_convexity": 0.5, **SLOPES}, {"n": [5, 10], "radius": 1.0, **SLOPES}
IN_BALL_SMOOTH = {**IN_BALL, "epsilon": 0.5, "smoothness_loss": 0.5}
LAPLACE = {"rate": [0.1, 0.2], "epsilon": 0.5}
REGRESSION = {"x": np.eye(2), "y": [0.5, 1.0], "radius": 1.0}

TABLE |= {
    **{f"prediction.Loss{method}": RESULT for method in ("", ".value", ".derivative", ".noise_excess")},  # the frame of the four
    "prediction.SquaredLoss": calls({"largest_error": 2.0, "smoothness": 0.5}),
    "prediction.AbsoluteLoss": calls(),
    "prediction.HuberLoss": calls({"width": 0.5}),
    "prediction.LogisticLoss": calls(),
    **{f"prediction.{name}.{method}": calls({"prediction": [0.5, 2.0], "y": [1, 0], **more}, of=getattr(loss, method))
       for name, loss in FOUR_LOSSES.items() for method, more in (("value", {}), ("derivative", {}), ("noise_excess", {"scale": 0.5}))},
    "prediction.psgd": calls(*({**REGRESSION, "step": 0.5, "loss": loss} for loss in (prediction.SquaredLoss(), prediction.HuberLoss(0.5)))),
    "prediction.erm_strongly_convex": calls(*({**REGRESSION, "regularization": 0.5, "loss": loss} for loss in (prediction.SquaredLoss(), prediction.HuberLoss(0.5)))),
    **{f"prediction.{name}": calls(STABLE) for name in ("stability_rate_erm", "stability_rate_erm_sharp")},
    **{f"prediction.{name}": calls(STABLE, {**STABLE, "epsilon": 0.5}) for name in ("erm_excess_bound", "erm_excess_bound_sharp")},
    **{f"prediction.{name}": calls({**IN_BALL, "epsilon": 0.5})
       for name in ("erm_regularization", "regularized_excess_bound", "regularized_excess_bound_sharp")},
    **{f"prediction.{name}": calls(IN_BALL) for name in ("psgd_step", "half_step", "psgd_excess_bound")},
    "prediction.psgd_rate_printed": calls({"n": [5, 10], "radius": 1.0, "lipschitz_f": 1.0}),
    "prediction.psgd_rate": calls({**IN_BALL, "step": 0.5}, {**IN_BALL, "step": 0.5, "smoothness": 2.0}),
    "prediction.psgd_excess_bound_sharp": calls({**IN_BALL, "step": 0.5}),
    **{f"prediction.{name}": calls(IN_BALL_SMOOTH) for name in ("private_psgd_excess_bound", "private_psgd_excess_bound_sharp")},
    "prediction.stability_worst_pair": calls({"n": 5, "lipschitz_f": 1.0, "reach": 2.0}, work=("n",)),
    "prediction.measured_rate": calls({"fit": lambda x, y: x.mean(axis=1), "x": np.eye(2), "y": [0.5, 1.0], "n": 3, "queries": np.eye(2)},
                                      callback=("fit",), work=("n",)),
    "prediction.laplace_prediction": calls({"value": [0.5, 1.0], "rate": 0.1, "epsilon": 0.5, "rng": RNG}),
    "prediction.laplace_prediction_probabilities": calls({"value": 0.5, "edges": [0.0, 1.0], "rate": 0.1, "epsilon": 0.5}),
    "prediction.prediction_epsilon": calls({"change": 0.2, **LAPLACE}),
    "prediction.laplace_excess": calls({"loss": prediction.HuberLoss(0.5), "prediction": 0.5, "y": 1.0, **LAPLACE}),
    "prediction.noise_excess_lipschitz": calls({**LAPLACE, "lipschitz_loss": 2.0}),
    **{f"prediction.{name}": calls({**LAPLACE, "smoothness_loss": 2.0})
       for name in ("noise_excess_smooth", "noise_excess_smooth_printed", "noise_excess_floor")},
    "data.WineQuality": RESULT,
    "data.load_wine_quality": calls(),
}

# exppw: the walk and its answers

WALKED = {"x": LINE, "y": ONES, "query": [0.0, 2.0, 9.0], "clamp": 2, "epsilon": 0.5}
KEYED = {"tie_keys": [0.1, 0.4, 0.3, 0.2], "query_keys": [0.5, 0.6, 0.7]}

TABLE |= {
    **{f"exppw.{name}": calls({"y_sorted": ONES, "clamp": 2}, {"y_sorted": BITS.astype(bool), "clamp": 5}) for name in ("projected_walk", "final_position")},
    "exppw.predict_probability": calls(WALKED, {**WALKED, **KEYED}),
    "exppw.predict": calls({**WALKED, "rng": RNG}, {**WALKED, **KEYED, "rng": RNG}),
    "exppw.figure_one_probability": calls(WALKED),
    "exppw.tie_order": calls({"x": LINE}, {"x": LINE, "tie_keys": [0.1, 0.4, 0.3, 0.2]}),
    "exppw.tie_rule_order": calls(*({"x": LINE, "y": ONES, "rule": rule} for rule in exppw.TIE_RULES)),
    "exppw.tie_rule_probability": calls(*({**WALKED, "rule": rule} for rule in exppw.TIE_RULES)),
    "exppw.walk_epsilon": calls({"clamp": [2, 5], "epsilon": 0.5, "relation": R1, "n": 3}, {"clamp": 2, "epsilon": [0.1, 1.0], "relation": R1, "n": None}),
    **{f"exppw.{name}": calls({"clamp": [2, 5], "epsilon": 0.5}, {"clamp": 2, "epsilon": [0.1, 1.0]}) for name in ("figure_one_epsilon", "intro_epsilon")},
}

# exppw: errors, bounds and the world

SAMPLE_BOUND = {"optimum": [0.1, 0.2], "k": 1, "clamp": 5, "n": 100, "epsilon": 0.5}
LINE_WORLD = exppw.LineWorld.alternating(2, 0.1)
IN_WORLD = {"world": LINE_WORLD, "clamp": 3, "epsilon": 0.5}

TABLE |= {
    "exppw.empirical_error": calls({"x": LINE, "y": ONES, "clamp": 2, "epsilon": 0.5, "tie_keys": [0.1, 0.4, 0.3, 0.2]}),
    "exppw.empirical_error_bound": calls(SAMPLE_BOUND),
    "exppw.empirical_error_bound_sharp": calls(SAMPLE_BOUND, {**SAMPLE_BOUND, "stays": 40}),
    "exppw.best_intervals": calls({"x": LINE, "y": ONES, "k": 2, "domain_size": 6}, {"x": [0.5, 2.0, -1.0], "y": [0, 1, 1], "k": 2}),
    "exppw.clamp": calls({"alpha": [0.1, 0.2], "epsilon": 0.5}),
    "exppw.sample_size": calls({"alpha": 0.1, "epsilon": 0.5, "k": 1}),
    "exppw.sample_size_sharp": calls({"alpha": 0.1, "epsilon": 0.5, "k": 1, "optimum": 0.1, "clamp": 20}),
    "exppw.best_setting": calls({"alpha": 0.1, "epsilon": 0.5, "k": 1, "optimum": 0.1}),
    "exppw.best_clamp": calls({"k": 1, "epsilon": 0.5, "n": 100}),
    "exppw.population_error_bound": calls({"optimum": [0.1, 0.2], "k": 1, "alpha": 0.1, "epsilon": 0.5, "n": 10_000}),
    "exppw.population_error_bound_sharp": calls(SAMPLE_BOUND),
    "exppw.agnostic_error_bound": calls(*({"optimum": [0.1, 0.2], "alpha": 0.1, "accuracy": a} for a in ("quarter", "literal"))),
    "exppw.realizable_failure_bound": calls({"alpha": 0.1, "beta": 0.05, "epsilon": 0.02, "k": 1, "n": 100_000}),
    "exppw.exponential_sample_size": calls(*({"alpha": 0.1, "epsilon": 0.5, "log_size": 10.0, "realizable": r} for r in (True, False))),
    "exppw.nonprivate_sample_size": calls(*({"alpha": 0.1, "k": 1, "realizable": r} for r in (True, False))),
    "exppw.LineWorld": calls({"masses": [0.25, 0.75], "chances": [0.1, 0.9]}),
    "exppw.LineWorld.alternating": calls({"k": 2, "noise": 0.1}),
    "exppw.LineWorld.optimum": calls({"k": 2}, of=LINE_WORLD.optimum),
    "exppw.stationary_law": calls({"chance": 0.3, "clamp": 4}),
    "exppw.expected_error": calls({**IN_WORLD, "n": 20}, work=("n",)),
    "exppw.tied_error": calls(*({"chance": 0.3, "n": 20, "clamp": 3, "epsilon": 0.5, "order": o} for o in ("keys", "data", "zeros-first", "ones-first")),
                              work=("n",)),
    "exppw.draw_errors": calls({**IN_WORLD, "n": [0, 20, 1000], "rng": RNG, "runs": 3}, work=("runs",)),
}

# private prediction: the soft majority

VOTED = {"n_parts": [3, 4], "epsilon": 0.5}
GAPPY, TABLED = prediction.ThresholdWorld(0.5), prediction.TableWorld(2, 0.5)
TIMES = np.array([[[1, 3], [2, 4]], [[5, 1], [1, 2]]])

TABLE |= {
    **{f"prediction.soft_majority_probability{form}": calls({"votes_for_one": [0, 2], **VOTED}) for form in ("", "_printed")},
    **{f"prediction.soft_majority_epsilon{form}": calls(VOTED) for form in ("", "_printed")},
    **{f"prediction.soft_majority_error_bound{form}": calls({"part_error": [0.1, 0.2], **VOTED}) for form in ("", "_sharp")},
    **{f"prediction.soft_majority_sample_size{form}": calls({"alpha": 0.2, "beta": 0.1, "epsilon": 0.5, "part_size": lambda alpha, beta: 7},
                                                            callback=("part_size",)) for form in ("", "_sharp")},
    "prediction.n_parts": calls({"alpha": 0.2, "epsilon": 0.5}),
    "prediction.soft_majority": calls({"predictions": BITS, "epsilon": 0.5, "rng": RNG}),
    "prediction.split_parts": calls({"n": 5, "n_parts": 2, "rng": RNG}),
    "prediction.expected_coin_error": calls({"wrong_chance": [0.1, 0.5], "n_parts": 3, "epsilon": 0.5}),
    "prediction.ThresholdWorld": calls({"target": 0.5}),
    "prediction.ThresholdWorld.draw_gaps": calls({"n_parts": 3, "runs": 2, "rng": RNG}, of=GAPPY.draw_gaps),
    "prediction.ThresholdWorld.errors_from_gaps": calls({"gaps": [[2.0, 1.0]], "part_size": [3, 4], "epsilon": 0.5}, of=GAPPY.errors_from_gaps),
    "prediction.TableWorld": calls({"n_cells": 2, "mass": 0.5}),
    "prediction.TableWorld.draw_times": calls({"n_parts": 3, "runs": 2, "rng": RNG}, of=TABLED.draw_times),
    "prediction.TableWorld.errors_from_times": calls({"times": TIMES, "part_size": [3, 4], "epsilon": 0.5}, of=TABLED.errors_from_times),
    "prediction.TableWorld.missed": calls({"part_size": [3, 4]}, of=TABLED.missed),
    **{f"prediction.{type(world).__name__}.{method}": calls(good, of=getattr(world, method)) for world in (GAPPY, TABLED) for method, good in (
        ("part_error", {"part_size": [3, 4]}), ("part_error_quantile", {"part_size": [3, 4], "beta": 0.1}),
        ("part_size", {"alpha": 0.2, "beta": 0.1}), ("soft_majority_error", {"n_parts": 3, "part_size": [3, 4], "epsilon": 0.5}))},
}

# ---- estimators: scikit-learn's conventions say that parameters are checked in fit, and how errors are worded


def fitted(**options):
    return estimators.PrivateConjunctionClassifier(random_state=0, **options).fit(BITS, ONES)


TABLE |= {
    "estimators.n_conjunctions": calls({"n_literals": 5, "max_terms": 2}),
    "estimators.conjunction_mistakes": calls({"literals": BITS, "y": ONES, "max_terms": 2}),
    "estimators.decode_conjunction": calls({"index": 3, "n_literals": 5, "max_terms": 2}),
    "estimators.greedy_step_probabilities": calls({"literals": BITS, "y": ONES, "current": [True, False, False], "epsilon": 0.5}),
    "estimators.PrivateConjunctionClassifier": calls(
        *({"epsilon": 0.5, "method": m, "max_terms": 2, "negations": True, "binarize": 0.5, "classes": (0, 1), "random_state": 0}
          for m in ("auto", "exponential", "greedy", "queries")),
        of=lambda **options: estimators.PrivateConjunctionClassifier(**options).fit(BITS, ONES).predict(BITS)),
    "estimators.PrivateConjunctionClassifier.fit": calls({"X": BITS, "y": ONES}, of=lambda X, y: fitted().fit(X, y).predict(BITS), says=SKLEARN, also=SKLEARN_ERRORS),
    "estimators.PrivateConjunctionClassifier.predict": calls({"X": BITS}, of=fitted().predict, says=SKLEARN, also=SKLEARN_ERRORS),
    "estimators.PrivateConjunctionClassifier.predict_proba": calls({"X": BITS}, of=fitted().predict_proba, says=SKLEARN, also=SKLEARN_ERRORS),
}

# ---- private prediction: the account, the server, and any classifier

BUDGET = {"epsilon_total": 2.0, "delta": 1e-6}
SERVED = {"epsilon_answer": 0.1, **BUDGET, "composition": "optimal", "rng": RNG}


def served():
    return prediction.PredictionServer(lambda x: 0.5, **{**SERVED, "rng": np.random.default_rng(0)})


def predictor(X, y, **options):
    return estimators.PrivatePredictor(random_state=0, **options).fit(X, y)


def walker(X, y, **options):
    return estimators.ExpPWClassifier(random_state=0, feature=0, **options).fit(X, y)


TABLE |= {
    "prediction.answer_epsilon": calls(*({**BUDGET, "answers": [1, 20], "composition": c} for c in prediction.COMPOSITIONS)),
    "prediction.answers_bought": calls(*({**BUDGET, "epsilon_step": [0.1, 0.5], "composition": c} for c in prediction.COMPOSITIONS)),
    "prediction.PredictionServer": calls({"law": lambda x: 0.5, **SERVED}, callback=("law",)),
    "prediction.PredictionServer.of_parts": calls({"rules": [lambda x: 1, lambda x: 0], **SERVED},
                                                  of=prediction.PredictionServer.of_parts, callback=("rules",)),
    "prediction.PredictionServer.predict": calls({"x": 3}, of=lambda x: served().predict(x), free=("x",)),
    "estimators.PrivatePredictor": calls(*({"epsilon": 0.5, "n_parts": r, "classes": c, "base_estimator": None, "random_state": 3}
                                           for r, c in ((None, None), (2, (0, 1, 2)))),
                                         of=lambda **options: estimators.PrivatePredictor(**options).fit(BITS, ONES).predict(BITS)),
    "estimators.PrivatePredictor.fit": calls({"X": BITS, "y": ONES}, of=lambda X, y: predictor(X, y).predict(BITS), says=SKLEARN, also=SKLEARN_ERRORS),
    "estimators.ExpPWClassifier": calls(*({"epsilon": 0.5, "clamp": t, "alpha": 0.2, "feature": 0, "classes": c, "random_state": 3}
                                          for t, c in ((None, None), (2, (0, 1)))),
                                        of=lambda **options: estimators.ExpPWClassifier(**options).fit(BITS, ONES).predict(BITS)),
    "estimators.ExpPWClassifier.fit": calls({"X": BITS, "y": ONES}, of=lambda X, y: walker(X, y).predict(BITS), says=SKLEARN, also=(*SKLEARN_ERRORS, OverflowError)),
    **{f"estimators.{name}.{method}": calls({"X": BITS}, of=getattr(fit(BITS, ONES), method), says=SKLEARN, also=(*SKLEARN_ERRORS, OverflowError))
       for name, fit, methods in (("PrivatePredictor", predictor, ("votes", "predict", "predict_proba")),
                                  ("ExpPWClassifier", walker, ("predict", "predict_proba"))) for method in methods},
}

# ---- the middle and the top floor

QUESTION = experiment.Experiment(
    name="mean_of_coins", title="Coins", question="How far is the mean of n coins from one half?",
    parameters=(experiment.Parameter("n", "n", "coins", 1, 100, 10, log=True, integer=True),
                experiment.Parameter("share", "p", "share of heads", 0.1, 0.9, 0.5),
                experiment.Choice("side", "side", {"h": "heads", "t": "tails"}, "h")),
    x="n", y=experiment.Axis("mean", 0.0, 1.0),
    series=(experiment.Series("p", "p", "p", lambda s, x: np.full(len(x), s.share)),),
    simulation=experiment.Simulation(lambda s, x, rng, runs: rng.binomial(x.astype(int), s.share, (runs, len(x))) / x, band="bernstein", runs=40, chunk=20, static_runs=20),
    points=5)
AT = QUESTION.setting()
RUN = QUESTION.simulate(AT, seed=1, runs=20)
PICTURE = QUESTION.picture(AT, RUN)
SERIES = QUESTION.series[0]
FIGURE = static.static_figure(PICTURE)
PARAMETER, MENU = QUESTION.parameters[1:]
TEXT = ("name", "title", "question", "alt", "symbol", "meaning", "unit", "label", "short", "key")  # words for people

TABLE |= {
    "experiments.Axis": calls({"label": "x", "low": 1.0, "high": 2.0, "log": True}, text=TEXT),
    "experiments.Choice": calls({"name": "side", "meaning": "side", "options": {"h": "heads"}, "default": "h"}, text=TEXT),
    "experiments.Choice.check": calls({"value": "h"}, of=MENU.check, says={"value": ("side",)}),
    "experiments.Choice.position": calls({"value": "h"}, of=MENU.position, says={"value": ("side",)}),
    "experiments.Choice.text": calls({"value": "h"}, of=MENU.text),
    "experiments.Experiment": calls({f.name: getattr(QUESTION, f.name) for f in dataclasses.fields(QUESTION)}, text=TEXT),
    "experiments.Experiment.code": calls({"setting": AT}, of=QUESTION.code),
    "experiments.Experiment.draw": calls({"setting": AT}, of=QUESTION.draw),
    "experiments.Experiment.estimate": calls({"moments": simulate.Moments.of([[0.0, 1.0], [1.0, 1.0]])}, of=QUESTION.estimate),
    "experiments.Experiment.parameter": calls({"name": "n"}, of=QUESTION.parameter),
    "experiments.Experiment.at": calls({"n": 5, "share": 0.3, "side": "t"}, of=QUESTION.at),
    "experiments.Experiment.picture": calls({"setting": AT, "estimate": RUN}, of=QUESTION.picture),
    "experiments.Experiment.setting": calls({"n": 5, "share": 0.3, "side": "t"}, of=QUESTION.setting),
    "experiments.Experiment.simulate": calls({"setting": AT, "seed": 1, "runs": 20}, work=("runs",), of=QUESTION.simulate),
    "experiments.Experiment.sweep": calls({"grid": {"n": [1, 5]}, "seed": 1, "runs": 20}, work=("runs",), of=QUESTION.sweep),
    "experiments.Experiment.words": calls({"setting": AT}, of=QUESTION.words),
    "experiments.Experiment.x_values": calls({"setting": AT}, of=QUESTION.x_values),
    "experiments.Line": RESULT,
    "experiments.Parameter": calls({f.name: getattr(PARAMETER, f.name) for f in dataclasses.fields(PARAMETER)}, text=TEXT),
    "experiments.Parameter.check": calls({"value": 0.5}, of=PARAMETER.check, says={"value": ("share",)}),
    "experiments.Parameter.grid": calls({"points": 5}, of=PARAMETER.grid),
    "experiments.Parameter.position": calls({"value": 0.5}, of=PARAMETER.position, says={"value": ("share",)}),
    "experiments.Parameter.text": calls({"value": 0.5}, of=PARAMETER.text),
    "experiments.Picture": RESULT,
    "experiments.Picture.at_marker": calls(of=PICTURE.at_marker),
    "experiments.Picture.readings": calls(of=PICTURE.readings),
    "experiments.Series": calls({f.name: getattr(SERIES, f.name) for f in dataclasses.fields(SERIES)}, text=TEXT),
    "experiments.Simulation": calls({f.name: getattr(QUESTION.simulation, f.name) for f in dataclasses.fields(experiment.Simulation)}, text=TEXT),
    "experiments.Simulation.chunk_runs": calls({"setting": AT}, of=QUESTION.simulation.chunk_runs, free=("setting",)),  # goes to the author's function
    "experiments.Simulation.total_runs": calls({"setting": AT}, of=QUESTION.simulation.total_runs, free=("setting",)),
    "explore.Explorer": calls({"experiment": QUESTION, "seed": 1, "n": 5, "share": 0.3}),
    "explore.Explorer.picture": calls({"runs": 20}, of=Explorer(QUESTION).picture),
    "explore.Explorer.set": calls({"n": 5, "share": 0.3, "side": "t"}, of=Explorer(QUESTION).set),
    "explore.explore": calls({"experiment": QUESTION, "seed": 1, "n": 5, "share": 0.3}),
    "static.alt_text": calls({"experiment": QUESTION, "picture": PICTURE}, of=static.alt_text),
    "chart.chart_spec": calls({"experiment": QUESTION}),
    "static.png": calls({"fig": FIGURE, "scale": 0.25}),
    "static.static_figure": calls({"picture": PICTURE}),
    "figures.lecture1.and_lattice": calls({"d": 2, "survivors": {"A": [True, False, True, False]}}),
    "figures.lecture1.interval_dichotomies": calls({"sets": [[2, 7], [1, 4, 9]]}),
    "figures.lecture1.number_line": calls({"N": 9, "x": [2, 7, 4], "y": [1, 0, 1], "target": 5}),
    "figures.lecture1.survivors_map": calls({"worlds": {"A": (occam.point_world(2, 0.1), 5)}, "alpha": 0.1, "runs": 4, "seed": 1}),
    "figures.lecture2.output_laws": calls({"x": [2, 7, 4], "y": [1, 0, 1], "ann": 2, "N": 9, "epsilons": [1.0]}),
    "figures.lecture2.solution_cubes": calls({"x": [[1, 0, 1]], "y": [1]}),
    "figures.lecture2.chord": calls({"epsilon": 1.0}),
    "figures.lecture2.lower_tails": calls({"alpha": 0.1, "n_max": 500}),
    "figures.lecture3.potential": calls({"losses": LOSSES, "eta": 0.3}),
    "figures.lecture3.three_days": calls({"losses": LOSSES, "shares": LAWS, "eta": 0.3}),
    "figures.lecture3.two_forms": calls({"losses": LOSSES, "names": ("a", "b", "c"), "eta": 0.3}, free=("names",)),
    "figures.lecture4.privacy_losses": calls({"losses": [[1, 0], [1, 1]], "neighbor": [[0, 0], [1, 1]], "eta": 0.3, "days": (2,), "epsilon": 1.0}),
    "figures.lecture4.season_laws": calls({**{k: PAIR[k] for k in ("losses", "neighbor")}, "etas": (1, 0.1)}),
    "figures.lecture5.distribution_and_queries": calls(
        {"histogram": [0.5, 0.25, 0.25], "queries": [[1, 0, 1]], "names": ["one"], "cells": ["a", "b", "c"]}),
    "figures.lecture5.first_steps": calls({"histogram": [0.75, 0.25], "queries": [[1.0, 0.0], [0.0, 1.0]], "eta": 0.5, "steps": (1, 3)}),
    "figures.lecture7.walk_and_neighbor": calls({"y_sorted": ONES, "removed": 1, "clamp": 2}),
    "figures.lecture7.one_band": calls({"y_sorted": ONES, "band": 0, "clamp": 2, "k": 1}),
    "figures.lecture7.walk_against_vote": calls({"gaps": {"a": [[0.1, 0.2], [0.0, 0.1]]}, "epsilons": (0.05, 1.0)}),
    "figures.lecture5.online_answers": calls({"errors": [0.05, 0.0, 0.2], "updated": [0, 0, 1], "alpha": 0.1}),
    "figures.lecture5.release_spread": calls({"panels": {"one": {"a": [0.1, 0.2], "b": [0.1, 0.3]}}, "learned": ("a",)}),
    "figures.lecture6.coins_for_an_average": calls({"alpha": 0.1, "epsilon": 0.5}),
    "figures.lecture6.one_disease": calls({"n_parts": 5, "epsilon": 0.5}),
    "figures.lecture6.two_passes": calls({"n": 5, "share": 0.5}),
    "figures.lecture6.votes_on_the_line": calls({"x": [0.2, 0.5, 0.9], "y": [1, 0, 0], "part": [0, 1, 0], "epsilon": 0.5, "marked": 1}),
    "style.use_style": RESULT,  # takes nothing, and changes matplotlib for the whole process
    **{f"racetrack.{name}": calls({"n_experts": 4, "T": 20, "seed": 1, "eta": 0.5, "world": "steady", "round": 3},
                                  {"n_experts": 8, "T": 200, "seed": 1, "eta": "printed"}) for name in ("Racetrack", "racetrack")},
    "racetrack.Racetrack.picture": calls(of=Racetrack(4, 20).picture),
    "racetrack.Racetrack.set": calls({"seed": 2, "eta": 0.3, "world": "mixed", "round": 3}, of=Racetrack(4, 20).set),
    **{f"release_desk.{name}": calls({"columns": 4, "epsilon": 0.5, "T": 5, "method": "mwem", "degree": 2, "seed": 1},
                                     {"columns": ("male", "white", "full_time"), "T": 9}) for name in ("ReleaseDesk", "release_desk")},
    "release_desk.ReleaseDesk.picture": calls(of=ReleaseDesk(3, T=2).picture),
    "release_desk.ReleaseDesk.release": calls(of=ReleaseDesk(3, T=2).release),
    "release_desk.ReleaseDesk.set": calls({"columns": 5, "epsilon": 0.3, "T": 7, "method": "mwem", "degree": 1}, of=ReleaseDesk(3, T=2).set),
    "server.PromptConnection": RESULT,
    "lecture.Drawing": RESULT,
    "lecture.Source": RESULT,
    "lecture.drawing": calls({"figure": FIGURE, "alt": "a line"}, text=("alt",)),
    "lecture.report": calls({"check_answer": lambda answer: None, "mine": 1}, callback=("check_answer",), free=("mine", "no_such_option")),
    "lecture.source": calls({"function": lecture.source}),
    "statements.Evidence": RESULT,
    "statements.Statement": calls({"id": "X", "source": "LN", "where": "p. 1", "title": "t", "hypotheses": "h", "claim": "c", "correction": "",
                                   "verdict": statements.Verdict.HOLDS, "check": lambda: statements.Evidence("fine"), "page": "p"},
                                  text=("id", "where", "title", "hypotheses", "claim", "correction", "page")),  # texts of a card
    "statements.card": calls({"identifier": "LN-T1"}),
    "statements.index": calls(),
    "statements.statements": calls(),
}

# ---- prediction: averages, sample sizes, lower bounds

TWO_CELLS = prediction.AgnosticWorld(Thresholds(2), [0.5, 0.5], [0.75, 0.25])
TARGETS = {"alpha": 0.1, "beta": 0.05, "epsilon": 0.5}

TABLE |= {
    "prediction.average_probability_laplace": calls({"average": [0.0, 0.5], "n_parts": 4, "epsilon": 0.5}),
    "prediction.average_epsilon_laplace": calls({"n_parts": [1, 4], "epsilon": 0.5}),
    "prediction.clipped_average_probability": calls({"votes_for_one": [0, 4], "n_parts": 4, "alpha": 0.1}),
    "prediction.clipped_average_epsilon": calls({"n_parts": [1, 4], "alpha": 0.1}),
    **{f"prediction.{name}": calls({"alpha": 0.1, "epsilon": 0.5}) for name in ("laplace_parts", "laplace_parts_sharp", "clipped_parts", "clipped_parts_sharp",
                                                                               "constants_sample_size")},
    "prediction.AgnosticWorld": calls({"concept_class": Thresholds(2), "mass": [0.5, 0.5], "label_one": [0.75, 0.25]}),
    **{f"prediction.AgnosticWorld.{name}": calls({"part_size": 3}, of=getattr(TWO_CELLS, name)) for name in ("erm_law", "vote_chances")},
    "prediction.AgnosticWorld.expected_error": calls({"rule": [0.0, 0.5, 1.0], "vote_chances": [0.75, 0.25]}, of=TWO_CELLS.expected_error),
    "prediction.AgnosticWorld.draw_votes": calls({"n_parts": 3, "part_size": 3, "rng": RNG, "runs": 4}, of=TWO_CELLS.draw_votes,
                                                 work=("n_parts", "runs")),
    "prediction.AgnosticWorld.error_given": calls({"says_one": [[0.5, 1.0]]}, of=TWO_CELLS.error_given),
    "prediction.private_prediction_sample_size": calls({"vc_dim": 3, **TARGETS}),
    **{f"prediction.{name}": calls({"alpha": 0.1, "beta": 0.05}) for name in ("threshold_sample_size", "threshold_agnostic_sample_size")},
    **{f"prediction.agnostic_sample_size_{form}": calls({**TARGETS, "part_size": lambda a, b: pac.agnostic_sample_size(64, a, b)}, callback=("part_size",))
       for form in ("printed", "corrected", "best")},
    "prediction.best_average_parts": calls({"alpha": 0.1, "epsilon": 0.5}),
    "prediction.best_average_probability": calls({"votes_for_one": [0, 20], "n_parts": 20, "alpha": 0.1, "epsilon": 0.5}),
    "prediction.failure_of_the_average": calls({"alpha": 0.1, "epsilon": 0.5, "part_beta": 0.01}),
    **{f"prediction.{name}": calls({"vc_dim": 3, "alpha": 0.1, "epsilon": 0.5}) for name in ("lower_bound", "lower_bound_sharp")},
    "prediction.bit_error": calls({"copies": [0, 3], "epsilon": 0.5, "delta": 0.01}),
    "prediction.smallest_error": calls({"n": 10, "mass": 0.25, "epsilon": 0.5, "delta": 0.01}),
    "prediction.smallest_sample_size": calls({"vc_dim": 3, "alpha": [0.1, 0.2], "epsilon": 0.5, "delta": 0.01}),
}

# ---- nonsense ---------------------------------------------------------------------------------------------

SIZES_TRIED = (203, 999)  # of what a caller may take for small

BAD = [
    None, "text", b"bytes", "", object(), {}, {"a": 1}, set(), lambda: None, Ellipsis, np.random, slice(3),
    float("nan"), float("inf"), -float("inf"), -1, -1.0, 0, 0.0, -0.0, 0.5, 1, 1.0, 1.5, 2, True, False, 1 + 2j, np.bool_(True),
    1e308, -1e308, 5e-324, 1e-300, 1e-12, 1 - 1e-16, 10**30, -(10**30), 10**400, 2**63, 2**31, 10**7, *SIZES_TRIED, np.int64(-1), np.float32(0.1), np.uint8(3),
    [], [[]], (), np.zeros(0), np.zeros((0, 3)), np.zeros((3, 0)), np.zeros((2, 3, 4)), np.array(5), np.array(np.nan), np.array([5]),
    [float("nan")], [0.5, float("nan")], [float("inf"), 1.0], [1e308, 1e308], [-1e308, 1e308], [-1], [0.5, 0.6], [0.5, 0.5], [1], [0, 1], [1, 0, 1, 0],
    [[1], [1, 2]], [[0.5, 0.5], [0.5, 0.6]], [[0, 1], [1, 0]], ["a", "b"], [None, 1], [object()], [1 + 1j, 2], [10**30, 1], [True, False],
    np.array(["2020-01-01"], "datetime64[D]"), np.ma.masked_array([1, 2], [True, False]), np.array([1, 2], object), np.matrix([[1, 2]]),
]
REFUSED = [object(), "no such thing"]  # whatever the parameter


def mutations(good):
    """Bad values made out of a good one."""
    if isinstance(good, (bool, str)) or good is None or callable(good):
        return st.sampled_from(BAD)
    if isinstance(good, (int, float)):
        return st.one_of(st.floats(), st.integers(), st.builds(lambda f: good * f, st.sampled_from([-1, 0, 0.999, 1e6, 1e15, 1e300, 1e-300, 1e-9])),
                         st.sampled_from([[good], [[good]], [good, good], np.array([good, good, good]), str(good), complex(good)]))
    if isinstance(good, (list, tuple, np.ndarray)) and plain_number(good):
        return st.builds(_damaged, st.just(good), st.integers(0, 11), st.integers(0, 10**6),
                         st.sampled_from([np.nan, np.inf, -np.inf, -1.0, 0.5, 2.0, 7, 1e308, -1e308, 1e18, 1e-300]))
    return st.sampled_from(BAD)


def _damaged(good, how, where, value):
    a = np.array(good)
    if how < 5:
        a = a.astype(float)
        if a.size:
            a.flat[where % a.size] = value
        return a.tolist() if how == 4 else a
    return [a[None], a[:-1] if a.ndim else a, np.concatenate([a, a]) if a.ndim else a, a[..., None], a.astype(complex), a.astype(object), a.astype(str)][how - 5]


# ---- one call, watched --------------------------------------------------------------------------------------


@contextlib.contextmanager
def watched():
    """Warnings raise; so does the line after the last one allowed."""
    with warnings.catch_warnings(), counted(LINES, COUNTED):
        warnings.simplefilter("error")
        yield


@pytest.fixture(scope="module", autouse=True)
def bounded_memory():
    """A call that would fill the machine raises MemoryError, which is a failure."""
    with open("/proc/self/statm") as statm:
        held = int(statm.read().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, hard))
    yield
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@pytest.fixture(scope="module", autouse=True)
def drawn_once():
    """Hundreds of harmless values are drawn: without the last pass over all texts for their margins, which test_figures looks at,
    and with one chart for `QUESTION`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "tight_layout", lambda self, **_: None)
        spec, whole = chart.chart_spec(QUESTION), chart.chart_spec
        patch.setattr(figures, "chart_spec", lambda experiment: spec if experiment is QUESTION else whole(experiment))
        yield


def holds_nan(value, depth=0):
    """Whether NaN stands anywhere in a result."""
    if depth > 6 or value is None or isinstance(value, (str, bytes, Enum, types.FunctionType, np.random.Generator)):
        return False
    if isinstance(value, (float, complex, np.inexact)):
        return bool(np.isnan(value))
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "fc" and bool(np.isnan(value).any())
    if isinstance(value, dict):
        return any(holds_nan(v, depth + 1) for v in value.values())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return any(holds_nan(getattr(value, f.name), depth + 1) for f in dataclasses.fields(value))
    if isinstance(value, types.SimpleNamespace):
        return holds_nan(vars(value), depth + 1)
    if isinstance(value, (list, tuple, types.GeneratorType)) or hasattr(value, "__next__"):
        return any(holds_nan(v, depth + 1) for v in itertools.islice(value, 1000))
    return False


def invoke(function, arguments):
    """The call with fresh streams, its result walked; returns whether the result holds NaN."""
    fresh = {k: np.random.default_rng(5) if isinstance(v, Stream) else v for k, v in arguments.items()}
    with watched():
        return holds_nan(function(**fresh))


signature_of = functools.cache(inspect.signature)


def plain_number(value):
    """A number, or an array of numbers, that is nonsense at most beside the other arguments."""
    try:
        a = np.asarray(value)
    except ValueError:
        return False
    return isinstance(value, int) or a.dtype.kind in "biuf" and not np.isnan(a).any()


def verdict(case, function, good, parameter, value):
    """("refused" or "answered" or "broken", None if the call complies, otherwise what is wrong)."""
    if parameter in case.callback and callable(value):
        return "refused", None
    if parameter in case.work and np.isscalar(value) and isinstance(value, (int, float)) and (value in SIZES_TRIED or 10**3 <= abs(value) <= 10**9):
        return "refused", None
    try:
        nan = invoke(function, {**good, parameter: value})
    except ValueError as error:
        words = [parameter, *case.says.get(parameter, ())]
        if plain_number(value):
            words += {*good, *signature_of(function).parameters}
        if any(re.search(rf"(?<![A-Za-z0-9]){re.escape(word)}(?![A-Za-z0-9])", str(error)) for word in words):
            return "refused", None
        return "refused", f"the error does not name {parameter}: {error}"
    except case.also:
        return "refused", None
    except Exception as error:
        return "broken", f"{type(error).__name__}: {error}"
    if nan and parameter not in case.free:
        return "answered", "the result holds NaN"
    return "answered", None


PUBLIC = public_callables()
TESTED = sorted(name for name in PUBLIC if name in TABLE and TABLE[name].good)


def function_of(name):
    return TABLE[name].of or PUBLIC[name]


def parameters_of(name, good):
    """Those of the signature, and those that go through ``**values``."""
    listed = [p.name for p in signature_of(function_of(name)).parameters.values() if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
    return list(dict.fromkeys([*listed, *good]))


def test_every_public_name_is_in_the_table():
    assert set(PUBLIC) == set(TABLE)
    assert len(TESTED) > 150


@pytest.mark.parametrize("name", TESTED)
def test_good_calls(name):
    for good in TABLE[name].good:
        assert not invoke(function_of(name), good)
        signature = signature_of(function_of(name))
        signature.bind(**good)  # the table names real parameters


@pytest.mark.parametrize("name", [n for n in TESTED if any(parameters_of(n, good) for good in TABLE[n].good)])
def test_bad_values(name):
    case, function, faults = TABLE[name], function_of(name), []
    for good in case.good:
        for parameter in parameters_of(name, good):
            for value in BAD:
                _, fault = verdict(case, function, good, parameter, value)
                if fault:
                    faults.append(f"{name}({parameter}={_shown(value)}): {fault}")
            for value in REFUSED if parameter not in case.free + case.text else REFUSED[:parameter in case.text]:
                outcome, _ = verdict(case, function, good, parameter, value)
                if outcome == "answered":
                    faults.append(f"{name}({parameter}={value!r}) is answered")
    assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults[:400])


def _shown(value):
    text = repr(value)
    return text if len(text) < 70 else text[:67] + "..."


@functools.cache
def damages(name):
    """Strategies for (good, parameter, value); made once, since a strategy is dear to make and cheap to draw from."""
    def of(good):
        return st.one_of([st.tuples(st.just(good), st.just(p), mutations(good.get(p))) for p in parameters_of(name, good)])
    return st.one_of([of(good) for good in TABLE[name].good if parameters_of(name, good)])


@pytest.mark.parametrize("name", [n for n in TESTED if any(parameters_of(n, good) for good in TABLE[n].good)])
@settings(derandomize=True, max_examples=25, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(choose=st.data())
def test_damaged_values(name, choose):
    good, parameter, value = choose.draw(damages(name))
    _, fault = verdict(TABLE[name], function_of(name), good, parameter, value)
    assert not fault, f"{name}({parameter}={_shown(value)}): {fault}"


def test_unknown_keywords_are_type_errors():
    """Or, where names go through ``**values``, ValueErrors with the name."""
    for name in TESTED:
        good = TABLE[name].good[0]
        if "no_such_option" in TABLE[name].free:  # any name is one of its own
            continue
        with pytest.raises((TypeError, ValueError), match="no_such_option"):
            invoke(function_of(name), {**good, "no_such_option": 1})


def test_the_watch_bites(monkeypatch):
    """A function that hangs, warns, answers NaN, or forgets the name in its error is seen."""
    monkeypatch.setitem(globals(), "COUNTED", __file__)

    def hangs(x):
        while True:
            pass

    def warns(x):
        return np.log(np.zeros(1))

    def nan(x):
        return {"a": [(np.array([1.0, np.nan]),)]}

    def mute(x):
        raise ValueError("wrong")

    def other(x):
        raise KeyError("x")

    found = Counter(verdict(calls({"x": 1}), f, {"x": 1}, "x", 1)[1].split()[0] for f in (hangs, warns, nan, mute, other))
    assert found == {"TooMuch:": 1, "RuntimeWarning:": 1, "the": 2, "KeyError:": 1}
