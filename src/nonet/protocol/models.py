"""``model``: the constraint program of a puzzle, and its code in the languages of other solvers."""

from __future__ import annotations

from nonet.exporting import export, find_language
from nonet.protocol.command import PUZZLE, Event, Parameter, command
from nonet.protocol.documents import Document, declared_puzzle
from nonet.render.printable import printable


@command(
    "model",
    "The variables and constraints of the puzzle; its program in a language, if one is named.",
    PUZZLE,
    Parameter("language", "text", "a solver's language, by its name", None, maximum=60),
)
def model(puzzle: Document, language: str | None) -> Event:
    """Constraints have their cells, so that a page can highlight the cells."""
    declared = declared_puzzle(puzzle)
    csp = declared.model()
    cells = declared.grid.cell_set
    event: Event = {
        "variables": [
            {"name": name, "values": list(domain)} for name, domain in csp.domains.items()
        ],
        "constraints": [
            {
                "words": printable(each.description),
                "sentence": printable(each.rule.sentence),
                "kind": type(each).__name__,
                "rule": each.rule.kind,
                "cells": [name for name in each.scope if name in cells],
            }
            for each in csp.constraints
        ],
    }
    if language is not None:
        chosen = find_language(language)
        event |= {
            "language": chosen.name,
            "code": export(declared, chosen),
            "file": f"puzzle{chosen.suffix}",
            "install": chosen.needs.install,
            "start": chosen.needs.start,
        }
    return event
