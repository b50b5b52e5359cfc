"""Small worlds where no hypothesis is perfect and everything is exact: an engine of `averages`, which checks what it
asks.

A world is a concept class on a finite domain, a probability for each cell of it, and for each cell the chance that the
label is 1.  Each of r parts holds m examples of its own and trains an ERM (fewest mistakes, the lowest index on ties).
What that learner outputs depends on m label counts alone, so its law is a finite sum over all samples of size m.  At a
cell each part says 1 with probability p, independently of the others: the votes are Bin(r, p), and the error of any
rule Pr[1 | votes] is a sum of r + 1 terms.

Nothing here is private; the votes are only ever seen through the rule.  Source: DF18, Lemma 4.6 and Corollary 4.7.
"""

import itertools
from functools import lru_cache

import numpy as np
from scipy import special

from ...._binomial import binomial_law


class AgnosticWorld:
    """Records (x, y) on the cells of ``concept_class.domain()``: `mass` of each cell and Pr[y = 1 | cell]; ERM on each
    part."""

    def __init__(self, concept_class, mass, label_one):
        self.concept_class = concept_class
        self.label_one, mass = np.array(label_one), np.array(mass)
        self.records = np.array([mass * (1 - self.label_one), mass * self.label_one])  # (cell, 0) and (cell, 1)
        self.mass, self.table = mass, concept_class.predictions(concept_class.domain())
        self.errors = concept_class.mistakes(*self.records)
        self.best_error = float(self.errors.min())

    def models(self, counts) -> np.ndarray:
        """What the ERM on so many records of each kind says on each cell: (..., 2 cells) -> (..., cells)."""
        return self.table[self.concept_class.mistakes(*np.split(counts, 2, axis=-1)).argmin(axis=-1)]

    @lru_cache
    def vote_chances(self, m: int) -> np.ndarray:
        """Pr[a part of m examples says 1] on each cell: one fast transform of the class for each sample up to order."""
        kinds = self.records.size
        # stars and bars: all ways to put m examples into boxes
        bars = itertools.chain.from_iterable(itertools.combinations(range(m + kinds - 1), kinds - 1))
        bars = np.fromiter(bars, np.int64).reshape(-1, kinds - 1)
        counts = np.diff(bars, axis=1, prepend=-1, append=m + kinds - 1) - 1
        log_factorial = special.gammaln(np.arange(m + 1) + 1)
        log_law = log_factorial[m] + (special.xlogy(counts, self.records.ravel()) - log_factorial[counts]).sum(axis=1)
        return np.clip(np.exp(log_law) @ self.models(counts), 0.0, 1.0)

    def expected_error(self, rule, m: int):
        """The error of answers drawn with probability `rule[votes]`, averaged over data sets: (..., r + 1) -> (...)."""
        law = binomial_law(np.shape(rule)[-1] - 1, self.vote_chances(m))
        return self.error_given(np.minimum(rule @ law.T, 1.0))

    def draw_votes(self, n_parts: int, m: int, *, rng, runs: int) -> np.ndarray:
        """Votes for 1 on each cell, from learners trained on examples that are drawn: (runs, cells)."""
        chance = self.records.ravel()
        return self.models(rng.multinomial(m, chance / chance.sum(), size=(runs, n_parts))).sum(axis=1)

    def error_given(self, says_one):
        """The error of answering 1 with these probabilities on the cells: (..., cells) -> (...)."""
        return (says_one * (1 - self.label_one) + (1 - says_one) * self.label_one) @ self.mass
