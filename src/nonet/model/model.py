"""Models: variables with finite domains, and constraints over these variables.

A model is immutable data: no solver changes a model.  A model has two parts: its ``structure``
(variables, full domains, constraints), which all puzzles of one geometry share and a backend may
compile once, and the domains narrowed by the clues of one puzzle.

>>> from nonet.model.constraints import AllDifferent
>>> model = Model({"x": range(1, 4), "y": range(1, 4)}, [AllDifferent(("x", "y"))])
>>> clued = model.narrow({"x": [2]})
>>> clued.domains["x"], clued.structure is model.structure
(Domain({2}), True)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from nonet.errors import ModelError, quantity
from nonet.model.constraints.base import GET_SCOPE, Assignment, Constraint
from nonet.model.domain import Domain
from nonet.model.integers import checked_tuple, short_repr
from nonet.model.misuse_errors import model_attribute_error
from nonet.model.objective import LexicographicObjective, Objective
from nonet.model.structure import SearchPhase, Structure
from nonet.model.symbols import Symbols

_GET_SIZE = attrgetter("size")

ObjectiveInput = Objective | Sequence[Objective] | None
"""An objective, several in the order of their importance, or none."""


class Model:
    """Variables, their domains, and the constraints between the variables.

    ``domains`` maps each variable's name to its values: a ``Domain``, a
    ``range`` or any iterable of integers, or of names (texts, or members of an ``Enum``);
    pairs (name, values) will do.  ``symbols`` are names of values declared as integers.

    Raises ``ModelError``, naming the culprit, for a duplicate name, an empty
    domain, or a constraint over a variable that was not declared.

    ``objective``, if given, is to be made smallest or largest: only the best solutions count then.
    Of a list of objectives the first counts most: each further objective chooses among the
    solutions that are best by all objectives before.  ``owner`` is the mark of the builder that
    made the model, or ``None``.
    """

    def __init__(
        self,
        domains: Mapping[str, Iterable[Any]] | Iterable[tuple[str, Iterable[Any]]],
        constraints: Iterable[Constraint] = (),
        objective: ObjectiveInput = None,
        *,
        symbols: Mapping[str, Symbols] | None = None,
    ) -> None:
        pairs = domains.items() if isinstance(domains, Mapping) else domains
        full: dict[str, Domain] = {}
        named: dict[str, Symbols] = dict(symbols or {})
        for pair in (
            pairs if isinstance(pairs, Iterable) else checked_tuple(pairs, "a model", "domains")
        ):
            try:
                name, values = pair
            except (TypeError, ValueError):
                raise ModelError(
                    f"a variable is declared by its name and its values, not by {short_repr(pair)}"
                ) from None
            if not (type(name) is str and name and name.isascii()):
                checked_name(name)
            if name in full:
                raise ModelError(f"variable {name!r} is declared twice")
            if not isinstance(values, Domain):
                if name not in named and not isinstance(values, range):
                    values = _checked_values(name, values, named)
                values = domain_of(name, values)
            full[name] = values
            if not values.size:
                raise ModelError(f"variable {name!r} has an empty domain")
        constraints = checked_constraints(
            checked_tuple(constraints, "a model", "constraints"), full
        )
        if named and not symbols:
            from nonet.model.value_names import check_value_names  # knows every expression

            for constraint in constraints:
                check_value_names(constraint, named)
        self.structure = Structure(full, constraints, _checked_objective(objective, full), named)
        self.narrowed: Mapping[str, Domain] = MappingProxyType({})
        self.owner: object | None = None

    @classmethod
    def from_structure(
        cls, structure: Structure, narrowed: Mapping[str, Domain], owner: object | None = None
    ) -> Model:
        """Return the model of ``structure`` with some domains replaced by smaller domains.

        The caller warrants that each is a subset of the full domain; an empty domain makes the
        model unsatisfiable.
        """
        model = object.__new__(cls)
        model.structure, model.narrowed, model.owner = structure, narrowed, owner
        return model

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables' names, in the order declared."""
        return self.structure.variables

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints, in the order declared."""
        return self.structure.constraints

    @property
    def objective(self) -> Objective | None:
        """The objective to make smallest or largest, or ``None``."""
        return self.structure.objective

    @cached_property
    def domains(self) -> Mapping[str, Domain]:
        """The remaining values of each variable, in the order declared."""
        return MappingProxyType({**self.structure.domains, **self.narrowed})

    @cached_property
    def has_empty_domain(self) -> bool:
        """Whether a variable has no value left, so that there is no solution."""
        return self.structure.has_empty_domain or not all(map(_GET_SIZE, self.narrowed.values()))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            raise model_attribute_error(name)

        def __getitem__(self, name: object) -> NoReturn:
            text = short_repr(name)
            raise TypeError(f"of a Model write model.domains[{text}], of a builder build[{text}]")

    def narrow(self, domains: Mapping[str, Iterable[int]]) -> Model:
        """The same model with the given variables restricted further (intersected)."""
        narrowed = dict(self.narrowed)
        for name, values in domains.items():
            if name not in self.structure.domains:
                raise ModelError(f"variable {name!r} is not declared")
            before = narrowed.get(name, self.structure.domains[name])
            narrowed[name] = before & domain_of(name, values)
        return Model.from_structure(self.structure, narrowed, self.owner)

    def add(self, *constraints: Constraint) -> Model:
        """A new model with further constraints, the same domains.

        Raises ``ModelError`` for a constraint over the variables of another builder
        than this model's.
        """
        for constraint in constraints:
            check_owner(constraint, self.owner)
        structure = self.structure
        checked = checked_constraints(constraints, structure.domains)
        grown = Structure.extended(structure, checked)
        # no chain of bases, one for each constraint that a loop adds
        grown.base, grown.own = structure.base, (*structure.own, *checked)
        return Model.from_structure(grown, self.narrowed, self.owner)

    def with_objective(self, objective: ObjectiveInput) -> Model:
        """The same model with another objective, or with none: then any solution will do."""
        checked = _checked_objective(objective, self.structure.domains)
        return self._with(checked, self.search, self.projection)

    @property
    def search(self) -> tuple[SearchPhase, ...]:
        """Advice for a search: the variables to guess first, phase by phase."""
        return self.structure.search

    def with_search(self, phases: Iterable[SearchPhase]) -> Model:
        """The same model with other advice for a search, or with none.

        Raises ``ModelError`` for a phase over a variable that was not declared.
        """
        search = tuple(phases)
        for phase in search:
            for name in phase.variables:
                if name not in self.structure.domains:
                    raise ModelError(f"a search phase: variable {name!r} is not declared")
        return self._with(self.objective, search, self.projection)

    @property
    def projection(self) -> tuple[str, ...] | None:
        """The variables in which solutions differ; ``None`` for all variables."""
        return self.structure.projection

    def with_projection(self, names: Iterable[str] | None) -> Model:
        """The same model, of which solutions that agree in the variables ``names`` are one solution.

        ``None`` is for all variables.  Raises ``ModelError`` for a variable that was not declared,
        or for no variable.

        >>> from nonet import count_solutions
        >>> model = Model({"x": [1, 2], "helper": range(5)})
        >>> print(count_solutions(model), count_solutions(model.with_projection(["x"])))
        10 2
        """
        projection = None if names is None else tuple(names)
        if projection == ():
            raise ModelError("a projection: name a variable in which solutions differ")
        for name in projection or ():
            if name not in self.structure.domains:
                raise ModelError(f"a projection: variable {name!r} is not declared")
        return self._with(self.objective, self.search, projection)

    def projected(self, assignment: Assignment) -> dict[str, int]:
        """Return the part of an assignment that tells solutions apart."""
        names = self.variables if self.projection is None else self.projection
        return {name: assignment[name] for name in names}

    def _with(
        self,
        objective: Objective | None,
        search: tuple[SearchPhase, ...],
        projection: tuple[str, ...] | None,
    ) -> Model:
        full, symbols = self.structure.domains, self.structure.symbols
        structure = Structure(full, self.constraints, objective, symbols, search, projection)
        return Model.from_structure(structure, self.narrowed, self.owner)

    def accepts(
        self, assignment: Assignment, ordered_values: tuple[int, ...] | None = None
    ) -> bool:
        """Whether ``assignment`` is a solution: in every domain, and every constraint holds.

        ``ordered_values`` are its values in the order of the variables, where known.
        """
        structure = self.structure
        compiled, others = structure.assignment_checker()
        try:
            if compiled is not None:
                if not compiled.allows(ordered_values or structure.values_of(assignment)):
                    return False
            elif not all(assignment[name] in each for name, each in structure.domains.items()):
                return False
        except KeyError:
            return False
        if self.has_empty_domain:
            return False
        for name, domain in self.narrowed.items():
            # most are single: the smallest value needs no look-up
            if assignment[name] != domain.base and assignment[name] not in domain:
                return False
        return not others or all(constraint.holds(assignment) for constraint in others)

    def violations(self, assignment: Assignment) -> list[str]:
        """Return the violations of ``assignment``, in words; empty for a solution."""
        broken = []
        for name, full in self.structure.domains.items():
            domain = self.narrowed.get(name, full)
            if assignment.get(name) not in domain:
                broken.append(f"{name} = {assignment.get(name)} is not in {domain}")
        if not broken:
            broken += [c.description for c in self.constraints if not c.holds(assignment)]
        return broken

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model):
            return NotImplemented
        return self.structure == other.structure and dict(self.domains) == dict(other.domains)

    def __hash__(self) -> int:
        return hash((self.structure, tuple(self.domains.items())))

    def __reduce__(self) -> tuple[object, ...]:
        return Model.from_structure, (self.structure, dict(self.narrowed))

    def __repr__(self) -> str:
        return f"Model({self.structure!r}, {quantity(len(self.narrowed), 'domain')} narrowed)"

    def _repr_html_(self) -> str:
        from nonet.model.html import model_html

        return model_html(self)


def checked_constraints(
    constraints: tuple[Constraint, ...],
    domains: Mapping[str, Domain],
    names: frozenset[str] | None = None,
) -> tuple[Constraint, ...]:
    """Return the constraints; raise ``ModelError`` for senseless constraints over the domains.

    ``names`` are the names of the variables, if there is a set already.
    """
    kinds: set[type[Constraint]] = set(map(type, constraints))
    if not all(issubclass(kind, Constraint) for kind in kinds):
        wrong = next(each for each in constraints if not isinstance(each, Constraint))
        raise ModelError(f"not a constraint: {short_repr(wrong)}")
    owner = None
    for constraint in constraints:
        if "_owner" in constraint.__dict__:
            owner = check_owner(constraint, owner)
    # all at once, which takes a fifth of the time
    known = frozenset(domains) if names is None else names
    if not known.issuperset(chain.from_iterable(map(GET_SCOPE, constraints))):
        for constraint in constraints:
            for name in set(constraint.scope) - domains.keys():
                raise ModelError(f"{constraint.description}: variable {name!r} is not declared")
    choosy = {kind for kind in kinds if kind.check_domains is not Constraint.check_domains}
    for constraint in constraints if choosy else ():
        if type(constraint) in choosy:
            constraint.check_domains(domains)
    return constraints


def checked_name(name: object) -> str:
    """Return a variable's name; raise ``ModelError`` for an object that is not a name."""
    if not isinstance(name, str) or not name:
        raise ModelError(f"a variable's name is a text that is not empty, not {short_repr(name)}")
    if not name.isascii():
        try:
            name.encode()
        except UnicodeEncodeError:
            raise ModelError(
                f"the variable's name {name!r} has half a character (a surrogate): no file holds it"
            ) from None
    return name


