"""Runs in the student's process: executes the notebook's cells, then calls the student's functions, a line for each.

Nothing here is secret or trusted once a cell has run.  A student's code may rewrite all of it; what comes out is what
its functions would return, or a line that the grader refuses.

usage: worker.py LIMITS FOLDER; LIMITS by their names in `resource`, as JSON
"""

import json
import os
import re
import resource
import sys
import threading

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), *sys.argv[2:]]
import plain  # noqa: E402  (beside this file; no package holds it in the student's process)


def channels():
    """The grader's two pipes; what the student prints goes nowhere, a gigabyte of it too."""
    orders, answers = os.fdopen(os.dup(0), "r", encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    return orders, answers


def limit(name: str, most: int) -> None:
    """Set a limit for good; on tasks, only where they are counted in this user namespace.

    Before Linux 5.14, and without a namespace, all tasks of the user count, and his desktop would leave none.
    """
    what = getattr(resource, name)
    before = resource.getrlimit(what)
    most = most if before[1] == resource.RLIM_INFINITY else min(most, before[1])
    try:
        if name == "RLIMIT_NPROC":
            resource.setrlimit(what, (min(most, 8), before[1]))  # here are three: the namespace's first, this, a thread
            thread = threading.Thread(target=int)
            thread.start()
            thread.join()
        resource.setrlimit(what, (most, most))
    except RuntimeError:
        resource.setrlimit(what, before)
    except (ValueError, OSError):  # a system that does not know this limit
        pass


def ended(shell=None):
    """What `exit()` and `quit()` do here."""
    raise SystemExit


def shell():
    """Jupyter's own interpreter: magics, `display` and widgets do what they do in a notebook."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    InteractiveShell.ask_exit = ended
    InteractiveShell.enable_gui = lambda shell, gui=None: None  # there is none: `%matplotlib inline` goes on
    return InteractiveShell.instance(config=config)


def fault(error: BaseException, cell: int | None = None) -> dict:
    """An error: the nearest known type, place and line of the cell in which it happened, its words."""
    line, trace = getattr(error, "lineno", None), error.__traceback__
    while trace is not None:
        found = re.fullmatch(r"<cell (\d+)>", trace.tb_frame.f_code.co_filename)
        cell, line = (int(found[1]), trace.tb_lineno) if found else (cell, line)
        trace = trace.tb_next
    name = next((kind.__name__ for kind in type(error).__mro__ if kind.__name__ in plain.ERRORS), "")
    try:
        words = str(error).strip()[:1000]
    except BaseException:  # a student's class may do anything
        words = "?"
    return {"error": name, "cell": cell, "line": line, "words": words}


def answer(python, order: dict) -> dict:
    """What one order comes to."""
    if "cell" in order:
        python.compile.get_code_name = lambda *_: f"<cell {order['place']}>"
        done = python.run_cell(order["cell"], store_history=False, silent=True)
        error = done.error_before_exec or done.error_in_exec
        return {"values": []} if error is None else fault(error, order["place"])
    function = python.user_ns.get(order["call"])
    if not callable(function):
        return {"missing": True}
    values = []
    for args in order["args"]:
        try:
            value = function(*plain.unpack(args))
        except BaseException as error:  # a student's code may raise anything, SystemExit too
            # The words stay here: they could hold what the function was called with.
            return {**fault(error), "words": fault(error)["words"] != "", "call": len(values)}
        try:
            values.append(plain.pack(value))
        except BaseException as error:
            return {"refused": getattr(error, "name", ""), "call": len(values)}
    return {"values": values}


def main():
    orders, answers = channels()
    python = shell()
    for name, most in json.loads(sys.argv[1]).items():
        limit(name, most)
    answers.write("ready\n")
    answers.flush()
    for line in orders:
        answers.write(json.dumps(answer(python, json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
