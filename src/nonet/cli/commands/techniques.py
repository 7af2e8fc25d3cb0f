"""List the techniques of human logic, the named sets of techniques, and the policies.

Examples:
  nonet techniques
  nonet techniques x-wing
  nonet techniques tutorial
"""

from __future__ import annotations

import argparse

from nonet.cli import common as cli
from nonet.techniques import POLICIES, TECHNIQUE_SETS, Technique, technique
from nonet.techniques.policies import LEVELS

GROUP = "learn"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="a technique, by any of its names, or a named set"
    )
    cli.add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Print one technique, the techniques of a set, or all."""
    name = arguments.name
    if name and name.lower() not in TECHNIQUE_SETS:
        entries: list[Technique] = [technique(name)]
    else:
        entries = [technique(key) for key in TECHNIQUE_SETS[name.lower() if name else "all"]]
    for entry in entries:
        if arguments.format == "json":
            cli.print_json(technique_to_json(entry))
        elif name and len(entries) == 1:
            for label, value in technique_to_json(entry).items():
                print(f"{label + ':':14}{_value_text(value)}")
        else:
            print(f"{entry.key:41} {entry.title:42} {entry.code}")
    if not name and arguments.format == "text":
        print()
        for label, keys in TECHNIQUE_SETS.items():
            kind = f", a policy: {POLICIES[label].title}" if label in POLICIES else ""
            print(f"{label:41} set of {len(keys)} techniques{kind}")
    return cli.YES


def technique_to_json(entry: Technique) -> dict[str, object]:
    """Return a technique as plain data: names, code, kind of consistency, and scores by policy."""
    scores = {}
    for name, policy in POLICIES.items():
        entry_in_policy = policy.entry_for(entry.key)
        if entry_in_policy.score:
            level = f", {entry_in_policy.level}" if entry_in_policy.level in LEVELS else ""
            scores[name] = (
                f"{entry_in_policy.score:g}{' and more' if entry_in_policy.scored_by_step else ''}{level}"
            )
    return {
        "technique": entry.key,
        "title": entry.title,
        "aliases": list(entry.aliases),
        "code": entry.code,
        "consistency": entry.consistency,
        "scores": scores,
    }


def _value_text(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key} {text}" for key, text in value.items()) or "-"
    return ", ".join(value) or "-" if isinstance(value, list) else str(value) or "-"
