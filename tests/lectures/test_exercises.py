"""The exercises of the pages, as they stand there: on fresh cases a solution passes and no wrong answer does."""

import inspect
import re
from collections import defaultdict

import numpy as np
import pytest
from pages import EXPLORER, pages, source

from dplearn import lecture, mechanisms

PAGES = [page for page in pages() if (2, "Exercises") in page.headings]


def parts(page):
    """(heading of level 2, cell) for each cell."""
    heading = ""
    for cell in page.notebook["cells"]:
        if cell["cell_type"] == "markdown":
            heading = ([heading] + re.findall(r"^## (\w+)", source(cell), re.M))[-1]
        yield heading, cell


def reports(page):
    """check -> what the page hands to `report` with it: the answers by name, and what they are `allowed` to call."""
    def note(check, *, allowed=(), seed=None, **answers):
        found[check] |= answers | {"allowed": allowed}

    found, space = defaultdict(dict), {}
    for part, cell in parts(page):
        needed = not space or part in ("Exercises", "Solutions")  # the set-up cell is the first one
        if cell["cell_type"] == "code" and needed and not EXPLORER.search(source(cell)):
            exec(source(cell), space)
            space["report"] = note
    return found


def replay(check, solution):
    """An answer that says what the solution said when the check ran with the stream 0, hard-coded, in this order."""
    def listens(*args, **kwargs):
        said.append(solution(*args, **kwargs))
        return said[-1]

    said = []
    check(listens, np.random.default_rng(0))
    heard = iter(said)
    return lambda *args, **kwargs: next(heard)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_checks(page, capsys):
    for check, answers in reports(page).items():
        allowed, _, solution = answers.pop("allowed"), answers.pop("yours"), answers["solution"]
        right = {name: name.startswith("solution") for name in answers}
        passed = lecture.report(check, allowed=allowed, seed=1, **answers)  # the page's own cell runs another stream
        assert passed == right, capsys.readouterr().out

        def calls_the_package(*args, **kwargs):
            mechanisms.randomized_response_probabilities(0, epsilon=1.0)
            return solution(*args, **kwargs)

        lecture.report(check, allowed=allowed, seed=0, calls_the_package=calls_the_package)
        assert "write it yourself" in capsys.readouterr().out.splitlines()[-1]
        if inspect.signature(solution).parameters:
            assert not lecture.report(check, allowed=allowed, seed=1, replay=replay(check, solution))["replay"]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_an_exercise_has_minutes_and_its_solution_is_folded(page):
    for level, text in page.headings:
        if level == 3 and text.startswith("Exercise"):
            assert re.fullmatch(r"Exercise \d: .+ \((required|optional), \d+ minutes\)", text), text
    for part, cell in parts(page):
        if cell["cell_type"] == "markdown" and part == "Solutions":
            plain = re.sub(r"<details>.*?</details>", "", source(cell), flags=re.S)
            assert len(plain.split()) < 40, plain
        elif "solution" in cell["metadata"].get("tags", ()):
            hidden = cell["metadata"]["jupyter"]
            assert part == "Solutions" and hidden["source_hidden"], source(cell)
            assert source(cell).startswith("# Exercise"), f"a folded cell shows its first line: {source(cell)}"
            assert "print(" not in source(cell) or hidden.get("outputs_hidden"), f"prints an answer: {source(cell)}"
