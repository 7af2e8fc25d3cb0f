"""Change nonet at random places, one at a time, and see whether the tests of the room notice.

``python -m tools.mutants 200 --seed 1`` works in a copy of the tree.  A mutant has one operator,
constant, condition or statement changed.  The tests that are named after its module run first, then
those that pin what the room shows, those that import it and the others of its room, for at most a
minute of processor time.  Each mutant is a line of JSON on standard output; the last lines count.
A test that fails is run again without the mutant: one that fails there too has noticed nothing.

A shorter limit (``--seconds 15``) tells most of what is noticed; ``--again FILE`` then judges those
mutants of its output that lived, with the tests as they are now and the whole minute.

What lives is either equal in meaning (say so where it is counted) or shows a missing test.
Source of the idea: R. DeMillo, R. Lipton and F. Sayward, "Hints on Test Data Selection" (1978).
"""

import argparse
import ast
import contextlib
import copy
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
CPU_SECONDS, TEST_SECONDS = 60, 60
WALL_FACTOR = 6  # of the processor seconds: other work goes on beside
PRELOADED = (
    "numpy",
    "pyarrow",
    "hypothesis",
    "pytest",
    "ortools.sat.python.cp_model",
    "pysat.solvers",
)
SWAPPED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
SKIPPED_FIELDS = {"annotation", "returns", "type_params", "decorator_list", "bases"}
SKIPPED_PLACES = ("learn/exercises", "learn/spine/", "__main__")
"""Exercises are shipped with mistakes in them."""


