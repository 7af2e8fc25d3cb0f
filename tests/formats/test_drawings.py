"""Drawings, and the words that give them a meaning."""

from itertools import product

import pytest

from tests.cases import as_one_test
from tests.formats.test_sudokupad import (
    BULB,
    DOUBLERS,
    GREEN_LINE,
    GREY_LINE,
    KINDS,
    LINES,
    drawn_link,
    read,
    spot,
)


@as_one_test(
    [
        ("Grey lines are palindromes.", LINES, {"palindrome"}),
        ("A renban holds consecutive digits in any order.", LINES, {"renban"}),
        ("Grey lines are palindromes. Purple lines are renbans.", LINES, {"palindrome"}),
        ("Grey lines are slow palindromes.", LINES, set()),
        ("Grey lines are palindromes.", LINES.replace("[3.5,0.5]", "[3,0]"), set()),
        ("Grey lines are palindromes.", LINES.replace("c:#A8A8A8", "c:#67F067", 1), {"palindrome"}),
        ("Grey lines are nothing that is known.", LINES, set()),
        ("Digits rise along thermometers.", LINES, set()),
        (
            "Digits rise along thermometers.",
            LINES + ",u:[{ct:[1.5,2.5],w:0.8,h:0.8,r:t}]",
            {"thermometer"},  # two from one bulb
        ),
        (
            "Digits rise along thermometers.",
            LINES + ",u:[{ct:[0.5,0.5],w:0.8,r:t},{ct:[3.5,0.5],w:0.8,r:t}]",
            {"thermometer"},
        ),
    ]
)
def test_lines_mean_what_the_words_say_of_their_colour_and_shape(sentences, lines, rules):
    link = drawn_link(sentences, lines)
    puzzle, _ = read(link, accept=True)
    assert {rule.name for rule in puzzle.rules[3:]} == rules
    proposed, messages = read(link)
    assert not proposed.rules[3:]  # without a solution the rules are proposed
    assert ("--accept" in messages) == bool(rules)
    if "palindrome" in rules and "67F" not in lines:
        assert puzzle.rules[3].cells == ("R1C1", "R1C2", "R1C3", "R2C3")


@pytest.mark.slow(0.05)
@pytest.mark.parametrize(
    ("ruleset", "drawings", "rule", "changing"), KINDS, ids=[k[2] for k in KINDS]
)
def test_each_kind_of_mark_is_joined_to_its_sentence_and_to_no_other(
    ruleset, drawings, rule, changing
):
    puzzle, messages = read(drawn_link(ruleset, drawings), accept=True)
    assert rule in {each.name for each in puzzle.rules[3:]}, messages
    tokens = ruleset.split()
    for place in range(1, len(tokens)):  # a word that changes the rule makes the marks unread
        changed = " ".join([*tokens[:place], changing, *tokens[place:]])
        unread, _ = read(drawn_link(changed, drawings), accept=True)
        assert rule not in {each.name for each in unread.rules[3:]}, changed
        assert unread.unread


def test_two_kinds_of_lines_on_a_board_are_told_apart_by_colour():
    ruleset = "Green lines are palindromes. Purple lines contain consecutive digits in any order."
    purple = "{c:#D23BE7,th:8,wp:[[2.5,0.5],[2.5,2.5]]}"
    puzzle, _ = read(drawn_link(ruleset, f"l:[{GREEN_LINE},{purple}]"), accept=True)
    assert [(rule.name, rule.cells[0]) for rule in puzzle.rules[3:]] == [
        ("renban", "R3C1"),
        ("palindrome", "R1C1"),
    ]
    orange = purple.replace("D23BE7", "FFA500")
    mutant, _ = read(drawn_link(ruleset, f"l:[{GREEN_LINE},{orange}]"), accept=True)
    assert [rule.name for rule in mutant.rules[3:]] == ["palindrome"]
    assert any("orange line" in part.name for part in mutant.unread)


@as_one_test([
    ("place the digits 0-3 once each in every row, column and box", (0, 1, 2, 3), 0),
    ("place the same 4-digit subset from the digits 1-9 in each row, column and box", (*range(1, 10),), 1),
    ("fill the grid with 1-6 so that no digit repeats in any row, column or box", (*range(1, 7),), 0),
])  # fmt: skip
def test_the_words_say_the_values_of_the_grid(ruleset, values, same):
    puzzle, _ = read(drawn_link(ruleset, "u:[]"))
    assert puzzle.grid.values == values and not puzzle.unread
    assert [rule.name for rule in puzzle.rules[3:]] == ["same-values"] * same


@as_one_test(["place the digits 1-3 once each in every row, column and box",
    "place the digits 1-6 once each in every row, column and box"])  # fmt: skip
def test_words_about_too_few_or_too_many_values_are_unread(ruleset):
    puzzle, _ = read(drawn_link(ruleset, "u:[]"))
    assert puzzle.grid.values == (1, 2, 3, 4) and puzzle.unread


def test_what_cages_mean_is_said_by_the_words():
    cage = "ca:[{ce:[[0,0],[1,1]],v:5}]"
    puzzle, _ = read(drawn_link("Digits in cages sum to the total given and may repeat.", cage))
    assert puzzle.rules[3].repeats and not puzzle.unread
    usual, _ = read(drawn_link("Digits in cages sum to the total given.", cage))
    assert not usual.rules[3].repeats and not usual.unread


