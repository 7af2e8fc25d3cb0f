"""Each command answers for a classic and for a variant; brute force and the rules judge it."""

from __future__ import annotations

import json
from itertools import product

import pytest

import nonet
from nonet.protocol import ask, command_names
from tests.protocol.questions import BOTH, CLASSIC, VARIANT, answer_to, error_of, solutions


@pytest.fixture(scope="module")
def every_solution() -> list[dict[str, int]]:
    return solutions(VARIANT)


def test_about_names_what_there_is():
    answer = answer_to("about")
    assert answer["commands"] == command_names()
    assert answer["engine"] == "server"
    assert {rule["name"] for rule in answer["rules"]} == set(nonet.puzzle.rule_types())
    assert {each["name"] for each in answer["backends"]} == set(nonet.backend_names())
    killer = next(rule for rule in answer["rules"] if rule["name"] == "killer")
    assert killer["entry"] == "cells"
    assert [p["name"] for p in killer["parameters"] if p["required"]] == ["cells"]


@BOTH
def test_what_is_written_is_read_as_the_same_puzzle(puzzle):
    text = answer_to("write", puzzle=puzzle, format="json")["text"]
    answer = answer_to("read", text=text)
    assert answer["format"] == "json"
    assert nonet.parse(json.dumps(answer["puzzle"])) == nonet.parse(json.dumps(puzzle))


def test_a_puzzle_of_any_format_is_read_and_what_is_left_out_is_reported():
    assert answer_to("read", text=CLASSIC["clues"])["format"] == "line"
    answer = answer_to("read", text=f"{CLASSIC['clues']}\n{CLASSIC['clues']}")
    assert answer["notes"] == ["there are more puzzles in it: this is the first"]
    assert "/etc/passwd" not in json.dumps(error_of("read", text="/etc/passwd")).replace(
        "'/etc/passwd'", ""
    )


@pytest.mark.parametrize("text", ["no puzzle at all", "Hello, world", "Dear Ann,\nlook at this!"])
def test_words_are_no_table_and_no_row_but_words(text):
    assert "no line has cells, only words" in error_of("read", text=text)["error"]


def test_of_a_message_with_a_puzzle_the_puzzle_is_read():
    answer = answer_to("read", text=f"Number 7, hard: {CLASSIC['clues']} by Ann")
    assert answer["puzzle"]["clues"] == CLASSIC["clues"]
    link = answer_to("write", puzzle=CLASSIC, format="f-puzzles")["text"].strip()
    answer = answer_to("read", text=f"Try this one, Ann: {link}. It is hard!")
    assert (answer["format"], answer["puzzle"]["clues"]) == ("f-puzzles", CLASSIC["clues"])
    for text in ("https://example.org/a,b", "See https://example.org/a, it is hard"):
        assert "nonet cannot read addresses of example.org" in error_of("read", text=text)["error"]


def test_clues_that_clash_are_read_for_the_page_shows_them():
    answer = answer_to("read", text="11..............")
    assert answer_to("check", puzzle=answer["puzzle"])["conflicts"] == [
        {"cells": ["R1C1", "R1C2"], "words": "R1C1 and R1C2 are both 1 in row 1"}
    ]


@BOTH
def test_a_drawing_has_every_cell_and_no_style(puzzle):
    answer = answer_to("draw", puzzle=puzzle)
    size = puzzle["size"]
    assert len(answer["cells"]) == size * size
    assert (answer["rows"], answer["columns"]) == (size, size)
    assert answer["values"] == list(range(1, size + 1))
    assert "style=" not in answer["under"] + answer["over"]
    assert answer["wall"].startswith("M")


def test_the_rules_of_a_drawing_know_their_place_in_the_document():
    rules = answer_to("draw", puzzle=VARIANT)["rules"]
    assert {rule["name"]: rule["index"] for rule in rules} == {
        "rows": None, "columns": None, "boxes": None, "diagonals": 0, "killer": 1, "thermometer": 2,
    }  # fmt: skip
    assert next(r for r in rules if r["name"] == "killer")["cells"] == ["R1C1", "R1C2"]


@pytest.mark.parametrize(
    "rule",
    ["windoku", {"rule": "extra-region", "cells": ["R1C1", "R2C2", "R3C3", "R4C4", "R5C5"]}],
)
def test_shades_have_a_class_where_pictures_have_a_style(rule):
    answer = answer_to("draw", puzzle={"size": 9, "clues": {}, "rules": [rule]})
    assert 'class="shade"' in answer["under"]
    assert "style" not in answer["under"]


@BOTH
def test_a_grid_without_a_conflict_has_none(puzzle):
    assert answer_to("check", puzzle=puzzle, quick=True) | {"ms": 0} == {
        "conflicts": [], "wrong": None, "ms": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("entries", "cells"),
    [
        ({"R1C1": 4}, {"R1C1"}),  # a cage of 3 holds no 4
        ({"R2C1": 3, "R2C2": 2}, {"R2C1", "R2C2"}),  # a thermometer rises
        ({"R1C1": 1, "R4C4": 1}, {"R1C1", "R4C4"}),  # the diagonal
    ],
)
def test_conflicts_come_from_the_declared_constraints(entries, cells):
    answer = answer_to("check", puzzle={**VARIANT, "entries": entries}, quick=True)
    assert [set(each["cells"]) for each in answer["conflicts"]] == [cells]


