"""Repairs to exactly one solution, judged by trying every change; questions that are cut off."""

from itertools import combinations, product
from random import Random

import pytest

import nonet
from nonet.cli import main
from nonet.errors import LimitError
from nonet.setting import conflicts, repair
from nonet.setting.live_solvers import AssumptionSolver
from nonet.setting.puzzle_parts import clue_parts, rule_parts
from nonet.solving import Interrupted, Status

BLANK = nonet.Sudoku("." * 16)
BROKEN = "1.3.24....2..1.."


EVERY = [dict(solution) for solution in nonet.iter_solutions(BLANK, "native")]


def uniqueness(puzzle):
    """By the 288 grids that have these clues."""
    grids = [grid for grid in EVERY if puzzle.clues.items() <= grid.items()]
    return ("none", "unique", "multiple")[min(2, len(grids))]


def changes_to_one(puzzle, number):
    """Changes of so many clues that leave exactly one solution: by trying all."""
    working = set()
    for cells in combinations(puzzle.clues, number):
        for values in product(range(1, 5), repeat=number):
            new = dict(zip(cells, values, strict=True))
            if any(puzzle.clues[cell] == value for cell, value in new.items()):
                continue
            if uniqueness(puzzle.with_clues({**puzzle.clues, **new})) == "unique":
                working.add(frozenset(new.items()))
    return working


def changes_of(answer):
    return {frozenset((c.part.scope[0], c.to) for c in repair.changes) for repair in answer.repairs}


def test_of_a_puzzle_with_several_solutions_the_changes_of_one_clue_that_leave_one_are_found():
    random, some, none = Random(4), 0, 0
    while not (some > 2 and none > 2):
        cells = random.sample(BLANK.grid.cells, 4)
        puzzle = BLANK.with_clues({cell: random.randint(1, 4) for cell in cells})
        if uniqueness(puzzle) != "multiple":
            continue
        answer = nonet.setting.repair(puzzle, unique=True)
        expected = changes_to_one(puzzle, 1)
        assert changes_of(answer) == expected and answer.complete and answer.several
        assert answer.status is Status.SAT and all(repair.unique for repair in answer.repairs)
        assert answer.in_words().startswith("there are several solutions; ")
        assert ("no change of one part" in answer.in_words()) == (not expected)
        some, none = some + bool(expected), none + (not expected)
    unrepaired = nonet.setting.repair("1.3.34....2..1..", unique=True)
    assert (
        not unrepaired.several
        and not unrepaired.repairs
        and "nothing to repair" in unrepaired.in_words()
    )


def test_to_exactly_one_solution_no_fewer_parts_do_than_are_reported():
    random, sizes = Random(2), set()
    puzzles = [nonet.Sudoku("4...3..4...3.4..")]  # of which two changes are too few
    while not {1, 2, 3} <= sizes:
        cells = random.sample(BLANK.grid.cells, 5)
        puzzle = BLANK.with_clues({cell: random.randint(1, 4) for cell in cells})
        puzzle = puzzles.pop() if puzzles else puzzle
        if puzzle.clashes() or uniqueness(puzzle) != "none":
            continue
        answer = nonet.setting.repair(puzzle, unique=True, number=10_000, time_limit=None)
        without_drops = {
            changes for changes in changes_of(answer) if all(to is not None for _, to in changes)
        }
        size = answer.tried
        sizes.add(size)
        assert answer.complete and without_drops == changes_to_one(puzzle, size)
        assert not any(changes_to_one(puzzle, fewer) for fewer in range(1, size))


def test_that_no_change_leaves_one_solution_is_reported():
    puzzle = BLANK.with_clues({"R1C1": 1, "R1C2": 2, "R2C4": 4})
    answer = nonet.setting.repair(puzzle, unique=True, time_limit=None)
    assert answer.tried == 3 and not answer.repairs and answer.complete
    assert answer.in_words().endswith("no change of up to 3 parts leaves exactly one")


def test_the_part_whose_change_is_best_is_listed_first():
    answer = nonet.setting.repair(BROKEN)
    assert len(answer.fewest) == 1 and answer.fewest == answer.repairs[0].parts


