"""New puzzles: each is unique by another backend, and is what was asked for."""

import json
import time
from multiprocessing import active_children
from random import Random

import numpy as np
import pytest

import nonet
from nonet.cli import main
from nonet.deadline import Deadline
from nonet.errors import LimitError, NonetError, OutOfTime, PuzzleError, TechniqueError
from nonet.puzzle.grid import place
from nonet.setting.canonical import SYMMETRIES
from nonet.setting.difficulty import Difficulty, order_for_techniques
from nonet.setting.mark_generators import MARK_GENERATORS
from nonet.setting.puzzle_rows import PuzzleRows
from nonet.techniques.rating import ALL_SCALES
from tests.cases import as_one_test

BLANK = nonet.Sudoku("." * 16)
SIX = nonet.Sudoku("." * 36)


def is_unique(puzzle, solution, backend="native"):
    verdict = nonet.verify(puzzle, backend)
    return verdict.uniqueness.value == "unique" and verdict.witnesses[0].line == solution


def needs_each_clue(puzzle):
    return not any(
        nonet.verify(
            puzzle.with_clues({c: v for c, v in puzzle.clues.items() if c != cell})
        ).uniqueness.value
        == "unique"
        for cell in puzzle.clues
    )


IMAGES = {
    "none": (),
    "half-turn": (lambda clues: np.rot90(clues, 2),),
    "quarter-turn": (np.rot90,),
    "mirror": (np.flipud,),
    "diagonal": (np.transpose,),
    "two-mirrors": (np.flipud, np.fliplr),
    "two-diagonals": (np.transpose, lambda clues: np.rot90(clues.T, 2)),
    "full": (np.rot90, np.transpose),
}


@as_one_test(IMAGES)
def test_each_symmetry_is_kept_and_each_puzzle_unique(name):
    assert IMAGES.keys() == SYMMETRIES.keys()
    for generated in nonet.generate(3, like=nonet.Sudoku("." * 16), symmetry=name, seed=3):
        assert is_unique(generated.puzzle, generated.solution)
        given = np.reshape([character != "." for character in generated.puzzle.line()], (4, 4))
        for image in IMAGES[name]:
            assert (image(given) == given).all()


def test_minimal_puzzles_need_each_clue_and_without_symmetry_all_are_minimal():
    for generated in nonet.generate(5, like=SIX, seed=1):
        assert is_unique(generated.puzzle, generated.solution) and needs_each_clue(generated.puzzle)
    for generated in nonet.generate(2, like=SIX, symmetry="half-turn", minimal=True, seed=1):
        assert is_unique(generated.puzzle, generated.solution) and needs_each_clue(generated.puzzle)


def test_so_many_clues_a_pattern_and_a_theme():
    for generated in nonet.generate(4, like=SIX, clues=14, seed=2):
        assert len(generated.puzzle.clues) == 14 and is_unique(generated.puzzle, generated.solution)
    for generated in nonet.generate(4, like=SIX, clues=(10, 11), minimal=True, seed=2):
        assert len(generated.puzzle.clues) in (10, 11) and needs_each_clue(generated.puzzle)
    pattern = "xx.x.x.x.xx.x..x.xx.xx.xxx.x.x..x.xx"
    (generated,) = nonet.generate(1, like=SIX, pattern=pattern, seed=2)
    assert "".join("." if c == "." else "x" for c in generated.puzzle.line()) == pattern
    assert is_unique(generated.puzzle, generated.solution)
    theme = SIX.with_clues({"R1C1": 1, "R2C2": 5})
    for generated in nonet.generate(3, like=theme, seed=4):
        assert theme.clues.items() <= generated.puzzle.clues.items()
        assert is_unique(generated.puzzle, generated.solution)


def test_other_rules_by_the_kernel_and_by_sat():
    for rule in ("x", "nonconsecutive"):
        like = nonet.Sudoku("." * 36, rules=[rule])
        for generated in nonet.generate(2, like=like, seed=5):
            assert is_unique(generated.puzzle, generated.solution)
            assert [each.name for each in generated.puzzle.rules] == [r.name for r in like.rules]


