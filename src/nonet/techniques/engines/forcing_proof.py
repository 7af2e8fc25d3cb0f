"""Proofs by supposition: the branches of a conclusion, its step and its text.

A proof has branches (``probe.Branch``).  Each is a list of inferences, its assumption first and its
last the conclusion (or one half of a contradiction).
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from nonet.techniques.candidate_layout import Layout, bits, union_of
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.phrases import capitalised, joined_words
from nonet.techniques.engines.probe import Branch, Conclusion, Inference, InnerProof, Pattern, probe
from nonet.techniques.step import Chain, Step, StepText

Fact = tuple[int, bool]
"""A node of a proof: its candidates, and whether one of them is true."""


@dataclass(frozen=True, slots=True)
class ForcingProof:
    """A proof: its ``kind``, its start, its conclusion, its length, and its branches.

    ``kind`` is ``cycle``, ``chain``, ``contradiction`` (two or more branches from one
    assumption), ``double`` (from a candidate on and off), ``cell`` or ``house`` (a
    branch for each candidate of the set ``source``), or ``guardians``.  ``emptied_set`` is the
    number of the set that a contradiction leaves empty, -1 if its branches contradict each
    other.  ``node`` is the conclusion, -1 where only eliminations follow; ``complexity`` counts
    the inferences.
    """

    kind: str
    source: int
    node: int
    complexity: int
    branches: tuple[Branch, ...]
    emptied_set: int = -1

    @classmethod
    def of(cls, result: Conclusion) -> ForcingProof:
        """Return the proof of a conclusion, which keeps nothing of the records."""
        kind, source, node, size, _, emptied_set = result
        return cls(kind, source, node, size, result.branches, emptied_set)

    @property
    def assumptions(self) -> int:
        """The candidates where branches start, or alternatives of which one is true."""
        branches = () if self.kind == "cycle" else self.branches
        return union_of(branch[0].candidates for branch in branches)

    @property
    def clash(self) -> int:
        """The candidate that would be both true and false, if the proof ends in a contradiction."""
        if self.kind != "contradiction" or self.emptied_set >= 0 or len(self.branches) < 2:
            return 0
        return self.branches[0][-1].candidates & self.branches[1][-1].candidates

    def describe(self, step: Step) -> StepText:
        """Return the text of the assumption, the inferences and the conclusion."""
        conclusion = conclusion_text(step.layout, step.placements, step.eliminations)
        return proof_text(step.layout, self, conclusion)


# -- for steps -----------------------------------------------------------------


def chains_of(branches: Iterable[Branch]) -> tuple[Chain, ...]:
    """Return the branches as chains: a single chain, or several that meet for a net."""
    chains: dict[Chain, None] = {}
    for branch in branches:
        reported = [False] * len(branch)
        queue = [len(branch) - 1]
        while queue:
            path = [queue.pop()]
            while True:
                node = path[-1]
                first = not reported[node]
                reported[node] = True
                parents = branch[node].parents
                if not parents or (not first and len(path) > 1):
                    break
                if first or len(path) == 1:
                    queue += [p for p in parents[1:] if not reported[p]]
                path.append(parents[0])
            path.reverse()
            if len(path) > 1:
                chain = Chain(
                    tuple(branch[n].candidates for n in path), tuple(branch[n].on for n in path)
                )
                chains[chain] = None
    return tuple(chains)


def truths_and_links_used(
    layout: Layout, branches: Iterable[Branch]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of the truths and links that inferences, patterns and nested nets use."""
    truths: dict[int, None] = {}
    links: dict[int, None] = {}
    for branch in branches:
        for inference in branch:
            cause = inference.cause
            if inference.on and isinstance(cause, int):
                truths[cause] = None
            elif isinstance(cause, Pattern | InnerProof):
                if isinstance(cause, Pattern):
                    more, more_links = cause.truths_and_links(layout)
                else:
                    more, more_links = truths_and_links_used(layout, _inner_branches(layout, cause))
                truths.update(dict.fromkeys(more))
                links.update(dict.fromkeys(more_links))
            elif not inference.on and inference.parents and cause is None:
                number = _link(
                    layout, inference.candidates | branch[inference.parents[0]].candidates
                )
                if number >= 0:
                    links[number] = None
    return tuple(truths), tuple(links)


def _link(layout: Layout, candidates: int) -> int:
    """A set that holds all of ``candidates``, -1 if there is none."""
    for number in layout.sets_of[candidates.bit_length() - 1]:
        if not candidates & ~layout.sets[number]:
            return number
    return -1


