"""Private prediction: answer questions about labels, and keep the model.

The data are n records (x, y) with y in {0, 1}.  A prediction algorithm takes the data and one point x and draws one
label; it is an ε-DP prediction if for every x the law of that label changes by a factor of at most e^ε when one record
is replaced (REPLACE_ONE; DF18, Definition 1.1).  The law is all that anyone sees: a probability that is shown is not
private.  Each answer costs its ε again, so k answers are not free (`account`, `server`).

Subsample and aggregate: split the records into r parts (`n_parts`), train on each part, and let the r predictions vote.
One record sits in one part, so it moves one vote.  `votes_for_one` counts the parts that say 1, from 0 to r;
sigma(z) = 1/(1 + e^-z).

- Vote, then toss a coin that the votes bias: `soft_majority`; what that is worth, and how many examples it takes:
  `formulas`.
- Average the votes, where no hypothesis is perfect: `averaging`, `deeper.best_average`.
- How many examples it must take: `deeper.lower_formulas`.
- How many answers a budget buys: `account`; an interface that gives so many and refuses the next: `server`.
- Numbers instead of labels (all in `deeper`): a learner whose predictions hardly move when one record does,
  `regression`; by how much, as printed and in truth, and what Laplace noise for that costs, `number_formulas`.
- Is this record in the data?  The attack and what it can gain: `membership`.
- What privacy promises on fresh data: `deeper.generalization`.

References: C. Dwork and V. Feldman, "Privacy-preserving Prediction" (COLT 2018), cited as DF18.
"""

from .account import ADAPTIVE_COMPOSITIONS, answers_bought
from .averaging import average_probability_laplace, clipped_average_probability
from .formulas import *
from .membership import informed_advantage
from .number_formulas import *
from .server import PredictionServer
from .soft_majority import soft_majority_probability, soft_majority_probability_printed, split_parts
