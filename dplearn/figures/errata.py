"""The picture of the errata lecture: what became of the statements."""

from __future__ import annotations

import re
import textwrap
import unicodedata

from ..statement import COLORS, SIGNS, SOURCES, Verdict
from .vegalite import altair, menu, slider

SAID = {Verdict.HOLDS: "holds as printed", Verdict.ASYMPTOTIC: "up to constants", Verdict.TYPO: "slip of the pen",
        Verdict.LIMITED: "lost condition", Verdict.GAP: "gap in the proof", Verdict.FALSE: "false as printed"}
SYMBOLS = dict(pair.split("=") for pair in (
    "varepsilon=ε/lambda=λ/ell=ℓ/le= ≤ /ge= ≥ /gg= ≫ /ne= ≠ /to= → /in= ∈ /sim=∼/equiv= ≡ /cdot=·/sum=∑/pm=±/langle=⟨/"
    "rangle=⟩/lceil=⌈/rceil=⌉/big=/dots=…/nabla=∇/infty=∞/mathbb=/mathrm=/mathcal=/mathsf=/{=❴/}=❵/,= /;= / = /#=#/|=‖"
).split("/"))
PART = r" *(\{[^{}]*\}|[^{}\\ ])"
PLACES = 6  # marks side by side in a field of the map
LETTERS, LINES = 84, 7  # of a reason below it


def plain(text: str) -> str:
    r"""A card's words without TeX: $\frac{\sqrt n}{2\alpha}e^{-n}$ is (√n/(2α))e^(-n)."""
    def sign(found):
        name, before, after = found[1], found.string[:found.start()][-1:], found.string[found.end():][:1]
        greek = f"GREEK {'SMALL' if name.islower() else 'CAPITAL'} LETTER {name.upper()}"
        try:
            return (SYMBOLS[name] if name in SYMBOLS else unicodedata.lookup(greek)) + found[2] * (not after.isalnum())
        except KeyError:  # a function
            return " " * before.isalnum() + name + " " * after.isalnum()

    def part(group):
        inner = group.strip("{}")
        return inner if re.fullmatch(r"\d*|.['²]?|√\w", inner) else f"({inner})"

    def fraction(found):
        made = f"{part(found[2])}{'/' if found[1] == 'frac' else ' over '}{part(found[3])}"
        touched = found.string[:found.start()][-1:].isalnum() or re.match(r"[\w(|\\√∑]", found.string[found.end():])
        return f"({made})" if touched or found[1] == "binom" else made

    def line(found):
        tex, before = re.sub(r"\\(?!frac|sqrt|binom)([A-Za-z]+|[{},;#| ])( ?)", sign, found[1]).replace("^2", "²"), ""
        while tex != before:
            before, tex = tex, re.sub(rf"\\sqrt{PART}", lambda m: "√" + part(m[1]), tex)
            tex = re.sub(rf"([_^]){PART}", lambda m: m[1] + part(m[2]), tex)
            tex = re.sub(rf"\\(frac|binom){PART}{PART}", fraction, tex)
        return re.sub(" +", " ", tex.translate(str.maketrans("❴❵", "{}", "{}")).replace("^*", "*")).strip()

    return re.sub(r"\$(.+?)\$", line, text)


def _lines(text: str) -> str:
    return "\n".join(textwrap.wrap(plain(text), LETTERS, max_lines=LINES, placeholder=" …"))


def verdicts(statements):
    """A mark for each printed statement, by source and verdict, a smaller one for a second reading; our own additions
    to a source are left out.  Vega lights what the menus ask for, counts it, and says one after another below."""
    alt, order, kinds = altair(), [*SOURCES], [f"{SIGNS[v]} {SAID[v]}" for v in SAID]
    marks = [{"id": s.id, "source": source, "second": k, "verdict": kind,
              "statement": _lines(f"{source}, {s.where}: {s.title}"),
              "reason": _lines((f"Read as “{s.readings[k]}”. " if s.readings else "") + (
                  s.correction or "Nothing to add."))}
             for source in order for v, kind in zip(SAID, kinds) for k in (0, 1) for s in statements
             if s.source == source and s.verdicts[k:k + 1] == (v,)]
    twice = sum(m["second"] for m in marks)
    lit = alt.Chart(alt.InlineData(values=marks)).transform_window(
        place="row_number()", groupby=["source", "verdict"]).transform_calculate(
        column=f"(datum.place - 1) % {PLACES}", line=f"floor((datum.place - 1) / {PLACES})",
        lit="(only == 'all' || datum.source == only) && (judged == 'all' || datum.verdict == judged) ? 1 : 0"
    ).transform_window(nth="sum(lit)", row="row_number()").transform_joinaggregate(of="sum(lit)").transform_calculate(
        said="datum.lit && datum.nth == (turn - 1) % datum.of + 1 ? 1 : 0")
    colors = alt.Color("verdict:N", legend=None, scale=alt.Scale(domain=kinds, range=[COLORS[v] for v in SAID]))
    y = alt.Y("verdict:N", title=None, scale=alt.Scale(domain=kinds),
              axis=alt.Axis(labelLimit=200, labelOffset=-8, ticks=False, domain=False))
    dots = lit.mark_point(filled=True).encode(
        alt.X("source:N", title=None, scale=alt.Scale(domain=order, paddingInner=0.1),
              axis=alt.Axis(orient="top", labelAngle=0, ticks=False, domain=False)), y,
        alt.XOffset("column:O", scale=alt.Scale(domain=[*range(PLACES)])), alt.YOffset("line:O", scale=alt.Scale(
            domain=[0, 1])), colors, size=alt.condition("datum.second", alt.value(35), alt.value(110)),
        opacity=alt.condition("datum.lit", alt.value(1), alt.value(0.15)),
        stroke=alt.condition("datum.said", alt.value("#000000"), alt.value(None)), strokeWidth=alt.value(2),
        tooltip=["statement:N", "verdict:N", "reason:N"]).properties(width=400, height=220).add_params(
            menu("only", {s: s for s in ("all", *order)}, "all", "source"),
            menu("judged", {v: v for v in ("all", *kinds)}, "all", "verdict"),
            slider("turn", 1, len(marks), 1, 1, "claim, among those lit"))
    tally = lit.transform_calculate(
        one="datum.lit * (1 - datum.second)", two="datum.lit * datum.second").transform_aggregate(
        first="sum(one)", other="sum(two)", groupby=["verdict"]).transform_calculate(
        text="datum.first + (datum.other ? ' + ' + datum.other : '')").mark_text(align="left", dx=10, dy=-8).encode(
            y, x=alt.value("width"), text="text:N")
    one = lit.transform_calculate(
        text="datum.said ? datum.statement + '\\n' + datum.verdict + '\\n' + datum.reason : "
             "datum.of || datum.row > 1 ? '' : 'no claim is lit'").mark_text(
        align="left", baseline="top", lineBreak="\n", lineHeight=16).encode(
            x=alt.value(-112), y=alt.value(0), text="text:N")
    return ((dots + tally) & one.properties(width=400, height=16 * LINES + 48)).properties(title=alt.Title(
        f"{len(marks) - twice} claims of {len(order)} sources, and {twice} second readings, a mark each",
        subtitle="Small: a second reading. At the right: how many are lit (+ in a second reading)"))
