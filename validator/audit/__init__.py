"""The audit of played games: what a log shows that rules or honest play do not allow.

Heavy imports wait until something is audited.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from validator.audit.result import AuditResult

__all__ = ["audit"]


def audit(
    paths: Sequence[str | Path],
    game: str | Path | None = None,
    side: str | None = None,
    reveal: bool = False,
    overlays: Sequence[str | Path] = (),
    module: str | Path | Sequence[str | Path] | None = None,
    belief: bool = False,
    heads: Sequence[str] = (),
    explain: int | None = None,
    trial: bool = False,
    policies: Sequence[str] = (),
) -> AuditResult:
    """Audit logs and saves of one game; see ``auditing.audit``."""
    from validator.audit import auditing

    return auditing.audit(
        paths,
        game,
        side,
        reveal=reveal,
        overlays=overlays,
        module=module,
        belief=belief,
        heads=heads,
        explain=explain,
        trial=trial,
        policies=policies,
    )
