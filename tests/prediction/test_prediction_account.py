"""What a budget buys, against products over all answers, dp-accounting and an asker who adapts; the server that keeps to it."""

import copy
import itertools
import pickle
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from dp_accounting.pld import privacy_loss_distribution
from scipy import stats

from dplearn import prediction
from dplearn.prediction import ADAPTIVE_COMPOSITIONS, COMPOSITIONS, PredictionServer, answer_epsilon, answers_bought
from dplearn.privacy import BudgetSpent, hockey_stick

PARTS = [1, 2, 5, 8]


# ---- oracles: plain products and recursions over the votes ------------------------------------------------

def answer_laws(r, step):
    """[(P[1] with v votes, P[1] with v - 1)] for v = 1 .. r, from the definition."""
    weight = lambda v: np.exp(step * v / 2) / (np.exp(step * v / 2) + np.exp(step * (r - v) / 2))
    return [(weight(v), weight(v - 1)) for v in range(1, r + 1)]


def product_delta(pairs, epsilon):
    """The hockey-stick divergence, the larger way round, of the answers to fixed questions: all 2^k sequences."""
    p = q = np.ones(1)
    for a, b in pairs:
        p, q = np.outer(p, [1 - a, a]).ravel(), np.outer(q, [1 - b, b]).ravel()
    return max(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon))


def worst_fixed(r, step, k, epsilon):
    """The worst over all ways to fix k questions: how the votes stand, and which of the two labels the record speaks for."""
    both = answer_laws(r, step) + [(b, a) for a, b in answer_laws(r, step)]
    return max(product_delta(pairs, epsilon) for pairs in itertools.combinations_with_replacement(both, k))


def worst_adaptive(r, step, k, epsilon):
    """The worst over all strategies: p, q are the chances of the answers so far on the two data sets."""
    laws = answer_laws(r, step)

    def best(p, q, left):
        if left == 0:
            return max(0.0, p - np.exp(epsilon) * q)
        return max(best(p * a, q * b, left - 1) + best(p * (1 - a), q * (1 - b), left - 1)
                   for a, b in laws + [(b, a) for a, b in laws])

    return best(1.0, 1.0, k)


def certified(epsilon, delta, step, k, composition):
    return answers_bought(epsilon, delta, step, composition=composition) >= k


# ---- the accounts ------------------------------------------------------------------------------------

@pytest.mark.parametrize("composition", COMPOSITIONS)
@pytest.mark.parametrize("r", PARTS)
def test_no_account_sells_what_the_product_does_not_allow(composition, r):
    for step, k in itertools.product((0.3, 1.0), (1, 2, 3)):
        for epsilon in np.array([0.3, 0.6, 0.95]) * k * step:
            true = worst_fixed(r, step, k, epsilon)
            if composition == "basic":
                assert not certified(epsilon, 0.0, step, k, composition)          # ε < kε₀
            elif true > 0:
                assert not certified(epsilon, true * (1 - 1e-6), step, k, composition), (step, k, epsilon)


@pytest.mark.parametrize("k", [4, 7, 10])
def test_ten_answers_to_the_worst_fixed_question(k):
    # one question asked k times, at every vote: the binomial sums of `exact` against all 2^k sequences
    for step, r in ((0.5, 9), (1.0, 30)):
        for epsilon in np.array([0.1, 0.4, 0.7]) * k * step:
            true = max(product_delta([pair] * k, epsilon) for pair in answer_laws(r, step))
            assert not certified(epsilon, true * (1 - 1e-6), step, k, "exact")
            # the votes leave gaps between the t's; "exact" takes the worst t of all
            logits = np.linspace(-3, 3 + step, 200)
            worst = max(product_delta([(1 / (1 + np.exp(-a)), 1 / (1 + np.exp(step - a)))] * k, epsilon) for a in logits)
            assert certified(epsilon, worst * 1.01, step, k, "exact")
            assert not certified(epsilon, worst * (1 - 1e-6), step, k, "exact")


@pytest.mark.parametrize("composition", [c for c in ADAPTIVE_COMPOSITIONS if c != "basic"])
@pytest.mark.parametrize("r, step, k", [(5, 1.0, 3), (9, 0.5, 3), (2, 2.0, 4)])
def test_who_adapts_gets_no_more_than_the_account_says(composition, r, step, k):
    for epsilon in np.array([0.2, 1 / 3, 0.5, 0.6]) * k * step:
        true = worst_adaptive(r, step, k, epsilon)
        assert true > 0 and not certified(epsilon, true * (1 - 1e-6), step, k, composition)


