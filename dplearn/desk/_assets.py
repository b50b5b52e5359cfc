"""The files that the browser gets: scripts and styles, several joined to one where widgets share a piece."""

from __future__ import annotations

from pathlib import Path

ASSETS = Path(__file__).parent / "assets"


def joined(*names: str) -> str:
    """The text of files of `assets` one after the other: a widget's script is one module, for it can import
    nothing."""
    return "\n".join((ASSETS / name).read_text(encoding="utf-8") for name in names)
