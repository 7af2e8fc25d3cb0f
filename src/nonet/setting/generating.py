"""New puzzles of a kind: as few clues as can be, or so many, a pattern, a symmetry, a difficulty.

>>> import nonet
>>> for made in generate(2, like=nonet.Sudoku("." * 16), seed=1):
...     print(made.tag, len(made.puzzle.clues) < 8, nonet.verify(made.puzzle).uniqueness.value)
1/0/0 True unique
1/0/1 True unique
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, pairwise
from itertools import count as numbers
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

from nonet.backends.registry import get_backend
from nonet.deadline import Deadline, DeadlineExceeded, report_progress
from nonet.errors import OutOfTime, PuzzleError, check_whole_number, quantity
from nonet.formats import Sudoku
from nonet.formats.json import puzzle_identity
from nonet.formats.statements import RuleEntry, parse_rules
from nonet.model import AllDifferent
from nonet.puzzle import Cell, Puzzle, PuzzleRule
from nonet.puzzle.grid import place as place_of
from nonet.puzzle.rules import CLASSIC, type_of_rule
from nonet.puzzle.rules.units import Jigsaw
from nonet.puzzle.unread import require_whole
from nonet.setting.canonical import orbits
from nonet.setting.difficulty import (
    Difficulty,
    TechniqueClimb,
    checked_level,
    ease_to_level,
    keys_of,
    needs_its_rules,
    with_more_clues,
    with_other_digits,
)
from nonet.setting.mark_generators import MARK_GENERATORS, kind_name, mark_generator, mark_kind
from nonet.setting.mark_layouts import (
    LAYOUTS_OF_LEVELS,
    MarkDemands,
    checked_ranges,
    least_digits,
    value_symmetry,
    values_without_mark,
    with_dot_for_digit,
)
from nonet.setting.marked_puzzles import MarkedPuzzleGenerator
from nonet.setting.regions import with_random_regions
from nonet.solving.solution_iterator import Closable
from nonet.techniques.levels import Level
from nonet.techniques.policies import LEVELS

if TYPE_CHECKING:
    from nonet.setting.puzzle_rows import PuzzleRows


# The request of a generator: grid, rules, number, marks, clues and difficulty.

MIN_CLUES, MAX_MINIMAL_CLUES = 17, 40
"""Of the classic 9x9: no puzzle has fewer clues (McGuire, Tugemann and Civario, "There is no
16-clue Sudoku", Experimental Mathematics 2014), and no minimal puzzle with more clues is known."""


def says_all_different(like: Puzzle) -> bool:
    """Whether the rules of a puzzle say "all different" alone, as rows, columns and boxes do."""
    constraints = like.model().structure.constraints
    return all(isinstance(each, AllDifferent) for each in constraints)


@dataclass(frozen=True)
class GenerationRequest:
    """The demands of :func:`nonet.generate`, checked."""

    like: Puzzle
    count: int = 1
    demands: MarkDemands = field(default_factory=MarkDemands)
    clues: tuple[int, int] | None = None
    minimal: bool = False
    symmetry: str = "none"
    pattern: frozenset[Cell] = frozenset()
    difficulty: Difficulty = field(default_factory=Difficulty)
    unbiased: bool = False
    without_regions: Puzzle | None = None
    """The puzzle whose regions are drawn anew for each batch after the first."""
    full_grid: Mapping[Cell, int] | None = None
    """A solution to begin with, where drawing the regions took one."""

    @property
    def has_free_difficulty(self) -> bool:
        """Whether any puzzle with one solution fulfils the demands on clues and difficulty."""
        return not (self.clues or self.minimal or self.pattern) and (
            self.difficulty == Difficulty()
        )

    @property
    def may_add_clues(self) -> bool:
        """Whether clues may be given back where a puzzle is too hard."""
        if self.minimal or self.unbiased or self.pattern or self.demands.kinds:
            return False
        return self.symmetry == "none" or not self.difficulty.technique

    def check(self) -> None:
        """Raise ``PuzzleError`` or ``TechniqueError`` for a request that cannot be fulfilled."""
        cells = len(self.like.grid.cells)
        orbits(self.like.grid, self.symmetry)
        kinds = self.demands.kinds
        for kind in kinds:
            mark_generator(kind)
        if kinds and (self.pattern or self.minimal):
            raise PuzzleError(
                f"{', '.join(kinds)}: give no pattern, and not minimal; digits are as few as can "
                "be, or as many as clues say"
            )
        if kinds and self.symmetry not in ("none", "half-turn"):
            raise PuzzleError(f"marks are laid with the symmetry half-turn, not {self.symmetry}")
        if not kinds and (self.demands.marks or self.demands.sizes):
            raise PuzzleError("marks and their sizes are asked for with a kind")
        if self.unbiased and (kinds or self.pattern or self.symmetry != "none"):
            raise PuzzleError(
                "unbiased draws from all minimal puzzles: give no kind, pattern or symmetry"
            )
        if self.pattern and (self.clues or self.symmetry != "none"):
            raise PuzzleError("a pattern says where clues are: no number and no symmetry besides")
        if self.pattern and self.like.rules == CLASSIC:
            self._check_exchangeable_lines()
        least, most = self.clues or (0, cells)
        if least > cells:
            raise PuzzleError(f"{least} clues are more than the grid has cells: {cells}")
        classic = self.like.rules == CLASSIC and cells == 81
        if self.unbiased and (not classic or self.like.clues):
            raise PuzzleError(
                "unbiased draws plain 9x9 classics alone: give no rules, size or clues"
            )
        if classic and not kinds:
            most = len(self.pattern) or most
            if most < MIN_CLUES:
                raise PuzzleError(f"no classic 9x9 has fewer than {MIN_CLUES} clues")
            if (self.minimal or self.unbiased) and max(
                least, len(self.pattern)
            ) > MAX_MINIMAL_CLUES:
                raise PuzzleError(f"no minimal 9x9 of more than {MAX_MINIMAL_CLUES} clues is known")
        self._check_digits(self.demands.digits[1] if self.demands.digits else most)
        self.difficulty.check()

    def _check_digits(self, most: int) -> None:
        """Raise ``PuzzleError`` for fewer digits than any puzzle of these kinds and rules has."""
        kinds, values = self.demands.kinds, self.like.grid.values
        least = least_digits(kinds, values)
        if most >= least or self.like.clues:
            return
        if not says_all_different(self.like):
            return
        low, high = values[0], values[-1]
        image = {
            "mirrored": f"each value may be {low + high} minus it",
            "ends": f"{low} and {high} may trade places",
            "parity": "values of one parity may trade places",
            "names": "values may trade places",
        }[str(value_symmetry(kinds, values))]
        if values_without_mark(kinds, values)[1:]:
            image = f"{image}, and values that stand in no line may trade places"
        marks = f"{' and '.join(kinds)} marks" if kinds else "rows, columns and regions"
        other = " or add a kind that tells them apart (as thermometer)" if kinds else ""
        raise PuzzleError(
            f"no puzzle of {marks} has fewer than {least} digit{'s' * (least > 1)}: in a solution "
            f"{image}. Ask for {least} or more{other}"
        )

    def _check_exchangeable_lines(self) -> None:
        """Raise ``PuzzleError`` for a pattern without a clue in two lines of one band or stack:
        such lines may trade values."""
        clues = {place_of(cell) for cell in (*self.pattern, *self.like.clues)}
        for block in self.like.grid.blocks if len(self.like.grid.blocks) == 1 else ():
            for axis, many in enumerate(block.box or ()):
                given = {place[axis] for place in clues}
                length = (block.height, block.width)[axis]
                free = [line for line in range(length) if line not in given]
                for first, second in pairwise(free):
                    if first // many == second // many:
                        lines = f"{'columns' if axis else 'rows'} {first + 1} and {second + 1}"
                        message = f"no puzzle has its clues there: {lines} have none"
                        raise PuzzleError(f"{message}, so their values could be exchanged")


# Batches: the draws of a seed, batch by batch, each the same in whichever process and order
# batches are made.

BATCH_SIZES = (4, 16, 64, 256, 1024, 2048)
"""Number of puzzles drawn together: few at first, for the first is soon wanted."""

MAX_LARGE_BATCH = 16
"""Number of 16x16 drawn together, at most: a puzzle takes a tenth of a second."""


@dataclass(frozen=True)
class Generated:
    """A puzzle with one solution, and its origin.

    ``solution`` is its line; ``tag`` is "seed/batch/place": the same seed and demands give the same
    puzzle there.  ``rating`` and ``level`` are there if asked for.
    """

    puzzle: Puzzle
    solution: str
    tag: str
    rating: float | None = None
    level: Level | None = None

    def to_json(self) -> dict[str, object]:
        """Return the puzzle in a readable form, its solution, its tag and its rating."""
        return {
            **puzzle_identity(self.puzzle),
            "clues": len(self.puzzle.clues),
            "solution": self.solution,
            "rating": self.rating,
            **({"difficulty": self.level.to_json()} if self.level else {}),
            "tag": self.tag,
        }


@dataclass(frozen=True)
class DrawnPuzzle:
    """A puzzle at ``place`` (batch, place), and whether the puzzle fits the request; or, with
    ``generated`` None, the number of solutions that a batch has drawn (``solutions_drawn``).

    ``distance``: by how much a puzzle misses the request: (1, clues) for a wrong number of clues,
    (0, rating) for another difficulty.
    """

    place: tuple[int, int]
    generated: Generated | None = None
    fits: bool = False
    solutions_drawn: int = 0
    distance: tuple[int, float] = (0, 0.0)


def draw_batch(
    request: GenerationRequest, seed: int, batch: int, deadline: Deadline
) -> Iterator[DrawnPuzzle]:
    """The puzzles of one batch that have the clues asked for; raises ``DeadlineExceeded``.

    Where regions are drawn, each batch has its own, and ends with its first puzzle.
    """
    if request.without_regions is None:
        yield from _draw_batch(request, seed, batch, deadline)
        return
    if batch:
        random = Random(f"{seed} regions {batch}")
        like, full_grid = with_random_regions(request.without_regions, random, deadline)
        request = replace(request, like=like, full_grid=full_grid)
    for drawn in _draw_batch(request, seed, batch, deadline):
        yield drawn
        if drawn.fits:
            return


def _draw_batch(
    request: GenerationRequest, seed: int, batch: int, deadline: Deadline
) -> Iterator[DrawnPuzzle]:
    from nonet.setting.puzzle_rows import SMALL, PuzzleRows, exceeds_kernel

    cells = len(request.like.grid.cells)
    size = BATCH_SIZES[min(batch, len(BATCH_SIZES) - 1)]
    if cells > SMALL:
        size = min(size, 1 if exceeds_kernel(request.like) else MAX_LARGE_BATCH)
    if request.without_regions is not None and request.has_free_difficulty:
        size = 1
    rows = PuzzleRows(request.like, deadline, full_grid=request.full_grid, exact=request.minimal)
    rng = rows.random_generator(seed, batch)
    if request.demands.kinds:
        solved = rows.random_solutions(size, rng)
        yield DrawnPuzzle((batch, -1), solutions_drawn=len(solved))
        yield from _marked_puzzles(request, rows, solved, seed, batch)
        return
    if request.unbiased:
        parts = _unbiased_clues(request, rows, rng, batch)
    else:
        solved = rows.random_solutions(size, rng)
        parts = iter([(*_random_clues(request, rows, solved, rng), solved)])
    first = 0
    for clues, fine, solved in parts:
        yield DrawnPuzzle((batch, first - 1), solutions_drawn=len(solved))
        for place, puzzle, solution in _puzzles_of_rows(rows, clues, fine, solved):
            at = batch, first + place
            random, level = Random(f"{seed} {batch} {at[1]}"), None
            values = rows.values(solved[place])
            if request.may_add_clues and request.difficulty.technique:
                adapted = TechniqueClimb(
                    keys_of(request.difficulty.technique),
                    puzzle,
                    values,
                    random,
                    request.difficulty.harder,
                    frozenset(request.like.clues),
                    request.clues or (0, rows.cells),
                ).climb()
                if adapted is None:
                    continue
                puzzle = adapted
            elif request.may_add_clues and request.difficulty.level:
                most = request.clues[1] if request.clues else None
                series = with_more_clues(puzzle, values, random, most, request.symmetry)
                puzzle, level = ease_to_level(series, request.difficulty.level, rows.deadline)
            yield from _judged_puzzle(request, puzzle, solution, seed, at, level)
        if not fine.any() and (miss := _nearest_puzzle(request, rows, clues, solved)):
            (place, puzzle, solution), off = miss
            at = batch, first + place
            generated = Generated(puzzle, solution, _tag(seed, at))
            yield DrawnPuzzle(at, generated, distance=(1, off))
        first += len(clues)


def _judged_puzzle(
    request: GenerationRequest,
    puzzle: Puzzle,
    solution: str,
    seed: int,
    place: tuple[int, int],
    level: Level | None = None,
) -> Iterator[DrawnPuzzle]:
    """The puzzle, if it fits the demands on difficulty, or has a rating or a level."""
    difficulty, off = request.difficulty, 0
    if level is not None:
        if not level.word or not needs_its_rules(puzzle):
            return
        off = abs(LEVELS.index(level.word) - LEVELS.index(difficulty.level))
        difficulty = replace(difficulty, level="")
    fits, rating = (False, None) if off else difficulty.evaluate(puzzle)
    if off or fits or rating is not None:
        generated = Generated(puzzle, solution, _tag(seed, place), rating, level)
        distance = 0, off or difficulty.distance(rating)
        yield DrawnPuzzle(place, generated, fits, distance=distance)


def _tag(seed: int, place: tuple[int, int]) -> str:
    return f"{seed}/{place[0]}/{place[1]}"


def draw_batch_in_process(
    request: GenerationRequest, seed: int, until: float | None, batch: int
) -> list[DrawnPuzzle | None]:
    """A batch, for a process of its own; a last ``None`` says that the time was out.

    ``until`` is a reading of ``time.time``, which all processes have in common.
    """
    deadline = Deadline(None if until is None else max(0.001, until - time.time()))
    drawn: list[DrawnPuzzle | None] = []
    if not deadline.finishes(lambda: drawn.extend(draw_batch(request, seed, batch, deadline))):
        drawn.append(None)
    return drawn


def _marked_puzzles(
    request: GenerationRequest, rows: PuzzleRows, solved: Any, seed: int, batch: int
) -> Iterator[DrawnPuzzle]:
    """Puzzles with marks, and as nearest puzzles those with a wrong number of digits."""
    generator = MarkedPuzzleGenerator(request.like, request.demands, rows.deadline)
    low, high = request.demands.digits or (0, rows.cells)
    for place, values in enumerate(solved):
        random = Random(f"{seed} {batch} {place}")
        puzzle, unique = generator.puzzle(
            rows.values(values), random, may_have_digits=bool(request.difficulty.level)
        )
        names = {rule.name for rule in puzzle.rules}
        names |= {"dots"} if names & {"white-dot", "black-dot"} else set()
        if request.demands.symmetric and not names.issuperset(request.demands.kinds):
            continue  # some solutions have no symmetric places for a kind
        solution, at = puzzle.line(unique), (batch, place)
        level = None
        if request.difficulty.level:
            series = generator.easier(puzzle, unique, random)
            digits = partial(with_other_digits, solution=unique, random=random)
            word = request.difficulty.level
            puzzle, level = ease_to_level(series, word, rows.deadline, digits)
        number = len(puzzle.clues) - len(request.like.clues)
        if low <= number <= high:
            yield from _judged_puzzle(request, puzzle, solution, seed, at, level)
        else:
            generated = Generated(puzzle, solution, _tag(seed, at))
            yield DrawnPuzzle(at, generated, distance=(1, max(low - number, number - high)))


def _unbiased_clues(
    request: GenerationRequest, rows: PuzzleRows, rng: Any, batch: int
) -> Iterator[tuple[Any, Any, Any]]:
    """Minimal puzzles drawn evenly, which fit the number of clues, and solutions, as walks end."""
    get_backend("lockstep")
    from nonet.setting import unbiased

    low, high = request.clues or (0, rows.cells)
    for clues, solved in unbiased.unbiased_puzzles(rows, rng, unbiased.WALKS[min(batch, 1)]):
        number = (clues > 0).sum(axis=1)
        yield clues, (low <= number) & (number <= high), solved


def _nearest_puzzle(
    wishes: GenerationRequest, rows: PuzzleRows, clues: Any, solved: Any
) -> tuple[tuple[int, Puzzle, str], int] | None:
    """Return the puzzle that misses the number of clues least, and by how much."""
    if wishes.clues is None:
        return None
    low, high = wishes.clues
    number = (clues > 0).sum(axis=1).astype(int)
    off = (low - number).clip(0) + (number - high).clip(0)
    nearest = off == off[off > 0].min(initial=rows.cells)
    nearest &= nearest.cumsum() == 1
    if wishes.minimal and not wishes.unbiased:
        nearest[nearest] = rows.are_minimal(clues[nearest], solved[nearest])
    nearest_row = next(_puzzles_of_rows(rows, clues, nearest, solved), None)
    return None if nearest_row is None else (nearest_row, int(off[nearest_row[0]]))


def _puzzles_of_rows(
    rows: PuzzleRows, clues: Any, fine: Any, solved: Any
) -> Iterator[tuple[int, Puzzle, str]]:
    """The puzzles of the rows of clues that are ``fine``, and their solutions."""
    for place in fine.nonzero()[0]:
        yield int(place), rows.puzzle(clues[place]), rows.line(solved[place])


def _random_clues(
    wishes: GenerationRequest, rows: PuzzleRows, solved: Any, rng: Any
) -> tuple[Any, Any]:
    low, high = wishes.clues or (0, rows.cells)
    if wishes.pattern:
        columns = [cell not in wishes.pattern for cell in rows.grid.cells]
        clues = solved.copy()
        clues[:, columns] = 0
        clues[:, rows.theme > 0] = solved[:, rows.theme > 0]
    else:
        keep = 0 if wishes.minimal else low
        groups = rows.symmetry_groups(wishes.symmetry)
        clues = rows.remove_clues(solved, rng, groups, keep)
    number = (clues > 0).sum(axis=1)
    fine = (low <= number) & (number <= high)
    if wishes.pattern:
        fine[fine] = rows.have_unique_solution(clues[fine], solved[fine])
    if wishes.minimal and (wishes.pattern or wishes.symmetry != "none"):
        # clues taken away one by one are each needed when none is left to take
        fine[fine] = rows.are_minimal(clues[fine], solved[fine])
    return clues, fine


MAX_SMALL_CELLS = 36
"""Cells up to which a puzzle may well be drawn twice; of larger grids that is not looked for."""
MarkRange = int | tuple[int, int]
MarkRanges = MarkRange | Mapping[str, MarkRange] | None

MAX_REPEATS = 10_000
"""Puzzles in turn that were drawn before, after which there are hardly more."""


class Generation(Closable, Iterator[Generated]):
    """New puzzles, one by one; close a generation that is left early and has processes.

    ``solutions_drawn`` counts the solutions drawn so far; ``stopped`` says that the time was out.
    ``nearest`` is, with a requested difficulty or number of clues, the puzzle that came nearest to
    the request.  ``exhausted`` says that there seem to be no more: grid, rules and theme have one
    solution without further clues, or, of a small grid, ``MAX_REPEATS`` puzzles came in turn that
    had come before.
    """

    def __init__(
        self,
        request: GenerationRequest,
        deadline: Deadline,
        seed: int,
        after: tuple[int, int],
        jobs: int,
    ) -> None:
        self.request, self.seed = request, seed
        self.solutions_drawn = 0
        self.stopped = self.exhausted = False
        self.nearest: Generated | None = None
        self._nearest_distance = (0, 0.0)
        self._deadline = deadline
        report_progress(
            lambda: (
                f"{quantity(drawn, 'solution')} tried" if (drawn := self.solutions_drawn) else ""
            )
        )
        self._remaining = request.count
        self._puzzles = self._search(after, jobs)

    def __repr__(self) -> str:
        to_come = quantity(self._remaining, "puzzle")
        return f"<Generation, {to_come} to come, seed {self.seed}: iterate over it>"

    def __next__(self) -> Generated:
        if not self._remaining or self.stopped:
            self.close()
            raise StopIteration
        try:
            generated: Generated = self._deadline.call(self._puzzles.__next__)
        except (DeadlineExceeded, OutOfTime):  # a puzzle that is rated has the search's deadline
            if not self._deadline.expired:
                raise
            self.stopped = True
            raise StopIteration from None
        self._remaining -= 1
        return generated

    def close(self) -> None:
        """End the processes, if there are any; no more puzzles come."""
        self._remaining = 0
        self._puzzles.close()

    def _search(self, after: tuple[int, int], jobs: int) -> Generator[Generated]:
        batches: Generator[Iterable[DrawnPuzzle | None]]
        like = self.request.like
        known: set[object] | None = set() if len(like.grid.cells) <= MAX_SMALL_CELLS else None
        first, again = 0 if known is not None else after[0], 0
        if jobs == 1:
            batches = (
                draw_batch(self.request, self.seed, at, self._deadline) for at in numbers(first)
            )
        else:
            batches = self._batches_by_processes(first, jobs)
        with closing(batches):
            for each in chain.from_iterable(batches):
                if each is None:
                    raise DeadlineExceeded
                self.solutions_drawn += each.solutions_drawn
                if each.generated is None:
                    continue
                puzzle = each.generated.puzzle
                if known is not None:
                    key = (frozenset(puzzle.clues.items()), puzzle.rules)
                    again = again + 1 if key in known else 0
                    known.add(key)
                    if again == MAX_REPEATS:
                        self.exhausted = True
                        return
                if again or each.place <= after:
                    continue
                if each.fits:
                    yield each.generated
                elif self.nearest is None or each.distance < self._nearest_distance:
                    self.nearest, self._nearest_distance = each.generated, each.distance
                if not self.request.demands.kinds and puzzle.clues == like.clues:
                    self.exhausted = True
                    return

    def _batches_by_processes(self, first: int, jobs: int) -> Generator[list[DrawnPuzzle | None]]:
        from nonet.solving.process_pool import ProcessPool  # 40 modules, for jobs alone

        remaining = self._deadline.remaining()
        until = None if remaining is None else time.time() + remaining
        work = partial(draw_batch_in_process, self.request, self.seed, until)
        with ProcessPool(jobs) as processes:
            for _, batch in processes.map_in_order(work, numbers(first)):
                yield batch


def generate(
    count: int = 1,
    *,
    like: Puzzle | None = None,
    rules: RuleEntry | Iterable[RuleEntry] = (),
    kind: str | Iterable[str] = (),
    marks: MarkRanges = None,
    sizes: MarkRanges = None,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    unbiased: bool = False,
    symmetry: str = "none",
    pattern: str | Iterable[Cell] = (),
    rating: tuple[str, float, float] | None = None,
    technique: str = "",
    only: str | Iterable[str] = (),
    level: str = "",
    steps: int | tuple[int, int] | None = None,
    opening: str = "",
    harder: bool = False,
    seed: int | None = None,
    after: str = "",
    jobs: int = 1,
    time_limit: float | None = None,
) -> Generation:
    """Generate up to ``count`` new puzzles with one solution each, one by one.

    ``like`` gives the grid, rules and clues to keep (a theme), by default the classic 9x9;
    ``rules`` are added (of a ``jigsaw`` without a layout the regions are drawn, for each puzzle).

    ``kind`` makes puzzles with marks of one or several kinds: ``killer``, ``thermometer``,
    ``arrow``, ``dots`` ..., or any rule that has a place and needs no text (``mark_generators.py``),
    or a rule of the whole grid, as ``x`` or ``jigsaw``.
    ``marks`` and ``sizes`` give the number of marks and the number of cells of each mark: a number,
    two numbers, or a mapping by kind (``{"arrow": 2, "killer": (4, 6)}``); by default the numbers
    of ``mark_layouts.LAYOUTS``.  There are no digits where marks of the kind can do without, else
    as few as marks leave, or the number that ``clues`` says; with ``clues=0`` a black dot tells a
    solution from its image where a digit did (whispers, renban, sandwiches).

    Clues are taken away at random until no more can go, in the groups of ``symmetry`` (a name in
    ``canonical.SYMMETRIES``; of marks, not of digits beside them, ``half-turn``).
    ``clues``: the number of clues, or a range (least, most); ``minimal``:
    each clue is needed by itself, which symmetric puzzles seldom are.  ``pattern``: clues in these
    cells exactly, given as cells or as the line of a puzzle.

    ``rating``: a scale of :func:`nonet.rate` and the least and greatest rating; ``level``: Easy to
    Extreme, by HoDoKu, or of variants by effort: puzzles that need each of their rules, made easier
    by further marks and digits.  ``technique``: without this technique, all that stand before in
    the usual order of :func:`nonet.explain` stop, and with this technique they solve the puzzle
    (with ``harder``, harder techniques may be needed besides); clues are given back and replaced
    for that where ``minimal``, ``symmetry`` and ``clues`` allow.  ``only``: techniques that
    suffice; ``steps``: steps of the usual path that are no singles; ``opening``: its first step.

    ``seed`` gives the same puzzles each time on processors of one kind, for any number of processes
    (``jobs``); ``after``, the ``tag`` of a puzzle, continues behind it.  Processes take a second or
    two to start.  After ``time_limit`` seconds the puzzles end: see :class:`Generation` for the
    state at the end.  Where grid, rules and theme have one solution without a further clue, one
    puzzle comes; of a grid of up to ``MAX_SMALL_CELLS`` cells none comes twice.  Without a limit
    the search may never end.

    Drawn by taking clues away, puzzles with few clues come too often, and solutions are not drawn
    evenly.  ``unbiased`` draws minimal classics so that each is as likely as any other
    (``unbiased.py``; the first takes some 3 s, ninety 25).

    Raises ``PuzzleError`` for demands that contradict each other, ``TechniqueError`` and
    ``LimitError`` for unknown scales and techniques, and limits that are none.

    >>> from nonet import Sudoku, verify
    >>> puzzle = next(generate(like=Sudoku("." * 16), seed=1)).puzzle
    >>> verify(puzzle).uniqueness.value
    'unique'
    """
    check_whole_number(count, "a number of puzzles")
    check_whole_number(jobs, "a number of processes")
    clock = Deadline(time_limit)
    if like is not None:
        require_whole(like.unread, "the template")
    seed = SystemRandom().randrange(1 << 32) if seed is None else seed
    kinds, rules_of_kinds = marked_kinds(kind)
    entries = [rules] if isinstance(rules, str | PuzzleRule | Mapping) else rules
    like, without_regions, full_grid = _with_rules(like, [*entries, *rules_of_kinds], seed, clock)
    names = tuple(only.split(",") if isinstance(only, str) and only else only)
    path_length = (steps, steps) if isinstance(steps, int) else steps
    level = checked_level(level) if level else ""
    request = GenerationRequest(
        like,
        count,
        _mark_demands(like, kinds, marks, sizes, _clue_range(clues), level, symmetry),
        None if kinds else _clue_range(clues),
        minimal,
        symmetry,
        _pattern_cells(like, pattern),
        Difficulty(rating, technique, names, level, path_length, opening, harder),
        unbiased,
        without_regions,
        full_grid,
    )
    request.check()
    return Generation(request, clock, seed, _place_after(after, seed), jobs)


def _mark_demands(
    like: Puzzle,
    kinds: tuple[str, ...],
    marks: MarkRanges,
    sizes: MarkRanges,
    digits: tuple[int, int] | None,
    level: str,
    symmetry: str,
) -> MarkDemands:
    """Return the demands on marks: by default the layout of a level, and dots for no digit."""
    kind = ",".join(kinds)
    usual = LAYOUTS_OF_LEVELS.get((kind, level)) or LAYOUTS_OF_LEVELS.get((kind, ""))
    if level and usual and len(like.grid.cells) == 81:
        marks, sizes = marks or usual.marks, sizes or usual.size

    def ranges(requested: MarkRanges, what: str) -> dict[str, tuple[int, int]]:
        if isinstance(requested, Mapping):
            requested = {name and kind_name(name): value for name, value in requested.items()}
        return checked_ranges(requested, kinds, what)

    symmetric = symmetry != "none"
    demands = MarkDemands(kinds, ranges(marks, "marks"), ranges(sizes, "cells"), digits, symmetric)
    if says_all_different(like) and not like.clues:
        return with_dot_for_digit(demands, like.grid.values)
    return demands


def marked_kinds(kind: str | Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the kinds of marks among some kinds, and those that are rules of the whole grid."""
    given = kind.split(",") if isinstance(kind, str) else list(kind)
    names = dict.fromkeys(kind_name(name) for name in given if name.strip())
    rules = {name: type_of_rule(name) for name in names if name not in MARK_GENERATORS}
    whole = [name for name, rule in rules.items() if rule.entry == "grid"]
    return tuple(name for name in names if name not in whole), tuple(whole)


def _with_rules(
    like: Puzzle | None, given: Iterable[RuleEntry], seed: int, clock: Deadline
) -> tuple[Puzzle, Puzzle | None, Mapping[Cell, int] | None]:
    """Return a puzzle with further rules; and, for a jigsaw whose regions are drawn, the puzzle
    without it, and perhaps a solution.

    A rule whose marks are to be drawn is a kind, not a rule to add.
    """
    entries = tuple(given)
    names = [entry.strip() if isinstance(entry, str) else "" for entry in entries]
    for name in names:
        if name and (kind := mark_kind(name)):
            raise PuzzleError(
                f"rule {kind} needs its marks; to have them drawn ask for kind={kind!r} "
                f"(--kind {kind})"
            )
    drawn = [name in (Jigsaw.name, *Jigsaw.aliases) for name in names]
    pairs = zip(entries, drawn, strict=True)
    if like is None:
        like = Sudoku("." * 81)
    like = like.with_rules(*parse_rules([entry for entry, draw in pairs if not draw]))
    if not any(drawn):
        return like, None, None
    drawn_puzzle, full_grid = with_random_regions(like, Random(f"{seed} regions"), clock)
    return drawn_puzzle, like, full_grid


def _clue_range(clues: int | tuple[int, int] | None) -> tuple[int, int] | None:
    if clues is None:
        return None
    low, high = (clues, clues) if isinstance(clues, int) else clues
    if not 0 <= low <= high:
        raise PuzzleError(f"numbers of clues go up from 0 or more, not from {low} to {high}")
    return low, high


def _pattern_cells(like: Puzzle, pattern: str | Iterable[Cell]) -> frozenset[Cell]:
    """Return the cells of a pattern; raise ``PuzzleError`` if it does not fit the grid."""
    if not isinstance(pattern, str):
        return frozenset(like.grid.cell(cell) for cell in pattern)
    if not pattern:
        return frozenset()
    marks = "".join(pattern.split())
    if len(marks) != len(like.grid.cells):
        raise PuzzleError(
            f"a pattern has a character for each of {len(like.grid.cells)} cells "
            f"('.' or 0 for none), not {len(marks)}"
        )
    pairs = zip(like.grid.cells, marks, strict=True)
    return frozenset(cell for cell, mark in pairs if mark not in ".0")


def _place_after(tag: str, seed: int) -> tuple[int, int]:
    if not tag:
        return 0, -1
    try:
        of, batch, place = map(int, tag.split("/"))
    except ValueError:
        raise PuzzleError(f"a tag is SEED/BATCH/PLACE, not {tag!r}") from None
    if of != seed:
        raise PuzzleError(f"{tag} is of another seed than {seed}")
    return batch, place
