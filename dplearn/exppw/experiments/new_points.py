"""Lecture 7, the walk on new points: Theorem 5.3 against the exact error, and sample sizes without log N.

* `exppw_population`: how far above Opt the walk errs in a world on the line, as n moves: bounds and exact;
* `exppw_sample_size`: examples for accuracy α, as the domain grows to 2^64: the walk, the exponential mechanism, no
privacy.
"""

import numpy as np

from ... import exppw
from ...experiment import Axis, Experiment, Series, integer, log_integer, log_scale
from ..world import settled_error
from .errors import EPSILON, NOISE

# ---- exppw_population ------------------------------------------------------------------------------


def _walk(s) -> dict:
    """The walk with the theorem's T, for a truth with k changes."""
    return {"k": s.k, "clamp": exppw.clamp(s.alpha, s.epsilon), "epsilon": s.epsilon}


exppw_population = Experiment(
    "exppw_population",
    "New points: what more examples can mend, and what they cannot",
    "How much more often than the best function does the walk err on a new point?",
    parameters=(
        log_integer("n", "n", "examples", 10, 1_000_000, 10_000),
        log_scale("alpha", "α", "accuracy aimed at", 0.02, 0.5, 0.05, steps=61),
        EPSILON,
        integer("k", "k", "changes of the truth", 0, 6, 1),
        NOISE,
    ),
    y=Axis("error above the best, E Err − Opt", 0.002, 2.0, log=True),
    series=(
        Series("printed", "printed", "e^ε(Opt + α) − Opt, from its n on  (DF18, Theorem 5.3)",
               lambda s, n: exppw.population_error_bound.curve(s.noise, s.k, s.alpha, s.epsilon, n) - s.noise),
        Series("sharp", "sharpened", "leave one out (ours), less Opt",
               lambda s, n: exppw.population_error_bound_sharp(optimum=s.noise, n=n, **_walk(s)) - s.noise, "sharp"),
        Series("exact", "the walk", "E Err − Opt, exact, once the walk settles in each piece",
               lambda s, n: settled_error(n=n, noise=s.noise, **_walk(s)) - s.noise, "exact"),
    ),
    points=65,
)


# ---- exppw_sample_size -----------------------------------------------------------------------------


def log_class(bits, k: int):
    """ln of the number of functions with k changes on N = 2^bits points: C(N+1, k)."""
    return sum(np.log((2.0**bits + 1 - i) / (i + 1)) for i in range(k))


def printed_size(s, bits) -> int:
    """Theorem 5.3's n for E Err <= α, at ε' <= ε where that helps: it promises e^ε'·α', and e^ε'/ε' is least at 1."""
    rate = min(s.epsilon, 1.0)
    return exppw.sample_size(s.k, s.alpha * np.exp(-rate), epsilon=rate)


exppw_sample_size = Experiment(
    "exppw_sample_size",
    "Examples that bounds ask for, on a line of N values",
    "How many examples bring the error down to α, by bounds, when labels have no noise and x has N values?",
    parameters=(
        integer("bits", "log₂ N", "size of the domain", 4, 64, 32),
        log_scale("alpha", "α", "error", 0.03, 0.2, 0.05, steps=61),
        log_scale("epsilon", "ε", "privacy", 0.05, 2, 0.1),
        integer("k", "k", "changes", 1, 4, 1),
    ),
    y=Axis("examples, n", 0, 40_000),
    series=(
        Series("printed", "printed", "the walk, one answer: Theorem 5.3's n with constants  (DF18)", printed_size),
        Series("exponential", "published", "published, all answers: exponential mechanism (ours)",
               lambda s, bits: exppw.exponential_sample_size(log_class(bits, s.k), s.alpha, epsilon=s.epsilon),
               "sharp", "private"),
        Series("sharp", "sharpened", "the walk, one answer: leave-one-out bound, best T",
               lambda s, bits: exppw.leave_one_out_size(s.k, s.alpha, s.epsilon), "sharp"),
        Series("free", "no privacy", "no privacy: enough for every N",
               lambda s, bits: exppw.nonprivate_sample_size(s.k, s.alpha), "sharp", "nonprivate"),
    ),
    points=31,
)
