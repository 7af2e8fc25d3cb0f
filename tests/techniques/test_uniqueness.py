"""Uniqueness: rectangles, loops and graves."""

from itertools import combinations, islice, product
from math import inf

import pytest

from nonet import Grid, Puzzle, explain, make_rule, parse, read
from nonet.learn.technique_positions import example_step
from nonet.puzzle.rules import CLASSIC
from nonet.techniques import Position, find
from nonet.techniques.candidate_layout import bits, layout_of
from nonet.techniques.catalogue import TECHNIQUES, technique
from nonet.techniques.families.uniqueness import bug_extras, rectangles
from tests.cases import as_one_test
from tests.techniques.certificate import found_steps, is_proven, mask, positions, solution_mask

KEYS = tuple(entry.key for entry in TECHNIQUES if entry.module == "uniqueness")

# What HoDoKu 2.2 finds: positions and eliminations as its library lines.
FACTS = """\
:0600:19:..52.3...+32.+9.+1....1.+6.+893+2.+36+4.+578..+5.+38+7.6....1+694.....51+4...5+9+1+8+3+264+7.437+9+6...:119 819 525 529 829 241 877 979 897:151 951::
:0600:29:....7....9......2..1...29.7+7..+3.168.36.+74+8+21.+8.+15.+6..+3.8.2+1...+6.3.+8+57+1+941...6+385+2:519 529 462 773:242 942::
:0601:37:...+2.+5.+6+1.126.+4+53.5..+9.184+2+89+6+12+34+75..4+5+68+29+32..+4+9+7+186...85+96+2+4+4+29+7+1+63+58+6.+5+34+2.1.:312 712 792:812::
:0601:13:+9.+8+2+7+631.7..5.....2...4....+639+1+28...+8+7+5..+4+162+41+2+7+6+5+8..5+9+46..+2.7.8.+4..9......5....:623 633 183 383 186 386 388 189 389 692 193 393:925 934 996::
:0602:34:38+9...1+6..6+4+39.+2+8+5.+52....9.41....9+7.+6+78+4.+9..29+2.+7....8+8+4+1+9+23+657+2+9+7+586..+1+5+3+61+74+82+9:437 644 546:165 563 565::
:0602:25:..96+1..+7.4.+79+8.31+6...37..+9.5...+6+7+9+43.4..+59+7+62+7+9+6+2..85+11..+7+9.4.+5+9..+42+1+68+7.7.5+3.1.+9:211 831 891:466::
:0603:34:8+62+31+7+5+4+9+45+1+2+8976+3+37+94..+12+8+29.....+81.+8.....9+214+38+9+26+755+3....+217......8+34+7....39+5+6::445 455::
:0603:28:1......6...72...+949......7..3.49.............69..+28.5.32+58+17.+4...6+9+3+2.1.+7.+95+4683+2:526 527 243 247 253 257 657 659:841 851::
:0604:46:+9..+1+38+4..+24+89+7+5+361+173+62+4+5+8+9..+7.+9+2+6...2.3.+79..8.9+5+46+7.37+3+2+451+8+96.91..+3+24....2.+9+1..:168 593 598:541::
:0604:34:..+61+7.+5...+5932.6....+8+956...+31+4+89+5..+7..571+38+9+4+9+8+7+6+42+1+5347+25+8+9+31+6+56+1+4+37+9+82+89+3+2+6+1..5:212 418 231 438 738:237::
:0605:24:+851.....+3+6+29.8...5+3+47+5+928+16+5...1...99+342+576+812...3...+74.58..9+327...4.1+5+8+1...+2.76+4::218 247::
:0605:57:1.+73...484.+28...+73+35+8+4.7..99+8..+3+4.1.24..+89...+73..62....+79.4....8...+7...6......7..:547 557 567 676 177 577 183 187 587 193 693 295 995 696:749 754::
:0606:47:+9.52.3...+32.+9.+1....1.+6.+893+2+1+36+4+2+578+9+4+5+9+38+7+26+1...1+694+5+3...51+4+3+9+85+9+1+8+3+264+7.437+9+6..+5:525:733::
:0606:26:7.4.....2+9.+58.1...3.+8.......5+96..1..2...4..+6........5.+6+4+237+9....9....6...8.....9.:234 534 934 236 536 636 437 737 438 738 439 639 739 939 245 848 152 353 753 754 356 756 857 957 359 759 161 162 662 363 763 265 867 967 879 183 285 188 888 189 589 889 193 295 597 199 599:635::
:0607:56:+4+19..5+3..+3+67+48.2+5.8+5+23.+74...9.+5...+43.8..+4+3.9.+5+34+976.+2.1+4+5.3...2.+7....5.4.+2.754...:618 619 635 641 847 651 678 683 188 888 693 897 898 699 999:638::
:0607:15:8+3+4+2+9+1+56+7+29+675+3+18+4+71+5+8+64.+3.9.3+5+12+64+8..+8.+4+93.1+4.+1+38+7...+1+8+9+42+6+7+53..7+9+38+4+1+234+2+1+7+5+896:552 652 562 267:581::
:0608:25:6+5+4+8+13+2+9+7.+7+24+9+6+315+39+1+57+2684.431...2+6.6..+3..+4+82+89+76+4+15+34+1+63+2.8+79.+3.....6+2.2.+6...+3+1:881 891:946 957::
:0608:19:4+6...+2+3+5+1+51+9+483+27+6...516+4+89..6.58+14+21..2+6.5+3..+5..+3+4+96....32..+15.256+4+1.93..+1+8.+5.+2+4:713 331 332 741 342 752 853 771 871 772 391 791 992:714 756::
:0610::+8+65+1+97+42+33..4+2+6+8+9+52+4+9+5+8+3+7+6+15..9+7.1+86+7+8.63.54+9.968+5.+2+3+79...1+86+5...836+597.+6+5..+4+9+3+1+8:243 273 773:372 772::
:0610::.+12+45..8+3+57.+8..4.+24+3+89.2..+5+2+54.8...1+86+3+1+9+5+24+71+9+7+26+45+3+8.+4+15.9+8+26.+25.+4+8+17+9.8..2+13+5+4:617 628:791 991::
""".splitlines()  # noqa: E501


