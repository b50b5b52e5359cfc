"""Cards for N17, second half: private PAC learning and the private learner for parities."""

import math

import numpy as np

from .... import brute as samples, concepts, privacy, private_pac
from ....claim import between, equal, ordered, refuted, says
from ....formula import least_size
from ....pac import occam
from ....privacy import Relation
from ....statement import Statement, Verdict, require
from ... import brute, deeper
from ...formulas import (
    generalization_gap_bound, generalization_gap_bound_sharp, parity_sampling_rate_exact, point_world_failure,
    point_world_sample_size, private_occam_sample_size_sharp,
)
from ...parity import solutions
from .. import brute as deeper_brute
from ..formulas import parity_epsilon

BETA = 0.05


RECORDS = np.eye(2)  # the laws of "publish the first record", for each record; records are fair bits


def _averaged():
    """Over the sample: a sample and the same with its first record turned have the same law."""
    return privacy.exact_epsilon(RECORDS.mean(axis=0), RECORDS[::-1].mean(axis=0))


def _learner():
    return brute.audited(concepts.Thresholds(3), 3).true_epsilon


LINE = concepts.Thresholds(2)
WORLDS = samples.worlds(4, 8, seed=9)


def _gap(world, n, epsilon):
    chances, mistakes, errors = deeper_brute.agnostic_world(LINE, n, WORLDS[world])
    law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=epsilon)
    return abs(chances @ (law * (errors - mistakes / n)).sum(axis=1))


def _printed_order(size, alpha, epsilon):
    return (math.log(size) - math.log(BETA)) * max(epsilon**-2, 1 / (alpha * epsilon))


def _sharp_size(size, alpha, epsilon):
    return private_occam_sample_size_sharp(size, alpha, epsilon, BETA)


SIZES = {"size": (4, 2**10, 2**20), "alpha": (0.02, 0.1), "epsilon": (0.05, 0.3, 1.0)}

SIZES_OF = {"points": (occam.point_world, lambda d: point_world_sample_size(2**d, 0.1, 0.5, BETA)),
            "cuts": (occam.threshold_world, lambda d: _sharp_size(2**d + 1, 0.1, 0.5)),
            "parities": (occam.parity_world, lambda d: deeper.parity_sample_size(d, 0.1, BETA, 0.5).n)}


def _list_of_sizes():
    """The private ones, and without privacy the least n with exact failure probability at most β."""
    found = {}
    for name, (world, private) in SIZES_OF.items():
        few, some, many = map(private, (10, 20, 40))
        require(1.8 < (many - some) / (some - few) < 2.2, f"not linear: {few}, {some}, {many}")
        small, large = (least_size(30, lambda n: occam.exact_failure(world(d, 0.1), 0.1, [n])[0] <= BETA)
                        for d in (8, 12))
        require((large > small + 3) == (name == "parities"), f"{name} without privacy: {small}, {large}")
        found[name] = f"{few}, {some}, {many} ({small}, {large})"
    return found


def _halvings():
    factors = []
    for d in (1, 2, 3):
        equations, spaces = [solutions(record, d) for record in range(2 << d)], {(1 << 2**d) - 1}
        for _ in range(d + 1):  # every solution space that any list of examples can leave
            spaces |= {space & equation for space in spaces for equation in equations}
        factors += [(space & equation).bit_count() / space.bit_count() for space in spaces - {0}
                    for equation in equations]
    require({*factors} == {0.0, 0.5, 1.0}, f"the size must stay, halve or vanish; got factors { {*factors} }")
    return {"pairs": len(factors)}


def _enumerated(d, n, p, relation):
    """The true ε over all samples of n records and their neighbors."""
    return brute.audit(lambda x, y: private_pac.parity_learner_probabilities(x, y, epsilon=1.0, sampling=p),
                       concepts.Parities(d), n, relation).true_epsilon


