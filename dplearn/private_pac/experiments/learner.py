"""Lecture 2, first half: what the exponential mechanism costs a learner, and what it hides.

* `private_occam`: failure probability of the private learner as n grows, under every bound, exact where
  the world allows;
* `private_sample_size`: the n that each bound asks for, and the n that the world of points needs, as ε moves;
* `attack`: how often an attacker who knows everybody else reads one label out of the published rule;
* `agnostic`: the same learner when labels are noisy;
* `true_epsilon`: how much of the claimed ε the learner spends, over all small data sets.

Bounds come from `private_pac`, laws from `private_pac.learner_probabilities_from_mistakes`.  A run of `private_occam`
and `agnostic` draws the cell counts of a sample (not its records) for growing n.  The learner's law given that sample is
computed; `private_occam` then tosses the learner's coin, `agnostic` takes the mean over it.
"""

from __future__ import annotations

import functools
import itertools

import numpy as np

from ...pac import occam
from ... import pac, private_pac
from ...concepts import Conjunctions, Parities, Points, Thresholds
from ...pac.occam import product_law
from . import _point_world
from ...experiment import Axis, Choice, Experiment, Parameter, Series, Simulation

EPSILON = Parameter("epsilon", "ε", "privacy", 0.01, 10, 0.5, log=True)
ALPHA = Parameter("alpha", "α", "error allowed", 0.01, 0.4, 0.1, log=True)
BETA = 0.05


# ---- private_occam ---------------------------------------------------------------------------------

WORLDS = {"points": "points", "conjunctions": "conjunctions", "thresholds": "thresholds"}


@functools.lru_cache(maxsize=16)
def _world(name: str, d: int, alpha: float):
    """Class, cell probabilities, the target's labels and the bad hypotheses of a hard world."""
    world = occam.conjunction_world(d, alpha) if name == "conjunctions" else occam.threshold_world(d, alpha)
    labels = world.concept_class.label_cells(world.target)
    return world.concept_class, world.p / world.p.sum(), labels, np.flatnonzero(world.bad(alpha))


def _counts(x, p, rng, runs) -> np.ndarray:
    """Cell counts of growing samples, (runs, len(x), cells): each continues the one before."""
    steps = np.diff(x.astype(np.int64), prepend=0)
    return rng.multinomial(steps, p, size=(runs, len(x))).cumsum(axis=1)


def draw_private_occam(setting, x, rng, runs):
    """Does the learner err on more than α, on a random sample of each size in x?  True or False."""
    return rng.random((runs, len(x))) < failure_given_sample(setting, x, rng, runs)


def failure_given_sample(setting, x, rng, runs):
    """The learner's failure probability on a random sample of each size in x, exact given the sample."""
    if setting.world == "points":
        steps = np.diff(x.astype(np.int64), prepend=0)
        k = rng.binomial(steps, _point_world.target_mass(setting.alpha), size=(runs, len(x))).cumsum(axis=1)
        return np.exp(_point_world.log_failure_given(k, x, setting.epsilon, 2**setting.d))
    concept_class, p, labels, bad = _world(setting.world, setting.d, setting.alpha)
    counts = _counts(x, p, rng, runs)
    mistakes = concept_class.mistakes(np.where(labels, 0, counts), np.where(labels, counts, 0))
    law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=setting.epsilon)
    return np.minimum(law[..., bad].sum(axis=-1), 1.0)


def _size(s) -> int:
    """|C|: one more than 2^d for thresholds, whose cut may lie below the first point."""
    return 2**s.d + (s.world == "thresholds")


def _exact_points(s, n):
    if s.world != "points":
        return np.full(len(n), np.nan)
    return _point_world.failure(2**s.d, s.alpha, s.epsilon, n)


