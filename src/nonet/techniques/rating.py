"""Ratings: how hard a puzzle is, by published orders and scores.

>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> result = rate(puzzle)
>>> result.rating, result.score, result.level, result.hardest
(1.2, 204, 'Easy', 'Hidden Single (Box)')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import islice
from math import inf, sqrt
from typing import Any, NamedTuple, TypeVar

from nonet.deadline import DeadlineExceeded
from nonet.errors import NonetError, TechniqueError
from nonet.puzzle import Puzzle
from nonet.puzzle.rules import CLASSIC
from nonet.puzzle.unread import Claims, UnreadPart, as_read_text
from nonet.solving import Uniqueness
from nonet.solving.outcome import DecidedByReading
from nonet.solving.problem_input import ProblemInput
from nonet.techniques.entry_search import search_steps
from nonet.techniques.path import Path, walk_path
from nonet.techniques.policies import (
    EXPLAINER,
    HODOKU,
    HUMAN,
    LEVELS,
    POLICIES,
    SUKAKU,
    Entry,
    Policy,
)
from nonet.techniques.position import Position
from nonet.techniques.search_deadline import NO_DEADLINE, SearchDeadline, relaxed_gc
from nonet.techniques.solution_oracle import SolutionOracle, oracle_for
from nonet.techniques.step import Step

# Effort: how hard a variant is, on a scale of its own.
#
# Published scales are made for classic puzzles: they have no scores for sums, lines and clues
# outside the grid. A step's effort grows with the technique (the table below), with the number of
# cells that have to be looked at, and, where a rule is followed by supposition, with the length
# of the chain; it shrinks with the number of places where such a step is to be found, since
# people find one of them sooner:
#
#     effort = technique * (1 + cells / 18) / sqrt(places)
#
# A puzzle is as hard as its hardest steps: a path in nonet's order for people has the effort of
# its hardest step, four fifths of the next, and so on, each step at least a twentieth of its
# effort. So a hundred easy steps come to no more than a few hard ones, and of two puzzles with
# the same hard steps the longer is the harder. As 1 + 4/5 + (4/5)² + ... is 5, a level's limit is
# about five times the effort of the steps that a path has to have again and again to reach it.
#
# Both are meant for puzzles whose rules are more than "all different"; classic puzzles have
# Sudoku Explainer's and HoDoKu's scales.

EFFORTS = """
0.3 full-house
1 hidden-single clone-pairs kropki-pairs xv-pairs comparisons
1.5 naked-single unmarked-pairs thermometer-bounds between-bounds whispers-parity
2 renban-ranges entropic-cycle arrow-sums cage-combinations little-killer-bounds
2 sandwich-combinations x-sum-combinations line-sums skyscraper-bounds constraint
3 pointing claiming locked-pair
4 innies naked-pair locked-triple
5 outies hidden-pair locked-in-constraint
6 naked-triple
8 hidden-triple constraint-and-house set-equivalence
"""
"""The effort of techniques that people use in variants all the time; of any other it is a tenth
of its score in nonet's order for people (an X-wing 14, a chain 28).
"""

LIMITS = (20, 50, 150, 400)
"""The greatest efforts of the levels Easy, Medium, Hard and Unfair."""

LIMITS_OF_KILLERS = (15, 25, 75, 200)
"""The same of killers, by published levels: one that its site calls expert has the effort 16, four
of the highest of ten levels of another site have 44, 125, 150 and 193; the easiest that small cages
make without a digit has 12."""


class Level(NamedTuple):
    """A level as a word, with its number on a scale: effort, or HoDoKu's score.

    Where logic did not solve the puzzle in time, the word is empty and the number infinite.
    """

    word: str
    number: float
    scale: str

    def __str__(self) -> str:
        return f"{self.word}, {self.scale} {self.number:g}" if self.word else "not solved by logic"


DISCOUNT, LEAST_WEIGHT = 0.8, 0.05
"""Of the hardest steps each counts so much of what the one before it does, none less than that."""

MAX_PLACES = 16
"""Places with a step of the same kind that are counted at most: more are no easier to see."""

FORCING, FORCING_LINK = 6, 3
"""The effort of a supposition through constraints, and of each of its links."""


@lru_cache(maxsize=1)
def _table() -> dict[str, float]:
    rows = (line.split() for line in EFFORTS.strip().splitlines())
    return {key: float(effort) for effort, *keys in rows for key in keys}


def technique_effort(step: Step, entry: Entry) -> float:
    """The effort of a step by its technique alone."""
    if step.key == "constraint-forcing":
        return FORCING + FORCING_LINK * (step.difficulty - 400) / 10
    return _table().get(step.key, entry.score / 10)


def step_effort(position: Position, step: Step) -> float:
    """The effort to find and to follow a step at a position."""
    entry = POLICIES["human"].entry_for(step.key)
    cells = max((cells.bit_count() for cells, _ in step.sets), default=0)
    places = 1
    if entry.quick:
        places = max(1, len(set(islice(search_steps(position, entry.keys), MAX_PLACES))))
    return technique_effort(step, entry) * (1 + cells / 18) / sqrt(places)


def step_efforts(path: Path) -> Iterator[float]:
    """The efforts of a path's steps."""
    position = path.start.with_deadline(NO_DEADLINE)
    for step in path.steps:
        yield step_effort(position, step)
        before, position = position, position.after(step)
        before.clear_cache()


