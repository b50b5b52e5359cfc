"""What the companions of lecture 3 add to `dplearn.experts.experiments.regret`."""

import numpy as np

from .... import experts
from ....experiment import Axis, Choice, Experiment, Parameter, Series
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
    y=Axis("expected regret / bound √(T ln K/2)", 0.3, 1.1),
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


def log_gain(eta, share=None):
    """ln E e^{ηX} - η E X for a reward X that is 1 with probability `share`, else 0.

    Without `share`, its largest value, which is the largest over all laws of X in [0, 1] (e^{ηx} is convex in x): the
    derivative vanishes at the share 1/η - 1/(e^η - 1).
    """
    share = 1 / eta - 1 / np.expm1(eta) if share is None else share
    return np.log1p(share * np.expm1(eta)) - eta * share


one_round = Experiment(
    "one_round",
    "One round costs at most η²/8, and LN's step for η² ends at 1.79",
    "By how much can ln E e^(ηX) exceed η E X in one round with rewards X in [0, 1]?",
    parameters=(
        Parameter("eta", "η", "learning rate", 0.05, 4, 1.0),
        Parameter("share", "p", "weight on reward 1", 0.01, 0.99, 0.5, steps=99),
    ),
    y=Axis("price of one round / η²", 0.03, 4.0, log=True),
    series=(
        Series("printed", "", "η², by eˣ − 1 − x ≤ x²: LN's proof, up to η = 1.79",
               lambda s, eta: np.where(eta <= experts.LARGEST_LN_RATE, 1.0, np.nan)),
        Series("step", "LN's step", "e^η − 1 − η: LN's step itself, before η² is put for it",
               lambda s, eta: (np.expm1(eta) - eta) / eta**2, role="attack"),
        Series("sharp", "η²/8", "η²/8 for every η  (Hoeffding's lemma)", 0.125, "sharp"),
        Series("exact", "", "exact, the worst p", lambda s, eta: log_gain(eta) / eta**2, "exact"),
        Series("share", "", "exact: ln(1 − p + p e^η) − ηp at this p", lambda s, eta: log_gain(eta, s.share) / eta**2,
               "exact", "nonprivate"),
    ),
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
