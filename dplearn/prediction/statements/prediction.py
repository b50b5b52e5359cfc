"""Cards for DF18, first part: what a private prediction is, the soft majority, and what any private prediction must
cost.

Relation: one record is replaced.  r parts vote; v is the number of votes for 1.
"""

import itertools
import math

import numpy as np
from scipy import special

from ... import pac, prediction, privacy
from ...claim import equal, ordered, points, says
from ...statement import Statement, Verdict, require
from .. import brute


def interface():
    """Three questions about two points, chosen by every strategy; a record moves a vote at one point or at both."""
    epsilon, states = 0.7, list(itertools.product(range(4), repeat=2))
    chances = np.array([brute.coin(v, 3, epsilon / 2) for v in range(4)])
    three, delta = np.max([brute.worst_asker(list(zip(chances[[*a]], chances[[*b]])), 3, 1.0)
                           for a, b in itertools.permutations(states, 2) if np.abs(np.subtract(a, b)).max() == 1],
                          axis=0)
    single = brute.vote_loss(3, chances.__getitem__)
    require(abs(single - prediction.soft_majority_epsilon(3, epsilon=epsilon)) < 1e-12 and single < epsilon,
            f"one answer is {single}-DP")
    require(epsilon < three <= 3 * epsilon and abs(three - 3 * single) < 1e-9,
            f"three answers cost three times; got {three}, {single}")
    bought = [prediction.answers_bought(1.0, 0.999 * delta, epsilon, composition=c)
              for c in prediction.ADAPTIVE_COMPOSITIONS]
    require(max(bought) < 3, f"three answers are promised below the true δ = {delta}: {bought}")
    server = prediction.PredictionServer(lambda x: chances[x], epsilon_answer=epsilon, epsilon_total=3 * epsilon,
                                         delta=0.0, composition="basic", rng=np.random.default_rng(70))
    given = 0
    while given < 10 and server.answers_left:
        given += server.predict(2) in (0, 1)
    require(given == 3 == prediction.answers_bought(3 * epsilon, 0.0, epsilon, composition="basic"),
            f"3ε pays for three; gave {given}")
    return {"single": single, "three": three, "given": given}


def coin(probability, exact, rate, grid):
    """Law and exact ε of the coin with weights e^(rate ε votes), against all patterns of votes."""
    def law(n_parts, epsilon):
        return [brute.coin(v, n_parts, rate * epsilon) for v in range(n_parts + 1)]

    def loss(n_parts, epsilon):
        return brute.vote_loss(n_parts, law(n_parts, epsilon).__getitem__)

    def ours(n_parts, epsilon):
        return probability(np.arange(n_parts + 1), n_parts, epsilon=epsilon)

    return equal(ours, law, grid), equal(exact, loss, grid, within=1e-9)


def passed():
    """The form before the theorem: ε is passed from two parts on, 2ε never."""
    true = prediction.soft_majority_epsilon_printed([1, 2, 5, 1000], epsilon=1.0)
    require((true[1:] > 1 + 1e-9).all() and true[0] < 1 + 1e-9 and 1.999 < true[-1] <= 2, f"got {true}")
    return {"two": true[1], "five": true[2], "many": true[3]}


def chains():
    """The worst pair of two-label laws that k steps join,
    on a grid that e^ε = 2 keeps the worst chain p -> 2p + 1/40 on.
    """
    delta, p, found = 1 / 40, np.arange(41) / 40, []
    near = p[:, None] <= 2 * p + delta + 1e-12
    near = near & near.T & near[::-1, ::-1] & near[::-1, ::-1].T   # both ways, for both labels
    reached = np.eye(41, dtype=int)
    for k in range(1, 5):
        reached, gap = reached @ near > 0, p[:, None] - 2**k * p
        worst, printed = np.maximum(gap, gap[::-1, ::-1])[reached].max(), k * 2 ** (k - 1) * delta
        total, tight = privacy.group_privacy(math.log(2), k, delta)
        require(abs(total - k * math.log(2)) < 1e-12 and tight <= printed + 1e-12, f"{k} steps: ({total}, {tight})")
        require(abs(worst - tight) < 1e-12 or tight > 1, f"the sum must be attained: {worst}, {tight}")
        found += [worst, printed]
    return dict(zip(("two", "printed_two", "three", "printed_three"), found[2:6]))


