"""The racetrack and the release desk from their tables: in a browser they read as the Python classes do."""

import itertools
import re

import lab
import numpy as np
import pytest
import small

from dplearn import simulate
from dplearn.experiment import number_text
from dplearn.query_release.deeper.curator import ReleasePlan, ReleaseRun, column_words
from dplearn.racetrack import Racetrack
from dplearn.release_desk import TOO_MUCH, ReleaseDesk
from tools.site import bake_widgets

# As on the pages that show them, but for a desk of six columns whose plans are few: nothing here depends on how many.
STARTS = {"racetrack": {"seed": 3, "eta": "hoeffding", "world": "mixed", "round": 0},
          "release_desk": {"columns": 6, "epsilon": 1.0, "T": None, "method": "mwem", "degree": 2, "seed": 5}}
ROOTS = {"racetrack": ".racetrack", "release_desk": ".desk"}
FEW = {"METHODS": ("mwem", "gaussian"), "DEGREES": (1, 2), "EPSILONS": (0.05,), "DRAWS": 2, "SEEDS": 2,
       "ETAS": (0.01, 10.0)}


@pytest.fixture(scope="module")
def tables():
    """The tables of both, of few ways."""
    with pytest.MonkeyPatch.context() as patch:
        for name, few in FEW.items():
            patch.setattr(bake_widgets, name, few)
        yield {kind: bake_widgets.packed(kind, kind, start) for kind, start in STARTS.items()}


@pytest.fixture
def opened(window, tables, tmp_path):
    """Open the page of a kind; no error, and nobody else is asked."""
    def go(kind):
        small.open_figure(window, tmp_path, f'class="widget" data-kind="{kind}" data-table="{kind}"', STARTS[kind],
                          tables)
        return window.page.locator(ROOTS[kind])

    yield go
    window.assert_clean()


def slide(root, name: str, place: int):
    root.locator(f"[data-name={name}]").evaluate(
        "(e, v) => { e.value = v; e.dispatchEvent(new Event('input', { bubbles: true })); }", place)


# ---- the racetrack -------------------------------------------------------------------------------------------------

READ = """(r) => ({
  code: r.querySelector('.foot code').textContent, eta: r.querySelector('output[for$=eta]').textContent,
  readings: Object.fromEntries([...r.querySelectorAll('td.value')].map((c) => [c.dataset.key, c.textContent])),
  laws: [...r.querySelectorAll('.row text.value')].map((t) => t.textContent),
  names: [...r.querySelectorAll('.row text:not(.value, .small)')].map((t) => t.textContent).filter((t) => t.length > 1),
  words: r.querySelector('.happened').textContent, seed: r.querySelector('.seed').textContent,
})"""


def percent(p: float) -> str:
    if 0 < p < 0.001 or 0.999 < p < 1:
        return "<0.1%" if p < 0.5 else ">99.9%"
    return f"{100 * p:.1f}%"


def assert_reads(root, track: Racetrack, done: int):
    """The page after so many races says what the season in Python does."""
    race, seen = track.race, root.evaluate(READ)
    curves = {"realised": race.realised_regret, "expected": race.expected_regret, "sharp": race.bound_sharp,
              "printed": race.bound}
    assert seen["readings"] == {name: number_text(values[done - 1]) for name, values in curves.items()}
    assert seen["laws"] == [percent(p) for p in np.vstack([race.probabilities, race.next_law])[done]]
    assert seen["names"] == [t.name for t in race.tipsters] and seen["seed"] == f"seed {track.seed}"
    assert seen["code"] == repr(track.set(round=done)) and seen["eta"] == f"{race.eta:.3g}"
    lost = race.losses[:done].sum(axis=0).min()
    paid = race.losses[np.arange(done), race.actions[:done]].sum()
    assert re.search(rf"the bettor {paid:.0f}, the best tipster {lost:.0f} ", seen["words"])
    assert f"lane {race.winners[done - 1] + 1} wins" in seen["words"]


def test_every_season_reads_as_python_does_and_new_season_goes_round(opened):
    root, track = opened("racetrack"), Racetrack(seed=3)
    seeds, etas = bake_widgets.race_ways(STARTS["racetrack"])
    assert root.evaluate(READ)["code"] == repr(track) and seeds == [2, 3]
    for world in ("mixed", "takeover"):
        root.locator("[data-name=world]").select_option(world)
        for place, eta in enumerate(etas):
            if isinstance(eta, str):
                root.locator("[data-name=rule]").select_option(eta)
            else:
                slide(root, "eta", place)
            lab.code_says(root, f"eta={eta!r}, world={world!r}")
            track.set(world=world, eta=eta, round=0)
            for done in (1, 7 * place + 2, 60):
                slide(root, "round", done)
                assert_reads(root, track, done)
    for seed in (2, 3):
        root.get_by_role("button", name="New season").click()
        lab.until(root, f"r => r.querySelector('.seed').textContent === 'seed {seed}'")
        assert root.get_attribute("data-round") == "0"
        slide(root, "round", 60)
        assert_reads(root, track.set(seed=seed), 60)


