"""What the companions of lecture 6 add to `dplearn.prediction.account`."""

from __future__ import annotations

from ... import _validate as check
from ...privacy import bounded_range_composition_step
from ...query_release import step_epsilon
from ..account import COMPOSITIONS, MOST_ANSWERS, _budget


def answer_epsilon(epsilon_total, delta, answers, *, composition="bounded-range"):
    """The ε₀ of each answer with which all `answers` together are (epsilon_total, delta)-private.

    Parameters
    ----------
    epsilon_total : float or array in [1e-4, 200]
    delta : float or array in [1e-100, 1); "basic" takes 0 too, and does not use it
    answers : int or array, 1 <= answers <= 1e7
    composition : one of `COMPOSITIONS`; "exact" only for questions fixed beforehand

    Returns
    -------
    float or array (broadcast shape); errs low, by at most what misses δ by 2e-7 (relative).

    Notes
    -----
    The first four are those of lecture 5 (`query_release.step_epsilon`).  Cost: at most 60 µs for each value.
    """
    check.choice("composition", composition, COMPOSITIONS)
    total, delta, answers = _budget(composition, epsilon_total, delta, answers=check.array(
        "answers", answers, low=1, high=MOST_ANSWERS, integral=True))
    if composition == "exact":
        return bounded_range_composition_step(total, delta, answers)
    return step_epsilon(total, delta, answers, calibration="pure-optimal" if composition == "optimal" else composition)
