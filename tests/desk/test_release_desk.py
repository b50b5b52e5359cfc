"""The release desk without a browser: its numbers are the package's, every release is paid for, a stopped one too."""

import asyncio
import io
import itertools

import numpy as np
import pytest

from dplearn import query_release as qr, release_desk as module
from dplearn.data import load_adult_bits
from dplearn.query_release import deeper
from dplearn.query_release.deeper import curator
from dplearn.query_release.deeper.curator import ReleasePlan, ReleaseRun
from dplearn.query_release.deeper.figures import desk_figure
from dplearn.release_desk import release_desk

BITS = load_adult_bits()


def run(plan, seed=0, steps=None):
    """A release of this plan, whole or stopped after some steps."""
    work = ReleaseRun(plan, rng=np.random.default_rng(seed))
    while not work.advance(0 if steps else np.inf) and work.steps != steps:
        pass
    return work.release()


@pytest.fixture
def heard():
    """A desk whose messages are kept: (widget, messages)."""
    w = release_desk(4, T=20)
    messages = []
    w.send = lambda content, buffers=None: messages.append((content, buffers))
    return w, messages


def hear(w, kind="set", **content):
    w._hear(w, {"type": kind, "sequence": "view 1", "changes": {}, **content}, [])


# ---- the model --------------------------------------------------------------------------------------


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_the_truth_is_counted(degree):
    columns = ("white", "male", "age_ge_50", "full_time")  # not in the data's order: the desk puts them into it
    r = run(ReleasePlan(columns, T=3, degree=degree))
    assert r.plan.columns == ("male", "white", "age_ge_50", "full_time") and len(r.truth) == r.plan.questions
    for table, asked in enumerate(itertools.combinations(r.plan.columns, degree)):
        for bits in itertools.product((1, 0), repeat=degree):
            q = (table << degree) + sum(bit << i for i, bit in enumerate(bits))
            assert r.truth[q] == np.mean(np.all([BITS.column(c) == b for c, b in zip(asked, bits)], axis=0))


def package(method, queries, delta, **given):
    """(the guarantee of the package's release, its answers) of this method."""
    if method == "pmw":
        same = qr.pmw(queries=qr.with_negations(queries), T=150, delta=delta, **given)
        return same.guarantee, queries.answers(same.histogram)
    if method == "mwem":
        same = deeper.MWEM(queries=queries, delta=delta, **given)
        *_, last = itertools.islice(same.steps, same.T)
        return same.spent, queries.answers(last.after)
    if method == "cells":
        same = qr.noisy_histogram(**given)
        return same.guarantee, queries.answers(same.values)
    same = deeper.noisy_tables(queries=queries, delta=delta, noise="laplace" if method == "laplace" else "gaussian",
                               **given)
    return same.guarantee, deeper.fitted_answers(same.values, queries) if method == "fitted" else same.values


@pytest.mark.parametrize("method", curator.METHODS)
def test_a_release_in_pieces_is_the_packages(method):
    T = None if method == "mwem" else min(150, curator.MOST_ROUNDS[method])
    r = run(ReleasePlan(6, epsilon=0.7, T=T, method=method), seed=3, steps=10**9)
    spent, answers = package(method, deeper.Marginals(6, 3), histogram=qr.histogram_of(BITS.x[:, :6]), n=BITS.n,
                            epsilon=0.7, delta=r.plan.delta, rng=np.random.default_rng(3))
    assert np.abs(r.released - answers).max() < 1e-13 and r.guarantee == spent and r.guarantee.epsilon <= 0.7
    assert ("laplace" in r.errors()) == (method != "laplace") and r.steps == r.plan.rounds


@pytest.mark.parametrize("method", ["pmw", "mwem"])
def test_a_stopped_release_costs_the_steps_done(method):
    plan, stops = ReleasePlan(6, T=40, method=method), [1, 5, 20, 40]
    nothing = ReleaseRun(plan, rng=np.random.default_rng(0)).release()
    assert nothing.guarantee.epsilon == 0 and np.allclose(nothing.released, 1 / 8)
    releases = [run(plan, steps=steps) for steps in stops]
    spent = [r.guarantee.epsilon for r in releases]
    assert [r.steps for r in releases] == stops and ["stopped after" in r.message for r in releases] == [1, 1, 1, 0]
    assert spent == sorted(set(spent)) and spent[-1] <= plan.epsilon * (1 + 1e-9) < 1.05 * spent[-1]


