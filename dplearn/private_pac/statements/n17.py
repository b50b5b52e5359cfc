"""Cards for N17, second half: private PAC learning and the private learner for parities."""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy import optimize
from scipy.special import expit

from ... import concepts, pac, privacy, private_pac
from ...pac import occam
from .. import parity as private_parity
from ... import brute as _brute
from ...statement import Evidence, Statement, Verdict, require, scientific

REPLACE, REMOVE = privacy.Relation.REPLACE_ONE, privacy.Relation.ADD_REMOVE


def _check_ppac_definition() -> Evidence:
    # "Publish the first record", records fair bits: a sample and its neighbor have the same law on average.
    def publish(records):
        return np.eye(2)[records[0]]

    data = list(privacy.all_datasets((0, 1), 2, ordered=True))
    averaged = np.mean([publish(s) for s in data], axis=0)
    swapped = np.mean([publish((1 - s[0], s[1])) for s in data], axis=0)
    wrong_reading = privacy.exact_epsilon(averaged, swapped)
    report = privacy.audit(publish, data, domain=(0, 1), relation=REPLACE, epsilon=1.0)
    require(wrong_reading == 0 and math.isinf(report.true_epsilon), "averaged over the sample publishing a record looks private; for a fixed sample it is not")
    line = concepts.Thresholds(3)

    def learner(records):
        x, y = np.array(records).T
        return private_pac.learner_probabilities(line, x, y, epsilon=1.0)

    domain = [(x, y) for x in (1, 2, 3) for y in (0, 1)]
    private = privacy.audit(learner, privacy.all_datasets(domain, 3), domain=domain, relation=REPLACE, epsilon=1.0)
    require(private.ok and 0 < private.true_epsilon <= 1, f"the exponential mechanism must pass; got {private.true_epsilon}")
    return Evidence(
        "“Publish the first record” has ε = 0 if the probability is over the sample as well, and ε = ∞ on a fixed pair of neighbors. "
        f"The exponential mechanism with claim 1, thresholds on three points: exact ε = {private.true_epsilon:.3f} over all neighbors of all samples of 3 examples.",
        {"averaged": float(wrong_reading), "fixed": math.inf, "learner": private.true_epsilon, "pairs": private.n_pairs},
    )


def _check_generalization() -> Evidence:
    line, worst, settings = concepts.Thresholds(2), 0.0, 0
    for n in (1, 2, 6):
        counts = _brute.compositions(n, 4)
        mistakes = _brute.agnostic(line, counts)
        for p in _brute.worlds(4, 8, seed=9):
            weight, errors = _brute.multinomial(counts, p), _brute.agnostic(line, p[None, :])[0]
            for epsilon in (0.1, 1.0, 5.0):
                law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=epsilon)
                gap = abs(weight @ (law * (errors - mistakes / n)).sum(axis=1))
                worst, settings = max(worst, gap / private_pac.generalization_gap_bound(epsilon, bounded_range=True)), settings + 1
    require(worst <= 1, f"the expected gap must be at most tanh(ε/4); the ratio is {worst}")
    moves = 0.0
    for mistakes in _brute.agnostic(line, _brute.compositions(3, 4)):
        base = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=1.0)
        for change in itertools.product((-1, 0, 1), repeat=3):
            if (mistakes + change).min() >= 0:
                other = private_pac.learner_probabilities_from_mistakes(mistakes + change, epsilon=1.0)
                moves = max(moves, float(privacy.total_variation(base, other)))
    require(moves <= math.tanh(0.25) + 1e-12, f"one example must move the law by at most tanh(ε/4); got {moves}")
    # Randomized response on a fair label: error 1 - σ(ε) on the one example, 1/2 on the distribution.
    respond = expit(1.0) - 0.5
    require(abs(respond - private_pac.generalization_gap_bound(1.0) / 2) < 1e-12, "randomized response must reach half of tanh(ε/2)")
    return Evidence(
        f"Thresholds on two points, {settings} settings: the exact expected gap of the exponential mechanism is at most {worst:.2f} of tanh(ε/4). "
        "A setting is one of eight distributions, n = 1, 2 or 6, ε = 0.1, 1 or 5. "
        f"At ε = 1, n = 3, a change of each mistake by -1, 0 or 1 moves the law by at most {moves:.4f}; tanh(1/4) = {math.tanh(0.25):.4f}. Randomized response on one fair label has gap {respond:.3f}, half of tanh(1/2).",
        {"largest_ratio": worst, "largest_move": moves, "randomized_response": respond},
    )


