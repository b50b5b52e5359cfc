"""What words need on a picture: contrast, in forced colors too; and the picture beside its sliders where the screen is
low (`python tests/browser/contrast.py site` measures all pages)."""

import contrast
import lab
import pytest

RACES = "03-experts-horse-racing"  # the racetrack, a living picture, explorers


@pytest.mark.parametrize("name, mode, which", [
    (RACES, "dark", "figure.living, #one_race"), (RACES, "forced dark", "[data-kind=racetrack]"),
    ("deeper/5c-which-release", "dark", "[data-kind=release_desk]")])
def test_every_word_of_a_figure_can_be_read(browser, site, name, mode, which):
    with lab.Watched(browser, *contrast.WINDOW, reduced_motion="reduce", **contrast.MODES[mode]) as window:
        window.page.goto((site / f"{name}.html").as_uri())
        found = [word for figure in contrast.figures(window.page, which) for word in contrast.contrasts(figure)]
    assert len(found) > 20
    assert [word for word in found if word[1] < contrast.LEAST] == []


def test_what_cannot_be_read_is_found(browser):
    """Words in the color of what is drawn behind them, in a color of a curve, and not at all."""
    with lab.Watched(browser) as window:
        window.page.set_content(
            "<figure><p style='color:#767676'>grey</p><p style='color:#777'>faint</p><p style='opacity:0'>none</p>"
            "<svg width=90 height=30><rect width=90 height=30 fill='#999'/><text y=20 fill='#888'>on a bar</text>")
        window.page.add_style_tag(content=contrast.STYLE)
        found = dict(contrast.contrasts(window.page.locator("figure")))
    assert found == pytest.approx({"grey": 4.54, "faint": 4.48, "none": 1, "on a bar": 1.24}, abs=0.01)


LIVING_BESIDE = """figure => [figure.querySelector("form").getBoundingClientRect(),
    [...figure.querySelectorAll("svg text")].map((t) => t.getBoundingClientRect()).map((t) => [t.left, t.right])]"""
BESIDE = """figure => [".controls", ".stage"].map((part) => figure.querySelector(part).getBoundingClientRect())"""


def test_on_a_low_screen_the_picture_stands_beside_its_sliders(browser, site):
    """A window of 1280 x 720 at 200%: both on one screen; a living picture beside its sliders too, no word cut."""
    with lab.Watched(browser, 640, 360, device_scale_factor=2) as window:
        window.page.goto((site / f"{RACES}.html").as_uri())
        figure = window.page.locator("figure.explorer").first
        figure.scroll_into_view_if_needed()
        lab.until(figure, "f => f.querySelector('.dplearn[data-ready=true], .handle')")
        lab.skip(figure)  # its sliders come with the truth
        lab.until(figure, "f => f.querySelector('.dplearn[data-ready=true]')")
        controls, stage = figure.evaluate(BESIDE)
        living = lab.past(window.page).locator("figure.living")
        living.scroll_into_view_if_needed()
        lab.until(living, "f => f.chart")
        sliders, words = living.evaluate(LIVING_BESIDE)
    assert controls["right"] <= stage["left"] and controls["top"] == stage["top"]
    assert max(controls["height"], stage["height"]) < 300
    assert all(sliders["right"] < left and right < 640 for left, right in words)
