"""Cards for DF18, last part: what a private prediction promises on fresh data.

S and S' are two independent samples; E_S is the mean of E[M(S, z)] over the z of S, E_S' the mean over S', M run on S
both times.
"""

import itertools
import math

import numpy as np

from .... import privacy
from ....claim import equal, ordered, refuted, says
from ....statement import Statement, Verdict
from ... import brute, deeper
from .. import brute as deeper_brute
from ...formulas import soft_majority_epsilon

RECORDS = tuple(itertools.product((0, 1), repeat=2))          # z = (x, y)


def chance(data, x, epsilon):
    """Three parts of one record: each says its label at its own x, 0 elsewhere; the soft majority's Pr[1]."""
    return brute.coin(sum(y for at, y in data if at == x), len(data), epsilon / 2)


def moments():
    """The soft majority's error at z, ε = 0.5, but with chance δ = 0.05 a 1 instead if z is S's first record, else a 0:
    moments of E_S' and the lemma's bounds."""
    table = [[0.95 * abs(z[1] - chance(data, z[0], 0.5)) + 0.05 * (z == data[0]) for z in RECORDS]
             for data in itertools.product(RECORDS, repeat=3)]
    own, fresh = deeper_brute.fresh_losses(np.reshape(table, (4, 4, 4, 4)))
    for k in (1, 2, 3, 5):
        yield {"moment": (fresh**k).mean(), "bound": deeper.moment_bound(k, 0.5, own, delta=0.05)}


def leaked(z):
    """The true ε of the 0-1 loss at z, over all data sets of three records and all neighbors."""
    def law(data):
        wrong = abs(z[1] - chance(data, z[0], 1.0))
        return np.array([1 - wrong, wrong])

    return privacy.audit(law, itertools.product(RECORDS, repeat=3), domain=RECORDS, epsilon=1.0, ordered=True,
                         relation=privacy.Relation.REPLACE_ONE).true_epsilon


def laws():
    """400 pairs of laws with their exact δ: the mean of the variable that is 3 where U is more than e^ε times as
    likely, else 0, and the bound on it."""
    rng = np.random.default_rng(73)
    for _ in range(400):
        u, v = rng.dirichlet(np.full(6, 0.4), 2)
        grow = math.exp(epsilon := rng.choice([0.0, 0.3, 1.5]))
        values = 3.0 * (u > grow * v)
        yield {"mean": u @ values, "bound": grow * (v @ values) + 3 * privacy.hockey_stick(u, v, epsilon)}


def reached():
    """Pr[E_S' >= αt] for the printed t at β = e^(-1/4), ε = 1: α times e unless the fresh record is the old one."""
    return (deeper.tail_factor_printed(BETA, 1.0) <= math.e * (1 + 1e-9)) * (1 - 1e-6)


BETA = math.exp(-0.25)

STATEMENTS = (
    Statement(
        "DF18-L6.2", "Lemma 6.2", "The loss of a private prediction is private", Verdict.HOLDS, "deeper/6d-fresh-data",
        hypotheses=r"An $(\varepsilon,\delta)$-DP prediction $M'$; any loss $\ell$.",
        claim=r"$M(S,(x,y)) = \ell(M'(S,x), y)$ is $(\varepsilon,\delta)$-DP in $S$ at every $(x, y)$.",
        correction="""$y$ belongs to the question, not to the data: a function of the answer tells no more than the
            answer.""",
        check=says(
            """All data sets of 3 examples on 2 points, all neighbors, all z: the true ε of the 0-1 loss is at most
                {ratio:.3f} of the answer's.""",
            ordered(leaked, lambda: soft_majority_epsilon(3, epsilon=1.0), {"z": RECORDS})),
    ),
    Statement(
        "DF18-L6.3", "Lemma 6.3", "Close laws have close means", Verdict.HOLDS, "deeper/6d-fresh-data",
        hypotheses=r"$U, V \in [0, B]$ with $\Pr[U \in E] \le e^\varepsilon\Pr[V \in E] + \delta$ for every $E$.",
        claim=r"$\mathbb{E}U \le e^\varepsilon\,\mathbb{E}V + \delta B$.",
        correction=r"Integrate over $\{U > t\}$, $t$ from 0 to $B$. No better bound holds.",
        check=says(
            r"""{settings} pairs of laws on [0, 3] with their exact δ: for the variable that is B where U is more than
                $e^\varepsilon$ times as likely, else 0, both sides are equal.""", equal("mean", "bound", laws)),
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
            """A soft majority of 3 records with fair labels, all pairs of samples, ε = 0.5, δ = 0.05: for k = 1, 2, 3
                and 5 the moment is at most {ratio:.3f} of the bound.""",
            ordered("moment", "bound", moments)),
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
            r"""Loss $p$ on members, $pe^\varepsilon$ elsewhere (ε = 1, one record of a million): at $\beta =
                e^{{-1/4}}$ the printed threshold is reached with probability {truth:.6f}.""",
            refuted(BETA, reached, name="truth")),
    ),
)
