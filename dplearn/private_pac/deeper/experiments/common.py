"""What the companions of lecture 2 add to `dplearn.private_pac.experiments.common`."""

BETA = 0.05
