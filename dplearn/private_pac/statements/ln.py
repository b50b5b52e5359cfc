"""Cards for LN, section 1: the example with ANDs, Theorem 1, and the private learner.

The private learner's argument has several steps, and each is a card: privacy (`LN-PPAC-DP`), the
exponential mechanism (`LN-PPAC-EM`), the sample (`LN-PPAC-UTILITY`), their sum (`LN-PPAC`), and two
sharpenings of our own (`LN-PPAC-CHERNOFF`, `LN-PPAC-ONELINE`).
"""

from __future__ import annotations

import math

import numpy as np
from scipy.stats import binom

from ... import concepts, pac, privacy, private_pac
from ... import brute as _brute
from ...statement import Evidence, Statement, Verdict, require


def _learner_law(concept_class, epsilon):
    domain = concept_class.domain()

    def law(records):
        cells = np.array([cell for cell, _ in records])
        return private_pac.learner_probabilities(concept_class, domain[cells], [y for _, y in records], epsilon=epsilon)

    return law


def _check_private() -> Evidence:
    line, others = concepts.Thresholds(3), (concepts.Points(3), concepts.Conjunctions(2), concepts.Parities(2))
    replace, remove = privacy.Relation.REPLACE_ONE, privacy.Relation.ADD_REMOVE
    tried = [(line, n) for n in (1, 2, 3, 4)] + [(c, 3 if c.domain_size == 3 else 2) for c in others]
    losses, removed, broken = [], 0.0, 0.0
    for concept_class, n in tried:
        domain = [(cell, y) for cell in range(concept_class.domain_size) for y in (0, 1)]
        data, arguments = list(privacy.all_datasets(domain, n)), dict(domain=domain, epsilon=1.0)
        report = privacy.audit(_learner_law(concept_class, 1.0), data, relation=replace, **arguments)
        other = privacy.audit(_learner_law(concept_class, 1.0), data, relation=remove, min_records=1, **arguments)
        require(report.ok, f"true ε must be at most 1 under replace-one; got {report.true_epsilon}")
        losses, removed = [*losses, report.true_epsilon], max(removed, other.true_epsilon)
        if n == 3:
            broken = max(broken, privacy.audit(_learner_law(concept_class, 2.0), data, relation=replace, **arguments).true_epsilon)
    require(removed <= 0.5 + 1e-12, f"true ε must be at most 1/2 under add/remove; got {removed}")
    require(broken > 1, "the weight e^(-ε·mistakes), without the 2, must break the claim under replace-one")
    long = private_pac.exact_learner_epsilon(concepts.Thresholds(1), np.ones(40, int), np.zeros(40, int), epsilon=1.0)
    require(0.9999 < long <= 1 + 1e-12, f"the claim must be tight for long samples; got {long}")
    return Evidence(
        f"Claim ε = 1, thresholds on three points: over all samples of 1, 2, 3, 4 examples and all their neighbors the exact ε is {losses[0]:.3f}, {losses[1]:.3f}, {losses[2]:.3f}, {losses[3]:.3f}. "
        f"A pair of samples of 40 examples has {long:.4f}. Points on three points (3 examples), ANDs and parities of 2 bits (2 examples) have at most {max(losses[4:]):.3f}. "
        f"Under add/remove all of these stay at or below {removed:.3f}. Without the 2 in the weight three examples have {broken:.3f}.",
        {"thresholds": losses[:4], "others": max(losses[4:]), "add_remove": removed, "long_sample": long, "broken": broken},
    )


def _check_mechanism() -> Evidence:
    worst, samples = 0.0, 0
    for concept_class in (concepts.Points(4), concepts.Conjunctions(2), concepts.Thresholds(4)):
        counts = _brute.compositions(20, concept_class.domain_size)
        for target in range(concept_class.n_hypotheses):
            mistakes = _brute.realizable(concept_class, counts, target)
            for epsilon in (0.1, 1.0, 4.0):
                law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=epsilon)
                for alpha in (0.1, 0.2, 0.5):
                    tail = np.where(mistakes > alpha * 20 / 2, law, 0.0).sum(axis=1).max()
                    worst = max(worst, tail / (concept_class.n_hypotheses * math.exp(-epsilon * alpha * 20 / 4)))
            samples += len(counts)
    require(worst <= 1, f"Pr[more than αn/2 mistakes] must be at most |C|e^(-εαn/4); the ratio is {worst}")
    return Evidence(
        f"On all {samples} labeled samples of 20 examples from three small classes the exact probability is at most {worst:.2f} of the bound. "
        r"The classes have 4 or 5 hypotheses; every target, nine pairs $\alpha, \varepsilon$.",
        {"samples": samples, "largest_ratio": worst},
    )


