"""K(z) = Σ_t ln Σ_j p_t(j) e^{zj} of many rounds, cheaply: see `lattice`, which is the only user.

Places j are whole numbers from 0 to the span; masses have shape (rows, places), and a row stands for `counts` equal
rounds.  Nothing here is private.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import fft, special

CHUNK = 1 << 17      # numbers held at once, so that they stay in the cache
_MOST_REACH = 1.2    # of the Taylor series, in units of one round's span; its poles lie at π or beyond
_BINOMIALS = special.comb(np.arange(120), np.arange(120)[:, None])  # [k, n] = n choose k
_SURE = 1e-13        # a round of which one place has all mass but this is kept in sums,
SURE_REACH = 10.0    # while the tilt is at most this, in units of one round's span


def tilted(masses, counts, places, tilt):
    """Masses tilted by e^{tilt·place}, and Σ ln of their normalisers."""
    most = max(tilt * places[-1], 0.0)  # the largest exponent becomes 0
    weights = masses * np.exp(tilt * places - most)
    total = weights.sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):  # a row that underflows: ln 0, and the caller finds δ = 0
        return weights / total[:, None], float((counts * np.log(total)).sum()) + most * int(counts.sum())


def sure_rounds(masses, counts, places, step):
    """(the other rounds, their counts, `SureRounds`): rounds of which one place has all mass but 1e-13 are kept as sums."""
    first = masses.argmax(axis=1)
    rest = masses.copy()
    rest[np.arange(len(masses)), first] = 0.0
    sure = rest.sum(axis=1) < _SURE
    if step * places[-1] > SURE_REACH / 2 or not sure.any():
        return masses, counts, SureRounds.none()
    rest *= counts[:, None]
    sums = np.array([rest[sure & (first == j)].sum(axis=0) for j in range(len(places))])  # [place that is sure, other place]
    lags = places - places[:, None]
    return masses[~sure], counts[~sure], SureRounds(int(places[first[sure]] @ counts[sure]), lags[sums > 0], sums[sums > 0])


class SureRounds:
    """Rounds that show one place all but certainly: ln Σ_j p(j) e^{zj} is zj* + Σ p(j) (e^{z(j-j*)} - 1), to the square of
    the small masses: below 1e-17 a round while |Re z| span <= 10.  So K needs `base` = Σ j* and the sums by lag j - j* alone.
    """

    def __init__(self, base, lags, sums):
        self.base, self.lags, self.sums = base, lags.astype(float), sums

    @staticmethod
    def none():
        """No such round."""
        return SureRounds(0, np.empty(0), np.empty(0))

    def moments(self, tilt):
        """K, K', K'' at a real tilt."""
        weights = self.sums * np.exp(tilt * self.lags)
        k = float(self.sums @ np.expm1(tilt * self.lags)) + tilt * self.base
        return k, self.base + float(weights @ self.lags), float(weights @ self.lags**2)

    def characteristic(self, tilt, z):
        """E e^{z(N - base)} under the tilted law, for arrays z on the imaginary axis."""
        return np.exp(np.expm1(z[:, None] * self.lags) @ (self.sums * np.exp(tilt * self.lags)))


def decay(masses, counts, places, width):
    """X/2 of the module's docstring at the frequencies 0 .. width/2: minus ln of a bound on the characteristic function."""
    gram = (masses.T * counts) @ masses
    lags = np.bincount(((places[:, None] - places) % width).ravel(), gram.ravel(), width)
    return np.maximum((gram.sum() - fft.rfft(lags).real) / 2, 0.0)


def powers(added, times):
    """Π over rows of (1 + added)^times: by logarithms that keep the digits of small `added`, since a power multiplies errors."""
    x, y = added.real, added.imag
    with np.errstate(divide="ignore"):  # a factor of 0: a product of 0
        size = np.log1p(np.maximum(x * (2 + x) + y * y, -1.0)) / 2
    return np.exp((times * size).sum(axis=0) + 1j * (times * np.arctan2(y, 1 + x)).sum(axis=0))


