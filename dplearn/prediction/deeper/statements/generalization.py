"""Cards for DF18, last part: what a private prediction promises on fresh data.

S and S' are two independent samples; E_S is the mean of E[M(S, z)] over the z of S, E_S' the mean over S', M run on S
both times.
"""

import functools
import itertools
import math

import numpy as np

from .... import prediction, privacy
from ....claim import equal, ordered, says
from ....statement import Statement, Verdict, require
from ... import brute, deeper
from .. import brute as deeper_brute

RECORDS = tuple(itertools.product((0, 1), repeat=2))          # z = (x, y)
POPULATIONS = ((0.25, 0.25, 0.25, 0.25), (0.4, 0.1, 0.1, 0.4), (0.02, 0.6, 0.18, 0.2), (0.0, 0.5, 0.5, 0.0))


def chance(data, x, epsilon):
    """Three parts of one record: each says its label at its own x, 0 elsewhere; the soft majority's Pr[1]."""
    return brute.coin(sum(y for at, y in data if at == x), len(data), epsilon / 2)


def fresh_losses(epsilon, leak=0.0):
    """E_S and E_S' of the soft majority's error at z; with chance `leak` a 1 instead if z is S's first record,
    else a 0.
    """
    table = [[(1 - leak) * abs(z[1] - chance(data, z[0], epsilon)) + leak * (z == data[0]) for z in RECORDS]
             for data in itertools.product(RECORDS, repeat=3)]
    return deeper_brute.fresh_losses(np.array(table).reshape(4, 4, 4, 4))


def law(weights):
    """Probability of each sample of three records, all samples in order."""
    return functools.reduce(np.kron, (weights,) * 3)


def losses():
    """The true ε of the loss at every z, over all data sets of three records and all neighbors."""
    def leaked(loss):
        def law_at(x, y):
            values = np.unique(outcomes := [loss(b, y) for b in (0, 1)])
            return lambda data: [1 - chance(data, x, 1.0), chance(data, x, 1.0)] @ np.equal.outer(outcomes, values)

        return max(privacy.audit(law_at(*z), itertools.product(RECORDS, repeat=3), domain=RECORDS, epsilon=1.0,
                                 ordered=True, relation=privacy.Relation.REPLACE_ONE).true_epsilon for z in RECORDS)

    wrong, none = leaked(lambda b, y: abs(b - y)), leaked(lambda b, y: 0)
    kept = prediction.soft_majority_epsilon(3, epsilon=1.0)
    require(abs(wrong - kept) < 1e-9 and none == 0, f"no loss may leak more than {kept}; got {wrong}")
    return {"wrong": wrong, "none": none}


def means():
    """400 pairs of laws on [0, 3], with the variable that is B where U is more than e^ε times as likely, else 0."""
    rng, gaps = np.random.default_rng(73), []
    for _ in range(400):
        u, v = rng.dirichlet(np.full(6, 0.4), 2)
        values, grow = rng.random(6) * 3, math.exp(epsilon := rng.choice([0.0, 0.3, 1.5]))
        delta = np.maximum(u - grow * v, 0).sum()
        require(abs(privacy.hockey_stick(u, v, epsilon) - delta) < 1e-12, f"the least δ is {delta}")
        require(u @ values <= grow * (v @ values) + 3 * delta + 1e-12, f"E U = {u @ values} above the bound")
        extreme = 3.0 * (u > grow * v)
        gaps.append(abs(grow * (v @ extreme) + 3 * delta - u @ extreme))
    require(max(gaps) < 1e-12, f"the bound must be attained; gap {max(gaps)}")
    return {"settings": len(gaps)}


