"""Ratings: how hard a puzzle is, by published orders and scores.

>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> result = rate(puzzle)
>>> result.rating, result.score, result.level, result.hardest
(1.2, 204, 'Easy', 'Hidden Single (Box)')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any, TypeVar

from nonet.deadline import DeadlineExceeded
from nonet.errors import NonetError, TechniqueError, quantity
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import Claims, UnreadPart, as_read_text
from nonet.solving import Uniqueness
from nonet.solving.outcome import DecidedByReading
from nonet.solving.problem_input import ProblemInput
from nonet.techniques import levels
from nonet.techniques.levels import NO_LEVEL, TITLES, Level
from nonet.techniques.path import Path, walk_path
from nonet.techniques.policies import EXPLAINER, HODOKU, HUMAN, SUKAKU
from nonet.techniques.search_deadline import SearchDeadline, relaxed_gc
from nonet.techniques.solution_oracle import SolutionOracle, oracle_for

DEFAULT_SCALES = ("explainer", "hodoku")
"""What a rating is made of, unless scales are named."""
ALL_SCALES = tuple(TITLES)
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
    ``score`` is HoDoKu's (the sum of the steps), of the puzzle as it stands: of equal steps HoDoKu
    takes the first, so a turned puzzle may have another score; ``effort`` is the scale for
    variants; ``difficulty`` has the level (Easy to Extreme) with its number and its scale, one of
    these two;
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
    difficulty: Level
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
    def level(self) -> str:
        """The word of the level; empty where no scale with levels was asked for."""
        return self.difficulty.word

    @property
    def scale(self) -> str:
        """The scale of the level: HoDoKu, or effort."""
        return self.difficulty.scale

    def by_scale(self) -> Iterator[tuple[str, float | None, str, str]]:
        """Yield each scale asked for, its number, the level's word and the hardest technique."""
        numbers = (self.rating, self.sukaku, self.score, self.effort)
        for name, number in zip(TITLES, numbers, strict=True):
            if name in self.scales:
                word = self.level if TITLES[name] == self.difficulty.scale else ""
                yield name, number, word, "" if name == "hodoku" else self.hardest

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
            "difficulty": self.difficulty._replace(word="", number=inf),
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
            "difficulty": self.difficulty.to_json(),
            "hardest": self.hardest,
            "steps": self.steps,
            **({"note": self.note} if self.note else {}),
            **({"stopped": dict(self.stopped)} if self.stopped else {}),
        }

    def __repr__(self) -> str:
        numbers = [(TITLES[n], x) for n, x, word, _ in self.by_scale() if not word]
        numbers[1:1] = [("EP", self.pearl), ("ED", self.diamond)]
        parts = [f"{name} {number}" for name, number in numbers if number is not None]
        parts += [str(self.difficulty)] if self.level else []
        parts += [f"hardest {self.hardest}"] if self.hardest else []
        parts += [self.note] if self.note else []
        return f"<Rating {', '.join(parts) or 'unknown'}>"

    def _repr_html_(self) -> str:
        from nonet.techniques.html_page import rating_html  # 10 ms: as a rule it is only read

        return rating_html(self)


def rate_many(
    puzzles: Iterable[Item], *scales: str, jobs: int = 1, time_limit: float | None = None
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
    from nonet.solving.process_pool import map_in_order  # 12 ms, which one rating does without

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
        nothing = None, None, None, NO_LEVEL
        several = known.uniqueness
        return Rating(known.puzzle, False, *nothing, "", 0, note, requested, several).for_puzzle(
            known.unread
        )
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
    effort = levels.weighted_total(levels.step_efforts(start, people.steps)) if people else 0.0
    first = explainer or sukaku or hodoku or people
    counted = hodoku or explainer or sukaku or people
    graded = explainer or sukaku
    level = hodoku.difficulty if hodoku else NO_LEVEL
    if people and people.solved and not hodoku:
        level = levels.level_of_steps(HUMAN, [effort], puzzle=known.puzzle)
    notes = (path.note for path in paths.values() if path.note and not path.stopped_by)
    note = next(notes, known.note_as_read)
    if stopped:
        stopped.sort(key=[*_POLICY_BY_SCALE].index)
        late = f"stopped by the time limit of {quantity(time_limit or 0, 'second')}: "
        late += f"{', '.join(stopped)} undecided"
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
