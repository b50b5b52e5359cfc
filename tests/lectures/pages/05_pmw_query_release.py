"""Lecture 5: what its prose says, computed."""

from functools import cache

import numpy as np

from dplearn import data, experiments, privacy, query_release as qr
from dplearn.query_release.experiments.census import census, release_errors
from dplearn.query_release.experiments.hunts import day, hunted, sets
from dplearn.release_desk import ReleaseDesk

OFFICE = {"n": 10_000, "delta": 1e-6, "noise": "laplace"}
WAYS = {"split": {"delta": 0.0}, "composed": {}, "gaussian": {"noise": "gaussian"}}


@cache
def noise(k, way, n=10_000):
    """Expected largest of k noises at ε = 1."""
    how = {**OFFICE, **WAYS[way], "n": n}
    largest = qr.gaussian_max_expected if how["noise"] == "gaussian" else qr.laplace_max_expected
    return float(largest(k, qr.answer_scale(k, epsilon=1.0, **how)))


def last(holds, most=10**6):
    """The last k at which a condition that fails for good holds."""
    low, high = 1, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


@cache
def stands(way, limit=0.1, n=10_000):
    return last(lambda k: noise(k, way, n) <= limit)


def promise(k, d=16):
    return float(qr.pmw_best_bound_sharp(2**d, 2 * k, 10_000, 1.0, 1e-6))


def below_from(way):
    return last(lambda k: noise(k, way) <= promise(k)) + 1


@cache
def stolen(answers, ratio):
    e = experiments.reconstruction
    found = e.simulate(e.setting(answers=answers), seed=1886, runs=600)
    return float(found.mean[np.abs(e.simulated_x - ratio).argmin()])


def bikes(t, speed=1.0):
    return experiments.hunt.at(t=t, speed=speed)["error"]


@cache
def first_queries():
    run = qr.multiplicative_weights(day("bikes"), hunted("intervals"), 100, eta="hoeffding")
    return [np.flatnonzero(hunted("intervals").query(int(i)) < 0)[[0, -1]].tolist() for i in run.chosen[:2]], run.errors


def regrets():
    from dplearn import experts
    return all(np.isclose(experts.regret_bound(T, m), 2 * np.sqrt(T * np.log(m))) for T, m in ((100, 24), (1000, 7)))


def one_sided():
    return 1 - float(qr.multiplicative_weights([1.0, 0.0], np.array([[1.0, 0.0]]), 64).histogram[0])


def betrayed():
    """Two neighbors of three records whose worst queries differ."""
    rows, start = np.vstack([np.eye(3), -np.eye(3)]), np.full(3, 1 / 3)
    worst = [qr.worst_query(rows @ (start - np.bincount(x, minlength=3) / 3)) for x in ((0, 1, 2), (0, 0, 2))]
    return worst[0] != worst[1]


@cache
def survey(**change):
    e = experiments.pmw_error
    found = e.simulate(e.setting(**change), seed=1886, runs=400)
    return dict(zip(e.simulated_x.astype(int).tolist(), found.mean.tolist()))


WORLD = 2**16, 32, 500, 1.0, 1e-6
CENSUS = {"n": 45_222, "epsilon": 1.0, "delta": 1e-6}


def steps_of_the_census():
    return qr.best_whole_rounds(2**8, 2 * 448, **CENSUS, sharp=True)


@cache
def one_release(T):
    n, truth, asked = census()
    return qr.max_error(asked, truth, qr.pmw(truth, qr.with_negations(asked), T=T, rng=np.random.default_rng(1886), **CENSUS).histogram)


def mean(way, epsilon=1.0):
    return float(release_errors(way, epsilon).mean())


def sixteen():
    """On average; the companion shows the spread."""
    means = {way: release_errors(way, 0.1, columns=16, runs=3).mean() for way in ("fitted", "mwem")}
    return bool(means["mwem"] < 0.9 * means["fitted"])


