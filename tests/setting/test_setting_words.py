"""What answers of the bench say in words: each sentence, its number, and what stopped the work."""

import pytest

import nonet
from nonet.setting import Conflict, LineTypes, MarkEffects, Minimized, Redundant, Repairs
from nonet.setting.puzzle_parts import Part
from nonet.setting.redundancy import FEW, MANY, not_unique_reason
from nonet.setting.removed_candidates import MAX_CELLS, MarkEffect
from nonet.setting.repairs import Change, Repair
from nonet.solving import Status, Uniqueness

PUZZLE = nonet.parse("1.3.34....2..1..")
SOLUTION = nonet.solve(PUZZLE).solution
RULE = PUZZLE.model().constraints[0]  # row 1


def parts(number, kind="clue", first=1):
    """Clues, or parts of the rule "row"."""
    return tuple(
        Part(kind, f"{kind} {n}", (f"R1C{n}",), constraints=(RULE,) * (kind == "rule"))
        for n in range(first, first + number)
    )


@pytest.mark.parametrize("number", [1, 2, FEW, FEW + 1, MANY, MANY + 1])
def test_redundant_parts_of_a_rule_are_named_up_to_a_number_and_then_counted(number):
    every = Redundant(Uniqueness.UNIQUE, parts(number, "rule")).in_words()
    assert every.startswith(f"row (all {number})") == (number > FEW)
    assert ("rule 1" in every) == (number <= FEW)
    some = Redundant(Uniqueness.UNIQUE, parts(number, "rule"), parts(2, "rule", 50)).in_words()
    assert some.startswith(f"row ({number} of {number + 2})") == (number > MANY)
    assert (f"rule {number}" in some) == (number <= MANY)
    clues = Redundant(Uniqueness.UNIQUE, parts(number)).in_words()
    assert f"clue {number}" in clues, "clues are all named"
    assert clues.endswith("follows from the rest" if number == 1 else "each follow from the rest")


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (Redundant(Uniqueness.UNIQUE), "minimal: every part is needed"),
        (
            Redundant(Uniqueness.UNIQUE, undecided=parts(2), stopped_by="time"),
            "none found; 2 undecided",
        ),
        (
            Redundant(Uniqueness.UNIQUE, parts(1), undecided=parts(3, first=5), stopped_by="time"),
            "clue 1 follows from the rest; 3 undecided",
        ),
        (Redundant(Uniqueness.MULTIPLE), "it has several solutions"),
        (Redundant(Uniqueness.NONE), "it has no solution"),
        (
            Redundant(Uniqueness.UNDECIDED, stopped_by="time"),
            "undecided: stopped by the time limit",
        ),
        (Minimized(Uniqueness.UNIQUE, (parts(3),)), "3 parts suffice"),
        (Minimized(Uniqueness.UNIQUE, (parts(3),), 2), "3 parts suffice"),
        (Minimized(Uniqueness.UNIQUE, (parts(3),), 3), "3 parts suffice (no fewer do)"),
        (
            Minimized(Uniqueness.UNIQUE, (parts(3), parts(4)), 3, complete=True),
            "3 parts suffice (no fewer do); 2 minimal sets, and there are no others",
        ),
        (Minimized(Uniqueness.MULTIPLE), "it has several solutions"),
        (
            Minimized(Uniqueness.UNIQUE, stopped_by="interrupt"),
            "undecided: interrupted",
        ),
        (
            Conflict(Status.UNSAT, parts(3), 3),
            "clue 1, clue 2 and clue 3 clash (no fewer clash)",
        ),
        (
            Conflict(Status.UNSAT, parts(3), 2),
            "clue 1, clue 2 and clue 3 clash (fewer may clash, but at least 2)",
        ),
        (Conflict(Status.UNSAT, parts(1), 1), "clue 1 cannot hold"),
        (
            Conflict(Status.UNSAT, kinds=("row", "clues"), stopped_by="time"),
            "row and clues clash; stopped by the time limit before it was found which of their "
            "parts",
        ),
        (Conflict(Status.SAT), "no conflict: there is a solution"),
        (
            Conflict(Status.UNKNOWN, stopped_by="time"),
            "undecided: stopped by the time limit before a conflict or a solution was found",
        ),
        (Repairs(Status.SAT, complete=True), "nothing to repair: there is a solution"),
        (
            Repairs(Status.SAT, stopped_by="time"),
            "undecided: there is a solution; stopped by the time limit before another was ruled "
            "out",
        ),
        (Repairs(Status.UNKNOWN, stopped_by="time"), "undecided: stopped by the time limit"),
        (
            Repairs(Status.UNSAT, complete=True),
            "no repair: what must hold clashes already, whatever else is changed",
        ),
        (
            Repairs(Status.UNSAT, stopped_by="time"),
            "there is no solution; stopped by the time limit before a repair was found",
        ),
        (
            Repairs(Status.UNSAT, parts(2), 2, tried=2, complete=True),
            "without clue 1 and clue 2 there is a solution (no fewer do); no change of up to 2 "
            "parts leaves exactly one",
        ),
        (
            Repairs(Status.UNSAT, parts(2), 1, tried=1, complete=True),
            "without clue 1 and clue 2 there is a solution; no change of one part leaves exactly "
            "one",
        ),
        (
            Repairs(Status.SAT, several=True, stopped_by="time"),
            "there are several solutions; stopped by the time limit before a change was found",
        ),
        (LineTypes(2, exhausted=True), "one solution is left by no ways to give types to 2 lines"),
        (
            LineTypes(2, stopped_by="time"),
            "one solution is left by no ways to give types to 2 lines; the search is stopped by "
            "the time limit",
        ),
        (
            MarkEffects((MarkEffect(parts(1)[0], {}, {}),), parts(2), stopped_by="time"),
            "1 mark, of which 1 remove nothing that is not removed; 2 undecided: stopped by the "
            "time limit",
        ),
    ],
)
def test_each_answer_says_what_is_known_and_what_stopped_it(answer, text):
    assert answer.in_words() == text
    assert repr(answer) == f"<{type(answer).__name__} {text}>"


