"""An HTML file that plays a run, or two side by side, without network or library.

The page is the shell of ``render/html.py``, the modules by which ``nonet web`` plays runs, bundled
as one script, and the runs as data, each with the picture of its puzzle.

>>> import nonet
>>> html = page(nonet.trace(".......21.3..4.."))
>>> html.startswith("<!doctype html>"), "http:" in html.replace("http://www.w3.org/", "")
(True, False)

A run as numbers: the data of pages, in a file of their own or from a server.

Variables are numbered as declared, values in order, rules in order of appearance.  An event is
a short list of its changes, its sentence a list of phrases shared by the whole run; so a page
replays a run without any knowledge of constraints, and all its sentences come from Python.

>>> import nonet
>>> page = page_data(nonet.trace(nonet.Model({"x": [1, 2]}), limit=None))
>>> page["names"], page["values"], page["events"][0]
(['x'], [1, 2], [2, 0, 0, 1])
>>> [[page["phrases"][number] for number in sentence] for sentence in page["told"]][:2]
[['guess 1: x = 1'], ['found a solution']]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonet.backends.events import (
    EVENT_TYPES,
    Backtracked,
    Branched,
    Event,
    Filtered,
    Implication,
    Learned,
    Posted,
    Restarted,
    SolutionFound,
    Stopped,
    WipedOut,
)
from nonet.model import Annotation
from nonet.model.auxiliary_variables import is_auxiliary
from nonet.model.symbols import Symbols
from nonet.puzzle import Puzzle
from nonet.puzzle.grid import place
from nonet.render.html import escaped, html_page
from nonet.render.printable import printable
from nonet.render.script_bundle import bundled_script
from nonet.render.svg import svg_layers
from nonet.tracing.sentences import sentence_pieces
from nonet.tracing.states import Replay
from nonet.tracing.tree import Node, failed_subtrees, search_tree

if TYPE_CHECKING:
    from nonet.tracing.recording import Trace


def page_data(trace: Trace) -> dict[str, Any]:
    """A run as plain data: names once, then events as short lists of numbers.

    The tags of events are the numbers of ``EVENT_TYPES``: posted 0, filtered 1, ...  Reasons
    that are the whole scope of the rule but the variable itself are written as -1.  ``cells``
    has the place of each variable, ``tree`` the nodes of the search, ``dead`` the nodes below
    which all failed.
    """
    return _Encoder(trace).run_data()


class _Encoder:
    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.number = {name: x for x, name in enumerate(trace.domains)}
        values = sorted({value for domain in trace.domains.values() for value in domain})
        self.values = values
        self.place = {value: i for i, value in enumerate(values)}
        self.rules: dict[Annotation, int] = {}
        self.scopes: list[list[int]] = []
        self.phrases: dict[str, int] = {}

    def run_data(self) -> dict[str, Any]:
        trace = self.trace
        events = [self.event_data(event) for event in trace.events]
        sentence_numbers = list(self.sentence_numbers())
        tree = search_tree(trace)
        return {
            "backend": trace.backend,
            "status": trace.status,
            "stopped": trace.stopped_by,
            "stats": dict(trace.stats),
            "missing": list(trace.missing),
            "dropped": trace.dropped,
            "names": [printable(name) for name in trace.domains],
            "cells": list(variable_places(trace.domains, trace.puzzle).values()),
            "values": self.values,
            "domains": [[self.place[v] for v in domain] for domain in trace.domains.values()],
            "scopes": self.scopes,
            "events": events,
            "phrases": [printable(phrase) for phrase in self.phrases],
            "told": sentence_numbers,
            "tree": [node_data(node) for node in tree],
            "dead": sorted(failed_subtrees(tree)),
        }

    def sentence_numbers(self) -> Iterator[list[int]]:
        """The sentence of each event, as the numbers of its phrases."""
        replay = Replay(self.trace)
        for event in self.trace.events:
            pieces = filter(None, sentence_pieces(event, replay.domains, self.trace.value_names))
            yield [self.phrases.setdefault(piece, len(self.phrases)) for piece in pieces]
            replay.forward()

    def rule_number(self, rule: Annotation, scope: Sequence[str] = ()) -> int:
        if rule not in self.rules:
            self.rules[rule] = len(self.rules)
            self.scopes.append([self.number[name] for name in scope])
        return self.rules[rule]

    def reasons(self, rule: int, because: Sequence[str], but: str | None) -> Any:
        numbers = [self.number[name] for name in because]
        own = -1 if but is None else self.number[but]
        scope = [x for x in self.scopes[rule] if x != own]
        return -1 if len(numbers) > 3 and numbers == scope else numbers

    def event_data(self, event: Event) -> list[Any]:
        tag = EVENT_TYPES.index(type(event))
        match event:
            case Posted(rule=rule, scope=scope):
                return [tag, self.rule_number(rule, scope)]
            case Filtered(variable=name, removed=removed, rule=rule, because=because):
                number = self.rule_number(rule)
                places = [self.place[value] for value in removed]
                what = places[0] if len(places) == 1 else places
                why = self.reasons(number, because, name)
                return [tag, self.number[name], what, number, why]
            case Branched(variable=name, value=value, depth=depth):
                return [tag, self.number[name], self.place[value], depth]
            case WipedOut(variable=wiped, rule=rule, because=because):
                number = self.rule_number(rule)
                x = -1 if wiped is None else self.number[wiped]
                return [tag, x, number, self.reasons(number, because, None)]
            case Backtracked(depth=depth):
                return [tag, depth]
            case SolutionFound(assignment=found):
                if not self.trace.missing:
                    return [tag]  # the events before have led there
                return [tag, [self.place[found[n]] if n in found else -1 for n in self.number]]
            case Stopped(reason=reason):
                return [tag, reason]
            case Learned(number=number, variables=names, values=values, depth=depth):
                conditions = [
                    [self.number[name], [self.place[value] for value in each]]
                    for name, each in zip(names, values, strict=True)
                ]
                return [tag, number, conditions, depth, self.graph_data(event.graph)]
            case Restarted(number=number):
                return [tag, number]

    def graph_data(self, graph: Sequence[Implication]) -> list[list[Any]]:
        """Each node of an implication graph: variable, places of values, depth, rule, reasons."""
        return [
            [
                self.number.get(node.variable, -1),
                [self.place[value] for value in node.values],
                node.depth,
                "" if node.rule is None else printable(str(node.rule)),
                list(node.because),
            ]
            for node in graph
        ]


def node_data(node: Node) -> dict[str, Any]:
    """A node of the search tree as plain data."""
    return {
        "parent": node.parent,
        "label": printable(node.label),
        "status": node.status,
        "start": node.start,
        "end": node.end,
        "depth": node.depth,
        "size": node.size,
        **({} if node.jump is None else {"jump": node.jump}),
    }


def variable_places(names: Iterable[str], puzzle: Puzzle | None = None) -> dict[str, str]:
    """Return the key of each variable in a layer of the page: its cell in a puzzle, else a number.

    Auxiliary variables, which no picture shows, have none.
    """
    if puzzle is not None:
        cells = puzzle.grid.cell_set
        return {name: name if name in cells else "" for name in names}
    return {name: "" if is_auxiliary(name) else f"x{i}" for i, name in enumerate(names)}


MODULES = Path(__file__).parents[1] / "web" / "static"
"""The page's own files: a run is played by the same here and there."""

