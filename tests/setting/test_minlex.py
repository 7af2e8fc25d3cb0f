"""The least image of grids, judged by making all images."""

import random
from itertools import permutations, product

import numpy as np
import pytest

import nonet
from nonet.errors import PuzzleError
from nonet.setting import minlex
from nonet.setting.minlex import minlex_rows


def line_orders(draw, height, bands):
    """An order of lines that keeps bands together."""
    return [
        band * height + line
        for band in draw.sample(range(bands), bands)
        for line in draw.sample(range(height), height)
    ]


def random_image(draw, grid, height, width):
    """An image of a square array of values under the symmetries of its rules."""
    size = height * width
    grid = grid[line_orders(draw, height, width)][:, line_orders(draw, width, height)]
    if height == width and draw.random() < 0.5:
        grid = grid.T
    return np.array([0, *draw.sample(range(1, size + 1), size)])[grid]


def all_images(grid):
    """All images of a grid of 4x4."""
    orders = [
        [2 * band + line for band, lines in zip(bands, inner, strict=True) for line in lines]
        for bands in permutations(range(2))
        for inner in product(permutations(range(2)), repeat=2)
    ]
    for turned, rows, columns in product((grid, grid.T), orders, orders):
        for names in permutations(range(1, 5)):
            yield np.array([0, *names])[turned[rows][:, columns]].ravel().tolist()


def test_the_form_is_the_least_of_all_images_of_a_4x4():
    draw = random.Random(1)
    for number in (0, 1, 4, 6, 16):
        solution = random_image(
            draw, np.array([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]), 2, 2
        )
        blanks = draw.sample(range(16), 16 - number)
        solution.flat[blanks] = 0
        form = minlex_rows(solution.reshape(1, 16), (2, 2))[0].tolist()
        assert form == min(all_images(solution))


@pytest.mark.parametrize(("height", "width"), [(3, 3), (2, 3), (2, 4)])
def test_random_images_have_the_form_of_their_grid(height, width):
    draw, size = random.Random(2), height * width
    rows = np.arange(size)[:, None]
    full = (width * (rows % height) + rows // height + np.arange(size)) % size + 1
    grids = []
    for clues in (size * size // 4, size * size // 3, size * size):
        grid = random_image(draw, full, height, width)
        grid.flat[draw.sample(range(size * size), size * size - clues)] = 0
        grids.append(grid)
    forms = minlex_rows(np.array(grids).reshape(3, -1), (height, width)).tolist()
    images = [random_image(draw, grid, height, width).ravel() for grid in grids for _ in range(4)]
    forms_of_images = minlex_rows(np.array(images), (height, width)).tolist()
    assert forms_of_images == [form for form in forms for _ in range(4)]
    for form, grid in zip(forms, grids, strict=True):
        assert sum(map(bool, form)) == np.count_nonzero(grid)


def test_grids_taken_in_small_batches_have_the_same_least_images(monkeypatch):
    random = np.random.default_rng(3)
    solved = np.array(
        [
            [int(c) for c in each.line]
            for each in nonet.iter_solutions(nonet.Sudoku("." * 16), limit=40)
        ]
    )
    clues = np.where(random.random(solved.shape) < 0.5, solved, 0)
    together = minlex.minlex_rows(clues, (2, 2))
    for states in (1, 40, 1_000):
        monkeypatch.setattr(minlex, "MAX_STATES", states)
        assert (minlex.minlex_rows(clues, (2, 2)) == together).all()
    assert len(minlex.minlex_rows(clues[:0], (2, 2))) == 0


@pytest.mark.parametrize(
    ("width", "size", "number"), [(2, 4, 8), (3, 9, 1_296), (3, 6, 72), (2, 6, 48), (4, 12, 82_944)]
)
def test_orders_of_columns_are_counted(width, size, number, monkeypatch):
    assert minlex.column_order_count(width, size) == number
    height = size // width
    solved = np.array(
        [
            [(width * (row % height) + row // height + column) % size + 1 for column in range(size)]
            for row in range(size)
        ]
    ).reshape(1, -1)
    if size < 9:
        monkeypatch.setattr(minlex, "MAX_COLUMN_ORDERS", number)
        (least,) = minlex.minlex_rows(solved, (height, width))
        assert least[:size].tolist() == [*range(1, size + 1)]
    monkeypatch.setattr(minlex, "MAX_COLUMN_ORDERS", number - 1)
    with pytest.raises(PuzzleError, match=f"not of {size}x{size}"):
        minlex.minlex_rows(solved, (height, width))
