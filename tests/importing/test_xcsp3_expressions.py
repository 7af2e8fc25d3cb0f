"""Variables, domains and formulas of XCSP3: what they say, by a second implementation."""

import random
from itertools import product
from math import prod

import pytest

from nonet.errors import FormatError
from nonet.importing.xcsp3 import expressions, read_xcsp3
from nonet.importing.xcsp3.expressions import domain_of
from nonet.model import Domain
from tests.importing.test_xcsp3 import HEAD, solutions

NAMES = ("x[0]", "x[1]", "x[2]", "y", "m[0][0]", "m[0][1]", "m[1][0]", "m[1][1]")
RANGES = [range(-1, 3)] * 3 + [range(3)] + [range(2)] * 4
NUMBERS = {
    "neg": lambda a: -a,
    "abs": abs,
    "sqr": lambda a: a * a,
    "add": lambda *every: sum(every),
    "sub": lambda a, b: a - b,
    "mul": lambda *every: prod(every),
    "min": min,
    "max": max,
    "dist": lambda a, b: abs(a - b),
}
TRUTHS = {
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "ne": lambda a, b: a != b,
    "eq": lambda a, b: a == b,
}
LOGIC = {
    "not": lambda a: not a,
    "and": lambda *every: all(every),
    "or": lambda *every: any(every),
    "xor": lambda *every: sum(every) % 2 == 1,
    "iff": lambda a, b: a == b,
    "imp": lambda a, b: not a or b,
}
ONE, ANY = ("neg", "abs", "sqr", "not"), ("add", "mul", "min", "max", "and", "or", "xor")


def operation(rng, table, part, depth):
    name = rng.choice([*table])
    count = 1 if name in ONE else rng.randint(2, 3) if name in ANY else 2
    texts, values = zip(*(part(rng, depth - 1) for _ in range(count)), strict=True)
    return f"{name}({','.join(texts)})", lambda row: table[name](*(value(row) for value in values))


def number(rng, depth):
    if depth <= 0 or rng.random() < 0.3:
        if rng.random() < 0.3:
            constant = rng.randint(-2, 3)
            return str(constant), lambda row: constant
        place = rng.randrange(4)
        return NAMES[place], lambda row: row[place]
    if rng.random() < 0.15:
        (condition, holds), (first, then), (second, other) = (
            truth(rng, 0), number(rng, depth - 1), number(rng, depth - 1)
        )  # fmt: skip
        text = f"if({condition},{first},{second})"
        return text, lambda row: then(row) if holds(row) else other(row)
    return operation(rng, NUMBERS, number, depth)


def truth(rng, depth):
    if depth <= 0 or rng.random() < 0.4:
        return operation(rng, TRUTHS, number, depth)
    return operation(rng, LOGIC, truth, depth)


@pytest.mark.parametrize("seed", range(12))
def test_a_formula_has_the_value_of_its_operators(seed):
    text, holds = truth(random.Random(seed), 3)
    fixed = " ".join(f"<intension> eq({name},0) </intension>" for name in NAMES[4:])
    expected = {(*row, 0, 0, 0, 0) for row in product(*RANGES[:4]) if holds(row)}
    assert solutions(f"<intension> {text} </intension>{fixed}") == expected, text


def test_a_domain_is_numbers_and_ranges():
    assert domain_of("0..2 5 8..8") == Domain.of([0, 1, 2, 5, 8])
    assert domain_of(" -3..-1 ") == Domain.of([-3, -2, -1])
    assert not domain_of("").size
    for wrong in ("a", "1..", "..2", "1...3"):
        with pytest.raises(ValueError):
            domain_of(wrong)


def read(variables, constraints=""):
    return read_xcsp3(
        f"{HEAD}{variables}</variables><constraints>{constraints}</constraints></instance>", "a.xml"
    ).model


def test_an_array_has_domains_by_entry_and_for_all_others():
    model = read(
        '<array id="a" size="[2][2]"> <domain for="a[0][] a[1][1]"> 0 1 </domain>'
        '<domain for="others"> 5 </domain> </array>'
        '<array id="b" as="a" size="[2][2]"/> <var id="v"> 1..3 </var> <var id="w" as="v"/>'
    )
    for name in "ab":
        entries = {place: model.domains[f"{name}[{place[0]}][{place[1]}]"] for place in
                   ((0, 0), (0, 1), (1, 0), (1, 1))}  # fmt: skip
        assert entries.pop((1, 0)) == Domain.of([5])
        assert set(entries.values()) == {Domain.of([0, 1])}
    assert model.domains["w"] == model.domains["v"] == Domain.of([1, 2, 3])


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ('<var id="v"> 1 </var><var id="v"> 1 </var>', "'v' is declared twice"),
        ("<var> 1 </var>", "a variable without an id"),
        ('<var id="v" type="real"> 1 </var>', "'v' is a variable of type real"),
        ('<var id="v" as="u"/>', "as='u' names no variable above"),
        ('<var id="v"> </var>', "'v' has an empty domain"),
        ('<var id="v"> one </var>', "'v': expected integers, not 'one'"),
        ('<array id="v"> 1 </array>', "the array 'v' has no size"),
    ],
)
def test_a_declaration_that_makes_no_sense_is_one_line(variables, message):
    with pytest.raises(FormatError, match=message) as error:
        read(variables)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("most", "is_read"), [(6, True), (5, False)])
def test_an_array_has_up_to_the_most_entries(monkeypatch, most, is_read):
    monkeypatch.setattr(expressions, "MOST_ENTRIES", most)
    variables = '<array id="v" size="[2][3]"> 0 1 </array>'
    if is_read:
        assert len(read(variables).variables) == 6
    else:
        with pytest.raises(FormatError, match=f"the array 'v' has more than {most} entries"):
            read(variables)
