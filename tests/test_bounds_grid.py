"""exact <= sharpened <= printed, at settings that nobody chose: seeded draws over the whole range of every parameter.

The mirrors test_occam.py and test_private_pac.py check the same order on regular grids; here the settings are drawn
(log-uniformly), sample sizes are held to the same order as probabilities, and LN's Theorem 1 and the agnostic gap come in.
Each test counts its settings and says how many (`pytest -rP` shows it).

Where the order has a limit: LN's Theorem 1 prints e^(-αn/2), which is at least |C| e^(-αn) exactly from n = 2 ln|C|/α on;
below, |C| e^(-αn) is the larger one, and `theorem1_bound` refuses to answer.  The private learner's one-line bound
is never above the printed one: no corner is left out here.  The second form of DR14's Theorem 11.3 needs ε² <= 32 L ln K,
and its learning rate is private for ε <= 48 L; beyond, both functions refuse.
"""

import numpy as np
import pytest

from dplearn import experts, pac, private_experts, private_pac
from dplearn.pac import occam
from dplearn.private_pac import agnostic as private_agnostic

SETTINGS = 600
ROUNDING = 1e-9  # relative: the stated accuracy of the exact values


def log_uniform(rng, low, high):
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def in_order(values, where):
    """Each value at most the next one, up to rounding."""
    for small, large in zip(values, values[1:]):
        assert small <= large * (1 + ROUNDING), (values, where)


def said(count, what):
    print(f"{count} settings: {what}")
    assert count >= 500


