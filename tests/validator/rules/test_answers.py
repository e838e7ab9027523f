"""What a game's functions may return, and what is said when they return something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.validator.card_game import deal, ran
from validator.rules.answers import RuleError, failed

SECOND = 'return "a second card was drawn" if state.now else None'
MISSED = 'return None if state.now else "no card was drawn"'
EFFECT = "return state.changed(drawn=(*state.drawn, draw.card), now=True)"
DUE = '(Due(None, (Draw,), not state.now, "1"), Due(None, (EndRound,), True))'
OFFER = "[one for one in t if one not in state.drawn]"
CASE = '@book.case("1")\ndef one_card_a_round'
SEVERAL = '@book.cases("1", "2")\ndef one_card_a_round'

TOLD = {
    "a case that returns true": (
        [(SECOND, "return True")],
        "case 1, function one_card_a_round(), asked about Draw(), returned True; "
        "accepted: None if nothing is wrong, else what was done in a few words, or Broken(...)",
    ),
    "false": ([(SECOND, "return False")], "one_card_a_round(), asked about Draw(), returned False"),
    "a number": ([(SECOND, "return 5")], "one_card_a_round(), asked about Draw(), returned 5"),
    "an empty text": ([(SECOND, 'return ""')], "asked about Draw(), returned ''; accepted: None"),
    "a case and a text": ([(SECOND, 'return "1", "no"')], "returned ('1', 'no'); accepted: None"),
    "an unknown severity": (
        [(SECOND, 'return Broken("drew", severity="misssing")'), ("CaseBook", "Broken, CaseBook")],
        "returned the severity 'misssing'; accepted: violation, missing, interpretation, note; "
        "did you mean 'missing'?",
    ),
    "several cases that return a text": (
        [(CASE, SEVERAL), (SECOND, 'return "a second card"')],
        "cases 1, 2, function one_card_a_round(), asked about Draw(): answered 'a second card'; "
        "accepted: None if nothing is wrong, else the broken case (1, 2) and what was done: ('1', ",
    ),
    "several cases that return another": (
        [(CASE, SEVERAL), (SECOND, 'return "1.33", "a second card"')],
        "one_card_a_round(), asked about Draw(): names '1.33', which is none of its cases; "
        "accepted: 1, 2",
    ),
    "a case that fails": (
        [(SECOND, "return t[99]")],
        "case 1, function one_card_a_round(), asked about Draw(): IndexError: ",
    ),
    "a piece that nobody knows": (
        [(SECOND, 'return {}["piece 1"]')],
        "KeyError: 'piece 1' (a piece that lies face down has such a name until it is known)",
    ),
    "a field that is not decided yet": (
        [(SECOND, "return draw.card if state.now else draw.card and None")],
        "AttributeError: 'Draw' object has no attribute 'card' (Draw.card is not decided yet: a "
        "case names the fields that it looks at in reads=('card', ...)",
    ),
    "a field that there is not": (
        [(SECOND, "return draw.cart")],
        "has no attribute 'cart' (Draw has: card; did you mean 'card'?)",
    ),
    "a field of the state": (
        [(SECOND, "return state.drewn")],
        "'State' object has no attribute 'drewn'; did you mean 'drawn'?",
    ),
    "an effect that returns nothing": (
        [(EFFECT, "state.changed(now=True)")],
        "the effect, function drawn(), asked about Draw(card='event_",
    ),
    "an effect that changes the state": (
        [(EFFECT, "state.drawn += (draw.card,); state.now = True; return state")],
        "changed the state that it was given (drawn, now); others still need that state, so it "
        "must return a copy: state.changed(drawn=..., now=...)",
    ),
    "an offer of nothing": (
        [(OFFER, "None")],
        "the offer Draw.card, function a lambda, asked about Draw(), returned None; accepted: a ",
    ),
    "an offer of a text": ([(OFFER, "'event_1'")], "asked about Draw(), returned 'event_1'"),
    "an offer that fails": (
        [(OFFER, "(u for u in t if u.side)")],
        "the offer Draw.card, function a lambda, asked about Draw(): AttributeError: 'str' object",
    ),
    "nothing due": (
        [(f"return {DUE}", "pass")],
        "due, function due(), returned None; accepted: a tuple of Due(...)",
    ),
    "one due": ([(DUE, "Due(None, (Draw,), True)")], "accepted: a tuple of Due(...)"),
    "a verb that is not in a tuple": (
        [("(EndRound,), True", "EndRound, True")],
        "has Due(..., EndRound, ...); the verbs must be a tuple: (EndRound,)",
    ),
    "verbs in a list": (
        [("(EndRound,), True", "[EndRound], True")],
        "the verbs must be a tuple: (",
    ),
    "an unknown side": (
        [("Due(None, (Draw,)", 'Due("Rde", (Draw,)')],
        "says that the side 'Rde' must act; accepted: None for either, Red, Blue; did you mean",
    ),
    "no verb": (
        [("(EndRound,), True", "(State,), True")],
        "says that State is due, which is none of MODULE's verbs; accepted: Draw, EndRound",
    ),
    "words among what is due": (
        [("Due(None, (EndRound,), True)", '"EndRound"')],
        "returned 'EndRound' among what is due; accepted: Due(side, verbs, mandatory, case)",
    ),
    "a due that fails": (
        [("not state.now, ", "not state.nou, ")],
        "due, function due(): AttributeError: 'State' object has no attribute 'nou'; "
        "did you mean 'now'?",
    ),
    "a due that fails while it yields": (
        [(f"return {DUE}", f"yield from {DUE}[: len(state.now)]")],
        "due, function due(): TypeError: object of type 'bool' has no len()",
    ),
    "no state to begin with": (
        [("start=lambda t: State()", "start=lambda t: None")],
        "the start, function a lambda, returned None; accepted: a State, made by its class",
    ),
    "an outcome in words": (
        [('Outcome("", "2") if', '"over" if')],
        "asked about EndRound(), set the outcome 'over'; accepted: None, or Outcome(winner, case)",
    ),
    "a state that is none": (
        [("state=State,", "state=Draw,")],
        "rules.py: MODULE's state is a class made from StateOfPlay; Draw is none",
    ),
    "a verb that is none": (
        [("verbs=(Draw, EndRound)", "verbs=(Draw, State)")],
        "rules.py: MODULE's verbs are classes made from Verb; State is none",
    ),
    "one verb that is in no tuple": (
        [("verbs=(Draw, EndRound)", "verbs=(Draw)")],
        "rules.py: MODULE's verbs must be a tuple of classes; (Draw) is none, (Draw,) is",
    ),
    "a case that is a number": (
        [('@book.case("1")', "@book.case(1)")],
        "case 1: an id is a text: '1'",
    ),
    "what a case reads, as one text": (
        [('@book.case("1")', '@book.case("1", reads="card")')],
        "case 1: reads must be several names: ('card',)",
    ),
    "a dead end": (
        [(SECOND, 'return "never"')],
        "nothing legal does what must be done: draw (1); refused by case 1, one_card_a_round() (",
    ),
    "a dead end without an offer": ([(OFFER, "()")], "no dice settle a Draw; book.offer offers"),
}


@pytest.mark.parametrize("name", TOLD)
def test_a_wrong_answer_is_told_with_its_function_and_its_place(tmp_path: Path, name: str) -> None:
    changes, told = TOLD[name]
    status, said = ran("play", deal(tmp_path, *changes), "-o", tmp_path / "x.vlog")
    assert status == 2
    assert told in said
    assert "rules.py:" in said or "a dead end" in name
    assert "defect of Broadside" not in said


@pytest.mark.parametrize(
    ("was", "now", "line"),
    [
        (SECOND, "return t[99]", "return t[99]"),
        (SECOND, "return True", '@book.case("1")'),
        (EFFECT, "pass", "@book.effect"),
        ("not state.now, ", "not state.nou, ", "state.nou"),
    ],
    ids=["where it fails", "a case", "an effect", "where due fails"],
)
def test_the_place_is_the_line_in_the_authors_own_file(
    tmp_path: Path, was: str, now: str, line: str
) -> None:
    game = deal(tmp_path, (was, now))
    text = (game / "rules.py").read_text("utf-8")
    number = text.count("\n", 0, text.index(line)) + 1
    assert f"rules.py:{number}: " in ran("play", game, "-o", tmp_path / "x.vlog")[1]


def test_an_unknown_severity_is_told_before_anything_is_judged(tmp_path: Path) -> None:
    game = deal(tmp_path, ("severity=MISSING", 'severity="misssing"'))
    status, said = ran("rules", game)
    assert status == 2
    assert "rules.py:" in said and "case 1: no severity 'misssing'" in said
    assert "did you mean 'missing'?" in said


def test_an_audit_names_the_function_too(tmp_path: Path) -> None:
    log = tmp_path / "deal.vlog"
    ran("play", deal(tmp_path), "-o", log)
    status, said = ran("audit", log, "--game", deal(tmp_path / "b", (SECOND, "return state.now")))
    assert status == 2
    assert "case 1, function one_card_a_round(), asked about Draw(card='event_" in said
    reading = ("ends_turn=EndRound)", "ends_turn=EndRound, start=lambda context: None)")
    status, said = ran("audit", log, "--game", deal(tmp_path / "c", reading))
    assert status == 2
    assert "the start of a log, function a lambda, returned None; accepted: a State" in said


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (f"return {DUE}", f"yield from {DUE}"),
        (DUE, f"[*{DUE}]"),
        (OFFER, "(one for one in t if one not in state.drawn)"),
        (OFFER, "{*t} - {*state.drawn}"),
        ("verbs=(Draw, EndRound)", "verbs=[Draw, EndRound]"),
    ],
    ids=["due yields", "due in a list", "an offer yields", "an offer of a set", "verbs in a list"],
)
def test_any_iterable_will_do(tmp_path: Path, was: str, now: str) -> None:
    game, log = deal(tmp_path, (was, now)), tmp_path / "deal.vlog"
    assert ran("play", game, "-o", log)[0] == 0
    assert ran("audit", log, "--game", game)[1].startswith("Clean")


def test_a_defect_of_a_bundled_game_is_no_fault_of_its_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nor are the limits of the machine a fault of the rules; and who asks sees the traceback."""

    def due(t: object, state: object) -> None: ...

    assert isinstance(failed("due", due, None, KeyError("x")), RuleError)
    with pytest.raises(MemoryError):
        failed("due", due, None, MemoryError())
    monkeypatch.setattr(due, "__module__", "modules.graf_spee.flow")
    with pytest.raises(KeyError):
        failed("due", due, None, KeyError("x"))
    monkeypatch.setattr(due, "__module__", "mine")
    monkeypatch.setenv("BROADSIDE_DEBUG", "1")
    with pytest.raises(KeyError):
        failed("due", due, None, KeyError("x"))
