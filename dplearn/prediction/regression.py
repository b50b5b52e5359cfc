"""Two learners of a linear prediction w·x whose answers hardly move when one record does.

The data are n records (x, y), x in R^d and y real; w lives in the ball |w| <= R (`radius`).  L_f is the most that |x| can
be (the prediction w·x is L_f-Lipschitz in w) and L_l the largest slope of the loss: public numbers, like n, R and d.

* `psgd`: projected stochastic gradient descent, one pass in the order of the records, average of w_1 .. w_n.  DF18's display
  adds the gradient (an ascent: it runs to the boundary) and starts from w_0 while the average starts at w_1; here the step is
  w - η·gradient and w_1 = 0.
* `erm_strongly_convex`: the minimizer of mean loss + λ|w|²/2 in the ball, which is λ-strongly convex.

Neither is private: `stability` says how far a prediction moves when one record is replaced (REPLACE_ONE), and `noise` adds
Laplace noise for that.

References: DF18, section 4.4, Theorems 4.9 and 4.12; Hardt, Recht and Singer 2016; Shalev-Shwartz, Shamir, Srebro and
Sridharan 2010; Nesterov 2004 (the accelerated method inside `erm_strongly_convex`).
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import go_together, grid
from .losses import Loss, SquaredLoss

__all__ = ["erm_strongly_convex", "psgd"]

MOST = 1e30              # of entries of x, y, R, η: products of a few of them stay finite
MOST_CONDITION = 1e6     # of the general minimization: beyond, floats do not reach the tolerance
TOLERANCE = 1e-9         # distance to the minimizer, in units of R


def _project(w, radius):
    """The nearest point of the ball |w| <= R."""
    norm = np.sqrt((w * w).sum(axis=-1, keepdims=True))
    return w * (radius / np.maximum(norm, radius))


def _regression(x, y, loss):
    check.instance("loss", loss, Loss)
    x = check.array("x", x, low=-MOST, high=MOST)
    if x.ndim < 2:
        raise ValueError(f"x must have shape (..., n, d); got shape {x.shape}")
    y = check.array("y", y, low=-MOST, high=MOST)
    if y.ndim < 1 or y.shape[-1] != x.shape[-2]:
        raise ValueError(f"y must have shape (..., {x.shape[-2]}), a number for each record; got shape {y.shape}")
    loss.value(0.0, y)  # the truths that this loss takes
    return x, y


def one_pass(x, y, radius, step, loss):
    """`psgd` on arguments that are checked: the algorithm itself, all data sets at once."""
    batch = np.broadcast_shapes(x.shape[:-2], y.shape[:-1], np.shape(step))
    w, total = np.zeros(batch + x.shape[-1:]), 0.0
    for i in range(x.shape[-2]):
        total = total + w
        slope = loss._derivative((w * x[..., i, :]).sum(axis=-1), y[..., i])
        w = _project(w - (step * slope)[..., None] * x[..., i, :], radius)
    return total / x.shape[-2]


def psgd(x, y, *, radius, step, loss):
    """One pass of projected stochastic gradient descent from w_1 = 0; the average of w_1 .. w_n.

    Parameters
    ----------
    x : array (..., n, d); y : array (..., n)
        Leading axes are separate data sets, run side by side; those of x, y and `step` broadcast.
    radius : float > 0
        R: w stays in the ball |w| <= R.
    step : float or array > 0
        η; `psgd_step` is DF18's, `half_step` the one whose predictions are as stable as DF18 says.
    loss : Loss

    Returns
    -------
    array (..., d)

    Notes
    -----
    Not private.  Stability of its predictions: `psgd_rate`.  The order of the records matters, and may not depend on them.
    Cost: n steps of O(data sets · d).  Source: DF18, section 4.4 (with its two slips mended), Theorem 4.12.
    """
    x, y = _regression(x, y, loss)
    radius, step = check.real("radius", radius, 1 / MOST, MOST), grid("step", step, high=MOST, open_high=False)
    go_together(x=x[..., 0, 0], y=y[..., 0], step=step)
    return one_pass(x, y, radius, step, loss)


def erm_strongly_convex(x, y, *, radius, regularization, loss):
    """argmin over |w| <= R of (1/n) Σ ℓ(w·x_i, y_i) + λ|w|²/2.

    Parameters
    ----------
    x : array (..., n, d); y : array (..., n)
        Leading axes are separate data sets; those of x, y and `regularization` broadcast.
    radius : float > 0
    regularization : float or array in [1e-30, 1e30]
        λ: the objective is λ-strongly convex.  At least 1e-6 of its smoothness, but for the squared loss.
    loss : Loss
        Smooth: not `AbsoluteLoss`.

    Returns
    -------
    array (..., d), within 1e-9 R of the minimizer

    Notes
    -----
    Not private.  Stability of its predictions: `stability_rate_erm_sharp`.  Cost: for the squared loss one d by d
    eigenproblem for each data set, whatever λ; else about 20 √(smoothness/λ) passes over the data.
    Source: DF18, Theorem 4.9 and the display before Corollary 4.11 (which has λ|w|²).
    """
    x, y = _regression(x, y, loss)
    radius, lam = check.real("radius", radius, 1 / MOST, MOST), check.array("regularization", regularization, low=1 / MOST, high=MOST)
    batch = go_together(x=x[..., 0, 0], y=y[..., 0], regularization=lam)[0].shape
    if not np.isfinite(loss.smoothness):
        raise ValueError(f"loss must be smooth; got {loss!r}")
    moment = np.swapaxes(x, -1, -2) @ x / x.shape[-2]
    w = _ridge(moment, x, y, radius, lam, loss) if isinstance(loss, SquaredLoss) else _descend(moment, x, y, radius, lam, loss)
    return np.broadcast_to(w, batch + x.shape[-1:]).copy()


def _ridge(moment, x, y, radius, lam, loss):
    """w = (σM + λ + μ)^-1 σ mean(y x) in the eigenbasis of M; μ >= 0 is the multiplier that keeps |w| <= R, by bisection."""
    values, vectors = np.linalg.eigh(loss.smoothness * moment)
    target = loss.smoothness * (y[..., None] * x).mean(axis=-2)
    target = (np.swapaxes(vectors, -1, -2) @ target[..., None])[..., 0]
    diagonal = np.maximum(values, 0) + lam[..., None]
    low = np.zeros(np.broadcast_shapes(target.shape, diagonal.shape)[:-1] + (1,))
    high = low + np.sqrt((target**2).sum(axis=-1, keepdims=True)) / radius  # with this μ surely |w| <= R
    if (((target / diagonal) ** 2).sum(axis=-1) > radius**2).any():
        for _ in range(80):
            middle = (low + high) / 2
            outside = ((target / (diagonal + middle)) ** 2).sum(axis=-1, keepdims=True) > radius**2
            low, high = np.where(outside, middle, low), np.where(outside, high, middle)
    free = ((target / diagonal) ** 2).sum(axis=-1, keepdims=True) <= radius**2
    return (vectors @ (target / (diagonal + np.where(free, 0, high)))[..., None])[..., 0]


def _descend(moment, x, y, radius, lam, loss):
    """Nesterov's accelerated projected gradient; stops when 2 |step| M/λ, which bounds the distance to the minimizer, is small."""
    lam = lam[..., None]
    smooth = loss.smoothness * np.linalg.eigvalsh(moment)[..., -1:] + lam
    if (lam < smooth / MOST_CONDITION).any():
        raise ValueError(f"regularization must be at least {smooth.max() / MOST_CONDITION:.3g} for this loss and data; got {lam.min()}")
    momentum = (1 - np.sqrt(lam / smooth)) / (1 + np.sqrt(lam / smooth))
    w = z = np.zeros(np.broadcast_shapes(smooth.shape[:-1], y.shape[:-1]) + x.shape[-1:])
    for _ in range(100_000):
        slope = loss._derivative((x @ z[..., None])[..., 0], y)
        gradient = (slope[..., None, :] @ x)[..., 0, :] / x.shape[-2] + lam * z
        following = _project(z - gradient / smooth, radius)
        gap = np.sqrt(((following - z) ** 2).sum(axis=-1, keepdims=True)) * (2 * smooth / lam)
        z = following + momentum * (following - w)
        w = following
        if (gap <= TOLERANCE * radius).all():
            break
    return w
