"""Every living picture in the places where readers meet it, as PNG to be looked at.

usage: python tests/browser/look.py FOLDER [PAGE ...]      PAGE as 03-experts-horse-racing; all where left out

In FOLDER then stand PAGE-1-PLACE.png, for its second picture PAGE-2-..., PLACE being: lab (JupyterLab, as saved,
nothing run), lab-run (all cells run), site (1250 pixels wide, light) and phone (390, dark), the last two where
`make site` has made site/.  Nothing passes or fails here: tests/browser/test_living.py and tests/site hold numbers,
keys and letters.
"""

import argparse
import shutil
import tempfile
from contextlib import closing
from pathlib import Path

import lab
import test_living as living

CHART = ".jp-Notebook .jp-RenderedVegaCommon5:has(svg)"


def shots(page, selector: str, count: int, name: str, folder: Path) -> None:
    """A picture of each of so many charts, once it is drawn."""
    for i in range(count):
        chart = page.locator(selector).nth(i)
        while chart.count() == 0:  # Lab makes what stands far below once it comes into view
            page.mouse.wheel(0, 400)
            lab.frames(page, 4)
        chart.scroll_into_view_if_needed()
        chart.locator("svg.marks").first.wait_for()
        lab.frames(page, 4)
        chart.screenshot(path=folder / name.format(i + 1))


def in_lab(browser, address, page: str, count: int, folder: Path) -> None:
    """As saved, and after a run."""
    with closing(lab.Watched(browser, 1250, 1000)) as window:
        window.page.goto(address(f"{page}.ipynb"))
        window.page.wait_for_selector(".jp-Notebook .jp-Cell")
        window.page.mouse.move(600, 500)
        shots(window.page, CHART, count, f"{page}-{{}}-lab.png", folder)
    with closing(lab.Watched(browser, 1250, 1000)) as window:
        window.open(address(f"{page}.ipynb"))
        window.page.mouse.move(600, 500)
        shots(window.page, CHART, count, f"{page}-{{}}-lab-run.png", folder)


def on_site(browser, page: str, count: int, folder: Path) -> None:
    """From the disk: wide and light, narrow and dark."""
    for place, width, theme in (("site", 1250, "light"), ("phone", 390, "dark")):
        with closing(lab.Watched(browser, width, 800)) as window:
            window.page.emulate_media(color_scheme=theme)
            window.page.goto((lab.ROOT / "site" / f"{page}.html").as_uri())
            shots(window.page, "figure.living", count, f"{page}-{{}}-{place}.png", folder)


def main() -> None:
    """Draw them all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("pages", nargs="*")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as root, lab.jupyter_lab(Path(root)) as address, lab.chromium() as browser:
        for page in asked.pages or living.LIVING:
            count = len(living.saved(page))
            shutil.copy(lab.ROOT / "notebooks" / f"{page}.ipynb", root)
            in_lab(browser, address, page, count, asked.folder)
            if (lab.ROOT / "site" / f"{page}.html").exists():
                on_site(browser, page, count, asked.folder)
            print(page, flush=True)


if __name__ == "__main__":
    main()
