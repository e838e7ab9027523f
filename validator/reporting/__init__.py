"""What an audit found, as text and as a page with a replay."""

from __future__ import annotations

from typing import Any


def text_lines(*args: Any, **kwargs: Any) -> Any: ...
