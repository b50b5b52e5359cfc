"""The site built once for all tests of the site, and a browser for each file, closed after it: Playwright's event loop
would be in the way of other tests of the same worker."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "browser")]

import lab  # noqa: E402

from dplearn import experiments  # noqa: E402
from dplearn.experiment import Choice  # noqa: E402
from tools.site import bake, bake_widgets, pages  # noqa: E402
from tools.site.__main__ import found, write  # noqa: E402


@pytest.fixture(scope="module")
def browser():
    with lab.chromium() as browser:
        yield browser


def least(name: str, start: dict) -> bake.Grid:
    """An experiment where a page starts it, with one slider that has another position."""
    e = experiments.ALL[name]
    kept = {p: (value,) for p, value in vars(e.setting(**start)).items()}
    slider = next(p for p in e.parameters if not isinstance(p, Choice))
    kept[slider.name] = tuple(sorted({*kept[slider.name], slider.low, slider.high}))[:2]
    return bake.Grid(e, kept, None, share=0.0)


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """All pages, and small tables."""
    folder = tmp_path_factory.mktemp("site")
    made = [pages.made(path) for path in found()]
    write(folder, made)
    (folder / "tables").mkdir()
    tables = {name: bake.packed(least(name, start)) for page in made for name, start in page.explorers}
    with pytest.MonkeyPatch.context() as patch:
        for name, few in {"EPSILONS": (), "DRAWS": 1, "SEEDS": 1, "ETAS": (0.5,)}.items():
            patch.setattr(bake_widgets, name, few)
        for name, what in {name: what for page in made for name, what in page.widgets.items()}.items():
            tables[name] = bake_widgets.packed(name, *what)
    for name, text in tables.items():
        (folder / "tables" / f"{name}.js").write_text(text, encoding="utf-8")
    return folder