def test_the_rule_for_T_knows_no_data():
    assert ReleasePlan(8).rounds == qr.best_whole_rounds.sharp(256, 2 * 448, BITS.n, 1.0, curator.DELTA)
    assert ReleasePlan(8, epsilon=10.0, degree=1).rounds == curator.MOST_ROUNDS["pmw"]
    assert ReleasePlan(8, method="laplace").rounds == 1 and ReleasePlan(8, T=7).rounds == 7


# ---- the file ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["pmw", "mwem", "cells"])
def test_synthetic_records_keep_the_histogram(method):
    """That of the release; noise on cells has none, so they keep the distribution nearest to it."""
    r = run(ReleasePlan(("male", "married", "white", "full_time"), epsilon=0.05, T=1 if method == "cells" else 8,
                        method=method))
    name, text = r.file()
    first, header, _ = text.split("\n", 2)
    assert first.startswith(f"# {BITS.n} synthetic records, nobody real: ") and str(r.guarantee) in first
    assert ("nearest to the noisy cells" in first) == (method == "cells") and header == "male,married,white,full_time"
    assert name == f"synthetic_{method}_epsilon_0.05.csv"
    records = np.loadtxt(io.StringIO(text), delimiter=",", skiprows=2, dtype=int)
    assert records.shape == (BITS.n, 4)
    assert np.abs(qr.histogram_of(records) - r.histogram).max() < 1 / BITS.n  # rounding


def test_noise_on_tables_gives_a_file_of_answers():
    r = run(ReleasePlan(4, method="fitted", degree=2))
    name, text = r.file()
    lines = text.splitlines()
    assert r.histogram is None and name.startswith("answers_fitted")
    assert str(r.guarantee) in lines[0] and lines[1] == "question,answer"
    assert np.allclose([float(line.rsplit(",", 1)[1]) for line in lines[2:]], r.released, atol=5.1e-7)
    assert lines[2].startswith('"income_gt_50k=0, male=0",')


# ---- the widget -------------------------------------------------------------------------------------


def test_every_release_adds_to_what_is_spent(heard):
    w, _ = heard
    w.set(T=500)  # with T = 20 each choice is all but certain, and two releases may be the same
    assert w.spent.epsilon == 0
    releases = [w.release(), w.release(), w.set(epsilon=0.3, method="laplace").release()]
    assert not np.array_equal(releases[0].released, releases[1].released)  # new randomness each time
    assert w.releases == [r.guarantee for r in releases] and w.spent.epsilon == pytest.approx(2.3, rel=1e-6)
    assert w.spent.delta == pytest.approx(sum(g.delta for g in w.releases))
    assert w.result["account"].startswith("Spent at this desk: ε = 2.3, δ = ") and "3 releases" in w.result["account"]


@pytest.mark.parametrize("changes",
                         [{"columns": ["male"]}, {"epsilon_place": 10**6}, {"method": "best"}, {"colour": 1}])
def test_what_goes_wrong_is_told(heard, changes):
    w, messages = heard
    plan = w.plan
    hear(w, changes=changes)
    assert w.plan is plan and messages[0][0]["type"] == "failed" and messages[0][0]["sequence"] == "view 1"


