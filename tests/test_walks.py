"""The two walks of CONTRIBUTING are gone: what runs of the package, in which order, and where a value is checked."""

import sys
from pathlib import Path

import dplearn
from dplearn.explore import explore
from dplearn.pac import experiments as pac_experiments
from dplearn.private_experts.experiments import private_regret
from dplearn.session import Session

PACKAGE = Path(dplearn.__file__).parent


def walked(do) -> list[tuple[str, str]]:
    """(module, function) of each call into the package while `do` runs, in their order."""
    found = []

    def hear(frame, event, _):
        path = Path(frame.f_code.co_filename)
        if event == "call" and PACKAGE in path.parents:
            found.append((path.name, frame.f_code.co_qualname))

    sys.setprofile(hear)
    try:
        do()
    finally:
        sys.setprofile(None)
    return found


def in_order(found, *wanted: str) -> bool:
    """Whether these functions were called in this order, others between them."""
    names = iter(name for _, name in found)
    return all(any(name == one for name in names) for one in wanted)


def test_epsilon_from_a_slider_to_the_values_of_the_curve():
    said = []
    session = Session(private_regret, lambda content, buffers: said.append(content))
    place = session.positions()["epsilon"] + 3
    message = {"type": "set", "positions": {**session.positions(), "epsilon": place}}
    found = walked(lambda: session.hear(message))
    assert [name for _, name in found].count("Parameter.check") == 4, "T, ε, δ and K: once each"
    assert session.setting.epsilon == private_regret.parameter("epsilon").values[place]
    assert said[0]["type"] == "picture" and said[0]["positions"]["epsilon"] == place
    assert in_order(found, "Session.hear", "Session._move", "Experiment.setting", "Parameter.check",
                    "Experiment.picture", "Series.curve", "Formula.taken", "line_places")
    new = private_regret.setting(epsilon=0.1234, delta=1.23e-5, n_experts=17)   # off all positions: none is remembered
    curves = [name for _, name in walked(lambda: private_regret.picture(new))]
    assert {"Formula.taken", "private_rate"} <= set(curves), "curves ask formulas"
    assert not {"Parameter.check", "Domain.check", "Formula.arguments"} & set(curves), "and no value is checked again"
    assert curves.count("_budget") == 1, "but by the solver of the optimal step, whose range is narrower: once"


def test_n_from_the_page_to_the_picture():
    found = walked(lambda: explore(pac_experiments.occam, n=200))
    assert in_order(found, "explore", "Session.__init__", "Experiment.setting", "Parameter.check")
    w = explore(pac_experiments.occam, n=200)
    w.session.picture()
    moved = walked(lambda: w.set(n=300).session.picture())
    assert in_order(moved, "Session.set", "Experiment.setting", "Experiment.picture")
    assert "failure_times" not in {name for _, name in moved}, "runs do not know n"
    assert in_order(walked(lambda: w.session.picture().readings()), "Picture.readings", "number_text")
