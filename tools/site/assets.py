"""What pages load besides their own text: one script, one style, a table for each explorer, kept in a cache."""

from __future__ import annotations

import base64
import functools
import hashlib
from pathlib import Path

import vl_convert
from pygments.formatters import HtmlFormatter

import dplearn
from dplearn import experiments
from dplearn._assets import joined
from dplearn._predict import Prediction
from dplearn.explore import Explorer
from dplearn.figures.vegalite import VERSION
from dplearn.racetrack import Racetrack
from dplearn.release_desk import ReleaseDesk

from . import bake, bake_widgets, grids

HERE = Path(__file__).parent
PACKAGE = Path(dplearn.__file__).parent


def script(*manners: str) -> str:
    """The widgets' own scripts and what answers them without a kernel, as one classic script: a page that was opened
    from a disk may load no modules.  Then a page's manners."""
    widgets = {"explorer": Explorer, "prediction": Prediction, "racetrack": Racetrack, "release_desk": ReleaseDesk}
    # Each in a scope of its own: their functions have the same names.
    scoped = [f"const {name} = (() => {{\n{w._esm}}})();".replace("export default {", "return {")
              for name, w in widgets.items()]
    ours = [(HERE / "static" / f"{name}.js").read_text(encoding="utf-8")
            for name in ("live", "baked", "baked_widgets", "figures", "address", "living", "exercises",
                          *manners)]
    return "\n".join(['"use strict";', "(() => {", joined("dom.js", "links.js"), *scoped, *ours, "})();", ""])


def table(name: str, kind: str, start, cache: Path) -> Path:
    """The script with the table of an explorer (`start`: all settings that pages start it with), of a racetrack or of a
    release desk; made if it is not in the cache."""
    key = hashlib.sha256(repr((name, kind, start, _sources())).encode()).hexdigest()[:16]
    path = cache / f"{name}-{key}.js"
    if not path.exists():
        made = (bake.packed(grids.grid_for(experiments.ALL[name], start)) if kind == "explore"
                else bake_widgets.packed(name, kind, start))
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")  # whole or not at all
        part.write_text(made, encoding="utf-8")
        part.replace(path)
    return path


@functools.cache
def _sources() -> str:
    """The bakers and the package, read once for all tables."""
    digest = hashlib.sha256()
    bakers = [HERE / name for name in ("bake.py", "bake_widgets.py", "digits.py", "grids.py")]
    for path in (*bakers, *sorted(PACKAGE.rglob("*.py")), *sorted(PACKAGE.rglob("*.gz"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def files() -> dict[str, str]:
    """What stands in the site's folder `static`."""
    style = (HERE / "static" / "site.css").read_text(encoding="utf-8")
    # A page from a disk may load a font of another folder in some browsers only; so the style holds it.
    font = base64.b64encode((HERE / "static" / "math.woff2").read_bytes()).decode()
    style = style.replace("math.woff2", f"data:font/woff2;base64,{font}")
    offer = (HERE / "static" / "live.css").read_text(encoding="utf-8")
    stage = (HERE / "static" / "present.css").read_text(encoding="utf-8")
    desk = (HERE / "static" / "exercises.css").read_text(encoding="utf-8")
    widgets = at_night(joined("explorer.css", "predict.css", "racetrack.css", "release_desk.css"))
    return {"site.css": "\n".join([style, widgets, offer, desk, stage, code_colors()]),
            **{name: (HERE / "static" / name).read_text(encoding="utf-8")
               for name in ("math-OFL.txt", "codemirror.js", "codemirror-LICENSE.txt", "minisearch.js")},
            "vega.js": vega(),
            "site.js": script("site", "glossary", "search", "present")}


@functools.cache
def vega() -> str:
    """Vega, Vega-Lite and what embeds them, as one classic script: it sets `vegaEmbed`."""
    bundle = vl_convert.javascript_bundle("globalThis.vegaEmbed = vegaEmbed;", vl_version=VERSION)
    return f"(() => {{\n{bundle}\n}})();\n"


def at_night(style: str) -> str:
    """A style of widgets whose rules for JupyterLab's dark theme hold in the site's."""
    mark, kept = '[data-jp-theme-light="false"] ', []
    for line in style.splitlines():
        if line.startswith(mark):
            rule = line.removeprefix(mark)
            kept += [f'@media screen {{ :root[data-theme="dark"] {rule} }}', "@media screen and (prefers-color-scheme: "
                     f'dark) {{ :root:not([data-theme="light"]) {rule} }}']
        else:
            kept.append(line)
    return "\n".join(kept)


def code_colors() -> str:
    """Styles of highlighted code, light and dark."""
    light, dark = (HtmlFormatter(style=name) for name in ("xcode", "github-dark"))
    at_night = dark.get_style_defs('[data-theme="dark"] .highlight')
    by_system = dark.get_style_defs(':root:not([data-theme="light"]) .highlight')
    return "\n".join([light.get_style_defs(".highlight"), f"@media screen {{ {at_night} }}",
                      f"@media screen and (prefers-color-scheme: dark) {{ {by_system} }}",
                      ".highlight, .highlight pre { background: var(--soft) !important; line-height: 1.5; }"])
