"""Docstrings name their subjects and local variables say what they hold, room by room.

A sentence of a docstring *hangs* on a pronoun if it has

- ``it``, ``they``, ``them``, ``those``, ``what``, ``others`` or ``ones`` anywhere,
- ``one`` as a pronoun (before a preposition, a relative word, a verb or the end), or
- ``this``, ``these`` or ``such`` before a verb or the end; ``that`` so at the opening.

Doctests, indented blocks and code between backquotes do not count.  A pronoun whose
noun stands in the same sentence counts too, so no room reaches nought, and none need:
by the same count rich has 4 %, httpx 5 %, CPMpy 9 %, attrs 15 %.

``python -m tests.project.test_plain_words`` prints the table of today's figures, and with names of
files what hangs and what is vague in these files.  CEILINGS may only go down.  The names in tests,
benchmarks and examples are none of the vague ones.
"""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.project.sources import SRC, syntax

SOURCE = SRC / "nonet"
TESTS = Path(__file__).parents[1]

GOAL = 15
"""Percent of the sentences of a room that may hang on a pronoun."""

_VERB = (
    "(?:is|are|was|were|has|have|had|can|may|must|will|would|does|do|did|should|could"
    "|holds?|needs?|means?|says?|gives?|takes?|makes?)"
)
_HANGING = re.compile(
    r"\b(?:it|they|them|those|what|others|ones)\b"
    r"|\bone\b(?=\s+(?:that|which|who|whose|of|is|has|in|with|after|at|for|by|to|from|on|more"
    r"|can|may|must|and|or)\b|[.,;:)]|$)"
    rf"|\b(?:this|these|such)\b(?=\s+{_VERB}\b|[.,;:]|$)"
    rf"|^that\b(?=\s+{_VERB}\b)",
    re.IGNORECASE,
)

CEILINGS = {
    "backends": (15, 33),
    "batch": (3, 0),
    "cli": (3, 1),
    "encoding": (2, 0),
    "exporting": (6, 0),
    "formats": (1, 0),
    "importing": (15, 0),
    "learn": (10, 0),
    "model": (3, 2),
    "nonet": (31, 0),
    "protocol": (2, 0),
    "puzzle": (2, 1),
    "render": (3, 0),
    "setting": (5, 2),
    "solving": (6, 0),
    "techniques": (7, 0),
    "testing": (5, 2),
    "tracing": (2, 0),
    "notebook": (0, 0),
    "web": (6, 0),
}
"""For each room the most percent of hanging sentences, and the most vague names, it may have."""

VAGUE = frozenset(
    [
        "found",
        "told",
        "said",
        "gone",
        "left",
        "kept",
        "wanted",
        "asked",
        "made",
        "words",
        "thing",
        "one",
        "whole",
        "rest",
        "here",
        "there",
    ]
)
"""Names that do not say what they hold; ``left`` does beside a ``right`` or a ``top``."""

_PERHAPS_BOUND = re.compile(
    rf"\b(?:{'|'.join(sorted(VAGUE))})\b\s*(?:[=,):\]]|[-+*/|&^@%<>]+=|in\b)"
)
"""A vague name before what follows a name that is bound."""


HELP = (
    "python -m tests.project.test_plain_words FILE ... lists what to mend in the files you touched"
)


def docstrings(tree: ast.AST) -> Iterator[str]:
    """The strings that stand as statements: of modules, classes, functions and attributes."""
    for statement in ast.iter_child_nodes(tree):
        if not isinstance(statement, ast.stmt | ast.excepthandler | ast.match_case):
            continue  # an expression holds no statement
        if (
            isinstance(statement, ast.Expr)
            and isinstance(statement.value, ast.Constant)
            and isinstance(statement.value.value, str)
        ):
            yield statement.value.value
        yield from docstrings(statement)


def sentences(docstring: str) -> Iterator[str]:
    """The sentences of the prose of a docstring."""
    paragraph: list[str] = []
    in_doctest = False
    for line in [*inspect.cleandoc(docstring).split("\n"), ""]:
        in_doctest = bool(line.strip()) and (in_doctest or line.lstrip().startswith(">>>"))
        if line.strip() and not in_doctest and not line.startswith("    "):
            paragraph.append(line.strip())
            continue
        prose = re.sub(r"``[^`]*``", "X", " ".join(paragraph))
        yield from (
            part for part in re.split(r"(?<=[.!?:])\s+(?=[A-Z(])", prose) if re.search(r"\w", part)
        )
        paragraph = []


def hangs(sentence: str) -> bool:
    """Whether a sentence hangs on a pronoun by the count of this file."""
    return bool(_HANGING.search(sentence))


