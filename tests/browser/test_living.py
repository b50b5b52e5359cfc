"""Living pictures: what Vega's transforms make of a saved chart's data is what the package computes."""

import importlib
import json
import re
import sys

import lab
import numpy as np
import pytest

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


def each(spec, key: str) -> list[dict]:
    """All entries of the lists with this key, wherever altair put them."""
    if isinstance(spec, list):
        return [entry for part in spec for entry in each(part, key)]
    if not isinstance(spec, dict):
        return []
    return spec.get(key, []) + [entry for part in spec.values() for entry in each(part, key)]


def binds(spec: dict) -> dict[str, dict]:
    """The slider or menu of each parameter that has one."""
    return {p["name"]: p["bind"] for p in each(spec, "params") if "input" in p.get("bind", {})}


def settings(spec: dict, runs: int = 20) -> list[dict]:
    """Each parameter at its ends and at so many random places of its slider or menu."""
    rng, bound = np.random.default_rng(1886), binds(spec)

    def place(bind, u):
        if "options" in bind:
            return bind["options"][min(int(u * len(bind["options"])), len(bind["options"]) - 1)]
        low, step = bind["min"], bind["step"]
        return low + step * round(u * (bind["max"] - low) / step)

    ends = [{name: place(bind, u) for name, bind in bound.items()} for u in (0.0, 1.0)]
    return ends + [{name: place(bind, rng.random()) for name, bind in bound.items()} for _ in range(runs)]


@pytest.fixture(scope="module")
def charts(browser):
    """A page with Vega and nothing else."""
    with lab.Watched(browser) as window:
        window.page.set_content("<!doctype html><title>charts</title><body></body>")
        window.page.add_script_tag(content=assets.vega())
        yield window


@pytest.mark.parametrize("page", LIVING)
def test_vega_shows_the_numbers_of_the_package(charts, page):
    cases = importlib.import_module(f"living.l{page.replace('/', '_').replace('-', '_')}").CASES
    for spec, its in zip(saved(page), cases, strict=True):  # each picture has its cases
        asked = settings(spec)
        assert its and binds(spec)
        found = json.loads(charts.page.evaluate(RUNS, [spec, asked, [fields for _, *fields in its]]))
        for setting, made in zip(asked, found, strict=True):
            for (truth, *fields), columns in zip(its, made, strict=True):
                assert columns, f"no data set has {fields}"
                for field, values in truth(columns, **setting).items():
                    np.testing.assert_allclose(np.array(columns[field], float), values, rtol=0, atol=1e-9,
                                               err_msg=f"{page}: {field} at {setting}")


@pytest.mark.parametrize("page", LIVING)
def test_a_chart_is_light_says_what_it_shows_and_writes_nothing_that_it_reads(page):
    """Vega runs again only what a slider concerns: a row that was overwritten would be taken for the one before it."""
    for spec in saved(page):
        assert len(json.dumps(spec)) <= 150_000 and len(spec["description"]) > 60
        assert all(bind.get("name", "").strip() for bind in binds(spec).values()), "each slider has a name"
        for step in each(spec, "transform"):
            if "calculate" in step:
                assert not re.search(rf"datum\.{step['as']}\b", step["calculate"]), step
            for made in step.get("joinaggregate", step.get("window", [])):
                assert made["as"] != made.get("field"), step