CELL_SIDE = 48
"""The side of a cell in the units of the picture, as in ``web/static/geometry.js``."""


def page(trace: Trace, other: Trace | None = None, title: str = "") -> str:
    """The page of one run, or of two side by side."""
    runs = [trace] if other is None else [trace, other]
    usual = "A run, step by step" if other is None else "Two runs, side by side"
    name = title or (trace.puzzle.name if trace.puzzle else "") or usual
    return page_of_figures([run_figure(run) for run in runs], name)


def page_of_figures(figures: Sequence[Mapping[str, Any]], title: str) -> str:
    """The page of one figure, or of two side by side, as ``run_figure`` makes these."""
    style, script = page_assets()
    return html_page(
        title=title,
        style=style,
        body=f'<header><h1>{escaped(title)}</h1></header>\n<main id="runs"></main>\n'
        "<noscript>The steps are played by the script in this file: allow it to see them."
        "</noscript>\n",
        script=script,
        data={"runs": list(figures)},
    )


@cache
def page_assets() -> tuple[str, str]:
    """The style sheet and the script of the page."""
    return (MODULES / "page.css").read_text(encoding="utf-8"), bundled_script(
        MODULES / "run" / "file.js"
    )


MAX_GRAPH_VARIABLES, MAX_GRAPH_DEGREE = 30, 6
"""The largest constraint graph in which domains can be read: variables, and edges of each on average."""


def run_figure(trace: Trace) -> dict[str, Any]:
    """Return a run with what it is drawn on: the grid of a puzzle, or a model's variables."""
    run = page_data(trace)
    if trace.puzzle is not None:
        return {"run": run, "picture": background_picture(trace.puzzle, run["values"])}
    scopes = [event.scope for event in trace.events if isinstance(event, Posted)]
    return {"run": run, **variables_figure(trace.domains, scopes, trace.symbols)}


