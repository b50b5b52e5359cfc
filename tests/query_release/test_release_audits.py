"""Exact privacy of private multiplicative weights, and the same audit on copies that are broken.

Every data set of n records over a tiny universe, every neighbor, every sequence of chosen queries: no sampling, so no
chance.  A record is a cell 0..|X|-1; the relation is REPLACE_ONE, n public.
"""

import functools

import numpy as np
import pytest

from dplearn import query_release as qr
from dplearn.mechanisms import exponential_probabilities
from dplearn.privacy import Relation, all_datasets, audit

UNIT = {
    "two cells": np.eye(2),
    "a query and its negation": np.array([[1.0, 0.0, 0.25], [-1.0, 0.0, -0.25]]),
    "three cells, ties": np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 1.0]]),
    "four queries": np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0], [0.5, 0.5, 0.5]]),
}
ALL = UNIT | {
    "parity": np.array([[1.0, -1.0], [-1.0, 1.0]]),
    "signed, three cells": np.array([[1.0, -1.0, 0.0], [-1.0, 1.0, 1.0], [0.0, 0.5, -1.0]]),
}
MANY = np.vstack([[1.0, 0.0], np.tile([0.0, 1.0], (20, 1))])   # near the claim, so that little may go wrong


def by_hand(queries, n, *, epsilon_step, T, eta, claim=None, weigh=lambda q, histogram: q, select=None, width=None,
            records=None):
    """The audit of T chosen queries, with parts that can be broken."""
    width, size = np.ptp(queries, axis=1).max() if width is None else width, queries.shape[1]
    select = select or functools.partial(exponential_probabilities, epsilon=epsilon_step)

    def law(data):
        histogram, paths = np.bincount(data, minlength=size) / len(data), [(1.0, np.zeros(size))]
        for _ in range(T):
            following = []
            for chance, losses in paths:
                p = np.exp(-losses) / np.exp(-losses).sum()
                chances = select(queries @ (p - histogram), score_sensitivity=width / (records(data) if records else n))
                following += [(chance * c, losses + eta * weigh(q, histogram)) for c, q in zip(chances, queries)]
            paths = following
        return np.array([chance for chance, _ in paths])

    return audit(law, all_datasets(range(size), n), domain=range(size), relation=Relation.REPLACE_ONE,
                 epsilon=epsilon_step * T if claim is None else claim)


def package(queries, n, *, epsilon_step, T, eta, claim=None, delta=0.0):
    return qr.release_audit(queries, n=n, epsilon_step=epsilon_step, T=T, eta=eta, delta=delta,
                            epsilon=epsilon_step * T if claim is None else claim)


# ---- it is as private as it says -----------------------------------------------------------------

@pytest.mark.parametrize("n, step, T, eta", [(4, 0.2, 1, 0.5), (2, 0.8, 3, 1.0)])
@pytest.mark.parametrize("name", ALL)
def test_whole_runs(name, n, step, T, eta):
    queries, setting = ALL[name], dict(epsilon_step=step, T=T, eta=eta)
    report = package(queries, n, **setting)
    assert report.ok and report.true_epsilon > 0.35 * step * T, str(report)
    assert report.true_epsilon == pytest.approx(by_hand(queries, n, **setting).true_epsilon, rel=1e-9)
    for delta in (1e-3, 0.05):                                 # what a Release would say it has spent
        epsilon = qr.certified_epsilon(step, delta, T)
        told = package(queries, n, **setting, claim=epsilon, delta=delta).true_delta
        assert told <= (delta if epsilon < step * T else 1e-15)


@pytest.mark.parametrize("calibration", qr.CALIBRATIONS)
def test_every_calibration_keeps_its_budget(calibration, epsilon=1.0, delta=0.05):
    for name, n, T, eta in (("three cells, ties", 3, 4, 0.4), ("signed, three cells", 2, 3, 0.1)):
        step = qr.step_epsilon(epsilon, delta, T, calibration=calibration)
        report = package(ALL[name], n, epsilon_step=step, T=T, eta=eta, claim=epsilon, delta=delta)
        assert report.true_delta <= (0 if calibration == "basic" else delta) + 1e-15


# ---- broken copies -------------------------------------------------------------------------------

def peeking(errors, score_sensitivity):
    """The worst query itself."""
    return np.eye(len(errors))[qr.worst_query(errors)]


# queries, n, ε₀, T and η of the sound copy, what is broken, and how many times the claim is then passed
BROKEN = {
    "half the sensitivity": (MANY, 2, (1.0, 1, 0.5), {"width": 0.5}, 1.85),                # without the 2
    "signed queries taken for [0, 1]": (2 * MANY - 1, 1, (0.5, 1, 0.5), {"width": 1.0}, 1.8),
    "each record counted twice": (MANY, 2, (0.5, 1, 0.5), {"records": lambda data: 2 * len(data)}, 1.8),
    "a budget not divided by 3": (MANY[:6], 1, (1 / 3, 3, 0.1), {"epsilon_step": 1.0}, 2.1),
    # the loss q weighed with p*: p^t depends on the data beyond the queries chosen, and later choices show that
    "an update that reads the data": (UNIT["three cells, ties"], 4, (0.5, 3, 8.0), {"weigh": np.multiply}, 1.48),
    "the worst": (UNIT["two cells"], 2, (25.0, 2, 0.5), {"select": peeking}, np.inf),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_sound_copy_passes_and_the_broken_one_is_caught(name):
    queries, n, parts, broken, times = BROKEN[name]
    setting = dict(zip(("epsilon_step", "T", "eta"), parts))
    sound, claim = by_hand(queries, n, **setting), setting["epsilon_step"] * setting["T"]
    assert sound.ok and sound.true_epsilon == pytest.approx(package(queries, n, **setting).true_epsilon, rel=1e-9)
    report = by_hand(queries, n, **{**setting, "claim": claim, **broken})
    assert not report.ok and report.true_epsilon >= times * claim, str(report)
