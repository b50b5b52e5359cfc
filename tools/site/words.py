"""Markdown and HTML of the notebooks as a page has it: formulas as MathML, links to pages, code in color.

nbconvert's own reader of Markdown, so that headings, anchors and tables are those of JupyterLab.
"""

from __future__ import annotations

import html
import re

from latex2mathml.converter import convert
from nbconvert.filters.highlight import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

FORMULA = re.compile(r"(?<!\\)\$\$(.+?)(?<!\\)\$\$|(?<!\\)\$(?!\s)((?:[^$\\]|\\.)+?)(?<!\s)\$", re.S)
COLORED = Highlight2HTML()
LONG = 30  # letters of TeX


class Unreadable(ValueError):
    """A formula that cannot be turned into MathML, or a link that leads nowhere."""


def mathml(tex: str, display: bool = False) -> str:
    """A formula as MathML."""
    try:
        made = convert(tex.strip(), display="block" if display else "inline")
    except Exception as error:
        raise Unreadable(f"the formula {tex!r}: {type(error).__name__} {error}") from error
    if unknown := re.search(r">(\\[A-Za-z]+)<", made):
        raise Unreadable(f"the formula {tex!r}: {unknown[1]} is not known")
    # On a phone a long one gets a line of its own, which scrolls.
    return made if display or len(tex) < LONG else f'<span class="long">{made}</span>'


class _Renderer(IPythonRenderer):
    """nbconvert's, with formulas as MathML."""

    def inline_math(self, body: str) -> str:
        return mathml(body)

    def block_math(self, body: str) -> str:
        return mathml(body, display=True)

    def multiline_math(self, text: str) -> str:
        return mathml(text.strip().strip("$"), display=True)

    def latex_environment(self, name: str, body: str) -> str:
        return mathml(rf"\begin{{{name}}}{body}\end{{{name}}}", display=True)

    def block_html(self, text: str) -> str:
        return formulas(text)

    def block_code(self, code: str, info: str | None = None) -> str:
        return colored(code) if info in ("python", "ipython3") else f"<pre><code>{html.escape(code)}</code></pre>"


def markdown(text: str) -> str:
    """A cell's words as HTML."""
    made = MarkdownWithMath(renderer=_Renderer(escape=False)).render(text)
    return re.sub(r' xmlns:ns0="[^"]*"|(?<=[</])ns0:', "", made)  # nbconvert reads headings as XML to number them


def formulas(text: str) -> str:
    """HTML with the formulas between dollars as MathML."""
    def turned(found: re.Match) -> str:
        return mathml(html.unescape(found[1] or found[2]), display=bool(found[1]))

    parts = re.split(r"(<(?:code|pre)\b.*?</(?:code|pre)>)", text, flags=re.S)
    return "".join(part if i % 2 else FORMULA.sub(turned, part).replace(r"\$", "$") for i, part in enumerate(parts))


def colored(code: str) -> str:
    """Python in color."""
    return COLORED(code, language="ipython3").replace("<pre>", '<pre tabindex="0">')


def linked(text: str, lead) -> str:
    """HTML with the address of every link as `lead` makes it."""
    def turned(found: re.Match) -> str:
        return found[1] + html.escape(lead(html.unescape(found[2])))

    return re.sub(r'(<a\b[^>]*\bhref=")([^"]+)', turned, text)
