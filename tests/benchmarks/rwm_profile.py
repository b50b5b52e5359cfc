"""Lecture 4's exact profile at T = 10^4 and 10^5, beside dp-accounting: time and error, in one run.

usage: python tests/benchmarks/rwm_profile.py [--interval 1e-5] [--rounds 300]

Two questions.  The worst pair (T - 1 equal rounds), where a binomial sum tells the truth: both libraries answer at 97
ε, and
their largest relative error where δ > 1e-9 stands beside their time.  And 0/1 losses at random, K = 3, where every
round has
a law of its own: dp-accounting composes rounds one by one, so it is timed on the first rounds (at ten times the
interval)
and its time at T extrapolated, which the output says.
"""

from __future__ import annotations

import argparse
import math
import os
import time

import numpy as np
from dp_accounting.pld import privacy_loss_distribution as pld

from dplearn.experts import hedge_probabilities
from dplearn.private_experts import action_loss_law, worst_pair, worst_pair_profile

EPSILONS = np.geomspace(0.01, 10, 97)


def timed(function, repeats=3):
    """(result, least wall time in ms)."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        result = function()
        times.append(time.perf_counter() - start)
    return result, 1e3 * min(times)


def one_round(p, q, interval, pessimistic=True):
    """dp-accounting's privacy loss distribution of one round."""
    return pld.from_two_probability_mass_functions(
        *({i: math.log(v) for i, v in enumerate(side)} for side in (p, q)), pessimistic_estimate=pessimistic,
        value_discretization_interval=interval)


def error(delta, truth):
    """The largest relative error where δ > 1e-9."""
    seen = truth > 1e-9
    return np.abs(np.asarray(delta)[seen] / truth[seen] - 1).max()


def worst(T, eta, interval):
    """The worst pair, both libraries beside the binomial sum."""
    losses, neighbor = worst_pair(T)
    truth = worst_pair_profile(T, EPSILONS, eta=eta)
    ours, ms = timed(lambda: action_loss_law(losses, neighbor, eta=eta).profile(EPSILONS))
    p, q = (hedge_probabilities(x, eta=eta)[1] for x in (losses, neighbor))
    theirs, their_ms = timed(
        lambda: one_round(p, q, interval).self_compose(T - 1).get_delta_for_epsilon(EPSILONS.tolist()), repeats=1)
    print(f"worst pair, T = {T:,}, eta = {eta}: dplearn {ms:.1f} ms, error {error(ours, truth):.1e}; "
          f"dp-accounting {their_ms:.0f} ms at interval {interval:g}, error {error(theirs, truth):.1e}")


def random_rounds(T, eta, interval, rounds):
    """0/1 losses at random, all rounds different."""
    rng = np.random.default_rng(1)
    losses = rng.integers(0, 2, (T, 3)).astype(float)
    neighbor = losses.copy()
    losses[0], neighbor[0] = (1, 0, 0), (0, 1, 0)
    law, whole = timed(lambda: action_loss_law(losses, neighbor, eta=eta))
    _, first = timed(lambda: action_loss_law(losses, neighbor, eta=eta).profile(EPSILONS))
    _, again = timed(lambda: law.profile(EPSILONS))
    few = slice(0, rounds + 1)
    p, q = (hedge_probabilities(x[few], eta=eta)[1:] for x in (losses, neighbor))

    def composed(pessimistic):
        total = one_round(p[0], q[0], interval, pessimistic)
        for a, b in zip(p[1:], q[1:]):
            total = total.compose(one_round(a, b, interval, pessimistic))
        return np.asarray(total.get_delta_for_epsilon(EPSILONS.tolist()))

    high, their_ms = timed(lambda: composed(True), repeats=1)
    low, ours = composed(False), action_loss_law(losses[few], neighbor[few], eta=eta).profile(EPSILONS)
    seen = low > 1e-9
    inside = (low[seen] <= ours[seen] * (1 + 1e-6)).all() and (ours[seen] <= high[seen] * (1 + 1e-6)).all()
    print(f"random 0/1 losses, T = {T:,}, K = 3: dplearn law {whole:.1f} ms, with 97 epsilons {first:.1f} ms, "
          f"again {again:.2f} ms; dp-accounting {their_ms / rounds:.1f} ms a round over {rounds} rounds, "
          f"{their_ms / rounds * T / 1e3:,.0f} s at T (extrapolated)")
    print(f"    over those {rounds} rounds ours lies between its optimistic and pessimistic ends: {inside} "
          f"(they differ by up to {np.max(high[seen] / low[seen] - 1):.1%})")


def main() -> None:
    """Print one line for each question and T."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--interval", type=float, default=1e-5)
    parser.add_argument("--rounds", type=int, default=300)
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}")
    for T, eta in [(10**4, 0.0075), (10**5, 0.00237)]:
        worst(T, eta, options.interval)
        random_rounds(T, eta, options.interval * 10, options.rounds)


if __name__ == "__main__":
    main()
