"""Final project: the grader's own laws and bounds, against loops, runs of the programs, and by hand."""

import handed
import numpy as np
import pytest

from assignments.checks import a8, a8_neighbors
from assignments.grading.assignment import Assignment, assignments
from assignments.grading.question import Wrong
from dplearn import privacy

A8 = next(a for a in assignments() if a.short == "a8")
CLASSES = ("open", "c1", "c2", "k6")
RELATIONS = (privacy.Relation.REPLACE_ONE, privacy.Relation.ADD_REMOVE)


def loss(task, people, values, width):
    """What each answer loses, person by person."""
    def off(v):
        below, above = sum(x < v for x in people), sum(x > v for x in people)
        return {"median": max(below, above), "split": abs(len(people) - 2 * below),
                "window": -sum(v <= x < v + width for x in people)}[task]

    each = [off(v) for v in range(values - (width - 1) * (task == "window"))]
    return np.array(each) - min(each)


@pytest.mark.parametrize("task", ["median", "split", "window"])
@pytest.mark.parametrize("relation", RELATIONS)
def test_losses_and_how_far_neighbors_part(task, relation):
    case, parted = Assignment(A8.name, "open").case("somebody"), 0
    for n in range(1, 5):
        for x, y in privacy.neighboring_pairs(privacy.all_datasets(range(5), n), range(5), relation, min_records=1):
            changes = loss(task, x, 5, case.WIDTH) - loss(task, y, 5, case.WIDTH)
            assert case.losses(task, np.bincount(x, minlength=5)) == pytest.approx(loss(task, x, 5, case.WIDTH))
            parted = max(parted, np.ptp(changes))
    assert parted == span(task, relation)


def span(task, relation):
    """The length of the interval in which all changes of losses between neighbors lie."""
    return (2 if task == "split" else 1) * (2 if relation is privacy.Relation.REPLACE_ONE else 1)


@pytest.mark.parametrize("klass", CLASSES)
def test_the_panel(klass):
    """2,000 runs of each program against its law (false alarm 5e-8 each), and the verdicts by hand."""
    case, rng = Assignment(A8.name, klass).case("somebody"), np.random.default_rng(8)
    for data in ((0, 1, 2), (2, 2, 1, 3)):
        for name, law in a8.panel_laws(case, data).items():
            places = {output if law.ndim > 1 else output[0]: i for i, output in enumerate(np.ndindex(law.shape))}
            assert handed.follows(case.given[name], data, law, rng, places.get), name
    whole = case.RELATION is privacy.Relation.ADD_REMOVE
    assert a8.claims(case) == {"rounded_total": case.STEP == 3, "careful_total": False,
                               "one_seed": case.FIRST == case.OTHER,
                               "two_counts": case.LOW < case.HIGH and (whole or case.SHARE == 0.5),
                               "first_common": not case.NESTED and (whole or case.EACH == 0.5)}
    assert 1 <= sum(a8.claims(case).values()) <= 2


@pytest.mark.parametrize("klass, students, factor", [
    ("open", (7, 8), lambda n, delta: 1.5 if 0 < delta < 0.1 else 1),
    ("k51", (1, 2), lambda n, delta: 1.1 if n > 2998 else 1)])
def test_a_rate_that_is_too_large_for_some_leaks(klass, students, factor):
    class Bold:
        def each(self, name, calls):
            made = []
            for counts, epsilon, delta in calls:
                off = case.losses(case.TASK, counts)
                weight = np.exp(-epsilon / span(case.TASK, case.RELATION) * factor(sum(counts), delta) * off)
                made.append((1 - delta) * weight / weight.sum() + delta * (np.arange(len(off)) == off.argmin()))
            return made

    for i in students:
        case = Assignment(A8.name, klass).case(f"student {i}", "secret")
        with pytest.raises(Wrong, match="leaks"):
            list(a8.check_mechanism(Bold(), case))


def test_an_event_is_read_as_far_as_a_program_has_outputs():
    """Numbers of one hash, a set of which takes the square of their number."""
    case = A8.case("somebody")
    data, neighbor = next(iter(privacy.neighboring_pairs(privacy.all_datasets(range(4), 3), range(4), case.RELATION)))
    words = a8._fault(case, "one_seed", (data, neighbor, [i * (2**61 - 1) for i in range(2000)], 1.0))
    assert "no refutation" in words and str(1999 * (2**61 - 1)) not in words


def test_how_many_answers_at_a_tenth():
    def most(fits):
        return next(k for k in range(1, 100) if not fits(k + 1))

    assert most(lambda k: privacy.advanced_composition(0.1, k, 1e-6) <= 1) == 3
    assert most(lambda k: k * 0.1**2 / 8 + 2 * np.sqrt(k * 0.1**2 / 8 * np.log(1e6)) <= 1) == 13
    assert most(lambda k: privacy.bounded_range_composition_delta(0.1, k, 1.0) <= 1e-6) == 22


@pytest.mark.parametrize("relation", RELATIONS)
def test_small_pairs_that_are_audited_are_all_there_are(relation):
    """One way or the other; were one of the large ones none, the solution would leak."""
    data = [tuple(np.bincount(x, minlength=4).tolist()) for x in privacy.all_datasets(range(4), 2)]
    by_people = {frozenset((x, tuple(np.bincount(y, minlength=4).tolist()))) for x in data
                 for _, y in privacy.neighboring_pairs([[v for v, n in enumerate(x) for _ in range(n)]], range(4),
                                                       relation, min_records=1)}
    assert {frozenset(pair) for pair in a8_neighbors.small(relation, 2, 4)} == by_people
