"""Labeled samples: validated examples, and their counts in the cells of a class."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from .base import ConceptClass


@dataclass(frozen=True, eq=False)
class LabeledSample:
    """n examples (x_i, y_i); the arrays are read-only copies.

    Parameters
    ----------
    x : array of integers, shape (n,) or (n, d)
        Points; whether they lie in the domain is checked where a class is named.
    y : array of 0/1 or bool, shape (n,)
        Labels.
    """

    x: np.ndarray
    y: np.ndarray

    def __post_init__(self):
        x = check.array("x", self.x, integral=True)
        if x.ndim not in (1, 2):
            raise ValueError(f"x must have shape (n,) or (n, d); got shape {x.shape}")
        y = check.labels("y", self.y, x.shape[0])
        x.flags.writeable = y.flags.writeable = False
        object.__setattr__(self, "x", x)
        object.__setattr__(self, "y", y)

    @property
    def n(self) -> int:
        """Number of examples."""
        return self.y.size

    def counts(self, concept_class: ConceptClass) -> tuple[np.ndarray, np.ndarray]:
        """Examples in each cell with label 0 and with label 1.

        Returns
        -------
        counts0, counts1 : ndarray of int64, shape (domain_size,)
            They sum to n.

        Raises
        ------
        ValueError
            For points outside the domain of `concept_class` or too large a domain.
        """
        check_class("concept_class", concept_class)
        concept_class._check_tables()
        cells = concept_class.cell_index(self.x)
        size = concept_class.domain_size
        return np.bincount(cells[~self.y], minlength=size), np.bincount(cells[self.y], minlength=size)


def check_class(name: str, value) -> ConceptClass:
    """A `ConceptClass`, or ValueError."""
    if not isinstance(value, ConceptClass):
        raise ValueError(f"{name} must be a concept class such as Conjunctions(5); got {value!r}")
    return value


def empirical_errors(concept_class: ConceptClass, x, y) -> np.ndarray:
    """Fraction of the examples that each hypothesis labels wrongly.

    Parameters
    ----------
    concept_class : ConceptClass
    x, y : arrays
        The sample, as for `LabeledSample`.

    Returns
    -------
    ndarray of float, shape (n_hypotheses,), values in [0, 1]
    """
    sample = LabeledSample(x, y)
    counts = sample.counts(concept_class)
    return concept_class.mistakes(*counts) / sample.n
