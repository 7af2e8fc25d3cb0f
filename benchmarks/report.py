"""Tables of the figures of a run, for the terminal and for Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

KINDS = {"nonet": "nonet", "textbook": "textbook programs", "peer": "other packages"}
COSTS = {
    "wall_ms": "wall clock, ms",
    "read_ms": "reading the text, ms",
    "first_ms": "first puzzle, ms",
}
QUESTION = {
    "solve": "solve: find a solution",
    "verify": "verify: prove that the solution is unique",
}


def cell_text(figure: dict[str, Any] | None) -> str:
    """Return a cell of the table: milliseconds, or why there is no time.

    >>> cell_text({"state": "ok", "ms": 0.123456, "wrong": 0, "unsolved": 2})
    '0.123 (2 unsolved)'
    >>> cell_text({"state": "over", "reason": "over 10 s", "done": 3, "puzzles": 95})
    'over 10 s (3/95)'
    >>> cell_text({"state": "unsuited", "reason": "9x9 only"})
    '–'
    """
    if figure is None:
        return ""
    state = figure["state"]
    if state == "ok":
        text = three_digits(figure["ms"])
        for fault in ("wrong", "unsolved"):
            if figure[fault]:
                text += f" ({figure[fault]} {fault})"
        return text
    if state == "over":
        return f"{figure['reason']} ({figure['done']}/{figure['puzzles']})"
    return {"missing": "missing", "unsuited": "–", "failed": "FAILED"}[state]


def three_digits(number: float) -> str:
    """Return a number with three significant digits.

    >>> three_digits(0.0512), three_digits(12.34), three_digits(1234.6)
    ('0.0512', '12.3', '1235')
    """
    if number >= 100:
        return f"{number:.0f}"
    return f"{number:#.3g}"


def tables(run: dict[str, Any], markdown: bool = False, brief: bool = False) -> str:
    """Return a table for each question, with a row for each route and a column for each set.

    ``brief`` leaves out ratios, wall time and search effort.
    """
    by_key = {(f["route"], f["set"], f["question"]): f for f in run["results"]}
    questions = [q for q in QUESTION if any(key[2] == q for key in by_key)]
    parts = []
    for question in questions:
        head = [QUESTION[question], *run["sets"]]
        rows = []
        for kind, title in KINDS.items():
            names = [name for name, route in run["routes"].items() if route["kind"] == kind]
            if names:
                rows.append(
                    [f"**{title}**" if markdown else f"-- {title}", *[""] * len(run["sets"])]
                )
            rows += [
                [name, *(cell_text(by_key.get((name, s, question))) for s in run["sets"])]
                for name in names
            ]
        parts.append(table(head, rows, markdown))
    if not brief:
        parts += [_ratios(run, by_key, markdown), _costs(run, by_key, markdown)]
    return "\n\n".join(filter(None, [*parts, notes(run, "\n\n" if markdown else "\n")]))


def _ratios(run: dict[str, Any], by_key: dict[Any, Any], markdown: bool) -> str:
    """Return the table of speeds relative to the reference."""
    reference = run["settings"]["reference"]
    rows = []
    for name in run["routes"]:
        for question in QUESTION:
            speedups = [by_key.get((name, s, question), {}).get("faster") for s in run["sets"]]
            if name != reference and any(speedups):
                rows.append([f"{name}, {question}", *(f"{n:.2g}x" if n else "" for n in speedups)])
    if not rows:
        return ""
    return table([f"times faster than {reference}", *run["sets"]], rows, markdown)


def _costs(run: dict[str, Any], by_key: dict[Any, Any], markdown: bool) -> str:
    """Return the table of wall time; for backends of nonet also reading time and search effort."""
    rows = []
    for name, route in run["routes"].items():
        figures = [by_key.get((name, s, "solve"), {}) for s in run["sets"]]
        for what, label in COSTS.items():
            if what == "wall_ms" or route["kind"] == "nonet":
                numbers = [figure.get(what) for figure in figures]
                rows.append([f"{name}: {label}", *map(_or_blank, numbers)])
        efforts = [figure.get("effort", {}) for figure in figures]
        label = next((key for effort in efforts for key in effort), "")
        if label:
            rows.append([f"{name}: {label}", *(_or_blank(e.get(label)) for e in efforts)])
    rows = [row for row in rows if any(row[1:])]
    return table(["solve: wall time, effort", *run["sets"]], rows, markdown) if rows else ""


def _or_blank(number: float | None) -> str:
    return "" if number is None else three_digits(number)


def table(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    markdown: bool = False,
    text_columns: bool = False,
) -> str:
    """Return a table: the first column flush left, the others right, or left if they hold text."""
    if markdown:
        lines = [head, ["---", *["---" if text_columns else "---:"] * (len(head) - 1)], *rows]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    ruled = [head, ["-" * width for width in widths], *rows]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if text_columns or i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in ruled
    )


def notes(run: dict[str, Any], between: str = "\n") -> str:
    """Return the unit of the figures, the machine, and the missing and failed routes."""
    machine, settings = run["machine"], run["settings"]
    lines = [
        "Milliseconds of CPU a puzzle, all threads: the mean over the puzzles of a round, the "
        f"median over rounds (at most {settings['rounds']}). A route is stopped after "
        f"{settings['budget']:g} s for a set and a question; in brackets the completed puzzles. "
        f"At most {settings['sample']} puzzles of a set, drawn at random (seed {settings['seed']}).",
        f"{machine['cpu']}, {machine['cores']} cores, {machine['python']}, {machine['system']}; "
        f"load {settings['load_before']} before and {machine['load']} after; "
        + ", ".join(f"{name} {version}" for name, version in machine["packages"].items())
        + ".",
    ]
    for name, route in run["routes"].items():
        if "missing" in route:
            lines.append(f"missing: {name}: {route['missing']}")
    for figure in run["results"]:
        if figure["state"] == "failed":
            lines.append("FAILED: {route} on {set}, {question}: {reason}".format(**figure))
    return between.join(lines)


def faults(run: dict[str, Any]) -> list[str]:
    """Return the wrong answers and failures of nonet's backends."""
    return [
        f"{f['route']} on {f['set']}, {f['question']}: "
        + (f"{f['wrong']} wrong" if f["state"] == "ok" else f.get("reason", ""))
        for f in run["results"]
        if run["routes"][f["route"]]["kind"] == "nonet"
        and (f["state"] == "failed" or f.get("wrong"))
    ]
