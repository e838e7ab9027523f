"""YAML files of plain values, each read once: what was read is kept as JSON under the file's hash.

So an audit parses no YAML, and in a browser, where none can be parsed, a game's sentences and
cases travel as already read.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from generator.errors import BroadsideError
from generator.places import cache_folder
from generator.store import Store

ROOM = "yaml"
"""The folder of the cache."""


class PlainYamlError(BroadsideError):
    """A file that cannot be read, or is no YAML: the reason alone, for who names the file."""


def plain_yaml(path: Path) -> Any:
    """The values in a file: mappings (their keys as text), lists, texts, numbers.

    Raises `PlainYamlError`.
    """
    try:
        raw = path.read_bytes()
    except OSError as trouble:
        raise PlainYamlError(f"cannot be read ({trouble.strerror})") from trouble
    store, key = Store(cache_folder() / ROOM), sha256(raw).hexdigest()
    kept = store.get(key)
    if kept is None:
        kept = _as_json(raw)
        store.put(key, kept)
    return json.loads(kept)


def as_kept(path: Path) -> tuple[str, bytes]:
    """A file as the cache keeps it, for a cache elsewhere. Raises as `plain_yaml`."""
    raw = path.read_bytes()
    return sha256(raw).hexdigest(), _as_json(raw)


def _as_json(raw: bytes) -> bytes:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        said = YAML(typ="safe", pure=True).load(raw.decode("utf-8"))
        return json.dumps(said, ensure_ascii=False).encode()
    except (YAMLError, UnicodeDecodeError, TypeError, ValueError) as trouble:
        first = (str(trouble).splitlines() or [type(trouble).__name__])[0]
        raise PlainYamlError(f"no YAML: {first}") from trouble
