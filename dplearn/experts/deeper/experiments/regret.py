"""What the companions of lecture 3 add to `dplearn.experts.experiments.regret`."""

import numpy as np

from .... import experts
from ....experiment import Axis, Choice, Experiment, Series
from ... import deeper, regret_at, regret_bound_sharp
from ...experiments.race import best_rate
from ...experiments.regret import N_EXPERTS, T

RESTARTED = ("steady", "alternating", "runaway")  # the last expert is best in every epoch


def best_regret(name, T, n_experts):
    """Exact expected regret at that rate."""
    return regret_at(name, T, n_experts, best_rate(T, n_experts))


expert_regret = Experiment(
    "expert_regret",
    "What share of the bound losses can really cost",
    "What share of √(T ln K/2), the bound, does a bad sequence really cost: "
    "Hedge at η = √(8 ln K/T), and any algorithm?",
    parameters=(T, N_EXPERTS),
    y=Axis("expected regret / bound", 0.3, 1.1),
    series=(
        Series("bound", "bound", "√(T ln K/2)  (Hoeffding's lemma)", 1, "sharp"),
        Series("runaway", "Hedge, runaway", "exact: Hedge, halves in turn, then one runs away",
               lambda s, T: best_regret("runaway", T, s.n_experts) / regret_bound_sharp.curve(T, s.n_experts), "exact"),
        Series("fair", "anyone, coins", "exact: every algorithm, each loss a fair coin",
               lambda s, T: regret_at("fair", T, s.n_experts, 1.0) / regret_bound_sharp.curve(T, s.n_experts),
               "exact", "nonprivate"),
    ),
    points=49,
)


def doubling_regret(name: str, T, n_experts: int) -> np.ndarray:
    """Exact expected regret of `experts.doubling_probabilities` (Hoeffding's rates) at each T, its opponent beginning
    anew at each restart.

    The opponents steady, alternating and runaway leave the last expert best in every epoch, so the best of all rounds
    is the best of each: the epochs' regrets add up, and `experts.regret_at` gives each.
    """
    T = np.asarray(T, dtype=np.int64)
    starts = 2 ** np.arange(int(T.max()).bit_length())            # first round of each epoch, and its length
    rates = best_rate(starts, n_experts)
    done = np.cumsum(np.append(0, regret_at(name, starts, n_experts, rates)))
    last = np.searchsorted(starts, T, side="right") - 1
    return done[last] + regret_at(name, T - starts[last] + 1, n_experts, rates[last])


def _unit(s, T):
    """√(T ln K), in which regret is measured."""
    return np.sqrt(T * np.log(s.n_experts))


doubling = Experiment(
    "doubling",
    "Not knowing T costs a constant factor",
    "How much more does Hedge regret if it starts over at rounds 1, 2, 4, 8, … instead of knowing T?",
    parameters=(T, N_EXPERTS,
                Choice("opponent", "opponent", {name: experts.OPPONENTS[name] for name in RESTARTED}, "runaway")),
    y=Axis("regret / √(T ln K)", 0.0, 2.6),
    series=(
        Series("closed", "closed form", "√2/(√2−1) · √(T ln K/2): doubling, closed form",
               lambda s, T: deeper.doubling_bound.curve(T, s.n_experts) / _unit(s, T), "sharp"),
        Series("epochs", "epochs", "doubling: Hoeffding's bounds of the epochs, added",
               lambda s, T: deeper.doubling_bound_sharp.curve(T, s.n_experts) / _unit(s, T), "sharp"),
        Series("exact_doubling", "doubling", "exact, doubling",
               lambda s, T: doubling_regret(s.opponent, T, s.n_experts) / _unit(s, T), "exact", "nonprivate"),
        Series("exact", "T known", "exact, known T",
               lambda s, T: best_regret(s.opponent, T, s.n_experts) / _unit(s, T), "exact"),
    ),
    points=129,
)
