"""Exercises of a made site solved in its pages, by the Python that the site names.

usage: python real_exercises.py SITE PAGE...     (python tests/site/real_exercises.py site 02-private-pac)

The workflow runs it on the site that it is about to publish, whose Python comes from Pyodide's own address with numpy
and scipy; where that cannot be reached, stand_in.py takes its place in a test.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent / "browser"), str(HERE)]

import lab  # noqa: E402
import solved  # noqa: E402

from tools.site import exercises  # noqa: E402


def write(root, text: str) -> None:
    """Into the editor of an exercise, as a reader who pastes."""
    if not root.locator(".cm-content").count():
        root.locator("textarea").focus()
    root.locator(".cm-content").focus()
    root.page.keyboard.press("ControlOrMeta+a")
    root.page.keyboard.insert_text(text)


def press(root, name: str) -> str:
    """A button, until its work is done: the line below."""
    root.get_by_role("button", name=name, exact=True).click()
    lab.until(root, "e => !e.hasAttribute('aria-busy')")
    return root.locator(".told").text_content()


def unsolved(page, address: str, name: str) -> list[str]:
    """Type a wrong answer to each exercise of a page, then the solution; what is said where a verdict is another."""
    page.goto(f"{address}{name}.html")
    cells, found = solved.notebook(name).cells, []
    for key, answer in exercises.answers(cells).items():
        root = page.locator(f'[data-answer="{key}"]')
        for wrong, verdict in ((True, "The check does not pass"), (False, "The check passes")):
            write(root, solved.typed(cells, answer, wrong))
            if not press(root, "Check").startswith(verdict):
                words = root.locator(".told, .outputs").all_text_contents()
                found.append(f"{name}, {key}{', wrong' if wrong else ''}: {' '.join(words)}")
    return found


def main(site: Path, *names: str) -> None:
    with lab.served(site) as address, lab.chromium() as browser:
        page = browser.new_page()
        page.set_default_timeout(lab.ANSWER * 1e3)
        found = [words for name in names for words in unsolved(page, address, name)]
    sys.exit("\n".join(found) or None)


if __name__ == "__main__":
    main(*sys.argv[1:])
