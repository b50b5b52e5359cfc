"""The privacy profile δ(ε) of many independent rounds whose privacy losses share one lattice, by one FFT.

Round t shows one of J places; place j has mass p_t(j) on data x, and on the neighbor x' the same mass
tilted: q_t(j) ∝ p_t(j) e^{-step·j}.  The loss of the round is then step·j + c_t, with the number
c_t = ln Σ_j p_t(j) e^{-step·j}, so all rounds together lose

    L = step · N + Σ c_t,     N = Σ (place shown in round t), a whole number,

and δ(ε) = E[(1 - e^{ε-L})+] needs only the law of N: its characteristic function is the product of the rounds', and
an inverse FFT gives the law back, on a window of some 17 standard deviations.  `profile.product_profile` convolves
instead, which keeps the digits of small δ; with hundreds of different rounds that is slow.

<<<<<<< HEAD
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
=======
**Error**: absolute, 1e-13 at 1000 rounds and 3e-12 at 10^5 (measured against long double and binomial sums, not
proved): an FFT knows the law to about 16 digits of its *largest* probability.  A δ below `LEAST` comes back as 0.
>>>>>>> lattice

Nothing here is private or checked: it is the auditor's tool, behind `private_experts.rwm_profile`.

Reference: Koskela, Jälkö and Honkela 2020 (privacy losses by Fourier transforms).
"""

from __future__ import annotations

import math

import numpy as np
from scipy import fft

<<<<<<< HEAD
LEAST = 1e-40          # δ that Chernoff's bound puts below it may come back as 0
CHUNK = 1 << 17        # numbers held at once, so that they stay in the cache
_NEGLIGIBLE = 50.0     # a Fourier term below e^-50 of the first is left out
_COVERED = 1e-4        # a tilt serves a cut if at least this share of the (weighted) tail lies above it
_LARGEST_TILT = 600.0  # in units of one round's span: e^600 and the least mass 1e-300 stay finite together
_MOST_REACH = 1.2      # of the Taylor series, in units of one round's span; its poles lie at π or beyond
=======
LEAST = 1e-13  # below it δ is rounding
>>>>>>> lattice


def lattice_profile(masses, places, step, epsilon, counts=None):
    """δ(ε), the larger of both directions, for an array ε >= 0.

    `masses` (rounds, J) is the law of the place on data x, round by round; `places` (J,) whole numbers increasing from
    0, with step · (last place) <= 400; `counts` (rounds,) says how many rounds share each row.

    Cost: about 0.3 ms, and 1 µs for each row (some 40 of the frequencies matter); more where the law is narrower
    than some 10 places.
    """
    counts = np.ones(len(masses)) if counts is None else np.asarray(counts, float)
    tilt = -step * places
    # near 1 the normaliser's difference from 1 keeps the digits, and far from it the normaliser itself
    logs = np.log1p(masses @ np.expm1(tilt)) if tilt[-1] > -0.5 else np.log(masses @ np.exp(tilt))
    shift = (counts * logs).sum()
    law, start = _law_of_sum(masses, places, counts)
    forward = _one_way(law, step * (start + np.arange(len(law))) + shift, epsilon)
    law, start = _law_of_sum(masses * np.exp(tilt - logs[:, None]), places, counts)
    backward = _one_way(law[::-1], -(step * (start + np.arange(len(law))) + shift)[::-1], epsilon)
    delta = np.maximum(forward, backward)
    return np.where(delta < LEAST, 0.0, np.minimum(delta, 1.0))

<<<<<<< HEAD
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
=======
>>>>>>> lattice

def _law_of_sum(masses, places, counts):
    """(probabilities on a window, the first N of the window) of the sum of all rounds' places."""
    mean = masses @ places
    variance = (counts * (masses @ places.astype(float) ** 2 - mean**2)).sum()
    span, top, middle = int(places[-1]), int(places[-1] * counts.sum()), (counts * mean).sum()
    half = math.ceil(24 * span + 9 * math.sqrt(max(variance, 0.0)))   # 1e-15 lies beyond: Bernstein
    first, width = (0, top + 1) if 2 * half > top else (math.floor(middle) - half, 2 * half + 1)
    width = fft.next_fast_len(width, real=True)
    # a round's |characteristic function|² is 1 - 2 Σ_{j<k} p_j p_k (1 - cos((k - j)θ)): few frequencies matter
    low, high = np.triu_indices(len(places), 1)
    lags, pairs = (places[high] - places[low]) % width, ((masses.T * counts) @ masses)[low, high]
    which = np.flatnonzero(pairs.sum() - fft.rfft(np.bincount(lags, pairs, width)).real < 40)
    turn, logs = 2 * np.pi / width, np.zeros((2, len(which)))
    waves = np.exp(1j * turn * (np.outer(places, which) % width))
    dips = 4 * np.sin(turn / 2 * (np.outer(lags, which) % width)) ** 2
    rows = max(1, (1 << 18) // max(len(which), len(lags)))
    likeliest = masses.argmax(axis=1)   # N is counted from there, for the phases' digits
    base = int(counts @ places[likeliest])
    for i in range(0, len(masses), rows):
        p, c, at = (a[i : i + rows] for a in (masses, counts, likeliest))
        factor, dip = p @ waves * waves[at].conj(), (p[:, low] * p[:, high]) @ dips
        with np.errstate(divide="ignore"):  # a factor may be 0; near 1 its difference from 1 keeps the digits
            size = np.where(dip < 0.5, np.log1p(-np.minimum(dip, 0.5)) / 2, np.log(np.abs(factor)))
        logs += c @ size, c @ np.angle(factor)
    series = np.zeros(width // 2 + 1, complex)
    series[which] = np.exp(logs[0] - 1j * (logs[1] + turn * (which * (base - first) % width)))
    return np.maximum(fft.irfft(series, width), 0.0), first

<<<<<<< HEAD
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
=======

def _one_way(law, loss, epsilon):
    """E[(1 - e^{ε-L})+] for a law on evenly spaced increasing losses: Pr[L > ε] - Σ_{L > ε} law e^{ε-L}."""
    above, faded = (np.append(_geometric(law[::-1], ratio)[::-1], 0.0) for ratio in (1.0, np.exp(loss[0] - loss[1])))
    first = np.searchsorted(loss, epsilon, side="right")
    return above[first] - np.exp(epsilon - np.append(loss, np.inf)[first]) * faded[first]
>>>>>>> lattice


def _geometric(x, ratio):
    """y(n) = Σ_k ratio^k x(n-k), k = 0, 1, ..., by doubling."""
    y, step = np.array(x), 1
    while step < len(y):
        y[step:] += ratio * y[:-step]
        step, ratio = 2 * step, ratio * ratio
    return y
<<<<<<< HEAD


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
=======
>>>>>>> lattice
