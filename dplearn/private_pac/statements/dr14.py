"""Cards for DR14, section 11.1: labeled examples, PAC and SQ learning, and what privacy costs them."""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy import integrate, stats
from scipy.special import expit

from ... import concepts, private_pac
from ...private_pac import statistical_queries
from ... import brute as _brute
from ...statement import Evidence, Statement, Verdict, require

LINE = concepts.Thresholds(2)  # three hypotheses on two points: four kinds of labeled examples


def _agnostic_failure(alpha: float, n: int, learner) -> float:
    """Largest Pr[err(f) > OPT + α] over ten distributions of (x, y); `learner(mistakes) -> law`, exactly."""
    counts, worst = _brute.compositions(n, 4), 0.0
    law = learner(_brute.agnostic(LINE, counts))
    for p in _brute.worlds(4, 7, seed=14) + [np.array(q) for q in ((0.5 - a, 0.5 + a, 0, 0) for a in (alpha * 0.51, alpha, -0.51 * alpha))]:
        errors = _brute.agnostic(LINE, p[None, :])[0]
        worst = max(worst, float(_brute.multinomial(counts, p) @ (law @ (errors > errors.min() + alpha + 1e-12))))
    return worst


def _check_oracle() -> Evidence:
    tau, beta, worst = 0.1, 0.05, 0.0
    n = statistical_queries.nonadaptive_sample_size(1, tau, beta)
    for mean in np.linspace(0, 1, 101):  # a 0/1 query: its average over n examples is binomial
        outside = stats.binom.cdf(math.ceil(n * (mean - tau)) - 1, n, mean) + stats.binom.sf(math.floor(n * (mean + tau)), n, mean)
        worst = max(worst, float(outside))
    require(worst <= beta, f"a sample average must be a valid answer with probability 1 - β; misses {worst}")
    m, epsilon = 5, 1.0
    size = math.ceil(m / (epsilon * tau) * -math.log(-math.expm1(math.log1p(-beta) / m)))
    inside = statistical_queries.max_error_quantile(1 - beta, m, epsilon, size)
    require(inside <= tau, f"the noise on {m} private answers must stay within tolerance; got {inside}")
    direct = (1 - math.exp(-tau * epsilon * size / m)) ** m
    require(direct >= 1 - beta - 1e-12, f"all |noise| within τ must have probability at least 1 - β; got {direct}")
    return Evidence(
        f"The average of a 0/1 query over n = {n} examples is an answer of tolerance τ = 0.1 but for probability {worst:.4f} (exact, worst of 101 means). "
        f"Laplace noise on {m} such averages (ε = 1) stays within τ with probability at least {direct:.3f} from n = {size} on.",
        {"n": n, "miss": worst, "private_n": size, "private_inside": direct},
    )


def _check_sq_definition() -> Evidence:
    d, alpha = 3, 0.3
    m = math.ceil(2 * d / alpha)
    ands, tau = concepts.Conjunctions(d), 1 / m
    cells, worst, runs = ands.domain().astype(bool), 0.0, 0
    corners = np.array(list(itertools.product((-tau, 0.0, tau), repeat=d)))
    table = ands.predictions(cells.astype(int))
    for p in _brute.worlds(8, 12, seed=15):
        for target in range(8):
            means = ((~cells) & table[target][:, None]).T.astype(float) @ p  # Pr[x_i = 0 and y = 1]
            keep = means + corners <= tau + 1e-15
            errors = ands.errors(p, target)[keep @ (1 << np.arange(d))]
            worst, runs = max(worst, errors.max()), runs + len(corners)
    require(worst <= alpha, f"every valid oracle must lead to error at most α; got {worst}")
    return Evidence(
        f"ANDs of 3 bits: {d} queries “$x_i = 0$ and $y = 1$” with tolerance 1/m, m = {m}, and keeping the bits answered at most 1/m, learn to error at most {worst:.2f}, below α = 0.3. "
        f"So in all {runs} cases: every target, twelve distributions, and oracles that err by -1/m, 0 or 1/m at will.",
        {"m": m, "largest_error": float(worst), "cases": runs},
    )


