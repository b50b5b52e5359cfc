"""Runs in the student's process: executes the notebook's cells, then calls the student's functions, a line for each.

Nothing here is secret or trusted.  A student's code may rewrite all of it; what comes out is what its functions would
return, or a line that the grader refuses.
"""

import json
import os
import resource
import sys

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), *sys.argv[1:]]
import plain  # noqa: E402  (beside this file; no package holds it in the student's process)


def channels():
    """The grader's two pipes; what the student prints goes nowhere, a gigabyte of it too."""
    orders, answers = os.fdopen(os.dup(0), "r", encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    return orders, answers


def ended(shell=None):
    """What `exit()` and `quit()` do here."""
    raise RuntimeError("it calls exit() or quit(); take that out")


def shell():
    """Jupyter's own interpreter: magics, `display` and widgets do what they do in a notebook."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    InteractiveShell.ask_exit = ended
    InteractiveShell.enable_gui = lambda shell, gui=None: None  # there is none: `%matplotlib inline` goes on
    return InteractiveShell.instance(config=config)


def told(error: BaseException) -> str:
    """An error in one line."""
    if isinstance(error, NotImplementedError) and not str(error):
        return "not written yet"
    return f"{type(error).__name__}: {error}".splitlines()[0][:300]


def answer(python, order: dict):
    """What one order comes to: ("value", ...) or ("error", words)."""
    if "cell" in order:
        done = python.run_cell(order["cell"], store_history=False, silent=True)
        error = done.error_before_exec or done.error_in_exec
        return ("value", None) if error is None else ("error", told(error))
    function = python.user_ns.get(order["call"])
    if not callable(function):
        return "error", f"NameError: there is no function {order['call']}"
    try:
        return "value", [function(*plain.unpack(args)) for args in order["args"]]
    except BaseException as error:  # a student's code may raise anything, SystemExit too
        return "error", told(error)


def main():
    orders, answers = channels()
    python = shell()
    for line in orders:
        order = json.loads(line)
        used = resource.getrusage(resource.RUSAGE_SELF)
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        soft = int(used.ru_utime + used.ru_stime + order["seconds"]) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (min(soft, hard) if hard > 0 else soft, hard))
        kind, value = answer(python, order)
        try:
            packed = plain.pack((kind, value))
        except (TypeError, ValueError, RecursionError, OverflowError) as error:
            packed = plain.pack(("error", f"the answer cannot be read: {told(error)}"))
        answers.write(packed + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
