"""Lecture 2, first half: what the exponential mechanism costs a learner, and what it hides.

* `private_sample_size`: the n that each bound asks for, and the n that the world of points needs, as ε moves;
* `attack`: how often an attacker who knows everybody else reads one label out of the published rule;
* `true_epsilon`: how much of the claimed ε the learner spends, over all small data sets.
"""

import itertools
from functools import cache, lru_cache

import numpy as np
from scipy.special import log_softmax

from ... import pac, private_pac
from ...concepts import Thresholds
from ...experiment import Axis, Experiment, Series, Simulation, integer, log_scale
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
        log_scale("epsilon", "ε", "privacy", 0.0625, 4, 1.0),
        integer("place", "a", "Ann's dose, 1 to 16", 1, GRID, 3),
        integer("others", "k", "people at each other dose", 0, 20, 1),
    ),
    y=Axis("Pr[the guess is right]", 0.4, 1.03),
    series=(
        Series("consistent", "the surgeon", "exact, the surgeon's consistent learner", 1, "baseline"),
        Series("ceiling", "any private", "the most against any ε-private learner",
               lambda s, e: 0.5 + 0.5 * private_pac.generalization_gap_bound.curve(e), "sharp"),
        Series("exact", "this lecture", "exact, the private learner of this lecture", _best_guess, "exact"),
    ),
    simulation=Simulation(draw_attack, "games played against the private learner", chunk=400, static_runs=10_000),
    simulated_points=49,
)
@cache
def _shared(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Who errs on a record, (records, |C|), a record being a cell with a label; and the mistakes on n of them, all
    different ones up to what all hypotheses share, which no ratio of normalizers sees."""
    predictions = Thresholds(3).predictions([1, 2, 3])
    wrong = np.concatenate([predictions.T, ~predictions.T]).astype(int)
    samples = np.array(list(itertools.combinations_with_replacement(range(len(wrong)), n)), int)
    mistakes = wrong[samples].sum(axis=1)
    return wrong, np.unique(mistakes - mistakes.min(axis=1, keepdims=True), axis=0)


def small_sample_epsilon(n: int, epsilon, relation: str) -> np.ndarray:
    """The exact ε of the learner of thresholds on 1..3 over all samples of n records and all their neighbors, for an
    array of claims ε.

    `relation` is "replace_one" or "add_remove" (then neighbors have n - 1 or n + 1 records).  Two neighbors share all
    records but one on each side (under add/remove: and none on the other).
    """
    loss = np.zeros_like(epsilon)
    for shared in (n - 1,) if relation == "replace_one" else (n - 1, n):
        wrong, mistakes = _shared(shared)
        one = wrong if relation == "replace_one" else np.vstack([0 * wrong[:1], wrong])
        log_laws = log_softmax(-np.multiply.outer(epsilon / 2, mistakes[:, None] + one), axis=-1)  # (ε, shared, one, h)
        for a in range(len(one)) if relation == "replace_one" else (0,):
            loss = np.maximum(loss, np.abs(log_laws - log_laws[:, :, a:a + 1]).max(axis=(1, 2, 3)))
    return loss


def _share(relation: str):
    return lambda s, e: small_sample_epsilon(s.n, e, relation) / e


true_epsilon = Experiment(
    "true_epsilon",
    "What part of its claim the learner spends, under both relations",
    "Over all samples of n records and all their neighbors, what part of the claimed ε does the learner "
    "spend?",
    parameters=(
        EPSILON,
        integer("n", "n", "records", 1, 5, 5),
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
