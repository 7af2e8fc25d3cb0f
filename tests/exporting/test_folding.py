"""Loops say what they stand for: written out again, they are the trees from which they came."""

import random
from itertools import combinations, product

import pytest

from nonet.exporting.folding import has_data, merged
from nonet.exporting.trees import Row


def written_out(tree, values):
    """Return a tree without loops; what a loop repeats is a list of trees."""
    if not isinstance(tree, tuple) or isinstance(tree, Row):
        return tree
    if tree[0] == "loop":
        return values[tree[1]]
    if tree[0] == "entry":
        result, *places = (written_out(each, values) for each in tree[1:])
        for place in places:
            assert place >= 0
            result = result[place]
        return result
    if tree[0] == "modulo":
        return written_out(tree[1], values) % tree[2]
    parts = [tree[0]]
    for part in tree[1:]:
        is_loop = isinstance(part, tuple) and not isinstance(part, Row) and part[0] == "for"
        parts += rounds(*part[1:], values) if is_loop else [written_out(part, values)]
    if tree[0] == "*" and isinstance(parts[2], int):
        return parts[1] * parts[2]
    if tree[0] == "sum" and all(isinstance(each, int) for each in parts[1:]):
        return sum(parts[1:])
    ordered = sorted(parts[1:], key=repr) if tree[0] in ("sum", "and", "or") else parts[1:]
    return (tree[0], *ordered)


def rounds(loops, body, values):
    """Return the bodies of all rounds of loops."""
    if not loops:
        return [written_out(body, values)]
    (kind, *head), *more = loops
    if kind == "if":
        test = written_out(head[0], values)
        return rounds(more, body, values) if test[1] == test[2] else []
    if kind == "range":
        variable, *ends = head
        every = [(each,) for each in range(*(written_out(end, values) for end in ends))]
        names = (variable,)
    else:
        names, rows = head[0], written_out(head[1], values)
        every = [row if len(names) > 1 else (row,) for row in rows]
    return [
        tree
        for each in every
        for tree in rounds(more, body, {**values, **dict(zip(names, each, strict=True))})
    ]


def assert_same(trees):
    loops = merged(trees)
    result = []
    for each in loops:
        result += rounds(*each[1:], {}) if each[0] == "for" else [written_out(each, {})]
    assert sorted(map(repr, result)) == sorted(repr(written_out(each, {})) for each in trees)
    return loops


def different(cells):
    return ("all_different", ("list", *(("at", "cell", r, c) for r, c in cells)))


def rectangles(height, width, corners):
    return [different(product(range(r, r + height), range(c, c + width))) for r, c in corners]


LINES = {
    "rows": rectangles(1, 9, [(r, 1) for r in range(1, 10)]),
    "columns": rectangles(9, 1, [(1, c) for c in range(1, 10)]),
    "boxes": rectangles(2, 3, product((1, 3, 5), (1, 4))),
    "windows": rectangles(3, 3, product((2, 6), (2, 6))),
    "down": [different((i, i) for i in range(1, 10))],
    "up": [different((i, 10 - i) for i in range(1, 10))],
    "moves": [
        different([(r, c), (r + down, c + right)])
        for down, right in ((1, -2), (1, 2), (2, -1), (2, 1))
        for r, c in product(range(1, 7), range(1, 7))
        if r + down <= 6 and 1 <= c + right <= 6
    ],
}


@pytest.mark.parametrize("name", LINES)
def test_the_lines_of_a_grid_are_loops_without_data(name):
    loops = assert_same(LINES[name])
    assert not has_data(loops)
    assert len(loops) == (4 if name == "moves" else 1)


def test_regions_are_a_picture_and_grids_that_overlap_are_loops_from_their_corners():
    rng = random.Random(1)
    cells = list(product(range(1, 7), range(1, 7)))
    rng.shuffle(cells)
    regions = [different(sorted(cells[6 * k : 6 * k + 6])) for k in range(6)]
    (loop,) = assert_same(regions)
    assert loop[1] == (("range", "number", 1, 7, 1),)
    corners = [(1, 1), (1, 13), (7, 7), (13, 1), (13, 13)]
    rows = rectangles(1, 9, [(r + i, c) for r, c in corners for i in range(9)])
    (loop,) = assert_same(rows)
    assert [kind for kind, *_ in loop[1]] == ["zip", "range"]


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("seed", range(60))
def test_random_families_are_written_out_again(seed):
    rng = random.Random(seed)

    def index(*variables):
        start, factors = rng.randint(0, 4), [rng.randint(-1, 3) for _ in variables]
        return lambda *at: start + 12 + sum(f * i for f, i in zip(factors, at, strict=True))

    height, width = rng.randint(2, 5), rng.randint(2, 5)
    places = rng.choice(
        [
            list(product(range(height), range(width))),
            list(combinations(range(height + 1), 2)),
            [(rng.randint(0, 5), rng.randint(0, 5)) for _ in range(height * width)],
        ]
    )
    first, row, column, number = (index("i", "j") for _ in range(4))
    length = rng.randint(1, 4)
    trees = [
        (
            "<=",
            (
                "sum",
                *(
                    ("*", rng.choice([1, factor]), ("at", "x", first(i, j) + k))
                    for k in range(length)
                ),
            ),
            ("sum", ("*", 1, ("at", "y", row(i, j), column(i, j))), number(i, j)),
        )
        for i, j in places
        for factor in [rng.choice([1, 1, 2])]
    ]
    assert_same(trees)


def test_many_columns_of_numbers_are_folded_at_once():
    rng = random.Random(3)
    rows = [sorted(rng.choices(range(4), k=12)) for _ in range(16)]
    assert_same([("table", *(("at", "x", row[k]) for row in rows)) for k in range(12)])


def test_numbers_far_apart_are_folded_without_a_list_of_all_between():
    trees = [
        ("==", ("at", "x", i), ("sum", ("*", 10**9 * i, ("at", "y", i * i)), 10**12 + i**3))
        for i in range(4)
    ]
    assert_same(trees)
