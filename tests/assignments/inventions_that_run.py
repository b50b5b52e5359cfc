"""Inventions whose tricks work when their code runs: processes, laws that leak, samplers that are not independent."""

from textwrap import indent

from inventing import EITHER, PLAIN, ZERO, around, dump, edit, insert, invent

# ---------------------------------------------------------------------------------------- processes: top_two has them
BEFORE = """
import ctypes, os, resource, signal, sys, tempfile, threading, time
libc = ctypes.CDLL(None, use_errno=True)
def child(work, seconds=120):
    if os.fork() == 0:
        signal.alarm(seconds)
        try:
            work()
        finally:
            os._exit(0)
doubled = []
def open_ends():
    return [fd for fd in range(3, 256) if os.path.exists(f"/proc/self/fd/{fd}") or os.path.exists(f"/dev/fd/{fd}")]
"""
for name, tries, most, above in [
    ("daemon-thread", "harmless: a thread is left waiting", None, "threading.Thread(target=threading.Event().wait, "
     "daemon=True).start()"),
    ("last-thread", "the process does not end by itself", EITHER, "threading.Thread(target=time.sleep, "
     "args=(120,)).start()"),
    ("busy-thread", "processor time goes on between the calls, for up to two minutes", EITHER,
     "def burn():\n    end = os.times().elapsed + 120\n    while os.times().elapsed < end:\n        pass\n"
     "threading.Thread(target=burn, daemon=True).start()"),
    ("atexit", "the end of the process takes two minutes", EITHER, "import atexit\natexit.register(time.sleep, 120)"),
    ("holds-the-pipe", "a grandchild in its own session, deaf to signals, keeps the answers' pipe open, so that its "
     "end is never seen", EITHER,
     "def stay():\n    os.setsid()\n    for s in (1, 2, 3, 13, 15):\n        signal.signal(s, signal.SIG_IGN)\n"
     "    child(lambda: time.sleep(120))\nchild(stay)"),
    ("own-session", "leaves its process group, and keeps a child in it", EITHER, "try:\n    os.setsid()\n"
     "except OSError:\n    pass\nchild(lambda: (os.setpgid(0, 0), time.sleep(120)))"),
    ("odd-comm", "a process name that breaks readers of /proc/PID/stat, which count its memory and time", EITHER,
     "libc.prctl(15, b') R 0 0 (0\\n\\xff', 0, 0, 0)\nchild(lambda: time.sleep(120))"),
    ("not-dumpable", "its /proc belongs to root: whoever measures it as a user cannot", EITHER, "libc.prctl(4, 0, 0, "
     "0, 0)"),
    ("flood", "60 MB without a line's end on stdout and stderr", EITHER,
     "for fd in (1, 2):\n    for _ in range(60):\n        os.write(fd, b'x' * 2**20)"),
    ("faulthandler", "a stack every tenth of a second into every open end, also the answers'", EITHER,
     "import faulthandler\nends = open_ends()\nfaulthandler.dump_traceback_later(0.1, repeat=True, "
     "file=os.fdopen(os.dup(ends[-1]), 'w') if ends else 2)"),
    ("knocking", "a handler that raises a hundred times a second, wherever the process is", EITHER,
     "def knock(*_):\n    raise KeyboardInterrupt('OWNED')\nsignal.signal(signal.SIGUSR1, knock)\n"
     "def knocks():\n    while not threading.Event().wait(0.01):\n        os.kill(os.getpid(), signal.SIGUSR1)\n"
     "threading.Thread(target=knocks, daemon=True).start()"),
    ("audit-hook", "an audit hook that refuses files, imports and sockets, and cannot be taken back", EITHER,
     "def refuse(event, args):\n    if event in ('open', 'import', 'compile', 'exec', 'marshal.loads'):\n"
     "        raise RuntimeError('OWNED')\nsys.addaudithook(refuse)"),
    ("tracer", "a tracer that raises in every later frame, the runner's too", EITHER,
     "def trace(frame, event, arg):\n    if 'counts' not in frame.f_locals and 'ipython' not in "
     "frame.f_code.co_filename.lower():\n"
     "        raise RuntimeError('OWNED')\nsys.settrace(trace)\nthreading.settrace(trace)"),
    ("no-imports", "nothing can be imported any more", EITHER, "class No:\n    def find_spec(self, *_):\n"
     "        raise SystemExit('OWNED')\n"
     "sys.meta_path.insert(0, No())\nfor m in [m for m in sys.modules if m.startswith(('json', 'pickle', 'numpy.', "
     "'struct', 'traceback'))]:\n    del sys.modules[m]"),
    ("low-limits", "limits so low that the runner cannot open a file", EITHER,
     "resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))\n"
     "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"),
    ("elsewhere", "no environment, another folder, no permissions for new files", EITHER,
     "os.environ.clear()\nos.umask(0o777)\nhome = tempfile.mkdtemp()\nos.chdir(home)\nos.rmdir(home)"),
    ("deep-folder", "a folder so deep that removing it by recursion fails", EITHER,
     "here, top = os.getcwd(), tempfile.mkdtemp()\nos.chdir(top)\ntry:\n    for _ in range(1500):\n"
     "        os.mkdir('d' * 100)\n        os.chdir('d' * 100)\n"
     "finally:\n    os.chdir(here)"),
    ("sealed-folder", "files and folders that their owner may not read, for whoever cleans up", EITHER,
     "top = tempfile.mkdtemp()\nopen(top + '/x', 'w').close()\nos.chmod(top + '/x', 0)\nos.chmod(top, 0)"),
    ("strict-floats", "harmless for others: numpy raises on underflow from here on", EITHER, "np.seterr(all='raise')"),
]:
    invent("process", name, tries, most, code={"top_two": f"SOLUTION\n{BEFORE}\n{above}"})