class Mutant(NamedTuple):
    """One changed piece of a module: ``text[start:end]`` becomes ``new``."""

    module: str
    line: int
    kind: str
    start: int
    end: int
    old: str
    new: str


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield each changed form of a node, with the kind of the change."""
    changed: Any = copy.deepcopy(node)
    match changed:
        case ast.Compare():
            place = random.randrange(len(changed.ops))
            changed.ops[place] = SWAPPED[type(changed.ops[place])]()
            yield "comparison", changed
        case ast.BinOp() | ast.AugAssign() if type(changed.op) in SWAPPED:
            text = isinstance(changed, ast.BinOp) and any(
                isinstance(side, ast.JoinedStr)
                or (isinstance(side, ast.Constant) and isinstance(side.value, str))
                for side in (changed.left, changed.right)
            )
            if not text:
                changed.op = SWAPPED[type(changed.op)]()
                yield "operator", changed
        case ast.BoolOp():
            changed.op = SWAPPED[type(changed.op)]()
            yield "and, or", changed
            fewer: Any = copy.deepcopy(node)
            fewer.values.pop(random.randrange(len(fewer.values)))
            yield "condition dropped", fewer if len(fewer.values) > 1 else fewer.values[0]
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield "sign dropped", changed.operand
        case ast.Constant(value=bool()):
            changed.value = not changed.value
            yield "constant", changed
        case ast.Constant(value=int()):
            changed.value += random.choice((-1, 1))
            yield "constant", changed
        case ast.If() | ast.While() | ast.IfExp() | ast.comprehension():
            pass  # their conditions are nodes of their own: see `sites`
        case (
            ast.Expr(value=ast.Call())
            | ast.Assign()
            | ast.AugAssign()
            | ast.Continue()
            | ast.Break()
        ):
            yield "statement dropped", ast.Pass()
        case ast.Return(value=ast.expr()):
            changed.value = ast.Constant(None)
            yield "result dropped", changed
    if isinstance(node, ast.AugAssign):
        yield "statement dropped", ast.Pass()


def conditions(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the conditions of a node."""
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield node.test
    elif isinstance(node, ast.comprehension):
        yield from node.ifs


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run: no annotation, no message of an error, no import for types."""
    for name, value in ast.iter_fields(tree):
        if name in SKIPPED_FIELDS:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.Raise | ast.JoinedStr | ast.Import | ast.ImportFrom):
                continue
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                continue
            if isinstance(child, ast.AST):
                yield child
                yield from nodes(child)


def mutants_of(module: str, text: str) -> list[Mutant]:
    """Return the mutants of a module."""
    lines = [0]
    for line in text.encode().splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    result = []
    for node in nodes(ast.parse(text)):
        forms = list(changes(node))
        forms += [("condition negated", ast.UnaryOp(ast.Not(), test)) for test in conditions(node)]
        for kind, changed in forms:
            place: Any = changed.operand if kind == "condition negated" else node  # type: ignore[attr-defined]
            if not hasattr(place, "end_lineno"):
                continue
            start = lines[place.lineno - 1] + place.col_offset
            end = lines[place.end_lineno - 1] + place.end_col_offset
            old = text.encode()[start:end].decode()
            new = ast.unparse(ast.fix_missing_locations(changed))
            if isinstance(changed, ast.expr):
                new = f"({new})"
            result.append(Mutant(module, place.lineno, kind, start, end, old, new))
    return result


def chosen(sources: Path, number: int, only: str, rooms: list[str]) -> list[Mutant]:
    """Return mutants of random modules: each byte of these rooms is as likely as any other."""
    texts = {
        module: path.read_text(encoding="utf-8")
        for path in sorted(sources.rglob("*.py"))
        if only in (module := str(path.relative_to(sources)))
        and (not rooms or room_of(module) in rooms)
        and not any(part in module for part in SKIPPED_PLACES)
    }
    picked = random.choices(list(texts), [len(text) for text in texts.values()], k=2 * number)
    valid: list[Mutant] = []
    for module in picked:
        mutants = mutants_of(module, texts[module])
        if mutants and (mutant := random.choice(mutants)) not in valid:
            with contextlib.suppress(SyntaxError):
                compile(mutated(texts[module].encode(), mutant), module, "exec")
                valid.append(mutant)
    return valid[:number]


def room_of(module: str) -> str:
    """Return the room of a module; of one at the top of the package, ``top``."""
    return module.partition("/")[0] if "/" in module else "top"


def mutated(source: bytes, mutant: Mutant) -> bytes:
    """Return the source with the mutant in it."""
    return source[: mutant.start] + mutant.new.encode() + source[mutant.end :]


def lived(sources: Path, results: Path) -> list[Mutant]:
    """Return the mutants of an earlier output that lived, where their code is still there."""
    result = []
    for line in results.read_text(encoding="utf-8").splitlines():
        if not line.startswith("{") or (verdict := json.loads(line))["verdict"] != "lives":
            continue
        path = sources / verdict["module"]
        text = path.read_bytes() if path.exists() else b""
        found = [
            mutant
            for mutant in mutants_of(verdict["module"], text.decode())
            if (mutant.kind, mutant.old) == (verdict["kind"], verdict["old"])
        ]
        if not found:
            print(f"gone: {line}", file=sys.stderr)
            continue
        nearest = min(found, key=lambda mutant: abs(mutant.line - verdict["line"]))
        result.append(nearest._replace(new=verdict["new"]))
    return result


def files_of(tree: Path, module: str) -> list[str]:
    """Return the test files of a module's room: by name first, then what is pinned, then by import."""
    path = Path(module)
    room = tree / "tests" / path.parts[0] if len(path.parts) > 1 else tree / "tests"
    name = path.parent.name if path.stem == "__init__" else path.stem
    names = (f"test_{name}", f"test_{path.parent.name}_{name}")
    dotted = ".".join(("nonet", *path.with_suffix("").parts)).removesuffix(".__init__")

    def rank(file: Path) -> tuple[int, int]:
        if any(file.stem == each or file.stem.startswith(each + "_") for each in names):
            return 0, file.stat().st_size
        text = file.read_text(encoding="utf-8")
        imports = dotted in text or (dotted.rpartition(".")[0] in text and name in text)
        near = file.parent != room and path.parts[1] == file.parent.name
        goes_over_all = "check_pinned" in text
        return (1 if goes_over_all else 2 if imports else 3 if near else 4), file.stat().st_size

    files = sorted(
        room.rglob("test_*.py") if room != tree / "tests" else room.glob("test_*.py"), key=rank
    )
    return [f"src/nonet/{module}", *(str(file.relative_to(tree)) for file in files)]


