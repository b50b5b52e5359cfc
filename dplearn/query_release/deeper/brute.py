"""What the companions of lecture 5 add to `dplearn.query_release.brute`."""

from __future__ import annotations

import numpy as np


def first_choices(share: float, T: int, eta: float, rate: float) -> np.ndarray:
    """Two cells, queries (1, 0) and (0, 1), p*(0) = share: Pr[the first is chosen k times in T steps], k = 0 .. T."""
    law = np.ones(1)
    for t in range(T):
        k = np.arange(t + 1)
        p = 1 / (1 + np.exp(np.clip(eta * (2.0 * k - t), -700, 700)))
        first = 1 / (1 + np.exp(np.clip(-2 * rate * (p - share), -700, 700)))  # scores p - share and share - p
        law = np.append(law * (1 - first), 0.0) + np.append(0.0, law * first)
    return law


def online(p_star, stream, alpha: float, eta: float, noise, most: int | None = None):
    """U17's online algorithm with the noises handed in: (answers, the steps in which p moved).

    `noise(kind)` with kind "threshold", "test" or "answer"; the update takes its sign from the noisy answer, as the
    course does (without noise that is the true sign).  `stream(p)` gives the next query or None; stops after `most`
    updates.
    """
    weights, answers, moved, threshold = np.ones(len(p_star)), [], [], None
    while most is None or len(moved) < most:
        p = weights / weights.sum()
        q = stream(p)
        if q is None:
            break
        threshold = alpha + noise("threshold") if threshold is None else threshold
        if abs(q @ (p - p_star)) + noise("test") <= threshold:
            answers.append((float(q @ p), float(q @ p_star)))
            continue
        answers.append((float(q @ p_star) + noise("answer"), float(q @ p_star)))
        weights = weights * np.exp(-eta * (q if answers[-1][0] < q @ p else -q))
        moved.append(len(answers) - 1)
        threshold = None
    return answers, moved
