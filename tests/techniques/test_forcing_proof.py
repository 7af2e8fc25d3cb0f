"""Proofs by supposition: their steps and their words, of small proofs written by hand."""

from itertools import pairwise

import pytest

from nonet.puzzle import Grid, Puzzle
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits, mask_of
from nonet.techniques.engines.forcing_proof import (
    ForcingProof,
    branch_text,
    candidates_of,
    chains_of,
    conclusion_text,
    is_chain,
    node_notation,
    node_text,
    proof_notation,
    proof_step,
    truths_and_links_used,
)
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.probe import (
    Inference,
    InnerProof,
    Pattern,
    contradiction_at_clash,
    probe,
)

from .thinned import thinned

LAYOUT = Position.of(Puzzle(Grid.square(4))).layout


def node(*candidates):
    return mask_of(LAYOUT.candidate(c[1:].upper(), int(c[0])) for c in candidates)


def inference(name, on, *parents, cause=None):
    return Inference(node(*name.split("+")), on, parents, cause)


ROW_1_OF_4 = LAYOUT.house_set(0, 3)
CHAIN = (
    inference("1r1c1", True),
    inference("4r1c1", False, 0),
    inference("4r1c4", True, 1, cause=ROW_1_OF_4),
    inference("4r3c4", False, 2),
)
NET = (
    inference("1r1c1", True),
    inference("1r1c2", False, 0),
    inference("2r1c1", False, 0),
    inference("2r1c2", True, 1, 2, cause=1),
    inference("2r4c2", False, 3),
)
OTHER = (inference("1r1c1", False), inference("2r4c2", False, 0))


def names(numbers):
    return [LAYOUT.set_name(number) for number in numbers]


def test_nodes_in_notation_and_in_words():
    assert node_notation(LAYOUT, node("4r1c1"), True) == "r1c1=4"
    assert node_notation(LAYOUT, node("4r1c1", "4r1c2"), False) == "r1c12<>4"
    assert node_text(LAYOUT, node("4r1c1"), True) == "R1C1 is 4"
    assert node_text(LAYOUT, node("4r1c1"), False) == "R1C1 is not 4"
    assert node_text(LAYOUT, node("4r1c1", "4r1c2"), True) == "R1C1 or R1C2 is 4"
    assert node_text(LAYOUT, node("4r1c1", "4r1c2"), False) == "neither R1C1 nor R1C2 is 4"


def test_a_chain_is_one_chain_and_a_net_has_one_for_each_further_premise():
    (chain,) = chains_of([CHAIN])
    assert chain.nodes == tuple(i.candidates for i in CHAIN) and chain.on == (
        True,
        False,
        True,
        False,
    )
    assert chains_of([CHAIN, CHAIN]) == (chain,)
    both = [[*map(bin, c.nodes)] for c in chains_of([NET])]
    expected = [[NET[n].candidates for n in path] for path in ((0, 1, 3, 4), (0, 2))]
    assert both == [[*map(bin, path)] for path in expected]
    assert chains_of([(inference("1r1c1", True),)]) == ()
    assert is_chain(CHAIN) and not is_chain(NET)


def test_chains_of_a_net_have_each_node_and_no_inference_twice():
    deep = (*NET[:4], inference("3r1c1", False, 0), inference("4r2c2", True, 3, 4, 2))
    chains = chains_of([deep])
    links = [pair for c in chains for pair in pairwise(c.nodes)]
    given = {(deep[p].candidates, i.candidates) for i in deep for p in i.parents}
    assert set(links) <= given and len(links) == len(set(links))
    assert {n for c in chains for n in c.nodes} == {i.candidates for i in deep}
    assert chains[0].nodes == tuple(deep[n].candidates for n in (0, 1, 3, 5))
    on = {i.candidates: i.on for i in deep}
    assert all(c.on == tuple(map(on.__getitem__, c.nodes)) for c in chains)


def test_truths_are_the_causes_of_on_and_links_the_first_set_of_both_nodes():
    truths, links = truths_and_links_used(LAYOUT, [CHAIN])
    assert (names(truths), names(links)) == (["4r1"], ["r1c1", "4c4"])
    truths, links = truths_and_links_used(LAYOUT, [NET, OTHER])
    assert names(truths) == ["r1c2"]
    assert names(links) == ["1r1", "r1c1", "2c2"]
    unrelated = (inference("1r1c1", True), inference("2r3c3", False, 0))
    assert truths_and_links_used(LAYOUT, [unrelated]) == ((), ())


