"""Relations, guarantees, composition and accounting, and the exact audit of a mechanism.

`relations` says which data sets are neighbors, `divergences` how far two laws are apart,
`composition` gives the classical bounds for several releases, `optimal` the exact δ(ε) of steps of
which only the size is known, `profile` that of independent rounds with given laws, and `audit` the
true ε of a mechanism over every neighbor of given data sets.
Everything is importable from here: ``from dplearn import privacy``.
"""

from .audit import AuditReport, audit
from .composition import (
    advanced_composition, advanced_composition_delta, bounded_range_rho, zcdp_delta, zcdp_epsilon, zcdp_rho,
)
from .divergences import exact_epsilon, hockey_stick, privacy_loss, total_variation
from .optimal import (
    bounded_range_composition_delta, bounded_range_composition_step, gaussian_delta, gaussian_mu,
    pure_composition_delta,
    pure_composition_step,
)
from .profile import product_profile
from .relations import BudgetSpent, Guarantee, Relation, all_datasets, neighboring_pairs
