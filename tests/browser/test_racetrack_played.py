"""The racetrack in JupyterLab: played forward, by keys, by its sliders, by a cell, for a reader who hears it.

Its numbers and the names of its controls are tried on the site, where the same script runs (tests/site)."""

import numpy as np
import pytest
from lab import code_says, frames, until

from dplearn.racetrack import racetrack

CELLS = ["from dplearn.racetrack import racetrack\nw = racetrack(seed=5)\nw", "w.set(round=17, eta=0.25);", "w"]


@pytest.fixture(scope="module")
def page(opened):
    """The notebook, open and run; the second cell has moved the first racetrack to race 17."""
    page = opened("track.ipynb", CELLS, ".racetrack[data-ready=true]", 2, width=1100, height=1200)
    code_says(page.locator(".racetrack").first, "eta=0.25")
    at(page.locator(".racetrack").first, 17)
    return page


@pytest.fixture
def one(page, clean):
    """The racetrack at its start, at rest, at the rule's η."""
    root = page.locator(".racetrack").first
    root.scroll_into_view_if_needed()
    root.locator("[data-name=rule]").select_option("hoeffding")
    code_says(root, "seed=5, eta='hoeffding'")
    root.locator("[data-name=round]").press("Home")
    until(root, "r => r.dataset.round === '0' && !r.dataset.playing")
    return root


def step(root):
    root.get_by_role("button", name="Step").click()


def at(root, number):
    until(root, f"r => r.dataset.round === '{number}'")


def test_play_moves_the_rounds_forward_and_pause_holds_them(one):
    one.locator("[data-name=speed]").select_option("very fast")
    # The page itself presses the button in race 5: a busy test might come after the last race.
    one.evaluate("""r => { window.names = []; new MutationObserver((_, watch) => {
      if (Number(r.dataset.round) < 5 || !r.dataset.playing) return;
      watch.disconnect(); window.names.push(r.querySelector('.play').getAttribute('aria-label'));
        r.querySelector('.play').click(); }).observe(r, { attributes: true }); }""")
    one.get_by_role("button", name="Play (space)").click()
    until(one, "r => Number(r.dataset.round) >= 5 && !r.dataset.playing")
    assert one.page.evaluate("window.names") == ["Pause (space)"]
    held = one.get_attribute("data-round")
    frames(one.page, 30)
    assert one.get_attribute("data-round") == held
    one.locator("[data-name=round]").press("Home")
    at(one, 0)
    one.locator("[data-name=speed]").select_option("normal")


def test_the_horses_run_and_the_winner_is_first(one):
    """Frame by frame: a late frame counts as a tenth of a second, a sixth of the run, so the run is seen on any
    machine."""
    one.evaluate("""r => { window.seen = []; const look = () => {
      const places = [...r.querySelectorAll('.horse')].map((h) => h.getBoundingClientRect().right);
      window.seen.push([places, r.querySelector('.happened').textContent]);
      if (r.dataset.round === '0') requestAnimationFrame(look); }; look(); }""")
    step(one)
    at(one, 1)
    frames(one.page)
    (gate, _), *running, (places, _) = one.page.evaluate("window.seen")
    midway = [at_once for at_once, words in running if words.startswith("Race 1 of 60 is on. The bettor follows ")]
    assert len(midway) >= 4 and any(all(m > g + 20 for m, g in zip(at_once, gate)) for at_once in midway)
    assert int(np.argmax(places)) == racetrack(seed=5).race.winners[0]
    assert one.locator(".track text.won").text_content().startswith("wins") and one.locator(".horse.won").count() == 1


def test_keys_move_by_races_and_a_screen_reader_hears_where_it_rests(one):
    for key, wanted in (("End", 60), ("ArrowLeft", 59), ("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2),
                        ("PageUp", 8)):
        one.locator("[data-name=round]").press(key)
        at(one, wanted)
    assert one.locator("[data-name=round]").get_attribute("aria-valuetext") == "8 of 60 races run"
    until(one, "r => r.querySelector('[aria-live=polite]').textContent.startsWith('Race 8 of 60: lane ')")
    assert "expected regret, exact: " in one.locator("[aria-live=polite]").inner_text()


def test_a_reader_who_wants_no_motion_gets_none(one):
    one.page.emulate_media(reduced_motion="reduce")
    one.evaluate("""(r) => { window.seen = new Set(); const h = r.querySelector('.horse');
      new MutationObserver(() => window.seen.add(h.getAttribute('transform'))).observe(h, { attributes: true }); }""")
    step(one)
    assert one.get_attribute("data-round") == "1"
    assert one.page.evaluate("() => window.seen.size") <= 2  # the gate, and the end of the race
    one.page.emulate_media(reduced_motion="no-preference")
