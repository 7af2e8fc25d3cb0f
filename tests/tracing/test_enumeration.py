"""Brute force told honestly, and Norvig's figures beside ours."""

import json
from decimal import Decimal
from math import prod
from pathlib import Path
from statistics import mean
from types import SimpleNamespace

import pytest

from nonet.cli import main
from nonet.formats import parse
from nonet.solving import count_solutions
from nonet.tracing import enumeration
from nonet.tracing.enumeration import (
    FIRST_HARD_PUZZLE,
    YEAR,
    AssignmentCounts,
    EnumerationReport,
    count_assignments,
    duration_text,
    enumeration_report,
    large_number_text,
    norvig_search,
    report_lines,
)

DATA = Path(__file__).parents[3] / "shared" / "data"
SMALL = ".......21.3..4.."
PUBLISHED_COUNTS = {"squares": 9, "unfilled": 61, "possibilities": 25, "average": 64, "deepest": 16}
"""The essay's counts: the first three of ``FIRST_HARD_PUZZLE``, the last two of the 95."""


def test_the_counts_are_products_that_shrink():
    counts = count_assignments(parse(FIRST_HARD_PUZZLE))
    assert counts.blanks == 64
    assert counts.all_assignments == 9**64
    candidates = parse(FIRST_HARD_PUZZLE).open_candidates()
    assert counts.by_clues == prod(len(domain) for domain in candidates.values())
    # the essay: "4.62838344192 x 10^38 possibilities for the whole puzzle" after propagation
    assert f"{counts.by_propagation:.11e}" == "4.62838344192e+38"


def test_what_propagation_leaves_holds_the_solutions():
    puzzle = parse("1.....2...3....4")
    counts = count_assignments(puzzle)
    assert counts.by_propagation >= count_solutions(puzzle).number > 0


def test_a_puzzle_that_propagation_refutes_has_nothing_left():
    assert count_assignments(parse("12....3.........")).by_propagation == 0


def test_the_story_solves_twice_and_measures_a_rate():
    report = enumeration_report(parse(SMALL), time_limit=20, measure_seconds=0.05)
    assert report.rate > 0
    assert float(report.seconds(4**12)) == pytest.approx(4**12 / report.rate)
    assert dict(report.backtracking.solutions[0]) == dict(report.propagation.solutions[0])
    assert report.backtracking.stats["nodes"] > report.propagation.stats["nodes"] == 1
    assert report.backtracking.exhausted
    assert report.propagation.exhausted


def test_large_grids_overflow_no_float():
    report = enumeration_report(parse("." * 625), time_limit=0.2, measure_seconds=0.05)
    assert report.counts.all_assignments == 25**625
    assert duration_text(report.seconds(report.counts.all_assignments)).endswith("years")
    assert large_number_text(25**625) == "5.2e873"


def test_the_command_tells_the_story(capsys):
    assert main(["bruteforce", SMALL]) == 0
    output = capsys.readouterr().out
    for text in ("4^12", "1,728", "backtracking in row order", "propagation, then search"):
        assert text in output
    assert main(["bruteforce", SMALL, "--format", "json"]) == 0
    entry = json.loads(capsys.readouterr().out)
    assert int(entry["assignments"]["every"]) == 4**12
    assert entry["propagation"]["status"] == "sat"


def test_a_search_that_meets_its_limit_says_so(capsys):
    code = main(["bruteforce", FIRST_HARD_PUZZLE, "--time-limit", "0.05"])
    lines = capsys.readouterr().out.splitlines()
    (rows,) = (line for line in lines if line.startswith("backtracking in row order"))
    (propagation,) = (line for line in lines if line.startswith("propagation, then search"))
    assert rows.endswith("stopped by the time limit")
    # in that time the other search may end, find one solution, or none: that is the machine's
    assert code == 0 or (code == 3 and propagation.endswith("stopped by the time limit"))


def test_of_the_first_hard_puzzle_we_count_what_the_essay_says():
    search = norvig_search(FIRST_HARD_PUZZLE)
    assert (search.squares, search.unfilled, search.possibilities) == (
        PUBLISHED_COUNTS["squares"],
        PUBLISHED_COUNTS["unfilled"],
        PUBLISHED_COUNTS["possibilities"],
    )


def top95() -> list[str]:
    source = DATA / "top95.txt"
    if not source.exists():
        pytest.skip("top95.txt is not here: it is shared, not shipped")
    return source.read_text().split()


@pytest.fixture(scope="module")
def searches():
    """What the engine tells of each of the 95."""
    return [norvig_search(line) for line in top95()]


@pytest.mark.slow
def test_over_the_95_the_average_is_the_essays_and_search_is_never_deeper(searches):
    assert max(each.levels for each in searches) == PUBLISHED_COUNTS["deepest"]
    assert int(mean(each.possibilities for each in searches)) == PUBLISHED_COUNTS["average"]


@pytest.mark.slow
def test_the_essays_algorithm_written_again_counts_the_same_on_each_of_the_95(searches):
    written_again = [EssaySearch(line) for line in top95()]
    assert [each.possibilities for each in searches] == [each.considered for each in written_again]
    assert [each.levels for each in searches] == [each.deepest for each in written_again]


