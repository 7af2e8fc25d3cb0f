"""Ask uv whether nonet's dependencies resolve from wheels alone on every system and Python promised.

Prints a table: core, the extra ``all`` and the extra ``dev`` for each system and Python.  A hole is
named with its reason; ends with 1 for a hole that nobody named, and for a named hole that is none.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

SYSTEMS = {
    "x86_64-manylinux_2_28": "Linux x86-64",  # glibc 2.28; newer ones take the same wheels
    "aarch64-manylinux_2_28": "Linux arm64",
    "x86_64-apple-darwin": "macOS Intel",
    "aarch64-apple-darwin": "macOS arm64",
    "x86_64-pc-windows-msvc": "Windows x86-64",
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PARTS = {"core": [], "all": ["all"], "dev": ["all", "dev"]}
"""Of each part the extras, the last of which brings what is new."""

HOLES = {
    (
        "core",
        "x86_64-apple-darwin",
        "python-constraint2",
    ): "compiles from source, with a C compiler",
    ("dev", "", "lzstring"): "pure Python, and has a source package alone",
}
"""Packages without a wheel, by part and system ("" is every system), and what happens instead."""


def requirements(extra: str, project: dict, name: str = "nonet") -> list[str]:
    """Return the requirements of an extra ("" is the core), own extras written out."""
    listed = project["optional-dependencies"][extra] if extra else project["dependencies"]
    result = []
    for each in listed:
        own = re.fullmatch(rf"{name}\[([\w,]+)\]", each)
        for inner in own[1].split(",") if own else ():
            result += requirements(inner, project)
        result += [] if own else [each]
    return result


def resolves(wanted: list[str], system: str, python: str) -> str:
    """Return "" if the requirements can be met by wheels; else uv's reason."""
    command = ["uv", "pip", "compile", "-", "-q", "--no-header", "--only-binary", ":all:"]
    command += ["--python-platform", system, "--python-version", python]
    done = subprocess.run(
        command, input="\n".join(wanted), capture_output=True, text=True, check=False
    )
    return "" if done.returncode == 0 else done.stderr


def main() -> int:
    """Print the table; return the exit code."""
    path = Path(__file__).parents[1] / "pyproject.toml"
    project = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
    faults = []
    used = set()
    print(f"| {'system':15} | {'Python':6} | " + " | ".join(f"{part:28}" for part in PARTS) + " |")
    print("|---" * (2 + len(PARTS)) + "|")
    for system, title in SYSTEMS.items():
        for python in PYTHONS:
            cells = []
            for part, extras in PARTS.items():
                wanted = [*requirements("", project)]
                for extra in extras:
                    wanted += requirements(extra, project)
                named = {
                    each: hole
                    for each in wanted
                    for hole in HOLES
                    if hole[1] in ("", system) and re.match(rf"{hole[2]}\b", each)
                }
                reason = resolves([each for each in wanted if each not in named], system, python)
                for each, hole in named.items():
                    if hole[0] == part and not resolves([each], system, python):
                        reason += f"{each} has a wheel now: take it out of HOLES"
                used.update(named.values())
                if reason:
                    faults.append(f"{part} on {title}, Python {python}:\n{reason}")
                names = ", ".join(hole[2] for hole in named.values())
                cells.append("HOLE" if reason else f"all but {names}" if names else "yes")
            row = " | ".join(f"{cell:28}" for cell in cells)
            print(f"| {title:15} | {python:6} | {row} |", flush=True)
    for (_, system, package), reason in HOLES.items():
        print(f"{package} ({SYSTEMS.get(system, 'every system')}): {reason}")
    faults += [f"nothing needs {hole[2]}" for hole in HOLES if hole not in used]
    print(*faults, sep="\n", file=sys.stderr)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
