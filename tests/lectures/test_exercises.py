"""The exercises of the pages, as they stand there: on fresh cases a solution passes and no wrong answer does."""

import inspect
from collections import defaultdict

import numpy as np
import pytest
from pages import EXPLORER, pages, source

from dplearn import lecture, mechanisms

STREAMS = range(20)


def reports(page):
    """check -> what the page hands to `report` with it: `allowed`, and the answers by name."""
    def note(check, *, allowed=(), seed=None, **answers):
        found[check] |= answers | {"allowed": allowed}

    found, space, part = defaultdict(dict), {}, "set-up"
    for cell in page.notebook["cells"]:
        headings = [line[3:] for line in source(cell).splitlines() if line.startswith("## ")]
        if cell["cell_type"] == "markdown" and headings:
            part = headings[-1]
        elif cell["cell_type"] == "code" and (not space or part in ("Exercises", "Solutions")) and not EXPLORER.search(source(cell)):
            exec(source(cell), space)
            space["report"] = note
    return found


@pytest.mark.parametrize("page", [p for p in pages() if "report(" in str(p.notebook)], ids=lambda p: p.name)
def test_checks(page, capsys):
    for check, asked in reports(page).items():
        allowed, _ = asked.pop("allowed"), asked.pop("yours")
        right = {name: name.startswith("solution") for name in asked}
        for seed in STREAMS:
            assert lecture.report(check, allowed=allowed, seed=seed, **asked) == right, (seed, capsys.readouterr().out)

        def calls_the_package(*args, **kwargs):
            mechanisms.randomized_response_probabilities(0, epsilon=1.0)
            return asked["solution"](*args, **kwargs)

        lecture.report(check, allowed=allowed, seed=0, calls_the_package=calls_the_package)
        assert "write it yourself" in capsys.readouterr().out.splitlines()[-1]
        if inspect.signature(asked["solution"]).parameters:
            assert cases(check, asked["solution"], 0) != cases(check, asked["solution"], 1), f"{check.__name__}: the same cases"


def cases(check, solution, seed):
    """What a check asks, in words."""
    def listens(*args, **kwargs):
        said.append(f"{args} {kwargs}")
        return solution(*args, **kwargs)

    said = []
    check(listens, np.random.default_rng(seed))
    return said
