"""What the companions of lecture 4 add to `dplearn.private_experts.experiments.cost`."""

from dataclasses import replace

from ....experiment import Axis, Experiment, Series
from ... import deeper
from ...experiments.actions import DAYS, DDR, DELTA, EPSILON, T_MOST
from ...experiments.cost import EXPERTS


def _price(key, short, label, analysis, role):
    return Series.of(deeper.price_of_privacy_sharp, key, short, label=label, analysis=analysis,
                     loss_range=1.0, kind="sharp", role=role)


privacy_price = Experiment(
    "privacy_price",
    "Privacy multiplies the regret bound; for large ε it is free",
    "How many times larger is the regret bound of the private bettor "
    "than that of the best one without privacy?",
    parameters=(replace(EPSILON, high=100), replace(DAYS, default=T_MOST), EXPERTS, DELTA),
    y=Axis("regret bound / √(T ln K/2)", 0.7, 9e3, log=True),
    series=(
        Series("free", "no privacy", "1: no price, the bound without privacy", 1, "sharp", "nonprivate"),
        _price("optimal", "best proven η", "the bound at η by " + DDR, "bounded-range-optimal", "private"),
        _price("dr14", "DR14's η", "the bound at η = ε/√(32 T ln(1/δ))", "dr14", "theory"),
        _price("basic", "basic's η", "the bound at η = ε/(2T), δ = 0", "basic", "baseline"),
    ),
    points=49,
)
