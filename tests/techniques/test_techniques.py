"""What the room offers, and the names that its files share."""

from nonet import techniques
from nonet.puzzle import Grid, Puzzle
from nonet.techniques.candidate_layout import bits


def test_what_is_offered_is_there_in_order():
    assert [*techniques.__all__] == sorted(techniques.__all__, key=lambda n: (not n.isupper(), n))
    assert all(getattr(techniques, name) is not None for name in techniques.__all__)


def test_the_names_of_the_legend_are_what_it_says():
    position = techniques.Position.of(Puzzle(Grid.square(4), {"R1C1": 1}))
    layout, cells = position.layout, position.layout.cell_count
    candidate = layout.candidate("R2C3", 4)
    assert candidate == (4 - 1) * cells + layout.cell_number["R2C3"]
    assert position.placed == 1 << layout.candidate("R1C1", 1) and position.values[0] == 0
    assert position.open >> candidate & 1 and position.values[6] >> 3 & 1
    assert position.places_of(3) >> 6 & 1 and not position.places_of(0) & 1
    assert {layout.cells[c] for c in bits(layout.sees[0])} == {
        "R1C2", "R1C3", "R1C4", "R2C1", "R3C1", "R4C1", "R2C2",
    }  # fmt: skip
    assert layout.peers[0] == layout.sees[0] | layout.cell_candidates(0) & ~1
    assert all(house.complete for house in layout.houses)
    assert [*layout.truths[:cells]] == [*range(cells)]