def test_a_conflict_is_reported_exactly_where_the_values_break_a_constraint(every_solution):
    """The judge: an assignment of some cells that is part of a solution has no conflict, and
    whatever is told as one is in no solution."""
    for number, solution in enumerate(every_solution[:6]):
        part = {
            cell: value for i, (cell, value) in enumerate(solution.items()) if i % 3 == number % 3
        }
        assert (
            answer_to("check", puzzle={**VARIANT, "entries": part}, quick=True)["conflicts"] == []
        )
    for first, second in product((1, 2, 3, 4), repeat=2):
        entries = {"R1C1": first, "R2C2": second}
        conflicts = answer_to("check", puzzle={**VARIANT, "entries": entries}, quick=True)[
            "conflicts"
        ]
        for conflict in conflicts:
            clashing = {cell: entries[cell] for cell in conflict["cells"]}
            assert not any(clashing.items() <= solution.items() for solution in every_solution)


def test_wrong_entries_are_counted_and_revealed_only_when_asked():
    puzzle = {**CLASSIC, "entries": {"R1C3": 2, "R1C4": 6}}
    assert answer_to("check", puzzle=puzzle)["wrong"] == 1
    assert "cells" not in answer_to("check", puzzle=puzzle)
    assert answer_to("check", puzzle=puzzle, reveal=True)["cells"] == ["R1C3"]


@BOTH
def test_a_solution_keeps_every_constraint(puzzle):
    events = list(ask({"do": "solve", "puzzle": puzzle}))
    assert [event["number"] for event in events[:-1]] == [1]
    assert nonet.parse(json.dumps(puzzle)).model().accepts(events[0]["solution"])


def test_all_solutions_are_those_of_brute_force(every_solution):
    assert answer_to("solve", puzzle=VARIANT, limit=0)["number"] == len(every_solution)
    answer = answer_to("verify", puzzle=VARIANT)
    assert answer["uniqueness"] == "multiple"
    assert all(dict(witness) in every_solution for witness in answer["witnesses"])
    first, second = answer["witnesses"]
    assert answer["differing"] == [cell for cell in first if first[cell] != second[cell]]


def test_candidates_are_counted_as_by_brute_force(every_solution):
    for cap in (1, 2, 1000):
        answer = answer_to("candidates", puzzle=VARIANT, cap=cap)
        assert answer["exhausted"]
        for cell in every_solution[0]:
            values = [solution[cell] for solution in every_solution]
            expected = {str(v): min(cap, values.count(v)) for v in sorted(set(values))}
            assert answer["cells"][cell] == expected


def test_entries_count_as_clues_where_that_is_asked(every_solution):
    entries = {"R3C3": every_solution[0]["R3C3"]}
    answer = answer_to("candidates", puzzle={**VARIANT, "entries": entries}, entries=True)
    extensions = [s for s in every_solution if entries.items() <= s.items()]
    assert {int(v) for v in answer["cells"]["R4C4"]} == {s["R4C4"] for s in extensions}


def test_one_solution_is_unique_for_every_solver():
    answer = answer_to("verify", puzzle=CLASSIC)
    assert (answer["uniqueness"], answer["word_of"]) == ("unique", ["lockstep"])
    assert answer_to("verify", puzzle=CLASSIC, backend="sat")["witnesses"] == answer["witnesses"]


def test_clues_that_clash_are_the_smallest_set():
    clues = {"R1C1": 1, "R1C3": 3, "R2C3": 2, "R4C4": 4, "R2C1": 4, "R3C3": 1}
    puzzle = {"size": 4, "clues": clues, "rules": [{"rule": "even", "cells": ["R1C2", "R1C4"]}]}
    answer = answer_to("verify", puzzle=puzzle)
    assert answer["uniqueness"] == "none"
    cells = answer["clash"]["cells"]
    assert answer["clash"]["smallest"]
    assert all(cell in answer["clash"]["words"][0] for cell in cells)

    def count(clues_kept: dict[str, int]) -> int:
        return len(solutions({**puzzle, "clues": clues_kept}))

    assert count({cell: clues[cell] for cell in cells}) == 0
    for cell in cells:
        assert count({other: clues[other] for other in cells if other != cell}) > 0


@BOTH
def test_a_race_says_how_each_solver_did(puzzle):
    events = list(ask({"do": "race", "puzzle": puzzle, "backends": ["native", "sat", "nobody"]}))
    rows = [event["row"] for event in events[:-1]]
    assert rows == events[-1]["done"]["rows"]
    assert [row["status"] for row in rows] == ["sat", "sat", "error"]
    assert "nobody" in rows[2]["why"]


def test_a_time_limit_is_never_no_solution():
    hard = {"size": 25, "box": [5, 5], "clues": {}, "rules": ["anti-king"]}
    answer = answer_to("verify", puzzle=hard, seconds=0.001)
    assert (answer["uniqueness"], answer["stopped"]) == ("undecided", "time")
    assert "clash" not in answer