def test_released_piece_by_piece_and_stopped(monkeypatch):
    """On an event loop: progress is told, "Stop" is heard between two pieces, only the steps done are paid for."""
    advance = ReleaseRun.advance
    monkeypatch.setattr(ReleaseRun, "advance", lambda run, *_: advance(run, 0))  # a piece is one step
    monkeypatch.setattr(module, "LOOKS", 100)                                    # told at steps 1, 4, 9, ...
    w, told = release_desk(9, T=10_000), []
    w.observe(lambda change: told.append(change["new"]), "progress")

    async def play():
        hear(w, "release")
        while len(told) < 5:
            await asyncio.sleep(0)
        hear(w, "release")  # one at a time: the second press does nothing
        with pytest.raises(RuntimeError, match="under way"):
            w.release()
        hear(w, changes={"degree": 1})  # the next plan: the release under way keeps its own
        hear(w, "stop")
        while w._run is not None:
            await asyncio.sleep(0)

    asyncio.run(play())
    r = w.newest
    assert 9 <= r.steps <= 16 and r.plan.degree == 3 and w.plan.degree == 1 and w.releases == [r.guarantee]
    assert r.guarantee == qr.selection_guarantee(qr.step_epsilon(1.0, curator.DELTA, 10_000), curator.DELTA, r.steps)
    assert f"stopped after {r.steps:,} of 10,000 steps" in w.result["message"]
    assert told[-1] == {} and all(p["T"] == 10_000 and "spent so far ε = " in p["words"] for p in told[:-1])
    spent, errors = ([p[name] for p in told[:-1]] for name in ("spent", "errors"))
    assert spent[0] == 0 and spent == sorted(spent) and spent[-1] <= r.guarantee.epsilon
    start = r.table_errors()["uniform"]
    assert np.allclose(np.frombuffer(errors[0], "<f8"), start, atol=1e-12) and len(set(errors)) > 1


def test_the_tank_lets_no_release_take_more_than_is_left(heard):
    w, messages = heard
    w.set(method="cells", epsilon=10.0)
    assert [w.release().guarantee.epsilon for _ in range(2)] == [10, 10]  # to the last drop
    w.set(epsilon=0.05)
    with pytest.raises(ValueError, match="may take ε = 0.05, and ε = 0 is left in the tank"):
        w.release()

    async def press():
        hear(w, "release")

    asyncio.run(press())
    assert "choose a smaller ε" in messages[0][0]["words"] and len(w.releases) == 2 and w.spent.epsilon == 20


def test_an_interrupted_release_is_paid_for(monkeypatch):
    w, advance = release_desk(4, T=50), ReleaseRun.advance

    def broken(self, *_):
        if self.steps == 3:
            raise KeyboardInterrupt
        return advance(self, 0)

    monkeypatch.setattr(ReleaseRun, "advance", broken)
    with pytest.raises(KeyboardInterrupt):
        w.release()
    assert w.newest.steps == 3 and len(w.releases) == 1 and 0 < w.spent.epsilon < 1
    assert w._run is None and w.progress == {}


def test_code_and_repr_make_the_desk_again():
    for w in (release_desk(), release_desk(("male", "white", "full_time"), epsilon=0.3, T=9, method="mwem", degree=2,
                                           seed=1)):
        again = eval(repr(w), {"release_desk": release_desk})
        assert repr(again) == repr(w) == w.plan_data["code"] and again.plan == w.plan


# ---- the picture ------------------------------------------------------------------------------------


def test_a_desk_that_is_shown_has_released_and_a_picture_stands_in_where_no_kernel_runs(heard, monkeypatch):
    w, _ = heard
    with monkeypatch.context() as live:
        live.delenv("DPLEARN_STILLS")
        assert "image/png" not in w._repr_mimebundle_()[0] and len(w.releases) == 1
    data, metadata = w._repr_mimebundle_()
    errors = w.newest.errors()["released"]
    assert f"PMW {errors.max():.3g} (mean {errors.mean():.3g})" in metadata["image/png"]["alt"]
    assert data["text/plain"] == "release_desk(4, epsilon=1.0, T=20, method='pmw', degree=3, seed=5)"
    assert "image/png" in data and len(w.releases) == 1


@pytest.mark.parametrize("plan, steps", [
    (ReleasePlan(8, epsilon=0.05, T=30), 2),
    (ReleasePlan(("capital_gain_pos", "capital_loss_pos", "private_sector"), epsilon=0.05, method="laplace"), None),
])
def test_every_text_lies_inside_the_picture_and_bytes_repeat(plan, steps, assert_sound_drawing):
    r, account = run(plan, steps=steps), "Spent at this desk: ε = 1."
    assert_sound_drawing(lambda: desk_figure(r, account, 19.0, 20.0))
    words = desk_figure(r, account, 19.0, 20.0)[1]
    assert r.message in words and account in words and "ε = 19 of 20 is left" in words