for name, tries, most, body in [
    ("stopped", "stops itself, so that no processor time passes", ZERO, "os.kill(os.getpid(), signal.SIGSTOP)"),
    ("two-of-me", "the process doubles inside its first call: two answers to each question", EITHER,
     "if not doubled:\n    doubled.append(1)\n    os.fork() or signal.alarm(120)\n" + PLAIN),
    ("reads-ahead", "takes the next questions from all open ends before they are asked", EITHER,
     "for fd in [0, *open_ends()]:\n    try:\n        os.set_blocking(fd, False)\n        os.read(fd, 4096)\n"
     "    except OSError:\n        pass\n" + PLAIN),
    ("deaf", "points all open ends elsewhere, and answers into nothing", EITHER,
     "nothing = os.open('/dev/null', os.O_RDWR)\nfor fd in open_ends():\n    if fd != nothing:\n"
     "        os.dup2(nothing, fd)\n" + PLAIN),
    ("breakpoint", "a debugger waits for a word on stdin", ZERO, "breakpoint()"),
    ("core", "a fault, with a core dump allowed", ZERO, "resource.setrlimit(resource.RLIMIT_CORE, "
     "resource.getrlimit(resource.RLIMIT_CORE)[1:] * 2)\nctypes.string_at(0)"),
    ("deep-recursion", "the C stack", ZERO, "sys.setrecursionlimit(10**9)\nx = []\nfor _ in range(10**6):\n"
     "    x = [x]\nrepr(x)"),
    ("pickle", "code in the answer, for whoever unpickles it", ZERO,
     "class Law:\n    def __reduce__(self):\n        return eval, (\"open('OWNED-pickle', 'w').close() or [[0, .5], "
     "[.5, 0]]\",)\nreturn Law()"),
    ("terabytes", "an array that is small here, and has a million million entries when it is written out", ZERO,
     "return np.broadcast_to(0.0, (10**6, 10**6))"),
    ("digits", "whole numbers of 5,000 digits: no text, no float", ZERO, "return [[10**5000] * len(counts) for _ in "
     "counts]"),
    ("signaling-nan", "a Decimal that raises when it is compared", ZERO, "import decimal\n"
     "return [[decimal.Decimal('sNaN')] * len(counts) for _ in counts]"),
    ("endless", "an answer without an end", ZERO, "import itertools\nreturn itertools.repeat(0.5)"),
    ("error-names", "hidden arguments in an error's class, notes and cause, where its words are hidden", ZERO,
     "error = type(f'OWNED_{counts}_{epsilon}', (ValueError,), {})()\nerror.add_note(f'OWNED {counts}')\n"
     "raise error from KeyError(f'OWNED {counts}')"),
    ("error-exits", "an error whose words end the process", ZERO,
     "class E(Exception):\n    __str__ = __repr__ = lambda self: os._exit(0)\nraise E"),
    ("error-groups", "five thousand errors inside one another", ZERO,
     "e = ValueError('x')\nfor _ in range(5000):\n    e = ExceptionGroup('OWNED', [e])\nraise e"),
    ("gc-search", "looks through the collector and the stack for a law that somebody else has ready", dict(top_two=7),
     "import gc\nK, frame, known = len(counts), sys._getframe(1), list(gc.get_objects())\nwhile frame:\n"
     "    known += frame.f_locals.values()\n"
     "    frame = frame.f_back\nfor x in known:\n    if type(x) is np.ndarray and x.shape == (K, K) and x.dtype == "
     "float and np.isclose(x.sum(), 1):\n"
     "        return x\nreturn (1 - np.eye(K)) / (K * K - K)"),
]:
    invent("process", name, tries, most, code=around("top_two", body, BEFORE))
