"""Lecture 4: a private linear predictor out of the experts algorithm, and what one draw would have done.

* `linear_excess`: LinearLearner's excess risk where it is known exactly, beside its bounds and that of one
  exponential mechanism;
* `linear_census`: literals that predict an income above 50,000, on real records.

In both all n actions of the learner are public, and a record moves every action after it; the exponential mechanism
spends its whole budget on one draw, after the last record.
"""

from functools import cache

import numpy as np
from numpy.polynomial import Chebyshev
from scipy import special
from scipy.interpolate import PchipInterpolator

from .... import data, experts, private_experts
from ....experiment import Axis, Choice, Experiment, Series, Simulation, log_integer, log_scale, remembered
from ... import deeper

DELTA = log_scale("delta", "δ", "failure of privacy", 1e-10, 0.01, 1e-6, steps=33)
ANALYSES = {"dr14": "DR14's η, as printed", "bounded-range": "bounded range, by zCDP",
            "bounded-range-optimal": "bounded range, optimal"}
BETA = 0.05  # of the bound that holds with probability 1 - β
PLACES = 21  # positions of n, five a decade, on the slider and of the runs
BETWEEN = 3  # steps of the axis from place to place


@remembered("epsilon", "delta", "analysis")
def _rate(s, n):
    return private_experts.linear_eta(n.astype(int), s.epsilon, s.delta, analysis=s.analysis)


@remembered("epsilon", "delta", "analysis", "d", "gap")
def _excess(s, n):
    return deeper.expected_excess_risk(n.astype(int), s.d, s.gap, _rate(s, n))


def excess_bound(beta):
    """The bound on the excess risk at the records n: in expectation (`beta` None), or with probability 1 - β."""
    return lambda s, n: deeper.excess_risk_bound(n.astype(int), s.d, eta=_rate(s, n), beta=beta)


def exact_excess(s, n):
    """Exact expected excess risk of LinearLearner at each second place of the runs and at the marker; a monotone cubic
    in the logarithms joins them (within 1%)."""
    # the same for all markers: what has been computed is kept while the marker moves
    places = linear_excess.simulated_x[::2]
    joined, first = np.unique(np.append(places, s.n), return_index=True)
    exact = np.append(_excess(s, places), _excess(s, [s.n]))[first]
    return np.exp(PchipInterpolator(np.log(joined), np.log(exact))(np.log(n)))


def draw_linear_excess(s, n, rng, runs):
    """<p_t, μ> - min μ at a round t uniform in 1..n of each run, p_t the learner's law there: (runs, points).

    Its mean is exactly the expected excess risk of θ, and only its mean: the spread is another.  Sums of coins are
    drawn as binomials, so the cost does not grow with n.
    """
    mu, risks = np.append(-s.gap, np.zeros(s.d - 1)), []
    for k, eta in zip(n.astype(int), _rate(s, n)):
        ones = rng.binomial(rng.integers(0, k, (runs, 1)), (1 + mu) / 2)
        law = special.softmax(-2 * eta * ones, axis=1)  # ∝ e^{-η · sum}, the sum being 2 · ones - records
        risks.append(np.maximum(law @ mu - mu.min(), 0))
    return np.column_stack(risks)


