"""What the definition says otherwise of a counter, put into the traits of its carried pieces.

Only what was changed is touched, and only in a piece's own traits: those of a prototype belong to
others too. What cannot be put there is noted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from generator.definition.carried import CarriedError, Change
from generator.packaging.carried.loom import Chain, Loom
from generator.vassal import sequences
from generator.vassal.encodings import Access
from generator.vassal.traits import Trait, trait

LAYER, MASK, HIDE, RESTRICT = "emb2;", "obs;", "hide;", "restrict;"
_BASIC, _NAME = "piece;", "basicName;"
_OTHERWISE = frozenset(
    {"side", "kind", "shape", "corner", "values", "values_from", "words", "text", "facings"}
    | {"template", "count", "status", "why", "source", "provenance", "images", "face_names"}
    | {"back_image", "family"}
)
"""Fields that a carried piece does not show: the rules, a print kit and a table read them."""

Retouch = Callable[[Chain], Chain | None]
"""Puts one change into a chain; ``None`` when there is nothing in it to put it into."""


def retouches(loom: Loom, family: str, changed: Iterable[Change]) -> list[tuple[str, Retouch]]:
    """(what it is about, what to do) for each change of a family that its pieces show."""
    made: list[tuple[str, Retouch]] = []
    for change in changed:
        match change.field:
            case "name":
                made.append(("name", _renamed(loom, change.now or "")))
            case "faces":
                made += _faces(loom, family, change)
            case "back":
                file = (change.now or {}).get("image", "")
                made.append(("back", _masked(loom, {"imageName": file} if file else {})))
            case "mask":
                made.append(("mask", _masked(loom, _mask(loom, change))))
            case "hide":
                sides = _sides(loom, (change.now or {}).get("access", ()))
                made.append(("hide", _fields(HIDE, {"access": Access("sides", sides)})))
            case "restricted_to":
                sides = _sides(loom, change.now or ())
                made.append(("restricted_to", _fields(RESTRICT, {"sides": sides})))
            case "roles":
                if ("unstacked" in (change.was or ())) != ("unstacked" in (change.now or ())):
                    made.append(("unstacked", lambda _: None))
            case field if field not in _OTHERWISE:
                made.append((field, lambda _: None))
    return made


def _renamed(loom: Loom, name: str) -> Retouch:
    def put(chain: Chain) -> Chain | None:
        for at, part in enumerate(chain):
            if part.id == _NAME and part.text("name"):
                return _with(chain, at, part.changed(name=name))
        if any(part.id == _NAME for part in loom.prototypes.expanded(chain)):
            # A prototype names it, and others by it; the outermost name counts.
            return (trait(_NAME, name=name), *chain)
        if chain[-1].id != _BASIC:
            return None
        return _with(chain, len(chain) - 1, chain[-1].changed(commonName=name))

    return put


def _faces(loom: Loom, family: str, change: Change) -> list[tuple[str, Retouch]]:
    """Other pictures and other names of the faces there are."""
    was, now = change.was or [], change.now or []
    if len(was) != len(now):
        return [("number of faces", lambda _: None)]
    made: list[tuple[str, Retouch]] = []
    for at, (old, new) in enumerate(zip(was, now, strict=True)):
        if old.get("image") != new.get("image"):
            file = new.get("image")
            if file:
                made.append((f"picture {file}", _picture(loom, family, at, picture_of(loom, file))))
            else:
                made.append(("faces", lambda _: None))
        if old.get("name") != new.get("name"):
            made.append(("face_names", _level_name(loom, family, at, new.get("name") or "")))
    return made


def picture_of(loom: Loom, file: str) -> str:
    """What the module calls a picture of ``art/images``; one that it has not is put into it.

    Raises `CarriedError` when the module has another picture of that name.
    """
    place = f"art/images/{file}"
    for member, kept in loom.carried.files.items():
        if kept == place and member.startswith("images/"):
            return member.removeprefix("images/")
    data = _read(loom, place)
    if loom.members.get(f"images/{file}", data) != data:
        raise CarriedError(
            f"{place} has the name of a picture that the imported module carries; rename it"
        )
    loom.members[f"images/{file}"] = data
    return file


def _read(loom: Loom, place: str) -> bytes:
    try:
        return (loom.carried.folder / place).read_bytes()
    except OSError as trouble:
        raise CarriedError(f"{place}: cannot be read ({trouble.strerror})") from None


def _layer_of(loom: Loom, family: str, chain: Chain) -> tuple[int, bool] | None:
    """Where in a chain the layer stands that makes the counter's faces, and whether one of its
    levels shows at all times."""
    for images, always in loom.bound("counters", family).get("layers", ()):
        for at, part in enumerate(chain):
            if part.id == LAYER and part.text("imageNames") == images:
                return at, bool(always)
    return None


def _level(loom: Loom, family: str, face: int, always: bool) -> int:
    """The level of the layer that shows a face, from 1; 0 when the layer is off."""
    shows = loom.bound("counters", family).get("shows") or ()
    own = shows[face] if face < len(shows) else face
    return int(own) + always


def _picture(loom: Loom, family: str, face: int, name: str) -> Retouch:
    def put(chain: Chain) -> Chain | None:
        found = _layer_of(loom, family, chain)
        level = _level(loom, family, face, found[1]) if found else 0
        if found and level:
            part = chain[found[0]]
            return _with(chain, found[0], _listed(part, "imageNames", level - 1, name))
        basic = chain[-1]
        if basic.id != _BASIC or not basic.text("imageName"):
            return None
        return _with(chain, len(chain) - 1, basic.changed(imageName=name))

    return put


def _level_name(loom: Loom, family: str, face: int, name: str) -> Retouch:
    def put(chain: Chain) -> Chain | None:
        found = _layer_of(loom, family, chain)
        level = _level(loom, family, face, found[1]) if found else 0
        if not found or not level:
            return None
        part = chain[found[0]]
        return _with(chain, found[0], _listed(part, "levelNames", level - 1, name))

    return put


def _listed(part: Trait, field: str, at: int, value: str) -> Trait:
    """A trait with one item of a field that is a list."""
    text = part.text(field)
    items = sequences.decode(text, ",") if text else []
    items += [""] * (at + 1 - len(items))
    items[at] = value
    return part.changed(**{field: tuple(items)})


def shown(loom: Loom, family: str, face: int) -> Retouch:
    """Turns a piece to a face."""

    def put(chain: Chain) -> Chain | None:
        found = _layer_of(loom, family, chain)
        if found is None:
            return chain if face == 0 else None
        level = _level(loom, family, face, found[1])
        part = chain[found[0]]
        if part.text("followProperty") == "true":
            return None
        _, *rest = part.state.split(";")
        return _with(chain, found[0], part.with_state(";".join([str(level or -1), *rest])))

    return put


def veiled(loom: Loom, trait_id: str, owner: str) -> Retouch:
    """Masks or hides a piece for a side; takes that off when ``owner`` is empty."""

    def put(chain: Chain) -> Chain | None:
        for at, part in enumerate(chain):
            if part.id == trait_id:
                state = owner or "null"
                if trait_id == MASK:
                    state = f"{owner};false|0" if owner else "null;"
                return _with(chain, at, part.with_state(state))
        return chain if not owner else None

    return put


def _mask(loom: Loom, change: Change) -> dict[str, Any]:
    now: Mapping[str, Any] = change.now or {}
    was: Mapping[str, Any] = change.was or {}
    fields: dict[str, Any] = {}
    if now.get("name") != was.get("name"):
        fields["maskName"] = now.get("name") or "?"
    if now and now.get("access") != was.get("access"):
        fields["access"] = Access("sides", _sides(loom, now["access"]))
    return fields


def _masked(loom: Loom, fields: dict[str, Any]) -> Retouch:
    if "imageName" in fields:
        fields = {**fields, "imageName": picture_of(loom, fields["imageName"])}
    return _fields(MASK, fields) if fields else lambda _: None


def _fields(trait_id: str, fields: Mapping[str, Any]) -> Retouch:
    def put(chain: Chain) -> Chain | None:
        for at, part in enumerate(chain):
            if part.id == trait_id:
                return _with(chain, at, part.changed(**fields))
        return None

    return put


def _sides(loom: Loom, ids: Iterable[str]) -> tuple[str, ...]:
    """What the module calls sides of the definition."""
    return tuple(loom.bound("sides", side).get("side", side) for side in ids)


def _with(chain: Chain, at: int, part: Trait) -> Chain:
    return (*chain[:at], part, *chain[at + 1 :])
