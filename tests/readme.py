"""What the README of the data says: its figures are computed, and read there."""

from importlib import resources

README = " ".join(resources.files("dplearn.data").joinpath("README.md").read_text(encoding="utf-8").split())


def stated(*sentences):
    """The README says these, which were computed."""
    for sentence in sentences:
        assert sentence in README, sentence
