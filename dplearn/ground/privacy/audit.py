"""The exact audit: the true ε of a mechanism, found by trying every neighbor.

A mechanism is given by its *law*: a function from a data set (a tuple of records) to the vector
of probabilities of its outputs, over one fixed finite list of outputs.  `audit` takes the data sets
to look at, builds every neighbor of each under the stated relation, evaluates the law once for each
distinct data set, and compares every pair, both ways, at every output.  No sampling: over the data
sets tried the answer is exact.  An audit that passes proves the claim for *these* pairs; over
all data sets of a small size it is a proof for that size.  An audit that fails proves the
claim wrong.

A law whose true probability underflows to 0 on one data set and not on its neighbor looks like
different supports (ε = ∞): audit where probabilities stay above 1e-300.

References: DR14, Definition 2.4 (the definition that is checked); H_ε, see `divergences`.
"""

from __future__ import annotations

import html
from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from .divergences import _hockey_stick, _loss
from .relations import Guarantee, Relation, neighboring_pairs

_CHUNK = 1 << 21  # entries of laws compared at once
_MOST_PAIRS = 5_000_000
_TIE = 1e-13  # values closer than this differ by rounding alone


@dataclass(frozen=True, repr=False)
class AuditReport:
    """What an audit found.

    Attributes
    ----------
    claimed : Guarantee
    true_epsilon : float, the largest |ln(P(o)/P'(o))| over all pairs and outputs (may be inf)
    true_delta : float, the largest H_ε at the claimed ε over all pairs, both ways
    worst_pair : the pair (x, x') of true_epsilon
    worst_output : int, the output o of true_epsilon
    worst_delta_pair : the pair (x, x') with H_ε(law(x), law(x')) = true_delta
    n_pairs : int, unordered neighboring pairs compared (each both ways)
    n_datasets : int, distinct data sets on which the law was evaluated
    slack : float, the room given to floating point in `ok`
    """

    claimed: Guarantee
    true_epsilon: float
    true_delta: float
    worst_pair: tuple
    worst_output: int
    worst_delta_pair: tuple
    n_pairs: int
    n_datasets: int
    slack: float = 1e-12

    @property
    def ok(self) -> bool:
        """Whether the claim holds on every pair tried, up to `slack`.

        With δ = 0: true ε <= ε + slack · max(1, ε).  With δ > 0: true δ at the claimed ε <= δ + slack.
        """
        if self.claimed.delta > 0:
            return self.true_delta <= self.claimed.delta + self.slack
        return self.true_epsilon <= self.claimed.epsilon + self.slack * max(1.0, self.claimed.epsilon)

    def _rows(self) -> list[tuple[str, str]]:
        rows = [
            ("claimed", str(self.claimed)),
            ("true ε", f"{self.true_epsilon:.9g}"),
            (f"true δ at ε = {self.claimed.epsilon:.6g}",
             "0" if self.true_delta < self.slack else f"{self.true_delta:.6g}"),
            ("tried", f"{self.n_pairs} neighboring pairs of {self.n_datasets} data sets"),
            ("worst pair for ε", " and ".join(map(_short, self.worst_pair))),
            ("at output", str(self.worst_output)),
        ]
        if self.claimed.delta > 0 and self.true_delta > 0:
            rows.append(("worst pair for δ", " against ".join(map(_short, self.worst_delta_pair))))
        return rows

    def __str__(self) -> str:
        verdict = "claim holds" if self.ok else "CLAIM BROKEN"
        width = max(len(name) for name, _ in self._rows())
        return "\n".join([f"exact audit: {verdict}"] + [f"  {name:<{width}}  {value}" for name, value in self._rows()])

    __repr__ = __str__  # one form, with rounded numbers: a notebook's output is compared

    def _repr_html_(self) -> str:
        verdict = "✓ claim holds" if self.ok else "✗ claim broken"
        left = "style='text-align:left'"
        body = "".join(f"<tr><th scope='row' {left}>{html.escape(name)}</th><td {left}>{html.escape(value)}</td></tr>"
                       for name, value in self._rows())
        return f"<table><caption style='text-align:left'><b>Exact audit: {verdict}</b></caption>{body}</table>"


