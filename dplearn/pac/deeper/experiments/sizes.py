"""What the companions of lecture 1 add to `dplearn.pac.experiments.sizes`."""

from dataclasses import replace
from functools import cache

from .... import pac
from ....concepts import Conjunctions, IntervalUnions, Parities, Points, Thresholds
from ....experiment import Axis, Choice, Experiment, Series, integer
from ...experiments.sizes import ALPHA, BETA, _occam_size, needed

sample_size = Experiment(
    "sample_size",
    "ln|C| grows with the class; its VC dimension may not",
    "How many examples are enough for error α, except with probability β, as the class grows?",
    parameters=(
        integer("d", "d", "bits, or log₂ of the number of points", 1, 128, 16, steps=128),
        ALPHA,
        replace(BETA, low=1e-6),
        Choice("family", "class", {"thresholds": "thresholds on 2ᵈ points (VC 1)", "points": "points among 2ᵈ (VC 1)",
                                   "conjunctions": "conjunctions of d bits (VC d)"}, "thresholds"),
    ),
    y=Axis("examples", 0, 1_000),
    series=(
        Series("occam", "ln|C|", "(ln|C| + ln 1/β)/α  (N17, Occam)", _occam_size),
        Series("vc", "VC", "max(4/α log₂ 2/β, 8·VC/α log₂ 13/α)  (N17, Blumer et al.)",
               lambda s, x: pac.vc_sample_size.curve(x if s.family == "conjunctions" else 1, s.alpha, s.beta)),
        Series("exact", "in one world", "least n in the class's world, exact", needed, "exact"),
    ),
    points=65,
)
_LINE_POINTS = 2**16  # of a line so long that its end plays no part
FAMILIES = {
    "unions": ("unions of intervals, d endpoints", lambda d: IntervalUnions(_LINE_POINTS, d)),
    "thresholds": ("thresholds (VC 1 at every d)", lambda d: Thresholds(_LINE_POINTS)),
    "conjunctions": ("conjunctions of d bits", Conjunctions),
    "parities": ("parities of d bits", Parities),
    "points": ("points (VC 1 at every d)", lambda d: Points(_LINE_POINTS)),
}


def _family(s):
    return FAMILIES[s.family][1](s.d)


@cache
def _dichotomies(family: str, d: int, n: int) -> float:
    return float(FAMILIES[family][1](d).growth(n))


growth = Experiment(
    "growth",
    "Up to the VC dimension 2ⁿ dichotomies, beyond it a polynomial",
    "How many ways of labeling n points can the class produce?",
    parameters=(
        integer("n", "n", "number of points", 1, 40, 10),
        integer("d", "d", "endpoints, or bits", 1, 8, 2),
        Choice("family", "class", {k: words for k, (words, _) in FAMILIES.items()}, "unions"),
    ),
    y=Axis("dichotomies of n points", 1, 1e9, log=True),
    series=(
        Series("all", "2ⁿ", "2ⁿ: all labelings", lambda s, x: 2.0**x, "baseline"),
        Series.of(pac.sauer_bound_simple, "simple", "(en/VC)^VC",
                  label="(en/VC)^VC for n ≥ VC  (N17, VC dimension)", vc_dim=lambda s: _family(s).vc_dim),
        Series.of(pac.sauer_bound, "sauer", "Sauer", label="Σ over i ≤ VC of (n choose i)  (Sauer's lemma)",
                  vc_dim=lambda s: _family(s).vc_dim),
        Series("exact", "exact", "growth function of the class, exact",
               lambda s, x: [_dichotomies(s.family, s.d, int(n)) for n in x], "exact", mark="points"),
    ),
    points=40,
)
