"""What holds for every test, notebook cells too (nbval collects those outside tests/, so this file stands at the top).

* Under CI=true a skipped test is a failed test: nothing may drop out of the count unseen.
* No test is failed for being slow, short of a quarter of an hour for one phase of it: a watchdog then says that it hangs.
* The longest go first, so that no worker is left with one of them at the end, and what shares a JupyterLab and a browser goes to
  one worker.
"""

import os
import signal

import pytest

LAST_RESORT = 15 * 60  # seconds: a phase of a test takes a minute at most, on a slow and busy machine a few
ANSWER = 10 * 60  # seconds for one answer of a kernel: less, so that nbval can interrupt a cell that hangs and say which
LONGEST = ("tests/site/", "tests/browser/", "tests/binder/", "notebooks/", "tests/assignments/test_hostile.py",
           "tests/assignments/test_answers.py", "tests/test_all_experiments.py")
TOGETHER = ("tests/browser/", "tests/site/")
APART = {f"tests/site/test_{name}.py" for name in ("chart", "live", "live_core", "tables", "widgets")}

SKIP_IS_ERROR = os.environ.get("CI", "").lower() in ("true", "1")


def _fail_if_skipped(report):
    # An expected failure is reported as skipped too, but it did run.
    if SKIP_IS_ERROR and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI=true does not allow: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    return _fail_if_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    return _fail_if_skipped((yield))


# ---- a watchdog ------------------------------------------------------------------------------------


class Hang(BaseException):
    """Not an Exception: what a test catches must not catch it."""


def _bark(*_):
    raise Hang(f"still at work after {LAST_RESORT // 60} minutes: this is a hang, not a slow machine")


def _watched(item):
    # A picture beside each explorer: not in the notebooks' own kernels, for nbval compares no pictures.
    os.environ["DPLEARN_STILLS"] = "" if hasattr(item, "output_timeout") else "1"
    before = signal.signal(signal.SIGALRM, _bark)
    signal.alarm(LAST_RESORT)
    try:
        return (yield)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


pytest_runtest_setup = pytest_runtest_call = pytest_runtest_teardown = pytest.hookimpl(wrapper=True, tryfirst=True)(_watched)


def pytest_configure(config):
    """nbval's own waits are 10 s for the first answer of a kernel that has started, and 5 s for outputs (below)."""
    if config.pluginmanager.hasplugin("nbval"):
        from nbval.kernel import RunningKernel

        get = RunningKernel.get_message
        RunningKernel.get_message = lambda kernel, stream, timeout=None: get(kernel, stream, ANSWER if stream == "shell" else timeout)


# ---- order -----------------------------------------------------------------------------------------


def _place(nodeid):
    return next((i for i, path in enumerate(LONGEST) if nodeid.startswith(path)), len(LONGEST))


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: _place(item.nodeid))
    for item in items:
        if hasattr(item, "output_timeout"):  # a cell of nbval
            item.output_timeout = ANSWER


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        """A file to a worker, together what shares a JupyterLab, a browser or a site; in the order above."""

        def _split_scope(self, nodeid):
            file = nodeid.split("::")[0]
            return next((shared for shared in TOGETHER if file.startswith(shared) and file not in APART), file)

    config.option.loadscopereorder = False
    return ByFile(config, log)
