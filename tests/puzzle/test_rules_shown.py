"""What each rule tells a person, in files: names, parameters, words, drawings, limits and refusals."""

import json
from dataclasses import MISSING, fields
from pathlib import Path

from nonet.puzzle import Grid, Puzzle, rule_from_json, rule_to_json
from nonet.puzzle.examples import example_grid, example_puzzle, example_rule, example_solution
from nonet.puzzle.short_form import rule_from_short, rule_to_short
from tests.cases import shipped_rules
from tests.fuzz.rule_meaning_cases import CASES
from tests.pinned import check_pinned, outcome

HERE = Path(__file__).parent
FOUR = Grid.square(4)
ALSO_DRAWN = [
    "arrow R2C2 R2C3 | R2C4",
    "killer 5 6 R1C1 R1C2 overlap",
    "killer R1C1 R1C2",
    "calculation 2 any R1C1 R1C2",
    "calculation 2 - R1C1 R1C2",
    "white-dot 2 R1C1 R1C2",
    "black-dot 3 R1C1 R1C2",
    "sum-line 5 R1C1 R1C2 R2C2 R2C1 loop",
    "greater-than R1C1 R2C1",
    "greater-than R2C1 R1C1",
    "greater-than R1C2 R1C1",
    "negated (killer 5 R1C1 R1C2)",
    "renban R1C1 R2C4",
    "look-and-say 1 2 0 4 R1C1 R1C2",
]
"""Drawings of parameters that no example and no case has."""


def name(place):
    return f"R{place[0] + 1}C{place[1] + 1}"


def shown(decoration):
    """A decoration in short: its cells, and what is not as usual."""
    parts = [type(decoration).__name__]
    for each in fields(decoration):
        value = getattr(decoration, each.name)
        if each.name in ("cells", "cell"):
            parts.append(" ".join(map(name, value if each.name == "cells" else [value])))
        elif each.default is MISSING or value != each.default:
            value = round(value, 3) if isinstance(value, float) else value
            parts.append(f"{each.name}={value!r}")
    return ", ".join(parts)


def sample(items, most):
    """Of many the first few and the last."""
    items = list(items)
    return items if len(items) <= most else [*items[: most - 1], items[-1]]


def lines_of(rule, puzzle, values, most=3):
    """The words of a rule's constraints, and what it draws."""
    grid = puzzle.grid
    constraints = list(rule.constraints_among(grid, puzzle.rules))
    kinds = " ".join(dict.fromkeys(type(each).__name__ for each in constraints))
    yield f"  {rule_to_short(rule)}: {len(constraints)} {kinds}"
    for each in sample(constraints, most):
        yield f"    {each.rule.kind} | {each.rule.label} | {each.rule.sentence}"
    for variable, domain in sample(rule.variables_among(grid, puzzle.rules).items(), most):
        yield f"    {variable} {domain!r}"
    for each in sample(rule.decorations(grid), 6):
        yield f"    {shown(each)}"
    for region in sample(rule.regions(grid), 2):
        yield f"    region {' '.join(region)}"
    if values:
        for each in sample(rule.found_decorations(grid, values), most):
            yield f"    found {shown(each)}"
        for region in sample(rule.regions_of(grid, values), 2):
            yield f"    found {' '.join(region)}"


def shown_rules():
    for rule_name, kind in sorted(shipped_rules().items()):
        yield f"{rule_name}: {kind.sentence}"
        yield f"  also {', '.join(kind.aliases) or '-'}; {kind.entry}; for {kind.replaces or '-'}"
        for each in kind.typed_parameters():
            default = "" if each.required else f" = {each.default!r}"
            choices = f" of {', '.join(each.choices)}" if each.choices else ""
            yield f"  {each.name}{default}: {each.kind}{choices}; {each.description}"
        for example in kind.examples:
            puzzle, values = example_puzzle(kind, example), example_solution(example)
            rule = next(each for each in reversed(puzzle.rules) if each.name == rule_name)
            yield from lines_of(rule, puzzle, values)


def test_names_parameters_words_and_drawings_of_each_rule():
    check_pinned(HERE / "rules_shown.txt", shown_rules())


def shown_cases():
    for text in [*CASES, *ALSO_DRAWN]:
        try:
            rule = rule_from_short(text)
            yield from lines_of(rule, Puzzle(FOUR).with_rules(rule), {}, most=2)
        except Exception as error:
            yield f"  {text}: {error}"


