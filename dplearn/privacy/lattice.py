"""The exact privacy profile δ(ε) of many independent rounds whose privacy losses share one lattice.

Round t shows one of J places; place j has mass p_t(j) on data x, and on the neighbor x' the same mass
tilted: q_t(j) ∝ p_t(j) e^{-step·j}.  The loss of the round is then step·j + c_t, with the number
c_t = ln Σ_j p_t(j) e^{-step·j}, so all rounds together lose

    L = step · N + Σ c_t,     N = Σ (place shown in round t), a whole number,

and δ(ε) = E[(1 - e^{ε-L})+] needs only the law of N.  `profile.product_profile` convolves; with 10^5
different rounds that would take hours.  Here the law comes from its Fourier series,

    Pr[N = n] e^{λn} / e^{K(λ)} = (1/W) Σ_θ e^{K(λ+iθ) - K(λ) - iθn},     K(z) = Σ_t ln Σ_j p_t(j) e^{zj},

with W frequencies θ, on a window of some 20 standard deviations.  Five things make it quick and keep the digits:

* λ: the law is tilted so that its middle lies where ε cuts; tiny δ keep their *relative* digits.  One tilt serves all ε
  whose cut leaves at least 1e-4 of the weighted tail above it; further tilts are made when asked for, and kept.
* few frequencies matter: |e^{K(λ+iθ)-K(λ)}| <= e^{-X/2}, X = Σ_t Σ_{jk} p_t(j) p_t(k) (1 - cos((j-k)θ)), and where
  that is below e^{-50} the term is left out.  Some 40 remain, whatever T.
* K is analytic where |Im z| < π/R, R being the last place (the e^{zj} then lie in a half-plane).  For many rounds
  its Taylor coefficients are read once, from ln |Σ_j p_t(j) e^{zj}| on a circle around -step/2, and serve every λ.
* rounds whose place is all but certain (the weights have settled) enter K by sums alone.
* E[(1-e^{ε-L})+] from the tilted law is a recursion with positive terms: nothing cancels.

Q is P tilted by -step, so both directions come from the one function K.

**Error**: relative, at most `ERROR` = 1e-9 for at most 10^6 rounds while δ >= 1e-290.  Left-out frequencies, wrapped tails
(Bernstein) and the Taylor remainder (Cauchy) are each below 1e-12 by the bounds in the code; what remains is rounding, some
1e-16 sqrt(rounds) of a tilt's middle and so 1e-10 at its ends.  That part is measured, not proved: tests hold it
to 1e-9 against sums in long double and binomial sums, down to 1e-290 (found: 1e-12 to 2e-10).  Besides, losses are
floats: each is known to `blur` = 1e-15 step R rounds alone, so that the δ is that of an ε which is off by as much.  That
shows where an ε lies on a loss that (nearly) all of the law sits at, and δ is below some 1e9 times the blur.

References: Koskela, Jälkö and Honkela 2020 and Gopi, Lee and Wutschitz 2021 (privacy losses by Fourier series); the
circle is Cauchy's formula.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import fft, signal

from .. import _validate as check
from ._cumulants import CHUNK, SURE_REACH, SureRounds, TaylorSeries, decay, powers, sure_rounds, tilted

__all__ = ["LatticeRounds", "ERROR"]

ERROR = 1e-9         # relative, stated above
MOST_LOSS = 400.0    # of one round: masses lost to underflow then stay below 1e-130 on x' too
_NEGLIGIBLE = 50.0   # a Fourier term below e^-50 of the first is left out
_COVERED = 1e-4      # a tilt serves a cut if at least this share of the (weighted) tail lies above it
_LARGEST_TILT = 600.0  # in units of one round's span: e^600 and the least mass 1e-300 stay finite together
_LEAST = -745.0        # ln of the least positive float


class LatticeRounds:
    """Independent rounds whose losses are step·place + c_t.

    Parameters
    ----------
    masses : probabilities, shape (rounds, J)
        The law of the place on data x, round by round.
    places : whole numbers, shape (J,), increasing from 0
    step : float > 0, step · (last place) <= 400
        On the neighbor x' the masses are tilted by e^{-step·place}.
    counts : whole numbers >= 1, shape (rounds,), optional
        How many rounds share each row of `masses`: the cost goes by the rows.

    Raises
    ------
    ValueError
        For arguments outside these ranges.

    Notes
    -----
    Privacy: none; it is the auditor's tool, for the pair (x, x') that the masses belong to.  Cost:
    for 10^5 rounds of J = 3 about 10 ms when made, then 0.5 ms for each tilt (one for each 7 standard deviations of the ε asked
    for); where the law is narrow (standard deviation of N below some 15 R) a tilt costs 40 passes over the unsettled rounds.
    """

    def __init__(self, masses, places, step, counts=None):
        self.masses = check.distribution("masses", masses)
        self.places = check.array("places", places, (None,), low=0, integral=True)
        self.step = check.positive("step", step)
        if self.masses.ndim != 2 or self.masses.shape[1] != len(self.places):
            raise ValueError(f"masses must have shape (rounds, {len(self.places)}); got {self.masses.shape}")
        if self.places[0] != 0 or (np.diff(self.places) <= 0).any() or len(self.places) < 2:
            raise ValueError(f"places must increase from 0 and be at least two; got {self.places}")
        rows = len(self.masses)
        self.counts = check.array("counts", np.ones(rows) if counts is None else counts, (rows,), low=1, integral=True)
        self.span = int(self.places[-1])
        if self.step * self.span > MOST_LOSS:
            raise ValueError(f"step must be at most {MOST_LOSS:g}/{self.span} for these places; got {self.step}")
        self.top = self.span * int(self.counts.sum())  # N lies in 0 .. top
        self.blur = 1e-15 * self.step * self.top       # of a loss, by rounding
        # Σ_t ln Σ_j p e^{-step j}: near 1 the difference from 1, and far from it the sum, keeps the digits
        less = self.masses @ np.expm1(-self.step * self.places)
        far = less < -0.5
        near = (self.counts[~far] * np.log1p(less[~far])).sum()
        self.shift = float(near + (self.counts[far] * np.log(self.masses[far] @ np.exp(-self.step * self.places))).sum())
        self._open, self._open_counts, self._sure = sure_rounds(self.masses, self.counts, self.places, self.step)
        self._taylor = TaylorSeries(self)
        self._tails = {1: [], -1: []}

    def profile(self, epsilon, *, direction: str = "both", least=0.0):
        """δ(ε) for ε >= 0: float, or array like `epsilon`; relative error at most `ERROR`, for an ε within `blur`.

        What Chernoff's bound puts below `least` (in [0, 1)) may come back as 0: fewer tilts for a figure whose axis ends there.
        "forward" bounds P (data x) by Q (neighbor), "backward" Q by P, "both" is the larger.
        """
        epsilon = check.array("epsilon", epsilon, low=0)
        check.choice("direction", direction, ("both", "forward", "backward"))
        signs = {"both": (1, -1), "forward": (1,), "backward": (-1,)}[direction]
        least = check.delta("least", least)
        delta = np.max([self._one_way(epsilon.ravel(), sign, least=least) for sign in signs], axis=0).reshape(epsilon.shape)
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

    def _one_way(self, epsilon, sign, rate=None, least=0.0):
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
            next_cut = int(cut[todo].min())
            tail = self._tail_at(sign, next_cut, max(math.log(least), _LEAST) if least else _LEAST)
            if tail is None:  # below the least, and all further cuts lie above
                break
            tails.append(tail)
            done = todo & (tail.covers(cut) | (cut == next_cut))
            delta[done] = tail.value(cut[done], epsilon[done], rate)
            todo &= ~done
        return np.minimum(delta, 1.0)

    def _tail_at(self, sign, cut, log_least):
        """A tilt >= 0 of the side's own law that serves this cut: its middle lies there or, better, some deviations beyond.

        None where δ is below the least that counts.
        """
        def moments(tilt):
            k, mean, variance = self._moments(tilt if sign > 0 else -self.step - tilt)
            return k - (0.0 if sign > 0 else self.shift), sign * mean, max(variance, 1e-300)

        _, mean, variance = moments(0.0)
        if cut <= mean + 4 * math.sqrt(variance) and not self._tails[sign]:
            untilted = _Tail(self, sign, 0.0)
            if untilted.covers(np.array(cut)):
                return untilted
        middle = min(cut, max(0, sign * self.top) - 0.5)
        low, high, tilt = 0.0, _LARGEST_TILT / self.span, (middle - mean) / variance
        free = 0.99 * self._taylor.reach / self.span - self.step / 2
        if free > 0:  # first a tilt that the series reaches: it costs nothing, and far cuts are done with there
            tilt = min(tilt, free)
        for _ in range(60):  # Newton, kept between the ends
            if not low < tilt < high:
                tilt = (low + high) / 2
            log_norm, mean, variance = moments(tilt)
            if log_norm - tilt * cut < log_least:  # Chernoff's bound, good for every tilt
                return None
            low, high = (tilt, high) if mean < middle else (low, tilt)
            if abs(mean - middle) < 0.25 * math.sqrt(variance) or high - low < 1e-12 * high:
                break
            tilt += (middle - mean) / variance
        if mean < cut - 1 - math.sqrt(variance):  # masses of 0 forbid such a loss
            return None
        beyond = _Tail(self, sign, min(tilt + 3.2 / math.sqrt(variance), _LARGEST_TILT / self.span))
        return beyond if beyond.covers(np.array(cut)) else _Tail(self, sign, tilt)

    # ---- K and the tilted law --------------------------------------------------------------------

    def _parts(self, tilt):
        """The rounds to go through one by one, and those that are all but certain: at this tilt still, or none."""
        if abs(tilt) * self.span <= SURE_REACH:
            return self._open, self._open_counts, self._sure
        return self.masses, self.counts, SureRounds.none()

    def _moments(self, tilt):
        """K, K', K'' at a real tilt."""
        masses, counts, sure = self._parts(tilt)
        if self._taylor.reaches(tilt):
            one = self._taylor.moments(tilt)
        else:
            masses, k = tilted(masses, counts, self.places, tilt)
            mean = masses @ self.places
            one = k, float(counts @ mean), float(counts @ (masses @ self.places.astype(float) ** 2 - mean**2))
        return tuple(a + b for a, b in zip(one, sure.moments(tilt)))

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
        law[law < 2e-16 * (4 + math.sqrt(int(self.counts.sum()))) * law.max()] = 0.0
        return law[: self.top + 1 - start] if start >= 0 else law[-start:][: self.top + 1], max(start, 0)

    def _frequencies(self, tilt, width, start):
        """Which of the frequencies θ = 2πk/width matter, and E e^{iθ(N - start)} there under the tilted law."""
        taylor, turn = self._taylor, 2j * np.pi / width
        if taylor.reaches(tilt):
            which = np.flatnonzero(taylor.decay(width) * math.exp(-2 * self.span * abs(tilt - taylor.centre)) < _NEGLIGIBLE)
            if taylor.reaches(tilt + turn * which[-1]):
                sure = self._sure
                values = taylor.characteristic(tilt, turn * which, start - sure.base)
                return which, values * sure.characteristic(tilt, turn * which)
        masses, counts, sure = self._parts(tilt)
        masses, _ = tilted(masses, counts, self.places, tilt)
        which = np.flatnonzero(decay(masses, counts, self.places, width) < _NEGLIGIBLE)
        # Each round counts from its likeliest place: what it adds to 1 is then small, and so are the rounding errors, which are
        # the same in all rounds.  Phases by whole numbers modulo the width: large places keep their digits.
        first, base, values = masses.argmax(axis=1), sure.base, sure.characteristic(tilt, turn * which)
        rows = max(1, CHUNK // len(which))
        for i in np.unique(first):
            some, times = masses[first == i], counts[first == i, None]
            base += int(self.places[i]) * int(times.sum())
            angle = np.pi / width * ((which * (self.places - self.places[i])[:, None] + width // 2) % width - width // 2)
            waves = 2 * np.sin(angle) * (1j * np.cos(angle) - np.sin(angle))  # e^{2i·angle} - 1
            for j in range(0, len(some), rows):
                added = some[j : j + rows] @ waves
                if len(counts) == counts.sum():
                    values *= np.multiply.reduce(1 + added, axis=0)
                else:
                    values *= powers(added, times[j : j + rows])
        values *= np.exp(-turn * ((which * (start - base)) % width))
        return which, values


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
