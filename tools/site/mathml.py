"""A formula in TeX as MathML, by math-core, with letters that the site has a font for, and where a line may break."""

from __future__ import annotations

import re
import unicodedata
from xml.etree import ElementTree

from math_core import LatexError, LatexToMathML

READER = LatexToMathML(fancy_error=False)
# An identifier of several letters; of sans serif and of typewriter letters, which no font of formulas need have.
NAME = re.compile(r"<mrow><mspace/><mi([^>]*)>([^<]*)</mi></mrow>")
KINDS = {"MATHEMATICAL SANS-SERIF": ' class="sans"', "MATHEMATICAL MONOSPACE": ' class="code"'}
# A prime is raised by its own shape; a parenthesis that a power hangs on grows in a row of its own alone.
PRIME = re.compile(r"<msup>(<mi>[^<]*</mi>)<mo>([′″‴])</mo></msup>")
LARGE = re.compile(r"(<ms(?:ub|up|ubsup)>)(<mo minsize[^>]*>[^<]*</mo>)")
THOUSANDS = re.compile(r'</mn><mo rspace="0">,</mo><mn>(?=\d{3}\b)')
# Headings are linked to by their letters, and nobody types these.
PLAIN = {'<mo lspace="0.1667em">&ApplyFunction;</mo>': '<mspace width="0.1667em"/>', "<mo>&ApplyFunction;</mo>": "",
         "⋅": "·"}
RELATIONS = set("=≤≥<>≈≡∼∝≠∈→↦⊆≪≫←")
OPEN, CLOSE, BARS = set("([{⌈⌊⟨"), set(")]}⌉⌋⟩"), set("|‖∣")
LONG = 22  # letters of a part that a phone may have to scroll
PARTED = 30  # letters of TeX from which an inline formula may break after a relation


class Unreadable(ValueError):
    """What no page can be made of, in words for whoever builds: a formula, a link, a notebook, a folder of Pyodide."""


def mathml(tex: str, display: bool = False) -> str:
    """The formula as <math>; inside a line, a long one in parts between which the line may break."""
    try:
        made = READER.convert_with_local_state(re.sub(":$", "{:}", tex.strip()), displaystyle=display)
    except LatexError as error:
        raise Unreadable(f"the formula {tex!r}: {error}") from None
    for sign, instead in PLAIN.items():
        made = made.replace(sign, instead)
    made = THOUSANDS.sub(",", NAME.sub(_name, made))
    made = PRIME.sub(r'<mrow>\1<mo lspace="0" rspace="0">\2</mo></mrow>', LARGE.sub(r"\1<mrow>\2</mrow>", made))
    if display:
        return made
    row = list(ElementTree.fromstring(made))
    return "<wbr>".join(map(_written, _parted(row) if len(tex) >= PARTED else [row]))


def _name(found: re.Match) -> str:
    kind = unicodedata.name(found[2][0]).partition(" SMALL")[0].partition(" CAPITAL")[0]
    plain = unicodedata.normalize("NFKC", found[2]) if kind in KINDS else found[2].removesuffix("\ufe00")
    return f"<mi{KINDS.get(kind, found[1])}>{plain}</mi>"


def _written(children: list) -> str:
    math = ElementTree.Element("math")
    math.extend(children)
    if len("".join(math.itertext())) >= LONG:
        math.set("class", "long")
    return ElementTree.tostring(math, encoding="unicode")


def _parted(children: list) -> list[list]:
    """Cut after relations that stand in no parenthesis."""
    parts, depth, bars = [[]], 0, 0
    for child in children:
        first = "" if child.tag == "mrow" else next(child.itertext(), "")  # of a script, what it hangs on
        parts[-1].append(child)
        depth += (first in OPEN) - (first in CLOSE)
        bars += first in BARS
        if child.tag == "mo" and first in RELATIONS and not depth and bars % 2 == 0 and len(parts[-1]) > 1:
            parts.append([])
    return [part for part in parts if part]
