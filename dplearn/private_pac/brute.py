"""Lecture 2's oracles, slow and plain, for cards and tests: every sample of a tiny world, every neighbor, every
subset."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

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
