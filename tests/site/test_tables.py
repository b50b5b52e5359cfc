"""Explorers that live from baked tables: what they read in a browser is what Python reads."""

from dataclasses import replace

import lab
import numpy as np
import pytest
import readings
import small

from dplearn import experiments
from dplearn.experiment import number_text
from tools.site import bake, digits, grids


# ---- numbers


def hard_numbers():
    rng = np.random.default_rng(1)
    return np.concatenate([
        rng.uniform(0, 1, 400), 10 ** rng.uniform(-12, 9, 1000), -(10 ** rng.uniform(-3, 7, 400)),
        np.arange(0, 400, 0.5), np.arange(800, 1200) / 1000, np.arange(1, 400) / 1e4 + 5e-5,
        [999.4, 999.5, 999.6, 999.95, 999_999.4, 999_999.6, 1e6, 0.99951, 1e-5],
        [1e-290, 3.32e-303, 2.3e-308, 1e290]])  # fmt: skip


@pytest.mark.parametrize("kept", [3, 5])
def test_a_rounded_number_reads_as_it_did(kept):
    values = hard_numbers()
    back = np.array(digits.rounded(values, kept))
    assert [number_text(v) for v in back] == [number_text(v) for v in values]
    assert np.allclose(back, values, rtol=1.01 * 10.0 ** (1 - kept) / 2, atol=0)


def test_what_is_no_number_is_a_word():
    assert digits.rounded([[np.nan, np.inf], [-np.inf, 0.0]]) == [["NaN", "Infinity"], ["-Infinity", 0.0]]


# ---- which positions


def test_a_slider_keeps_all_its_positions_and_is_baked_at_ends_starts_and_menus():
    e = experiments.ALL["occam"]
    grid = grids.grid_for(e, [{"d": 5}, {"alpha": 0.231}], numbers=10_000, seconds=9)
    assert set(e.parameter("alpha").values) | {0.231} == set(grid.places["alpha"])
    kept = {(group.names, name): {grid.places[name][i] for i in places} for group in grid.groups
            for name, places in zip(group.names, group.kept)}
    for (_, name), values in kept.items():
        assert {"alpha": {0.231, 0.1, 0.01}, "d": {2, 5, 12}, "world": set(e.parameter("world").values)}[name] <= values


def test_baked_positions_are_round_numbers():
    values, there = tuple(round(10 ** (i / 60), 3) for i in range(121)), [0, 120]  # 1 to 100
    for _ in range(119):
        there = sorted({*there, grids.between(values, there)})
        assert len(there) > 3 or values[there[1]] == 10
    assert there == [*range(121)]


@pytest.mark.parametrize("name", experiments.ALL)
def test_a_curve_depends_on_nothing_but_its_sliders(name):
    e = experiments.ALL[name]
    x, rng = e.x_axis.grid(min(e.points, 3)), np.random.default_rng(3)
    for series in e.series:
        moved = grids.reads(e, series.curve, x)
        one, two = ({p.name: p.values[rng.integers(len(p.values))] for p in e.parameters} for _ in range(2))
        y = [series.curve(e.setting(**setting), x) for setting in (one, two | {n: one[n] for n in moved})]
        assert np.allclose(*y, equal_nan=True, rtol=1e-9, atol=0), series.key


# ---- in the browser


SEEN = """() => {
  const root = document.querySelector('.dplearn');
  return {rows: [...root.querySelectorAll('tr .value')].map((cell) => cell.textContent),
          code: root.querySelector('.foot code').textContent, counted: root.querySelector('.runs .band')?.textContent,
          drawn: [...root.querySelectorAll('.chart path')].filter((p) => p.getAttribute('d')?.includes('NaN')).length};
}"""

MOVE = """(places) => {
  const inputs = Object.keys(places).map((name) => document.querySelector(`[data-name="${name}"]`));
  for (const input of inputs) input.value = places[input.dataset.name];
  inputs[0].dispatchEvent(new Event('input', {bubbles: true}));
}"""

# One of each kind: without a marker, with one on which curves depend, with a free one; of each of these with
# and without simulation, menus and rows of dots.  test_pages.py opens all explorers, where their pages start them.
KINDS = ("one_race", "prediction_stability", "two_laws", "permitted_eta", "doubling", "parity_privacy", "overfit",
         "occam")