RUNS = nonet.Puzzle(nonet.Grid.from_picture(["##..#", "#....", "....#", "#..##"], range(1, 10)))


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("kind", MARK_GENERATORS)
def test_marks_leave_one_solution_by_another_backend(kind):
    cells = 36 if "whispers" in kind or kind == "renban" else 16  # long lines need room
    like = RUNS if kind == "run-sum" else nonet.Sudoku("." * cells)
    clues = (0, 36) if "whispers" in kind else None  # 2 to 5 stand in no whispers line of a 6x6
    puzzles = list(nonet.generate(3, like=like, kind=kind, clues=clues, seed=7))
    assert len({each.solution for each in puzzles}) > 1
    for each in puzzles:
        assert is_unique(each.puzzle, each.solution)
        if kind == "killer":
            assert not each.puzzle.clues
        if kind == "run-sum":
            runs = [block for block in RUNS.grid.blocks if block.height * block.width > 1]
            assert sum(rule.name == "run-sum" for rule in each.puzzle.rules) == len(runs)


@pytest.mark.parametrize(
    ("kind", "message"), [("run-sum", "consists of runs"), ("skyscraper", "one square")]
)
def test_marks_that_a_grid_cannot_have_are_refused(kind, message):
    like = BLANK if kind == "run-sum" else RUNS
    with pytest.raises(PuzzleError, match=message):
        next(nonet.generate(like=like, kind=kind, seed=1))


def test_the_regions_of_a_jigsaw_are_drawn_where_none_are_given(monkeypatch):
    generated = list(nonet.generate(2, like=SIX, rules="jigsaw", seed=3))
    rules = {rule for each in generated for rule in each.puzzle.rules if rule.name == "jigsaw"}
    assert len(rules) == 2, "each puzzle has regions of its own"
    rule = generated[0].puzzle.rules[-1]
    (second,) = nonet.generate(1, like=SIX, rules="jigsaw", seed=3, after=generated[0].tag)
    assert second.puzzle == generated[1].puzzle
    assert all(is_unique(each.puzzle, each.solution) for each in generated)
    assert [rule.layout.count(letter) for letter in "ABCDEF"] == [6] * 6
    (other,) = nonet.generate(1, like=SIX, rules=["x", "irregular"], seed=4)
    assert [rule.name for rule in other.puzzle.rules] == ["rows", "columns", "diagonals", "jigsaw"]
    assert other.puzzle.rules[-1].layout != rule.layout
    late = nonet.generate(1, like=SIX, rules="jigsaw", seed=3, time_limit=1e-9)
    assert list(late) == [] and late.stopped
    clash = nonet.Puzzle(SIX.grid).with_clues({"R1C1": 1, "R1C2": 1})
    with pytest.raises(PuzzleError, match="no regions leave a solution: R1C1=1 and R1C2=1 clash"):
        nonet.generate(1, like=clash, rules="jigsaw", seed=3)
    monkeypatch.setattr("nonet.setting.regions.LAYOUTS", 3)
    corner = {f"R{n}C1": n for n in range(1, 7)} | {f"R1C{n}": n for n in range(2, 7)}
    corner |= {"R2C2": 3, "R3C2": 4}
    clash = nonet.Sudoku("." * 36).with_clues(corner)
    with pytest.raises(PuzzleError, match="3 layouts were drawn, and none leaves"):
        nonet.generate(1, like=clash, rules="jigsaw", seed=3)
    with pytest.raises(PuzzleError, match="one square"):
        nonet.generate(1, like=RUNS, rules="jigsaw", seed=3)


def test_a_grid_of_more_than_300_cells_may_have_superfluous_clues_with_a_note(capsys):
    assert main(["generate", "--size", "18", "--seed", "1", "--format", "json"]) == 0
    out, err = capsys.readouterr()
    puzzle = json.loads(out)
    assert puzzle["clues"] < 162 and "with --minimal each is needed" in err
    assert is_unique(nonet.parse(puzzle["puzzle"]), puzzle["solution"], "cpsat")


def test_the_middle_of_a_large_minimal_puzzle_is_emptied_first(
    monkeypatch,
):
    monkeypatch.setattr("nonet.setting.puzzle_rows.LARGE", 100)
    like = nonet.Sudoku("." * 144)
    (generated,) = nonet.generate(1, like=like, minimal=True, seed=1)
    assert is_unique(generated.puzzle, generated.solution, "cpsat")
    assert nonet.setting.redundant(generated.puzzle, time_limit=None).redundant == ()
    middle = {cell for cell in like.grid.cells if all(3 <= at < 9 for at in place(cell))}
    in_the_middle = len(middle & generated.puzzle.clues.keys()) / len(middle)
    assert in_the_middle < 0.2 < len(generated.puzzle.clues) / 144


