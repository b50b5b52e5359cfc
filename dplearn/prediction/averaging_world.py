"""Small worlds where no hypothesis is perfect and everything is exact: real learners on the parts, any rule for their votes.

A world is a concept class on a finite domain, a probability for each cell of it, and for each cell the chance that the label
is 1.  Each of r parts holds m examples of its own and trains an ERM (fewest mistakes, the lowest index on ties).  What that
learner outputs depends on m label counts alone, so its law is a finite sum over all samples of size m.  At a cell each part
says 1 with probability p, independently of the others: the votes are Bin(r, p), and the error of any rule Pr[1 | votes] is
a sum of r + 1 terms.

Nothing in this module is private; the votes are only ever seen through the rule.
Source: DF18, Lemma 4.6 and Corollary 4.7 (what is bounded there).
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from .. import _validate as check
from .._binomial import binomial_law
from ..concepts import ConceptClass

MOST_SAMPLES = 200_000
MOST_ENTRIES = 20_000_000


@dataclass(frozen=True, eq=False)
class AgnosticWorld:
    """Records (x, y) with any law on a small domain, and ERM over `concept_class` on each part.

    Parameters
    ----------
    concept_class : ConceptClass
        One of `dplearn.concepts`, with tables.
    mass : array (domain_size,), sums to 1
        Probability of each cell, in the order of ``concept_class.domain()``.
    label_one : array (domain_size,) in [0, 1]
        Pr[y = 1 | cell].
    """

    concept_class: ConceptClass
    mass: np.ndarray
    label_one: np.ndarray

    def __post_init__(self):
        cells = check.instance("concept_class", self.concept_class, ConceptClass).domain_size
        object.__setattr__(self, "mass", check.distribution("mass", self.mass, cells))
        object.__setattr__(self, "label_one", check.array("label_one", self.label_one, (cells,), low=0, high=1))

    @property
    def table(self) -> np.ndarray:
        """What each hypothesis says on each cell: bool, shape (n_hypotheses, domain_size)."""
        return self.concept_class.predictions(self.concept_class.domain())

    @property
    def errors(self) -> np.ndarray:
        """The error of each hypothesis, shape (n_hypotheses,)."""
        return self.concept_class.mistakes(self.mass * (1 - self.label_one), self.mass * self.label_one)

    @property
    def best_error(self) -> float:
        """Opt: the least error in the class."""
        return float(self.errors.min())

    def erm_law(self, part_size) -> np.ndarray:
        """The law of the ERM's hypothesis on m examples, exactly: shape (n_hypotheses,).

        part_size : int >= 1, m, with at most 200,000 samples up to order.  Cost: one fast transform of the class for each.
        """
        m, kinds = check.integer("part_size", part_size, 1), 2 * self.concept_class.domain_size
        if math.comb(m + kinds - 1, m) > MOST_SAMPLES:
            raise ValueError(f"part_size must leave at most {MOST_SAMPLES} samples; got {m}, with {math.comb(m + kinds - 1, m)}")
        counts = _all_counts(m, kinds)
        chance = np.concatenate([self.mass * (1 - self.label_one), self.mass * self.label_one])
        log_factorial = special.gammaln(np.arange(m + 1) + 1)
        log_weight = log_factorial[m] + (special.xlogy(counts, chance) - log_factorial[counts]).sum(axis=1)
        cells = kinds // 2
        chosen = self.concept_class.mistakes(counts[:, :cells], counts[:, cells:]).argmin(axis=1)
        return np.bincount(chosen, weights=np.exp(log_weight), minlength=self.concept_class.n_hypotheses)

    def vote_chances(self, part_size) -> np.ndarray:
        """Pr[a part of m examples says 1] on each cell, shape (domain_size,)."""
        return np.clip(self.erm_law(part_size) @ self.table, 0.0, 1.0)

    def expected_error(self, rule, vote_chances):
        """The exact error of answers drawn with probability `rule[votes]`, averaged over data sets.

        Parameters
        ----------
        rule : array (..., r + 1) in [0, 1]
            Pr[answer 1] by the number of votes for 1, such as ``clipped_average_probability(np.arange(r + 1), r, alpha=0.1)``;
            leading axes are a batch of rules.
        vote_chances : array (domain_size,) in [0, 1]
            From the method of that name.

        Returns
        -------
        float or ndarray of the batch's shape
        """
        rule = check.array("rule", rule, low=0, high=1)
        if rule.ndim == 0 or rule.shape[-1] < 2:
            raise ValueError(f"rule must have a last axis over 0..r votes, r >= 1; got shape {rule.shape}")
        p = check.array("vote_chances", vote_chances, self.mass.shape, low=0, high=1)
        return self.error_given(np.minimum(rule @ binomial_law(rule.shape[-1] - 1, p).T, 1.0))

    def draw_votes(self, n_parts, part_size, *, rng, runs) -> np.ndarray:
        """Votes for 1 on each cell, from learners trained on examples that are drawn: int, shape (runs, domain_size).

        n_parts, part_size, runs : int >= 1 (runs · n_parts · cells at most 2·10^7); rng : numpy.random.Generator.
        """
        r, m = check.integer("n_parts", n_parts, 1), check.integer("part_size", part_size, 1, 2**40)
        runs, cells = check.integer("runs", runs, 1), self.concept_class.domain_size
        if runs * r * cells > MOST_ENTRIES:
            raise ValueError(f"runs and n_parts must ask for at most {MOST_ENTRIES} votes; got {runs * r * cells}")
        chance = np.concatenate([self.mass * (1 - self.label_one), self.mass * self.label_one])
        counts = check.generator("rng", rng).multinomial(m, chance / chance.sum(), size=(runs, r))
        chosen = self.concept_class.mistakes(counts[..., :cells], counts[..., cells:]).argmin(axis=-1)
        return self.table[chosen].sum(axis=1)

    def error_given(self, says_one):
        """The error of answering 1 with these probabilities on the cells: array (..., domain_size) -> (...)."""
        says_one = check.array("says_one", says_one, low=0, high=1)
        if says_one.ndim == 0 or says_one.shape[-1:] != self.mass.shape:
            raise ValueError(f"says_one must have last axis of length {len(self.mass)}; got shape {says_one.shape}")
        value = (says_one * (1 - self.label_one) + (1 - says_one) * self.label_one) @ self.mass
        return float(value) if np.ndim(value) == 0 else value


def _all_counts(m: int, kinds: int) -> np.ndarray:
    """All ways to put m examples into `kinds` boxes (stars and bars): shape (C(m + kinds - 1, m), kinds)."""
    places = itertools.chain.from_iterable(itertools.combinations(range(m + kinds - 1), kinds - 1))
    bars = np.fromiter(places, np.int64).reshape(-1, kinds - 1)
    edges = np.pad(bars, ((0, 0), (1, 1)), constant_values=((0, 0), (-1, m + kinds - 1)))
    return np.diff(edges, axis=1) - 1