def moments():
    """Moments of E_S' beside the lemma's bound; and one record among `size`, loss p on it and pe^ε elsewhere,
    for k = 1.
    """
    ratios = []
    for epsilon, leak in itertools.product((0.1, 0.5, 1.5), (0.0, 0.05)):
        own, fresh = fresh_losses(epsilon, leak)
        for weights, k in itertools.product(map(law, POPULATIONS), (1, 2, 3, 5)):
            bound = deeper.moment_bound(k, epsilon, own, weights=weights, delta=leak)
            ratios.append(weights @ fresh**k @ weights / bound)
    spread = max(0.2 * (1 + (size - 1) * math.exp(epsilon)) / size / deeper.moment_bound(1, epsilon, 0.2)
                 for size, epsilon in ((50, 0.5), (4000, 1.0)))
    require(max(ratios) <= 1 + 1e-12, f"{max(ratios)} of the bound")
    require(0.999 < spread <= 1, f"the first moment's bound must be reached in the limit; ratio {spread}")
    return {"ratio": max(ratios), "settings": len(ratios), "spread": spread}


SPREADS = {"n size": ((1, 9), (2, 4), (2, 6), (3, 3)),
           "epsilon factor": [(e, factor) for e in (0.5, 2.0) for factor in (1.0, 1.2, math.exp(e / 2), math.exp(e))]}


def spread_tail(factor, epsilon, n, size):
    """Pr[E_S' >= α factor] where the loss is 1 on members and e^ε elsewhere (α = 1): all pairs of samples."""
    samples = list(itertools.product(range(size), repeat=n))
    hits = np.array([np.mean([z in data for z in fresh]) for data in samples for fresh in samples])
    return np.mean(hits + (1 - hits) * math.exp(epsilon) >= factor * (1 - 1e-12))


def counterexample():
    """One record of a million, at β = e^(-1/4)."""
    beta = math.exp(-0.25)
    printed = deeper.tail_factor_printed(beta, 1.0)
    truth = deeper.spread_tail(printed, 1.0, 1, 10**6)
    require(abs(printed - math.e) < 1e-9 and truth > 0.99 > beta, f"threshold αe, promised {beta}; true {truth}")
    return {"printed": printed, "truth": truth, "beta": beta}


def whole_moments():
    """The corrected factor, against all whole k, and its exponent beside the printed one."""
    epsilon, log = np.array([[0.05], [0.5], [1.0], [3.0]]), np.array([*np.linspace(0.02, 12, 60), 0.1, 1.0, 2.0, 6.0])
    exponent = np.min([log / k + k * epsilon for k in range(1, 100)], axis=0)
    require(np.allclose(deeper.tail_factor(np.exp(-log), epsilon), np.exp(exponent), rtol=1e-9),
            "the least over whole k")
    ratio = np.max(exponent / (2 * np.sqrt(epsilon * log)), where=log >= epsilon, initial=0)
    require(1.06 < ratio <= 1.0607, f"at most 1.0607 times the printed exponent; got {ratio}")
    return {"ratio": ratio}


def tail(epsilon, weights, beta):
    """Pr[E_S' >= α t] for the soft majority of three records and the corrected t."""
    own, fresh = fresh_losses(epsilon)
    return law(weights) @ (fresh >= own.max() * deeper.tail_factor(beta, epsilon)) @ law(weights)