@pytest.mark.parametrize("propagations", [0.01, 0.1, 10])
def test_clues_are_minimal_however_short_the_tests_are(propagations, monkeypatch):
    from nonet.setting import large_grids
    from nonet.setting.live_solvers import PROPAGATOR, AssumptionSolver

    monkeypatch.setattr(large_grids, "PROPAGATIONS_PER_VALUE", propagations)
    puzzle = nonet.Sudoku("." * 81)
    solution = nonet.solve(puzzle).solution
    solver = AssumptionSolver(puzzle.model().structure, Deadline(None), PROPAGATOR)
    pairs = [
        [cell, other]
        for cell, other in zip(puzzle.grid.cells, puzzle.grid.cells[::-1], strict=True)
    ]
    groups = [*pairs[:40], ["R5C5"]]
    theme = puzzle.grid.cells[:3]
    removal = large_grids.ClueRemoval(solver, solution, groups, theme, Random(3))
    if propagations == 0.1:
        removal.begin_in_the_middle()
    clues = {cell: solution[cell] for cell in (*removal.minimal_clues(), *theme)}
    assert nonet.verify(puzzle.with_clues(clues)).uniqueness.value == "unique"
    for group in groups:
        removed = set(group) - set(theme)
        if removed & clues.keys():
            fewer = {cell: value for cell, value in clues.items() if cell not in removed}
            assert nonet.verify(puzzle.with_clues(fewer)).uniqueness.value == "multiple"
    many = large_grids.ClueRemoval(solver, solution, groups, (), Random(3)).fewer_clues(50)
    assert 50 <= len(many) < (60 if propagations == 10 else 82)


def test_large_jigsaws_are_drawn_with_a_solution():
    (generated,) = nonet.generate(1, like=nonet.Sudoku("." * 144), rules="jigsaw", seed=1)
    assert is_unique(generated.puzzle, generated.solution, "cpsat")
    rule = generated.puzzle.rules[-1]
    assert [rule.layout.count(letter) for letter in "ABCDEFGHIJKL"] == [12] * 12


def test_clues_of_variants_beyond_the_kernel_are_each_needed(monkeypatch):
    monkeypatch.setattr("nonet.setting.puzzle_rows.LARGE_VARIANT", 100)
    like = nonet.Sudoku("." * 144, rules=["x"])
    (generated,) = nonet.generate(1, like=like, minimal=True, seed=1)
    assert is_unique(generated.puzzle, generated.solution, "cpsat")
    assert nonet.setting.redundant(generated.puzzle, time_limit=None).redundant == ()


def test_clues_of_variants_beyond_the_kernel_are_as_many_as_asked_for(monkeypatch):
    for limit in ("SMALL", "LARGE_VARIANT"):
        monkeypatch.setattr(f"nonet.setting.puzzle_rows.{limit}", 30)
    like = nonet.Sudoku("." * 36, rules=["x"])
    (generated,) = nonet.generate(1, like=like, clues=(17, 18), seed=1, time_limit=20)
    assert is_unique(generated.puzzle, generated.solution, "cpsat")
    assert 17 <= len(generated.puzzle.clues) <= 18


def test_regions_and_a_solution_that_are_found_together_fit(monkeypatch):
    from nonet.setting import regions

    monkeypatch.setattr(regions, "MAX_QUICK_SIZE", 8)
    puzzle, values = regions.with_random_regions(nonet.Sudoku("." * 81), Random(1), Deadline(None))
    assert puzzle.model().accepts(values)
    assert puzzle.rules[-1].layout != "".join(
        letter
        for rows in ("ABC", "DEF", "GHI")
        for _ in range(3)
        for letter in rows
        for _ in range(3)
    )