def _short(dataset) -> str:
    text = repr(dataset)
    return text if len(text) <= 100 else text[:97] + "..."


def audit(law, datasets, *, domain, relation: Relation, epsilon, delta=0.0, ordered: bool = False,
          min_records: int = 0, slack=1e-12,
          note: str = "") -> AuditReport:
    """Compare a mechanism's laws on every neighbor of every data set with the claim (ε, δ).

    Parameters
    ----------
    law : function of a tuple of records
        Gives the probabilities of the outputs, shape (outputs,), the same length for all data sets.
        An array of data passed in `datasets` reaches it as a tuple (rows as tuples).
    datasets : iterable of data sets, e.g. `all_datasets(domain, n)`
    domain : sequence of distinct records that neighbors may hold
    relation : Relation
    epsilon : float >= 0, the claim
    delta : float in [0, 1), the claim
    ordered, min_records : as in `neighboring_pairs`
    slack : float in [0, 1), room for floating point in `AuditReport.ok`; raise it to the
        stated error of laws computed by quadrature
    note : str, put into the report's claim

    Returns
    -------
    AuditReport

    Raises
    ------
    ValueError
        When a law is not a probability vector (negative, NaN, sum off by more than 1e-9, length that
        changes), naming the data set; when no two data sets are neighbors (an audit of nothing would
        pass); beyond 5 · 10^6 pairs.

    Notes
    -----
    Cost: one law for each distinct data set, then vectorised comparisons, about 20 ns for each pair
    and output.  Memory: all laws, 8 bytes an entry.
    """
    check.function("law", law)
    claimed, slack = Guarantee(epsilon, delta, relation, note), check.real("slack", slack, 0, 1, open_high=True)
    index: dict[tuple, int] = {}
    pairs = []
    for pair in neighboring_pairs(datasets, domain, relation, ordered=ordered, min_records=min_records):
        pairs += (index.setdefault(x, len(index)) for x in pair)
        if len(pairs) > 2 * _MOST_PAIRS:
            raise ValueError(f"datasets must give at most {_MOST_PAIRS} neighboring pairs; got more")
    if not pairs:
        raise ValueError("datasets must have at least one neighbor in the domain; got none")
    return _compare(_laws(law, index), list(index), np.reshape(pairs, (-1, 2)), claimed, slack)


def _laws(law, index) -> np.ndarray:
    laws = []
    for dataset in index:
        try:
            p = check.distribution("law", law(dataset))
            if p.ndim != 1 or (laws and p.shape != laws[0].shape):
                raise ValueError(f"law must have one length for all data sets; got shape {p.shape}")
        except ValueError as error:
            raise ValueError(f"on data set {_short(dataset)}: {error}") from error
        laws.append(p)
    return np.array(laws)


def _compare(laws, names, pairs, claimed, slack) -> AuditReport:
    worst, worst_delta = (-1.0, None, 0), (-1.0, None)
    for some in np.array_split(pairs, -(-len(pairs) // max(1, _CHUNK // laws.shape[1]))):
        size = np.abs(_loss(*laws[some.T]))
        row, column = divmod(_first_largest(size), size.shape[1])
        if size[row, column] > worst[0] + _TIE:
            worst = float(size[row, column]), some[row], column
        ways = np.concatenate([some, some[:, ::-1]])
        stick = _hockey_stick(*laws[ways.T], claimed.epsilon)
        k = _first_largest(stick)
        if stick[k] > worst_delta[0] + _TIE:
            worst_delta = float(stick[k]), ways[k]
    pair, delta_pair = (tuple(names[i] for i in pair) for pair in (worst[1], worst_delta[1]))
    return AuditReport(claimed, worst[0], min(worst_delta[0], 1.0), pair, worst[2], delta_pair, len(pairs), len(names),
                       slack)


def _first_largest(values: np.ndarray) -> int:
    """The first place whose value is the largest up to a tie: the same pair on every machine."""
    return int(np.argmax(values >= values.max() - _TIE))
