"""Nothing of a link is lost in silence: it is a rule, a drawing that is kept, or it is named."""

import json
import warnings
from pathlib import Path
from types import SimpleNamespace

import pytest

from nonet.errors import FormatError, FormatWarning
from nonet.formats import marks, parse, write
from nonet.formats.marks import effect_of, interpret_words
from nonet.puzzle.drawn_marks import drawn_marks, nearest_tint
from nonet.puzzle.unread import UnreadPart
from nonet.render.drawing import Bulb, Line, Shade, Text
from tests.cases import as_one_test


def f_puzzle(cells=None, **more):
    grid = [[{} for _ in range(4)] for _ in range(4)]
    for (row, column), cell in (cells or {}).items():
        grid[row][column] = cell
    return json.dumps({"size": 4, "grid": grid, **more})


def read(text):
    """The puzzle, and what its reading named."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        puzzle = parse(text)
    return puzzle, " ".join(str(warning.message) for warning in caught)


def test_coloured_cells_are_kept_drawn_and_named():
    text = f_puzzle(
        {
            (0, 0): {"c": "#D53932"},
            (0, 1): {"cArray": ["#d53932", "#00f"]},
            (1, 1): {"highlight": "blue"},
        }
    )
    puzzle, named = read(text)
    assert "2 × red shade (drawn), blue shade (drawn)" in named
    shades = [d for d in puzzle.drawing().decorations if isinstance(d, Shade)]
    assert [(s.cells, s.tint) for s in shades] == [(((0, 0), (0, 1)), "red"), (((1, 1),), "blue")]
    assert puzzle._repr_svg_() != parse(f_puzzle())._repr_svg_()
    with pytest.raises(FormatError, match="red shade"):
        parse(text, strict=True)


def test_the_circle_of_an_arrow_without_an_arrow_is_drawn_and_named():
    for lines in ([], [["R1C1"]]):
        puzzle, named = read(f_puzzle(arrow=[{"cells": ["R1C1"], "lines": lines}]))
        assert "circle of an arrow without an arrow" in named
        assert [d.cells for d in puzzle.drawing().decorations if isinstance(d, Bulb)] == [((0, 0),)]


def test_drawn_lines_shapes_and_texts_are_kept_and_written_again():
    puzzle, named = read(
        f_puzzle(
            line=[{"lines": [["R1C1", "R2C2", "R3C3"]], "outlineC": "#67F067"}],
            circle=[{"cells": ["R4C4"], "baseC": "#FFFFFF"}],
            rectangle=[{"cells": ["R4C1"], "baseC": "#A8A8A8"}],
            text=[{"cells": ["R1C4"], "value": "XY"}],
        )
    )
    assert all(what in named for what in ("green line", "white circle", "grey shade", "text 'XY'"))
    kinds = {type(d) for d in puzzle.drawing().decorations}
    assert kinds == {Line, Bulb, Shade, Text}
    changed = puzzle.with_clues({"R1C1": 1})
    reread, _ = read(write(changed, "f-puzzles-json"))
    assert drawn_marks(reread.notes) == drawn_marks(puzzle.notes)
    assert drawn_marks(parse(write(changed, "toml")).notes) == drawn_marks(puzzle.notes)


def test_a_sudokupad_drawing_is_kept_where_it_lies_on_cells():
    document = {
        "cells": [[{} for _ in range(4)] for _ in range(4)],
        "regions": [],
        "underlays": [
            {"center": [0.5, 0.5], "width": 1, "height": 1, "backgroundColor": "#F4B6B6"},
            {"center": [1.5, 0.5], "width": 0.8, "height": 0.8, "rounded": True},
        ],
        "lines": [{"wayPoints": [[0.5, 0.5], [0.5, 2.5]], "color": "#00F", "thickness": 5}],
        "overlays": [{"center": [3.5, 3.5], "width": 0.4, "height": 0.4, "text": "7"}],
    }
    puzzle, named = read(json.dumps(document))
    assert all(what in named for what in ("red shade", "circle (drawn)", "blue line", "text '7'"))
    assert {mark.kind for mark in drawn_marks(puzzle.notes)} == {"shade", "circle", "line", "text"}


@as_one_test(["", "null", "[1]", "[[]]", '[["shade",["R99C99"],"red",""]]', '[["shade",[],"red",""]]',
     '[["x",["R1C1"],"red",""]]', 500 * "["])  # fmt: skip
def test_a_note_of_drawings_that_is_none_draws_nothing(notes):
    document = json.dumps({"size": 4, "clues": 16 * ".", "notes": {"drawings": notes}})
    assert parse(document).drawing().decorations == ()


def test_common_sentences_are_matched_to_rules_and_only_as_a_whole():
    sentences = (
        "Normal sudoku rules apply. Cells separated by a knight's move cannot contain the same "
        "digit. Digits cannot repeat in a cage. Digits along a thermometer must increase from the "
        "bulb end. Not all dots are given. Have fun!"
    )
    added, unchecked = interpret_words(sentences, {"killer", "thermometer"})
    assert (added, unchecked) == (("anti-knight",), ())
    added, unchecked = interpret_words(sentences, set())
    assert len(unchecked) == 2  # of cages and thermometers that the puzzle does not have
    odd = "Cells a knight's move apart cannot contain the same digit unless they are blue."
    assert interpret_words(odd, set()) == ((), (odd,))


def test_what_the_words_alone_say_becomes_a_rule_or_an_unread_part():
    ruleset = "Normal sudoku rules apply.\nAnti-knight rules apply.\nIn column 1, a digit says where 1 is."
    puzzle, _ = read(f_puzzle(ruleset=ruleset))
    assert "anti-knight" in {rule.name for rule in puzzle.rules}
    sentence = "the words 'In column 1, a digit says where 1 is.'"
    assert puzzle.unread == (UnreadPart(sentence, "either"),)
    assert puzzle.comment == ruleset
    assert write(puzzle, "f-puzzles-json").strip() == f_puzzle(ruleset=ruleset)


@pytest.mark.parametrize("command", [["verify"], ["show"], ["solve"], ["count", "--limit", "2"]])
def test_commands_name_the_words_that_nothing_checks_and_strict_refuses(command, capsys):
    from nonet.cli import main

    text = f_puzzle({(0, 0): {"value": 1, "given": True}}, ruleset="All cells are shy.")
    code = main([command[0], text, *command[1:]])
    assert code == (0 if command[0] == "show" else 3)
    assert "left out: the words 'All cells are shy.'" in capsys.readouterr().err
    assert main([command[0], text, *command[1:], "--strict"]) == 2


@as_one_test([("#D53932", "red"), ("#fff", ""), ("#A8A8A8", "grey"), ("#67F067C0", "green"),
     ("rgb(0,0,255)", "blue"), ("pink", "pink"), ("nonsense", "grey"), ("#d23be7", "purple")])  # fmt: skip
def test_colours_have_the_nearest_tint(colour, tint):
    assert nearest_tint(colour) == tint


def test_words_without_end_are_no_matter():
    import time

    began = time.process_time()
    for text in (
        "digits along " * 50_000,
        "a knight's move apart " * 20_000,
        "row, column, " * 40_000,
    ):
        interpret_words(text, ())
    assert time.process_time() - began < 30  # what is not linear takes hours
    assert issubclass(FormatWarning, UserWarning)


SENTENCES = [
    line.split(" | ")
    for line in Path(__file__)
    .with_name("rule_sentences.txt")
    .read_text(encoding="utf-8")
    .splitlines()
]
"""Sentences as setters write them.  ``-`` says nothing new, ``?`` is not to be understood; else the
rule that is added, and after ``=`` the rules of the puzzle's marks.  The patterns were made with the
first, third ... of them in sight; the second, fourth ... were held back."""
MARKS = ["killer", "thermometer", "arrow", "whispers", "renban", "white-dot", "black-dot", "xv"]
MODIFIERS = ["not", "some", "slow", "except in box 5", "at most", "twice", "half of", "only"]


def rules_of(meaning):
    """The rules that a sentence may come back to: names, or their numbers, as in ``sum-line sum=10``."""
    names, *numbers = meaning.partition("=")[2].split()
    fields = {key: int(value) for key, value in (number.split("=") for number in numbers)}
    return {name: [SimpleNamespace(**fields)] * bool(fields) for name in names.split(",")}


@pytest.mark.parametrize(("first", "share"), [(0, 0.96), (1, 0.88)])
def test_ordinary_sentences_are_read_and_none_is_misread(first, share):
    right, readable = 0, 0
    for meaning, sentence in SENTENCES[first::2]:
        rule, _, marks = meaning.partition("=")
        rules = rules_of(meaning) if marks else MARKS if meaning == "?" else []
        result = interpret_words(sentence, rules)
        expected = (rule,) if rule not in ("", "-", "?") else ()
        understood = not result.unchecked
        assert not understood or (meaning != "?" and result.rules == expected), sentence
        right += understood
        readable += meaning != "?"
    assert right >= share * readable


@pytest.mark.slow(0.6)
@pytest.mark.parametrize("modifier", MODIFIERS)
def test_a_sentence_with_a_word_that_changes_it_is_not_read(modifier):
    for meaning, sentence in SENTENCES[MODIFIERS.index(modifier) % 12 :: 12]:
        tokens = sentence.rstrip(".").split()
        rules = dict.fromkeys(MARKS, ()) | (rules_of(meaning) if "=" in meaning else {})
        if meaning == "?" or interpret_words(sentence, rules).unchecked:
            continue
        if modifier in sentence.lower() or "fog" in sentence.lower():  # fog changes no solution
            continue
        for place in range(1, len(tokens) + 1):
            changed = " ".join([*tokens[:place], modifier, *tokens[place:]])
            assert interpret_words(changed, rules).unchecked, changed


def test_marks_that_are_not_all_given_contradict_a_rule_about_pairs_without_a_mark():
    sentence = "Not all dots are given."
    assert interpret_words(sentence, ["white-dot"]).unchecked == ()
    assert interpret_words(sentence, ["white-dot", "strict-kropki"]).unchecked == (sentence,)


def test_sentences_and_texts_are_looked_at_up_to_their_limit(monkeypatch):
    """Exactly as long as the limit is read; one character more is left as it is."""
    sentence = "Digits in a cage sum to the total shown"
    for limit, is_read in ((len(sentence), True), (len(sentence) - 1, False)):
        monkeypatch.setattr(marks, "MAX_SENTENCE_LENGTH", limit)
        assert interpret_words(sentence, ["killer"]).unchecked == (() if is_read else (sentence,))
        assert effect_of(sentence) == ("forbid" if is_read else "either")
    monkeypatch.undo()
    text = f"{sentence}. Each row has a fish."
    for limit, unchecked in ((len(text), ("Each row has a fish.",)), (len(sentence) + 1, None)):
        monkeypatch.setattr(marks, "MAX_LENGTH", limit)
        expected = unchecked or (text[limit:],)
        assert interpret_words(text, ["killer"]).unchecked == expected


@pytest.mark.parametrize(
    ("sentence", "rules"),
    [
        ("Adjacent cells cannot be consecutive.", ("nonconsecutive",)),
        ("Adjacent cells can not not be consecutive.", ()),
        ("Consecutive digits may not be adjacent.", ("nonconsecutive",)),
        ("Consecutive digits may not not be adjacent.", ()),
        ("Orthogonally adjacent cells are not consecutive not consecutive.", ()),
    ],
)
def test_two_negations_say_another_thing_than_one(sentence, rules):
    interpretation = interpret_words(sentence, [])
    assert interpretation.rules == rules
    assert interpretation.unchecked == (() if rules else (sentence,))


def test_what_is_said_twice_without_a_negation_is_said_once():
    sentence = "Digits in a cage sum to the total shown, total shown."
    assert interpret_words(sentence, ["killer"]).unchecked == ()
    assert interpret_words("Digits in cages do not repeat and do not repeat.", ["killer"]) == (
        (),
        ("Digits in cages do not repeat and do not repeat.",),
    )
