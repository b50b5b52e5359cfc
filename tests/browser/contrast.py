"""The contrast of words of a made site's figures: ``python tests/browser/contrast.py site [dark ...]``.

In the light theme, the dark one and forced colors, by pixels, so that whatever a style, a filter or a mode does to them
counts: a figure is photographed without its words, which gives their ground, and with each word as a blob, which gives
its color.  A word's contrast (WCAG) is the least against any color that fills a fifth of its box.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import lab
import numpy as np
from PIL import Image

from dplearn.figures.style import contrast

MODES = {"light": {"color_scheme": "light"}, "dark": {"color_scheme": "dark"},
         "forced light": {"color_scheme": "light", "forced_colors": "active"},
         "forced dark": {"color_scheme": "dark", "forced_colors": "active"}}
WINDOW = 1280, 1400  # higher than any figure: to photograph one that is higher takes ten times as long
LEAST = 4.5
FIGURES = "figure.widget, figure.living"
LIVES = "f => f.chart || f.querySelector('.dplearn[data-ready=true]:not([aria-busy=true])')"
STYLE = """
* { transition: none !important; }
.wordless .word { visibility: hidden !important; }
.wordless svg .word { visibility: visible !important; fill: transparent !important; } /* but not their edge */
.blobs .word { paint-order: normal !important; -webkit-text-stroke: 9px currentColor !important; }
.blobs svg .word { stroke: var(--fill) !important; stroke-width: 9px !important; stroke-opacity: 1 !important; }
"""
# Of each piece of text: [words, left, top, width, height], from the figure's corner.
WORDS = """(figure) => {
  // What nobody sees, and what does not answer: WCAG leaves that out, too.
  const ELSEWHERE = ".hidden, option, script, .control:has(:disabled), :disabled, [aria-disabled=true]";
  const corner = figure.getBoundingClientRect(), found = [];
  const texts = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: e, textContent } = texts.currentNode;
    if (!textContent.trim() || e.closest(ELSEWHERE) || !e.checkVisibility()) continue;
    const drawn = e.closest("text"), range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const box = (drawn ?? range).getBoundingClientRect();
    if (box.width < 1 || getComputedStyle(e).visibility === "hidden") continue;
    e.classList.add("word");
    if (drawn) e.style.setProperty("--fill", getComputedStyle(e).fill);
    found.push([textContent.trim(), box.left - corner.left, box.top - corner.top, box.width, box.height]);
  }
  return found;
}"""


def photographed(figure, way: str) -> np.ndarray:
    """The figure's pixels, each a number, its words shown in this way."""
    figure.evaluate("(f, way) => { f.classList.add(way); }", way)
    taken = figure.screenshot(animations="disabled")
    figure.evaluate("(f, way) => { f.classList.remove(way); }", way)
    return np.asarray(Image.open(io.BytesIO(taken)).convert("RGB")).astype(int) @ (65536, 256, 1)


def common(pixels: np.ndarray, share: float = 0.0) -> list:
    """The commonest color of some pixels, and whichever fill such a share of them."""
    colors, counts = np.unique(pixels, return_counts=True)
    enough = share * counts.sum() if share else counts.max()
    return [colors[i] for i in np.argsort(-counts) if counts[i] >= min(enough, counts.max())]


def contrasts(figure) -> list[tuple[str, float]]:
    """[(word, contrast)] of a figure that lives; 1 of a word that cannot be seen."""
    words = figure.evaluate(WORDS)
    ground, blobs = photographed(figure, "wordless"), photographed(figure, "blobs")
    found = []
    for word, left, top, width, height in words:
        rows, columns = slice(max(0, int(top)), int(top + height) + 1), slice(max(0, int(left)), int(left + width) + 1)
        under, over = ground[rows, columns], blobs[rows, columns]
        changed = over[under != over]
        if under.size:
            color = common(changed)[0] if len(changed) else common(under)[0]
            found.append((word, min(contrast(*(f"#{c:06X}" for c in (color, g))) for g in common(under, 0.2))))
    return found


def figures(page, which=FIGURES):
    """These figures of a page, each once it lives and shows what it has; all that is folded is open."""
    lab.past(page).evaluate("document.querySelectorAll('main details').forEach((d) => { d.open = true; })")
    page.add_style_tag(content=STYLE)
    for figure in page.locator(which).all():
        figure.scroll_into_view_if_needed()
        lab.until(figure, LIVES)
        if figure.locator(".asking").count():
            yield figure  # what it asks
            lab.skip(figure)
            lab.until(figure, LIVES)
        if (release := figure.locator("button.go")).count():  # its words come with a release
            release.click()
            lab.until(figure, "f => f.querySelector('.dplearn[data-release]:not([data-running=true])')")
        page.mouse.move(0, 0)  # a curve under the pointer dims the others
        yield figure


def main(site: Path, *modes: str) -> None:
    """A row a page and mode: the words that miss, of all."""
    low = 0
    with lab.chromium() as browser:
        for path in sorted(site.rglob("*.html")):
            for mode in modes or MODES:
                with lab.Watched(browser, *WINDOW, reduced_motion="reduce", **MODES[mode]) as window:
                    window.page.goto(path.resolve().as_uri())
                    met = [word for figure in figures(window.page) for word in contrasts(figure)]
                missed = [word for word in met if word[1] < LEAST]
                low += len(missed)
                print(f"{path.relative_to(site)!s:45} {mode:12} {len(missed):3} of {len(met):4} words under 4.5",
                      *missed, sep="\n  ", flush=True)
    sys.exit(low > 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
