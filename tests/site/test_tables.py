"""Explorers that live from baked tables: what they read in a browser is what Python reads."""

import re

import numpy as np
import pytest
import small

from dplearn import experiments
from dplearn.experiment import Choice, number_text
from tools.site import bake, digits


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


def test_positions_hold_the_ends_and_the_starts():
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


SEEN = """() => {
  const root = document.querySelector('.dplearn');
  return {rows: [...root.querySelectorAll('tr .value')].map((cell) => cell.textContent),
          code: root.querySelector('.foot code').textContent, counted: root.querySelector('.runs .band')?.textContent,
          drawn: [...root.querySelectorAll('.chart path')].filter((p) => p.getAttribute('d')?.includes('NaN')).length};
}"""

MOVE = """(places) => {
  for (const [name, place] of Object.entries(places)) {
    const input = document.querySelector(`[data-name="${name}"]`);
    input.value = place;
    input.dispatchEvent(new Event('input', {bubbles: true}));
  }
}"""

# One of each kind: without a marker, with one on which curves depend, with a free one; of each of these with
# and without simulation, menus and rows of dots.  test_pages.py opens all explorers, where their pages start them.
KINDS = ("one_race", "prediction_stability", "two_laws", "private_sample_size", "doubling",
         "parity_privacy", "survey", "occam", "private_regret")


def whole(e) -> bake.Grid:
    """An experiment with all entries of its menus and all places of its marker, and two positions of a slider."""
    few, free = small.least(e, [{}]).kept, bake.free_marker(e)
    kept = few | {p.name: p.values for p in e.parameters if isinstance(p, Choice) or p.name == free}
    return bake.Grid(e, kept, free, share=0.0)


def opened(window, folder, grid, start, change=lambda table: table):
    name = grid.experiment.name
    small.open_figure(window, folder, f'class="explorer" data-experiment="{name}"', start,
                      {name: change(bake.packed(grid))})


@pytest.mark.parametrize("name", KINDS)
def test_an_explorer_from_a_table_reads_as_python_does(window, tmp_path, name):
    e = experiments.ALL[name]
    grid = whole(e)
    opened(window, tmp_path, grid, {})
    counts = {p: len(values) for p, values in grid.kept.items()}
    rng = np.random.default_rng(7)
    places = [{p: 0 for p in counts}, {p: n - 1 for p, n in counts.items()},
              *({p: int(rng.integers(n)) for p, n in counts.items()} for _ in range(3))]
    for place in places:
        setting = e.setting(**{p: grid.kept[p][i] for p, i in place.items()})
        window.page.evaluate(MOVE, place)
        seen = window.page.evaluate(SEEN)
        assert seen["rows"] == small.readings(grid, setting), setting
        assert seen["code"] == e.code(setting) and seen["drawn"] == 0
        if e.simulation:
            assert seen["counted"].startswith(f"{grid.runs(setting):,} of {grid.runs(setting):,} runs; ")
    window.assert_clean()


def test_a_page_starts_where_its_notebook_does_and_comes_back(window, tmp_path):
    start = {"d": 5, "world": "parities"}
    opened(window, tmp_path, bake.kept_values(experiments.occam, [start], numbers=20_000, seconds=0.4), start)
    assert window.page.evaluate(SEEN)["code"] == "explore(experiments.occam, d=5, world='parities')"
    window.page.focus('[data-name="alpha"]')
    window.page.keyboard.press("Home")
    assert "alpha=" in window.page.evaluate(SEEN)["code"]
    window.page.click("text=Reset")
    assert window.page.evaluate(SEEN)["code"] == "explore(experiments.occam, d=5, world='parities')"


BROKEN = {"cut short": lambda t: t[:len(t) // 2] + '");', "not a table": lambda t: "nonsense(", "empty": lambda t: "",
          "other letters": lambda t: re.sub('"[A-Za-z0-9+/]{40}', '"' + "A" * 40, t)}


@pytest.mark.parametrize("kind", BROKEN)
def test_the_printed_picture_stays_where_a_table_is_broken(window, tmp_path, kind):
    opened(window, tmp_path, whole(experiments.ALL["two_laws"]), {}, BROKEN[kind])
    assert window.page.locator("figure img").count() == 1
    assert "printed picture stays" in window.page.locator(".missing:not(.unscripted)").inner_text()
    window.errors.clear()
