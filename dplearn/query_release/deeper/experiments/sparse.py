"""Lecture 5, `epoch_cost`: what one epoch of the sparse vector technique gives away with U17's noise, exactly, as more
and more tests say "below".
"""

from functools import partial

from .... import query_release as qr
from ....experiment import Axis, Experiment, Parameter, Series, log_integer, log_scale, remembered
from ..sparse_vector import log_long_epoch


def epoch_ratio(side, repaired=False):
    """The log-ratio of "k tests below, then one above" on x and on a neighbor, over ε₀.

    Unit: 1/(ε₀ n), so that a record moves a value by ε₀.  The test said to be above lies `reach` under the threshold,
    the others as far over it (side 1, a surprise) or under it (-1).  On the neighbor the others are larger by one
    record, the last is smaller.  Repaired: with Lyu, Su and Li's scales for a search that costs ε₀ in all.
    """
    @remembered("reach", "epsilon_step")
    def values(s, k):
        step, below, above = s.epsilon_step, side * s.reach, -s.reach
        scales = qr.split_scales(l1_sensitivity=step, epsilon_search=step) if repaired else (1.0, 1.0)
        law = partial(log_long_epoch, k, threshold_scale=scales[0], test_scale=scales[1])
        return (law(below=below, above=above) - law(below=below + step, above=above - step)) / step
    return values


surprise = epoch_ratio(1)
epoch_cost = Experiment(
    "epoch_cost",
    "What an epoch gives away, as more and more tests say below",
    "How much of ε does one epoch cost, if k tests say below before one says above?",
    parameters=(
        log_integer("k", "k", "tests that said below", 1, 1_000_000, 1000),
        Parameter("reach", "r", "distance of values from the threshold, in noise scales", 0, 20, 5),
        log_scale("epsilon_step", "ε₀", "all noises have scale 1/(ε₀n)", 0.01, 2, 0.1),
    ),
    y=Axis("ε of the epoch / ε₀", 0.0, 4.4),
    series=(
        Series("answer", "and answer", "surprising, and a noisy answer: ε₀ more, exact",
               lambda s, k: surprise(s, k) + 1, "exact"),
        Series("limit", "at most", "4: no epoch costs more, its answer included", 4, "sharp"),
        Series("surprise", "surprising", "surprising: values over the threshold say below, exact",
               surprise, "exact", "attack"),
        Series("plain", "usual", "usual: all values lie under the threshold, exact",
               epoch_ratio(-1), "exact", "nonprivate"),
        Series("one", "one answer", "1: one noisy answer alone", 1, "baseline"),
        Series("split", "repaired", "surprising, noise for a search of ε₀ (Lyu et al. 2017)",
               epoch_ratio(1, repaired=True), "exact", "private"),
    ),
    points=33,
)