def _two_constants_failure(n: int, advantage: float, epsilon: float) -> float:
    """Pr[learner returns the worse of the constants 0 and 1], label 1 with probability 1/2 + advantage."""
    ones = np.arange(n + 1)
    return float(np.exp(_brute.binomial_log_pmf(n, 0.5 + advantage)) @ expit(-epsilon * (2.0 * ones - n) / 2))


def _check_ppac() -> Evidence:
    beta, constant = 0.05, 0.0
    for size in (4, 2**10, 2**20):
        for alpha in (0.02, 0.1):
            for epsilon in (0.05, 0.3, 1.0):
                n = private_pac.private_occam_sample_size_sharp(size, alpha, epsilon, beta)
                require(private_pac.point_world_failure(size, alpha, epsilon, n) <= beta, "the sharpened size must be enough")
                printed = (math.log(size) - math.log(beta)) * max(epsilon**-2, 1 / (alpha * epsilon))
                constant = max(constant, (n - 1) / printed)
    require(constant <= 2.55, f"for ε <= 1 the printed order must be enough with constant 2.55; got {constant}")
    factor, alpha = 100, 0.001  # realizable, ε large: a hundred times the printed expression
    log = math.log(16) - math.log(beta)
    epsilon = 1e6
    n = max(1, math.ceil(factor * log * max(epsilon**-2, 1 / (alpha * epsilon))))
    realizable = private_pac.point_world_failure(16, alpha, epsilon, n)
    require(realizable > 0.9, f"for ε = 10^6 the printed n must fail; got {realizable} at n = {n}")
    alpha, epsilon = 1e-4, 1.0  # agnostic, ε far above α: two constants, excess error 1.02 α
    m = math.ceil(10 * (math.log(2) - math.log(beta)) * max(epsilon**-2, 1 / (alpha * epsilon)))
    agnostic = _two_constants_failure(m, 0.51 * alpha, epsilon)
    require(agnostic > beta, f"agnostically the printed n must fail; got {agnostic}")
    enough = private_pac.agnostic_sample_size(2, 0.02, epsilon, beta)
    repaired = _two_constants_failure(enough, 0.51 * 0.02, epsilon)
    require(repaired <= beta, f"with 1/α² the learner must succeed; got {repaired}")
    return Evidence(
        rf"Agnostic, two constants, α = $10^{{-4}}$, ε = 1: ten times the printed expression is n = {m:,}, and the exact failure probability is {agnostic:.2f}, not β = 0.05. "
        rf"With $1/\alpha^2$ (α = 0.02, n = {enough:,}) it is {scientific(repaired)}. Realizable, $|C| = 16$, α = 0.001, ε = $10^6$: {factor} times the expression is n = {n}, failure probability {realizable:.2f}. "
        rf"Realizable, ε ≤ 1: {math.ceil(constant * 100) / 100:.2f} times the expression is enough (18 settings, exact in the point world).",
        {"constant": constant, "realizable_n": n, "realizable_failure": realizable, "agnostic_n": m, "agnostic_failure": agnostic, "repaired_failure": repaired},
    )


def _first_n(world, alpha: float, beta: float) -> int:
    """The least n with exact failure probability at most β, by bisection (it falls in n)."""
    def failure(n):
        return occam.exact_failure(world, alpha, n)[0]

    low, high = 0, 1
    while failure(high) > beta:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if failure(middle) > beta else (low, middle)
    return high


