"""The pages of commands, rules, backends, constraints, formats and languages."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import fields

import api
from md import as_markdown, codes, escaped, fenced, page, table

import nonet
from nonet.backends import backend_names, find_backend
from nonet.backends.base import Backend
from nonet.backends.lowering import lower
from nonet.cli import make_parser
from nonet.cli.commands.listing import (
    ENTRY_DESCRIPTIONS,
    describe_parameter,
    option_values,
)
from nonet.errors import FormatError
from nonet.exporting.base import languages
from nonet.formats.registry import formats
from nonet.model import Constraint
from nonet.puzzle import PuzzleRule, rule_types
from nonet.puzzle.examples import example_puzzle, example_rule, example_solution
from nonet.puzzle.rules import Example
from nonet.puzzle.short_form import rule_to_short
from nonet.render.svg import drawing_svg

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = ".......21.3..4.."


def pages() -> dict[str, str]:
    """The pages and pictures by path."""
    return {
        "reference/index.md": index(),
        "reference/commands.md": commands(),
        **rules(),
        "reference/backends.md": backends(),
        "reference/constraints.md": constraints_page(),
        "reference/formats.md": formats_page(),
        "reference/languages.md": languages_page(),
    }


def index() -> str:
    """What the reference holds."""
    return page(
        "Reference",
        "These pages are made from the code when the site is built, so they say what it does.",
        table(
            ("page", "what is there"),
            (
                ("[Python](api/index.md)", f"the {len(nonet.__all__)} public names"),
                ("[Commands](commands.md)", "`nonet COMMAND`, each with its help"),
                ("[Rules](rules.md)", "every variant, with a picture"),
                ("[Techniques](techniques/index.md)", "every step of human logic, with a position"),
                ("[Backends](backends.md)", "every solver, and which model it is given"),
                ("[Constraints](constraints.md)", "the primitives that backends know"),
                ("[Formats](formats.md)", "every text a puzzle is read from"),
                ("[Languages](languages.md)", "every language a model is written in"),
            ),
        ),
        "For words see the [glossary](../glossary.md).",
    )


# -- commands ----------------------------------------------------------------------


def commands() -> str:
    """Every command's help, as the command prints it."""
    os.environ["COLUMNS"] = "90"
    parser = make_parser()
    parts = [
        "Exit codes: 0 yes (solved, unique, agree), 1 proven otherwise, 2 bad input or usage, "
        "3 undecided within the limits, 130 after Ctrl-C.",
        fenced(parser.format_help()),
    ]
    for name, child in children(parser):
        parts += [f"## nonet {name} {{ #{name} }}", fenced(child.format_help())]
        for nested, grandchild in children(child):
            parts += [f"### nonet {name} {nested}", fenced(grandchild.format_help())]
    return page("Commands", *parts)


