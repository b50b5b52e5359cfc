"""What every formula's record promises: its help, its hypotheses, and the order exact <= sharp <= printed on a grid of
its parameters."""

import importlib
import inspect
import itertools
import pkgutil
import re

import numpy as np
import pytest

import dplearn
from dplearn import claim, formula, statements
from dplearn.formula import ALPHA, CLASS, REQUIRED, N, Table
from nonsense import BAD, REFUSED


def all_formulas():
    """Every formula of the rooms, by name."""
    found = {}
    for room in dplearn.SIDES:
        for info in pkgutil.iter_modules([f"{dplearn.__path__[0]}/{room.replace('.', '/')}"]):
            if info.name.endswith("formulas"):
                door = importlib.import_module(f"dplearn.{room}.{info.name}")
                found |= {f"{room}.{name}": f for name, f in formula.formulas(vars(door)).items()}
    return found


ALL = all_formulas()
FAMILIES = {name: f.variants for name, f in ALL.items() if len(f.variants) > 1 and f is next(iter(f.variants.values()))}
SIGN = {"upper": 1, "lower": -1}


def points(f, most=100):
    """Values to try for every parameter, the defaults among them: at most so many combinations, drawn."""
    choices = {d.name: d.options or d.tries or (d.default,) for d in f.record.given}
    found = [dict(zip(choices, values)) for values in itertools.product(*choices.values())]
    return [found[i] for i in np.random.default_rng(1).permutation(len(found))[:most]]


def known(f, point):
    return {k: v for k, v in point.items() if k in f.record.signature.parameters}


@pytest.mark.parametrize("name", sorted(ALL))
def test_a_record_gives_call_help_and_curve(name):
    f, record = ALL[name], ALL[name].record
    assert f.__name__ == record.name and inspect.signature(f) == record.signature
    assert all(word in f.__doc__ for word in (record.label, record.source, *(d.name for d in record.given)))
    assert record.body.__doc__ and record.tex and record.label
    assert not record.card or statements.card(record.card).id == record.card
    assert all(d.options or d.tries or d.default is not REQUIRED for d in record.given), "values to try"
    row = Table(f)._repr_markdown_().splitlines()[-1]
    assert len(re.findall(r"(?<!\\)\|", row)) == 5, "four cells on one line"
    drawn = [np.asarray(f.curve(**point)) for point in points(f)]
    assert any(np.isfinite(y).all() for y in drawn), "it must apply somewhere among the values to try"
    for point, y in zip(points(f), drawn):
        if np.isnan(y).any():
            assert record.needs is not None
            with pytest.raises(ValueError, match="needs"):
                f(**point)
        else:
            assert np.allclose(f(**point), y, rtol=1e-12)


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_variants_are_ordered(name):
    """exact <= sharp <= what is printed, if that holds, and <= what is corrected; the other way round for lower
    bounds."""
    variants, tried = FAMILIES[name], 0
    pairs = [(a, b) for a, b in itertools.combinations(("exact", "sharp", "corrected", "printed"), 2)
             if {a, b} <= set(variants)]
    for small, large in pairs:
        one, other = variants[small], variants[large]
        if not other.record.holds or (small, large) == ("corrected", "printed") or other.record.bounds == "exact":
            continue
        for point in points(one):
            low, high = (np.asarray(f.curve(**known(f, point))) for f in (one, other))
            both = ~(np.isnan(low) | np.isnan(high))
            sign = SIGN[other.record.bounds]
            assert (sign * low[both] <= sign * high[both] + 1e-9 * np.abs(high[both])).all(), (small, large, point, low,
                    high)
            tried += both.any()
    assert tried or not any(variants[b].record.holds and variants[b].record.bounds != "exact" for _, b in pairs)


# ---- what a record refuses: every domain of every formula, and one formula of our own


@pytest.mark.parametrize("domain", {repr(d): d for f in ALL.values() for d in f.record.given}.values(),
                         ids=lambda domain: domain.name)
def test_a_domain_takes_what_lies_in_it_and_names_what_it_refuses(domain):
    for value in [*domain.tries, *domain.options]:
        domain.check(value)
    for value in BAD + REFUSED:
        try:
            taken = domain.check(value)
        except ValueError as error:
            assert domain.name in str(error)
            continue
        if isinstance(taken, np.ndarray):
            assert np.isfinite(taken).all() and (domain.low <= taken).all() and (taken <= domain.high).all(), value
            assert not domain.integral or (taken == np.floor(taken)).all()


@formula.formula("n/α", given=(CLASS, ALPHA, N), tex=r"n/\alpha", source="here",
                 needs=lambda log_size, alpha, n: n * alpha >= 1, needs_words="n α >= 1")
def demo(log_size, alpha, n):
    """A formula."""
    return log_size * n / alpha


def test_hypotheses_raise_and_curves_stop():
    assert demo(1, 0.5, n=2) == 0 and demo(None, 0.5, n=2, log_size=1.0) == 4
    with pytest.raises(ValueError, match="demo needs n α >= 1; got .*alpha = 0.1, n = 2"):
        demo(1, [0.5, 0.1], n=2)
    assert np.isnan(demo.curve(1, [0.5, 0.1], n=2)).tolist() == [False, True]
    for bad in ({"alpha": 1.0}, {"n": 1.5}, {"n_hypotheses": 0}, {"n_hypotheses": None}, {"log_size": 1.0}):
        with pytest.raises(ValueError, match=next(iter(bad))):
            demo(**{"n_hypotheses": 4, "alpha": 0.5, "n": 10, **bad})
    for place, named, says in (([10], {}, "too many"), ([], {}, "'n'$"), ([], {"n": 2, "m": 1}, "'m'$")):
        with pytest.raises(TypeError, match=r"^demo\(n_hypotheses, alpha, \*, n, log_size=None\): .*" + says):
            demo(4, 0.5, *place, **named)  # n by keyword


# ---- claims bite


def half(n):
    return 0.5 / np.asarray(n, float)


def whole(n, alpha=1.0):
    return alpha / np.asarray(n, float)


GRID = {"n": (1, np.array([2, 3])), "alpha": (1.0, 2.0)}


def test_claims_find_what_they_say():
    found = claim.says("{ratio:.2f} of {settings}; {broken:.1f} > {broken_claimed:.1f}; {near:tex}; {difference}",
                       claim.ordered(half, whole, GRID), claim.refuted(half, whole, {"n": 1}, "broken"),
                       claim.attained(whole, 1.25, {"n": 1}, "near", within=0.2),
                       claim.equal(half, lambda n: whole(2 * n), GRID),
                       claim.between(half, "told", whole, "named", {"n": 1, "told": 0.75}))()
    assert found.summary == "0.50 of 4; 1.0 > 0.5; $8.0 \\cdot 10^{-1}$; 0.0" and found.values["named"] == 0.75


@pytest.mark.parametrize("broken", [
    claim.ordered(whole, half, GRID), claim.ordered(half, whole, []), claim.refuted(whole, half, {"n": 1}),
    claim.equal(half, whole, GRID), claim.attained(half, whole, {"n": 1}, within=0.4),
    claim.ordered(lambda n: np.nan * n, whole, GRID), claim.between(1, 1, 2, "low"),
    claim.between(0, np.nan, 2, "none"), lambda: claim.same(np.nan, 1, "one"),
])
def test_a_broken_claim_raises(broken):
    with pytest.raises(AssertionError):
        broken()
