"""Counting by arrays: the same numbers as one by one, limits, wrong answers, repetitions."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

import nonet
from nonet.backends import get_backend
from nonet.errors import BackendError, WrongAnswer
from nonet.model import AllDifferent, AnyOf, Linear, Model
from nonet.solving import array_counting


@dataclass(frozen=True)
class RowsBackend:
    """A backend that hands over the given solutions, in arrays."""

    arrays: tuple[tuple[tuple[int, ...], ...], ...]
    fault: type[Exception] | None = None
    name: str = "rows"
    capabilities = nonet.backends.Capabilities(posts=frozenset({AllDifferent, Linear, AnyOf}))

    def available(self) -> nonet.backends.Availability:
        return nonet.backends.Availability(True)

    def run(self, model: Model, request: object) -> Iterator[dict[str, int]]:
        for rows in self.arrays:
            for row in rows:
                yield dict(zip(model.variables, row, strict=True))
        return None

    def rows(self, model: Model, request: object) -> Iterator[object]:
        for rows in self.arrays:
            yield np.array(rows, np.uint8).reshape(len(rows), len(model.variables))
        if self.fault is not None:
            raise self.fault("broken")
        return None


PAIR = Model({"x": [1, 2, 3], "y": [1, 2, 3]}, [AllDifferent(("x", "y"))])


def test_what_arrays_hold_is_counted_whole_and_up_to_a_limit() -> None:
    backend = RowsBackend((((1, 2), (1, 3)), (), ((2, 1), (2, 3), (3, 1)), ((3, 2),)))
    counted = nonet.count_solutions(PAIR, backend)
    assert (counted.number, counted.exhausted, counted.backend) == (6, True, "rows")
    few = nonet.count_solutions(PAIR, backend, limit=4)
    assert (few.number, few.exhausted, few.stopped_by) == (4, False, "solutions")


@pytest.mark.parametrize("row", [(1, 1), (1, 4), (0, 1), (1, 200)])
def test_a_wrong_row_is_refused_whatever_is_wrong(row: tuple[int, ...]) -> None:
    with pytest.raises(WrongAnswer, match="rows returned a wrong answer"):
        nonet.count_solutions(PAIR, RowsBackend((((1, 2),), (row,))))


def test_the_same_solution_twice_counts_once_in_one_array_and_in_two() -> None:
    assert nonet.count_solutions(PAIR, RowsBackend((((1, 2), (1, 2)),))).number == 1
    assert nonet.count_solutions(PAIR, RowsBackend((((1, 2), (2, 1)), ((1, 2),)))).number == 2


def test_a_backend_that_breaks_is_named() -> None:
    with pytest.raises(BackendError, match="backend rows failed: RuntimeError: broken"):
        nonet.count_solutions(PAIR, RowsBackend((), RuntimeError))


def test_other_constraints_and_sums_are_asked_themselves() -> None:
    either = AnyOf((Linear(("x",), (1,), "==", 1), Linear(("y",), (1,), "==", 1)))
    model = PAIR.add(either).add(Linear(("x", "y"), (2, -1), "<=", 1))
    rows = [(x, y) for x in range(5) for y in range(5)]
    expected = [not model.accepts({"x": x, "y": y}) for x, y in rows]
    from nonet.backends.bulk_check import BulkCheck

    assert BulkCheck(model).invalid_rows(np.array(rows, np.uint8)).tolist() == expected
    assert expected.count(False) == 2  # x = 1, and y = 2 or 3


def test_constraints_of_many_variables_are_asked_once_for_equal_rows() -> None:
    names = tuple(f"v{number}" for number in range(18))
    spread = AnyOf((Linear(names, (1,) * 18, "<=", 4), Linear((names[17],), (1,), "==", 1)))
    assignments = []

    class RecordingAnyOf(AnyOf):
        def holds(self, assignment):
            assignments.append(tuple(assignment.values()))
            return super().holds(assignment)

    model = Model({name: [0, 1] for name in names}, [RecordingAnyOf(spread.groups)])
    rows = np.random.default_rng(1).integers(0, 2, (40, 18)).astype(np.uint8)
    rows = np.concatenate([rows, rows[::-1], rows[:7]])
    from nonet.backends.bulk_check import BulkCheck

    expected = [not spread.holds(dict(zip(names, row, strict=True))) for row in rows.tolist()]
    assert BulkCheck(model).invalid_rows(rows).tolist() == expected
    assert len(assignments) == len(set(assignments)) == len({tuple(row) for row in rows.tolist()})


def test_without_numpy_is_counted_one_by_one(monkeypatch) -> None:
    monkeypatch.setattr(array_counting, "ARRAY_COUNTING_FROM", 10)
    monkeypatch.delitem(sys.modules, "nonet.backends.bulk_check", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert nonet.count_solutions(nonet.Sudoku("." * 16)).number == 288


def test_what_arrays_cannot_hold_is_counted_one_by_one() -> None:
    wide = Model({"x": [-1, 1], "y": [0, 100]}, [AllDifferent(("x", "y"))])
    assert array_counting.lowered_for_arrays(wide, RowsBackend(())) is None
    assert nonet.count_solutions(wide, "native").number == 4


def test_equal_rows_alone_look_alike() -> None:
    rows = np.array([[a, b, c] for a in range(30) for b in range(30) for c in range(30)], np.uint8)
    assert len(set(array_counting.row_hashes(rows).tolist())) == len(rows)
    assert array_counting.row_hashes(rows[:1]) == array_counting.row_hashes(rows[:1].copy())


def test_lanes_count_what_others_count() -> None:
    for puzzle in (
        nonet.Sudoku("." * 16),
        nonet.Sudoku("1..." + "." * 12, rules=["x"]),
        nonet.Sudoku("12.." + "." * 12),
    ):
        counted = nonet.count_solutions(puzzle, "lockstep")
        assert counted.exhausted
        assert counted.number == nonet.count_solutions(puzzle, "native").number


def test_auto_goes_on_by_arrays_where_there_are_many(monkeypatch) -> None:
    monkeypatch.setattr(array_counting, "ARRAY_COUNTING_FROM", 1_000)
    latin = nonet.parse("." * 36).model()
    limit = array_counting.ARRAY_COUNTING_FROM + 3_000
    counted = nonet.count_solutions(latin, limit=limit)
    assert (counted.number, counted.stopped_by, counted.backend) == (limit, "solutions", "lockstep")
    assert get_backend("auto").name == "auto"


WIDE = Model({name: range(64) for name in "abcd"}, [])
"""A model of 16,777,216 solutions, which a test's backend yields in blocks."""


