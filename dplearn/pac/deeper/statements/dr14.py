"""Cards for DR14, section 11.1: labeled examples, error rates, agnostic PAC learning, uniform convergence."""

import itertools

import numpy as np

from .... import brute, concepts
from ....claim import equal, ordered, says
from ....statement import Statement, Verdict
from ... import deeper

LINE = concepts.Thresholds(2)  # three hypotheses on two points: four kinds of labeled examples


KINDS, CHANCES = np.array([(1, 0), (1, 1), (2, 0), (2, 1)]), np.array([0.4, 0.1, 0.2, 0.3])


def _mean_error():
    """Of every hypothesis, over all samples of three examples."""
    samples = map(list, itertools.product(range(4), repeat=3))
    return sum(CHANCES[s].prod() * concepts.empirical_errors(LINE, *KINDS[s].T) for s in samples)


ALPHA, TEN = 0.35, brute.worlds(4, 10, seed=16)


def _failure(p):
    """Pr[err(f) > OPT + α] of the hypothesis with the fewest mistakes on as many examples as the card UC asks for."""
    counts = brute.compositions(deeper.agnostic_sample_size(3, ALPHA, 0.1), 4)
    picked, errors = brute.agnostic(LINE, counts).argmin(axis=1), brute.agnostic(LINE, p)
    return brute.multinomial(counts, p) @ (errors > errors.min() + ALPHA)[picked]


def _strays(p):
    """Pr[some error rate on 40 examples is farther from the true one than the bound], three hypotheses, β = 0.1."""
    counts = brute.compositions(40, 4)
    off = np.abs(brute.agnostic(LINE, counts) / 40 - brute.agnostic(LINE, p))
    return brute.multinomial(counts, p)[(off > deeper.uniform_convergence_bound(3, 0.1, 40)).any(axis=1)].sum()


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
            """Thresholds on two points, ten distributions, α = 0.35: with as many examples as DR14-11.1-UC asks for at
                β = 0.1 minimizing mistakes fails with probability at most {ratio:.2g} β.""",
            ordered(_failure, 0.1, {"p": TEN})),
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
            r"""Three hypotheses, n = 40, β = 0.1, ten distributions, all samples: the explicit bound is exceeded with
                probability at most {worst:.2f} β.""",
            ordered(_strays, 0.1, {"p": TEN}, "worst")),
    ),
)
