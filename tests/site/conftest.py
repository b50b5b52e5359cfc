"""A browser for pages that were opened from a disk."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "browser")]

import lab  # noqa: E402


@pytest.fixture(scope="package")
def browser():
    with lab.chromium() as browser:
        yield browser
