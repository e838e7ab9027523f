"""Builds single counters from templates, counts and chart values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from generator.definition.schema import (
    Counter,
    CounterFields,
    CounterTemplate,
    Face,
    FaceWords,
    Row,
    Scalar,
    Table,
    ValuesFrom,
)
from generator.definition.troubles import choice

_GATHERED = {"id", "template", "count", "values", "provenance", "words"}
"""Keys that a counter adds to its template, or does not inherit."""

SIZES = {
    "long": (25.4, 12.7),
    "card": (63.0, 88.0),
    "hex": (14.66, 12.7),
    "hex_pointy": (12.7, 14.66),
}
"""Width and height of counters without a size, by shape (mm)."""

_BRACES = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")


class UnresolvedError(ValueError):
    """A counter that cannot be built; the message says why.

    ``part`` and ``word`` name the fault, which may be outside the counter's own entry: a field
    named in a ``text``, a face in ``words``, a ``template``.
    """

    def __init__(self, message: str, part: str = "", word: str = "") -> None:
        super().__init__(message)
        self.part = part
        self.word = word


class UnknownNameError(UnresolvedError):
    """A counter whose template or chart does not exist (the check of references reports where)."""


def counter_names(id_pattern: str, count: int) -> list[str]:
    """The ids of one entry: three for ``supply_{n}`` with a count of three, or the id itself."""
    if count == 1 and "{n}" not in id_pattern:
        return [id_pattern]
    return [id_pattern.replace("{n}", str(number)) for number in range(1, count + 1)]


def made_from(
    counter: Counter,
    templates: Mapping[str, CounterTemplate],
    tables: Mapping[str, Table],
) -> tuple[object, ...]:
    """Everything that `resolved` looks at for this counter."""
    try:
        chain = (counter, *_templates(counter, templates))
    except UnresolvedError:
        return counter, templates, tables
    sources = [part.values_from for part in chain if part.values_from is not None]
    return *chain, *(_row(source, tables) or tables for source in sources)


def resolved(
    counter: Counter,
    templates: Mapping[str, CounterTemplate],
    tables: Mapping[str, Table],
) -> list[Counter]:
    """The single pieces of an entry, with templates applied and texts filled in. Raises
    UnresolvedError for a text that names an unknown field, a template that starts from itself, or a
    count without ``{n}`` in the id."""
    if counter.count > 1 and "{n}" not in counter.id:
        raise UnresolvedError(f"count: {counter.count} needs {{n}} in the id {counter.id!r}")
    chain = [*reversed(list(_templates(counter, templates))), counter]
    fields: dict[str, Any] = {}
    values: dict[str, Scalar] = {}
    provenance: dict[str, Any] = {}
    for part in chain:
        for name in part.model_fields_set - _GATHERED:
            fields[name] = getattr(part, name)
        _spell_out(part, fields)
        if part.values_from is not None:
            values.update(_row_values(part.values_from, tables))
        values.update(part.values)
        provenance.update(part.provenance)
        _say(part.words, fields)
    if "size" not in fields and fields.get("shape") in SIZES:
        fields["size"] = SIZES[fields["shape"]]
    if fields.get("shape") == "long":
        width, height = fields["size"]
        if abs(max(width, height) - 2 * min(width, height)) > 0.1:
            raise UnresolvedError(
                f"a long counter is twice as wide as high, or as high as wide, not {width:g}mm x "
                f"{height:g}mm; shape: rectangle takes any size"
            )
    pieces = []
    for number, piece_id in enumerate(counter_names(counter.id, counter.count), 1):
        words: dict[str, Scalar] = {**values, "n": number, "id": piece_id}
        words["kind"] = fields.get("kind", "")
        words["name"] = _filled(fields.get("name", ""), words)
        if not fields.get("faces"):
            raise UnresolvedError(f"the counter {piece_id!r} has no faces")
        told = all(face.image or face.title or face.text for face in fields["faces"])
        if not words["name"] and not told:
            raise UnresolvedError(f"the counter {piece_id!r} has no name")
        update = dict(fields)
        update.update(
            id=piece_id,
            name=words["name"],
            values=values,
            provenance=provenance,
            family=counter.id,
            instance=number,
            count=1,
            template=counter.template,
            values_from=None,
            text=_filled(fields.get("text", ""), words),
            faces=tuple(_filled_face(face, words) for face in fields.get("faces", ())),
        )
        back: Face | None = fields.get("back")
        if back is not None:
            if "id" not in back.model_fields_set:
                back = back.model_copy(update={"id": "back"})
            update["back"] = _filled_face(back, words)
        pieces.append(counter.model_copy(update=update))
    return pieces


def _spell_out(part: CounterFields, fields: dict[str, Any]) -> None:
    """Replace ``images``, their names and ``back_image`` by the faces and the back that they stand
    for."""
    if part.images:
        if part.faces:
            raise UnresolvedError("faces: and images: say the same in two ways; leave one out")
        if part.face_names and len(part.face_names) != len(part.images):
            raise UnresolvedError(
                f"{len(part.images)} images: and {len(part.face_names)} face_names: do not agree"
            )
        ids = ["front", *(f"face_{number}" for number in range(2, len(part.images) + 1))]
        names = part.face_names or ("",) * len(part.images)
        fields["faces"] = tuple(
            Face(id=face, image=image, name=name)
            for face, image, name in zip(ids, part.images, names, strict=True)
        )
    if part.back_image:
        if part.back is not None:
            raise UnresolvedError("back: and back_image: say the same in two ways; leave one out")
        fields["back"] = Face(id="back", image=part.back_image)
    for name, nothing in (("images", ()), ("face_names", ()), ("back_image", "")):
        if name in fields:
            fields[name] = nothing


def _templates(
    counter: Counter, templates: Mapping[str, CounterTemplate]
) -> Iterable[CounterTemplate]:
    seen: list[str] = []
    part: CounterFields = counter
    while isinstance(part, (Counter, CounterTemplate)) and part.template is not None:
        if part.template in seen:
            raise UnresolvedError(
                f"the template {part.template!r} starts from itself", "template", part.template
            )
        seen.append(part.template)
        if part.template not in templates:
            raise UnknownNameError(part.template)
        part = templates[part.template]
        yield part


def _row(source: ValuesFrom, tables: Mapping[str, Table]) -> Row | None:
    table = tables.get(source.chart)
    rows = table.rows if table is not None else ()
    return next((row for row in rows if row.id == source.row), None)


def _row_values(source: ValuesFrom, tables: Mapping[str, Table]) -> dict[str, Scalar]:
    row = _row(source, tables)
    if row is not None:
        return {
            column: cell.value
            for column, cell in row.cells.items()
            if not isinstance(cell.value, tuple)
        }
    table = tables.get(source.chart)
    if table is None:
        raise UnknownNameError(source.chart)
    rows = [row.id for row in table.rows]
    raise UnresolvedError(
        f"the chart {source.chart!r} has no row {source.row!r}{choice(source.row, rows)}"
    )


def _filled(text: str, words: Mapping[str, Scalar]) -> str:
    """A text with ``{name}`` and the like filled in; Python's other formatting is not supported."""

    def word(found: re.Match[str]) -> str:
        key = found[1]
        if key not in words:
            raise UnresolvedError(
                f"the text names {found[0]}{choice(key, sorted(words), 'known')}",
                "text",
                key,
            )
        value = words[key]
        return "" if value is None else str(value)

    return _BRACES.sub(word, text)


