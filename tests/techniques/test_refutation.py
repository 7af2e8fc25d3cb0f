"""Refutations in words: each step follows from its rule and its facts, and the last is a contradiction."""

import re

import pytest

import nonet
from nonet import Model, Status, solve
from nonet.model import AllDifferent, AnyOf, Linear
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits, layout_of
from nonet.techniques.engines.refutation import (
    Chain,
    Fact,
    Link,
    NamedInteger,
    chain_sentences,
    facts_text,
    refutation,
)
from nonet.techniques.engines.supposition import possible_values
from nonet.techniques.families.constraint_forcing import refutation_text

HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
SUMS = nonet.Puzzle(nonet.Grid.square(6)).with_rules(
    "killer 9 R1C1 R1C2 R2C1", "killer 10 R1C3 R2C3", "killer 7 R3C3 R4C3", "killer 5 R5C3 R6C3",
    "killer 12 R1C4 R1C5 R2C4", "killer 6 R3C1 R4C1", "killer 9 R5C5 R6C5", "killer 8 R3C6 R4C6",
)  # fmt: skip


def narrowed(fact, domain):
    return [value for value in domain if (value == fact.value) == fact.holds]


def check_links(links, known, domains):
    """Whether each step follows, by another solver."""
    known = set(known)
    for link in links:
        facts = set(link.because)
        assert facts <= known
        if link.supposing:
            check_links(link.supposing, known | {link.supposed}, domains)
            assert not link.supposing[-1].concluded
            facts.add(Fact(link.supposed.name, link.supposed.value, False))
        names = {name for each in link.constraints for name in each.scope}
        names |= {fact.name for fact in (*facts, *link.concluded)}
        narrowed_domains = {name: list(domains[name]) for name in names}
        for fact in facts:
            narrowed_domains[fact.name] = narrowed(fact, narrowed_domains[fact.name])
        opposites = [
            (Linear((fact.name,), (1,), "!=" if fact.holds else "==", fact.value),)
            for fact in link.concluded
        ]
        wrong = [AnyOf(tuple(opposites))] if opposites else []
        if all(narrowed_domains.values()):
            model = Model(narrowed_domains, [*link.constraints, *wrong])
            assert solve(model, backend="native").status is Status.UNSAT, link
        known |= set(link.concluded)
    assert not links[-1].concluded


@pytest.mark.parametrize("puzzle", [nonet.parse(HARD), SUMS], ids=["hard", "sums"])
def test_every_step_follows_from_its_rule_and_its_facts(puzzle):
    position = Position.of(puzzle)
    layout, with_cases = position.layout, 0
    values = possible_values(position)
    given = set()
    for cell, mask in zip(layout.cells, values, strict=True):
        open_values = [layout.values[n] for n in bits(mask)]
        domain = layout.structure.domains[cell]
        given |= {Fact(cell, value, False) for value in domain if value not in open_values}
        given |= {Fact(cell, open_values[0])} if len(open_values) == 1 else set()
    for candidate in list(bits(position.open))[::9]:
        chain = refutation(layout, values, candidate, max_cases=2)
        if chain is not None:
            with_cases += any(link.supposing for link in chain.links)
            supposed = Fact(*layout.cell_and_value(candidate))
            check_links(chain.links, given | {supposed}, layout.structure.domains)
            constraints = [c for link in chain.links for c in link.constraints]
            text = refutation_text(layout, tuple(values), candidate, layout.structure.constraints)
            assert not text or (text.startswith("Suppose R") and constraints)
        if with_cases == 2:
            break
    assert with_cases


def test_a_contradiction_says_what_has_no_place():
    model = nonet.parse("12.....4........").model()
    layout = layout_of(model)
    values = [layout.all_values] * layout.cell_count
    for cell, value in (("R1C1", 1), ("R1C2", 2), ("R2C4", 4)):
        values[layout.cell_number[cell]] = 1 << layout.value_number[value]
    assert "row 1 has no place for 4, since R1C1 is 1" in str(refutation(layout, values))


