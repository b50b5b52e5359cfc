"""Companion 3b: the numbers that its prose states."""

import numpy as np

from dplearn import experiments, experts
from dplearn.experts.experiments.regret import best_rate


def one_number():
    """-ln p_t(i) is ln W^t + η L_i(t-1), and LN's lines 2 to 4 hold, for each of six experts in a season."""
    race = experts.run_race(60, 6, eta=0.5, rng=np.random.default_rng(1747))
    rewards, eta = 1 - race.losses, 0.5
    p = experts.reward_probabilities(np.vstack([rewards, rewards[:1]]), eta=eta)
    fall, mine = np.log(p[1:] / p[:-1]), (p[:-1] * rewards).sum(axis=1)
    log_z = np.log((p[:-1] * np.exp(eta * rewards)).sum(axis=1))
    lost = np.vstack([np.zeros(6), race.losses.cumsum(axis=0)])
    assert np.allclose(-np.log(p), experts.log_potential(race.losses, eta=eta)[:, None] + eta * lost)
    assert np.allclose(fall, eta * rewards - log_z[:, None], atol=1e-12) and (log_z <= eta * mine + eta**2).all()
    return bool((fall >= eta * (rewards - mine[:, None]) - eta**2 - 1e-12).all())


def one_round():
    at = experiments.one_round.at
    assert abs(at(eta=0.05)["exact"] - 1 / 8) < 1e-4 and all(at(eta=eta)["exact"] <= 1 / 8 for eta in (0.05, 1, 4))
    return {"price": at(eta=1)["exact"]}


def where_the_step_ends():
    below, above = (experiments.one_round.at(eta=experts.LARGEST_LN_RATE + off)["step"] for off in (-1e-6, 1e-6))
    assert below < 1 < above
    return {"root": experts.LARGEST_LN_RATE}


def share(who: str, T: int, K: int = 10) -> float:
    """Of the bound, what Hedge's worst sequence or fair coins cost."""
    return experiments.expert_regret.at(T=T, n_experts=K)[who]


def fair_coins():
    shares = {name: [share("fair", T, K) for T in (1000, 10_000, 100_000)]
              for name, K in (("two", 2), ("ten", 10), ("thousand", 1000))}
    assert all(np.ptp(row) < 0.002 for row in shares.values())  # hardly moves with T
    return {name: row[0] for name, row in shares.items()}


def the_search_finds_a_little():
    eta, bound = best_rate(20, 3), experts.regret_bound_sharp(20, 3)
    _, found = experts.adversarial_search(20, 3, eta, rng=np.random.default_rng(1747), steps=1500)
    return bool(experts.regret_at("worst", 20, 3, eta) < found < bound)


def the_worst_of_all():
    rates = {T: best_rate(T, 2) for T in (20, 200)}
    return all(np.isclose(experts.worst_of_two(T, eta), experts.regret_at("worst", T, 2, eta))
               for T, eta in rates.items())


CLAIMS = {
    "with the sum over all {picks} sequences of picks of five rounds": 3**5,
    "It watches the same number as the lecture's proof": one_number,
    "(black, the worst $p$; blue is the $p$ of the slider) is close to $\\frac18$: {price:.3f} at $\\eta = 1$":
        one_round,
    "it passes $\\eta^2$ at $\\eta = {root:.4f}$": where_the_step_ends,
    "has {short:.1%} of the bound at $T = 1000$ and {long:.1%} at": (share("worst", 1000), share("worst", 100_000)),
    "Fair coins cost every algorithm {ten:.0%} of it for ten experts, {two:.0%} for two, {thousand:.0%} for 1000":
        fair_coins,
    "For two experts and these $T$ it *is* the worst of all those with losses 0 and 1": the_worst_of_all,
    "the search finds one that is a little worse than ours, and still below the bound": the_search_finds_a_little,
    "{printed} for ten experts and $\\alpha = 0.1$ as printed, {sharp} by Hoeffding":
        (experts.rounds_needed(0.1, 10), experts.rounds_needed_sharp(0.1, 10)),
}

GIVEN = r"""
[0,1]
$r_t(i) = 1 - \ell_t(i)$
with $\ell = 1 - r$
$e^z \le 1 + z + z^2$ for $0 \le z \le 1.79$
for $\eta \le 1.79$
for $\eta$ up to 1.79
beyond 1.79
where line 5 needs
Line 3 pays
LN's line 3 uses
at $T = 1000$
at $T = 100{,}000$
at $\eta = 1$
for 1000 (slider
$\alpha = 0.1$
in line 5. U17
$t = 1..T$
$D_{T+1} \ge 0$
$\Pr[X = 1] = p$
$X \in \{0,1\}$
between $1/8$ and 1
losses 0 and 1
"""
