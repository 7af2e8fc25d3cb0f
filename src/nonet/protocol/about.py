"""``about``: the version and abilities of this engine, from which a page makes its menus."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

from nonet.backends.base import Availability
from nonet.backends.registry import DEFAULT_BACKEND, availability, backend_names, find_backend
from nonet.errors import BackendError, NotInstalled
from nonet.protocol.command import Event, command, fields_of
from nonet.protocol.dispatch import command_names
from nonet.puzzle import rule_types

NOT_IN_BROWSER = {
    "cpsat": "it is a program of C++ that browsers do not run",
    "lockstep": "its libraries are for processors, which browsers do not hand on",
}
"""The reason why a backend cannot run in a browser, with an alternative."""

RUN_PROGRAMS = "NONET_RUN_PROGRAMS"
"""The environment variable that says when programs are run: a value of ``RUN_WHEN``."""

RUN_WHEN = ("confined", "never", "always")
"""Whether learners' programs run: in a sandbox or not at all; never; in any case."""

SERVER_ADVICE = "start the page with nonet web (pip install 'nonet[web]'): there it runs"


@command("about", "What this engine is, what it can be asked, and what there is to choose from.")
def about() -> Event:
    """Versions, commands, and the names of all that questions speak of."""
    # rooms that no other question needs all of: 80 ms
    from nonet.exporting import languages
    from nonet.formats.registry import formats
    from nonet.learn import COURSE, SPINE
    from nonet.learn.technique_positions import family_title, is_common
    from nonet.protocol.tracing import trace_levels, trace_orders
    from nonet.techniques.catalogue import TECHNIQUES
    from nonet.techniques.policies import POLICIES
    from nonet.tracing.stepper import LEVELS

    return {
        "nonet": import_module("nonet").__version__,
        "python": ".".join(map(str, sys.version_info[:3])),
        "engine": "browser" if in_browser() else "server",
        "commands": command_names(),
        "backends": backends(),
        "rules": rules(),
        "formats": [fields_of(each, "name", "sentence", "writes") for each in formats().values()],
        "languages": [
            {"name": name, "title": each.needs.tool, "sentence": each.sentence}
            for name, each in languages().items()
        ],
        "levels": trace_levels(),
        "drive_levels": list(LEVELS),
        "orders": trace_orders(),
        "policies": list(POLICIES),
        "techniques": [
            {
                "key": each.key,
                "title": each.title,
                "family": family_title(each),
                "common": is_common(each),
                "level": POLICIES["hodoku"].entry_for(each.key).level,
            }
            for each in TECHNIQUES
        ],
        "programs": where_programs_run(),
        "exercises": [fields_of(each, "name", "title") for each in (*SPINE, *COURSE)],
    }


def in_browser() -> bool:
    """Whether this Python runs in a browser."""
    return sys.platform == "emscripten"


def where_programs_run() -> Event:
    """Return whether learners' programs are run (``run``), and where, as a sentence."""
    when = os.environ.get(RUN_PROGRAMS, "confined")
    if in_browser():
        return {"run": True, "where": "Your program runs in this browser; it is sent nowhere."}
    if when == "never":
        return {"run": False, "where": "This server runs no programs: nonet learn check does."}
    if when == "always":
        where = "Your program runs on the server as any program there: with its files and network."
        return {"run": True, "where": where}
    from nonet.learn.confinement import unavailable_reason  # its room takes 40 ms

    if reason := unavailable_reason():
        where = (
            f"Programs are not run: this system cannot confine them ({reason}). Use nonet learn "
            "check, or start nonet web --run-programs always where you trust every program."
        )
        return {"run": False, "where": where}
    where = (
        "Your program runs on the server, confined: without network, with no files but its own, "
        "in at most 2 GiB of memory."
    )
    return {"run": True, "where": where}


def backends() -> list[dict[str, Any]]:
    """Return every backend by name, whether the backend can run here, and the reason if not."""
    names = dict.fromkeys([*backend_names(), *(NOT_IN_BROWSER if in_browser() else ())])
    states = {name: _availability(name) for name in names}
    return [
        {"name": name, "available": state.ok, "why": "" if state.ok else state.missing}
        for name, state in states.items()
    ]


def _availability(name: str) -> Availability:
    if in_browser() and name in NOT_IN_BROWSER:
        return Availability(False, missing=f"{NOT_IN_BROWSER[name]}; {SERVER_ADVICE}")
    try:
        return availability(find_backend(name))
    except BackendError as error:
        return Availability(False, missing=str(error))


def check_backend_runs_here(backend: str | None) -> None:
    """Raise ``NotInstalled``, with installation advice, for a backend that no browser runs.

    Raises ``UnknownBackend`` for a name that is not registered: no module of a visitor's choice is
    imported.
    """
    name = (backend or "").partition(":")[0].strip()
    if in_browser() and name in NOT_IN_BROWSER:
        raise NotInstalled(f"{name} is not here: {NOT_IN_BROWSER[name]}; {SERVER_ADVICE}")
    find_backend(name or DEFAULT_BACKEND)


def rules() -> list[dict[str, Any]]:
    """Return the rules with all data of their classes, for a palette."""
    return [
        {
            **fields_of(rule, "name", "aliases", "sentence", "entry", "replaces"),
            "parameters": [
                {
                    "name": parameter.name,
                    "kind": "regions" if parameter.name == "layout" else parameter.kind,
                    "words": parameter.description,
                    "required": parameter.required,
                    "default": json_default(parameter.default),
                    "choices": list(parameter.choices),
                }
                for parameter in rule.typed_parameters()
            ],
        }
        for rule in sorted(rule_types().values(), key=lambda rule: rule.name)
    ]


def json_default(value: Any) -> Any:
    """Return a default in a form that JSON can express."""
    if isinstance(value, tuple):
        return [json_default(each) for each in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)
