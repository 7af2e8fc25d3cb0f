"""What marks do, judged by trying every grid."""

import json
from functools import cache
from itertools import permutations, product

import pytest

import nonet
from nonet.cli import main
from nonet.errors import PuzzleError

CELLS = [f"R{row}C{column}" for row in range(1, 5) for column in range(1, 5)]
CLUES = "............3..."
MARKS = {
    "thermometer R1C1 R1C2 R1C3": lambda v: v["R1C1"] < v["R1C2"] < v["R1C3"],
    "killer 5 R3C1 R3C2": lambda v: v["R3C1"] + v["R3C2"] == 5,
    "white-dot R2C4 R3C4": lambda v: abs(v["R2C4"] - v["R3C4"]) == 1,
}


def grids():
    """Every 4x4 with the clue, by trying all rows."""
    last_rows = [row for row in permutations(range(1, 5)) if row[0] == 3]
    for rows in product(*[list(permutations(range(1, 5)))] * 3, last_rows):
        flat = [value for row in rows for value in row]
        boxes = [flat[i : i + 2] + flat[i + 4 : i + 6] for i in (0, 2, 8, 10)]
        columns = zip(*rows, strict=True)
        if all(len(set(unit)) == 4 for unit in (*columns, *boxes)):
            yield dict(zip(CELLS, flat, strict=True))


@cache
def all_grids():
    return list(grids())


def possible_values(marks):
    """For each cell the values in some grid that the marks allow."""
    solutions = [each for each in all_grids() if all(MARKS[mark](each) for mark in marks)]
    return {cell: {each[cell] for each in solutions} for cell in CELLS}


def difference(more, fewer):
    return {cell: sorted(more[cell] - fewer[cell]) for cell in more if more[cell] - fewer[cell]}


def test_effects_are_those_of_trying_every_grid():
    assert len(all_grids()) == 288 // 4
    answer = nonet.setting.mark_effects(nonet.Sudoku(CLUES, rules=list(MARKS)))
    assert len(answer.effects) == len(MARKS) and not answer.undecided
    for effect, mark in zip(answer.effects, MARKS, strict=True):
        effect_data = effect.to_json()
        others = [each for each in MARKS if each != mark]
        assert effect_data["alone"] == difference(possible_values(()), possible_values([mark]))
        assert effect_data["only"] == difference(possible_values(others), possible_values(MARKS))


@pytest.mark.slow(0.9)
def test_candidates_in_some_solution_of_a_line_are_those_of_asking_for_each():
    blank = nonet.Sudoku("." * 36)
    (generated,) = nonet.generate(1, like=blank, kind="thermometer", seed=3)
    for effect in nonet.setting.mark_effects(generated.puzzle).effects[:3]:
        marks = generated.puzzle.rules[3:]
        (mark,) = [each for each in marks if set(each.cells) == set(effect.part.scope)]
        alone = nonet.candidates(blank.with_rules(mark), "cpsat").values
        removed = {c: [v for v in range(1, 7) if v not in d] for c, d in alone.items()}
        assert effect.to_json()["alone"] == {c: v for c, v in removed.items() if v}
        without_mark = blank.with_rules(*(each for each in marks if each is not mark))
        fewer = nonet.candidates(without_mark, "cpsat").values
        solution = dict(zip(blank.grid.cells, map(int, generated.solution), strict=True))
        back = {c: [v for v in d if v != solution[c]] for c, d in fewer.items()}
        assert effect.to_json()["only"] == {c: v for c, v in back.items() if v}


def test_effects_of_marks_asked_for_and_of_none():
    puzzle = nonet.Sudoku(CLUES, rules=list(MARKS))
    assert len(nonet.setting.mark_effects(puzzle, of="thermometer").effects) == 1
    with pytest.raises(PuzzleError, match="no marks here"):
        nonet.setting.mark_effects(nonet.Sudoku(CLUES))


def test_the_command_says_what_each_mark_does(tmp_path, capsys):
    path = tmp_path / "marks.json"
    path.write_text(nonet.write([nonet.Sudoku(CLUES, rules=list(MARKS))], "json"))
    code = main(["marks", str(path)])
    assert capsys.readouterr().out.count("alone removes") == 3
    assert main(["marks", str(path), "--format", "json"]) == code
    effects = json.loads(capsys.readouterr().out)["effects"]
    assert code == int(any(not each["only"] for each in effects))


def test_a_count_of_candidates_that_ended_at_its_limit_has_a_plus(tmp_path, capsys):
    path = tmp_path / "one.txt"
    path.write_text(CLUES)
    assert main(["candidates", str(path), "--counts", "8"]) == 0
    assert "R4C1: 3 (8+)" in capsys.readouterr().out
