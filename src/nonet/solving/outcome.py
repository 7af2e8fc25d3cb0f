"""The classes of answers. Each has three values or more, and no truth value.

A time-out is never "no solution": an outcome may be UNKNOWN, a verdict UNDECIDED, and both say why.

>>> outcome = Outcome((), exhausted=False, stopped_by="time", backend="native", seconds=1.0)
>>> outcome.status
<Status.UNKNOWN: 'unknown'>
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, overload

from nonet.backends.base import StopReason
from nonet.errors import ModelError, PuzzleError, quantity
from nonet.model import Domain, Objective
from nonet.model.auxiliary_variables import is_auxiliary
from nonet.model.expressions.arithmetic import Variable, as_affine
from nonet.model.integers import short_repr, truncated
from nonet.model.misuse_errors import NoVariableAttributes, missing_variable_error
from nonet.model.objective import LexicographicObjective
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import Claims, UnreadPart, as_read_json, as_read_text, contradicting

if TYPE_CHECKING:
    from nonet.model import Constraint
    from nonet.model.expressions.arithmetic import Arithmetic, Expression
    from nonet.model.expressions.array import Matrix
    from nonet.model.globals.tasks import Interval
    from nonet.model.symbols import Symbols


class TextValued(Enum):
    """Members are equal to the text of their value; a text that is not a value is an error.

    >>> class Light(TextValued):
    ...     RED = "red"
    >>> Light.RED == "red"
    True
    >>> Light.RED == "RED"
    Traceback (most recent call last):
    TypeError: 'RED' is not a Light: compare with 'red'
    """

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, str | bool | int):
            return self is other
        texts = [member.value for member in type(self)]
        if other not in texts:
            listed = " or ".join(map(repr, texts))
            raise TypeError(f"{other!r} is not a {type(self).__name__}: compare with {listed}")
        return bool(other == self.value)

    def __hash__(self) -> int:
        return hash(self.value)


class DecidedByReading:
    """Answers that hold for the whole puzzle, or are undecided because of parts that were not read.

    An answer about a puzzle that was read only in part holds for the whole puzzle, or it is
    undecided: then ``doubts`` are the unread parts that could contradict it, and ``as_read`` is the
    answer about what was read.
    """

    doubts: tuple[UnreadPart, ...] = ()
    _as_read: Any = None
    _if_undecided: ClassVar[Mapping[str, object]] = {}
    """The fields that differ in an undecided answer."""

    @property
    def as_read(self) -> Self:
        """The answer about what was read of the puzzle: this one, unless it is undecided."""
        return self if self._as_read is None else self._as_read

    @property
    def claims(self) -> Claims:
        """The claims of the answer's ``status`` or ``uniqueness``; of another answer all it can have."""
        match getattr(self, "status", getattr(self, "uniqueness", None)):
            case Status.SAT | Uniqueness.MULTIPLE:
                return Claims.SOLUTIONS
            case Status.UNSAT | Uniqueness.NONE:
                return Claims.NO_OTHERS
            case Status.UNKNOWN | Uniqueness.UNDECIDED:
                return Claims.NOTHING
        return Claims.BOTH

    @property
    def claimed_lines(self) -> Iterable[str]:
        """All assignments, in a line each, that the answer claims to be solutions; or none."""
        return ()

    def undecided_fields(self, doubts: tuple[UnreadPart, ...]) -> Mapping[str, object]:
        """Return the fields that differ in an undecided answer."""
        return self._if_undecided

    def for_puzzle(self, unread: tuple[UnreadPart, ...]) -> Self:
        """Return the answer for a puzzle of which this is the answer about what was read."""
        doubts = contradicting(unread, self.claims, self.claimed_lines) if unread else ()
        if not doubts:
            return self
        undecided = copy(self)
        fields = {"doubts": doubts, "_as_read": self, **self.undecided_fields(doubts)}
        for name, value in fields.items():
            object.__setattr__(undecided, name, value)
        return undecided

    def decided_text(self, text: str) -> str:
        """Return the text of an answer about what was read, or that the answer is undecided."""
        return as_read_text(text, self.doubts)

    def decided_json(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of an answer about what was read, or that the answer is undecided."""
        return as_read_json(fields, self.doubts)


class NoTruthValue(DecidedByReading):
    """Answers of more than two values: ``if outcome:`` would hide one of them."""

    _what_to_compare: ClassVar[str] = "its status or number"

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"{type(self).__name__} has more than two values: "
            f"compare {self._what_to_compare} instead of its truth"
        )

    def __init_subclass__(cls) -> None:
        cls.__eq__ = NoTruthValue._is_equal  # type: ignore[method-assign]  # a dataclass writes none

    def _is_equal(self: Any, other: object) -> bool:
        if isinstance(other, bool | str | TextValued):
            self.__bool__()
        names = [each.name for each in fields(self)]
        same = type(other) is type(self)
        return same and all(getattr(self, name) == getattr(other, name) for name in names)


SENSE_WORDING = {"minimize": ("the least", "or more"), "maximize": ("the most", "or less")}


@dataclass(frozen=True)
class Optimum:
    """The objective's value in the best solution found, and a bound that no solution can beat.

    ``value`` was computed here, from a checked solution; ``None`` where none was found.
    ``bound`` is the backend's word: no solution is better.  Of several objectives ``value`` and
    ``bound`` are numbers that order solutions as the objectives do; see ``levels``.
    """

    objective: Objective
    value: int | None
    bound: int | None

    @property
    def is_proven(self) -> bool:
        """Whether no solution is better than the best one found."""
        return self.value is not None and self.value == self.bound

    @property
    def gap(self) -> int | None:
        """How much better a solution could be: 0 for a proven optimum; ``None`` if not known."""
        if self.value is None or self.bound is None:
            return None
        return abs(self.value - self.bound)

    @property
    def levels(self) -> tuple[Optimum, ...]:
        """The optimum of each objective, the most important first; of a single one, itself.

        The bound of a level holds for solutions that are best by all levels before; it is
        ``None`` as long as one of these is not proven.
        """
        objective = self.objective
        if not isinstance(objective, LexicographicObjective):
            return (self,)
        levels: list[Optimum] = []
        unknown: list[int | None] = [None] * len(objective.levels)
        values = unknown if self.value is None else objective.level_values(self.value)
        bounds = unknown if self.bound is None else objective.level_values(self.bound)
        for level, value, bound in zip(objective.levels, values, bounds, strict=True):
            is_bounded = not levels or levels[-1].is_proven
            levels.append(Optimum(level, value, bound if is_bounded else None))
        return tuple(levels)

    @property
    def value_text(self) -> str:
        """The value by its name, as in ``the cost = 12``."""
        return ", ".join(f"{level.objective.text} = {level.value}" for level in self.levels)

    @property
    def proof_text(self) -> str:
        """Say in words whether the value is proven optimal."""
        if len(self.levels) > 1:
            return ", ".join(level.proof_text for level in self.levels)
        end, beyond = SENSE_WORDING[self.objective.sense]
        if self.is_proven:
            return f"proven {end}"
        known = "" if self.bound is None else f": {self.bound} {beyond}, a gap of {self.gap}"
        return f"not proven {end}{known}"

    def __str__(self) -> str:
        if len(self.levels) > 1:
            return "; ".join(map(str, self.levels))
        if self.value is None:
            return f"{self.objective.text}: no value yet"
        return f"{self.value_text}, {self.proof_text}"

    def __repr__(self) -> str:
        return f"<Optimum {self}>"


def required(optimum: Optimum | None) -> Optimum:
    """Return the optimum of an answer; raise ``ModelError`` if the model has no objective."""
    if optimum is None:
        raise ModelError(
            "there is no optimum, for the model has no objective: "
            "write build.minimize(cost) or build.maximize(profit), or ask for optimum_or_none"
        )
    return optimum


MOST_SHOWN, FEW = 81, 3
"""Characters of a solution, and names in a list, that a prompt shows."""


class Status(TextValued):
    """Whether there is a solution: yes, no, or not decided; and OPTIMAL, the proven best."""

    OPTIMAL = "optimal"
    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class Uniqueness(TextValued):
    """How many solutions there are, as far as a verdict asks."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNDECIDED = "undecided"


class Solution(NoVariableAttributes, Mapping[str, int]):
    """A value for each variable; for a puzzle, a value for each cell, printed as a grid.

    Index a cell by its name, or by row and column from 1, and a variable by its name or by the
    variable itself, which returns a named value by the declared name. An expression returns its
    value, an array or a list of variables the list of their values, and an interval its start and
    end, or ``None`` where the task takes no part.  A variable of another builder is a ``ModelError``.

    >>> import nonet
    >>> solution = nonet.solve(".....4.3....1.4.").solution
    >>> solution["R1C2"], solution[1, 2], solution["R2C1"], solution["B1"]
    (1, 1, 2, 2)
    """

    __slots__ = ("owner", "puzzle", "symbols", "values_by_name")

    def __init__(
        self,
        values: Mapping[str, int],
        puzzle: Puzzle | None = None,
        symbols: Mapping[str, Symbols] | None = None,
        owner: object | None = None,
    ) -> None:
        self.owner = owner
        """The mark of the builder whose variables have these values, in its own process."""
        self.values_by_name = dict(values)
        self.puzzle = puzzle
        self.symbols: Mapping[str, Symbols] = dict(symbols or {})

    @overload
    def __getitem__(self, name: str | tuple[int, int]) -> int: ...
    @overload
    def __getitem__(self, name: Variable | Expression) -> Any: ...
    @overload
    def __getitem__(self, name: Interval) -> tuple[int, int] | None: ...
    @overload
    def __getitem__(self, name: Matrix[Any]) -> list[list[Any]]: ...
    @overload
    def __getitem__(self, name: Iterable[Any]) -> list[Any]: ...
    def __getitem__(self, name: Any) -> Any:
        if not isinstance(name, str | tuple):
            return declared_value(self, name)
        if isinstance(name, tuple):
            name = self._cell_name(name)
        try:
            return self.values_by_name[name]
        except KeyError:
            if self.puzzle is None:
                raise missing_variable_error(name, self.values_by_name) from None
        try:
            return self.values_by_name[self.puzzle.grid.cell(name)]
        except PuzzleError as error:
            raise KeyError(str(error)) from None

    def _cell_name(self, place: tuple[int, ...]) -> str:
        if self.puzzle is None:
            raise KeyError(f"{place}: a model's solution is asked by the names of its variables")
        if len(place) != 2 or not all(isinstance(number, int) for number in place):
            raise KeyError(f"{place}: a cell is a row and a column, from 1, such as [1, 9]")
        return "R{}C{}".format(*place)

    def __reduce__(self) -> tuple[object, ...]:
        return Solution, (self.values_by_name, self.puzzle, self.symbols)

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and self.values_by_name == dict(other)

    def __hash__(self) -> int:
        return hash(frozenset(self.values_by_name.items()))

    @property
    def line(self) -> str:
        """The values in one line: a character a cell, or ``name=value`` of each declared variable."""
        if self.puzzle is not None:
            return self.puzzle.line(self)
        names = [name for name in self.values_by_name if not is_auxiliary(name)]
        return " ".join(f"{name}={self.value_text(name)}" for name in names or self.values_by_name)

    def rows(self) -> list[list[int | None]]:
        """Return the values of a puzzle row by row; ``None`` where a grid of several parts has no cell.

        Raises ``PuzzleError`` for the solution of a model that is not a puzzle.

        >>> import nonet
        >>> nonet.solve(".....4.3....1.4.").solution.rows()[0]
        [3, 1, 2, 4]
        """
        if self.puzzle is None:
            raise PuzzleError(
                "a model's solution has no rows: write solution[x] for a variable, a list or an array"
            )
        value, grid = self.values_by_name.get, self.puzzle.grid
        return [
            [value(f"R{row}C{column}") for column in range(1, grid.width + 1)]
            for row in range(1, grid.height + 1)
        ]

    def array(self) -> Any:
        """Return the rows as an array of integers of the shape (rows, columns), 0 where no cell is.

        Raises as :meth:`rows`.
        """
        import numpy as np

        return np.array([[value or 0 for value in row] for row in self.rows()])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        if self.puzzle is None:
            raise TypeError(
                "a model's solution is not an array: write np.array(solution[x]) with a list or an array "
                "x of variables, or list(solution.values())"
            )
        return self.array() if dtype is None else self.array().astype(dtype)

    def value_text(self, variable: Variable | str) -> str:
        """Return the value of a variable as declared: by its name, if the values have names."""
        name = variable if isinstance(variable, str) else variable.name
        value, symbols = self[name], self.symbols.get(name)
        return str(value) if symbols is None else symbols.name_of(value)

    def value_of(self, expression: Arithmetic | Constraint | int) -> int:
        """Return the value of an expression; a constraint is 1 if satisfied and else 0.

        >>> import nonet
        >>> build = nonet.ModelBuilder()
        >>> x, y = build.variables("xy", [3])
        >>> nonet.solve(build).solution.value_of(x * y + 1)
        10
        """
        check_owner(self, expression)
        return as_affine(expression).value(self.values_by_name)

    def __str__(self) -> str:
        if self.puzzle is None:
            return self.line
        from nonet.render.terminal import drawing_text  # 3 ms, with drawings

        return drawing_text(self.puzzle.drawing(self))

    def __repr__(self) -> str:
        return f"<Solution {truncated(self.line, MOST_SHOWN)}>"

    def _repr_html_(self) -> str | None:
        if self.puzzle is None:
            return None
        from nonet.render.svg import drawing_svg  # 10 ms that only notebooks need

        return drawing_svg(self.puzzle.drawing(self))


def declared_value(solution: Solution, requested: Any) -> Any:
    """Return the value of a variable, an expression, an interval, or each of several.

    >>> import nonet
    >>> build = nonet.ModelBuilder()
    >>> colour = build.variable("colour", ["red", "green"])
    >>> build.add(colour == "green")
    >>> nonet.solve(build).solution[colour]
    'green'
    """
    check_owner(solution, requested)
    kind = type(requested)  # an instance answers for what it lacks with an error that advises
    if issubclass(kind, Variable):
        value = solution[requested.name]
        symbols = requested.symbols or solution.symbols.get(requested.name)
        return value if symbols is None else symbols.declared_value(value)
    if hasattr(kind, "terms"):
        return solution.value_of(requested)
    if hasattr(kind, "is_optional"):
        if not solution.value_of(requested.present):
            return None
        return solution.value_of(requested.start), solution.value_of(requested.end)
    if hasattr(kind, "holds"):
        return bool(requested.holds(solution.values_by_name))
    if isinstance(requested, Iterable):
        return [solution[each] for each in requested]
    raise KeyError(f"{requested!r} is not a variable: index a solution by a name or by a variable")


def check_owner(solution: Solution, requested: Any) -> None:
    """Raise ``ModelError`` for an expression or a constraint over another builder's variables."""
    kind = type(requested)
    owner = requested.owner if hasattr(kind, "terms") or hasattr(kind, "holds") else None
    if owner is not None and solution.owner not in (None, owner):
        raise ModelError(
            f"{short_repr(requested)} was declared by another builder than the variables of this solution"
        )


@dataclass(frozen=True)
class Outcome(NoTruthValue):
    """The result of solving.

    ``exhausted`` says that there are no further solutions; otherwise ``stopped_by`` names the limit
    or event that ended the search. ``stats`` are the backend's counters, ``seconds`` wall time.
    ``core`` names variables whose clues alone already clash, if the backend knows a core and a
    second run confirmed the clash.

    For a model with an objective the solutions are the best solutions, and ``optimum`` has their
    value and says whether the optimum is proven. Before the proof, the best solution so far is the
    only solution. Without an objective ``optimum`` raises, and ``optimum_or_none`` is None.

    If parts of the puzzle that were not read could contradict the answer, the status is UNKNOWN,
    the solutions are those of what was read, and ``stopped_by`` is "unread".
    """

    solutions: tuple[Solution, ...]
    exhausted: bool
    stopped_by: StopReason | None
    backend: str
    seconds: float
    stats: Mapping[str, int | float] = field(default_factory=dict)
    core: tuple[str, ...] | None = None
    optimum_or_none: Optimum | None = None

    _what_to_compare = "outcome.status with nonet.Status.SAT"
    _if_undecided: ClassVar[Mapping[str, object]] = {
        "exhausted": False,
        "stopped_by": "unread",
        "core": None,
    }

    @property
    def status(self) -> Status:
        """OPTIMAL with a proven best solution, SAT with another, UNSAT if exhausted, else UNKNOWN."""
        if self.doubts:
            return Status.UNKNOWN
        if self.solutions:
            best = self.optimum_or_none is not None and self.optimum_or_none.is_proven
            return Status.OPTIMAL if best else Status.SAT
        return Status.UNSAT if self.exhausted else Status.UNKNOWN

    @property
    def claims(self) -> Claims:
        """The outcome claims its solutions; and, if exhausted, that there are no others."""
        return claims_of(bool(self.solutions), self.exhausted)

    @property
    def claimed_lines(self) -> Iterable[str]:
        """The solutions in lines."""
        return [solution.line for solution in self.solutions]

    @property
    def optimum(self) -> Optimum:
        """The best value and its bound; raises ``ModelError`` for a model without an objective."""
        return required(self.optimum_or_none)

    @property
    def solution(self) -> Solution:
        """The first solution; raises ``ModelError`` if there is none."""
        if not self.solutions:
            why = self.status.value if self.exhausted else f"stopped by {self.stopped_by}"
            raise ModelError(
                f"there is no solution ({why}): compare outcome.status first, ask "
                "nonet.conflict(build) why, or ask for solution_or_none"
            )
        return self.solutions[0]

    @property
    def solution_or_none(self) -> Solution | None:
        """The first solution, or None."""
        return self.solutions[0] if self.solutions else None

    if not TYPE_CHECKING:

        def __getitem__(self, name):
            raise TypeError(f"of an Outcome write outcome.solution[{name!r}], or outcome.solutions")

        def __call__(self, *args, **kwargs):
            raise TypeError("an Outcome is not called: write outcome.solution[x]")

        def __dir__(self):
            raises = {"optimum": self.optimum_or_none is None, "solution": not self.solutions}
            return [name for name in super().__dir__() if not raises.get(name)]

        def __getattr__(self, name):
            hint = ": write outcome.solution[x], or outcome.optimum.value for the objective"
            raise AttributeError(f"an Outcome has no {name!r}{'' if name[0] == '_' else hint}")

    def __repr__(self) -> str:
        room = MOST_SHOWN if self.optimum_or_none is None else MOST_SHOWN // 2
        first = f": {truncated(self.solution.line, room)}" if self.solutions else ""
        return f"<Outcome {self.status.value}: {summary(self)}{first}>"

    def _repr_html_(self) -> str:
        return _solutions_html(f"{self.status.value}: {summary(self)}", self.solutions[:1])


@dataclass(frozen=True)
class Verdict(NoTruthValue):
    """How many solutions there are: none, one, more, or undecided.

    ``witnesses`` are the solutions found, at most two, each checked; ``differing`` the variables in
    which two witnesses differ. ``outcome`` is the first solver's answer, ``second`` the answer of
    the solver that gave a second opinion, if any; ``no_second_reason`` says why a requested second
    opinion is missing.
    """

    uniqueness: Uniqueness
    witnesses: tuple[Solution, ...]
    outcome: Outcome
    second: Outcome | None = None
    no_second_reason: str = ""

    _what_to_compare = "verdict.uniqueness with nonet.Uniqueness.UNIQUE"
    _if_undecided: ClassVar[Mapping[str, object]] = {"uniqueness": Uniqueness.UNDECIDED}

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            hint = ": write verdict.uniqueness, verdict.witnesses or verdict.outcome"
            raise AttributeError(f"a Verdict has no {name!r}{'' if name[0] == '_' else hint}")

    @property
    def claimed_lines(self) -> Iterable[str]:
        """The one solution, or both."""
        return [witness.line for witness in self.witnesses]

    @property
    def proven_by(self) -> tuple[str, ...]:
        """The backends on whose word the verdict rests: that there is no (other) solution.

        Empty for other verdicts: two witnesses are checked, and "undecided" claims nothing.
        """
        if self.uniqueness not in (Uniqueness.UNIQUE, Uniqueness.NONE):
            return ()
        heard = [] if self.second is None else [self.second]
        return (self.outcome.backend, *(each.backend for each in heard if each.exhausted))

    @property
    def differing(self) -> tuple[str, ...]:
        """The variables in which the two witnesses differ; empty with fewer than two.

        Variables that a rule or a reader added are left out, if any other differs.
        """
        if len(self.witnesses) < 2:
            return ()
        first, second = self.witnesses[:2]
        names = tuple(name for name in first if first[name] != second[name])
        return tuple(name for name in names if not is_auxiliary(name)) or names

    @property
    def stopped_by(self) -> StopReason | None:
        """The limit or event that kept the question undecided, or None."""
        if self.doubts:
            return "unread"
        return self.outcome.stopped_by if self.uniqueness is Uniqueness.UNDECIDED else None

    def __repr__(self) -> str:
        return f"<Verdict {self._summary()}>"

    def _repr_html_(self) -> str:
        return _solutions_html(self._summary(), self.witnesses)

    def _summary(self) -> str:
        if self.doubts:
            return self.decided_text(self.as_read._summary())
        text, best = self.uniqueness.value, self.outcome.optimum_or_none
        if best is not None and best.is_proven:
            text += f", with {best}"
        if self.differing:
            text += f", differing in {_first_names(self.differing)}"
        elif self.stopped_by:
            text += f", {STOP_TEXTS.get(self.stopped_by, self.stopped_by)}"
        elif self.outcome.core:
            text += f", for {_first_names(self.outcome.core)} clash"
        return f"{text} ({self.outcome.backend}, {duration_text(self.outcome.seconds)})"


@dataclass(frozen=True)
class SolutionCount(NoTruthValue):
    """The number of distinct solutions counted, and whether the count is complete.

    If parts of the puzzle that were not read could contradict the count, it is not, and the number
    is that of what was read.
    """

    number: int
    exhausted: bool
    stopped_by: StopReason | None
    backend: str
    seconds: float

    _if_undecided: ClassVar[Mapping[str, object]] = {"exhausted": False, "stopped_by": "unread"}

    @property
    def claims(self) -> Claims:
        """The count claims its solutions; and, if complete, that there are no others."""
        return claims_of(self.number > 0, self.exhausted)

    def __str__(self) -> str:
        if self.doubts:
            return self.decided_text(str(self.as_read))
        return f"{self.number:,}" if self.exhausted else f"at least {self.number:,}"

    def __repr__(self) -> str:
        return f"<SolutionCount {self} ({self.backend}, {duration_text(self.seconds)})>"


@dataclass(frozen=True)
class Candidates(NoTruthValue):
    """Which values each variable takes over all solutions ("true candidates").

    ``values`` holds the values seen in a solution; ``undecided`` the values neither seen nor
    excluded at the time limit (no entry where none).  Both are about what was read of the puzzle:
    with ``doubts``, no value is decided for the whole.
    """

    values: Mapping[str, Domain]
    undecided: Mapping[str, Domain]
    backend: str
    seconds: float
    puzzle: Puzzle | None = field(default=None, compare=False)

    @property
    def exhausted(self) -> bool:
        """Whether every value is decided."""
        return not self.undecided and not self.doubts

    @property
    def claims(self) -> Claims:
        """Its values are in solutions, and other values are in none."""
        return claims_of(any(self.values.values()), True)

    def __getitem__(self, name: str | Variable) -> Domain:
        """Return the values of a variable, by its name or itself, or of a cell (``R1C9``, ``r1c9``);
        raise ``KeyError`` for a name that is none."""
        key = name if isinstance(name, str) else str(name.name)
        try:
            if key not in self.values and self.puzzle is not None:
                key = self.puzzle.grid.cell(key)
            return self.values[key]
        except PuzzleError as error:
            raise KeyError(str(error)) from None
        except KeyError:
            raise missing_variable_error(key, self.values) from None

    def __repr__(self) -> str:
        settled = sum(len(domain) == 1 for domain in self.values.values())
        text = f"{settled} take one value"
        if self.undecided:
            text += f", undecided in {_first_names(tuple(self.undecided))}"
        by = f"{self.backend}, {duration_text(self.seconds)}"
        return f"<Candidates of {quantity(len(self.values), 'variable')}: {self.decided_text(text)} ({by})>"

    def _repr_html_(self) -> str:
        from html import escape

        if self.puzzle is None:
            from nonet.model.html import domains_html  # 1 ms, with html

            picture = domains_html(self.values)
        else:
            from nonet.render.svg import drawing_svg

            cells = self.puzzle.grid.cell_set
            shown = {name: domain for name, domain in self.values.items() if name in cells}
            single = {name: min(domain) for name, domain in shown.items() if domain.is_single}
            picture = drawing_svg(self.puzzle.drawing(single, shown), title="true candidates")
        return f"<div>{escape(repr(self)[1:-1])}</div><div>{picture}</div>"


@dataclass(frozen=True)
class Improvement:
    """A solution better than all before, with its objective value and the time of its discovery."""

    solution: Solution
    optimum: Optimum
    seconds: float

    @property
    def value(self) -> int:
        """The value of the solution: the best so far."""
        value = self.optimum.value
        assert value is not None
        return value

    def __repr__(self) -> str:
        return f"<Improvement {self.optimum} ({self.seconds:.3g} s)>"


def claims_of(solutions: bool, no_others: bool) -> Claims:
    """Return the claims of an answer: that it has solutions, that there are no others."""
    return (Claims.SOLUTIONS if solutions else Claims.NOTHING) | (
        Claims.NO_OTHERS if no_others else Claims.NOTHING
    )


STOP_TEXTS = {
    "time": "stopped by the time limit",
    "memory": "stopped by the memory limit",
    "interrupt": "interrupted",
    "unconfirmed": "as no second solver confirms CP-SAT's claim about such large numbers",
    "unread": "undecided: parts of the puzzle were not read",
}
"""The text for each reason that stops a search."""


def summary(outcome: Outcome, solution_count: int | None = None) -> str:
    """Return the outcome in one line; ``solution_count`` is the number of solutions, if the outcome
    does not keep all solutions.

    >>> summary(Outcome((), exhausted=True, stopped_by=None, backend="native", seconds=0.25))
    'no solution (native, 250 ms)'
    """
    if outcome.doubts:
        return outcome.decided_text(summary(outcome.as_read, solution_count))
    by = f"{outcome.backend}, {duration_text(outcome.seconds)}"
    stopped = STOP_TEXTS.get(outcome.stopped_by or "", "")
    solution_count = len(outcome.solutions) if solution_count is None else solution_count
    if not solution_count:
        if not outcome.exhausted:
            return f"no solution found yet, {stopped} ({by})"
        core = outcome.core
        return "no solution" + (f", for {', '.join(core)} clash" if core else "") + f" ({by})"
    if outcome.optimum_or_none is not None:
        return f"{_best_summary(outcome, outcome.optimum, solution_count, stopped)} ({by})"
    if solution_count == 1 and not stopped:
        return f"{'its only solution' if outcome.exhausted else 'solved'} ({by})"
    count = quantity(solution_count, "solution")
    if outcome.exhausted:
        return f"all {count} ({by})"
    return f"{count}, {stopped or 'there may be more'} ({by})"


def _best_summary(outcome: Outcome, best: Optimum, number: int, stopped: str) -> str:
    if not best.is_proven:
        return f"{best}; {stopped or 'it may be better'}"
    if number == 1 and not outcome.exhausted and not stopped:
        return str(best)
    if outcome.exhausted:
        which = f"all {number:,} solutions" if number > 1 else "its only solution"
        return f"{which} with {best}"
    return f"{quantity(number, 'solution')} with {best}; {stopped or 'there may be more'}"


def duration_text(seconds: float) -> str:
    """A time for people: three digits and a unit.

    >>> duration_text(0.00123), duration_text(75.4)
    ('1.23 ms', '75.4 s')
    """
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def _first_names(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    return ", ".join(names[:FEW]) + more


def _solutions_html(text: str, solutions: tuple[Solution, ...]) -> str:
    """Return HTML for a notebook: the words, then pictures side by side (lines for a model)."""
    from html import escape

    pictures = [
        solution._repr_html_() or f"<code>{escape(truncated(solution.line, MOST_SHOWN))}</code>"
        for solution in solutions
    ]
    return f"<div>{escape(text)}</div><div>{' '.join(pictures)}</div>"
