"""Lecture 2, first half: what the exponential mechanism costs a learner, and what it hides.

* `private_occam`: failure probability of the private learner as n grows, under every bound, exact where
  the world allows;
* `private_sample_size`: the n that each bound asks for, and the n that the world of points needs, as ε moves;
* `attack`: how often an attacker who knows everybody else reads one label out of the published rule;
* `agnostic`: the same learner when labels are noisy;
* `true_epsilon`: how much of the claimed ε the learner spends, over all small data sets.

A run of `private_occam` and `agnostic` draws the cell counts of a sample (not its records) for growing n.  The
learner's law given that sample is computed; `private_occam` then tosses the learner's coin, `agnostic` takes the mean
over it.
"""

import itertools
from functools import cache, lru_cache

import numpy as np

from ... import pac, private_pac
from ...concepts import Conjunctions, Parities, Points, Thresholds
from ...experiment import Axis, Choice, Experiment, Series, Simulation, integer, log_scale
from .common import EPSILON, all_subsets, laws

private_sample_size = Experiment(
    "private_sample_size",
    "Bounds and truth: examples that the private learner takes",
    "How many examples are enough for error at most α with probability 1 − β, as ε moves?",
    parameters=(
        EPSILON,
        log_scale("alpha", "α", "error allowed", 0.01, 0.4, 0.1),
        log_scale("beta", "β", "failure allowed", 0.001, 0.2, 0.05),
        integer("d", "d", "log₂ |C|", 2, 40, 10),
    ),
    y=Axis("examples, n", 3, 1e6, log=True),
    series=(
        Series.of(private_pac.private_occam_sample_size_at, "printed", "printed", n_hypotheses=all_subsets),
        Series.of(private_pac.private_occam_sample_size_sharp, "sharp", "one line", n_hypotheses=all_subsets),
        Series.of(private_pac.point_world_sample_size, "exact", "exact need", n_hypotheses=all_subsets,
                  label="exact need of the private learner, world of points"),
        Series("occam", "bound, no ε", "ln(|C|/β) / α: bound without privacy  (N17, Occam)",
               lambda s, x: pac.occam_sample_size(2**s.d, s.alpha, s.beta), "printed", "baseline"),
        Series("alone", "exact, no ε", "exact need without privacy, world of points",
               lambda s, x: private_pac.point_world_sample_size_alone(2**s.d, s.alpha, beta=s.beta), "baseline"),
    ),
    points=25,
)
GRID = 16


@lru_cache
def attack_mistakes(place: int, others: int) -> np.ndarray:
    """Mistakes of the 17 thresholds on {1..16}, shape (2, 17): row b for the sample in which Ann's label is b.

    Ann stands at `place`.  At each other point stand `others` people, with label 1 below her and 0 above her.
    """
    x, anns_label = np.arange(1, GRID + 1), np.array([[0], [1]])
    ones = np.where(x == place, anns_label, others * (x < place))
    zeros = np.where(x == place, 1 - anns_label, others * (x > place))
    return Thresholds(GRID).mistakes(zeros, ones)


def _attack_laws(s, epsilon) -> np.ndarray:
    """The published threshold's law, (len(epsilon), 2, 17), for Ann's label 0 and 1."""
    return laws(attack_mistakes(s.place, s.others), epsilon)


def _best_guess(s, epsilon):
    return 0.5 + 0.25 * np.abs(np.diff(_attack_laws(s, epsilon), axis=1)).sum(axis=(1, 2))


def draw_attack(setting, x, rng, runs):
    """The game: a fair coin is Ann's label, the learner runs, the attacker guesses by the likelier law; True if
    right."""
    law = _attack_laws(setting, x)
    # Which hypothesis came out matters to the attacker only through the answer it gives.
    chance_of_one = (law * (law[:, 1:] > law[:, :1])).sum(axis=-1).T     # (2, x)
    label = rng.random((runs, len(x))) < 0.5
    answer = rng.random((runs, len(x))) < np.where(label, chance_of_one[1], chance_of_one[0])
    return answer == label