def test_another_word_for_the_only_colour_left_is_tried_against_the_setters_solution():
    ruleset = "Teal circles contain odd digits. Lime squares contain even digits."
    drawings = f"u:[{spot('0.5,0.5', 0.8, 'D53932')},{spot('0.5,1.5', 0.8, 'CCC', 'f')}]"
    puzzle, _ = read(drawn_link(ruleset, drawings, "1234341221434321"))
    assert {rule.name for rule in puzzle.rules[3:]} == {"odd", "even"}
    against, _ = read(drawn_link(ruleset, drawings, "2134341212434321"))
    alone, _ = read(drawn_link(ruleset, drawings), accept=True)
    assert not against.rules[3:] and not alone.rules[3:]


def test_one_sentence_may_say_two_rules_of_the_same_lines():
    ruleset = "Grey lines are renban and palindrome lines."
    puzzle, _ = read(drawn_link(ruleset, f"l:[{GREY_LINE}]"), accept=True)
    assert {rule.name for rule in puzzle.rules[3:]} == {"renban", "palindrome"}


@as_one_test([
    ("The difference between two adjacent digits on a grey line indicates exactly how many pairs of adjacent "
     "digits along that line have that difference.", f"l:[{GREY_LINE}]", ("R1C1", "R1C2", "R1C3"),
     lambda a, b, c: all([abs(a - b), abs(b - c)].count(d) == d for d in {abs(a - b), abs(b - c)})),
    ("Each cell with an arrow counts the digits it sees with the same parity as itself.",
     "a:[{c:#000,th:2,wp:[[0.5,0.6],[0.5,0.9]]}]", ("R1C1", "R1C2", "R1C3", "R1C4"),
     lambda a, *others: a == sum((a - b) % 2 == 0 for b in others)),
    ("Digits in a cage sum to a prime and may repeat.", "ca:[{ce:[[0,0],[1,1]]}]", ("R1C1", "R2C2"),
     lambda a, b: a + b in (2, 3, 5, 7)),
    ("No two cages have the same sum.", "ca:[{ce:[[0,0]]},{ce:[[2,0],[3,1]]}]", ("R1C1", "R3C1", "R4C2"),
     lambda a, b, c: a != b + c),
    ("The digit in the Nth cell along a grey line, starting from the diamond, indicates the position "
     "where N appears.", f"u:[{{ct:[0.5,0.5],w:0.4,h:0.4,c2:#CCC,angle:45}}],l:[{GREY_LINE}]",
     ("R1C1", "R1C2", "R1C3"),
     lambda *line: max(line) < 4 and all(line[n - 1] == i for i, n in enumerate(line, 1))),
])  # fmt: skip
def test_a_rule_made_for_the_words_means_what_they_say(ruleset, drawings, cells, holds):
    puzzle, messages = read(drawn_link(ruleset, drawings), accept=True)
    rules = puzzle.rules[3:]
    assert rules, messages
    constraints = [c for rule in rules for c in rule.constraints_among(puzzle.grid, rules)]
    for values in product(puzzle.grid.values, repeat=len(cells)):
        at = dict(zip(cells, values, strict=True))
        assert all(c.holds(at) for c in constraints) == holds(*values), (rules, values)


@as_one_test([("", "", True), (" for the purposes of cages", "", True),
    (" for the purposes of arrows", "", False),
    ("", " Grey lines are palindromes.", False)])  # fmt: skip
def test_doublers_are_read_only_where_all_marks_count_so(purposes, others, are_read):
    drawings = f"ca:[{{ce:[[0,0],[1,1]],v:5}}]{f',l:[{GREY_LINE}]' * bool(others)}"
    puzzle, _ = read(drawn_link(DOUBLERS.format(purposes) + others, drawings), accept=True)
    assert ("doubler" in {rule.name for rule in puzzle.rules}) == are_read
    assert bool(puzzle.unread) != are_read


def test_a_rule_from_the_words_that_does_not_fit_the_grid_is_unread():
    puzzle, _ = read(
        drawn_link("Every 5 has a 1 directly above it or a 9 directly below it.", "u:[]")
    )
    assert [part.name for part in puzzle.unread] == ["dutch-flatmates"]


def test_a_rule_is_taken_only_where_the_setters_solution_meets_it():
    ruleset = "Normal sudoku rules apply. Digits on a thermometer increase from the bulb."
    drawings = f"u:[{BULB}],l:[{GREY_LINE}]"
    puzzle, messages = read(drawn_link(ruleset, drawings, "1234341221434321"))
    assert [rule.name for rule in puzzle.rules[3:]] == ["thermometer"]
    assert "the drawings mean thermometer (1 × grey line)" in messages
    assert all(part.spares for part in puzzle.unread)
    falls, _ = read(drawn_link(ruleset, drawings, "4321341221431234"))
    assert not falls.rules[3:] and falls.unread


def test_of_several_solutions_the_setters_one_leaves_the_answer_undecided():
    import nonet

    ruleset = "Normal sudoku rules apply. Digits on a thermometer increase from the bulb."
    drawings = f"u:[{BULB}],l:[{GREY_LINE}]"
    several, _ = read(drawn_link(ruleset, drawings, "1234341221434321"))
    assert nonet.verify(several).uniqueness is nonet.Uniqueness.UNDECIDED
    clues = dict(zip(several.grid.cells, (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3), strict=False))
    single = several.with_clues(clues)
    verdict = nonet.verify(single)
    assert verdict.uniqueness is nonet.Uniqueness.UNIQUE
    assert verdict.witnesses[0].line == "1234341221434321"
    other = several.with_clues({**clues, "R1C1": 2, "R1C2": 3, "R1C3": 4, "R1C4": 1})
    assert nonet.verify(other).uniqueness is not nonet.Uniqueness.UNIQUE