def test_exact_is_passed_by_who_adapts():
    # the numbers of the module's note: five parts, three answers of ε₀ = 1
    adaptive, fixed = worst_adaptive(5, 1.0, 3, 1.0), worst_fixed(5, 1.0, 3, 1.0)
    assert round(adaptive, 4) == 0.0977 and round(fixed, 4) == 0.0949
    assert certified(1.0, 0.096, 1.0, 3, "exact")              # and yet the adaptive δ is above 0.096
    for composition in ADAPTIVE_COMPOSITIONS:
        assert not certified(1.0, 0.096, 1.0, 3, composition)
    assert "exact" not in ADAPTIVE_COMPOSITIONS


@pytest.mark.parametrize("step, epsilon, delta", [(0.1, 1.0, 1e-6), (0.02, 0.5, 1e-8), (1.0, 8.0, 1e-4)])
def test_optimal_against_dp_accounting(step, epsilon, delta):
    # randomized response with log-ratio ±ε₀ is the worst ε₀-DP answer; Google's accountant rounds losses up to a grid
    k = answers_bought(epsilon, delta, step, composition="optimal")
    one = privacy_loss_distribution.from_randomized_response(2 / (1 + np.exp(step)), 2, value_discretization_interval=1e-5)
    assert one.self_compose(k).get_delta_for_epsilon(epsilon) <= delta * 1.05      # rounded up
    assert one.self_compose(k + 1).get_delta_for_epsilon(epsilon) > delta


@pytest.mark.parametrize("composition", COMPOSITIONS)
def test_bought_and_price_are_inverse(composition):
    totals = np.geomspace(0.05, 50, 25)
    for step, delta in itertools.product((0.01, 0.3, 2.0), (1e-12, 1e-6, 1e-2)):
        k = answers_bought(totals, delta, step, composition=composition)
        assert (np.diff(k) >= 0).all() and k.dtype == np.int64
        some = (k > 0) & (k < 10**7)
        price = answer_epsilon(totals[some], delta, k[some], composition=composition)
        more = answer_epsilon(totals[some], delta, k[some] + 1, composition=composition)
        assert (price >= step * (1 - 1e-6)).all() and (more < step * (1 + 1e-6)).all()
        assert k[0] == answers_bought(totals[0], delta, step, composition=composition)


def test_a_coin_of_an_average_has_no_bounded_range():
    """Ten answers of the clipped average, one part: δ at ε is above what "bounded-range" promises, not above "optimal"."""
    alpha, k = 0.8, 10
    chance, step = prediction.clipped_average_probability([0, 1], 1, alpha=alpha), prediction.clipped_average_epsilon(1, alpha)
    ones = np.arange(k + 1)
    laws = [stats.binom.pmf(ones, k, c) for c in chance]
    for composition in ("optimal", "bounded-range"):
        total = 2.0
        delta = hockey_stick(*laws, total) * (1 - 1e-6)
        assert (answers_bought(total, delta, step, composition=composition) < k) == (composition == "optimal")


def test_by_hand_and_in_order():
    assert answers_bought(1.0, 0.0, 0.1, composition="basic") == 10 == answers_bought(0.3, 0.0, 0.03, composition="basic")
    assert answers_bought(0.05, 1e-6, 0.1, composition="basic") == 0
    assert answers_bought(200.0, 1e-6, 1e-6) == 10**7
    rho = (np.sqrt(-np.log(1e-6) + 1) - np.sqrt(-np.log(1e-6))) ** 2
    assert answers_bought(1.0, 1e-6, 0.01) == int(8 * rho / 0.01**2)
    for step in (0.01, 0.03):      # many answers: each account buys at least what the one before it buys
        bought = [answers_bought(2.0, 1e-6, step, composition=c) for c in COMPOSITIONS]
        assert bought == sorted(bought) and bought[0] < bought[-1] / 3
    assert answers_bought(1.0, 1e-6, 0.5, composition="advanced") < answers_bought(1.0, 1e-6, 0.5, composition="basic")


# ---- the server ------------------------------------------------------------------------------------------

RULES = [lambda x: x > 1, lambda x: x > 2, lambda x: True]


def server(rng=None, **options):
    options = dict(epsilon_answer=0.1, epsilon_total=1.0, delta=1e-6) | options
    return PredictionServer.of_parts(RULES, rng=np.random.default_rng(0) if rng is None else rng, **options)


