"""No room of ``src/nonet`` is heavier than its budget, ``budgets.toml``.

Counted are lines with code, and lines of docstrings that are not blank; comments and blank lines are
free.  ``python -m tests.project.test_weight`` prints the rooms beside their budgets.
"""

import ast
import tomllib
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "nonet"
BUDGETS = Path(__file__).with_name("budgets.toml")
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def weight(text: str) -> int:
    """Return the number of lines of code and of docstrings in a module's text."""
    lines = text.splitlines()
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            docstrings.update(range(first.lineno, first.end_lineno + 1))
    return sum(
        bool(line.strip()) and (number in docstrings or not line.strip().startswith("#"))
        for number, line in enumerate(lines, 1)
    )


def weights() -> tuple[Counter[str], int]:
    """Return the lines of each room, and the number of modules."""
    rooms: Counter[str] = Counter()
    paths = sorted(PACKAGE.rglob("*.py"))
    for path in paths:
        parts = path.relative_to(PACKAGE).parts
        rooms[parts[0] if len(parts) > 1 else "top"] += weight(path.read_text(encoding="utf-8"))
    return rooms, len(paths)


def test_comments_and_blank_lines_weigh_nothing():
    text = '"""One.\n\nTwo.\n"""\n\n# why\nx = """a\n\nb"""  # c\n\n\ndef f():\n    "Three."\n'
    assert weight(text) == 3 + 2 + 2


def test_no_room_is_over_its_budget():
    rooms, modules = weights()
    budgets = tomllib.loads(BUDGETS.read_text(encoding="utf-8"))
    assert set(budgets["rooms"]) == set(rooms)
    over = {
        room: (rooms[room], line) for room, line in budgets["rooms"].items() if rooms[room] > line
    }
    assert not over, f"over their budget: {over}"
    assert rooms.total() <= budgets["all"]
    assert modules <= budgets["modules"]


if __name__ == "__main__":
    counted, number = weights()
    allowed = tomllib.loads(BUDGETS.read_text(encoding="utf-8"))
    for room, lines in counted.most_common():
        print(f"{room:12} {lines:7,} of {allowed['rooms'].get(room, 0):7,}")
    print(
        f"{'all':12} {counted.total():7,} of {allowed['all']:7,}, {number} modules of {allowed['modules']}"
    )
