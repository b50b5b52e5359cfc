"""One visual code for all explorers of all pages: what a dash says, and that it says the same from picture to picture.

A drawing by hand is held to it by `assert_sound_drawing` (tests/conftest.py), through which every room's drawings go.
"""

import re
from collections import defaultdict

import pytest
from pages import pages, source

from dplearn import experiments
from dplearn.experiment import Series
from dplearn.figures.style import DASHES, SECOND_DASHES, WIDTHS, looks
from dplearn.statement import SOURCES

PRINTED = re.compile(rf"\b(?:{'|'.join(SOURCES)})\b(?![^()]*\b(?:corrected|sharp|half step)\b)")
PROMISES = {  # what the course itself promises at that point, and then tries: drawn as a claim
    ("finer_grid", "bound"), ("true_epsilon", "half"),
}
A_BOUND = re.compile(r"theorem|lemma|corollary|bound|enough|claim|composition|promise|proof|proven", re.I)
PLACES = [(e.name, s) for e in experiments.ALL.values() for s in e.series]


@pytest.mark.parametrize("experiment", experiments.ALL.values(), ids=lambda e: e.name)
def test_a_dash_tells_the_kind_and_one_exact_curve_is_black(experiment):
    for s, look in zip(experiment.series, looks(experiment.series).values(), strict=True):
        assert look.dash in (DASHES[s.kind], SECOND_DASHES.get(s.kind, ())) and look.width == WIDTHS[s.kind], s.key
    simple = [v for v in ("printed", "sharp", "rate") if v in {s.kind for s in experiment.series}]
    assert len({DASHES[v] for v in simple}) == len(simple)
    exact = [s.key for s in experiment.series if s.kind == "exact" and s.mark != "points"]
    assert not exact or "#000000" in {looks(experiment.series)[key].color for key in exact}


def is_printed(name: str, series: Series) -> bool:
    """Whether a bound is drawn as its source prints it: the label names one of the five, or the record says so."""
    formula = getattr(series.values, "formula", None)
    if formula is not None:
        return formula.record.variant == "printed"
    return bool(PRINTED.search(series.label)) or (name, series.key) in PROMISES


@pytest.mark.parametrize("name, series", [(n, s) for n, s in PLACES if s.kind in ("printed", "sharp")],
                         ids=lambda v: getattr(v, "key", v))
def test_long_dashes_are_for_what_a_source_prints(name, series):
    assert (series.kind == "printed") == is_printed(name, series), series.label


@pytest.mark.parametrize("name, series", [(n, s) for n, s in PLACES if s.kind == "baseline"],
                         ids=lambda v: getattr(v, "key", v))
def test_a_baseline_promises_nothing(name, series):
    assert not A_BOUND.search(f"{series.key} {series.short} {series.label}"), f"{series.label}: a bound has dashes"


@pytest.mark.parametrize("page", pages(), ids=lambda p: p.name)
def test_a_line_keeps_its_look_on_a_page(page):
    met = defaultdict(set)
    for _, cell in page.cells("code"):
        for name in re.findall(r"explore\(experiments\.(\w+)", source(cell)):
            series = getattr(experiments, name).series
            for s in series:
                met[s.short or s.label].add((s.kind, looks(series)[s.key]))
    assert {name: seen for name, seen in met.items() if len(seen) > 1} == {}
