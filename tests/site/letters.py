"""Sizes of letters: of a printed page or the book, in points, python tests/site/letters.py site/course.pdf; of pages on
a stage of 1280 x 720 the smallest of each step, in pixels, python tests/site/letters.py site [PAGE ...]."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pypdf


def sizes(page: pypdf.PageObject) -> Counter:
    """How many letters a page has of each size, in points."""
    found = Counter()

    def seen(text, user, matrix, font, size):
        found[round(abs(size * user[3] * matrix[3]), 1)] += len(text.strip())

    page.extract_text(visitor_text=seen)
    return found


# Of a step on the stage: its smallest letters but for raised and lowered ones, what they say, and pixels out of sight.
STEP = """(() => {
  const view = document.querySelector('.present .view'), holder = view.firstElementChild, found = [];
  const by = holder.getBoundingClientRect().width / holder.offsetWidth, range = document.createRange();
  const met = (node, words, { c, d }) => found.push([
    Math.round(10 * Math.hypot(c, d) * parseFloat(getComputedStyle(node).fontSize)) / 10, words]);
  for (const walk = document.createTreeWalker(view, NodeFilter.SHOW_TEXT); walk.nextNode();) {
    const words = walk.currentNode, node = words.parentElement;
    range.selectNodeContents(words);
    if (words.data.trim() && range.getClientRects().length && node.checkVisibility()
      && !node.closest('math, sub, sup, .raised, .lowered, .hidden, .quiet'))
      met(node, words.data.trim(), node.getScreenCTM?.() ?? { c: 0, d: by });
  }
  for (const menu of view.querySelectorAll('select')) if (menu.checkVisibility())
    met(menu, menu.value, { c: by, d: 0 });
  const cut = Math.max(view.scrollHeight - view.clientHeight, view.scrollWidth - view.clientWidth);
  return [...found.sort((a, b) => a[0] - b[0])[0] ?? [Infinity, ''], cut]; })()"""
# Until the step's picture is drawn and stands still for six frames.
SETTLED = """async () => {
  const view = document.querySelector('.present .view'), seen = (kind) => [...view.querySelectorAll(kind)];
  for (let was = '', same = 0; same < 6;) {
    await new Promise(requestAnimationFrame);
    const drawn = seen('figure.living').every(f => f.stands || !f.checkVisibility())
      && seen('figure.explorer').every(f => f.querySelector('.chart'));
    const now = view.firstElementChild.style.cssText + view.firstElementChild.offsetHeight;
    same = drawn && now === was ? same + 1 : 0;
    was = now;
  }
}"""


def steps(page, address: str):
    """A page on the stage, from its first step to its last: number, smallest letters, what they say, pixels out of
    sight; of a prediction once more when it is skipped."""
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(address)
    page.wait_for_function("document.querySelector('.offer-steps:not([hidden])')")
    page.keyboard.press("p")
    page.wait_for_selector("dialog.present[open] .view > *")
    for step in range(1, 1 + int(page.locator(".present .turns output").inner_text().split()[-1])):
        for skip in (page.locator(".present button", has_text="Skip"),) * 2:
            page.evaluate(SETTLED)
            yield step, *page.evaluate(STEP)
            if not skip.count():
                break
            skip.first.click()
            skip.first.wait_for(state="detached")
        page.keyboard.press("PageDown")


def on_stage(site: Path, names: list[str]) -> None:
    """A row for each page, the smallest letters of all its steps; then each step with less than 24 px, or cut off."""
    import lab

    with lab.chromium() as browser, lab.Watched(browser) as window:
        for path in [site / f"{name}.html" for name in names] or sorted(site.glob("**/[0-9]*.html")):
            rows = list(steps(window.page, path.absolute().as_uri()))
            print(f"{path.stem:32} {rows[-1][0]} steps, smallest {min(row[1] for row in rows)} px", flush=True)
            for step, size, words, cut in rows:
                if size < 23.9 or cut > 4:
                    print(f"  step {step}: {size} px, {cut} px out of sight: {words[:50]}", flush=True)


if __name__ == "__main__" and Path(sys.argv[1]).is_dir():
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))
    on_stage(Path(sys.argv[1]), sys.argv[2:])
elif __name__ == "__main__":
    points = sum(map(sizes, pypdf.PdfReader(sys.argv[1]).pages), Counter())
    for size, count in points.most_common():
        if count > points.total() / 200:
            print(f"{size:5.1f} pt {count / points.total():6.1%}")
