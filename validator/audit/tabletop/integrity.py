"""Whether a log is as the recorder wrote it: its lines, hashes, announced heads and header, and the
script in the save."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from generator import __version__
from generator.counting import capitalised
from generator.errors import BroadsideError
from validator.audit.findings import Finding, Severity
from validator.audit.tabletop.sight import Eyes
from validator.audit.tabletop.standing import Laid
from validator.audit.tabletop.walking import found_at
from validator.reading.tabletop import entries as act
from validator.reading.tabletop.entries import EntryError, values_in

if TYPE_CHECKING:
    from validator.reading.tabletop.log import Log
    from validator.reading.tabletop.recorded import Recorded

_FEW = 12
_SHORTEST, _LONGEST, _IN_CHAT = 8, 64, 16
_HEXADECIMAL = frozenset("0123456789abcdef")


class HeadError(BroadsideError):
    """A text that is no head."""


def head_of(text: str) -> str:
    """A head as players note it: its first 8 to 64 hexadecimal digits, in either case.

    Raises `HeadError`.
    """
    head = text.strip().lower()
    if not _SHORTEST <= len(head) <= _LONGEST or not set(head) <= _HEXADECIMAL:
        raise HeadError(
            f"--head {text!r}: no head; the game tells 16 hexadecimal digits in the chat, and at "
            f"least the first {_SHORTEST} of them are asked for"
        )
    return head


def entry_with(log: Log, head: str) -> int | None:
    """The number of the entry with this hash; None if the log has none."""
    short = head[:_IN_CHAT]
    last = log.entries[-1].number if log.entries else 0
    for one in log.entries:
        if one.hash.startswith(short):
            exact = one.number != last or len(head) <= _IN_CHAT or log.chain.head.startswith(head)
            return one.number if exact else None
    return None


def chain(log: Log) -> Iterator[Finding]:
    """Findings about damaged or misplaced lines and wrong hashes."""
    by_line = dict(zip(log.lines, log.entries, strict=True))
    if log.chain.broken is not None:
        entry = by_line.get(log.chain.broken)
        where = entry if entry is not None else max(log.chain.broken - 1, 0)
        number = entry.number if entry is not None else log.chain.broken - 1
        did = (
            f"The hash of entry {number} does not follow from what stands before it: it, or "
            "something before it, was changed, put in or taken out after it was written."
        )
        yield found_at("tts.chain", where, did)
    elif not log.chain.whole and log.chain.stated is not None:
        last = log.entries[-1].number if log.entries else 0
        did = (
            f"The log ends with entry {last}; the head that stands below it is that of another end."
        )
        yield found_at("tts.chain", last, did)
    if log.damages:
        first = log.damages[0]
        shown = [f"line {one.line}: {one.what}" for one in log.damages]
        near = by_line.get(first.line)
        number = near.number if near is not None else _before(log, first.line)
        more = f" And {len(shown) - 1} more lines." if len(shown) > 1 else ""
        yield found_at(
            "tts.damaged", number, f"{capitalised(shown[0])}.{more}", details=shown[:_FEW]
        )


def _before(log: Log, line: int) -> int:
    """The last entry before a line."""
    numbers = [e.number for at, e in zip(log.lines, log.entries, strict=True) if at < line]
    return numbers[-1] if numbers else 0


def heads_in_log(log: Log) -> Iterator[Finding]:
    """Findings about heads that the log claims to have announced in the chat and that are wrong."""
    before = ""
    for entry in log.entries:
        if isinstance(entry, act.Head) and before and entry.announced != before:
            did = f"The head {entry.announced[:_IN_CHAT]} was announced in the chat; "
            did += f"the hash before it is {before}."
            yield found_at("tts.chain", entry, did)
        before = entry.hash


def heads_announced(log: Log, heads: Sequence[str]) -> Iterator[Finding]:
    """Notes about heads that players noted and that are in the log.

    Those that are not are reported by `validator.audit.tabletop.branches`, which knows the other
    files.
    """
    for head in heads:
        number = entry_with(log, head)
        if number is not None:
            did = f"The head {head[:_IN_CHAT]} stands at entry {number}: all up to it is as it was"
            did += " when it was announced."
            yield found_at("tts.head", number, did, severity=Severity.NOTE)


def script(recorded: Recorded, built: str | None) -> Iterator[Finding]:
    """Findings about the script in the save if it is not the recorder: its code, and its data about
    the game. ``built`` is the script as this version of Broadside builds it; None if the save was
    built differently."""
    from generator.tabletop_simulator import recorder

    said = recorded.log.header
    found = recorded.root.get("LuaScript")
    code = found.replace("\r\n", "\n") if isinstance(found, str) else ""
    if not code.strip():
        yield found_at("tts.script", 0, "The save has no script: nothing more is recorded in it.")
        return
    mine = recorder.code_digest()
    has = sha256(recorder.code_of(code).encode("utf-8", "surrogatepass")).hexdigest()
    if has != said.script:
        did = "The script in the save is not the recorder it was built with."
        yield found_at("tts.script", 0, did, legal="the recorder, unchanged")
    elif has != mine and said.version == __version__:
        did = f"The script in the save is not the recorder that Broadside {__version__} builds in."
        yield found_at("tts.script", 0, did, legal="the recorder, unchanged")
    elif has != mine:
        did = f"The recorder in the save is that of Broadside {said.version}, not of {__version__}:"
        did += " nobody here can say whether it is as it was built."
        legal = "an audit by that version"
        yield found_at("tts.script", 0, did, severity=Severity.UNVERIFIABLE, legal=legal)
    elif built is not None and code != built and said.version == __version__:
        did = "What the recorder in the save knows of the game is not what was built into it."
        yield found_at("tts.script", 0, did, legal="the recorder, unchanged")


def built_in_header(recorded: Recorded) -> Iterator[Finding]:
    """A finding if the header of the log is not the one in the save's script."""
    state, found = recorded.root.get("LuaScriptState"), recorded.root.get("LuaScript")
    if not isinstance(state, str) or not isinstance(found, str) or not found.strip():
        return
    # The script holds it as a Lua string.
    carried = found.replace('\\"', '"').replace("\\\\", "\\")
    if state.partition("\n")[0] not in carried:
        did = "The header of the log is not the one that the script in the save was built with."
        yield found_at("tts.header", 0, did, legal="the header as it was built, untouched")


def scripts_of(save: Laid, built: Laid, eyes: Eyes) -> Iterator[Finding]:
    """Findings about scripts of single objects; objects that we build have none."""
    for ident, text in sorted(save.scripts.items()):
        if built.scripts.get(ident) != text:
            one = save.things[ident]
            seen = eyes.sees(one)
            name = eyes.name(one) if seen else "Something that the reader does not see"
            did = f"{capitalised(name)} carries a script of its own ({len(text):,} letters)."
            ours = ident in built.things
            yield found_at("tts.script", 0, did, severity=None if ours else Severity.NOTE)


def last_line(recorded: Recorded) -> dict[str, object]:
    """The values that the log's last line keeps for the next load (``turn``, ``properties``). It
    has no hash; the entries must say the same."""
    state = recorded.root.get("LuaScriptState")
    text = state.rstrip("\n").rpartition("\n")[2] if isinstance(state, str) else ""
    try:
        return values_in(text) if text.startswith('{"head":') else {}
    except EntryError:
        return {}