def test_a_killer_of_nine_has_no_digits_and_its_cages_cover_the_grid():
    pytest.importorskip("ortools")
    (generated,) = nonet.generate(1, kind="killer", seed=1)
    cages = [rule for rule in generated.puzzle.rules if rule.name == "killer"]
    assert sorted(cell for cage in cages for cell in cage.cells) == sorted(
        generated.puzzle.grid.cells
    )
    assert sum(cage.sum for cage in cages) == 405 and not generated.puzzle.clues
    verdict = nonet.verify(generated.puzzle, "cpsat:workers=1")
    assert verdict.witnesses[0].line == generated.solution and verdict.uniqueness.value == "unique"


def test_a_seed_gives_the_same_puzzles_and_a_tag_goes_on_behind_one():
    first = list(nonet.generate(30, like=SIX, seed=9))
    assert [m.puzzle for m in nonet.generate(30, like=SIX, seed=9)] == [m.puzzle for m in first]
    continued = nonet.generate(10, like=SIX, seed=9, after=first[19].tag)
    assert [m.puzzle for m in continued] == [m.puzzle for m in first[20:]]
    other = nonet.generate(30, like=SIX, seed=10)
    assert [m.puzzle for m in other] != [m.puzzle for m in first]


@pytest.mark.parametrize("kind", ["killer", "arrow", "sandwich"])
def test_marks_of_a_seed_do_not_depend_on_what_was_made_before(kind):
    like = nonet.Sudoku("." * 16) if kind != "sandwich" else SIX
    first = list(nonet.generate(6, like=like, kind=kind, seed=1))
    second = list(nonet.generate(6, like=like, kind=kind, seed=1))
    assert [generated.puzzle for generated in second] == [generated.puzzle for generated in first]
    continued = nonet.generate(2, like=like, kind=kind, seed=1, after=first[3].tag)
    assert [generated.puzzle for generated in continued] == [
        generated.puzzle for generated in first[4:]
    ]


@pytest.mark.slow(0.9)
@pytest.mark.parametrize("demands", [{"kind": "killer"}, {"rating": ("se", 1.0, 9.0)}])
def test_any_number_of_processes_makes_the_same_puzzles(demands):
    like = nonet.Sudoku("." * 16)
    alone = nonet.generate(7, like=like, seed=3, **demands)
    with nonet.generate(7, like=like, seed=3, jobs=2, **demands) as together:
        assert [m.to_json() for m in together] == [m.to_json() for m in alone]
    assert not children_of_the_pool()
    assert list(together) == []  # it is closed


def children_of_the_pool():
    """Processes that are still there after a while: the system may be slow to end one."""
    for _ in range(300):
        if not active_children():
            break
        time.sleep(0.1)
    return active_children()


@pytest.mark.slow(0.7)
def test_processes_end_when_the_time_is_out():
    started = time.monotonic()
    with nonet.generate(1, like=SIX, rating=("se", 11, 12), seed=1, time_limit=0.5, jobs=2) as run:
        assert list(run) == [] and run.stopped
    assert time.monotonic() - started < 60
    assert not children_of_the_pool()


def test_a_grid_that_is_too_hard_for_the_engine_alone_is_made_by_the_live_solver(monkeypatch):
    from nonet.setting import puzzle_rows

    monkeypatch.setattr(puzzle_rows, "MAX_GUESSES", 1)  # so that nearly every row is the solver's
    like = nonet.Sudoku("." * 81, rules=["x"])
    for generated in nonet.generate(3, like=like, seed=8):
        assert nonet.verify(generated.puzzle, "native").uniqueness.value == "unique"
        assert generated.solution == nonet.solve(generated.puzzle, "native").solution.line


def test_how_hard_they_are():
    (generated,) = nonet.generate(1, rating=("se", 2.5, 3.9), seed=2)
    assert 2.5 <= nonet.rate(generated.puzzle, "explainer").rating <= 3.9
    assert generated.rating == nonet.rate(generated.puzzle, "explainer").rating
    (generated,) = nonet.generate(1, technique="x-wing", seed=8)
    assert any(step.key == "x-wing" for step in nonet.explain(generated.puzzle).steps)
    (generated,) = nonet.generate(1, only="naked-single,hidden-single", seed=2)
    assert nonet.explain(generated.puzzle, only="naked-single,hidden-single").logical


