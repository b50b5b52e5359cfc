"""The Python half of the exercises: a page's names, and what a cell of the reader's prints, shows, or raises.

It runs inside Pyodide behind live_worker.js, or in any Python: `run` is a function of JSON to JSON.
"""

import ast
import contextlib
import json
import linecache
import re
import symtable
import traceback

YOURS, CHECK, BEFORE = OURS = "your answer", "the check", "the page's set-up"  # names of files, with one's own after it
# What the page can still load: its names in Python.  Anything else that is not there stays away.
COMES = re.compile(r"(?:No module named|The module) '(sklearn|altair)\b|(\w+\.csv\.gz)")
AWAY = re.compile(r"(?:No module named|The module) '(\w+)")
HINTS = {"matplotlib": "Here a cell's last line may be an altair chart."}
MOST, LAST = 100_000, 1_000  # letters that a cell may print, and those at its end, which may be a check's words
pages: dict[str, tuple[dict, set]] = {}  # names, and the parts of the set-up that have run


class Absent:
    """In place of what the page's set-up imports and a page without Jupyter cannot have: says so when it is used."""

    def __init__(self, name: str, lacks: str):
        self.__dict__["words"] = f"{name} needs {lacks}, which is not on this page: download the notebook to use it"

    def __call__(self, *args, **kwargs):
        raise RuntimeError(self.words)

    def __getattr__(self, name: str):
        raise RuntimeError(self.words)


class Outputs(list):
    """What a cell leaves, in its order: [kind, text], where a chart's text is JSON."""

    room, last = MOST, ""

    def write(self, text: str) -> int:
        """What is printed, its middle left out where it is very long."""
        if not self or self[-1][0] != "printed":
            self.append(["printed", ""])
        self[-1][1] += text[:self.room]
        self.last = (self.last + text[self.room:])[-LAST:]
        self.room = max(self.room - len(text), 0)
        return len(text)

    def flush(self) -> None:
        """Nothing waits."""

    def show(self, *values) -> None:
        """What a cell's last line or `display` shows."""
        for value in values:
            self.append(shown(value))


def shown(value) -> list[str]:
    """A chart as Vega-Lite, HTML where a value has it, else its repr."""
    if type(value).__module__.startswith("altair"):
        return ["chart", json.dumps(value.to_dict())]
    bundle = value._repr_mimebundle_() if hasattr(value, "_repr_mimebundle_") else {}
    for kind, content in (bundle[0] if isinstance(bundle, tuple) else bundle).items():
        if kind.startswith("application/vnd.vegalite"):
            return ["chart", json.dumps(content)]
    made = value._repr_html_() if hasattr(value, "_repr_html_") else None
    return ["html", made] if made else ["text", repr(value)]


def run(given: str) -> str:
    """Run a cell of a page, `given` as JSON: `page`, `key`, `setup` (parts, each run once a page), `others` (by key the
    page's other answers, for a cell that calls one of them), `code`, `check`.  JSON again: `outputs`, and what it
    `lacks`."""
    given = json.loads(given)
    names, done = pages.setdefault(given["page"], ({"__name__": "__main__"}, set()))
    outputs = Outputs()
    names["display"] = outputs.show
    with contextlib.redirect_stdout(outputs), contextlib.redirect_stderr(outputs):
        try:
            for part in given["setup"]:
                if part not in done:
                    prepare(part, f"{BEFORE} {len(done)}", names)
                    done.add(part)
            called(given["code"], given["others"], names)
            for code, where in ((given["code"], YOURS), (given["check"], CHECK)):
                value = cell(code, f"{where} {given['key']}", names)
                outputs.show(*[value] * (value is not None))
        except (Exception, SystemExit) as error:
            outputs.append(["error", told(error)])
    if outputs.last:
        outputs.append(["printed", f"... much is left out here ...\n{outputs.last}"])
    lacks = COMES.search("\n".join(text for kind, text in outputs if kind in ("printed", "error")))
    return json.dumps({"outputs": outputs, "lacks": next(filter(None, lacks.groups())) if lacks else None})


def cell(code: str, where: str, names: dict):
    """Run a cell; the value of its last line, if that is an expression."""
    linecache.cache[where] = len(code), None, code.splitlines(keepends=True), where
    tree, last = ast.parse(code, where), None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    exec(compile(tree, where, "exec"), names)
    return eval(compile(last, where, "eval"), names) if last else None


def prepare(part: str, where: str, names: dict) -> None:
    """A part of the set-up; an import of what is not here gives stand-ins."""
    try:
        cell(part, where, names)
    except ModuleNotFoundError as error:
        node = ast.parse(part).body[0]
        if COMES.search(str(error)) or not isinstance(node, (ast.Import, ast.ImportFrom)):
            raise
        for name in (alias.asname or alias.name.partition(".")[0] for alias in node.names):
            names[name] = Absent(name, AWAY.search(str(error))[1])


def called(code: str, others: dict[str, str], names: dict) -> None:
    """Run those of the other answers whose functions this one calls, and that have not run since Python started."""
    for key, other in others.items():
        with contextlib.suppress(SyntaxError):  # an answer under way
            if defined(other) & used(symtable.symtable(code, "", "exec")) - names.keys():
                cell(other, f"{YOURS} {key}", names)


def defined(code: str) -> set[str]:
    """Names that a cell gives a value."""
    symbols = symtable.symtable(code, "", "exec").get_symbols()
    return {s.get_name() for s in symbols if s.is_assigned() or s.is_imported()}


def used(table: symtable.SymbolTable) -> set[str]:
    """Global names that code asks for, in its functions too."""
    outside = table.get_type() == "module"
    mine = {s.get_name() for s in table.get_symbols() if s.is_referenced() and (outside or s.is_global())}
    return mine.union(*map(used, table.get_children()))


def told(error: BaseException) -> str:
    """The traceback, of the reader's own lines alone."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.startswith(OURS)]
    lines = [*traceback.StackSummary.from_list(frames).format(), *traceback.format_exception_only(error)]
    lacks = AWAY.search(str(error)) if isinstance(error, ModuleNotFoundError) else None
    hint = f"\n{lacks[1]} is not on this page. {HINTS.get(lacks[1], '')}".rstrip() if lacks else ""
    return "".join(lines).rstrip() + hint
