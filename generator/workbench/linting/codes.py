"""Every finding that a lint can make, declared once in ``codes.table``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from generator.errors import BroadsideError, nearest
from generator.light import dataclass
from generator.workbench.linting.findings import Severity


class UnknownCodeError(BroadsideError):
    """A code, or the first part of one, that no check has."""


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding."""

    id: str
    severity: Severity
    """The gravest it is reported as; one degree less where it may be meant so."""
    says: str
    """What is wrong, and what VASSAL does then."""


@cache
def codes() -> Mapping[str, Code]:
    """Every code of a module's findings, in the order of the table."""
    return read_codes(Path(__file__).with_name("codes.table"))


def read_codes(table: Path) -> dict[str, Code]:
    """The codes of a table, in its order."""
    found: dict[str, Code] = {}
    for line in table.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            head, _, says = line.partition(" | ")
            name, severity = head.split()
            found[name] = Code(name, Severity(severity), says)
    return found


def matches(code: str, chosen: Sequence[str]) -> bool:
    """Whether a code is one of those chosen: itself, or by its first part."""
    return any(code == one or code.startswith(f"{one}.") for one in chosen)


def check_chosen(chosen: Sequence[str]) -> None:
    """Raise `UnknownCodeError` for a choice that fits no code, be it of modules or of saves."""
    saves = Path(__file__).with_name("saves") / "codes.table"
    known = {**codes(), **read_codes(saves)}
    families = {code.partition(".")[0] for code in known}
    for one in chosen:
        if one not in known and one not in families:
            accepted = [*known, *families]
            raise UnknownCodeError(f"no check has the code {one!r}{nearest(one, accepted)}")
