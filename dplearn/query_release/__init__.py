"""Answering many statistical queries at once: private multiplicative weights for query release.

The data are a histogram p* over a universe X: p*(x) is the fraction of the n records that equal x, shape
(universe_size,).  A query q is a row of numbers in [-1, 1], one for each x; its answer is <q, p*>.  Neighbors differ
in one record (REPLACE_ONE) and n is public, so an answer changes by at most (max q - min q)/n.

Noise on each answer grows with the number of queries.  U17 learns a histogram instead: start with the uniform p^1,
find the query that p^t answers worst, take weight from the cells on which p^t answers too high, and after T steps
give the average.  The data enter only where a query is chosen, which the exponential mechanism does privately: T
choices are paid for, however many queries there are.  The hunt is one-sided, as in U17 (<q, p^t> too large);
`with_negations` adds the other side.

- Queries and data: `workloads`.
- Released at once: `multiplicative` (without noise, and `pmw`) and `cells` (noise once on every cell; records from a
  histogram); in `deeper` `tables` (noise on tables, fitted), `mwem` (answers are measured, too) and `curator` (one
  release of a census, step by step).
- What it costs and promises: `calibration`, `formulas`, `profile` (exact, tiny cases).
- One query at a time: `online`, `online_formulas`; `sparse_vector` (and in `deeper` published versions of it that are
  broken).
- Why noise at all: `attack`.

Cells of the universe {0, 1}^k: bit i of cell x is (x >> i) & 1.  Guarantees are those of real numbers: noise made of
floats can leak more (Mironov 2012).  Everything is importable from here: ``from dplearn import query_release as qr``.

References: U17 from "Towards PMW" on; Hardt, Ligett and McSherry 2012; DR14, sections 3.6 and 4.2.
"""

from ..privacy import BudgetSpent
from .cells import Answers, nearest_distribution, noisy_histogram, synthetic_records
from .calibration import CALIBRATIONS, certified_epsilon, printed_step_epsilon, selection_guarantee, step_epsilon
from .formulas import *
from .multiplicative import Hunt, HuntStep, NoisyWorst, Release, hunt_steps, multiplicative_weights, pmw, worst_query
from .online import OnlineBudget, OnlinePMW, online_budget
from .online_formulas import *
from .profile import release_audit, sequence_law
from .sparse_vector import split_scales
from .workloads import DenseQueries, Workload, as_workload, histogram_of, max_error, with_negations
