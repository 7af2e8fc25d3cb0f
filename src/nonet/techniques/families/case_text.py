"""The text of a case tree: each case in a sentence or two, with the houses and marks it rests on."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.techniques.candidate_layout import Layout
from nonet.techniques.engines import phrases
from nonet.techniques.engines.case_tree import Case
from nonet.techniques.engines.filter_base import Filter
from nonet.techniques.engines.supposition import Removal
from nonet.techniques.families.constraint_explanations import clash_text
from nonet.techniques.families.constraint_forcing import link_texts, source_name
from nonet.techniques.families.constraint_lists import listed_constraints

MAX_LINKS = 3
"""Links of a case that are told one by one, at most; of more only what they rest on is named."""


def case_sentences(layout: Layout, tree: Case) -> Iterator[str]:
    """Yield the sentences of a tree: what is supposed, and why each case fails."""
    yield f"Suppose {_fact(layout, tree.candidate, 'were')}."
    yield from _consequences(layout, tree, (), "Then ")


def _consequences(
    layout: Layout, case: Case, supposed: tuple[str, ...], start: str
) -> Iterator[str]:
    """Yield what follows from a case, whose suppositions below the first are ``supposed``."""
    if not case.cases:
        yield f"{start}{_with_links(layout, case.removals, _contradiction(layout, case))}."
        return
    yield f"{start}{_with_links(layout, case.removals, _alternatives(layout, case))}."
    for inner in case.cases:
        facts = (*supposed, _fact(layout, inner.candidate, "is"))
        yield from _consequences(layout, inner, facts, f"If {phrases.joined_words(facts)}, then ")


def _fact(layout: Layout, candidate: int, verb: str) -> str:
    return f" {verb} ".join(layout.cell_and_symbol(candidate))


def _with_links(layout: Layout, removals: tuple[Removal, ...], end: str) -> str:
    """Return a conclusion after its premises: the links if they are few, else what they rest on."""
    links = link_texts(layout, removals)
    if len(links) <= MAX_LINKS:
        return "; then ".join([*links, end])
    names = dict.fromkeys(source_name(removal.source) for removal in removals)
    return f"{end} (by {listed_constraints(names)})"


def _alternatives(layout: Layout, case: Case) -> str:
    """Return that one of the cases holds."""
    facts = [layout.cell_and_symbol(inner.candidate) for inner in case.cases]
    if case.house is None:
        values = phrases.joined_words(sorted(value for _, value in facts), "or")
        return f"{facts[0][0]} is {values}"
    cells = phrases.joined_words([cell for cell, _ in facts], "or")
    return f"the {facts[0][1]} of {case.house.name} is in {cells}"


def _contradiction(layout: Layout, case: Case) -> str:
    source = case.source
    assert source is not None
    if case.cell >= 0:
        return f"nothing is left for {layout.display_names[case.cell]}, by {source_name(source)}"
    if case.value >= 0:
        return f"no place is left for the {layout.symbol(case.value)} of {source_name(source)}"
    assert isinstance(source, Filter)
    return f"{source_name(source)} {clash_text(source, case.masks)}"