def variables_figure(
    domains: Mapping[str, Iterable[int]],
    scopes: Iterable[Sequence[str]],
    symbols: Mapping[str, Symbols],
    view: str = "",
    cells: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return the constraint graph of a model, laid out if it can be read, and its value names.

    ``view`` is ``graph`` or ``store``; by default the graph, where it is small enough to be read.
    ``cells`` are the keys of the variables in a layer; by default those of a run.
    """
    shown = [name for name in domains if not is_auxiliary(name)]
    graph: dict[str, set[str]] = {name: set() for name in shown}
    for scope in scopes:
        for a, b in combinations(dict.fromkeys(name for name in scope if name in graph), 2):
            graph[a].add(b)
            graph[b].add(a)
    edges = [[a, b] for a, b in combinations(graph, 2) if b in graph[a]]
    fits = len(graph) <= MAX_GRAPH_VARIABLES and 2 * len(edges) <= MAX_GRAPH_DEGREE * len(graph)
    drawn = bool(edges) and (fits or view == "graph")
    cells = cells or variable_places(domains)
    return {
        "view": view or ("graph" if drawn else "store"),
        "edges": [[printable(a), printable(b)] for a, b in edges] if drawn else [],
        "places": {printable(n): spot for n, spot in graph_places(graph).items()} if drawn else {},
        "named": {
            cells[name]: {value: printable(text) for value, text in each.pairs}
            for name, each in symbols.items()
            if cells.get(name)
        },
    }


NEAREST, LAYOUT_STEPS, MAX_SPREAD = 78, 120, 1600
"""Units between the nearest nodes (of diameter 62) if possible, and most units of a side."""


def graph_places(graph: Mapping[str, Collection[str]]) -> dict[str, tuple[int, int]]:
    """Return a place for each node: edges pull, nodes push one another away.

    The nodes begin on a circle, where exchanges of two have made the edges short: fewer cross.

    Source: Fruchterman and Reingold, "Graph drawing by force-directed placement", 1991.
    """
    joined = [name for name, others in graph.items() if others]
    spots = {name: 1j ** (4 * i / len(joined)) for i, name in enumerate(joined)}
    for a, b in [*combinations(joined, 2)] * 2:
        lengths = []
        for _ in range(2):
            lengths.append(sum(abs(spots[x] - spots[y]) ** 2 for x in (a, b) for y in graph[x]))
            spots[a], spots[b] = spots[b], spots[a]
        if lengths[1] < lengths[0]:
            spots[a], spots[b] = spots[b], spots[a]
    ideal = 1.6 / sqrt(max(1, len(joined)))
    for step in range(LAYOUT_STEPS):
        heat = 0.15 * (1 - step / LAYOUT_STEPS)
        moves = {}
        for name, position in spots.items():
            force = -0.4 * position  # unconnected parts stay near
            for other, neighbour in spots.items():
                if (apart := position - neighbour) and name != other:
                    force += apart * ideal**2 / abs(apart) ** 2
                    if other in graph[name]:
                        force -= apart * abs(apart) / ideal
            moves[name] = force / (abs(force) or 1) * min(abs(force), heat)
        for name, move in moves.items():
            spots[name] += move
    nearest = min((abs(a - b) for a, b in combinations(spots.values(), 2)), default=1)
    left = min((p.real for p in spots.values()), default=0)
    top = min((p.imag for p in spots.values()), default=0)
    extent = max((max(p.real - left, p.imag - top) for p in spots.values()), default=1) or 1
    scale = min(max(300 / extent, NEAREST / (nearest or 1)), MAX_SPREAD / extent)
    places = {
        name: (round(50 + (p.real - left) * scale), round(50 + (p.imag - top) * scale))
        for name, p in spots.items()
    }
    # variables without a constraint stand in rows below
    lowest = max((y for _, y in places.values()), default=50 - NEAREST)
    across = max(4, int(extent * scale / NEAREST) + 1)
    for i, name in enumerate(name for name, others in graph.items() if not others):
        row, column = divmod(i, across)
        places[name] = (50 + column * NEAREST, lowest + NEAREST * (row + 1))
    return places


def background_picture(puzzle: Puzzle, values: Sequence[int]) -> dict[str, Any]:
    """Return the background of the domains of a puzzle: its own lines and shades."""
    known = set(puzzle.grid.values)
    symbols = [puzzle.alphabet.symbol(v) if v in known else str(v) for v in values]
    drawing = puzzle.with_clues({}).drawing()
    return {
        **svg_layers(drawing, values=len(values), cell=CELL_SIDE),
        "cells": [[cell, *place(cell)] for cell in puzzle.grid.cells],
        "values": list(values),
        "symbols": symbols,
        "clues": dict(puzzle.clues),
    }