def test_a_pattern_brings_its_own_sets():
    cause = Pattern("naked pair", 0b11, 0b11, (8,))
    branch = (inference("1r1c1", True), inference("1r2c2", False, 0, cause=cause))
    truths, links = truths_and_links_used(LAYOUT, [branch])
    assert (names(truths), names(links)) == (["r1c1", "r1c2"], ["1b1", "2b1"])
    text = branch_text(LAYOUT, branch)
    assert text == "if R1C1 is 1, then R2C2 is not 1 (R1C1 and R1C2 hold 1 and 2 between them)"


def test_an_inner_proof_is_told_and_brings_its_own_sets():
    position = thinned(6, 0, 0.6)
    graph = Graph.of(position)
    start = next(c for c in bits(position.open) if probe(graph, c, True).clash is not None)
    inner = probe(graph, start, True)
    cause = InnerProof(inner.clash_size, start, position.open)
    first = Inference(position.open & -position.open, True, ())
    branch = (first, Inference(1 << start, False, (0,), cause))
    used = truths_and_links_used(position.layout, [branch])
    assert used == truths_and_links_used(position.layout, inner.clash_branches())
    text = branch_text(position.layout, branch)
    assert " (for if " in text and text.endswith(": both cannot be)")
    for own in inner.clash_branches():
        assert branch_text(position.layout, own) in text


def test_branches_in_words():
    assert branch_text(LAYOUT, CHAIN) == (
        "if R1C1 is 1, then R1C1 is not 4, so R1C4 is 4 (the last place in row 1), so R3C4 is not 4"
    )
    assert branch_text(LAYOUT, CHAIN[:1]) == "if R1C1 is 1, that is so at once"
    assert branch_text(LAYOUT, NET) == (
        "if R1C1 is 1, then R1C2 is not 1 and R1C1 is not 2, so R1C2 is 2 (its last value); "
        "then R1C2 is 2, so R4C2 is not 2"
    )
    stated = {(NET[3].candidates, True)}
    assert branch_text(LAYOUT, NET, stated) == "then R1C2 is 2, so R4C2 is not 2"


def test_premises_are_told_by_value_or_else_by_cell():
    def text(*names):
        parents = [inference(name, False, 0) for name in names]
        last = inference("3r4c4", True, *range(1, len(names) + 1), cause=15)
        return branch_text(LAYOUT, (inference("1r1c1", True), *parents, last))

    start, end = "if R1C1 is 1, then ", ", so R4C4 is 3 (its last value)"
    assert text("1r4c4", "2r4c4", "4r4c4") == f"{start}R4C4 is not 1, 2 or 4{end}"
    assert text("3r4c1", "3r4c2") == f"{start}R4C1 and R4C2 are not 3{end}"
    assert (
        text("3r4c1", "3r4c2", "1r4c4") == f"{start}R4C1 and R4C2 are not 3 and R4C4 is not 1{end}"
    )
    assert text("2r4c4", "1r4c3") == f"{start}R4C4 is not 2 and R4C3 is not 1{end}"


NOT_2 = 2 * LAYOUT.candidate("R4C2", 2)


def proof(kind, source, branches, node=NOT_2, emptied=-1):
    return ForcingProof(kind, source, node, 7, branches, emptied)


CLASH = (CHAIN, (CHAIN[0], inference("4r3c4", True, 0)))
CONCLUSION = "R4C2 is not 2"
FIRST = (
    "If R1C1 is 1, then R1C1 is not 4, so R1C4 is 4 (the last place in row 1), so R3C4 is not 4. "
)


