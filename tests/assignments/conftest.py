"""A course whose students' processes are not started."""

import handed
import pytest


@pytest.fixture
def course(tmp_path, monkeypatch):
    return handed.Course(tmp_path, monkeypatch)
