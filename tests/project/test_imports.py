"""No file of nonet needs one that needs it: no circle of imports, inside functions either.

What only type checkers read (``if TYPE_CHECKING``) does not count: a filter may be told of the
engine that calls it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

SRC = Path(__file__).parents[2] / "src"

PRIMITIVES = ["all_different", "any_of", "base", "count", "element", "linear", "regular", "table"]
EXPRESSIONS = [
    *("affine", "arithmetic", "composed", "functions", "logic", "operations"),
    *("opposite", "telling"),
]

LEFT = [
    {"nonet.solving.crosscheck", "nonet.solving.questions", "nonet.solving.second"},
    {"nonet.techniques.hints", "nonet.techniques.notebook", "nonet.techniques.path"},
    {"nonet.puzzle.rules", "nonet.puzzle.short"},
    # ``a & b`` of two constraints is a constraint over expressions, which constraints tell
    {
        *(f"nonet.model.constraints.{name}" for name in PRIMITIVES),
        *(f"nonet.model.expressions.{name}" for name in EXPRESSIONS),
        "nonet.model.slips",
    },
]
"""Circles still to be opened; each goes through imports inside functions."""


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
        yield from imported(child)


def graph(modules: dict[str, Path]) -> dict[str, set[str]]:
    """For each module those it imports."""
    found = {}
    for name, path in modules.items():
        names = imported(ast.parse(path.read_text(encoding="utf-8")))
        homes = {each if each in modules else each.rpartition(".")[0] for each in names}
        found[name] = (homes & modules.keys()) - {name}
    return found


def circles(edges: dict[str, set[str]]) -> list[set[str]]:
    """Sets of modules each of which leads to all others of its set."""
    reached: dict[str, set[str]] = {}
    for start in edges:
        waiting, seen = [start], set()
        while waiting:
            for after in edges[waiting.pop()] - seen:
                seen.add(after)
                waiting.append(after)
        reached[start] = seen
    found: list[set[str]] = []
    for name, ahead in reached.items():
        circle = {other for other in ahead if name in reached[other]}
        if circle and circle not in found:
            found.append(circle)
    return found


def test_a_circle_is_seen():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}) == [{"a", "b", "c"}]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_file_imports_one_that_imports_it():
    modules = files()
    assert len(modules) > 300
    found = circles(graph(modules))
    assert [c for c in found if not any(c <= left for left in LEFT)] == []
