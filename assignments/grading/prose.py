"""What a student wrote in words, as HTML that a teacher's browser may show: Markdown and TeX, and nothing that acts.

No HTML of the student's, no address that can be clicked or fetched, pictures only as they were attached, no TeX command
that reaches beyond its formula.  What is left out is shown as text.
"""

from __future__ import annotations

import re
from html import escape

import bleach
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

TAGS = {"p", "br", "em", "strong", "code", "pre", "ul", "ol", "li", "blockquote", "hr", "table", "thead", "tbody", "tr",
        "th", "td", "del", "span", "div", "img", "h3", "h4", "h5", "h6"}
# Reach out of the formula, or change what later ones mean (and so can grow without bound).
KNOWN = (r"(?:[a-zA-Z]+matrix|array|cases|aligned|split|gathered|align|equation|gather|multline|eqnarray|alignat|"
         r"smallmatrix)\*?\s*\}")
REACHING = re.compile(
    r"\\(?:href|url|style|class|cssId|unicode|require|html\w*|data|bbox|includegraphics|input|include|write|special|"
    r"def|gdef|edef|xdef|let|futurelet|new\w+|renew\w+|provide\w+|Declare\w+|"
    r"mmlToken|toggle|mathtip|texttip|tooltip|action\w*|definecolor|catcode|csname|expandafter|"
    r"rule|Rule|Space|kern|mkern|hskip|mskip|hspace|raise|lower|moveleft|moveright|llap|rlap|smash|loop|"
    rf"verb|ref|eqref|label)(?![a-zA-Z])|\\begin\s*\{{\s*(?!{KNOWN})")
MOST_MATH = 5000


class Prose(IPythonRenderer):
    """Text escaped, formulas marked, addresses as text."""

    def __init__(self, pictures: dict[str, str]):
        super().__init__(escape=True, allow_harmful_protocols=False, exclude_anchor_links=True)
        self.pictures = pictures

    def _math(self, body: str, opens: str, closes: str) -> str:
        if REACHING.search(body) or len(body) > MOST_MATH or "\n\n" in body or body.count("{") > 300:
            return f"<code>{escape(opens + body + closes)}</code>"
        return f'<span class="tex2jax_process">{escape(opens + body + closes)}</span>'

    def block_math(self, body: str) -> str:
        return self._math(body, "$$", "$$")

    def inline_math(self, body: str) -> str:
        return self._math(body, "$", "$")

    def latex_environment(self, name: str, body: str) -> str:
        return self._math(f"\\begin{{{name}}}{body}\\end{{{name}}}", "", "")

    def link(self, text: str, url: str, title: str | None = None) -> str:
        return f"<code>{escape(url)}</code>" if text == escape(url) else f"{text} <code>{escape(url)}</code>"

    def image(self, text: str, url: str, title: str | None = None) -> str:
        held = self.pictures.get(url.removeprefix("attachment:")) if url.startswith("attachment:") else None
        return f'<img src="{held}" alt="{escape(text)}">' if held else f"[{escape(text)}: {escape(url[:200])}]"

    def heading(self, text: str, level: int, **_) -> str:
        return f"<h{max(level, 3)}>{text}</h{max(level, 3)}>\n"

    def block_code(self, code: str, info: str | None = None) -> str:
        return f"<pre><code>{escape(code)}</code></pre>\n"


def safe(text: str, pictures: dict[str, str]) -> str:
    """One line of HTML: Markdown leaves it as it is.  It keeps inside its box, and MathJax to the formulas marked."""
    try:
        made = MarkdownWithMath(renderer=Prose(pictures)).render(text)
    except Exception:  # whatever a text does to the reader of Markdown
        made = f"<pre>{escape(text)}</pre>"
    clean = bleach.clean(made, TAGS, {"img": ["src", "alt"], "span": ["class"]}, ["data"], strip_comments=True)
    clean = re.sub(r"[\r\n]", "&#10;", clean)
    return ('<div class="tex2jax_ignore" style="overflow:auto;max-width:100%;contain:paint">' f"{clean}</div>")
