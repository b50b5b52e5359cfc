"""Living pictures: what Vega's transforms make of a saved chart's data is what the package computes."""

import importlib
import json
import re
import shutil
import sys
from contextlib import closing
from pathlib import Path

import lab
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(lab.ROOT))

from dplearn.figures.vegalite import MIME  # noqa: E402
from tools.site import assets  # noqa: E402

RUNS = """async ([spec, settings, wanted]) => {
  const place = document.body.appendChild(document.createElement("div"));
  const { view, vgSpec } = await vegaEmbed(place, spec, { actions: false, renderer: "svg" });
  const names = vgSpec.data.map((d) => d.name), found = [];
  for (const setting of settings) {
    for (const [name, value] of Object.entries(setting)) view.signal(name, value);
    await view.runAsync();
    found.push(wanted.map((fields) => {
      const name = names.findLast((n) => { const r = view.data(n)[0]; return r && fields.every((f) => f in r); });
      const rows = name ? view.data(name) : [], columns = {};
      for (const [key, value] of Object.entries(rows[0] ?? {}))
        if (typeof [value].flat()[0] !== "object") columns[key] = rows.map((r) => r[key]);  // no rows within rows
      return columns;
    }));
  }
  view.finalize();
  return JSON.stringify(found);
}"""


def saved(page: str) -> list[dict]:
    """The charts of a page, as saved in it."""
    notebook = json.loads((lab.ROOT / "notebooks" / f"{page}.ipynb").read_text(encoding="utf-8"))
    return [o["data"][MIME] for c in notebook["cells"] for o in c.get("outputs", []) if MIME in o.get("data", {})]


PAGES = [p.relative_to(lab.ROOT / "notebooks").with_suffix("").as_posix()
         for p in sorted((lab.ROOT / "notebooks").rglob("*.ipynb"))]
LIVING = [page for page in PAGES if saved(page)]


def settings(spec: dict, runs: int = 20) -> list[dict]:
    """Each parameter at its ends and at so many random places of its slider or menu."""
    rng, bound = np.random.default_rng(1886), {p["name"]: p["bind"] for p in parameters(spec)}

    def place(bind, u):
        if "options" in bind:
            return bind["options"][min(int(u * len(bind["options"])), len(bind["options"]) - 1)]
        low, step = bind["min"], bind["step"]
        return low + step * round(u * (bind["max"] - low) / step)

    ends = [{name: place(bind, u) for name, bind in bound.items()} for u in (0.0, 1.0)]
    return ends + [{name: place(bind, rng.random()) for name, bind in bound.items()} for _ in range(runs)]


def parameters(spec) -> list[dict]:
    """All bound parameters of a chart, wherever altair put them."""
    if isinstance(spec, list):
        return [p for part in spec for p in parameters(part)]
    if not isinstance(spec, dict):
        return []
    own = [p for p in spec.get("params", []) if "input" in p.get("bind", {})]
    return own + [p for key in ("layer", "vconcat", "hconcat", "spec") for p in parameters(spec.get(key))]


@pytest.fixture(scope="module")
def window(browser):
    with closing(lab.Watched(browser)) as window:
        window.page.set_content("<!doctype html><title>charts</title><body></body>")
        window.page.add_script_tag(content=assets.vega())
        yield window


@pytest.mark.parametrize("page", LIVING)
def test_vega_shows_the_numbers_of_the_package(window, page):
    cases = importlib.import_module(f"living.l{page.replace('/', '_').replace('-', '_')}").CASES
    charts = saved(page)
    assert len(cases) == len(charts), "each picture has its cases"
    for spec, its in zip(charts, cases, strict=True):
        asked = settings(spec)
        assert its and parameters(spec)
        found = json.loads(window.page.evaluate(RUNS, [spec, asked, [case.fields for case in its]]))
        for setting, made in zip(asked, found, strict=True):
            for case, columns in zip(its, made, strict=True):
                assert columns, f"no data set has {case.fields}"
                for field, values in case.truth(columns, **setting).items():
                    np.testing.assert_allclose(np.array(columns[field], float), values, rtol=0, atol=case.tolerance,
                                               err_msg=f"{page}: {field} at {setting}")
    window.assert_clean()


@pytest.mark.parametrize("page", LIVING)
def test_a_chart_is_light_and_says_what_it_shows(page):
    for spec in saved(page):
        assert len(json.dumps(spec)) <= 150_000 and len(spec["description"]) > 60
        assert all(p["bind"].get("name", "").strip() for p in parameters(spec)), "each slider has a name"


def transforms(spec) -> list[dict]:
    """All transforms of a chart."""
    if isinstance(spec, list):
        return [t for part in spec for t in transforms(part)]
    if not isinstance(spec, dict):
        return []
    return spec.get("transform", []) + [t for key in ("layer", "vconcat", "hconcat", "spec")
                                        for t in transforms(spec.get(key))]


@pytest.mark.parametrize("page", LIVING)
def test_no_transform_writes_what_it_reads(page):
    """Vega runs again only what a slider concerns: a row that was overwritten would be taken for the one before it."""
    for step in [t for spec in saved(page) for t in transforms(spec)]:
        if "calculate" in step:
            assert not re.search(rf"datum\.{step['as']}\b", step["calculate"]), step
        for made in step.get("joinaggregate", step.get("window", [])):
            assert made["as"] != made.get("field"), step


def test_in_lab_the_arrow_keys_move_a_slider_before_anything_is_run(browser, address, folder):
    """As saved, with no kernel's help: JupyterLab draws the chart, and its own shortcuts leave the keys alone."""
    shutil.copy(lab.ROOT / "notebooks" / f"{LIVING[0]}.ipynb", folder / "living.ipynb")
    with lab.Watched(browser) as window:
        window.page.goto(address("living.ipynb"))
        control = window.page.locator(".vega-bind input[type=range]").first
        control.scroll_into_view_if_needed()
        before = control.input_value()
        control.focus()
        window.page.keyboard.press("ArrowLeft" if before == control.get_attribute("max") else "ArrowRight")
        lab.until(control, f"e => e.value !== {before!r}")
        before = control.input_value()
        window.page.keyboard.press("ArrowDown" if before == control.get_attribute("max") else "ArrowUp")
        lab.until(control, f"e => e.value !== {before!r}")
        assert control.evaluate("e => e === document.activeElement && e.labels[0].innerText.trim()")
