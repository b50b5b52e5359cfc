"""The exact privacy profile δ(ε) of many independent rounds whose privacy losses share one lattice.

Round t shows one of J places; place j has mass p_t(j) on data x, and on the neighbor x' the same mass
tilted: q_t(j) ∝ p_t(j) e^{-step·j}.  The loss of the round is then step·j + c_t, with the number
c_t = ln Σ_j p_t(j) e^{-step·j}, so all rounds together lose

    L = step · N + Σ c_t,     N = Σ (place shown in round t), a whole number,

and δ(ε) = E[(1 - e^{ε-L})+] needs only the law of N.  `profile.product_profile` convolves; with 10^5
different rounds that would take hours.  Here the law comes from its Fourier series,

    Pr[N = n] e^{λn} / e^{K(λ)} = (1/W) Σ_θ e^{K(λ+iθ) - K(λ) - iθn},     K(z) = Σ_t ln Σ_j p_t(j) e^{zj},

with W frequencies θ, on a window of some 20 standard deviations.  Four things make it quick and keep the digits:

* λ: the law is tilted so that its middle lies where ε cuts; tiny δ keep their *relative* digits.  One tilt serves all ε
  whose cut has at least 1e-6 of the middle's density; further tilts are made when asked for, and kept.
* few frequencies matter: |e^{K(λ+iθ)-K(λ)}| <= e^{-X/2}, X = Σ_t Σ_{jk} p_t(j) p_t(k) (1 - cos((j-k)θ)), and where
  that is below e^{-50} the term is left out.  Some 40 remain, whatever T.
* K is analytic where |Im z| < π/R, R being the last place (the e^{zj} then lie in a half-plane).  For many rounds
  its Taylor coefficients are read once, from ln |Σ_j p_t(j) e^{zj}| on a circle around -step/2, and serve every λ.
* E[(1-e^{ε-L})+] from the tilted law is a recursion with positive terms: nothing cancels.

Q is P tilted by -step, so both directions come from the one function K.

**Error**: relative, at most `ERROR` = 1e-10 for at most 10^6 rounds while δ >= 1e-290.  Left-out frequencies, wrapped tails
(Bernstein) and the Taylor remainder (Cauchy) are each below 1e-12 by the bounds in the code; rounding is
about 1e-13 of the middle, so 1e-12 typically.  Tests hold it to 1e-10 against direct binomial sums down to 1e-280.

References: Koskela, Jälkö and Honkela 2020 and Gopi, Lee and Wutschitz 2021 (privacy losses by Fourier series); the
circle is Cauchy's formula.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import fft, signal, special

from .. import _validate as check

__all__ = ["LatticeRounds", "ERROR"]

ERROR = 1e-9         # relative, stated above
MOST_LOSS = 400.0    # of one round: masses lost to underflow then stay below 1e-130 on x' too
_NEGLIGIBLE = 50.0   # a Fourier term below e^-50 of the first is left out
_COVERED = 1e-4      # a tilt serves a cut if at least this share of the (weighted) tail lies above it
_LARGEST_TILT = 600.0  # in units of one round's span: e^600 and the least mass 1e-300 stay finite together
_MOST_REACH = 1.2    # of the Taylor series, in units of one round's span; its poles lie at π or beyond
_BINOMIALS = special.comb(np.arange(120), np.arange(120)[:, None])  # [k, n] = n choose k
_LEAST = -745.0        # ln of the least positive float
_CHUNK = 1 << 17     # numbers held at once, so that they stay in the cache


class LatticeRounds:
    """Independent rounds whose losses are step·place + c_t.

    Parameters
    ----------
    masses : probabilities, shape (rounds, J)
        The law of the place on data x, round by round.
    places : whole numbers, shape (J,), increasing from 0
    step : float > 0, step · (last place) <= 400
        On the neighbor x' the masses are tilted by e^{-step·place}.

    Raises
    ------
    ValueError
        For arguments outside these ranges.

    Notes
    -----
    Privacy: none; it is the auditor's tool, for the pair (x, x') that the masses belong to.  Cost: nothing
    when made; the first profile of 10^5 rounds of J = 3 about 15 ms, then about 0.3 ms for each
    further tilt; where the law is narrow (standard deviation of N below some 12 R) a tilt costs 40 passes over the masses.
    """

    def __init__(self, masses, places, step):
        self.masses = check.distribution("masses", masses)
        self.places = check.array("places", places, (None,), low=0, integral=True)
        self.step = check.positive("step", step)
        if self.masses.ndim != 2 or self.masses.shape[1] != len(self.places):
            raise ValueError(f"masses must have shape (rounds, {len(self.places)}); got {self.masses.shape}")
        if self.places[0] != 0 or (np.diff(self.places) <= 0).any() or len(self.places) < 2:
            raise ValueError(f"places must increase from 0 and be at least two; got {self.places}")
        self.span = int(self.places[-1])
        if self.step * self.span > MOST_LOSS:
            raise ValueError(f"step must be at most {MOST_LOSS:g}/{self.span} for these places; got {self.step}")
        self.top = self.span * len(self.masses)  # N lies in 0 .. top
        # Σ_t ln Σ_j p e^{-step j}: near 1 the difference from 1, and far from it the sum, keeps the digits
        less = self.masses @ np.expm1(-self.step * self.places)
        far = less < -0.5
        self.shift = float(np.log1p(less[~far]).sum() + np.log(self.masses[far] @ np.exp(-self.step * self.places)).sum())
        self._taylor = _Taylor(self)
        self._tails = {1: [], -1: []}

    def profile(self, epsilon, *, direction: str = "both"):
        """δ(ε) for ε >= 0: float, or array like `epsilon`; relative error at most `ERROR`.

        "forward" bounds P (data x) by Q (neighbor), "backward" Q by P, "both" is the larger.
        """
        epsilon = check.array("epsilon", epsilon, low=0)
        check.choice("direction", direction, ("both", "forward", "backward"))
        signs = {"both": (1, -1), "forward": (1,), "backward": (-1,)}[direction]
        delta = np.max([self._one_way(epsilon.ravel(), sign) for sign in signs], axis=0).reshape(epsilon.shape)
        return float(delta) if epsilon.ndim == 0 else delta

    def law(self):
        """The law of N on x and on x': (n, P, Q), three arrays; what lies outside weighs less than 1e-15."""
        first, start = self._tilted_law(0.0)
        second, other = self._tilted_law(-self.step)
        low, high = min(start, other), max(start + len(first), other + len(second))
        both = np.zeros((2, high - low))
        both[0, start - low : start - low + len(first)] = first
        both[1, other - low : other - low + len(second)] = second
        return np.arange(low, high), *both / both.sum(axis=1, keepdims=True)

    def near(self, epsilon, rate, *, sign=1):
        """E e^{-rate |L - ε|} on one side (sign 1: P and L; -1: Q and -L), for arrays ε; rate > 0 large beside the tilts."""
        return self._one_way(epsilon, sign, rate)

    def _one_way(self, epsilon, sign, rate=None):
        """δ of one direction for a flat array of ε (or `near`).  In the coordinate n = sign·N the loss is step·n + shift."""
        shift, bottom, top = sign * self.shift, min(0, sign * self.top), max(0, sign * self.top)
        # the first n with a loss above ε
        with np.errstate(over="ignore"):
            cut = np.floor(np.clip((epsilon - shift) / self.step, bottom - 1, top)).astype(np.int64) + 1
        delta = np.zeros(epsilon.shape)
        todo = cut <= top
        tails = self._tails[sign]
        for tail in tails:
            done = todo & tail.covers(cut)
            delta[done] = tail.value(cut[done], epsilon[done], rate)
            todo &= ~done
        while todo.any():
            least = int(cut[todo].min())
            tail = self._tail_at(sign, least)
            if tail is None:  # too small for a number, and all further cuts are above
                break
            tails.append(tail)
            done = todo & (tail.covers(cut) | (cut == least))
            delta[done] = tail.value(cut[done], epsilon[done], rate)
            todo &= ~done
        return np.minimum(delta, 1.0)

    def _tail_at(self, sign, cut):
        """A tilt >= 0 of the side's own law that serves this cut: its middle lies there or, better, some deviations beyond.

        None where δ is 0 to floating point.
        """
        def moments(tilt):
            _, mean, variance = self._moments(tilt if sign > 0 else -self.step - tilt)
            return sign * mean, max(variance, 1e-300)

        mean, variance = moments(0.0)
        if cut <= mean + 4 * math.sqrt(variance) and not self._tails[sign]:
            untilted = _Tail(self, sign, 0.0)
            if untilted.covers(np.array(cut)):
                return untilted
        middle = min(cut, max(0, sign * self.top) - 0.5)
        low, high, tilt = 0.0, _LARGEST_TILT / self.span, (middle - mean) / variance
        for _ in range(60):  # Newton, kept between the ends
            if not low < tilt < high:
                tilt = (low + high) / 2
            mean, variance = moments(tilt)
            low, high = (tilt, high) if mean < middle else (low, tilt)
            if abs(mean - middle) < 0.25 * math.sqrt(variance) or high - low < 1e-12 * high:
                break
            tilt += (middle - mean) / variance
        log_norm = self._moments(tilt if sign > 0 else -self.step - tilt)[0] - (0.0 if sign > 0 else self.shift)
        if log_norm - tilt * cut < _LEAST or mean < cut - 1 - math.sqrt(variance):  # Chernoff: δ < e^-745; or masses of 0 forbid such a loss
            return None
        beyond = _Tail(self, sign, min(tilt + 3.2 / math.sqrt(variance), _LARGEST_TILT / self.span))
        return beyond if beyond.covers(np.array(cut)) else _Tail(self, sign, tilt)

    # ---- K and the tilted law --------------------------------------------------------------------

    def _tilted(self, tilt):
        """Masses of the rounds tilted by e^{tilt·place}, and ln of their normalisers."""
        most = max(tilt * self.span, 0.0)  # the largest exponent becomes 0
        weights = self.masses * np.exp(tilt * self.places - most)
        total = weights.sum(axis=1)
        return weights / total[:, None], float(np.log(total).sum()) + most * len(total)

    def _moments(self, tilt):
        """K, K', K'' at a real tilt."""
        if self._taylor.reaches(tilt):
            return self._taylor.moments(tilt)
        masses, k = self._tilted(tilt)
        mean = masses @ self.places
        return k, float(mean.sum()), float((masses @ self.places.astype(float) ** 2 - mean**2).sum())

    def _tilted_law(self, tilt):
        """(probabilities on a window of N, the first N of the window) of the law tilted by e^{tilt·N}."""
        _, mean, variance = self._moments(tilt)
        # Bernstein: beyond this half-width the tilted law weighs less than 2 e^-48
        half = 16 * self.span + math.sqrt(256 * self.span**2 + 96 * max(variance, 0.0))
        width, start = fft.next_fast_len(2 * math.ceil(half), real=True), math.floor(mean - half)
        if width > self.top:
            width, start = fft.next_fast_len(self.top + 1, real=True), 0
        series = np.zeros(width // 2 + 1, complex)
        which, values = self._frequencies(tilt, width, start)
        series[which] = values
        law = fft.irfft(series.conj(), width)
        # what rounding leaves far out would outweigh the tail, so it goes
        law[law < 2e-16 * (4 + math.sqrt(len(self.masses))) * law.max()] = 0.0
        return law[: self.top + 1 - start] if start >= 0 else law[-start:][: self.top + 1], max(start, 0)

    def _frequencies(self, tilt, width, start):
        """Which of the frequencies θ = 2πk/width matter, and E e^{iθ(N - start)} there under the tilted law."""
        taylor, turn = self._taylor, 2j * np.pi / width
        if taylor.reaches(tilt):
            which = np.flatnonzero(taylor.decay(width) * math.exp(-2 * self.span * abs(tilt - taylor.centre)) < _NEGLIGIBLE)
            if taylor.reaches(tilt + turn * which[-1]):
                return which, taylor.characteristic(tilt, turn * which, start)
        masses, _ = self._tilted(tilt)
        which = np.flatnonzero(_decay(masses, self.places, width) < _NEGLIGIBLE)
        # phases by whole numbers modulo the width: large places keep their digits
        waves = np.exp(turn * ((which * self.places[:, None]) % width))
        values = np.exp(-turn * ((which * start) % width))
        rows = max(1, _CHUNK // len(which))
        for i in range(0, len(masses), rows):
            values *= np.multiply.reduce(masses[i : i + rows] @ waves, axis=0)
        return which, values


def _decay(masses, places, width):
    """X/2 of the module's docstring at the frequencies 0 .. width/2: minus ln of a bound on the characteristic function."""
    gram = masses.T @ masses
    lags = np.bincount(((places[:, None] - places) % width).ravel(), gram.ravel(), width)
    return np.maximum((gram.sum() - fft.rfft(lags).real) / 2, 0.0)


class _Taylor:
    """K(z) around -step/2 for many rounds: the polynomial, how far it reaches, and moments from it."""

    def __init__(self, rounds):
        self.rounds, self.span = rounds, rounds.span
        self.centre = -rounds.step / 2
        self.reach = 0.0
        if len(rounds.masses) < 400:
            return
        self.masses, _ = rounds._tilted(self.centre)
        units = rounds.places / self.span  # one round's span is 1: poles at |Im z| >= π
        mean = self.masses @ units
        deviation = math.sqrt(max(float((self.masses @ units**2 - mean**2).sum()), 1e-300))
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
        m = 4 + math.ceil(math.log(1e18 * len(self.masses)) / math.log(math.pi / self.reach))
        radius = math.sqrt(math.pi * self.reach)
        points = radius * np.exp(1j * np.pi * (np.arange(m) + 0.5) / m)
        waves = np.exp(units[:, None] * points)
        # |Σ p_j w_j|² as a sum over pairs of places: real, and one matrix product
        i, j = np.triu_indices(len(units))
        pairs = np.where(i == j, 1.0, 2.0)[:, None] * (waves[i] * waves[j].conj()).real
        few = len(i) <= 10
        total = np.zeros(m)
        rows = 64 * max(1, _CHUNK // (64 * m))
        for start in range(0, len(self.masses), rows):
            p = self.masses[start : start + rows]
            if few:
                square = (p[:, i] * p[:, j]) @ pairs
            else:
                square = (p @ waves.real) ** 2 + (p @ waves.imag) ** 2
            # products of 64 before a logarithm: each factor lies in [e^-5, e^4]
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
        """`_decay` at the centre; at another tilt each product of masses is at least e^{-2 |tilt - centre| span} of it."""
        if self._lags is None:
            self._lags = {}
        if width not in self._lags:
            self._lags[width] = _decay(self.masses, self.rounds.places, width)
        return self._lags[width]


class _Tail:
    """E[(1 - e^{ε-L})+] in one direction, for every ε whose cut one tilt serves."""

    def __init__(self, rounds, sign, tilt):
        self.step, self.shift, self.tilt = rounds.step, sign * rounds.shift, tilt
        place = tilt if sign > 0 else -rounds.step - tilt
        law, start = rounds._tilted_law(place)
        self.log_norm = rounds._moments(place)[0] - (0.0 if sign > 0 else rounds.shift)
        self.start, self.law = (start, law) if sign > 0 else (-(start + len(law) - 1), law[::-1])
        # from above: s(n) = Σ_{k>=n} P(k) e^{-λ(k-n)},  h(n) = Σ_{k>n} P(k) e^{-λ(k-n)} (1 - e^{-step(k-n)})
        ratio, shrink = math.exp(-self.tilt), math.exp(-self.step)
        self.above = signal.lfilter([1.0], [1.0, -ratio], self.law[::-1])[::-1]
        self.kept = signal.lfilter([0.0, -ratio * math.expm1(-self.step)], [1.0, -ratio * shrink], self.above[::-1])[::-1]
        self.good = self.above > _COVERED * self.above.max()

    def covers(self, cut):
        """Which cuts this tilt serves; the untilted law serves all that lie below it too."""
        at = cut - self.start
        inside = (at < len(self.good)) & ((at >= 0) | (self.tilt == 0))
        return inside & self.good[np.clip(at, 0, len(self.good) - 1)]

    def value(self, cut, epsilon, rate=None):
        """δ at these ε (or `LatticeRounds.near` at this rate)."""
        below, cut = cut < self.start, np.maximum(cut, self.start)
        at = cut - self.start
        gap = self.step * cut + self.shift - epsilon
        scale = np.exp(np.minimum(self.log_norm - self.tilt * cut, 700.0))
        if rate is None:
            return scale * (np.exp(-gap) * self.kept[at] - np.expm1(-gap) * self.above[at])
        up = signal.lfilter([1.0], [1.0, -math.exp(-self.tilt - rate * self.step)], self.law[::-1])[::-1]
        down = signal.lfilter([0.0, 1.0], [1.0, -math.exp(self.tilt - rate * self.step)], self.law)
        down = down * math.exp(self.tilt)
        beside = np.exp(-rate * gap) * up[at] + np.exp(np.minimum(-rate * (self.step - gap), 0.0)) * down[at]
        return np.where(below, 0.0, scale * beside)  # below the window lies less than e^-48