def _check_list() -> Evidence:
    alpha, epsilon, beta = 0.1, 0.5, 0.05
    generic = [private_pac.point_world_sample_size(2**d, alpha, epsilon, beta) for d in (10, 20, 40)]
    steps = np.diff(generic) / (10, 20)
    slope = math.log(2) / (alpha * -math.expm1(-epsilon / 2))
    require((steps > 0.5 * slope).all() and (steps <= 1.01 * slope).all(), f"the private size must grow linearly in d for points; steps {steps}, bound {slope}")
    points = [_first_n(occam.point_world(d, alpha), alpha, beta) for d in (4, 8, 12)]
    cuts = [_first_n(occam.threshold_world(d, alpha), alpha, beta) for d in (8, 11, 14)]
    require(max(points) == min(points) <= math.ceil(math.log(beta) / math.log1p(-alpha)), f"PAC size of points must not depend on d: {points}")
    require(max(cuts) - min(cuts) <= 1 and max(cuts) <= math.ceil(math.log(beta / 2) / math.log1p(-alpha)), f"PAC size of thresholds must be bounded: {cuts}")
    upper = [private_pac.private_occam_sample_size_sharp(2**d + 1, alpha, epsilon, beta) for d in (10, 20, 40)]
    require(abs((upper[2] - upper[1]) / (upper[1] - upper[0]) - 2) < 0.02, f"generic size for thresholds must be linear in d: {upper}")
    parity = [private_parity.parity_sample_size(d, alpha, beta, epsilon).n for d in (10, 20, 40)]
    require(abs((parity[2] - parity[1]) / (parity[1] - parity[0]) - 2) < 0.02, f"private parities must be linear in d: {parity}")
    plain = [_first_n(occam.parity_world(d, alpha), alpha, beta) for d in (4, 8, 12)]
    require(min(np.diff(plain)) >= 4, f"PAC size of parities must be at least linear in d: {plain}")
    return Evidence(
        f"Points, α = 0.1, β = 0.05, ε = 0.5: the private learner needs n = {generic[0]}, {generic[1]}, {generic[2]} at d = 10, 20, 40; without privacy {points[0]} (exact, one world). "
        f"The {points[0]} is for d = 4, 8, 12. "
        f"Thresholds: the private bound is {upper[0]}, {upper[1]}, {upper[2]} at d = 10, 20, 40; without privacy {cuts[0]}, {cuts[1]}, {cuts[2]} at d = 8, 11, 14. "
        f"Parities: the private bound is {parity[0]}, {parity[1]}, {parity[2]} at d = 10, 20, 40; without privacy {plain[0]}, {plain[1]}, {plain[2]} at d = 4, 8, 12.",
        {"points_private": generic, "points": points, "thresholds_private": upper, "thresholds": cuts, "parities_private": parity, "parities": plain},
    )


def _check_halving() -> Evidence:
    checked, factors = 0, set()
    for d in (1, 2, 3):
        vectors = concepts.Parities(d).domain()
        equations = [np.array([(r @ x) % 2 == y for r in vectors]) for x in vectors for y in (0, 1)]
        seen = {tuple([True] * 2**d)}
        frontier = list(seen)
        while frontier:  # every solution space that any list of examples can leave
            space = np.array(frontier.pop())
            for equation in equations:
                after = space & equation
                checked += 1
                factors.add(after.sum() / space.sum())
                if after.any() and tuple(after) not in seen:
                    seen.add(tuple(after))
                    frontier.append(tuple(after))
    require(factors == {0.0, 0.5, 1.0}, f"the size must stay, halve or vanish; got factors {factors}")
    x, y = concepts.Parities(3).domain()[[1, 2, 3]], np.array([1, 0, 0])
    sizes = [pac.parity_learner(x[:k], y[:k]) for k in (1, 2, 3)]
    require([s.consistent * 2**s.log2_n_solutions for s in sizes] == [4, 2, 0], "the package's elimination must show the same")
    return Evidence(
        f"For d ≤ 3, every solution space that examples can leave and every further example ({checked} pairs): the size stays, halves, or becomes 0, and nothing else occurs.",
        {"pairs": checked, "factors": sorted(factors)},
    )


def _parity_audit(d: int, n: int, p: float, relation):
    domain = list(itertools.product((0, 1), repeat=d + 1))

    def law(records):
        rows = np.array(records, int).reshape(-1, d + 1)
        return private_parity.parity_learner_probabilities(rows[:, :d], rows[:, d], epsilon=1.0, sampling=p)

    return privacy.audit(law, privacy.all_datasets(domain, n), domain=domain, relation=relation, epsilon=1.0)


SIZES = ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3))


