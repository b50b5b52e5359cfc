"""Every card's check runs, and a wrong formula breaks it; cards render safely and the same each time."""

import html
import re

import numpy as np
import pytest

from dplearn import (
    experts, exppw, mechanisms, pac, prediction, privacy, private_experts, private_pac, query_release, statements,
)
from dplearn.statement import Evidence, Statement, Verdict

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


# ---- a check that cannot fail proves nothing: with a wrong formula in its place each of these raises ----
# (that every form of claim can fail, test_formula.py holds)

MUTANTS = [  # card, module, name, and the factor that makes it wrong
    ("LN-T1", pac, "theorem1_bound", 0.1), ("N17-PAC", pac.occam_bound, "sharp", 0.05),
    ("N17-GEN", private_pac, "generalization_gap_bound_sharp", 0.4), ("N17-PPAC-DEF", mechanisms, "_rate", 4.0),
    ("LN-T2-ADAPTIVE", experts, "regret_bound_sharp", 0.5), ("U17-MWU", experts, "expected_regret", 2.0),
    ("LN-MW-BASIC", experts, "regret_at", 0.5), ("DR14-T11.3", private_experts, "private_regret_bound", 0.4),
    ("U17-EM", query_release, "selection_bound", 0.4),
    ("DF18-T4.1", prediction, "soft_majority_epsilon", 0.999), ("DF18-L6.3", privacy, "hockey_stick", 0.9),
    ("DF18-L5.1", exppw, "walk_epsilon", 0.999), ("DF18-L5.2", exppw, "empirical_error_bound_sharp", 0.9),
]


@pytest.mark.parametrize("identifier, owner, name, factor", MUTANTS, ids=[f"{m[0]}-{m[2]}" for m in MUTANTS])
def test_a_wrong_formula_is_caught(monkeypatch, identifier, owner, name, factor):
    """Put in by name; of a formula its body, as claims hold the formula itself."""
    card = statements.card(identifier)  # before anything is wrong: its module may be loaded here
    record = getattr(getattr(owner, name), "record", None)
    right = getattr(owner, name) if record is None else record.body

    def wrong(*arguments, **options):
        value = right(*arguments, **options)
        return value + np.log(factor) if record and record.log else value * factor

    if record is None:
        monkeypatch.setattr(owner, name, wrong)
    else:
        monkeypatch.setitem(vars(record), "body", wrong)
    with pytest.raises(AssertionError):
        card.check()
