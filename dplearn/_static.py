"""The files that the browser gets: scripts and styles, several joined to one where widgets share a piece."""

from __future__ import annotations

from pathlib import Path

STATIC = Path(__file__).parent / "static"


def joined(*names: str) -> str:
    """The text of files of dplearn/static one after the other: a widget's script is one module, for it can import
    nothing."""
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in names)
