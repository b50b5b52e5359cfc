"""What private prediction promises on fresh data (DF18, section 6).

An ε-DP evaluation M(S, z) >= 0 is, at every z, ε-DP in the data S (REPLACE_ONE): the loss of a private prediction is
one (Lemma 6.2, postprocessing).  With S and S' two independent samples of n records, write E_S for the mean of E[M(S,
z)] over the z of S itself, and E_S' for the mean over S', with M still run on S.  E_S' is what a user of the interface
meets.

**Moments** (Lemma 6.4): for whole k >= 1, E[E_S'^k] <= e^{k²ε} E[(E_S + kδB)^k], B the largest loss.  A product over k
indices of S' becomes one over S by exchanging k records; group privacy (Lemma 3.1) costs
e^{kε} for each of the k factors.

**Tails** (Lemma 6.5): if E_S <= α for every S, Markov's inequality with the k-th moment gives

    Pr[E_S' >= α t] <= β   for   t = exp(min over whole k >= 1 of ln(1/β)/k + kε)   (`formulas.tail_factor`).

DF18 puts in k = sqrt(ln(1/β)/ε), a whole number or not, and prints t = e^{2 sqrt(ε ln(1/β))}.  That k is below 1 if
ln(1/β) < ε, and there the printed form can be false.

**The counterexample.** M = B with chance p if z is in S, with chance p e^ε if not, else 0: ε-DP for p <= 1/(1 + e^ε).
Then E_S = α = pB always, and where no fresh record is in S, E_S' = α e^ε.  For β >= e^{-ε/4} the printed t is at most
e^ε, the promise is Pr[E_S' >= α t] <= β < 1, and the truth is 1.

References: DF18, Lemmas 6.2 to 6.5; Feldman and Steinke 2017 (Lemma 6.3).
"""

from __future__ import annotations

import numpy as np
from scipy import special

from ... import _validate as check


def moment_bound(k, epsilon, empirical, *, delta=0.0) -> float:
    """Lemma 6.4's bound on E[E_S'^k]: e^{k²ε} E[(E_S + kδ)^k], for losses in [0, 1].

    Parameters
    ----------
    k : int, 1 <= k <= 10^6.  The lemma is for whole numbers; for others it is not proven.
    epsilon : float in [0, 1e6], of the evaluation; REPLACE_ONE
    empirical : float or array (m,), values that E_S takes, equally likely, in [0, 1]
    delta : float in [0, 1), of the evaluation

    Returns
    -------
    float, held at e^709 if larger.

    Notes
    -----
    Source: DF18, Lemma 6.4.  With k = 1 and δ = 0: the expected loss is at most e^ε times the expected empirical loss.
    """
    k = check.integer("k", k, 1, 10**6)
    epsilon, delta = check.real("epsilon", epsilon, 0, 1e6), check.delta("delta", delta)
    empirical = check.array("empirical", empirical, low=0, high=1)
    with np.errstate(divide="ignore"):
        log_bound = k * k * epsilon + special.logsumexp(k * np.log(empirical + k * delta)) - np.log(empirical.size)
    return float(np.exp(min(log_bound, 709.0)))  # a vacuous bound stays a finite number
