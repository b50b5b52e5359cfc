"""What the companions of lecture 7 add to `dplearn.exppw.experiments.errors`."""

from functools import cache

import numpy as np

from .... import exppw
from ....experiment import Axis, Experiment, Parameter, Series, log_integer, log_scale
from ..world import tied_error

tied = cache(tied_error)


def _order(order):
    def values(s, q):
        T = exppw.clamp(s.alpha, s.epsilon)
        shares = np.round(q if order == "zeros-first" else _minority(q), 12)  # so that q and 1 - (1 - q) are one
        return [tied(share, s.n, clamp=T, epsilon=s.epsilon, order=order) for share in shares.tolist()]
    return values


def _minority(q):
    return np.minimum(q, 1 - q)


exppw_ties = Experiment(
    "exppw_ties",
    "Ties sorted by label let the minority answer; random keys repair it",
    "All examples sit at one place.  In which order does the walk take them, and how often does its answer "
    "err?",
    parameters=(
        Parameter("share", "q", "share of ones", 0.0, 1.0, 0.1, steps=101),
        log_integer("n", "n", "examples", 1000, 1_000_000, 8854, steps=61),
        log_scale("alpha", "α", "accuracy aimed at", 0.02, 0.5, 0.05, steps=41),
        log_scale("epsilon", "ε", "privacy", 0.1, 5, 0.1, steps=61),
    ),
    y=Axis("chance that an answer is wrong", 0.0, 1.05),
    series=(
        Series("printed", "theorem", "e^ε(Opt + α)  (DF18, Theorem 5.3, k = 1)",
               lambda s, q: exppw.population_error_bound.curve(_minority(q), 1, s.alpha, s.epsilon, s.n)),
        Series("sharp", "keys, bound", "leave one out, T and n as they are (random keys)",
               lambda s, q: exppw.population_error_bound_sharp(_minority(q), 1, exppw.clamp(s.alpha, s.epsilon),
                                                               s.epsilon, s.n), "sharp"),
        Series("zeros", "zeros first", "zeros first, as Python sorts pairs (x, y): exact", _order("zeros-first"),
               "exact", "attack"),
        Series("data", "", "data order: exact, once the walk has settled", _order("data"),
               "exact", "private", "points"),
        Series("keys", "random keys", "random keys: exact, once the walk has settled", _order("keys"), "exact"),
    ),
    points=41,
)