def test_what_cannot_be_is_refused_at_once():
    for demands, message in (
        ({"minimal": True, "clues": 60}, "no minimal 9x9 of more than 40"),
        ({"clues": 16}, "fewer than 17"),
        ({"clues": (9, 3)}, "go up"),
        ({"clues": 82}, "more than the grid has cells"),
        ({"pattern": "x" * 16}, "81 cells"),
        ({"pattern": "x" * 81, "clues": 20}, "a pattern says where clues are"),
        ({"symmetry": "half"}, "did you mean half-turn"),
        ({"kind": "kilr"}, "did you mean killer"),
        ({"kind": "killer", "minimal": True}, "as few as can be"),
        ({"rating": ("se", 9, 8)}, "from 9 to 8"),
        ({"after": "1/2"}, "SEED/BATCH/PLACE"),
        ({"after": "1/2/3", "seed": 2}, "another seed"),
    ):
        with pytest.raises(PuzzleError, match=message):
            nonet.generate(1, **demands)
    with pytest.raises(TechniqueError):
        nonet.generate(1, rating=("hard", 1, 2))
    with pytest.raises(TechniqueError):
        nonet.generate(1, technique="x-wang")
    with pytest.raises(LimitError):
        nonet.generate(0)
    with pytest.raises(LimitError, match="processes"):
        nonet.generate(1, jobs=0)
    clash = SIX.with_rules().with_clues({"R1C1": 1, "R1C2": 1})
    with pytest.raises(PuzzleError, match="no solution"):
        next(nonet.generate(1, like=clash, seed=1))


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("#" * 29 + "." * 52, "rows 5 and 6 have none"),
        ("##.######" * 2 + "##..#####" * 7, None),
        ("#######.." * 9, "columns 8 and 9 have none"),
        ("#..#..#.." * 9, "columns 2 and 3 have none"),
        (("." * 9 + "#" * 18) * 3, None),
    ],
)
def test_a_pattern_with_two_empty_lines_in_a_band_is_refused_at_once(pattern, message):
    if message is None:
        nonet.generate(1, pattern=pattern)
    else:
        with pytest.raises(PuzzleError, match=f"no puzzle has its clues there: {message}"):
            nonet.generate(1, pattern=pattern)


def test_that_two_empty_lines_in_a_band_admit_no_puzzle_is_so():
    """Of a 4x4: whatever stands elsewhere, the two lines of a solution may trade places."""
    for line in nonet.iter_solutions(BLANK):
        clues = {cell: value for cell, value in line.items() if cell[1] not in "34"}
        assert nonet.verify(BLANK.with_clues(clues)).uniqueness.value == "multiple"


@pytest.mark.parametrize("name", ["xy-wing", "multi-colors-2"])
def test_a_puzzle_needs_the_technique_wished_for_and_nothing_harder(name):
    generated = next(nonet.generate(1, technique=name, seed=1, time_limit=300))
    assert nonet.verify(generated.puzzle).uniqueness.value == "unique"
    order = order_for_techniques((name,))
    assert nonet.explain(generated.puzzle, order).logical
    easier = [key for entry in order.entries for key in entry.keys if key != name]
    assert not nonet.explain(generated.puzzle, only=easier).logical


def test_steps_opening_and_level_are_those_of_the_paths():
    generated = next(nonet.generate(1, like=SIX, opening="hidden-single", steps=(1, 3), seed=1))
    keys = [step.key for step in nonet.explain(generated.puzzle).steps]
    singles = ("full-house", "hidden-single", "naked-single")
    assert keys[0] == "hidden-single" and 1 <= sum(key not in singles for key in keys) <= 3
    generated = next(nonet.generate(1, level="medium", seed=1, time_limit=300))
    assert nonet.rate(generated.puzzle, "hodoku").level == "Medium"


def test_demands_on_difficulty_that_are_none_are_refused():
    for demand in ({"level": "nice"}, {"opening": "no-such"}, {"steps": (3, 1)}, {"harder": True}):
        with pytest.raises(NonetError):
            nonet.generate(1, **demand)


def test_a_time_limit_ends_the_search_and_the_nearest_is_kept():
    run = nonet.generate(1, like=SIX, rating=("se", 11.0, 12.0), seed=1, time_limit=0.3)
    assert list(run) == [] and run.stopped
    assert run.nearest is None or run.nearest.rating < 11