def private_settings(seed, count, least_alpha=1e-3, least_epsilon=0.01):
    """(|C|, α, ε, n, β), n within a factor 20 of where the bounds say something."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        size, alpha, epsilon = int(log_uniform(rng, 2, 2**40)), log_uniform(rng, least_alpha, 0.99), log_uniform(rng, least_epsilon, 30)
        turn = np.log(size) / (alpha * -np.expm1(-epsilon / 2))
        yield size, alpha, epsilon, max(1, int(turn * log_uniform(rng, 0.05, 20))), log_uniform(rng, 1e-9, 0.9)


def occam_settings(seed, count):
    """World, α, its class size, and sample sizes: one, several around the drop, one far beyond."""
    rng = np.random.default_rng(seed)
    makers = (occam.conjunction_world, occam.threshold_world, occam.point_world, occam.parity_world)
    for i in range(count):
        make = makers[i % 4]
        alpha = log_uniform(rng, 1e-3, 0.49 if make in (occam.parity_world, occam.threshold_world) else 0.9)
        world = make(int(rng.integers(2, 13)), alpha)
        yield world, alpha, world.concept_class.n_hypotheses, np.array([int(log_uniform(rng, 1, 60 / alpha)) for _ in range(3)])


def test_private_learner_in_the_point_world():
    count, closest = 0, 0.0
    for size, alpha, epsilon, n, _ in private_settings(1, SETTINGS):
        chain = [private_pac.point_world_failure(size, alpha, epsilon, n),
                 private_pac.private_occam_bound_sharp(size, alpha, epsilon, n, form="power"),
                 private_pac.private_occam_bound_sharp(size, alpha, epsilon, n)]
        in_order([0.0, chain[0], 1.0], (size, alpha, epsilon, n))
        for form in ("printed", "chernoff"):
            in_order([*chain, private_pac.private_occam_bound(size, alpha, epsilon, n, form=form)], (size, alpha, epsilon, n))
        count += 1
        if chain[1] < 1:
            closest = max(closest, chain[0] / max(chain[1], 1e-300))
    # The order means something: where the sharpened bound speaks, the exact value comes close to it.
    assert closest > 0.5
    said(count, f"point world <= power <= one line <= both printed forms; the exact value reaches {closest:.3f} of the bound")


def test_private_sample_sizes():
    count = 0
    for size, alpha, epsilon, _, beta in private_settings(2, 520, least_alpha=0.02, least_epsilon=0.1):
        needed = private_pac.point_world_sample_size(size, alpha, epsilon, beta)
        chain = [needed, private_pac.private_occam_sample_size_sharp(size, alpha, epsilon, beta, form="power"),
                 private_pac.private_occam_sample_size_sharp(size, alpha, epsilon, beta)]
        for form in ("printed", "chernoff"):
            in_order([*chain, private_pac.private_occam_sample_size(size, alpha, epsilon, beta, form=form)], (size, alpha, epsilon, beta))
        # LN's size without β promises failure <= 1/|C| + |C|^-3 (below one from |C| = 2 on).
        promised = 1 / size + size**-3.0
        in_order([private_pac.private_occam_sample_size_sharp(size, alpha, epsilon, promised),
                  private_pac.private_occam_sample_size(size, alpha, epsilon)], (size, alpha, epsilon))
        count += 1
    said(count, "sample sizes, point world <= power <= one line <= both printed forms, and LN's size without β")


def test_occam_worlds_and_theorem_1():
    count = 0
    for world, alpha, size, n_values in occam_settings(3, 300):
        exact = occam.exact_failure(world, alpha, n_values)
        for n, failure in zip(n_values, exact):
            chain = [0.0, failure, pac.occam_bound.sharp(size, alpha, n), pac.occam_bound(size, alpha, n)]
            in_order(chain, (world.name, size, n))
            count += 1
        least = pac.theorem1_sample_size(size, alpha)
        for n in (least, least + 1, 3 * least):
            chain = [occam.exact_failure(world, alpha, n)[0], pac.occam_bound.sharp(size, alpha, n),
                     pac.occam_bound(size, alpha, n), pac.theorem1_bound(size, alpha, n), 1 / size]
            in_order(chain, (world.name, size, n))
            count += 1
        # Below its hypothesis Theorem 1 is silent, and with reason: the sharper form would be the larger one.
        below = int(2 * np.log(size) / alpha) - 1
        if below >= 1:
            assert pac.occam_bound(size, alpha, below) > np.exp(-alpha * below / 2)
            with pytest.raises(ValueError, match="n must"):
                pac.theorem1_bound(size, alpha, below)
    said(count, "four worlds, exact <= |C| (1 - α)^n <= |C| e^(-αn) <= Theorem 1 where it speaks")


def test_occam_sample_sizes():
    """The least n at which the exact failure is at most β, by doubling and bisection, against the three sizes."""
    count = 0
    rng = np.random.default_rng(4)
    for world, alpha, size, _ in occam_settings(5, 520):
        beta = log_uniform(rng, 1e-6, 0.9)
        power, exponential = (pac.occam_sample_size(size, alpha, beta, form=form) for form in ("power", "exponential"))
        assert occam.exact_failure(world, alpha, power)[0] <= beta * (1 + ROUNDING)
        low, high = 0, power
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if occam.exact_failure(world, alpha, middle)[0] <= beta else (middle, high)
        in_order([high, power, exponential], (world.name, beta))
        # Sufficient for every consistent learner, so at least what the hardest world needs.
        assert high <= pac.vc_sample_size(world.concept_class.vc_dim, alpha, beta)
        count += 1
    said(count, "sample sizes, exact <= (1 - α)-form <= e^(-α)-form, and exact <= VC")


def test_agnostic_gap_of_the_exponential_mechanism():
    """Expected mistakes beyond the best one: exact from the law, against the tight and the entropy bound."""
    rng, count, closest = np.random.default_rng(6), 0, 0.0
    for _ in range(SETTINGS):
        size, n, epsilon = int(rng.integers(2, 200)), int(log_uniform(rng, 1, 10**5)), log_uniform(rng, 1e-3, 20)
        if count % 2:
            mistakes = rng.integers(0, n + 1, size)
        else:  # one hypothesis best, all others equally bad: near the worst case
            # what is near 2 ln|C|/ε mistakes more hurts most
            gap = min(n, 1 + int(2 * np.log(size) / epsilon * rng.uniform(0, 2)))
            mistakes = np.append(np.full(size - 1, gap), 0)
        law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=epsilon)
        exact = float(law @ (mistakes - mistakes.min())) / n
        tight = private_agnostic.expected_gap_tight(size, epsilon, n)
        in_order([exact, tight, private_agnostic.expected_gap_bound(size, epsilon, n)], (size, n, epsilon))
        closest, count = max(closest, exact / tight), count + 1
    assert closest > 0.99  # the bound called tight is
    said(count, f"exact gap <= tight <= 2 ln|C|/(εn); the exact gap reaches {closest:.4f} of the tight bound")


def budgets(seed, count, least_delta=1e-30):
    """(T, K, ε, δ), log-uniform."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        yield int(log_uniform(rng, 2, 10**5)), int(log_uniform(rng, 2, 1000)), log_uniform(rng, 1e-3, 100), log_uniform(rng, least_delta, 0.9)


def test_regret_at_the_printed_private_rate():
    """Exact regret against every opponent <= Hoeffding's bound at that rate <= both forms of Theorem 11.3."""
    count, second, closest = 0, 0, 0.0
    for T, K, epsilon, delta in budgets(7, 130):
        eta = private_experts.dr14_printed_eta(epsilon, delta, T)
        sharp, first = experts.regret_bound_sharp(T, K, eta), private_experts.private_regret_bound(T, K, epsilon, delta)
        for name in experts.OPPONENTS:
            exact = float(experts.regret_at(name, T, K, eta))
            in_order([exact, sharp, first], (name, T, K, epsilon, delta))
            closest, count = max(closest, exact / sharp), count + 1
        if epsilon**2 <= -32 * np.log(delta) * np.log(K):
            in_order([first, private_experts.private_regret_bound(T, K, epsilon, delta, form="second")], (T, K, epsilon, delta))
            in_order([experts.regret_bound(T, K), first], (T, K, epsilon, delta))    # privacy costs, or nothing at best
            second += 1
        else:
            with pytest.raises(ValueError, match="epsilon must"):
                private_experts.private_regret_bound(T, K, epsilon, delta, form="second")
    assert closest > 0.9 and 50 < second < 130
    said(count, f"exact regret <= sharp <= printed at DR14's rate, {second} with the second form; it reaches {closest:.3f} of the sharp bound")