def _say(said: Mapping[str, FaceWords], fields: dict[str, Any]) -> None:
    """Apply ``words`` to the faces that they name."""
    for name, words in said.items():
        update = {key: getattr(words, key) for key in words.model_fields_set}
        faces: tuple[Face, ...] = fields.get("faces", ())
        back: Face | None = fields.get("back")
        known = ["all", *(face.id for face in faces), *(["back"] if back is not None else ())]
        if name not in known:
            raise UnresolvedError(
                f"words: no face {name!r}{choice(name, known)}",
                "words",
                name,
            )
        if name == "back" and back is not None:
            fields["back"] = _changed(back, update)
        fields["faces"] = tuple(
            _changed(face, update) if name in ("all", face.id) else face for face in faces
        )


def _changed(face: Face, update: dict[str, Any]) -> Face:
    if "values" in update:
        update = {**update, "values": {**face.values, **update["values"]}}
    return face.model_copy(update=update)


def _filled_face(face: Face, words: Mapping[str, Scalar]) -> Face:
    texts = ("name", "title", "symbol", "left", "right", "centre", "text")
    update: dict[str, Any] = {}
    if face.values:
        values = {
            key: _filled(value, words) if isinstance(value, str) else value
            for key, value in face.values.items()
        }
        words = {**words, **values}
        update["values"] = values
    update |= {
        name: _filled(getattr(face, name), words) for name in texts if "{" in getattr(face, name)
    }
    return face.model_copy(update=update) if update else face
