"""Cards for DF18, first part: what a private prediction is, the soft majority, and what any private prediction must cost.

Relation: one record is replaced.  r parts vote; v is the number of votes for 1.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from ... import prediction, privacy
from .. import brute
from ...statement import Evidence, Statement, Verdict, require


def _transcripts(votes, strategy, chances) -> np.ndarray:
    """The law of three answers; `strategy` gives the point asked after 0, 1 and 2 answers, `votes` the votes for 1 at each point."""
    law = []
    for answers in itertools.product((0, 1), repeat=3):
        weight = 1.0
        for t, answer in enumerate(answers):
            asked = strategy[2**t - 1 + sum(a << i for i, a in enumerate(answers[:t]))]
            weight *= chances[votes[asked]] if answer else 1 - chances[votes[asked]]
        law.append(weight)
    return np.array(law)


def _check_interface() -> Evidence:
    parts, epsilon = 3, 0.7
    chances = [brute.coin(v, parts, epsilon / 2) for v in range(parts + 1)]
    single = brute.vote_loss(parts, lambda v: chances[v])
    worst, delta, pairs = 0.0, 0.0, 0
    states = list(itertools.product(range(parts + 1), repeat=2))
    for strategy in itertools.product((0, 1), repeat=7):
        laws = {state: _transcripts(state, strategy, chances) for state in states}
        for a, b in itertools.permutations(states, 2):
            if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1:
                worst = max(worst, float(np.log(laws[a] / laws[b]).max()))
                delta = max(delta, float(np.maximum(laws[a] - math.e * laws[b], 0).sum()))
                pairs += 1
    require(abs(single - prediction.soft_majority_epsilon(parts, epsilon=epsilon)) < 1e-12 and single < epsilon,
            f"a single answer must be ε-DP, exactly {single}")
    require(epsilon < worst <= 3 * epsilon and abs(worst - 3 * single) < 1e-9, f"three answers cost three times; got {worst}, {single}")
    require(prediction.answers_bought(3 * epsilon, 0.0, epsilon, composition="basic") == 3, "a budget of 3ε must buy three answers")
    for composition in prediction.ADAPTIVE_COMPOSITIONS:
        bought = prediction.answers_bought(1.0, 0.999 * delta, epsilon, composition=composition)
        require(bought < 3, f"{composition} promises {bought} answers below the true δ = {delta}")
    server = prediction.PredictionServer(lambda x: chances[x], epsilon_answer=epsilon, epsilon_total=3 * epsilon, delta=0.0,
                                         composition="basic", rng=np.random.default_rng(70))
    given = 0
    for _ in range(10):
        try:
            server.predict(2)
            given += 1
        except privacy.BudgetSpent:
            pass
    require(given == 3, f"an interface with a budget of 3ε must stop after 3 answers; gave {given}")
    return Evidence(
        f"Three parts, ε = {epsilon}, all 128 ways to choose 3 questions about 2 points: one answer is {single:.4f}-DP, "
        f"the three together {worst:.4f}-DP. That is three times as much, and above ε. A server with the budget 3ε gave {given} of 10 answers asked for.",
        {"single": single, "three": worst, "delta": delta, "pairs": pairs, "given": given},
    )


def _check_intro_soft() -> Evidence:
    true = {}
    for parts, epsilon in itertools.product((1, 2, 3, 5, 8), (0.1, 1.0, 3.0)):
        loss = brute.vote_loss(parts, lambda v: brute.coin(v, parts, epsilon))
        half = brute.vote_loss(parts, lambda v: brute.coin(v, parts, epsilon / 2))
        package = prediction.soft_majority_epsilon_printed(parts, epsilon=epsilon)
        law = prediction.soft_majority_probability_printed(np.arange(parts + 1), parts, epsilon=epsilon)
        plain = [brute.coin(v, parts, epsilon) for v in range(parts + 1)]
        require(abs(package - loss) < 1e-9 and abs(law - plain).max() < 1e-12, f"the printed law's ε is {loss}; got {package}")
        require((loss > epsilon + 1e-9) == (parts >= 2) and loss < 2 * epsilon and half < epsilon,
                f"ε is passed from two parts on, 2ε never, half the exponent is right; got {loss}, {half}")
        true[parts, epsilon] = loss
    limit = prediction.soft_majority_epsilon_printed(1000, epsilon=1.0)
    require(1.999 < limit <= 2, f"many parts cost 2ε; got {limit}")
    return Evidence(
        f"All patterns of votes: at ε = 1 the exact ε is {true[2, 1.0]:.4f} with 2 parts, {true[5, 1.0]:.4f} with 5 and {limit:.4f} with 1000.",
        {"two": true[2, 1.0], "five": true[5, 1.0], "many": limit},
    )


def _check_group() -> Evidence:
    cells, grow, delta = 40, 2.0, 1 / 40                      # e^ε = 2 keeps the worst chain p -> 2p + 1/40 on the grid
    p = np.arange(cells + 1) / cells
    close = np.ones((cells + 1, cells + 1), bool)
    for a, b in ((p, p), (1 - p, 1 - p)):
        close &= (a[:, None] <= grow * b + delta + 1e-12) & (b[None, :] <= grow * a[:, None] + delta + 1e-12)
    reached, rows = np.eye(cells + 1, dtype=bool), {}
    for k in range(1, 5):
        reached = (reached.astype(int) @ close.astype(int)) > 0
        lost = np.maximum(p[:, None] - grow**k * p, (1 - p[:, None]) - grow**k * (1 - p))
        worst = float(lost[reached].max())
        total, tight = privacy.group_privacy(math.log(grow), k, delta)
        printed = k * grow ** (k - 1) * delta
        require(abs(total - k * math.log(2)) < 1e-12 and worst <= tight + 1e-12 <= printed + 1e-12,
                f"{k} steps cost δ = {worst}; promised {tight}, printed {printed}")
        require(abs(worst - min(tight, 1)) < 1e-12 or tight * cells > cells, f"the sum must be attained: {worst}, {tight}")
        rows[k] = worst, tight, printed
    return Evidence(
        rf"All chains of two-label laws on a grid, $e^\varepsilon = 2$, δ = 1/40: two steps cost δ = {rows[2][0]:.4f} (printed {rows[2][2]:.4f}), "
        rf"three {rows[3][0]:.4f} (printed {rows[3][2]:.4f}); the sum $\delta(1 + e^\varepsilon + \dots)$ is attained.",
        {"worst": [rows[k][0] for k in rows], "printed": [rows[k][2] for k in rows]},
    )


def _check_soft_majority() -> Evidence:
    for parts, epsilon in itertools.product((1, 2, 4, 7), (0.1, 1.0, 4.0)):
        loss = brute.vote_loss(parts, lambda v: brute.coin(v, parts, epsilon / 2))
        law = prediction.soft_majority_probability(np.arange(parts + 1), parts, epsilon=epsilon)
        require(abs(law - [brute.coin(v, parts, epsilon / 2) for v in range(parts + 1)]).max() < 1e-12, f"wrong law; got {law}")
        require(abs(loss - prediction.soft_majority_epsilon(parts, epsilon=epsilon)) < 1e-9 and loss < epsilon, f"the exact ε is {loss}")
    worst, settings = 0.0, 0
    for alpha, epsilon in itertools.product((0.01, 0.05, 0.2, 0.5), (0.3, 1.0, 5.0)):
        parts = prediction.n_parts(alpha, epsilon)
        require(parts == math.ceil(6 * math.log(4 / alpha) / epsilon), f"r must be ceil(6 ln(4/α)/ε); got {parts}")
        errs = 1 / (1 + np.exp(epsilon * (parts - 2 * np.arange(parts + 1.0)) / 2))
        most = brute.worst_mixture(errs, parts * alpha / 4)
        bound = prediction.soft_majority_error_bound(alpha / 4, parts, epsilon=epsilon)
        sharp = prediction.soft_majority_error_bound_sharp(alpha / 4, parts, epsilon=epsilon)
        require(most <= sharp + 1e-12 <= bound + 1e-9 and bound <= alpha + 1e-12, f"{most} <= {sharp} <= {bound} <= {alpha} must hold")
        require(abs(sharp - most) < 1e-9, f"the sharp form must be attained: {sharp}, {most}")
        worst, settings = max(worst, most / alpha), settings + 1
        asked = []
        n = prediction.soft_majority_sample_size(alpha, 0.1, epsilon, lambda a, b: asked.append((a, b)) or 7)
        require(n == 7 * parts and asked[-1] == (alpha / 4, 0.1 / parts), f"n must be r m(α/4, β/r); asked {asked}")
    return Evidence(
        f"With models that err on α/4 each, the worst placing of their errors gives error at most {worst:.3f} α in {settings} settings. "
        f"The exact ε of 7 parts at ε = 4 is {prediction.soft_majority_epsilon(7, epsilon=4.0):.5f}.",
        {"ratio": worst, "settings": settings},
    )


def _check_soft_size() -> Evidence:
    low, high, settings = math.inf, 0.0, 0
    for d, alpha, beta, epsilon in itertools.product((1, 5, 50, 5000), (0.001, 0.02, 0.25), (1e-6, 0.01, 0.25), (0.01, 0.2, 1.0)):
        parts = math.ceil(6 * math.log(4 / alpha) / epsilon)
        a, b = alpha / 4, beta / parts
        explicit = parts * math.ceil(max(4 / a * math.log2(2 / b), 8 * d / a * math.log2(13 / a)))
        package = prediction.private_prediction_sample_size(d, alpha, beta, epsilon)
        require(abs(package - explicit) <= 1e-9 * explicit, f"the explicit size is {explicit}; got {package}")
        log = math.log(1 / alpha)
        printed = (d * log**2 + log * math.log(log / (epsilon * beta))) / (epsilon * alpha)
        low, high, settings = min(low, explicit / printed), max(high, explicit / printed), settings + 1
    require(50 < low and high < 3000, f"a constant times the printed size; ratios {low} to {high}")
    loose = [prediction.private_prediction_sample_size(1, 0.25, 0.25, e) for e in (100.0, 1e4)]
    require(loose[0] == loose[1], f"a part is the least there can be; got {loose}")
    return Evidence(
        f"With the VC bound for m the explicit n is {low:.0f} to {high:.0f} times the expression inside O in {settings} settings with α, β ≤ 1/4, ε ≤ 1. "
        f"From ε = 100 to ε = 10000 it stays {loose[0]}, while the expression falls a hundredfold.",
        {"low": low, "high": high, "loose": loose},
    )


def _check_lower() -> Evidence:
    alpha, epsilon = 0.001, 0.1
    n = prediction.constants_sample_size(alpha, epsilon)
    claimed = prediction.lower_bound(1, alpha, epsilon)
    error, before = (brute.coin(0, k, epsilon / 2) for k in (n, n - 1))
    require(abs(claimed - 1 / (32 * epsilon * alpha)) < 1e-9 and error <= alpha < before and n < claimed / 2,
            f"{n} labels err with probability {error}, the bound asks for {claimed}")
    require(brute.vote_loss(8, lambda v: brute.coin(v, 8, epsilon / 2)) < epsilon, "each label a part: ε-DP")
    thresholds = prediction.lower_bound_sharp(2, alpha, epsilon)   # labels 10 and 11 of two points: one heavy and known, one light
    require(thresholds > claimed and abs(thresholds - math.log(1.5) / (4 * alpha * epsilon)) < 1e-9, f"thresholds on two points; got {thresholds}")
    half = prediction.lower_bound(4, 0.5, epsilon)
    require(prediction.constants_sample_size(0.5, epsilon) == 0 and half > 0, "a coin without data errs with probability 1/2")
    tails = {}
    for e in (1.0, 0.05, 0.04):
        mean = 1 / (8 * e)
        tails[e] = 1 - sum(math.exp(-mean + k * math.log(mean) - math.lgamma(k + 1)) for k in range(math.floor(1 / (4 * e) + 1e-9) + 1))
    require(tails[1.0] > 0.1 and tails[0.05] > 1 / 24 > tails[0.04], f"the step of the proof asks for 1/24; got {tails}")
    return Evidence(
        f"The two constants on one point, α = {alpha}, ε = {epsilon}: the soft majority of n = {n} labels errs with probability {error:.6f}; the bound says n ≥ {claimed:.1f}. "
        f"Thresholds on two points need {thresholds:.1f}, by the argument of DF18-OURS-T4.3 with one light point. "
        f"At α = 1/2 no data are needed, and the bound is {half:.1f} at d = 4. The tail that the proof wants below 1/24 = 0.0417 is {tails[1.0]:.4f} at ε = 1, {tails[0.05]:.4f} at 0.05.",
        {"n": n, "error": error, "claimed": claimed, "tails": [tails[e] for e in tails], "half": half},
    )


def _check_lower_sharp() -> Evidence:
    programs, closest = 0, math.inf
    for epsilon, mass in itertools.product((0.3, 1.0, 2.5), (0.4, 1.0)):
        need = None
        for n in range(9 if mass == 1 else 6):
            least = brute.least_bit_error(n, mass, epsilon, min(epsilon / 3, 0.99))
            package = prediction.smallest_error(n, mass, epsilon=epsilon, delta=min(epsilon / 3, 0.99))
            require(abs(least - package) < 1e-7, f"the least error by linear programming is {least}; got {package}")
            programs += 1
            require(mass < 1 or 1 - least <= 4 / 3 - (5 / 3) / (1 + math.exp(epsilon * n)) + 1e-9, "h must bound the chance to be right")
            if least <= 1 / 3 + 1e-9 and need is None:
                need = n
        bound = prediction.lower_bound_sharp(2, mass / 4, epsilon)   # 4α/(d-1) = mass
        require(abs(bound - math.log(1.5) / mass / epsilon) < 1e-12 * bound, f"the bound is ln(3/2)/(mass ε); got {bound}")
        require(need is None or need >= bound, f"{need} examples are enough, the bound says {bound}")
        closest = min(closest, (need or math.inf) / bound)
    ratio = math.inf
    for d, alpha, epsilon in itertools.product((2, 3, 30), (1e-3, 0.05, 0.25), (0.01, 0.3, 1.0, 3.0)):
        bound = prediction.lower_bound_sharp(d, alpha, epsilon)
        exact = prediction.smallest_sample_size(d, alpha, epsilon, delta=min(epsilon / 3, 0.999))
        require(exact >= bound > prediction.lower_bound(d, alpha, epsilon), f"{exact} >= {bound} > printed must hold at {d}, {alpha}, {epsilon}")
        ratio = min(ratio, exact / bound)
    t = np.linspace(0, 30, 3001)
    h = 4 / 3 - (5 / 3) * brute.sigma(-t)
    require((np.diff(h, 2) <= 1e-12).all() and abs(np.interp(2 / 3, h, t) - math.log(1.5)) < 1e-4, "h is concave, and 2/3 at ln(3/2)")
    return Evidence(
        f"{programs} linear programs over all (ε, ε/3)-private predictors of a bit give the package's least error; the first n with error 1/3 is at least {closest:.2f} times the bound. "
        f"In 36 settings the world of the proof needs at least {ratio:.2f} times the bound.",
        {"programs": programs, "closest": closest, "ratio": ratio},
    )


STATEMENTS = (
    Statement(
        id="DF18-D1.1", where="Definitions 1.1 and 1.2", title="Private prediction", page="06-private-prediction",
        hypotheses=r"Data $S$ of $n$ examples $(x_i, y_i)$; neighbors differ in one example.",
        claim=r"An interface $M$ is $(\varepsilon,\delta)$-DP if, for every way to choose the questions, all answers together are $(\varepsilon,\delta)$-DP in $S$. "
              r"A prediction algorithm is $(\varepsilon,\delta)$-DP if at every $x$ the answer $M(S, x)$ is.",
        verdict=Verdict.HOLDS, check=_check_interface,
        correction=r"The second speaks of one answer. $k$ answers that are $\varepsilon$-DP each make an interface that is $k\varepsilon$-DP, and may cost all of that; so an interface has a budget, and stops.",
    ),
    Statement(
        id="DF18-INTRO-SOFT", where="sections 2.1 and 4.1, in words", title="The coin before the theorem", page="06-private-prediction",
        hypotheses=r"$r$ models from disjoint parts of the data.",
        claim=r"Answer $b$ with probability proportional to $e^{\varepsilon\,|\{i : f_i(x) = b\}|}$: an $\varepsilon$-DP prediction.",
        verdict=Verdict.FALSE, check=_check_intro_soft,
        correction=r"One example moves a vote from one label to the other, so the odds by $e^{2\varepsilon}$. The exact value is $\ln\frac{1+e^{\varepsilon r}}{1+e^{\varepsilon(r-2)}}$: above $\varepsilon$ from $r = 2$ on, near $2\varepsilon$ for large $r$. "
                   r"With $e^{\varepsilon|\cdot|/2}$, as in the proof of Theorem 4.1, it is true.",
    ),
    Statement(
        id="DF18-L3.1", where="Lemma 3.1", title="Data sets that differ in k examples", page="deeper/6b-averages-and-lower-bounds",
        hypotheses=r"An $(\varepsilon,\delta)$-DP prediction algorithm.",
        claim=r"For data sets that differ in at most $k$ examples its answers are $(k\varepsilon,\; k e^{\varepsilon(k-1)}\delta)$-close.",
        verdict=Verdict.HOLDS, check=_check_group,
        correction=r"The steps add up to $\delta(1 + e^{\varepsilon} + \dots + e^{(k-1)\varepsilon}) = \delta\frac{e^{k\varepsilon}-1}{e^\varepsilon-1}$, which is less, and attained.",
    ),
    Statement(
        id="DF18-T4.1", where="Theorem 4.1", title="The soft majority", page="06-private-prediction",
        hypotheses=r"A PAC learner for $C$ that needs $m(\alpha,\beta)$ examples; labels by some $c \in C$; any $\varepsilon > 0$.",
        claim=r"$r = \lceil 6\ln(4/\alpha)/\varepsilon\rceil$ parts of $m(\alpha/4, \beta/r)$ examples give an $\varepsilon$-DP prediction with error $\alpha$ and confidence $1-\beta$: "
              r"with $v$ votes for 1 the answer is 1 with probability $1/(1+e^{-\varepsilon(2v-r)/2})$.",
        verdict=Verdict.HOLDS, check=_check_soft_majority,
        correction=r"Exact: $\ln\frac{1+e^{\varepsilon r/2}}{1+e^{\varepsilon(r-2)/2}} < \varepsilon$. In the proof $\beta/t$ must read $\beta/r$, $v(x)$ is $v(S,x)$, and $e^{-\ln(\alpha/4)}$ is $e^{-\ln(4/\alpha)}$.",
    ),
    Statement(
        id="DF18-C4.2", where="Corollary 4.2 (2.1)", title="Examples for a class of VC dimension d", page="deeper/6b-averages-and-lower-bounds",
        hypotheses=r"VC dimension $d$; all $\alpha, \beta, \varepsilon > 0$.",
        claim=r"$n = O\big(\frac{d\ln^2(1/\alpha) + \ln(1/\alpha)\ln(\ln(1/\alpha)/(\varepsilon\beta))}{\varepsilon\alpha}\big)$ examples are enough.",
        verdict=Verdict.ASYMPTOTIC, check=_check_soft_size,
        correction=r"$n = r\max\big(\frac4a\log_2\frac2b,\ \frac{8d}{a}\log_2\frac{13}{a}\big)$ with $a = \alpha/4$, $b = \beta/r$, $r$ of Theorem 4.1. "
                   r"Not for all $\varepsilon$: one part is the least, so $\varepsilon = O(\ln(1/\alpha))$ is needed.",
    ),
    Statement(
        id="DF18-T4.3", where="Theorem 4.3 (2.2)", title="What private prediction must cost", page="deeper/6b-averages-and-lower-bounds",
        hypotheses=r"VC dimension $d$; all $\alpha, \varepsilon > 0$; $(\varepsilon,\varepsilon/3)$-DP prediction, error $\alpha$, failure probability $1/12$.",
        claim=r"$n \ge \frac{d}{32\,\varepsilon\alpha}$ examples are needed.",
        verdict=Verdict.FALSE, check=_check_lower,
        correction=r"Not for every class with $d = 1$: for the two constants on one point about $2\ln(1/\alpha)/\varepsilon$ are enough. Not for $\alpha \ge 1/2$. "
                   r"True for $d \ge 2$, $\alpha \le 1/4$ (DF18-OURS-T4.3); between $1/4$ and $1/2$ open. "
                   r"The proof wants $\Pr[\mathrm{Poisson}(\frac{1}{8\varepsilon}) > \frac{1}{4\varepsilon}] \le \frac1{24}$, a matter of small $\varepsilon$, not of large $d$.",
    ),
    Statement(
        id="DF18-OURS-T4.3", where="sharpening of Theorem 4.3", title="What it must cost, where that is true", page="deeper/6b-averages-and-lower-bounds",
        hypotheses=r"$d \ge 2$, $0 < \alpha \le 1/4$, any $\varepsilon > 0$; else as Theorem 4.3, with error $\alpha$ at probability $11/12$.",
        claim=r"$n \ge \frac{\ln(3/2)\,(d-1)}{4\alpha\varepsilon}$ examples are needed.",
        verdict=Verdict.OURS, check=_check_lower_sharp,
        correction=r"A point of mass $\frac{4\alpha}{d-1}$ is seen $t$ times. Flipping these labels, the chance to be right is $g(t) \le h(t) = \frac43 - \frac53\cdot\frac{1}{1+e^{\varepsilon t}}$ (Lemma 3.1, $\delta = \varepsilon/3$). "
                   r"$h$ is concave, so $\frac23 \le \mathbb{E}g(t) \le h(\mathbb{E}t)$, hence $\mathbb{E}t = \frac{4\alpha n}{d-1} \ge \frac{\ln(3/2)}{\varepsilon}$.",
    ),
)
