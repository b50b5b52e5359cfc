"""Lecture 3: Hedge's law, and what the proof watches of one expert, under its ceilings."""

import numpy as np
from scipy import special

from dplearn import experts
from dplearn.racetrack import racetrack

RACE = racetrack().race
NAMES = [t.name for t in RACE.tipsters]


def law(rows, eta, watched):
    after = np.vstack([RACE.losses, np.zeros(len(NAMES))])  # a row more: the law after the last race
    place = np.array(rows["t"], int), [NAMES.index(e) for e in rows["expert"]]
    return {"p": experts.hedge_probabilities(after, eta=eta)[place], "loss": after[place]}


def proof(rows, eta, watched):
    losses, t = RACE.losses, np.array(rows["t"], int)
    own = np.append(0, losses[:, NAMES.index(watched)].cumsum())
    paid = np.append(0, experts.expected_losses(losses, eta=eta).cumsum())
    lost = np.vstack([np.zeros(len(NAMES)), losses.cumsum(axis=0)])
    exact = special.logsumexp(-eta * lost, axis=1) + eta * own
    ceilings = [np.append(np.log(len(NAMES)), [eta * bound(s, len(NAMES), eta) for s in range(1, len(losses) + 1)])
                - eta * (paid - own) for bound in (experts.regret_bound_sharp, experts.regret_bound)]
    return dict(zip(("exact", "sharp", "printed", "regret"), (y[t] for y in (exact, *ceilings, paid - own))))


CASES = [[(law, "p", "loss", "p_start"), (proof, "exact", "sharp", "printed", "regret")]]
