"""Real data for the lectures: a data set as arrays, ready for a learner.

The problem.  A theorem about conjunctions or thresholds deserves data that nobody drew from a
distribution made up for the occasion.  Small files that ship with the package:

* **Mushrooms** (8,124 records, 22 nominal attributes, edible or poisonous), for conjunctions.
  Each of the 117 pairs of attribute and value that occur becomes a boolean column
  "attribute is value"; a conjunction over the negated columns ("odor is not foul") is what the
  learner of LN, section "Conjunctions", is for.
* **Eight one-dimensional tasks** (age, price, hour of the week, ... against a yes/no event), for
  thresholds, intervals and unions of intervals.  The values are real numbers in their own unit;
  `IntervalTask.ranks` maps them onto 1..N, the domain of `dplearn.concepts.Thresholds(N)`.
* **Census records** (48,842 people, 14 attributes, who earns more than 50,000 dollars), for prediction.
* **Census bits** (45,222 of them, 16 bits each), for queries, and for literals as predictors.
* **Races**, for prediction with experts.
* In `data.deeper`, for companions: wines, weather, and literals of the census bits.

Experts.  `racing_rules` (and in `deeper` `weather_rules` and `literal_losses`) turns records into `ExpertData`:
names and a loss matrix (T, K), time first, so that one experiment can take any of them.  Every rule uses what was known
before its round, but for the final odds of a race.  Nobody claims an edge.

What is public.  The lectures treat the list of attributes and values, the grid of an interval
task and the number of records as public, and the records as private.  For the mushrooms that list
is UCI's code book restricted to values that occur, and for the intervals the grid is read off the
data: in an application both would have to come from outside the data.

Neighboring relation: none here.  These loaders release nothing privately.

Arrays are read-only and cached, so that a lecture can ask for them in every cell; copy one before
changing it.  Citations, licences, checksums and what was changed are in ``README.md`` beside this
file.
"""

from .adult import Adult, AdultBits, load_adult, load_adult_bits
from .expert_data import ExpertData
from .intervals import IntervalTask, interval_tasks, load_interval_task
from .mushroom import Mushrooms, load_mushroom
from .races import HorseRaces, RacingRules, load_horse_races, racing_rules