def _check_parity_privacy() -> Evidence:
    for epsilon in (0.5, 2.0, 3.9):
        for d, n in SIZES:
            for relation, exact in ((REPLACE, 2 * math.atanh(epsilon / 4)), (REMOVE, -math.log1p(-epsilon / 4))):
                true = _parity_audit(d, n, private_parity.parity_sampling_rate(epsilon), relation).true_epsilon
                formula = private_parity.parity_epsilon(epsilon / 4, relation)
                require(abs(formula - exact) < 1e-12 and true <= exact + 1e-12, f"enumeration must stay below the formula: {true}, {exact}")
                require(abs(true - exact) < 1e-9, f"it must be reached: {true}, {exact} at d={d}, n={n}, {relation}")
    crossing = {}
    for relation in (REPLACE, REMOVE):
        gap = lambda e: _parity_audit(1, 2, e / 4, relation).true_epsilon - e  # noqa: E731
        crossing[relation] = optimize.brentq(gap, 3.0, 3.999, xtol=1e-12)
        require(abs(crossing[relation] - private_parity.parity_claim_limit(relation)) < 1e-9, f"the claim must end at the root; got {crossing}")
    for epsilon in (0.3, 1.0, 5.0):
        true = _parity_audit(1, 2, private_parity.parity_sampling_rate(epsilon, rule="exact"), REPLACE).true_epsilon
        require(abs(true - epsilon) < 1e-9, f"p = tanh(ε/2) must spend exactly ε; got {true} at {epsilon}")
    one = np.array([[1], [1]])
    fail = [private_parity.parity_learner_probabilities(one, y, epsilon=1.0)[-1] for y in ([0, 0], [0, 1])]
    # Contradiction needs both examples (p² = 1/16); with one of them surely in it is p, still halved by the coin.
    require(fail[0] == 0.5 and abs(fail[1] - (0.5 + 0.5 / 16)) < 1e-12, f"Pr[fail] must be 1/2 and 1/2 + p²/2; got {fail}")
    many = np.ones((400, 1))
    jump = private_parity.parity_learner_probabilities(many, [0] * 399 + [1], epsilon=1.0)[-1] - 0.5
    require(abs(jump - 1 / 8) < 1e-12, f"the largest jump of Pr[fail] must be ε/8; got {jump}")
    at = {r: crossing[r] for r in crossing}
    return Evidence(
        rf"Enumeration (d = 1, 2; n = 1, 2, 3) gives exactly $\ln\frac{{4+\varepsilon}}{{4-\varepsilon}}$ under replace-one and $-\ln(1-\varepsilon/4)$ under add/remove, at ε = 0.5, 2, 3.9. "
        f"For d = 1, n = 2 they pass the claim at ε = {at[REPLACE]:.8f} and {at[REMOVE]:.8f}. "
        f"At ε = 1 a sample of 400 equal examples, one label changed, raises Pr[fail] from 1/2 by {jump:.4f} = ε/8. With p = tanh(ε/2), d = 1, n = 2, the enumeration gives exactly ε (0.3, 1, 5).",
        {"replace_one": at[REPLACE], "add_remove": at[REMOVE], "jump": float(jump)},
    )


def _target_probability(d: int, n: int, p: float) -> float:
    """Pr[a batch returns the target | its coin], n examples, each a kept uniform equation with probability p."""
    rank, total = np.eye(d + 1)[0], 0.0
    weight = np.exp(_brute.binomial_log_pmf(n, p))
    for m in range(n + 1):
        total += weight[m] * float(rank @ 2.0 ** -(d - np.arange(d + 1)))
        inside = rank * 2.0 ** (np.arange(d + 1) - d)  # the next vector lies in the span
        rank = inside + np.append(0.0, (rank - inside)[:-1])
    return total