def test_a_limit_that_is_reached_while_a_puzzle_is_rated_ends_the_search(monkeypatch):
    def late(puzzle, level, seconds):
        run._deadline.move(0)
        raise OutOfTime("stopped by the time limit before the puzzle was laid out")

    monkeypatch.setattr("nonet.setting.difficulty.level_of", late)
    run = nonet.generate(1, kind="killer", level="Easy", seed=1, time_limit=600)
    assert list(run) == [] and run.stopped


def test_of_a_small_grid_none_comes_twice_and_none_is_lost_by_going_on():
    like, demands = nonet.Sudoku("4x4"), {"pattern": "111...1......1..", "seed": 5}
    generation = nonet.generate(10**6, like=like, **demands)
    puzzles = list(generation)
    lines = [each.puzzle.line() for each in puzzles]
    assert generation.exhausted and len(set(lines)) == len(lines)
    solutions = {solution.line for solution in nonet.iter_solutions(like)}
    patterned = {
        "".join(c if m == "1" else "." for c, m in zip(line, demands["pattern"], strict=True))
        for line in solutions
    }
    assert set(lines) == {
        line for line in patterned if nonet.verify(line).uniqueness.value == "unique"
    }
    later = nonet.generate(10**6, like=like, after=puzzles[40].tag, **demands)
    assert [each.puzzle.line() for each in later] == lines[41:]


def test_rules_that_leave_more_to_find_than_cells_are_unique_in_that_too():
    like = nonet.parse('{"size": 4, "classic": false, "rules": ["unknown-regions"]}')
    for generated in nonet.generate(3, like=like, seed=1):
        assert nonet.verify(generated.puzzle, "native").uniqueness.value == "unique"


def test_without_the_compiled_engine_the_same_is_done_by_sat():
    rows = PuzzleRows(SIX)
    rows.kernel = None
    rng = rows.random_generator(1, 0)
    solved = rows.random_solutions(3, rng)
    reduced = rows.remove_clues(solved, rng, rows.symmetry_groups("none"))
    for row, solution in zip(reduced, solved, strict=True):
        puzzle = rows.puzzle(row)
        assert is_unique(puzzle, "".join(map(str, solution))) and needs_each_clue(puzzle)
    assert rows.are_minimal(reduced, solved).all()


def test_a_seed_gives_the_same_puzzles_though_solvers_have_learnt_since():
    cage = nonet.make_rule("killer", cells=("R1C1", "R1C2"), sum=5)
    like = nonet.Sudoku("." * 36, rules=["diagonals", cage])
    lines = [
        [generated.puzzle.line() for generated in nonet.generate(3, like=like, seed=1)]
        for _ in range(4)
    ]
    assert lines == [lines[0]] * 4
    puzzle = nonet.Sudoku("1234341221434321")
    minimized = [
        [each.line() for each in nonet.setting.minimal(puzzle, seed=5).puzzles] for _ in range(4)
    ]
    assert minimized == [minimized[0]] * 4


def test_walks_come_to_all_minimal_puzzles_of_4x4_alike():
    """Walks that all begin in one of the two classes of grids come to minimal puzzles of each class
    and number of clues as often as trying every set of clues of every grid finds such puzzles."""

    from nonet.setting import unbiased
    from nonet.setting.minlex import minlex_rows

    blank = nonet.Sudoku("." * 16)
    rows = PuzzleRows(blank)
    grids = np.array([[*map(int, s.line)] for s in nonet.iter_solutions(blank)], np.uint8)
    forms, grid_class = np.unique(minlex_rows(grids, (2, 2)), axis=0, return_inverse=True)
    assert len(grids) == 288 and len(forms) == 2
    subsets = np.arange(1 << 16)
    sets = (subsets[:, None] >> np.arange(16) & 1).astype(np.uint8)
    size, expected = sets.sum(axis=1), np.zeros((2, 17))
    for number, form in enumerate(forms):
        fewer = size <= 7  # no minimal puzzle of a 4x4 has more than 6 clues
        has_one = ~fewer
        has_one[fewer] = rows.have_unique_solution(
            sets[fewer] * form, np.repeat(form[None], fewer.sum(), axis=0)
        )
        minimal = has_one & fewer
        for cell in range(16):
            minimal &= ~(has_one[subsets & ~(1 << cell)] & (sets[:, cell] == 1))
        orbit = (grid_class.ravel() == number).sum()
        expected[number] = orbit * np.bincount(size[minimal], minlength=17)
    assert expected.sum(axis=0)[4:7].tolist() == [25_728, 58_368, 1_536]  # as is published
    rng = rows.random_generator(1, 0)
    walks = unbiased.PuzzleWalks(rows, np.repeat(forms[:1], 1_500, axis=0), rng)
    for _ in range(150):
        walks.step()
    ends = walks.clues[~walks.superfluous.any(axis=1)]
    solved = walks.solutions[~walks.superfluous.any(axis=1)]
    assert rows.are_minimal(ends, solved).all() and rows.have_unique_solution(ends, solved).all()
    own_class = (minlex_rows(solved, (2, 2)) == forms[1]).all(axis=1).astype(int)
    drawn = np.zeros((2, 17))
    np.add.at(drawn, (own_class, (ends > 0).sum(axis=1)), 1)
    assert not drawn[expected == 0].any() and len(ends) > 500
    means = expected[expected > 0] / expected.sum() * len(ends)
    chi_square = ((drawn[expected > 0] - means) ** 2 / means).sum()
    assert chi_square < 20, (drawn[expected > 0], means)


