"""Lecture 3, bounds beside exact regret: Hedge against opponents whose regret has a closed form.

* `learning_rate`: regret per round over η: why a U.

Exact values are those of `experts.regret_at`: no loss matrix is made, and nothing is drawn at random.
"""

from ... import experts
from ...experiment import Axis, Choice, Experiment, Series, log_integer, log_scale
from .. import regret_at, regret_bound, regret_bound_sharp

T = log_integer("T", "T", "rounds", 10, 100_000, 1000)
N_EXPERTS = log_integer("n_experts", "K", "experts", 2, 1000, 10)
ETA = log_scale("eta", "η", "learning rate", 0.001, 10, 0.1)


learning_rate = Experiment(
    "learning_rate",
    "Too small learns late, too large believes too soon",
    "How does the regret per round depend on the learning rate η, at a known number of rounds?",
    parameters=(ETA, T, N_EXPERTS, Choice("opponent", "opponent", experts.OPPONENTS, "runaway")),
    y=Axis("expected regret per round", 1e-3, 10.0, log=True),
    series=(
        Series("printed", "printed", "η + ln K/(ηT)  (LN Thm 2, DR14 Thm 11.1)",
               lambda s, eta: regret_bound.curve(s.T, s.n_experts, eta) / s.T),
        Series("sharp", "Hoeffding", "η/8 + ln K/(ηT)  (Hoeffding's lemma)",
               lambda s, eta: regret_bound_sharp.curve(s.T, s.n_experts, eta) / s.T, "sharp"),
        Series("exact", "exact", "exact expected regret per round",
               lambda s, eta: regret_at(s.opponent, s.T, s.n_experts, eta) / s.T, "exact"),
    ),
)
