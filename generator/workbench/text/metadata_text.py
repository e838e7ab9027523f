"""``moduledata``, ``savedata`` and ``extensiondata`` as a few named texts."""

from __future__ import annotations

from typing import Final

from generator.vassal import documents
from generator.vassal.documents import DECLARATION, Document, DocumentError, escaped_text
from generator.workbench.text.reading import Fields, Node
from generator.workbench.text.spelling import Source
from generator.workbench.text.writing import Flow, Value

MEMBERS: Final = ("moduledata", "extensiondata", "savedata")
_WRITTEN = "written"
_DECLARATIONS = {"": DECLARATION, "short": '<?xml version="1.0" encoding="UTF-8"?>'}
"""The second is that of VASSAL before 3.6."""


def spell(data: bytes) -> dict[str, Value] | None:
    """Its texts by name; None where they would not give the member back."""
    try:
        document = documents.parse(data, "data")
    except DocumentError:
        return None
    made = {child.tag: child.text for child in document.root.children}
    if _WRITTEN in made or not made or not all(name.isidentifier() for name in made):
        return None
    for notes in _notes_of(document):
        if _compose(made, notes) == data:
            return {**made, **({_WRITTEN: Flow(notes)} if notes else {})}
    return None


def read(node: Node, source: Source) -> bytes:
    """The member that a mapping says."""
    if not isinstance(node, Fields):
        source.wrong(node, "a mapping is wanted here: version, name ...")
        return b""
    notes: dict[str, str] = {}
    texts: dict[str, str] = {}
    for name, value in node.values.items():
        if name == _WRITTEN and isinstance(value, Fields):
            notes = {word: source.text(said, word) for word, said in value.values.items()}
        elif not name.isidentifier():
            source.wrong(value, f"{name!r} is not the name of an element")
        else:
            texts[name] = source.text(value, name)
    try:
        return _compose(texts, notes)
    except DocumentError as trouble:
        source.wrong(node, str(trouble))
        return b""


def _notes_of(document: Document) -> list[dict[str, str]]:
    """The ways VASSAL has written such a file, the most likely first."""
    base: dict[str, str] = {}
    if not document.before.startswith(DECLARATION):
        base["declaration"] = "short"
    if "\r\n" in document.before:
        base["lines"] = "crlf"
    if not document.after:
        base["end"] = "none"
    return [base, {**base, "empty": "pairs"}]


def _compose(texts: dict[str, str], notes: dict[str, str]) -> bytes:
    declaration = _DECLARATIONS.get(notes.get("declaration", ""), DECLARATION)
    lines = [declaration, '<data version="1">']
    for name, text in texts.items():
        pair = text or notes.get("empty") == "pairs"
        lines.append(f"  <{name}>{escaped_text(text)}</{name}>" if pair else f"  <{name}/>")
    end = "\r\n" if notes.get("lines") == "crlf" else "\n"
    last = "" if notes.get("end") == "none" else end
    return (end.join([*lines, "</data>"]) + last).encode()
