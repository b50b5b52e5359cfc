"""What pages load besides their own text: one script, one style, a table for each explorer, kept in a cache."""

from __future__ import annotations

import base64
import functools
import hashlib
import time
from pathlib import Path

import numpy as np
from pygments.formatters import HtmlFormatter

from dplearn import experiments
from dplearn._static import joined

from . import bake

HERE = Path(__file__).parent
PACKAGE = Path(experiments.__file__).parent


def script() -> str:
    """The widgets' own scripts and what answers them without a kernel, as one classic script: a page that was opened
    from a disk may load no modules."""
    widgets = joined("dom.js", "chart.js", "explorer.js").replace("export default {", "const explorer = {")
    ours = [(HERE / "static" / name).read_text(encoding="utf-8") for name in ("live.js", "baked.js")]
    return "\n".join(['"use strict";', "(() => {", widgets, *ours, "})();", ""])


def table(name: str, starts: list[dict], cache: Path, **budgets) -> Path:
    """The script with the table of an experiment, made if it is not in the cache."""
    path = cache / f"{name}-{_key(name, starts, budgets)}.js"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        begun = time.process_time()
        grid = bake.kept_values(experiments.ALL[name], starts, **budgets)
        made = bake.packed(grid)
        path.with_suffix(".txt").write_text(_about(grid, len(made), time.process_time() - begun), encoding="utf-8")
        part = path.with_suffix(".part")
        part.write_text(made, encoding="utf-8")
        part.replace(path)
    return path


def _about(grid: bake.Grid, size: int, seconds: float) -> str:
    """A line for the table of tables: how many positions each slider has of how many."""
    sliders = ", ".join(f"{p.name} {len(grid.kept[p.name])}/{len(p.values)}" for p in grid.experiment.parameters)
    settings = int(np.prod([len(values) for values in grid.radix.values()]))
    return f"{grid.experiment.name:26} {size / 1e3:5.0f} {seconds:8.1f} {settings:9,}   {sliders}"


def _key(name: str, starts: list[dict], budgets: dict) -> str:
    """What a table depends on: its starts and budgets, the baker, and the package."""
    return hashlib.sha256(repr((name, starts, budgets, _sources())).encode()).hexdigest()[:16]


@functools.cache
def _sources() -> str:
    """The baker and the package, read once for all tables."""
    digest = hashlib.sha256()
    for path in (HERE / "bake.py", HERE / "digits.py", *sorted(PACKAGE.rglob("*.py")), *sorted(PACKAGE.rglob("*.gz"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def files() -> dict[str, str]:
    """What stands in the site's folder `static`."""
    style = (HERE / "static" / "site.css").read_text(encoding="utf-8")
    # A page from a disk may load a font of another folder in some browsers only; so the style holds it.
    font = base64.b64encode((HERE / "static" / "math.woff2").read_bytes()).decode()
    style = style.replace("math.woff2", f"data:font/woff2;base64,{font}")
    manners = (HERE / "static" / "site.js").read_text(encoding="utf-8")
    offer = (HERE / "static" / "live.css").read_text(encoding="utf-8")
    return {"site.css": "\n".join([style, joined("explorer.css"), offer, code_colors()]),
            "math-OFL.txt": (HERE / "static" / "math-OFL.txt").read_text(encoding="utf-8"),
            "site.js": script() + "(() => {\n" + manners + "})();\n"}


def code_colors() -> str:
    """Styles of highlighted code, light and dark."""
    light, dark = (HtmlFormatter(style=name) for name in ("xcode", "github-dark"))
    at_night = dark.get_style_defs('[data-theme="dark"] .highlight')
    by_system = dark.get_style_defs(':root:not([data-theme="light"]) .highlight')
    return "\n".join([light.get_style_defs(".highlight"), f"@media screen {{ {at_night} }}",
                      f"@media screen and (prefers-color-scheme: dark) {{ {by_system} }}",
                      ".highlight, .highlight pre { background: var(--soft) !important; line-height: 1.5; }"])
