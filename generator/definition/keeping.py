"""What was read once, kept on disk so that nobody parses or checks it again.

Kept are whole games, and the files of a game that did not change while another was edited. An
entry is a pickle of which only classes of a definition can be made: one that names anything else
counts as absent, and nothing of it is run.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import sys
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from generator.definition.schema import Game, Model
from generator.definition.yaml_nodes import MappingNode, Node, ScalarNode, SequenceNode, parse
from generator.places import cache_folder
from generator.store import Store

if TYPE_CHECKING:
    from generator.definition.troubles import Trouble

ROOM = __name__.rpartition(".")[0] + "."
NODES = (MappingNode, ScalarNode, SequenceNode)
M = TypeVar("M", bound=Model)
T = TypeVar("T")


class _Reader(pickle.Unpickler):
    def find_class(self, module_name: str, name: str) -> Any:
        """A class of the schema or of nodes; UnpicklingError for anything else."""
        # The schema was imported whole, so what is not here is none of it.
        module = sys.modules.get(module_name) if module_name.startswith(ROOM) else None
        found = getattr(module, name, None)
        if isinstance(found, type) and (issubclass(found, Model) or found in NODES):
            return found
        raise pickle.UnpicklingError(f"{module_name}.{name} is no part of a definition")


@cache
def makers() -> str:
    """A hash of the code that decides what a definition means."""
    digest = hashlib.sha256()
    here = Path(__file__).resolve().parent
    for path in (*sorted(here.glob("*.py")), *sorted((here.parent / "geography").glob("*.py"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def key_of(parts: Iterable[bytes]) -> str:
    """The key of what is made from these parts by the code there is now."""
    digest = hashlib.sha256(makers().encode())
    for part in parts:
        digest.update(len(part).to_bytes(8))
        digest.update(part)
    return digest.hexdigest()


def kept_game(key: str) -> Game | None:
    """The game under a key; None when there is none or it is damaged."""
    data = _store().get(key)
    found = _loaded(data) if data is not None else None
    return found if isinstance(found, Game) else None


def keep_game(key: str, game: Game) -> Game:
    """Keep a game. Gives it as the next reader will have it."""
    data = packed(game)
    _store().put(key, data)
    found = _loaded(data)
    return found if isinstance(found, Game) else game


def packed(game: Game) -> bytes:
    """A game as an entry holds it."""
    return pickle.dumps(game, protocol=5)


def parsed(text: str, shown: str) -> tuple[Node, list[Trouble]]:
    """See `yaml_nodes.parse`: a text without troubles is parsed once. Raises NotYaml."""
    key = key_of((b"parsed", shown.encode(), text.encode()))
    found = _found(key)
    if isinstance(found, NODES):
        return found, []
    node, troubles = parse(text, shown)
    if not troubles:
        _store().put(key, pickle.dumps(node, protocol=5))
    return node, troubles


def validated(node: Node, model: type[M]) -> M:
    """A node as a model; what was sound once is not checked again. Raises ValidationError."""
    data = pickle.dumps(node, protocol=5)
    key = key_of((b"validated", model.__name__.encode(), data))
    found = _found(key)
    if type(found) is model:
        return found
    sound = model.model_validate(node.plain())
    _store().put(key, pickle.dumps(sound, protocol=5))
    return sound


def _store() -> Store:
    return Store(cache_folder() / "definitions")


def _found(key: str) -> object:
    data = _store().get(key)
    return _read(data) if data is not None else None


def _read(data: bytes) -> object:
    try:
        return _Reader(io.BytesIO(data)).load()
    except Exception:
        # Whatever a pickle of another's making may raise.
        return None


@lru_cache(maxsize=8)
def _loaded(data: bytes) -> object:
    """The same object for the same data: nobody can change it."""
    return _read(data)
