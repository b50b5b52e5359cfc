"""Online queries: what its prose says, computed."""

from functools import cache

import numpy as np
from claims import checked, prints, simulated

from dplearn import data, experiments, privacy, query_release as qr
from dplearn.query_release.experiments import online

DESK = {"n": 45_222, "epsilon": 1.0, "delta": 1e-6}
SEED, BROKEN, printed = 1886, experiments.broken_sparse.at(), prints("deeper/5a-online-queries")
*_, ASKED, WORST, _, UPDATES, LAST = printed("[picture: Left: how far")


epoch, at_cards = experiments.epoch_cost.at, experiments.online_cards.at


def updates(rate="half"):
    return experiments.online_updates.at(rate=rate)


def an_eighth():
    four = updates("four")
    assert np.isclose(8 * four["sharp"], updates()["printed"])
    return four | {"sharp": int(four["sharp"])}


def at_random():
    """To tens, as the page says it."""
    return round(simulated(experiments.online_updates, 0.1, seed=SEED, runs=200)["mean"], -1)


def u17_budget():
    """What is proved of U17's budget, and the δ(1) of the noisy answers alone."""
    budget = qr.online_budget(max_updates=100, calibration="printed", **DESK)
    less = np.exp(-budget.epsilon_answer) / 2
    told = privacy.product_profile(np.full((100, 2), 0.5), np.tile([less, 1 - less], (100, 1)), 1.0)
    return budget.guarantee.epsilon, told


def leak(shown, key, c):
    return lambda: f"{experiments.sign_leak.at(c=c)[key]:.1e}" == shown


def rising(*names):
    return all(experiments.broken_sparse.at(k=40)[name] > 1.5 * BROKEN[name] for name in names)


def variants():
    """Published versions but the authors' own and U17's, and how many of them have a flaw."""
    flawed = [bool(v.flaw) for name, v in qr.VARIANTS.items() if name not in ("lyu", "u17")]
    return len(flawed) == 5 and sum(flawed) == 4


def three_convicted():
    """By the largest ε that the page's audits print beside 1 claimed and 2 records (of one of them it is ∞)."""
    found = [max(printed(name)[2:], default=np.inf) for name in ("lyu", "dwork-roth", "u17", "lee-clifton", "stoddard")]
    return [epsilon <= 1 for epsilon in found] == [True, True, False, False, False]


def noise(parts, by):
    return qr.answer_scale(parts, by=by, noise="gaussian", **DESK)


def on_cells():
    """Expected sum of 256 noises above 0, or below 0, whichever is the larger: |Σz|/2 more than half of Σ|z|."""
    return (256 + 16) * noise(1, "marginal") / np.sqrt(2 * np.pi)


@cache
def cards(**how):
    """Mean of forty runs with 30,000 people."""
    setting = experiments.online_cards.setting(**how)
    return float(np.mean([online.largest_error(setting, 30_000, np.random.default_rng([SEED, run]))
                          for run in range(40)]))


def theorem(k=200_000, d=24, alpha=0.1, beta=0.05):
    """The printed form, never below what the package's larger ε₀ needs."""
    union = np.log((k + 2 * qr.planned_updates(2**d, alpha) + 1) / beta)
    n = 8 * np.sqrt(10) * union * np.sqrt(d * np.log(2) * (np.log(1e6) + 1)) / alpha**2
    least = qr.online_sample_size(2**d, k, alpha=alpha, beta=beta, epsilon=1.0, delta=1e-6)
    return n if 0.95 * n < least < 1.001 * n else np.nan