def test_words_and_drawings_of_unusual_parameters():
    check_pinned(HERE / "rules_shown_cases.txt", shown_cases())


WRONG = {
    "integer": (-1, 0, 1, 2, 100, 1.5, True, "x", None, []),
    "integers": ([], [0], [1, 1], [-1], [100, 2], 3, ["x"], None),
    "tuples": ([], [[1]], [[1, 2], [2, 3]], [[1], []], "x", 1),
    "flag": (True, False, "yes", 2),
    "choice": ("", "nonsense", 5),
    "text": ("", "x", 5, None),
    "cell": ("R1C1", "R9C9", "x", 5),
    "outside": ("R0C1", "R1C0", "R7C1", "R9C9", "R0C0", "x", 5),
    "cells": ([], ["R1C1"], ["R1C1", "R1C1"], ["R1C1", "R6C6"], ["R9C9", "R1C1"], "x", 5),
    "groups": ([], [["R1C1"]], [["R1C1"], []], [["R1C1", "R1C2"], ["R9C9"]], "x", 5),
    "rule": (5, {}, {"rule": "rows"}),
    "rules": ([], [5], [{"rule": "rows"}]),
}
"""For each kind of parameter, values at its limits and beyond, and of other types."""


def answer(document, grid):
    rule = rule_from_json(document)
    model = Puzzle(grid).with_rules(rule).model()
    return f"{len(model.constraints)} constraints"


def limits():
    for rule_name, kind in sorted(shipped_rules().items()):
        example = kind.examples[0]
        grid, document = example_grid(example), rule_to_json(example_rule(kind, example))
        document = document if isinstance(document, dict) else {"rule": document}
        yield rule_name
        for each in kind.typed_parameters():
            for value in WRONG[each.kind]:
                changed = json.loads(json.dumps({**document, each.name: value}))
                answered = outcome(answer, changed, grid)
                yield f"  {each.name}={json.dumps(value)}: {answered}".replace(
                    f"rule {rule_name}: ", ""
                )


def test_limits_of_each_parameter():
    check_pinned(HERE / "rules_limits.txt", limits())


FORMS = [
    "killer:R1C1 R1C2",
    "killer: cells=R1C1,R1C2; sum=5",
    "killer cells=R1C1,R1C2 sum=5 repeats=yes",
    'killer cells="R1C1 R1C2" sum 5',
    "Sudoku X",
    "anti king",
    "anti_king",
    "sandwich row 3 12",
    "sandwich col 2 = 5",
    "clone R1C1 R1C2 = R3C1 R3C2",
    "any-of (killer 3 R1C1 R1C2) (all-of (even R1C1) (odd R2C2))",
    "negated inner=(killer 3 R1C1 R1C2)",
    'regex-line "1[23]+" R1C1-R1C4',
    "thermometer A1-A3",
    "thermometer R1C1R1C2R1C3",
    "whispers difference 2 R1C1 R1C2",
    'group-line groups="1 6 | 2 5" R1C1 R1C2',
    "",
    "(",
    "killer (",
    "killer )",
    'regex-line "1',
    "killer sum=1 sum=2 R1C1",
    "killer size=3 R1C1",
    "nonsense R1C1",
    "killer R1C1-",
    "killer R1C1-R99C99",
    "even R1C1 R2C2 whatever",
    "x:3",
    "rows 5",
]


def read_short(text):
    return rule_to_short(rule_from_short(text))


def read_forms():
    texts = [*FORMS, *CASES]
    for _, kind in sorted(shipped_rules().items()):
        texts += [rule_to_short(example_rule(kind, each)) for each in kind.examples[:1]]
    for number, text in enumerate(texts):
        yield f"{text}: {outcome(read_short, text)}"
        tokens = text.split()
        for at in range(number % 2, len(tokens), 2):
            for word in ("", ("x", "7", "|", "(", "R9C9", "no=1")[(number + at) % 6]):
                changed = " ".join(filter(None, [*tokens[:at], word, *tokens[at + 1 :]]))
                answered = outcome(read_short, changed)
                if answered != changed:
                    yield f"  {changed}: {answered}"


def test_what_is_read_of_a_rule_in_short_and_said_of_a_wrong_word():
    check_pinned(HERE / "rules_in_short.txt", read_forms())
