"""Modules of a page as one script, for a page that is a single file or is fetched as few.

Each module becomes a function that is called once and returns the module's exports; modules
come before their importers, and the entry module is last, where ``await`` is allowed. The
reader understands the plain form of the page's own modules: ``import { a, b as c } from
"./other.js";`` at the start, ``export`` before a declaration.  Comments on lines of their own,
and type comments, are left out.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"/\*\*.*?\*/ ?|^[ \t]*//[^\n]*\n", re.DOTALL | re.MULTILINE)
_LINE = re.compile(r"^[ \t]*\n", re.MULTILINE)
_UNSUPPORTED = re.compile(r'^(?:import|export)\b.*|\bimport\("[^\n]*', re.MULTILINE)
_ENDING = re.compile(r"</script|<!--", re.IGNORECASE)

_PLACE = "import.meta.url"
"""The address of a module: relative addresses stay the same in the script, which lies at the
entry.
"""


def ordered_modules(entry: Path) -> list[Path]:
    """Return a module and all its imports, each after its own imports.

    Raises ``ValueError`` for modules that import each other.
    """
    results: list[Path] = []

    def add(path: Path, above: tuple[Path, ...]) -> None:
        if path in above:
            raise ValueError(f"{path.name} imports itself, by way of {above[-1].name}")
        if path not in results:
            for each in _IMPORT.finditer(_without_comments(path)):
                add(_imported_path(path, each[2]), (*above, path))
            results.append(path)

    add(entry.resolve(), ())
    return results


def bundled_script(entry: Path, *, apart: bool = False, ending: str = "") -> str:
    """Return the script of a module and of all its imports.

    ``apart`` is for a script in a file of its own, which no text can end.  With an ``ending`` the
    result is a module: the ending, in which ``entry`` has the entry's exports, is its last line.
    Raises ``ValueError`` for modules that import each other, for an import or export of another
    form, and for a text that would end a script element.
    """
    entry = entry.resolve()
    names = {path: f"module{number}" for number, path in enumerate(ordered_modules(entry))}
    last = entry if not ending else None
    script = '"use strict";\n' + "".join(_wrapped(path, entry, last, names) for path in names)
    if ending:
        script += f"const entry = {names[entry]};\n{ending}\n"
    if not apart and (end := _ENDING.search(script)):
        raise ValueError(f"{entry.name} cannot be bundled: {end[0]}")
    return script


def _wrapped(path: Path, entry: Path, last: Path | None, names: dict[Path, str]) -> str:
    text = _without_comments(path)
    taken = "".join(
        f"const {{{match[1].replace(' as ', ': ')}}} = {names[_imported_path(path, match[2])]};\n"
        for match in _IMPORT.finditer(text)
    )
    given = [match[2] for match in _EXPORT.finditer(text)]
    text = _EXPORT.sub(r"\1", _IMPORT.sub("", text))
    if odd := _UNSUPPORTED.search(text):
        raise ValueError(f"{path.name} cannot be bundled: {odd[0]}")
    if path.parent != entry.parent:
        place = Path(os.path.relpath(path, entry.parent)).as_posix()
        text = text.replace(_PLACE, f'new URL("{place}", {_PLACE})')
    text = _LINE.sub("", f"{taken}{text}")
    if path == last:
        return f"(async () => {{\n{text}}})();\n"
    return f"const {names[path]} = (() => {{\n{text}return {{ {', '.join(given)} }};\n}})();\n"


def _without_comments(path: Path) -> str:
    return _COMMENT.sub("", path.read_text(encoding="utf-8"))


def _imported_path(path: Path, name: str) -> Path:
    return (path.parent / name).resolve()
