"""The racetrack in JupyterLab: played forward, by keys, by its sliders, in both themes and in a narrow window."""

import itertools

import lab
import numpy as np
import pytest
from lab import code_says, frames, until

from dplearn import experts
from dplearn.racetrack import racetrack

CELLS = ["from dplearn.racetrack import racetrack\nw = racetrack(seed=5)\nw", "w.set(round=17, eta=0.25);", "w",
         "racetrack(8, 200, round=120, world='guessers')"]
SHAPES = (".stage text:not(.number):not(.chosen *), .stage tspan, .chip.chosen circle, .horse path:not(.legs), "
          ".row rect")


@pytest.fixture(scope="module")
def track(opened):
    """The notebook, open and run: (window, root); the second cell has moved the page to race 17."""
    with opened("track.ipynb", CELLS, ".racetrack[data-ready=true]", 3, width=1100, height=1200) as window:
        root = window.page.locator(".racetrack").first
        root.scroll_into_view_if_needed()
        yield window, root


@pytest.fixture
def one(track):
    """The racetrack at its start, at rest, at the rule's η; afterwards no error and no stranger."""
    window, root = track
    root.locator("[data-name=rule]").select_option("hoeffding")
    root.locator("[data-name=speed]").select_option("normal")
    code_says(root, "seed=5, eta='hoeffding'")
    press(root, "Home")
    until(root, "r => r.dataset.round === '0' && !r.dataset.playing")
    yield root
    window.assert_clean()


def press(root, *keys, on=".stage"):
    """Keys for the picture, or for what stands there."""
    root.locator(on).focus()
    for key in keys:
        root.page.keyboard.press(key)


def scrub(root, number):
    """Move the slider of the races, and wait for the picture."""
    root.locator("[data-name=round]").fill(str(number))
    at(root, number)


def at(root, number):
    until(root, f"r => r.dataset.round === '{number}'")


def reading(root, key):
    return float(root.locator(f'td[data-key="{key}"]').inner_text().replace(",", ""))


def pause_in_race(root, number):
    """The page itself presses the button there, when it plays: a busy test might come after the last race."""
    root.evaluate("""(r, number) => { window.names = []; new MutationObserver((_, watch) => {
      if (Number(r.dataset.round) < number || !r.dataset.playing) return;
      watch.disconnect(); window.names.push(r.querySelector('.play').getAttribute('aria-label'));
        r.querySelector('.play').click(); }).observe(r, { attributes: true }); }""", number)


def test_play_moves_the_rounds_forward_and_pause_holds_them(one):
    one.locator("[data-name=speed]").select_option("very fast")
    pause_in_race(one, 5)
    one.get_by_role("button", name="Play (space)").click()
    until(one, "r => Number(r.dataset.round) >= 5 && !r.dataset.playing")
    assert one.page.evaluate("window.names") == ["Pause (space)"]
    held = int(one.get_attribute("data-round"))
    frames(one.page, 30)
    assert int(one.get_attribute("data-round")) == held >= 5
    one.get_by_role("button", name="Restart").click()
    at(one, 0)
    said = "Before the first race all 6 tipsters are alike: each is followed with probability 16.7%."
    assert one.locator(".happened").inner_text() == said
    assert one.locator("[data-name=round]").input_value() == "0" and reading(one, "expected") == 0
    assert one.locator(".ticks").evaluate_all("paths => paths.every((p) => p.getAttribute('d') === '')")


def test_the_horses_run_and_the_winner_is_first(one):
    """Frame by frame: a late frame counts as a tenth of a second, a sixth of the run, so the run is seen on any
    machine."""
    race = racetrack(seed=5).race
    one.evaluate("""r => { window.seen = []; const look = () => {
      const places = [...r.querySelectorAll('.horse')].map((h) => h.getBoundingClientRect().right);
      window.seen.push([places, r.querySelector('.happened').textContent]);
      if (r.dataset.round === '0') requestAnimationFrame(look); }; look(); }""")
    press(one, "ArrowRight")
    at(one, 1)
    frames(one.page)
    (gate, _), *running, (places, _) = one.page.evaluate("window.seen")
    midway = [at_once for at_once, words in running if words.startswith("Race 1 of 60 is on. The bettor follows ")]
    assert len(midway) >= 4 and any(all(m > g + 20 for m, g in zip(at_once, gate)) for at_once in midway)
    assert int(np.argmax(places)) == race.winners[0]
    assert one.locator(".track text.won").text_content().startswith("wins") and one.locator(".horse.won").count() == 1


def test_keys_move_by_races(one):
    slider = "[data-name=round]"
    for on, key, wanted in ((".stage", "End", 60), (".stage", "ArrowLeft", 59), (".stage", "ArrowLeft", 58),
                            (".stage", "Home", 0), (".stage", "ArrowRight", 1), (".stage", "ArrowRight", 2),
                            (slider, "ArrowRight", 3), (slider, "PageUp", 9), (slider, "End", 60), (slider, "Home", 0)):
        press(one, key, on=on)
        at(one, wanted)
    assert one.locator(slider).get_attribute("aria-valuetext") == "0 of 60 races run"
    press(one, *["ArrowRight"] * 8)  # all are counted, however fast
    at(one, 8)