def test_grids_of_an_even_draw_are_solved_and_differ_in_what_bands_hold():

    from nonet.setting import unbiased

    rows = PuzzleRows(nonet.Sudoku("." * 81))
    solved = unbiased.uniform_grids(rows, 40, rows.random_generator(3, 0))
    assert solved.shape == (40, 81) and rows.have_unique_solution(solved, solved).all()
    assert len(np.unique(solved, axis=0)) == 40
    assert len(np.unique(solved[:, :27], axis=0)) == 40


def test_an_even_draw_hands_over_each_puzzle_as_soon_as_its_walk_ends(monkeypatch):
    from nonet.setting import unbiased

    steps = []
    step = unbiased.PuzzleWalks.step
    monkeypatch.setattr(
        unbiased.PuzzleWalks, "step", lambda walks: steps.append(len(walks.clues)) or step(walks)
    )
    for name, value in {"FIRST_STEPS": 60, "STEPS_BETWEEN": 5, "LOOKS": 4}.items():
        monkeypatch.setattr(unbiased, name, value)
    generation = nonet.generate(30, unbiased=True, seed=4)
    puzzles, steps_before = [], []
    for each in generation:
        puzzles.append(each)
        steps_before.append(len(steps))
        if each.tag.startswith("4/1/"):
            break
    few, many = unbiased.WALKS
    assert steps[:60] == [few] * 60 and max(steps) == many
    assert steps_before[0] < 75, "the first puzzle waited for walks that still went on"
    assert len({each.tag for each in puzzles}) == len(puzzles)
    for each in puzzles:
        assert not nonet.setting.redundant(each.puzzle).redundant
        assert nonet.solve(each.puzzle).solution.line == each.solution


def test_contradictory_wishes_of_an_even_draw_are_refused():
    for wishes in ({"symmetry": "full"}, {"kind": "killer"}, {"like": SIX}, {"clues": 50}):
        with pytest.raises(PuzzleError):
            nonet.generate(1, unbiased=True, **wishes)


def test_a_rating_without_its_scale_is_refused_with_what_it_should_be():
    with pytest.raises(PuzzleError, match="a rating is a scale, the least and the greatest"):
        nonet.generate(rating=(9.0, 9.9))


@pytest.mark.parametrize("scale", ALL_SCALES)
def test_each_scale_of_a_rating_can_be_wished_for(scale):
    puzzle = nonet.parse(".......21.3..4..")
    fits, number = Difficulty(rating=(scale, 0, 1_000_000)).evaluate(puzzle)
    assert fits and number is not None
    assert not Difficulty(rating=(scale, 999_999, 1_000_000)).evaluate(puzzle)[0]


def test_the_solutions_drawn_are_counted_also_where_no_puzzle_comes_of_them():
    grid = nonet.Puzzle(nonet.Grid.square(4))
    puzzles = nonet.generate(like=grid, seed=3)
    next(puzzles)
    assert puzzles.solutions_drawn > 0
    # no minimal puzzle of 4x4 has more than six clues
    missed = nonet.generate(like=grid, clues=7, minimal=True, seed=3, time_limit=0.5)
    assert next(missed, None) is None
    assert missed.solutions_drawn > puzzles.solutions_drawn
