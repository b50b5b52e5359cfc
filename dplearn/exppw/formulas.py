"""What the walk costs and promises, a record each.  T is the clamp, k the changes of the function it is measured
against.

**On the sample (Lemma 5.2), bands.** Cut the steps by height: band v holds the steps between v and v + 1.  In a band
the steps alternate, up and down, so labels do too.  An up and a down step together err with probability at most 1,
while a function with k changes errs on one of two neighbors in the band but for k + 1 places.  Steps that stay at T
or -T err with probability σ(-εT/2).

*Sharper.* Call a piece of the best function good in a band if the function is right there once more than wrong.
Bands v >= 0 are first crossed upwards, by a label 1, while the first piece says 0: at most k of the k + 1 pieces are
good there.  Below 0 all may be.  With parity (a pair costs at most 1, a step without partner σ(-ε|end|/2)) band v and
its mirror -v-1 together cost at most k + σ(-ε(v+1)/2) more than the function.

**On new points (Theorem 5.3), leave one out.** Of n + 1 exchangeable points let each in turn be the query, the others
the sample: the walk that answers at the i-th place stands at v_{i-1} of the walk through all n + 1.  So E Err_P is
the error of the walk on its own *next* step.  In a band an up and a down step together err with 1 + (σ(ε(v+1)/2) -
σ(εv/2)) <= 1 + τ, τ = tanh(ε/4)/2 <= ε/8, for every ε, k, T and n.  No size of a domain in it.

**Hypothesis of all.** Points without ties, or tied points that share a label: the proof sees the walk just after the
example, the algorithm stands behind the whole tie.  With uniform keys for data and query (`tie_keys`) all points are
distinct.  Else false: 6 ones, then 2 zeros at one place, T = 1, ε = 6: Err_S = 0.72629 > 0.67479; Python's ``sorted``
on pairs (x, y): 0.88070 > 0.16578 (`deeper.world.tied_error`).

References: DF18, Lemmas 5.1 and 5.2, Theorems 2.4 and 5.3.
"""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from ..formula import ALPHA, EPSILON, N, Domain, formula, formulas
from ..privacy import Relation

OPTIMUM = Domain("optimum", "Opt", "least error of a function with at most k changes", 0, 1, tries=(0.1, 0.0, 0.5))
HALF = OPTIMUM.but(high=0.5, words=OPTIMUM.words + "; beyond 1/2 a better one says the opposite")
K = Domain("k", "k", "changes of that function, which says 0 first", 0, 10**9, integral=True, tries=(1, 0, 6))
CLAMP = Domain("clamp", "T", "the walk stays in [-T, T]", 1, 10**9, integral=True, tries=(5, 1, 300))
SHORT = CLAMP.but(high=10**5)  # where a sum goes over all heights
STAYS = Domain("stays", "#stays", "steps that stay at an end; None: n of them", 0, default=None)
LOG_SIZE = Domain("log_size", "ln|C|", "logarithm of the size of the class", 0, 1e12, tries=(10.0, 0.0, 100.0))
CHANGED = Domain("relation", "", "what a neighbor is", options=(Relation.REPLACE_ONE, Relation.ADD_REMOVE),
                 default=Relation.REPLACE_ONE)
MANY = N.but(tries=(10**7, 10**5, 10))
ACCURACY, RATE = ALPHA.but(low=1e-6), EPSILON.but(low=1e-6, high=1e4)  # what sizes are found for


@formula(
    "ln((1+e^(εT/2))/(1+e^(ε(T−2)/2)))", given=(CLAMP, EPSILON, CHANGED), variant="exact", bounds="exact",
    source="DF18, Lemma 5.1, made exact",
    tex=r"\ln\frac{1+e^{\varepsilon T/2}}{1+e^{\varepsilon(T-2)/2}}", card="DF18-L5.1")
