"""A club's folder: games whole, cut in files, sent twice, in zips and mails; and rubbish."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from tests.modules.graf_spee.played_logs import played
from validator.archive.judging import Task
from validator.archive.sources import Holder, Source, Unread, as_found, found, inside
from validator.archive.working import Limits, attempted


def here(tasks: Sequence[Task], limits: Limits) -> Iterator[tuple[Task, Any]]:
    """Does tasks in the test's own process."""
    return ((task, attempted(task)) for task in tasks)


def sources(*places: Path) -> Iterator[Source | Unread]:
    """The logs and saves of some folders, also those in other files."""
    for one in found([*map(str, places)]):
        if isinstance(one, Holder):
            yield from as_found(one.source, inside(one.source))
        else:
            yield one


def zipped(**members: bytes) -> bytes:
    """A zip with these members; ``__`` in a name stands for the dot."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, data in members.items():
            made.writestr(name.replace("__", "."), data)
    return out.getvalue()


def mailed(name: str, data: bytes) -> bytes:
    """A mail with one file."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "ann@club", "bob@club", "my turn"
    mail.set_content("here it is")
    mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return mail.as_bytes()


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One game in two files with a copy of the first, one in a zip, and what cannot be read."""
    folder = tmp_path_factory.mktemp("archive") / "club"
    (folder / "ann and bob").mkdir(parents=True)
    game = played(4)
    cut = len(game.steps) // 2
    game.write(folder / "ann and bob" / "1.vlog", game.steps[:cut])
    game.write(folder / "ann and bob" / "2.vlog", game.steps[cut:], game.head_at(cut))
    first = (folder / "ann and bob" / "1.vlog").read_bytes()
    (folder / "sent again.vlog").write_bytes(first)
    (folder / "old.zip").write_bytes(zipped(league__vlog=played(2).path.read_bytes()))
    (folder / "torn.vlog").write_bytes(first[: len(first) // 2])
    (folder / "rubbish.vlog").write_bytes(b"not a log")
    (folder / "letter.txt").write_text("no log at all")
    return folder
