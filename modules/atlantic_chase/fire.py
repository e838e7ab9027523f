"""Gunnery and torpedoes (pp. 56-59): what ships do to each other in a Battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import EITHER, Broken, Fault, Verdict, Verdicts, alike, left_out
from validator.rules.dice import Dice, hold_number
from validator.rules.verbs import CHANCE, Verb, guessed

from . import board
from . import state as st
from .battle import EndBattle, NextRound, hits_of, over
from .book import book, case, cases, does, effect, offer
from .forces import side_up
from .owing import owed
from .ships import hit
from .state import Battle, Shot, State
from .tables import DESTROYERS, SLOW, VERY_SLOW, Tables
from .zones import fleet, gun_value, in_smoke, is_battery, range_between, seen_as, side_of

GUNS = {"gunnery": 2, "gunnery_extreme": 3, "gunnery_point_blank": 3}
"""The dice buttons of gunnery, with their numbers of dice."""


def _scoring(context: Any, state: State, known: Mapping[str, Any]) -> Iterator[tuple[int, ...]]:
    """Guesses for gunnery dice that nobody sees: those for the Hits that the target soon shows, or
    else none."""
    t, wanted = context.tables, board.open_hits(context, state).get(known["target"], 0)
    rolled: dict[int, tuple[int, ...]] = {}
    for dice in _gun_dice(t, state, Fire(known["ship"], known["target"], ())):
        rolled.setdefault(
            _gun_shot(t, state, Fire(known["ship"], known["target"], dice)).hits, dice
        )
    yield rolled[max((one for one in rolled if one <= wanted), default=min(rolled))]


def _striking(context: Any, state: State, known: Mapping[str, Any]) -> Iterator[tuple[int, ...]]:
    """As `_scoring`, for torpedoes."""
    yield (6, 6) if board.open_hits(context, state).get(known.get("target", ""), 0) > 1 else (1, 1)


def has_guns(t: Tables, state: State, ship: str) -> bool:
    """Whether a ship can fire at some range."""
    side = side_up(t, state.ship(ship))
    return side.near is not None or side.far is not None


def may_torpedo(t: Tables, state: State, ship: str) -> bool:
    """Whether a ship can fire torpedoes from where it is."""
    battle = state.battle
    there = battle.zones[ship] == st.CLOSE and not in_smoke(battle, ship)
    return there and side_up(t, state.ship(ship)).torpedo


def _loaded(t: Tables, state: State, ship: str) -> bool:
    """Whether a ship has torpedoes left."""
    return side_up(t, state.ship(ship)).torpedo and not state.ship(ship).fired_torpedoes


def _spent(t: Tables, state: State, ship: str) -> bool:
    return state.ship(ship).fired_torpedoes


_FIRED_AT = sign.announced(board.said("fired_at", "target"))


class Fire(Verb, steps=("gunnery",), evident=True):
    """A ship fires its guns at another."""

    ship: str = guessed(board.firers)
    target: str = guessed(board.targets)
    dice: tuple[int, ...] = guessed(_scoring, metadata=CHANCE)

    signs = sign.any_of(
        *(
            sign.all_of(
                sign.rolled(button, dice=sign.field("dice", part.so_many(number))),
                sign.announced(board.said("fires")),
                _FIRED_AT,
            )
            for button, number in GUNS.items()
        ),
        sign.unseen(),
    )
    silent = board.shot_unseen


class Torpedo(Verb, steps=("torpedoes",)):
    """A ship fires its torpedoes at another."""

    ship: str = guessed(board.torpedoing(_loaded))
    target: str = guessed(board.targets)
    dice: tuple[int, ...] = guessed(_striking, metadata=CHANCE)

    _marker = board.laid("no_torpedo", _loaded, _spent)
    signs = sign.any_of(
        sign.all_of(
            sign.rolled("torpedo", dice="dice"),
            sign.announced(board.said("torpedoes")),
            _FIRED_AT,
            sign.optional(_marker),
        ),
        _marker,
        sign.unseen(),
    )
    silent = board.unseen_by_hand


class SufferHits(Verb, settles=(st.HITS, "ship")):
    """A ship suffers Hits: its counter is turned, or removed."""

    ship: str
    hits: int = guessed(board.hits_shown)

    _sunk = sign.meant(board.grave, board.is_sunk)
    _taken = sign.moved("ship", piece=sign.field("ship", board.under_fire), to=_sunk)
    signs = sign.any_of(_taken, board.turned, sign.unseen())
    silent = board.without_face


Attack = Fire | Torpedo

# --- Range and modifiers --------------------------------------------------------------


def _for_speed(t: Tables, state: State, target: str, column: str) -> int:
    pace = side_up(t, state.ship(target)).speed
    rows = {VERY_SLOW: "target_very_slow", SLOW: "target_slow"}
    return t.fire[column].get(rows.get(pace, ""), 0)


def gunnery_modifiers(t: Tables, state: State, fire: Fire) -> Iterator[Any]:
    """The modifiers of a gunnery roll (AC-57.4)."""
    battle = state.battle
    far = range_between(t, battle, fire.ship, fire.target)
    yield ("AC-57.4", "AC-56.5"), gun_value(t, state, fire.ship, far) or 0
    yield ("AC-57.4",), _for_speed(t, state, fire.target, "gunnery")
    smoke = t.fire["gunnery"]["smoke"]
    for one in (fire.ship, fire.target):
        if in_smoke(battle, one):
            yield ("AC-58.5", "AC-60.8"), smoke


def kept(dice: tuple[int, ...], which: str) -> int:
    """The sum of the dice that count (AC-57.2): all, the two lowest or the two highest."""
    ordered = sorted(dice, reverse=which == "high")
    return sum(ordered if which == "both" else ordered[:2])


# --- Who may fire ---------------------------------------------------------------------


@cases("AC-55.1", "AC-56.1", "AC-49.4", "AC-62.1", reads=())
def fire_is_opened_in_its_step(t: Tables, state: State, act: Attack) -> Verdicts:
    battle = state.battle
    if not battle:
        yield "AC-55.1", "there is no Battle"
    elif over(t, state):
        yield "AC-62.1", "the Battle is over"
    elif battle.step != (st.GUNNERY if isinstance(act, Fire) else st.TORPEDOES):
        first = battle.round == 1 and battle.step == st.GUNNERY
        yield "AC-56.1", f"fire was opened in the step of {battle.step}"
        if first:
            yield "AC-49.4", "a Battle begins with gunnery"


@cases("AC-55.7", "AC-57.1", "AC-59.2", "AC-11.13", reads=("ship",))
def a_ship_fires_once(t: Tables, state: State, act: Attack) -> Verdict:
    battle = state.battle
    if isinstance(act, Torpedo):
        again = t.ships.get(act.ship)
        many = again is not None and again.kind == DESTROYERS and t.scenario.get("dd_torpedo")
        if state.ship(act.ship).fired_torpedoes and not many:
            return "AC-59.2", f"{act.ship} has fired its torpedoes"
    elif act.ship in battle.acted:
        return "AC-55.7", f"{act.ship} fired twice in round {battle.round}"
    if act.ship not in battle.zones:
        lost = t.ships.get(act.ship)
        squadron = lost is not None and lost.kind == DESTROYERS
        words = f"{act.ship} is not on the Battle Board"
        return ("AC-11.13" if squadron else "AC-57.1"), words
    return None


@cases("AC-11.18", "AC-57.1", reads=("ship", "target"))
def an_enemy_on_the_board_is_fired_at(t: Tables, state: State, act: Attack) -> Verdict:
    battle = state.battle
    if is_battery(t, act.target):
        return "AC-11.18", f"{act.target} is no target"
    friend = side_of(t, act.target) == side_of(t, act.ship)
    if friend or not range_between(t, battle, act.ship, act.target):
        return "AC-57.1", f"{act.target} is no enemy on his own side or in Close"
    return None


def _range(t: Tables, state: State, act: Fire) -> str:
    return range_between(t, state.battle, act.ship, act.target)


@case("AC-56.4", reads=("ship", "target"))
def guns_have_a_value(t: Tables, state: State, act: Fire) -> Fault:
    far = _range(t, state, act)
    if not far or gun_value(t, state, act.ship, far) is not None:
        return None
    return f"{act.ship} cannot fire at {far.replace('_', ' ')} range"


@case("AC-57.2", reads=("ship", "target", "dice"))
def guns_have_their_dice(t: Tables, state: State, act: Fire) -> Fault:
    far = _range(t, state, act)
    number = t.gun_dice[far][0] if far else len(act.dice)
    if len(act.dice) == number:
        return None
    words = f"{len(act.dice)} dice were thrown at {far.replace('_', ' ')} range"
    return Broken(words, f"{number} dice")


@cases("AC-54.8", "AC-57.6", reads=("ship",))
def who_surprises_fires_first(t: Tables, state: State, act: Fire) -> Verdicts:
    battle = state.battle
    if not battle.ambush or battle.round != 1:
        return
    enemy = t.side_of(battle.target)
    if side_of(t, act.ship) != enemy and any(side_of(t, one) == enemy for one in battle.acted):
        words = f"{act.ship} fired after the surprised ships"
        yield from alike(words, "AC-54.8", "AC-57.6")


@cases("AC-59.1", "AC-59.4", "AC-59.5", "AC-11.18", reads=("ship",))
def torpedoes_come_from_close(t: Tables, state: State, act: Torpedo) -> Verdict:
    battle = state.battle
    if act.ship not in t.ships:
        return None
    if not side_up(t, state.ship(act.ship)).torpedo:
        return "AC-59.1", f"{act.ship} has no torpedoes to fire"
    if in_smoke(battle, act.ship):
        return "AC-59.4", f"{act.ship} is in Smoke"
    if battle.zones.get(act.ship) != st.CLOSE:
        return "AC-59.5", f"{act.ship} is not in Close"
    return None


@cases("AC-59.6", reads=("ship", "target"))
def torpedoes_reach_close_and_near(t: Tables, state: State, act: Torpedo) -> Verdicts:
    if not side_of(t, act.ship):
        return
    zone = seen_as(state.battle, act.target, side_of(t, act.ship))
    if act.target in state.battle.zones and zone not in ("close", "enemy_near"):
        yield "AC-59.6", f"{act.target} is too far for torpedoes"


hold_number(book, "AC-59.7", Torpedo, 2)

# --- What it does ---------------------------------------------------------------------


def _gun_shot(t: Tables, state: State, act: Fire) -> Shot:
    """The shot of a gun, with its Hits."""
    battle = state.battle
    far = range_between(t, battle, act.ship, act.target)
    dice = kept(act.dice, t.gun_dice.get(far, (2, "both", ""))[1])
    added = tuple(gunnery_modifiers(t, state, act)) if far else ()
    total = dice + sum(value for _, value in added)
    hits = _capped(state, act.target, t.gun_hits(total))
    return Shot(act.ship, act.target, "AC-57.3", dice, added, hits)


does(Fire, lambda t, state, act: _shot(t, state, state.battle, _gun_shot(t, state, act)))


def _capped(state: State, target: str, hits: int) -> int:
    """The Hits of one attack, at most one on a dispersed Convoy (AC-11.7)."""
    return min(hits, 1) if state.ship(target).dispersed else hits


def _shot(t: Tables, state: State, battle: Battle, shot: Shot) -> State:
    """The state after a shot: its Hits count when all have fired, except those of a Surprise
    (AC-54.8)."""
    new = battle.changed(acted=(*battle.acted, shot.ship))
    first = battle.ambush and battle.round == 1 and battle.step == st.GUNNERY
    if first and side_of(t, shot.ship) == t.side_of(battle.force):
        return hits_of(state.changed(battle=new), (shot,))
    return state.changed(battle=new.changed(shots=(*battle.shots, shot)))


@effect
def torpedo(t: Tables, state: State, act: Torpedo) -> State:
    battle = state.battle
    if act.ship not in t.ships:
        return state
    added = ((("AC-59.7",), _for_speed(t, state, act.target, "torpedo")),)
    total = sum(act.dice) + added[0][1]
    hits = _capped(state, act.target, t.torpedo_hits if total >= t.torpedo_needs else 0)
    shot = Shot(act.ship, act.target, "AC-59.7", sum(act.dice), added, hits)
    new = state.with_ship(state.ship(act.ship).changed(fired_torpedoes=True))
    return _shot(t, new, battle, shot)


# --- Hits -----------------------------------------------------------------------------


HIT_CASES = (
    *("AC-57.3", "AC-57.4", "AC-57.5", "AC-59.8", "AC-59.7", "AC-11.7"),
    *("AC-56.5", "AC-58.5", "AC-60.8", "AC-11.8", "AC-50.5", "AC-53.3", "AC-58.1"),
)


@cases(*HIT_CASES, reads=("ship", "hits"), rests_on=(st.SMOKE,))
def ships_suffer_the_hits_that_were_scored(t: Tables, state: State, act: SufferHits) -> Verdicts:
    due, battle = owed(state, st.HITS, act.ship), state.battle
    told = f"{act.ship} suffered {act.hits}"
    if due is None and battle and any(one.target == act.ship for one in battle.shots):
        torpedoes = battle.step == st.TORPEDOES
        early = Broken(f"{told} before all had fired", by=EITHER)
        yield ("AC-59.8" if torpedoes else "AC-57.5"), early
        return
    if due is not None and (0 < act.hits <= due.points or state.by_hand):
        return  # some of them may be marked at a time
    scored = due.points if due is not None else 0
    words = Broken(f"{told} Hits", str(scored), by=EITHER)
    yield (due.case if due is not None else "AC-57.3"), words
    if state.ship(act.ship).dispersed and act.hits > scored:
        yield ("AC-11.7" if battle else "AC-11.8"), words
    if scored == 0 and any(one.target == act.ship for one in state.shots):
        yield from alike(words, "AC-53.3", "AC-58.1")
    for shot in state.shots:
        if shot.target == act.ship and shot.case == "AC-57.3":
            yield from _forgotten(t, shot, act.hits - scored, words)


@cases(*HIT_CASES, rests_on=(st.SMOKE,))
def who_forgot_a_modifier_is_told(t: Tables, state: State, act: NextRound | EndBattle) -> Verdicts:
    """The Hits that were not suffered when a round ends, and the modifier that may have been
    forgotten."""
    scored = hits_of(state, state.battle.shots)
    for due in scored.pending:
        if due.what == st.HITS:
            if due not in state.pending:
                yield due.case, left_out(f"{due.piece} did not suffer its Hits")
            words = left_out(f"{due.piece} did not suffer {due.points} Hits")
            for shot in scored.shots:
                if shot.target == due.piece and shot.case == "AC-57.3":
                    yield from _forgotten(t, shot, -due.points, words)


def _forgotten(t: Tables, shot: Shot, wrong: int, words: Broken) -> Verdicts:
    """The modifiers without which a shot would have scored as many Hits more or fewer."""
    total = shot.dice + sum(value for _, value in shot.modifiers)
    for case_ids, value in shot.modifiers:
        if t.gun_hits(total - value) - t.gun_hits(total) == wrong:
            yield from alike(words, *case_ids)


@effect
def suffer_hits(t: Tables, state: State, act: SufferHits) -> State:
    due = owed(state, st.HITS, act.ship)
    new = hit(t, state.done(st.HITS, act.ship), act.ship, act.hits)
    if due is not None and due.points > act.hits and new.ship(act.ship).at != st.OUT:
        new = new.owing(replace(due, points=due.points - act.hits))
    battle = new.battle
    if not battle or new.ship(act.ship).at != st.OUT:
        return _smoke_out(new, act.ship)
    zones = {one: zone for one, zone in battle.zones.items() if one != act.ship}
    return _smoke_out(new.changed(battle=battle.changed(zones=zones)), act.ship)


def _smoke_out(state: State, ship: str) -> State:
    """The state without the Smoke of a ship that is gone; a damaged ship makes Smoke until the next
    Maneuver (AC-60.6)."""
    battle = state.battle
    if not battle or ship in battle.zones:
        return state
    covered = {one: by for one, by in battle.covered.items() if ship not in (one, by)}
    return state.fought(smoke=battle.smoke - {ship}, covered=covered)


# --- Where legal ones are looked for --------------------------------------------------


def _targets(t: Tables, state: State, made: Any) -> Iterable[str]:
    battle, side = state.battle, side_of(t, made.ship)
    return fleet(t, battle, st.OTHER[side]) if battle and side else ()


def _gun_dice(t: Tables, state: State, made: Any) -> Dice:
    far = _range(t, state, made)
    return Dice(t.gun_dice[far][0] if far else 2)


offer(Fire, target=_targets, dice=_gun_dice)
offer(Torpedo, target=_targets)
offer(SufferHits, hits=lambda t, state, made: range(9))
