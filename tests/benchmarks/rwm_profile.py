"""Lecture 4's exact profile at T = 10^4 and 10^5, beside dp-accounting: time and error, in one run.

usage: python tests/benchmarks/rwm_profile.py [--interval 1e-5]

The worst pair (T - 1 equal rounds), where a binomial sum tells the truth: both libraries answer at 97 ε, and their
largest error stands beside their time.  And 0/1 losses at random, K = 3, where every round has
a law of its own: dp-accounting composes rounds one by one, so only ours is timed.
"""

import math
import os

import numpy as np
from dp_accounting.pld import privacy_loss_distribution as pld
from timing import best, options

from dplearn.experts import hedge_probabilities
from dplearn.private_experts import rwm_profile, worst_pair_profile
from dplearn.private_experts.deeper import worst_pair

EPSILONS = np.geomspace(0.01, 10, 97)


def timed(function, repeats=3):
    """(result, least wall time in ms)."""
    results = []
    ms = 1e3 * best(lambda: results.append(function()), repeats)
    return results[-1], ms


def worst(T, eta, interval):
    """The worst pair, both libraries beside the binomial sum."""
    losses, neighbor = worst_pair(T)
    truth = worst_pair_profile(T, EPSILONS, eta=eta)
    ours, ms = timed(lambda: rwm_profile(losses, neighbor, EPSILONS, eta=eta))
    laws = ({i: math.log(v) for i, v in enumerate(hedge_probabilities(x, eta=eta)[1])} for x in (losses, neighbor))
    one_round = pld.from_two_probability_mass_functions(*laws, value_discretization_interval=interval)
    theirs, their_ms = timed(lambda: one_round.self_compose(T - 1).get_delta_for_epsilon(EPSILONS.tolist()), repeats=1)
    print(f"worst pair, T = {T:,}, eta = {eta}: dplearn {ms:.1f} ms, error {np.abs(ours - truth).max():.1e}; "
          f"dp-accounting {their_ms:.0f} ms at interval {interval:g}, error {np.abs(theirs - truth).max():.1e}")


def random_rounds(T, eta):
    """0/1 losses at random, all rounds different."""
    losses = np.random.default_rng(1).integers(0, 2, (T, 3)).astype(float)
    neighbor = losses.copy()
    losses[0], neighbor[0] = (1, 0, 0), (0, 1, 0)
    _, whole = timed(lambda: rwm_profile(losses, neighbor, EPSILONS, eta=eta))
    print(f"random 0/1 losses, T = {T:,}, K = 3: dplearn {whole:.1f} ms for 97 epsilons")


def main() -> None:
    """Print one line for each question and T."""
    interval = options(__doc__, interval=1e-5).interval
    print(f"load {os.getloadavg()[0]:.1f}")
    for T, eta in [(10**4, 0.0075), (10**5, 0.00237)]:
        worst(T, eta, interval)
        random_rounds(T, eta)


if __name__ == "__main__":
    main()