def test_regret_at_the_rates_of_all_analyses():
    """Exact regret at each permitted rate <= its bound, and a better analysis has the smaller bound."""
    count, refused = 0, 0
    for T, K, epsilon, delta in [*budgets(8, 70), *budgets(11, 80, least_delta=0.3)]:
        bounds = {}
        for analysis in private_experts.ANALYSES:
            if analysis == "dr14" and epsilon > -48 * np.log(delta):
                with pytest.raises(ValueError, match="epsilon must"):
                    private_experts.private_rate(T, K, epsilon, delta, analysis=analysis)
                refused += 1
                continue
            eta = private_experts.private_rate(T, K, epsilon, delta, analysis=analysis)
            bounds[analysis] = private_experts.private_regret_bound_sharp(T, K, epsilon, delta, analysis=analysis)
            worst = max(float(experts.regret_at(name, T, K, eta)) for name in ("worst", "steady", "drifting"))
            in_order([worst, bounds[analysis], experts.regret_bound(T, K, eta)], (analysis, T, K, epsilon, delta))
            in_order([experts.regret_bound_sharp(T, K), bounds[analysis]], (analysis, T, K, epsilon, delta))   # the price is >= 1
            count += 1
        for better, worse in (("bounded-range-optimal", "bounded-range"), ("bounded-range-optimal", "kov"), ("kov", "drv"), ("kov", "basic"),
                              ("bounded-range", "dr14")):
            if worse in bounds:  # solved rates are low by 1e-7
                assert bounds[better] <= bounds[worse] * (1 + 1e-6), (better, worse, T, K, epsilon, delta)
    assert refused >= 3
    said(count, "exact regret <= Hoeffding <= DR14, Theorem 11.1, at the rates of six analyses, and the analyses in order")


def test_excess_risk_of_the_linear_learner():
    """Exact expected excess risk <= bound in expectation <= with probability 1 - β, as one martingale <= as three events."""
    rng, count = np.random.default_rng(9), 0
    for _, d, epsilon, delta in budgets(10, 45):
        epsilon, gap, beta = min(epsilon, 30, -8 * np.log(delta)), log_uniform(rng, 0.01, 0.9), log_uniform(rng, 1e-6, 0.9)
        n = np.unique([int(log_uniform(rng, 2, 10**5)) for _ in range(5)])
        for analysis in ("dr14", "bounded-range", "bounded-range-optimal"):
            eta = private_experts.linear_eta(n, epsilon, delta, analysis=analysis)
            if (eta * np.sqrt(n) > 4).any():
                continue
            exact = private_experts.expected_excess_risk(n, d, gap, eta) - 1e-5 * gap  # its stated error
            one, three = (private_experts.excess_risk_bound(n, d, epsilon, delta, beta, analysis=analysis, deviation=v)
                          for v in ("one-martingale", "three-events"))
            for values in zip(n, exact, private_experts.excess_risk_bound(n, d, epsilon, delta, analysis=analysis), one, three):
                in_order(values[1:], (analysis, values[0], d, epsilon, delta, gap))
                count += 1
    said(count, "excess risk of LinearLearner, exact <= in expectation <= one martingale <= three events")


def test_the_order_can_fail():
    """A bound with half its exponent's promise, or for half the class, is seen to be no bound."""
    with pytest.raises(AssertionError):
        for world, alpha, size, n_values in occam_settings(3, 40):
            for n, failure in zip(n_values, occam.exact_failure(world, alpha, n_values)):
                in_order([failure, pac.occam_bound(size, alpha, n) ** 2], (world.name, n))
    with pytest.raises(AssertionError):
        for size, alpha, epsilon, n, _ in private_settings(1, 100):
            in_order([private_pac.point_world_failure(size, alpha, epsilon, n),
                      min(1.0, private_pac.private_occam_bound_sharp(size, alpha, 2 * epsilon, n))], (size, n))
    with pytest.raises(AssertionError):
        for T, K, epsilon, delta in budgets(7, 40):
            eta = private_experts.dr14_printed_eta(epsilon, delta, T)
            in_order([float(experts.regret_at("worst", T, K, eta)), 0.8 * experts.regret_bound_sharp(T, K, eta)], (T, K, epsilon, delta))
