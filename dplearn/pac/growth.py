"""Dichotomies and shattering (N17, "VC dimension").

C(S) is the set of label patterns of a class on points S; S is shattered when it has all 2^n of
them, and the VC dimension is the size of the largest shattered set.  Sauer's lemma bounds |C(S)| by it alone.
"""

from __future__ import annotations

import numpy as np

from ..concepts import ConceptClass
from ..concepts.sample import check_class


def dichotomies(concept_class: ConceptClass, x) -> int:
    """|C(S)|: how many label patterns the class has on the points x (N17, "VC dimension").

    Cost O(n |C|), by listing the patterns; the repeats in `x` do no harm.
    """
    patterns = check_class("concept_class", concept_class).predictions(x)
    return int(np.unique(np.packbits(patterns, axis=1), axis=0).shape[0])


def is_shattered(concept_class: ConceptClass, x) -> bool:
    """Whether the class has all 2^n patterns on the n points x, which must be distinct."""
    cells = check_class("concept_class", concept_class).cell_index(x)
    if np.unique(cells).size < cells.size:
        raise ValueError(f"x must hold distinct points; got {cells.size} of which {np.unique(cells).size} differ")
    return 1 << cells.size <= concept_class.n_hypotheses and dichotomies(concept_class, x) == 1 << cells.size