def test_of_a_puzzle_without_one_solution_nothing_can_be_said():
    assert not_unique_reason(Uniqueness.UNDECIDED, "late") == "undecided: late"


def repairs_of(*sizes, complete=True):
    changes = [tuple(Change(part, 2) for part in parts(size)) for size in sizes]
    repairs = tuple(Repair(each, True, SOLUTION) for each in changes)
    return Repairs(Status.UNSAT, parts(1), 1, repairs, complete).in_words()


@pytest.mark.parametrize(
    ("sizes", "complete", "text"),
    [
        ((1,), True, "1 repair of one part"),
        ((1,), False, "1 or more repairs of one part"),
        ((1, 1), True, "2 repairs of one part"),
        ((1, 2), True, "2 repairs of 2 parts"),
        ((2, 3), False, "2 or more repairs of 3 parts"),
    ],
)
def test_repairs_are_counted_with_their_largest_size(sizes, complete, text):
    assert repairs_of(*sizes, complete=complete) == f"without clue 1 there is a solution; {text}"


@pytest.mark.parametrize("number", [1, MAX_CELLS, MAX_CELLS + 1, MAX_CELLS + 5])
def test_the_candidates_of_some_cells_are_named(number):
    removed = {f"R1C{n}": (1, 2) for n in range(1, number + 1)}
    text = str(MarkEffect(parts(1)[0], removed, {}))
    assert text.startswith("clue 1: alone removes 12 R1C1")
    assert text.count("12 R1C") == min(number, MAX_CELLS)
    cells = "cell" if number == MAX_CELLS + 1 else "cells"
    more = f" and values of {number - MAX_CELLS} more {cells};"
    assert (more in text) == (number > MAX_CELLS)
    assert text.endswith("; nothing else removes nothing")
    same = str(MarkEffect(parts(1)[0], removed, removed))
    assert same.endswith("; nothing else removes these")


@pytest.mark.parametrize(("values", "text"), [((1, 9), "19 R1C1"), ((1, 10), "1 10 R1C1")])
def test_values_of_two_digits_are_set_apart(values, text):
    assert f"alone removes {text};" in str(MarkEffect(parts(1)[0], {"R1C1": values}, {}))
    assert str(MarkEffect(parts(1)[0], {}, {})) == "clue 1: alone removes nothing"
