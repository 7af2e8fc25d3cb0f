"""Shapes: the cells they lie on, and texts that share a place."""

import pytest

from nonet.render.shapes import (
    Bulb,
    Dot,
    Line,
    Outline,
    Shade,
    Shape,
    Text,
    decoration_cells,
    merge_texts,
)

HERE, BESIDE = ((-1, 0),), ((-1, 1),)
DOWN, ACROSS, SLANTED = (1, 0), (0, 1), (1, 1)


@pytest.mark.parametrize("kind", [Shade, Line, Bulb, Outline, Dot])
def test_a_shape_lies_on_its_cells(kind):
    assert decoration_cells(kind(((0, 1), (0, 2)))) == ((0, 1), (0, 2))
    assert decoration_cells(Shape((3, 4), "circle")) == ((3, 4),)
    assert decoration_cells(Text(HERE, "5")) == HERE


@pytest.mark.parametrize(
    ("texts", "merged"),
    [
        ([Text(HERE, "1"), Text(HERE, "2")], ["1, 2"]),
        ([Text(HERE, "1"), Text(HERE, "2"), Text(HERE, "3")], ["1, 2, 3"]),
        ([Text(HERE, "1"), Text(BESIDE, "2")], ["1", "2"]),
        ([Text(HERE, "1"), Text(BESIDE, "2"), Text(HERE, "3")], ["1, 3", "2"]),
        ([Text(HERE, "1"), Text(HERE, "2", "corner")], ["1", "2"]),
        ([Text((*HERE, *BESIDE), "1"), Text((*HERE, *BESIDE), "2")], ["1", "2"]),
        ([Text(HERE, "1", direction=DOWN), Text(HERE, "2")], ["1", "2"]),
    ],
)
def test_texts_in_the_middle_of_one_place_are_merged(texts, merged):
    line = Line(((0, 0), (0, 1)))
    results = merge_texts([*texts, line])
    assert [each.text for each in results[:-1]] == merged and results[-1] == line


@pytest.mark.parametrize(
    ("first", "second", "merged"),
    [
        (DOWN, ACROSS, ["15\\4"]),
        (ACROSS, DOWN, ["4\\15"]),
        (SLANTED, SLANTED, ["15", "4"]),
        (None, None, ["15, 4"]),
    ],
)
def test_clues_that_point_down_and_across_are_written_down_first(first, second, merged):
    texts = [Text(HERE, "15", direction=first), Text(HERE, "4", direction=second)]
    assert [each.text for each in merge_texts(texts, pointing=True)] == merged
    apart = ["15, 4"] if first is None else ["15", "4"]
    assert [each.text for each in merge_texts(texts)] == apart
