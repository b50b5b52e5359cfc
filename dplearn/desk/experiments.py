"""All experiments, from every room, by name: ``experiments.occam``.  A page asks its own room, which loads less."""

from importlib import import_module

from . import SIDES
from .experiment import Experiment

ALL = {e.name: e for room in ("start", *SIDES)
       for e in vars(import_module(f".{room}.experiments", __package__)).values()
       if isinstance(e, Experiment)}
globals().update(ALL)
__all__ = list(ALL)
