"""Execute notebooks in place so that what is committed is what a fresh run prints.

usage: python tools/run_notebooks.py [NOTEBOOK ...]        (lectures and companions without arguments)

Each notebook runs top to bottom in a fresh kernel named python3, started from its own folder.  Widgets (their
pictures stay), time stamps, kernel versions and other volatile metadata are left out, so a second run gives the same
bytes as long as the outputs themselves are deterministic.  Stops at the first notebook with an error and leaves it
unwritten.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
# The cell metadata that somebody wrote on purpose.
CELL_KEYS = {"tags", "jupyter", "slideshow", "nbgrader", "editable", "deletable"}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def run(path: Path) -> float:
    """Execute one notebook in place; the seconds it took."""
    start = time.perf_counter()
    os.environ["DPLEARN_STILLS"] = "1"  # the kernel inherits it: a picture beside each explorer
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=300,
        record_timing=False,
        coalesce_streams=True,  # how writes to one stream were cut depends on timing
        store_widget_state=False,
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    for cell in notebook.cells:
        if failed(cell):
            raise RuntimeError(f"{path.name}: what this cell shows failed\n{cell.source}\n{failed(cell)}")
    clean(notebook)
    nbformat.validate(notebook)
    text = nbformat.writes(notebook)
    path.write_text(text.rstrip("\n") + "\n", encoding="utf-8")
    return time.perf_counter() - start


def failed(cell) -> str:
    """What went wrong where a cell that ended well showed something (a card whose check raised), or nothing."""
    for output in cell.get("outputs", []):
        kinds, said = [output.output_type, *output.get("data", {})], str(output)
        if any(kind.endswith("error") for kind in kinds) or "Traceback (most recent call last)" in said:
            return said
    return ""


def clean(notebook) -> None:
    """Drop what differs between machines or runs without telling a reader anything; in place."""
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells):
        # Positions, not random ids: a re-run of unchanged text leaves no difference to review.
        cell["id"] = f"cell-{number:02d}"
        cell.metadata = nbformat.from_dict({k: v for k, v in cell.metadata.items() if k in CELL_KEYS})
        if cell.cell_type == "code":
            for output in cell.outputs:
                # Without a kernel JupyterLab shows an error in the place of a widget; so keep picture or line alone.
                output.get("data", {}).pop(WIDGET_VIEW, None)


def main(arguments: list[str]) -> None:
    # Assignments are handed out without outputs.
    paths = [Path(a).resolve() for a in arguments] or sorted(
        path for folder in ("", "deeper") for path in (ROOT / "notebooks" / folder).glob("*.ipynb"))
    for path in paths:
        print(f"{path.name}: {run(path):.1f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