def vague_names(tree: ast.AST) -> list[tuple[str, str]]:
    """The (function, name) pairs of a module where the function binds a vague name."""
    result: list[tuple[str, str]] = []
    _bound_names(tree, set(), result)
    return result


def _bound_names(node: ast.AST, bound: set[str], result: list[tuple[str, str]]) -> None:
    """Add the names that a node binds to those of the function around it.

    Vague ones of each function inside the node go to ``result``, with the function's name.
    """
    for child in ast.iter_child_nodes(node):
        kind = type(child)
        if kind in (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda):
            inner: set[str] = set()
            _bound_names(child, inner, result)
            vague = VAGUE - {"left"} if inner & {"right", "top"} else VAGUE
            name = getattr(child, "name", "<lambda>")
            result += [(name, each) for each in sorted(inner & vague)]
        elif kind is ast.Name:
            if isinstance(child.ctx, ast.Store):
                bound.add(child.id)
        elif kind is not ast.Constant:
            if kind is ast.arg:
                bound.add(child.arg)
            _bound_names(child, set() if kind is ast.ClassDef else bound, result)


def room_of(path: Path) -> str:
    """The room a file belongs to: the first folder under ``nonet``, or the package itself."""
    parts = path.relative_to(SOURCE).parts
    return parts[0] if len(parts) > 1 else "nonet"


@cache
def measure() -> dict[str, tuple[float, int]]:
    """For each room the percentage of hanging sentences, and the count of vague names."""
    hanging: dict[str, list[bool]] = {}
    vague: dict[str, int] = {}
    for path in SOURCE.rglob("*.py"):
        tree, room = syntax(path), room_of(path)
        results = hanging.setdefault(room, [])
        results += [hangs(part) for each in docstrings(tree) for part in sentences(each)]
        vague[room] = vague.get(room, 0) + len(vague_names(tree))
    return {
        room: (100 * sum(results) / max(1, len(results)), vague[room])
        for room, results in hanging.items()
    }


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("room", CEILINGS)
def test_no_room_goes_back_to_hanging_sentences_and_vague_names(room):
    share, vague = measure()[room]
    most, most_vague = CEILINGS[room]
    assert share <= max(most, GOAL), f"name the subjects: {HELP}"
    assert vague <= most_vague, f"let the new names say what they hold: {HELP}"


def test_tests_benchmarks_and_examples_have_no_vague_names():
    vague = []
    for folder in (TESTS, TESTS.parent / "benchmarks", TESTS.parent / "examples"):
        for path in folder.rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if _PERHAPS_BOUND.search(text):  # to parse all tests takes two seconds
                names = vague_names(ast.parse(text))
                vague += [f"{path.relative_to(TESTS.parent)}: {name} in {f}" for f, name in names]
    assert vague == []


def test_every_room_has_a_ceiling():
    assert set(measure()) == set(CEILINGS)


@pytest.mark.parametrize(
    "sentence",
    [
        "What is closed has been stopped.",
        "It is not where a solution lacks a clue.",
        "Return the cells of the first one.",
        "The cells, and those that see them.",
        "This is measured in seconds.",
    ],
)
def test_a_sentence_whose_noun_is_elsewhere_hangs(sentence):
    assert hangs(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Return the reduced domains, or None if a domain is empty.",
        "Raise ModelError if one domain is empty.",
        "The cells that are in this house.",
        "Limit the next search to 1/n of the remaining time.",
    ],
)
def test_a_sentence_with_its_subject_does_not_hang(sentence):
    assert not hangs(sentence)


def test_a_vague_name_is_counted_once_for_the_function_that_binds_it():
    text = "def f(found):\n    here = found\n    here = 1\n    g = lambda one: one\n"
    assert len(_PERHAPS_BOUND.findall(text)) == 4
    assert sorted(vague_names(ast.parse(text))) == [
        ("<lambda>", "one"),
        ("f", "found"),
        ("f", "here"),
    ]
    assert vague_names(ast.parse("left, right = 1, 2")) == []
    assert vague_names(ast.parse("def f(left, right): pass")) == []


def test_doctests_and_indented_blocks_are_no_sentences():
    docstring = "Return cells.\n\n    it is code\n\n>>> what = 1\n>>> it\n1\n\nSee the house.\n"
    assert list(sentences(docstring)) == ["Return cells.", "See the house."]


def print_faults(path: Path) -> None:
    """Print the sentences of a file that hang, and its vague names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = (part for docstring in docstrings(tree) for part in sentences(docstring))
    for sentence in filter(hangs, parts):
        print(f"{path}: {sentence}")
    for function, name in vague_names(tree):
        print(f"{path}: {function} binds {name}")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print_faults(Path(argument))
    for room, (share, count) in sorted(measure().items()) if not sys.argv[1:] else ():
        print(f'    "{room}": ({-int(-share // 1)}, {count}),')
