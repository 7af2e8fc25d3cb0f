"""Refutations in words: each step follows from its rule and its facts, and the last is a contradiction."""

import re

import pytest

import nonet
from nonet import Model, Status, solve
from nonet.model import AnyOf, Linear
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits, layout_of
from nonet.techniques.engines.refutation import Fact, refutation
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