def weighted_total(efforts: Iterable[float]) -> float:
    """The effort of steps together: the hardest whole, the next four fifths of it, ..."""
    hardest_first = enumerate(sorted(efforts, reverse=True))
    return round(sum(max(DISCOUNT**rank, LEAST_WEIGHT) * e for rank, e in hardest_first), 1)


def path_effort(path: Path) -> float:
    """The effort of a whole path."""
    return weighted_total(step_efforts(path))


def limits_of(puzzle: Puzzle | None) -> tuple[int, ...]:
    """The greatest efforts of the levels, by the kind of a puzzle."""
    further = [rule.name for rule in puzzle.rules if rule not in CLASSIC] if puzzle else []
    return LIMITS_OF_KILLERS if further and set(further) == {"killer"} else LIMITS


def effort_level(effort: float, puzzle: Puzzle | None = None) -> str:
    """The level of an effort, as a word: Easy to Extreme."""
    return LEVELS[sum(effort > limit for limit in limits_of(puzzle))]


def level_up_to(puzzle: Puzzle, most: str, time_limit: float | None = None) -> Level:
    """The level of a puzzle with one solution.

    The walk ends with the step that takes it beyond the level ``most``: then the level is a harder
    one, and the number that of the steps so far.

    >>> import nonet
    >>> print(level_up_to(nonet.parse(".......21.3..4.."), "Medium"))
    Easy, HoDoKu 48
    """
    clock = SearchDeadline(time_limit)
    known = oracle_for(puzzle, clock, True)
    start, efforts, ranks = known.start, list[float](), list[str]()
    scale: Policy = HUMAN if start.layout.other_constraints else HODOKU

    def level() -> Level:
        if scale is HODOKU:
            total = scale.total(efforts)
            return Level(scale.level(ranks, total), total, "HoDoKu")
        total = weighted_total(efforts)
        return Level(effort_level(total, puzzle), total, "effort")

    def suffices(position: Position, step: Step) -> bool:
        entry = scale.entry_for(step.key)
        if scale is HODOKU:
            efforts.append(entry.step_score(step) if entry.scored_by_step else entry.score)
            ranks.append(entry.level)
        else:
            efforts.append(step_effort(position, step))
        # a further step never makes the total less
        return LEVELS.index(level().word) > LEVELS.index(most)

    path, result = walk_path(start, scale, known, suffices), level()
    if path.solved or LEVELS.index(result.word) > LEVELS.index(most):
        return result
    return Level("", inf, result.scale)


DEFAULT_SCALES = ("explainer", "hodoku")
"""What a rating is made of, unless scales are named."""
ALL_SCALES = (*DEFAULT_SCALES, "sukaku", "effort")
"""The scales there are."""
VARIANT_SCALES = ("effort",)
"""What a rating of a variant is made of, unless scales are named: a puzzle with a rule that is
more than "all different". Scales made for classic puzzles say nothing of it.
"""
TURNED_NOTE = (
    "HoDoKu's score, and near a border its level, is of the puzzle as it stands: turned, it may "
    "differ"
)
"""What to say beside a score: of equal steps HoDoKu takes the first, and its singles in order."""
_POLICY_BY_SCALE = {"explainer": EXPLAINER, "hodoku": HODOKU, "sukaku": SUKAKU, "effort": HUMAN}
Item = TypeVar("Item", Puzzle, Puzzle | NonetError)
SERIAL_SECONDS = 1.0
"""Seconds for which puzzles are rated in this process: others are not worth starting for less."""


