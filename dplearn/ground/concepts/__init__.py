"""Concept classes and labeled samples.

**Problem.** A concept is a function from a finite domain X to {0, 1}; a concept class C is a
finite list of them.  Everything a lecture asks of a class (how many mistakes does each concept
make, how far is it from the target) is a table
with one entry for every concept, and the table must be fast: a figure asks for thousands.

**Notation.** |C| = ``n_hypotheses``, ln|C| = ``log_size``, VC(C) = ``vc_dim``, |X| =
``domain_size``.  A *cell* is a point of X in the canonical order: the bit mask for
{0, 1}^d (bit i of the mask is coordinate i), x - 1 for x in {1, ..., N}.  A sample enters
through the number of its examples in each cell with label 0 and with label 1; this is all that
a class can know of it, because the order of the examples does not matter.

**Offered.**

- `Conjunctions` (d): monotone ANDs (LN, section 1).  `Parities` (d): <r, x> mod 2
  (N17, example 2).
- `Points` (N), `Thresholds` (N): N17, examples 0 and 1.  `IntervalUnions` (N, k): DF18,
  section 5.
- `LabeledSample`: validated examples with their labels; `empirical_errors`.

Each class is a small frozen value with ``predictions(x)``, ``mistakes(counts0, counts1)`` and
``errors(p, target)``, by the transform that suits it (sums over supersets, running sums,
Walsh-Hadamard).  The plain but slow way is the table ``predictions(domain())``; `IntervalUnions`
takes it, and the tests compare the others with it.

**Privacy.** Nothing here is private, and nothing here is random.

**Sizes.** A class may be made at any size (|C| = 2^500 is a fine number to put into a bound);
a method that would build a table larger than 2^20 entries raises ValueError.

References: LN, section 1 and Theorem 1; N17, "PAC learning" slides; DF18, section 5.
"""

from .base import ConceptClass
from .cube import Conjunctions, Parities
from .line import IntervalUnions, Points, Thresholds
from .sample import LabeledSample, empirical_errors
