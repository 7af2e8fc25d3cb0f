"""Add the compiled libraries to a bill of materials: ``python tools/sbom_libraries.py SBOM.json``.

Each library is a component of type ``file`` with its SHA-256 and what it was made with, by the
extra ``build`` of ``pyproject.toml``.  The result is printed.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

from nonet.backends.lockstep.engine import FOLDER, read_manifest


def library_components(builders: str) -> list[dict[str, object]]:
    """Return the libraries as components of CycloneDX; ``builders`` are the tools that made them."""
    return [
        {
            "type": "file",
            "bom-ref": library.name,
            "name": library.name,
            "hashes": [{"alg": "SHA-256", "content": library.digest}],
            "properties": [{"name": "nonet:built-with", "value": builders}],
        }
        for library in read_manifest(FOLDER)[1]
    ]


def main() -> None:
    """Print the bill of materials with the libraries."""
    document = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    path = Path(__file__).parents[1] / "pyproject.toml"
    project = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
    builders = [each.split(";")[0] for each in project["optional-dependencies"]["build"]]
    document.setdefault("components", []).extend(library_components(", ".join(builders)))
    print(json.dumps(document, indent=1, sort_keys=True))


if __name__ == "__main__":
    main()
