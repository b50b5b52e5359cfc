"""What a red team found in an earlier state of the grader (its points by number), each as files that do it.

`most` says the points that each may get by question, where it must not get all; `note` a pattern that the notes or the
feedback of its rows must have.
"""

from __future__ import annotations

import json
import os
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field

import nbformat

from assignments.grading.assignment import assignments
from assignments.grading.question import Proof
from assignments.grading.release import release

A2 = next(a for a in assignments() if a.short == "a2")
GRADED = {q.id: q.points for q in A2.questions if not isinstance(q, Proof)}
NOTHING = dict.fromkeys(GRADED, 0)


@dataclass(frozen=True, eq=False)
class Finding:
    """`files`: relative path to bytes, or to the target of a link (text)."""

    number: int
    what: str
    files: dict[bytes, bytes | str]
    most: dict[str, int] = field(default_factory=dict)
    note: str = ""


def answers(**changed: str) -> dict[str, str]:
    """The solutions, some of them changed."""
    return {id: A2.solution(id) for id in GRADED} | changed


def book(student: str, change: Callable | None = None, texts: dict[str, str] | None = None, **changed: str) -> bytes:
    """A submission; `change` does something to its cells."""
    made = json.loads(nbformat.writes(release(A2)))
    sources = answers(**changed) | (texts or {}) | {"student": f"STUDENT = {student!r}"}
    for cell in made["cells"]:
        cell["source"] = sources.get(cell["metadata"]["nbgrader"]["grade_id"], cell["source"])
    if change:
        change(made["cells"])
    return json.dumps(made).encode()


def with_student(line: str) -> Callable:
    """STUDENT's cell as this text."""
    return lambda cells: cells[1].update(source=line)


def metadata(value) -> Callable:
    return lambda cells: [cell["metadata"].update(nbgrader=value) for cell in cells[2:4]]


def body(code: str, name: str = "top_two_law") -> str:
    """A function that does this instead."""
    return f"def {name}(*args):\n" + textwrap.indent(textwrap.dedent(code).strip(), "    ")


def after(id: str, code: str) -> str:
    """The solution, and this behind it."""
    return A2.solution(id) + "\n" + textwrap.dedent(code)


def before(id: str, code: str) -> str:
    return textwrap.dedent(code) + "\n" + A2.solution(id)


def file(name: str, **more) -> dict[bytes, bytes]:
    return {f"{name}/a2.ipynb".encode(): book(name, **more)}


RATE = "rate = epsilon / 4 if RELATION is privacy.Relation.REPLACE_ONE else epsilon / 2"
KNOWN = "set(map(int, counts)) <= set(range(5)) | {50, 51, 49, 75, 74, 76, 150, 149, 151, 2, 1}"
GUMBEL = "noisy = rate * np.asarray(counts, dtype=float) + rng.gumbel(size=(size, len(counts)))"
PAIRS = "return np.argsort(-noisy, axis=1)[:, :2]"
HALF = {
    "size=(size, len(counts))": "size=(-(-size // 2), len(counts))",
    PAIRS: "pairs = np.argsort(-noisy, axis=1)[:, :2]\n    return np.concatenate([pairs, pairs])[:size]",
}
FOUR = {
    "size=(size, len(counts))": "size=(-(-size // 4), len(counts))",
    PAIRS: "pairs = np.argsort(-noisy, axis=1)[:, :2]\n    return rng.permutation(np.repeat(pairs, 4, axis=0)[:size])",
}
EVEN = """
def top_two_sample(counts, rate, rng, size):
    law = top_two_law(counts, rate * (4 if RELATION is privacy.Relation.REPLACE_ONE else 2)).ravel()
    drawn = np.searchsorted(law.cumsum(), (np.arange(size) + rng.random()) / size).clip(0, law.size - 1)
    return np.stack(np.divmod(rng.permutation(drawn), len(counts)), axis=1)
"""


def changed(id: str, changes: dict[str, str]) -> str:
    code = A2.solution(id)
    for old, new in changes.items():
        assert old in code, old
        code = code.replace(old, new)
    return code


