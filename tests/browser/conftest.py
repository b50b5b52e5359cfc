"""One JupyterLab and one browser for all browser tests, closed after the last of them: Playwright's event loop would
be in the way of other tests."""

import json
import shutil
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import lab  # noqa: E402
import nbformat  # noqa: E402

DEMO = [
    "from demo_course import binomial, coupons\nfrom dplearn.explore import explore",
    "w = explore(coupons, n=100)\nw",
    "explore(binomial)",
    "w",
    "w.set(d=3);",
]


@pytest.fixture(scope="package")
def folder(tmp_path_factory):
    """Where the server looks: the demo notebook, and what tests write beside it; nothing here writes into the
    repository."""
    place = tmp_path_factory.mktemp("course")
    shutil.copy(HERE / "demo_course.py", place)
    lab.write_notebook(place / "demo.ipynb", DEMO)
    return place


@pytest.fixture(scope="package")
def address(folder):
    with lab.jupyter_lab(folder) as address:
        yield address


@pytest.fixture(scope="package")
def browser():
    with lab.chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def demo(browser, address):
    """The demo notebook, open and run; tests share it and leave it as they found it."""
    window = lab.Watched(browser)
    window.open(address("demo.ipynb"), count=3)
    yield window
    window.close()


@pytest.fixture(scope="package")
def executed(folder):
    """The demo notebook run without a browser, saved without widget state: a path."""
    from nbclient import NotebookClient

    notebook = nbformat.read(folder / "demo.ipynb", 4)
    patient = {"startup_timeout": lab.ANSWER, "iopub_timeout": lab.ANSWER}
    NotebookClient(notebook, kernel_name="python3", store_widget_state=False,
                   resources={"metadata": {"path": str(folder)}}, **patient).execute()
    path = folder / "executed.ipynb"
    nbformat.write(notebook, path)
    assert json.loads(path.read_text())["cells"][1]["outputs"]
    return path
