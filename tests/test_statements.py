"""Every card's check runs; cards render safely and the same each time."""

import html
import re

import numpy as np
import pytest

from dplearn import concepts, statements
from dplearn import brute as _brute
from dplearn.statement import SOURCES, Evidence, Statement, Verdict

CARDS = statements.statements()


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_check_holds(card):
    evidence = card.evidence  # runs the check, and keeps what it found for the card below
    assert evidence.summary.endswith(".") and re.search(r"\d", evidence.summary) and evidence.values
    assert not re.search(r"\bnan\b|\d\.\d{9}", evidence.summary)  # rounded, so stable


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_card_is_complete_and_renders_safely(card):
    assert card.hypotheses and card.claim and card.title and card.where and card.page
    assert card.correction or card.verdict is Verdict.HOLDS
    accusing = {Verdict.TYPO, Verdict.FALSE, Verdict.LIMITED, Verdict.GAP}
    assert card.words or not set(card.verdicts) & accusing, "an accusation names the words it accuses"
    page = card._repr_html_()
    bare = re.sub(r"</?(?:blockquote|p|b|span|details|summary)(?: style=\"[^\"<>]*\")?>", "", page)
    assert "<" not in bare and ">" not in bare and not re.search(r"&(?!amp;|lt;|gt;)", bare)
    assert page == statements.card(card.id)._repr_html_()
    for text in (card.title, card.hypotheses, card.claim, card.correction, card.words, *card.readings[:2],
                 *card._evidence_parts()):
        assert text.count("$") % 2 == 0, text
        math_parts = text.split("$")[1::2]
        assert all(part.count("{") == part.count("}") and part.strip() == part for part in math_parts), text
        assert html.escape(text, quote=False) in page
        # Outside the dollars no TeX command and no raw markup.
        assert not re.search(r"\\[a-zA-Z]|\t|\n", "".join(text.split("$")[::2])), text
    shown, *said = repr(card).splitlines()
    assert all(v.value in page for v in card.verdicts)
    assert shown == f"Statement({card.id}: {' / '.join(v.value for v in card.verdicts)})"
    assert " ".join(map(str.strip, said)) == f"{card.title} ({card.source}, {card.where}) {card.claim}"
    assert max(map(len, said)) <= 100


def test_the_index_has_a_row_for_each_statement():
    page, lines = statements.index()._repr_html_(), repr(statements.index()).splitlines()
    assert len(lines) == len(CARDS) and page.count("<tr>") == len(CARDS) + len(SOURCES) + 1
    for card, line in zip(CARDS, lines):
        row = page[page.index(f"<b>{card.id}</b>"):].partition("</tr>")[0]
        for text in (card.verdict.value, card.page.rpartition("/")[2], card.check.__name__):
            assert text in row and text in line


def test_check_runs_once_for_showing():
    calls = []

    def check():
        calls.append(1)
        return Evidence("1 < 2 & so on.", {"n": 1})

    card = Statement(id="LN-X", where="a < b", title="T {}", hypotheses="$a<b$", claim="$a & b$",
                     verdict=Verdict.HOLDS, check=check)
    page = card._repr_html_()
    assert len(calls) == 1
    assert all(text in page for text in ("T {}", "a &lt; b", "$a&lt;b$", "$a &amp; b$", "1 &lt; 2 &amp; so on."))


# ---- the oracles themselves, on cases done by hand --------------------------------------------------

def test_support_law_by_hand():
    law = _brute.support_law(np.array([0.5, 0.3, 0.2]), 2)
    # one cell twice: p²; two cells: 2 p q; three cells: impossible in two draws
    np.testing.assert_allclose(law, [0, 0.25, 0.09, 0.3, 0.04, 0.2, 0.12, 0], atol=1e-15)


def test_occam_failure_by_hand():
    # Two thresholds' worth: N = 1, target c_0, the other errs on the only point, seen at once.
    assert _brute.occam_failure(concepts.Thresholds(1), np.ones(1), 0.5, 1).tolist() == [0, 0]
    # Points on two cells, masses 0.7 and 0.3: c_1 and c_2 differ everywhere, so one example decides.
    p, two = np.array([0.7, 0.3]), concepts.Thresholds(2)
    assert _brute.occam_failure(concepts.Points(2), p, 0.5, 1).tolist() == [0, 0]
    # N = 2, masses 0.7, 0.3, target c_0: c_1 survives if cell 1 is unseen (0.3), and so does not c_2.
    for alpha, boundary, failure in ((0.5, False, 0.3), (0.7, False, 0), (0.7, True, 0.3)):
        assert _brute.occam_failure(two, p, alpha, 1, boundary=boundary)[0] == pytest.approx(failure, abs=0)


def test_mistake_tables_by_hand():
    line = concepts.Thresholds(2)
    # Two examples in cell 1, one in cell 2, target c_1: c_0 errs on cell 1, c_2 on cell 2.
    assert _brute.realizable(line, np.array([[2, 1]]), 1).tolist() == [[2, 0, 1]]
    # counts of (1, 0), (1, 1), (2, 0), (2, 1)
    assert _brute.agnostic(line, np.array([[1, 2, 4, 8]])).tolist() == [[10, 9, 5]]
