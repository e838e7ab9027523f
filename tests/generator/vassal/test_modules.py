"""Modules read, with suspicion."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from generator.errors import BroadsideError
from generator.vassal import modules
from generator.vassal.modules import ModuleError


def written(folder: Path, **members: bytes) -> Path:
    path = folder / "x.vmod"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        for name, data in members.items():
            made.writestr(name, data)
    path.write_bytes(buffer.getvalue())
    return path


def test_the_reference_module_is_read(shared: Path) -> None:
    module = modules.read(shared / "vassal/reference/reference.vmod")
    assert (module.name, module.version) == ("Hunt at Sea", "1.0")
    assert module.metadata.vassal_version == "3.7.26"
    assert module.sides() == ("German", "British", "Referee")
    assert module.private_maps() == {
        "German Plot": ("German", "Referee"),
        "British Plot": ("British", "Referee"),
        "German Hand": ("German",),
    }
    assert [modules.map_name(element) for element in module.maps()] == [
        *("Main Map", "German Plot", "British Plot", "German Hand")
    ]


def test_an_old_module_without_metadata_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, buildFile=b'<VASSAL.launch.BasicModule name="Old" version="2"/>')
    module = modules.read(path)
    assert (module.name, module.build_file) == ("Old", "buildFile")


@pytest.mark.parametrize(
    ("build", "told"),
    [
        (b"<a><b></a>", "line 1, column"),
        (b"", "line 1"),
        (b'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "XML entities are refused"),
        (
            b'<!DOCTYPE a [<!ENTITY a "aa"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]><a>&c;</a>',
            "XML entities are refused",
        ),
        (b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', "refused"),
        (b"<a>" * 3000 + b"</a>" * 3000, "line 1"),
    ],
)
def test_a_bad_build_file_is_refused_in_one_line(tmp_path: Path, build: bytes, told: str) -> None:
    path = written(tmp_path, **{"buildFile.xml": build})
    with pytest.raises(ModuleError, match=told) as caught:
        modules.read(path)
    assert "x.vmod: buildFile.xml" in str(caught.value) and "\n" not in str(caught.value)


def test_a_file_that_is_no_module_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModuleError, match="a log or save of VASSAL, not a module"):
        modules.read(written(tmp_path, savedGame=b"x"))
    (tmp_path / "y.vmod").write_bytes(b"hello")
    with pytest.raises(BroadsideError, match="a text file, not a module"):
        modules.read(tmp_path / "y.vmod")