def _lower_tails(rate) -> tuple[float, int]:
    """Largest Pr[Bin(n, p) <= αn/2] / e^(-rate(α) n) over a grid with p >= α, and its size."""
    n = np.unique(np.geomspace(1, 20000, 120).astype(int))
    worst, points = 0.0, 0
    for alpha in (0.005, 0.02, 0.1, 0.25, 0.5, 0.9):
        for p in (alpha, (1 + alpha) / 2, min(1.0, 1.5 * alpha)):
            tail = binom.logcdf(np.floor(alpha * n / 2 + 1e-9), n, p)
            worst, points = max(worst, float(np.exp((tail + rate(alpha) * n).max()))), points + n.size
    return worst, points


def _check_sample() -> Evidence:
    worst, points = _lower_tails(lambda alpha: alpha**2 / 2)
    require(worst <= 1 + 1e-9, f"Hoeffding's tail must bound the binomial; the ratio is {worst}")
    ands, counts, union = concepts.Conjunctions(2), _brute.compositions(40, 4), 0.0
    for p in _brute.worlds(4, 6, seed=2):
        law = _brute.multinomial(counts, p)
        for target in range(4):
            mistakes, errors = _brute.realizable(ands, counts, target), ands.errors(p, target)
            for alpha in (0.1, 0.2, 0.3):
                event = ((errors > alpha + 1e-12) & (mistakes <= alpha * 20)).any(axis=1)
                union = max(union, law[event].sum() / (4 * math.exp(-(alpha**2) * 20)))
    require(union <= 1, f"the union over BAD must be within |C|e^(-α²n/2); the ratio is {union}")
    return Evidence(
        rf"ANDs of 2 bits, n = 40, six distributions, every target: the exact probability is at most {union:.2f} of the bound. "
        rf"For one hypothesis the exact binomial tail is at most $e^{{-\alpha^2 n/2}}$ at {points} settings of $n$, $\alpha$ and its error (largest ratio {worst:.2f}).",
        {"settings": points, "tail_ratio": worst, "union_ratio": union},
    )


def _check_sum() -> Evidence:
    settings, worst = 0, 0.0
    for size in (2, 16, 1024, 2**16):
        for alpha in (0.02, 0.1, 0.4):
            for epsilon in (0.05, 0.5, 5.0):
                n = private_pac.private_occam_sample_size(size, alpha, epsilon)
                printed = private_pac.private_occam_bound(size, alpha, epsilon, n)
                explicit = 1 / size + size**-3
                exact = private_pac.point_world_failure(size, alpha, epsilon, n)
                require(exact <= printed * (1 + 1e-9), f"exact {exact} must not exceed the printed sum {printed}")
                require(printed <= explicit * (1 + 1e-9), f"the sum {printed} must be at most 1/|C| + |C|^-3 = {explicit}")
                settings, worst = settings + 1, max(worst, exact / explicit)
    return Evidence(
        rf"At LN's $n$ the printed sum is at most $1/|C| + |C|^{{-3}}$ in all {settings} settings tried: {1 / 1024:.4f} for $|C| = 1024$, but {1 / 2 + 1 / 8:.3f} for $|C| = 2$. "
        f"The exact failure probability in the point world is at most {worst:.3g} of it.",
        {"settings": settings, "largest_ratio": worst},
    )


def _check_chernoff() -> Evidence:
    worst, points = _lower_tails(lambda alpha: alpha / 8)
    require(worst <= 1 + 1e-9, f"the multiplicative tail must bound the binomial; the ratio is {worst}")
    gains = []
    for size in (16, 2**20):
        for alpha in (0.01, 0.1):
            for epsilon in (0.1, 1.0):
                log = math.log(2 * size / 0.05)
                n = math.ceil(max(4 * log / (alpha * epsilon), 8 * log / alpha))
                bound = private_pac.private_occam_bound(size, alpha, epsilon, n, form="chernoff")
                require(bound <= 0.05 * (1 + 1e-9), f"the two terms must sum to at most β; got {bound}")
                gains.append(private_pac.private_occam_sample_size(size, alpha, epsilon, 0.05) / n)
    return Evidence(
        rf"At this $n$ the two terms are at most β = 0.05 in eight settings, with up to {max(gains):.0f} times fewer examples than the printed sum needs. "
        rf"The settings: α = 0.01 or 0.1, ε = 0.1 or 1, $|C|$ = 16 or $2^{{20}}$. The exact binomial tail is at most $e^{{-\alpha n/8}}$ at {points} settings (largest ratio {worst:.2f}).",
        {"settings": points, "tail_ratio": worst, "largest_gain": max(gains)},
    )


