"""Where a link of the repository leads in the site, and where a notebook runs: the addresses that README states.

No heading of a notebook can be had: JupyterLab 4.6 opens it and drops what stands behind the # of an address
(jupyterlab/jupyterlab#7696).
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from .mathml import Unreadable

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
OWN_LAB = "http://localhost:8888/lab/tree"  # where `make lab` serves the folder of the course, if no other Lab runs
NAMED = {"README.md": "index.html", "assignments/for-instructors.md": "instructors.html",
         "assignments/for-students.md": "assignments/index.html", "assignments/goals.md": "assignments/goals.html"}


def lead(href: str, place: Path, up: str) -> str:
    """Where a link of `place`, a file of the repository, leads from a page that stands `up` below the site's root."""
    if re.match(r"[a-z]+:|#", href):
        return href
    target, hash_, anchor = href.partition("#")
    path = Path(os.path.normpath(ROOT / place.parent / target))
    if not path.exists():
        raise Unreadable(f"the link {href!r} leads nowhere")
    name = path.relative_to(ROOT).as_posix()
    inside = name.removeprefix("notebooks/")
    if inside != name and not inside.startswith("assignments/"):  # a page; an assignment is handed out as it is
        inside = Path(inside).with_suffix(".html").as_posix()
    return up + NAMED.get(name, inside + hash_ + anchor)


def addresses(notebook: str) -> list[tuple[str, str]]:
    """Binder, Colab, and a Lab of the reader's own, each at this notebook (its path from the folder of notebooks)."""
    known = dict(re.findall(r"^\[(binder|colab)\]: (\S+)$", README, re.M))
    return [("Binder", re.sub(r"notebooks(/|%2F)[^&#]*", f"notebooks/{notebook}", known["binder"])),
            ("Colab", re.sub(r"notebooks/[^&#]*", f"notebooks/{notebook}", known["colab"])),
            ("your own JupyterLab", f"{OWN_LAB}/notebooks/{notebook}")]
