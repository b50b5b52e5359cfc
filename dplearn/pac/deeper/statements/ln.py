"""What the companions of lecture 1 add to `dplearn.pac.statements.ln`."""

import numpy as np

from .... import concepts
from ....claim import same, says
from ....statement import Statement, Verdict
from ... import deeper

TABLE_1 = ("001011", "000000", "000010"), (1, 0, 1)
TABLE_2 = ("001011", "010110", "100010", "110100", "000100"), (0,) * 5


def _two_tables():
    ands = concepts.Conjunctions(6)
    first, second = (deeper.consistent_hypotheses(ands, [[int(b) for b in row] for row in rows], y)
                     for rows, y in (TABLE_1, TABLE_2))
    same(np.flatnonzero(first), [1 << 4], "what fits the first table, x_5,")
    same(second[[0, 1, 2, 4, 8, 16, 32, 63]], [0] * 7 + [1], "that of 1, single bits and the AND of all the last fits")
    return {"fit_second": second.sum(), "worst_accuracy": 1 - ands.errors(np.full(64, 1 / 64), 63)[second].max()}


STATEMENTS = (
    Statement(
        "LN-EX1", "section 1, the two tables", "Two tables of six bits", Verdict.TYPO, "deeper/1a-cheap-classes",
        hypotheses=r"""$C$: all ANDs of a subset of $d = 6$ bits, the empty AND being the constant 1; labels by some
            $f \in C$.""",
        claim=r"""The three rows of the first table leave only $f(x) = x_5$. The five rows of the second rule out
            $1, x_1, \dots, x_6$, and $h(x) = x_1 \wedge \dots \wedge x_6$ is then right on at least $3/4$ of all
            points, drawn uniformly.""",
        words=r"D is the uniform distribution over $\{0,1\}^n$",
        correction=r"""The uniform distribution is on $\{0,1\}^d$. The worst consistent
            target is an AND of two bits, and $h$ agrees with it on $49/64$.""",
        check=says(
            """Of 64 ANDs one fits the first table, $x_5$; {fit_second} fit the second, and the AND of all six bits
                agrees with each of these on at least {worst_accuracy:.4f} of the points.""",
            _two_tables),
    ),
)
