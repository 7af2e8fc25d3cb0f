"""No file of nonet needs one that needs it: no circle of imports, inside functions either.

What only type checkers read (``if TYPE_CHECKING``) does not count: a filter may be told of the
engine that calls it.
"""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

SRC = Path(__file__).parents[2] / "src"


def files() -> dict[str, Path]:
    """Every module and its file."""
    found = {}
    for path in sorted((SRC / "nonet").rglob("*.py")):
        parts = path.relative_to(SRC).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(node: ast.AST) -> Iterator[str]:
    """The modules, or names in modules, that a piece of code imports when it runs."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):  # others hold none
            yield from imported(child)


def graph(modules: dict[str, Path]) -> dict[str, set[str]]:
    """For each module those it imports."""
    found = {}
    for name, path in modules.items():
        names = imported(ast.parse(path.read_text(encoding="utf-8")))
        homes = {each if each in modules else each.rpartition(".")[0] for each in names}
        found[name] = (homes & modules.keys()) - {name}
    return found


def circle(edges: dict[str, set[str]]) -> list[str]:
    """Modules each of which imports the one before, from one of them to itself; if there are."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_a_circle_is_seen():
    assert {*circle({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()})} == {"a", "b", "c"}
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_file_imports_one_that_imports_it():
    modules = files()
    assert len(modules) > 300
    assert circle(graph(modules)) == []
