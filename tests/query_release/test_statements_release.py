"""The cards of lecture 5: their checks catch wrong formulas."""

from dplearn import privacy
from dplearn import query_release as qr
from dplearn.query_release import deeper
from mutants import caught


def doubled(name):
    """The option `name` taken twice."""
    return lambda original: lambda *args, **options: original(*args, **{**options, name: 2 * options[name]})


test_mutants = caught([
    ("U17-PMW1", qr, "approximation_bound", 0.5),
    ("U17-PMW1-SHARP", qr, "approximation_bound_sharp", 0.8),
    ("U17-EM", qr, "selection_bound", 0.4),
    ("U17-EM-SHARP", qr, "selection_bound_sharp", 0.99),
    ("U17-PMW-DP", deeper, "report_noisy_max_probabilities", doubled("epsilon")),
    ("U17-PMW-DP-SHARP", qr, "step_epsilon", 1.5),
    ("U17-PMW2", qr, "selection_bound_whp", 0.9),
    ("U17-PMW3", qr, "best_rounds", 1.01),
    ("U17-ONL", qr, "online_updates_bound", 0.25),
    ("U17-ONL-PRIV", privacy, "pure_composition_delta", 0.1),
    ("U17-ONL-SIGN", qr, "sign_leak_delta", 0.9),
    ("U17-ONL-EXPLICIT", qr, "online_sample_size", 1.1),
    ("U17-MASTER", qr, "online_alpha", 1.1),
])
