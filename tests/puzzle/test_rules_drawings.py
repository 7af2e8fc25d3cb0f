"""What a rule draws is what its words and parameters say: numbers, bulbs and marks."""

import json
import re

from nonet.errors import PuzzleError
from nonet.puzzle import Puzzle, rule_from_json, rule_to_json
from nonet.puzzle.examples import example_puzzle
from nonet.render.shapes import Bulb, Dot, Line, Outline, decoration_cells
from tests.cases import shipped_rules

IN_WORDS = {
    "connected": "which values: no cell is marked",
    "global-groups": "the groups: no cell is marked",
    "group-line": "the groups of values, which the line's rule tells",
    "indexed-rows": "the rows, which are shaded",
    "leap": "how far: no cell is marked",
    "one-five-nine": "the columns, which are shaded",
    "relation": "the pairs: its cells need not touch, so no line joins them",
    "state-machine": "the automaton: its cells need not touch, so no line joins them",
    "tenth-grid": "the rows and columns, which are shaded",
}
"""Rules whose numbers stand in their words, and in no picture."""

NOT_DRAWN = {
    "negative-ratio": "of the dots that are not there",
    "nonconsecutive": "of the dots that are not there",
    "relation": "its cells need not touch, so no line joins them",
    "state-machine": "its cells need not touch, so no line joins them",
    "strict-kropki": "of the dots that are not there",
}
"""Rules whose words speak of a shape that they do not draw."""


AROUND = {
    "battenburg", "clock-face", "exclusion", "maximum", "minimum", "quadruple", "region-run",
    "repeated",
}  # fmt: skip
"""Rules whose marks stand at a corner or beside a cell, so that they touch others as well."""


def cells_in(parameters):
    """The cells that a rule names, in order, at any depth of its parameters."""
    if isinstance(parameters, dict):
        parameters = [value for name, value in parameters.items() if name != "rule"]
    if isinstance(parameters, list | tuple):
        return [cell for each in parameters for cell in cells_in(each)]
    return re.findall(r"R-?\d+C-?\d+", parameters) if isinstance(parameters, str) else []


def names(places):
    return [f"R{row + 1}C{column + 1}" for row, column in places]


def rules_with_examples():
    """Each rule of an example that names cells, with its grid and what it draws."""
    for kind in shipped_rules().values():
        for example in kind.examples:
            puzzle = example_puzzle(kind, example)
            (rule,) = [rule for rule in puzzle.rules if rule.name == kind.name][-1:]
            if cells_in(rule_to_json(rule)):
                yield rule, puzzle.grid, list(rule.decorations(puzzle.grid))


def numbers(parameters):
    """The integers among the parameters of a rule, at any depth."""
    if isinstance(parameters, dict):
        parameters = [value for name, value in parameters.items() if name != "rule"]
    if isinstance(parameters, list | tuple):
        return {number for each in parameters for number in numbers(each)}
    return {parameters} if type(parameters) is int else set()


def drawn_by(kind):
    """The types of shapes that the examples of a rule have in their pictures only by this rule."""
    types = set()
    for example in kind.examples:
        others = example_puzzle(kind, example, applied=False).drawing().decorations
        own = example_puzzle(kind, example).drawing().decorations
        types |= {type(each) for each in own if each not in others}
    return types


def test_the_numbers_of_a_rule_stand_in_its_picture():
    hidden = set()
    for kind in shipped_rules().values():
        for example in kind.examples:
            puzzle = example_puzzle(kind, example)
            texts = " ".join(getattr(each, "text", "") for each in puzzle.drawing().decorations)
            # 123 may be one number, or three values
            shown = set(map(int, re.findall(r"-?\d+", texts) + re.findall(r"\d", texts)))
            rules = [rule_to_json(rule) for rule in puzzle.rules if rule.name == kind.name]
            if not numbers(rules) <= shown:
                hidden.add(kind.name)
    assert hidden == IN_WORDS.keys()


