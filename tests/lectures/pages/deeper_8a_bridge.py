"""Who holds the numbers in the prose of companion 8a."""

from claims import prints

printed = prints("deeper/8a-bridge")
exact = printed("advanced composition")
CLAIMS = {
    "the best candidate here with probability {flip:.2f}, the exponential mechanism with {weighed:.2f}":
        (printed("permute and flip")[0], printed("exponential mechanism")[0]),
    "Try all {neighbors} neighbors of these scores": 3**4,
    "Both keep their promise, $\\varepsilon = 1$, on these neighbors":
        max(printed(name, 1)[0] for name in ("permute and flip", "exponential mechanism")) <= 1,
    "the ranges of permute and flip go beyond 1": printed("permute and flip", 1)[1] > 1,
    "Basic composition adds up to {basic:.0f}": 100 * 0.1,
    "**Answer: about {about:.0f}.** The exact law of the losses": exact[1],
}
GIVEN = r"""
have the scores 6, 4, 3 and 0
`make_noisy_max` at $\varepsilon = 1$
a replaced record is at distance 2
what it proves for distance 2
each $0.1$-private
Let $\delta = 10^{-6}$
Gaussian noise at $\sigma = 1$ and sensitivity 1
With $x = e^{-rd} \le 1$
"""