def candidates_of(branches: Iterable[Branch]) -> int:
    """All candidates that the branches speak of."""
    return union_of(inference.candidates for branch in branches for inference in branch)


def proof_step(
    key: str,
    layout: Layout,
    proof: ForcingProof,
    *,
    eliminations: int = 0,
    difficulty: float | None = None,
) -> Step:
    """Return the step of a proof; ``eliminations`` are those of a conclusion without a node, or
    more than the node's; ``difficulty`` is by default the proof's length."""
    placed = proof.node >= 0 and bool(proof.node & 1)
    truths, links = truths_and_links_used(layout, proof.branches)
    own = proof.source if proof.kind in ("cell", "house") else proof.emptied_set
    return Step(
        key,
        layout,
        placements=(proof.node // 2,) if placed else (),
        eliminations=0 if placed else eliminations or 1 << proof.node // 2,
        pattern=candidates_of(proof.branches),
        truths=tuple(dict.fromkeys((own, *truths))) if own >= 0 else truths,
        links=links,
        chains=chains_of(proof.branches),
        assumptions=proof.assumptions,
        clash=proof.clash,
        detail=proof,
        difficulty=proof.complexity if difficulty is None else difficulty,
    )


# -- words ---------------------------------------------------------------------


def node_notation(layout: Layout, mask: int, on: bool) -> str:
    """A node in notation: ``r1c2=4`` or ``r1c23<>4``."""
    ((value, cells),) = layout.by_value(mask)
    return f"{layout.cell_text(cells)}{'=' if on else '<>'}{layout.symbol(value)}"


def proof_notation(layout: Layout, proof: ForcingProof) -> str:
    """The branches in the field's notation, nets with their side branches in order."""
    return "; ".join(
        " ".join(node_notation(layout, i.candidates, i.on) for i in branch)
        for branch in proof.branches
    )


def node_text(layout: Layout, mask: int, on: bool) -> str:
    """A node in plain English: ``R1C2 is 4``, ``R1C2 or R1C3 is 4``."""
    ((value, cells),) = layout.by_value(mask)
    names = [layout.display_names[cell] for cell in bits(cells)]
    if len(names) == 1:
        return f"{names[0]} is {'' if on else 'not '}{layout.symbol(value)}"
    text = joined_words(names, "or") if on else f"neither {joined_words(names, 'nor')}"
    return f"{text} is {layout.symbol(value)}"


def branch_text(layout: Layout, branch: Branch, stated: Container[Fact] = ()) -> str:
    """A branch in plain English: "If R1C2 is 4, then R1C5 is not 4, so R3C5 is 4".

    Of a net only what is not ``stated`` yet.
    """
    text = f"if {node_text(layout, branch[0].candidates, branch[0].on)}"
    if len(branch) == 1:
        return f"{text}, that is so at once"
    if all(i.parents == (n,) for n, i in enumerate(branch[1:])):
        return f"{text}, then " + ", so ".join(_inference_text(layout, i) for i in branch[1:])
    parts = []
    for inference in branch[1:-1]:
        is_stated = (inference.candidates, inference.on) in stated
        if not is_stated and (inference.on or inference.cause is not None):
            parts.append(
                f"{_premise_text(layout, branch, inference)}{_inference_text(layout, inference)}"
            )
    last = branch[-1]
    parts.append(f"{_premise_text(layout, branch, last)}{_inference_text(layout, last)}")
    return ("" if stated else f"{text}, ") + "then " + "; then ".join(parts)


def _inference_text(layout: Layout, inference: Inference) -> str:
    text = node_text(layout, inference.candidates, inference.on)
    if isinstance(inference.cause, InnerProof):
        return f"{text} ({_inner_proof_text(layout, inference.cause)})"
    if isinstance(inference.cause, Pattern):
        return f"{text} ({inference.cause.describe(layout)})"
    if inference.on and isinstance(inference.cause, int):
        return f"{text} ({_cause_text(layout, inference.cause)})"
    return text


def _inner_proof_text(layout: Layout, cause: InnerProof) -> str:
    """Return the text of the inner proof of a nested net."""
    first, second = _inner_branches(layout, cause)
    return f"for {branch_text(layout, first)}; and {branch_text(layout, second)}: both cannot be"


def _inner_branches(layout: Layout, cause: InnerProof) -> tuple[Branch, Branch]:
    """The two branches of a nested net, which is followed once more."""
    return probe(Graph(layout, cause.open_candidates), cause.start, True).clash_branches()


def _premise_text(layout: Layout, branch: Branch, inference: Inference) -> str:
    """Return the premises of a net's inference, if different from the preceding inference."""
    parents = [branch[parent] for parent in inference.parents]
    by_value: dict[int, list[str]] = {}
    for parent in parents:
        for value, cells in layout.by_value(parent.candidates):
            by_value.setdefault(value, []).extend(
                layout.display_names[cell] for cell in bits(cells)
            )
    on = parents[0].on if parents else False
    facts = []
    by_cell: dict[str, list[int]] = {}
    for value, names in by_value.items():
        if len(names) > 1 or len(by_value) == 1:
            verb = "is" if len(names) == 1 else "are"
            facts.append(
                f"{joined_words(names)} {verb}{'' if on else ' not'} {layout.symbol(value)}"
            )
        else:
            by_cell.setdefault(names[0], []).append(value)
    for name, values in by_cell.items():
        symbols = joined_words(map(layout.symbol, sorted(values)), "or")
        facts.append(f"{name} is{'' if on else ' not'} {symbols}")
    return f"{joined_words(facts)}, so " if facts else ""


def is_chain(branch: Branch) -> bool:
    """Whether every inference has one parent."""
    return all(len(i.parents) <= 1 for i in branch)


def _cause_text(layout: Layout, number: int) -> str:
    if number < layout.cell_count:
        return "its last value"
    return f"the last place in {layout.houses[(number - layout.cell_count) // layout.value_count].name}"


def proof_text(layout: Layout, proof: ForcingProof, conclusion: str) -> StepText:
    """Return the texts of a proof; ``conclusion`` is the conclusion in plain English."""
    start = proof.branches[0][0]
    lines, stated = list[str](), set[Fact]()
    for branch in proof.branches:
        lines.append(capitalised(branch_text(layout, branch, stated)))
        if proof.kind == "contradiction":
            stated |= {(inference.candidates, inference.on) for inference in branch}
    assumed = node_text(layout, start.candidates, start.on)
    if proof.kind == "cycle":
        look = f"Look at {_cell_name(layout, start.candidates)} and follow a loop"
        end = (
            "The same holds the other way round, so of each two that follow each other in this loop"
            f" exactly one is true: {conclusion}"
        )
    elif proof.kind == "chain":
        look = f"Suppose that {assumed}"
        end = f"The assumption contradicts itself: {conclusion}"
    elif proof.kind == "contradiction":
        look = f"Suppose that {assumed}"
        if proof.emptied_set >= 0:
            if proof.emptied_set < layout.cell_count:
                what = f"{layout.display_names[proof.emptied_set]} has no value left"
            else:
                house, value = divmod(proof.emptied_set - layout.cell_count, layout.value_count)
                what = f"{layout.symbol(value)} has no place in {layout.houses[house].name}"
        else:
            what = "Both cannot be"
        end = f"{what}, so the assumption is wrong: {conclusion}"
    elif proof.kind == "double":
        look = (
            f"Look at {_cell_name(layout, start.candidates)}: suppose that {assumed}, and that not"
        )
        end = f"It is one or the other, so in any case {conclusion}"
    elif proof.kind == "cell":
        look = f"Try every value of {layout.display_names[proof.source]}"
        end = f"One of the values of {layout.display_names[proof.source]} is true, so {conclusion}"
    else:
        house, value = divmod(proof.source - layout.cell_count, layout.value_count)
        name, symbol = layout.houses[house].name, layout.symbol(value)
        look = f"Try every place of the {symbol} of {name}"
        end = f"The {symbol} of {name} is in one of these places, so {conclusion}"
    return StepText(proof_notation(layout, proof), look, ". ".join([*lines, end]) + ".")


def _cell_name(layout: Layout, mask: int) -> str:
    return layout.display_names[layout.cells_of(mask).bit_length() - 1]


def conclusion_text(layout: Layout, placements: tuple[int, ...], eliminations: int) -> str:
    """Return the placements and eliminations of a step in plain English."""
    if placements:
        return joined_words(
            f"{cell} is {value}" for cell, value in map(layout.cell_and_symbol, placements)
        )
    parts = []
    for value, cells in layout.by_value(eliminations):
        names = joined_words((layout.display_names[cell] for cell in bits(cells)), "or")
        parts.append(f"{layout.symbol(value)} cannot be in {names}")
    return joined_words(parts)