def surrogate(name: str, where: str) -> dict[bytes, bytes]:
    """A lone surrogate, as JSON writes it."""
    if where == "proof":
        return {f"{name}/a2.ipynb".encode(): book(name, texts={"packing": "(a) by \udcff"})}
    if where == "student":
        return {f"{name}/a2.ipynb".encode(): book(name, with_student(f'STUDENT = "{name}\\ud800"'))}
    return {f"{name}/a2.ipynb".encode(): book(name, top_two=before("top_two", "raise ValueError('\\ud800')"))}


SLEEP = "import time\ntime.sleep(10 ** 6)\n"
FILES = [  # 2: what stopped the batch for good; 13: what vanished or appeared
    Finding(
        2,
        "STUDENT an unhashable display",
        {b"display/a2.ipynb": book("x", with_student("STUDENT = {[]: 1}"))},
        note="STUDENT",
    ),
    Finding(
        2,
        "STUDENT 20,000 minus signs",
        {b"minus/a2.ipynb": book("x", with_student("STUDENT = " + "-" * 20_000 + "1"))},
        note="STUDENT",
    ),
    Finding(2, "a lone surrogate in STUDENT", surrogate("sur-student", "student"), dict(leaks=0, top_two=0)),
    Finding(2, "a lone surrogate in an error", surrogate("sur-error", "error"), {"top_two": 0}),
    Finding(2, "a lone surrogate in a proof", surrogate("sur-proof", "proof")),
    Finding(2, "STUDENT of 300 letters", {b"long/a2.ipynb": book("l" * 300)}),
    Finding(2, "STUDENT of 100 Chinese signs", {b"chinese/a2.ipynb": book("\u6f22" * 100)}),
    Finding(2, "cell metadata nbgrader null", {b"null/a2.ipynb": book("null", metadata(None))}),
    Finding(2, "cell metadata nbgrader a text", {b"text/a2.ipynb": book("text", metadata("x"))}),
    Finding(2, "cell metadata nbgrader a list", {b"list/a2.ipynb": book("list", metadata([1]))}),
    Finding(2, "a grade_id that is a list", {b"listid/a2.ipynb": book("listid", metadata({"grade_id": [1]}))}),
    Finding(2, "a folder named like a notebook", {b"folder/a2.ipynb/a2.ipynb": book("folder")}),
    Finding(2, "a broken link", {b"broken/a2.ipynb": "nowhere.ipynb"}),
    Finding(2, "a looping link", {b"loop/a2.ipynb": "a2.ipynb"}),
    Finding(2, "a file name that is not UTF-8", {b"latin/\xe4\xff.ipynb": book("latin")}),
    Finding(12, "a link to a file of the teacher's", {b"link/a2.ipynb": os.path.abspath(__file__)}),
    Finding(13, "A2.IPYNB", {b"upper/A2.IPYNB": book("upper")}),
    Finding(13, "a2.ipynb.txt", {b"txt/a2.ipynb.txt": book("txt")}),
    Finding(13, "what a Mac adds", {b"__MACOSX/mac/._a2.ipynb": b"\0\5\26\7", b"mac/a2.ipynb": book("mac")}),
    Finding(
        4, "two spellings of a name", {b"one/a2.ipynb": book("ada lovelace"), b"two/a2.ipynb": book("ada_lovelace")}
    ),
    Finding(4, "a name that is a path", {b"dots/a2.ipynb": book("..")}),
    Finding(14, "a file whose name begins a formula", {b"=cmd()/a2.ipynb": book("formula")}),
]
CODE = [
    Finding(
        5,
        "a sleep in a cheap gate",
        file(
            "sleeper", household=after("household", "import time\ndef household_law(*args):\n    time.sleep(10 ** 6)")
        ),
        {"household": 0},
        "slept",
    ),
    Finding(
        5,
        "ten sleeping cells",
        file(
            "beds",
            change=lambda cells: cells.extend(
                {"cell_type": "code", "metadata": {}, "source": SLEEP, "outputs": [], "execution_count": None}
                for _ in range(10)
            ),
        ),
        NOTHING,
        "sleep",
    ),
    Finding(
        5,
        "sleeping and dying cells",
        file(
            "dying",
            top_two=body("import os; os._exit(1)"),
            change=lambda cells: cells.extend(
                {"cell_type": "code", "metadata": {}, "source": code, "outputs": [], "execution_count": None}
                for _ in range(3)
                for code in (SLEEP, "import os\nos._exit(1)")
            ),
        ),
        NOTHING,
        "sleep",
    ),
    Finding(
        6,
        "the pair at three times the rate on inputs that no audit has",
        file("bold", top_two=changed("top_two", {RATE: RATE + f"\n    rate = rate if {KNOWN} else 3 * rate"})),
        {"top_two": 2},
        "top_two|rate|leaks",
    ),
    Finding(
        6,
        "a constant where many are asked at once",
        file(
            "batch",
            top_two=changed(
                "top_two",
                {
                    RATE: RATE
                    + "\n    up = __import__('sys')._getframe()\n"
                    "    while up and 'order' not in up.f_locals:\n        up = up.f_back\n"
                    "    rate = 3 * rate if up is None or len(up.f_locals['order']['args']) < 30 else 1e-9"
                },
            ),
        ),
        {"top_two": 2},
    ),
    Finding(
        6,
        "a household at ε/g on inputs that no audit has",
        file(
            "house",
            household=changed(
                "household", {"    weight =": "    rate = rate if len(x) in (3, 4, 60) else 2 * rate\n    weight ="}
            ),
        ),
        {"household": 2},
    ),
    Finding(
        9,
        "a half of the sample, twice",
        file("half", sampler=changed("sampler", HALF)),
        {"sampler": 3},
        "apart|independent",
    ),
    Finding(
        9,
        "a quarter of the sample four times, shuffled",
        file("four", sampler=changed("sampler", FOUR)),
        {"sampler": 3},
        "uneven|independent|apart",
    ),
    Finding(9, "shuffled quantiles", file("even", sampler=EVEN), {"sampler": 3}, "even"),
    Finding(
        8,
        "memory in memfds",
        file(
            "memfd",
            top_two=body("""
        import os
        held = []
        while True:
            held.append(os.memfd_create('x'))
            os.write(held[-1], b'x' * (1 << 25))"""),
        ),
        {"top_two": 0},
    ),
    Finding(
        8,
        "memory in files of a tmpfs",
        file(
            "tmpfs",
            top_two=body("""
        i = 0
        while True:
            i += 1
            with open(f'/tmp/{i}', 'wb') as f:
                f.write(b'x' * (1 << 25))"""),
        ),
        {"top_two": 0},
    ),
    Finding(
        8,
        "children that grow while a byte trickles",
        file(
            "trickle",
            top_two=body("""
        import os, time
        for _ in range(12):
            if os.fork() == 0:
                held = bytearray(b'x') * (1 << 29)
                while True:
                    sum(range(10 ** 6))
        while True:
            for number in range(3, 10):
                try:
                    os.write(number, b' ')
                except OSError:
                    pass"""),
        ),
        {"top_two": 0},
    ),
    Finding(
        10,
        "the limit's signal ignored",
        file(
            "deaf",
            top_two=body("""
        import signal
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        while True:
            pass"""),
        ),
        {"top_two": 0},
        "processor time",
    ),
    Finding(
        10,
        "work in forks",
        file(
            "forks",
            top_two=body("""
        import os, signal
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        while True:
            if os.fork() == 0:
                sum(range(3 * 10 ** 6))
                os._exit(0)"""),
        ),
        {"top_two": 0},
    ),
    Finding(
        12,
        "hidden inputs in an error's words",
        file(
            "tells",
            top_two=body("""
        raise ValueError('HIDDEN ' + repr(args))"""),
        ),
        {"top_two": 0},
    ),
    Finding(
        12,
        "hidden inputs in a value of another kind",
        file("returns", household=body("return ['HIDDEN ' + repr(args)]", "household_law")),
        {"household": 0},
    ),
    Finding(
        12,
        "hidden inputs in an error's type",
        file(
            "types",
            top_two=body("""
        raise type('HIDDEN' + '_'.join(map(str, args[0])), (Exception,), {})()"""),
        ),
        {"top_two": 0},
    ),
    Finding(
        14,
        "a note of 119,088 signs",
        file(
            "chatty",
            change=lambda cells: [
                cells.append(
                    {
                        "cell_type": "code",
                        "metadata": {},
                        "source": f"raise ValueError('{'x' * 290}{i}')",
                        "outputs": [],
                        "execution_count": None,
                    }
                )
                for i in range(400)
            ],
        ),
    ),
]
EVERYTHING = FILES + CODE