def opened(window, folder, grid, start, change=lambda table: table):
    name = grid.experiment.name
    small.open_figure(window, folder, f'class="explorer" data-experiment="{name}"', start,
                      {name: change(bake.packed(grid))})


def moved(window, place):
    window.page.evaluate(MOVE, place)
    return window.page.evaluate(SEEN)


@pytest.mark.parametrize("name", KINDS)
def test_an_explorer_reads_as_python_does_where_it_is_baked(window, tmp_path, name):
    e = experiments.ALL[name]
    grid = small.least(e, [{}], more=True)
    opened(window, tmp_path, grid, {})
    groups = [*grid.groups, *([grid.runs] if grid.runs else [])]
    baked = {n: k for g in groups for n, k in zip(g.names, g.kept)}
    rng = np.random.default_rng(7)
    for pick in (lambda places: places[0], lambda places: places[-1], rng.choice):
        place = {n: int(pick(baked.get(n, range(len(v))))) for n, v in grid.places.items()}
        setting = e.setting(**{n: grid.places[n][i] for n, i in place.items()})
        seen = moved(window, place)
        assert seen["rows"] == small.readings(grid, setting), setting
        assert seen["code"] == e.code(setting) and seen["drawn"] == 0
        if e.simulation:
            assert seen["counted"].startswith(f"{grid.runs_at(setting):,} of {grid.runs_at(setting):,} runs; ")
    window.assert_clean()


def test_a_picture_without_a_marker_says_where_its_faint_curves_hold(window, tmp_path):
    grid = small.least(experiments.one_race, [{}])
    opened(window, tmp_path, grid, {})
    seen = moved(window, {"race": 13})
    assert any(row.startswith("drawn at ") for row in seen["rows"]), seen
    window.assert_clean()


@pytest.mark.parametrize("name, numbers", [("exppw_sample_size", 80_000), ("prediction_stability", 10_000)])
def test_between_baked_settings_a_reading_is_near_or_says_where_it_holds(window, tmp_path, name, numbers):
    """Groups of curves; dots at the marker alone, which its own slider moves.

    At random settings of all sliders: 19 of 20 readings `≈ v` are within 5% of Python's value but for their two digits,
    `v at α = ...` is Python's value there, anything else Python's own reading."""
    e = experiments.ALL[name]
    grid = grids.grid_for(e, [{}], numbers=numbers, seconds=1e9)
    grid = replace(grid, runs=small.least(e, [{}], more=True).runs, share=0.0)
    opened(window, tmp_path, grid, {})
    found = list(readings.compared(window, e))
    between = [readings.off(*said) for kind, *said in found if kind == "≈"]
    assert sum(off > 0.05 for off in between) <= 0.05 * len(between)  # a step may hide in a cell from all tries
    assert all(readings.agrees(*said) for kind, *said in found if kind != "≈")
    assert len(between) > 20
    for name, kept in zip(grid.runs.names, grid.runs.kept) if grid.runs else ():
        slider = window.page.locator(f'input[data-name="{name}"]')
        if slider.count() and slider.get_attribute("list"):
            slider.press("Home")
            for stop in kept[1:]:
                slider.press("PageUp")
                assert slider.input_value() == str(stop)
    window.assert_clean()


BROKEN = {"cut short": ("", lambda t: t[:len(t) // 2] + '");'), "not a table": ("", lambda t: "nonsense("),
          "this browser is too old to unpack": ("delete globalThis.DecompressionStream", lambda t: t)}


@pytest.mark.parametrize("kind", BROKEN)
def test_the_printed_picture_stays_where_a_table_cannot_be_read(browser, tmp_path, kind):
    before, change = BROKEN[kind]
    with lab.Watched(browser) as window:
        window.page.add_init_script(before)
        opened(window, tmp_path, small.least(experiments.ALL["two_laws"], [{}]), {}, change)
        assert window.page.locator("figure img").count() == 1
        said = window.page.locator(".missing:not(.unscripted)").inner_text()
        assert "printed picture stays" in said and (kind in said) == ("old" in kind)
        window.errors.clear()
