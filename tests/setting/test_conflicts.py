"""Conflicts, repairs, why-not: judged by trying every subset, with another backend."""

from itertools import combinations, pairwise, product
from random import Random

import pytest

import nonet
from nonet.deadline import Deadline, DeadlineExceeded
from nonet.errors import ClueError, FormatError, LimitError, ModelError
from nonet.puzzle.rules.killer import Killer
from nonet.setting import conflicts
from nonet.setting.live_solvers import SubmodelSolver
from nonet.setting.minimal_unsat import (
    smallest_unsat_set,
)
from nonet.solving import Status
from tests.setting.puzzles import check_links, holds

BLANK = nonet.Sudoku("." * 16)


def broken_puzzles(count):
    random = Random(7)
    puzzles = []
    while len(puzzles) < count:
        cells = random.sample(BLANK.grid.cells, 6)
        puzzle = BLANK.with_clues({cell: random.randint(1, 4) for cell in cells})
        if not holds(puzzle):
            puzzles.append(puzzle)
    return puzzles


def minimal_conflicts(puzzle, most):
    """All minimal sets of clues that clash, up to a size, by trying them all."""
    minimal_sets = []
    for size in range(1, most + 1):
        for cells in combinations(sorted(puzzle.clues), size):
            if any(each <= set(cells) for each in minimal_sets):
                continue
            if not holds(BLANK.with_clues({cell: puzzle.clues[cell] for cell in cells})):
                minimal_sets.append(set(cells))
    return minimal_sets


def cells_of(parts):
    return {part.scope[0] for part in parts}


def test_the_smallest_conflict_is_as_small_as_any_subset_tried_and_all_are_listed():
    for puzzle in broken_puzzles(12):
        by_trying = minimal_conflicts(puzzle, len(puzzle.clues))
        conflict = nonet.conflict(puzzle, number=1000)
        assert conflict.status is Status.UNSAT and conflict.is_smallest and conflict.complete
        assert len(conflict.parts) == conflict.bound == min(map(len, by_trying))
        listed = [cells_of(conflict.parts), *map(cells_of, conflict.others)]
        assert sorted(map(sorted, listed)) == sorted(map(sorted, by_trying))


def test_each_part_of_a_conflict_of_clues_and_rules_is_needed_and_no_fewer_clash():
    for puzzle in broken_puzzles(6):
        conflict = nonet.conflict(puzzle, rules=True)
        assert conflict.is_smallest
        model = puzzle.model()
        rules = [part for part in conflict.parts if part.kind == "rule"]
        clues = {p.scope[0]: p.domain for p in conflict.parts if p.kind == "clue"}

        def solvable(rules, clues, domains=model.structure.domains):
            chosen = nonet.Model(domains, [c for rule in rules for c in rule.constraints])
            return holds(chosen.narrow(clues))

        assert not solvable(rules, clues)
        for rule in rules:
            assert solvable([other for other in rules if other is not rule], clues)
        for name in clues:
            assert solvable(rules, {n: d for n, d in clues.items() if n != name})


def test_a_chain_ends_in_a_contradiction_and_each_step_follows():
    for puzzle in broken_puzzles(8):
        conflict = nonet.conflict(puzzle, chain=True)
        known = {(p.scope[0], p.value, True) for p in conflict.parts}
        check_links(conflict.chain.links, known, puzzle.model().structure.domains)
        assert not conflict.chain.links[-1].concluded


def test_the_chain_of_a_long_row_of_comparisons_has_a_line_for_each():
    size = 24
    build = nonet.ModelBuilder()
    x = build.variables([f"x{n}" for n in range(size)], range(1, size))
    build.add([first < second for first, second in pairwise(x)])
    chain = nonet.conflict(build, rules=True, smallest=False, chain=True).chain
    assert len(str(chain).splitlines()) <= size
    check_links(chain.links[:3], set(), build.model().structure.domains)


def test_a_puzzle_with_a_solution_has_no_conflict_and_needs_no_repair():
    assert nonet.conflict(BLANK).status is Status.SAT
    assert BLANK.model().accepts(nonet.conflict(BLANK).solution)
    assert nonet.setting.repair(BLANK).status is Status.SAT


