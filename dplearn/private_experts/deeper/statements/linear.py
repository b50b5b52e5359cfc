"""Cards for DR14, section 11.3: LinearLearner, its privacy and its risk.

Theorem 11.5 is one card with two readings (`DR14-T11.5`); what lies beyond its range of ε (`DR14-T11.5-RANGE`) and
the larger rate (`DR14-T11.5-SHARP`) are ours.  L stands for ln(1/δ).  The pair that refutes: the first record (1, -1)
becomes (-1, 1), all others are 0; then the actions 2 .. T are independent bits with odds e^±2η.
"""

import contextlib
import itertools
import math

import numpy as np

from .... import privacy, private_experts
from ....brute import binomial
from ....claim import between, ordered, points, refuted, says
from ....experts.deeper import brute as deeper_experts_brute
from ....statement import Statement, Verdict, require
from ... import brute, deeper
from ...statements._claims import capped, private, sharper
from .. import brute as deeper_brute


def _rate(T, epsilon, delta):
    return private_experts.linear_eta(T, epsilon * (1 - 1e-12), delta)


def _printed(T, epsilon, delta):
    return private_experts.linear_eta.record.body(n=T, epsilon=epsilon, delta=delta, analysis="dr14")  # for every ε


def _runs():
    """Frequencies of θ beside its law, enumerated over all sequences of actions."""
    rng, records, runs = np.random.default_rng(61), np.array([[1.0, -1.0], [-0.5, 1.0], [1.0, 0.0], [1.0, 1.0]]), 1000
    off = np.abs(private_experts.linear_learner_probabilities(records, eta=0.4)
                 - deeper_experts_brute.laws(records, 0.4)).max()
    require(off < 1e-12, f"the law must be that of weights kept by hand; off by {off}")
    theta = np.array([private_experts.linear_learner(records, epsilon=6.0, delta=0.1, rng=rng) for _ in range(runs)])
    seen = np.bincount(np.rint(4 * theta[:, 1]).astype(int), minlength=5) / runs
    off = np.abs(seen - deeper_brute.share_law(records, _printed(4, 6.0, 0.1))).max()
    # Five frequencies, each off by more than this with probability at most 2e-7 (Hoeffding): 1e-6 in all.
    slack = math.sqrt(math.log(2 / 2e-7) / (2 * runs))
    require(off <= slack, f"θ must follow the enumerated law; off by {off}, allowed {slack}")
    return {"runs": runs, "off": off}


def _tiny_audit():
    """Largest ε of the actions and of θ alone, over all data in {-1, 1}^2, T = 3, and all neighbors."""
    eta, corners = 0.1, list(itertools.product((-1.0, 1.0), repeat=2))
    data = {rows: (deeper_experts_brute.sequence_law(rows, eta), deeper_brute.share_law(rows, eta))
            for rows in itertools.product(corners, repeat=3)}
    found = [[privacy.exact_epsilon(one, other) for one,
              other in zip(data[rows], data[(*rows[:t], row, *rows[t + 1:])])]
             for rows, t, row in itertools.product(data, range(3), corners) if row != rows[t]]
    actions, theta = np.max(found, axis=0)
    require(2 * eta * 2 < theta <= actions <= 4 * eta * 2,
            f"true ε must lie above 2η(T-1) = 0.4 and below 4η(T-1); got {actions}, {theta}")
    return {"pairs": len(found), "actions": actions, "theta": theta}


def _days():
    T, delta = 1000, 1e-6
    eta = _rate(T, 1.0, delta)
    half, proof = (privacy.advanced_composition(step, T, delta) for step in (2 * eta, 4 * eta))
    require(abs(half - 0.5) < 0.02 and proof > 1, f"with 4η Theorem 3.20 must miss ε = 1; got {proof}")
    exact = [private_experts.worst_pair_profile(T, 1.0, eta=2 * eta),
             privacy.bounded_range_composition_delta(4 * eta, T - 1, 1.0),
             privacy.pure_composition_delta(4 * eta, T - 1, 1.0)]
    require(exact == sorted(exact) and exact[-1] <= delta, f"the statement must hold, for any such steps: {exact}")
    return {"proof": proof, "exact": exact}