def _check_parity_size() -> Evidence:
    x = list(itertools.product(range(4), repeat=2))  # the rank formula against the exact law, d = n = 2
    bits = concepts.Parities(2).domain()
    listed = np.mean([private_parity.parity_learner_probabilities(bits[list(s)], bits[list(s)] @ [1, 0] % 2, epsilon=1.0)[1] for s in x])
    require(abs(listed - _target_probability(2, 2, 0.25) / 2) < 1e-12, "the rank formula must match the learner's law")
    worst, ratio = 0.0, 0.0
    for d in (1, 4, 8):
        for alpha, beta, epsilon in ((0.3, 0.5, 1.0), (0.2, 0.05, 2.0), (0.4, 0.01, 0.5)):
            plan = private_parity.parity_sample_size(d, alpha, beta, epsilon)
            log = math.log(2 / beta)
            require((plan.batches, plan.batch_size) == (math.ceil(log / math.log(2) - 1e-12), math.ceil(4 * (d * math.log(2) + log) / (alpha * epsilon) - 1e-9)), f"the plan must be the explicit one; got {plan}")
            # Every wrong parity errs with a just above α: x = 0 with probability 1 - 2a, else uniform.
            bad = 1 - _target_probability(d, plan.batch_size, epsilon / 4 * 2 * alpha)
            failure = 0.5**plan.batches + (1 - 0.5**plan.batches) * bad
            order = (d * math.log(1 / beta) + math.log(1 / beta) ** 2) / (alpha * epsilon)
            worst, ratio = max(worst, failure / beta), max(ratio, plan.n / order)
    require(worst <= 1, f"the explicit plan must fail with probability at most β; the ratio is {worst}")
    return Evidence(
        f"In 9 settings (d = 1, 4, 8) the batched learner's exact failure probability, all wrong parities erring just above α, is at most {worst:.2f} β. "
        f"Its n is at most {math.ceil(ratio)} times the printed expression there (β = 0.5, 0.05, 0.01).",
        {"largest_ratio": worst, "constant": ratio},
    )