def _check_mechanism() -> Evidence:
    worst, gap_ratio, samples = 0.0, 0.0, 0
    for n in (4, 12):
        mistakes = _brute.agnostic(concepts.Thresholds(3), _brute.compositions(n, 6))
        samples += len(mistakes)
        gaps = (mistakes - mistakes.min(axis=1, keepdims=True)) / n
        for epsilon in (0.2, 1.0, 5.0):
            law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=epsilon)
            for beta in (0.3, 0.05, 0.001):
                bound = private_pac.exponential_gap_bound(4, epsilon, n, beta)
                worst = max(worst, np.where(gaps > bound + 1e-12, law, 0.0).sum(axis=1).max() / beta)
            gap_ratio = max(gap_ratio, (law * gaps).sum(axis=1).max() / private_pac.expected_gap_tight(4, epsilon, n))
    require(worst <= 1, f"the gap must exceed its bound with probability at most β; the ratio is {worst}")
    require(gap_ratio <= 1 + 1e-12, f"the expected gap must be at most 2W((|C|-1)/e)/(εn); the ratio is {gap_ratio}")
    # One best hypothesis and 1023 others with k mistakes each comes close to the Lambert bound.
    k = np.arange(0, 1001)
    others = expit(math.log(1023) - 0.1 * k / 2)
    tight, loose = private_pac.expected_gap_tight(1024, 0.1, 1000), private_pac.expected_gap_bound(1024, 0.1, 1000)
    best = (others * k / 1000).max()
    require(0.999 * tight < best <= tight <= loose, f"the Lambert bound must be tight; {best}, {tight}, {loose}")
    return Evidence(
        f"Thresholds on 3 points, all {samples} samples of 4 or 12 examples: the gap exceeds its bound with probability at most {worst:.2f} β. "
        f"For 1024 hypotheses, ε = 0.1, n = 1000 the worst expected gap is {best:.4f}; the tight bound says {tight:.4f}, $2\\ln|C|/(\\varepsilon n)$ says {loose:.4f}.",
        {"ratio": worst, "worst_gap": best, "tight": tight, "loose": loose},
    )


def _check_private() -> Evidence:
    beta, worst = 0.05, 0.0
    for alpha, epsilon in ((0.02, 0.01), (0.02, 0.5), (0.1, 0.02)):  # two constants: one binomial sum
        n = private_pac.agnostic_sample_size(2, alpha, epsilon, beta)
        ones = np.arange(n + 1)
        worse = expit(-epsilon * (2.0 * ones - n) / 2)
        worst = max(worst, float(np.exp(_brute.binomial_log_pmf(n, 0.5 + 0.51 * alpha)) @ worse) / beta)
    n = private_pac.agnostic_sample_size(3, 0.9, 2.0, 0.3)
    small = _agnostic_failure(0.9, n, lambda m: private_pac.learner_probabilities_from_mistakes(m, epsilon=2.0)) / 0.3
    require(max(worst, small) <= 1, f"at the explicit n the learner must succeed; ratios {worst}, {small}")
    gibbs, settings = 0.0, 0
    for n in (1, 5, 20):
        counts = _brute.compositions(n, 4)
        for epsilon in (0.1, 1.0, 4.0):
            law = private_pac.learner_probabilities_from_mistakes(_brute.agnostic(LINE, counts), epsilon=epsilon)
            for p in _brute.worlds(4, 8, seed=17):
                errors = _brute.agnostic(LINE, p[None, :])[0]
                risk = float(_brute.multinomial(counts, p) @ (law @ errors))
                gibbs, settings = max(gibbs, risk / private_pac.gibbs_risk_bound(errors.min(), 3, epsilon, n)), settings + 1
    require(gibbs <= 1, f"the expected error must be at most OPT + 2 ln|C|/(εn) + tanh(ε/4); the ratio is {gibbs}")
    rate = private_pac.gibbs_risk_bound(0.0, 1024, math.sqrt(8 * math.log(1024) / 5000), 5000) / math.sqrt(2 * math.log(1024) / 5000)
    require(rate <= 1, f"at ε = sqrt(8 ln|C|/n) the bound must be at most sqrt(2 ln|C|/n); the ratio is {rate}")
    return Evidence(
        f"At the explicit n, in four settings with two or three hypotheses, the exact failure probability is at most {max(worst, small):.3f} β. "
        rf"The exact expected error is at most {gibbs:.2f} of $\mathrm{{OPT}} + 2\ln|C|/(\varepsilon n) + \tanh(\varepsilon/4)$ in {settings} settings: thresholds on two points, eight distributions, n = 1, 5, 20, ε = 0.1, 1, 4.",
        {"failure_ratio": max(worst, small), "gibbs_ratio": gibbs, "rate_ratio": rate},
    )