@pytest.mark.parametrize("rule", ["anti-knight", "x"])
def test_a_rule_too_many_is_found_and_dropped_whole(rule):
    six = nonet.Sudoku("." * 36)
    classics = (generated.puzzle for generated in nonet.generate(20, like=six, seed=1))
    puzzles = (puzzle.with_rules(rule) for puzzle in classics)
    puzzle = next(p for p in puzzles if nonet.solve(p, "native").status is Status.UNSAT)
    answer = nonet.setting.repair(puzzle, rules=True, time_limit=None)
    name = nonet.make_rule(rule).name
    (repair,) = [
        repair for repair in answer.repairs if str(repair).startswith(f"drop the rule {name}")
    ]
    assert repair.unique and len(answer.fewest) == 1
    assert answer.repairs.index(repair) <= sum(other.unique for other in answer.repairs)


def test_part_of_the_time_is_for_the_chain_of_a_conflict_that_may_not_be_smallest(monkeypatch):
    hard = nonet.read("puzzles/no-solution.txt")[0]
    monkeypatch.setattr(conflicts, "SEARCH", 0.02)
    conflict = nonet.conflict(hard, rules=True, number=10**6, chain=True, time_limit=60)
    assert conflict.stopped and conflict.seconds < 50 and conflict.chain is not None


@pytest.fixture
def interrupt_at(monkeypatch):
    """Ctrl-C at the question of that number that a bench is asked."""

    true = AssumptionSolver.solve

    def at(number):
        questions = iter(range(number))

        def solve(bench, assumptions):
            if next(questions, None) is None:
                raise KeyboardInterrupt
            return true(bench, assumptions)

        monkeypatch.setattr(AssumptionSolver, "solve", solve)

    return at


QUESTIONS = {
    "conflict": (lambda: nonet.conflict(BROKEN, number=99), lambda answer: answer.parts),
    "repair": (lambda: nonet.setting.repair(BROKEN), lambda answer: answer.repairs),
    "redundant": (
        lambda: nonet.setting.redundant("1.3.34....2..1.."),
        lambda answer: answer.redundant,
    ),
    "minimize": (
        lambda: nonet.setting.minimal("1234341221434321", number=99),
        lambda answer: answer.sets,
    ),
}


@pytest.mark.parametrize("verb", QUESTIONS)
def test_what_was_found_before_ctrl_c_is_handed_over(verb, interrupt_at):
    ask, parts_of = QUESTIONS[verb]
    most = 0
    for number in range(1, 40):
        interrupt_at(number)
        try:
            ask()
        except Interrupted as stop:
            most = max(most, len(parts_of(stop.outcome)))
            assert number > 1 or not parts_of(stop.outcome)
    assert most > 0


def test_a_command_prints_what_was_found_before_ctrl_c_and_one_that_found_nothing_is_silent(
    interrupt_at, capsys
):
    interrupt_at(20)
    assert main(["minimize", "1234341221434321", "--number", "1000", "--format", "json"]) == 130
    out, err = capsys.readouterr()
    assert '"stopped_by": "interrupt"' in out and '"sets": [[' in out and "interrupted" in err
    interrupt_at(0)
    assert main(["conflict", BROKEN]) == 130
    assert not capsys.readouterr().out


def test_each_mark_is_asked_before_rows_columns_and_boxes_are_blamed():
    diagonals = {
        "R0C1 DR": ("R1C2", "R2C3", "R3C4"),
        "R0C2 DR": ("R1C3", "R2C4"),
        "R5C1 UR": ("R4C2", "R3C3", "R2C4"),
        "R0C5 DL": ("R1C4", "R2C3", "R3C2", "R4C1"),
    }
    clues = "1.3.34....2..1.."
    solution = nonet.solve(clues).solution
    sums = {arrow: sum(solution[cell] for cell in cells) for arrow, cells in diagonals.items()}
    sums["R5C1 UR"] += 1
    marks = [f"little-killer {arrow} {total}" for arrow, total in sums.items()]
    answer = nonet.setting.repair(nonet.Sudoku(clues, rules=marks), rules=True)
    assert answer.complete and answer.bound == 1
    assert not any("row" in str(each) or "box" in str(each) for each in answer.single)
    expected = f"change little killer {sums['R5C1 UR']} along R4C2-R2C4 to {sums['R5C1 UR'] - 1}"
    assert str(answer.single[0]) == f"{expected}: exactly one solution"
    assert dict(answer.single[0].solution) == dict(solution)


