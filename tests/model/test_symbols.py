"""Values with names: their integers, what is compared by them, and what is refused."""

from enum import Enum, IntEnum

import pytest

from nonet.errors import ModelError
from nonet.model import Domain, ModelBuilder
from nonet.model.symbols import NamedDomain, Symbols, agree, value_number, with_names

Colour = Enum("Colour", "RED GREEN")
Size = IntEnum("Size", {"SMALL": 5, "LARGE": 9})
COLOURS = Symbols.from_values(["red", "green", "blue"])


def test_names_are_numbered_as_they_were_before():
    colours = Symbols.from_values(["red", "green", "blue"])
    assert colours.pairs == ((0, "red"), (1, "green"), (2, "blue"))
    some = Symbols.from_values(["blue", "black", "red"], [colours])
    assert some.pairs == ((2, "blue"), (3, "black"), (0, "red"))
    assert colours.are_places and not some.are_places
    assert Symbols.from_values(["dog", "cat"], [colours]).pairs == ((0, "dog"), (1, "cat"))
    pets = Symbols.from_values(["dog", "cat"])
    both = Symbols.from_values(["red", "dog"], [colours, pets])
    assert both.pairs == ((0, "red"), (3, "dog"))


def test_members_of_an_enum_are_names_and_of_an_int_enum_numbers_too():
    colours, sizes = Symbols.from_values(Colour), Symbols.from_values(Size)
    assert colours.pairs == ((0, "RED"), (1, "GREEN")) and not colours.is_numeric
    assert sizes.pairs == ((5, "SMALL"), (9, "LARGE")) and sizes.is_numeric
    assert colours.declared_value(1) is Colour.GREEN and colours.declared_value(7) == 7
    assert COLOURS.declared_value(2) == "blue"
    assert sizes.value_of(Size.LARGE, "x") == 9 and sizes.value_of(6, "x") == 6
    assert colours.value_of(Colour.GREEN, "x") == colours.value_of("GREEN", "x") == 1
    assert colours.name_of(1) == "GREEN" and colours.name_of(2) == "2"


@pytest.mark.parametrize("values", [range(3), "red", [1, 2], [], 7, b"red"])
def test_what_are_no_names_have_no_symbols(values):
    assert Symbols.from_values(values) is None


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Symbols.from_values(["red", 1]), "names or integers, not both: 'red' is a name"),
        (lambda: Symbols.from_values([1, "red"]), "names or integers, not both: 'red' is a name"),
        (lambda: Symbols.from_values(["red", "green", "red"]), "has the name 'red' twice"),
        (lambda: COLOURS.value_of("gren", "x"), "x has no value 'gren'; it has red, green, blue"),
        (lambda: COLOURS.value_of("gren", "x"), "did you mean green?"),
        (lambda: COLOURS.value_of(1.5, "x"), "x has no value 1.5"),
        (lambda: value_number("gren", [None, COLOURS], "a count"), "a count: no variable has the"),
    ],
)
def test_what_has_no_name_is_refused(make, message):
    with pytest.raises(ModelError) as caught:
        make()
    assert message in str(caught.value)


def test_twelve_names_are_listed_and_of_more_the_first_eleven():
    names = [f"n{place}" for place in range(13)]
    assert str(Symbols.from_values(names[:12])) == ", ".join(names[:12])
    assert str(Symbols.from_values(names)) == ", ".join(names[:11]) + ", ..."


def test_a_named_value_is_the_integer_of_the_first_that_have_the_name():
    other = Symbols(((7, "red"), (8, "pink")))
    assert value_number("red", [None, COLOURS, other], "a count") == 0
    assert value_number("pink", [COLOURS, other], "a count") == 8
    assert value_number("red", [None], "a count") == "red"
    assert value_number(3, [COLOURS], "a count") == 3
    assert value_number(Size.LARGE, [COLOURS], "a count") is Size.LARGE


def test_symbols_agree_where_names_and_integers_pair_off():
    assert agree([COLOURS, Symbols(((1, "green"), (3, "pink")))])
    assert not agree([COLOURS, Symbols(((3, "green"),))])
    assert not agree([COLOURS, Symbols(((1, "pink"),))])


def test_a_domain_shows_itself_by_names_and_equal_domains_stay_one_object():
    full = Domain.range(0, 2)
    named = with_names({"x": full, "y": full, "z": full}, {"x": COLOURS, "y": COLOURS})
    assert named["x"] is named["y"] and named["x"] == named["z"] == full
    assert repr(named["x"]) == "Domain({red, green, blue})" and repr(named["z"]) == repr(full)
    assert "green" in named["x"] and "pink" not in named["x"] and 2 in named["x"]
    fewer = named["x"] & Domain.range(1, 5)
    assert isinstance(fewer, NamedDomain) and fewer.names == ("green", "blue")
    assert (named["x"] - Domain.single(0)).names == ("green", "blue")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (lambda x, y, p: x < y, "names have no order; compare by == and !="),
        (lambda x, y, p: x == 1, "are names (red, green, blue): write x == 'green'"),
        (lambda x, y, p: x == 9, "write x == 'red'"),
        (lambda x, y, p: x == p, "their values have different names"),
        (lambda x, y, p: x + y == 1, "not numbers: they are compared by == and != alone"),
        (lambda x, y, p: x == "gren", "did you mean green?"),
    ],
)
def test_names_are_compared_by_equality_alone(line, message):
    build = ModelBuilder()
    x, y = (build.variable(name, ["red", "green", "blue"]) for name in "xy")
    pet = build.variable("pet", ["dog", "cat"])
    with pytest.raises(ModelError) as caught:
        build.add(line(x, y, pet))
    assert message in str(caught.value)
