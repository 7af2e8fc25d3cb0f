"""Constraints over expressions: what their fields take, how they are shown, copied and nested."""

import pickle

import pytest

from nonet.errors import ModelError
from nonet.model import Automaton, ModelBuilder
from nonet.model.constraints import primitives
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.composed import list_text
from nonet.model.globals import Cardinality, Distinct, Increasing, NoOverlap


def test_a_field_takes_whatever_is_an_expression():
    build = ModelBuilder()
    x, y = build.variables("xy", range(3))
    constraint = Distinct((x, "y", 3, x + 2 * y, x <= y))
    assert [str(each) for each in constraint.of] == ["x", "y", "3", "x + 2 * y", "(x - y <= 0)"]
    assert constraint.scope == ("x", "y") and constraint.owner is x.owner
    other = ModelBuilder().variable("z", range(3))
    with pytest.raises(ModelError, match="two builders"):
        Distinct((x, other))


def test_parallel_fields_have_as_many_entries_and_presence_may_be_left_out():
    assert NoOverlap(("a", "b"), (2, 3), ()).present == ()
    assert len(NoOverlap(("a", "b"), (2, 3), ("p", 1)).present) == 2
    for fields in ((("a", "b"), (2,), ()), (("a", "b"), (2, 3), ("p",))):
        with pytest.raises(ModelError, match="give as many of each"):
            NoOverlap(*fields)
    with pytest.raises(ModelError) as caught:
        Cardinality(("x",), (1, 2), (1,))
    assert "2 in value, 1 in number: give as many of each" in str(caught.value)


def test_lists_are_shown_whole_up_to_six():
    assert list_text(range(6)) == "[0, 1, 2, 3, 4, 5]"
    assert list_text(range(7)) == "[0, 1, 2, 3, 4, ..., 6]"
    assert (
        list_text([(1, 2), frozenset({3, 1}), frozenset({(1, 2)})]) == "[[1, 2], [1, 3], 1 tuple]"
    )
    assert list_text([Automaton(0, {0}, {})]) == "[automaton]"
    assert list_text([Automaton.from_pattern("1*", [1])]) == "['1*']"


def test_depth_and_size_are_those_of_the_deepest_part_and_of_all():
    x = Affine((("x", 1),))
    flat = Increasing((x, x))
    assert (flat.depth, flat.size, flat.is_flat) == (1, 1, True)
    build = ModelBuilder()
    x, y = build.variables("xy", range(3))
    deep = Increasing((abs(x * y), y))
    assert (deep.depth, deep.size, deep.is_flat) == (3, 3, False)
    both = ~(flat & deep)
    assert both.depth == 5 and [type(part).__name__ for part in both.parts] == ["AllOf"]


@pytest.mark.parametrize("limit", ["DEEPEST", "MOST_PARTS"])
def test_what_is_as_deep_or_as_large_as_may_be_is_taken_and_more_refused(limit, monkeypatch):
    monkeypatch.setattr(primitives, limit, 4)
    x = ModelBuilder().variable("x", range(3))
    three = abs(abs(abs(x)))
    most = Increasing((three, x))
    assert (most.depth, most.size) == (4, 4)
    with pytest.raises(ModelError, match="more than 4 "):
        Increasing((abs(three), x))


def test_a_copy_by_pickle_is_the_same_without_what_is_computed():
    build = ModelBuilder()
    x, y = build.variables("xy", range(3))
    constraint = Increasing((abs(x), y), 1)
    assert constraint.size == 2 and constraint.operands
    copy = pickle.loads(pickle.dumps(constraint))
    assert "operands" not in vars(copy) and "size" not in vars(copy)
    assert copy.equal_fields(constraint) and copy.owner is None
    assert copy.formula == constraint.formula and hash(copy) == hash(constraint)


def test_constants_are_given_by_the_names_of_values():
    build = ModelBuilder()
    x, y = (build.variable(name, ["red", "green"]) for name in "xy")
    constraint = Distinct((x, y), ("green",))
    assert constraint.except_values == {1}
    with pytest.raises(ModelError, match="no variable has the value 'blue'"):
        Distinct((x, y), ("blue",))
