"""Several saves of one game: which continues which, and what was played and then lost.

Every save holds the whole log up to it, so of two saves of one game the shorter log is usually the
beginning of the longer. If two logs are alike only up to some entry, an earlier save was loaded (or
the game rewound) and continued: what had been done after it is gone from the table, but not from
the files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.counting import first_of
from generator.light import dataclass
from validator.audit.findings import Finding, Severity
from validator.audit.tabletop.integrity import entry_with
from validator.audit.tabletop.sight import Eyes
from validator.audit.tabletop.walking import found_at
from validator.reading.tabletop import entries as act
from validator.reading.tabletop.entries import Entry
from validator.reading.tabletop.recorded import Recorded

_TOLD = 16
_NAMED = 12
_LEARNT = (act.Roll, act.Leave, act.Peek, act.Search)
"""Entries that reveal something to somebody."""
_BEFORE_PLAY = (act.Load, act.Seat, act.Head, act.Turn)
"""Entries that a log may have before anybody has played."""
_WORDS = {
    act.Drop: "move",
    act.Roll: "roll",
    act.Leave: "draw",
    act.Flip: "turn over",
    act.Declare: "declaration",
    act.Say: "line of chat",
    act.Step: "step",
    act.Switch: "change of face",
    act.Peek: "look from below",
    act.Search: "search",
}


@dataclass(frozen=True, slots=True)
class Branches:
    """The saves of one game, sorted by how they relate to the last one."""

    main: Recorded
    """The save that was played last; it is audited."""
    held: tuple[Recorded, ...]
    """Saves whose log is the beginning of the main one's."""
    forked: tuple[Recorded, ...]
    """Saves that continued differently; of several on one lost branch, the longest."""
    others: tuple[Recorded, ...]
    """Saves of other games, or of another game from the same set-up."""


def sorted_out(saves: Sequence[Recorded]) -> Branches:
    """The branches of a game's saves.

    The main save is the one whose log ends latest; of those that end at the same time the longest.
    """
    main = max(saves, key=_end)
    held: list[Recorded] = []
    forked: list[Recorded] = []
    others: list[Recorded] = []
    for one in sorted((one for one in saves if one is not main), key=_end, reverse=True):
        common = in_common(one, main)
        if one.log.header != main.log.header or (not common and one.log.entries):
            others.append(one)
        elif common == len(one.log.entries):
            held.append(one)
        elif not any(in_common(one, longer) == len(one.log.entries) for longer in forked):
            forked.append(one)
        else:
            held.append(one)
    return Branches(main, tuple(held), tuple(forked), tuple(others))


def _end(one: Recorded) -> tuple[int, int, int, str]:
    entries = one.log.entries
    last = max((entry.time for entry in entries[-1:]), default=0)
    return last, len(entries), one.saved or 0, one.name


def in_common(one: Recorded, other: Recorded) -> int:
    """How many first entries two logs share; each entry's hash also covers all before it."""
    shortest = min(len(one.log.entries), len(other.log.entries))
    low, high = 0, shortest
    while low < high:
        middle = (low + high + 1) // 2
        same = one.log.entries[middle - 1] == other.log.entries[middle - 1]
        low, high = (middle, high) if same else (low, middle - 1)
    return low


def findings(branches: Branches, heads: Sequence[str], eyes: Eyes) -> Iterator[Finding]:
    """Findings about the other saves, and about heads that the main log does not have."""
    unplayed = [one for one in branches.others if _is_unplayed(one, branches.main)]
    for one in branches.others:
        if not _is_unplayed(one, branches.main):
            yield _other(one, branches.main)
    if unplayed:
        played = "was not played yet" if len(unplayed) == 1 else "were not played yet"
        yield found_at("tts.other", 0, f"{_names(unplayed)} {played}.")
    if branches.held:
        did = f"{_name(branches.main)} holds all that stands in {_names(branches.held)}."
        yield found_at("tts.held", 0, did)
    for one in branches.forked:
        yield _fork(one, branches.main, eyes)
    for one in (*branches.held, *branches.forked):
        if one.log.chain.broken is not None:
            did = f"{_name(one)} was changed: its hashes do not follow from line "
            did += f"{one.log.chain.broken} on."
            yield found_at("tts.chain", 0, did)
    for head in heads:
        if entry_with(branches.main.log, head) is None:
            yield _not_there(head, branches)


