"""MWEM against plain loops on the same stream, its accounting against exact density ratios."""

import itertools
import math

import numpy as np
import pytest

from dplearn.privacy import Relation, all_datasets, exact_epsilon, zcdp_rho
from dplearn.query_release import brute
from dplearn.query_release.deeper import MWEM, Marginals
from dplearn.query_release.deeper.mwem import REPLAYS

TABLES = Marginals(4, 2)


def loop_mwem(histogram, groups, run, rng, n, T):
    """The algorithm in plain loops: `groups` are arrays of query vectors that are chosen and measured together."""
    p, measured, chosen = np.full(len(histogram), 1 / len(histogram)), [], []
    for _ in range(T):
        law = brute.choice([abs(group @ (p - histogram)).sum() / 2 for group in groups],
                           run.choose.epsilon_step * n / 2)
        chosen.append(int((np.cumsum(law) <= rng.random()).sum()))
        group = groups[chosen[-1]]
        measured.append((group, np.clip(group @ histogram + rng.normal(0, run.noise_scale, len(group)), 0, 1)))
        for group, noisy in measured * REPLAYS:       # all answers are those of the p before the move
            weights = p * np.exp((noisy - group @ p) @ group)
            p = weights / weights.sum()
    return chosen, p


@pytest.mark.parametrize("seed, n", [(1, 300), (2, 5)])                     # n = 5: most of the noise is clipped
def test_against_plain_loops_on_the_same_stream(seed, n):
    groups = np.reshape([TABLES.query(i) for i in range(TABLES.n_queries)], (-1, 4, 16))
    histogram = np.random.default_rng(1).multinomial(300, np.full(16, 1 / 16)) / 300
    run = MWEM(histogram, TABLES, n=n, epsilon=2.0, delta=1e-6, T=12, rng=np.random.default_rng(seed))
    steps = list(itertools.islice(run.steps, 12))
    chosen, last = loop_mwem(histogram, groups, run, np.random.default_rng(seed), n, 12)
    assert [step.chosen for step in steps] == chosen
    np.testing.assert_allclose(steps[-1].after, last, rtol=0, atol=1e-12)


# ---- accounting -----------------------------------------------------------------------------------

def test_one_step_never_passes_its_epsilon(size=8, n=2):
    """One step from some p, all pairs of neighbors: the loss of a choice is at most its ε, and no marginal moves by
    more than √2/n, which is reached."""
    workload, choices, moves = Marginals(3, 2), [], []
    p = workload.answers(np.random.default_rng(3).dirichlet(np.ones(size)))
    step = MWEM(np.eye(size)[0], workload, n=n, epsilon=1.3, delta=1e-3, T=1,
                rng=np.random.default_rng(0)).choose.epsilon_step
    for records, cell in itertools.product(all_datasets(range(size), n), range(size)):
        pair = (np.bincount(r, minlength=size) / n for r in (records, (cell, *records[1:])))
        x, y = ((workload.answers(h) - p).reshape(-1, 4) for h in pair)
        choices.append(exact_epsilon(*(brute.choice(np.abs(z).sum(axis=1) / 2, step * n / 2) for z in (x, y))))
        moves.append(np.linalg.norm(x - y, axis=1).max())
    assert 0.4 * step < max(choices) <= step and max(moves) == pytest.approx(math.sqrt(2) / n)


def test_the_budget_is_spent_and_not_passed():
    for epsilon, T in ((0.1, 1), (20.0, 7)):
        run = MWEM(np.full(16, 1 / 16), TABLES, n=50, epsilon=epsilon, delta=1e-6, T=T, rng=np.random.default_rng(0))
        halves = run.choose.epsilon_step**2 / 8, (math.sqrt(2) / (50 * run.noise_scale)) ** 2 / 2
        assert halves == pytest.approx([zcdp_rho(epsilon, 1e-6) / (2 * T)] * 2, rel=1e-12)
        list(itertools.islice(run.steps, T))
        assert epsilon * (1 - 1e-12) <= run.spent.epsilon <= epsilon
        assert run.spent.delta == 1e-6 and run.spent.relation is Relation.REPLACE_ONE
