"""Names, rules and numbers as somebody meets them in the first minute."""

import pytest

import nonet
from nonet.cli import main
from tests.cases import as_one_test


@as_one_test([
    ("hint", "hints"), ("solver", "backend_names"), ("verfy", "verify"),
    ("is_unique", "verify"), ("number_of_solutions", "nonet.count_solutions"), ("load", "nonet.read"),
    ("save", "nonet.write"), ("show", "print"), ("rules", "rule_types"), ("Solve", "solve"),
    ("from_string", "Sudoku"), ("rating", "nonet.rate"), ("minimise", "minimize"), ("IntVar", "variable"),
])  # fmt: skip
def test_a_near_miss_names_the_right_thing_alone(name, right):
    with pytest.raises(AttributeError) as raised:
        getattr(nonet, name)
    advice = str(raised.value).partition(f"{name!r}")[2]
    assert right in advice and " or Chain" not in advice


def test_rooms_are_attributes_as_python_has_them_once_imported():
    assert nonet.techniques.explain is nonet.explain
    assert nonet.model.globals.__name__ == "nonet.model.globals"


@as_one_test([
    "killer 99 R1C1 R1C2", "thermometer R1C1 R9C9", "killer 5 R1C1 R1C1", "killer 5 R1C1 R7C7",
])  # fmt: skip
def test_a_wrong_rule_of_the_command_is_no_fault_of_a_line(rule):
    for text in ("1..............4", ".Shape~4x4.~R1C1_1", '{"clues":"1..............4"}'):
        with pytest.raises(nonet.NonetError) as raised:
            nonet.parse(text, rules=[rule])
        assert "line 1" not in str(raised.value) and "rule " in str(raised.value)
    with pytest.raises(nonet.NonetError, match=r"^boxes of 3x3"):
        nonet.parse("1..............4", box=(3, 3))
    stated = '{"clues":"1..............4","rules":["killer 99 R1C1 R1C2"]}'
    with pytest.raises(nonet.NonetError, match=r"^line 1: rule killer"):
        nonet.parse(stated, rules=["x"])


def test_tab_offers_no_name_that_raises():
    build = nonet.ModelBuilder()
    x, array = build.variable("x", range(3)), build.array("a", (2, 2), range(3))
    puzzle = nonet.Sudoku(".......21.3..4..")
    outcome, solutions = nonet.solve(puzzle), nonet.iter_solutions(puzzle)
    things = [x, array, array[0], x + 1, x == 1, (x == 1) | (x == 2), x * x, build, build.model()]
    things += [puzzle, puzzle.grid, outcome, outcome.solution, solutions, nonet.verify(puzzle)]
    things += [
        nonet.count_solutions(puzzle),
        nonet.candidates(puzzle),
        nonet.model.Domain.of([1]),
        nonet,
    ]
    things += [nonet.hints(puzzle)[0], nonet.explain(puzzle), nonet.rate(puzzle)]
    for instance in things:
        for name in dir(instance):
            if not name.startswith("_"):
                getattr(instance, name)
    assert "optimum" in dir(nonet.solve(_minimized()))


def _minimized():
    build = nonet.ModelBuilder()
    build.minimize(build.variable("x", range(3)))
    return build


def test_numbers_are_written_one_way(capsys):
    many = nonet.count_solutions("1" + "." * 80, limit=1_000)
    assert str(many) == "at least 1,000"
    assert main(["count", "." * 81, "--limit", "1000"]) == 0
    assert "1,000 solutions" in capsys.readouterr().out
    assert main(["solve", "." * 16, "--all", "--limit", "3"]) == 0