def _is_unplayed(one: Recorded, main: Recorded) -> bool:
    """Whether nothing was played in a save of the same game since it was built."""
    same = one.log.header.game == main.log.header.game
    return same and all(isinstance(entry, _BEFORE_PLAY) for entry in one.log.entries)


def _names(saves: Sequence[Recorded]) -> str:
    return first_of(map(_name, saves), _NAMED)


def _other(one: Recorded, main: Recorded) -> Finding:
    if one.log.header.game != main.log.header.game:
        did = f"{_name(one)} is a save of another game, {one.log.header.name!r}."
    elif one.log.header != main.log.header:
        did = f"{_name(one)} was built otherwise than {_name(main)}: it is another game."
    else:
        did = f"{_name(one)} and {_name(main)} have no entry in common: they are two games."
    return found_at("tts.other", 0, did)


def _fork(one: Recorded, main: Recorded, eyes: Eyes) -> Finding:
    """A finding about two saves that diverge, by a load or because one was edited."""
    common = in_common(one, main)
    lost, kept = one.log.entries[common:], main.log.entries[common:]
    first = kept[0] if kept else lost[0]
    parted = f"{_name(main)} and {_name(one)} are alike up to entry {common}"
    loaded = any(isinstance(part[0], act.Load) for part in (lost, kept) if part)
    if not loaded:
        did = f"{parted}; there they tell two tales, and no load parts them: one was changed."
        return found_at("tts.fork", first.number, did, details=_tale(lost, eyes))
    learnt = [entry for entry in lost if isinstance(entry, _LEARNT) or _showed(entry)]
    did = f"{parted}; there an earlier save was loaded. Lost with it: {_counted(lost)}."
    rolls = [entry for entry in lost if isinstance(entry, act.Roll)]
    if rolls:
        faces = "; ".join(_faces(roll) for roll in rolls[:_NAMED])
        did += f" The dice had shown {faces}{'; ...' if len(rolls) > _NAMED else ''}."
    severity = None if learnt else Severity.NOTE
    legal = "what dice have shown, and what was seen, stands" if learnt else ""
    return found_at(
        "tts.fork", first.number, did, severity=severity, legal=legal, details=_tale(lost, eyes)
    )


def _showed(entry: Entry) -> bool:
    return isinstance(entry, act.Flip) and not entry.face_down


def _counted(entries: Sequence[Entry]) -> str:
    """``12 moves, 1 roll``."""
    counts = Counter(_WORDS[type(one)] for one in entries if type(one) in _WORDS)
    listed = ", ".join(
        f"{count} {_plural(word) if count > 1 else word}" for word, count in counts.most_common()
    )
    return listed or f"{len(entries)} entries in which nothing was played"


def _plural(word: str) -> str:
    head, _, rest = word.partition(" ")
    many = head + ("es" if head.endswith("ch") else "s")
    return f"{many} {rest}".rstrip()


def _faces(roll: act.Roll) -> str:
    return ", ".join(str(face) for _, face in roll.dice)


def _tale(entries: Sequence[Entry], eyes: Eyes) -> list[str]:
    """The lost rolls, declarations and steps, which are public, as lines."""
    lines = []
    for entry in entries:
        match entry:
            case act.Roll():
                lines.append(f"entry {entry.number}: {_by(entry)} rolled {_faces(entry)}")
            case act.Declare(action=action):
                named = next((one.name for one in eyes.game.actions if one.id == action), action)
                lines.append(f"entry {entry.number}: {_by(entry)} declared {named}")
            case act.Step(new=new):
                lines.append(f"entry {entry.number}: turn {new[0]}, step {new[1] + 1}")
    return lines


def _by(entry: Entry) -> str:
    return entry.player or entry.colour or "somebody"


def _not_there(head: str, branches: Branches) -> Finding:
    for one in (*branches.forked, *branches.others):
        number = entry_with(one.log, head)
        if number is not None:
            did = (
                f"The head {head[:_TOLD]} was announced at entry {number} of {_name(one)}, and is "
                f"not in {_name(branches.main)}."
            )
            return found_at("tts.head", in_common(one, branches.main), did)
    did = (
        f"The head {head[:_TOLD]} stands nowhere in this log: an earlier save was played on from "
        "after it was announced, or the log was made anew."
    )
    return found_at("tts.head", 0, did, legal="every head that was announced, in its order")


def _name(one: Recorded) -> str:
    return one.name.replace("\\", "/").rpartition("/")[2]
