"""Lecture 2: the private learner's law for both labels of Ann, and their ratio."""

import numpy as np

from dplearn import privacy, private_pac
from dplearn.concepts import Thresholds
from dplearn.private_pac import brute

PEOPLE, LINE = np.array([1, 3, 4, 6, 8, 10, 11, 13, 15]), Thresholds(16)


def two_laws(epsilon, ann):
    """The laws of the cut-off with Ann, the fifth, at this dose: for her label 0 and 1."""
    hers = np.arange(9) == 4
    return np.array([private_pac.learner_probabilities(
        LINE, np.where(hers, ann, PEOPLE), np.where(hers, label, PEOPLE < 8), epsilon=epsilon) for label in (0, 1)])


def law(rows, epsilon, ann, shown):
    return {"p": two_laws(epsilon, ann)[np.array(rows["label"], int), np.array(rows["j"], int)]}


def compared(rows, epsilon, ann, shown):
    laws, j = two_laws(epsilon, ann), np.array(rows["j"], int)
    return {"ratio": (laws[1] / laws[0])[j], "worst": np.full(len(j), privacy.exact_epsilon(*laws)),
            "tv": np.full(len(j), privacy.total_variation(*laws))}


def audited(rows, epsilon, rate):
    """Loss by loss from the two samples of a square; the largest by the audit, over all 1,620 pairs in their order."""
    stay, swap = ([text.replace("↔", "").split() for text in rows[key]] for key in ("stay", "swap"))
    losses = [privacy.exact_epsilon(*(private_pac.learner_probabilities(
        Thresholds(3), [int(r[0]) for r in (*two, one)], [r[1] == "●" for r in (*two, one)], epsilon=2 * rate * epsilon)
        for one in pair)) for two, pair in zip(stay, swap)]
    worst = brute.audited(Thresholds(3), 3, weight=2 * rate * epsilon).true_epsilon
    return {"loss": losses, "worst": np.full(len(losses), worst)}


CASES = [[(law, "label", "p"), (compared, "ratio", "worst", "tv")], [(audited, "stay", "loss", "worst", "share")]]