def _from_actions(T, epsilon, delta):
    return private_experts.worst_pair_profile(T, epsilon, eta=2 * _printed(T, epsilon, delta))


def _from_theta(T, epsilon, eta):
    """δ(ε) of the pair from θ alone: the uniform first action blurs the count of the others."""
    count = binomial(T - 1, 1 / (1 + math.exp(-2 * eta)))
    count = (np.append(count, 0) + np.append(0, count)) / 2
    return float(np.maximum(count - math.exp(epsilon) * count[::-1], 0).sum())


def _refused():
    for at in FAR:
        with contextlib.suppress(ValueError):
            private_experts.linear_eta(1000, at["epsilon"], at["delta"])
            raise AssertionError(f"the package must refuse {at}")


FAR = [*points({"T epsilon delta": ((1000, 20.0, 0.5), (1000, 30.0, 0.1))})]


def _ranged(T, epsilon, delta):
    return private_experts.linear_eta(T, epsilon, delta, analysis="bounded-range")


def _gain(T, epsilon, delta):
    return 4 / (1 + math.sqrt(1 - epsilon / math.log(delta))) * math.sqrt(T / (T - 1))


def _simple(T, epsilon, delta):
    return epsilon / math.sqrt(8 * (T - 1) * (epsilon - math.log(delta)))


_larger = sharper(lambda **at: _ranged(**at) / _printed(**at), _gain, _simple, _ranged, _printed, 4)


def _expected_excess(mu, eta, T=4):
    """E<θ, μ> - min μ over all data sets of T records with independent ±1 coordinates of means μ, exactly."""
    cells = np.array(list(itertools.product((-1.0, 1.0), repeat=len(mu))))
    mass = np.prod((1 + cells * mu) / 2, axis=1)
    return sum(mass[list(rows)].prod() * float(deeper_experts_brute.laws(cells[list(rows)], eta).mean(axis=0) @ mu)
               for rows in itertools.product(range(len(cells)), repeat=T)) - min(mu)


def _explicit(n, d, epsilon, delta, beta=None, analysis="dr14"):
    eta = private_experts.linear_eta(n, epsilon, delta, analysis=analysis)
    return deeper.excess_risk_bound(n, d, eta=eta, beta=beta)


def _simulated():
    n, mu, rng = 1000, np.where(np.arange(8) == 0, -0.1, 0.0), np.random.default_rng(62)
    thetas = [private_experts.linear_learner(np.where(rng.random((n, 8)) < (1 + mu) / 2, 1.0, -1.0), epsilon=1.0,
                                             delta=1e-6, rng=rng) for _ in range(60)]
    excess, bound = thetas @ mu - mu.min(), _explicit(n, 8, 1.0, 1e-6, 0.05)
    require((excess > bound).mean() <= 0.05,
            f"the bound must hold with probability 1 - β; {excess.max()} against {bound}")
    return {"runs": 60, "most": excess.max(), "bound": bound,
            "best": _explicit(n, 8, 1.0, 1e-6, 0.05, "bounded-range-optimal")}


ORDERS = {"d": (2, 100, 10**6), "epsilon": (0.01, 0.1, 1.0), "delta": (0.5, 1e-3, 1e-12), "beta": (0.5, 0.05, 1e-9)}


def _constant(d, epsilon, delta, beta, T=10**6):
    """The explicit form over the printed expression: T cancels."""
    return _explicit(T, d, epsilon, delta, beta) / (math.sqrt(-math.log(delta) / T) * math.log(d / beta) / epsilon)


