"""Phrases of steps, each by what a reader should meet."""

import pytest

from nonet.puzzle import Grid, Puzzle
from nonet.techniques.candidate_layout import layout_of, mask_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.phrases import MAX_PARAGRAPH

LAYOUT = layout_of(Puzzle(Grid.square(4)).model())


def node(*candidates):
    """A node: candidates as "1r1c2" (value 1 in R1C2)."""
    return mask_of(LAYOUT.candidate(c[1:].upper(), int(c[0])) for c in candidates)


@pytest.mark.parametrize(
    ("symbol", "text"),
    [(s, f"an {s}") for s in ("8", "11", "18", "A", "x", "H")]
    + [(s, f"a {s}") for s in ("1", "7", "10", "12", "81", "B", "u", "G")],
)
def test_a_symbol_has_the_article_of_its_sound(symbol, text):
    assert phrases.with_article(symbol) == text


def test_a_text_is_one_paragraph_up_to_a_length_and_a_list_beyond():
    text = "One is so. " + "x" * (MAX_PARAGRAPH - 12) + "."
    assert len(text) == MAX_PARAGRAPH and phrases.in_short_sentences(text) == text
    first, second = phrases.in_short_sentences(text.replace("xx", "xxx", 1)).splitlines()
    assert first == "1. One is so." and second.startswith("2. Xxx") and second.endswith("x.")


def test_a_list_has_a_line_for_each_sentence_and_each_then():
    text = "if a, then b; then c; so d. " * 30 + "end"
    lines = phrases.in_short_sentences(text).splitlines()
    assert lines[:3] == ["1. If a, then b.", "2. Then c; so d.", "3. If a, then b."]
    assert lines[-1] == "61. End."


def test_a_noun_that_all_names_have_is_said_once():
    assert phrases.name_list(["value of R1C1"]) == "value of R1C1"
    assert phrases.name_list(["value of R1C1", "value of R1C2"]) == "values of R1C1 and R1C2"
    assert phrases.name_list(["value of R1C1", "value of R1C2"], "or") == "value of R1C1 or R1C2"
    assert (
        phrases.name_list(["value of R1C1", "region of R1C2"]) == "value of R1C1 and region of R1C2"
    )
    assert phrases.name_list(["R1C1", "value of R1C2"]) == "R1C1 and value of R1C2"


def test_cells_named_one_after_another_get_commas():
    assert phrases.with_commas("R1C1 R10C12 see R3C3") == "R1C1 and R10C12 see R3C3"
    assert phrases.with_commas("R1C1 sees R2C2") == "R1C1 sees R2C2"


def test_removals_are_told_together_where_the_cells_are_the_same():
    lost = node("1r1c1", "1r1c2", "3r1c1", "3r1c2", "2r4c4")
    assert phrases.removal_text(LAYOUT, lost) == (
        "1 and 3 can be removed from R1C1 and R1C2, and 2 can be removed from R4C4"
    )
    assert (
        phrases.excluded_text(LAYOUT, lost)
        == "R1C1 and R1C2 cannot be 1 or 3, and R4C4 cannot be 2"
    )
    assert phrases.excluded_text(LAYOUT, node("1r1c1")) == "R1C1 cannot be 1"


def test_clauses_are_joined_with_a_comma_before_and():
    assert phrases.joined_clauses([]) == "" and phrases.joined_clauses(["a"]) == "a"
    assert phrases.joined_clauses(["a", "b"]) == "a, and b"
    assert phrases.joined_clauses(["a", "b", "c"]) == "a, b, and c"


def test_a_capital_changes_the_first_letter_alone():
    assert phrases.capitalised("row 1 of R1C1") == "Row 1 of R1C1" and phrases.capitalised("") == ""


CHAIN = [node("4r1c1"), node("4r1c4"), node("2r1c4"), node("2r3c4", "2r4c4")]
"""If the 4 is not in R1C1 it is in R1C4, which then is not 2, so the 2 is in R3C4 or R4C4."""


def test_a_chain_in_notation_shows_inferences_between_cells_alone():
    assert phrases.chain_notation(LAYOUT, CHAIN, True) == "r1c1 =4= r1c4 =2= r34c4"
    assert phrases.chain_notation(LAYOUT, CHAIN[1:], False) == "r1c4 =2= r34c4"
    weak = [node("4r1c1"), node("4r2c1"), node("4r2c4")]
    assert phrases.chain_notation(LAYOUT, weak, False) == "r1c1 -4- r2c1 =4= r2c4"
    sets = [0, 0b11 << 4, 0b11 << 4, 0]
    nodes = [node("4r1c1"), node("4r2c1"), node("2r2c2"), node("2r2c4")]
    assert phrases.chain_notation(LAYOUT, nodes, False, sets) == "r1c1 -4- ALS:r2c12 -2- r2c4"


