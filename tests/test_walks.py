"""The two walks of CONTRIBUTING, traced: which functions run, in order, and how often the value is checked."""

import re
import sys
from pathlib import Path

import numpy as np

import dplearn
from dplearn import experiments
from dplearn.explore import explore
from dplearn.session import Session

PACKAGE = str(Path(dplearn.__file__).parent)
WALKS = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text().split("## Two walks")[1].split("\n## ")[0]
CHECKS = {"Parameter.check", "Domain.check", "array"}   # of a setting, of a formula's call, of a plain function


def traced(call, name):
    """(functions of the package in the order in which each first ran, checks of what is called `name`)."""
    ran, checks = {}, []

    def watch(frame, event, _):
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(PACKAGE):
            return
        ran.setdefault(code.co_qualname)
        if code.co_qualname in CHECKS:
            what = frame.f_locals.get("name") or frame.f_locals["self"].name
            if what == name:
                checks.append(code.co_qualname)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        call()
    finally:
        sys.setprofile(before)
    return list(ran), checks


def in_order(ran, walk):
    """Each of these ran, one after the other, and CONTRIBUTING names it."""
    assert [name for name in ran if name in walk] == walk
    for name in walk:
        assert re.search(rf"`(\w+\.)*{re.escape(name)}`", WALKS), name


def test_epsilon_from_a_slider_to_the_painted_curve():
    sent = []
    start = {"epsilon": 0.1234, "delta": 1.23e-5, "n_experts": 17}   # off all positions: nothing is remembered
    session = Session(experiments.private_regret, lambda content, buffers: sent.append(content), **start)
    positions = session.positions()
    moved = {**positions, "epsilon": positions["epsilon"] + 1}
    ran, checks = traced(lambda: session.hear({"type": "set", "view": "v", "sequence": 1, "positions": moved}),
                         "epsilon")
    assert sent[-1]["type"] == "picture" and session.setting.epsilon != start["epsilon"]
    in_order(ran, ["Session._move", "Experiment.setting", "Experiment.picture", "Series.curve", "rates",
                   "bounded_range_composition_step", "line_places"])
    assert checks == ["Parameter.check", "array"]   # the setting; the step's own, narrower range


def test_n_from_the_page_to_the_picture():
    ran, checks = traced(lambda: explore(experiments.occam, n=200), "n")
    in_order(ran, ["explore", "Experiment.setting"])
    assert checks == ["Parameter.check"] and "failure_times" not in ran
    session = Session(experiments.occam, lambda content, buffers: None, n=150)
    session.picture(runs=100)
    before = session.runs.estimate(session.setting)
    session.set(n=200)
    ran, checks = traced(lambda: session.picture(runs=100).readings(), "n")
    in_order(ran, ["Experiment.picture", "Series.curve", "Picture.readings"])
    assert "failure_times" not in ran and not checks   # the runs are kept
    np.testing.assert_array_equal(session.runs.estimate(session.setting).mean, before.mean)