@as_one_test(FACTS)
def test_what_hodoku_removes_is_found_under_its_name(line):
    code, removed = line.split(":")[1], line.split(":")[5]
    position = Position.of(parse(line))
    steps = found_steps(position, technique(code).key)
    assert mask(position.layout, removed) in {step.eliminations for step in steps}


@as_one_test(FACTS)
def test_every_step_is_proven_by_its_truths(line):
    position = Position.of(parse(line))
    for step in found_steps(position, technique(line.split(":")[1]).key)[:4]:
        assert is_proven(position, step), step


# Puzzles on whose paths loops and graves come up.
RARE = dict(
    line.split()
    for line in """\
unique-loop-1 ..7....2.24....59......5..4.5.9..8.26....4.3....3.....4.....7....8..6..1.7..1....
unique-loop-2 ..9.4..868..7.......7..9.4.5......9..7....2.3...17.....2....9.4..3..5..1.....652.
unique-loop-3 ..1.9..8..8..26.9.......5......7.9.4...4..82.5......3.....3...212.6.9.....5.8....
unique-loop-4 ...3..98..7.9.8.......6.1.....1...3.5........86352.....1.6...9.4....53........6.7
bug-2 5.9..4..2...32.......9......3.....6....56....41..8...5.2..9...1..7..56.8..1....39
bug-3 .6...1.35..7.5..6....8..19.....2..4.....1.9....2.9.81.729......3....4...4.1.8....
bug-4 ..5796..........2...6..85.....1....2.....7..352..3..9..94....7.....69......3..6..
""".splitlines()
)
LADDER = (
    *("pointing", "claiming", "naked-pair", "hidden-pair", "naked-triple", "hidden-triple"),
    *("x-wing", "swordfish", "xy-wing", "skyscraper", "2-string-kite", "turbot-fish"),
    "simple-colors-trap",
)


@pytest.mark.parametrize("extra", [(), ("diagonals",), ("anti_knight",)], ids=str)
def test_rectangles_are_all_sets_of_four_cells_that_can_be_swapped_unnoticed(extra):
    """By trying every four cells of a 4x4 and both ways to fill them with two values."""
    rules = (*CLASSIC, *(make_rule(name) for name in extra))
    layout = layout_of(Puzzle(Grid.square(4), rules=rules).model())
    by_hand = set()
    for cells in combinations(range(16), 4):
        for high in combinations(cells, 2):
            fill = {cell: 1 + (cell in high) for cell in cells}
            held = [[fill[c] for c in house.cell_numbers if c in fill] for house in layout.houses]
            if all(sorted(values) in ([], [1, 2]) for values in held):
                by_hand.add(frozenset(cells))
    assert {frozenset(rectangle.corners) for rectangle in rectangles(layout)} == by_hand
    assert by_hand or extra


