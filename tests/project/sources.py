"""The syntax trees of nonet's modules, parsed once for all tests that read the code."""

import ast
from functools import cache
from pathlib import Path

SRC = Path(__file__).parents[2] / "src"


@cache
def syntax(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))
