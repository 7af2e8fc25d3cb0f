"""Types of ISS mean what brute force says."""

import itertools
import re
from pathlib import Path

import pytest

from nonet import count_solutions
from nonet.errors import FormatError, FormatWarning
from nonet.formats import parse
from nonet.formats.iss import types
from nonet.formats.iss.context import decode_relation
from nonet.formats.marks import MARKS
from nonet.puzzle import make_rule, rule_types
from tests.cases import as_one_test
from tests.formats.test_iss import FOUR, GRIDS, MEANINGS


@as_one_test([m for m in MEANINGS if m[1]])
def test_a_type_means_what_brute_force_says(text, meaning):
    puzzle = parse(FOUR + text, strict=True)
    assert count_solutions(puzzle, backend="native").number == sum(map(meaning, GRIDS))


def test_a_relation_is_the_bits_of_its_key():
    keys = decode_relation("CBA", (1, 2, 3), legacy=False)
    assert keys == ((1, 2), (3, 1))
    puzzle = parse(f"{FOUR}.Pair~CE~_up~R1C1~R1C2~R1C3")
    allowed = decode_relation("CE", (1, 2, 3, 4), legacy=False)
    assert count_solutions(puzzle, backend="native").number == sum(
        (g[0][0], g[0][1]) in allowed and (g[0][1], g[0][2]) in allowed for g in GRIDS
    )
    with pytest.raises(FormatError, match="of more than 3 values"):
        decode_relation("AAAAAAB", (1, 2, 3), legacy=False)


def test_every_type_leads_to_rules_that_there_are():
    """A misspelt name of a rule would be a warning for ever."""
    named = set(
        re.findall(r'(?:yield \(?\s*|_pairs_reader\()"([a-z-]+)"', Path(types.__file__).read_text())
    )
    named |= {mark.rule for mark in MARKS} | {row.rule for _, row in types.SIGNATURES}
    assert len(named) > 60
    assert named <= set(rule_types())


def test_each_unit_of_a_doppelganger_lacks_another_digit():
    """Judged by all fillings of a 2x2 square with 0 to 2; it has no boxes."""
    puzzle = parse(".Shape~2x2~0-2.Doppelganger", strict=True)
    fine = 0
    for a, b, c, d in itertools.product(range(3), repeat=4):
        rows, columns = [{a, b}, {c, d}], [{a, c}, {b, d}]
        if any(len(unit) < 2 or 0 not in unit for unit in (*rows, *columns)):
            continue
        lack = [({0, 1, 2} - unit).pop() for unit in (*rows, *columns)]
        zeros = [(i, j) for i, row in enumerate(((a, b), (c, d))) for j in (0, 1) if row[j] == 0]
        apart = all(lack[i] != lack[2 + j] for i, j in zeros)
        fine += lack[0] != lack[1] and lack[2] != lack[3] and apart
    assert count_solutions(puzzle, backend="native").number == fine


def test_zero_is_no_skyscraper():
    """As the page has it: the first 0 of a row is not seen."""
    puzzle = parse(".Shape~4x4~0-3.Skyscraper~R1~3~.Skyscraper~C1~~1", strict=True)

    def seen(line):
        return sum(v > max((0, *line[:at])) for at, v in enumerate(line))

    lower = [[[v - 1 for v in row] for row in g] for g in GRIDS]
    expected = sum(seen(g[0]) == 3 and seen([row[0] for row in g][::-1]) == 1 for g in lower)
    assert count_solutions(puzzle, backend="native").number == expected


def test_a_choice_leaves_out_what_no_values_meet():
    """A cage of 3 in three cells that differ cannot be; in a choice it falls."""
    puzzle = parse(f"{FOUR}.Or.Cage~3~R1C1~R1C2~R1C3.Cage~6~R1C1~R1C2~R1C3.End", strict=True)
    assert [rule.name for rule in puzzle.rules][3:] == ["killer"]
    assert count_solutions(puzzle, backend="native").number == sum(
        sum(g[0][:3]) == 6 for g in GRIDS
    )
    for alone in ("Cage~3~R1C1~R1C2~R1C3", "Or.Cage~3~R1C1~R1C2~R1C3.End"):
        with pytest.warns(FormatWarning, match="the cage at R1C1 cannot sum to 3"):
            puzzle = parse(f"{FOUR}.{alone}")
        assert [part.may for part in puzzle.unread] == ["forbid"]
        with pytest.raises(FormatError, match="the cage at R1C1 cannot sum to 3"):
            parse(f"{FOUR}.{alone}", strict=True)


def test_a_long_loop_of_sums_is_read_and_means_the_same_however_it_is_cut():
    """24 cells round a 7x7: by an automaton for each cut; judged where the loop starts elsewhere."""
    around = [f"R1C{c}" for c in range(1, 8)] + [f"R{r}C7" for r in range(2, 8)]
    around += [f"R7C{c}" for c in range(6, 0, -1)] + [f"R{r}C1" for r in range(6, 1, -1)]
    texts = [f".Shape~7x7.SumLine~8~{'~'.join(around[k:] + around[:k])}~LOOP" for k in (0, 5)]
    rule, cut_elsewhere = (parse(text, strict=True).rules[-1] for text in texts)
    grid = parse(texts[0]).grid
    (constraint,), (constraint_elsewhere,) = rule.constraints(grid), cut_elsewhere.constraints(grid)
    values = dict(zip(around, (3, 5, 1, 7, 2, 6, 4, 4) * 3, strict=True))
    assert constraint.holds(values) and constraint_elsewhere.holds(values)
    values["R1C1"], values["R1C2"] = 5, 5
    assert not constraint.holds(values) and not constraint_elsewhere.holds(values)


def test_a_sum_that_no_values_have_leaves_a_choice():
    puzzle = parse(f"{FOUR}.Or.Sum~99~R1C1~R1C2.Cage~3~R1C1~R1C2.End", strict=True)
    assert puzzle.rules[-1] == make_rule("killer", cells=("R1C1", "R1C2"), sum=3)