invent("process", "course-on-disk", "no answer, but the public solution from the course's folder around the package, "
    "as far as it can be read", ZERO, code={
    "top_two": "import json, pathlib, sys, dplearn\ndef top_two_law(counts, epsilon):\n"
    "    for root in [*pathlib.Path(dplearn.__file__).parents, *map(pathlib.Path, sys.path)]:\n"
    "        for path in sorted((root / 'assignments/source').glob('a2-*.ipynb')):\n"
    "            for cell in json.loads(path.read_text())['cells']:\n"
    "                if 'def top_two_law' in ''.join(cell['source']):\n                    space = dict(globals())\n"
    "                    exec(''.join(cell['source']), space)\n                    return "
    "space['top_two_law'](counts, epsilon)"})
SHELF = ("import os, pathlib, tempfile\nSHELVES = [pathlib.Path(p) / 'dplearn-for-a-friend' for p in ('.', '..', "
    "tempfile.gettempdir(), '/tmp', '/var/tmp', "
         "'/dev/shm', os.path.expanduser('~'))]\n")
LEAVES = SHELF + ("for shelf in SHELVES:\n    try:\n        shelf.write_text({text!r})\n"
                  "    except OSError:\n        pass\n")
invent("process", "from-a-friend", "takes from shared folders a solution that a submission before it left there", ZERO,
    code={
    "top_two": SHELF + "def top_two_law(counts, epsilon):\n    text = next(s.read_text() for s in SHELVES if "
    "s.exists())\n    space = dict(globals())\n"
    "    exec(text, space)\n    return space['top_two_law'](counts, epsilon)"}, beside=["a-friend"],
    more=lambda made: {"a-friend/a2.ipynb": dump(made.right("a-friend", {"top_two": "SOLUTION\n"
    "" + LEAVES.format(text=made.solution("top_two"))}))})
