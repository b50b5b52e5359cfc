"""Film strips of a made site, to be looked at: ``python tests/browser/look.py SITE STRIPS``.

Twelve frames each of a slider's drag, a season of the racetrack and a prediction, as ``STRIPS/drag.png`` and so on.
"""

from __future__ import annotations

import io
import sys
from itertools import repeat
from pathlib import Path

import lab
from PIL import Image

FRAMES, ACROSS, WIDE = 12, 4, 640


def drag(figure):
    """The first slider, from one end to the other."""
    lab.skip(figure)
    figure.locator(".told[aria-busy=false]").wait_for()
    figure.evaluate("f => f.scrollIntoView()")
    box, mouse = figure.locator("input[type=range]").first.bounding_box(), figure.page.mouse
    for i in range(FRAMES):
        mouse.move(box["x"] + 8 + (box["width"] - 16) * i / (FRAMES - 1), box["y"] + box["height"] / 2)
        if i == 0:
            mouse.down()
        yield


def season(figure):
    """The racetrack, played: a frame after each twelfth of the races."""
    track = figure.locator(".racetrack")
    races = int(track.locator("[data-name=round]").get_attribute("max"))
    track.locator("[data-name=speed]").select_option("fast")
    track.locator(".stage").press("Space")
    for i in range(FRAMES):
        lab.until(track, f"r => Number(r.dataset.round) >= {races * i // (FRAMES - 1)}")
        yield


def prediction(figure):
    """A point dragged down; then the truth."""
    box, mouse = figure.locator(".handle").first.bounding_box(), figure.page.mouse
    for i in range(FRAMES // 2):
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + 12 * i)
        if i == 0:
            mouse.down()
        yield
    mouse.up()
    figure.get_by_role("button", name="Show the truth").click()
    yield from repeat(None)


STRIPS = {drag: ("01-pac-and-occam.html", "figure.explorer"),
          season: ("03-experts-horse-racing.html", "figure[data-kind=racetrack]"),
          prediction: ("01-pac-and-occam.html", "figure.explorer")}


def film(browser, site: Path, play) -> Image.Image:
    """One strip."""
    page, where = STRIPS[play]
    with lab.Watched(browser, 900, 900) as window:
        window.page.goto((site / page).absolute().as_uri())
        figure = lab.past(window.page).locator(where).first
        figure.scroll_into_view_if_needed()
        figure.locator(".dplearn[data-ready=true], .handle").first.wait_for()
        figure.evaluate("f => f.scrollIntoView()")
        shots = []
        for _ in zip(range(FRAMES), play(figure)):
            lab.frames(window.page, 4)
            shots.append(Image.open(io.BytesIO(window.page.screenshot())).resize((WIDE, WIDE)))
    strip = Image.new("RGB", (ACROSS * WIDE, FRAMES // ACROSS * WIDE))
    for i, shot in enumerate(shots):
        strip.paste(shot, (i % ACROSS * WIDE, i // ACROSS * WIDE))
    return strip


if __name__ == "__main__":
    with lab.chromium() as browser:
        Path(sys.argv[2]).mkdir(parents=True, exist_ok=True)
        for play in STRIPS:
            film(browser, Path(sys.argv[1]), play).save(Path(sys.argv[2]) / f"{play.__name__}.png")