def test_a_value_with_one_place_in_a_house_rests_on_the_other_cells_alone():
    puzzle = nonet.parse(
        "4...7..9....9..4.......2.1.7....9.8..3.8...7..1...5.6.36..4.8.....1..6...5...67.."
    )
    chain = nonet.why_not(puzzle, "R1C3", 5).chain
    placed = re.findall(r": (R\dC\d) is (\d), since (.*)", str(chain))
    only_places = [(cell, why) for cell, value, why in placed if why.endswith(f" not {value}")]
    assert only_places and all(f"{cell} is not" not in why for cell, why in only_places)


# -- words, of links written by hand ----------------------------------------------------

ROW = AllDifferent(("R1C1", "R1C2", "R1C3"))
SUM = Linear.sum(("R1C1", "R1C2"), "==", 5)


def fact(text, holds=True):
    name, value = text.split("=")
    return Fact(name, int(value), holds)


def link(concluded=(), because=(), by="row 1", constraints=(ROW,), **more):
    return Link(tuple(concluded), by, constraints, tuple(because), **more)


def lines_of(*links):
    return str(Chain(links)).splitlines()


def test_facts_are_told_values_first_and_alike_cells_together():
    facts = [fact("a=1", False), fact("b=2"), fact("c=2"), fact("a=3", False), fact("d=4")]
    assert facts_text(facts) == "b and c are 2, d is 4 and a is not 1 or 3"
    run = [fact(f"a={n}", False) for n in (1, 2, 3, 5, 6, 7, 8)]
    assert facts_text(run) == "a is not 1, 2, 3 or 5 to 8"
    assert facts_text([fact(f"a={n}") for n in (2, 3, 4, 5)]) == "a is 2 to 5"


def test_links_of_one_rule_and_one_reason_share_a_line():
    because = [fact("R1C3=3")]
    first, second = (link([fact(f"{c}=3", False)], because) for c in ("R1C1", "R1C2"))
    other = link([fact("R1C4=4", False)], because)
    assert lines_of(first, second, other) == [
        "row 1: R1C1 and R1C2 are not 3, since R1C3 is 3",
        "row 1: R1C4 is not 4, since R1C3 is 3",
    ]
    assert lines_of(first, link([fact("R1C2=3", False)], because, by="row 2"))[1].startswith(
        "row 2"
    )
    assert len(lines_of(first, link([fact("R1C2=3", False)], [fact("R1C4=3")]))) == 2


def test_a_contradiction_says_what_is_wrong():
    because = [fact("R1C1=1"), fact("R1C2=1")]
    assert lines_of(link((), because)) == ["row 1 cannot hold, since R1C1 and R1C2 are 1"]
    assert lines_of(link((), because, failure="has no place for 3")) == [
        "row 1 has no place for 3, since R1C1 and R1C2 are 1"
    ]
    lacks = [fact("R1C1=1", False), fact("R1C1=2", False)]
    assert lines_of(link((), lacks, "", ())) == [
        "no value is left for R1C1, since R1C1 is not 1 or 2"
    ]
    both = [fact("R1C1=1"), fact("R1C1=2")]
    assert lines_of(link((), both, "", ())) == ["R1C1 cannot be 1 and 2 at once"]


@pytest.mark.parametrize(("number", "listed"), [(12, True), (13, False)])
def test_of_very_many_cells_a_reason_names_none(number, listed):
    because = [fact(f"c{n}={n}") for n in range(number)]
    conclusion, failure = (lines_of(link(c, because, "sum 5", (SUM,)))[0]
                           for c in ([fact("R1C1=3", False)], ()))  # fmt: skip
    assert ("c11 is 11" in conclusion) == ("c11 is 11" in failure) == listed
    if not listed:
        assert conclusion == (
            "sum 5: R1C1 is not 3, since nothing else fits with what is known of its other cells"
        )
        assert failure == "sum 5 cannot hold with what is known of its cells"
    assert "c11 is 11" in lines_of(link([fact("R1C1=3", False)], because))[0]  # of a house all