STATEMENTS = (
    Statement(
        "DR14-A17", "Algorithm 17, LinearLearner", "A linear predictor from private experts", Verdict.TYPO,
        "deeper/4b-linear-learner",
        hypotheses=r"""Records $S = (x_1, \dots, x_T)$ in $[-1,1]^d$, i.i.d. “from some known distribution”
            $\mathcal{D}$.""",
        claim=r"""Algorithm: the experts are the $d$ basis vectors, the losses of day $t$ are $\ell^t = x_t$; run
            RWM with $\eta = \frac{\varepsilon}{\sqrt{32T\ln(1/\delta)}}$ and output $\theta^T = \frac1T\sum_t a_t$.""",
        words="drawn from some known distribution",
        correction=r"""An unknown distribution: a few lines below, “our only access” to it is the sample. (The losses
            are in $[-1,1]$, where section 11.2 has $[0,1]$: see Theorem 11.5.)""",
        check=says(
            """The law of $a_t$ agrees with weights kept by hand (to 1e-12); in {runs} runs on 4 records in
                $[-1,1]^2$ the frequencies of θ are within {off:.3f} of the law enumerated over all 16 sequences.""",
            _runs),
    ),
    Statement(
        "DR14-T11.5", "Theorem 11.5 and its proof", "LinearLearner is private, but not for the reason given",
        Verdict.GAP, "deeper/4b-linear-learner",
        hypotheses=r"""Any records in $[-1,1]^d$; neighbors differ in one record. No condition on $\varepsilon$ and
            $\delta$ is printed, here or in Theorem 11.2.""",
        claim=r"""$\mathrm{LinearLearner}(S, \varepsilon, \delta)$ is $(\varepsilon, \delta)$-differentially
            private, “simply an instantiation” of RWM with the update parameter of Theorem 11.2.""",
        words="it is simply an instantiation of the randomized weighted majority algorithm",
        readings=(r"$\varepsilon < 1$, as in the corollary behind Theorem 11.2", r"every $\varepsilon$, as printed",
                  Verdict.LIMITED),
        correction=r"""One record moves $\sum_j\ell_i^j$ by up to 2, so a step is $4\eta$-DP, not $2\eta$, and
            Theorem 3.20 gives more than $\varepsilon$. The slack is in composition: a step has range $4\eta$, so
            $\rho = 2T\eta^2 = \frac{\varepsilon^2}{16L}$ and $\rho + 2\sqrt{\rho L} = \frac{\varepsilon^2}{16L} +
            \frac\varepsilon2 \le \varepsilon$ for $\varepsilon \le 8L$, $L = \ln(1/\delta)$: for $\varepsilon < 1$
            that is $\delta \le 0.88$.""",
        check=says(
            r"""d = 2, T = 3, η = 0.1, all {pairs} neighboring pairs of data in $\{{-1,1\}}^2$: true ε =
                {actions:.5f}, from θ alone {theta:.5f}; the proof's 2η(T-1) is 0.4. T = 1000, ε = 1, δ =
                $10^{{-6}}$: Theorem 3.20 with steps 4η gives ε = {proof:.4f}. But the exact δ(1) is {exact[0]:tex} for
                the pair that looks worst, at most {exact[1]:tex} for any steps of range 4η, {exact[2]:tex} for any
                4η-DP steps. In {settings} settings with ε ≤ 8L steps of range 4η have at most {worst:.3f} δ.""",
            _tiny_audit, _days, private(_rate, capped(8, T=(2, 30, 2000), delta=(1e-9, 1e-3, 0.3, 0.9)), 4)),
    ),
    Statement(
        "DR14-T11.5-RANGE", "on Theorem 11.5, for large ε", "Where LinearLearner is not private", Verdict.OURS,
        "deeper/4b-linear-learner",
        hypotheses=r"LinearLearner at its printed rate; $L = \ln(1/\delta)$.",
        claim=r"""It is $(\varepsilon, \delta)$-differentially private for $\varepsilon \le 8L$. As $\delta \to 0$ the
            constant 8 cannot be raised, even if only $\theta^T$ is seen.""",
        correction=r"""Up to $8L$: see Theorem 11.5. Beyond: $x_1 = (1, -1)$ against $(-1, 1)$, all other records 0. As
            $T$ grows the log-ratio of all actions tends to a normal variable of mean $\rho =
            \frac{\varepsilon^2}{16L}$ and variance $2\rho$; at $\varepsilon = cL$ it exceeds $\varepsilon$ with
            probability $e^{-4(1 - c/16)^2L + o(L)}$, and that is above $\delta = e^{-L}$ once $c > 8$.""",
        check=says(
            """T = 1000: ε = 20, δ = 0.5 has exact δ(ε) = {a:.4f} from the actions and {b:.4f} from θ alone; ε = 30,
                δ = 0.1 has {c:.4f} and {d:.4f}. The package refuses both. At δ = $10^{{-6}}$, T = 100000 it fails
                from ε = {limit:.2f} L on.""",
            _refused,
            *(refuted("delta", truth, at, name) for name, truth, at in zip("abcd", (
                _from_actions, lambda **at: _from_theta(at["T"], at["epsilon"], _printed(**at))) * 2,
                (FAR[0], FAR[0], FAR[1], FAR[1]))),
            between(8, lambda: brute.crossing(10**5 - 1, lambda e: 2 * _printed(10**5, e, 1e-6), 1e-6), 9.5, "limit")),
    ),
    Statement(
        "DR14-T11.5-SHARP", "sharpening of Theorem 11.5", "A larger learning rate for LinearLearner, for every ε",
        Verdict.OURS, "deeper/4b-linear-learner",
        hypotheses=r"As in Theorem 11.5; any $\varepsilon > 0$, $0 < \delta < 1$, $T \ge 2$.",
        claim=r"""LinearLearner with $\eta = \frac{\varepsilon}{\sqrt{8(T-1)(L+\varepsilon)}}$, or $\eta =
            \frac{\sqrt{L+\varepsilon} - \sqrt L}{\sqrt{2(T-1)}}$, which is larger, is $(\varepsilon, \delta)$-DP;
            $L = \ln(1/\delta)$.""",
        correction=r"""As for Theorem 11.2, with range $4\eta$ in place of $2\eta$: $\rho = 2(T-1)\eta^2$. The
            larger rate is $\frac{4}{1+\sqrt{1+\varepsilon/L}}\sqrt{\frac{T}{T-1}}$ times the printed one: nearly 2
            for $\varepsilon$ far below $L$, less for larger ε.""",
        check=_larger,
    ),
    Statement(
        "DR14-T11.6", "Theorem 11.6", "The risk of LinearLearner", Verdict.ASYMPTOTIC, "deeper/4b-linear-learner",
        hypotheses=r"""$T$ i.i.d. records with mean $\mu$; $0 < \beta < 1$; $\varepsilon$ bounded and $\delta$,
            $\beta$ away from 1, or the printed $O(\cdot)$ is too small.""",
        claim=r"""With probability at least $1 - \beta$: $\mathbb{E}_x\langle\theta^T, x\rangle \le
            \min_{\theta^*}\mathbb{E}_x\langle\theta^*, x\rangle +
            O\big(\frac{\sqrt{\ln(1/\delta)}\ln(d/\beta)}{\varepsilon\sqrt T}\big)$.""",
        correction=r"""For any $\eta$: at most $\frac\eta2 + \frac{\ln d}{\eta T}$ in expectation, and with
            probability $1 - \beta$ at most $\frac\eta2 + \frac{\ln d}{\eta T} + 3\sqrt{2\ln(3/\beta)/T}$. Regret
            against the best coordinate is at most the first two terms for every sequence; three times Azuma, each
            with differences in an interval of length 2 and at $\beta/3$: the draws of $a_t$, the records under
            $\langle a_t, \cdot\rangle$, and the one best coordinate. No union over $d$ is needed.""",
        check=says(
            r"""In {worlds} settings (4 pairs of means, 3 rates) with d = 2, T = 4 the exact expected excess over
                all data sets is at most {ratio:.2f} of $\eta/2 + \ln d/(\eta T)$. With d = 8, T = 1000, ε = 1, δ =
                $10^{{-6}}$, means -0.1 and 0: {runs} runs have excess at most {most:.3f}, the bound (β = 0.05) says
                {bound:.2f}, and {best:.2f} at the largest η that optimal composition permits. For ε ≤ 1 and δ, β ≤
                1/2 the explicit form is at most {constant:.2f} times the printed expression.""",
            ordered(_expected_excess, lambda eta: deeper.excess_risk_bound(4, 2, eta=eta),
                    {"mu": [(0.0, 0.0), (-0.3, 0.1), (-1.0, 1.0), (0.5, 0.4)], "eta": (0.1, 0.8, 3.0)}, count="worlds"),
            _simulated, between(0, lambda: max(_constant(**at) for at in points(ORDERS)), 8, "constant")),
    ),
)