@dataclass(frozen=True)
class Rating(DecidedByReading):
    """How hard a puzzle is.

    ``rating`` follows Sudoku Explainer 1.2.1 (the hardest step, 1.0 to 12), ``sukaku``
    Sukaku Explainer, which knows more techniques, ``None`` unless it was asked for;
    ``pearl`` (EP) is the hardest step up to the first value placed, ``diamond`` (ED) the first
    step, both of the Sudoku Explainer whose rating was asked for first: a puzzle is a pearl or a
    diamond where they are as hard as the whole;
    ``score`` and ``level`` HoDoKu 2.2 (the sum of the steps; Easy to Extreme), of the puzzle as it
    stands: of equal steps HoDoKu takes the first, so a turned puzzle may have another score;
    ``effort`` is the scale for variants, whose level ``level`` then is;
    ``hardest`` is the hardest technique by Sudoku Explainer.  ``rating`` and ``score`` are
    ``None`` where that path needed brute force or did not end.  ``steps`` counts HoDoKu's;
    ``scales`` are the requested scales; ``uniqueness`` is what is known of the puzzle's
    solutions; ``stopped`` has the scales that the time limit left undecided, each with the
    score of the steps found by then.
    """

    puzzle: Puzzle | None
    solved: bool
    rating: float | None
    sukaku: float | None
    score: int | None
    level: str
    hardest: str
    steps: int
    note: str = ""
    scales: tuple[str, ...] = DEFAULT_SCALES
    uniqueness: Uniqueness | None = None
    stopped: Mapping[str, float | None] = field(default_factory=dict)
    pearl: float | None = None
    diamond: float | None = None
    effort: float | None = None

    @property
    def claims(self) -> Claims:
        """A rating is of the whole puzzle."""
        if self.uniqueness is Uniqueness.NONE:
            return Claims.NO_OTHERS
        return Claims.SOLUTIONS if self.uniqueness is Uniqueness.MULTIPLE else Claims.BOTH

    def undecided_fields(self, doubts: tuple[UnreadPart, ...]) -> dict[str, object]:
        """An undecided rating has no number, and its note says what was read."""
        nothing = ("rating", "sukaku", "score", "pearl", "diamond", "effort")
        return {
            **dict.fromkeys(nothing),
            "solved": False,
            "level": "",
            "stopped": {},
            "uniqueness": Uniqueness.UNDECIDED,
            "note": as_read_text(self.note or repr(self)[1:-1], doubts),
        }

    def to_json(self) -> dict[str, Any]:
        """The rating as plain data for JSON."""
        if self.doubts:
            return self.decided_json(self.as_read.to_json())
        return {
            "puzzle": self.puzzle.line() if self.puzzle else "",
            "solved": self.solved,
            "rating": self.rating,
            **({"sukaku": self.sukaku} if "sukaku" in self.scales else {}),
            "pearl": self.pearl,
            "diamond": self.diamond,
            "score": self.score,
            "effort": self.effort,
            "level": self.level,
            "hardest": self.hardest,
            "steps": self.steps,
            **({"note": self.note} if self.note else {}),
            **({"stopped": dict(self.stopped)} if self.stopped else {}),
        }

    def __repr__(self) -> str:
        known = {
            "Sudoku Explainer": self.rating,
            "Sukaku Explainer": self.sukaku,
            "EP": self.pearl,
            "ED": self.diamond,
            "HoDoKu": self.score,
            "effort": self.effort,
            "level": self.level or None,
            "hardest": self.hardest or None,
        }
        parts = [f"{name} {value}" for name, value in known.items() if value is not None]
        parts += [self.note] if self.note else []
        return f"<Rating {', '.join(parts) or 'unknown'}>"

    def _repr_html_(self) -> str:
        from nonet.techniques.html_page import rating_html

        return rating_html(self)


def rate_many(
    puzzles: Iterable[Item],
    *scales: str,
    jobs: int = 1,
    time_limit: float | None = None,
) -> Iterator[tuple[Item, Rating | NonetError]]:
    """Each puzzle with its rating, or with what was wrong with it, in order, as they come.

    Among the puzzles may be errors, in place of what could not be read: they are given back.
    After the first second they are spread over ``jobs`` processes.  ``scales`` and
    ``time_limit`` (seconds a puzzle) are as for ``rate``.

    Raises ``BackendError`` if a process dies, ``LimitError`` and ``TechniqueError`` as ``rate``.

    >>> import nonet
    >>> two = [nonet.parse(".......21.3..4.."), nonet.parse("1..............4")]
    >>> [rating.solved for _, rating in rate_many(two, "explainer")]
    [True, False]
    """
    from nonet.solving.process_pool import map_in_order

    SearchDeadline(time_limit)  # no limit at all is an error now, not one for each puzzle
    _checked_scales(scales)
    work = partial(_rate_or_error, scales=scales, time_limit=time_limit)
    yield from map_in_order(work, puzzles, jobs, alone=SERIAL_SECONDS)


