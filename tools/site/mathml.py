"""A formula in TeX as MathML, set as TeX would set it.

latex2mathml finds the structure; the spaces are mended here, since a browser goes by where an operator stands and not
by what it does: |C| is no infix, the comma of 10{,}000 no list, the minus of = -1 no difference, and ln x wants a thin
space.
What cannot be read stops the build, and so does what latex2mathml would leave as letters: an unknown command, an
alignment (&, \\\\), an \\tag.
"""

from __future__ import annotations

import html
import re
from xml.etree import ElementTree

from latex2mathml.converter import convert_to_element

OPEN, CLOSE = set("([{⌈⌊⟨"), set(")]}⌉⌋⟩")
FENCES = OPEN | CLOSE
BARS = set("|‖∣")
SIGNS = set("−-+±∓")
LETTERS = {"∞", "∅", "□", "■", "∂", "∇", "#", "…", "⋯"}  # no operators
LARGE = set("∑∏∫")
RELATIONS = set("=≤≥<>≈≡∼∝≠∈→↦⊆≪≫←")
STAND_IN = {"~": "∼", ":": ":", "*": "∗"}
PRIMES = {"′", "″", "‴"}
NAMES = {"ln", "log", "exp", "max", "min", "sup", "inf", "lim", "arg", "Pr", "tanh", "sinh", "cosh", "sin", "cos"}
SCRIPTED = {"msub", "msup", "msubsup", "munder", "mover", "munderover"}
UNREAD = re.compile(r"\\[A-Za-z]+|\\\\|&")
THIN_BETWEEN = {("name", kind) for kind in ("other", "name", "bar")} | {(kind, "name") for kind in ("other", "close")}
LONG = 22  # letters of a part that a phone may have to scroll
PARTED = 30  # letters of TeX from which an inline formula may break after a relation


class Unreadable(ValueError):
    """What no page can be made of, in words for whoever builds: a formula, a link, a notebook, a folder of Pyodide."""


def mathml(tex: str, display: bool = False) -> str:
    """The formula as <math>; inside a line, a long one in parts between which the line may break."""
    tex = re.sub(r"\\[lr]vert\b", "|", tex.strip())  # the converter knows no others
    try:
        made = convert_to_element(tex, display="block" if display else "inline")
    except Exception as error:
        raise Unreadable(f"the formula {tex!r}: {type(error).__name__} {error}") from error
    for element in made.iter():
        element.text = html.unescape(element.text) if element.text else None  # it writes entities
    if left := UNREAD.search(" ".join(e.text or "" for e in made.iter() if e.tag != "mtext")):
        raise Unreadable(f"the formula {tex!r}: {left[0]} is not known")
    _mend(made)
    row = made[0] if len(made) == 1 and made[0].tag == "mrow" else made
    parts = [list(row)] if display or len(tex) < PARTED else _parted(list(row))
    return "<wbr>".join(_written(part, display) for part in parts)


def _written(children: list, display: bool) -> str:
    long = not display and len("".join(text for child in children for text in child.itertext())) >= LONG
    math = ElementTree.Element("math", {"display": "block"} if display else {"class": "long"} if long else {})
    math.extend(children)
    return ElementTree.tostring(math, encoding="unicode")


def _parted(children: list) -> list[list]:
    """Cut after relations that stand in no parenthesis."""
    parts, depth, bars = [[]], 0, 0
    for child in children:
        text = _core(child).text
        parts[-1].append(child)
        depth += (text in OPEN) - (text in CLOSE)
        bars += text in BARS
        if child.tag == "mo" and text in RELATIONS and not depth and bars % 2 == 0 and len(parts[-1]) > 1:
            parts.append([])
    return [part for part in parts if part]


