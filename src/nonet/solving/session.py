"""Sessions: one model asked again and again, while constraints come and go.

>>> import nonet
>>> build = nonet.ModelBuilder()
>>> x, y = build.variables("xy", range(10))
>>> build.add(x + y == 12)
>>> session = Solver(build)
>>> session.solve().status.value
'sat'
>>> session.push()
>>> session.add(x < 3)
>>> session.solve().status.value, session.core()
('unsat', <Core x <= 2 cannot hold (it alone)>)
>>> session.pop()
>>> session.solve([x > 4, y > 7]).status.value, session.core()
('unsat', <Core x >= 5 and y >= 8 cannot hold together (each is needed)>)

``sat`` learns for the next question: it has one live solver, with a literal for each constraint that
may be taken back.  All other backends solve each model anew, with the last solution as a hint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from nonet.backends.auto import features_of
from nonet.backends.base import Backend, Log, Request, Run, SessionBackend, SupportsSessions
from nonet.backends.optimisation import run_backend
from nonet.backends.registry import configured_backend, usable_backend
from nonet.deadline import Deadline, DeadlineExceeded
from nonet.errors import ModelError, Unsupported, did_you_mean, quantity
from nonet.model import Constraint, Domain, Model, ModelBuilder, Objective, Structure
from nonet.model.builder import Additions
from nonet.model.constraints.base import ConstraintInput
from nonet.model.entailment import constraint_text
from nonet.model.expressions.arithmetic import Arithmetic, Variable
from nonet.model.misuse_errors import keyword_explained
from nonet.model.symbols import Symbols
from nonet.solving.outcome import Improvement, NoTruthValue, Outcome, Solution
from nonet.solving.problem_input import ProblemInput, Question, checked_limits, model_and_puzzle
from nonet.solving.queries import collected_outcome, shrunk
from nonet.solving.solution_iterator import Closable, Hint, Solutions, iter_solutions

if TYPE_CHECKING:
    from nonet.model.objective import Sense

PREFERRED = ("sat", "cpsat", "native")
"""Backends of a session without a named backend, in order.  With an objective, wide domains, many sums or
products ``cpsat`` comes first, as in the rules of ``auto``."""


OTHER_NAMES = {
    "check": "solve()", "unsat_core": "core()", "get_core": "core()", "assert_": "add(x < y)",
    "assert_exprs": "add(x < y)", "add_constraint": "add(x < y)", "reset": "pop(session.level)",
    "solveAll": "solve(limit=None)", "status": "solve().status", "objective": "minimize(x + y)",
}  # fmt: skip
"""The calls to write in place of the names of other systems."""


@dataclass(frozen=True, repr=False)
class Core(NoTruthValue):
    """Assumptions, or else constraints, that cannot all hold.

    ``assumptions`` are the same objects that the question was given.  If the constraints clash
    without assumptions, ``constraints`` are constraints that were added to the session, or if the
    problem itself has no solution, constraints of the problem.  All else is taken for granted.
    ``is_irreducible``: each member was left out, and the rest can hold; otherwise the time was out.
    ``symbols`` are the names of values, by variable.
    """

    assumptions: tuple[Any, ...]
    constraints: tuple[Constraint, ...]
    is_irreducible: bool
    seconds: float
    symbols: Mapping[str, Symbols]

    _what_to_compare = "len(core)"

    def __len__(self) -> int:
        return len(self.assumptions or self.constraints)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.assumptions or self.constraints)

    def __str__(self) -> str:
        texts = [
            constraint_text(each, self.symbols) if isinstance(each, Constraint) else str(each)
            for each in self
        ]
        if not texts:
            return "the problem has no solution, whatever is added"
        proof = "each is needed" if self.is_irreducible else "perhaps not all are needed"
        if len(texts) == 1:
            return f"{texts[0]} cannot hold{' (it alone)' if self.is_irreducible else ''}"
        return f"{', '.join(texts[:-1])} and {texts[-1]} cannot hold together ({proof})"

    def __repr__(self) -> str:
        return f"<Core {self}>"


@dataclass
class _Level:
    """The constraints added since a push, and the objective set since."""

    constraints: list[Constraint]
    objective: Objective | None = None


class _Asked(NamedTuple):
    """A question: the base, the constraints of levels, the assumptions with constraints, the run."""

    base: Structure
    levels: list[Constraint]
    assumed: list[tuple[Any, list[Constraint]]]
    run: Solutions


class Solver(Closable):
    """A problem that is asked again and again: constraints are added, and taken back by levels.

    ``problem``, ``backend``, ``options`` and ``log`` are as in :func:`nonet.solve`; ``time_limit`` is
    for each question that has none of its own, in seconds.  Without a backend ``sat`` answers, or
    ``cpsat`` where there is an objective, or where domains are wide or sums and products many.

    A session continues its builder: variables, constraints and an objective that are declared in
    the builder later count in the next question, and stay when levels are popped.  Of a model or a
    puzzle, ``session["R1C1"]`` is a variable, and ``variable`` declares a new variable.

    Every solution is checked by ``Constraint.holds``.  A session is asked by one thread at a time, and
    a question ends the solutions of the question before.
    """

    @keyword_explained("build = nonet.ModelBuilder(), and later nonet.Solver(build, time_limit=3)")
    def __init__(
        self,
        problem: ProblemInput,
        backend: str | Backend | None = None,
        *,
        time_limit: float | None = None,
        options: Mapping[str, Any] | None = None,
        log: Log | None = None,
    ) -> None:
        checked_limits(None, time_limit)
        self._chosen = configured_backend(backend, options, log)
        self._backend = live(self._chosen)
        self._time_limit, self._log = time_limit, log
        self._puzzle = None
        self._projection: tuple[str, ...] | None = None
        self._narrowed: Mapping[str, Domain] = {}
        if isinstance(problem, ModelBuilder):
            self._additions = Additions(problem)
            self._objective: Objective | None = None
        else:
            model, self._puzzle = model_and_puzzle(problem)
            self._additions = Additions(model)
            self._objective = model.objective
            self._narrowed, self._projection = model.narrowed, model.projection
        self._builder = self._additions.builder
        self._declared = 0
        """How many of the builder's constraints have been taken over."""
        self._for_good: list[Constraint] = []
        """The constraints of the builder, and of the session without a level, in order of arrival."""
        self._added: set[int] = set()
        """The identities of the session's constraints without a level."""
        self._levels = [_Level([], self._objective)]
        self._base: Structure | None = None
        self._last: _Asked | None = None
        self._solution: Solution | None = None
        self._answered_by = ""

    def __repr__(self) -> str:
        count = sum(len(level.constraints) for level in self._levels[1:])
        return (
            f"<Solver of {self.model().structure!r}, {quantity(self.level, 'level')} "
            f"with {quantity(count, 'constraint')}, by {self._backend.name}>"
        )

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            near = did_you_mean(name, [each for each in dir(type(self)) if each[0] != "_"], most=1)
            hint = OTHER_NAMES.get(name)
            raise AttributeError(
                f"a Solver has no {name!r}{f': write session.{hint}' if hint else near}"
            )

        def __iadd__(self, other: object) -> NoReturn:
            raise ModelError("session += ... is written session.add(x < y)")

    # -- what is asked about ------------------------------------------------------------------

    def __getitem__(self, name: str) -> Variable:
        """The variable of a name."""
        return self._builder[name]

    def variable(self, name: str, values: Iterable[Any]) -> Variable:
        """Declare a variable, as ``ModelBuilder.variable`` does: for good."""
        return self._builder.variable(name, values)

    def add(self, *constraints: ConstraintInput, label: str = "") -> None:
        """Add constraints, as ``ModelBuilder.add``, to the level pushed last, or else for good.

        Raises ``ModelError`` for a constraint over variables that were not declared here.
        """
        self._note_declared()
        new = self._additions.constraints(constraints, label)
        if self.level:
            self._levels[-1].constraints += new
        else:
            self._for_good += new
            self._added.update(map(id, new))

    def push(self) -> None:
        """Open a level: :meth:`pop` takes back the constraints added from now on."""
        self._levels.append(_Level([], self._levels[-1].objective))

    def pop(self, levels: int = 1) -> None:
        """Take back the constraints, and the objective, of the last levels.

        Raises ``ModelError`` where fewer levels were pushed.
        """
        if not 0 <= levels <= self.level:
            raise ModelError(
                f"pop({levels}): {self.level or 'no'} level{'s' * (self.level != 1)} "
                f"{'is' if self.level == 1 else 'are'} open; each session.push() opens one"
            )
        del self._levels[len(self._levels) - levels :]

    @property
    def level(self) -> int:
        """How many levels are open: pushed, and not popped."""
        return len(self._levels) - 1

    def minimize(self, objective: Arithmetic | int, label: str = "") -> None:
        """Ask from now on, until the level is popped, for the solution that makes ``objective``
        smallest, in place of any other objective."""
        self._set_objective("minimize", objective, label)

    def maximize(self, objective: Arithmetic | int, label: str = "") -> None:
        """Ask for the solution that makes ``objective`` largest, as :meth:`minimize`."""
        self._set_objective("maximize", objective, label)

    def _set_objective(self, sense: Sense, objective: Arithmetic | int, label: str) -> None:
        self._levels[-1].objective = self._additions.objective(sense, objective, label)

    def model(self, assumptions: Iterable[ConstraintInput] = ()) -> Model:
        """Return the model of all that holds now, with the assumptions, for any other question."""
        return self._model(self._assumed(assumptions))

    # -- questions ----------------------------------------------------------------------------

    @keyword_explained("session.solve([x == 3, b], time_limit=3, limit=1)")
    def solve(
        self,
        assumptions: Iterable[ConstraintInput] = (),
        *,
        limit: int | None = 1,
        time_limit: float | None = None,
        hint: Hint | None = None,
        improved: Callable[[Improvement], object] | None = None,
    ) -> Outcome:
        """Return the answer, as :func:`nonet.solve`, with all that was added, and the assumptions.

        Where one solution is asked for, and the last solution still is one, the answer is this.
        ``assumptions`` are constraints, Boolean variables or lists, for this question alone.
        """
        run = self.iter_solutions(
            assumptions, limit=limit, time_limit=time_limit, hint=hint, improved=improved
        )
        outcome = collected_outcome(run)
        if outcome.solutions:
            self._solution, self._answered_by = outcome.solutions[0], outcome.backend
        return outcome

    def iter_solutions(
        self,
        assumptions: Iterable[ConstraintInput] = (),
        *,
        limit: int | None = None,
        time_limit: float | None = None,
        hint: Hint | None = None,
        improved: Callable[[Improvement], object] | None = None,
    ) -> Solutions:
        """Yield the distinct solutions, as :func:`nonet.iter_solutions`, until the next question."""
        if self._last is not None:
            self._last.run.close()
        assumed = self._assumed(assumptions)
        model, backend = self._model(assumed), self._backend
        last = self._solution
        may_repeat = limit == 1 and hint is None and model.objective is None
        if may_repeat and last is not None and model.accepts(last):
            backend = SessionBackend(backend, partial(_repeated, dict(last), self._answered_by))
        run = iter_solutions(
            Question(model, self._puzzle),
            backend,
            limit=limit,
            time_limit=self._time_limit if time_limit is None else time_limit,
            hint=self._solution if hint is None else hint,
            improved=improved,
            log=self._log,
        )
        assert model.structure.base is not None
        self._last = _Asked(model.structure.base, self._level_constraints(), assumed, run)
        return run

    def core(self, *, time_limit: float | None = None) -> Core:
        """Return assumptions of the last question, or else constraints, that cannot all hold.

        By deletion, from the constraints that the backend blames: each is left out in turn.  After
        ``time_limit`` seconds the remaining constraints are the core, and ``is_irreducible`` is
        false.  Raises ``ModelError`` if the last question was not answered by "no solution".
        """
        last = self._last
        if last is None:
            raise ModelError("core: ask session.solve(...) first")
        if not last.run.is_unsatisfiable:
            decided = last.run.exhausted or last.run.stopped_by == "solutions"
            why = "has a solution" if decided else "was not decided"
            raise ModelError(f"core: the last question {why}, so nothing is known to clash")
        deadline = Deadline(self._time_limit if time_limit is None else time_limit)
        parts = [part for _, part in last.assumed if part]
        clash = last.run.request.clash
        core, is_sure = _minimal_core(
            last.base, self._narrowed, self._backend, deadline, parts, last.levels, clash
        )
        in_core = set(map(id, core))
        assumptions = tuple(each for each, part in last.assumed if id(part) in in_core)
        constraints: tuple[Constraint, ...] = ()
        if is_sure and not assumptions:
            theirs = tuple(each for each in last.base.constraints if id(each) not in self._added)
            added = [each for each in last.base.constraints if id(each) in self._added]
            for soft, hard in (([*added, *last.levels], theirs), (theirs, ())):
                base = Structure(last.base.domains, hard, symbols=last.base.symbols)
                backend, parts = live(self._chosen), [[each] for each in soft]
                core, is_sure = _minimal_core(base, self._narrowed, backend, deadline, parts)
                constraints = tuple(each for part in core for each in part)
                if core or not is_sure:
                    break
        return Core(assumptions, constraints, is_sure, deadline.elapsed, last.base.symbols)

    def close(self) -> None:
        """End the question under way, and release the live solver."""
        if self._last is not None:
            self._last.run.close()
        self._last, self._backend = None, self._chosen

    # -- inside -------------------------------------------------------------------------------

    def _note_declared(self) -> None:
        """Take over the constraints added to the builder since the last call."""
        new = self._additions.declared_since(self._declared)
        self._declared += len(new)
        self._for_good += new

    def _level_constraints(self) -> list[Constraint]:
        return [each for level in self._levels[1:] for each in level.constraints]

    def _assumed(
        self, assumptions: Iterable[ConstraintInput]
    ) -> list[tuple[Any, list[Constraint]]]:
        if isinstance(assumptions, Constraint | Arithmetic | bool | str | Mapping):
            raise ModelError(
                f"assumptions are a list of constraints, such as [x == 3, b], not {assumptions!r}"
            )
        return [(each, self._additions.assumption(each)) for each in assumptions]

    def _model(self, assumed: list[tuple[Any, list[Constraint]]]) -> Model:
        """Return the model; the base of its structure holds for good."""
        self._note_declared()
        declared = self._builder.model()
        structure = declared.structure
        objective = self._levels[-1].objective or structure.objective
        base = self._base
        if (
            base is None
            or len(base.constraints) != len(self._for_good)
            or len(base.domains) != len(structure.domains)
            or base.objective is not objective
            or base.search != structure.search
        ):
            base = self._base = Structure(
                structure.domains,
                tuple(self._for_good),
                objective,
                structure.symbols,
                structure.search,
                self._projection,
            )
        own = (*self._level_constraints(), *(each for _, part in assumed for each in part))
        model = Model.from_structure(Structure.extended(base, own), self._narrowed)
        model.owner = declared.owner
        return model