def test_values_in_notation_are_each_named_once():
    assert phrases.values_in_notation(LAYOUT, node("1r1c1", "1r2c2", "3r1c1")) == "1/3"


def test_nodes_in_words():
    assert phrases.on_text(LAYOUT, node("4r1c1")) == "R1C1 is 4"
    assert phrases.on_text(LAYOUT, node("4r1c1", "4r1c2")) == "4 is in R1C1 or R1C2"
    assert phrases.off_text(LAYOUT, node("4r1c1", "4r1c2")) == "4 is not in R1C1 or R1C2"
    assert phrases.value_and_cells(LAYOUT, node("3r1c1", "3r1c2")) == (2, 0b11)


def test_inferences_in_words_name_the_house_the_cell_or_the_set():
    row = LAYOUT.house_set(0, 3)
    text = phrases.inference_text(LAYOUT, CHAIN, [row, None])
    assert text == (
        "If R1C1 is not 4, then the 4 of row 1 is in R1C4, so R1C4 is not 2; "
        "then 2 is in R3C4 or R4C4"
    )
    in_cell = [node("4r1c1"), node("2r1c1")]
    assert phrases.inference_text(LAYOUT, in_cell, [0]) == "If R1C1 is not 4, then R1C1 is 2"
    for sets in ([0b11, 0], [0, 0b11]):
        assert phrases.inference_text(LAYOUT, in_cell, [None], sets) == (
            "If R1C1 is not 4, then R1C1 and R1C2 have only as many values as cells left, so R1C1 is 2"
        )
    house = LAYOUT.houses[4 + 2]
    column = LAYOUT.house_set(house.number, 3)
    assert phrases.inference_text(LAYOUT, [node("4r1c3"), node("4r2c3")], [column]) == (
        f"If R1C3 is not 4, then the 4 of {house.name} is in R2C3"
    )


LOOP = [
    node("4r1c1"), node("4r1c4"), node("2r1c4"), node("2r4c4"), node("3r4c4"), node("3r4c1"),
    node("1r4c1"), node("1r1c1"),
]  # fmt: skip
"""Off and on in turn; each cell holds two of its nodes."""


@pytest.mark.parametrize("turn", range(0, 8, 2))
def test_a_loop_is_told_from_a_cell_and_back_to_it_wherever_it_is_begun(turn):
    nodes = LOOP[turn:] + LOOP[:turn]
    order, strong = phrases.loop_order(LAYOUT, nodes)
    assert strong and sorted(order) == [*range(8)]
    cells = [phrases.value_and_cells(LAYOUT, nodes[n])[1] for n in order]
    assert cells[0] == cells[-1]
    start = LAYOUT.cell_text(cells[0])
    text = phrases.loop_notation(LAYOUT, nodes)
    assert text.count(start) == 2
    if turn == 0:
        assert text == "1= r1c1 =4= r1c4 =2= r4c4 =3= r4c1 =1= r1c1 =4"


def test_a_loop_that_begins_with_a_strong_inference_within_a_cell_is_turned():
    nodes = [node("4r1c1"), node("1r1c1"), node("1r4c1"), node("4r4c1")]
    order, strong = phrases.loop_order(LAYOUT, nodes)
    assert (order, strong) == ([1, 2, 3, 0], False)
    assert phrases.loop_notation(LAYOUT, nodes) == "4= r1c1 -1- r4c1 -4- r1c1 =1"


def test_a_loop_of_one_value_comes_back_to_its_first_node():
    nodes = [node("4r1c1"), node("4r1c4"), node("4r4c4"), node("4r4c1")]
    assert phrases.loop_order(LAYOUT, nodes) == ([0, 1, 2, 3, 0], True)
    assert phrases.loop_notation(LAYOUT, nodes) == "4= r1c1 =4= r1c4 -4- r4c4 =4= r4c1 -4- r1c1 =4"


def test_a_loop_does_not_begin_at_a_group():
    nodes = [node("4r1c1", "4r1c2"), node("4r1c4"), node("4r4c4"), node("4r4c1")]
    order, strong = phrases.loop_order(LAYOUT, nodes)
    assert order[0] == order[-1] == 2 and strong and len(order) == 5
    only_groups = [
        node("4r1c1", "4r1c2"),
        node("4r1c3", "4r1c4"),
        node("4r2c3", "4r2c4"),
        node("4r2c1", "4r2c2"),
    ]
    order, _ = phrases.loop_order(LAYOUT, only_groups)
    assert order[0] == order[-1] and len(order) == 5