def failing_test(tree: Path, arguments: list[str], seconds: int) -> tuple[str, float]:
    """Run tests in a fork until one fails; return that test, or "", and the processor seconds."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        run_pytest(tree, arguments, writer)
    os.close(writer)
    timer = threading.Timer(seconds * WALL_FACTOR, lambda: os.killpg(child, signal.SIGKILL))
    timer.start()
    _, status, usage = os.wait4(child, 0)
    timer.cancel()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what the tests left behind
    with os.fdopen(reader) as pipe:
        failed = pipe.read()
    if not failed and os.WIFSIGNALED(status) and os.WTERMSIG(status) not in (9, 24):
        failed = f"signal {os.WTERMSIG(status)}"
    return failed.partition("\n")[0], usage.ru_utime + usage.ru_stime


def run_pytest(tree: Path, arguments: list[str], writer: int) -> None:
    """Run pytest in this process; write the first test that fails."""
    import pytest

    class Failures:
        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            if report.failed:
                os.write(writer, f"{report.nodeid}\n".encode())

        def pytest_collectreport(self, report: pytest.CollectReport) -> None:
            if report.failed:
                os.write(writer, f"{report.nodeid}\n".encode())

    os.setsid()
    os.chdir(tree)
    sys.path.insert(0, str(tree / "src"))
    os.environ["PYTHONPATH"] = str(tree / "src")
    silence = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(silence, number)
    options = [
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
        f"--timeout={TEST_SECONDS}",
    ]
    try:
        code = pytest.main([*options, *arguments], plugins=[Failures()])
        if code not in (0, 1, 5):
            os.write(writer, f"pytest ends with {int(code)}\n".encode())
    except BaseException as error:
        os.write(writer, f"{type(error).__name__} outside of tests\n".encode())
    os._exit(0)


def main() -> None:
    """Judge mutants and print what became of each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("number", type=int, nargs="?", default=100, help="mutants to try (100)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--only", default="", metavar="PART", help="modules whose path has this in it"
    )
    parser.add_argument(
        "--rooms", default="", metavar="ROOMS", help="rooms: model,top (top: modules in none)"
    )
    parser.add_argument("--keep", default="", metavar="TESTS", help="test files to run instead")
    parser.add_argument(
        "--seconds", type=int, default=CPU_SECONDS, help="processor seconds of each (60)"
    )
    parser.add_argument(
        "--again", type=Path, metavar="FILE", help="judge those of an output that lived"
    )
    options = parser.parse_args()
    random.seed(options.seed)
    for name in PRELOADED:
        __import__(name)
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(
            ROOT, tree, ignore=shutil.ignore_patterns(".venv", ".git", "build", "__pycache__")
        )
        sources = tree / "src" / "nonet"
        verdicts: Counter[str] = Counter()
        if options.again:
            mutants = lived(sources, options.again)
        else:
            rooms = [room for room in options.rooms.split(",") if room]
            mutants = chosen(sources, options.number, options.only, rooms)
        for mutant in mutants:
            path = sources / mutant.module
            verdict = judged(tree, path, mutant, options.keep.split(), options.seconds)
            verdicts[verdict["verdict"]] += 1
            print(json.dumps(verdict), flush=True)
    total = sum(verdicts.values())
    for verdict, count in verdicts.most_common():
        print(f"{verdict}: {count} of {total} ({count / max(1, total):.0%})")


def judged(tree: Path, path: Path, mutant: Mutant, tests: list[str], limit: int) -> dict[str, Any]:
    """Return what became of a mutant, with the test that noticed it."""
    source = path.read_bytes()
    arguments = tests or files_of(tree, mutant.module)
    began = time.monotonic()
    path.write_bytes(mutated(source, mutant))
    try:
        test, seconds = failing_test(tree, arguments, limit)
    finally:
        path.write_bytes(source)
    verdict = "noticed" if test else "lives"
    if "::" in test and failing_test(tree, [test], CPU_SECONDS)[0]:
        verdict = "unclear"  # the test fails in any case
    return {
        "verdict": verdict, "module": mutant.module, "line": mutant.line, "kind": mutant.kind,
        "old": mutant.old, "new": mutant.new, "test": test,
        "cpu": round(seconds, 1), "wall": round(time.monotonic() - began, 1),
    }  # fmt: skip


if __name__ == "__main__":
    main()
