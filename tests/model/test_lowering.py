"""Lowering: only what is asked for is left, inside AnyOf too, and no solution is lost or added."""

from dataclasses import dataclass
from typing import ClassVar

import pytest
from hypothesis import given

from nonet.backends import get_backend
from nonet.backends.base import Availability, Capabilities
from nonet.backends.lowering import lower
from nonet.errors import Unsupported
from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Connected,
    Constraint,
    Count,
    Domain,
    Element,
    Linear,
    Model,
    Regular,
    Table,
)
from nonet.model.constraints.base import Decomposition
from nonet.model.constraints.primitives import DEEPEST
from nonet.model.lowering import Lowering
from nonet.solving import solve
from nonet.testing.brute import brute_force
from nonet.testing.strategies import models

SIMPLE = frozenset({AnyOf, Linear, Table})
PRIMITIVES = frozenset({AllDifferent, AnyOf, Count, Element, Linear, Regular, Table})


class Alike(Constraint):
    """A primitive of somebody's own: all values are the same."""

    def holds(self, assignment):
        return len({assignment[name] for name in self.scope}) == 1

    def decompose(self, domains, fresh):
        pairs = zip(self.scope, self.scope[1:], strict=False)
        return Decomposition(tuple(Linear(pair, (1, -1), "==", 0) for pair in pairs))


class Opaque(Constraint):
    """One that has no simpler form."""

    def holds(self, assignment):
        return sum(assignment[name] for name in self.scope) % 2 == 1


Constraint.types.pop("Alike")
Constraint.types.pop("Opaque")


@dataclass(frozen=True)
class Careful:
    """Native, but for a new primitive that it posts and does not take inside AnyOf."""

    name: ClassVar[str] = "careful"
    capabilities: ClassVar[Capabilities] = Capabilities(
        posts=PRIMITIVES | {Alike, Opaque}, inside=PRIMITIVES
    )

    def available(self):
        return Availability(True)

    def run(self, model, request):
        for constraint in model.constraints:
            for part in parts_inside(constraint):
                assert type(part) in self.capabilities.inside
        simpler = lower(model, get_backend("native"))
        return (yield from get_backend("native").run(simpler, request))


def parts_inside(constraint):
    """All constraints inside one, however deep."""
    for part in constraint.parts:
        yield part
        yield from parts_inside(part)


def test_what_a_backend_posts_but_not_inside_any_of_is_rewritten_there():
    either = AnyOf(((Alike(("a", "b", "c")),), (Linear(("a",), (1,), "==", 0), Alike(("b", "c")))))
    model = Model(dict.fromkeys("abc", range(3)), [either])
    lowered = lower(model, Careful())
    assert [type(part) for part in parts_inside(lowered.constraints[0])] == [Linear] * 4
    outcome = solve(model, Careful(), limit=None)
    assert {tuple(s.values()) for s in outcome.solutions} == brute_force(model)
    assert type(lower(Model(model.domains, [Alike(("a", "b"))]), Careful()).constraints[0]) is Alike


def test_what_has_no_simpler_form_inside_any_of_is_a_table_of_the_group_or_declined_by_name():
    either = AnyOf(((Opaque(("a", "b")),), (Linear(("a",), (1,), "==", 0),)))
    small = Model(dict.fromkeys("ab", range(3)), [either])
    outcome = solve(small, Careful(), limit=None)
    assert {tuple(s.values()) for s in outcome.solutions} == brute_force(small)
    large = Model(dict.fromkeys("ab", range(1_000)), [either])
    with pytest.raises(Unsupported, match=r"^Opaque \(Opaque\) says only whether it holds"):
        lower(large, Careful())


def test_an_automaton_with_states_far_apart_is_encoded_inside_any_of_by_its_last_state():
    far = 10**15
    word = Automaton(-far, {far}, {(-far, 1): far, (far, 0): -far, (-far, 0): -far})
    either = AnyOf(((Regular(("a", "b", "c"), word),), (AllDifferent(("a", "b")),)))
    model = Model(dict.fromkeys("abc", range(2)), [either])
    lowering = Lowering(model.domains, SIMPLE, SIMPLE - {AnyOf})
    lowering.add(either)
    assert len(lowering.domains) == 3 + 3, "a state after each value, and no more"
    assert solutions(model, lowering) == brute_force(model)


def solutions(model, lowering):
    """Those of what was lowered, over the model's own variables; each must come once."""
    grown = Model(lowering.domains, lowering.posted)
    rows = [tuple(s[name] for name in model.variables) for s in solve(grown, limit=None).solutions]
    assert len(rows) == len(set(rows)), "new variables must follow from the others"
    return set(rows)


@given(model=models())
def test_random_models_lowered_to_tables_and_sums_have_the_same_solutions(model):
    if not all(model.domains.values()):
        return
    lowering = Lowering(model.domains, SIMPLE, frozenset({Linear, Table}))
    for constraint in model.constraints:
        lowering.add(constraint)
    for constraint in lowering.posted:
        assert type(constraint) in SIMPLE
        assert {type(part) for part in parts_inside(constraint)} <= SIMPLE
    assert solutions(model, lowering) == brute_force(model)


def test_any_ofs_too_deep_for_recursion_are_explained_as_a_whole():
    part = AnyOf(((Count(("a", "b"), {1}, "==", 1),), (Linear(("a",), (1,), "==", 0),)))
    for _ in range(DEEPEST - 1):
        part = AnyOf(((part,), (Linear(("b",), (1,), "==", 0),)))
    model = Model({"a": Domain.range(0, 1), "b": Domain.range(0, 1)}, [part])
    lowering = Lowering(model.domains, SIMPLE, frozenset({Linear, Table}))

    def call(frames):  # the caller may be deep already
        return call(frames - 1) if frames else lowering.add(part)

    call(600)
    assert solutions(model, lowering) == brute_force(model)


@pytest.mark.parametrize("backend", ["sat", "cpsat", "native", "python-constraint"])
@pytest.mark.parametrize("empties_first", [True, False])
def test_a_constraint_that_empties_a_domain_leaves_connected_without_a_word(backend, empties_first):
    """Before, ``AnyOf needs at least one group`` rose: there is no solution, and that is all."""
    impossible = Linear(("a",), (1,), ">=", 9)
    chain = Connected(("a", "b", "c"), (("a", "b"), ("b", "c")), ((1,), (2,)))
    constraints = [impossible, chain] if empties_first else [chain, impossible]
    model = Model(dict.fromkeys("abc", range(3)), constraints)
    assert solve(model, backend).status.value == "unsat"


def test_connected_over_no_values_decomposes_to_what_cannot_hold():
    chain = Connected(("a", "b"), (("a", "b"),), ((1,),))
    domains = {"a": Domain.of([]), "b": Domain.range(0, 1)}
    parts = chain.decompose(domains, iter_names())
    assert any(isinstance(part, AnyOf) for part in parts.constraints)


def iter_names():
    numbers = iter(range(100))
    return lambda part: f"~{part}{next(numbers)}"
