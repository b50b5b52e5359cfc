"""The checks of lecture 1's cards catch wrong formulas and learners."""

from dplearn import concepts, pac
from dplearn.pac import occam
from mutants import caught

test_mutants = caught([
    ("LN-EX1", concepts.Conjunctions, "_evaluate", lambda f: lambda self, h, cells: (h & cells) == 0),
    ("LN-EX1", pac, "consistent_hypotheses", lambda f: lambda *a: ~f(*a)),
    ("LN-T1", pac, "theorem1_bound", 0.2),
    ("LN-T1", occam, "exact_failure", 50.0),
    ("N17-PAC", pac.occam_bound, "sharp", 0.05),
    ("N17-THR", pac, "threshold_learner", lambda f: lambda x, y, N: min(N, f(x, y, N) + 1)),
    ("N17-POINT", concepts.Points, "errors", 0.1),
    ("N17-OCCAM", pac, "occam_sample_size", 0.5),
    ("N17-VC", pac, "sauer_bound", 0.99),
    ("N17-VC", pac, "is_shattered", lambda f: lambda *a: True),
    ("N17-PARITY", pac, "is_shattered", lambda f: lambda *a: False),
    ("DR14-D11.1", concepts.LabeledSample, "counts", lambda f: lambda self, c: f(self, c)[::-1]),
    ("DR14-D11.2", concepts, "empirical_errors", 1.1),
    ("DR14-D11.3", pac, "agnostic_sample_size", 0.01),
    ("DR14-11.1-UC", pac, "uniform_convergence_bound", 0.5),
])