def test_a_bulb_is_drawn_where_a_rule_speaks_of_one():
    for kind in shipped_rules().values():
        drawn = drawn_by(kind)
        if "bulb" in kind.sentence:
            assert Bulb in drawn, f"{kind.name} speaks of a bulb and draws none"
        if Bulb in drawn and kind.name != "yin-yang":  # circles that stand for shaded and white
            marks = r"\b(bulbs?|circles?|ends|thermometer)\b"
            assert re.search(marks, kind.sentence), f"{kind.name} draws a bulb"


def test_lines_cages_and_dots_are_drawn_where_a_rule_speaks_of_one():
    undrawn = set()
    for kind in shipped_rules().values():
        drawn = drawn_by(kind)
        for word, shape in (("line", Line), ("cage", Outline), ("dot", Dot)):
            spoken = re.search(rf"\b(an?|the) (?:(?!of\b)[-\w]+ )?{word}\b", kind.sentence)
            if spoken and shape not in drawn:
                undrawn.add(kind.name)
    assert undrawn == NOT_DRAWN.keys()


def test_a_rule_draws_on_each_cell_that_it_names_and_on_no_other():
    undrawn, around = set(), set()
    for rule, _, drawn in rules_with_examples():
        cells = set(cells_in(rule_to_json(rule)))
        places = {name for each in drawn for name in names(decoration_cells(each))}
        if cells - places:
            undrawn.add(rule.name)
        if places - cells:
            around.add(rule.name)
            assert cells <= places, rule.name
    assert (undrawn, around) == ({"relation", "state-machine"}, AROUND)


def test_a_line_goes_through_the_cells_in_their_order_and_a_bulb_is_at_an_end():
    lines = 0
    for rule, _, drawn in rules_with_examples():
        order = cells_in(rule_to_json(rule))
        paths = [names(each.cells) for each in drawn if isinstance(each, Line)]
        for path in paths if rule.name not in AROUND else []:
            start = order.index(path[0])
            assert path == order[start : start + len(path)], (rule.name, path)
            lines += 1
        ends = {end for path in paths for end in (path[0], path[-1])}
        for each in drawn:
            if isinstance(each, Bulb) and paths and len(each.cells) == 1:
                assert set(names(each.cells)) <= ends, rule.name
    assert lines > 20


MAY_REPEAT = {"any-of", "equal-sums", "relation", "same-values", "state-machine", "sum"}
"""Rules that may name a cell twice."""


def test_a_number_a_cell_that_is_not_there_and_a_cell_twice_are_refused():
    """In each parameter that names cells; a rule may be read before its grid is known."""
    repeated = set()
    for rule, grid, _ in rules_with_examples():
        document = rule_to_json(rule)
        for parameter in document.keys() - {"rule"}:
            text = json.dumps(document[parameter])
            cells = re.findall(r"R-?\d+C-?\d+", text)
            if not cells:
                continue
            number, away = text.replace(f'"{cells[0]}"', "5", 1), text.replace(cells[0], "R77C77")
            twice = text.replace(cells[0], cells[-1], 1)
            for wrong in {number, away, twice} - {text}:
                changed = {**document, parameter: json.loads(wrong)}
                try:
                    Puzzle(grid).with_rules(rule_from_json(changed)).model()
                except PuzzleError:
                    continue
                assert wrong == twice, (rule.name, parameter, wrong)
                repeated.add(rule.name)
    assert repeated == MAY_REPEAT


def test_cells_may_be_given_as_a_text():
    given = 0
    for rule, _, _ in rules_with_examples():
        document = rule_to_json(rule)
        for parameter, value in document.items():
            cells = cells_in(value) if isinstance(value, list | tuple) else []
            if parameter == "cells" and list(value) == cells:
                for text in (" ".join(cells), ", ".join(cells)):
                    assert rule_from_json({**document, parameter: text}) == rule
                given += 1
    assert given > 50