def _checked_values(name: str, values: Any, named: dict[str, Symbols]) -> Any:
    if isinstance(values, Iterable) and not isinstance(values, str | bytes | Collection):
        values = tuple(values)
    try:
        symbols = Symbols.from_values(values, dict.fromkeys(named.values()))
    except ModelError as error:
        raise ModelError(f"variable {name!r}: {error}") from None
    if symbols is None:
        return values
    named[name] = symbols
    return symbols.values


def domain_of(name: str, values: Iterable[int]) -> Domain:
    """Return the domain of a variable; errors name the variable."""
    try:
        return Domain.of(values)
    except ModelError as error:
        raise ModelError(f"variable {name!r}: {error}") from None


def _checked_objective(
    objective: ObjectiveInput, domains: Mapping[str, Domain]
) -> Objective | None:
    """Return the objective unchanged, or the combination of several objectives; raise
    ``ModelError`` if a variable is not declared.
    """
    if objective is None:
        return None
    if isinstance(objective, list | tuple):
        return _objective_of_levels(objective, domains)
    if not isinstance(objective, Objective):
        raise ModelError(f"not an objective: {short_repr(objective)}")
    for variable in objective.scope:
        if variable not in domains:
            raise ModelError(f"{objective}: variable {variable!r} is not declared")
    return objective


def _objective_of_levels(levels: Sequence[Any], domains: Mapping[str, Domain]) -> Objective | None:
    checked = [_checked_objective(level, domains) for level in levels]
    for level in checked:
        if level is None or isinstance(level, LexicographicObjective):
            raise ModelError(f"not an objective of one level: {type(level).__name__}")
    if len(checked) < 2:
        return checked[0] if checked else None
    return LexicographicObjective.of([each for each in checked if each is not None], domains)


def check_owner(constraint: Constraint, owner: object | None) -> object | None:
    """Return the common owner; raise ``ModelError`` for a constraint of another."""
    common = constraint.owner if isinstance(constraint, Constraint) else None
    if common is None or owner is None or common is owner:
        return common or owner
    raise other_builder_error(constraint.description)


def other_builder_error(where: str) -> ModelError:
    """Return the error for the variables of another builder."""
    return ModelError(
        f"{where}: its variables were declared by another builder; "
        "variables belong to the model of the builder that declared them"
    )
