"""Pictures of steps: discs, arrows, colours and frames, measured in the SVG."""

import itertools
import re
from math import hypot
from pathlib import Path

import pytest

from nonet import parse
from nonet.render import overlay
from nonet.render.drawing import Arrow, Drawing, Highlight, Mark
from nonet.render.svg import drawing_svg
from nonet.techniques import technique
from nonet.techniques.drawing import draw_step
from nonet.techniques.hints import find
from nonet.techniques.solution_oracle import position_of

CELL = 40


@pytest.mark.parametrize("rows, columns", [(2, 2), (2, 3), (3, 3), (4, 4), (4, 5)])
def test_discs_of_neighbouring_candidates_do_not_touch(rows, columns):
    spots = [
        overlay.candidate_position((0, 0), index, CELL, rows, columns)
        for index in range(rows * columns)
    ]
    nearest = min(
        hypot(x - other_x, y - other_y)
        for number, (x, y, _) in enumerate(spots)
        for other_x, other_y, _ in spots[:number]
    )
    assert 2 * overlay.disc_radius(CELL, rows, columns) < nearest


def drawn(marks, *arrows):
    return drawing_svg(Drawing(1, 3, marks, highlights=(), arrows=arrows), cell=CELL)


def curves(svg):
    """The arrows' curves, as lists of points."""
    result = []
    for text in re.findall(r'd="M([\d. -]+)Q([\d. -]+) ([\d. -]+) ([\d. -]+) ([\d.-]+)"', svg):
        numbers = [float(number) for number in " ".join(text).split()]
        (x0, y0, mx, my, x1, y1) = numbers
        ts = [step / 20 for step in range(21)]
        result.append(
            [
                (
                    (1 - t) ** 2 * x0 + 2 * t * (1 - t) * mx + t * t * x1,
                    (1 - t) ** 2 * y0 + 2 * t * (1 - t) * my + t * t * y1,
                )
                for t in ts
            ]
        )
    return result


NINE = tuple("123456789")


def test_an_arrow_goes_round_a_digit_and_lies_under_it():
    marks = {
        (0, 0): Mark(candidates=NINE),
        (0, 1): Mark("8", clue=True),
        (0, 2): Mark(candidates=NINE),
    }
    svg = drawn(marks, Arrow(((0, 0), 4), ((0, 2), 4), True))
    (curve,) = curves(svg)
    for x, y in curve:
        assert not (abs(x - 1.5 * CELL) < 0.15 * CELL and abs(y - 0.5 * CELL) < 0.15 * CELL)
    assert svg.index("Q") < svg.index(">8<")


def test_an_arrow_within_a_cell_is_long_enough_to_be_seen():
    marks = {(0, column): Mark(candidates=NINE) for column in range(3)}
    (curve,) = curves(drawn(marks, Arrow(((0, 1), 3), ((0, 1), 4), True)))
    steps = itertools.pairwise(curve)
    length = sum(hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in steps)
    assert length > 2 * overlay.disc_radius(CELL, 3, 3)


def test_start_and_clash_are_rings_over_their_discs():
    marks = {(0, column): Mark(candidates=NINE) for column in range(3)}
    highlights = (Highlight((0, 0), 0, "on"), Highlight((0, 0), 0, "start"))
    svg = drawing_svg(Drawing(1, 3, marks, highlights=highlights), cell=CELL)
    assert svg.count("<circle") == 2 and svg.count('fill="none" stroke="#1b1b1f"') == 1


def step_of(key):
    """The step of the documentation's example of a technique, with its position."""
    lines = (Path(__file__).parents[2] / "src/nonet/learn/examples.hodoku").read_text().splitlines()
    entry = technique(key)
    (line,) = [line for line in lines if line.startswith(f":{entry.code or entry.key}:")]
    puzzle = parse(line)
    position = position_of(puzzle)
    return find(position, key)[0], position, puzzle


def test_two_pairs_of_colours_have_four_colours():
    step, position, puzzle = step_of("multi-colors-1")
    roles = {mark.role for mark in draw_step(step, position, puzzle).highlights}
    assert {"on", "fin", "off", "fourth"} <= roles
    assert len(step.colors) == 4


def test_a_unique_rectangle_is_framed():
    step, position, puzzle = step_of("unique-rectangle-1")
    (frame,) = [a for a in draw_step(step, position, puzzle).areas if a.kind == "pattern"]
    assert len(frame.cells) == 4
    assert 'stroke="#009e73"' in drawing_svg(draw_step(step, position, puzzle))


def test_a_full_house_shades_its_house():
    step, position, puzzle = step_of("full-house")
    (house,) = [a for a in draw_step(step, position, puzzle).areas if a.kind == "set"]
    assert len(house.cells) == 9


def test_the_page_has_a_legend_of_every_role():
    assert {colour for _, colour, _ in overlay.LEGEND} >= {*overlay._DISCS.values()}