def _repeated(solution: dict[str, int], backend: str, model: Model, request: Request) -> Run:
    """Yield the last solution of ``backend`` again, of which no further solution is asked."""
    request.answered_by = backend
    yield solution
    return "solutions"


def _minimal_core(
    base: Structure,
    narrowed: Mapping[str, Domain],
    backend: Backend,
    deadline: Deadline,
    soft: list[list[Constraint]],
    hard: Sequence[Constraint] = (),
    clash: tuple[Constraint, ...] | None = None,
) -> tuple[list[list[Constraint]], bool]:
    """Return parts of ``soft`` that cannot hold with ``base`` and ``hard``, and whether each part was
    found to be needed; all parts together cannot hold, and the backend blames ``clash``.

    The backend is asked by leaving out halves first, or at once single parts of its clash.
    """
    plain = Structure(base.domains, base.constraints, symbols=base.symbols)  # no objective
    core = _blamed(soft, clash)

    def still(parts: list[list[Constraint]]) -> list[list[Constraint]] | None:
        nonlocal core
        deadline.check()
        extended = Structure.extended(plain, (*hard, *chain.from_iterable(parts)))
        question = Question(Model.from_structure(extended, narrowed), None)
        run = iter_solutions(question, backend, limit=1, time_limit=deadline.limit_for_part())
        if run.next_solution() is not None:
            return None
        if not run.is_unsatisfiable:
            raise DeadlineExceeded
        core = _blamed(parts, run.request.clash)
        return core

    try:
        if not core:
            return ([], True) if not soft or still([]) is not None else (soft, False)
        return shrunk(core, still, 1 if len(core) < len(soft) else len(core) // 2), True
    except DeadlineExceeded:
        return core, False


def _blamed(
    parts: list[list[Constraint]], clash: tuple[Constraint, ...] | None
) -> list[list[Constraint]]:
    """Return the parts with a constraint of the clash; all without a clash."""
    if clash is None:
        return parts
    blamed = set(clash)
    return [part for part in parts if not blamed.isdisjoint(part)]


def live(backend: Backend) -> Backend:
    """Return the backend of one session; instead of ``auto``, the first that takes the model."""
    if not backend.capabilities.delegates:
        return backend.session() if isinstance(backend, SupportsSessions) else backend
    usable = [usable_backend(name) for name in PREFERRED]
    backends = {each.name: live(each) for each in usable if each is not None}

    def run(model: Model, request: Request) -> Run:
        features = features_of(model)
        is_for_cpsat = features.has_objective or features.suits_bounds
        names = sorted(backends, key=lambda name: is_for_cpsat and name != "cpsat")
        for name in names:
            request.answered_by = name
            try:
                return (yield from run_backend(model, backends[name], request))
            except Unsupported:
                if name == names[-1]:
                    raise
                del backends[name]
        raise AssertionError("there is no backend")

    return SessionBackend(backend, run)