def test_two_equal_clues_in_a_unit_are_a_puzzle_to_these_questions_and_an_error_to_others():
    text = "11..1..........."  # three pairs, of which each lies in a box and some in a line
    conflict = nonet.conflict(text, number=9)
    assert conflict.is_smallest and conflict.complete
    listed = {frozenset(cells_of(parts)) for parts in (conflict.parts, *conflict.others)}
    assert listed == set(map(frozenset, combinations(("R1C1", "R1C2", "R2C1"), 2)))
    assert conflict.in_words() == "R1C1=1 and R1C2=1 clash in row 1 (no fewer clash)"
    units = {(*each["cells"], each["unit"]) for each in conflict.to_json()["clashes"]}
    assert units == {
        ("R1C1", "R1C2", "row 1"),
        ("R1C1", "R2C1", "column 1"),
        ("R1C2", "R2C1", "box 1"),
    }
    mended = nonet.setting.repair(text)
    assert len(mended.fewest) == 2 and mended.complete
    for repair in mended.repairs:
        values = {change.part.scope[0]: change.to for change in repair.changes}
        clues = {**dict.fromkeys(("R1C1", "R1C2", "R2C1"), 1), **values}
        assert holds(BLANK.with_clues({c: v for c, v in clues.items() if v is not None}))
    for question in (nonet.verify, nonet.explain, nonet.setting.redundant):
        with pytest.raises(FormatError, match=r"both 1 in row 1 .*; ask nonet conflict or nonet r"):
            question(text)


def test_rules_that_clash_without_clues_are_distinguished():
    x, y = nonet.model.Annotation("less", "x < y"), nonet.model.Annotation("more", "x > y")
    model = nonet.Model(
        {"x": range(3), "y": range(3), "z": range(3)},
        [
            nonet.model.Linear(("x", "y"), (1, -1), "<=", -1, rule=x),
            nonet.model.Linear(("x", "y"), (1, -1), ">=", 1, rule=y),
            nonet.AllDifferent(("x", "z")),
        ],
    )
    assert [part.label for part in nonet.conflict(model).parts] == ["x < y", "x > y"]
    assert [part.label for part in nonet.conflict(model.narrow({"z": [1]})).parts] == [
        "x < y",
        "x > y",
    ]


def test_no_time_is_undecided_and_a_limit_that_is_none_is_refused():
    puzzle = broken_puzzles(1)[0]
    conflict = nonet.conflict(puzzle, time_limit=1e-9)
    assert conflict.stopped and conflict.status is Status.UNKNOWN and not conflict.parts
    with pytest.raises(LimitError):
        nonet.conflict(puzzle, time_limit=0)
    with pytest.raises(LimitError):
        nonet.conflict(puzzle, number=0)
    with pytest.raises(TypeError):
        bool(conflict)


def test_repairs_are_all_single_changes_that_another_solver_accepts():
    for puzzle in broken_puzzles(10):
        answer = nonet.setting.repair(puzzle)
        expected = set()
        for cell in puzzle.clues:
            other_clues = {name: value for name, value in puzzle.clues.items() if name != cell}
            if holds(puzzle.with_clues(other_clues)):
                expected.add((cell, None))
            expected |= {
                (cell, value)
                for value in range(1, 5)
                if holds(puzzle.with_clues({**other_clues, cell: value}))
            }
        assert {(r.parts[0].scope[0], r.changes[0].to) for r in answer.single} == expected
        for repair in answer.single:
            clues = dict(puzzle.clues)
            (change,) = repair.changes
            del clues[change.part.scope[0]]
            if change.to is not None:
                clues[change.part.scope[0]] = change.to
            mended = puzzle.with_clues(clues)
            assert mended.model().accepts(repair.solution)
            verdict = nonet.verify(mended, "native").uniqueness.value
            assert repair.unique == (verdict == "unique")
        fewest = next(
            size
            for size in range(1, 7)
            if any(
                holds(
                    puzzle.with_clues({c: v for c, v in puzzle.clues.items() if c not in dropped})
                )
                for dropped in combinations(puzzle.clues, size)
            )
        )
        assert len(answer.fewest) == fewest