attack = Experiment(
    "attack",
    "How often the best guess of Ann's label is right",
    "The attacker knows everybody but Ann's label and sees the published cut-off. How often does the best "
    "guess hit?",
    parameters=(
        log_scale("epsilon", "ε", "privacy", 0.05, 4, 1.0),
        integer("place", "a", "Ann's dose, 1 to 16", 1, GRID, 3),
        integer("others", "k", "people at each other dose", 0, 20, 1),
    ),
    y=Axis("Pr[the guess is right]", 0.4, 1.03),
    series=(
        Series("consistent", "consistent", "exact, the surgeon's consistent learner", 1, "baseline"),
        Series("ceiling", "any ε-private", "the most against any ε-private learner",
               lambda s, e: 0.5 + 0.5 * private_pac.generalization_gap_bound.curve(e), "sharp"),
        Series("exact", "this lecture", "exact, the private learner of this lecture", _best_guess, "exact"),
    ),
    simulation=Simulation(draw_attack, "games played against the private learner", chunk=400, static_runs=10_000),
    simulated_points=49,
)
SMALL_CLASSES = {
    "points": ("points 1..3", Points(3)), "thresholds": ("thresholds on 1..3", Thresholds(3)),
    "conjunctions": ("conjunctions of 2 bits", Conjunctions(2)), "parities": ("parities of 2 bits", Parities(2)),
}


@cache
def _neighbor_pairs(name: str, n: int, relation: str):
    """All neighboring samples, as far as the largest log-ratio sees them, each kind once.

    ln P_left(h)/P_right(h) is (ε/2)(m_right(h) - m_left(h)) + ln Z_right - ln Z_left; the normalizer Z does not see the
    order of the mistakes.  Returns ``mistakes`` (kinds, hypotheses), sorted; ``places`` (pairs, 2) of left and right
    among them; ``step`` (pairs, 2), the largest and the smallest of m_right - m_left.
    """
    concept_class = SMALL_CLASSES[name][1]
    predictions = concept_class.predictions(concept_class.domain())
    wrong = np.concatenate([predictions.T, ~predictions.T]).astype(int)      # who errs on a record: a cell with a label
    rows = []
    for shared in (n - 1,) if relation == "replace_one" else (n - 1, n):
        records = list(itertools.combinations_with_replacement(range(len(wrong)), shared))
        mistakes = wrong[np.array(records, dtype=int)].sum(axis=1)
        longer = [mistakes + w for w in wrong]                               # one record more, of each type
        pairs = itertools.combinations(longer, 2) if relation == "replace_one" else ((mistakes, m) for m in longer)
        for left, right in pairs:
            step = right - left + 1
            rows.append(np.hstack([np.sort(left), np.sort(right), step.max(axis=1, keepdims=True),
                                   step.min(axis=1, keepdims=True)]))
    rows, _ = _each_once(np.concatenate(rows))
    mistakes, places = _each_once(rows[:, :-2].reshape(-1, predictions.shape[0]))
    return mistakes, places.reshape(-1, 2), rows[:, -2:] - 1


def _each_once(rows) -> tuple[np.ndarray, np.ndarray]:
    """The different rows of numbers 0 to 15, and where each row stands among them."""
    _, first, places = np.unique(rows @ 16 ** np.arange(rows.shape[1]), return_index=True, return_inverse=True)
    return rows[first], places


def small_sample_epsilon(name: str, n: int, epsilon, relation: str) -> np.ndarray:
    """The learner's exact ε over all samples of n records and all their neighbors, for an array of claims ε.

    `relation` is "replace_one" or "add_remove" (then neighbors have n - 1 or n + 1 records).  n <= 5.
    """
    mistakes, places, step = _neighbor_pairs(name, n, relation)
    half = epsilon / 2
    log_z = np.log(np.exp(-mistakes[..., None] * half).sum(axis=1))
    shift = log_z[places[:, 1]] - log_z[places[:, 0]]
    return np.maximum((half * step[:, :1] + shift).max(axis=0), -(half * step[:, 1:] + shift).min(axis=0))


def _share(relation: str):
    return lambda s, e: small_sample_epsilon(s.small_class, s.n, e, relation) / e


true_epsilon = Experiment(
    "true_epsilon",
    "What part of its claim the learner spends, under both relations",
    "Over all samples of n records and all their neighbors, what part of the claimed ε does the learner "
    "spend?",
    parameters=(
        EPSILON,
        integer("n", "n", "records", 1, 5, 5),
        Choice("small_class", "class", {name: words for name, (words, _) in SMALL_CLASSES.items()}, "thresholds"),
    ),
    y=Axis("true ε / claimed ε", 0.0, 1.1),
    series=(
        Series("claim", "claim", "1: the most that replacing a record may spend  (LN)", 1),
        Series("half", "half", "1/2: the most that adding or removing one may spend", 0.5),
        Series("replace_one", "replace-one", "exact, all samples and neighbors, replace-one", _share("replace_one"),
               "exact"),
        Series("add_remove", "add/remove", "exact, all samples and neighbors, add/remove", _share("add_remove"),
               "exact", "attack"),
    ),
    points=49,
)
