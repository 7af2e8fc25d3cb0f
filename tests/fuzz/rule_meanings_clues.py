"""The meanings of rules of clues beside the grid, of corners and of groups, a second time.

More judges for :mod:`tests.fuzz.rule_meanings`, in the same form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise, takewhile
from typing import Any

from nonet.puzzle.grid import Grid, place

Values = Mapping[str, int]
Meaning = Callable[[Any, Grid, Values], bool]


def _line(rule: Any, grid: Grid, values: Values) -> list[int]:
    """The values met from a clue beside the grid on."""
    row, column = place(rule.clue)
    down = row in (-1, grid.height)
    cells = [
        f"R{n}C{column + 1}" if down else f"R{row + 1}C{n}"
        for n in range(1, (grid.height if down else grid.width) + 1)
    ]
    met = [values[cell] for cell in cells]
    return met[::-1] if row == grid.height or column == grid.width else met


def _of(values: Values, cells: Iterable[str]) -> list[int]:
    return [values[cell] for cell in cells]


def _round(grid: Grid, values: Values, rule: Any) -> list[int]:
    """The values round a corner, clockwise from the top left."""
    row, column = place(min(rule.cells, key=place))
    around = ((1, 1), (1, 2), (2, 2), (2, 1))
    return [values[f"R{row + down}C{column + right}"] for down, right in around]


def _next_to_nine(rule: Any, grid: Grid, values: Values) -> bool:
    met, top = _line(rule, grid, values), grid.values[-1]
    if met.count(top) != 1:
        return False
    at = met.index(top)
    return sorted(met[max(0, at - 1) : at] + met[at + 1 : at + 2]) == sorted(rule.values)


def _eliminate(rule: Any, grid: Grid, values: Values) -> bool:
    row, column = place(rule.cell)
    down = ("D" in rule.direction) - ("U" in rule.direction)
    right = ("R" in rule.direction) - ("L" in rule.direction)
    ahead = [f"R{row + 1 + n * down}C{column + 1 + n * right}" for n in range(1, 20)]
    return values[rule.cell] not in [values[cell] for cell in ahead if cell in values]


def _clock_face(rule: Any, grid: Grid, values: Values) -> bool:
    met = _round(grid, values, rule)
    met = met if rule.turn == "clockwise" else met[::-1]
    return any(all(a < b for a, b in pairwise(met[turn:] + met[:turn])) for turn in range(len(met)))


def _parity_party(rule: Any, grid: Grid, values: Values) -> bool:
    met = _line(rule, grid, values)
    alike = list(takewhile(lambda value: value % 2 == met[0] % 2, met))
    return len(alike) < len(met) and sum(met[: len(alike) + 1]) == int(rule.sum)


def _first_seen(rule: Any, grid: Grid, values: Values) -> bool:
    alike = [value for value in _line(rule, grid, values) if value % 2 == rule.value % 2]
    return alike[:1] == [rule.value]


def _longest_run(rule: Any, grid: Grid, values: Values) -> bool:
    met, runs = _line(rule, grid, values), [1]
    for a, b in pairwise(met):
        goes_on = b == a + 1 if rule.kind == "consecutive" else b > a
        runs.append(runs[-1] + 1 if goes_on else 1)
    return max(runs) == int(rule.length)


def _near(rule: Any, grid: Grid, values: Values) -> list[int]:
    met = _line(rule, grid, values)
    box = grid.blocks[0].box
    side = None if box is None else box[0 if place(rule.clue)[0] in (-1, grid.height) else 1]
    return met[: rule.count or side or 3]


def _group_line(rule: Any, grid: Grid, values: Values) -> bool:
    met, size = _of(values, rule.cells), len(rule.groups)
    groups = [[number for number, g in enumerate(rule.groups) if value in g] for value in met]
    short = [groups[at : at + size] for at in range(max(1, len(groups) - size + 1))]
    return all(map(len, groups)) and all(
        len({tuple(group) for group in window}) == len(window) for window in short
    )


CLUE_MEANINGS: dict[str, Meaning] = {
    "pair-product": lambda r, g, v: v[r.cells[0]] * v[r.cells[1]] == r.product,
    "outside-values": lambda r, g, v: {*r.values} <= {*_near(r, g, v)},
    "next-to-nine": _next_to_nine,
    "eliminate": _eliminate,
    "clock-face": _clock_face,
    "parity-party": _parity_party,
    "first-seen": _first_seen,
    "longest-run": _longest_run,
    "same-difference": lambda r, g, v: len({abs(a - b) for a, b in pairwise(_of(v, r.cells))}) == 1,
    "sequence-line": lambda r, g, v: len({b - a for a, b in pairwise(_of(v, r.cells))}) == 1,
    "group-line": _group_line,
    "global-groups": lambda r, g, v: all(
        {*group} & {v[f"R{row + a}C{column + b}"] for a in (0, 1) for b in (0, 1)}
        for group in r.groups
        for row in range(1, g.height)
        for column in range(1, g.width)
    ),
}
