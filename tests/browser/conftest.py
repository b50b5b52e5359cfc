"""One JupyterLab in one window of one browser for all browser tests, closed after the last of them: Playwright's event
loop would be in the way of other tests."""

import shutil
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import lab  # noqa: E402


@pytest.fixture(scope="package")
def folder(tmp_path_factory):
    """Where the server looks, and tests write their notebooks; nothing here writes into the repository."""
    place = tmp_path_factory.mktemp("course")
    shutil.copy(HERE / "demo_course.py", place)
    return place


@pytest.fixture(scope="package")
def browser():
    with lab.chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def window(browser, folder):
    """JupyterLab, for mouse, keys and fingers; tests open their notebooks in it, one after the other."""
    lab.write_notebook(folder / "empty.ipynb", [])
    with lab.jupyter_lab(folder) as address, lab.Watched(browser, has_touch=True) as window:
        window.page.goto(address("empty.ipynb"))
        window.page.wait_for_function(lab.NOTEBOOK_IN_FRONT)
        yield window


@pytest.fixture(scope="package")
def opened(window, folder):
    """``opened(name, cells, ready, count, width, height)``: the page with a notebook of these cells, open and run."""

    def opened(name, cells, ready, count=1, width=1250, height=1000):
        lab.write_notebook(folder / name, cells)
        window.page.set_viewport_size({"width": width, "height": height})
        window.show(name)
        return window.run(ready, count)

    return opened


@pytest.fixture
def clean(window):
    """Afterwards no script has failed, and no stranger was asked."""
    yield
    window.assert_clean()