def _check_queries() -> Evidence:
    for m in (1, 3, 20):
        mean = integrate.quad(lambda t: 1 - (1 - math.exp(-t)) ** m, 0, 60)[0] * m  # E max of m exponentials, n = ε = 1
        require(abs(mean - statistical_queries.expected_max_error(m, 1.0, 1)) < 1e-6, f"E max |noise| must be m H_m; got {mean} at m={m}")
    m, n, alpha, runs = 1001, 530, 0.1, 112
    require(statistical_queries.nonadaptive_sample_size(m + 1, alpha, 0.05) == n, "n must be what fixed queries need")
    fresh = (m + 1) * statistical_queries.nonadaptive_sample_size(m + 1, alpha, 0.05)
    # Answers rounded to multiples of α: one of 11, off by α/2; the m queries asked before a given one allow 11^m transcripts.
    rounded = math.ceil(((m + 1) * math.log(11) + math.log(2 / 0.05)) / (2 * (alpha / 2) ** 2))
    fixed = (m + 1) * (stats.binom.cdf(math.ceil(n * (0.5 - alpha)) - 1, n, 0.5) + stats.binom.sf(math.floor(n * (0.5 + alpha)), n, 0.5))
    require(fixed <= 0.05, f"fair 0/1 queries fixed in advance must all be within α; the union bound gives {fixed}")
    exact = statistical_queries.adaptive_trap_expected_error(m, n)
    errors = statistical_queries.adaptive_trap_error(m, n, rng=np.random.default_rng(18), runs=runs)
    # Each run lies in [-1/2, 1/2]; Hoeffding: off by more than this with probability at most 1e-6.
    slack = math.sqrt(math.log(2e6) / (2 * runs))
    require(abs(errors.mean() - exact) <= slack, f"simulation {errors.mean()} and exact mean {exact} must agree to {slack}")
    require(errors.mean() - slack > alpha and exact > alpha, f"the last answer must be off by more than α; got {errors.mean()}")
    return Evidence(
        rf"n = {n} examples are enough for {m + 1} fixed queries (α = 0.1, β = 0.05); with them the last of {m + 1} adaptive queries is off by {exact:.4f} on average. "
        f"That mean is exact; in {runs} runs it was {errors.mean():.3f}, the least {errors.min():.2f}. Whether fewer would do for fixed queries was not tried. "
        f"For the same number of adaptive queries fresh examples take {fresh:,} in all, and answers rounded to tenths {rounded:,}. "
        r"The expected largest noise is $mH_m/(\varepsilon n)$ (m = 1, 3, 20, by integration).",
        {"n": n, "exact": exact, "simulated": float(errors.mean()), "least": float(errors.min()), "slack": slack},
    )


