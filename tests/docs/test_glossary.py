"""The glossary names the classes that much of the code uses, and no class that is gone."""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "nonet"

LEAST_MODULES = 25
"""A class that so many modules of nonet import is a term of the code."""

ROW = re.compile(r"^\| `(\w+)` \| .+ \| `([\w.]+)` \|$", re.MULTILINE)
CLASS = re.compile(r"^class (\w+)", re.MULTILINE)
IMPORT = re.compile(r"^ *from nonet[\w.]* import (\([^)]*\)|.*)", re.MULTILINE)
"""Statements are matched as text: to parse all of nonet's modules takes four seconds."""


def glossary_rows() -> list[tuple[str, str]]:
    """The (class, module) pairs of the table of names in the code."""
    return ROW.findall((ROOT / "docs" / "glossary.md").read_text())


@cache
def defined_and_importers() -> tuple[dict[str, set[str]], dict[str, set[Path]]]:
    """The modules that define each class, and the files that import the class from nonet."""
    defined: dict[str, set[str]] = defaultdict(set)
    importers: dict[str, set[Path]] = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        name = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
        for class_name in CLASS.findall(text):
            defined[class_name].add(name.removesuffix(".__init__"))
        for names in IMPORT.findall(text):
            for imported in re.sub(r"#.*| as \w+", "", names).strip("()").split(","):
                importers[imported.strip()].add(path)
    return defined, importers


def test_every_name_of_the_code_in_the_glossary_is_a_class_of_its_module():
    defined, _ = defined_and_importers()
    rows = glossary_rows()
    assert rows
    assert [row for row in rows if row[1] not in defined.get(row[0], ())] == []


def test_every_class_that_many_modules_use_is_in_the_glossary_once():
    defined, importers = defined_and_importers()
    common = {name for name in defined if len(importers.get(name, ())) >= LEAST_MODULES}
    named = [name for name, _ in glossary_rows()]
    assert sorted(named) == sorted(set(named)), "a name stands twice"
    assert common - set(named) == set(), "say in docs/glossary.md what these classes are"


def test_the_names_stand_in_alphabetical_order():
    named = [name for name, _ in glossary_rows()]
    assert named == sorted(named)