PLANS = {"alpha": (0.01, 0.05, 0.2, 0.5), "epsilon": (0.3, 1.0, 5.0)}


def plan(alpha, epsilon, bound=prediction.soft_majority_error_bound):
    """The error bound at Theorem 4.1's r parts, for models that err on α/4 each."""
    return bound(alpha / 4, prediction.n_parts(alpha, epsilon), epsilon=epsilon)


def plan_sharp(alpha, epsilon):
    """The same, sharp."""
    return plan(alpha, epsilon, prediction.soft_majority_error_bound.sharp)


def placed(alpha, epsilon):
    """The largest error that such models can have, however their errors are placed."""
    r = math.ceil(6 * math.log(4 / alpha) / epsilon)
    return brute.worst_mixture(brute.sigma(-epsilon * (r - 2 * np.arange(r + 1)) / 2), r * alpha / 4)


def planned_size():
    """n is r m(α/4, β/r)."""
    for alpha, epsilon in itertools.product(*PLANS.values()):
        asked, r = [], math.ceil(6 * math.log(4 / alpha) / epsilon)
        n = prediction.soft_majority_sample_size(alpha, 0.1, epsilon, lambda *ab: asked.append(ab) or 7)
        require(prediction.n_parts(alpha, epsilon) == r and n == 7 * r and asked == [(alpha / 4, 0.1 / r)],
                f"n = {n}; asked {asked}")
    return {"seven": prediction.soft_majority_epsilon(7, epsilon=4.0)}


def soft_size():
    """Corollary 4.2's size from its parts, beside the expression inside O."""
    d, alpha, beta, epsilon = np.ix_((1, 5, 50, 5000), (0.001, 0.02, 0.25), (1e-6, 0.01, 0.25), (0.01, 0.2, 1.0))
    parts = np.ceil(6 * np.log(4 / alpha) / epsilon)
    explicit = parts * pac.vc_sample_size(d, alpha / 4, beta / parts)
    package = prediction.private_prediction_sample_size(d, alpha, beta=beta, epsilon=epsilon)
    require((package == explicit).all(), "the explicit size is r parts of the VC bound each")
    log = np.log(1 / alpha)
    ratio = explicit / (d * log**2 + log * np.log(log / (epsilon * beta))) * (epsilon * alpha)
    require(50 < ratio.min() and ratio.max() < 3000,
            f"a constant times the printed size; ratios {ratio.min()} to {ratio.max()}")
    loose = prediction.private_prediction_sample_size(1, 0.25, beta=0.25, epsilon=[100.0, 1e4])
    require(loose[0] == loose[1], f"a part is the least there can be; got {loose}")
    return {"low": ratio.min(), "high": ratio.max(), "settings": ratio.size, "loose": loose[0]}


def lower():
    """Theorem 4.3 where it is false, and the step of its proof."""
    alpha, epsilon = 0.001, 0.1
    n, claimed = prediction.constants_sample_size(alpha, epsilon), prediction.lower_bound(1, alpha, epsilon=epsilon)
    error, before = (brute.coin(0, k, epsilon / 2) for k in (n, n - 1))
    require(error <= alpha < before and n < claimed / 2,
            f"{n} labels err with probability {error}, the bound asks for {claimed}")
    # labels 10 and 11 of two points: one heavy and known, one light
    thresholds = prediction.lower_bound_sharp(2, alpha, epsilon=epsilon)
    require(thresholds > claimed, f"thresholds on two points; got {thresholds}")
    half = prediction.lower_bound(4, 0.5, epsilon=epsilon)   # of what a coin without data can do
    tails = [special.pdtrc(math.floor(1 / (4 * e) + 1e-9), 1 / (8 * e)) for e in (1.0, 0.05, 0.04)]
    require(half > 1 and tails[0] > 0.1 and tails[1] > 1 / 24 > tails[2],
            f"the step of the proof asks for 1/24; got {tails}")
    return {"n": n, "error": error, "claimed": claimed, "thresholds": thresholds, "half": half, "tails": tails}


