"""One JupyterLab and one browser for all browser tests; a page for each test that asks for it."""

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
]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A copy of the lectures, as if never run, beside the demo notebook: nothing here writes into the repository."""
    place = tmp_path_factory.mktemp("course")
    shutil.copy(HERE / "demo_course.py", place)
    lab.write_notebook(place / "demo.ipynb", DEMO)
    for path in (lab.ROOT / "notebooks").glob("*.ipynb"):
        lecture = nbformat.read(path, 4)
        for cell in lecture.cells:
            if cell.cell_type == "code":  # the numbers of the saved run would pass for those of the run to come
                cell.outputs, cell.execution_count = [], None
        nbformat.write(lecture, place / path.name)
    return place


@pytest.fixture(scope="session")
def address(folder):
    with lab.jupyter_lab(folder) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    with lab.chromium() as browser:
        yield browser


@pytest.fixture
def watched(browser):
    """A window that must stay without errors and without calls to other machines."""
    window = lab.Watched(browser)
    yield window
    window.close()
    assert window.errors == []
    assert window.strangers == []


@pytest.fixture(scope="module")
def demo(browser, address):
    """The demo notebook, open and run; tests share it and leave it as they found it."""
    window = lab.Watched(browser)
    window.open(address("demo.ipynb"), count=2)
    yield window
    window.close()


@pytest.fixture
def executed(folder, tmp_path):
    """The demo notebook run without a browser, saved without widget state: a path."""
    from nbclient import NotebookClient

    notebook = nbformat.read(folder / "demo.ipynb", 4)
    NotebookClient(notebook, kernel_name="python3", store_widget_state=False, resources={"metadata": {"path": str(folder)}}).execute()
    path = folder / "executed.ipynb"
    nbformat.write(notebook, path)
    assert json.loads(path.read_text())["cells"][1]["outputs"]
    return path