# ---- the desk ------------------------------------------------------------------------------------------------------

SHOWN = """(r) => ({
  message: r.querySelector('.message').textContent, account: r.querySelector('.account').textContent,
  note: r.querySelector('.note').textContent, code: r.querySelector('.foot code').textContent,
  errors: Object.fromEntries([...r.querySelectorAll('td[data-key]')].map((c) => [c.dataset.key, c.textContent])),
  cells: [...r.querySelectorAll('table.cells tbody tr')].map(
    (row) => [...row.querySelectorAll('.value')].map((c) => c.textContent)),
  table: r.querySelector('[data-name=table]').selectedOptions[0].textContent,
})"""


def python_release(plan: dict, at: int):
    """The release that the table's desk made of a plan as its `at`-th (from 0)."""
    start = STARTS["release_desk"]
    stream = simulate.stream(start["seed"], "release desk", at)
    run = ReleaseRun(ReleasePlan(start["columns"], **plan), rng=stream)
    run.advance(np.inf)
    return run.release()


@pytest.fixture
def plans(tables):
    """The page's own plan first."""
    found = bake_widgets.desk_plans(STARTS["release_desk"])
    own = {name: STARTS["release_desk"][name] for name in found[0]}
    return [own, *(plan for plan in found if plan != own)]


def share(v: float) -> str:
    return re.sub(r"^-(0\.00%)$", r"\1", f"{100 * v:.2f}%").replace("-", "−")


def assert_shows(root, release):
    seen = root.evaluate(SHOWN)
    assert seen["message"] == release.message
    wanted = {f"{name}-{what}": float(f"{value:.3g}") for name, errors in release.errors().items()
              for what, value in (("worst", errors.max()), ("mean", errors.mean()))}
    assert {key: float(text) for key, text in seen["errors"].items()} == wanted
    worst, degree = release.errors()["released"].argmax(), release.plan.degree
    rows = [(worst >> degree << degree) + sum(bit << i for i, bit in enumerate(bits))
            for bits in itertools.product((1, 0), repeat=degree)]
    signed = lambda v: ("+" if v >= 0.00005 else "") + share(v)  # noqa: E731
    beside = [release.laplace] if len(release.laplace) else []
    assert seen["cells"] == [[share(release.truth[q]), share(release.released[q]),
                              *(signed(values[q] - release.truth[q]) for values in (release.released, *beside))]
                             for q in rows]
    return seen


def choose(root, plan: dict):
    root.locator("[data-name=method]").select_option(plan["method"])
    root.locator("[data-name=degree]").select_option(str(plan["degree"]))
    slide(root, "epsilon", sorted({*FEW["EPSILONS"], 1.0}).index(plan["epsilon"]))
    lab.code_says(root, "epsilon={epsilon!r}, T={T!r}, method={method!r}, degree={degree!r},".format(**plan))


def test_every_release_and_the_account_are_those_of_python(opened, plans):
    root = opened("release_desk")
    spent, failure, count = 0.0, 0.0, 0
    for number in (0, 3, 5):  # another method together with another degree: no row of what was released before
        choose(root, plan := plans[number])
        for draw in range(bake_widgets.DRAWS):
            if count:
                root.get_by_role("button", name="Release").click()
            count += 1
            lab.until(root, f"r => r.dataset.release === '{count}' && !r.dataset.running")
            release = python_release(plan, bake_widgets.DRAWS * number + draw)
            seen, spent = assert_shows(root, release), spent + release.guarantee.epsilon
            releases = "1 release" if count == 1 else f"{count} releases, added up"
            failure += release.guarantee.delta
            delta = f"{failure:.2g}".replace("e-0", "e-")
            assert seen["account"] == f"Spent at this desk: ε = {spent:.3g}, δ = {delta} ({releases})."
    assert count == 2 * 3


