"""The compiled engine with each of its arrays beside pages that may not be touched.

``python -m tests.backends.lockstep.guarded_memory NUMBER [SEED]`` asks for NUMBER random models,
classics, killers and large grids.  Each call of compiled code is made twice, with copies of its
arrays that start where a page without access ends, and with copies that end where one starts:
what reads or writes outside of an array ends the process, and what depends on memory that is not
its own raises.  The last line has the entries that were called.  For one thread: the copies are
written back.
"""

from __future__ import annotations

import ctypes
import mmap
import struct
import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import nonet
from nonet.backends.lockstep.engine import CompiledEngine, load
from nonet.backends.lockstep.layouts import calls

ITEM_BYTES = {"Bytes": 1, "Int64s": 8, "Uint64s": 8, "ByteRows": 1, "Int64Rows": 8}
OTHER_CALLS = {
    "write_implied_sums": calls.ImpliedSumsCall,
}
PAGE = mmap.PAGESIZE


def array_fields(entry: str) -> list[tuple[int, int]]:
    """Of each field of a call: the bytes of an item, 0 for an integer, and the number of slots."""

    def fields(kind: Any) -> Iterator[tuple[int, int]]:
        for annotation in kind.__annotations__.values():
            name = annotation.__forward_arg__
            if name == "int":
                yield 0, 1
            elif name == "Lanes":
                yield int(entry.rpartition("_")[2]) // 8, 2
            elif name in ITEM_BYTES:
                yield ITEM_BYTES[name], 3 if name.endswith("Rows") else 2
            elif name == "Any":
                yield from fields(calls.KINDS[entry.split("_")[1]][0])
            else:
                yield from fields(getattr(calls, name))

    return list(fields(OTHER_CALLS.get(entry, calls.AdvanceCall)))


class GuardedCopy:
    """A copy of memory that starts or ends beside a page without access."""

    def __init__(self, start: int, size: int, at_end: bool) -> None:
        self._start, self._size = start, size
        inner = -(-size // PAGE) * PAGE
        self._pages = mmap.mmap(-1, inner + 2 * PAGE)
        first = ctypes.addressof(ctypes.c_char.from_buffer(self._pages))
        for guard in (first, first + PAGE + inner):
            assert ctypes.CDLL(None).mprotect(ctypes.c_void_p(guard), ctypes.c_size_t(PAGE), 0) == 0
        self.address = first + PAGE + (inner - size if at_end else 0)
        ctypes.memmove(self.address, start, size)

    def data(self) -> bytes:
        """Return the bytes of the copy."""
        return ctypes.string_at(self.address, self._size)

    def write_back(self) -> None:
        """Write the copy to the memory it was made of."""
        ctypes.memmove(self._start, self.address, self._size)


def guarded(function: Callable[[int], int], entry: str) -> Callable[[int], int]:
    """Return an entry that works on guarded copies of the arrays."""
    fields = array_fields(entry)
    number = sum(taken for _, taken in fields)

    def call_copies(slots: list[int], at_end: bool) -> tuple[int, list[GuardedCopy]]:
        moved = (ctypes.c_int64 * number)(*slots)
        copies: dict[int, GuardedCopy] = {}  # the same array may be in two fields
        at = 0
        for size, taken in fields:
            for length in slots[at + 1 : at + taken]:
                size *= length
            if size:
                if slots[at] not in copies:
                    copies[slots[at]] = GuardedCopy(slots[at], size, at_end)
                moved[at] = copies[slots[at]].address
            at += taken
        return function(ctypes.addressof(moved)), list(copies.values())

    def call(address: int) -> int:
        slots = list(struct.unpack(f"<{number}q", ctypes.string_at(address, 8 * number)))
        guarded_before, guarded_behind = call_copies(slots, False), call_copies(slots, True)
        assert guarded_before[0] == guarded_behind[0], (
            f"{entry} came back with {guarded_before[0]} and {guarded_behind[0]}"
        )
        for place, (first, second) in enumerate(
            zip(guarded_before[1], guarded_behind[1], strict=True)
        ):
            assert first.data() == second.data(), f"{entry}: array {place} is another each time"
            second.write_back()
        return guarded_before[0]

    return call


def large_puzzle(draw: Random, height: int) -> tuple[nonet.Puzzle, list[int], list[int]]:
    """Return a large grid with few blanks, its values as a row, and those of its solution."""
    size = height * height
    grid = nonet.Grid.square(size)
    full = [
        (row % height * height + row // height + column) % size + 1
        for row in range(size)
        for column in range(size)
    ]
    row = [value if draw.random() < 0.8 else 0 for value in full]
    clues = {cell: value for cell, value in zip(grid.cells, row, strict=True) if value}
    return nonet.Puzzle(grid, clues), row, full


def with_pair(puzzle: nonet.Puzzle, full: list[int]) -> nonet.Puzzle:
    """Add a killer cage of the first two cells."""
    return puzzle.with_rules(
        nonet.make_rule("killer", cells=puzzle.grid.cells[:2], sum=sum(full[:2]))
    )


def pair_arrays(full: list[int]) -> dict[str, list[list[int]]]:
    """The same cage as arrays of one killer."""
    padding = [0] * (len(full) - 2)
    return {"cages": [[1, 1, *padding]], "sums": [[sum(full[:2]), 0, *padding]]}


def ask_killers(like: nonet.Puzzle, rows: Any, cages: Any, sums: Any) -> None:
    """Count the solutions of killers."""
    nonet.solve_many(
        rows, limit=3, cages=cages, sums=sums, like=like, threads=1, backend="lockstep"
    )


def main() -> None:
    """Ask for random models, classics, killers and large grids."""
    from nonet.errors import ModelError, Unsupported
    from tests.backends.lockstep.random_models import answers, random_model
    from tests.batch.test_engines_mixed_puzzles import killers

    number, draw = int(sys.argv[1]), Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    entry, called = CompiledEngine.entry, set[str]()

    def guarded_entry(self: CompiledEngine, name: str) -> Callable[[int], int]:
        called.add(name)
        return guarded(entry(self, name), name)

    CompiledEngine.entry = guarded_entry  # type: ignore[method-assign]
    engine = load()
    answers(nonet.Model({"x": [1, 2]}), engine)  # fewer cells than are read at once
    for _ in range(number):
        try:
            answers(random_model(draw), engine)
        except (ModelError, Unsupported):
            continue
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    print(nonet.solve_many([hard, "." * 81], limit=50, threads=1).counts.tolist())
    for size in (4, 9):
        puzzles = killers(draw, 8, size)
        ask_killers(puzzles.geometry.blank, puzzles.rows, puzzles.cages, puzzles.sums)
    for height in (5, 6):
        puzzle, row, full = large_puzzle(draw, height)
        for each in (puzzle, with_pair(puzzle, full)):
            nonet.solve(each, "lockstep", limit=3)
        ask_killers(nonet.Puzzle(puzzle.grid), [row], **pair_arrays(full))
    print(*sorted(called))


if __name__ == "__main__":
    main()
