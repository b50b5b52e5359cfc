"""What a budget buys, against products over all answers and an asker who adapts;
the server that keeps to it.
"""

import copy
import pickle
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from dplearn.prediction import ADAPTIVE_COMPOSITIONS, PredictionServer, answers_bought, brute
from dplearn.prediction.deeper import answer_epsilon
from dplearn.privacy import BudgetSpent


def answer_laws(r, step):
    """(P[label] with v votes, with v - 1) for v = 1 .. r and both labels, from the definition."""
    one = [brute.coin(v, r, step / 2) for v in range(r + 1)]
    return [pair for a, b in zip(one[1:], one) for pair in ((a, b), (b, a))]


def certified(epsilon, delta, step, k, composition):
    return answers_bought(epsilon, delta, step, composition=composition) >= k


@pytest.mark.parametrize("composition", ADAPTIVE_COMPOSITIONS)
def test_no_account_sells_what_an_asker_can_pass(composition, r=5, step=1.0, k=3):
    """The worst over all strategies."""
    for epsilon in np.array([0.2, 0.6]) * k * step:
        true = brute.worst_asker(answer_laws(r, step), k, epsilon)[1] * (1 - 1e-6)
        assert true > 0 and not certified(epsilon, 0.0 if composition == "basic" else true, step, k, composition)


@pytest.mark.parametrize("composition", ADAPTIVE_COMPOSITIONS)
def test_bought_and_price_are_inverse(composition):
    totals = np.geomspace(0.05, 50, 9)
    for step, delta in ((0.01, 1e-12), (2.0, 1e-2)):
        k = answers_bought(totals, delta, step, composition=composition)
        some = (k > 0) & (k < 10**7)
        price, more = (answer_epsilon(totals[some], delta, k[some] + j, composition=composition) for j in (0, 1))
        assert (price >= step * (1 - 1e-6)).all() and (more < step * (1 + 1e-6)).all()


# ---- the server ------------------------------------------------------------------------------------------


def server(law=lambda x: 0.5, **options):
    return PredictionServer(law, **dict(epsilon_answer=0.1, epsilon_total=1.0, delta=1e-6, composition="bounded-range",
                                        rng=np.random.default_rng(0)) | options)


def test_it_answers_what_was_bought_and_refuses_the_next():
    rng = np.random.default_rng(1)
    s = server(rng=rng)
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


def test_an_interrupted_call_has_been_charged():
    def law(x):
        if x is None:
            raise KeyboardInterrupt
        return x

    s = server(law, epsilon_answer=0.5, delta=0.0, composition="basic")
    for question, error in ((None, KeyboardInterrupt), (1.5, ValueError), (0.5, BudgetSpent)):
        with pytest.raises(error):
            s.predict(question)
    assert s.answered == 2 and s.spent.epsilon == 1.0 and s.guarantee.delta == 0


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

    s = Slow(lambda x: 0.5, epsilon_answer=1.0, epsilon_total=3.0, delta=0.0, composition="basic",
             rng=np.random.default_rng(0))
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(s.predict, 0) for _ in range(24)]
    assert [a.exception() is None for a in asked].count(True) == s.answered == s.answers == 3
