"""Traces as JSON lines: a header, then one event a line.  Written here, read anywhere.

The header says backend, domains and counters; an event names its kind and the
label of its constraint, whose words its ``posted`` line gives once.

>>> import nonet
>>> run = nonet.trace(nonet.Model({"x": [1, 2]}))
>>> for line in list(trace_json_lines(run))[1:]:
...     print(line)
{"event": "branched", "variable": "x", "value": 1, "depth": 1}
{"event": "solution_found", "assignment": {"x": 1}}
{"event": "stopped", "reason": "solutions"}
>>> loads(dumps(run)).events == run.events
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from nonet import formats
from nonet.backends.events import EVENT_TYPES, Event, Implication, Posted
from nonet.errors import FormatError
from nonet.model import Annotation, Domain
from nonet.model.symbols import Symbols
from nonet.tracing.recording import Trace

VERSION = 1


def _tag(kind: type[Event]) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", kind.__name__).lower()


TAGS = {_tag(kind): kind for kind in EVENT_TYPES}
"""The kinds of events by their names in JSON."""


def trace_json_lines(trace: Trace) -> Iterator[str]:
    """The lines of a trace, the header first."""
    header: dict[str, Any] = {
        "nonet": "trace",
        "version": VERSION,
        "backend": trace.backend,
        "status": trace.status,
        "stopped_by": trace.stopped_by,
        "seconds": round(trace.seconds, 6),
        "stats": dict(trace.stats),
        "missing": list(trace.missing),
        "dropped": trace.dropped,
        "domains": {name: list(domain) for name, domain in trace.domains.items()},
    }
    if trace.puzzle is not None:
        header["puzzle"] = formats.write(trace.puzzle, "json")
    if trace.symbols:
        header["names"] = {name: symbols.pairs for name, symbols in trace.symbols.items()}
    yield json.dumps(header, ensure_ascii=False)
    known: dict[str, Annotation] = {}
    for event in trace.events:
        yield json.dumps(_event_data(event, known), ensure_ascii=False)


def _event_data(event: Event, known: dict[str, Annotation]) -> dict[str, Any]:
    entry: dict[str, Any] = {"event": _tag(type(event))}
    for each in fields(event):
        value = getattr(event, each.name)
        if each.name in ("hall", "graph") and not value:
            continue  # only where there is one
        if each.name == "graph":
            value = [_node_data(node) for node in value]
        if isinstance(value, Annotation):
            value = _rule_data(value, known, posted=isinstance(event, Posted))
        elif isinstance(value, Mapping):
            value = dict(value)
        entry[each.name] = value
    return entry


def _node_data(node: Implication) -> dict[str, Any]:
    data = {each.name: getattr(node, each.name) for each in fields(node)}
    return data if node.rule is None else {**data, "rule": _rule_data(node.rule, {}, posted=False)}


def _node_of(data: dict[str, Any]) -> Implication:
    rule = data["rule"] and Annotation(**data["rule"])
    lists = {name: tuple(data[name]) for name in ("values", "because")}
    return Implication(**{**data, **lists, "rule": rule})


def _rule_data(rule: Annotation, known: dict[str, Annotation], posted: bool) -> Any:
    """Return a rule in full when posted or new, afterwards its label."""
    if not posted and known.get(rule.label) == rule:
        return rule.label
    if posted:
        known[rule.label] = rule
    return {"kind": rule.kind, "label": rule.label, "sentence": rule.sentence}


def dumps(trace: Trace) -> str:
    """The whole trace as text."""
    return "\n".join(trace_json_lines(trace)) + "\n"


def write(trace: Trace, path: str | Path) -> None:
    """Write a trace to a file."""
    Path(path).write_text(dumps(trace), encoding="utf-8")


def read(path: str | Path) -> Trace:
    """Read a trace from a file; raises ``FormatError`` with the line that is wrong."""
    with Path(path).open(encoding="utf-8") as file:
        return _read_lines(file, str(path))


def loads(text: str) -> Trace:
    """Read a trace from its text."""
    return _read_lines(text.splitlines(), None)


def _read_lines(source: Iterable[str], name: str | None) -> Trace:
    header: dict[str, Any] | None = None
    events: list[Event] = []
    known: dict[str, Annotation] = {}
    for number, line in enumerate(source, start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            if header is None:
                if entry.get("nonet") != "trace":
                    raise ValueError('expected a header with "nonet": "trace"')
                if entry.get("version") != VERSION:
                    raise ValueError(f"trace version {entry.get('version')!r}: we read {VERSION}")
                header = entry
            else:
                events.append(_event_of(entry, known))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            message = str(error) if type(error) is ValueError else f"not an event: {error!r}"
            raise FormatError(message, source=name, line=number) from None
    if header is None:
        raise FormatError("no trace: the file is empty", source=name)
    return _trace_of(header, events, name)


def _event_of(entry: dict[str, Any], known: dict[str, Annotation]) -> Event:
    kind = TAGS[entry.pop("event")]
    for key, value in entry.items():
        if key == "graph":
            entry[key] = tuple(map(_node_of, value))
        elif isinstance(value, list):
            entry[key] = tuple(tuple(each) if isinstance(each, list) else each for each in value)
        elif key == "rule":
            entry[key] = known[value] if isinstance(value, str) else Annotation(**value)
    event: Event = kind(**entry)
    if isinstance(event, Posted):
        known[event.rule.label] = event.rule
    return event


def _trace_of(header: dict[str, Any], events: list[Event], name: str | None) -> Trace:
    puzzle = None
    if "puzzle" in header:
        puzzle = formats.parse(header["puzzle"], format="json")
    try:
        domains = {variable: Domain.of(values) for variable, values in header["domains"].items()}
        symbols = {
            variable: Symbols(tuple((int(value), str(word)) for value, word in pairs))
            for variable, pairs in header.get("names", {}).items()
        }
        return Trace(
            header["backend"],
            domains,
            tuple(events),
            header["status"],
            header["stopped_by"],
            header["seconds"],
            header["stats"],
            tuple(header["missing"]),
            header["dropped"],
            puzzle,
            symbols,
        )
    except KeyError as error:
        raise FormatError(f"the header lacks {error}", source=name, line=1) from None