@pytest.mark.parametrize("wrong", ["little-killer R0C1 DR", "little-killer R0C5 DL", "clue"])
def test_repairs_are_the_same_with_and_without_the_compiled_engine(wrong, monkeypatch):
    from nonet.setting import repairs

    clues = "1.3.34....2..1.."
    solution = nonet.solve(clues).solution
    cells = {
        "little-killer R0C1 DR": ("R1C2", "R2C3", "R3C4"),
        "little-killer R0C5 DL": ("R1C4", "R2C3", "R3C2", "R4C1"),
        "little-killer R0C2 DR": ("R1C3", "R2C4"),
    }
    sums = {mark: sum(solution[cell] for cell in of) for mark, of in cells.items()}
    if wrong in sums:
        sums[wrong] += 1
    else:
        clues = clues[:3] + "2" + clues[4:]
    puzzle = nonet.Sudoku(clues, rules=[f"{mark} {total}" for mark, total in sums.items()])
    monkeypatch.setattr(repairs, "ASKING_LIMITS", (1, repairs.UNLIMITED))
    with_engine = nonet.setting.repair(puzzle, rules=True)
    calls = []
    monkeypatch.setattr(repairs, "list_solutions", lambda *of: calls.append(of))
    by_clauses = nonet.setting.repair(puzzle, rules=True)
    assert calls and with_engine.complete and by_clauses.complete and with_engine.single
    assert sorted(map(str, with_engine.repairs)) == sorted(map(str, by_clauses.repairs))
    assert [str(each.solution) for each in with_engine.repairs if each.unique] == [
        str(each.solution) for each in by_clauses.repairs if each.unique
    ]


@pytest.mark.parametrize("unique", [False, True])
@pytest.mark.parametrize("number", range(4))
def test_a_wrong_clue_of_an_almost_full_grid_is_mended_under_its_rules(number, unique):
    """So few solutions are listed by the compiled engine, which must be told the rules, too."""
    random = Random(number)
    right = dict(random.choice(EVERY))
    for cell in random.sample(BLANK.grid.cells, number):
        del right[cell]
    wrong = random.choice(list(right))
    puzzle = BLANK.with_clues({**right, wrong: right[wrong] % 4 + 1})
    answer = nonet.setting.repair(puzzle, unique=unique)
    allowed = ("unique",) if unique else ("unique", "multiple")
    expected = {
        frozenset({(cell, value)})
        for cell in puzzle.clues
        for value in range(1, 5)
        if value != puzzle.clues[cell]
        and uniqueness(puzzle.with_clues({**puzzle.clues, cell: value})) in allowed
    }
    changed = {change for change in changes_of(answer) if (*change,)[0][1] is not None}
    assert answer.complete and changed == expected


def parts_of(puzzle, rules):
    """The parts that may go, by label, and those that may not."""
    model = puzzle.model()
    clues, stated = clue_parts(model), rule_parts(model)
    return (*clues, *stated) if rules else clues, () if rules else stated


def can_hold(puzzle, parts):
    constraints = [each for part in parts for each in part.constraints]
    model = nonet.Model(puzzle.model().structure.domains, constraints)
    narrowed = {part.scope[0]: part.domain for part in parts if part.kind == "clue"}
    return bool(nonet.solve(model.narrow(narrowed), "native").solutions)


def fewest_drops(puzzle, rules):
    """The smallest sets of parts without which there is a solution, by trying all."""
    soft, hard = parts_of(puzzle, rules)
    for size in range(len(soft) + 1):
        drops = [
            {part.label for part in removed}
            for removed in combinations(soft, size)
            if can_hold(puzzle, [*hard, *(part for part in soft if part not in removed)])
        ]
        if drops:
            return size, drops
    return None, []


CAGES = [
    nonet.make_rule("killer", cells=("R1C1", "R1C2"), sum=3),
    nonet.make_rule("killer", cells=("R2C3", "R2C4"), sum=7),
    nonet.make_rule("killer", cells=("R1C3", "R1C4"), sum=7),
]