def _check_one_line() -> Evidence:
    worst, settings = 0.0, 0
    for concept_class in (concepts.Thresholds(3), concepts.Points(3), concepts.Conjunctions(2), concepts.Parities(2)):
        counts, size = _brute.compositions(24, concept_class.domain_size), concept_class.n_hypotheses
        for p in _brute.worlds(concept_class.domain_size, 5, seed=3):
            weight = _brute.multinomial(counts, p)
            for target in range(size):
                mistakes, errors = _brute.realizable(concept_class, counts, target), concept_class.errors(p, target)
                for alpha, epsilon in ((0.1, 0.5), (0.2, 1.0), (0.3, 8.0)):
                    law = private_pac.learner_probabilities_from_mistakes(mistakes, epsilon=epsilon)
                    exact = weight @ law @ (errors > alpha + 1e-12)
                    power = private_pac.private_occam_bound_sharp(size, alpha, epsilon, 24, form="power")
                    worst, settings = max(worst, exact / power), settings + 1
    require(worst <= 1, f"the exact failure must be within |C|(1-α(1-e^(-ε/2)))^n; the ratio is {worst}")
    for size, alpha, epsilon, n in ((16, 0.1, 0.5, 300), (1024, 0.02, 3.0, 900), (2**30, 0.3, 50.0, 90)):
        chain = [private_pac.point_world_failure(size, alpha, epsilon, n), private_pac.private_occam_bound_sharp(size, alpha, epsilon, n, form="power"),
                 private_pac.private_occam_bound_sharp(size, alpha, epsilon, n), private_pac.private_occam_bound(size, alpha, epsilon, n)]
        require(all(a <= b * (1 + 1e-9) for a, b in zip(chain, chain[1:])), f"exact <= power <= one line <= printed: {chain}")
    grid = np.ix_(np.linspace(0.002, 0.998, 60), np.geomspace(0.001, 100, 60), np.unique(np.geomspace(1, 10**5, 40).astype(int)))
    above = private_pac.private_occam_bound_sharp(16, *grid) > private_pac.private_occam_bound(16, *grid) * (1 + 1e-9)
    require(not above.any(), "the one line must never be above the printed sum")
    limit = private_pac.private_occam_bound_sharp(64, 0.1, 200.0, 100) / pac.occam_bound(64, 0.1, 100)
    require(abs(limit - 1) < 1e-9, "for ε to infinity the bound must be Occam's")
    constant = max(e / -math.expm1(-e / 2) for e in np.linspace(1e-6, 1, 2001))
    require(constant <= 2.55, f"1/(1-e^(-ε/2)) must be at most 2.55/ε for ε <= 1; got {constant}")
    return Evidence(
        f"Four small classes, all samples of 24 examples: in {settings} settings the exact failure probability is at most {worst:.2f} of the first bound. "
        f"A setting is a class (on three or four points), a distribution (five), a target and a pair α, ε (three). The second bound is at most the printed sum at all {above.size} settings tried; "
        rf"at ε = 200 it equals Occam's; for ε ≤ 1 the sample size is at most ${math.ceil(constant * 1e4) / 1e4:.4f}\,\ln(|C|/\beta)/(\alpha\varepsilon)$.",
        {"settings": settings, "largest_ratio": worst, "settings_below_printed": above.size, "constant": constant},
    )


