"""The Python that runs in a browser: which release of Pyodide, where it comes from, and its
digests.

Pyodide (https://pyodide.org) is CPython compiled to WebAssembly. A site uses one fixed release: the
digest of every file is checked before the file runs, wherever it comes from.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from generator.errors import BroadsideError
from validator.reporting.page import integrity

RELEASE = "314.0.7"
"""The release of Pyodide; 314 stands for Python 3.14."""
NETWORK = f"https://cdn.jsdelivr.net/npm/pyodide@{RELEASE}/"
"""Where browsers fetch it from, unless the site carries it itself."""
FOLDER = "pyodide/"
"""Where a site keeps its own copy."""
FILES: Mapping[str, str] = MappingProxyType(
    {
        "pyodide.mjs": "sha384-Lp79fMwxa4n2BLtugpUAoQMlbxIdg8iCUiP1r3h7nJLkQjwlXT1JzZTeHVL+f4Dg",
        "pyodide.asm.mjs": "sha384-/2281iaC0Iimw0B3Kagy1DBfZcJG3W4KYW+EmOqhsdY3fR9BJ88FE2Zt6y0KQKpa",  # noqa: E501
        "pyodide.asm.wasm": "sha384-y++qrQ72KPA1fTjLIuGMP+jppgGxjbLCgfdb0zMrnNnQVhxRUXTOTF6rTxNzllSu",  # noqa: E501
        "python_stdlib.zip": "sha384-xW3A5jmenkrPXbsgrIaB1FCJh9OuLT7FRMagsJMgtlhVc19k/mSy3+7nMaF/d767",  # noqa: E501
        "pyodide-lock.json": "sha384-o8SQQvpVlZnOl04+3dFTJipKxul9GbViVusA379wlOrfHSgxbzt0yPiqCTxOiYES",  # noqa: E501
    }
)
"""The files that a page needs, and the digest of each as a browser checks it (SRI, SHA-384)."""


PACKAGES = "https://files.pythonhosted.org/packages/"
"""Where browsers fetch the wheels of `WHEELS` from, unless the site carries them itself."""
WHEELS: Mapping[str, str] = MappingProxyType(
    {
        "49/d3/b8441a820a491ddfc024b0b0cf0393375b75ea13866d9c66727e54c2fc80/typing_extensions-4.16.0-py3-none-any.whl": "sha384-l66RJV/aux870H/XUe0vY4ssQEiV9Qpfm/WD2vnhhQAu5NpEETz74d1ItbnyYOH4",  # noqa: E501
        "99/91/8acff4f5e50511b911bbccb72b8628a49c68ce14148cd9f6431094859a90/annotated_types-0.8.0-py3-none-any.whl": "sha384-svO+xMREL6YzYPTeCewV4RilPMo016BCJpax2oAR3/qpyur6I/hTCF01hwv/wR2h",  # noqa: E501
        "de/0c/ea2544850a7c135e15033a5c7a8e7211136184b7ae63e2239d557c2b3019/typing_inspection-0.4.5-py3-none-any.whl": "sha384-K2TXtEYjYTFQqkqnVcEYqiE0lJeG/k7oFmIro/Uje9BDKT73mVbvtCCppaKVddFG",  # noqa: E501
        "c6/07/a7d8615b8677bf69e24666bbce431299850c95a7b084649342582a1c3210/pydantic_core-2.50.4-cp314-cp314-pyemscripten_2026_0_wasm32.whl": "sha384-UPoeDVfx9A6++R4q4gZobJ/WPSWBn14Q/p4aoynJTk076EERGxkdnWCbiqv0nYfA",  # noqa: E501
        "72/b8/b864503789ef5c58597d2a7b4adbee62c26440ab1e682581fc6838df8947/pydantic-2.14.3-py3-none-any.whl": "sha384-8ZOVnZaZOVT/EY5ZLM82m9RzbqTfU++pc53D/apJGh2geAxYOgelv19ItuvXBZEM",  # noqa: E501
        "b8/0c/51f6841f1d84f404f92463fc2b1ba0da357ca1e3db6b7fbda26956c3b82a/ruamel_yaml-0.19.1-py3-none-any.whl": "sha384-gNz5ez0FiVbrbOTMdm393xVE0zjuaQ8FsM55iBUizZE4ivPxViOnocGWB70IsQ9f",  # noqa: E501
    }
)
"""The wheels that read overlays, fetched when the first one is dropped: digests by address under
`PACKAGES`."""
BRING_WHEELS = (
    "pip download --no-deps --only-binary=:all: --platform pyemscripten_2026_0_wasm32 "
    "--python-version 3.14 -d FOLDER "
    + " ".join("==".join(address.rpartition("/")[2].split("-")[:2]) for address in WHEELS)
)
"""The command that downloads them for a club's own server."""


class RuntimeFilesError(BroadsideError):
    """A folder that does not hold this release of Pyodide."""


def wheels_by_name() -> dict[str, str]:
    """The digests of `WHEELS` by the names of the files, as they lie in a folder."""
    return {address.rpartition("/")[2]: digest for address, digest in WHEELS.items()}


def carried(folder: Path) -> dict[str, bytes]:
    """The contents of Pyodide's files in a folder, after checking their digests; the wheels of
    `WHEELS` too, if the folder has any of them.

    The folder is the unpacked npm package ``pyodide``, or the part ``core`` of a release;
    `BRING_WHEELS` adds the wheels. Raises `RuntimeFilesError` if a file is missing or is another
    one.
    """
    wheels = wheels_by_name()
    some = any((folder / name).is_file() for name in wheels)
    found = {}
    for name, digest in {**FILES, **(wheels if some else {})}.items():
        try:
            data = (folder / name).read_bytes()
        except OSError:
            raise RuntimeFilesError(_missing(folder, name)) from None
        if integrity(data, "sha384") != digest:
            of = f"Pyodide {RELEASE}" if name in FILES else "that name"
            raise RuntimeFilesError(
                f"{folder / name}: this is not the file of {of}, which this version of Broadside "
                "needs"
            )
        found[name] = data
    return found


def _missing(folder: Path, name: str) -> str:
    if name in FILES:
        return (
            f"{folder}: no file {name}; --runtime takes the folder of Pyodide {RELEASE}, "
            f"as 'npm pack pyodide@{RELEASE}' downloads it, or 'cdn'"
        )
    command = BRING_WHEELS.replace("FOLDER", str(folder))
    return f"{folder}: some wheels for overlays are there, but no file {name}; {command}"