def programs():
    """Linear programs over all (ε, ε/3)-private predictors of a bit of some mass."""
    tried, closest = 0, math.inf
    for epsilon, mass in itertools.product((0.3, 1.0, 2.5), (0.4, 1.0)):
        delta = min(epsilon / 3, 0.99)
        least = np.array([brute.least_bit_error(n, mass, epsilon, delta) for n in range(9 if mass == 1 else 6)])
        package = [prediction.smallest_error(n, mass, epsilon=epsilon, delta=delta) for n in range(len(least))]
        require(np.allclose(least, package, rtol=0, atol=1e-7),
                f"the least errors by linear programming are {least}; got {package}")
        require(mass < 1 or (1 - least <= h(epsilon * np.arange(len(least))) + 1e-9).all(),
                "h must bound the chance to be right")
        bound = prediction.lower_bound_sharp(2, mass / 4, epsilon=epsilon)   # 4α/(d-1) = mass
        need = next((n for n, error in enumerate(least) if error <= 1 / 3 + 1e-9), math.inf)
        require(need >= bound, f"{need} examples are enough, the bound says {bound}")
        tried, closest = tried + len(least), min(closest, need / bound)
    return {"programs": tried, "closest": closest}


def h(t):
    """The proof's bound on the chance to be right after t sights, at ε = 1."""
    return 4 / 3 - 5 / 3 * brute.sigma(-t)


def concave():
    """h is concave, and 2/3 at ln(3/2)."""
    require((np.diff(h(np.linspace(0, 30, 3001)), 2) <= 1e-12).all() and abs(h(math.log(1.5)) - 2 / 3) < 1e-12,
            "h is concave")


def needed():
    """What the world of the proof needs, beside the bounds."""
    worlds, ratios = points({"vc_dim": (2, 3, 30), "alpha": (1e-3, 0.05, 0.25), "epsilon": (0.01, 0.3, 1.0, 3.0)}), []
    for at in worlds:
        exact = prediction.smallest_sample_size(**at, delta=min(at["epsilon"] / 3, 0.999))
        bound = prediction.lower_bound_sharp(**at)
        require(exact >= bound > prediction.lower_bound(**at), f"{exact} >= {bound} > printed must hold at {at}")
        ratios.append(exact / bound)
    return {"settings": len(ratios), "least": min(ratios)}


