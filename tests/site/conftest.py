"""A browser for pages that were opened from a disk, closed after each file: Playwright's event loop would be in the way
of other tests of the same worker."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "browser")]

import lab  # noqa: E402


@pytest.fixture(scope="module")
def browser():
    with lab.chromium() as browser:
        yield browser
