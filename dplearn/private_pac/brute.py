"""Lecture 2's oracles, slow and plain, for cards and tests: every sample of a tiny world, every neighbor, every
subset."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
from scipy.special import expit

from .. import brute, privacy, private_pac
from ..privacy import Relation


def audit(law, concept_class, n: int, relation=Relation.REPLACE_ONE, *, claim: float = 1.0,
          min_records: int = 0) -> privacy.AuditReport:
    """``law(x, y)`` on all samples of n records (cell, label), under add/remove also of fewer, and all their
    neighbors."""
    cells, domain = concept_class.domain(), list(itertools.product(range(concept_class.domain_size), (0, 1)))

    def of_records(records):
        places, labels = np.array(records, int).reshape(-1, 2).T
        return law(cells[places], labels)

    sizes = range(min_records, n + 1) if relation is Relation.ADD_REMOVE else (n,)
    samples = itertools.chain(*(privacy.all_datasets(domain, size) for size in sizes))
    return privacy.audit(of_records, samples, domain=domain, relation=relation, epsilon=claim, min_records=min_records)


def audited(concept_class, n: int, relation=Relation.REPLACE_ONE, *, claim: float = 1.0,
            weight: float | None = None) -> privacy.AuditReport:
    """The same of the private learner; `weight` is the ε of its weights."""
    epsilon = claim if weight is None else weight
    return audit(lambda x, y: private_pac.learner_probabilities(concept_class, x, y, epsilon=epsilon), concept_class, n,
                 relation, claim=claim, min_records=1)


def realizable_worlds(concept_class, n: int, worlds: int, seed: int) -> Iterator[tuple]:
    """(chances of the samples, mistakes on each, errors) for each of so many distributions and each target."""
    counts = brute.compositions(n, concept_class.domain_size)
    for p in brute.worlds(concept_class.domain_size, worlds, seed):
        chances = brute.multinomial(counts, p)
        for target in range(concept_class.n_hypotheses):
            yield chances, brute.realizable(concept_class, counts, target), concept_class.errors(p, target)


def agnostic_world(concept_class, n: int, p) -> tuple:
    """(chances of the samples, mistakes on each, errors) for chances p of (cell, label)."""
    counts = brute.compositions(n, len(p))
    return brute.multinomial(counts, p), brute.agnostic(concept_class, counts), brute.agnostic(concept_class, p)


def two_constants_failure(n: int, advantage: float, epsilon: float) -> float:
    """Pr[the learner returns the worse of the constants 0 and 1], label 1 with probability 1/2 + advantage."""
    worse = expit(-epsilon * (2.0 * np.arange(n + 1) - n) / 2)
    return float(brute.binomial(n, 0.5 + advantage) @ worse)


def point_world_failure(n_hypotheses: int, alpha: float, epsilon: float, n: int) -> float:
    """`private_pac.point_world_failure` by its definition: the full sum."""
    k = np.arange(n + 1)
    weight = (n_hypotheses - 2) * np.exp(-epsilon * k / 2) + np.exp(-epsilon * n / 2)
    return float(brute.binomial(n, alpha * (1 + 1e-6)) @ (weight / (1 + weight)))


def target_probability(d: int, n: int, p: float) -> float:
    """Pr[a batch of the parity learner returns the target | its coin], n examples, each a kept uniform equation with
    probability p: E 2^-(dimensions left), a Markov chain."""
    left = np.arange(d + 1)
    fall = p * (1 - 2.0**-left)
    step = np.diag(1 - fall) + np.diag(fall[1:], -1)
    return float(np.linalg.matrix_power(step, n)[d] @ 2.0**-left)