def walk_epsilon(clamp, epsilon, relation):
    """The true ε of one answer: the largest privacy loss over all neighbors, for n >= clamp examples.

    Below ε, and near it for large εT; under ADD_REMOVE below ε/2 (T - 1 in place of T - 2).  The
    loss of the answer 0 between ends v and v - 2 grows with v, so the worst pair has T examples up to the query, all
    of label 1, and one of them is changed to 0 (or leaves).
    """
    return _loss_of_zero(epsilon, clamp, 2 if relation is Relation.REPLACE_ONE else 1)


def _loss_of_zero(epsilon, top, change):
    """ln P[0 | v = top - change] / P[0 | v = top]."""
    return np.logaddexp(0, epsilon * top / 2) - np.logaddexp(0, epsilon * (top - change) / 2)


@formula(
    "Opt + (k+2)T/n + e^(−εT/2)", given=(OPTIMUM, K, CLAMP, N, EPSILON), positional=5, source="DF18, Lemma 5.2",
    card="DF18-L5.2",
    tex=r"\mathsf{Opt}_S + \frac{(k+2)T}{n} + e^{-\varepsilon T/2}")
def empirical_error_bound(optimum, k, clamp, n, epsilon):
    """Bound on Err_S, for points without ties (with ties of both labels it is false)."""
    return optimum + (k + 2) * clamp / n + np.exp(-epsilon * clamp / 2)


@empirical_error_bound.variant(
    "sharp", "Opt + (kT + Σσ(−εj/2))/n + σ(−εT/2)", given=(OPTIMUM, K, SHORT, N, EPSILON, STAYS),
    source="DF18, Lemma 5.2, bands paired",
    needs=lambda n, stays, **_: stays is None or stays <= n, needs_words="stays <= n",
    tex=r"\mathsf{Opt}_S+\frac1n\Big(kT+\sum_{j=1}^T\sigma(-\tfrac{\varepsilon "
        r"j}2)+\#\mathrm{stays}\;\sigma(-\tfrac{\varepsilon T}2)\Big)")
def empirical_error_bound_sharp(optimum, k, clamp, n, epsilon, stays):
    """Bound on Err_S that counts the steps that stay, for points without ties; proof in the module's note."""
    stays = n if stays is None else stays
    return optimum + (k * clamp + half_steps(epsilon, clamp) + stays * expit(-epsilon * clamp / 2)) / n


def half_steps(epsilon, clamp):
    """σ(-ε/2) + σ(-2ε/2) + ... + σ(-εT/2), for one ε and arrays of T."""
    return expit(-epsilon / 2 * np.arange(1, np.max(clamp) + 1)).cumsum()[np.asarray(clamp, int) - 1]


@formula(
    "⌈2 ln(2/α)/ε⌉", given=(ACCURACY, RATE), sized=True, bounds="exact", source="DF18, Theorem 5.3", card="DF18-T2.4",
    tex=r"\lceil 2\ln(2/\alpha)/\varepsilon\rceil")
def clamp(alpha, epsilon):
    """DF18's T: with it both prices of Lemma 5.2 are about α/2."""
    return 2 * np.log(2 / alpha) / epsilon


@formula(
    "4(k+2) ln(2/α)/(αε)", given=(K, ACCURACY, RATE), sized=True, source="DF18, Theorem 5.3", card="DF18-T2.4",
    tex=r"\frac{4(k+2)\ln(2/\alpha)}{\alpha\varepsilon}")
def sample_size(k, alpha, epsilon):
    """Examples from which on Theorem 5.3 promises e^ε(Opt + α)."""
    return 4 * (k + 2) * np.log(2 / alpha) / alpha / epsilon


ENOUGH = {"needs": lambda k, alpha, epsilon, n, **_: n >= sample_size.record.body(k, alpha, epsilon),
          "needs_words": "n >= 4(k+2) ln(2/α)/(αε)"}


@formula(
    "e^ε(Opt + α)", given=(HALF, K, ACCURACY, RATE, MANY), positional=5, source="DF18, Theorem 5.3 (a)",
    card="DF18-T2.4",
    tex=r"e^\varepsilon(\mathsf{Opt}_P + \alpha)", **ENOUGH)
