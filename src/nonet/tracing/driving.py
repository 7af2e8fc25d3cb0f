"""One HTML file in which the learner drives: no network, no library, no Python behind it.

The page is the shell of ``render/html.py`` with the model as data and a small engine in
three parts: ``driver_filters.js`` (what each constraint means and removes),
``driver_session.js`` (agenda, branches, tree, undo) and ``driver.js`` (the page).
The tests hold its filters against brute force.  After AIspace's constraint applet,
where the learner clicks the next arc and splits a domain.

>>> html = drive_page(".......21.3..4..")
>>> html.startswith("<!doctype html>"), "http:" in html.replace("http://www.w3.org/", "")
(True, False)
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from nonet.backends.lowering import lower
from nonet.backends.native import Native
from nonet.errors import BackendOptionError, Unsupported
from nonet.model import AllDifferent, Constraint, Model
from nonet.model.json import to_json
from nonet.puzzle import Puzzle
from nonet.render.html import escaped, fill, shell
from nonet.solving.run import Thing, understood
from nonet.tracing.page import board, part
from nonet.tracing.recording import Trace
from nonet.tracing.stepper import labels
from nonet.tracing.text import PHRASES

LEVELS = ("forward-checking", "arc-consistency", "hidden", "gac")
"""The levels of the page: those of ``native:level=...``, and hidden singles between them."""

KNOWN = ("AllDifferent", "Linear", "Table", "Regular", "Count", "Element", "AnyOf")
"""The constraints whose meaning the page knows."""

SCRIPTS = ("drawing.js", "driver_filters.js", "driver_session.js", "driver.js")


def drive_page(thing: Thing, level: str = "gac", title: str = "") -> str:
    """The page for a puzzle, a model or a text, starting at ``level``, which can be changed there.

    Raises ``BackendOptionError`` for a level the page has not, ``Unsupported`` for a
    constraint it does not know.
    """
    if level not in LEVELS:
        raise BackendOptionError(f"a page cannot be driven at level {level}: take {_or(LEVELS)}")
    model, puzzle = understood(thing)
    name = title or (puzzle.name if puzzle else "") or "Drive it yourself"
    return shell(
        title=name,
        style=part("player.css") + part("driver.css"),
        body=fill(part("driver.html"), TITLE=escaped(name)),
        script="".join(map(part, SCRIPTS)),
        data={"level": level, "phrases": PHRASES, **encoded(lower(model, Native()), puzzle)},
    )


def write_drive_page(path: str | Path, thing: Thing, level: str = "gac", title: str = "") -> None:
    """Write the page to a file."""
    Path(path).write_text(drive_page(thing, level, title), encoding="utf-8")


def encoded(model: Model, puzzle: Puzzle | None = None) -> dict[str, Any]:
    """A model as the page reads it: domains, constraints with their words, and where to draw."""
    known = set(KNOWN)
    for constraint in model.constraints:
        if unknown := _types(constraint) - known:
            raise Unsupported(
                f"a page cannot be driven with {unknown.pop()} ({constraint.described}): "
                f"it knows {', '.join(KNOWN)}; drive it in Python with nonet.tracing.Stepper"
            )
    plain = json.loads(to_json(model))["constraints"]
    named = labels(model.constraints)
    return {
        "names": list(model.domains),
        "values": sorted({value for domain in model.domains.values() for value in domain}),
        "domains": [[name, list(domain)] for name, domain in model.domains.items()],
        "constraints": [
            {
                **entry,
                "scope": list(constraint.scope),
                "label": label,
                "words": constraint.described,
                "sentence": constraint.rule.sentence,
                "full": _is_full(constraint, model),
            }
            for entry, (label, constraint) in zip(plain, named.items(), strict=True)
        ],
        "board": board(Trace("by hand", dict(model.domains), (), puzzle=puzzle)),
    }


def _types(constraint: Constraint) -> set[str]:
    inside = (_types(part) for part in constraint.parts)
    return {type(constraint).__name__}.union(*inside)


def _is_full(constraint: Constraint, model: Model) -> bool:
    """Whether it is all different over as many variables as there are values for them."""
    if not isinstance(constraint, AllDifferent):
        return False
    domains = model.structure.domains
    values = {value for name in constraint.scope for value in domains[name]}
    return len(values) == len(constraint.scope)


def _or(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"
