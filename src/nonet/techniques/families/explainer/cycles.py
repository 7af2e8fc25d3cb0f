"""Cycles and forcing chains from one start, in Sudoku Explainer's order."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.closure import Closure
from nonet.techniques.engines.forcing_proof import Inference
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.probe import closure_levels
from nonet.techniques.families.explainer.hints import Hint, conclusion_eliminations


def forcing_chains(graph: Graph, full: Graph, key: str) -> Iterator[Hint]:
    """Candidates that imply their own contrary, on or off, by the links of ``graph``."""
    refuted, proven = graph.refuted, graph.proven
    for start in bits(refuted | proven):
        for on, goes in ((True, refuted), (False, proven)):
            if goes >> start & 1:
                levels = closure_levels(graph, start, on, start)
                run = Closure(graph, start, on, levels)
                result = 2 * start + (not on)
                yield Hint(
                    key,
                    "chain",
                    len(levels),
                    start,
                    result,
                    conclusion_eliminations(full, result),
                    ((run, result),),
                )


def bidirectional_cycles(graph: Graph, full: Graph, key: str) -> Iterator[Hint]:
    """Yield loops by the links of ``graph``, alternately weak and strong, that then hold strictly.

    Chains along a loop refute its eliminations: where chains refute nothing no loop is
    searched.
    """
    linked, weak, links, parts = (
        graph.linked_nodes,
        graph.weak,
        graph.links,
        graph.search_order.peer_parts,
    )
    for source in bits(linked) if full.refuted else ():
        if not _closes_cycle(graph, source):
            continue
        # ``trail[x]``: the "on" before, the "off" between, and all "off" up to x
        trail: dict[int, tuple[int, int, int]] = {source: (-1, -1, 0)}
        level = [source]
        length = 0
        while level:
            graph.deadline.check()
            length += 1
            ends, level = level, []
            for x in ends:
                before = trail[x][2]
                out = weak[x] & linked & ~before
                for part in parts[x] if out else ():
                    remaining = part & out
                    while remaining:
                        low = remaining & -remaining
                        remaining ^= low
                        y = low.bit_length() - 1
                        for z, _ in links[y]:
                            if z == source:
                                if length >= 2:
                                    hint = _cycle_hint(graph, full, key, trail, x, y, 2 * length)
                                    if hint is not None:
                                        yield hint
                            elif z not in trail:
                                trail[z] = (x, y, before | low)
                                level.append(z)


def _closes_cycle(at: Graph, source: int) -> bool:
    """Return whether a node that is on turns off a node with a strong inference to the start."""
    off, on = 0, at.implied(source)[0] & ~(1 << source)
    strong_partners = at.strong[source]
    while on:
        low = on & -on
        on ^= low
        off |= at.weak[low.bit_length() - 1]
        if off & strong_partners:
            return True
    return False


def _cycle_hint(
    at: Graph,
    full: Graph,
    key: str,
    trail: dict[int, tuple[int, int, int]],
    x: int,
    y: int,
    nodes: int,
) -> Hint | None:
    """Return the hint of the loop that closes from ``x`` on over ``y`` off, or ``None`` without
    eliminations.
    """
    board = at.search_order
    count = board.layout.cell_count
    path = [2 * y]
    on_sees = off_sees = cells = 0
    while x >= 0:
        for candidate, on in ((y, False), (x, True)):
            cells |= 1 << candidate % count
            if on:
                on_sees |= board.same_value_peers[candidate]
            else:
                off_sees |= board.same_value_peers[candidate]
        path.append(2 * x + 1)
        x, y, _ = trail[x]
        if y >= 0:
            path.append(2 * y)
    eliminated = on_sees & off_sees & full.open
    if not eliminated:
        return None
    for cell in bits(cells):
        eliminated &= ~board.layout.cell_candidates(cell)
    if not eliminated:
        return None
    path = [path[-1], *path[-2::-1], path[-1]]
    loop = [Inference(1 << path[0] // 2, True, ())]
    for before, node in enumerate(path[1:]):
        on = bool(node & 1)
        cause = dict(at.links[path[before] // 2])[node // 2] if on else None
        loop.append(Inference(1 << node // 2, on, (before,), cause))
    return Hint(key, "cycle", nodes, path[0] // 2, -1, eliminated, (), tuple(loop))