def wide_rows(blocks: int, again: int | None = None):
    """Yield blocks of 65,536 solutions of ``WIDE``; at last, one block again."""
    last = np.array([(c, d) for c in range(64) for d in range(64)], np.uint8)
    for block in [*range(blocks), *([] if again is None else [again])]:
        yield np.concatenate(
            [
                np.hstack([np.full((len(last), 2), (block % 64, b), np.uint8), last])
                for b in range(16)
            ]
        )


class BlocksBackend(RowsBackend):
    def rows(self, model, request):
        yield from wide_rows(*self.arrays)


def test_hashes_do_not_grow_with_the_count(monkeypatch) -> None:
    monkeypatch.setattr(array_counting, "MOST_HASHES", 1 << 16)
    lengths = []
    check_distinct = array_counting._ArrayCounter._check_distinct

    def recording(counter):
        lengths.append(sum(map(len, counter._hashes)))
        check_distinct(counter)

    monkeypatch.setattr(array_counting._ArrayCounter, "_check_distinct", recording)
    counted = nonet.count_solutions(WIDE, BlocksBackend((20,)))
    assert (counted.number, counted.exhausted) == (20 << 16, True)
    assert max(lengths) <= 3 << 16  # a block beyond what is stored at most, and its half


def test_a_repetition_is_seen_in_the_sample_too(monkeypatch) -> None:
    monkeypatch.setattr(array_counting, "MOST_HASHES", 1 << 14)
    with pytest.raises(array_counting.DuplicateSolutions):
        array_counting.count_by_arrays(WIDE, BlocksBackend((20, 3)))
