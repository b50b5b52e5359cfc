"""Randomized weighted majority as a private algorithm: which learning rate a privacy budget permits.

`calibration` turns (ε, δ, T) into a learning rate, by six analyses from the loosest to the
tightest, and says what no analysis can exceed.  Everything is importable from here:
``from dplearn import private_experts``.
"""

__all__: list[str] = []
