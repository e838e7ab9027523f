"""The trouble that every part of the workbench may have with what it is given."""

from __future__ import annotations

from generator.errors import BroadsideError


class WorkbenchError(BroadsideError):
    """A file the workbench cannot work on, or a change that cannot be made."""