STATEMENTS = (
    Statement(
        id="LN-PPAC", where="section 1, last display", title="The private learner is accurate", page="02-private-pac",
        hypotheses=r"$C$ finite, examples i.i.d. and labeled by $f \in C$; the learner outputs $h$ with probability proportional to $e^{\varepsilon u/2}$, $u = -$(number of mistakes).",
        claim=r"$\Pr[\mathrm{err}(h) > \alpha] < |C|e^{-\varepsilon\alpha n/4} + |C|e^{-\alpha^2 n/2}$, so for $n \ge 8\ln|C|/(\alpha\min\{\alpha, \varepsilon\})$ the learner is accurate and private with high probability.",
        verdict=Verdict.ASYMPTOTIC, check=_check_sum,
        correction=r"The display holds. At that $n$ the failure probability is at most $1/|C| + |C|^{-3}$, which says little for small $|C|$ and cannot be chosen. "
                   r"Privacy is not a matter of high probability: the learner is $\varepsilon$-DP on every sample.",
    ),
    Statement(
        id="LN-PPAC-DP", where="section 1, after Theorem 1", title="The exponential mechanism as a private learner", page="02-private-pac",
        hypotheses=r"Data $(x_i, y_i)$, $i \le n$, any labels; neighbors differ in one row; $C$ is public.",
        claim=r"$u(x, h) = -|\{i : h(x_i) \ne y_i\}|$ has sensitivity 1, so output with probability proportional to $e^{\varepsilon u(x,h)/2}$ is $\varepsilon$-differentially private.",
        verdict=Verdict.HOLDS, check=_check_private,
        correction=r"For long samples $\varepsilon$ cannot be lowered. If neighbors differ by adding or removing a row, all scores move the same way and the same weight is $\varepsilon/2$-DP.",
    ),
    Statement(
        id="LN-PPAC-EM", where="section 1, utility on the sample", title="The private learner makes few mistakes on its sample", page="deeper/2c-three-proofs",
        hypotheses=r"The learner of LN-PPAC on any sample that some $f \in C$ labels; $\alpha > 0$.",
        claim=r"$\Pr[u(x, h) < -\alpha n/2] \le |C|e^{-\varepsilon\alpha n/4}$.",
        verdict=Verdict.HOLDS, check=_check_mechanism,
    ),
    Statement(
        id="LN-PPAC-UTILITY", where="section 1, from the sample to the distribution", title="Bad hypotheses make many mistakes on the sample", page="deeper/2c-three-proofs",
        hypotheses=r"$n$ i.i.d. examples labeled by $f \in C$; BAD: the $h \in C$ with error above $\alpha$.",
        claim=r"$\Pr_x[\exists h \in \mathrm{BAD} : u(x,h) \ge -\alpha n/2] \le |C|e^{-\alpha^2 n/2}$ (called Chernoff; this is Hoeffding's additive form).",
        verdict=Verdict.HOLDS, check=_check_sample,
        correction=r"The inequalities are not strict when BAD is empty. The multiplicative form gives $|C|e^{-\alpha n/8}$, smaller for $\alpha < 1/4$.",
    ),
    Statement(
        id="LN-PPAC-CHERNOFF", where="sharpening of the last display of section 1", title="No square of the accuracy is needed", page="deeper/2c-three-proofs",
        hypotheses=r"As for LN-PPAC; $0 < \beta < 1$.",
        claim=r"$n \ge \max\{4\ln(2|C|/\beta)/(\alpha\varepsilon),\ 8\ln(2|C|/\beta)/\alpha\}$ gives $\Pr[\mathrm{err}(h) > \alpha] \le \beta$.",
        verdict=Verdict.OURS, check=_check_chernoff,
        correction=r"For $p \ge \alpha$ the multiplicative Chernoff bound is $\Pr[\mathrm{Bin}(n,p) \le \alpha n/2] \le e^{-\alpha n/8}$; put it in place of $e^{-\alpha^2 n/2}$ and make each term at most $\beta/2$.",
    ),
    Statement(
        id="LN-PPAC-ONELINE", where="sharpening of the last display of section 1", title="One line, for every privacy level", page="02-private-pac",
        hypotheses=r"As for LN-PPAC; any $\varepsilon > 0$.",
        claim=r"$\Pr[\mathrm{err}(h) > \alpha] \le |C|\,(1 - \alpha(1-e^{-\varepsilon/2}))^n \le |C|e^{-\alpha n(1-e^{-\varepsilon/2})}$, so $n \ge \ln(|C|/\beta)/(\alpha(1-e^{-\varepsilon/2}))$ gives failure probability at most $\beta$.",
        verdict=Verdict.OURS, check=_check_one_line,
        correction=r"$f$ has weight 1, so the normalizer is at least 1, and $\Pr[h\ \mathrm{bad}] \le \sum_{g \in \mathrm{BAD}} \mathbb{E}\,e^{-\varepsilon k_g/2} = \sum_{g}(1-p_g(1-e^{-\varepsilon/2}))^n$, where $g$ makes "
                   r"$k_g \sim \mathrm{Bin}(n, p_g)$ mistakes and $p_g > \alpha$. As $\varepsilon \to \infty$ this is Occam's bound; it is never above the printed sum.",
    ),
)