class TaylorSeries:
    """K(z) around -step/2 for many rounds: the polynomial, how far it reaches, and moments from it."""

    def __init__(self, rounds):
        self.rounds, self.span = rounds, rounds.span
        self.centre = -rounds.step / 2
        self.reach = 0.0
        if rounds._open_counts.sum() < 400:
            return
        self.counts = rounds._open_counts
        self.masses, _ = tilted(rounds._open, self.counts, rounds.places, self.centre)
        units = rounds.places / self.span  # one round's span is 1: poles at |Im z| >= π
        mean = self.masses @ units
        deviation = math.sqrt(max(float(self.counts @ (self.masses @ units**2 - mean**2)), 1e-300))
        # 40 deviations of tilt reach δ = 1e-300, and the frequencies that matter end within 14 of them
        reach = min(40 / deviation + rounds.step * self.span / 2, _MOST_REACH)
        if 14 / deviation < 0.75 * reach:
            self.reach = reach
            self.coefficients = self._read(units)
            self._lags = None

    def _read(self, units):
        """Taylor coefficients of Σ_t ln Σ_j p_t(j) e^{z u_j}, p_t tilted to the centre, from a circle of radius r.

        With M points on the half circle the aliases and the remainder are below T (reach/π)^M for r = sqrt(π reach).
        """
        m = 4 + math.ceil(math.log(1e18 * int(self.counts.sum())) / math.log(math.pi / self.reach))
        radius = math.sqrt(math.pi * self.reach)
        points = radius * np.exp(1j * np.pi * (np.arange(m) + 0.5) / m)
        waves = np.exp(units[:, None] * points)
        # |Σ p_j w_j|² as a sum over pairs of places: real, and one matrix product
        i, j = np.triu_indices(len(units))
        pairs = np.where(i == j, 1.0, 2.0)[:, None] * (waves[i] * waves[j].conj()).real
        few, alike = len(i) <= 10, int(self.counts.max()) > 1
        total = np.zeros(m)
        rows = 64 * max(1, CHUNK // (64 * m))
        for start in range(0, len(self.masses), rows):
            p = self.masses[start : start + rows]
            if few:
                square = (p[:, i] * p[:, j]) @ pairs
            else:
                square = (p @ waves.real) ** 2 + (p @ waves.imag) ** 2
            if alike:
                total += self.counts[start : start + rows] @ np.log(square) / 2
            else:  # products of 64 before a logarithm: each factor lies in [e^-5, e^4]
                total += np.log(np.multiply.reduceat(square, np.arange(0, len(square), 64), axis=0)).sum(axis=0) / 2
        read = fft.dct(total, type=2) / m
        read[0] = 0.0  # K(centre) is put back by the caller's differences
        return read / radius ** np.arange(m)

    def reaches(self, z):
        """Whether the series holds at z (lattice units)."""
        return abs(z - self.centre) * self.span <= self.reach

    def _around(self, tilt, first=None):
        """The first coefficients of the same polynomial in powers of (z - tilt)·span."""
        n = len(self.coefficients)
        first = first or n
        powers = np.append(((tilt - self.centre) * self.span) ** np.arange(n), 0.0)
        lag = np.arange(n) - np.arange(n)[:first, None]
        return (_BINOMIALS[:first, :n] * powers[lag.clip(-1)]) @ self.coefficients

    def moments(self, tilt):
        """K, K', K'' at a real tilt, in lattice units."""
        k, first, second = self._around(tilt, 3)
        zero = np.polynomial.polynomial.polyval(-self.centre * self.span, self.coefficients)  # K(0) = 0
        return float(k - zero), float(first * self.span), float(2 * second * self.span**2)

    def characteristic(self, tilt, z, start):
        """E e^{z(N - start)} under the tilted law: the mean goes with `start`, so the exponent stays small and exact."""
        local = self._around(tilt)
        local[0], local[1] = 0.0, local[1] - start / self.span
        return np.exp(np.polynomial.polynomial.polyval(z * self.span, local))

    def decay(self, width):
        """`decay` at the centre; at another tilt each product of masses is at least e^{-2 |tilt - centre| span} of it."""
        if self._lags is None:
            self._lags = {}
        if width not in self._lags:
            self._lags[width] = decay(self.masses, self.counts, self.rounds.places, width)
        return self._lags[width]