def test_it_opens_as_python_opens_and_offers_only_what_can_be_chosen(opened):
    root, desk = opened("release_desk"), ReleaseDesk(**STARTS["release_desk"])
    seen = assert_shows(root, desk.release())
    assert seen["account"] == desk.result["account"] and seen["code"] == repr(desk)
    for name in ("T", "rule"):
        assert root.locator(f"[data-name={name}]").is_hidden()
    assert root.locator("[data-column]").count() == root.locator(":disabled").count() == 0  # no box that cannot be set
    assert f"Columns: {', '.join(map(column_words, desk.plan.columns))}. " in root.locator(".fixed").inner_text()
    assert bake_widgets.FIXED in root.inner_text()


def test_the_tank_drains_and_every_bar_moves_while_a_release_runs(opened):
    """Each look at the run is Python's: the ε left, and every table's worst error; at the end those of the release."""
    root = opened("release_desk")
    before = root.evaluate(STAGE)
    assert before["tank"].startswith("Tank of privacy budget: ε = 19 of 20 left") and before["bars"] == 15
    root.evaluate(WATCH)
    root.get_by_role("button", name="Release").click()
    lab.until(root, "r => r.dataset.release === '2'")
    desk, told = ReleaseDesk(**STARTS["release_desk"]), []
    desk.release()
    desk.observe(lambda change: told.append(change["new"]), "progress")
    desk.release()
    seen = root.evaluate("() => globalThis.seen")
    assert [look["words"] for look in seen] == [p["words"] for p in told[:-1]] and len(seen) > 5
    for look, p in zip(seen, told):
        assert look["level"] == pytest.approx(180 * (20 - 1 - p["spent"]) / 20, abs=0.02)
        errors = np.maximum(np.frombuffer(p["errors"], "<f8"), 1e-4)
        assert np.allclose(look["heights"], 1 + 45 * np.log10(errors / 1e-4), atol=3)  # pixels
    assert root.evaluate(STAGE)["tank"].startswith("Tank of privacy budget: ε = 18 of 20 left")
    assert root.locator("tr", has_text="released before").count() == 0  # the same method once more
    root.locator("[data-name=method]").select_option("gaussian")
    root.get_by_role("button", name="Release").click()
    lab.until(root, "r => r.dataset.release === '3'")
    assert "MWEM, released before at ε = 1" in root.locator("tr", has_text="released before").inner_text()


STAGE = """(r) => ({ tank: r.querySelector('.tank').getAttribute('aria-label'),
  bars: r.querySelectorAll('.bars rect.released').length })"""
WATCH = """(r) => {
  globalThis.seen = [];
  const number = (e) => Number(e.getAttribute('height'));
  new MutationObserver(() => { if (r.dataset.step !== '') globalThis.seen.push({
    words: r.querySelector('.message').textContent, level: number(r.querySelector('.water')),
    heights: [...r.querySelectorAll('.bars rect.released')].map(number) });
  }).observe(r, { attributes: true, attributeFilter: ['data-step'] });
}"""


def test_the_tank_lets_no_release_take_more_than_is_left(window, tmp_path):
    with pytest.MonkeyPatch.context() as patch:
        for name, few in {"METHODS": ("cells",), "DEGREES": (1,), "EPSILONS": (10.0,), "DRAWS": 3}.items():
            patch.setattr(bake_widgets, name, few)
        start = {"columns": 4, "epsilon": 10.0, "T": None, "method": "cells", "degree": 1, "seed": 5}
        tables = {"dry": bake_widgets.packed("dry", "release_desk", start)}
    small.open_figure(window, tmp_path, 'class="widget" data-kind="release_desk" data-table="dry"', start, tables)
    root = window.page.locator(".desk")
    assert "ε = 10 of 20 left" in root.evaluate(STAGE)["tank"]
    root.get_by_role("button", name="Release").click()
    lab.until(root, "r => r.dataset.release === '2' && !r.dataset.running")
    assert "ε = 0 of 20 left" in root.evaluate(STAGE)["tank"] and root.locator(".tank.dry").count() == 1
    root.get_by_role("button", name="Release").click()
    lab.until(root, "r => r.querySelector('.note').textContent")
    assert root.evaluate(SHOWN)["note"] == TOO_MUCH.format(takes=10, left=0)
    window.assert_clean()


def test_one_release_more_than_there_are_is_refused_in_words_and_costs_nothing(opened):
    root = opened("release_desk")
    root.get_by_role("button", name="Release").click()
    lab.until(root, "r => r.dataset.release === '2'")
    before = root.evaluate(SHOWN)
    root.get_by_role("button", name="Release").click()
    lab.until(root, "r => r.querySelector('.note').textContent")
    assert root.evaluate(SHOWN) == {**before, "note": bake_widgets.SEEN}
    assert root.get_by_role("button", name="Release").get_attribute("aria-disabled") == "false"
