"""Who holds the numbers in the prose of companion 2b."""

import numpy as np
from claims import checked, output, prints
from scipy.stats import binom

from dplearn import experiments, private_pac
from dplearn.private_pac.deeper import (
    adaptive_trap_expected_error, conjunction_sample_size, expected_max_error,
    fixed_queries_sample_size, parity_epsilon, parity_sample_size,
)

spent = experiments.parity_privacy.at
TRAP = adaptive_trap_expected_error(1001, 530)
printed = prints("deeper/2b-averages-and-parities")
# without privacy; (2^d:) with 2^d weights; private and fast, ANDs and parities
TEN = printed("d = 10: without privacy")
PLAN = parity_sample_size(100, 0.1, 0.05, 1.0)


def sampling(m, n=10_000):
    """E max over m fair, independent 0/1 questions of |average - 1/2|: the sum of Pr[max > t] over its steps."""
    k = np.arange(n // 2)
    inside = binom.cdf(n // 2 + k, n, 0.5) - binom.cdf(n // 2 - k - 1, n, 0.5)
    return (1 - inside**m).sum() / n


def noise(m):
    """The expected worst noise over the expected worst sampling error."""
    return expected_max_error(m, 1.0, n=10_000) / sampling(m)


def times(d):
    """Examples that the fast learner of ANDs asks for over those of the slow one, both guaranteed."""
    return conjunction_sample_size(d, 0.1, beta=0.05, epsilon=1.0) / private_pac.private_occam_sample_size_sharp(
        2**d, 0.1, 1.0, 0.05)


CLAIMS = {
    "**Answer: 30.** Up to about 30.": noise(27) < 1 < noise(33),
    "**Answer: 3,000.** Nearly 3,000 times": 2800 < times(300) < 3000,
    "With {n} records, the union bound promises that {m:,} queries are all within 0.1, with probability 0.95":
        (fixed_queries_sample_size(1002, 0.1, beta=0.05), 1002),
    "**Answer: by about 0.36.** {x:.3f} on average: on {n} records the majority agrees with the label in {p:.0%}.":
        (TRAP, 530, 0.5 + TRAP),
    "has scale {s:.1f}, on numbers between 0 and 1": 1001 / 530,
    "At $\\varepsilon = 1$ about a half: {exact:.0%}.": spent,
    "From $\\varepsilon = 3.83$ on it spends more than it claims":
        parity_epsilon(3.83 / 4) < 3.83 < 3.835 < parity_epsilon(3.835 / 4),
    "spends exactly $\\varepsilon$": checked("N17-PARITY-DP"),
    "at 3.83 the two are equal": abs(np.tanh(3.83 / 2) - 3.83 / 4) < 1e-5,
    "in six batches": PLAN.batches == 6,
    "In the run above the hidden one was found.": "batches: found True" in output("deeper/2b-averages-and-parities"),
    "a factor of {f:.1f} here, but between two bounds": TEN[2] / TEN[0],
    "ANDs of ten bits need {n:.0f} examples in the world of lecture 1, not {m:.0f}":
        (experiments.sample_size.at(d=10, family="conjunctions")["exact"], TEN[0]),
}

GIVEN = r"""
$x \in \{0,1\}^d$
$\Pr[x_i = 0 \text{ and } y = 1]$
$\langle r, x\rangle$ mod 2, for a hidden $r \in \{0,1\}^d$
in which bit 7 is 0
$n = 10{,}000$ records, $\varepsilon = 1$. For how many averages does privacy cost less than sampling does anyway: 3,
30 or 300?
five bits were found among 40,000 examples
Five bits of 200, found among 40,000 examples at $\varepsilon = 2$
300 bits, $\varepsilon = 1$. How many
$2^{300}$ ANDs: 3, 300 or 3,000?
Ask 1,001 questions
all within 0.1, with probability 0.95
multiples of 0.1
At $\varepsilon = 1$ the noise on 1,001 averages over 530 records
at $\varepsilon = 1$ and near 4?
At $\varepsilon = 1$ about
A hidden parity of 100 bits, $\varepsilon = 1$; any other
may fail with probability 0.05?
One half of the 0.05
$\alpha = 0.1$, $\beta = 0.05$, $\varepsilon = 1$? Four
"""
