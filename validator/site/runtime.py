"""The Python that runs in a browser: which release of Pyodide, where it comes from, what it is.

Pyodide (https://pyodide.org) is CPython compiled to WebAssembly. A site pins one release: every
file of it is held against its digest before it runs, wherever it comes from.
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


class RuntimeFilesError(BroadsideError):
    """A folder that does not hold this release of Pyodide."""


def carried(folder: Path) -> dict[str, bytes]:
    """The files of Pyodide in a folder, each what it should be.

    The folder is what the package ``pyodide`` of npm unpacks to, or the part ``core`` of a release.
    Raises `RuntimeFilesError`: one is missing, or is of another release.
    """
    found = {}
    for name, digest in FILES.items():
        try:
            data = (folder / name).read_bytes()
        except OSError:
            raise RuntimeFilesError(
                f"{folder}: no file {name}; --runtime takes the folder of Pyodide {RELEASE}, "
                f"as 'npm pack pyodide@{RELEASE}' brings it, or 'cdn'"
            ) from None
        if integrity(data, "sha384") != digest:
            raise RuntimeFilesError(
                f"{folder / name}: this is not the file of Pyodide {RELEASE}, the release this "
                "version of Broadside is tried with"
            )
        found[name] = data
    return found
