"""Draw the README's picture: the private learner's bounds, exact failure probability and simulation.

usage: python tools/make_signature.py

It is the static picture of an explorer of companion 2c at one setting, drawn by the same code.
"""

from pathlib import Path

from dplearn import experiments
from dplearn.explore import SEED
from dplearn.figures.stills import png, still_figure

TARGET = Path(__file__).resolve().parent.parent / "docs" / "signature.png"
SETTING = {"alpha": 0.1, "epsilon": 0.5, "d": 10, "n": 300}

if __name__ == "__main__":
    experiment = experiments.private_occam
    setting = experiment.setting(**SETTING)
    picture = experiment.picture(setting, experiment.simulate(setting, seed=SEED))
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_bytes(png(still_figure(picture)))
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1e3:.0f} kB, {picture.words}")
