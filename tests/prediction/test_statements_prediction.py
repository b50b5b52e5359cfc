"""The cards of lecture 6: their checks catch wrong formulas."""

from mutants import cards, caught

from dplearn import prediction, privacy
from dplearn.prediction.deeper import brute as deeper_brute
from dplearn.prediction.deeper.statements import averaging


# ---- a check that cannot fail proves nothing: put a wrong formula in, and see it caught --------------

def _with(name, factor):
    """The same function with an argument multiplied."""
    return lambda original: lambda *args, **options: original(*args, **{**options, name: options[name] * factor})


def _late(original):
    return lambda law, *, epsilon_total, **options: original(law, epsilon_total=2 * epsilon_total, **options)


# card, formula, and the factor that makes it wrong
SCALED = """
    DF18-INTRO-SOFT  soft_majority_epsilon_printed    0.999
    DF18-T4.1        soft_majority_epsilon            0.999
    DF18-C4.2        private_prediction_sample_size   20
    DF18-T4.3        constants_sample_size            0.99
    DF18-OURS-T4.3   lower_bound_sharp                1.5
    DF18-L4.5        noise_excess_floor               4
    DF18-C4.7        failure_of_the_average           2
    DF18-C4.8        agnostic_prediction_sample_size_corrected  20
    DF18-OURS-COIN   best_average_parts               1.1
    DF18-T4.9        stability_rate_erm               0.99
    DF18-C4.10       erm_excess_bound                 0.2
    DF18-C4.11       stability_rate_erm               9
    DF18-T4.12       psgd_excess_bound                0.5
    DF18-C4.13       psgd_rate                        0.5
    DF18-L6.2        soft_majority_epsilon            0.99
    DF18-L6.4        moment_bound                     0.9
    DF18-L6.5        tail_factor_printed              0.9
"""
MUTANTS = [
    *((card, prediction, name, float(factor)) for card, name, factor in map(str.split, SCALED.strip().splitlines())),
    ("DF18-D1.1", prediction, "PredictionServer", _late),
    ("DF18-L3.1", privacy, "group_privacy", lambda f: lambda e, k, d: (e * k, k * d)),
    ("DF18-L4.6", averaging, "averages", lambda f: lambda n: f(n) * (n if n > 2 else 1)),
    ("DF18-OURS-CLIP", prediction, "clipped_average_probability", _with("alpha", 1e-3)),
    ("DF18-PSGD", deeper_brute, "descend", lambda f: lambda *at: f(*at[:-1], -at[-1])),
    ("DF18-L6.3", privacy, "hockey_stick", 0.9),
]


test_wrong_formula_is_caught = caught(MUTANTS)


def test_every_card_has_a_mutant():
    assert {m[0] for m in MUTANTS} == cards(prediction)
