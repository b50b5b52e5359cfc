"""Markdown and HTML of the notebooks as a page has it: formulas as MathML, links to pages, code in color.

nbconvert's own reader of Markdown, so that headings, anchors and tables are those of JupyterLab.
"""

from __future__ import annotations

import html
import re

from nbconvert.filters.highlight import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from .mathml import mathml

FORMULA = re.compile(r"(?<!\\)\$\$(.+?)(?<!\\)\$\$|(?<!\\)\$(?!\s)((?:[^$\\]|\\.)+?)(?<!\s)\$", re.S)
# A formula and the signs that touch it: a browser would break the line between ( and the formula.
TOUCHED = re.compile(r"""([(\[“"]+)?(<math(?: class="long")?>.*?</math>)([)\]”",.;:?!]+)?(?![^<]*</math>)""", re.S)
COLORED = Highlight2HTML()


class _Renderer(IPythonRenderer):
    """nbconvert's, with formulas as MathML."""

    def inline_math(self, body: str) -> str:
        return mathml(body)

    def block_math(self, body: str) -> str:
        return mathml(body, display=True)

    def block_html(self, text: str) -> str:
        return formulas(text)

    def block_code(self, code: str, info: str | None = None) -> str:
        return colored(code) if info in ("python", "ipython3") else f"<pre><code>{html.escape(code)}</code></pre>"


def markdown(text: str) -> str:
    """A cell's words as HTML."""
    made = MarkdownWithMath(renderer=_Renderer(escape=False)).render(text)
    # nbconvert reads headings as XML to number them.
    return _glued(re.sub(r' xmlns:ns0="[^"]*"|(?<=[</])ns0:', "", made))


def formulas(text: str) -> str:
    """HTML with the formulas between dollars as MathML."""
    def turned(found: re.Match) -> str:
        return mathml(html.unescape(found[1] or found[2]), display=bool(found[1]))

    parts = re.split(r"(<(?:code|pre)\b.*?</(?:code|pre)>)", text, flags=re.S)
    return "".join(part if i % 2 else _glued(FORMULA.sub(turned, part)).replace(r"\$", "$")
                   for i, part in enumerate(parts))


def _glued(made: str) -> str:
    return TOUCHED.sub(lambda m: f'<span class="glued">{m[0]}</span>' if m[1] or m[3] else m[0], made)


def scrolling(made: str) -> str:
    """HTML whose tables scroll inside themselves."""
    return made.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")


def colored(code: str) -> str:
    """Python in color."""
    return COLORED(code, language="ipython3")


def linked(text: str, lead) -> str:
    """HTML with the address of every link as `lead` makes it."""
    def led(found: re.Match) -> str:
        return found[1] + html.escape(lead(html.unescape(found[2]))) + found[3]

    return re.sub(r'(<a\b[^>]*\bhref=")([^"]+)(")', led, text)
