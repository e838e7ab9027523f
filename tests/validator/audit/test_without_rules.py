"""A log whose game nobody has written rules for."""

from __future__ import annotations

from pathlib import Path

from validator.audit import audit


def test_an_audit_without_rules_says_so(shared: Path) -> None:
    result = audit([shared / "vassal" / "reference" / "logs" / "28-dice.vlog"])
    assert [one.code for one in result.findings if one.code == "log.rules"] == ["log.rules"]
    assert result.headline().startswith("No rules of this game are known")
    assert not result.has_findings