STATEMENTS = (
    Statement(
        id="DR14-D11.4", where="Definition 11.4", title="Statistical queries and their oracle", page="deeper/2b-averages-and-parities",
        hypotheses=r"$\phi : \mathcal{X} \times \{0,1\} \to [0,1]$; tolerance $\tau \ge 0$.",
        claim=r"Definition: an oracle for $\mathcal{D}$ with tolerance $\tau$ answers each query with $|\mathcal{O}(\phi) - \mathbb{E}_{(x,y)\sim\mathcal{D}}[\phi(x,y)]| \le \tau$.",
        verdict=Verdict.HOLDS, check=_check_oracle,
        correction=r"Nothing else is promised: within $\tau$ the oracle may answer as an adversary.",
    ),
    Statement(
        id="DR14-D11.5", where="Definition 11.5", title="SQ learning", page="deeper/2b-averages-and-parities",
        hypotheses=r"As in Definition 11.3, but the learner sees $\mathcal{D}$ only through an oracle.",
        claim=r"Definition: $A$ SQ-learns $C$ if with some $m = \mathrm{poly}(d, 1/\alpha, \log(1/\beta))$ it makes at most $m$ queries of tolerance $1/m$ and with probability $1 - \beta$ outputs $f \in C$ with $\mathrm{err}(f, \mathcal{D}) \le \min_{f^* \in C}\mathrm{err}(f^*, \mathcal{D}) + \alpha$.",
        verdict=Verdict.HOLDS, check=_check_sq_definition,
        correction=r"This should hold for every valid oracle, adversarial ones included; the queries may depend on earlier answers.",
    ),
    Statement(
        id="DR14-11.1-EM", where="section 11.1, from Theorem 3.11", title="The exponential mechanism picks a good classifier for the sample", page="deeper/2a-generalization",
        hypotheses=r"$C$ finite; any sample $D$ of $n$ labeled examples; quality $q(f, D) = -\mathrm{err}(f, D)$, which one example moves by at most $1/n$.",
        claim=r"With probability $1 - \beta$ the mechanism returns $f \in C$ that labels an $\mathrm{OPT} - \frac{2(\log|C| + \log(1/\beta))}{\varepsilon n}$ fraction of $D$ correctly.",
        verdict=Verdict.HOLDS, check=_check_mechanism,
        correction=r"OPT must be read as the largest fraction that some $f \in C$ labels correctly (the text does not say). In expectation the gap is at most $2\ln|C|/(\varepsilon n)$, and the best bound is $2W((|C|-1)/e)/(\varepsilon n)$, $W$ the Lambert function.",
    ),
    Statement(
        id="DR14-11.1-PPAC", where="section 11.1, last display", title="Private agnostic learning of a finite class", page="deeper/2a-generalization",
        hypotheses=r"$C$ finite, $n$ i.i.d. examples with any labels, the exponential mechanism with score $-\mathrm{err}(f, D)$ and $\varepsilon > 0$.",
        claim=r"$\mathrm{err}(f, D) \le \min_{f^*}\mathrm{err}(f^*, \mathcal{D}) + O(\sqrt{\log|C|/n}) + O(\log|C|/(\varepsilon n))$, so $n \ge O(\max\{\frac{\log|C|}{\varepsilon\alpha}, \frac{\log|C|}{\alpha^2}\})$ suffices for excess error $\alpha$ on $\mathcal{D}$: no more than without privacy if $\varepsilon \ge \alpha$.",
        verdict=Verdict.ASYMPTOTIC, check=_check_private,
        correction=r"The display bounds the error on $D$; one more $O(\sqrt{\log|C|/n})$ leads to $\mathcal{D}$. Explicit: $n \ge \max\{8\ln(2|C|/\beta)/\alpha^2,\ 4\ln(2|C|/\beta)/(\varepsilon\alpha)\}$ gives excess at most $\alpha$ with probability $1 - \beta$. "
                   r"In expectation, without a union bound: $\mathbb{E}\,\mathrm{err}(f, \mathcal{D}) \le \mathrm{OPT} + 2\ln|C|/(\varepsilon n) + \tanh(\varepsilon/4)$, because one example moves the law of $f$ by at most $\tanh(\varepsilon/4)$; its last term does not fall with $n$, so $\varepsilon$ must: $\varepsilon = \sqrt{8\ln|C|/n}$ gives $\mathrm{OPT} + \sqrt{2\ln|C|/n}$.",
    ),
    Statement(
        id="DR14-11.1-SQ", where="section 11.1, SQ learning", title="Answering statistical queries, with and without privacy", page="deeper/2b-averages-and-parities",
        hypotheses=r"$m$ queries, each an average over $n$ examples, hence $1/n$-sensitive. An SQ learner may choose a query after seeing earlier answers.",
        claim=r"The Laplace mechanism answers them with $(\varepsilon, 0)$-DP and expected worst error $O(m\log m/(\varepsilon n))$. Without privacy $n = O(\log m/\alpha^2)$ examples suffice to answer $m$ queries to tolerance $\alpha$, by a Chernoff and a union bound.",
        verdict=Verdict.FALSE, check=_check_queries,
        correction=r"The first sentence holds: the expected worst error is exactly $mH_m/(\varepsilon n)$, $H_m = 1 + \frac12 + \dots + \frac1m$ (at $m = 1$ the printed $\log m$ is 0). The second is false for adaptive queries: ask for the correlation of each of 1001 fair coordinates with an independent fair label, "
                   r"then how often the majority of the coordinates, each with the sign of its answer, equals the label. It is true for queries fixed in advance ($n \ge \ln(2m/\beta)/(2\alpha^2)$). For adaptive ones three things are enough: fresh examples for each query, $O(m\log m/\alpha^2)$ in all; answers rounded to a grid of step $\alpha$, "
                   r"so that a union over the at most $(1 + 1/\alpha)^m$ transcripts gives $n = O((m\ln(1/\alpha) + \ln(1/\beta))/\alpha^2)$; or private answers.",
    ),
)