def _rate_or_error(
    puzzle: Puzzle | NonetError, *, scales: tuple[str, ...], time_limit: float | None
) -> Rating | NonetError:
    try:
        if isinstance(puzzle, NonetError):
            raise puzzle
        return rate(puzzle, *scales, time_limit=time_limit)
    except NonetError as error:
        return error


@relaxed_gc()
def rate(problem: ProblemInput, *scales: str, time_limit: float | None = None) -> Rating:
    """The rating on the given scales: ``explainer``, ``hodoku`` (these by default),
    ``sukaku``, ``effort`` (by default of variants: of rules that are more than "all different").

    With ``time_limit``, in seconds, each scale has an equal share of the time that those
    before it have left.  Raises as ``explain``, and ``TechniqueError`` for an unknown scale.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> result = rate(easy)
    >>> result.rating, result.score, result.level
    (1.2, 204, 'Easy')
    """
    requested = _checked_scales(scales)
    clock = SearchDeadline.reported(time_limit)
    known = oracle_for(problem, clock)
    start = known.start
    if not scales and start.layout.other_constraints:
        requested = VARIANT_SCALES
    if _has_several_solutions(known, clock):
        note = "the puzzle has several solutions: there is nothing to rate"
        nothing = None, None, None
        several = known.uniqueness
        return Rating(
            known.puzzle, False, *nothing, "", "", 0, note, requested, several
        ).for_puzzle(known.unread)
    paths: dict[str, Path] = {}
    stopped = []
    # the scales whose searches may be long come last, and have what the others leave
    for scale in sorted(_POLICY_BY_SCALE, key=("explainer", "sukaku").__contains__):
        if scale in requested:
            policy = _POLICY_BY_SCALE[scale]
            with clock.share(1 / (len(requested) - len(paths))):
                path = paths[scale] = walk_path(start, policy, known)
            if path.stopped_by:
                stopped.append(scale)
                start = start.with_deadline(clock)  # what a search left half done is of no use
    explainer, hodoku, sukaku, people = map(paths.get, _POLICY_BY_SCALE)
    effort = path_effort(people) if people else 0.0
    first = explainer or sukaku or hodoku or people
    counted = hodoku or explainer or sukaku or people
    graded = explainer or sukaku
    level = hodoku.level if hodoku and hodoku.solved else ""
    if people and people.solved and not hodoku:
        level = effort_level(effort, known.puzzle)
    notes = (path.note for path in paths.values() if path.note and not path.stopped_by)
    note = next(notes, known.note_as_read)
    if stopped:
        stopped.sort(key=[*_POLICY_BY_SCALE].index)
        late = (
            f"stopped by the time limit of {time_limit:g} seconds: {', '.join(stopped)} undecided"
        )
        note = f"{note}; {late}" if note else late
    return Rating(
        known.puzzle,
        any(path.solved for path in paths.values()),
        explainer.score if explainer and explainer.logical else None,
        sukaku.score if sukaku and sukaku.logical else None,
        int(hodoku.score) if hodoku and hodoku.solved else None,
        level,
        first.hardest if first else "",
        len(counted.steps) if counted else 0,
        note,
        requested,
        next((path.uniqueness for path in paths.values() if path.uniqueness), None),
        {name: effort if name == "effort" else paths[name].score for name in stopped},
        graded.pearl if graded and graded.logical else None,
        graded.diamond if graded and graded.logical else None,
        effort if people and people.solved else None,
    ).for_puzzle(known.unread)


def _has_several_solutions(known: SolutionOracle, clock: SearchDeadline) -> bool:
    """Whether the puzzle is known to have several solutions; no rating is defined then."""
    try:
        return clock.call(known.check_uniqueness) is Uniqueness.MULTIPLE
    except DeadlineExceeded:
        if not clock.expired:
            raise  # a question that asked for the rating is over
        return False


def _checked_scales(scales: tuple[str, ...]) -> tuple[str, ...]:
    """The scales meant, each once.  Raises ``TechniqueError`` for an unknown one."""
    requested = tuple(dict.fromkeys(scales or DEFAULT_SCALES))
    for name in requested:
        if name not in ALL_SCALES:
            raise TechniqueError(f"unknown scale {name!r}: there are {', '.join(ALL_SCALES)}")
    return requested
