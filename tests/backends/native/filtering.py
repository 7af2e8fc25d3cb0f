"""Models of one constraint: what the filters leave, and what brute force does."""

from hypothesis import strategies as st

from nonet.backends.native.engine import Engine
from nonet.backends.native.filters import Levels, filter_factory
from nonet.model import Element, Model
from nonet.model.expressions.arithmetic import Variable
from nonet.model.globals import Cumulative, Precedence
from nonet.testing.brute import brute_force
from nonet.testing.strategies import (
    domains,
)


def filtered(model: Model, levels: Levels) -> dict[str, set[int]] | None:
    """The domains at the fixed point; ``None`` on failure."""
    engine = Engine(model.structure, filter_factory(levels))
    engine.reset(model.narrowed)
    if not engine.propagate():
        return None
    return {name: set(engine.domain(x)) for x, name in enumerate(engine.names)}


def supported(model: Model) -> dict[str, set[int]] | None:
    """Return what generalised arc consistency leaves of a model of one constraint, by brute force."""
    solutions = brute_force(model)
    if not solutions:
        return None
    return {name: {solution[i] for solution in solutions} for i, name in enumerate(model.variables)}


@st.composite
def of_one_constraint(draw, kind) -> Model:
    declared = draw(domains())
    return Model(declared, [draw(kind(list(declared)))])


@st.composite
def elements_over_different_variables(draw) -> Model:
    declared = draw(domains().filter(lambda drawn: len(drawn) > 2))
    *array, index, value = draw(st.permutations(list(declared)))
    return Model(declared, [Element(tuple(array), index, value, draw(st.integers(-1, 1)))])


@st.composite
def precedences(draw, names):
    """Value precedence over different variables, some of them shifted."""
    of = [Variable(name) + draw(st.integers(-1, 1)) for name in draw(st.permutations(names))]
    return Precedence(of, draw(st.lists(st.integers(0, 3), min_size=1, unique=True)))


@st.composite
def cumulatives(draw, names):
    """Tasks whose starts may be one variable; some are optional, the capacity may vary."""
    some, small = st.sampled_from(names).map(Variable), st.integers(0, 3)
    starts = draw(st.lists(some | st.tuples(some, small).map(sum), min_size=1, max_size=4))
    numbers = [draw(st.lists(small, min_size=len(starts), max_size=len(starts))) for _ in range(2)]
    present = draw(st.just(()) | st.lists(some | small, min_size=len(starts), max_size=len(starts)))
    return Cumulative(starts, *numbers, draw(some | st.integers(-1, 4)), present)