def test_a_cell_with_a_rule_of_its_own_is_in_no_rectangle():
    (puzzle, *_) = read("puzzles/even-odd.json")
    layout = layout_of(puzzle.model())
    marked = {layout.cell_number[cell] for rule in layout.other_constraints for cell in rule.scope}
    assert marked
    for rectangle in rectangles(layout):
        assert not marked & set(rectangle.corners)


@as_one_test(RARE)
def test_loops_and_graves_come_up_sound_and_proven(key):
    steps = []
    for position, solution in positions(parse(RARE[key]), LADDER):
        for step in found_steps(position, key):
            assert not step.eliminations & solution
            assert is_proven(position, step)
            steps.append(step)
    assert steps
    for step in steps:
        score = step.difficulty
        assert 4.6 <= score <= 5.3 if "loop" in key else 5.7 <= score <= 6.1
        assert step.detail.reading.pattern.length >= 6
        assert step.sentence.endswith(".")


def test_a_grave_without_its_extras_leaves_every_value_twice_in_every_house():
    position = next(
        p for p, _ in positions(parse(RARE["bug-2"]), LADDER) if found_steps(p, "bug-2")
    )
    extras = bug_extras(position)
    values_without_extras = [
        values & ~extras.get(cell, 0) for cell, values in enumerate(position.values)
    ]
    assert {values.bit_count() for values in values_without_extras} == {0, 2}
    for house in position.layout.houses:
        for value in range(9):
            assert sum(values_without_extras[cell] >> value & 1 for cell in house.cell_numbers) in (
                0,
                2,
            )


def test_no_given_and_no_unfilled_house_is_part_of_an_avoidable_rectangle():
    for line in FACTS:
        position = Position.of(parse(line))
        given = position.layout.cells_of(position.givens)
        for step in found_steps(position, "avoidable-rectangle-1", "avoidable-rectangle-2"):
            assert not step.detail.reading.pattern.cells & given
    line = next(line for line in FACTS if line.startswith(":0607"))
    position = Position.of(parse(line))
    position.givens = position.placed
    assert not found_steps(position, "avoidable-rectangle-1")


def test_a_rectangle_with_a_missing_candidate_needs_givens():
    """Candidates alone may be the puzzle itself: then a swap need not be allowed."""
    missing = 0
    for line in FACTS:
        position = Position.of(parse(line))
        keys = [key for key in KEYS if key.startswith(("unique-rectangle", "hidden"))]
        missing += sum(
            step.detail.reading.pattern.has_missing_value for step in found_steps(position, *keys)
        )
        bare = position.without(0)
        bare.givens = 0
        assert not any(
            step.detail.reading.pattern.has_missing_value for step in found_steps(bare, *keys)
        )
    assert missing


@pytest.mark.slow(0.9)
@pytest.mark.parametrize("name", ["hard.txt", "x.json", "jigsaw.json", "4x4.txt", "samurai.json"])
def test_no_step_removes_a_digit_of_the_solution(name):
    for puzzle in read(f"puzzles/{name}"):
        way = positions(puzzle, (*KEYS, "simple-colors-trap"), removed_share=0.3)
        for position, solution in islice(way, 1, None, 1 if len(puzzle.grid.cells) < 100 else 4):
            for step in found_steps(position, *KEYS):
                assert step.eliminations & position.open == step.eliminations != 0
                assert not step.eliminations & solution, step


def test_words_say_what_would_be_swapped():
    position = Position.of(parse(FACTS[0]))
    step = found_steps(position, "unique-rectangle-1")[0]
    assert step.notation == "Uniqueness Test 1: 1/9 in r45c19 => r5c1<>1, r5c1<>9"
    assert step.sentence == (
        "If the rectangle R4C1, R4C9, R5C1 and R5C9 held only 1 and 9, the two could be swapped in "
        "it and the puzzle would have a second solution. Only R5C1 can still be something else, so "
        "it is neither, and 1 and 9 can be removed from R5C1."
    )
    (grave,) = found_steps(Position.of(parse(FACTS[-1])), technique("0610").key)
    assert grave.notation.startswith("Bivalue Universal Grave + 1 => ")