def children(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """The commands of a parser, by name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


# -- rules -------------------------------------------------------------------------


def rules() -> dict[str, str]:
    """Every rule with its words, parameters and example, and its pictures."""
    made: dict[str, str] = {}
    parts = [
        "A rule says constraints for a grid; [how to add one](../how-to/add-a-rule.md). "
        "`nonet rules NAME` shows one in the terminal. The example stands left, its only solution "
        "right.",
        table(
            ("rule", "also called", "what it demands"),
            (
                (f"[`{r.name}`](#{r.name})", codes(r.aliases), escaped(r.sentence))
                for r in sorted_rules()
            ),
        ),
    ]
    for rule in sorted_rules():
        parts += [f"## {rule.name} {{ #{rule.name} }}", f"**{escaped(rule.sentence)}**"]
        parts.append(as_markdown(rule.__doc__ or ""))
        if rule.parameters:
            rows = (
                (f"`{p.name}`", escaped(p.description), escaped(describe_parameter(p)))
                for p in rule.typed_parameters()
            )
            parts.append(table(("parameter", "what it means", "what it holds"), rows))
        parts.append(f"Entered by {ENTRY_DESCRIPTIONS[rule.entry]}.")
        if rule.replaces:
            parts.append(f"It stands in for the rule `{rule.replaces}`.")
        for number, example in enumerate(rule.examples, 1):
            puzzle, given = stated(rule, example)
            names = f"{rule.name}-{number}.svg", f"{rule.name}-{number}-solution.svg"
            solution = example_solution(example)
            made[f"reference/rules/{names[0]}"] = drawing_svg(
                puzzle.drawing(), title=f"{rule.name}"
            )
            made[f"reference/rules/{names[1]}"] = drawing_svg(
                puzzle.drawing(solution), title=f"{rule.name}, solved"
            )
            shown = " ".join(
                f"![{rule.name}, {what}](rules/{name}){{ loading=lazy }}"
                for name, what in zip(names, ("a puzzle", "its solution"), strict=True)
            )
            parts += [shown, fenced(f"$ nonet verify {given}")]
    made["reference/rules.md"] = page("Rules", *parts)
    return made


def sorted_rules() -> list[type[PuzzleRule]]:
    """All rules by name."""
    return sorted(rule_types().values(), key=lambda rule: rule.name)


def stated(rule: type[PuzzleRule], example: Example) -> tuple[nonet.Puzzle, str]:
    """An example as a puzzle, and as the command line takes it."""
    puzzle = example_puzzle(rule, example)
    said = [*example.extra_rules, rule_to_short(example_rule(rule, example))]
    return puzzle, " ".join([example.puzzle, *(f"--rule '{text}'" for text in said)])


# -- backends and constraints --------------------------------------------------------


def primitives() -> list[type[Constraint]]:
    """The constraints that backends may be given."""
    from nonet.model import constraints

    found = (getattr(constraints, name) for name in constraints.__all__)
    return [
        kind
        for kind in found
        if isinstance(kind, type) and issubclass(kind, Constraint) and kind is not Constraint
    ]


def backends() -> str:
    """Every backend: what it is, its options and their values, what it posts, the model it gets."""
    classic = nonet.parse(CLASSIC).model()
    odd = nonet.Sudoku(SMALL, rules=[nonet.make_rule("even", cells="R1C1 R1C3")]).model()
    puzzles = {"a classic 9x9": classic, "a 4x4 with even cells": odd}
    parts = [
        "Every backend is given the one declaration. Constraints that it does not post are "
        "rewritten by their `decompose` before it runs ([how](../architecture.md)); every solution "
        "is checked against the declaration. `nonet backends` says which are installed here. "
        "[How to add one](../how-to/add-a-backend.md).",
        table(
            ("constraint", *(f"[`{name}`](#{name})" for name in backend_names())),
            (
                (
                    f"[{kind.__name__}](constraints.md#{kind.__name__.lower()})",
                    *(posted(find_backend(name), kind) for name in backend_names()),
                )
                for kind in primitives()
            ),
        ),
    ]
    for name in backend_names():
        backend = find_backend(name)
        capabilities = backend.capabilities
        yes = {True: "yes", False: "no"}
        sizes = (
            (title, str(len(model.domains)), kinds(lower(model, backend)))
            for title, model in puzzles.items()
            if lowers(backend, model)
        )
        rows = [
            (f"`{name}:{key}=`", codes(values.split("|")))
            for key, values in option_values(backend).items()
        ]
        parts += [
            f"## {name} {{ #{name} }}",
            as_markdown(type(backend).__doc__ or ""),
            table(("option", "values, the default first"), rows)
            if rows
            else "It has no option_values.",
            table(
                ("capability", ""),
                (
                    ("posts natively", codes(sorted(k.__name__ for k in capabilities.posts))),
                    ("keeps constraints on one variable", yes[capabilities.keeps_unary]),
                    ("reports to a [trace](../watch-a-run.md)", codes(capabilities.events)),
                ),
            ),
            "The model it is given:",
            table(("puzzle", "variables", "constraints"), sizes),
        ]
    return page("Backends", *parts)


def posted(backend: Backend, kind: type[Constraint]) -> str:
    """Whether a backend posts a constraint, in a word."""
    return "posts" if kind in backend.capabilities.posts else "rewritten"


def lowers(backend: Backend, model: nonet.Model) -> bool:
    """Whether a model can be lowered for a backend."""
    try:
        lower(model, backend)
    except nonet.NonetError:
        return False
    return True


def kinds(model: nonet.Model) -> str:
    """How many constraints of which type a model has."""
    counts: dict[str, int] = {}
    for constraint in model.constraints:
        counts[type(constraint).__name__] = counts.get(type(constraint).__name__, 0) + 1
    return ", ".join(f"{number} {kind}" for kind, number in counts.items())


def constraints_page() -> str:
    """Every primitive constraint: meaning, fields, who posts it."""
    parts = [
        "The vocabulary of a model: rules are said with these, and `holds` is the one definition "
        "of what each means. [How to add one](../how-to/add-a-constraint.md).",
    ]
    for kind in primitives():
        name = kind.__name__
        module = __import__(kind.__module__, fromlist=["_"])
        rows = [(f"`{f.name}`", f"`{f.type}`") for f in fields(kind)]
        posts = [b for b in backend_names() if kind in find_backend(b).capabilities.posts]
        rewritten = (
            "has a `decompose`" if kind.decompose is not Constraint.decompose else "has none"
        )
        parts += [
            f"## {name} {{ #{name.lower()} }}",
            as_markdown(module.__doc__ or ""),
            as_markdown(kind.__doc__ or ""),
            table(("field", "type"), rows),
            f"Posted natively by {codes(posts)}. For the others it {rewritten}. "
            + _in_python(name),
        ]
    return page("Constraints", *parts)


def _in_python(name: str) -> str:
    """Where a class of constraints stands: a public name, or one of nonet.model.globals."""
    if name not in nonet.__all__:
        return f"In Python: `from nonet.model.globals import {name}`."
    place = api.place(name)[len("reference/") :]
    return f"In Python: [`nonet.{name}`]({place})."


# -- formats and languages -----------------------------------------------------------


def formats_page() -> str:
    """Every format with a puzzle written in it."""
    parts = [
        "A text's format is told by its content, or named by `--from`; `nonet convert --to NAME` "
        "writes one. [How to add a format](../how-to/add-a-format.md).",
    ]
    puzzle = nonet.parse(CLASSIC)
    for name, found in formats().items():
        parts += [
            f"## {name} {{ #{name} }}",
            escaped(found.sentence),
            f"Files: {codes(found.suffixes)}." if found.suffixes else "",
            as_markdown(
                "\n".join(
                    (__import__(found.__module__, fromlist=["_"]).__doc__ or "").splitlines()[1:]
                )
            ),
            _written(puzzle, name) if found.writes else "",
        ]
    return page("Formats", *parts)


def _written(puzzle: nonet.Puzzle, name: str) -> str:
    """The puzzle in a format; where it cannot hold one, its words above say how it looks."""
    try:
        return fenced(nonet.write(puzzle, name))
    except FormatError:
        return ""


def languages_page() -> str:
    """Every language with the model of a small puzzle."""
    parts = [
        "`nonet model PUZZLE --as NAME` writes a model in a solver's own language; "
        "[more about it](../export.md). The example is a 4x4 with four clues.",
    ]
    for name, found in languages().items():
        text = nonet.export(SMALL, name)
        lines = text.splitlines()
        shown = "\n".join(
            lines[:60] + ([f"... ({len(lines) - 60} more lines)"] if len(lines) > 60 else [])
        )
        needs = found.needs
        parts += [
            f"## {name} {{ #{name} }}",
            escaped(found.sentence),
            (f"Also called {codes(found.aliases)}. " if found.aliases else "")
            + f"Suffix `{found.suffix}`. Run by {needs.tool}: "
            f"`{needs.install}`, then `{needs.start}`.",
            fenced(shown, "python" if found.suffix == ".py" else "text"),
        ]
    return page("Languages", *parts)