def _occam_chunk(s) -> int:
    return 200 if s.world == "points" else min(60, 1300 // 2**s.d)


def _occam_runs(s) -> int:
    """Fewer where a run, 25 transforms of 2^d counts, takes more than a millisecond."""
    return 10_000 if s.world == "points" or s.d <= 8 else 2_000 if s.d == 9 else 1_000


private_occam = Experiment(
    name="private_occam",
    title="Both bounds on the private learner hold; the one-line bound is closer",
    question="With n examples, how likely is the ε-private learner to publish a hypothesis with error above α?",
    parameters=(
        Parameter("n", "n", "examples", 10, 20_000, 500, log=True, integer=True),
        Parameter("alpha", "α", "error allowed", 0.05, 0.4, 0.1, log=True),
        Parameter("epsilon", "ε", "privacy", 0.1, 10, 0.5, log=True),
        Parameter("d", "d", "log₂ |C|", 2, 10, 6, integer=True),
        Choice("world", "class", WORLDS, "points"),
    ),
    x="n",
    y=Axis("Pr[error > α]", 1e-6, 1.0, log=True),
    series=(
        Series("printed", "printed", "|C|e^(−εαn/4) + |C|e^(−α²n/2)  (LN, section 1)",
               lambda s, n: private_pac.private_occam_bound(_size(s), s.alpha, s.epsilon, n)),
        Series("sharp", "one line", "|C|e^(−αn(1−e^(−ε/2)))  (one-line proof)",
               lambda s, n: private_pac.private_occam_bound_sharp(_size(s), s.alpha, s.epsilon, n), kind="sharp"),
        Series("occam", "no privacy", "|C|e^(−αn): bound without privacy  (LN, Theorem 1)",
               lambda s, n: pac.occam_bound(_size(s), s.alpha, n), kind="sharp", role="baseline"),
        Series("exact", "exact", "exact, world of points", _exact_points, kind="exact"),
    ),
    simulation=Simulation(draw_private_occam, "simulated learner", chunk=_occam_chunk, runs=_occam_runs, static_runs=600, role="private"),
    simulated_points=25,
)


# ---- private_sample_size ---------------------------------------------------------------------------

# The same numbers as `private_pac`'s sample sizes, for all ε at once (tests compare them).

def _printed_sizes(s, epsilon):
    return np.ceil(8 * s.d * np.log(2) / s.alpha / np.minimum(s.alpha, epsilon))


def _one_line_sizes(s, epsilon):
    return np.ceil((s.d * np.log(2) - np.log(s.beta)) / (-s.alpha * np.expm1(-epsilon / 2)))


def _exact_sizes(s, epsilon):
    return _point_world.sample_size(2**s.d, s.alpha, epsilon, s.beta, _one_line_sizes(s, epsilon))


def _exact_alone(s, epsilon):
    """The same world without privacy, a uniform consistent point: it fails with probability (1-a)^n (N-2)/(N-1)."""
    size, a = 2.0**s.d, _point_world.target_mass(s.alpha)
    return np.full(len(epsilon), np.ceil(np.log(s.beta * (size - 1) / (size - 2)) / np.log1p(-a)))


private_sample_size = Experiment(
    name="private_sample_size",
    title="Between the bounds privacy costs a factor of 1/(1 − e^(−ε/2))",
    question="How many examples are enough for error at most α with probability 1 − β, as ε moves?",
    parameters=(
        Parameter("epsilon", "ε", "privacy", 0.01, 10, 1.0, log=True),
        ALPHA,
        Parameter("beta", "β", "failure allowed", 0.001, 0.2, 0.05, log=True),
        Parameter("d", "d", "log₂ |C|", 2, 40, 10, integer=True),
    ),
    x="epsilon",
    y=Axis("examples, n", 1, 1e6, log=True),
    series=(
        Series("printed", "printed", "8 ln|C| / (α min(α, ε)); no β in it  (LN, section 1)", _printed_sizes),
        Series("sharp", "one line", "ln(|C|/β) / (α(1−e^(−ε/2)))  (one-line proof)", _one_line_sizes, kind="sharp"),
        Series("exact", "exact need", "exact need of the private learner, world of points", _exact_sizes, kind="exact"),
        Series("occam", "bound, no ε", "ln(|C|/β) / α: bound without privacy  (N17, Occam)",
               lambda s, e: np.full(len(e), pac.occam_sample_size(2**s.d, s.alpha, s.beta), dtype=float), kind="sharp", role="baseline"),
        Series("alone", "exact, no ε", "exact need without privacy, world of points", _exact_alone, kind="baseline"),
    ),
    points=25,
)


# ---- attack ----------------------------------------------------------------------------------------

GRID = 16


@functools.lru_cache(maxsize=64)
def attack_mistakes(place: int, others: int) -> np.ndarray:
    """Mistakes of the 17 thresholds on {1..16}, shape (2, 17): row b for the sample in which Ann's label is b.

    Ann stands at `place`.  At each other point stand `others` people, with label 1 below her and 0 above her.
    """
    x = np.arange(1, GRID + 1)
    ones = np.where(x < place, others, 0)
    zeros = np.where(x > place, others, 0)
    ann = (x == place).astype(int)
    return Thresholds(GRID).mistakes(np.stack([zeros + ann, zeros]), np.stack([ones, ones + ann]))


def _attack_laws(setting, epsilon) -> np.ndarray:
    """The published threshold's law, (len(epsilon), 2, 17), for Ann's label 0 and 1."""
    mistakes = attack_mistakes(setting.place, setting.others)
    law = np.exp(-epsilon[:, None, None] / 2 * mistakes)                # some threshold makes no mistake: no underflow of the sum
    return law / law.sum(axis=-1, keepdims=True)


def _best_guess(setting, epsilon):
    laws = _attack_laws(setting, np.asarray(epsilon, float))
    return 0.5 + 0.25 * np.abs(laws[:, 1] - laws[:, 0]).sum(axis=-1)


def draw_attack(setting, x, rng, runs):
    """The game: a fair coin is Ann's label, the learner runs, the attacker guesses by the likelier law; True if right."""
    laws = _attack_laws(setting, x)
    says_one = laws[:, 1] > laws[:, 0]                                   # (x, hypotheses)
    # Which hypothesis came out matters to the attacker only through the answer it gives.
    chance_of_one = (laws * says_one[:, None]).sum(axis=-1).T            # (2, x)
    label = rng.random((runs, len(x))) < 0.5
    answer = rng.random((runs, len(x))) < np.where(label, chance_of_one[1], chance_of_one[0])
    return answer == label


attack = Experiment(
    name="attack",
    title="The consistent learner tells Ann's label; a private one hides it",
    question="The attacker knows everybody but Ann's label and sees the published cut-off. How often does the best guess hit?",
    parameters=(
        Parameter("epsilon", "ε", "privacy", 0.05, 4, 1.0, log=True),
        Parameter("place", "x", "Ann's dose, 1 to 16", 1, GRID, 3, integer=True),
        Parameter("others", "k", "people at each other dose", 0, 20, 1, integer=True),
    ),
    x="epsilon",
    y=Axis("Pr[the guess is right]", 0.4, 1.03),
    series=(
        Series("consistent", "consistent", "1: the largest dose labeled 1 is published", lambda s, e: np.ones(len(e)), kind="baseline"),
        Series("ceiling", "any ε-private", "e^ε/(1+e^ε): no ε-private learner leaks more", lambda s, e: 0.5 + 0.5 * np.tanh(e / 2)),
        Series("exact", "this lecture", "exact, the private learner of this lecture", _best_guess, kind="exact"),
    ),
    simulation=Simulation(draw_attack, "games played against the private learner", chunk=400, role="private"),
    simulated_points=49,
)


# ---- agnostic --------------------------------------------------------------------------------------

def draw_agnostic(setting, x, rng, runs):
    """Excess error of the learner given a random sample of each size in x, exact over its coins."""
    thresholds, excess = _noisy_world(setting.d, setting.noise)
    size = thresholds.domain_size
    labels = np.arange(1, size + 1) <= size // 2
    p = np.stack([np.where(labels, setting.noise, 1 - setting.noise), np.where(labels, 1 - setting.noise, setting.noise)]) / size
    counts = _counts(x, p.ravel() / p.sum(), rng, runs)
    mistakes = thresholds.mistakes(counts[..., :size], counts[..., size:])
    law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=setting.epsilon)
    return (law * excess).sum(axis=-1)