def _batched_failure(d, alpha, beta, epsilon):
    """The batched learner's exact failure probability where every wrong parity errs with a just above α."""
    plan = deeper.parity_sample_size(d, alpha, beta, epsilon)  # x = 0 with probability 1 - 2a, else uniform
    silent = 0.5**plan.batches
    return silent + (1 - silent) * (
        1 - deeper_brute.target_probability(d, plan.batch_size, parity_sampling_rate_exact(epsilon) * 2 * alpha))


PLANS = {"d": (1, 4, 8), "alpha beta epsilon": ((0.3, 0.5, 1.0), (0.2, 0.05, 2.0), (0.4, 0.01, 0.5))}


STATEMENTS = (
    Statement(
        "N17-PPAC-DEF", "slide “Private PAC (PPAC)”", "Private PAC learning", Verdict.TYPO, "deeper/2c-three-proofs",
        hypotheses="Concept class $C$; neighboring sample sets $S, S'$ (any labels).",
        claim=r"""Definition: $L$ is an $(\alpha, \beta, \varepsilon, \delta)$-PPAC learner if it is an $(\alpha,
            \beta)$-PAC learner and $\Pr[L(S) \in T] \le e^{\varepsilon}\Pr[L(S') \in T] + \delta$ for all $S, S',
            T$; both probabilities “over sample and algorithm”.""",
        correction="""In the privacy condition the probability is over the coins of $L$ alone, for every fixed pair
            $S, S'$. An earlier slide says so: utility is an “average-case guarantee”, privacy a “worst-case
            guarantee”.""",
        words="Probability over sample and algorithm",
        check=says(
            """“Publish the first record” has ε = 0 if the probability is over the sample as well, and ε = ∞ on a
                fixed pair of neighbors. The exponential mechanism with claim 1, thresholds on three points: exact ε
                = {learner:.3f} over all neighbors of all samples of 3 examples.""",
            equal(_averaged, 0), refuted(1e9, lambda: privacy.exact_epsilon(*RECORDS)),
            between(0, _learner, 1, "learner")),
    ),
    Statement(
        "N17-GEN", "slide “Private learning over sample vs. over distribution”", "Private learners generalize",
        Verdict.ASYMPTOTIC, "deeper/2a-generalization",
        hypotheses=r"""An $(\varepsilon, \delta)$-DP learner whose output has $\mathrm{error}_S(c, h) \le \alpha$;
            $S$ i.i.d. from $P$; $\delta > 0$, $\varepsilon = O(1)$.""",
        claim=r"$\mathrm{error}_P(c, h) \le \alpha + \varepsilon$ if $n \ge O(\ln(1/\delta)/\varepsilon^2)$.",
        correction=r"""With constants on both sides, and with probability $1 - O(\delta/\varepsilon)$ (Bassily et
            al. 2016, cited only). Explicit, in expectation and for every $n$: an $\varepsilon$-DP learner
            (replace-one) has $|\mathbb{E}\,\mathrm{error}_P - \mathbb{E}\,\mathrm{error}_S| \le
            <generalization_gap_bound>$, the exponential mechanism even $<generalization_gap_bound_sharp>$. Proof:
            exchange example $i$ for a fresh one; the law of the output moves by at most that much in total
            variation.""",
        formulas=(generalization_gap_bound, generalization_gap_bound_sharp),
        check=says(
            """Thresholds on two points, {settings} settings: the exact expected gap of the exponential mechanism is
                at most {ratio:.2f} of tanh(ε/4). A setting is one of eight distributions, n = 1, 2 or 6, ε = 0.1, 1
                or 5.""",
            ordered(_gap, generalization_gap_bound_sharp, {"world": range(8), "n": (1, 2, 6),
                                                           "epsilon": (0.1, 1.0, 5.0)})),
    ),
    Statement(
        "N17-PPAC", "slide “PPAC learning of finite concept classes [KLNRS 08]”",
        "Every finite class is learned privately", Verdict.LIMITED, "deeper/2c-three-proofs",
        hypotheses=r"""$C$ finite; $n$ i.i.d. examples labeled by $c \in C$; $h$ drawn with probability proportional
            to $e^{\varepsilon q(S,h)/2}$, $q$ the number of correct labels. No range of $\varepsilon$ is stated.""",
        claim=r"""$(\varepsilon, 0)$-DP, and a proper PAC learner if $n \ge O\big((\log|C| +
            \log(1/\beta))\max\{1/\varepsilon^2, 1/(\alpha\varepsilon)\}\big)$; it “can be extended to agnostic
            learning”.""",
        correction=r"""Privacy holds. The size is right for $\varepsilon = O(1)$, and then $1/(\alpha\varepsilon)$
            alone is enough; as $\varepsilon \to \infty$ it falls below the order $1/\alpha$ that every learner
            needs. $n \ge <private_occam_sample_size_sharp>$ is right for every $\varepsilon$. The agnostic sentence
            names no number, and is true: see DR14-11.1-PPAC, with $\max\{1/\alpha^2, 1/(\alpha\varepsilon)\}$. The
            same number would not do for $\varepsilon \gg \alpha$.""",
        words=r"""Proper PAC learner if $n \ge O((\log|C| + \log\frac1\beta) \cdot \max(\frac{1}{\epsilon^2},
            \frac{1}{\alpha\epsilon}))$. Can be extended to agnostic learning""",
        readings=("a size for realizable examples, and none for agnostic learning",
                  "the same size for agnostic learning", Verdict.FALSE),
        formulas=(private_occam_sample_size_sharp,),
        check=says(
            r"""Realizable, $|C| = 16$, α = 0.001, ε = $10^6$: 100 times the expression is below n = 1, failure
                probability {realizable:.2f}, not β = 0.05. For ε ≤ 1 the sharp size, less one, is at most 2.55 times
                the expression (18 settings). Agnostic, two constants, α = $10^{{-4}}$, ε = 1: ten times the
                expression is n = 368,888, and the exact failure probability is {agnostic:.2f}.""",
            refuted(0.9, lambda: point_world_failure(16, 0.001, 1e6, 1), name="realizable"),
            refuted(BETA, lambda: deeper_brute.two_constants_failure(368_888, 0.51e-4, 1.0), name="agnostic"),
            ordered(lambda **point: _sharp_size(**point) - 1, lambda **point: 2.55 * _printed_order(**point), SIZES,
                    "constant")),
    ),
    Statement(
        "N17-LIST", "slide “Some PPAC learners”", "What privacy costs for points, thresholds and parities",
        Verdict.HOLDS, "deeper/2b-averages-and-parities",
        hypotheses=r"""Fixed $\alpha, \beta, \varepsilon$; realizable examples; statements about these
            constructions, not about all learners.""",
        claim=r"""$\mathrm{POINT}_d$ and $\mathrm{THRESHOLD}_d$: the generic private learner needs $O(d)$ examples,
            a PAC learner $O(1)$. $\mathrm{PARITY}_d$: an efficient private learner needs $O(d)$, a PAC learner also
            $O(d)$.""",
        correction=r"""With $x < j$ on $\{1, \dots, 2^d\}$ the thresholds $c_0$ and $c_1$ are the same; the sizes do
            not change. Polynomial running time is not what the check tests.""",
        words=r"$\mathrm{THRESHOLD}_d = \{c_0, \dots, c_{2d}\}$",
        readings=("a superscript was lost on the way to the text that we have: $c_{2^d}$, as on the slides before",
                  "$c_{2d}$ as it stands there", Verdict.TYPO),
        check=says(
            """α = 0.1, β = 0.05. Private, ε = 0.5, at d = 10, 20, 40, and in brackets the exact need of one world
                without privacy at d = 8, 12. Points: {points}, exact. Thresholds: {cuts}, by the bound. Parities:
                {parities}, by the bound.""",
            _list_of_sizes),
    ),
    Statement(
        "N17-PARITY-HALF", "slide “The Effect of a Single Example”",
        "One example halves the solutions at most, or leaves none", Verdict.HOLDS, "deeper/2b-averages-and-parities",
        hypotheses=r"""$S_i$: the non-empty solution set in $\{0,1\}^d$ of the equations $\langle r, x_j\rangle =
            y_j$, $j \le i$; one more equation gives $S_{i+1}$.""",
        claim=r"$|S_{i+1}| \ge |S_i|/2$ or $|S_{i+1}| = 0$.",
        correction="Exactly: $|S_{i+1}|$ is $|S_i|$, $|S_i|/2$ or 0.",
        check=says(
            """For d ≤ 3, every solution space that examples can leave and every further example ({pairs} pairs):
                the size stays, halves, or becomes 0, and nothing else occurs.""",
            _halvings),
    ),
    Statement(
        "N17-PARITY-DP", "slides “Private learner for parity”", "The parity learner is private", Verdict.LIMITED,
        "deeper/2b-averages-and-parities",
        hypotheses=r"""Fail with probability $1/2$; else keep each example with probability $p = \varepsilon/4$,
            solve the kept equations, fail if there is no solution, else return a uniform one. $p \le 1$ needs
            $\varepsilon \le 4$; neighbors differ by replacing, or by adding or removing, an example.""",
        claim=r"""The learner is $\varepsilon$-differentially private; on two neighbors, for example,
            $\Pr[\mathrm{fail}]$ changes from $1/2$ to $1/2 + \varepsilon/4$.""",
        words=r"$\epsilon$-differential privacy preserved",
        correction=r"""Replace-one: exactly $\ln\frac{1+p}{1-p} = 2\,\mathrm{artanh}(\varepsilon/4)$, about
            $\varepsilon/2$, so the claim holds up to $\varepsilon \approx 3.830$. Add/remove: exactly
            $-\ln(1-\varepsilon/4)$, so up to $\varepsilon \approx 3.921$. The coin halves the jump of
            $\Pr[\mathrm{fail}]$: it is at most $p/2 = \varepsilon/8$. With $p = <parity_sampling_rate_exact>$ the
            learner is exactly $\varepsilon$-DP (replace-one) for every $\varepsilon$; for small $\varepsilon$ it needs
            about half the examples, and the gain falls to none at 3.83.""",
        formulas=(parity_epsilon, parity_sampling_rate_exact),
        check=says(
            r"""Enumeration (d = 1, 2; n = 1, 2) gives exactly $\ln\frac{{4+\varepsilon}}{{4-\varepsilon}}$ under
                replace-one and $-\ln(1-\varepsilon/4)$ under add/remove, at ε = 0.5, 2 and 3.93, where they are
                {over:.2f} and 4.05.""",
            equal(_enumerated, parity_epsilon, {
                "d": (1, 2), "n": (1, 2), "p": (0.125, 0.5, 0.9825),
                "relation": (Relation.REPLACE_ONE, Relation.ADD_REMOVE)}, within=1e-9),
            refuted(3.93, lambda: _enumerated(1, 1, 0.9825, Relation.REPLACE_ONE), name="over")),
    ),
    Statement(
        "N17-PARITY-N", "slide “Private Learner for Parity”, learning", "How many examples the parity learner needs",
        Verdict.ASYMPTOTIC, "deeper/2b-averages-and-parities",
        hypotheses="Realizable examples from any $P$; the learner is repeated to raise its confidence.",
        claim=r"""$O(\log(1/\beta))$ runs with $\varepsilon$ decreased accordingly; $n = O((d\log(1/\beta) +
            \log^2(1/\beta))/(\alpha\varepsilon))$ examples suffice.""",
        correction=r"""Explicit, with disjoint batches, which need no smaller $\varepsilon$:
            $\lceil\log_2(2/\beta)\rceil$ batches of $\lceil(d\ln 2 + \ln(2/\beta))/(\alpha p)\rceil$ examples, $p =
            \tanh(\varepsilon/2)$, output the first that does not fail.""",
        check=says(
            """In {settings} settings (d = 1, 4, 8) the batched learner's exact failure probability, all wrong
                parities erring just above α, is at most {ratio:.2f} β (β = 0.5, 0.05, 0.01).""",
            ordered(_batched_failure, "beta", PLANS)),
    ),
)
