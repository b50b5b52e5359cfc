"""What only the companions of lecture 5 reach, behind the same doors as the lecture's own room."""

from .formulas import *
from .online import adaptive_analyst, interview, online_law
from .online_formulas import *
from .profile import sequence_errors
from .sparse_variants import VARIANTS, Variant, variant_audit
from .sparse_vector import first_above_law
