"""The cost of tracing in the native engine when it is off.

The engine is compared with a copy without tracing.  The modules of the copy are compiled from
the engine's sources after two removals in the syntax tree:

* the reports of the search (``engine.report(...)``);
* the reasons of removals and failures (``because``), which are read only by tracing: the
  parameter, and the argument of every call.

Both engines solve the same puzzles by ``nonet.solve`` in one process, in a random order for
each puzzle.
"""

from __future__ import annotations

import ast
import gc
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_loader
from pathlib import Path
from random import Random
from statistics import median
from types import ModuleType
from typing import Any

import nonet
from benchmarks.figures import FORM, VERSION, machine, percent
from benchmarks.sets import default_names, load

NATIVE = "nonet.backends.native"
UNTRACED = "untraced_native"

MOST_ARGUMENTS = {"set": 3, "fail": 1, "Failure": 1}
"""Number of arguments before ``because`` in the calls that give reasons."""

SETS = ("euler96_50", "top95", "hardest11", "own_easy", "own_hard")


class Stripper(ast.NodeTransformer):
    """Remove the code that only tracing needs; ``removals`` counts the removed parts."""

    def __init__(self) -> None:
        self.removals = 0

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        call = node.value
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr in ("report", "report_conflict")
        ):
            self.removals += 1
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else None
        name = node.func.id if isinstance(node.func, ast.Name) else name
        if name in ("set", "fail") and not _is_of_engine(node.func):
            return node
        if name in MOST_ARGUMENTS and len(node.args) > MOST_ARGUMENTS[name]:
            del node.args[MOST_ARGUMENTS[name] :]
            self.removals += 1
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        names = [argument.arg for argument in node.args.args]
        if node.name in ("set", "fail", "__init__") and "because" in names:
            at = names.index("because")
            del node.args.args[at:]
            node.args.defaults = []
            node.body = [line for line in node.body if not _stores_reason(line)]
            self.removals += 1
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        if node.module and (node.module == NATIVE or node.module.startswith(f"{NATIVE}.")):
            node.module = UNTRACED + node.module.removeprefix(NATIVE)
        return node


def _is_of_engine(called: ast.expr) -> bool:
    """Return whether a call is ``engine.set`` or ``self.set``, not a method of another object."""
    return (
        isinstance(called, ast.Attribute)
        and isinstance(called.value, ast.Name)
        and called.value.id in ("engine", "self")
    )


def _stores_reason(line: ast.stmt) -> bool:
    """Return whether a line is ``self.because = because`` or ``self.variable = variable``."""
    return (
        isinstance(line, ast.Assign)
        and isinstance(line.targets[0], ast.Attribute)
        and line.targets[0].attr in ("because", "variable")
    )


class _Finder(MetaPathFinder, Loader):
    """Compile the modules of ``untraced_native`` from the sources of the native backend."""

    def __init__(self) -> None:
        self.removals = 0

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name != UNTRACED and not name.startswith(f"{UNTRACED}."):
            return None
        original = find_spec(NATIVE + name.removeprefix(UNTRACED))
        if original is None or original.origin is None:
            return None
        package = original.submodule_search_locations is not None
        return spec_from_loader(name, self, origin=original.origin, is_package=package)

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__ is not None and module.__spec__.origin is not None
        source = Path(module.__spec__.origin)
        stripper = Stripper()
        tree = ast.fix_missing_locations(stripper.visit(ast.parse(source.read_text())))
        self.removals += stripper.removals
        exec(compile(tree, str(source), "exec"), module.__dict__)


def untraced() -> Any:
    """Return the native backend without tracing; raise ``RuntimeError`` if nothing was removed."""
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    try:
        backend = import_module(UNTRACED).Native()
    finally:
        sys.meta_path.remove(finder)
    if f"{UNTRACED}.search" in sys.modules and finder.removals == 0:
        raise RuntimeError("found nothing of tracing in the native engine's sources")
    return backend


def measure(data: Path, rounds: int) -> dict[str, Any]:
    """Return the percentage of CPU that tracing costs when off, on each set: medians of rounds."""
    without, with_it = untraced(), nonet.backends.get_backend("native")
    names = [name for name in SETS if name in default_names(data)]
    random = Random(1)
    cost: dict[str, Any] = {}
    for name in names:
        puzzles = load(name, data, None, 1).puzzles
        paired = [_round(puzzles, without, with_it, random) for _ in range(rounds + 1)][1:]
        cost[name] = {
            "percent": round(median(percent(on, off) for off, on in paired), 2),
            "ms": round(median(on for _, on in paired) / len(puzzles) * 1e3, 4),
            "rounds": rounds,
        }
    return {"form": FORM, "version": VERSION, "machine": machine(), "cost": cost}


def _round(
    puzzles: Sequence[nonet.Puzzle], without: Any, with_it: Any, random: Random
) -> tuple[float, float]:
    """Return the CPU seconds of both engines on all puzzles, which they solve in turn."""
    spent = {id(without): 0.0, id(with_it): 0.0}
    gc.collect()
    for puzzle in puzzles:
        for backend in random.sample([without, with_it], 2):
            began = time.process_time()
            nonet.solve(puzzle, backend)
            spent[id(backend)] += time.process_time() - began
    return spent[id(without)], spent[id(with_it)]


def summary(figures: dict[str, Any]) -> str:
    """Return the figures as text."""
    lines = ["native, tracing off, and the same engine without the code for tracing:"]
    for name, cost in figures["cost"].items():
        lines.append(
            f"  {name}: {cost['percent']:+.1f}% of {cost['ms']:.3f} ms a puzzle "
            f"(median of {cost['rounds']} rounds)"
        )
    return "\n".join(lines)