def test_where_no_change_of_one_clue_works_all_changes_of_the_fewest_together_are_found():
    random = Random(7)
    puzzles_tried = 0
    while puzzles_tried < 6:
        puzzle = BLANK.with_clues(
            {cell: random.randint(1, 4) for cell in random.sample(BLANK.grid.cells, 7)}
        )

        def changes_that_work(number, puzzle=puzzle):
            """Changes of so many clues that work: cells with their new values, by brute force."""
            working = set()
            for changed_cells in combinations(puzzle.clues, number):
                other_clues = {c: v for c, v in puzzle.clues.items() if c not in changed_cells}
                for values in product(range(1, 5), repeat=number):
                    new = dict(zip(changed_cells, values, strict=True))
                    if all(puzzle.clues[c] != v for c, v in new.items()) and holds(
                        puzzle.with_clues({**other_clues, **new})
                    ):
                        working.add(frozenset(new.items()))
            return working

        if holds(puzzle) or changes_that_work(1) or not changes_that_work(2):
            continue
        puzzles_tried += 1
        answer = nonet.setting.repair(puzzle, number=1000, time_limit=None)
        assert answer.complete and len(answer.fewest) == answer.bound == 2 and not answer.single
        listed = [
            (frozenset((c.part.scope[0], c.to) for c in r.changes), r.unique)
            for r in answer.repairs
        ]
        assert {changes for changes, _ in listed} == changes_that_work(2)
        assert [unique for _, unique in listed] == sorted((u for _, u in listed), reverse=True)
        for repair in answer.repairs:
            new = {change.part.scope[0]: change.to for change in repair.changes}
            mended = puzzle.with_clues({**puzzle.clues, **new})
            assert mended.model().accepts(repair.solution)
            assert repair.unique == (nonet.verify(mended, "native").uniqueness.value == "unique")
        few = nonet.setting.repair(puzzle, number=1, time_limit=None)
        assert len(few.repairs) == 1 and (not few.complete or len(listed) == 1)
        unique_answer = nonet.setting.repair(puzzle, unique=True, number=1000, time_limit=None)
        assert all(repair.unique for repair in unique_answer.repairs)


def test_a_wrong_cage_sum_is_found_and_what_it_should_be():
    solved = nonet.solve("1...2...3...4...", "native").solution
    rows = [["R1C1", "R1C2", "R2C1"], ["R1C3", "R2C3"], ["R1C4", "R2C4", "R3C4"]]
    rows += [["R2C2", "R3C2"], ["R3C1", "R4C1"], ["R3C3", "R4C3"], ["R4C2"], ["R4C4"]]
    sums = [sum(solved[cell] for cell in cage) for cage in rows]

    def killer(sums):
        cages = zip(rows, sums, strict=True)
        return BLANK.with_rules(*(Killer(tuple(cage), sum=total) for cage, total in cages))

    assert nonet.setting.repair(killer(sums), time_limit=None).status is Status.SAT
    for place in (0, 1, 3):
        changed_sums = list(sums)
        changed_sums[place] += 1 if sums[place] < 7 else -1
        if holds(killer(changed_sums)):
            continue
        answer = nonet.setting.repair(killer(changed_sums), time_limit=None)
        assert any(
            repair.parts[0].label.startswith(
                f"killer cage {changed_sums[place]} at {rows[place][0]}"
            )
            and repair.changes[0].to == sums[place]
            for repair in answer.single
        ), answer
        nonet_conflict = nonet.conflict(killer(changed_sums), time_limit=None)
        assert any("cage" in part.label for part in nonet_conflict.parts)


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(nonet.NonetError, match="R9C9"):
        nonet.why_not(BLANK, "R9C9", 1)
    with pytest.raises(ClueError, match="R1C1 has the values 1, 2, 3, 4: not 7"):
        nonet.why_not(BLANK, "R1C1", 7)
    with pytest.raises(ModelError, match="no variable 'q'"):
        nonet.why_not(nonet.Model({"x": [1, 2]}), "q", 1)


