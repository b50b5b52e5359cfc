"""Under CI=true a skipped test is a failed test: nothing may drop out of the count unseen.

This file stands at the top because notebook cells, collected by nbval outside tests/, are held to the same rule.
"""

import os

import pytest

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
