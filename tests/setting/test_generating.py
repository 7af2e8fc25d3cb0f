"""New puzzles: each is unique by another backend, and is what was asked for."""

import time
from multiprocessing import active_children

import numpy as np
import pytest

import nonet
from nonet.deadline import DeadlineExceeded
from nonet.errors import LimitError, NonetError, OutOfTime, PuzzleError, TechniqueError
from nonet.setting import generating
from nonet.setting.canonical import SYMMETRIES
from nonet.setting.difficulty import Difficulty, order_for_techniques
from nonet.setting.generating import DrawnPuzzle
from nonet.techniques.rating import ALL_SCALES
from tests.cases import as_one_test
from tests.setting.puzzles import BLANK, SIX, is_unique, needs_each_clue

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


@pytest.mark.parametrize(
    ("demands", "refused"),
    [
        ({"clues": 17}, False),
        ({"clues": 16}, True),
        ({"clues": (0, 17)}, False),
        ({"clues": (0, 16)}, True),
        ({"clues": 40, "minimal": True}, False),
        ({"clues": 41, "minimal": True}, True),
        ({"clues": (40, 50), "minimal": True}, False),
        ({"clues": 41}, False),
        ({"clues": 40, "unbiased": True}, False),
        ({"clues": 41, "unbiased": True}, True),
        ({"clues": 81}, False),
        ({"clues": 82}, True),
        ({"clues": (0, 0), "kind": "killer"}, False),
        ({"clues": 16, "like": SIX}, False),
        ({"clues": 36, "like": SIX}, False),
        ({"clues": 37, "like": SIX}, True),
        ({"clues": (3, 3)}, True),
        ({"clues": (-1, 30)}, True),
        ({"clues": (30, 29)}, True),
        ({"pattern": "x." * 8 + "." * 65}, True),
        ({"pattern": ("x." * 4 + "x" + ".x" * 4 + ".") * 4 + "x." * 4 + "x"}, False),
        (
            {"pattern": ("x." * 4 + "x" + ".x" * 4 + ".") * 4 + "x." * 4 + "x", "minimal": True},
            True,
        ),
        ({"pattern": ["R1C1"], "clues": 20}, True),
        ({"pattern": ["R1C1"] * 20, "symmetry": "half-turn", "like": SIX}, True),
        ({"kind": "killer", "minimal": True}, True),
        ({"kind": "killer", "pattern": "x" * 81}, True),
        ({"kind": "killer", "symmetry": "half-turn"}, False),
        ({"kind": "killer", "symmetry": "diagonal"}, True),
        ({"marks": 3}, True),
        ({"sizes": 3}, True),
        ({"unbiased": True}, False),
        ({"unbiased": True, "kind": "killer"}, True),
        ({"unbiased": True, "symmetry": "half-turn"}, True),
        ({"unbiased": True, "pattern": "x" * 81}, True),
        ({"unbiased": True, "like": SIX}, True),
        ({"unbiased": True, "like": nonet.Sudoku("1" + "." * 80)}, True),
        ({"unbiased": True, "rules": "x"}, True),
        ({"after": "1/0/0", "seed": 1}, False),
        ({"after": "2/0/0", "seed": 1}, True),
        ({"after": "1/0", "seed": 1}, True),
        ({"after": "1/0/x", "seed": 1}, True),
        ({"rules": "killer"}, True),
        ({"steps": (0, 0)}, False),
        ({"steps": (2, 1)}, True),
        ({"steps": (-1, 1)}, True),
        ({"rating": ("se", 5, 5)}, False),
        ({"rating": ("se", 5, 4.9)}, True),
        ({"harder": True}, True),
        ({"harder": True, "technique": "x-wing"}, False),
    ],
)
def test_each_demand_is_allowed_up_to_its_limit_and_refused_beyond(demands, refused):
    given = {"seed": 1, **demands}
    if refused:
        with pytest.raises(PuzzleError):
            nonet.generate(1, **given)
    else:
        nonet.generate(1, **given).close()


