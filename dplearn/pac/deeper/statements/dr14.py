"""Cards for DR14, section 11.1: labeled examples, error rates, agnostic PAC learning, uniform convergence."""

import math

import numpy as np
from scipy import special

from .... import brute, concepts
from ....claim import says
from ....statement import Statement, Verdict, require
from ... import deeper

LINE = concepts.Thresholds(2)  # three hypotheses on two points: four kinds of labeled examples


def _examples():
    ands, rng = concepts.Conjunctions(3), np.random.default_rng(11)
    x, y = rng.integers(0, 2, (50, 3)), rng.integers(0, 2, 50)
    counts = concepts.LabeledSample(x, y).counts(ands)
    listed = [[((x == cell).all(axis=1) & (y == wanted)).sum() for cell in ands.domain()] for wanted in (0, 1)]
    require(np.array_equal(counts, listed), "the counts must be those of the labeled examples")
    for bad_x, bad_y in (([0, 1, 2], 1), ([0, 1, 1], 2), ([0, 1, 1], 0.5), ([0, 1], 1)):
        try:
            concepts.LabeledSample([bad_x], [bad_y]).counts(ands)
        except ValueError:
            continue
        require(False, f"everything outside X x {{0,1}} must be refused; ({bad_x}, {bad_y}) was not")
    return {"kinds": int(np.count_nonzero(listed))}


def _error_rates():
    for concept_class in (concepts.Conjunctions(3), concepts.Thresholds(5), concepts.Parities(3),
                          concepts.IntervalUnions(5, 2)):
        points, rng = concept_class.domain(), np.random.default_rng(12)
        cells, y = rng.integers(0, len(points), 40), rng.integers(0, 2, 40)
        table = concept_class.predictions(points)
        slow = (table[:, cells] != y).mean(axis=1)
        off = np.abs(concepts.empirical_errors(concept_class, points[cells], y) - slow).max()
        require(off < 1e-12 and slow[deeper.erm(concept_class, points[cells], y)] == slow.min(),
                "error rates on a sample must match the definition")
        off = max(np.abs(concept_class.errors(p, 1) - (table != table[1]) @ p).max()
                  for p in brute.worlds(len(points), 4, seed=13))
        require(off < 1e-12, f"err on the distribution must be the sum; off by {off}")
    counts, p = brute.compositions(5, 4), np.array([0.4, 0.1, 0.2, 0.3])
    gap = np.abs(brute.multinomial(counts, p) @ brute.agnostic(LINE, counts) / 5 - brute.agnostic(LINE, p)).max()
    require(gap < 1e-12, f"the mean of err on samples must be err on the distribution; off by {gap}")
    return {"difference": gap}


def agnostic_failure(alpha, n, learner):
    """Largest Pr[err(f) > OPT + α] over ten distributions of (x, y); `learner(mistakes) -> law`, exactly."""
    counts, worst = brute.compositions(n, 4), 0.0
    law = learner(brute.agnostic(LINE, counts))
    coins = [np.array([0.5 - a, 0.5 + a, 0, 0]) for a in (alpha * 0.51, alpha, -0.51 * alpha)]
    for p in brute.worlds(4, 7, seed=14) + coins:
        errors = brute.agnostic(LINE, p)
        worst = max(worst, float(brute.multinomial(counts, p) @ (law @ (errors > errors.min() + alpha + 1e-12))))
    return worst


def _pac_definition():
    def failure(alpha, n):
        return agnostic_failure(alpha, n, lambda mistakes: np.eye(3)[mistakes.argmin(axis=1)])

    for alpha, beta in ((0.4, 0.3), (0.35, 0.1)):
        n = deeper.agnostic_sample_size(3, alpha, beta)
        at_n = failure(alpha, n)
        require(at_n <= beta, f"minimizing mistakes must PAC-learn; failure {at_n} > {beta}")
    small = failure(0.35, 1)
    require(small > 0.3, f"with one example it must not; got {small}")
    growth = [deeper.agnostic_sample_size(2**d, 0.1, 0.05) for d in (100, 200, 400)]
    require(abs((growth[2] - growth[1]) / (growth[1] - growth[0]) - 2) < 0.01,
            f"m must be polynomial (here linear) in d; got {growth}")
    return {"n": n, "at_n": at_n, "small": small, "growth": growth}


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
            r"""50 random labeled points of $\{{0,1\}}^3$, counted by kind $(x, y)$: all 16 counts agree with a
                listing, and {kinds} kinds occur. Four inputs that are no labeled examples (a bit 2, a label 2, a
                label 0.5, a missing bit) are refused.""",
            _examples),
    ),
    Statement(
        "DR14-D11.2", "Definition 11.2", "Error rate", Verdict.HOLDS, "deeper/1b-agnostic-and-real-data",
        hypotheses=r"""$f : \mathcal{X} \to \{0,1\}$; $\mathcal{D}$ a distribution over labeled examples, $D$ a
            non-empty finite sample.""",
        claim=r"""Definition: $\mathrm{err}(f, \mathcal{D}) = \Pr_{(x,y) \sim \mathcal{D}}[f(x) \ne y]$ and
            $\mathrm{err}(f, D) = \frac{1}{|D|}|\{(x,y) \in D : f(x) \ne y\}|$.""",
        check=says(
            r"""Computed error rates, on one sample of 40 examples and on four distributions, agree with the
                definition for every hypothesis of four classes (to $10^{{-12}}$). For thresholds on two points and
                one distribution the mean of $\mathrm{{err}}(f, D)$ over all samples of 5 examples is
                $\mathrm{{err}}(f, \mathcal{{D}})$.""",
            _error_rates),
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
                {small:.2f}. For $2^d$ hypotheses (α = 0.1, β = 0.05) m = {growth[0]}, {growth[1]}, {growth[2]} at d
                = 100, 200, 400: linear in d.""",
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
