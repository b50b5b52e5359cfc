"""Membership inference: was this record in the training data?  Ask the interface, and see (DF18, section 1).

**The game.** n records are drawn from a population, and a model is trained on them.  The attacker holds a record (x, y): with
chance 1/2 one of the n ("member"), otherwise a fresh draw that took no part.  He asks the interface about x and says which.
Seen from the interface, the data of the two worlds differ in one record: REPLACE_ONE.

**The attack.** A model that learned its examples by heart is right on them more often than elsewhere.  So: say "member" if the
answer is y.  With k answers to the same question, say "member" if more than half of them are y (a tie is a coin).

**Its advantage** is Pr["member" | member] - Pr["member" | fresh].  For one answered label this is Pr[right on a training
record] - Pr[right on a fresh one]: *the label attack's advantage is the generalization gap*, no more and no less.

**The ceiling.** The two worlds are neighbors, so k answers, ε-DP each, leave any attack at most tanh(kε/2) (basic composition:
kε-DP), and by optimal composition the advantage against k randomized responses, which is less for k >= 3.  How near an
attacker can come who knows everything but this one record: `informed_advantage`.  He knows the votes of the other parts, so
he tells v from v + 1 votes; with one answer his advantage is at most tanh(ε/4).

Nothing here is private: these are attacks.

References: DF18, section 1; Yeom, Giacomelli, Fredrikson and Jha 2018 (advantage = gap); Kairouz, Oh and Viswanath 2015.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from .. import _validate as check
from .._bounds import go_together, plain

MOST_ASKED = 10**6
MOST_PARTS = 10**4
MOST_DISTANCES = 1 << 22  # of one data set in `MembershipGame.votes`
BATCH = 1 << 19           # numbers gathered at once there: what a processor keeps near
_TIE = 1e-9               # squared distances closer than this are the same


# ---- ceilings --------------------------------------------------------------------------------------

def membership_ceiling(epsilon, asked=1, *, composition="optimal"):
    """The largest advantage of any attack on k answers that are ε-DP each.

    Parameters
    ----------
    epsilon : float or array in [0, 1e100], of one answer; REPLACE_ONE
    asked : int or array, 1 <= k <= 1e6; broadcast with `epsilon`
    composition : {"optimal", "basic"}
        "basic": tanh(kε/2), what kε-DP leaves.  "optimal": the total variation between k-fold randomized response and its
        mirror image, which no k adaptive ε-DP answers exceed and some attain.

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    Randomized response tells the truth with chance sigma(ε); k of them are judged best by their majority.  A tie tells
    nothing, so an even k is worth no more than k - 1.
    Source: Kairouz, Oh and Viswanath 2015, Theorem 3.3, at ε = 0.
    """
    epsilon = check.array("epsilon", epsilon, low=0, high=1e100)
    asked = check.array("asked", asked, low=1, high=MOST_ASKED, integral=True)
    epsilon, asked = go_together(epsilon=epsilon, asked=asked)
    if check.choice("composition", composition, ("optimal", "basic")) == "basic":
        return plain(np.tanh(asked * (epsilon / 2)))
    return plain(2 * _majority(special.expit(epsilon), asked) - 1)


def _majority(chance, asked):
    """Pr[more than half of k coins, each 1 with this chance, are 1] + half the chance of a tie."""
    half = (asked + 1) // 2
    return special.betainc(half, half, chance)


def informed_advantage(n_parts, *, epsilon, asked=1, votes=None):
    """What an attacker gains who knows all records but the one in question: he tells v votes for y from v + 1, exactly.

    Parameters
    ----------
    n_parts : int, 1 <= r <= 10^4
    epsilon : float or array in [1e-10, 1e10], the soft majority's; broadcast with `asked`
    asked : int or array, 1 <= k <= 1e6, answers to this one question
    votes : int, optional, 0 <= v <= r - 1: the votes for y of the other parts; without it the worst v.

    Returns
    -------
    float or array: TV(Bin(k, p_v), Bin(k, p_{v+1})), p_v = sigma(ε (2v - r)/2).  Below `membership_ceiling` at every k; for
    one answer and odd r it is tanh(ε/4) at the worst v, half of the ceiling for small ε.

    Notes
    -----
    The best test is a threshold on the number of answers y, as the likelihood ratio grows with it.  Cost: r of them.
    """
    parts = check.integer("n_parts", n_parts, 1, MOST_PARTS)
    epsilon = check.array("epsilon", epsilon, low=1e-10, high=1e10)
    asked = check.array("asked", asked, low=1, high=MOST_ASKED, integral=True)
    epsilon, asked = go_together(epsilon=epsilon, asked=asked)
    # votes v and r - 1 - v are mirror images
    v = np.arange((parts + 1) // 2) if votes is None else np.array([check.integer("votes", votes, 0, parts - 1)])
    if epsilon.size * v.size > 10**7:
        raise ValueError(f"epsilon must have at most 10^7 / (number of votes looked at) values; got {epsilon.size}")
    e, k = epsilon[..., None], asked[..., None]
    low = e * ((2 * v - parts) / 2)
    log_ratio = np.logaddexp(0, low + e) - np.logaddexp(0, low)    # of answer 0, v votes against v + 1
    least = np.clip(np.floor(k * (log_ratio / e)) + 1, 1, k)         # as many answers y speak for v + 1
    gain = special.betainc(least, k - least + 1, special.expit(low + e)) - special.betainc(least, k - least + 1, special.expit(low))
    return plain(np.clip(gain, 0, 1).max(axis=-1))


def vote_advantage(members, fresh, *, epsilon, asked=1):
    """The label attack on a soft majority: exact over its coin, for given laws of the votes for y.

    Parameters
    ----------
    members, fresh : arrays (r + 1,)
        How often 0, 1, ..., r parts vote for a record's own label: probabilities, for members and for fresh records.
    epsilon : float or array in [0, 1e10]
    asked : int, 1 <= k <= 1e6, answers to one question

    Returns
    -------
    float or array (shape of epsilon): Pr[more than half of the k answers are y | member] minus that for fresh records.
    """
    members, fresh = check.distribution("members", members), check.distribution("fresh", fresh)
    if members.ndim != 1 or members.shape != fresh.shape or len(members) < 2:
        raise ValueError(f"members and fresh must have one shape (n_parts + 1,); got {members.shape} and {fresh.shape}")
    epsilon = check.array("epsilon", epsilon, low=0, high=1e10)
    asked = check.integer("asked", asked, 1, MOST_ASKED)
    votes = np.arange(len(members))
    return plain(np.asarray(_says_member(votes, len(members) - 1, epsilon[..., None], asked)) @ (members - fresh))


def says_member(votes, n_parts, *, epsilon, asked=1):
    """Pr[the label attack says "member"] when `votes` of r parts are for the record's own label: exact over the coin.

    Parameters
    ----------
    votes : int or array, 0 to r
    n_parts : int, 1 <= r <= 10^4
    epsilon : float or array in [0, 1e10], the soft majority's; broadcast with `votes`
    asked : int, 1 <= k <= 1e6, answers to one question; a tie among them is a coin

    Returns
    -------
    float or array
    """
    parts = check.integer("n_parts", n_parts, 1, MOST_PARTS)
    votes = check.array("votes", votes, low=0, high=parts, integral=True)
    epsilon = check.array("epsilon", epsilon, low=0, high=1e10)
    votes, epsilon = go_together(votes=votes, epsilon=epsilon)
    return plain(_says_member(votes, parts, epsilon, check.integer("asked", asked, 1, MOST_ASKED)))


def _says_member(votes, parts, epsilon, asked):
    return _majority(special.expit(epsilon * ((2 * votes - parts) / 2)), asked)


# ---- the game --------------------------------------------------------------------------------------

class MembershipGame:
    """The game on records of a population: each run draws its own data set, and fresh records besides.

    Parameters
    ----------
    x : array (N, d)
    y : 0/1 array (N,)

    The N records stand for the population; a run draws from them without replacement.
    """

    def __init__(self, x, y):
        self.x = check.array("x", x, (None, None), low=-1e100, high=1e100)
        self.y = check.labels("y", y, len(self.x)).astype(np.int64)
        self._squares = np.square(self.x).sum(axis=1)

    def _sizes(self, n, targets):
        if len(self.y) < 2:
            raise ValueError(f"x must hold at least 2 records; got {len(self.y)}")
        n = check.integer("n", n, 1, len(self.y) - 1)
        return n, check.integer("targets", targets, 1, min(n, len(self.y) - n))

    def votes(self, n, n_parts=1, *, rng, runs=100, targets=10) -> tuple[np.ndarray, np.ndarray]:
        """Votes for a record's own label, with it in the data and with a fresh record in its place; the learner is one neighbor.

        Parameters
        ----------
        n : int, records in a data set
        n_parts : int, 1 <= r <= n
            The data are cut into r parts, sizes n/r up to 1.  Each votes for the label of its record that is nearest to x
            (Euclidean; label 0 if one of each label is equally near).
        rng : numpy.random.Generator
        runs : int >= 1, data sets
        targets : int, records of each data set that the attacker holds, one at a time

        Returns
        -------
        (members, fresh) : int arrays (runs, targets), 0 to r
            The same data set in both but for that one record, so the two differ by at most 1.

        Notes
        -----
        Nearest neighbors learn by heart, and need no training.  Cost: runs · targets · n · d.
        """
        n, targets = self._sizes(n, targets)
        targets = check.integer("targets", targets, 1, max(1, MOST_DISTANCES // n))
        parts = check.integer("n_parts", n_parts, 1, n)
        rng, runs = check.generator("rng", rng), check.integer("runs", runs, 1, 10**6)
        starts = np.arange(parts) * n // parts
        own = np.searchsorted(starts, np.arange(targets), side="right") - 1
        batch = max(1, BATCH // (n * max(targets, self.x.shape[1])))
        blocks = [self._votes(n, targets, starts, own, rng, min(batch, runs - done)) for done in range(0, runs, batch)]
        return tuple(np.concatenate(block) for block in zip(*blocks))

    def _votes(self, n, targets, starts, own, rng, runs):
        drawn = np.stack([rng.choice(len(self.y), n + targets, replace=False) for _ in range(runs)])
        data, fresh, held = drawn[:, :n], drawn[:, n:], drawn[:, :targets]
        x, label, query = self.x[data], self.y[data], self.x[held]
        distance = -2 * query @ x.swapaxes(1, 2)
        distance += self._squares[held][..., None] + self._squares[data][:, None]
        j = np.arange(targets)
        distance[:, j, j] = np.inf                                    # the part without the record
        near = [np.minimum.reduceat(np.where(label[:, None] == c, distance, np.inf), starts, axis=-1) for c in (0, 1)]
        others = near[1] < near[0] - _TIE
        rest = others.sum(axis=-1) - others[:, j, own]                 # votes for 1 of the parts that do not hold it
        here, mine = [near[c][:, j, own] for c in (0, 1)], self.y[held]
        worlds = []
        for record, away in ((held, 0.0), (fresh, np.square(self.x[fresh] - query).sum(axis=-1))):
            zero, one = (np.minimum(here[c], np.where(self.y[record] == c, away, np.inf)) for c in (0, 1))
            for_one = rest + (one < zero - _TIE)
            worlds.append(np.where(mine == 1, for_one, len(starts) - for_one))
        return tuple(worlds)