linear_excess = Experiment(
    "linear_excess",
    "One draw at the end needs fewer records than a pick for each record",
    "How much more than the best coordinate does a private linear predictor lose?",
    parameters=(
        log_integer("n", "n", "records", 10, 100_000, 10_000, steps=PLACES),
        log_integer("d", "d", "coordinates", 2, 100, 20, steps=33),
        log_scale("epsilon", "ε", "privacy", 0.05, 5, 1, steps=41),
        DELTA,
        log_scale("gap", "g", "lead of the best coordinate's mean", 0.05, 0.5, 0.5, steps=21),
        Choice("analysis", "analysis", ANALYSES, "dr14"),
    ),
    y=Axis("risk beyond the best coordinate's, per record", 1e-3, 2, log=True),
    series=(
        Series("likely", "w.p. 0.95", "mean bound + 3√(2 ln(3/β)/n), β = 0.05", excess_bound(BETA), "sharp"),
        Series("sharp", "mean bound", "η/2 + ln d/(ηn): bound in expectation", excess_bound(None), "sharp"),
        Series("uniform", "uniform", "all coordinates alike, records unseen: g (1 − 1/d)",
               lambda s, n: s.gap * (1 - 1 / s.d), "baseline"),
        Series("exact", "exact", "LinearLearner, expected, exact", exact_excess, "exact"),
        Series("one_draw", "draw, at most", "one exponential mechanism, same ε, at most (Chernoff)",
               lambda s, n: deeper.one_draw_bound.curve(n, s.d, gap=s.gap, epsilon=s.epsilon), "sharp", "truth"),
    ),
    simulation=Simulation(draw_linear_excess, label="LinearLearner's law at a random round, mean", runs=10_000,
                          static_runs=2_000, chunk=lambda s: min(100, 2000 // s.d), band="bernstein"),
    points=BETWEEN * (PLACES - 1) + 1,
    simulated_points=PLACES,
)
N_RECORDS = {"1000": "1,000", "10000": "10,000", "45222": "45,222 (all)"}
SHUFFLE = 11                  # seed of the order in which records arrive
MOST_SCALE, BEND = 10.0, 0.01  # rates up to 10/√n; below 0.01/√n the error is nearly a line in η
PASSES = 33                   # rates that the polynomial goes through


@cache
def census(seed: int = SHUFFLE) -> tuple[np.ndarray, np.ndarray]:
    """Losses of the 15 bits as predictors of income (45222, 15), shuffled, and the 30 literals' mean losses over all
    records.

    The other 15 literals are their negations, whose losses are the same with the other sign.
    """
    losses = data.literal_losses(data.load_adult_bits()).losses
    order = np.random.default_rng(seed).permutation(len(losses))
    return losses[order, : losses.shape[1] // 2], losses.mean(axis=0)


def census_error(n: int, eta: float, seed: int = SHUFFLE) -> float:
    """Expected error, on all records, of LinearLearner's θ from the first n: (1 + mean over t of <p_t, μ>)/2."""
    bits, mu = census(seed)
    law = private_experts.linear_learner_probabilities(np.hstack([bits[:n], -bits[:n]]), eta=eta)
    return float(1 + law.mean(axis=0) @ mu) / 2


def _place(eta, n: str):
    """Where a rate lies on [0, ln(1 + MOST_SCALE/BEND)]: even in η for small ones, in ln η for large ones."""
    return np.log1p(eta * np.sqrt(int(n)) / BEND)


@cache
def _errors() -> dict[str, Chebyshev]:
    """`census_error` as a polynomial in a smooth function of η, for each n of the menu: no setting waits for a pass.

    The error depends on ε, δ and the analysis through η alone: passes at Chebyshev's places give it everywhere to 1e-7.
    All of them together take about half a second, once.
    """
    def passes(places, n):
        return [census_error(n, eta) for eta in BEND * np.expm1(places) / np.sqrt(n)]

    ends = [0, np.log1p(MOST_SCALE / BEND)]
    return {n: Chebyshev.interpolate(passes, PASSES - 1, ends, [int(n)]) for n in N_RECORDS}


def learner_error(s, eta):
    """Exact expected error of LinearLearner at the rates η."""
    return _errors()[s.n](_place(eta, s.n))


def _learner(analysis):
    return lambda s, epsilon: learner_error(
        s, private_experts.linear_eta(int(s.n), epsilon, s.delta, analysis=analysis))


def free_error(s, epsilon):
    """Exact expected error of Hedge at the rate that one would choose without privacy."""
    eta = experts.learning_rate(int(s.n), len(census(SHUFFLE)[1]), rule="hoeffding", loss_range=2.0)
    return learner_error(s, eta)


@cache
def _totals(n: str) -> np.ndarray:
    """Losses of the 30 literals over the first n records."""
    totals = census(SHUFFLE)[0][: int(n)].sum(axis=0)
    return np.concatenate([totals, -totals])


def one_draw_error(s, epsilon):
    """Exact expected error of one literal drawn by the exponential mechanism from the average of n records."""
    law = special.softmax(-np.asarray(epsilon)[:, None] / 4 * _totals(s.n), axis=1)
    return (1 + law @ census(SHUFFLE)[1]) / 2


linear_census = Experiment(
    "linear_census",
    "Census records: one private draw needs far less ε than n public picks",
    "How often does a private mixture of 30 literals err on who earns more than 50,000?",
    parameters=(
        log_scale("epsilon", "ε", "privacy", 0.001, 10, 1),
        Choice("n", "records", N_RECORDS, "45222"),
        DELTA,
    ),
    y=Axis("share of all records it gets wrong", 0.2, 0.55),
    series=(
        Series("dr14", "DR14's η", "LinearLearner, η as printed, expected, exact", _learner("dr14"),
               "exact", "private"),
        Series("ranged", "bounded range", "LinearLearner, η by bounded range, expected, exact",
               _learner("bounded-range"), "exact"),
        Series("free", "not private", "Hedge at √(2 ln K/n), not private, expected, exact", free_error,
               "exact", "nonprivate"),
        Series("one_draw", "one draw", "one exponential mechanism, same ε, exact", one_draw_error, "exact", "truth"),
        Series("best", "best literal", "best literal of all records",
               lambda s, e: (1 + census(SHUFFLE)[1].min()) / 2, "baseline"),
    ),
)
