"""Alike trees as one tree with loops: what a person writes as a comprehension.

``folded`` finds in lists, sums, conjunctions and disjunctions the runs of trees that differ in
numbers only, and says the numbers by ranges, by combinations of ranges, or by data.

>>> folded(("list", *(("at", "x", i) for i in range(5))))
('list', ('for', (('range', 'v0_0', 0, 5, 1),), ('at', 'x', ('loop', 'v0_0'))))
>>> loops, body = fold([("!=", ("at", "x", i), ("at", "x", j)) for i in range(4) for j in range(i)])
>>> loops
(('range', 'v0_0', 1, 4, 1), ('range', 'v0_1', 0, ('loop', 'v0_0'), 1))
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, groupby, pairwise
from math import comb, gcd
from typing import Any

from nonet.exporting.trees import Row, Tree, added, nodes, operators, plus, replaced

FEWEST = 3
"""Trees from which on a run becomes a loop."""

ENTRY_COST = 6
"""Leaves that the declaration of data for an entry counts as."""

ROW_GAIN = 3
"""Leaves that a part of an array may cost more than its variables, one by one."""

FOLDED = ("list", "sum", "and", "or")
"""Operators with any number of trees."""

Column = tuple[Any, ...]


def shape(tree: Tree, same_data: bool = False) -> Any:
    """Return what two trees have in common if they differ in numbers only, or in data too."""
    if isinstance(tree, str):
        return tree
    if isinstance(tree, int):
        return 0
    if isinstance(tree, Row):
        return ("row", tree) if same_data else "row"
    if tree[0] == "var":
        return "var"
    return tuple(shape(part, same_data) for part in tree)


def size(tree: Tree) -> int:
    """Return the number of leaves."""
    if not isinstance(tree, tuple):
        return 1
    sizes: list[int] = [size(part) for part in tree]
    return sum(sizes)


def _height(tree: Tree) -> int:
    if not isinstance(tree, tuple) or isinstance(tree, Row):
        return 0
    return max(map(_height, tree), default=0) + int(tree[0] == "for")


def folded(tree: Tree, same_data: bool = False) -> Tree:
    """Return a tree in which runs of alike trees are loops, the innermost first."""
    if not isinstance(tree, tuple) or isinstance(tree, Row):
        return tree
    children = [tree[0], *(folded(part, same_data) for part in tree[1:])]
    if tree[0] not in FOLDED:
        return tuple(children)
    if tree[0] == "list":
        runs = [list(run) for _, run in groupby(children[1:], lambda each: shape(each, same_data))]
    else:
        runs = alike(children[1:], same_data)
    parts = [children[0]]
    for items in runs:
        loop = fold(items) if len(items) >= FEWEST else None
        parts += [("for", *loop)] if loop else items
    return tuple(parts)


def merged(trees: Iterable[Tree], same_data: bool = False) -> list[Tree]:
    """Return trees, each folded, with a loop for alike ones, perhaps of the ``same_data``."""
    result: list[Tree] = []
    for items in alike(trees, same_data):
        inner = _in_loops([folded(each, same_data) for each in items], same_data)
        if len(inner) > 1 or has_data(inner):
            ways = [inner, _in_loops(items, same_data), _moved(items), _picture(items)]
            inner = min(filter(None, ways), key=size)
        result += inner
    return result


def _in_loops(trees: Iterable[Tree], same_data: bool = False) -> tuple[Tree, ...]:
    result: list[Tree] = []
    for items in alike(trees, same_data):
        loop = fold(items) if len(items) > 1 else None
        result += [("for", *loop)] if loop else items
    return tuple(result)


def has_data(tree: Tree, kinds: Collection[str] = ("zip", "entry")) -> bool:
    """Whether loops run through data, in a tree or trees."""
    if not isinstance(tree, tuple | list):
        return tree in kinds
    return not isinstance(tree, Row) and any(has_data(each, kinds) for each in tree)


def _moved(trees: Sequence[Tree]) -> tuple[Tree, ...] | None:
    """Return a loop, without data, for trees that differ by their place in an array alone."""
    groups: dict[Tree, list[Tree]] = {}
    for tree in trees:
        first = next((each for each in _entries(tree) if len(each) > 3), None)
        if first is None:
            return None
        groups.setdefault(_shifted(tree, first[2:]), []).append(tree)
    if len(groups) * FEWEST > len(trees):
        return None
    loops = tuple(loop for items in groups.values() for loop in _in_loops(items))
    return loops if len(loops) == len(groups) and not has_data(loops) else None


def _entries(tree: Tree) -> Iterator[Tree]:
    return (each for each in nodes(tree) if each[0] == "at")


def _shifted(tree: Tree, by: Sequence[int]) -> Tree:
    def shifted(tree: Tree) -> Tree | None:
        if tree[0] != "at" or len(tree) != len(by) + 2:
            return None
        return (*tree[:2], *(each - less for each, less in zip(tree[2:], by, strict=True)))

    return replaced(tree, shifted)


def _picture(trees: Sequence[Tree]) -> tuple[Tree, ...] | None:
    """Return a loop over the numbers in a picture, which says what entries of a matrix are in
    the list of which tree, where the trees differ in that alone and share no entry.
    """
    places = [[*_entries(tree)] for tree in trees]
    numbers = {at: number for number, each in enumerate(places, 1) for at in each}
    heads = {(each[0], *each[2:]) for each in trees}
    if len(heads) > 1 or any(
        tree[1:2] != (("list", *at),) for tree, at in zip(trees, places, strict=True)
    ):
        return None
    if len({(len(at), at[1]) for at in numbers}) > 1 or len(next(iter(numbers), ())) != 4:
        return None
    if len(numbers) < sum(map(len, places)):
        return None
    name = next(iter(numbers))[1]
    (top, bottom), (left, right) = (
        (min(at[k] for at in numbers), max(at[k] for at in numbers) + 1) for k in (2, 3)
    )
    picture = Row(
        Row(numbers.get(("at", name, r, c), 0) for c in range(left, right))
        for r in range(top, bottom)
    )
    r, c, which = (("loop", each) for each in ("row", "column", "number"))
    pixel = ("entry", picture, plus(r, -top), plus(c, -left))
    loops = (
        ("range", "row", top, bottom, 1),
        ("range", "column", left, right, 1),
        ("if", ("==", pixel, which)),
    )
    ((operator, *data),) = heads
    members = ("list", ("for", loops, ("at", name, r, c)))
    outer = (("range", "number", 1, len(trees) + 1, 1),)
    return (("for", outer, (operator, members, *data)),)


def alike(trees: Iterable[Tree], same_data: bool = False) -> list[list[Tree]]:
    """Return trees in groups of one shape."""
    groups: dict[Any, list[Tree]] = {}
    for tree in trees:
        groups.setdefault(shape(tree, same_data), []).append(tree)
    return list(groups.values())


def unified(trees: Sequence[Tree], columns: dict[Column, int]) -> Tree:
    """Return the trees as one with ``("hole", n)`` for what differs; note the columns."""
    first = trees[0]
    if all(each == first for each in trees):
        return first
    is_leaf = isinstance(first, int | Row) or first[0] == "var"
    if is_leaf:
        return ("hole", columns.setdefault(tuple(trees), len(columns)))
    return tuple(unified(parts, columns) for parts in zip(*trees, strict=True))


def fold(trees: Sequence[Tree]) -> tuple[tuple[Tree, ...], Tree] | None:
    """Return loops and their body for trees of one shape, or ``None`` where that is not shorter."""
    columns: dict[Column, int] = {}
    body = unified(trees, columns)
    if not columns:
        return None
    loops, values = _loops(list(columns), f"v{max(map(_height, trees))}")
    result = _filled(body, values)
    cost = size(loops) + size(result) + ENTRY_COST * [*operators(result)].count("entry")
    is_row = trees[0][0] == "at" if isinstance(trees[0], tuple) else False
    return (loops, result) if cost < sum(map(size, trees)) + ROW_GAIN * is_row else None


def _filled(tree: Tree, values: Sequence[Tree]) -> Tree:
    return replaced(tree, lambda part: values[part[1]] if part[0] == "hole" else None)


def _key(column: Column) -> tuple[Column, int, int]:
    """Return a column of numbers as ``base * factor + start``; the base begins with 0 and rises."""
    differences = [value - column[0] for value in column]
    factor = gcd(*differences)
    if next(each for each in differences if each) < 0:
        factor = -factor
    return tuple(each // factor for each in differences), factor, column[0]


def _loops(columns: Sequence[Column], name: str) -> tuple[tuple[Tree, ...], list[Tree]]:
    """Return the loops over columns, and what each column is in terms of the loops' variables."""
    classes: dict[Column, list[Column]] = {}
    for column in columns:
        is_numbers = isinstance(column[0], int)
        classes.setdefault(_key(column)[0] if is_numbers else column, []).append(column)
    chosen = [_representative(group) for group in classes.values()]
    loops, variables = _solved(chosen, [f"{name}_{number}" for number in range(len(chosen))])
    values: dict[Column, Tree] = {}
    for group, each, variable in zip(classes.values(), chosen, variables, strict=True):
        for column in group:
            values[column] = variable
            if isinstance(column[0], int):
                values[column] = _affine(column, each, variable)
    return loops, [values[column] for column in columns]


