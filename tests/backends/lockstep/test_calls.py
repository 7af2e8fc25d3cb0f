"""The layouts of calls: the places of slots that Python reads by number, and tables of branching."""

from itertools import combinations

import pytest

from nonet import Grid, Puzzle
from nonet.backends.lockstep.kernel import kernel_for
from nonet.backends.lockstep.layouts import calls
from nonet.backends.lockstep.layouts.calls import LINE_OF_BOX, RunState, branch_table


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("next", calls.NEXT),
        ("top", calls.TOP),
        ("free_slot", calls.FREE_SLOT),
        ("nodes_on_stack", calls.NODES_ON_STACK),
        ("sweeps", calls.SWEEPS),
        ("stored", calls.STORED),
        ("mode", calls.KEEP_OWN_NODES),
        ("idle", calls.IDLE),
        ("last", calls.LAST),
    ],
)
def test_a_place_of_the_state_is_that_of_its_field(name, place):
    assert RunState._fields[place] == name
    assert len(RunState._fields) == calls.STATES


def test_each_row_of_the_branch_table_is_a_triad_that_tells_two_arrangements_apart():
    """A triad is in the first of two arrangements and not in the second, or the other way round."""
    table = branch_table()
    assert len(table) == 6 * 64 * 15
    for band in range(6):
        for arrangements_left in range(64):
            start = 15 * (64 * band + arrangements_left)
            row = list(table[start : start + 15])
            arrangements = [LINE_OF_BOX[k] for k in range(6) if arrangements_left >> k & 1]
            if len(arrangements) < 2:
                assert row == [0] * 15
                continue
            assert len({*row}) == 15 and all(0 <= cell < 81 for cell in row)
            at = [(cell // 9, cell % 9) if band < 3 else (cell % 9, cell // 9) for cell in row]
            ((line,), boxes) = {r for r, _ in at[:3]}, {c // 3 for _, c in at[:3]}
            assert len(boxes) == 1 and line // 3 == band % 3
            (box,) = boxes
            has = [lines[box] == line % 3 for lines in arrangements]
            assert True in has and False in has
            assert {(r, c // 3) for r, c in at[3:9]} == {
                (r, box) for r in range(3 * (band % 3), 3 * (band % 3) + 3) if r != line
            }
            assert {(r, c // 3) for r, c in at[9:]} == {(line, b) for b in range(3) if b != box}


def test_the_six_arrangements_are_those_of_three_boxes():
    assert sorted(LINE_OF_BOX) == sorted({(a, b, c) for a, b, c in LINE_OF_BOX})
    assert all({*each} == {0, 1, 2} for each in LINE_OF_BOX) and len(LINE_OF_BOX) == 6
    assert all(first != second for first, second in combinations(LINE_OF_BOX, 2))


@pytest.mark.parametrize("size", [4, 9])
def test_rows_of_the_workspace_have_room_for_all_that_is_kept(size):
    kernel = kernel_for(Puzzle(Grid.square(size)).model().structure)
    if size == 9:
        assert kernel.rows == calls.CLASSIC_ROWS and kernel.kind == "classic"
        return
    units = kernel.geometry
    cells, segments = size * size, len(units.segment_starts) - 1
    assert kernel.rows == 3 * cells + 2 * len(units.full) + 3 * segments + 1
