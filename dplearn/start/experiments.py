"""Lecture 0: what differential privacy promises, and one explorer to try.

`two_laws` looks at a pair of neighboring data sets: n people, each with a dose 1..24 and a label;
the learner is the exponential mechanism over thresholds.  The neighbor differs in the label of the
last person, whose dose the reader chooses.  `survey` asks what privacy costs when people answer
with coins.
"""

from functools import cache, lru_cache

import numpy as np

from . import randomized_response as survey_math
from ..concepts import Thresholds
from ..mechanisms import exponential_probabilities
from ..experiment import Axis, Experiment, Parameter, Series, Simulation, integer, log_integer, log_scale

DOSES = 24
HALF = DOSES // 2

PAIR = (log_scale("epsilon", "ε", "privacy parameter", 0.05, 2, 1),
        log_integer("n", "n", "people in the data", 4, 400, 24),
        integer("changed", "i", "dose of the changed person", 1, DOSES, 12),
        integer("j", "j", "output: threshold", 0, DOSES, 12))


@lru_cache
def neighbor_mistakes(n: int, changed: int) -> np.ndarray:
    """Mistakes of every threshold on the data and on its neighbor: shape (2, DOSES + 1).

    Person k has dose 1 + (k mod DOSES) and label 1 up to half the doses; in the neighbor one more
    person, of dose `changed`, holds the other label (that person is in both data sets).
    """
    doses = np.append(1 + np.arange(n - 1) % DOSES, changed)
    labels, predictions = doses <= HALF, Thresholds(DOSES).predictions(doses)
    return np.stack([(predictions != y).sum(axis=1) for y in (labels, labels ^ (np.arange(n) == n - 1))])


def neighbor_laws(setting) -> np.ndarray:
    """The exact output laws on the two data sets: shape (2, DOSES + 1)."""
    mistakes = neighbor_mistakes(setting.n, setting.changed)
    return exponential_probabilities(-mistakes, score_sensitivity=1, epsilon=setting.epsilon)


def _law(which: int):
    return lambda setting, x: neighbor_laws(setting)[which][x.astype(int)]


two_laws = Experiment(
    "two_laws",
    "One label changes: the law of the output before and after",
    "A private learner picks a threshold at random. How far apart are its output laws on two neighboring "
    "data sets?",
    parameters=PAIR,
    x="j",
    y=Axis("probability of output j", 0, 0.5),
    series=(
        Series("data", "data", "P(j), law of the output on the data: exact", _law(0), "exact", mark="step"),
        Series("neighbor", "neighbor", "P'(j), law on the neighbor: exact", _law(1), "exact", "private", "step"),
    ),
)

exact_error = cache(survey_math.error_probability)


def draw_survey(setting, x, rng, runs):
    """One run: a survey at each n; True where its estimate is off by the tolerance or more."""
    errors = survey_math.draw_errors(x, epsilon=setting.epsilon, share=setting.share, rng=rng, runs=runs)
    return errors >= setting.tolerance - 1e-9


survey = Experiment(
    "survey",
    "A survey with coins: how often it is off",
    "n people answer a yes-no question with coins (randomized response). How likely is the estimate to be "
    "off by τ or more?",
    parameters=(
        log_integer("n", "n", "people asked", 10, 30_000, 1_000),
        log_scale("epsilon", "ε", "privacy parameter", 0.05, 8, 1),
        log_scale("tolerance", "τ", "error allowed", 0.01, 0.3, 0.1),
        Parameter("share", "p", "true share of yes", 0, 1, 0.3, steps=21),
    ),
    y=Axis("Pr[ |estimate - truth| ≥ τ ]", 1e-5, 1, log=True),
    series=(
        Series.of(survey_math.error_bound, "hoeffding", "bound", label="2e^(−2n(τ·tanh(ε/2))²), Hoeffding"),
        Series("exact", "exact", "exact: two binomials",
               lambda s, x: [exact_error(int(n), epsilon=s.epsilon, tolerance=s.tolerance, share=s.share) for n in x],
               "exact"),
    ),
    simulation=Simulation(draw_survey, label="simulated surveys", chunk=200),
    points=33,
)
