"""Build nonet for one platform: its package holds the libraries of this platform alone.

Run by ``recipe.yaml`` in a copy of the sources, with conda's name of the platform in the
environment (``target_platform``, such as linux-64).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

LIBRARIES = Path("src", "nonet", "backends", "lockstep", "libraries")

PREFIXES = {
    "linux-64": "linux-x86-64",
    "linux-aarch64": "linux-arm64",
    "osx-64": "macos-x86-64",
    "osx-arm64": "macos-arm64",
    "win-64": "windows-x86-64",
}
"""Of each platform of conda, how the names of its libraries begin."""


def keep_libraries(platform: str, folder: Path) -> None:
    """Delete the libraries of all other platforms from a folder; the manifest stays whole."""
    for library in folder.iterdir():
        is_library = library.suffix in (".so", ".dylib", ".dll")
        if is_library and not library.name.startswith(PREFIXES[platform]):
            library.unlink()


def main() -> None:
    """Delete what is not of this platform, and install."""
    keep_libraries(os.environ["target_platform"], LIBRARIES)  # noqa: SIM112
    command = [sys.executable, "-m", "pip", "install", ".", "--no-deps", "--no-build-isolation"]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
