"""A run as numbers: the data of pages, in a file of their own or from a server.

Variables are numbered as declared, values in order, rules in order of appearance.  An event is
a short list of its changes, its sentence a list of phrases shared by the whole run; so a page
replays a run without any knowledge of constraints, and all its sentences come from Python.

>>> import nonet
>>> told = page_data(nonet.trace(nonet.Model({"x": [1, 2]}), limit=None))
>>> told["names"], told["values"], told["events"][0]
(['x'], [1, 2], [2, 0, 0, 1])
>>> [[told["phrases"][number] for number in sentence] for sentence in told["told"]][:2]
[['guess 1: x = 1'], ['found a solution']]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, sqrt
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
from nonet.render.printable import printable
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
            "cells": list(variable_places(trace).values()),
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
    }


def variable_places(trace: Trace) -> Mapping[str, str]:
    """Return the place of each variable: its own cell in a puzzle, else a cell of a square."""
    if trace.puzzle is not None:
        cells = trace.puzzle.grid.cell_set
        return {name: name if name in cells else "" for name in trace.domains}
    shown = [name for name in trace.domains if not is_auxiliary(name)]
    across = max(1, ceil(sqrt(len(shown))))
    places = {
        name: f"R{number // across + 1}C{number % across + 1}" for number, name in enumerate(shown)
    }
    return {name: places.get(name, "") for name in trace.domains}