def test_a_case_is_told_within_and_as_sentences():
    inner = link((), [fact("R1C1=1"), fact("R1C2=1")])
    case = link([fact("R1C1=2")], [], "", (), supposing=(inner,), supposed=fact("R1C1=1"))
    assert lines_of(case, link()) == [
        "suppose that R1C1 is 1:",
        "  row 1 cannot hold, since R1C1 and R1C2 are 1",
        "so R1C1 is 2",
        "row 1 cannot hold",
    ]
    assert [*chain_sentences([case], " now")] == [
        "Suppose now that R1C1 is 1",
        "Row 1 cannot hold, since R1C1 and R1C2 are 1",
        "So R1C1 is 2",
    ]
    assert len(lines_of(case, case)) == 6  # cases share no lines
    assert case.to_json() == {
        "concluded": "R1C1 is 2",
        "by": None,
        "because": [],
        "supposing": [{"concluded": None, "by": "row 1", "because": ["R1C1 is 1", "R1C2 is 1"]}],
    }


def test_a_value_with_a_name_is_equal_to_no_other_name():
    plain, red, blue = (NamedInteger.of(2, name) for name in ("2", "red", "blue"))
    assert type(plain) is int and str(red) == "red"
    assert red == NamedInteger.of(2, "red") and red == 2 and hash(red) == hash(2)
    assert red != blue and red != 3 and red != NamedInteger.of(3, "red")
    assert str(Fact("R1C1", red)) == "R1C1 is red"


# -- limits -----------------------------------------------------------------------------


def needed(predicate):
    """The least limit with which a chain is found."""
    return next(limit for limit in range(500) if predicate(limit) is not None)


def test_a_chain_has_no_more_cases_than_allowed():
    layout, values = unsolvable()
    assert refutation(layout, values, max_cases=0) is None
    one_case = refutation(layout, values, max_cases=1)
    assert str(one_case).count("suppose") == 1
    assert str(one_case) == str(refutation(layout, values))


def test_a_chain_is_given_up_after_a_number_of_propagations():
    layout, values = unsolvable()
    least = needed(lambda n: refutation(layout, values, max_propagations=n))
    assert least > 1
    assert str(refutation(layout, values, max_propagations=least)) == str(
        refutation(layout, values)
    )


def test_the_deadline_is_looked_at_for_every_value_supposed():
    layout, values = unsolvable()
    looks = []
    refutation(layout, values, check_deadline=lambda: looks.append(1))
    assert len(looks) > needed(lambda n: refutation(layout, values, max_propagations=n))


def test_only_the_constraints_asked_for_are_used():
    model = nonet.parse("123....4........").model()
    layout = layout_of(model)
    values = [layout.all_values] * layout.cell_count
    for cell, value in (("R1C1", 1), ("R1C2", 2), ("R1C3", 3), ("R2C4", 4)):
        values[layout.cell_number[cell]] = 1 << value - 1
    rows = [c for c in model.constraints if c.rule.kind == "row"]
    boxes = [c for c in model.constraints if c.rule.kind in ("row", "box")]
    assert refutation(layout, values, within=rows, max_cases=3) is None
    chain = refutation(layout, values, within=boxes)
    assert {link.by for link in chain.links} == {"row 1", "box 2"}
    named = refutation(layout, values, label=lambda source: source.name.upper(),
                       value_name=lambda name, value: "abcd"[value - 1])  # fmt: skip
    assert str(named).startswith("ROW 1: R1C4 is d, since R1C1 is a, R1C2 is b and R1C3 is c")


def unsolvable():
    """A grid without a solution that propagation alone does not refute."""
    position = Position.of(nonet.parse(".4.....32.......1.........3..2.24..."))
    return position.layout, possible_values(position)