STATEMENTS = (
    Statement(
        "DF18-L6.2", "Lemma 6.2", "The loss of a private prediction is private", Verdict.HOLDS, "deeper/6d-fresh-data",
        hypotheses=r"An $(\varepsilon,\delta)$-DP prediction $M'$; any loss $\ell$.",
        claim=r"$M(S,(x,y)) = \ell(M'(S,x), y)$ is $(\varepsilon,\delta)$-DP in $S$ at every $(x, y)$.",
        correction="""$y$ belongs to the question, not to the data: a function of the answer tells no more than the
            answer.""",
        check=says(
            """All data sets of 3 examples on 2 points, all neighbors: the answer and its 0-1 loss are
                {wrong:.4f}-DP, a loss that is always 0 is {none:.0f}-DP.""",
            losses),
    ),
    Statement(
        "DF18-L6.3", "Lemma 6.3", "Close laws have close means", Verdict.HOLDS, "deeper/6d-fresh-data",
        hypotheses=r"$U, V \in [0, B]$ with $\Pr[U \in E] \le e^\varepsilon\Pr[V \in E] + \delta$ for every $E$.",
        claim=r"$\mathbb{E}U \le e^\varepsilon\,\mathbb{E}V + \delta B$.",
        correction=r"Integrate over $\{U > t\}$, $t$ from 0 to $B$. No better bound holds.",
        check=says(
            r"""{settings} pairs of laws on [0, 3] with their exact δ: the bound holds; for the variable that is B
                where U is more than $e^\varepsilon$ times as likely, else 0, both sides are equal.""",
            means),
    ),
    Statement(
        "DF18-L6.4", "Lemma 6.4", "Moments on fresh data", Verdict.HOLDS, "deeper/6d-fresh-data",
        hypotheses=r"""An $(\varepsilon,\delta)$-DP evaluation $M(S,z) \in [0,B]$; $S, S'$ independent samples of
            $n$ records.""",
        claim=r"""$\mathbb{E}[\mathcal{E}_{S'}^k] \le e^{k^2\varepsilon}\,\mathbb{E}[(\mathcal{E}_S + k\delta
            B)^k]$, $\mathcal{E}$ the mean of $\mathbb{E}M(S,z)$ over the sample's $z$.""",
        correction=r"""For whole $k \ge 1$: the proof picks $k$ records of $S'$ and puts them into $S$,
            $e^{k\varepsilon}$ for each of $k$ factors. $k = 1$: the expected loss is at most $e^\varepsilon$ times
            that on the sample.""",
        check=says(
            r"""A soft majority of 3 records, all pairs of samples, k = 1, 2, 3 and 5, δ = 0 and 0.05: in {settings}
                settings the moment is at most {ratio:.3f} of the bound. For k = 1 the factor $e^\varepsilon$ is
                reached: loss $p$ on members and $pe^\varepsilon$ elsewhere gives {spread:.5f} of it.""",
            moments),
    ),
    Statement(
        "DF18-L6.5", "Lemma 6.5", "A tail on fresh data", Verdict.LIMITED, "deeper/6d-fresh-data",
        hypotheses=r"""An $\varepsilon$-DP evaluation $M \ge 0$ with $\mathcal{E}_S \le \alpha$ for every $S$; every
            $0 < \beta < 1$.""",
        claim=r"$\Pr[\mathcal{E}_{S'} \ge \alpha e^{2\sqrt{\varepsilon\ln(1/\beta)}}] \le \beta$.",
        words=r"for every $\beta\in(0,1)$",
        correction=r"""True where $k = \sqrt{\ln(1/\beta)/\varepsilon}$ is a whole number: it is put into Lemma 6.4,
            whose proof picks $k$ records. Not for $\ln(1/\beta) \le \varepsilon/4$; for other $k$ we know neither a
            proof nor a counterexample. For every $\beta$ with the factor
            $\exp\min_{k=1,2,\dots}\big(\frac{\ln(1/\beta)}{k} + k\varepsilon\big)$, whose exponent is at most
            1.0607 times the printed one where $\ln(1/\beta) \ge \varepsilon$.""",
        check=says(
            r"""Loss $p$ on members, $pe^\varepsilon$ elsewhere (ε = 1, one record of a million): at β = {beta:.4f}
                the printed threshold {printed:.4f} α is reached with probability {truth:.6f}. With whole moments
                the exponent is at most {ratio:.4f} times the printed one where ln(1/β) ≥ ε.""",
            ordered(tail, "beta",
                    {"epsilon": (0.02, 0.2, 1.0), "weights": POPULATIONS, "beta": (0.9, 0.3, 0.01)}),
            equal(lambda size, **at: deeper.spread_tail(**at, domain_size=size), spread_tail, SPREADS, within=1e-9),
            counterexample, whole_moments),
    ),
)
