"""An engine for the membership game with nearest neighbors, which learn by heart and need no training.

Each run draws its own data set from the population and fresh records besides; nothing is checked here.
"""


import numpy as np

_TIE = 1e-9               # squared distances closer than this are the same


def neighbor_votes(x, y, squares, n, n_parts, *, rng, runs, targets) -> tuple[np.ndarray, np.ndarray]:
    """Votes for a record's own label, with it in the data and with a fresh record in its place.

    Parameters
    ----------
    x : array (N, d), y : 0/1 array (N,), the population; a run draws from it without replacement
    squares : array (N,), |x|²
    n : int, records in a data set, cut into `n_parts` parts, sizes n/r up to 1.  Each votes for the label of its record
        that is nearest to x (Euclidean; label 0 if one of each label is equally near).
    runs, targets : int, data sets, and records of each that the attacker holds, one at a time

    Returns
    -------
    (members, fresh) : int arrays (runs, targets), 0 to r
        The same data set in both but for that one record, so the two differ by at most 1.
    """
    starts, j = np.arange(n_parts) * n // n_parts, np.arange(targets)
    own = np.searchsorted(starts, j, side="right") - 1
    drawn = np.stack([rng.choice(len(y), n + targets, replace=False) for _ in range(runs)])
    data, held, label = drawn[:, :n], drawn[:, :targets], y[drawn[:, :n]]
    distance = -2 * x[held] @ x[data].swapaxes(1, 2)
    distance += squares[held][..., None] + squares[data][:, None]
    distance[:, j, j] = np.inf                                    # the part without the record
    near = [np.minimum.reduceat(np.where(label[:, None] == c, distance, np.inf), starts, axis=-1) for c in (0, 1)]
    others = near[1] < near[0] - _TIE
    rest = others.sum(axis=-1) - others[:, j, own]                 # votes for 1 of the parts that do not hold it

    def votes(record):
        away = np.square(x[record] - x[held]).sum(axis=-1)
        zero, one = (np.minimum(near[c][:, j, own], np.where(y[record] == c, away, np.inf)) for c in (0, 1))
        for_one = rest + (one < zero - _TIE)
        return np.where(y[held] == 1, for_one, n_parts - for_one)

    return votes(held), votes(drawn[:, n:])