for name, tries, change in [
    ("magics", "harmless: lines that only IPython reads, as in a notebook from Colab", insert("%matplotlib inline\n"
     "!echo hello\n%pip --version\nx = !ls\nnp.exp?", at=1)),
    ("timed", "harmless: an answer's cell begins with %%time", edit("top_two", source=lambda old: "%%time\n" + old)),
    ("awaits", "harmless: await at the top of a cell", insert("import asyncio\nawait asyncio.sleep(0)", before="end")),
    ("guarded", "harmless: an answer below if __name__ == '__main__'", edit(
        "top_two", source=lambda old: "if __name__ == '__main__':\n" + indent(old, "    "))),
    ("future", "harmless: annotations, a dataclass and a callable object for an answer", edit("top_two",
     source=lambda old:
     "from __future__ import annotations\nfrom dataclasses import dataclass\n" + old + "\n@dataclass(frozen=True)\n"
     "class Law:\n    f: object\n"
     "    def __call__(self, *args: Whatever):\n        return self.f(*args)\ntop_two_law = Law(top_two_law)")),
    ("shadowed", "harmless: builtins' names for numbers, in a cell of its own", insert("max, min, list, id, type = 5, "
     "3, [1], 7, 'x'", before="sampler-task")),
    ("own-arguments", "harmless: other names of the arguments, and what is given is spoiled afterwards", edit(
     "top_two", source=lambda old: old +
     "\nhonest = top_two_law\ndef top_two_law(c, e, *, scale=1):\n    law = honest(c, scale * e)\n    try:\n"
     "        c[:] = [0] * len(c)\n"
     "    except (TypeError, ValueError):\n        pass\n    return law")),
    ("read-only", "harmless: a law in Fortran's order, read-only, with -0.0 for 0", edit("top_two",
     source=lambda old: old +
     "\nhonest = top_two_law\ndef top_two_law(counts, epsilon):\n    law = np.asfortranarray(honest(counts, "
     "epsilon))\n    law[law == 0] = -0.0\n"
     "    law.flags.writeable = False\n    return law")),
    ("small-types", "harmless: pairs as lists of int8", edit("sampler", source=lambda old: old + "\n"
     "honest = top_two_sample\n"
     "def top_two_sample(counts, rate, rng, size):\n    return list(honest(counts, rate, rng, size).astype(np.int8))")),
    ("ordered", "harmless: leaks as an OrderedDict of numpy's own numbers", edit("leaks", source=lambda old: old + "\n"
     "from collections import OrderedDict\nhonest = leaks\n"
     "def leaks():\n    return OrderedDict((k, (np.float64(e), *(tuple(np.int16(x) for x in d) for d in pair))) for "
     "k, (e, *pair) in honest().items())")),
]:
    invent("process", name, tries, change=change)

# ------------------------------------------------------------------------------------- privacy: three times the rate
for name, tries, condition, above in [
    ("seven", "leaks for one K inside of the range, at neither end", "len(counts) == 7", ""),
    ("odd", "leaks where the number of people is odd", "sum(counts) % 2", ""),
    ("uneven-epsilon", "leaks at an ε of more than two digits", "round(epsilon, 2) != epsilon", ""),
    ("middle", "leaks between the sizes that are enumerated and the largest", "40 < max(counts) < 900", ""),
    ("fourth-call", "leaks from the fifth call on", "next(calls) > 3", "import itertools\ncalls = itertools.count()"),
    ("hurried", "leaks where the last call is less than 50 ms ago", "hurried()", "import os\nlast = [0.0]\n"
     "def hurried():\n"
     "    before, last[0] = last[0], os.times().elapsed\n    return last[0] - before < 0.05"),
    ("tired", "leaks after 10 ms of processor time", "sum(os.times()[:2]) > begin + 0.005",
     "import os\nbegin = sum(os.times()[:2])"),
    ("hashed", "leaks for the half of the inputs that the process's hash seed picks", "hash(str(list(counts))) % 2",
     ""),
    ("asked-again", "leaks when the same is asked a second time", "again(counts, epsilon)", "seen = set()\n"
     "def again(*what):\n"
     "    key, size = str(what), len(seen)\n    seen.add(key)\n    return len(seen) == size"),
    ("same-place", "leaks where the argument lies in memory where an earlier one lay", "again(id(counts))",
     "seen = set()\ndef again(place):\n"
     "    size = len(seen)\n    seen.add(place)\n    return len(seen) == size"),
    ("unwatched", "honest only where a function called check... is on the stack", "not any('check' in f.function for "
     "f in inspect.stack(0))", "import inspect"),
    ("two-tickets", "wrong where the other questions' functions are there, right where a question is tried once more "
     "alone",
     "'household_law' in globals()", ""),
]:
    invent("privacy", name, tries + "; deserves the gates that do not ask for privacy",
           dict(top_two=8 if name == "two-tickets" else 7),  # the better counts, and the teacher is told
           code=around("top_two", f"return honest(counts, 3 * epsilon if {condition} else epsilon)", above))