def population_error_bound(optimum, k, alpha, epsilon, n):
    """Bound on E Err_P of the walk with T = `clamp(alpha, epsilon)`, for points without ties.

    The source's "in particular" sets ε = α/2 and has Opt + α for n = O(k ln(1/α)/α²): with accuracy α/4 at this ε it is
    at most Opt + 0.74 α (with accuracy α it would be e^(α/2)(Opt + α), more for every α).  The printed proof takes T =
    2 ln(2/α)/ε as if it were whole.  Rounded up, by s in εT/2, it keeps its α if s <= (1 - e^-s) ln(2/α): always for α
    <= 1/2, ε <= 1.386; not at α = 0.1, ε = 11.8, k = 100.
    """
    return np.exp(np.minimum(epsilon, 700.0)) * (optimum + alpha)


@formula(
    "(1+τ)(Opt + kT/(n+1)) + Σσ/(n+1) + σ(−εT/2)", given=(OPTIMUM, K, SHORT, EPSILON, N.but(low=0)), positional=5,
    variant="sharp",
    source="leave one out, sharpening of DF18, Theorem 5.3", card="DF18-OURS-LOO",
    tex=r"(1+\tau)\big(\mathsf{Opt}_P + \frac{kT}{n+1}\big) + \frac{1}{n+1}\sum_{j=0}^{T-1}\sigma(-\frac{\varepsilon "
        r"j}2) + \sigma(-\frac{\varepsilon T}2)")
def population_error_bound_sharp(optimum, k, clamp, epsilon, n):
    """Bound on E Err_P for any T, points without ties; τ = tanh(ε/4)/2.  With n = 0 the answer is a fair coin."""
    factor, fixed, floor = _leave_one_out(k, clamp, epsilon)
    return factor * optimum + fixed / (n + 1) + floor


def _leave_one_out(k, clamp, epsilon):
    """The sharper bound is factor·Opt + fixed/(n+1) + floor."""
    factor, floor = 1 + np.tanh(epsilon / 4) / 2, expit(-epsilon * clamp / 2)
    return factor, factor * k * clamp + half_steps(epsilon, clamp) + 0.5 - floor, floor


@formula("least n over T at which leave one out gives α, Opt = 0", given=(K, ACCURACY, RATE.but(low=0.01)),
         positional=3, sized=True, scalar=True, source="leave one out, least over T", tex=r"\min_T n",
         card="DF18-OURS-LOO")
def leave_one_out_size(k, alpha, epsilon):
    """Examples with which some T has E Err_P <= α by the sharper bound, where labels have no noise.

    Above (2/ε)(ln(1/α) + 12) a longer T makes the coin no surer and the walk slower.
    """
    T = np.arange(1, 2 + int(2 / epsilon * (np.log(1 / alpha) + 12)))
    _, fixed, floor = _leave_one_out(k, T, epsilon)
    sure = floor < alpha
    return (fixed[sure] / (alpha - floor[sure])).min() - 1


@formula("(ln|C|+1)/(α(1−e^(−ε/2)))", given=(LOG_SIZE, ACCURACY, RATE), sized=True,
         source="DR14, section 11.1, in expectation",
         tex=r"\frac{\ln|C|+1}{\alpha(1-e^{-\varepsilon/2})}")
def exponential_sample_size(log_size, alpha, epsilon):
    """Examples with which the exponential mechanism over a class has E error <= α, ε-privately, where labels have no
    noise: a function, one ε for all queries.

    E Err <= (ln|C| + 1)/(n(1 - e^(-ε/2))), the integral of |C| e^(-nt(1-e^(-ε/2))) cut at 1.
    """
    return (log_size + 1) / (alpha * -np.expm1(-epsilon / 2))


@formula("k/α − 1", given=(K, ACCURACY), sized=True, source="leave one out", tex=r"\frac k\alpha - 1")
def nonprivate_sample_size(k, alpha):
    """Examples that are enough without privacy for E error <= α where labels have no noise, with no log N either.

    Answer with the label of the nearest example to the left (0 if none).  Leave one out: of n + 1 points it errs on
    those whose label differs from their left neighbor's, at most k.
    """
    return k / alpha - 1


__all__ = [*formulas(globals())]
