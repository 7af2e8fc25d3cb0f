"""An extension of Griffe: docstrings of the API pages become Markdown."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import griffe

sys.path.insert(0, str(Path(__file__).parent))
from md import as_markdown

sys.path.pop(0)


class Docstrings(griffe.Extension):
    """Rewrites every docstring once, when its object has been read."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Make Markdown of the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
