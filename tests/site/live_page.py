"""A site of one page with explorers that can run live, served beside a Pyodide or its stand-in."""

from __future__ import annotations

import html
import json
import sys
from contextlib import contextmanager
from pathlib import Path

import lab

from dplearn._assets import joined
from dplearn.explore import Explorer
from tools.site import live

HERE = Path(__file__).parent
# The start of the joined script of a page, the chart library until explorer.js draws without one, and its end.
SHOW = """
for (const figure of document.querySelectorAll("figure.explorer")) {
  const before = figure.querySelector(".before"), holder = h("div", { hidden: "" });
  let end = null;
  before.after(holder);
  offerLive(figure, (model) => {
    end?.();
    end = null;
    holder.replaceChildren();
    if (model) end = explorer.render({ model, el: holder });
    before.hidden = Boolean(model);
    holder.hidden = !model;
  });
}
})();"""


def write_page(site: Path, address: str, *figures: tuple[str, dict, str]) -> None:
    """index.html with an explorer for each (experiment, setting, code line that the reader has come to), and all that
    it loads."""
    site.mkdir(exist_ok=True)
    scripts = live.write(site, address)
    script = Explorer._esm.replace("export default {", "const explorer = {")
    script += (live.STATIC / "live.js").read_text(encoding="utf-8")
    (site / "site.js").write_text("(() => {\n" + script + SHOW, encoding="utf-8")
    (site / "site.css").write_text(joined("explorer.css") + (live.STATIC / "live.css").read_text(), encoding="utf-8")
    body = "".join(
        f'<figure class="explorer" data-experiment="{name}" data-setting="{html.escape(json.dumps(setting))}">'
        f'<div class="before dplearn">the table <code>{html.escape(code)}</code></div></figure>'
        for name, setting, code in figures)
    tags = "".join(f'<script src="{name}"></script>' for name in scripts)
    (site / "index.html").write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>live</title><link rel="stylesheet" '
        f'href="site.css"><body><main>{body}</main>{tags}<script src="site.js"></script>', encoding="utf-8")


def without_worker(window) -> bool:
    """Wait until the browser has ended the page's workers (it says so a little later)."""
    while window.page.workers:
        lab.frames(window.page)
    return True


@contextmanager
def serving(folder: Path):
    """The folder under an address of this machine, which it yields; with the stand-in for Pyodide at /pyodide/."""
    place = folder / "pyodide"
    place.mkdir(exist_ok=True)
    text = (HERE / "stand_in.mjs").read_text(encoding="utf-8").replace("VERSION", live.VERSION)
    (place / "pyodide.mjs").write_text(text, encoding="utf-8")
    (place / "python_stdlib.zip").write_bytes(bytes(3 << 20))
    (folder / "here").write_text("")
    port = lab.free_port()
    command = [sys.executable, str(HERE / "stand_in.py"), str(port), str(folder)]
    with lab.running(command, folder / "server.log", f"http://127.0.0.1:{port}/here", cwd=folder):
        yield f"http://127.0.0.1:{port}/"
