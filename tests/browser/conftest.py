"""One JupyterLab and one browser for all browser tests, closed after the last of them: Playwright's event loop would
be in the way of other tests."""

import json
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import lab  # noqa: E402
import nbformat  # noqa: E402

DEMO = [
    "from demo_course import few, floor\nfrom dplearn.explore import explore",
    "w = explore(few)\nw",
    "explore(floor)",
    "w",
    "w.set(d=3);",
]


@pytest.fixture(scope="package")
def folder(tmp_path_factory):
    """Where the server looks, and tests write their notebooks; nothing here writes into the repository."""
    place = tmp_path_factory.mktemp("course")
    shutil.copy(HERE / "demo_course.py", place)
    return place


@pytest.fixture(scope="package")
def address(folder):
    with lab.jupyter_lab(folder) as address:
        yield address


@pytest.fixture(scope="package")
def browser():
    with lab.chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def opened(browser, address, folder):
    """``with opened(name, cells, ready, count, **size) as window:`` a notebook of these cells, open and run."""

    @contextmanager
    def opened(name, cells, ready, count=1, **size):
        lab.write_notebook(folder / name, cells)
        with lab.Watched(browser, **size) as window:
            window.open(address(name), ready, count)
            yield window

    return opened


@pytest.fixture(scope="module")
def demo(opened):
    """The demo notebook, open and run; tests share it and leave it as they found it."""
    with opened("demo.ipynb", DEMO, lab.EXPLORER, 3) as window:
        yield window


@pytest.fixture(scope="package")
def executed(folder):
    """The demo notebook run without a browser, saved without widget state: a path."""
    from nbclient import NotebookClient

    notebook = nbformat.read(lab.write_notebook(folder / "run.ipynb", DEMO), 4)
    patient = {"startup_timeout": lab.ANSWER, "iopub_timeout": lab.ANSWER}
    NotebookClient(notebook, kernel_name="python3", store_widget_state=False,
                   resources={"metadata": {"path": str(folder)}}, **patient).execute()
    path = folder / "executed.ipynb"
    nbformat.write(notebook, path)
    assert json.loads(path.read_text())["cells"][1]["outputs"]
    return path
