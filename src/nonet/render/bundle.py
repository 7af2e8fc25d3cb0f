"""Modules of a page as one script, for a page that is a single file.

Each module becomes a function that is called once and returns what the module exports; modules
come before those that import them.  What is read here is the plain form in which the page's own
modules are written: ``import { a, b as c } from "./other.js";`` at the start, ``export`` before a
declaration.  Comments that stand alone, and those of types, are left out.
"""

from __future__ import annotations

import re
from pathlib import Path

_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"/\*\*.*?\*/ ?|^[ \t]*//[^\n]*\n", re.DOTALL | re.MULTILINE)
_LINE = re.compile(r"^[ \t]*\n", re.MULTILINE)


def bundled(entry: Path) -> str:
    """The script of a module and of all that it imports.

    Raises ``ValueError`` for modules that import each other, for an import or export of another
    form, and for a text that would end a script element.
    """
    names: dict[Path, str] = {}
    made: list[str] = []

    def add(path: Path, above: tuple[Path, ...]) -> str:
        if path in above:
            raise ValueError(f"{path.name} imports itself, by way of {above[-1].name}")
        if path not in names:
            text = _COMMENT.sub("", path.read_text(encoding="utf-8"))
            taken = [
                f"const {{{found[1].replace(' as ', ': ')}}} = "
                f"{add((path.parent / found[2]).resolve(), (*above, path))};\n"
                for found in _IMPORT.finditer(text)
            ]
            given = [found[2] for found in _EXPORT.finditer(text)]
            text = _EXPORT.sub(r"\1", _IMPORT.sub("", text))
            if odd := re.search(r"^(?:import|export)\b.*|</script|<!--", text, re.MULTILINE | re.I):
                raise ValueError(f"{path.name} cannot be bundled: {odd[0]}")
            names[path] = f"module{len(names)}"
            made.append(
                f"const {names[path]} = (() => {{\n{''.join(taken)}{text}"
                f"return {{ {', '.join(given)} }};\n}})();\n"
            )
        return names[path]

    add(entry.resolve(), ())
    return '"use strict";\n' + _LINE.sub("", "".join(made))
