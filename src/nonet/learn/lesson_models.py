"""The models of lessons, by name.

>>> sorted(lesson_model("australia").variables)
['NSW', 'NT', 'Q', 'SA', 'T', 'V', 'WA']
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from itertools import combinations, pairwise

from nonet.errors import ExerciseError
from nonet.formats import parse
from nonet.learn.lessons import lessons
from nonet.model import (
    AllDifferent,
    Annotation,
    Linear,
    Model,
    ModelBuilder,
)
from nonet.puzzle import Puzzle

AUSTRALIA = {
    "WA": (90, 150), "NT": (190, 80), "SA": (210, 210), "Q": (320, 110), "NSW": (340, 220),
    "V": (310, 290), "T": (330, 370),
}  # fmt: skip
"""The states and where they are drawn."""

BORDERS = ["WA-NT", "WA-SA", "NT-SA", "NT-Q", "SA-Q", "SA-NSW", "SA-V", "Q-NSW", "NSW-V"]

Pairs = list[tuple[str, str]]


def colouring(pairs: Pairs, colours: int, names: list[str]) -> Model:
    """Neighbours have different colours."""
    constraints = [
        AllDifferent(
            pair, rule=Annotation("border", "-".join(pair), f"{pair[0]} and {pair[1]} differ.")
        )
        for pair in pairs
    ]
    return Model(dict.fromkeys(names, range(1, colours + 1)), constraints)


def australia(**fixed: int) -> Model:
    """The map of Australia in three colours: 1 red, 2 green, 3 blue (AIMA, chapter 6)."""
    pairs: Pairs = [(a, b) for a, b in (border.split("-") for border in BORDERS)]
    model = colouring(pairs, 3, list(AUSTRALIA))
    return model.narrow({name: [value] for name, value in fixed.items()})


def queens(size: int, *, channelled: bool = False, half: bool = False) -> Model:
    """A queen in each row: its column; perhaps with the rows of the columns, tied by channelling.

    ``half``: the first queen stands in the left half, which keeps one of each mirrored pair.
    """
    build = ModelBuilder()
    queen = build.array("q", size, range(size))
    build.all_different(queen)
    build.all_different([q + i for i, q in enumerate(queen)])
    build.all_different([q - i for i, q in enumerate(queen)])
    if channelled:
        build.inverse(queen, build.array("row", size, range(size)))
    if half:
        build.add(queen[0] <= (size - 1) // 2)
    return build.model()


def magic_square(*, redundant: bool = True, symmetric: bool = True) -> Model:
    """The numbers 1 to 9 in a square whose lines all have one sum.

    ``redundant`` says that this sum is 15, ``symmetric`` keeps all eight images of a square.
    """
    build = ModelBuilder()
    cell = build.array("c", 9, range(1, 10))
    total = build.variable("sum", range(6, 25))
    build.all_different(cell)
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    for a, b, c in lines:
        build.add(cell[a] + cell[b] + cell[c] == total)
    if redundant:
        build.add(total == 15)
    if not symmetric:
        build.add(cell[0] < cell[2])
        build.add(cell[2] < cell[6])
        build.add(cell[0] < cell[8])
    return build.model()


def golomb(marks: int, most: int) -> Model:
    """The shortest ruler with ``marks`` marks, all distances different."""
    build = ModelBuilder()
    mark = build.array("m", marks, range(most + 1))
    build.add(mark[0] == 0)
    build.increasing(mark, strictly=True)
    build.all_different([b - a for a, b in combinations(mark, 2)])
    build.minimize(mark[-1])
    return build.model()


def pigeons(count: int, *, pairwise_only: bool = True) -> Model:
    """So many pigeons in one hole fewer, said pair by pair or at once."""
    names = [f"p{i}" for i in range(1, count + 1)]
    domains = dict.fromkeys(names, range(1, count))
    if not pairwise_only:
        return Model(
            domains, [AllDifferent(tuple(names), rule=Annotation("holes", "all holes differ"))]
        )
    pairs = [Linear((a, b), (1, -1), "!=", 0) for a, b in combinations(names, 2)]
    return Model(domains, pairs)


def thrashing() -> Model:
    """Five choices that do not matter, then three variables that need three colours and have two.

    Chronological search meets the same dead end under every colour of the five.
    """
    names = [*"abcde", "x", "y", "z"]
    pairs: Pairs = [*pairwise("abcde"), ("x", "y"), ("y", "z"), ("x", "z")]
    model = colouring(pairs, 3, names)
    return model.narrow({"x": [1, 2], "y": [1, 2], "z": [1, 2]})


def hidden_core() -> Model:
    """Eight easy nodes with four neighbours each, and four that differ and have three colours."""
    easy: Pairs = [(a, b) for a in "abcd" for b in "efgh"]
    return colouring([*easy, *combinations("wxyz", 2)], 3, list("abcdefghwxyz"))


def tree_of_choices() -> Model:
    """Seven variables whose constraint graph is a tree."""
    pairs: Pairs = [("a", "b"), ("a", "c"), ("b", "d"), ("b", "e"), ("c", "f"), ("c", "g")]
    return colouring(pairs, 2, list("abcdefg"))


MODELS: dict[str, Callable[[], Model | Puzzle]] = {
    "australia": australia,
    "australia-wa-q": lambda: australia(WA=1, Q=2),
    "australia-wa-q-v": lambda: australia(WA=1, Q=2, V=3),
    "queens-4": lambda: queens(4),
    "golomb-4": lambda: golomb(4, 12),
    "pigeons-4": lambda: pigeons(4),
    "thrashing": thrashing,
    "tree": tree_of_choices,
    "four-conflict": lambda: parse("........1.2...1."),
    "four-tried": lambda: parse("....1.3.3.2....."),
    "four-places": lambda: parse("..1.....3......4"),
    "four-open": lambda: parse("1..............4"),
    "hard": lambda: parse(
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
    ),
}
"""What makes each model or puzzle."""


def lesson_problem(name: str) -> Model | Puzzle:
    """The model or puzzle of a name, of this module or of a lesson's own."""
    if name in MODELS:
        return MODELS[name]()
    for lesson in lessons():
        if name in lesson.models:
            names = {**globals(), "nonet": import_module("nonet")}
            exec(lesson.code, names)
            problem: Model = eval(lesson.models[name], names)
            return problem
    raise ExerciseError(f"there is no model {name!r} in the lessons")


def lesson_model(name: str) -> Model:
    """The model of a name, that of a puzzle too."""
    problem = lesson_problem(name)
    return problem.model() if isinstance(problem, Puzzle) else problem
