"""What the companions of lecture 2 add to `dplearn.private_pac.experiments.data`."""

from ....experiment import Choice, log_integer
from ...experiments.data import _question

TASKS = {"never_married_by_age": "never married, by age", "forty_hours_by_age": "40 hours a week or more, by age",
         "good_cut_by_depth": "diamond cut at least very good, by depth",
         "busy_by_hour_of_week": "busy bike hour, by hour of the week"}
private_interval = _question(
    "private_interval", "Mistakes of the private threshold on real data",
    "How often does the private threshold err on a task on the line?", 0.6,
    log_integer("n", "n", "records seen", 30, 10_000, 1000, steps=61),
    Choice("task", "task", TASKS, "never_married_by_age"),
)
