"""Formulas of the site: what TeX means is what MathML shows."""

import re

import pytest

from tools.site.mathml import Unreadable, mathml


def operators(tex):
    """The text and the spaces of each operator."""
    return [(text, "lspace=\"0\"" in rest and "rspace=\"0\"" in rest) for rest, text in
            re.findall(r"<mo([^>]*)>([^<]*)</mo>", mathml(tex))]


@pytest.mark.parametrize("tex", [r"|C|", r"1/\delta", r"= -1", r"\|x\|_2"])
def test_what_is_no_infix_has_no_spaces(tex):
    assert operators(tex)[-1][1]


def test_infixes_keep_their_spaces():
    assert operators("a - b = c + d") == [("−", False), ("=", False), ("+", False)]
    assert operators("|a| - b")[2] == ("−", False)
    assert operators("(a) - b")[2] == ("−", False)


def test_scripts_have_no_spaces():
    assert operators("x_{t+1}^{i=1}") == [("+", True), ("=", True)]


def test_functions_are_set_off_from_letters_and_not_from_parentheses():
    thin = "0.1667em"
    assert mathml(r"k\ln n").count(thin) == 2
    assert mathml(r"\ln(n)").count(thin) == 0
    assert mathml(r"\ln|C|").count(thin) == mathml(r"\log_2|C|").count(thin) == 1
    assert "<mi>max</mi>" in mathml(r"\max_{i\le n} x_i")


def test_words_and_numbers_are_whole():
    assert "<mi>err</mi>" in mathml(r"\mathrm{err}(h)")
    assert '<mi class="sans">Err</mi>' in mathml(r"\mathsf{Err}_S") and "<mi>𝒟</mi>" in mathml(r"\mathcal{D}")
    assert '<mi class="code">EPS</mi>' in mathml(r"\mathtt{EPS}")
    assert "<mn>10,000</mn>" in mathml("n = 10{,}000")
    assert mathml("1, 2").count("<mn>") == 2


def test_a_large_parenthesis_grows_under_a_power_and_a_prime_is_none():
    grown = r"<msup><mrow><mo minsize[^>]*>\)</mo></mrow><mi>n</mi></msup>"
    assert re.search(grown, mathml(r"\bigl(1 - \frac12\bigr)^n"))
    assert "msup" not in mathml("M'(x)")


def test_a_long_formula_may_break_after_its_relations_and_only_there():
    long = r"\Pr[\mathrm{err}(h) > \alpha] \le |C|(1-\alpha)^n \le |C|e^{-\alpha n}"
    parts = mathml(long).split("<wbr>")
    assert len(parts) == 3 and all(part.startswith("<math") and part.endswith("</math>") for part in parts)
    assert parts[0].endswith("<mo>≤</mo></math>") and ">" not in re.sub("<[^>]*>", "", parts[0])
    assert "<wbr>" not in mathml(long, display=True) and "<wbr>" not in mathml("a = b")


@pytest.mark.parametrize("tex", [r"\left( x", r"\nonsense{x}", "x_1_2", "a & b", r"a \tag{1}"])
def test_what_cannot_be_read_stops_the_build(tex):
    with pytest.raises(Unreadable, match="the formula"):
        mathml(tex)
