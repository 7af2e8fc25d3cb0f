"""How steps are told: one alphabet, grammar, order, and in variants what they rest on."""

import re
from functools import cache
from itertools import islice

import pytest

import nonet
from nonet import Grid, Model, Puzzle, Status, explain, read, solve
from nonet.model import AllDifferent
from nonet.puzzle.short_form import rule_from_short
from nonet.techniques import Position, find
from nonet.techniques.candidate_layout import bits, layout_of
from nonet.techniques.path import Path
from nonet.techniques.step import (
    Step,
    StepText,
    elimination_sort_key,
    set_sort_key,
    step_sort_key,
)


def test_words_and_pictures_write_a_value_alike():
    puzzle = read("puzzles/16x16.txt")[0]
    path = explain(puzzle, only="singles,intersections,subsets")
    large = 0
    for step in path.steps:
        symbols = re.findall(r"(?:=|<>)(\w+)", step.conclusion)
        assert symbols and all(puzzle.alphabet.value_of_symbol[symbol] for symbol in symbols)
        for cell, value in step.placed:
            letter = puzzle.alphabet.symbol(value)
            assert step.sentence.endswith(f"{cell} is {letter}.")
            large += value > 9
    assert large


def test_values_without_a_letter_are_shown_as_numbers():
    model = Model({"a": range(1, 13), "b": range(1, 13)}, [AllDifferent(("a", "b"))])
    assert layout_of(model).symbol(9) == "10"
    assert layout_of(Puzzle(Grid.square(16)).model()).symbol(9) == "A"


def test_a_value_without_a_place_is_named_whole():
    layout = layout_of(Puzzle(Grid.square(16)).model())
    full = Position.of(Puzzle(Grid.square(16)))
    row = layout.candidates_in(layout.houses[0].cells, 1 << 11)
    assert full.without(row).dead_end() == "C has no place in AllDifferent(row 1)"


@pytest.mark.parametrize("file", ["euler96.txt", "hard.txt"])
def test_sentences_are_grammatical(file):
    for puzzle in read(f"puzzles/{file}")[:3]:
        for step in explain(puzzle, only="human").steps:
            assert not re.search(
                r"\ba 8\b|\bnone of \w+ and \w+ is\b|either .* hold \d", step.sentence
            )


COLORINGS = ("simple-colors-trap", "simple-colors-wrap", "multi-colors-1", "multi-colors-2")


def test_colours_are_explained_with_a_verb_for_each():
    for puzzle in read("puzzles/hard.txt"):
        for step in islice(find(puzzle, *COLORINGS), 3):
            assert re.search(
                r"either (R\dC\d is|all of .* are) \d or (R\dC\d is|all of .* are) \d",
                step.sentence,
            )


def test_a_single_of_a_box_comes_before_one_of_a_line():
    lines = 0
    for puzzle in read("puzzles/euler96.txt")[:4]:
        path = explain(puzzle)
        for step, position in zip(path.steps, path.positions, strict=False):
            if step.key == "hidden-single" and not step.constraints.startswith("AllDifferent(box"):
                lines += 1
                assert not find(position, "hidden-single-box")
    assert lines


@cache
def path_of(name: str) -> Path:
    """The path in a variant by what is judged here; all techniques would take ten seconds."""
    return explain(read(f"puzzles/{name}.json")[0], only="singles,intersections")


def named_constraints(step: Step) -> list[AllDifferent]:
    layout = step.layout
    return [h.constraint for h in layout.houses if f"AllDifferent({h.name})" in step.constraints]


@pytest.mark.parametrize("name", ["anti-knight", "jigsaw", "anti-king"])
def test_what_locked_candidates_of_a_variant_remove_follows_from_what_they_name(name):
    """Judge: a solver that is given the named constraints alone, and what is open."""
    path = path_of(name)
    judged = 0
    for step, position in zip(path.steps, path.positions, strict=False):
        if step.key not in ("pointing", "claiming"):
            continue
        domains = {cell: position.domain(n) for n, cell in enumerate(step.layout.cells)}
        for cell, value in step.removed:
            model = Model(domains, named_constraints(step)).narrow({cell: (value,)})
            assert solve(model).status is Status.UNSAT, step.constraints
            judged += 1
        if judged > 12:
            break
    assert judged


def test_the_first_hint_of_a_knights_puzzle_names_the_move():
    step = nonet.hints(read("puzzles/anti-knight.json")[0])[0]
    assert "knight's move R1C6-R3C7" in step.sentence and "knight's move" in step.constraints


@pytest.mark.parametrize("name", ["anti-knight", "anti-king", "windoku", "x", "disjoint-groups"])
def test_a_single_of_a_variant_names_what_only_the_variant_excludes(name):
    """Judge: cells of the house that no row, column or box keeps from the value, by hand."""
    path = path_of(name)
    named = 0
    for step, position in zip(path.steps, path.positions, strict=False):
        if step.key != "hidden-single":
            continue
        layout = step.layout
        house, value = layout.house_and_value(step.truths[0])
        placed = position.placed >> value * layout.cell_count & layout.all_cells
        plain = [h for h in layout.houses if h.kind in ("row", "column", "box")]
        for cell in layout.houses[house].cell_numbers:
            seers = list(bits(placed & layout.sees[cell]))
            if not position.values[cell] or not seers:
                continue
            if not any(h.cells >> cell & 1 and h.cells >> s & 1 for h in plain for s in seers):
                named += 1
                name = layout.cells[cell]
                assert re.search(rf"\(not [^)]*\b{name}\b[^)]* by ", step.sentence)
    assert named


