"""Explorers that live from baked tables: what they read in a browser is what Python reads."""

import json
import re
from contextlib import closing

import lab
import numpy as np
import pytest

from dplearn import experiments
from dplearn._assets import joined
from dplearn.experiment import Choice, number_text
from dplearn.figures import style
from dplearn.session import SEED
from tools.site import assets, bake, digits

SMALL = {"numbers": 20_000, "seconds": 0.4}  # as on the site, but for fewer positions


# ---- numbers


def hard_numbers():
    rng = np.random.default_rng(1)
    return np.concatenate([
        rng.uniform(0, 1, 2000), 10 ** rng.uniform(-12, 9, 5000), -(10 ** rng.uniform(-3, 7, 2000)),
        np.arange(0, 2000, 0.5), np.arange(2000) / 1000, np.arange(1, 2000) / 1e4 + 5e-5,
        [999.4, 999.5, 999.6, 999.95, 999_999.4, 999_999.6, 1e6, 0.99951, 1e-5],
        [1e-290, 3.32e-303, 2.3e-308, 1e290]])  # fmt: skip


@pytest.mark.parametrize("kept", [3, 4, 5])
def test_a_code_reads_as_its_number_and_is_in_its_order(kept):
    values = np.sort(hard_numbers())
    codes = digits.encode(values[None], kept)[0]
    back = digits.decode(codes, kept)
    assert [number_text(v) for v in back] == [number_text(v) for v in values]
    assert np.allclose(back, values, rtol=1.01 * 10.0 ** (1 - kept), atol=0)
    assert (np.diff(codes) >= 0).all() and codes.max() < digits.INFINITE


def test_what_is_no_number_has_a_code():
    odd = np.array([[np.nan, np.inf, -np.inf, 0.0, 2e-320]])
    back = digits.decode(digits.encode(odd))
    np.testing.assert_equal(back, np.where(odd == 2e-320, 0.0, odd))
    assert number_text(back[0, -1]) == number_text(odd[0, -1]) == "0"


# ---- which positions


def test_shares_are_even_and_within_the_budget():
    assert bake.shares([121, 121], [1, 1], 100) == [10, 10]
    assert bake.shares([4, 121], [1, 1], 100) == [4, 25]
    assert bake.shares([121] * 5, [1] * 5, 10) == [3] * 5  # never fewer than three
    assert bake.shares([], [], 10) == []


def test_positions_hold_the_ends_and_the_starts_and_follow_what_changes():
    e = experiments.ALL["occam"]
    grid = bake.kept_values(e, [{"d": 5}, {"alpha": 0.23}], numbers=10_000, seconds=9)
    assert grid.free == "n" and set(e.parameter("n").values) <= set(grid.kept["n"])
    assert set(grid.kept["world"]) == set(e.parameter("world").values)
    assert {2, 5, 12} <= set(grid.kept["d"]) and {0.23, e.parameter("alpha").low} <= set(grid.kept["alpha"])


def test_positions_are_round_numbers_where_such_are_near():
    values = [10 ** (i / 60) for i in range(121)]  # 1 to 100
    assert bake._rounded(values, [0, 30, 62, 99, 120], {0, 99, 120}) == [0, 30, 60, 99, 120]
    grid = bake.kept_values(experiments.ALL["private_regret"], [{}], numbers=100_000, seconds=9)
    assert {1.0, 10.0} <= set(grid.kept["epsilon"]) and {10, 1000} <= set(grid.kept["n_experts"])


# ---- in the browser


PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>table</title>
<link rel="stylesheet" href="page.css">
<figure class="explorer" data-experiment="{name}" data-setting="{start}"><img alt="printed"></figure>
<script src="page.js"></script>"""

SEEN = """() => {
  const root = document.querySelector('.dplearn');
  return {rows: [...root.querySelectorAll('tr')].map((r) => r.querySelector('.value').textContent),
          code: root.querySelector('.foot code').textContent, counted: root.querySelector('.runs .band')?.textContent,
          drawn: [...root.querySelectorAll('.chart path')].filter((p) => p.getAttribute('d')?.includes('NaN')).length,
          labels: [...root.querySelectorAll('.chart .label')].map((t) => t.textContent).sort()};
}"""

MOVE = """(places) => {
  for (const [name, place] of Object.entries(places)) {
    const input = document.querySelector(`[data-name="${name}"]`);
    input.value = place;
    input.dispatchEvent(new Event('input', {bubbles: true}));
  }
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("site")
    (place / "page.css").write_text(joined("explorer.css"), encoding="utf-8")
    (place / "page.js").write_text(assets.script(), encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def window(browser):
    with closing(lab.Watched(browser)) as watched:
        yield watched


def expected(grid, setting):
    """What Python reads at a setting, with as many runs as a table has."""
    e = grid.experiment
    estimate = e.simulate(setting, seed=SEED, runs=grid.runs(setting)) if e.simulation else None
    return [value for _, _, value, _ in style.readings(e.picture(setting, estimate))]


def ends(e) -> bake.Grid:
    """An experiment at the ends of its sliders, so long as that makes few settings; menus and the marker whole."""
    free, own = bake.free_marker(e)
    kept = {p.name: p.values if isinstance(p, Choice) or p.name == free else p.values[::len(p.values) - 1]
            for p in e.parameters}
    for name in [name for name in kept if name != free]:
        if np.prod([len(values) for other, values in kept.items() if other != free]) > 6:
            kept[name] = kept[name][-2:] if isinstance(e.parameter(name), Choice) else kept[name][:1]
    return bake.Grid(e, kept, free, share=0.0, own=own)


def opened(window, folder, name, start=None, table=None):
    e = experiments.ALL[name]
    grid = bake.kept_values(e, [start], **SMALL) if start else ends(e)
    (folder / "tables").mkdir(exist_ok=True)
    (folder / "tables" / f"{name}.js").write_text(bake.packed(grid) if table is None else table, encoding="utf-8")
    said = json.dumps(start or {}).replace('"', "&quot;")
    (folder / "page.html").write_text(PAGE.format(name=name, start=said), encoding="utf-8")
    window.page.goto((folder / "page.html").as_uri())
    window.page.wait_for_selector(".dplearn[data-ready=true], .missing:not([hidden])")
    return e, grid


@pytest.mark.parametrize("name", sorted(experiments.ALL))
def test_an_explorer_from_a_table_reads_as_python_does(window, folder, name):
    e, grid = opened(window, folder, name)
    counts = {p: len(values) for p, values in grid.kept.items()}
    rng = np.random.default_rng(7)
    places = [{p: 0 for p in counts}, {p: n - 1 for p, n in counts.items()},
              *({p: int(rng.integers(n)) for p, n in counts.items()} for _ in range(3))]
    for place in places:
        setting = e.setting(**{p: grid.kept[p][i] for p, i in place.items()})
        window.page.evaluate(MOVE, place)
        seen = window.page.evaluate(SEEN)
        assert seen["rows"] == expected(grid, setting), setting
        assert seen["code"] == e.code(setting) and seen["drawn"] == 0
        if e.simulation:
            assert seen["counted"].startswith(f"{grid.runs(setting):,} of {grid.runs(setting):,} runs; ")
    assert window.errors == [] and window.strangers == []


def test_a_page_starts_where_its_notebook_does_and_comes_back(window, folder):
    e, _ = opened(window, folder, "occam", {"d": 5, "world": "parities"})
    assert window.page.evaluate(SEEN)["code"] == "explore(experiments.occam, d=5, world='parities')"
    window.page.focus('[data-name="alpha"]')
    window.page.keyboard.press("Home")
    assert "alpha=" in window.page.evaluate(SEEN)["code"]
    window.page.click("text=Reset")
    assert window.page.evaluate(SEEN)["code"] == "explore(experiments.occam, d=5, world='parities')"


BROKEN = {"cut short": lambda t: t[:len(t) // 2] + '");', "not a table": lambda t: "nonsense(", "empty": lambda t: "",
          "other letters": lambda t: re.sub('"[A-Za-z0-9+/]{40}', '"' + "A" * 40, t)}


@pytest.mark.parametrize("kind", BROKEN)
def test_the_printed_picture_stays_where_a_table_is_broken(browser, folder, kind):
    whole = bake.packed(ends(experiments.ALL["two_laws"]))
    with closing(lab.Watched(browser)) as window:
        opened(window, folder, "two_laws", table=BROKEN[kind](whole))
        assert window.page.locator("figure img").count() == 1
        assert "printed picture stays" in window.page.locator(".missing").inner_text()