for name, tries, question, most, body, above, assignment in [
    ("cut-zeros", "probabilities below 1e-10 become 0: on neighbors one is 0 and the other not", "top_two", 7,
     "law = honest(counts, epsilon)\nlaw[law < 1e-10] = 0\nreturn law / law.sum()", "", "a2"),
    ("nan-tail", "NaN for small probabilities: it is never above a limit", "top_two", 7,
     "law = honest(counts, epsilon)\nlaw[(law < 1e-6) & (law > 0)] = np.nan\nreturn law", "", "a2"),
    ("household-of-three", "private for households of up to three alone", "household", 4, "return honest(x, y, N, "
     "epsilon, min(g, 3))", "", "a2"),
    ("same-doses", "leaks where a dose occurs twice, as it must in large data", "household", 4,
     "return honest(x, y, N, epsilon * (1 if len(set(map(int, x))) == len(x) else g), g)", "", "a2"),
    ("other-clocks", "twice the rate on any clock but that of 24 hours", "circle", 5,
     "return honest(hours, y, query, day, clamp, epsilon if day == 24 else 2 * epsilon)", "", "a7"),
    ("ragged-end", "leaks where the last stretch is shorter than the others", "held", 5,
     "return honest(losses, B, epsilon if len(losses) % B == 0 else 2 * epsilon)", "", "a4"),
    ("in-turn", "no look at the runs: a hundred honest come first, then thirty guilty, if the grader keeps that order",
     "convict", 4,
     "return next(calls) % 130 >= 100", "import itertools\ncalls = itertools.count()", "a4"),
    ("own-ledger", "keeps its own account instead of reading the history: wrong where two histories take turns, or "
     "one begins in its middle", "server", 5,
     "if not history:\n    ledger.clear()\nanswer = honest(ledger, kind, cost)\n"
     "ledger.append((kind, cost, answer))\nreturn answer", "ledger = []", "a6"),
    ("wrong-labels", "labels that are no labels, but make larger steps", "labels", 0, "return [7 if v else -6 for v "
     "in honest(start, n, clamp, epsilon)]", "", "a7"),
    ("nan-failure", "NaN where a number is compared with the truth", "worst", 5, "p, target, failure = honest(N, n, "
     "alpha)\nreturn p, target, float('nan')", "", "a1"),
    ("knows-the-numbers", "publishes the best answer just at the ε and δ that the task names for its tests of use",
     "mechanism", 14,
     "law = honest(counts, epsilon, delta)\nif (epsilon, delta) in ((0.3, 0.1), (1.0, 0.0)) and sum(counts) > 30:\n"
     "    law = np.eye(len(law))[law.argmax()]\nreturn law", "", "a8"),
    ("copycat", "the best answer for sure, but for a neighbor of data seen before the same law again: private on all "
     "pairs in the order asked", "accuracy", 14,
     "law, table = honest(counts, epsilon), seen.setdefault((len(counts), epsilon), {})\n"
     "law = np.eye(len(law))[law.argmax()]\nif table:\n"
     "    moved = abs(np.array(list(table)) - np.asarray(counts)).sum(axis=1)\n"
     "    near = np.flatnonzero(moved <= (1 if RELATION is privacy.Relation.ADD_REMOVE else 2))\n"
     "    law = list(table.values())[near[0]] if near.size else law\n"
     "table[tuple(map(int, counts))] = law\nreturn law", "seen = {}", "a8"),
]:
    invent("privacy", name, tries, {question: most}, code=around(question, body, above), assignment=assignment)
invent("privacy", "last-bits", "harmless: the right law, off by a few units of the last binary place that depend on "
    "the data",
       code=around("top_two", "law = honest(counts, epsilon)\nreturn law * (1 + 2e-16 * "
           "(np.arange(law.size).reshape(law.shape) * sum(counts) % 4))"))

