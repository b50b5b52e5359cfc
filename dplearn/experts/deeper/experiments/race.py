"""What the companions of lecture 3 add to `dplearn.experts.experiments.race`."""

from functools import lru_cache

from .... import experts
from ....experiment import Axis, Experiment, Series, Simulation, log_integer, log_scale
from ..adaptive import draw_grudge_regret, grudge_regret

LONGEST = 200
_grudge = lru_cache(grudge_regret)


def draw_adaptive_opponent(s, x, rng, runs):
    """Realised regret of Hedge with two experts after each number of rounds in x: yesterday's pick loses today."""
    return draw_grudge_regret(int(x.max()), s.eta, rng, runs)[:, x.astype(int) - 1]


adaptive_opponent = Experiment(
    "adaptive_opponent",
    "An opponent that looks at yesterday's pick: the bound holds on average",
    "Whoever was picked yesterday loses today (K = 2). How large is E[loss − best expert's loss]?",
    parameters=(
        log_integer("T", "T", "rounds", 2, LONGEST, 100),
        log_scale("eta", "η", "learning rate", 0.01, 10, 0.1),
    ),
    y=Axis("expected regret after T rounds", 0.3, 300.0, log=True),
    series=(
        Series.of(experts.regret_bound, "printed", "printed", n_experts=2,
                  label="ηT + ln 2/η  (LN Thm 2, DR14 Thm 11.1)"),
        Series.of(experts.regret_bound_sharp, "sharp", "Hoeffding", n_experts=2,
                  label="ηT/8 + ln 2/η  (Hoeffding's lemma)"),
        Series("exact", "exact", "exact (chain on the difference and the last pick)",
               lambda s, T: _grudge(LONGEST, s.eta)[T.astype(int) - 1], "exact"),
    ),
    simulation=Simulation(draw_adaptive_opponent, "mean of realised regret, simulated", chunk=100, band="normal",
                          runs=10_000, static_runs=500),
    simulated_points=25,
)
