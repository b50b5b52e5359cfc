"""What only the companions of lecture 5 reach, behind the same doors as the lecture's own room."""

from .formulas import *
from .marginals import Marginals
from .mwem import MWEM, mwem_rounds
from .online import adaptive_analyst
from .online_formulas import *
from .profile import online_law, sequence_errors
from .sparse_vector import first_above_law, stream_audit
from .tables import fitted_answers, noisy_tables
