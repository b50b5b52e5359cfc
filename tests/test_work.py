"""The counts of work.py: the same each time, and an explosion is seen."""

import sys

import pytest
from work import TooMuch, counted


def loop(n):
    total = 0
    for i in range(n):
        total += i
    return total


def hang():
    while True:
        pass


def hang_on_one_line():
    while True: pass  # noqa: E701


def test_lines_are_counted_and_only_those_of_the_files_looked_at():
    with counted(files=__file__) as small:
        loop(10)
    with counted(files=__file__) as large:
        loop(1000)
    assert (small.count, large.count) == (23, 2003)   # two a pass, and three around the loop
    with counted() as elsewhere:
        loop(1000)
    assert elsewhere.count == 0


@pytest.mark.parametrize("function", [hang, hang_on_one_line])
def test_a_hang_is_broken_off_and_told_where(function):
    before = sys.gettrace()
    with pytest.raises(TooMuch, match=f"more than 1,000 lines; the last one in {function.__name__}, line .* of "
                                      f"test_work.py"):
        with counted(1000, __file__):
            function()
    assert sys.gettrace() is before