def test_the_numbers_shown_are_the_packages(one, t=23):
    race = racetrack(seed=5).race
    scrub(one, t)
    exact = experts.expected_regret(race.losses, eta=experts.learning_rate(60, 6, rule="hoeffding"))
    for key, value in (("expected", exact), ("realised", race.realised_regret), ("sharp", race.bound_sharp),
                       ("printed", race.bound)):
        assert reading(one, key) == pytest.approx(value[t - 1], rel=0.005, abs=1e-12)
    weights = np.exp(-race.eta * race.losses[:t].sum(axis=0))
    for shown, law in zip(one.locator(".row text.value").all_text_contents(), weights / weights.sum()):
        assert law < 0.001 if shown == "<0.1%" else float(shown.rstrip("%")) == pytest.approx(100 * law, abs=0.0501)
    winner = race.winners[t - 1] + 1
    happened = one.locator(".happened").inner_text()
    paid, least = race.losses[np.arange(t), race.actions[:t]].sum(), race.losses[:t].sum(axis=0).min()
    followed = chr(65 + race.actions[t - 1])
    assert happened.startswith(f"Race {t} of 60: lane {winner} wins. The bettor followed {followed} ")
    assert f"Lost so far: the bettor {paid:.0f}, the best tipster {least:.0f} (" in happened
    chosen = one.locator(".row").evaluate_all(
        "rows => rows.flatMap((r, i) => (r.querySelector('.chip.chosen') ? [i] : []))")
    assert chosen == [race.actions[t - 1]]


def test_eta_runs_the_season_again_at_the_same_place(one):
    scrub(one, 40)
    before, eta = reading(one, "expected"), "[data-name=eta]"
    press(one, "End", on=eta)
    code_says(one, "eta=10.0")
    assert one.get_attribute("data-round") == "40" and one.locator("[data-name=rule]").input_value() == ""
    exact = experts.expected_regret(racetrack(seed=5).race.losses, eta=10.0)[39]
    assert reading(one, "expected") == pytest.approx(exact, rel=0.005) != before


def test_a_new_season_and_another_world(one):
    scrub(one, 9)
    one.get_by_role("button", name="New season").click()
    until(one, "r => r.querySelector('.seed').textContent === 'seed 6' && r.dataset.round === '0'")
    one.locator("[data-name=world]").select_option("takeover")
    code_says(one, "world='takeover'")
    assert "Falling" in one.locator(".row").first.text_content()
    one.page.locator(".jp-CodeCell").nth(1).locator(".cm-content").click()  # the reader's own code brings seed 5 back
    one.page.keyboard.press("Control+A")
    # at once: typed keys can come between the editor's own closing of brackets
    one.page.keyboard.insert_text("w.set(seed=5, world='mixed');")
    one.page.keyboard.press("Control+Enter")
    until(one, "r => /seed=5,.*mixed/.test(r.querySelector('code').textContent)")


def test_screen_readers_hear_the_round_once_it_stands_still(one):
    scrub(one, 23)
    until(one, "r => r.querySelector('[aria-live]').textContent.startsWith('Race 23 of 60: lane ')")
    spoken = one.locator("[aria-live]").inner_text()
    assert "expected regret, exact: " in spoken and "as printed: ηt + ln K/η: " in spoken
    assert "after 23 of 60 races" in one.locator(".book").get_attribute("aria-label")


def test_every_control_has_a_name(one):
    lab.assert_named(
        one, 'button "Play (space)"', 'button "Step', 'button "Back', 'button "Restart', 'button "End',
        'button "Copy code', 'button "New season', 'slider "races run, t"', 'slider "learning rate, η"',
        'combobox "speed"', 'combobox "η by"', 'combobox "tipsters"', 'table "Regret and its bounds')


def test_nothing_moves_on_the_page(one):
    heights = set()
    sizes = ("() => [...document.querySelectorAll('.racetrack, .racetrack .stage, .jp-Notebook')]"
             ".map((e) => e.scrollHeight)")
    one.locator("[data-name=speed]").select_option("fast")
    one.get_by_role("button", name="Play (space)").click()
    for _ in range(15):
        heights.add(tuple(one.page.evaluate(sizes)))
        frames(one.page, 4)
    one.get_by_role("button", name="Restart").click()
    for name, key in itertools.product(("round", "eta"), ("Home", "End", "PageDown")):
        press(one, key, on=f"[data-name={name}]")
        frames(one.page, 8)
        heights.add(tuple(one.page.evaluate(sizes)))
    assert len(heights) == 1


@pytest.mark.parametrize("theme, width", [("JupyterLab Dark", 1100), ("JupyterLab Light", 700)])
def test_words_are_legible_and_nothing_is_cut_off(track, theme, width):
    window, _ = track
    root = window.page.locator(".racetrack").nth(2)
    root.scroll_into_view_if_needed()
    with lab.looking(window.page, theme, width):
        at(root, 120)
        lab.assert_legible(root, 10, SHAPES, 61)
    window.assert_clean()


def test_a_reader_who_wants_no_motion_gets_none(one):
    page = one.page
    page.emulate_media(reduced_motion="reduce")
    try:
        one.evaluate("""(r) => { window.seen = new Set(); const h = r.querySelector('.horse');
          new MutationObserver(() => window.seen.add(h.getAttribute('transform'))).observe(h, { attributes: true });
            }""")
        for number in (1, 2, 3):
            press(one, "ArrowRight")
            assert one.get_attribute("data-round") == str(number)
        assert page.evaluate("() => window.seen.size") <= 4  # the gate, and one place for each race
    finally:
        page.emulate_media(reduced_motion="no-preference")


def test_a_second_view_follows_the_first(one):
    second = one.page.locator(".racetrack").nth(1)
    scrub(one, 31)
    at(second, 31)
    press(second, "Home", on="[data-name=eta]")
    for view in (one, second):
        code_says(view, "eta=0.01")
    assert one.get_attribute("data-round") == "31" and reading(one, "expected") == reading(second, "expected")