def test_it_answers_what_was_bought_and_refuses_the_next():
    rng = np.random.default_rng(1)
    s = server(rng)
    assert s.answers == answers_bought(1.0, 1e-6, 0.1) == 13
    for i in range(13):
        assert s.answers_left == 13 - i
        assert s.spent.epsilon == pytest.approx(min(0.1 * i, 1.0)) and s.spent.delta == (0 if i < 10 else 1e-6)
        assert s.predict(1.5) in (0, 1)
    before, state = vars(s).copy(), rng.bit_generator.state
    for _ in range(3):
        with pytest.raises(BudgetSpent, match="all 13 answers that ε = 1 and δ = 1e-06 pay for"):
            s.predict(0.0)
    assert vars(s) == before and rng.bit_generator.state == state and s.spent == s.guarantee
    assert str(s).startswith("13 of 13 answers given; spent ε = 1, δ = 1e-06")


def test_answers_follow_the_soft_majority():
    runs = 20_000
    s = server(epsilon_answer=1.0, epsilon_total=200.0, delta=1e-6)
    asked = [s.predict(1.5) for _ in range(min(runs, s.answers))]
    big = server(epsilon_answer=1.0, epsilon_total=200.0, delta=1e-6, rng=np.random.default_rng(2))
    assert s.answers == big.answers and s.answered == len(asked)
    p = prediction.soft_majority_probability(2, 3, epsilon=1.0)
    # Hoeffding, false alarm 1e-6
    assert abs(np.mean(asked) - p) <= np.sqrt(np.log(2e6) / (2 * len(asked)))
    three = PredictionServer(lambda x: [0.2, 0.3, 0.5], epsilon_answer=0.01, epsilon_total=10.0, delta=1e-6,
                             composition="optimal", rng=np.random.default_rng(3))
    drawn = np.bincount([three.predict(None) for _ in range(runs)], minlength=3) / runs
    assert np.abs(drawn - [0.2, 0.3, 0.5]).max() <= np.sqrt(np.log(6e6) / (2 * runs))    # three outcomes, 1e-6


def test_an_interrupted_call_has_been_charged():
    def law(x):
        if x is None:
            raise KeyboardInterrupt
        return x

    s = PredictionServer(law, epsilon_answer=0.5, epsilon_total=1.0, delta=0.0, composition="basic", rng=np.random.default_rng(0))
    with pytest.raises(KeyboardInterrupt):
        s.predict(None)
    assert s.answered == 1 and s.spent.epsilon == 0.5 and s.guarantee.delta == 0
    with pytest.raises(ValueError, match="law"):
        s.predict(1.5)
    with pytest.raises(BudgetSpent):
        s.predict(0.5)


def test_a_budget_is_not_doubled_by_a_copy():
    for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="spent twice"):
            duplicate(server())


def test_two_threads_do_not_both_take_the_last_answer():
    class Slow(PredictionServer):
        @property
        def answers_left(self):
            left = super().answers_left
            time.sleep(0.002)            # another thread's turn
            return left

    s = Slow(lambda x: 0.5, epsilon_answer=1.0, epsilon_total=3.0, delta=0.0, composition="basic", rng=np.random.default_rng(0))
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(s.predict, 0) for _ in range(24)]
    assert [a.exception() is None for a in asked].count(True) == s.answered == s.answers == 3


def test_bad_input():
    def of_parts(rules):
        return PredictionServer.of_parts(rules, epsilon_answer=0.1, epsilon_total=1.0, delta=1e-6, rng=np.random.default_rng(0))

    for call in [lambda: answers_bought(1.0, 1e-6, 0.0), lambda: answers_bought(0.0, 1e-6, 0.1),
                 lambda: answers_bought(1.0, 1.0, 0.1), lambda: answers_bought(1.0, 0.0, 0.1),
                 lambda: answers_bought(1.0, 1e-6, np.nan), lambda: answers_bought(1.0, 1e-6, 0.1, composition="best"),
                 lambda: answers_bought([1.0, 2], 1e-6, [0.1] * 3), lambda: answer_epsilon(1.0, 1e-6, 0),
                 lambda: answer_epsilon(1.0, 1e-6, 1.5), lambda: answer_epsilon(-1.0, 1e-6, 3),
                 lambda: server(composition="exact"), lambda: server(epsilon_answer=2.0), lambda: server(delta=0.0),
                 lambda: of_parts([]), lambda: of_parts([3]), lambda: server(rng=3), lambda: server(epsilon_total=np.inf)]:
        with pytest.raises(ValueError):
            call()
    assert server(delta=0.0, composition="basic").answers == 10
