"""Where a notebook runs: the addresses that README states, at this notebook.

A heading cannot be had: JupyterLab 4.6 opens the notebook and drops what stands behind the # of an address
(jupyterlab/jupyterlab#7696).
"""

from __future__ import annotations

import re
from pathlib import Path

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
OWN_LAB = "http://localhost:8888/lab/tree"  # where `make lab` serves the folder of the course, if no other Lab runs


def addresses(notebook: str) -> list[tuple[str, str]]:
    """Binder, Colab, and a Lab of the reader's own, each at this notebook (its path from the folder of notebooks)."""
    known = dict(re.findall(r"^\[(binder|colab)\]: (\S+)$", README, re.M))
    return [("Binder", re.sub(r"notebooks(/|%2F)[^&#]*", f"notebooks/{notebook}", known["binder"])),
            ("Colab", re.sub(r"notebooks/[^&#]*", f"notebooks/{notebook}", known["colab"])),
            ("your own JupyterLab", f"{OWN_LAB}/notebooks/{notebook}")]