CLAIMS = {
    "so {cells:,} cells": 2**16,
    "U17 allows {printed:,.0f} at its $\\eta = \\alpha/2$, whatever is asked. An adversary forces {forced:,.0f}.":
        updates,
    "Queries at random cost about {drawn:.0f}.": at_random,
    "an eighth of that: {sharp}, and the adversary forces {forced:.0f}": an_eighth,
    "a log-ratio of ${one:.0f}\\varepsilon_0$ after one test, ${many:.3f}\\,\\varepsilon_0$ after a thousand":
        (epoch(k=1)["surprise"], epoch()["surprise"]),
    "and ${answer:.0f}\\varepsilon_0$ with": epoch,
    "So $\\varepsilon_0 = \\varepsilon/\\sqrt{20T(L+\\varepsilon)}$ is enough.": checked("U17-ONL-PRIV"),
    "is proved for $\\varepsilon = {proved:.2f}$, and false for 1": u17_budget()[0],
    "the noisy answers alone can have $\\delta(1) \\ge 7\\cdot10^{-6}$": 7e-6 < u17_budget()[1] < 7.5e-6,
    "Once: $1.4\\cdot10^{-4}$.": leak("1.4e-04", "once", 10),
    "A thousand times: {asked:.1%}.": experiments.sign_leak.at(c=10),
    "At twenty scales a thousand times is $7.6\\cdot10^{-6}$, still above it.": leak("7.6e-06", "asked", 20),
    "examined five published versions of the sparse vector technique. Four do not keep what they claim.": variants,
    "**Answer.** {chen:.0f} times, and rising with each test": BROKEN,
    "Lee and Clifton {lee:.2f} times, Roth's lecture notes {roth:.2f} times and rising": BROKEN,
    "times and rising": rising("chen", "roth"),
    "U17's noise {u17:.0f} times": BROKEN,
    "finds the flaw of three versions": three_convicted,
    "eight bits of {n:,} **real** people": data.load_adult_bits().n,
    "plans for {planned:,}.": qr.planned_updates(256, 0.1),
    "She will ask {asked:,.0f} questions.": ASKED,
    "**Answer.** {updates:.0f}, the last at question {last:.0f}. No answer is off by more than {worst:.3f}.":
        (UPDATES, LAST, WORST),
    "Gaussian noise on each answer has a largest error of {each:.3f}.":
        qr.gaussian_max_expected(6560, noise(6560, "query")),
    "answers *every* query there is to {cells:.3f} in expectation": on_cells,
    "the tool is wrong, by a factor of seven": round(WORST / on_cells()) == 7,
    "noise on {cells:.0f} million cells": 2**24 / 1e6,
    "Gaussian noise on each answer: {own:.3f}, and on the cells: {cells:.3f}, worse than no data at all ({blind:.2f}).":
        at_cards,
    "The desk errs by {mean:.2f} on average over runs": cards,
    "**Here online PMW is the right tool**": cards() < min(at_cards()[way] for way in ("cells", "own", "blind")) / 2,
    "With $\\eta = \\frac12$ the mean is {slow:.2f}, with 2 it is {fast:.2f}": (cards(eta=0.5), cards(eta=2.0)),
    "made for {planned:,} updates, the 60 are spent too early and it is {theorem:.2f}":
        (qr.planned_updates(2**24, 0.1), cards(eta=0.2)),
    "With 100,000 people noise on each answer is as good": abs(at_cards(n=100_000)["own"] - 0.1) < 0.015,
    "with 16 bits noise on cells is better ({cells:.3f})": at_cards(d=16),
    "put noise on the {d} shares: {told:.4f}": {"d": 24, **at_cards()},
    "so the desk keeps more than was asked of it, $\\delta = 0$": printed("BudgetSpent")[-1] == 0,
    "On eight bits of {n:,} people noise on cells is better.": data.load_adult_bits().n,
    "at $\\beta = 0.05$ that is {n:,.0f} people.": round(theorem(), -3),
    "{factor}\\,\\ln\\frac{k+2T+1}\\beta": "8\\sqrt{10}",
}
GIVEN = r"""
**Predict.** 16 bits
so $U < 4\ln\lvert X\rvert/\alpha^2$
$\eta = 4\alpha$ an eighth
has entries in $[0,1]$ and
and $\alpha = 0.1$. A hundred thousand
at $(1, 10^{-6})$ and 100 updates
false for 1: the noisy
and $10^{-6}$ is not enough
all data sets of 21 people, for one query at $\varepsilon_0 = 1$
with 20 tests below and 3 above
opened at $(1, 10^{-6})$ and $\alpha = 0.1$, with 30 updates
Are 30 updates enough?
And 256 cells are few
30,000 people with $d = 24$
shares from 0.05 to 0.95
200,000 cards come
$T = 60$ updates at a bold rate, $\eta = 1$
the worst of 200,000 answers
with 2 it is
rate $2\alpha = 0.2$
the 60 are spent
With 100,000 people
with 16 bits noise
On 24 bits and 200,000 different
a stream of 41 tests
queries in $[0,1]$: $\eta = 2\alpha$
For the 200,000 cards at $\beta = 0.05$
"""
