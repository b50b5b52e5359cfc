"""What the companions of lecture 1 add to `dplearn.pac.experiments.sizes`."""

from dataclasses import replace

import numpy as np

from .... import pac
from ....experiment import Axis, Choice, Experiment, Series, integer
from ...experiments.sizes import ALPHA, BETA, least, needed, occam_size
from ...occam import JUST_ABOVE, some_bit_silent


def _ands(s) -> bool:
    return s.family == "conjunctions"


def _occam_size(s, x):
    return pac.occam_sample_size.curve(None, s.alpha, s.beta, log_size=x * np.log(2)) if _ands(s) else occam_size(s, x)


def _vc_size(s, x):
    return pac.vc_sample_size.curve(x if _ands(s) else 1, s.alpha, s.beta)


def _needed(s, x):
    return least(lambda n: some_bit_silent(x, s.alpha * JUST_ABOVE, n), s, x) if _ands(s) else needed(s, x)



sample_size = Experiment(
    "sample_size",
    "ln|C| grows with the class; its VC dimension may not",
    "How many examples are enough for error α, except with probability β, as the class grows?",
    parameters=(
        integer("d", "d", "bits, or log₂ of the number of points", 1, 128, 16, steps=128),
        ALPHA,
        replace(BETA, low=1e-6),
        Choice("family", "class", {"thresholds": "thresholds on 2ᵈ points (VC 1)",
                                   "conjunctions": "conjunctions of d bits (VC d)"}, "thresholds"),
    ),
    y=Axis("examples", 0, 1_000),
    series=(
        Series("occam", "ln|C|", "(ln|C| + ln 1/β)/α  (N17, Occam)", _occam_size),
        Series("vc", "VC", "max(4/α log₂ 2/β, 8·VC/α log₂ 13/α)  (N17, Blumer et al.)", _vc_size),
        Series("exact", "in one world", "least n in the class's world, exact", _needed, "exact"),
    ),
    points=65,
)
