"""A solution as rows and as an array, and the pictures of things."""

from itertools import pairwise

import numpy as np
import pytest

import nonet
from nonet.render.pictures import SUFFIXES

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def chain():
    build = nonet.ModelBuilder()
    numbers = [build.variable(f"x{n}", range(3)) for n in range(5)]
    for first, second in pairwise(numbers):
        build.add(first != second)
    return build, numbers


def test_the_rows_and_the_array_of_a_solution_are_its_values():
    solution = nonet.solve(CLASSIC).solution
    rows = [[int(digit) for digit in SOLVED[at : at + 9]] for at in range(0, 81, 9)]
    assert solution.rows() == rows
    assert solution.array().tolist() == np.array(solution).tolist() == rows
    assert np.asarray(solution, np.uint8).dtype == np.uint8


def test_a_grid_of_several_parts_has_no_value_where_no_cell_is():
    solution = nonet.solve("samurai").solution
    assert solution.rows()[0][9:12] == [None] * 3
    assert solution.array().shape == (21, 21)
    assert solution.array()[0, 9] == 0


def test_a_models_solution_is_no_array_and_says_what_to_write():
    build, numbers = chain()
    solution = nonet.solve(build).solution
    with pytest.raises(TypeError, match=r"np\.array\(solution\[x\]\)"):
        np.array(solution)
    with pytest.raises(nonet.NonetError, match=r"write solution\[x\]"):
        solution.rows()
    assert np.array(solution[numbers]).shape == (5,)


def test_the_texts_of_many_are_their_solutions():
    assert nonet.solve_many([CLASSIC, "55" + "." * 79], backend="native").texts() == [SOLVED, ""]
    hexadecimal = nonet.solve_many(["." * 256], backend="native").texts()[0]
    assert set(hexadecimal) == set("123456789ABCDEFG")


def drawn(name):
    puzzle = nonet.Sudoku(CLASSIC)
    build, _ = chain()
    return {
        "puzzle": puzzle,
        "text": CLASSIC,
        "rows": [
            [int(c) for c in CLASSIC[at : at + 9].replace(".", "0")] for at in range(0, 81, 9)
        ],
        "solution": nonet.solve(puzzle).solution,
        "outcome": nonet.solve(puzzle),
        "verdict": nonet.verify(puzzle),
        "path": nonet.explain("1234341221434321".replace("4", ".", 2)),
        "trace": nonet.trace(build, "native"),
        "model": build,
    }[name]


THINGS = ["puzzle", "text", "rows", "solution", "outcome", "verdict", "path", "trace", "model"]


@pytest.mark.parametrize("name", THINGS)
def test_each_thing_has_a_picture_in_svg(name, tmp_path):
    data = nonet.picture(drawn(name), tmp_path / "x.svg")
    assert data.startswith(b"<svg")
    assert (tmp_path / "x.svg").read_bytes() == data


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_picture_is_bytes_of_its_kind(suffix):
    if suffix != ".svg":
        pytest.importorskip("typst")
    start = {".svg": b"<svg", ".png": b"\x89PNG", ".pdf": b"%PDF"}[suffix]
    assert nonet.picture(CLASSIC, suffix=suffix).startswith(start)


def test_a_step_is_drawn_on_its_puzzle():
    step = nonet.hints(CLASSIC)[0]
    assert nonet.picture(step, of=CLASSIC).count(b"<text") > 150  # candidates
    with pytest.raises(TypeError, match="of=puzzle"):
        nonet.picture(step)


def test_an_edge_of_a_constraint_graph_is_a_line():
    build, _ = chain()
    picture = nonet.picture(build)
    assert picture.count(b"<path") == 4
    assert picture.count(b"<circle") == 5


def test_what_cannot_be_drawn_says_so():
    with pytest.raises(nonet.NonetError, match=r"nonet\.picture\(puzzle, 'x\.svg'\)"):
        nonet.write(nonet.Sudoku("4x4"), "x.svg")
    with pytest.raises(nonet.NonetError, match=r"\.svg, \.png, \.pdf, not \.gif"):
        nonet.picture("4x4", "x.gif")
    with pytest.raises(TypeError, match="not of int"):
        nonet.picture(7)
    with pytest.raises(TypeError, match="without a solution"):
        nonet.picture(nonet.verify(nonet.parse("11..............", allow_clashes=True)))
