"""The exact privacy profile δ(ε) of many independent rounds whose privacy losses share one lattice: an engine.

Round t shows one of J places; place j has mass p_t(j) on data x, and on the neighbor x' the same mass
tilted: q_t(j) ∝ p_t(j) e^{-step·j}.  The loss of the round is then step·j + c_t, with the number
c_t = ln Σ_j p_t(j) e^{-step·j}, so all rounds together lose

    L = step · N + Σ c_t,     N = Σ (place shown in round t), a whole number,

and δ(ε) = E[(1 - e^{ε-L})+] needs only the law of N.  `profile.product_profile` convolves; with 10^5
different rounds that would take hours.  Here the law comes from its Fourier series,

    Pr[N = n] e^{λn} / e^{K(λ)} = (1/W) Σ_θ e^{K(λ+iθ) - K(λ) - iθn},     K(z) = Σ_t ln Σ_j p_t(j) e^{zj},

with W frequencies θ, on a window of some 20 standard deviations.  Four things make it quick and keep the digits:

* λ: the law is tilted so that ε cuts some three deviations below its middle; small δ keep their *relative* digits.  One
  tilt serves all ε whose cut leaves at least 1e-4 of the weighted tail above it; further ones are made when asked for.
* few frequencies matter: |e^{K(λ+iθ)-K(λ)}| <= e^{-X/2}, X = Σ_t Σ_{jk} p_t(j) p_t(k) (1 - cos((j-k)θ)), and where
  that is below e^{-50} the term is left out.  Some 40 remain, whatever T.
* K is analytic where |Im z| < π/R, R being the last place (the e^{zj} then lie in a half-plane).  For many rounds
  its Taylor coefficients are read once, from ln |Σ_j p_t(j) e^{zj}| on a circle around -step/2, and serve every λ.
* E[(1-e^{ε-L})+] from the tilted law is a recursion with positive terms: nothing cancels.

Q is P tilted by -step, so both directions come from the one function K.

**Error**: relative, at most 1e-9 for at most 10^5 rounds while δ >= 1e-30; below `LEAST` 0 may come back. 
Left-out frequencies, wrapped tails (Bernstein) and the Taylor remainder (Cauchy) are each below 1e-12 by the bounds in
the code; what remains is rounding, measured and not proved: tests hold it to 1e-9 against sums in long double and
binomial sums. Besides, losses are floats: each is known to 1e-15 step R rounds alone, so that the δ is that
of an ε which is off by as much.  That shows where an ε lies on a loss that (nearly) all of the law sits at, and δ is
below some 1e9 times that.

Nothing here is private or checked: it is the auditor's tool, behind `private_experts.rwm_profile`.

References: Koskela, Jälkö and Honkela 2020 and Gopi, Lee and Wutschitz 2021 (privacy losses by Fourier series); the
circle is Cauchy's formula.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.polynomial import Polynomial
from scipy import fft

LEAST = 1e-40          # δ that Chernoff's bound puts below it may come back as 0
CHUNK = 1 << 17        # numbers held at once, so that they stay in the cache
_NEGLIGIBLE = 50.0     # a Fourier term below e^-50 of the first is left out
_COVERED = 1e-4        # a tilt serves a cut if at least this share of the (weighted) tail lies above it
_LARGEST_TILT = 600.0  # in units of one round's span: e^600 and the least mass 1e-300 stay finite together
_MOST_REACH = 1.2      # of the Taylor series, in units of one round's span; its poles lie at π or beyond


class LatticeRounds:
    """Independent rounds whose losses are step·place + c_t.

    `masses` (rounds, J) is the law of the place on data x, round by round; `places` (J,) whole numbers increasing from
    0, with step · (last place) <= 400; `counts` (rounds,) says how many rounds share each row, at no more cost than
    one.

    Cost: for 10^5 rows of J = 3 about 10 ms when made, then 0.5 ms for each tilt (one for each 7 standard deviations
    of the ε asked for); where the law is narrow (standard deviation of N below some 15 R) a tilt costs 40 passes over
    the rows.
    """

    def __init__(self, masses, places, step, counts=None):
        self.masses, self.places, self.step = np.asarray(masses, float), np.asarray(places), float(step)
        self.counts = np.ones(len(self.masses)) if counts is None else np.asarray(counts, float)
        self.span = int(self.places[-1])
        self.top = self.span * int(self.counts.sum())  # N lies in 0 .. top
        # Σ_t ln Σ_j p e^{-step j}: near 1 the difference from 1, and far from it the sum, keeps the digits
        less, total = (self.masses @ f(-self.step * self.places) for f in (np.expm1, np.exp))
        self.shift = self._sum(np.where(less < -0.5, np.log(total), np.log1p(np.maximum(less, -0.5))))
        self._tails = {1: [], -1: []}
        self._expand()

    def _sum(self, of_rounds) -> float:
        """Over all rounds, in pairs: a BLAS that adds 10^5 like numbers one by one loses the sum's twelfth digit."""
        return float((self.counts * of_rounds).sum())

    def profile(self, epsilon):
        """δ(ε) for an array ε >= 0, the larger of both directions; relative error at most 1e-9."""
        return np.maximum(self.one_way(epsilon, 1), self.one_way(epsilon, -1))

    def one_way(self, epsilon, sign):
        """δ(ε) with P (data x) against Q (sign 1) or Q against P (-1)."""
        # In the coordinate n = sign·N the loss is step·n + sign·shift.
        bottom, top = sorted((0, sign * self.top))
        with np.errstate(over="ignore"):  # the first n with a loss above ε
            cut = np.floor(np.clip((epsilon - sign * self.shift) / self.step, bottom - 1, top)).astype(np.int64) + 1
        delta, todo, known = np.zeros(cut.shape), cut <= top, iter(list(self._tails[sign]))
        while todo.any():
            tail = next(known, None)
            if tail is None:
                tail = self._tail_at(sign, int(cut[todo].min()))
                if tail is None:  # below the least, and all further cuts lie above
                    break
                self._tails[sign].append(tail)
            done = todo & tail.serves(cut)
            delta[done] = tail.value(cut[done], epsilon[done])
            todo &= ~done
        return np.minimum(delta, 1.0)

    def _tail_at(self, sign, cut):
        """The side's own law, tilted by some λ >= 0 that puts the cut three deviations below its middle.

        None where δ is below the least that counts.
        """
        largest = _LARGEST_TILT / self.span
        tilt, low, high = 0.0, 0.0, math.inf
        while True:  # Newton's steps until one goes too far, then halving
            place = tilt if sign > 0 else -self.step - tilt  # Q is P tilted by -step
            log_norm, mean, variance = self.moments(place)
            log_norm -= 0.0 if sign > 0 else self.shift
            if log_norm - tilt * cut < math.log(LEAST):  # Chernoff's bound, good for every tilt
                return None
            deviation = math.sqrt(max(variance, 1e-300))
            short = cut + 3 * deviation - sign * mean
            low, high = (tilt, high) if short > 0 else (low, tilt)
            if abs(short) < 0.5 * deviation or low == largest or high - low <= 1e-9 * largest:
                break
            newton = min(tilt + min(short / deviation, 15) / deviation, largest)
            tilt = (low + high) / 2 if high < math.inf else newton
        if sign * mean < cut - 1 - deviation:  # masses of 0 forbid such a loss
            return None
        law, start = self._tilted_law(place, mean, variance)
        if sign < 0:
            law, start = law[::-1], 1 - start - len(law)
        return _Tail(law, start, self.step, sign * self.shift, tilt, log_norm, cut)

    # ---- K and the tilted law --------------------------------------------------------------------

    def _tilted(self, tilt):
        """Masses tilted by e^{tilt·place}, and Σ ln of their normalisers."""
        most = max(tilt * self.span, 0.0)  # the largest exponent becomes 0
        weights = self.masses * np.exp(tilt * self.places - most)
        total = weights.sum(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):  # a row that underflows: ln 0, and the caller finds δ = 0
            return weights / total[:, None], self._sum(np.log(total)) + most * self.counts.sum()

    def moments(self, tilt):
        """K, K', K'' at a real tilt."""
        if abs(tilt - self.centre) <= self.reach:
            return [float(k(tilt)) for k in self.series]
        masses, k = self._tilted(tilt)
        mean = masses @ self.places
        return k, self._sum(mean), self._sum(masses @ self.places.astype(float) ** 2 - mean**2)

    def _tilted_law(self, tilt, mean, variance):
        """(probabilities on a window of N, the first N of the window) of the law tilted by e^{tilt·N}."""
        # Bernstein: beyond this half-width the tilted law weighs less than 2 e^-48
        half = 16 * self.span + math.sqrt(256 * self.span**2 + 96 * max(variance, 0.0))
        start = math.floor(mean - half)
        if 2 * half > self.top:
            start, half = 0, (self.top + 1) / 2
        width = fft.next_fast_len(math.ceil(2 * half), real=True)
        which, values = self._frequencies(tilt, width)
        series = np.zeros(width // 2 + 1, complex)
        series[which] = values * np.exp(-2j * np.pi / width * (which * start % width))
        law = fft.irfft(series.conj(), width)
        # what rounding leaves far out would outweigh the tail, so it goes
        law[law < 2e-16 * (4 + math.sqrt(self.counts.sum())) * law.max()] = 0.0
        return law, start

    def _frequencies(self, tilt, width):
        """Which of the frequencies θ = 2πk/width matter, and E e^{iθN} there under the tilted law."""
        turn, away = 2j * np.pi / width, abs(tilt - self.centre)
        if away <= self.reach:
            # each product of two masses is at least e^{-2 |tilt - centre| span} of that at the centre
            which = np.flatnonzero(self._decay(self.gram, width) * math.exp(-2 * self.span * away) < _NEGLIGIBLE)
            if abs(tilt + turn * which[-1] - self.centre) <= self.reach:
                k = self.series[0]
                return which, np.exp(k(tilt + turn * which) - k(tilt))
        masses, _ = self._tilted(tilt)
        which = np.flatnonzero(self._decay((masses.T * self.counts) @ masses, width) < _NEGLIGIBLE)
        # whole numbers modulo the width keep their digits
        waves = np.exp(turn * (np.outer(self.places, which) % width))
        rows, values = max(1, CHUNK // len(which)), np.ones(len(which), complex)
        for j in range(0, len(masses), rows):
            factors, counts = masses[j : j + rows] @ waves, self.counts[j : j + rows]
            if self.counts.max() > 1:  # a complex power, twelve times quicker by its size and angle
                with np.errstate(divide="ignore"):
                    size = np.log(factors.real**2 + factors.imag**2) / 2
                values *= np.exp(counts @ size + 1j * (counts @ np.angle(factors)))
            else:
                values *= factors.prod(axis=0)
        return which, values

    def _decay(self, gram, width):
        """X/2 of the module's docstring at the frequencies 0 .. width/2: minus ln of a bound on the characteristic
        function."""
        lags = np.bincount(((self.places[:, None] - self.places) % width).ravel(), gram.ravel(), width)
        return np.maximum((gram.sum() - fft.rfft(lags).real) / 2, 0.0)

    def _expand(self):
        """For many rounds K, K', K'' around -step/2 as polynomials, and how far they hold (-1: there are none)."""
        self.centre, self.reach = -self.step / 2, -1.0
        if self.counts.sum() < 400:
            return
        masses, units = self._tilted(self.centre)[0], self.places / self.span  # a span of 1: poles at |Im z| >= π
        deviation = math.sqrt(max(self._sum(masses @ units**2 - (masses @ units) ** 2), 1e-300))
        # 40 deviations of tilt reach δ = 1e-300, and the frequencies that matter end within 14 of them
        reach = min(40 / deviation + self.step * self.span / 2, _MOST_REACH)
        if 14 / deviation < 0.75 * reach:
            self.reach, self.gram = reach / self.span, (masses.T * self.counts) @ masses
            ends = self.centre + np.array([-1, 1]) / self.span
            k = Polynomial(self._coefficients(masses, units, reach), ends)
            self.series = k - k(0.0), k.deriv(), k.deriv(2)  # K(0) = 0; the constant that was not read drops out

    def _coefficients(self, masses, units, reach):
        """Taylor coefficients, but for the constant, of Σ_t ln Σ_j p_t(j) e^{z u_j} from a circle of radius r.

        With M points on the half circle the aliases and the remainder are below T (reach/π)^M for r = sqrt(π reach).
        """
        m = 4 + math.ceil(math.log(1e18 * self.counts.sum()) / math.log(math.pi / reach))
        radius = math.sqrt(math.pi * reach)
        waves = np.exp(units[:, None] * radius * np.exp(1j * np.pi * (np.arange(m) + 0.5) / m))
        total, rows = np.zeros(m), 64 * max(1, CHUNK // (64 * m))
        for start in range(0, len(masses), rows):
            p = masses[start : start + rows]
            square = (p @ waves.real) ** 2 + (p @ waves.imag) ** 2
            if self.counts.max() > 1:
                total += self.counts[start : start + rows] @ np.log(square) / 2
            else:  # products of 64 before a logarithm: each factor lies in [e^-5, e^4]
                total += np.log(np.multiply.reduceat(square, np.arange(0, len(square), 64), axis=0)).sum(axis=0) / 2
        read = fft.dct(total, type=2) / m
        read[0] = 0.0
        return read / radius ** np.arange(m)


def _geometric(x, ratio):
    """y(n) = Σ_k ratio^k x(n-k), k = 0, 1, ..., by doubling: for x >= 0 all terms are positive."""
    y, step = np.array(x), 1
    while step < len(y):
        y[step:] += ratio * y[:-step]
        step, ratio = 2 * step, ratio * ratio
    return y


@dataclass
class _Tail:
    """E[(1 - e^{ε-L})+] in one direction, for every ε whose cut one tilt serves; `law` begins at n = `start`."""

    law: np.ndarray
    start: int
    step: float
    shift: float
    tilt: float
    log_norm: float
    cut: int

    def __post_init__(self):
        # from above: s(n) = Σ_{k>=n} P(k) e^{-λ(k-n)},  h(n) = Σ_{k>n} P(k) e^{-λ(k-n)} (1 - e^{-step(k-n)})
        ratio = math.exp(-self.tilt)
        self.above = _geometric(self.law[::-1], ratio)[::-1]
        beyond = np.append(_geometric(self.above[::-1], ratio * math.exp(-self.step))[-2::-1], 0.0)
        self.kept = -ratio * math.expm1(-self.step) * beyond
        self.good = self.above > _COVERED * self.above.max()

    def serves(self, cut):
        """Which cuts are to be answered here: those that the law reaches well, and the one it was made for; the
        untilted law serves all that lie below it too."""
        at = cut - self.start
        inside = (at < len(self.good)) & ((at >= 0) | (self.tilt == 0))
        return inside & self.good[np.clip(at, 0, len(self.good) - 1)] | (cut == self.cut)

    def value(self, cut, epsilon):
        """δ at these ε."""
        cut = np.maximum(cut, self.start)  # below the window lies less than e^-48
        at, gap = cut - self.start, self.step * cut + self.shift - epsilon
        scale = np.exp(np.minimum(self.log_norm - self.tilt * cut, 700.0))
        return scale * (np.exp(-gap) * self.kept[at] - np.expm1(-gap) * self.above[at])
