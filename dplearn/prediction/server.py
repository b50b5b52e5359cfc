"""An interface that answers questions about labels, keeps the account, and refuses when the budget is gone.

The server knows, for each point x, the law of one ε₀-DP answer (`law`), and how many such answers the budget (ε, δ)
buys (`account.answers_bought`).  It gives that many and not one more.  Who asks may choose each question from the
answers before; an account that does not allow for this ("exact") is refused.

What counts as spent: a call that begins is charged before the data are looked at, so one that is interrupted, or in
which `law` raises, has been charged.  A call that is refused changes nothing, the generator included.  Threads may
share a server.

Not covered: how long `law` takes, and whether it raises.  Both are seen by who asks, and must not depend on the data.

Relation: that of the law, REPLACE_ONE in this room.  Asking the same question twice costs twice: the second answer is
drawn afresh.  A server that repeated its old answer would tell nothing new and need not charge; keep the answers you
have bought.

References: DF18, section 1 (the interface and its budget).
"""

from __future__ import annotations

import threading

from .. import _validate as check
from ..privacy import BudgetSpent, Guarantee, Relation
from .account import ADAPTIVE_COMPOSITIONS, answers_bought


class PredictionServer:
    """Answers drawn from `law`, as many as the budget buys.

    Parameters
    ----------
    law : function of a point x
        Gives the probability of label 1.  That a label drawn from it is `epsilon_answer`-DP is the caller's claim:
        nothing here can check it.
    epsilon_answer : float in [1e-6, 50]
    epsilon_total, delta : float in [1e-4, 200], float in [1e-100, 1); δ = 0 for "basic"
    composition : one of `ADAPTIVE_COMPOSITIONS`
        "bounded-range" (buys the most) asks for more than ε-DP: an exponential mechanism, such as the soft majority,
        `estimators.PrivatePredictor` or ExpPW; not a coin of `averaging`.
    rng : numpy.random.Generator, part of the secret

    Attributes
    ----------
    answers, answered, answers_left : int, bought, charged so far, and what is left
    guarantee : privacy.Guarantee, of everything this server will ever say
    spent : privacy.Guarantee, of what it has said so far

    Raises
    ------
    ValueError
        For bad arguments, and for a budget that does not pay for one answer.

    Notes
    -----
    Cost of an answer: one call of `law`.
    """

    def __init__(self, law, *, epsilon_answer, epsilon_total, delta, composition, rng):
        self._law, self._rng = check.function("law", law), check.generator("rng", rng)
        self.epsilon_answer = check.real("epsilon_answer", epsilon_answer, 1e-6, 50)
        self.composition = check.choice("composition", composition, ADAPTIVE_COMPOSITIONS)
        total, delta = check.real("epsilon_total", epsilon_total), check.delta("delta", delta)
        self.answers = answers_bought(total, delta, self.epsilon_answer, composition=composition)
        self.answered, self._counter = 0, threading.Lock()
        if self.answers == 0:
            raise ValueError(f"epsilon_total must pay for at least one answer of ε = {self.epsilon_answer:g} by "
                             f"{composition} composition; got {total:g}")
        self.guarantee = Guarantee(total, 0.0 if composition == "basic" else delta, Relation.REPLACE_ONE)

    @property
    def answers_left(self) -> int:
        """How many more answers there are."""
        return self.answers - self.answered

    @property
    def spent(self) -> Guarantee:
        """The pure ε of the answers charged, added up; `guarantee` once that is the smaller.

        True whenever one stops, and for whatever reason.  The cheaper sums for k answers would need a k fixed
        beforehand.
        """
        pure = self.answered * self.epsilon_answer
        return self.guarantee if pure >= self.guarantee.epsilon else Guarantee(pure, 0.0, Relation.REPLACE_ONE)

    def predict(self, x) -> int:
        """A label for x, drawn afresh; costs `epsilon_answer`.  Raises `BudgetSpent` when no answer is left."""
        with self._counter:                      # two threads must not both take the last answer
            if not self.answers_left:
                raise BudgetSpent(f"the budget is spent: all {self.answers} answers that ε = "
                                  f"{self.guarantee.epsilon:.6g} and δ = {self.guarantee.delta:.3g} pay for were "
                                  "given; this question is refused")
            self.answered += 1                   # before the data are looked at: an interrupted call has been charged
        return int(self._rng.random() < check.real("law(x)", self._law(x), 0, 1 + 1e-9))

    def __reduce_ex__(self, protocol):
        """A copy would answer from a second account, with the same noise: neither copied nor pickled."""
        raise TypeError("a PredictionServer cannot be copied: its budget would be spent twice")

    def __repr__(self) -> str:
        return f"{self.answered} of {self.answers} answers given; spent {self.spent}; promised {self.guarantee}"
