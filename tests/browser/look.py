"""Film strips of a made site, to be looked at: ``python tests/browser/look.py site strips [--only season]``.

Twelve frames each of a slider's drag, a season of the racetrack, a prediction and a release of the desk, as
``strips/drag.png`` and so on.
"""

from __future__ import annotations

import argparse
import io
from itertools import count
from pathlib import Path

import lab
from PIL import Image

FRAMES, ACROSS, WIDE = 12, 4, 640


def frames(drag, box, first: float, last: float):
    """Moves the mouse, held down, from one place to another: one move before each frame."""
    for i in range(FRAMES):
        where = first + (last - first) * i / (FRAMES - 1)
        drag.page.mouse.move(*box(where))
        if i == 0:
            drag.page.mouse.down()
        yield
    drag.page.mouse.up()


def drag(figure):
    """The first slider, from one end to the other."""
    slider = figure.locator("input[type=range]").first
    b = slider.bounding_box()
    yield from frames(slider, lambda part: (b["x"] + 8 + part * (b["width"] - 16), b["y"] + b["height"] / 2), 0, 1)


def season(figure):
    """The racetrack, played: a frame after each twelfth of the races."""
    track = figure.locator(".racetrack")
    track.locator(".stage").press("End")
    races = int(track.get_attribute("data-round"))
    track.locator(".stage").press("Home")
    track.locator("[data-name=speed]").select_option("fast")
    track.locator(".stage").press("Space")
    for i in range(FRAMES):
        lab.until(track, f"r => Number(r.dataset.round) >= {races * i // (FRAMES - 1)}")
        yield


def prediction(figure):
    """A point dragged, or a choice made; then the truth."""
    root, points = figure.locator(".asking"), figure.locator(".asking .handle")
    if points.count():
        b = points.first.bounding_box()
        x, y = b["x"] + b["width"] / 2, b["y"] + b["height"] / 2
        moves = frames(root, lambda part: (x, y + part), 0, 60)
        yield from (next(moves) for _ in range(FRAMES // 2))
        figure.page.mouse.up()
    else:
        root.locator("input[type=radio]").first.check()
        yield
    root.get_by_role("button", name="Show the truth").click()
    yield from (None for _ in count())


def release(figure):
    """MWEM at the desk."""
    figure.locator("[data-name=method]").select_option("mwem")
    figure.get_by_role("button", name="Release").click()
    yield from (None for _ in count())


STRIPS = {"drag": ("01-pac-and-occam.html", "figure.explorer", drag),
          "season": ("03-experts-horse-racing.html", "figure[data-kind=racetrack]", season),
          "prediction": ("01-pac-and-occam.html", "figure:has(.asking)", prediction),
          "release": ("deeper/5c-which-release.html", "figure[data-kind=release_desk]", release)}


def film(browser, site: Path, to: Path, name: str) -> None:
    """One strip."""
    page, where, play = STRIPS[name]
    with lab.Watched(browser, 900, 900) as window:
        window.page.goto((site / page).absolute().as_uri())
        lab.past(window.page)
        kind = "figure.widget, figure.explorer" if "asking" in where else where
        for place in window.page.locator(kind).all():
            place.scroll_into_view_if_needed()
        figure = window.page.locator(where).first
        figure.locator(".dplearn[data-ready=true], .asking").first.wait_for()
        if name != "prediction":
            lab.skip(figure)
        figure.evaluate("f => f.scrollIntoView({ block: 'start' })")
        shots = []
        for _ in zip(range(FRAMES), play(figure)):
            lab.frames(window.page, 4)
            shots.append(Image.open(io.BytesIO(window.page.screenshot())).convert("RGB"))
    small = [shot.resize((WIDE, WIDE * shot.height // shot.width)) for shot in shots]
    high = small[0].height
    strip = Image.new("RGB", (ACROSS * WIDE, -(-len(small) // ACROSS) * high), "white")
    for i, shot in enumerate(small):
        strip.paste(shot, (i % ACROSS * WIDE, i // ACROSS * high))
    to.mkdir(parents=True, exist_ok=True)
    strip.save(to / f"{name}.png")


def main() -> None:
    """All strips, or one."""
    said = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    said.add_argument("site", type=Path)
    said.add_argument("to", type=Path)
    said.add_argument("--only", choices=STRIPS)
    said = said.parse_args()
    with lab.chromium() as browser:
        for name in [said.only] if said.only else STRIPS:
            film(browser, said.site, said.to, name)
            print(said.to / f"{name}.png")


if __name__ == "__main__":
    main()