def _mend(element) -> None:
    """In place, from the leaves up."""
    for child in element:
        _mend(child)
    if element.tag == "mo" and element.text in LETTERS:
        element.tag = "mi"
        element.attrib.clear()
    if element.text in STAND_IN:
        element.tag, element.text = "mo", STAND_IN[element.text]
    if element.tag == "msup" and element[1].text in PRIMES:  # a prime is raised by its own shape
        element.tag, element[1].tag = "mrow", "mo"
        element[1].attrib.update(lspace="0", rspace="0")
    _join_letters(element)
    _join_thousands(element)
    for at, child in enumerate(element):
        if child.tag == "mrow" and len(child) == 1:  # {i} is i
            element[at] = child[0]
    if element.tag in ("math", "mrow", "mstyle", "mtd"):
        _gather(element)
        _space(element)
    if element.tag in SCRIPTED:
        for script in element[1:]:
            for sign in script.iter("mo"):  # no spaces in scripts
                sign.attrib.update(lspace="0", rspace="0")


def _gather(row) -> None:
    """\\bigl(x\\bigr)^2: the power hangs on the whole, or else its parenthesis would not grow."""
    for at, child in enumerate(row):
        if child.tag not in SCRIPTED or child[0].get("fence") != "true" or child[0].text not in CLOSE | BARS:
            continue
        begins = [i for i in range(at) if row[i].get("fence") == "true" and row[i].text in OPEN | BARS]
        if begins:
            whole = ElementTree.Element("mrow")
            whole.extend([*row[begins[-1]: at], child[0]])
            child[0] = whole
            row[begins[-1]: at] = []
            _gather(row)
            return


def _join_letters(element) -> None:
    """\\mathrm{err} is one word, upright as every identifier of several letters; \\mathsf{Err} likewise, in sans."""
    kinds = {c.get("mathvariant") if c.tag == "mi" else None for c in element}
    if element.tag == "mrow" and len(element) > 1 and kinds in ({"normal"}, {"sans-serif"}):
        word = ElementTree.Element("mi", {"class": "sans"} if kinds == {"sans-serif"} else {})
        word.text = "".join(c.text for c in element)
        element[:] = [word]


def _join_thousands(element) -> None:
    """10{,}000 is one number."""
    at = 1
    while at < len(element) - 1:
        before, braced, after = element[at - 1: at + 2]
        comma = braced.tag == "mrow" and [c.text for c in braced] == [","]
        if comma and before.tag == "mn" and after.tag == "mn":
            before.text += "," + after.text
            element[at: at + 2] = []
        else:
            at += 1


def _core(element):
    """What a script hangs on."""
    while element.tag in SCRIPTED and element[0].tag != "mrow":
        element = element[0]
    return element


def _space(row) -> None:
    """The spaces of a row."""
    made, before, bars = [], "start", 0  # what stands before: start, operator, open, close, name, other
    for child in row:
        core = _core(child)
        text = core.text or ""
        if text in NAMES and core.tag in ("mo", "mi"):
            kind = "name"
            core.tag = "mi"
            core.attrib.clear()
        elif text in BARS and core.tag in ("mo", "mi"):
            kind = "close" if bars % 2 else "bar"
            bars += 1
            core.tag = "mo"
            core.attrib.update(lspace="0", rspace="0")
            core.attrib.setdefault("stretchy", "false")
        elif text in FENCES:
            kind = "close" if text in CLOSE else "open"
        elif core.tag == "mspace":
            kind = "space"
        else:
            kind = "operator" if core.tag == "mo" else "other"
        if text in ("/", ".") or core.tag == "mo" and text == ":" and child is row[-1]:
            core.attrib.update(lspace="0", rspace="0")
        elif text in LARGE and before in ("start", "open", "operator"):
            core.set("lspace", "0")
        elif text in SIGNS and before in ("start", "operator", "open", "bar", "name"):
            core.attrib.update(form="prefix", lspace="0", rspace="0")
        if (before, kind) in THIN_BETWEEN:
            made.append(ElementTree.Element("mspace", {"width": "0.1667em"}))
        made.append(child)
        before = before if kind == "space" and before in ("start", "operator", "open", "bar") else kind
    row[:] = made
