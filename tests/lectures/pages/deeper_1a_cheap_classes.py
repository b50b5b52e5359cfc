"""The numbers in the prose of the companion on cheap classes."""

from math import ceil, log

from claims import Comparison, checked, evidence, prints

from dplearn import concepts, experiments, pac
from dplearn.formula import least_size
from dplearn.pac import occam

size, printed = experiments.sample_size.at, prints("deeper/1a-cheap-classes")
# bound, truth, and what is lost in step one and in step two
POINTS, ANDS = map(printed, ("points", "conjunctions"))
TABLES = evidence("LN-EX1")


def needed(world):
    """By Occam, and by the exact failure, at α = 0.1 and β = 0.05."""
    return (pac.occam_sample_size(world.concept_class.n_hypotheses, 0.1, 0.05),
            least_size(30, lambda n: occam.exact_failure(world, 0.1, [n])[0] <= 0.05))


def enough(failure):
    """The bound on failure is below β = 0.05, where n examples are said to be enough, on any grid."""
    return Comparison("failure", {"failure": lambda: failure, "β": lambda: 0.05}, "bound")


CLAIMS = {
    "On $N = 64$ points Occam asks for {coarse} examples, on $N = 2^{40}$ for {fine}.":
        {"coarse": pac.occam_sample_size(65, 0.1, 0.05), "fine": pac.occam_sample_size(2**40 + 1, 0.1, 0.05)},
    "**Answer: on both.** At most one sample in twenty fails.": enough(0.9**30),
    "So $n = \\ln(1/\\beta)/\\alpha$ examples, here {n}, are enough": ceil(log(1 / 0.05) / 0.1),
    "examples, here 30, are enough for this learner, *whatever the grid*": enough(0.9**30),
    "and {n} examples are enough.": ceil(log(2 / 0.05) / 0.1),
    "and 37 examples are enough.": enough(2 * 0.9**37),
    "a random cut is bad with probability $15/17$ at every $n$": checked("N17-THR"),
    "**Answer: about 4,000.** {together:,.0f}: divide": POINTS[3],
    "in adding up {together:,.0f} names": POINTS[3],
    "Occam asks for {occam} examples, the truth is {truth}.": needed(occam.point_world(12, 0.1)),
    "the example $(1101, 1)$ says $r_1 + r_2 + r_4 = 1$": True,
    "The first 290 equations were all new: $2^{{left:.0f}}$ parities are left.": printed("290 examples leave 2^")[0],
    "Occam asks for {occam} examples at $d = 12$, and the truth is {truth}.": needed(occam.parity_world(12, 0.1)),
    "**Answer: in the first.**": ANDS[2] > 100 > 1.1 > ANDS[3],
    "They have {exact:.0f} of 1,024 patterns, exactly Sauer's number.": printed("one interval")[1],
    "So do unions with up to four endpoints.": printed("four endpoints")[1] == printed("four endpoints")[-1],
    "those of four bits, of VC dimension 4, have at most {most:.0f} patterns": printed("ANDs of 4 bits")[1],
    "for they are {size} functions; Sauer's number is {sauer:.0f}":
        (concepts.Conjunctions(4).n_hypotheses, printed("ANDs of 4 bits")[-1]),
    "that is {vc:.0f} at every $N$": size(d=128),
    "At $d = 64$ it asks for {vc:,.0f} examples, out of the picture, $\\ln|C|$ for {occam:.0f}; their world needs "
    "{exact:.0f}.": size(d=64, family="conjunctions"),
    "For thresholds from $d = 77$ on.": all((size(d=d)["vc"] < size(d=d)["occam"]) == (d >= 77) for d in range(1, 129)),
    "the truth is {exact:.0f} from $d = 7$ on": size,
    "from $d = 7$ on": all((size(d=d)["exact"] == 35) == (d >= 7) for d in range(6, 129)),
    "For ANDs (see the menu) at no $d$": 
        all(10 * row["occam"] < row["vc"] for row in (size(d=d, family="conjunctions") for d in (1, 16, 128))),
    "The second leaves {fit_second},": TABLES,
    "if the least favorable of the {fit_second} is the target, it is right on {right:.0f} of the 64 points":
        TABLES | {"right": 64 * TABLES["worst_accuracy"]},
}

GIVEN = r"""
Where nothing else is said, $\alpha = 0.1$ and $\beta = 0.05$.
for $j = 0, \dots, N$
On $N = 64$ points
on $N = 2^{40}$ for
Are 30 enough for *this* learner
Take 16 points, drawn evenly, so 17 cuts.
for $j = 1, \dots, N$
There are $2^{12}$ points, and $n = 100$.
Hide one of $2^{300}$ parities
How many parities fit 290 examples? And 320?
at $d = 12$, and the truth
At $d = 12$, $n = 100$: where
times at $n = 100$, in every row
($d = 2$ is one interval)
Sauer's number on 10 points?
from $d = 7$ on.
At $d = 64$ it asks
ANDs do not: those of four bits, of VC dimension 4
of 1,024 patterns
on lines of $2^{77}$ points or more
\frac{8\mathrm{VC}}\alpha\log_2\frac{13}\alpha)$ examples are enough
one of $2^{10}$.)
64 functions, the empty AND
of the 64 points
"""

PLAIN = {
    "examples are enough for every consistent learner, and $|C|$ does not occur": "a theorem, cited",
}