@pytest.mark.parametrize(
    ("example", "look", "end"),
    [
        (
            proof("cycle", 0, (CHAIN,)),
            "Look at R1C1 and follow a loop",
            f"{FIRST}The same holds the other way round, so of each two that follow each other in "
            "this loop exactly one is true: 2 cannot be in R4C2.",
        ),
        (
            proof("chain", 0, (CHAIN,)),
            "Suppose that R1C1 is 1",
            f"{FIRST}The assumption contradicts itself: 2 cannot be in R4C2.",
        ),
        (
            proof("contradiction", 0, CLASH),
            "Suppose that R1C1 is 1",
            f"{FIRST}If R1C1 is 1, then R3C4 is 4. Both cannot be, so the assumption is wrong: "
            "2 cannot be in R4C2.",
        ),
        (
            proof("contradiction", 0, (CHAIN,), emptied=2),
            "Suppose that R1C1 is 1",
            f"{FIRST}R1C3 has no value left, so the assumption is wrong: 2 cannot be in R4C2.",
        ),
        (
            proof("contradiction", 0, (CHAIN,), emptied=LAYOUT.house_set(1, 2)),
            "Suppose that R1C1 is 1",
            f"{FIRST}3 has no place in row 2, so the assumption is wrong: 2 cannot be in R4C2.",
        ),
        (
            proof("double", 0, (CHAIN, OTHER)),
            "Look at R1C1: suppose that R1C1 is 1, and that not",
            f"{FIRST}If R1C1 is not 1, then R4C2 is not 2. It is one or the other, so in any case "
            "2 cannot be in R4C2.",
        ),
        (
            proof("cell", 1, (CHAIN,)),
            "Try every value of R1C2",
            f"{FIRST}One of the values of R1C2 is true, so 2 cannot be in R4C2.",
        ),
        (
            proof("house", LAYOUT.house_set(4, 1), (CHAIN,)),
            "Try every place of the 2 of column 1",
            f"{FIRST}The 2 of column 1 is in one of these places, so 2 cannot be in R4C2.",
        ),
    ],
    ids=["cycle", "chain", "clash", "cell emptied", "house emptied", "double", "cell", "house"],
)
def test_a_proof_is_told_by_its_kind(example, look, end):
    step = proof_step("nishio-forcing-chain", LAYOUT, example)
    assert step.text.look == look and step.text.plain == end
    assert step.text.notation == proof_notation(LAYOUT, example)
    assert step.eliminations == node("2r4c2") and not step.placements


def test_what_a_contradiction_has_stated_is_not_stated_again():
    second = (*NET[:4], inference("4r3c4", True, 3))
    step = proof_step("nishio-forcing-chain", LAYOUT, proof("contradiction", 0, (NET, second)))
    assert "Then R1C2 is 2, so R3C4 is 4. Both cannot be" in step.text.plain


def test_notation_has_each_branch():
    assert proof_notation(LAYOUT, proof("double", 0, (CHAIN, OTHER))) == (
        "r1c1=1 r1c1<>4 r1c4=4 r3c4<>4; r1c1<>1 r4c2<>2"
    )


def test_a_step_places_or_removes_and_names_the_set_it_starts_from():
    placed = proof("cell", 1, (CHAIN, NET), 2 * LAYOUT.candidate("R4C2", 2) + 1)
    step = proof_step("cell-forcing-chain", LAYOUT, placed)
    assert (step.placements, step.eliminations) == ((LAYOUT.candidate("R4C2", 2),), 0)
    assert names(step.truths) == ["r1c2", "4r1"] and step.difficulty == 7
    assert step.pattern == candidates_of((CHAIN, NET)) and step.assumptions == node("1r1c1")
    emptied = proof_step("x", LAYOUT, proof("contradiction", 0, (CHAIN,), emptied=2), difficulty=0)
    assert names(emptied.truths) == ["r1c3", "4r1"] and (emptied.difficulty, emptied.clash) == (
        0,
        0,
    )
    several = proof("cycle", 0, (CHAIN,), -1)
    step = proof_step("x", LAYOUT, several, eliminations=0b1010)
    assert (step.eliminations, step.placements, step.assumptions) == (0b1010, (), 0)
    assert names(step.truths) == ["4r1"] and names(step.links) == ["r1c1", "4c4"]


def test_a_clash_is_the_candidate_that_ends_both_branches():
    assert proof("contradiction", 0, CLASH).clash == node("4r3c4")
    assert proof("double", 0, CLASH).clash == 0
    assert proof("contradiction", 0, CLASH[:1]).clash == 0
    assert proof("contradiction", 0, CLASH, emptied=0).clash == 0
    assert proof("double", 0, (CHAIN, OTHER)).assumptions == node("1r1c1")


def test_a_proof_of_a_conclusion_has_its_branches():
    position = thinned(6, 0, 0.6)
    graph = Graph.of(position)
    net = next(n for c in bits(position.open) if (n := probe(graph, c, True)).clash is not None)
    result = contradiction_at_clash(net)
    example = ForcingProof.of(result)
    assert example.branches == net.clash_branches() and example.complexity == net.clash_size
    assert (example.kind, example.node, example.emptied_set) == ("contradiction", net.start ^ 1, -1)
    assert example.clash == 1 << net.clash[0]


def test_conclusions_in_words():
    assert conclusion_text(LAYOUT, (0, 17), 0) == "R1C1 is 1 and R1C2 is 2"
    lost = node("1r1c1", "1r1c2", "3r4c4")
    assert (
        conclusion_text(LAYOUT, (), lost) == "1 cannot be in R1C1 or R1C2 and 3 cannot be in R4C4"
    )
