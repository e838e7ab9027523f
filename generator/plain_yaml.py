"""YAML files of plain values, read once and then cached as JSON under the file's hash.

So an audit parses no YAML. In a browser, which cannot parse YAML, a game's sentences and cases come
already read.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from generator.errors import BroadsideError
from generator.files import a_file
from generator.places import cache_folder
from generator.store import Store

ROOM = "yaml"
"""The folder of the cache."""


class PlainYamlError(BroadsideError):
    """A file that cannot be read, or is not YAML: the message is the reason without the file's
    name."""


def read_plainly(raw: bytes) -> Any:
    """The values in the bytes of a file. Raises `PlainYamlError`."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        return YAML(typ="safe", pure=True).load(raw.decode("utf-8"))
    except (YAMLError, ValueError, RecursionError) as trouble:
        told = " ".join(str(trouble).split()) or type(trouble).__name__
        raise PlainYamlError(f"no YAML: {told}") from trouble


def plain_yaml(path: Path, read: Callable[[bytes], Any] = read_plainly) -> Any:
    """The values in a file: mappings (with texts as keys), lists, texts, numbers. ``read`` reads a
    file that is not in the cache. Raises what ``read`` raises, and `PlainYamlError`."""
    try:
        raw = a_file(path).read_bytes()
    except OSError as trouble:
        raise PlainYamlError(f"cannot be read ({trouble.strerror})") from trouble
    store, key = Store(cache_folder() / ROOM), sha256(raw).hexdigest()
    kept = store.get(key)
    if kept is None:
        kept = _as_json(read(raw))
        store.put(key, kept)
    return json.loads(kept)


def line_of(path: Path, *steps: str | int) -> int:
    """The line of something in a file, for a message: each step is a key, a text or the number of
    a row (from 0) somewhere within the one before. 0 if nothing is found."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        node: Any = YAML(typ="safe", pure=True).compose(path.read_text("utf-8"))
    except (OSError, ValueError, YAMLError, RecursionError):
        return 0
    line = 0
    for step in steps:
        found = _within(node, step)
        if found is None:
            break
        line, node = found[0].start_mark.line + 1, found[1]
    return line


def _within(node: Any, step: str | int) -> tuple[Any, Any] | None:
    """The node of a step, and the node that it leads to."""
    rows = node.value if node is not None and isinstance(node.value, list) else []
    if isinstance(step, int):
        return (rows[step], rows[step]) if step < len(rows) else None
    pairs = [row if isinstance(row, tuple) else (row, row) for row in rows]
    own = next(((key, value) for key, value in pairs if key.value == step), None)
    return own or next((found for _, value in pairs if (found := _within(value, step))), None)


def as_kept(path: Path) -> tuple[str, bytes]:
    """A file as the cache keeps it, for a cache elsewhere. Raises `PlainYamlError`."""
    raw = path.read_bytes()
    return sha256(raw).hexdigest(), _as_json(read_plainly(raw))


def _as_json(values: Any) -> bytes:
    try:
        return json.dumps(values, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError) as trouble:
        raise PlainYamlError(f"no plain values: {trouble}") from trouble