def _representative(group: Sequence[Column]) -> Column:
    """Return the column of a class that the others are whole multiples of, plus numbers."""
    if not isinstance(group[0][0], int):
        return group[0]
    unit = min(abs(_key(column)[1]) for column in group)
    if any(_key(column)[1] % unit for column in group):
        return _key(group[0])[0]
    return min(
        (column for column in group if abs(_key(column)[1]) == unit),
        key=lambda column: (_key(column)[1] < 0, column[0] < 0, column[0]),
    )


def _affine(column: Column, of: Column, variable: Tree) -> Tree:
    """Return a column of numbers in terms of another of its class."""
    _, factor, start = _key(column)
    _, unit, first = _key(of)
    by = factor // unit
    return index(variable, by, start - by * first)


def index(of: Tree, factor: int, more: int) -> Tree:
    """Return ``factor * of + more``."""
    return plus(of if factor == 1 else ("sum", ("*", factor, of)), more)


def _solved(columns: list[Column], names: list[str]) -> tuple[tuple[Tree, ...], list[Tree]]:
    """Return loops, and the variable or entry of data that runs through each column."""
    ranges = _ranges(columns, names)
    if ranges is not None:
        return ranges, [("loop", name) for name in names]
    total = len(columns[0])
    lengths = [each for each in range(2, total // 2 + 1) if total % each == 0]
    ways = [way for each in lengths if (way := _in_blocks(columns, each, names[0]))]
    return min([*ways, _in_rounds(columns, names)], key=lambda way: size(way[0]) + size(way[1]))


def _in_blocks(
    columns: list[Column], length: int, name: str
) -> tuple[tuple[Tree, ...], list[Tree]] | None:
    """Return an outer and an inner loop, of whose variables a column is the one, or the sum."""
    outer: dict[Column, None] = {}
    inner: dict[Column, None] = {}
    parts: list[list[Column]] = []
    for column in columns:
        blocks = [column[at : at + length] for at in range(0, len(column), length)]
        firsts = column[::length]
        if all(len({*block}) == 1 for block in blocks):
            parts.append([firsts])
        elif all(block == blocks[0] for block in blocks):
            parts.append([blocks[0]])
            inner[blocks[0]] = None
            continue
        elif isinstance(column[0], int):
            offsets = {tuple(value - block[0] for value in block) for block in blocks}
            parts.append([firsts, *offsets])
            if len(offsets) > 1:
                return None
            inner |= dict.fromkeys(offsets)
        else:
            return None
        outer[firsts] = None
    if not outer or not inner:
        return None
    first, of_first = _loops([*outer], f"{name}o")
    second, of_second = _loops([*inner], f"{name}i")
    values = dict(zip((*outer, *inner), (*of_first, *of_second), strict=True))
    sums = [
        values[each[0]] if len(each) == 1 else added(*(values[x] for x in each)) for each in parts
    ]
    return (*first, *second), sums


def _in_rounds(columns: list[Column], names: list[str]) -> tuple[tuple[Tree, ...], list[Tree]]:
    """Return one loop over data."""
    total = len(columns[0])
    numeric = [c for c in columns if isinstance(c[0], int)]
    counted = next((c for c in numeric if c == tuple(range(c[0], c[0] + total))), None)
    if counted is not None:  # the other columns are data by the number of the round
        name = names[columns.index(counted)]
        number = index(("loop", name), 1, -counted[0])
        values_of = [_by_number(column, number) for column in columns]
        return (("range", name, counted[0], counted[-1] + 1, 1),), values_of
    data_rows = Row(columns[0] if len(columns) == 1 else map(Row, zip(*columns, strict=True)))
    return (("zip", tuple(names), data_rows),), [("loop", name) for name in names]


def _by_number(column: Column, number: Tree) -> Tree:
    """Return a column in terms of the number of the round, from 0."""
    total = len(column)
    if not isinstance(column[0], int):
        return ("entry", Row(column), number)
    if column == tuple(range(column[0], column[0] + total)):
        return plus(number, column[0])
    if column == tuple((column[0] + each) % total for each in range(total)):
        return ("modulo", plus(number, column[0]), total)
    return ("entry", Row(column), number)


def _ranges(columns: list[Column], names: list[str]) -> tuple[Tree, ...] | None:
    """Return nested ranges, the inner ones perhaps with ends that depend on the outer variables."""
    if not all(isinstance(column[0], int) for column in columns):
        return None
    order = sorted(range(len(columns)), key=lambda k: columns[k][0])
    rows = list(zip(*(columns[k] for k in order), strict=True))
    number, low, high = len(columns), rows[0][0], rows[-1][-1] + 1
    are_few = number > 2 and comb(max(high - low, 0), number) == len(rows)
    if are_few and rows == list(combinations(range(low, high), number)):
        firsts: list[Tree] = [low, *(plus(("loop", names[k]), 1) for k in order)]
        return tuple(
            ("range", names[k], first, high - number + depth + 1, 1)
            for depth, (k, first) in enumerate(zip(order, firsts, strict=False))
        )
    changes = [[i for i, (x, y) in enumerate(pairwise(c), 1) if x != y] for c in columns]
    number = min(range(len(columns)), key=lambda k: len(changes[k]))  # the outer loop
    column, starts = columns[number], [0, *changes[number]]
    outer = tuple(column[start] for start in starts)
    step = outer[1] - outer[0] if len(outer) > 1 else 1
    if step < 1 or outer != tuple(range(outer[0], outer[0] + len(outer) * step, step)):
        return None
    loop = ("range", names[number], outer[0], outer[-1] + 1, step)
    others = [k for k in range(len(columns)) if k != number]
    if not others:
        return (loop,) if len(outer) == len(column) else None
    inner = [
        _ranges([columns[k][start:end] for k in others], [names[k] for k in others])
        for start, end in pairwise([*starts, len(column)])
    ]
    if len(outer) == 1 < len(column) or None in inner or len({shape(each) for each in inner}) > 1:
        return None
    holes: dict[Column, int] = {}
    body = unified(inner, holes)
    if any(_key(each)[:2] not in (_key(outer)[:2], _key(outer[::-1])[:2]) for each in holes):
        return None
    ends = [_affine(each, outer, ("loop", names[number])) for each in holes]
    return (loop, *_filled(body, ends))
