"""Cards for DR14, section 11.1: labeled examples, error rates, agnostic PAC learning, uniform convergence."""

import itertools
import math

import numpy as np
from scipy import special

from .... import brute, concepts
from ....claim import equal, says
from ....statement import Statement, Verdict, require
from ... import deeper

LINE = concepts.Thresholds(2)  # three hypotheses on two points: four kinds of labeled examples


KINDS, CHANCES = np.array([(1, 0), (1, 1), (2, 0), (2, 1)]), np.array([0.4, 0.1, 0.2, 0.3])


def _mean_error():
    """Of every hypothesis, over all samples of three examples."""
    samples = map(list, itertools.product(range(4), repeat=3))
    return sum(CHANCES[s].prod() * concepts.empirical_errors(LINE, *KINDS[s].T) for s in samples)


def agnostic_failure(alpha, n, learner):
    """Largest Pr[err(f) > OPT + α] over ten distributions of (x, y); `learner(mistakes) -> law`, exactly."""
    counts, worst = brute.compositions(n, 4), 0.0
    law = learner(brute.agnostic(LINE, counts))
    coins = [np.array([0.5 - a, 0.5 + a, 0, 0]) for a in (alpha * 0.51, alpha, -0.51 * alpha)]
    for p in brute.worlds(4, 7, seed=14) + coins:
        errors = brute.agnostic(LINE, p)
        worst = max(worst, float(brute.multinomial(counts, p) @ (law @ (errors > errors.min() + alpha + 1e-12))))
    return worst


def _fewest_mistakes(mistakes):
    return np.eye(3)[mistakes.argmin(axis=1)]


def _pac_definition():
    n = deeper.agnostic_sample_size(3, 0.35, 0.1)
    at_n, small = (agnostic_failure(0.35, m, _fewest_mistakes) for m in (n, 1))
    require(at_n <= 0.1 and small > 0.3, f"n examples must be enough and one must not; failure {at_n}, {small}")
    return {"n": n, "at_n": at_n, "small": small}


def _uniform():
    n, beta, alpha = 40, 0.1, 0.1
    counts, bound = brute.compositions(n, 4), deeper.uniform_convergence_bound(3, beta, n)
    rates = brute.agnostic(LINE, counts) / n
    worst = max(brute.multinomial(counts, p)[(np.abs(rates - brute.agnostic(LINE, p)) > bound).any(axis=1)].sum()
                for p in brute.worlds(4, 10, seed=16))
    # Two constants, label 1 with probability 1/2 + 0.505 α: the wrong one has excess error 1.01 α.
    short, enough = math.ceil(math.log(2) / alpha**2), deeper.agnostic_sample_size(2, alpha, 0.05)
    # Ties count for the learner where it must fail, against it where it must succeed.
    fails = [special.bdtr(k, m, 0.5 + 0.505 * alpha) for m, k in ((short, (short - 1) // 2), (enough, enough // 2))]
    require(worst <= beta and fails[0] > 0.05 >= fails[1],
            f"the bound must hold, log|C|/α² fall short and the explicit n do; got {worst}, {fails}")
    return {"bound": bound, "worst": worst, "short": short, "enough": enough, "fails": fails}


STATEMENTS = (
    Statement(
        "DR14-D11.1", "Definition 11.1", "Labeled example", Verdict.HOLDS, "deeper/1b-agnostic-and-real-data",
        hypotheses=r"A domain $\mathcal{X}$.",
        claim=r"""Definition: a labeled example is a pair $(x, y) \in \mathcal{X} \times \{0,1\}$; a learning
            problem is a distribution $\mathcal{D}$ over such pairs.""",
        check=says(
            "The samples (1, 0), (1, 1), (2, 1), (2, 1) are counted by kind $(x, y)$ as by hand.",
            equal(lambda: concepts.LabeledSample([1, 1, 2, 2], [0, 1, 1, 1]).counts(LINE), [[1, 0], [1, 2]])),
    ),
    Statement(
        "DR14-D11.2", "Definition 11.2", "Error rate", Verdict.HOLDS, "deeper/1b-agnostic-and-real-data",
        hypotheses=r"""$f : \mathcal{X} \to \{0,1\}$; $\mathcal{D}$ a distribution over labeled examples, $D$ a
            non-empty finite sample.""",
        claim=r"""Definition: $\mathrm{err}(f, \mathcal{D}) = \Pr_{(x,y) \sim \mathcal{D}}[f(x) \ne y]$ and
            $\mathrm{err}(f, D) = \frac{1}{|D|}|\{(x,y) \in D : f(x) \ne y\}|$.""",
        check=says(
            r"""For each threshold f on two points and one distribution the mean of $\mathrm{{err}}(f, D)$ over all
                samples of 3 examples is $\mathrm{{err}}(f, \mathcal{{D}})$.""",
            equal(_mean_error, lambda: brute.agnostic(LINE, CHANCES))),
    ),
    Statement(
        "DR14-D11.3", "Definition 11.3", "PAC learning, realizable and agnostic", Verdict.HOLDS,
        "deeper/1b-agnostic-and-real-data",
        hypotheses=r"""$C$ a class of functions over $d$ dimensions; all $\alpha, \beta > 0$; every distribution
            $\mathcal{D}$ over labeled examples.""",
        claim=r"""Definition: $A$ PAC-learns $C$ if from $m = \mathrm{poly}(d, 1/\alpha, \log(1/\beta))$ examples it
            outputs $f \in C$ with $\mathrm{err}(f, \mathcal{D}) \le \min_{f^* \in C}\mathrm{err}(f^*, \mathcal{D})
            + \alpha$ with probability $1 - \beta$. Realizable: the minimum is 0; agnostic otherwise.""",
        correction=r"""The learner is proper ($f \in C$), and $m$ may depend on $d, \alpha, \beta$ but not on
            $\mathcal{D}$. N17's definition is the realizable one, and lets $h$ lie outside $C$.""",
        check=says(
            """Thresholds on two points, ten distributions: with m = {n} examples minimizing mistakes fails (α =
                0.35) with probability at most {at_n:.4f}, where β = 0.1 is allowed; with one example up to
                {small:.2f}.""",
            _pac_definition),
    ),
    Statement(
        "DR14-11.1-UC", "section 11.1, Chernoff and union bound", "All error rates at once", Verdict.ASYMPTOTIC,
        "deeper/1b-agnostic-and-real-data",
        hypotheses=r"$C$ finite; $D$ has $n$ i.i.d. examples from any $\mathcal{D}$.",
        claim=r"""With high probability $|\mathrm{err}(f, D) - \mathrm{err}(f, \mathcal{D})| \le
            O(\sqrt{\log|C|/n})$ for all $f \in C$; so $n \ge \log|C|/\alpha^2$ examples suffice for the best
            classifier on $D$ to be within $\alpha$ of the best on $\mathcal{D}$.""",
        correction=r"""The second sentence lacks a constant and the failure probability. Explicit: with probability
            $1 - \beta$ all deviations are at most $\sqrt{\ln(2|C|/\beta)/(2n)}$, and $n \ge
            2\ln(2|C|/\beta)/\alpha^2$ suffices.""",
        check=says(
            r"""Three hypotheses, n = 40, β = 0.1, ten distributions, all samples: the explicit bound {bound:.3f} is
                exceeded with probability at most {worst:.4f}. Two hypotheses, α = 0.1: at $n = \log|C|/\alpha^2$ =
                {short} the best classifier on D fails with probability {fails[0]:.2f}, at the explicit n = {enough}
                (β = 0.05) with {fails[1]:.4f}.""",
            _uniform),
    ),
)
