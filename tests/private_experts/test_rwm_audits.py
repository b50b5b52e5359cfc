"""Exact privacy of randomized weighted majority, and the same audit on copies that are broken.

Every loss matrix over the rows listed, every neighbor that differs in one round, every sequence of actions: no
sampling, so no chance.  A record is a round's row of losses; the relation is ONE_ROUND.
"""

import functools
import itertools

import numpy as np
import pytest

from dplearn.experts import follow_the_leader, hedge_probabilities, uniform
from dplearn.privacy import Relation, all_datasets, audit

BITS, HALVES, SIGNS = (0.0, 1.0), (0.0, 0.5, 1.0), (-1.0, 1.0)
CASES = {"K=2, T=4": (2, BITS, 4), "K=4, T=2": (4, BITS, 2), "K=2, T=3, halves": (2, HALVES, 3)}


def rows_of(n_experts, values):
    return list(itertools.product(values, repeat=n_experts))


def sequence_law(laws):
    """The law of all actions together, one entry for each sequence."""
    whole = np.ones(1)
    for law in laws:
        whole = np.outer(whole, law).ravel()
    return whole


@functools.cache  # one law is audited under several claims
def rwm(eta, loss_range=1.0):
    return functools.cache(lambda data: sequence_law(hedge_probabilities(np.array(data), eta=eta,
                                                                         loss_range=loss_range)))


def run(law, case, epsilon, delta=0.0):
    n_experts, values, T = case
    rows = rows_of(n_experts, values)
    return audit(law, all_datasets(rows, T, ordered=True), domain=rows, relation=Relation.ONE_ROUND, epsilon=epsilon,
                 delta=delta)


@pytest.mark.parametrize("eta", [0.1, 1.0])
@pytest.mark.parametrize("name", CASES)
def test_basic_composition_holds(name, eta):
    n_experts, values, T = CASES[name]
    report = run(rwm(eta), CASES[name], 2 * eta * (T - 1))
    assert report.ok and report.true_epsilon >= eta * (T - 1), str(report)   # and not so private as to be empty
    assert report.n_datasets == len(values) ** (n_experts * T) and report.n_pairs > 1000 * (T > 2)


@pytest.mark.parametrize("case, width", [((2, HALVES, 2), 1.0), ((2, SIGNS, 3), 2.0)])
def test_each_action_has_bounded_range(case, width):
    (n_experts, values, T), eta = case, 0.7
    rows, largest = rows_of(n_experts, values), 0.0
    for data in all_datasets(rows, T, ordered=True):
        here = np.log(hedge_probabilities(np.array(data), eta=eta, loss_range=width))
        for t, row in itertools.product(range(T), rows):
            other = np.array(data[:t] + (row,) + data[t + 1 :])
            loss = here - np.log(hedge_probabilities(other, eta=eta, loss_range=width))
            assert np.abs(loss[: t + 1]).max() == 0          # the day itself does not move its own action
            largest = max(largest, np.ptp(loss, axis=1).max())
    assert largest == pytest.approx(2 * eta * width, rel=1e-12)  # 2η-bounded range (losses ±1: 4η), tight


# ---- broken copies --------------------------------------------------------------------------------

def sees_today(eta):
    def law(data):   # the row of round t is used before the action of round t
        losses = np.array(data)
        return sequence_law(hedge_probabilities(np.concatenate([losses, losses[-1:]]), eta=eta)[1:])
    return law


def releases_weights(eta, case):
    n_experts, values, T = case
    index = {}
    for data in all_datasets(rows_of(n_experts, values), T, ordered=True):
        index.setdefault(tuple(np.sum(data, axis=0)), len(index))

    def law(data):   # the final weights e^{-η L_i}: a function of the data
        return np.eye(len(index))[index[tuple(np.sum(data, axis=0))]]
    return law


def leader(data):
    return sequence_law(follow_the_leader(np.array(data)))


def test_seeing_today_is_caught():
    for eta in (0.1, 1.0):
        case = (2, BITS, 2)
        assert run(rwm(eta), case, 2 * eta).ok
        assert not run(sees_today(eta), case, 2 * eta).ok
        assert run(rwm(eta), (2, BITS, 1), 0.0).ok and not run(sees_today(eta), (2, BITS, 1), 0.0).ok


@pytest.mark.parametrize("name", ["K=2, T=4", "K=2, T=3, halves"])
def test_twice_the_rate_is_caught(name):
    T = CASES[name][2]
    for eta in (0.1, 0.5):
        assert not run(rwm(2 * eta), CASES[name], 2 * eta * (T - 1)).ok


@pytest.mark.parametrize("name", CASES)
def test_weights_and_leaders_have_no_privacy(name):
    for law in (releases_weights(0.1, CASES[name]), leader):
        report = run(law, CASES[name], 50.0)
        assert not report.ok and report.true_epsilon == np.inf
    blind = run(lambda data: sequence_law(uniform(np.array(data))), CASES[name], 0.0)
    assert blind.ok and blind.true_epsilon == 0
