"""What a reader sees without a kernel, in a saved notebook."""

import shutil

import lab
from lab import until


def test_a_saved_lecture_in_lab_shows_pictures_and_its_living_one_hears_keys(window, folder, clean):
    """Nothing is run: of a widget the picture stands in; Vega draws, and Lab's own shortcuts leave the keys alone."""
    shutil.copy(lab.ROOT / "notebooks" / "00-start-here.ipynb", folder / "saved.ipynb")
    window.show("saved.ipynb")
    picture = window.page.locator(".jp-OutputArea-output img").first
    picture.scroll_into_view_if_needed()
    assert picture.bounding_box()["width"] > 400
    control = window.page.locator(".vega-bind input[type=range]").first
    control.scroll_into_view_if_needed()
    for forth, back in (("ArrowRight", "ArrowLeft"), ("ArrowUp", "ArrowDown")):
        before = control.input_value()
        control.press(back if before == control.get_attribute("max") else forth)
        until(control, f"e => e.value !== {before!r}")
    assert control.evaluate("e => e === document.activeElement && e.labels[0].innerText.trim()")
