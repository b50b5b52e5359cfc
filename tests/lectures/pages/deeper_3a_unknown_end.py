"""Companion 3a: the numbers that its prose states."""

import numpy as np
from claims import prints

from dplearn import experiments
from dplearn.experts.deeper.experiments.regret import doubling_regret

DOUBLING = experiments.doubling.at
printed = prints("deeper/3a-unknown-end")


def after_the_start():
    truth = doubling_regret("runaway", np.array([1024, 1063]), 10)[1] / np.sqrt(1063 * np.log(10))
    return DOUBLING(T=1024)["epochs"], truth


GOLDEN, DOUBLED = (1 + np.sqrt(5)) / 2, np.sqrt(2) / (np.sqrt(2) - 1)
ABOVE = np.ceil(100 * DOUBLED) / 100
CLAIMS = {
    "the bound for known $T$ is $\\sqrt{1/2} = {line:.3f}$ at every $T$": np.sqrt(0.5),
    "is larger by a factor below {factor:.2f}": ABOVE,
    "a factor of about 2 instead of {factor:.2f}": ABOVE,
    "doubling (blue) regrets {exact_doubling:.2f}, and Hedge that knows $T$ (black) {exact:.3f} against": DOUBLING,
    "made for it: a factor of {times:.1f}": DOUBLING()["exact_doubling"] / DOUBLING()["exact"],
    "The epochs' bounds added up, {epochs:.2f},": DOUBLING,
    "they jump to {bound:.2f}, and within forty rounds the truth follows, to {truth:.2f}": after_the_start,
    "in 200 rounds the grudge costs {large:.0f} at $\\eta = 10$, and {small:.1f} at $\\eta = 0.1$":
        tuple(printed(f"T = 200, η = {eta}: the grudge costs")[0] for eta in (10, 0.1)),
    "The best growth is $b = \\varphi^2 = {b:.3f}$, its factor $\\varphi^{5/2} = {factor:.3f}$, against {two:.3f} "
    "for doubling: {saved:.1%} saved": (GOLDEN**2, GOLDEN**2.5, DOUBLED, 1 - GOLDEN**2.5 / DOUBLED),
}

GIVEN = r"""
At $T = 1000$
At $T = 1024$
a factor of about 2 instead
Two experts, $\eta = 0.1$
After 100 rounds the grudge
in 200 rounds the grudge
at $\eta = 10$, and
at $\eta = 0.1$.
all $2^{14}$ sequences of picks of 14 rounds
[0,1]
($r = 1 - \ell$)
then 2 with the rate for 2, then 4, 8, …
\sum_{m=0}^{M}
$b > 1$
"""