STATEMENTS = (
    Statement(
        id="N17-PPAC-DEF", where="slide “Private PAC (PPAC)”", title="Private PAC learning", page="deeper/2c-three-proofs",
        hypotheses=r"Concept class $C$; neighboring sample sets $S, S'$ (any labels).",
        claim=r"Definition: $L$ is an $(\alpha, \beta, \varepsilon, \delta)$-PPAC learner if it is an $(\alpha, \beta)$-PAC learner and $\Pr[L(S) \in T] \le e^{\varepsilon}\Pr[L(S') \in T] + \delta$ for all $S, S', T$; both probabilities “over sample and algorithm”.",
        verdict=Verdict.TYPO, check=_check_ppac_definition,
        correction=r"In the privacy condition the probability is over the coins of $L$ alone, for every fixed pair $S, S'$: utility is an average, privacy a worst case.",
    ),
    Statement(
        id="N17-GEN", where="slide “Private learning over sample vs. over distribution”", title="Private learners generalize", page="deeper/2a-generalization",
        hypotheses=r"An $(\varepsilon, \delta)$-DP learner whose output has $\mathrm{error}_S(c, h) \le \alpha$; $S$ i.i.d. from $P$; $\delta > 0$, $\varepsilon = O(1)$.",
        claim=r"$\mathrm{error}_P(c, h) \le \alpha + \varepsilon$ if $n \ge O(\ln(1/\delta)/\varepsilon^2)$.",
        verdict=Verdict.ASYMPTOTIC, check=_check_generalization,
        correction=r"With constants on both sides, and with probability $1 - O(\delta/\varepsilon)$ (Bassily et al. 2016, cited only). Explicit, in expectation and for every $n$: an $\varepsilon$-DP learner (replace-one) has $|\mathbb{E}\,\mathrm{error}_P - \mathbb{E}\,\mathrm{error}_S| \le \tanh(\varepsilon/2)$, "
                   r"the exponential mechanism even $\tanh(\varepsilon/4)$. Proof: exchange example $i$ for a fresh one; the law of the output moves by at most that much in total variation.",
    ),
    Statement(
        id="N17-PPAC", where="slide “PPAC learning of finite concept classes [KLNRS 08]”", title="Every finite class is learned privately", page="deeper/2c-three-proofs",
        hypotheses=r"$C$ finite; $n$ i.i.d. examples labeled by $c \in C$ (agnostic: any labels); $h$ drawn with probability proportional to $e^{\varepsilon q(S,h)/2}$, $q$ the number of correct labels. No range of $\varepsilon$ is stated.",
        claim=r"$(\varepsilon, 0)$-DP, and a proper PAC learner if $n \ge O\big((\log|C| + \log(1/\beta))\max\{1/\varepsilon^2, 1/(\alpha\varepsilon)\}\big)$; it “can be extended to agnostic learning”.",
        verdict=Verdict.FALSE, check=_check_ppac,
        correction=r"Privacy holds. Realizable: true for $\varepsilon = O(1)$, and then $1/(\alpha\varepsilon)$ alone is enough; as $\varepsilon \to \infty$ the expression falls below the $1/\alpha$ that any learner needs. "
                   r"$n \ge \ln(|C|/\beta)/(\alpha(1-e^{-\varepsilon/2}))$ is right for every $\varepsilon$. Agnostic: false for $\varepsilon \gg \alpha$; it needs $\max\{1/\alpha^2, 1/(\alpha\varepsilon)\}$, which is presumably meant.",
    ),
    Statement(
        id="N17-LIST", where="slide “Some PPAC learners”", title="What privacy costs for points, thresholds and parities", page="deeper/2b-averages-and-parities",
        hypotheses=r"Fixed $\alpha, \beta, \varepsilon$; realizable examples; statements about these constructions, not about all learners.",
        claim=r"$\mathrm{POINT}_d$ and $\mathrm{THRESHOLD}_d$: the generic private learner needs $O(d)$ examples, a PAC learner $O(1)$. $\mathrm{PARITY}_d$: an efficient private learner needs $O(d)$, a PAC learner also $O(d)$.",
        verdict=Verdict.TYPO, check=_check_list,
        correction=r"The last threshold is $c_{2^d}$ (printed: $c_{2d}$), and it is $x \le j$. Polynomial running time is not what the check tests.",
    ),
    Statement(
        id="N17-PARITY-HALF", where="slide “The Effect of a Single Example”", title="One example halves the solutions at most, or leaves none", page="deeper/2b-averages-and-parities",
        hypotheses=r"$S_i$: the non-empty solution set in $\{0,1\}^d$ of the equations $\langle r, x_j\rangle = y_j$, $j \le i$; one more equation gives $S_{i+1}$.",
        claim=r"$|S_{i+1}| \ge |S_i|/2$ or $|S_{i+1}| = 0$.",
        verdict=Verdict.HOLDS, check=_check_halving,
        correction=r"Exactly: $|S_{i+1}|$ is $|S_i|$, $|S_i|/2$ or 0.",
    ),
    Statement(
        id="N17-PARITY-DP", where="slides “Private learner for parity”", title="The parity learner is private", page="deeper/2b-averages-and-parities",
        hypotheses=r"Fail with probability $1/2$; else keep each example with probability $p = \varepsilon/4$, solve the kept equations, fail if there is no solution, else return a uniform one. $p \le 1$ needs $\varepsilon \le 4$; neighbors differ by replacing, or by adding or removing, an example.",
        claim=r"The learner is $\varepsilon$-differentially private; $\Pr[\mathrm{fail}]$ changes from $1/2$ to $1/2 + \varepsilon/4$ at most.",
        verdict=Verdict.LIMITED, check=_check_parity_privacy,
        correction=r"Replace-one: exactly $\ln\frac{1+p}{1-p} = 2\,\mathrm{artanh}(\varepsilon/4)$, about $\varepsilon/2$, so the claim holds iff $\varepsilon \le 3.83001609631$. Add/remove: exactly $-\ln(1-\varepsilon/4)$, so iff $\varepsilon \le 3.92069039487$. "
                   r"The coin halves the jump of $\Pr[\mathrm{fail}]$: at most $\varepsilon/8$. With $p = \tanh(\varepsilon/2)$ the learner is exactly $\varepsilon$-DP (replace-one) for every $\varepsilon$; for small $\varepsilon$ it needs about half the examples, and the gain falls to none at 3.83.",
    ),
    Statement(
        id="N17-PARITY-N", where="slide “Private Learner for Parity”, learning", title="How many examples the parity learner needs", page="deeper/2b-averages-and-parities",
        hypotheses=r"Realizable examples from any $P$; the learner is repeated to raise its confidence.",
        claim=r"$O(\log(1/\beta))$ runs with $\varepsilon$ decreased accordingly; $n = O((d\log(1/\beta) + \log^2(1/\beta))/(\alpha\varepsilon))$ examples suffice.",
        verdict=Verdict.ASYMPTOTIC, check=_check_parity_size,
        correction=r"Explicit, with disjoint batches, which need no smaller $\varepsilon$: $\lceil\log_2(2/\beta)\rceil$ batches of $\lceil 4(d\ln 2 + \ln(2/\beta))/(\alpha\varepsilon)\rceil$ examples, output the first that does not fail ($\varepsilon \le 3.83$).",
    ),
)