def drawn(number, place, *, fits=True, distance=(0, 0.0), solutions=0):
    """A stand-in for a drawn puzzle: one of a few clues, by its number."""
    if number is None:
        return DrawnPuzzle(place, solutions_drawn=solutions)
    puzzle = BLANK.with_clues({"R1C1": number % 4 + 1, "R2C3": number // 4 % 4 + 1})
    generated = generating.Generated(puzzle, str(number), f"1/{place[0]}/{place[1]}")
    return DrawnPuzzle(place, generated, fits, solutions, distance)


@pytest.fixture
def batches(monkeypatch):
    """Batches of stand-ins that are drawn in place of puzzles; the seeds and numbers asked for."""
    lists, numbers_drawn = [], []

    def draw_batch(request, seed, batch, deadline):
        numbers_drawn.append(batch)
        deadline.check()
        if batch >= len(lists):
            raise DeadlineExceeded
        yield from lists[batch]

    monkeypatch.setattr(generating, "draw_batch", draw_batch)
    monkeypatch.setattr(generating.Deadline, "expired", True)
    return lists, numbers_drawn


def test_puzzles_come_batch_by_batch_as_many_as_asked_for(batches):
    lists, numbers_drawn = batches
    lists += [
        [drawn(None, (0, -1), solutions=4), drawn(1, (0, 0)), drawn(2, (0, 2), fits=False)],
        [drawn(None, (1, -1), solutions=7), drawn(3, (1, 0)), drawn(4, (1, 1)), drawn(5, (1, 2))],
    ]
    run = nonet.generate(3, like=BLANK, seed=1)
    assert [each.solution for each in run] == ["1", "3", "4"]
    assert run.solutions_drawn == 11 and numbers_drawn == [0, 1] and not run.stopped
    late = nonet.generate(9, like=BLANK, seed=1)
    assert [each.solution for each in late] == ["1", "3", "4", "5"] and late.stopped
    assert next(late, None) is None and not late.exhausted
    after = nonet.generate(1, like=BLANK, seed=1, after="1/1/0")
    assert [each.solution for each in after] == ["4"]


def test_the_nearest_puzzle_is_the_first_of_those_that_miss_least(batches):
    lists, _ = batches
    distances = [(1, 3), (0, 2.0), (1, 1), (0, 1.5), (0, 1.5), (0, 1.6)]
    lists.append(
        [drawn(n, (0, n), fits=False, distance=each) for n, each in enumerate(distances, 1)]
    )
    run = nonet.generate(1, like=BLANK, seed=1)
    assert list(run) == [] and run.nearest.solution == "4"


@pytest.mark.parametrize("repeats", [2, 3, 4])
def test_a_small_grid_is_exhausted_when_so_many_in_turn_came_before(repeats, batches, monkeypatch):
    monkeypatch.setattr(generating, "MAX_REPEATS", 3)
    lists, _ = batches
    numbers = [1, 2, 1, 2, 3] + [1] * repeats
    lists.append([drawn(n, (0, place)) for place, n in enumerate(numbers)])
    run = nonet.generate(9, like=BLANK, seed=1)
    assert [each.solution for each in run] == ["1", "2", "3"]
    assert run.exhausted == (repeats >= 3) and run.stopped != run.exhausted


def test_of_a_large_grid_repeats_are_not_looked_for(batches, monkeypatch):
    lists, numbers_drawn = batches
    lists += [[], [drawn(1, (1, 0)), drawn(1, (1, 1))]]
    monkeypatch.setattr(generating, "MAX_SMALL_CELLS", 15)
    run = nonet.generate(2, like=BLANK, seed=1, after="1/1/-1")
    assert [each.tag for each in run] == ["1/1/0", "1/1/1"]
    assert numbers_drawn == [1], "it goes on at once"
    monkeypatch.setattr(generating, "MAX_SMALL_CELLS", 16)
    assert [each.tag for each in nonet.generate(9, like=BLANK, seed=1)] == ["1/1/0"]


def test_where_no_further_clue_is_needed_one_puzzle_comes(batches):
    lists, _ = batches
    like = nonet.parse("1.3.34....2..1..")
    generated = generating.Generated(like, "solved", "1/0/0")
    lists.append([DrawnPuzzle((0, n), generated, True) for n in range(3)])
    run = nonet.generate(5, like=like, seed=1)
    assert [each.solution for each in run] == ["solved"] and run.exhausted and not run.stopped
