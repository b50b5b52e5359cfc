"""Companion 6a, numbers instead of labels: how far replacing a record moves a prediction of one pass of gradient
descent."""

from functools import cache

import numpy as np

from ....experiment import Axis, Experiment, Parameter, Series, log_integer, log_scale
from ... import deeper

RUNS_AT = 2.0 ** np.arange(8)    # 1 .. 128


@cache
def changed_run(c, place, n) -> float:
    """The change when the record after this share of the pass is replaced, both passes run, over the printed 1/√n."""
    x, y = deeper.stability_worst_pair(n)
    later = int(place * n + 1e-9)  # 0.575 of 40 is 23
    w = deeper.psgd(np.roll(x, later, axis=0), np.roll(y, later, axis=1), radius=1.0, step=c / np.sqrt(n),
                    slope=np.sign)
    return float(np.ptp(w) * np.sqrt(n))


def _run(s, n):
    return [changed_run(s.c, s.place, int(v)) if v in RUNS_AT or v == s.n else np.nan for v in n]


def _true(s, n):
    return np.sqrt(n) * deeper.psgd_rate.curve(n, step=s.c / np.sqrt(n), radius=1.0, lipschitz_f=1.0,
                                               lipschitz_loss=1.0)


prediction_stability = Experiment(
    "prediction_stability",
    "The first record moves a prediction twice as far as an average one",
    "One record of n is replaced: how far does the prediction of gradient descent move, "
    "in units of the printed rate?",
    parameters=(
        log_integer("n", "n", "records", 1, 128, 4),
        log_scale("c", "c", "step, in units of the theorem's", 0.25, 1.5, 1),
        Parameter("place", "p", "share of the pass before the changed record", 0, 0.95, 0, steps=39),
    ),
    y=Axis("change of a prediction / printed rate", 0, 3.1),
    series=(
        Series("true", "true rate", "2c(1 − 1/n), at most 2(√n − 1/√n): true rate", _true, "sharp", "attack"),
        Series("printed", "printed", "1, for c = 1 (DF18, Theorem 4.12)", 1),
        Series("mean", "mean place", "mean over the place of the changed record", lambda s, n: _true(s, n) / 2,
               "exact"),
        Series("run", "runs", "two passes run, one record apart", _run, "exact", "private", "points"),
    ),
    points=22,  # three an octave: the powers of two are among them
)