def test_a_classic_step_names_nothing_more_than_before():
    layout = layout_of(Puzzle(Grid.square(9)).model())
    assert not layout.special_houses and layout.special_house_between(0, 1) is None


def test_a_wrong_entry_in_a_puzzle_of_several_solutions_is_noticed():
    puzzle = nonet.parse("....3....1..43..")
    possible = nonet.candidates(puzzle).values
    assert nonet.verify(puzzle).uniqueness.value == "multiple"
    for cell, value in (("R1C3", 1), ("R1C4", 1)):
        assert value in Position.of(puzzle).candidates[cell] and value not in possible[cell]
        path = explain(Puzzle(puzzle.grid, puzzle.clues, entries={cell: value}))
        assert "none of them agrees with the marks" in path.note


@pytest.mark.parametrize("only", ["chains", "als,kraken-fish-1"])
def test_a_restricted_path_of_an_empty_grid_searches_nothing_long(only, monkeypatch):
    from nonet.techniques.families import als, chains

    searched = []
    for family in (als, chains):
        monkeypatch.setattr(family, "find", lambda *_: iter(searched.append(1) or ()))
    path = explain(Puzzle(Grid.square(9)), only=only)
    assert not searched and "every candidate left is in one of them" in path.note


def test_a_puzzle_with_several_solutions_has_no_rating_and_no_step_is_looked_for(monkeypatch):
    monkeypatch.setattr("nonet.techniques.rating.walk_path", None)
    for rules in ([], ["thermometer R1C1 R1C2 R1C3"]):
        rating = nonet.rate(nonet.Sudoku("." * 16, rules=rules))
        assert rating.note == "the puzzle has several solutions: there is nothing to rate"
        assert not rating.solved and rating.rating is rating.effort is None


def test_single_cells_of_the_same_values_are_explained_as_equal():
    """Equal single cells were once counted value by value, in eight steps for one."""
    rule = rule_from_short("same-values R2C2 R2C3 | R2C3 R8C8")
    puzzle = Puzzle(Grid.square(9), {"R1C2": 5}).with_rules(rule)
    (step,) = find(puzzle, "clone-pairs")
    assert step.sentence == (
        "Same values at R2C2 and R8C8: R2C2 and R8C8 are equal. R8C8 cannot be 5, since R2C2 cannot be 5."
    )


HOUSE = re.compile(r"\b(?:row|column|box) \d+")


@pytest.mark.slow(0.3)
@pytest.mark.parametrize("policy", ["human", "explainer"])
def test_the_place_of_a_hint_and_its_argument_speak_of_the_same_house(policy):
    """A house that the place names is one that the argument uses, if it uses any."""
    placed = 0
    for puzzle in read("puzzles/hard.txt")[:4]:
        for step in explain(puzzle, policy).steps:
            _, place, argument = step.hint_degrees
            houses = HOUSE.findall(argument.lower())
            if houses and (named := HOUSE.findall(place.lower())):
                placed += 1
                assert set(named) <= set(houses), (place, argument)
    assert placed > 100


def test_hodoku_takes_most_eliminations_first_then_the_least_sum():
    """The sum over the eliminated candidates of cell * (1 + 80 * number) + digit, numbered from 0."""
    layout = Position.of(nonet.parse("." * 81)).layout
    for cells in ([(0, 1)], [(7, 3)], [(7, 3), (2, 4)], [(80, 9), (5, 9), (6, 9)]):
        mask = sum(1 << (digit - 1) * 81 + cell for cell, digit in cells)
        ordered = sorted(cells, key=lambda pair: (pair[1], pair[0]))
        total = sum(c * (1 + 80 * n) + d for n, (c, d) in enumerate(ordered))
        assert elimination_sort_key(layout, mask) == (-len(cells), total)
        assert step_sort_key(Step("x", layout, eliminations=mask)) == (-len(cells), total)
    assert elimination_sort_key(layout, 0) == (0, 0)


def test_a_set_stands_with_the_first_house_that_holds_it():
    layout = Position.of(nonet.parse("." * 16)).layout
    assert set_sort_key(layout, 0b11) == (0, (0, 1))
    assert set_sort_key(layout, 0b10001) == (4, (0, 4))
    assert set_sort_key(layout, 0b100001) == (8, (0, 5))
    assert set_sort_key(layout, 1 << 15 | 1) == (len(layout.houses), (0, 15))


def test_a_step_in_notation_with_and_without_a_body():
    layout = Position.of(nonet.parse("." * 16)).layout

    class Detail:
        def __init__(self, body):
            self.body = body

        def describe(self, step):
            return StepText(self.body, "look", "plain")

    placed = Step("naked-single", layout, placements=(0,), detail=Detail(""))
    assert placed.notation == "Naked Single: r1c1=1" and placed.conclusion == "r1c1=1"
    removed = Step("x-wing", layout, eliminations=0b11 | 1 << 33, detail=Detail("1 r12 c34"))
    assert removed.notation == "X-Wing: 1 r12 c34 => r1c12<>1, r1c2<>3"
    assert Step("x-wing", layout, eliminations=1, detail=Detail("")).notation == "X-Wing => r1c1<>1"
    assert (removed.placed, removed.removed) == ((), (("R1C1", 1), ("R1C2", 1), ("R1C2", 3)))
    both = Step("x-wing", layout, placements=(5,), eliminations=1, detail=Detail("b"))
    assert both.notation == "X-Wing: b => r2c2=1, r1c1<>1"
    assert removed.hint_degrees == ("X-Wing", "look", "plain") and str(removed) == removed.notation
