"""What a table says of itself, and which squares its rows are, before any row is answered."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("pyarrow")

import nonet
from nonet.batch import job
from nonet.batch.answerer import TableOptions, Tally
from nonet.batch.engines import Geometry
from nonet.errors import FormatError
from nonet.puzzle import ALPHABETS

FOUR, NINE = 16 * ".", 81 * "."
RULES = '# rules: ["diagonals"]\n'


@pytest.fixture
def table(tmp_path):
    def write(*lines: str, head: str = ""):
        path = tmp_path / "in.csv"
        path.write_text(head + "".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    return write


def names(rules):
    return [rule.name for rule in rules]


def test_rules_before_the_first_line_come_before_those_of_the_options(table):
    own = TableOptions(rules=(nonet.make_rule("anti-king"),))
    stated = job.with_statements(table("puzzle", FOUR, head=RULES), own)
    assert names(stated.rules) == ["diagonals", "anti-king"]
    assert job.with_statements(table("puzzle", FOUR), own) == own
    like = TableOptions(like=nonet.Sudoku("4x4"))
    assert names(job.with_statements(table("puzzle", FOUR, head=RULES), like).rules) == [
        "diagonals"
    ]
    unread = '# unread: {"lines": "forbid"}\n'
    with pytest.raises(nonet.NonetError, match="the table would be taken for the whole"):
        job.with_statements(table("puzzle", FOUR, head=unread), own)


SIX = 36 * "."


def test_box_and_alphabet_are_of_the_options_or_else_as_the_table_states(table):
    letters, zero = ALPHABETS["letters"], ALPHABETS["zero"]
    for lines, head in (
        (("puzzle,box,alphabet", f"{SIX},3x2,letters", f"{SIX},2x3,zero"), ""),
        (("puzzle", SIX), "# box: 3x2\n# alphabet: letters\n"),
    ):
        path = table(*lines, head=head)
        stated = job.with_statements(path, TableOptions())
        assert (stated.box, stated.alphabet) == ((3, 2), letters), head
        own = job.with_statements(path, TableOptions(box=(2, 3), alphabet=zero))
        assert (own.box, own.alphabet) == ((2, 3), zero)
        like = TableOptions(like=nonet.Sudoku("6x6"))
        assert job.with_statements(path, like) == like  # a grid has both
    nothing = job.with_statements(table("puzzle", SIX), TableOptions())
    assert (nothing.box, nothing.alphabet) == (None, None)
    remark = job.with_statements(table("puzzle,box", f"{SIX},wide"), TableOptions())
    assert remark.box is None  # a text that is no box is a remark
    with pytest.raises(FormatError, match=r"in\.csv.*there is no alphabet 'greek'"):
        job.with_statements(table("puzzle,alphabet", f"{SIX},greek"), TableOptions())


@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        ([FOUR], 16),
        ([NINE, FOUR, FOUR], 16),
        ([NINE, FOUR], 81),  # of as many the larger
        ([16 * "9", 16 * "9", NINE], 81),  # which can be read
        ([16 * "9", 16 * "9", 81 * "z"], 16),  # of texts that none can read, the commonest
        (["no puzzle", "", "1", FOUR], 16),
        (["01 02 03 04 " * 4], 16),
        ([], 81),
    ],
)
def test_the_square_of_a_table_is_that_of_most_rows_that_can_be_read(rows, cells, table):
    assert job.geometry_of(table("puzzle", *rows), TableOptions()).cells == cells


def test_a_table_without_a_square_or_with_a_grid_given(table):
    with pytest.raises(FormatError, match=r"none of the first rows holds n² characters.*--like"):
        job.geometry_of(table("puzzle", "123", "12"), TableOptions())
    like = nonet.parse('{"nonet": "puzzle", "grid": "3x3 values 1-3 box none", "clues": {}}')
    given = TableOptions(like=like, rules=(nonet.make_rule("diagonals"),))
    geometry = job.geometry_of(table("puzzle", NINE), given)
    assert geometry.cells == 9 and names(geometry.blank.rules)[-1] == "diagonals"
    ruled = job.geometry_of(
        table("puzzle", FOUR), TableOptions(rules=(nonet.make_rule("diagonals"),))
    )
    assert names(ruled.blank.rules) == ["rows", "columns", "boxes", "diagonals"]


def test_only_the_first_rows_are_looked_at(table, monkeypatch):
    monkeypatch.setattr(job, "PEEKED_ROWS", 2)
    path = table("puzzle", FOUR, FOUR, NINE, NINE, NINE)
    assert job.geometry_of(path, TableOptions()).cells == 16


@pytest.mark.parametrize(
    ("requested", "cells", "engine", "rows"),
    [
        (None, 81, "lockstep", 1 << 15),
        (None, 81, "native", 1 << 12),
        (None, 16, "native", 1 << 12),
        (None, 256, "lockstep", 1 << 11),
        (None, 256, "native", 1 << 8),
        (None, 625, "lockstep", 1 << 10),
        (1, 81, "native", 1),
        (1, 81, "lockstep", 1024),
        (3000, 81, "lockstep", 4096),
        (100, 81, "native", 128),
    ],
)
def test_a_part_has_as_many_rows_as_fit(requested, cells, engine, rows):
    """Whole batches and blocks; the usual number falls with the square of the cells."""
    geometry = Geometry.square(cells)
    assert job.rows_per_part(requested, geometry, SimpleNamespace(name=engine)) == rows


def test_a_summary_counts_what_this_run_has_answered():
    summary = job.Summary(
        Tally(rows=30, unique=29, malformed=1), resumed=10, seconds=4.0, failed=[2, 1]
    )
    assert summary.rate == 5.0 and job.Summary().rate == 0.0
    document = summary.as_dict()
    assert (document["rows"], document["unique"], document["resumed"]) == (30, 29, 10)
    assert (document["puzzles_per_second"], document["seconds"], document["failed_parts"]) == (
        5,
        4.0,
        [1, 2],
    )


def test_a_table_of_answers_is_told_by_its_first_columns(table):
    assert job.is_answer_table(table("puzzle,solution,verdict,count,guesses", f"{FOUR},,none,0,0"))
    assert not job.is_answer_table(table("puzzle,solution,count,verdict", f"{FOUR},,0,none"))
    assert not job.is_answer_table(table("solution,puzzle,verdict,count", f",{FOUR},none,0"))
    assert not job.is_answer_table(table(FOUR).with_name("none.xyz"))


def test_a_tally_is_read_from_whole_numbers_of_all_its_names_alone():
    tally = Tally(rows=3, unique=2, none=1)
    record = {**tally.__dict__}
    assert Tally.from_record(record) == tally
    others = ({"more": 1}, {"rows": -1}, {"rows": 1.0}, {"rows": True})
    for wrong in (None, [], {}, *({**record, **other} for other in others)):
        assert Tally.from_record(wrong) is None
    tally.add(Tally(rows=1, none=1, handed_over=1))
    assert tally == Tally(rows=4, unique=2, none=2, handed_over=1)
