"""A learner of a linear prediction w·x whose answers hardly move when one record does, and the data that move them
most.

The data are n records (x, y), x in R^d and y real; w lives in the ball |w| <= R (`radius`).

`psgd`: projected stochastic gradient descent, one pass in the order of the records, average of w_1 .. w_n.  DF18's
display adds the gradient (an ascent: it runs to the boundary) and starts from w_0 while the average starts at w_1;
here the step is w - η·gradient and w_1 = 0.
It is not private.  If the prediction at x moves by at most γ (`rate`) when one record is replaced (REPLACE_ONE; for
`psgd` in one place of the sequence), then prediction + Laplace noise of scale γ/ε is an ε-DP
prediction; DF18 prints the scale upside down.  If it moves by more, the answer costs more: a claim about γ is a claim
about privacy.  How far they move is in `number_formulas`; `stability_worst_pair` attains it.

References: DF18, section 4.4, Theorem 4.12, Lemma 4.5.
"""

from __future__ import annotations

import numpy as np

from ... import _validate as check
from ..._bounds import go_together

MOST = 1e30              # of entries of x, y, R, η: products of a few of them stay finite


def psgd(x, y, *, radius, step, slope):
    """One pass of projected stochastic gradient descent from w_1 = 0; the average of w_1 .. w_n.

    Parameters
    ----------
    x : array (..., n, d); y : array (..., n)
        Leading axes are separate data sets, run side by side; those of x and y broadcast.
    radius : float > 0
        R: w stays in the ball |w| <= R.
    step : float > 0
        η; `psgd_step` is DF18's; at half of it the predictions are as stable as DF18 says.
    slope : function
        Errors w·x - y to slopes of the loss there: `np.sign` for |error|, `np.positive` for error²/2.

    Returns
    -------
    array (..., d)

    Notes
    -----
    Not private.  Stability of its predictions: `psgd_rate`.  The order of the records matters, and may not depend on
    them. Cost: n steps of O(data sets · d).  Source: DF18, section 4.4 (with its two slips mended), Theorem 4.12.
    """
    x, y = (check.array(name, value, low=-MOST, high=MOST) for name, value in (("x", x), ("y", y)))
    if x.ndim < 2 or y.ndim < 1 or y.shape[-1] != x.shape[-2]:
        raise ValueError(f"x must have shape (..., n, d) and y (..., n); got shapes {x.shape} and {y.shape}")
    check.function("slope", slope)
    radius, step = check.real("radius", radius, 1 / MOST, MOST), check.real("step", step, 1 / MOST, MOST)
    w, total = np.zeros(go_together(x=x[..., 0, 0], y=y[..., 0])[0].shape + x.shape[-1:]), 0.0
    for i in range(x.shape[-2]):
        total = total + w
        slopes = slope((w * x[..., i, :]).sum(axis=-1) - y[..., i])
        w = w - step * slopes[..., None] * x[..., i, :]
        w = w * (radius / np.maximum(np.linalg.norm(w, axis=-1, keepdims=True), radius))   # back into the ball
    return total / x.shape[-2]


def stability_worst_pair(n):
    """Two data sets, neighbors under REPLACE_ONE, that attain the true rate for the absolute loss and R = L_f = 1.

    Returns
    -------
    x : array (n, 1): 1, then zeros, which leave w alone
    y : array (2, n): the first record says 2 in one data set and -2 in the other, beyond all predictions, so that the
        loss is a straight line there; all others 0
    """
    n = check.integer("n", n, 1, 10**8)
    x, y = np.zeros((n, 1)), np.zeros((2, n))
    x[0], y[:, 0] = 1, (2, -2)
    return x, y
