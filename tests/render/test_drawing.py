from nonet.render.drawing import Drawing, Line, Mark, Shade
from tests.cases import as_one_test


def with_candidates(number, box):
    return Drawing(1, 1, {(0, 0): Mark(candidates=("1",) * number)}, box=box)


@as_one_test(
    [
        (9, (3, 3), (3, 3)),
        (6, (2, 3), (2, 3)),
        (6, (3, 2), (3, 2)),
        (9, None, (3, 3)),
        (7, None, (3, 3)),
        (5, None, (2, 3)),
        (2, None, (1, 2)),
        (1, None, (1, 1)),
        (10, (3, 3), (3, 4)),
    ]
)
def test_candidates_are_laid_out_as_a_box_or_nearly_a_square(number, box, expected):
    assert with_candidates(number, box).candidate_box == expected


def test_a_wall_stands_between_a_cell_and_a_place_without_one():
    drawing = Drawing(1, 2, {(0, 0): Mark()})
    assert drawing.has_wall((0, 0), (0, 1))
    assert drawing.has_wall((-1, 0), (0, 0))
    assert not drawing.has_wall((0, 1), (0, 2))


def test_shades_of_one_name_are_named_once():
    shades = (Shade(((0, 0),), "b"), Line(((0, 0),), "c"), Shade((), "a"), Shade((), "b"))
    assert Drawing(1, 1, {}, decorations=shades).shade_names == ("b", "a")
