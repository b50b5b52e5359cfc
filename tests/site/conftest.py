"""The site built once for all tests of the site, and a browser for each file, closed after it: Playwright's event loop
would be in the way of other tests of the same worker."""

import sys
from collections import defaultdict
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent / "browser"), str(HERE)]

import lab  # noqa: E402
import small  # noqa: E402

from dplearn import experiments  # noqa: E402
from tools.site import bake, bake_widgets, pages  # noqa: E402
from tools.site.__main__ import found, write  # noqa: E402


@pytest.fixture(scope="module")
def browser():
    with lab.chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def window(browser):
    with lab.Watched(browser, 1000, 1200) as watched:
        yield watched


@pytest.fixture(scope="session")
def made():
    return [pages.made(path) for path in found()]


@pytest.fixture(scope="session")
def grids(made):
    """Of each explorer the settings in its small table: those that pages start with, and another position of a slider.
    """
    starts = defaultdict(list)
    for page in made:
        for name, start in page.explorers:
            starts[name].append(start)
    return {name: small.least(experiments.ALL[name], begins) for name, begins in starts.items()}


@pytest.fixture(scope="session")
def site(tmp_path_factory, made, grids):
    """All pages, and small tables."""
    folder = tmp_path_factory.mktemp("site")
    write(folder, made, [pages.made(path) for path in found("assignments")])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bake, "TRIES", 2)
        tables = {name: bake.packed(grid) for name, grid in grids.items()}
        for name, few in {"EPSILONS": (), "METHODS": ("cells",), "DRAWS": 1, "SEEDS": 1, "ETAS": (0.5,)}.items():
            patch.setattr(bake_widgets, name, few)
        for page in made:
            tables |= {name: bake_widgets.packed(name, *what) for name, what in page.widgets.items()}
    small.write_tables(folder, tables)
    return folder