def test_what_sudoku_explainer_does_not_see_is_no_step_of_its_order():
    """A BUG with an extra that is alone of its kind in no house: rated 6.8 there, by a cycle."""
    line = "...4.67....7....3.6...2..1..9...86.3....3..2...4....5.3.....1..5.2.6..9.9...43.6."
    path = explain(line, "explainer")
    assert path.solved and path.score == 6.8
    graves = [step for at in path.positions for step in found_steps(at, "bug-2")]
    assert {step.difficulty for step in graves} == {inf}
    assert all("r7c5<>8" in step.conclusion for step in graves)


# Hidden unique rectangles of sudokuwiki.org (A. Stuart): a floor of two cells in line, and a strong
# link beside the roof.
HIDDEN = """\
:0606:x:5184726393.6859..44.9316...94562.3..861.34..5732.85..665..9.8.3293.48.6118..63...::738 797 798::
:0606:x:.2.58..3.35.....84.867...2..48.9.1565..6.8.4.963.5.278.9..6581.6..8...9283.....6.:113 116 123 135 136 155 355 786:783::
:0606:x:5184726393.6859..44.9316...94562.3..861.34..5732.85..665..9.8.3293.48.6118..63...:738 798:797::
:0606:x:1.957.3...7.39..1...3.1.597.8.743...492.5.78373.289.4.317.2.4..26..3..7.95..67231:423 823 626 826 629 829 484 884 886:216 416 643::
:0606:x:5..291836.3.475.1...9386457.5.143...4..759..1...862.453...2.17..8.937.247.2.1...3:221 962 692:643 947::
:0606:x:5184726393.6859..44.9316...94562.3..861.34..5732.85..665..9.8.3293.48.6118..63...:738:797 798::
""".splitlines()  # noqa: E501


@as_one_test(HIDDEN)
def test_hidden_rectangles_of_type_2_are_found_whole(line):
    puzzle = parse(line)
    position = Position.of(puzzle)
    solution = solution_mask(Puzzle(puzzle.grid, puzzle.clues), position.layout)
    eliminated = 0
    for step in find(position, "hidden-rectangle", "unique-rectangle-6"):
        assert not step.eliminations & solution, step
        eliminated |= step.eliminations
    assert not mask(position.layout, line.split(":")[5]) & ~eliminated


def test_a_forced_rectangle_is_deadly_by_every_way_to_fill_its_corners():
    """No filling of the four corners with the candidate avoids the swap, by brute force."""
    seen = 0
    for line in HIDDEN:
        position = Position.of(parse(line))
        layout = position.layout
        for step in find(position, "hidden-rectangle", "unique-rectangle-6"):
            reading = step.detail.reading
            if reading.type_number != 8:
                continue
            seen += 1
            cells, pair = list(bits(reading.pattern.cells)), set(bits(reading.pattern.values))
            homes = [layout.houses[number].cells for number in reading.houses]
            for chosen in product(*(list(bits(position.values[cell])) for cell in cells)):
                at = dict(zip(cells, chosen, strict=True))
                places = position.places_of(reading.locked_value)
                able = at[reading.corner] in pair and at[reading.corner] != reading.locked_value
                able &= all(
                    at[a] != at[b] or not layout.sees[a] >> b & 1 for a, b in combinations(at, 2)
                )
                able &= all(  # a value of the pair that is in no other cell of a house is in its corners
                    any(at[c] == value for c in cells if home >> c & 1)
                    for home in homes
                    for value in pair
                    if not position.places_of(value) & home & ~reading.pattern.cells
                )
                assert not able or set(chosen) == pair, (step, chosen, places)
    assert seen > 4


def test_the_names_of_other_pages_lead_to_the_types():
    assert technique("Unique Rectangle Type 2C").key == "unique-rectangle-5"
    assert technique("Hidden Unique Rectangle Type 2").key == "hidden-rectangle"


def test_the_example_of_every_type_is_told_in_words():
    keys = [t.key for t in TECHNIQUES if t.module in ("uniqueness", "tridagon")]
    examples = [example_step(technique(key)) for key in keys]
    sentences = [example[0].sentence for example in examples if example is not None]
    assert len(sentences) > 20 and all(text.endswith(".") for text in sentences)