class EssaySearch:
    """The essay's two rules and its search, by sets, sharing no code with the engine."""

    def __init__(self, line: str) -> None:
        units = [[(r, c) for c in range(9)] for r in range(9)]
        units += [[(r, c) for r in range(9)] for c in range(9)]
        units += [
            [(r + i, c + j) for i in range(3) for j in range(3)]
            for r in (0, 3, 6)
            for c in (0, 3, 6)
        ]
        self.units = {(r, c): [u for u in units if (r, c) in u] for r in range(9) for c in range(9)}
        self.peers = {s: {t for u in us for t in u} - {s} for s, us in self.units.items()}
        self.considered = self.deepest = 0
        values = {s: set("123456789") for s in self.units}
        for square, symbol in zip(values, line, strict=True):
            if symbol in "123456789":
                assert self.assign(values, square, symbol)
        assert self.search(values, 1)

    def assign(self, values, square, digit) -> bool:
        return all(self.eliminate(values, square, d) for d in values[square] - {digit})

    def eliminate(self, values, square, digit) -> bool:
        if digit not in values[square]:
            return True
        values[square] = values[square] - {digit}
        if not values[square]:
            return False
        if len(values[square]) == 1:
            (only,) = values[square]
            if not all(self.eliminate(values, peer, only) for peer in self.peers[square]):
                return False
        for unit in self.units[square]:
            places = [s for s in unit if digit in values[s]]
            if not places:
                return False
            if len(places) == 1 and not self.assign(values, places[0], digit):
                return False
        return True

    def search(self, values, level) -> bool:
        open_ = [s for s in values if len(values[s]) > 1]
        if not open_:
            return True
        square = min(open_, key=lambda s: (len(values[s]), s))
        for digit in sorted(values[square]):
            self.considered += 1
            self.deepest = max(self.deepest, level + 1)
            copy = dict(values)
            if self.assign(copy, square, digit) and self.search(copy, level + 1):
                return True
        return False


def test_a_measure_of_no_time_is_a_report_all_the_same():
    report = enumeration_report(parse(SMALL), time_limit=1e-6, measure_seconds=1e-6)
    assert report.rate > 0
    assert all("nodes" in line for line in report_lines(report)[-2:])


# -- the words, exactly at the limits ----------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 ms"),
        (0.0021, "2.1 ms"),
        (0.9994, "999 ms"),
        (1, "1 s"),
        (1.5, "1.5 s"),
        (599, "599 s"),
        (600, "0.167 hours"),
        (48 * 3600 - 1, "48 hours"),
        (48 * 3600, "2 days"),
        (729 * 86400, "729 days"),
        (730 * 86400, "2 years"),
        (YEAR * 999_999, "999,999 years"),
        (YEAR * 1_000_000, "1.0e6 years"),
        (Decimal(10) ** 400, "3.2e392 years"),
    ],
)
def test_a_time_is_told_in_the_unit_that_people_use(seconds, text):
    assert duration_text(seconds) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (999, "999"), (999_999, "999,999"), (1_000_000, "1.0e6"), (9**44, "9.7e41")],
)
def test_a_count_is_told_in_full_up_to_a_million(number, text):
    assert large_number_text(number) == text


def outcome(seconds: float, stopped_by: str | None = None, **stats: int) -> SimpleNamespace:
    return SimpleNamespace(seconds=seconds, stopped_by=stopped_by, stats=stats)


def test_a_report_line_by_line():
    report = EnumerationReport(
        AssignmentCounts(9, 3, 12, 1),
        1000.4,
        outcome(0.5, "solutions", nodes=1, failures=1234, depth=3, checks=1, solutions=2),
        outcome(2.0, "time", failures=1),
    )
    assert report_lines(report) == [
        "brute force: 1,000 assignments a second, measured here",
        "         729  every value in every open cell, 9^3: 729 ms",
        "          12  the values that the clues leave each cell: 12 ms",
        "           1  the values that propagation leaves each cell: 1 ms",
        "backtracking in row order: 1 node, 1,234 failures, depth 3, 1 check, 500 ms",
        "propagation, then search: 0 nodes, 1 failure, depth 0, 2 s, stopped by the time limit",
    ]


@pytest.mark.parametrize(
    ("stats", "rate"),
    [({"failures": 30, "solutions": 10}, 20.0), ({"solutions": 6}, 3.0), ({}, 0.5)],
)
def test_the_rate_is_of_all_that_was_tried_and_each_search_has_its_limit(stats, rate, monkeypatch):
    calls = []

    def solve(puzzle, backend, *, limit, time_limit):
        calls.append((backend, limit, time_limit))
        return outcome(2.0, **stats)

    monkeypatch.setattr(enumeration, "solve", solve)
    report = enumeration_report(parse(SMALL), time_limit=7, measure_seconds=3)
    assert report.rate == rate
    assert calls == [
        ("native:level=generate-and-test,order=lexicographic", None, 3),
        ("native:level=backtracking,order=lexicographic", 2, 7),
        ("native", 2, 7),
    ]


def test_a_puzzle_that_needs_no_search_has_one_level():
    search = norvig_search(SMALL)
    assert (search.squares, search.possibilities, search.levels) == (0, 0, 1)
    assert search.unfilled == 0