def wrong_puzzles(number):
    """Puzzles of clues and cages without a solution: clues clash, a cage is wrong, or cages clash."""
    random, puzzles = Random(11), []
    while len(puzzles) < number:
        grid = random.choice(EVERY)
        cells = random.sample(BLANK.grid.cells, random.choice((0, 2, 4)))
        clues = {cell: grid[cell] for cell in cells}
        for cell in random.sample(cells, min(len(cells), random.choice((0, 1, 2)))):
            clues[cell] = random.randint(1, 4)
        rules = random.sample(CAGES, random.choice((1, 2, 3)))
        puzzle = BLANK.with_rules(*rules).with_clues(clues)
        if not can_hold(puzzle, sum(parts_of(puzzle, True), ())):
            puzzles.append(puzzle)
    return puzzles


@pytest.mark.slow(2)
def test_the_fewest_parts_are_those_that_trying_all_sets_finds_whatever_may_go():
    sizes = set()
    for puzzle in wrong_puzzles(14):
        soft, hard = parts_of(puzzle, False)
        rules_clash = not can_hold(puzzle, hard)
        for rules in (False, True, None):
            answer = repair(puzzle, rules=rules, number=500, time_limit=None)
            may_go = (not puzzle.clues or rules_clash) if rules is None else rules
            size, drops = fewest_drops(puzzle, may_go)
            assert answer.status is Status.UNSAT and answer.complete
            if size is None:
                assert answer.fewest == () and answer.repairs == ()
                continue
            sizes.add((size, may_go))
            assert len(answer.fewest) == size and answer.bound <= size
            assert {part.label for part in answer.fewest} in drops
            changed = [{change.part.label for change in each.changes} for each in answer.repairs]
            assert all(each in drops for each in changed)
            if size > 1 or not may_go:  # else marks go before rows, columns and boxes
                assert {frozenset(each) for each in changed} <= set(map(frozenset, drops))
            marks = [each for each in drops if not {*each} & CLASSIC_LABELS]
            if size == 1:
                expected = marks if may_go and marks else drops
                assert set(map(frozenset, changed)) == set(map(frozenset, expected))
            for each in answer.repairs:
                others = [
                    p for p in (*soft, *hard) if p.label not in {c.part.label for c in each.changes}
                ]
                values = dict(each.solution)
                assert all(
                    values[p.scope[0]] in p.domain
                    if p.kind == "clue"
                    else all(c.holds(values) for c in p.constraints)
                    for p in others
                )
    assert {(1, True), (1, False), (2, False)} <= sizes


CLASSIC_LABELS = {f"{kind} {n}" for kind in ("row", "column", "box") for n in range(1, 5)}


@pytest.mark.parametrize("number", [1, 2, 3, 1000])
def test_repairs_of_several_parts_are_listed_up_to_a_number(number):
    puzzle = nonet.parse("11......22......", allow_clashes=True)
    every = repair(puzzle, number=10_000)
    total = len(every.repairs)
    assert total > 3 and every.complete and all(len(each.changes) == 2 for each in every.repairs)
    some = repair(puzzle, number=number)
    assert len(some.repairs) == min(number, total)
    assert some.complete == (number > total)
    assert {str(each) for each in some.repairs} <= {str(each) for each in every.repairs}
    with pytest.raises(LimitError, match="a number of repairs"):
        repair(puzzle, number=0)


def test_of_several_solutions_sums_change_only_where_rules_may_go_or_there_are_no_clues():
    cage = nonet.make_rule("killer", cells=("R1C1", "R1C2", "R2C1"), sum=7)
    no_clues = repair(BLANK.with_rules(cage), unique=True)
    assert no_clues.several and no_clues.tried == 1 and no_clues.complete
    clued = BLANK.with_rules(cage).with_clues({"R4C4": 1, "R3C3": 2})
    default, ruled = repair(clued, unique=True), repair(clued, unique=True, rules=True)
    assert {each.changes[0].part.kind for each in default.repairs} <= {"clue"}
    for answer in (default, ruled):
        for each in answer.repairs:
            assert each.unique and len(each.changes) == 1
