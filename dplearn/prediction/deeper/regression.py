"""A learner of a linear prediction w·x whose answers hardly move when one record does, and the data that move them
most.

The data are n records (x, y), x in R^d and y real; w lives in the ball |w| <= R (`radius`).

`psgd`: projected stochastic gradient descent, one pass in the order of the records, average of w_1 .. w_n.  DF18's
display adds the gradient (an ascent: it runs to the boundary) and starts from w_0 while the average starts at w_1;
here the step is w - η·gradient and w_1 = 0.
It is not private.  If the prediction at x moves by at most γ (`rate`) when one record is replaced (REPLACE_ONE; for
`psgd` in one place of the sequence), then prediction + Laplace noise of scale γ/ε (`mechanisms.laplace`) is an ε-DP
prediction; DF18 prints the scale upside down.  If it moves by more, the answer costs more: a claim about γ is a claim
about privacy.  How far they move is in `number_formulas`; `stability_worst_pair` attains it.

References: DF18, section 4.4, Theorem 4.12, Lemma 4.5.
"""

from __future__ import annotations

import numpy as np

from ... import _validate as check
from ..._bounds import go_together
from ..._quadrature import log_laplace_cdf
from .losses import HuberLoss

MOST = 1e30              # of entries of x, y, R, η: products of a few of them stay finite


def _project(w, radius):
    """The nearest point of the ball |w| <= R."""
    return w * (radius / np.maximum(np.linalg.norm(w, axis=-1, keepdims=True), radius))


def psgd(x, y, *, radius, step, loss):
    """One pass of projected stochastic gradient descent from w_1 = 0; the average of w_1 .. w_n.

    Parameters
    ----------
    x : array (..., n, d); y : array (..., n)
        Leading axes are separate data sets, run side by side; those of x and y broadcast.
    radius : float > 0
        R: w stays in the ball |w| <= R.
    step : float > 0
        η; `psgd_step` is DF18's, `half_step` the one whose predictions are as stable as DF18 says.
    loss : HuberLoss

    Returns
    -------
    array (..., d)

    Notes
    -----
    Not private.  Stability of its predictions: `psgd_rate`.  The order of the records matters, and may not depend on
    them. Cost: n steps of O(data sets · d).  Source: DF18, section 4.4 (with its two slips mended), Theorem 4.12.
    """
    check.instance("loss", loss, HuberLoss)
    x, y = (check.array(name, value, low=-MOST, high=MOST) for name, value in (("x", x), ("y", y)))
    if x.ndim < 2 or y.ndim < 1 or y.shape[-1] != x.shape[-2]:
        raise ValueError(f"x must have shape (..., n, d) and y (..., n); got shapes {x.shape} and {y.shape}")
    radius, step = check.real("radius", radius, 1 / MOST, MOST), check.real("step", step, 1 / MOST, MOST)
    w, total = np.zeros(go_together(x=x[..., 0, 0], y=y[..., 0])[0].shape + x.shape[-1:]), 0.0
    for i in range(x.shape[-2]):
        total = total + w
        slope = loss._slope((w * x[..., i, :]).sum(axis=-1) - y[..., i])
        w = _project(w - (step * slope)[..., None] * x[..., i, :], radius)
    return total / x.shape[-2]


def stability_worst_pair(n, *, lipschitz_f, reach):
    """Two data sets that attain the true rate, where `reach` lies beyond all predictions by the loss's width.

    Returns
    -------
    x : array (n, 1): L_f, then zeros, which leave w alone
    y : array (2, n): the first record says `reach` in one data set and -`reach` in the other; all others 0

    Notes
    -----
    Neighbors under REPLACE_ONE.  The loss must have slopes ±L_ℓ at the first record: `HuberLoss(width)`
    with reach >= R L_f + width.  Asked at x = L_f, the predictions differ by `psgd_rate`.
    """
    n = check.integer("n", n, 1, 10**8)
    x, y = np.zeros((n, 1)), np.zeros((2, n))
    x[0] = check.real("lipschitz_f", lipschitz_f, 1 / MOST, MOST)
    y[:, 0] = check.real("reach", reach, 1 / MOST, MOST) * np.array([1, -1])
    return x, y


def laplace_prediction_probabilities(value, edges, *, rate, epsilon):
    """The law of value + Laplace noise of scale γ/ε on the cells between increasing `edges` and the two tails, shape
    (edges + 1,).

    With an edge at or below every value and one at or above, the tails show the whole log-ratio |change| ε/γ: an audit
    on the cells is exact.  Source: DF18, Lemma 4.5.
    """
    value, edges = check.real("value", value, -MOST, MOST), check.array("edges", edges, (None,), low=-MOST, high=MOST)
    if (np.diff(edges) <= 0).any():
        raise ValueError(f"edges must increase; got {edges}")
    scale = check.real("rate", rate, 1 / MOST, MOST) / check.real("epsilon", epsilon, 1 / MOST, MOST)
    return np.diff(np.exp(log_laplace_cdf((edges - value) / scale)), prepend=0, append=1)
