"""Marks of any rule: drawn by trial, and each puzzle has one solution by another backend."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

import nonet
from nonet.cli import main
from nonet.deadline import Deadline
from nonet.errors import PuzzleError
from nonet.puzzle.rules import rule_types
from nonet.setting import marked_puzzles
from nonet.setting.mark_generators import (
    MARK_GENERATORS,
    mark_generator,
    mark_kinds,
)
from nonet.setting.mark_layouts import MarkDemands, MarkLayout
from nonet.setting.mark_selection import MARKS_IF_UNDECIDED, MarkSelection, PoolMark
from nonet.setting.rival_solutions import Rival

SIX = nonet.Sudoku("." * 36)
SOLVED = nonet.solve(SIX).solution

BEYOND = {
    "count-regions",
    "different-regions",
    "full-rank",
    "region-count",
    "region-run",
    "same-region",
    "shaded-count",
    "shaded-sum",
}
"""Rules about more than the values of cells: regions or shades to be found, ranks of lines."""

DRAWN = [kind for kind in mark_kinds() if kind not in BEYOND and kind not in MARK_GENERATORS]


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("kind", DRAWN)
def test_a_puzzle_of_each_rule_with_marks_has_one_solution(kind, monkeypatch):
    monkeypatch.setattr("nonet.setting.mark_selection.DRAWS", 1)  # the draws are most of the time
    (generated,) = nonet.generate(like=SIX, kind=kind, seed=1)
    marks = generated.puzzle.rules[len(SIX.rules) :]
    assert {mark.name for mark in marks} <= {kind}
    verdict = nonet.verify(generated.puzzle, "native")
    assert verdict.uniqueness.value == "unique"
    assert verdict.witnesses[0].line == generated.solution
    without = SIX.with_clues(generated.puzzle.clues)
    assert not marks or nonet.verify(without).uniqueness.value == "multiple"


def test_every_rule_is_given_drawn_or_refused_with_a_reason():
    assert set(mark_kinds()) > BEYOND
    for name, rule in rule_types().items():
        if name in mark_kinds() and name not in BEYOND:
            assert callable(mark_generator(name))
        elif rule.entry == "grid":
            with pytest.raises(PuzzleError, match=f"has no marks.*--rules {name}"):
                mark_generator(name)
        elif name not in BEYOND:
            with pytest.raises(PuzzleError, match="cannot be found by trial"):
                mark_generator(name)
    for name in BEYOND:
        with pytest.raises(PuzzleError, match="cannot be found by trial"):
            next(nonet.generate(like=SIX, kind=name, seed=1))
    assert mark_generator("little killer sum") is not None, "aliases are kinds, too"


def test_kinds_at_the_command_line(capsys):
    assert main(["generate", "--size", "4", "--kind", "german-whispers", "--seed", "2"]) == 2
    assert "no mark of the rule whispers was found" in capsys.readouterr().err
    assert main(["generate", "--size", "6", "--kind", "palindrome", "--seed", "2"]) == 0
    assert '"rule": "palindrome"' in capsys.readouterr().out
    assert main(["generate", "--kind", "palindrom"]) == 2
    assert "did you mean palindrome" in capsys.readouterr().err
    assert main(["generate", "--rules", "renban"]) == 2
    assert "--kind renban" in capsys.readouterr().err


@pytest.mark.slow(0.3)
@pytest.mark.parametrize("seed", range(4))
def test_a_puzzle_has_a_solution_where_more_lines_are_too_much_to_list(monkeypatch, seed):
    """A second listing, of a line more, ends before its first solution."""
    calls = []

    def list_some(model, deadline, max_solutions, max_guesses):
        calls.append(model)
        listed = list_solutions(model, deadline, 4, max_guesses)
        return listed if len(calls) == 1 else replace(listed, rows=listed.rows[:0])

    list_solutions = marked_puzzles.list_solutions
    monkeypatch.setattr(marked_puzzles, "list_solutions", list_some)
    like = nonet.Sudoku("." * 81)
    demands = MarkDemands(("renban",))
    generator = marked_puzzles.MarkedPuzzleGenerator(like, demands, Deadline(None))
    puzzle, solution = generator.puzzle(
        nonet.solve(like).solution, Random(seed), may_have_digits=True
    )
    assert len(calls) <= 2 and puzzle.model().accepts(dict(solution))
    assert nonet.verify(puzzle).uniqueness.value == "unique"


# -- which marks are chosen, of stand-ins that exclude known rivals -----------------------------


class Rivals:
    """A search for rivals, numbers from 0 on, each of which a mark excludes or does not."""

    def __init__(self, number, excluded, *, at_once=1, undecided=0):
        self.excluded, self.at_once, self.undecided = excluded, at_once, undecided
        self.every, self.grid, self.solution = set(range(number)), SIX.grid, SOLVED

    def allows(self, mark, rival):
        return rival not in self.excluded[mark]

    def left_by(self, marks):
        return self.every.difference(*(self.excluded[mark] for mark in marks))

    def rivals(self, marks, random):
        if self.undecided:
            self.undecided -= 1
            return False, []
        return True, sorted(self.left_by(marks))[: self.at_once]

    def rival(self, marks):
        rivals = sorted(self.left_by(marks))
        return Rival(True, rivals[0] if rivals else None)


def stand_in(name, kind="dots", cells=(), places=()):
    return PoolMark(kind, (name,), frozenset(cells), family="path", places=frozenset(places))


def selection_of(excluded, number, random, layout=None, *, kinds=("dots",), clash=0.0, **search):
    """Marks by name, with the rivals that each excludes, and cells that some of them share."""
    layouts = {kind: layout or MarkLayout((0, 1000)) for kind in kinds}
    pool = [
        stand_in(
            name,
            random.choice(kinds),
            random.sample(range(30), 3) if clash and random.random() < clash else (100 + place,),
        )
        for place, name in enumerate(excluded)
    ]
    rivals = Rivals(number, excluded, **search)
    return MarkSelection(rivals, layouts, pool, [], random), rivals, pool


def families(seed):
    """Marks that together exclude all rivals, or not."""
    random = Random(seed)
    number = random.randint(1, 12)
    excluded = {
        f"mark {n}": set(random.sample(range(number), random.randint(0, number)))
        for n in range(random.randint(1, 14))
    }
    return random, number, excluded


def test_marks_are_added_until_no_rival_remains_or_none_can_be_excluded():
    answers = []
    for seed in range(150):
        random, number, excluded = families(seed)
        selection, rivals, _ = selection_of(excluded, number, random, at_once=1 + seed % 3)
        solved = selection.exclude_rivals(may_swap=False)
        assert solved == (not rivals.left_by(excluded))
        assert solved == (not rivals.left_by(selection.marks)) or not solved
        answers.append(solved)
        if solved:
            selection.remove_needless()
            remaining = selection.marks
            assert not rivals.left_by(remaining)
            assert all(rivals.left_by([x for x in remaining if x != mark]) for mark in remaining)
    assert 20 < sum(answers) < 130


@pytest.mark.parametrize("most", [1, 2, 3])
def test_no_more_marks_of_a_kind_are_chosen_than_its_layout_allows(most):
    for seed in range(60):
        random, number, excluded = families(seed)
        kinds = ("dots", "xv")
        layout = MarkLayout((0, most))
        selection, rivals, pool = selection_of(
            excluded, number, random, layout, kinds=kinds, clash=0.5
        )
        kind_of = {each.marks[0]: each for each in pool}
        solved = selection.exclude_rivals(may_swap=bool(seed % 2))
        chosen = [kind_of[mark] for mark in selection.marks]
        assert max(Counter(each.kind for each in chosen).values(), default=0) <= most
        assert not any(a.clashes_with(b) for a, b in combinations(chosen, 2))
        assert not solved or not rivals.left_by(selection.marks)


@pytest.mark.parametrize("least", [0, 1, 3, 99])
def test_as_many_marks_stay_as_the_layout_asks_for(least):
    excluded = {"all": {0, 1}, "one": {0}, "other": {1}, "none": set(), "no": set()}
    selection, rivals, _ = selection_of(excluded, 2, Random(1), MarkLayout((least, 100)))
    assert len(selection.marks) == min(least, 5)
    assert selection.exclude_rivals(may_swap=False)
    selection.remove_needless()
    assert len(selection.marks) >= min(least, 5) and not rivals.left_by(selection.marks)
    if least == 0:
        assert len(selection.marks) in (1, 2)


def test_of_two_kinds_one_mark_of_each_stays_though_it_is_needless():
    pool = [stand_in("a", "dots", [1]), stand_in("b", "xv", [2]), stand_in("c", "dots", [3])]
    rivals = Rivals(1, {"a": {0}, "b": set(), "c": set()})
    layouts = dict.fromkeys(("dots", "xv"), MarkLayout((0, 9)))
    selection = MarkSelection(rivals, layouts, pool, [], Random(1))
    selection.take_all()
    assert sorted(selection.marks) == ["a", "b", "c"]
    selection.remove_needless()
    assert sorted(selection.marks) == ["a", "b"]


def test_the_mark_that_leaves_fewest_rivals_and_costs_least_is_added():
    excluded = {"small": {0}, "large": {0, 1, 2}, "none": set(), "some": {0, 1}}
    selection, _, _ = selection_of(excluded, 3, Random(1))
    for rival in range(3):
        selection.add_rival(rival)
    assert selection.add_fitting() and selection.marks == ["large"]
    assert not selection.add_fitting(), "nothing is left to exclude"
    pool = [
        stand_in("there", "dots", [1, 2]),
        stand_in("clash", "dots", [2, 3, 4, 5]),
        stand_in("short", "dots", [6]),
        stand_in("long", "dots", [7, 8]),
    ]
    rivals = Rivals(1, {"there": set(), "clash": {0}, "short": {0}, "long": {0}})
    layouts = {"dots": MarkLayout((0, 9))}
    for seed in range(10):
        selection = MarkSelection(rivals, layouts, pool, [], Random(seed))
        selection._chosen = [pool[0]]
        selection.add_rival(0)
        assert selection.exclude_rivals(may_swap=True)
        assert selection.marks == ["there", "long"]


def test_where_a_rival_is_undecided_some_marks_are_added_until_none_fits():
    excluded = {f"mark {n}": set() for n in range(7)}
    selection, _, _ = selection_of(excluded, 0, Random(1), undecided=2)
    assert selection.exclude_rivals(may_swap=False)
    assert len(selection.marks) == 2 * MARKS_IF_UNDECIDED
    selection, _, _ = selection_of(excluded, 0, Random(1), undecided=99)
    assert not selection.exclude_rivals(may_swap=False)
    assert len(selection.marks) == 7


def mark(kind, cells="", corners=(), family="", places=()):
    return PoolMark(
        kind, (object(),), frozenset(cells), frozenset(corners), family, frozenset(places)
    )


CORNER, PAIR = (1, 1), frozenset(("R1C1", "R1C2", ""))


@pytest.mark.parametrize(
    ("first", "second", "clash"),
    [
        (mark("dots", "x"), mark("dots", "xy"), True),
        (mark("dots", "x"), mark("dots", "y"), False),
        (mark("dots", "x", family="path"), mark("dots", "x", family="cells"), True),
        (mark("a", "x", family="path"), mark("b", "x", family="path"), True),
        (mark("a", "x", family="path"), mark("b", "x", family="cells"), False),
        (mark("a", "x", [CORNER], "path"), mark("b", "y", [CORNER], "path"), True),
        (mark("a", "x", [CORNER], "path"), mark("b", "y", [(2, 2)], "path"), False),
        (mark("a", places=[PAIR]), mark("a", places=[PAIR]), True),
        (mark("a", places=[PAIR]), mark("b", places=[PAIR]), False),
    ],
)
def test_marks_clash_by_cells_corners_and_places(first, second, clash):
    assert first.clashes_with(second) == second.clashes_with(first) == clash