STATEMENTS = (
    Statement(
        "DF18-D1.1", "Definitions 1.1 and 1.2", "Private prediction", Verdict.HOLDS, "06-private-prediction",
        hypotheses="Data $S$ of $n$ examples $(x_i, y_i)$; neighbors differ in one example.",
        claim=r"""An interface $M$ is $(\varepsilon,\delta)$-DP if, for every way to choose the questions, all
            answers together are $(\varepsilon,\delta)$-DP in $S$. A prediction algorithm is
            $(\varepsilon,\delta)$-DP if at every $x$ the answer $M(S, x)$ is.""",
        correction=r"""The second speaks of one answer. $k$ answers that are $\varepsilon$-DP each make an interface
            that is $k\varepsilon$-DP, and may cost all of that; so an interface has a budget, and stops.""",
        check=says(
            """Three parts, ε = 0.7, all 128 ways to choose 3 questions about 2 points: one answer is
                {single:.4f}-DP, the three together {three:.4f}-DP. That is three times as much, and above ε. A
                server with the budget 3ε gave {given} of 10 answers asked for.""",
            interface),
    ),
    Statement(
        "DF18-INTRO-SOFT", "section 4.1, in words", "The coin before the theorem", Verdict.TYPO,
        "06-private-prediction",
        hypotheses="$r$ models from disjoint parts of the data.",
        claim=r"""Answer $b$ with probability proportional to $e^{\varepsilon\,|\{i : f_i(x) = b\}|}$: an
            $\varepsilon$-DP prediction.""",
        words=r"with probability proportional to $e^{\epsilon|\{i\in[r]:f_i(x)=b\}|}$",
        correction=r"""Half the exponent, as in the proof of Theorem 4.1. One example moves a vote from one label to
            the other, so the printed odds by $e^{2\varepsilon}$; the exact value is
            $<soft_majority_epsilon_printed>$: above $\varepsilon$ from $r = 2$ on, near $2\varepsilon$ for large
            $r$.""",
        formulas=(prediction.soft_majority_epsilon_printed,),
        check=says(
            """All patterns of votes: at ε = 1 the exact ε is {two:.4f} with 2 parts, {five:.4f} with 5 and
                {many:.4f} with 1000.""",
            *coin(prediction.soft_majority_probability_printed, prediction.soft_majority_epsilon_printed, 1.0,
                   {"n_parts": (1, 2, 3, 5, 8), "epsilon": (0.1, 1.0, 3.0)}), passed),
    ),
    Statement(
        "DF18-L3.1", "Lemma 3.1", "Data sets that differ in k examples", Verdict.HOLDS,
        "deeper/6b-averages-and-lower-bounds",
        hypotheses=r"An $(\varepsilon,\delta)$-DP prediction algorithm.",
        claim=r"""For data sets that differ in at most $k$ examples its answers are $(k\varepsilon,\; k
            e^{\varepsilon(k-1)}\delta)$-close.""",
        correction=r"""The steps add up to $\delta(1 + e^{\varepsilon} + \dots + e^{(k-1)\varepsilon}) =
            \delta\frac{e^{k\varepsilon}-1}{e^\varepsilon-1}$, which is less, and attained.""",
        check=says(
            r"""All chains of two-label laws on a grid, $e^\varepsilon = 2$, δ = 1/40: two steps cost δ = {two:.4f}
                (printed {printed_two:.4f}), three {three:.4f} (printed {printed_three:.4f}); the sum $\delta(1 +
                e^\varepsilon + \dots)$ is attained.""",
            chains),
    ),
    Statement(
        "DF18-T4.1", "Theorem 4.1", "The soft majority", Verdict.HOLDS, "06-private-prediction",
        hypotheses=r"""A PAC learner for $C$ that needs $m(\alpha,\beta)$ examples; labels by some $c \in C$; any
            $\varepsilon > 0$.""",
        claim=r"""$r = <n_parts>$ parts of $m(\alpha/4, \beta/r)$ examples give an $\varepsilon$-DP prediction with
            error $\alpha$ and confidence $1-\beta$: with $v$ votes for 1 the answer is 1 with probability
            $1/(1+e^{-\varepsilon(2v-r)/2})$.""",
        correction=r"""Exact: $<soft_majority_epsilon> < \varepsilon$. In the proof $\beta/t$ must read $\beta/r$,
            $v(x)$ is $v(S,x)$, and $e^{-\ln(\alpha/4)}$ is $e^{-\ln(4/\alpha)}$.""",
        formulas=(prediction.n_parts, prediction.soft_majority_epsilon),
        check=says(
            """With models that err on α/4 each, the worst placing of their errors gives error at most {ratio:.3f} α
                in {settings} settings. The exact ε of 7 parts at ε = 4 is {seven:.5f}.""",
            *coin(prediction.soft_majority_probability, prediction.soft_majority_epsilon, 0.5,
                  {"n_parts": (1, 2, 4, 7), "epsilon": (0.1, 1.0, 4.0)}), planned_size,
            ordered(plan, "alpha", PLANS), ordered(plan_sharp, plan, PLANS),
            equal(plan_sharp, placed, PLANS, within=1e-9), ordered(placed, "alpha", PLANS)),
    ),
    Statement(
        "DF18-C4.2", "Corollary 4.2 (2.1)", "Examples for a class of VC dimension d", Verdict.ASYMPTOTIC,
        "deeper/6b-averages-and-lower-bounds",
        hypotheses=r"VC dimension $d$; all $\alpha, \beta, \varepsilon > 0$.",
        claim=r"""$n = O\big(\frac{d\ln^2(1/\alpha) +
            \ln(1/\alpha)\ln(\ln(1/\alpha)/(\varepsilon\beta))}{\varepsilon\alpha}\big)$ examples are enough.""",
        correction=r"""$n = r\max\big(\frac4a\log_2\frac2b,\ \frac{8d}{a}\log_2\frac{13}{a}\big)$ with $a =
            \alpha/4$, $b = \beta/r$, $r$ of Theorem 4.1. Not for all $\varepsilon$: one part is the least, so
            $\varepsilon = O(\ln(1/\alpha))$ is needed.""",
        check=says(
            """With the VC bound for m the explicit n is {low:.0f} to {high:.0f} times the expression inside O in
                {settings} settings with α, β ≤ 1/4, ε ≤ 1. From ε = 100 to ε = 10000 it stays {loose}, while the
                expression falls a hundredfold.""",
            soft_size),
    ),
    Statement(
        "DF18-T4.3", "Theorem 4.3 (2.2)", "What private prediction must cost", Verdict.LIMITED,
        "deeper/6b-averages-and-lower-bounds",
        hypotheses=r"""VC dimension $d$; all $\alpha, \varepsilon > 0$; $(\varepsilon,\varepsilon/3)$-DP prediction,
            error $\alpha$, failure probability $1/12$.""",
        claim=r"$n \ge \frac{d}{32\,\varepsilon\alpha}$ examples are needed.",
        words=r"for all $\alpha,\epsilon>0$",
        correction=r"""True for $d \ge 2$ and $\alpha \le 1/4$ (DF18-OURS-T4.3); the proof asks for “$d$ larger than
            some fixed constant” and goes down from $\alpha = 1/4$. Not for every class with $d = 1$: for the two
            constants on one point about $2\ln(1/\alpha)/\varepsilon$ are enough. Not for $\alpha \ge 1/2$; between
            $1/4$ and $1/2$ we know neither a proof nor a counterexample. Its step
            $\Pr[\mathrm{Poisson}(\frac{1}{8\varepsilon}) > \frac{1}{4\varepsilon}] \le \frac1{24}$ wants a small
            $\varepsilon$, whatever $d$ is.""",
        check=says(
            """The two constants on one point, α = 0.001, ε = 0.1: the soft majority of n = {n} labels errs with
                probability {error:.6f}; the bound says n ≥ {claimed:.1f}. Thresholds on two points need
                {thresholds:.1f}, by the argument of DF18-OURS-T4.3 with one light point. At α = 1/2 no data are
                needed, and the bound is {half:.1f} at d = 4. The tail that the proof wants below 1/24 = 0.0417 is
                {tails[0]:.4f} at ε = 1, {tails[1]:.4f} at 0.05.""",
            lower),
    ),
    Statement(
        "DF18-OURS-T4.3", "sharpening of Theorem 4.3", "What it must cost, where that is true", Verdict.OURS,
        "deeper/6b-averages-and-lower-bounds",
        hypotheses=r"""$d \ge 2$, $0 < \alpha \le 1/4$, any $\varepsilon > 0$; else as Theorem 4.3, with error
            $\alpha$ at probability $11/12$.""",
        claim=r"$n \ge \frac{\ln(3/2)\,(d-1)}{4\alpha\varepsilon}$ examples are needed.",
        correction=r"""A point of mass $\frac{4\alpha}{d-1}$ is seen $t$ times. Flipping these labels, the chance to
            be right is $g(t) \le h(t) = \frac43 - \frac53\cdot\frac{1}{1+e^{\varepsilon t}}$ (Lemma 3.1, $\delta =
            \varepsilon/3$). $h$ is concave, so $\frac23 \le \mathbb{E}g(t) \le h(\mathbb{E}t)$, hence $\mathbb{E}t
            = \frac{4\alpha n}{d-1} \ge \frac{\ln(3/2)}{\varepsilon}$.""",
        check=says(
            """{programs} linear programs over all (ε, ε/3)-private predictors of a bit give the package's least
                error; the first n with error 1/3 is at least {closest:.2f} times the bound. In {settings} settings
                the world of the proof needs at least {least:.2f} times the bound.""",
            programs, concave, needed),
    ),
)
