"""Lists of constraints by their kinds.

>>> listed_constraints(("row 1", "killer cage 9 at R1C1: no value twice", "row 2", "box 3"))
'killer cage 9 at R1C1, with rows 1 and 2 and box 3'
>>> listed_constraints(("white dot R1C1-R1C2", "white dot R1C3-R1C4", "row 1", "row 2", "row 3"))
'white dots R1C1-R1C2 and R1C3-R1C4, with rows 1 to 3'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from nonet.techniques.engines import phrases

_HOUSE = re.compile(r"(row|column|box) (\d+)(.*)")
_NO_REPEATS = re.compile(": (no value twice|all different)$")
_KIND_AND_PLACE = re.compile(r"([a-z][a-z' -]*) ([A-Z]+\d\w*(?:-[A-Z]+\d\w*)?)")
_SAME_FOR_SEVERAL = ("s", "renban", " of", " at", " in")
"""Ends of the names of kinds to which no plural's s is added."""


def listed_constraints(names: Iterable[str]) -> str:
    """Return constraints in one phrase: the marks, those of a kind together, then the houses by
    their kinds.
    """
    return ", with ".join(constraint_lists(names))


def constraint_lists(names: Iterable[str]) -> list[str]:
    """Return a list of marks and a list of houses, without empty lists."""
    marks: dict[str, list[str]] = {}
    houses: dict[tuple[str, str], list[int]] = {}
    for name in names:
        if house := _HOUSE.fullmatch(name):
            kind, number, grid = house.groups()
            houses.setdefault((kind, grid), []).append(int(number))
        else:
            name = _NO_REPEATS.sub("", name)
            mark = _KIND_AND_PLACE.fullmatch(name)
            places = marks.setdefault(mark[1] if mark else name, [])
            if mark and mark[2] not in places:
                places.append(mark[2])
    in_order = sorted(houses.items(), key=lambda item: _ORDER[item[0][0]])
    together = [
        f"{kind if len(numbers) == 1 else _PLURAL[kind]} {_numbers_text(sorted(numbers))}{grid}"
        for (kind, grid), numbers in in_order
    ]
    lists = ([_marks_text(kind, places) for kind, places in marks.items()], together)
    return list(map(phrases.joined_words, filter(None, lists)))


def _marks_text(kind: str, places: list[str]) -> str:
    """Return marks of a kind by their places: ``white dots R1C1-R1C2 and R2C1-R2C2``."""
    if len(places) < 2:
        return " ".join([kind, *places])
    plural = kind if kind.endswith(_SAME_FOR_SEVERAL) else f"{kind}s"
    return f"{plural} {phrases.joined_words(places)}"


def _numbers_text(numbers: list[int]) -> str:
    """Return ascending numbers, three or more that follow each other as ``1 to 9``."""
    runs = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    parts: list[str] = []
    for _, pairs in runs:
        run = [number for _, number in pairs]
        parts += map(str, run) if len(run) < 3 else [f"{run[0]} to {run[-1]}"]
    return phrases.joined_words(parts)


_PLURAL = {"row": "rows", "column": "columns", "box": "boxes"}
_ORDER = {kind: number for number, kind in enumerate(_PLURAL)}
