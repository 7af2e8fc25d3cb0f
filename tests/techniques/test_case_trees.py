"""Case trees: the houses and marks that a tree names refute its candidate, and its text says each case."""

import re
from collections.abc import Iterator

import pytest

import nonet
from nonet import Model, Status, solve
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.filter_base import Filter
from nonet.techniques.engines.supposition import MAX_CASES, Case, case_tree, possible_values
from nonet.techniques.families.explanation import case_sentences

HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
SUMS = nonet.Puzzle(nonet.Grid.square(6)).with_rules(
    "killer 9 R1C1 R1C2 R2C1", "killer 10 R1C3 R2C3", "killer 7 R3C3 R4C3", "killer 5 R5C3 R6C3",
    "killer 12 R1C4 R1C5 R2C4", "killer 6 R3C1 R4C1", "killer 9 R5C5 R6C5", "killer 8 R3C6 R4C6",
)  # fmt: skip
FAILURES = ("nothing is left", "no place is left", "cannot hold")


def nodes(tree: Case) -> Iterator[Case]:
    yield tree
    for case in tree.cases:
        yield from nodes(case)


def premises(tree: Case) -> Iterator[object]:
    """Yield the constraints that a tree names."""
    for case in nodes(tree):
        sources = [removal.source for removal in case.removals]
        for source in (*sources, *filter(None, (case.source, case.house))):
            yield source.constraint
            if isinstance(source, Filter):
                yield from (house.constraint for house in source.houses)


@pytest.mark.parametrize("puzzle", [nonet.parse(HARD), SUMS], ids=["hard", "sums"])
def test_the_named_premises_refute_the_candidate(puzzle):
    position = Position.of(puzzle)
    layout, splits = position.layout, 0
    for candidate in list(bits(position.open))[::3]:
        tree = case_tree(layout, tuple(possible_values(position)), candidate)
        if tree is None or not tree.cases:
            continue
        splits += 1
        assert 2 <= tree.case_count <= MAX_CASES
        constraints = tuple(dict.fromkeys(premises(tree)))
        names = dict.fromkeys(name for constraint in constraints for name in constraint.scope)
        domains = {name: position.domain(layout.cell_number[name]) for name in names}
        cell, value = layout.cell_and_value(candidate)
        model = Model(domains, constraints).narrow({cell: [value]})
        assert solve(model, backend="native").status is Status.UNSAT
        sentences = list(case_sentences(layout, tree))
        assert sum(s.startswith("If ") for s in sentences) == sum(1 for _ in nodes(tree)) - 1
        assert re.search(
            r"[Tt]hen (the \d of (row|column|box) \d is in R|R\dC\d is \d(, \d)* or \d)",
            sentences[1],
        )
        failing = [s for s in sentences if any(phrase in s for phrase in FAILURES)]
        assert len(failing) == sum(not case.cases for case in nodes(tree))
        if splits == 6:
            break
    assert splits >= 3