def audits():
    signed = np.array([[1.0, -1.0], [-1.0, 1.0]])
    claim = {"n": 3, "T": 2, "eta": 0.5, "epsilon": 1.0}
    return [qr.release_audit(signed, epsilon_step=e, **claim).true_epsilon for e in (0.5, 1.0)]


def three_choices():
    rows = np.vstack([np.eye(3), -np.eye(3)])
    return qr.release_audit(rows, n=3, epsilon_step=0.5, T=3, eta=0.5, epsilon=1.5).true_epsilon


def desk_records():
    return ReleaseDesk(8, method="mwem").newest is None and data.load_adult_bits().n


def halves_of_the_sum():
    """a/√T + b√T is least at T = a/b, where both terms are equal and it is 2√(ab)."""
    T = np.geomspace(1e-3, 1e6, 200_001)
    return all(abs((a / np.sqrt(T) + b * np.sqrt(T)).min() / (2 * np.sqrt(a * b)) - 1) < 1e-6
               and np.isclose(a / np.sqrt(a / b), b * np.sqrt(a / b)) for a, b in ((3.0, 0.01), (0.5, 0.2)))


def shorter_constants():
    """The sharp bound is at most 2(...)^½ with L + ε, the printed one 4(...)^½."""
    for X, Q, n, epsilon, delta in ((2**16, 2000, 10_000, 1.0, 1e-6), (2**8, 896, 45_222, 0.1, 1e-9), (2**20, 10**6, 10**6, 3.0, 1e-3)):
        L = np.log(1 / delta)
        if not np.isclose(qr.pmw_best_bound(X, Q, n, epsilon, delta), 4 * np.sqrt(np.log(Q) * np.sqrt(np.log(X) * L) / (epsilon * n))):
            return False
        if qr.pmw_best_bound_sharp(X, Q, n, epsilon, delta) > 2 * np.sqrt(np.log(Q) * np.sqrt(np.log(X) * (L + epsilon)) / (epsilon * n)):
            return False
    return True


def sharper_choice():
    """The sharper bound is the hunt's term and c⁻¹ max over g of the loss when one query is g/c better than all others."""
    for X, Q, n, epsilon, delta in (WORLD, (2**8, 896, *CENSUS.values())):
        g = np.linspace(0, 20, 200_001)
        most = (g * (Q - 1) * np.exp(-g) / (1 + (Q - 1) * np.exp(-g))).max()
        for T in (30, 120):
            step = np.sqrt(8 / T) * (np.sqrt(np.log(1 / delta) + epsilon) - np.sqrt(np.log(1 / delta)))
            if not np.isclose(qr.pmw_bound_sharp(X, Q, n, epsilon, delta, T), np.sqrt(np.log(X) / (2 * T)) + 2 * most / (step * n), rtol=1e-4):
                return False
    return True


def entropy_of_a_choice():
    """E s = (ln Z - H)/c, Z >= e^{c max s}, H <= ln|Q|."""
    rng = np.random.default_rng(1886)
    for c in (0.1, 1.0, 30.0):
        s = rng.uniform(-1, 1, 50)
        Z = np.exp(c * s).sum()
        P = np.exp(c * s) / Z
        H = -(P * np.log(P)).sum()
        if not (np.isclose(P @ s, (np.log(Z) - H) / c) and Z >= np.exp(c * s.max()) and H <= np.log(50)):
            return False
    return True


def proved_limit():
    """At this ε zCDP gives U17's ε₀ exactly ε, below it less."""
    log = np.log(1e6)
    spent = [qr.certified_epsilon(e / np.sqrt(100 * log), 1e-6, 100) / e for e in (8 * (1 - np.sqrt(0.5)) * log, 30.0, 1.0)]
    return bool(np.isclose(spent[0], 1) and max(spent[1:]) < 1)