@functools.lru_cache(maxsize=32)
def _noisy_world(d: int, noise: float):
    """Thresholds on 2^d equally likely points, target in the middle; a wrong cell costs 1 - 2 noise."""
    thresholds = Thresholds(2**d)
    return thresholds, (1 - 2 * noise) * thresholds.errors(np.full(2**d, 2.0**-d), 2 ** (d - 1))


agnostic = Experiment(
    name="agnostic",
    title="Noisy labels: the learner comes closer to the best of C than any bound says",
    question="Thresholds, each label wrong with probability η: how much worse than the best threshold is the private one?",
    parameters=(
        Parameter("n", "n", "examples", 10, 100_000, 1000, log=True, integer=True),
        EPSILON,
        Parameter("noise", "η", "share of wrong labels", 0.0, 0.45, 0.4, steps=46),
        Parameter("d", "d", "log₂ of the points", 2, 7, 5, integer=True),
    ),
    x="n",
    y=Axis("error above the best of C", 1e-4, 2.0, log=True),
    series=(
        Series("explicit", "explicit", "√(2L/n) + 2L/(εn), L = ln(2|C|/β), β = .05  (DR14, 11.1)",
               lambda s, n: private_pac.agnostic_excess_bound(2**s.d + 1, s.epsilon, n, BETA)),
        Series("stability", "stability", "2 ln|C|/(εn) + tanh(ε/4), in expectation  (stability)",
               lambda s, n: private_pac.gibbs_risk_bound(0.0, 2**s.d + 1, s.epsilon, n), kind="sharp"),
        Series("erm", "no privacy", "√(2 ln(2|C|/β)/n), β = .05  (uniform convergence)",
               lambda s, n: 2 * pac.uniform_convergence_bound(2**s.d + 1, BETA, 1) / np.sqrt(n), kind="sharp", role="baseline"),
    ),
    simulation=Simulation(draw_agnostic, "mean excess, simulated samples, law exact", chunk=lambda s: min(40, 2000 // 2 ** (s.d + 1)), role="private",
                          band="normal", runs=4_000, static_runs=400),
    simulated_points=17,
)


# ---- true_epsilon ----------------------------------------------------------------------------------

SMALL_CLASSES = {"points": Points(3), "thresholds": Thresholds(3), "conjunctions": Conjunctions(2), "parities": Parities(2)}


@functools.lru_cache(maxsize=8)
def _record_mistakes(name: str) -> np.ndarray:
    """Who errs on a record, (record types, hypotheses) of 0/1; a type is a cell with a label."""
    predictions = SMALL_CLASSES[name].predictions(SMALL_CLASSES[name].domain())
    return np.concatenate([predictions.T, ~predictions.T]).astype(int)


def _sample_mistakes(name: str, n: int) -> np.ndarray:
    """Mistakes of every hypothesis on every sample of n records (order does not matter): (samples, hypotheses)."""
    wrong = _record_mistakes(name)
    records = np.array(list(itertools.combinations_with_replacement(range(len(wrong)), n)), dtype=int)
    return wrong[records].sum(axis=1)


@functools.lru_cache(maxsize=64)
def _neighbor_pairs(name: str, n: int, relation: str):
    """All neighboring samples, as far as the largest log-ratio sees them, each kind once.

    ln P_left(h)/P_right(h) is (ε/2)(m_right(h) - m_left(h)) + ln Z_right - ln Z_left; the normalizer Z does not see the order
    of the mistakes.  Returns ``vectors`` (kinds, hypotheses), the sorted mistakes that occur; ``left`` and ``right`` (pairs,),
    places among them; ``step`` (pairs, 2), the largest and the smallest of m_right - m_left.
    """
    wrong, rows = _record_mistakes(name), []
    for shared in (n - 1,) if relation == "replace_one" else (n - 1, n):
        mistakes = _sample_mistakes(name, shared)
        longer = [mistakes + w for w in wrong]                           # one record more, of each type
        if relation == "replace_one":
            rows += [_pair_codes(longer[a], longer[b]) for a, b in itertools.combinations(range(len(wrong)), 2)]
        else:
            rows += [_pair_codes(mistakes, more) for more in longer]
    size = wrong.shape[1]
    digits = np.unique(np.concatenate(rows))[:, None] >> 4 * np.arange(2 * size + 2) & 15
    vectors, places = np.unique(np.vstack([digits[:, :size], digits[:, size:2 * size]]), axis=0, return_inverse=True)
    left, right = places.reshape(2, -1)
    return vectors, left, right, digits[:, 2 * size:] - 1


def _pair_codes(left, right) -> np.ndarray:
    """Two arrays of mistakes (samples, hypotheses) as one number a row: four bits for each sorted entry, for max + 1 and min + 1."""
    step = right - left
    row = np.hstack([np.sort(left), np.sort(right), step.max(axis=1, keepdims=True) + 1, step.min(axis=1, keepdims=True) + 1])
    return np.unique((row << 4 * np.arange(row.shape[1])).sum(axis=1))


def small_sample_epsilon(name: str, n: int, epsilon, relation: str) -> np.ndarray:
    """The learner's exact ε over all samples of n records and all their neighbors, for an array of claims ε.

    `relation` is "replace_one" or "add_remove" (then neighbors have n - 1 or n + 1 records).  n <= 5.
    """
    vectors, left, right, step = _neighbor_pairs(name, n, relation)
    half = np.asarray(epsilon, float) / 2
    log_z = np.log(np.exp(-vectors[:, :, None] * half).sum(axis=1))
    shift = log_z[right] - log_z[left]
    high, low = half * step[:, :1] + shift, half * step[:, 1:] + shift
    return np.maximum(high.max(axis=0), -low.min(axis=0))


true_epsilon = Experiment(
    name="true_epsilon",
    title="Replacing a record spends up to ε; adding or removing one, up to half",
    question="Over all samples of n records and all their neighbors, what part of the claimed ε does the learner spend?",
    parameters=(
        Parameter("epsilon", "ε", "privacy", 0.01, 10, 1.0, log=True),
        Parameter("n", "n", "records", 1, 5, 5, integer=True),
        Choice("small_class", "class", {"points": "points 1..3", "thresholds": "thresholds on 1..3",
                                        "conjunctions": "conjunctions of 2 bits", "parities": "parities of 2 bits"}, "thresholds"),
    ),
    x="epsilon",
    y=Axis("true ε / claimed ε", 0.0, 1.1),
    series=(
        Series("claim", "claim", "1: the most that replacing a record may spend  (LN)", lambda s, e: np.ones(len(e))),
        Series("half", "half", "1/2: the most that adding or removing one may spend", lambda s, e: np.full(len(e), 0.5), kind="sharp"),
        Series("replace_one", "replace-one", "exact, all samples and neighbors, replace-one",
               lambda s, e: small_sample_epsilon(s.small_class, s.n, e, "replace_one") / e, kind="exact"),
        Series("add_remove", "add/remove", "exact, all samples and neighbors, add/remove",
               lambda s, e: small_sample_epsilon(s.small_class, s.n, e, "add_remove") / e, kind="exact", role="attack"),
    ),
    points=49,
)
