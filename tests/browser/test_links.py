"""Links of the text that move an explorer, in JupyterLab: its own reader of Markdown, its own click on a link."""

import lab
import nbformat
import pytest
from demo_course import few
from lab import until

WORDS = ("[Halve α](#{name}?alpha={low}&n=nonsense) or [move the second](#{name}-2?alpha={low}), "
         "[not here](#other?alpha={low}).")
SHOWS = "from demo_course import few\nfrom dplearn.explore import explore\nexplore(few)"
WATCH = "r => { window.seen = []; r.addEventListener('input', (e) => window.seen.push(Number(e.target.value))); }"
ALPHA = few.parameter("alpha")


@pytest.fixture(scope="module")
def page(window, folder):
    notebook = nbformat.read(lab.write_notebook(folder / "links.ipynb", [SHOWS, "explore(few)"]), 4)
    words = WORDS.format(name=few.name, low=ALPHA.low)
    notebook.cells.insert(0, nbformat.v4.new_markdown_cell(words))
    nbformat.write(notebook, folder / "links.ipynb")
    window.show("links.ipynb")
    return window.run(lab.EXPLORER, 2)


def test_a_link_of_the_text_glides_its_own_slider_and_takes_the_reader_there(page, clean):
    first, second = page.locator(".dplearn[data-ready=true]").all()
    sliders = [root.locator('[data-name="alpha"]') for root in (first, second)]
    start, address = sliders[0].input_value(), page.url
    first.evaluate(WATCH)
    page.get_by_role("link", name="Halve α").click()
    until(sliders[0], "s => s.value === '0' && document.activeElement === s")
    lab.code_says(first, f"alpha={ALPHA.low}")
    seen = page.evaluate("window.seen")
    assert len(seen) > 2 and seen == sorted(seen, reverse=True) and seen[-1] == 0
    assert sliders[1].input_value() == start and page.url == address
    page.emulate_media(reduced_motion="reduce")
    second.evaluate(WATCH)
    page.get_by_role("link", name="move the second").press("Enter")
    until(sliders[1], "s => s.value === '0' && document.activeElement === s")
    assert page.evaluate("window.seen") == [0] and page.url == address
    page.emulate_media(reduced_motion="no-preference")
