"""Formulas in titles, names and readings of explorers: set by the browser from their plain text, which stays to be
heard and copied."""

import pytest
import small

from dplearn import experiments
from dplearn._assets import joined
from dplearn.session import Session
from tools.site import bake

MARKED = """(texts) => { %s
  const marks = { variable: (t) => `<${t}>`, raised: (t) => `^{${t}}`, lowered: (t) => `_{${t}}`, root: (t) => `{${t}}`,
    quiet: () => "" };
  return texts.map((text) => typeset(text, (kind, ...parts) => marks[kind](parts.join(""))).join("")); }"""
KEPT = "(texts) => { %s return texts.map((text) => h('p', {}, ...formulas(text)).textContent); }"
# Of the letters of a text of a drawing: how far each stands above the first.
LIFTS = """(t) => { const y = (i) => t.getStartPositionOfChar(i).y;
  return [...Array(t.getNumberOfChars()).keys()].map((i) => Math.round(y(0) - y(i))); }"""


def asked(window, script: str, texts: list[str]) -> list[str]:
    return window.page.evaluate(script % joined("dom.js"), texts)


def words() -> set[str]:
    """All that explorers write beside numbers."""
    layouts = [Session(e, lambda *said: None).layout() for e in experiments.ALL.values()]
    return {text for w in layouts for text in (
        w["title"], w["question"], *(w["frame"][axis]["label"] for axis in "xy"),
        *(c["meaning"] for c in w["controls"]),
        *(row[kind] for row in w["rows"] for kind in ("label", "short")))}


@pytest.mark.parametrize("plain, marked", [
    ("|C|e^(−αn(1−e^(−ε/2)))  (one-line proof)", "|<C>|<e>^{−<α><n>(1−<e>^{−<ε>/2})}  (one-line proof)"),
    ("√(T ln K/2) and √ln k, √2/T", "√{<T> ln <K>/2} and √{ln <k>}, √{2}/<T>"),
    ("true error ½ (1 − 2⁻ᵈ)ⁿ, log₂ N, k H_k", "true error ½ (1 − 2^{−<d>})^{<n>}, log_{2} <N>, <k> <H>_{<k>}"),
    ("3a + e^(−εr/6), a at confidence .05/r", "3<a> + <e>^{−<ε><r>/6}, <a> at confidence .05/<r>"),
    ("A tree, a vote: Ann's 1e-6, w.p. 1 − β (companion 6b; N17)",
     "A tree, a vote: Ann's 1e-6, w.p. 1 − <β> (companion 6b; N17)"),
    ("KL(p*‖pᵗ) of p̂, eᵋ Q, e^0.47 at v", "KL(<p>*‖<p>^{<t>}) of <p̂>, <e>^{<ε>} <Q>, <e>^{0.47} at <v>"),
    ("LN's δ at ε = 12Tη², kT/n, e^(unclosed", "LN's <δ> at <ε> = 12<T><η>^{2}, <kT>/<n>, <e>^{unclosed}"),
])
def test_letters_of_variables_powers_indices_and_roots_are_found(window, plain, marked):
    assert asked(window, MARKED, [plain]) == [marked]


def test_what_is_set_still_says_the_plain_text(window):
    """But for raised signs, which plain text has as letters of their own: they are said with a ^."""
    texts = sorted(words())
    kept = asked(window, KEPT, texts)
    plain = [(text, said) for text, said in zip(texts, kept) if not set(text) & set("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵈⁿᵗᵀ₂")]
    assert len(plain) > 300 and [said for _, said in plain] == [text for text, _ in plain]
    assert asked(window, KEPT, ["log₂ N on 2ᵈ points"]) == ["log_2 N on 2^d points"]


def test_a_power_in_a_drawing_is_raised_and_its_line_goes_on(window, tmp_path):
    name = "larger_universe"
    small.open_figure(window, tmp_path, f'class="explorer" data-experiment="{name}"', {},
                      {name: bake.packed(small.least(experiments.ALL[name], [{}]))})
    axis = window.page.locator("text.axis").first
    assert axis.text_content().replace("\u200b", "") == "bits of a record, |X| = 2^d, d"
    lifts = axis.evaluate(LIFTS)
    assert lifts[0] == lifts[-1] == 0 and max(lifts) == 4
    assert window.page.locator("th sup i").first.inner_text() == "d"
    window.assert_clean()
