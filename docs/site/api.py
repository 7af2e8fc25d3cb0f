"""The Python pages: the public names of ``nonet``, grouped as its docstring groups them."""

from __future__ import annotations

import inspect
import re

from md import page

import nonet

FOLDER = "reference/api"


def groups() -> dict[str, list[str]]:
    """The public names by what one wants to do with them.

    Names that the docstring leaves out stand with those of their room: classes
    with classes, functions with functions.
    """
    text = inspect.cleandoc(nonet.__doc__ or "")
    found: dict[str, list[str]] = {}
    for title, names in re.findall(r"^\* ([^:]+): ((?:.|\n  )+)", text, re.MULTILINE):
        found[title] = [name for name in re.findall(r"``(\w+)``", names) if name in nonet.__all__]
    known = {name for names in found.values() for name in names}
    for name in nonet.__all__:
        if name not in known:
            found.setdefault(_like(name, found), []).append(name)
    return found


def _like(name: str, found: dict[str, list[str]]) -> str:
    """The group that a name belongs to which the docstring does not speak of."""
    thing = getattr(nonet, name)
    if isinstance(thing, type) and issubclass(thing, Exception):
        return "meet an error"
    best = max(
        (
            (_alike(thing, getattr(nonet, other)), title)
            for title in found
            for other in found[title]
        ),
        key=lambda pair: pair[0],
    )
    return best[1]


def _alike(one: object, other: object) -> tuple[int, bool]:
    """How much of their modules' names two things share, and whether both are classes."""
    here, there = (str(getattr(thing, "__module__", "")).split(".") for thing in (one, other))
    shared = 0
    while shared < min(len(here), len(there)) and here[shared] == there[shared]:
        shared += 1
    return min(shared, 2), isinstance(one, type) == isinstance(other, type)


def _slug(title: str) -> str:
    return re.sub(r"\W+", "-", title.lower()).strip("-")


NAV = ["reference/api/index.md", *(f"{FOLDER}/{_slug(title)}.md" for title in groups())]


def place(name: str) -> str:
    """The page and anchor of a public name, from the root of the site."""
    for title, names in groups().items():
        if name in names:
            return f"{FOLDER}/{_slug(title)}.md#nonet.{name}"
    raise KeyError(name)


def _entry(name: str) -> str:
    """What mkdocstrings shows of a name: by its public path, unless a module has the same.

    To those who read without running, a name is the module where a function is in a module of its
    name.
    """
    home = getattr(getattr(nonet, name), "__module__", "")
    if home.rpartition(".")[2] == name:
        options = f"    options:\n      heading: nonet.{name}\n      toc_label: {name}"
        return f"[](){{ #nonet.{name} }}\n\n::: {home}.{name}\n{options}"
    return f"::: nonet.{name}"


def pages() -> dict[str, str]:
    """The pages by path."""
    made = {}
    listed = []
    for title, names in groups().items():
        path = f"{_slug(title)}.md"
        heading = title[0].upper() + title[1:]
        body = "\n\n".join(map(_entry, names))
        made[f"{FOLDER}/{path}"] = page(heading, body)
        links = ", ".join(f"[`{name}`]({path}#nonet.{name})" for name in names)
        listed.append(f"- [{heading}]({path}): {links}")
    made[f"{FOLDER}/index.md"] = page(
        "Python", "The public names of `nonet`, by what you want to do.", "\n".join(listed)
    )
    return made
