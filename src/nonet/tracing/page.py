"""One HTML file that plays a run, or two side by side; it needs no network and no library.

The page is the shell of ``render/html.py`` with ``player.html``, ``player.css``, two scripts
and the runs as data.  A run travels as numbers: an event is a short list that says what
changed, and the page replays them, keeping every 64th state so that any step is at hand.
Its sentence is made here, as a list of phrases that the run shares.

>>> import nonet
>>> html = page(nonet.trace(".......21.3..4.."))
>>> html.startswith("<!doctype html>"), "http:" in html.replace("http://www.w3.org/", "")
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import ceil, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonet.backends.events import (
    KINDS,
    Backtracked,
    Branched,
    Event,
    Filtered,
    Posted,
    SolutionFound,
    Stopped,
    WipedOut,
)
from nonet.model import Annotation
from nonet.render.html import escaped, fill, shell
from nonet.render.plain import plain
from nonet.tracing.states import Replay
from nonet.tracing.text import pieces

if TYPE_CHECKING:
    from nonet.tracing.recording import Trace

HERE = Path(__file__).parent
CELL = 52
"""Side of a cell in the page's drawing, in pixels."""


def page(trace: Trace, other: Trace | None = None, title: str = "") -> str:
    """The page of one run, or of two side by side."""
    runs = [trace] if other is None else [trace, other]
    usual = "A run, step by step" if other is None else "Two runs, side by side"
    name = title or (trace.puzzle.name if trace.puzzle else "") or usual
    return shell(
        title=name,
        style=part("player.css"),
        body=fill(part("player.html"), TITLE=escaped(name)),
        script=part("drawing.js") + part("player.js"),
        data={"runs": [encoded(run) for run in runs]},
    )


@cache
def part(name: str) -> str:
    """A file of a page, beside this module."""
    return (HERE / name).read_text(encoding="utf-8")


def encoded(trace: Trace) -> dict[str, Any]:
    """A run as plain data: names once, then events as short lists of numbers.

    Values are numbered in order, variables as declared, rules as they are met.
    The tags are those of ``KINDS``: posted 0, filtered 1, ...  Reasons that are
    the whole scope of the rule but the variable itself are written as -1.
    """
    return _Encoder(trace).run()


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

    def run(self) -> dict[str, Any]:
        trace = self.trace
        events = [self.event(event) for event in trace.events]
        told = list(self.sentences())
        return {
            "backend": trace.backend,
            "status": trace.status,
            "stopped": trace.stopped_by,
            "stats": dict(trace.stats),
            "missing": list(trace.missing),
            "dropped": trace.dropped,
            "names": [plain(name) for name in trace.domains],
            "values": self.values,
            "domains": [[self.place[v] for v in domain] for domain in trace.domains.values()],
            "scopes": self.scopes,
            "events": events,
            "phrases": [plain(phrase) for phrase in self.phrases],
            "told": told,
            "board": board(trace),
        }

    def sentences(self) -> Iterator[list[int]]:
        """The sentence of each event, as the numbers of its phrases."""
        replay = Replay(self.trace)
        for event in self.trace.events:
            told = filter(None, pieces(event, replay.domains, self.trace.symbols))
            yield [self.phrases.setdefault(piece, len(self.phrases)) for piece in told]
            replay.forward()

    def rule(self, rule: Annotation, scope: Sequence[str] = ()) -> int:
        if rule not in self.rules:
            self.rules[rule] = len(self.rules)
            self.scopes.append([self.number[name] for name in scope])
        return self.rules[rule]

    def reasons(self, rule: int, because: Sequence[str], but: str | None) -> Any:
        found = [self.number[name] for name in because]
        own = -1 if but is None else self.number[but]
        whole = [x for x in self.scopes[rule] if x != own]
        return -1 if len(found) > 3 and found == whole else found

    def event(self, event: Event) -> list[Any]:
        tag = KINDS.index(type(event))
        match event:
            case Posted(rule=rule, scope=scope):
                return [tag, self.rule(rule, scope)]
            case Filtered(variable=name, removed=removed, rule=rule, because=because):
                number = self.rule(rule)
                places = [self.place[value] for value in removed]
                what = places[0] if len(places) == 1 else places
                why = self.reasons(number, because, name)
                return [tag, self.number[name], what, number, why]
            case Branched(variable=name, value=value, depth=depth):
                return [tag, self.number[name], self.place[value], depth]
            case WipedOut(variable=wiped, rule=rule, because=because):
                number = self.rule(rule)
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


def board(trace: Trace) -> dict[str, Any]:
    """Where each variable is drawn, and what lies behind: the puzzle's own lines and shades."""
    puzzle = trace.puzzle
    if puzzle is None:
        names = [name for name in trace.domains if not name.startswith("~")]
        across = max(1, ceil(sqrt(len(names))))
        places = {name: divmod(i, across) for i, name in enumerate(names)}
        size = (ceil(len(names) / across), across)
        return {
            "cell": CELL,
            "size": size,
            "cells": [[x, *places[n], 0] for x, n in enumerate(trace.domains) if n in places],
            "named": True,
            "symbols": [str(v) for v in sorted({v for d in trace.domains.values() for v in d})],
            "behind": "",
        }
    from nonet.puzzle.grid import place
    from nonet.render.drawing import Mark
    from nonet.render.svg import draw

    drawing = puzzle.with_clues({}).drawing()
    empty = type(drawing)(
        drawing.height,
        drawing.width,
        dict.fromkeys(drawing.marks, Mark()),
        drawing.regions,
        drawing.box,
        drawing.decorations,
    )
    cells = set(puzzle.grid.cells)
    values = sorted({v for d in trace.domains.values() for v in d})
    known = set(puzzle.grid.values)
    return {
        "cell": CELL,
        "size": (drawing.height, drawing.width),
        "cells": [
            [x, *place(name), int(name in puzzle.clues)]
            for x, name in enumerate(trace.domains)
            if name in cells
        ],
        "named": False,
        "symbols": [puzzle.alphabet.symbol(v) if v in known else str(v) for v in values],
        "behind": draw(empty, cell=CELL, title="the lines of the grid"),
    }