def test_models_too_large_for_clauses_have_conflicts_too():
    build = nonet.ModelBuilder()
    tasks = build.variables("abcde", range(10**6))
    build.add([first < second for first, second in pairwise(tasks)])
    build.add(tasks[4] <= tasks[1], label="e not after b")
    build.add(sum(tasks) >= 5)
    conflict = nonet.conflict(build, chain=True, time_limit=60)
    assert (conflict.status, len(conflict.parts), conflict.is_smallest) == (Status.UNSAT, 4, True)
    assert "e not after b" in [part.label for part in conflict.parts]
    assert conflict.chain is None
    without = nonet.ModelBuilder()
    x, y = without.variables("xy", range(10**6))
    without.add(x < y)
    assert nonet.conflict(without).solution["x"] < 10**6


def test_submodels_give_the_conflicts_that_clauses_give():
    random = Random(4)
    for _ in range(12):
        build = nonet.ModelBuilder()
        variables = build.variables("abcd", range(3))
        for _ in range(9):
            first, second = random.sample(variables, 2)
            build.add(first + random.randrange(2) < second + random.randrange(2))
        model = build.model()
        expected = nonet.conflict(model)
        solver = SubmodelSolver(model, Deadline(None))
        assert solver.solve(solver.rules) == (expected.status is Status.SAT)
        if expected.parts:
            assert smallest_unsat_set(solver, [], solver.rules).size == len(expected.parts)
            assert not solver.solve(solver.core(solver.rules))


def parts_by_kind(puzzle):
    """The kinds of the rules of a puzzle, and a model with some of them."""
    constraints = puzzle.model().constraints
    kinds = {each.rule.kind for each in constraints}

    def model_of(chosen):
        parts = [each for each in constraints if each.rule.kind in chosen]
        return nonet.Model(puzzle.model().domains, parts)

    return kinds, model_of


@pytest.mark.parametrize(
    "rules", [["nonconsecutive", "x"], ["anti-knight", "x", "anti-king"], ["nonconsecutive"]]
)
def test_kinds_that_clash_are_named_where_no_part_was_found_in_time(rules, monkeypatch):
    puzzle = nonet.parse("4x4", rules=rules)

    def stopped(*arguments):
        raise DeadlineExceeded

    monkeypatch.setattr(conflicts, "MANY_PARTS", 2)
    monkeypatch.setattr(conflicts, "minimal_unsat_set", stopped)
    clock = Deadline(None)
    search = conflicts._ConflictSearch(puzzle.model(), puzzle, clock)
    with pytest.raises(DeadlineExceeded):
        search.find(None, False, 1)
    answer = search.answer("time")
    kinds, model_of = parts_by_kind(puzzle)
    assert set(answer.kinds) < kinds and not answer.parts
    assert not holds(model_of(answer.kinds))
    assert all(holds(model_of(set(answer.kinds) - {kind})) for kind in answer.kinds)
    assert answer.in_words().endswith(
        "clash; stopped by the time limit before it was found which of their parts"
    )
    assert answer.to_json()["kinds"] == list(answer.kinds)


def test_kinds_are_not_listed_where_parts_are_known(monkeypatch):
    monkeypatch.setattr(conflicts, "MANY_PARTS", 2)
    answer = nonet.conflict(nonet.parse("4x4", rules=["nonconsecutive", "x"]))
    assert answer.parts and answer.kinds == ()


def test_a_variable_without_values_is_a_conflict_of_small_and_of_wide_models():
    for values in (range(3), range(10**6)):
        model = nonet.Model(
            {"x": values, "y": values}, [nonet.model.Linear(("x", "y"), (1, 1), "==", 2)]
        )
        conflict = nonet.conflict(model.narrow({"x": []}))
        assert conflict.in_words() == "x in {} cannot hold" and conflict.is_smallest
