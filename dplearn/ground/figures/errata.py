"""The picture of the errata lecture: what became of the statements."""

import re
import textwrap

from ..statement import COLORS, SIGNS, SOURCES, Verdict
from .vegalite import altair, either, menu, named, slider, told

SAID = {Verdict.HOLDS: "holds as printed", Verdict.ASYMPTOTIC: "up to constants", Verdict.TYPO: "slip of the pen",
        Verdict.LIMITED: "lost condition", Verdict.GAP: "gap in the proof", Verdict.FALSE: "false as printed"}
# Braces and bars of the text itself, fractions and binomials get signs of their own until the groups are read.
SYMBOLS = dict(pair.split("=") for pair in (
    "alpha=α/beta=β/gamma=γ/delta=δ/varepsilon=ε/zeta=ζ/eta=η/theta=θ/kappa=κ/lambda=λ/mu=μ/nu=ν/xi=ξ/pi=π/rho=ρ/"
    "sigma=σ/tau=τ/phi=φ/chi=χ/psi=ψ/omega=ω/Gamma=Γ/Delta=Δ/Theta=Θ/Lambda=Λ/Pi=Π/Sigma=Σ/Phi=Φ/Psi=Ψ/Omega=Ω/ell=ℓ/"
    "le= ≤ /ge= ≥ /gg= ≫ /ne= ≠ /to= → /in= ∈ /sim=∼/equiv= ≡ /cdot=·/sum=∑/pm=±/langle=⟨/rangle=⟩/lceil=⌈/rceil=⌉/"
    "big=/dots=…/nabla=∇/infty=∞/mathbb=/mathrm=/mathcal=/mathsf=/{=❴/}=❵/,= /;= / = /#=#/|=‖/sqrt=√/frac=÷/binom=⁒"
).split("/"))
PART = r" *(\{[^{}]*\}|[^{}\\ ])"
PLACES = 6  # marks side by side in a field of the map


def plain(text: str) -> str:
    r"""A card's words without TeX: $\frac{\sqrt n}{2\alpha}e^{-n}$ is (√n/(2α))e^(-n)."""
    def part(group):
        inner = group.strip("{}")
        return inner if re.fullmatch(r"\d*|.['²]?|√\w", inner) else f"({inner})"

    def fraction(found):
        before, kind, above, below, after = found.groups()
        made = part(above) + ("/" if kind == "÷" else " over ") + part(below)
        return before + (f"({made})" if before or after or kind == "⁒" else made)

    def line(found):
        tex = re.sub(r"\\([A-Za-z]+|[{},;#| ])( (?=\w))?", lambda m: SYMBOLS.get(m[1], f"‹{m[1]}›"), found[1])
        tex = re.sub(r"(?<=\w)‹|›(?=[^\W_]|‹)", " ", tex).replace("^2", "²")  # a function's name stands apart
        for _ in range(4):  # inner parts first
            tex = re.sub(rf"([_^√]){PART}", lambda m: m[1] + part(m[2]), tex)
            tex = re.sub(rf"([\w›]?)([÷⁒]){PART}{PART}(?=([\w(|√∑÷‹]?))", fraction, tex)
        return re.sub(" +", " ", tex.translate(str.maketrans("❴❵", "{}", "{}‹›")).replace("^*", "*")).strip()

    return re.sub(r"\$(.+?)\$", line, text)


def _lines(text: str) -> str:
    """As they stand below the map, which has room for so many."""
    return "\n".join(textwrap.wrap(plain(text), 84, max_lines=7, placeholder=" …"))


def verdicts(statements):
    """A mark for each printed statement, by source and verdict, a smaller one for a second reading; our own additions
    to a source are left out.  Vega lights what the menus ask for, counts it, and says one after another below."""
    alt, kinds = altair(), {f"{SIGNS[v]} {SAID[v]}": COLORS[v] for v in SAID}
    marks = [{"id": s.id, "source": s.source, "second": k, "verdict": f"{SIGNS[v]} {SAID[v]}",
              "statement": _lines(f"{s.source}, {s.where}: {s.title}"),
              "reason": _lines((f"Read as “{s.readings[k]}”. " if s.readings else "") + (
                  s.correction or "Nothing to add."))}
             for k in (0, 1) for s in statements for v in s.verdicts[k:k + 1] if v in SAID]
    twice = sum(m["second"] for m in marks)
    lit = alt.Chart(alt.InlineData(values=marks)).transform_calculate(
        lit="(only == 'all' || datum.source == only) && (judged == 'all' || datum.verdict == judged) ? 1 : 0"
    ).transform_window(nth="sum(lit)", row="row_number()").transform_joinaggregate(of="sum(lit)").transform_calculate(
        here="datum.lit && datum.nth == (turn - 1) % datum.of + 1 ? 1 : 0")
    y = alt.Y("verdict:N", title=None, sort=[*kinds], axis=alt.Axis(labelOffset=-8, ticks=False, domain=False))
    dots = lit.transform_window(place="row_number()", groupby=["source", "verdict"]).transform_calculate(
        column=f"(datum.place - 1) % {PLACES}", line=f"floor((datum.place - 1) / {PLACES})"
    ).mark_circle(strokeWidth=2).encode(
        alt.X("source:N", title=None, sort=None, axis=alt.Axis(orient="top", labelAngle=0, ticks=False, domain=False)),
        y, named("color", "verdict", kinds, legend=None), xOffset="column:O", yOffset="line:O",
        size=either("datum.second", 35, 110), opacity=either("datum.lit", 1, 0.15),
        stroke=either("datum.here", "#000000", None), tooltip=["statement:N", "reason:N"])
    tally = lit.transform_calculate(
        one="datum.lit * (1 - datum.second)", two="datum.lit * datum.second").transform_aggregate(
        first="sum(one)", other="sum(two)", groupby=["verdict"]).transform_calculate(
        text="datum.first + (datum.other ? ' + ' + datum.other : '')").mark_text(align="left", dx=10, dy=-8).encode(
            y, x=alt.value("width"), text="text:N")
    one = told(lit.transform_filter("datum.here || !datum.of && datum.row == 1").transform_calculate(
        said="datum.of ? datum.statement + '\\n' + datum.verdict + '\\n' + datum.reason : 'no claim is lit'"), -112)
    return alt.vconcat((dots + tally).properties(width=400, height=220), one.properties(height=160), title=alt.Title(
        f"{len(marks) - twice} claims of {len(SOURCES)} sources, and {twice} second readings, a mark each",
        subtitle="Small: a second reading. At the right: how many are lit (+ in a second reading)")).add_params(
        menu("only", {s: s for s in ("all", *SOURCES)}, "all", "source"),
        menu("judged", {v: v for v in ("all", *kinds)}, "all", "verdict"),
        slider("turn", 1, len(marks), 1, 1, "claim, among those lit"))