def plan_is_best():
    """s²/(αs - a) is least at s = 2a/α."""
    s = np.linspace(1.01, 2000, 2_000_000)
    return all(abs(s[np.where(alpha * s > a, s**2 / np.abs(alpha * s - a), np.inf).argmin()] - 2 * a / alpha) < 0.01
               for a, alpha in ((1.0, 1.0), (6.7, 0.1), (3.3, 0.02)))


CLAIMS = {
    "the worst answer is off by 0.1 after {split} questions; with composition after {composed:,}; with Gaussian noise after {gaussian:,}.":
        lambda: {way: stands(way) for way in WAYS},
    "After {laplace:,} (composition) or {gaussian:,} (Gaussian), \"one half\" to everything":
        lambda: {"laplace": stands("composed", 0.5), "gaussian": stands("gaussian", 0.5)},
    "From a thousand questions to a million it goes from {low:.2f} to {high:.2f}.": lambda: {"low": promise(1000), "high": promise(10**6)},
    "It is below Laplace noise from {laplace:,} questions on, below Gaussian noise from {gaussian:,}.":
        lambda: {"laplace": below_from("composed"), "gaussian": below_from("gaussian")},
    "{times:.0f} million times as many kinds of people; the promise grows by {grows:.0%}.":
        lambda: {"times": 2**24 / 1e6, "grows": promise(1000, 40) / promise(1000) - 1},
    "*Real*: {n:,} census records": lambda: {"n": data.load_adult_bits().n},
    "About {two:.0%} of the bits; with 128 answers {four:.0%}.": lambda: {"two": stolen("each", 2), "four": stolen("each", 4)},
    "*Laplace, ε for all together*: {total:.0%}, nearly a coin": lambda: {"total": stolen("total", 2)},
    "right on average, {ceiling:.0%} at $\\varepsilon = 1$": lambda: {"ceiling": float(qr.reconstruction_ceiling(1.0))},
    "{n:,} busy hours of a bike hire": lambda: {"n": int(data.load_interval_task("rush_hour_by_hour").y.sum())},
    "from hour $a$ to hour $b$, {k} of them, each with its negative": lambda: {"k": sets("intervals").n_queries},
    "the worst of the {k} answers now": lambda: {"k": sets("intervals").n_queries},
    "is worst on \"from {a} to {b} o'clock\": too small by {error:.3f}": lambda: {
        "a": first_queries()[0][0][0], "b": first_queries()[0][0][1], "error": first_queries()[1][0]},
    "Its entries are $-1$ from {a} to {b}: these weights grow": lambda: {"a": first_queries()[0][0][0], "b": first_queries()[0][0][1]},
    "$p^2$ is worst on {a} to {b}, and so on": lambda: {"a": first_queries()[0][1][0], "b": first_queries()[0][1][1]},
    "falls from {one:.3f} to {eight:.3f} at $t = 8$ and {last:.3f} at 100.": lambda: {"one": bikes(1), "eight": bikes(8), "last": bikes(100)},
    "At ten times the rate it is {rash:.2f} there, at a tenth {slow:.2f}": lambda: {"rash": bikes(100, 10.0), "slow": bikes(100, 0.1)},
    "6. Lecture 3: $R_T \\le 2\\sqrt{T\\ln\\lvert X\\rvert}$": regrets,
    "its line 3 holds for $x \\ge -1$": lambda: bool((lambda x: np.exp(-x) <= 1 - x + x**2)(np.linspace(-1, 50, 500_001)).all()),
    "U17's bound says {printed:.2f} and the sharper one {sharp:.2f}; the truth is {average:.2f}.": lambda: experiments.hunt_error.at(T=100),
    "after 64 steps answers {wrong:.3f} too low": lambda: {"wrong": one_sided()},
    "$\\ln\\lvert Q\\rvert$ grows by {two:.1f}": lambda: {"two": np.log(2)},
    "replace one of three records, and the worst query can be another one *for certain*": betrayed,
    "**Answer.** {epsilon:.3f}, over all neighboring data sets": lambda: {"epsilon": three_choices()},
    "for small $\\varepsilon/L$ smaller by $\\sqrt2$": lambda: bool(np.isclose(
        qr.step_epsilon(1e-3, 1e-6, 100) / qr.printed_step_epsilon(1e-3, 1e-6, 100), np.sqrt(2), rtol=1e-3)),
    "is least where both terms are equal, at $T = a/b$, and there it is $2\\sqrt{ab}$": halves_of_the_sum,
    "With the sharper constants the 4 becomes 2, and $L$ becomes $L+\\varepsilon$.": shorter_constants,
    "take for $\\ln\\lvert Q\\rvert$ [the most that a choice can lose]": sharper_choice,
    "$-\\ln\\Pr[q] = \\ln Z-cs(q)$": entropy_of_a_choice,
    "U17's bound is least at $T = {printed}$ steps, the sharper one at {sharp}.": lambda: {
        "printed": qr.best_whole_rounds(*WORLD), "sharp": qr.best_whole_rounds(*WORLD, sharp=True)},
    "is least near $T = {T}$: {least:.2f}.": lambda: {"T": min(survey(), key=survey().get), "least": min(survey().values())},
    "With the bound's $T$ it is {error:.2f}.": lambda: {"error": survey()[128]},
    "The bounds promise {printed:.2f} (U17, which says nothing) and {sharp:.2f} (sharper)": lambda: {
        "printed": qr.pmw_best_bound(*WORLD), "sharp": qr.pmw_best_bound_sharp(*WORLD)},
    "Gaussian noise on each of the sixteen answers errs by {few:.2f}: the hunt loses at the bound's $T$, and $T = {best}$ is hindsight.": lambda: {
        "few": noise(16, "gaussian", 500), "best": min(survey(), key=survey().get) if survey()[128] > noise(16, "gaussian", 500) else None},
    "**Answer.** {right:.3f} and {halved:.3f}.": lambda: dict(zip(("right", "halved"), audits())),
    "{tables} tables of eight cells each, {k} questions": lambda: {"tables": len(census()[2].subsets), "k": census()[2].n_queries},
    "PMW's bound asks for {T:,} steps": lambda: {"T": steps_of_the_census()},
    "So the {tables} *tables* share the budget, not the {k} answers": lambda: {"tables": len(census()[2].subsets), "k": census()[2].n_queries},
    "Uniform answers are off by up to {uniform:.2f}": lambda: {"uniform": qr.max_error(census()[2], census()[1], np.full(256, 1 / 256))},
    "All {T:,} choices bring the error to {all:.4f}, far less than the promised {bound:.3f}.": lambda: {
        "T": steps_of_the_census(), "all": one_release(3250),
        "bound": qr.pmw_bound_sharp(2**8, 896, **CENSUS, T=3250)},
    "Laplace noise errs by {l:.4f} on answers and {lt:.4f} on tables, Gaussian noise by {g:.4f} and {gt:.4f}.": lambda: {
        "l": qr.laplace_max_expected(448, qr.answer_scale(448, **CENSUS)),
        "lt": qr.laplace_max_expected(448, qr.answer_scale(56, by="marginal", **CENSUS)),
        "g": qr.gaussian_max_expected(448, qr.answer_scale(448, noise="gaussian", **CENSUS)),
        "gt": qr.gaussian_max_expected(448, qr.answer_scale(56, by="marginal", noise="gaussian", **CENSUS))},
    "at $\\varepsilon = 1$ it errs by {fitted:.4f} on average": lambda: {"fitted": mean("fitted")},
    "its worst release is better than MWEM's best": lambda: bool(release_errors("fitted", 1.0).max() < release_errors("mwem", 1.0).min()),
    "On these eight columns fitted noise wins at both budgets": lambda: all(
        mean("fitted", e) < min(mean(way, e) for way in ("gaussian", "pmw", "mwem")) for e in (0.1, 1.0)),
    "Then MWEM ({mwem:.4f}), Gaussian noise ({gaussian:.4f}), PMW ({pmw:.4f}).": lambda: {way: mean(way) for way in ("mwem", "gaussian", "pmw")},
    "with sixteen columns at $\\varepsilon = 0.1$ MWEM is the better one": sixteen,
    "*Download* gives {n:,} people who do not exist": lambda: {"n": desk_records()},
    "at $(1, 0)$ 10,000 people stand {split} questions with a largest error of 0.1": lambda: {"split": stands("split")},
    "fitted noise on whole tables errs less than MWEM, and both less than PMW, over 24 releases each": lambda: all(
        mean("fitted", e) < mean("mwem", e) < mean("pmw", e) and len(release_errors("pmw", e)) == 24 for e in (0.1, 1.0)),
    "proved for $\\varepsilon \\le 8(1-\\frac1{\\sqrt2})L$": proved_limit,
    "With $s = \\sqrt T$ and $a = 2\\sqrt{\\ln\\lvert X\\rvert}$ this is a constant times $\\frac{s^2}{\\alpha s-a}$, least where "
    "$2s(\\alpha s-a) = \\alpha s^2$, so at $s = 2a/\\alpha$: $T = 16\\ln\\lvert X\\rvert/\\alpha^2$": plan_is_best,
}
GIVEN = [
    "the records of $n = 10{,}000$ people, $d = 16$", "work more than 40 hours", "promised $(1, 10^{-6})$-privacy", "is the worst answer off by 0.1 on average?",
    "*Try* $d = 40$", "if the entries of $q$ lie in $[0,1]$", "**Predict.** 32 people, 64 answers, each of them with Laplace noise that is $\\varepsilon = 1$",
    "$H_k = 1+\\frac12+\\dots", "With $\\delta > 0$ and composition", "Move $t$ to 100", "5. So line 2 is at most", "(Also for entries in $[-1,0]$, as $\\eta \\le 1$", "For the bikes at $T = 100$",
    "is off by 0.1 after", "; with 128 answers", "73% at $\\varepsilon = 1$", "at $t = 8$ and", "at 100. At ten times the rate", "after 64 steps answers",
    "at $\\varepsilon = 1$ it errs by", "with sixteen columns at $\\varepsilon = 0.1$", "with a largest error of 0.1", "| $\\varepsilon > 0$, $0 \\le \\delta < 1$ |",
    "privacy of one step | $> 0$ |", "$\\ln(1/\\delta)$ | $> 0$ |", "privacy in zCDP | $\\ge 0$ |", "$H_k = 1+\\frac12+\\dots+\\frac1k$ | $\\ge 1$ |",
    "queries in $[0,1]$ with their negations", "$1/n$ for $q$ in $[0,1]$ or $-q$", "*Error.* Line 2 of the proof", "500 people, sixteen questions", "one of 1/50", "need more than 120 steps",
    "$\\lvert X\\rvert = 2^d$", "claim $\\varepsilon = 1$", "448 questions, $(1, 10^{-6})$-private",
    "Then look at 24 releases of each", "*Try* PMW with $T = 20$, then by the rule; then $T = 10{,}000$",
    "Each of $k$ answers in $[0,1]$", "(a row each, in $[0,1]$", "at rates up to 500", "(\\lvert X\\rvert p^*(x)) > 0$",
    "\\tfrac{\\eta^2w^2}8.$$", "$\\mathrm{KL}_{T+1} \\ge 0$", "$\\lvert X\\rvert$ cells | $\\ge 2$ |", "records, public | $\\ge 1$", "$\\lvert X\\rvert = 2^d$ | $\\ge 1$ |",
    "| $[0,1]$ or $[-1,0]$ |", "learning rate | $\\ge 1$; $> 0$ |",
]
