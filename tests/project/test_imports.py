"""No module of nonet needs a module that needs it: there is no circle of imports.

Two graphs are looked at: all imports that run, those inside functions too; and the imports at the
top of modules with those that only type checkers read (``if TYPE_CHECKING``), but for
``RECURSIVE_TYPES``.
"""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.project.sources import SRC, syntax

RECURSIVE_TYPES = {
    # An expression's comparison is a constraint, and a constraint's sum is an expression:
    # `x + y <= 3`, `(x <= 3) + 1`.  One type each way is named for type checkers alone.
    ("model.constraints.base", "model.expressions.arithmetic"),
}
"""Imports under ``TYPE_CHECKING`` that close a circle, each from a type that is recursive by nature."""


def files() -> dict[str, Path]:
    """Every module and its file."""
    by_name = {}
    for path in sorted((SRC / "nonet").rglob("*.py")):
        parts = path.relative_to(SRC).with_suffix("").parts
        by_name[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return by_name


def imported(node: ast.AST, typing: bool) -> Iterator[str]:
    """The modules, or names in modules, that a piece of code imports.

    With ``typing`` for type checkers too, but not inside functions.
    """
    for child in ast.iter_child_nodes(node):
        if typing and isinstance(child, ast.FunctionDef):
            continue
        if not typing and isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):  # others hold none
            yield from imported(child, typing)


def graph(modules: dict[str, Path], typing: bool) -> dict[str, set[str]]:
    """For each module those it imports."""
    edges = {}
    for name, path in modules.items():
        names = imported(syntax(path), typing)
        homes = {each if each in modules else each.rpartition(".")[0] for each in names}
        edges[name] = (homes & modules.keys()) - {name}
    return edges


def circle(edges: dict[str, set[str]]) -> list[str]:
    """Modules each of which imports the one before, from one of them to itself; if there are."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1]
        return cycle
    return []


def test_a_circle_is_seen():
    assert {*circle({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()})} == {"a", "b", "c"}
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


@pytest.mark.slow
def test_no_module_imports_one_that_imports_it():
    modules = files()
    assert len(modules) > 300
    assert circle(graph(modules, typing=False)) == []


def test_no_module_names_a_type_of_one_that_imports_it():
    edges = graph(files(), typing=True)
    for importer, module in RECURSIVE_TYPES:
        edges[f"nonet.{importer}"].remove(f"nonet.{module}")
    assert circle(edges) == []