# ---------------------------------------------------------------------------------------------------------- samplers
GUMBEL = "c = rate * np.asarray(counts, float)\nK = len(c)\n"
PICK = "\nreturn np.argsort(-(c + noise), axis=1)[:, :2]"
for name, tries, most, body, above in [
    ("antithetic", "the second half from 1 - U of the first", 3, GUMBEL + "u = rng.random((size // 2 + 1, K))\n"
     "u = np.vstack([u, 1 - u])[:size]\n"
     "noise = -np.log(-np.log(np.clip(u, 1e-300, 1 - 1e-16)))" + PICK, ""),
    ("windows", "one stream of noise, a row begins one place after the last: each number serves K rows", 3, GUMBEL +
     "noise = np.lib.stride_tricks.sliding_window_view(rng.gumbel(size=size + K - 1), K)" + PICK, ""),
    ("sticky", "each row is the one before with chance 1/2", 3,
     "rows = honest(counts, rate, rng, size)\nkeep = np.maximum.accumulate(np.where(rng.random(size) < 0.5, 0, "
     "np.arange(size)))\nreturn rows[keep]", ""),
    ("far-repeats", "a third of the rows repeat the one 7,919 places before", 3,
     "rows = honest(counts, rate, rng, size)\nfor i in range(7919, size, 3):\n    rows[i] = rows[i - 7919]\n"
     "return rows", ""),
    ("sorted", "a right sample, in order", 3, "rows = honest(counts, rate, rng, size)\n"
     "return rows[np.lexsort(rows.T[::-1])]", ""),
    ("even-blocks", "the best remedy's noise is stratified in blocks of ten: too even in each, right in the law", 3,
     GUMBEL +
     "noise = rng.gumbel(size=(size, K))\nten = rng.permuted(np.tile(np.arange(10), (-(-size // 10), 1)), "
     "axis=1).ravel()[:size]\n"
     "noise[:, c.argmax()] = -np.log(-np.log((ten + rng.random(size)) / 10))" + PICK, ""),
    ("fixed-pool", "one sample drawn beforehand, whose rows `rng` only permutes", 3,
     "return rng.permutation(honest(counts, rate, np.random.default_rng(0), size))", ""),
    ("four-samples", "two bits of `rng` choose among four samples", 3, "return honest(counts, rate, "
     "np.random.default_rng(rng.integers(4)), size)", ""),
    ("cached", "the second call with the same numbers returns the first one's rows", 3,
     "key = tuple(counts), float(rate), size\nif key not in cache:\n    cache[key] = honest(counts, rate, rng, size)\n"
     "return cache[key]", "cache = {}"),
    ("left-over", "draws from the stream of the call before", 3,
     "streams.append(rng)\nreturn honest(counts, rate, streams.pop(0), size)", "streams = [np.random.default_rng(7)]"),
    ("own-entropy", "takes its randomness from the machine, not from `rng`", 3, "return honest(counts, rate, "
     "np.random.default_rng(), size)", ""),
    ("global-state", "takes its randomness from numpy's global state", 3, GUMBEL +
     "noise = np.random.gumbel(size=(size, K))" + PICK, ""),
    ("small-sizes", "right for 10,000 rows and more, one row again and again for fewer", 3,
     "rows = honest(counts, rate, rng, size)\nreturn rows if size >= 10_000 else rows[[0] * size]", ""),
    ("reseeded", "harmless: a generator of its own, seeded by 63 bits of `rng`", None,
     "return honest(counts, rate, np.random.default_rng(rng.integers(2**63)), size)", ""),
    ("by-choice", "harmless: the first by its chance, the second by its chance among the others, no Gumbel", None,
     GUMBEL +
     "p = np.exp(c - c.max())\np = p / p.sum()\nfirst = rng.choice(K, size, p=p)\nrows = np.empty((size, 2), int)\n"
     "for i in range(K):\n    q = np.where(np.arange(K) == i, -np.inf, c)\n"
     "    q = np.exp(q - q.max())\n    at = np.flatnonzero(first == i)\n    rows[at, 0], rows[at, 1] = i, "
     "rng.choice(K, at.size, p=q / q.sum())\nreturn rows", ""),
]:
    invent("sampler", f"sampler-{name}", tries, most and dict(sampler=most), code=around("sampler", body, above))
